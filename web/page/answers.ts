// What requests are answered with: the counterparts of the types in web/src.

export type Place = [number, number];

export interface Finding {
  place: Place | null;
  line: number | null;
  severity: "error" | "warning" | "note";
  code: string;
  message: string;
  label: string;
  labels: { place: Place; text: string }[];
  hints: string[];
  trail: string[];
  /** What mends it, once that has been found out. */
  fixes?: Fix[];
}

export interface Fix {
  title: string;
  edits: { place: Place; text: string }[];
}

export interface Hover {
  place: Place;
  text: string;
}

export interface Inlay {
  at: number;
  text: string;
  /** Whether it is the name of the argument that follows. */
  argument: boolean;
}

export interface Suggestion {
  kind: string;
  label: string;
  detail: string;
  text: string;
  place: Place;
  snippet: string;
}

export interface Category {
  heading: string;
  chosen: number;
  items: { name: string; description: string; selection: string }[];
}

export interface Options {
  categories: Category[];
  rulesets: { name: string; settings: string[] }[];
}

export interface Checked {
  name: string;
  playable: boolean;
  findings: Finding[];
  options: Options | null;
}

export interface LegalMove {
  name: string;
  from: number | null;
  to: number | null;
}

export interface Spot {
  name: string;
  x: number;
  y: number;
  r: number;
}

export interface Position {
  name: string;
  players: number;
  ply: number;
  chooser: number;
  agents: number[];
  over: boolean;
  result: string | null;
  scores: number[] | null;
  svg: string | null;
  moves: LegalMove[];
  places: Spot[];
  history: string[];
  unthinkable: string | null;
  swapped: boolean;
}

export interface Bar {
  from: number;
  to: number;
  count: number;
}

export interface Spread {
  mean: number | null;
  median: number | null;
  min: number | null;
  max: number | null;
  bars: Bar[];
  /** The few values far beyond all others, which have no bar of their width. */
  beyond: Bar | null;
}

export interface Playouts {
  games: number;
  failures: number;
  failure: { number: number; reason: string } | null;
  outcomes: { name: string; player: number; games: number }[];
  lengths: Spread;
  choices: Spread;
  forced: number;
}

export interface Part {
  text: string;
  place: Place | null;
  line: number | null;
}

export interface Change {
  kind: string;
  path: string[] | null;
  times: number;
  a: Part | null;
  b: Part | null;
}

export interface Compared {
  rules: Change[];
  metadata: Change[];
  play: null | {
    differs: boolean;
    certain?: boolean;
    shortest?: boolean;
    words: string;
    moves?: string[];
    details?: string[];
    a?: string | null;
    b?: string | null;
  };
}

export interface Description {
  text: string;
  options: string[];
}

export interface Course extends Description {
  seed: number;
  choices: number[];
}

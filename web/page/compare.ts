// Two versions side by side: their texts, what differs by ludeme, and the shortest game that shows it.

import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { Change, Compared, Description, Place } from "./answers.ts";
import { at, element, later, pictured } from "./dom.ts";
import { plain } from "./editor.ts";
import { Engine, Stopped } from "./engine.ts";

/** How many positions are compared in play. */
const PLIES = 20_000;

export class Comparison {
  readonly #engine = new Engine();
  #kept: Description = { text: "", options: [] };
  #present: Description = { text: "", options: [] };
  #shown = false;
  #view: MergeView | EditorView | undefined;
  #run = 0;
  readonly #comparing = later(300, () => void this.#texts());

  constructor(
    readonly restore: (kept: Description) => void,
    readonly go: (place: Place) => void,
  ) {
    at("keep").addEventListener("click", () => this.keep(this.#present));
    at("restore").addEventListener("click", () => this.restore(this.#kept));
    at("search").addEventListener("click", () => void this.#play());
  }

  /** Version A from now on. */
  keep(kept: Description): void {
    this.#kept = kept;
    if (this.#shown) this.#comparing.soon();
  }

  /** Version B: what the editor has. */
  follow(present: Description): void {
    this.#present = present;
    if (this.#shown) this.#comparing.soon();
  }

  /** Whether anybody looks. */
  set shown(shown: boolean) {
    this.#shown = shown;
    if (shown) this.#comparing.soon();
  }

  /** Compares the texts. */
  async #texts(): Promise<void> {
    this.#side();
    const run = ++this.#run;
    at("found").replaceChildren();
    const { text: a, options: one } = this.#kept;
    const { text: b, options: other } = this.#present;
    const same = a === b && one.join() === other.join();
    at<HTMLButtonElement>("search").disabled = same;
    at<HTMLButtonElement>("restore").disabled = same;
    if (same) {
      at("changes").replaceChildren(
        element("p", { class: "aside" }, "Both versions are the same. Change the text, and what that does shows here."),
      );
      return;
    }
    try {
      if (this.#engine.busy) this.#engine.stop();
      const answer = await this.#engine.ask<Compared>({ do: "compare", a: this.#kept, b: this.#present, plies: 0 });
      if (run === this.#run) this.#list(answer);
    } catch (error) {
      this.#refuse(error, at("changes"));
    }
  }

  /** Looks for a game that the versions play differently. */
  async #play(): Promise<void> {
    const run = ++this.#run;
    const found = at("found");
    const button = at<HTMLButtonElement>("search");
    button.disabled = true;
    found.replaceChildren(element("p", { class: "aside" }, "Playing both versions side by side…"));
    try {
      if (this.#engine.busy) this.#engine.stop();
      const request = { do: "compare", a: this.#kept, b: this.#present, plies: PLIES };
      const answer = await this.#engine.ask<Compared>(request, 120);
      if (run === this.#run) this.#tell(answer, found);
    } catch (error) {
      this.#refuse(error, found);
    }
    button.disabled = false;
  }

  #refuse(error: unknown, box: HTMLElement): void {
    if (error instanceof Stopped) return;
    box.replaceChildren(element("p", { class: "wrong" }, error instanceof Error ? error.message : String(error)));
  }

  #side(): void {
    const box = at("sides");
    const fixed = [plain, EditorState.readOnly.of(true), EditorView.editable.of(false)];
    const [a, b] = [this.#kept.text, this.#present.text];
    const how = { collapseUnchanged: { margin: 2, minSize: 4 }, gutter: true, diffConfig: { scanLimit: 2000, timeout: 500 } };
    this.#view?.destroy();
    // Where two do not fit beside each other, the lines of both stand in one text.
    this.#view = matchMedia("(min-width: 40em)").matches
      ? new MergeView({ a: { doc: a, extensions: fixed }, b: { doc: b, extensions: fixed }, parent: box, ...how })
      : new EditorView({
          doc: b,
          extensions: [...fixed, unifiedMergeView({ original: a, mergeControls: false, ...how })],
          parent: box,
        });
  }

  #list(answer: Compared): void {
    const count = answer.rules.length;
    const title =
      count === 0
        ? "The rules are the same, ludeme by ludeme."
        : `${count} ${count === 1 ? "difference" : "differences"} in the rules`;
    const items = answer.rules.map((change) => this.#change(change));
    const box = at("changes");
    box.replaceChildren(element("h3", {}, title), element("ul", { class: "changes" }, ...items));
    if (answer.metadata.length > 0) {
      const ways = [...new Set(answer.metadata.map((change) => (change.path ?? []).join(" › ")))].filter((way) => way);
      box.append(element("p", { class: "aside" }, `In the metadata, without effect on play: ${ways.join(", ") || "some"}`));
    }
  }

  #change(change: Change): HTMLElement {
    const times = change.times > 1 ? ` (in ${change.times} places)` : "";
    const way = (change.path ?? []).join(" › ") || "game";
    const item = element("li", {}, element("p", {}, element("b", {}, change.kind), ` ${way}${times}`));
    if (change.a) item.append(element("pre", { class: "before" }, change.a.text));
    const after = change.b;
    if (after) {
      const place = after.place;
      item.append(
        place === null
          ? element("pre", { class: "after" }, after.text)
          : element("button", { type: "button", class: "after", click: () => this.go(place) }, after.text),
      );
    }
    return item;
  }

  #tell(answer: Compared, box: HTMLElement): void {
    const play = answer.play;
    if (!play) return;
    box.replaceChildren(element("h3", {}, play.differs ? `Play differs: ${play.words}` : play.words));
    if (!play.differs) return;
    const moves = play.moves ?? [];
    const after =
      moves.length === 0
        ? "At the start."
        : `After ${moves.length} ${moves.length === 1 ? "move" : "moves"}${play.shortest ? ", and in no shorter game" : ""}: ${moves.join(", ")}`;
    box.append(element("p", {}, after));
    const details = (play.details ?? []).map((line) => element("li", {}, line));
    box.append(element("ul", {}, ...details));
    const boards = element("div", { class: "pair" });
    for (const [name, svg] of [
      ["A", play.a],
      ["B", play.b],
    ] as const) {
      const picture = svg ? pictured(svg) : undefined;
      if (!picture) continue;
      boards.append(element("figure", { class: "board" }, element("figcaption", {}, `Version ${name}`), picture));
    }
    box.append(boards);
  }
}

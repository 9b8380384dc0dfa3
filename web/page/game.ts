// A game at the board: whose turn it is, players of the computer, taking back.

import type { Course, Description, Position } from "./answers.ts";
import { Board } from "./board.ts";
import { at, element } from "./dom.ts";
import { Engine, Refused, Stopped } from "./engine.ts";

/** Who can sit at a seat, and what the rules call them. */
const SEATS: [string, string][] = [
  ["you", "You"],
  ["random", "Random"],
  ["uct:300ms", "UCT, quick"],
  ["uct:1s", "UCT, 1 second"],
  ["uct:4s", "UCT, 4 seconds"],
];

/** How long moves of a random player are shown, at least. */
const PAUSE = 120;

export class Table {
  readonly #rules = new Engine();
  readonly #mind = new Engine();
  readonly #board: Board;
  #description: Description = { text: "", options: [] };
  #seed = 0;
  #choices: number[] = [];
  #position: Position | undefined;
  /** Counts what has been asked for, so that late answers are known. */
  #turn = 0;
  /** Computers wait until somebody goes on. */
  #held = false;
  #seats: string[] = ["you", "uct:300ms"];

  constructor() {
    this.#board = new Board(at("picture"), at("moves"), at<HTMLInputElement>("filter"), at<HTMLDialogElement>("choice"), (index) => {
      this.#held = false;
      void this.#make(index);
    });
    at("new").addEventListener("click", () => void this.begin());
    at("undo").addEventListener("click", () => void this.#back());
    at("hint").addEventListener("click", () => void this.#suggest());
    at("on").addEventListener("click", () => {
      this.#held = false;
      void this.#next();
    });
    at("board").addEventListener("keydown", (event) => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
      const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
      if (!plain || typing) return;
      if (event.key === "u" || event.key === "Backspace") void this.#back();
      else if (event.key === "n") void this.begin();
      else if (event.key === "h") void this.#suggest();
      else return;
      event.preventDefault();
    });
  }

  /** The game as it stands, for a link. */
  get course(): Course {
    return { ...this.#description, seed: this.#seed, choices: this.#choices };
  }

  /** Plays by these rules from now on: the game goes on if the moves made mean the same, otherwise a new one begins. */
  async follow(description: Description): Promise<void> {
    const same = description.text === this.#description.text && description.options.join("\n") === this.#description.options.join("\n");
    if (same && this.#position) return;
    const before = this.#position?.history;
    this.#description = description;
    this.#position = undefined;
    this.#mind.stop();
    if (this.#choices.length > 0 && before) {
      try {
        const position = await this.#ask(this.#choices);
        if (!position) return;
        if (position.history.join("\n") === before.join("\n")) {
          await this.#set(position);
          return;
        }
      } catch (error) {
        if (error instanceof Stopped) return;
      }
    }
    this.#choices = [];
    await this.#show();
  }

  /** Goes on with a game that came with a link. */
  async resume(course: Course): Promise<void> {
    this.#description = { text: course.text, options: course.options };
    this.#seed = course.seed;
    this.#choices = course.choices;
    if (this.#choices.length > 0) {
      this.#held = true;
      try {
        const position = await this.#ask(this.#choices);
        if (position) await this.#set(position);
        return;
      } catch (error) {
        if (error instanceof Stopped) return;
        this.#held = false;
      }
    }
    this.#choices = [];
    await this.#show();
  }

  /** A new game, with another course of chance. */
  async begin(): Promise<void> {
    this.#mind.stop();
    this.#held = false;
    this.#seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    this.#choices = [];
    await this.#show();
  }

  #ask(choices: number[]): Promise<Position | undefined> {
    const turn = ++this.#turn;
    if (this.#rules.busy) this.#rules.stop();
    const request = { do: "position", ...this.#description, seed: this.#seed, choices };
    return this.#rules.ask<Position>(request).then((position) => (turn === this.#turn ? position : undefined));
  }

  async #show(): Promise<void> {
    try {
      const position = await this.#ask(this.#choices);
      if (position) await this.#set(position);
    } catch (error) {
      this.#tell(error);
    }
  }

  async #set(position: Position): Promise<void> {
    this.#position = position;
    this.#seating(position);
    await this.#next();
  }

  /** The seat of who is to choose. */
  #seat(position: Position): string {
    const agent = position.agents[position.chooser - 1] ?? position.chooser;
    return this.#seats[agent - 1] ?? "you";
  }

  /** Shows the position, and lets the computer move where it is to. */
  async #next(): Promise<void> {
    const position = this.#position;
    if (!position) return;
    const seat = this.#seat(position);
    const human = seat === "you" || position.chooser === 0 || this.#held;
    this.#board.show(position, human && !position.over);
    this.#status(position, human);
    if (human || position.over) return;
    const turn = this.#turn;
    const begun = performance.now();
    const player = seat.startsWith("uct") && position.unthinkable !== null ? "random" : seat;
    try {
      const index = await this.#think(player);
      const rest = PAUSE - (performance.now() - begun);
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
      if (turn === this.#turn) await this.#make(index);
    } catch (error) {
      if (!(error instanceof Stopped)) {
        this.#held = true;
        this.#board.show(position, true);
        this.#tell(error);
      }
    }
  }

  async #think(player: string): Promise<number> {
    if (this.#mind.busy) this.#mind.stop();
    const request = { do: "think", ...this.course, player, chance: this.#seed };
    const answer = await this.#mind.ask<{ index: number }>(request, 40);
    return answer.index;
  }

  async #make(index: number): Promise<void> {
    const choices = [...this.#choices, index];
    try {
      const position = await this.#ask(choices);
      if (!position) return;
      this.#choices = choices;
      await this.#set(position);
    } catch (error) {
      this.#tell(error);
    }
  }

  /** Takes moves back to where somebody at the board was to choose; only the last one where nobody was. */
  async #back(): Promise<void> {
    if (this.#choices.length === 0) return;
    this.#mind.stop();
    const people = this.#seats.slice(0, this.#position?.players ?? 0).includes("you");
    this.#held = !people;
    try {
      for (;;) {
        const choices = this.#choices.slice(0, -1);
        const position = await this.#ask(choices);
        if (!position) return;
        this.#choices = choices;
        this.#position = position;
        if (!people || choices.length === 0 || this.#seat(position) === "you") break;
      }
      await this.#next();
    } catch (error) {
      this.#tell(error);
    }
  }

  /** Makes the move that the computer would make here. */
  async #suggest(): Promise<void> {
    const position = this.#position;
    if (!position || position.over || this.#mind.busy) return;
    const turn = this.#turn;
    at("status").textContent = "Thinking for you…";
    try {
      const index = await this.#think(position.unthinkable === null ? "uct:1s" : "random");
      if (turn === this.#turn) await this.#make(index);
    } catch (error) {
      this.#tell(error);
    }
  }

  #status(position: Position, human: boolean): void {
    const status = at("status");
    const who = position.chooser > 0 ? `P${position.chooser}` : "The rules";
    const result = position.result ?? "the game is over";
    status.classList.toggle("over", position.over);
    status.classList.remove("wrong");
    if (position.over) status.textContent = `${result.charAt(0).toUpperCase()}${result.slice(1)} after ${position.ply} moves`;
    else if (human) status.textContent = position.chooser > 0 ? `${who} to move` : "The rules go on by themselves";
    else status.textContent = `${who} thinks…`;
    at("on").hidden = !this.#held || position.over || this.#seat(position) === "you";
    at<HTMLButtonElement>("undo").disabled = this.#choices.length === 0;
    at<HTMLButtonElement>("hint").disabled = position.over;
    at("scores").textContent =
      position.scores === null ? "" : position.scores.map((score, index) => `P${index + 1} ${score}`).join("   ");
    const list = at("history");
    list.replaceChildren(...position.history.map((move) => element("li", {}, move)));
    list.setAttribute("start", String(position.ply - position.history.length + 1));
    list.scrollTop = list.scrollHeight;
  }

  /** The selects of who plays. */
  #seating(position: Position): void {
    const box = at("seats");
    const key = `${position.players} ${position.unthinkable ?? ""}`;
    if (box.dataset.key === key) return;
    box.dataset.key = key;
    const made = Array.from({ length: position.players }, (_, index) => {
      const now = this.#seats[index] ?? this.#seats[1] ?? "random";
      this.#seats[index] = position.unthinkable !== null && now.startsWith("uct") ? "random" : now;
      const select = element("select", {
        "aria-label": `Player ${index + 1}`,
        change: (event) => {
          this.#seats[index] = (event.target as HTMLSelectElement).value;
          this.#held = false;
          this.#mind.stop();
          void this.#next();
        },
      });
      for (const [value, name] of SEATS) {
        const disabled = value.startsWith("uct") && position.unthinkable !== null;
        select.append(element("option", { value, disabled, selected: this.#seats[index] === value }, name));
      }
      return element("label", { class: `seat p${index + 1}` }, `P${index + 1}`, select);
    });
    box.replaceChildren(...made);
    box.title = position.unthinkable ?? "";
  }

  #tell(error: unknown): void {
    if (error instanceof Stopped) return;
    const status = at("status");
    status.classList.add("wrong");
    status.textContent = error instanceof Refused ? error.message : String(error);
  }
}

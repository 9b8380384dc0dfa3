// The board: a drawing that moves can be made on, by pointer or by keys.

import type { LegalMove, Position, Spot } from "./answers.ts";
import { drawn, element, pictured } from "./dom.ts";

/** Of more moves the list shows those that fit what is typed. */
const LISTED = 300;

/** A board in an element of the page. */
export class Board {
  #position: Position | undefined;
  #svg: SVGSVGElement | undefined;
  #layer: SVGElement | undefined;
  /** The place that the move begins on, once it has been chosen. */
  #from: number | undefined;
  /** The place that keys go from. */
  #at = 0;
  #open = false;

  constructor(
    readonly picture: HTMLElement,
    readonly list: HTMLElement,
    readonly filter: HTMLInputElement,
    readonly choice: HTMLDialogElement,
    readonly play: (index: number) => void,
  ) {
    picture.addEventListener("keydown", (event) => this.#key(event));
    filter.addEventListener("input", () => this.#moves());
    choice.addEventListener("click", (event) => {
      if (event.target === choice) choice.close();
    });
  }

  /** Shows a position. Moves can be made while it is `open`, which it is not for moves of the computer. */
  show(position: Position, open: boolean): void {
    const focused = this.picture.contains(document.activeElement);
    const name = this.#name(this.#at);
    this.#position = position;
    this.#open = open;
    this.#from = undefined;
    if (this.choice.open) this.choice.close();
    this.#svg = position.svg === null ? undefined : pictured(position.svg);
    if (this.#svg) {
      this.picture.replaceChildren(this.#svg);
    } else {
      this.picture.replaceChildren(element("p", { class: "note" }, "This board is too large to be drawn. The moves are in the list."));
    }
    // Who plays by keys goes on here when the computer has moved.
    if (focused) this.picture.focus();
    const again = position.places.findIndex((place) => place.name === name);
    this.#at = Math.max(0, again);
    this.#targets(focused);
    this.#moves();
  }

  /** Whether a move can be begun or ended at a place. */
  #live(place: number): boolean {
    const moves = this.#position?.moves ?? [];
    if (this.#from === place) return true;
    if (this.#from !== undefined) return moves.some((move) => move.from === this.#from && move.to === place);
    return moves.some((move) => begin(move) === place);
  }

  #name(place: number): string | undefined {
    return this.#position?.places[place]?.name;
  }

  /** Draws what can be pointed at. */
  #targets(focus: boolean): void {
    this.#layer?.remove();
    this.#layer = undefined;
    const position = this.#position;
    if (!this.#svg || !position || !this.#open) return;
    const places = position.places.map((place, index) => ({ place, index })).filter(({ index }) => this.#live(index));
    if (!places.some(({ index }) => index === this.#at)) this.#at = places[0]?.index ?? 0;
    const made = places.map(({ place, index }) => this.#target(place, index));
    this.#layer = drawn("g", { class: this.#from === undefined ? "targets" : "targets ends" }, ...made);
    this.#svg.append(this.#layer);
    if (focus) this.#focus();
  }

  #target(place: Spot, index: number): SVGElement {
    const chosen = index === this.#from;
    const starts = this.#from === undefined && this.#position?.moves.some((move) => move.from === index);
    const r = Math.max(place.r, 7);
    const sign = chosen ? r : starts ? r * 0.86 : Math.max(3.2, r * 0.24);
    return drawn(
      "g",
      {
        class: chosen ? "target chosen" : starts ? "target starts" : "target",
        role: "button",
        tabindex: index === this.#at ? 0 : -1,
        "aria-label": chosen ? `${place.name}, chosen` : place.name,
        "data-place": index,
        click: () => this.#choose(index),
      },
      drawn("circle", { class: "touch", cx: place.x, cy: place.y, r }),
      drawn("circle", { class: "sign", cx: place.x, cy: place.y, r: sign }),
    );
  }

  #focus(): void {
    this.#layer?.querySelector<SVGElement>(`[data-place="${this.#at}"]`)?.focus();
  }

  /** A place was pointed at. */
  #choose(place: number): void {
    const position = this.#position;
    if (!position || !this.#open) return;
    this.#at = place;
    const all = position.moves.map((move, index) => ({ move, index }));
    if (this.#from === place) {
      this.#from = undefined;
      this.#targets(true);
      return;
    }
    if (this.#from !== undefined) {
      this.#offer(all.filter(({ move }) => move.from === this.#from && move.to === place));
      return;
    }
    const here = all.filter(({ move }) => begin(move) === place);
    if (here.some(({ move }) => move.from === place)) {
      const still = here.filter(({ move }) => move.from === null);
      if (still.length === 0) {
        this.#from = place;
        this.#targets(true);
      } else {
        this.#offer(here);
      }
      return;
    }
    this.#offer(here);
  }

  /** Makes the one move there is, or asks which. */
  #offer(moves: { move: LegalMove; index: number }[]): void {
    const [only, ...others] = moves;
    if (!only) return;
    // Moves that do the same are the same choice.
    if (others.every(({ move }) => move.name === only.move.name)) {
      this.play(only.index);
      return;
    }
    const buttons = moves.map(({ move, index }) =>
      element(
        "button",
        {
          type: "button",
          click: () => {
            this.choice.close();
            this.play(index);
          },
        },
        move.name,
      ),
    );
    this.choice.replaceChildren(
      element("h3", {}, "Which move?"),
      element("div", { class: "ways" }, ...buttons),
      element("button", { type: "button", class: "quiet", click: () => this.choice.close() }, "None of them"),
    );
    this.choice.showModal();
  }

  #key(event: KeyboardEvent): void {
    const target = (event.target as Element).closest<SVGElement>("[data-place]");
    if (!target) return;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    if (step) {
      const next = this.#beside(step);
      if (next !== undefined) {
        target.setAttribute("tabindex", "-1");
        this.#at = next;
        this.#layer?.querySelector(`[data-place="${next}"]`)?.setAttribute("tabindex", "0");
        this.#focus();
      }
    } else if (event.key === "Enter" || event.key === " ") {
      this.#choose(Number(target.dataset.place));
    } else if (event.key === "Escape" && this.#from !== undefined) {
      this.#at = this.#from;
      this.#from = undefined;
      this.#targets(true);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** The nearest place in a direction, what lies off it counted double. */
  #beside([dx, dy]: [number, number]): number | undefined {
    const places = this.#position?.places ?? [];
    const here = places[this.#at];
    if (!here) return undefined;
    let best: { index: number; far: number } | undefined;
    places.forEach((place, index) => {
      if (index === this.#at || !this.#live(index)) return;
      const [x, y] = [place.x - here.x, place.y - here.y];
      const along = x * dx + y * dy;
      const off = Math.abs(x * dy - y * dx);
      if (along <= 0.5 || off > along * 1.8) return;
      const far = along + 2 * off;
      if (!best || far < best.far) best = { index, far };
    });
    return best?.index;
  }

  /** The list of moves: all of them, whether they can be pointed at or not. */
  #moves(): void {
    const position = this.#position;
    const moves = position?.moves ?? [];
    const words = this.filter.value.trim().toLowerCase();
    const fits = moves.map((move, index) => ({ move, index })).filter(({ move }) => move.name.toLowerCase().includes(words));
    this.filter.hidden = moves.length < 12 && words === "";
    const buttons = fits.slice(0, LISTED).map(({ move, index }) =>
      element(
        "button",
        {
          type: "button",
          disabled: !this.#open,
          class: move.from === null && move.to === null ? "placeless" : undefined,
          click: () => this.play(index),
        },
        move.name,
      ),
    );
    // What cannot be pointed at comes first.
    buttons.sort((a, b) => Number(b.classList.contains("placeless")) - Number(a.classList.contains("placeless")));
    const more = fits.length - buttons.length;
    if (more > 0) buttons.push(element("button", { disabled: true, type: "button" }, `and ${more} more`));
    this.list.replaceChildren(...buttons);
  }
}

/** Where a move is begun. */
function begin(move: LegalMove): number | null {
  return move.from ?? move.to;
}

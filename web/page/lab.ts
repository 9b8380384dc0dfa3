// Random games, and what they have in common.

import type { Bar, Description, Playouts, Spread } from "./answers.ts";
import { at, drawn, element, number } from "./dom.ts";
import { Engine, Stopped } from "./engine.ts";

/** How long a slice of games should take. */
const SLICE = 250;

export class Lab {
  readonly #engine = new Engine();
  #description: Description = { text: "", options: [] };
  /** The description that the numbers are about. */
  #about: Description | undefined;
  #run = 0;

  constructor() {
    at("run").addEventListener("click", () => void this.#start());
    at("halt").addEventListener("click", () => this.#halt("stopped"));
  }

  /** These rules are meant from now on. */
  follow(description: Description): void {
    this.#description = description;
    const same = this.#about?.text === description.text && this.#about.options.join() === description.options.join();
    if (this.#about && !same) at("stale").hidden = false;
  }

  #halt(words: string): void {
    this.#run += 1;
    this.#engine.stop();
    this.#running(false);
    at("progress").textContent += ` (${words})`;
  }

  #running(on: boolean): void {
    at<HTMLButtonElement>("run").disabled = on;
    at<HTMLButtonElement>("halt").disabled = !on;
    at("lab").setAttribute("aria-busy", String(on));
  }

  async #start(): Promise<void> {
    const run = ++this.#run;
    const wanted = Number(at<HTMLSelectElement>("wanted").value);
    const description = this.#description;
    this.#about = description;
    at("stale").hidden = true;
    this.#running(true);
    const begin = performance.now();
    let [from, count] = [0, 1];
    try {
      while (from < wanted && run === this.#run) {
        const slice = Math.min(count, wanted - from);
        const before = performance.now();
        const request = { do: "playouts", ...description, seed: 1, from, count: slice };
        const answer = await this.#engine.ask<Playouts>(request, 120);
        if (run !== this.#run) return;
        const took = performance.now() - before;
        from += slice;
        const pace = took / slice;
        count = Math.max(1, Math.min(4 * slice, Math.ceil(SLICE / Math.max(pace, 1e-3))));
        this.#show(answer, from, wanted, (performance.now() - begin) / 1000);
      }
    } catch (error) {
      if (!(error instanceof Stopped)) at("progress").textContent = error instanceof Error ? error.message : String(error);
    }
    if (run === this.#run) this.#running(false);
  }

  #show(answer: Playouts, done: number, wanted: number, seconds: number): void {
    const pace = done / Math.max(seconds, 1e-3);
    at("progress").textContent = `${number(done)} of ${number(wanted)} games, ${number(pace)} a second`;
    const all = Math.max(1, answer.games);
    const outcomes = answer.outcomes.map((outcome) => {
      const share = (100 * outcome.games) / all;
      const bar = element("span", { class: `bar p${outcome.player}` });
      bar.style.width = `${share}%`;
      return element(
        "tr",
        {},
        element("th", { scope: "row" }, outcome.name),
        element("td", { class: "wide" }, bar),
        element("td", { class: "figure" }, `${number(share, 1)} %`),
        element("td", { class: "figure aside" }, number(outcome.games)),
      );
    });
    at("outcomes").replaceChildren(...outcomes);
    at("failures").textContent =
      answer.failure === null
        ? ""
        : `In ${number(answer.failures)} games the rules failed, first in game ${answer.failure.number}: ${answer.failure.reason}`;
    const forced = answer.choices.mean === null ? "" : `; ${number(answer.forced)} moves without a choice`;
    at("lengths").replaceChildren(chart("Moves of a game", "games", answer.lengths, ""));
    at("breadths").replaceChildren(chart("Legal moves at a time", "positions", answer.choices, forced));
  }
}

const [WIDTH, HEIGHT, FOOT] = [420, 150, 22];

/** What is said of values that lie far beyond all others. */
function far(beyond: Bar | null): string {
  if (!beyond) return "";
  return `; ${number(beyond.count)} ${beyond.count === 1 ? "lies" : "lie"} beyond ${number(beyond.from)}`;
}

/** A histogram with its mean and median. */
function chart(title: string, of: string, spread: Spread, more: string): HTMLElement {
  const words = `mean ${number(spread.mean, 1)}, median ${number(spread.median)}, from ${number(spread.min)} to ${number(spread.max)}${more}${far(spread.beyond)}`;
  const figure = element("figure", {}, element("figcaption", {}, element("b", {}, title), ` ${words}`));
  const bars = spread.bars;
  const [first, last] = [bars[0], bars[bars.length - 1]];
  if (!first || !last) return figure;
  const beyond = spread.beyond;
  const top = Math.max(...bars.map((bar) => bar.count), beyond?.count ?? 1, 1);
  const [left, end] = [first.from, last.to + 1];
  // What lies beyond stands apart from the others, a twentieth of the chart wide.
  const right = beyond ? end + (end - left) / 9 : end;
  const x = (value: number) => ((value - left) / (right - left)) * WIDTH;
  const svg = drawn("svg", { viewBox: `0 -6 ${WIDTH} ${HEIGHT + FOOT + 6}`, role: "img", "aria-label": `${title}: ${words}` });
  const column = (bar: Bar, from: number, to: number, kind: string) => {
    const height = (bar.count / top) * HEIGHT;
    const range = bar.from === bar.to ? number(bar.from) : `${number(bar.from)} to ${number(bar.to)}`;
    svg.append(
      drawn(
        "rect",
        {
          class: kind,
          x: x(from) + 0.5,
          y: HEIGHT - height,
          width: Math.max(0.6, x(to) - x(from) - 1),
          height,
          rx: 1,
        },
        drawn("title", {}, `${range}: ${number(bar.count)} ${of}`),
      ),
    );
  };
  for (const bar of bars) column(bar, bar.from, bar.to + 1, "column");
  if (beyond) column(beyond, (end + right) / 2, right, "column far");
  svg.append(drawn("path", { class: "axis", d: `M0 ${HEIGHT}H${WIDTH}` }));
  if (spread.mean !== null && spread.mean < end) svg.append(drawn("path", { class: "mean", d: `M${x(spread.mean)} -6V${HEIGHT}` }));
  const label = (value: number, anchor: string, place: number) =>
    drawn("text", { x: place, y: HEIGHT + 16, "text-anchor": anchor }, number(value));
  svg.append(label(first.from, "start", 0), label(last.to, "end", x(end)));
  figure.append(svg);
  return figure;
}

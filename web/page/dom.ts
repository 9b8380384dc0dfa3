// Small helpers for the elements of the page.

/** The element with this id, which the page has. */
export function at<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element as T;
}

type Attributes = Record<string, string | number | boolean | ((event: Event) => void) | undefined>;

/** A new element; attributes that are functions listen for the event of their name. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  apply(made, attributes);
  made.append(...children);
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

/** The same for a drawing. */
export function drawn(tag: string, attributes: Attributes = {}, ...children: (Node | string)[]): SVGElement {
  const made = document.createElementNS(SVG, tag);
  apply(made, attributes);
  made.append(...children);
  return made;
}

function apply(made: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== undefined && value !== false) made.setAttribute(name, String(value));
  }
}

/** A drawing that came as text; `undefined` where it is none. */
function parsed(svg: string): SVGSVGElement | undefined {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (root.localName !== "svg") return undefined;
  const made = document.importNode(root, true) as unknown as SVGSVGElement;
  // The names of what is drawn once and used often must not meet those of another drawing in the page.
  const mark = `d${++drawings}-`;
  for (const one of made.querySelectorAll("[id]")) one.id = mark + one.id;
  for (const one of made.querySelectorAll("use")) {
    const href = one.getAttribute("href");
    if (href?.startsWith("#")) one.setAttribute("href", `#${mark}${href.slice(1)}`);
  }
  const labels = made.getAttribute("aria-labelledby");
  if (labels) made.setAttribute("aria-labelledby", labels.split(" ").map((id) => mark + id).join(" "));
  return made;
}

let drawings = 0;

/** The height of the line with the name of the game. */
const TITLE = 30;

/** The drawing of a position for a page that has its own paper, shows the name of the game and gives the width. */
export function pictured(svg: string): SVGSVGElement | undefined {
  const made = parsed(svg);
  if (!made) return undefined;
  made.removeAttribute("width");
  made.removeAttribute("height");
  made.querySelector(":scope > rect")?.setAttribute("class", "paper");
  const [, , width, height] = (made.getAttribute("viewBox") ?? "").split(" ").map(Number);
  if (width && height) made.setAttribute("viewBox", `0 ${TITLE} ${width} ${height - TITLE}`);
  made.querySelector(":scope > text")?.remove();
  return made;
}

/** A number as people read it. */
export function number(value: number | null, digits = 0): string {
  return value === null ? "–" : value.toLocaleString("en", { maximumFractionDigits: digits });
}

/** Calls a function when it has not been asked for it for so many milliseconds, or at once. */
export function later(milliseconds: number, call: () => void): { soon: () => void; now: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(call, milliseconds);
  };
  const now = () => {
    clearTimeout(timer);
    call();
  };
  return { soon, now };
}

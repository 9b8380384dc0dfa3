// The few marks of Markdown that meanings are written with: blocks of code, code within a line, paragraphs.

import { element } from "./dom.ts";

/** A text as elements. */
export function markdown(text: string): HTMLElement {
  const box = element("div", { class: "meaning" });
  text.split(/```\w*\n?/).forEach((part, index) => {
    if (index % 2 === 1) {
      box.append(element("pre", {}, part.trimEnd()));
      return;
    }
    for (const paragraph of part.split(/\n\s*\n/)) {
      if (paragraph.trim() === "") continue;
      const words = paragraph.trim().split("`");
      box.append(element("p", {}, ...words.map((word, at) => (at % 2 === 1 ? element("code", {}, word) : word))));
    }
  });
  return box;
}

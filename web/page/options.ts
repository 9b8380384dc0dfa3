// The options of a description: a select for each, and one for the rulesets.

import type { Options } from "./answers.ts";
import { at, element } from "./dom.ts";

/** Shows the options; `choose` is told the selections whenever one is made. */
export function show(options: Options, choose: (selections: string[]) => void): void {
  const box = at("options");
  const key = JSON.stringify(options);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  const chosen = options.categories.map((category) => category.items[category.chosen]?.selection ?? "");
  const selects = options.categories.map((category, index) => {
    const select = element("select", {
      change: (event) => {
        chosen[index] = (event.target as HTMLSelectElement).value;
        choose(chosen.filter((selection) => selection !== ""));
      },
    });
    category.items.forEach((item, at) => {
      const made = element("option", { value: item.selection, selected: at === category.chosen }, item.name);
      if (item.description) made.title = item.description;
      select.append(made);
    });
    const description = category.items[category.chosen]?.description.replace(/\s+/g, " ").trim();
    if (description) select.title = description;
    return element("label", {}, category.heading, select);
  });
  if (options.rulesets.length > 0) {
    const inUse = options.rulesets.findIndex((ruleset) => ruleset.settings.every((setting) => chosen.includes(setting)));
    const select = element("select", {
      change: (event) => {
        const ruleset = options.rulesets[Number((event.target as HTMLSelectElement).value)];
        if (ruleset) choose(ruleset.settings);
      },
    });
    if (inUse < 0) select.append(element("option", { value: -1, selected: true }, "(none)"));
    options.rulesets.forEach((ruleset, index) => {
      select.append(element("option", { value: index, selected: index === inUse }, ruleset.name.replace(/^Ruleset\//, "")));
    });
    selects.unshift(element("label", {}, "Ruleset", select));
  }
  box.replaceChildren(...selects);
  at("optioned").hidden = selects.length === 0;
  const names = options.categories.map((category) => category.items[category.chosen]?.name ?? "");
  at("chosen").textContent = names.join(" · ");
}

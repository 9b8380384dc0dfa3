// What a text leaves unsaid, shown within its lines: names of arguments, values of options.

import { StateEffect, StateField } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { Decoration, EditorView, WidgetType } from "@codemirror/view";
import type { DecorationSet } from "@codemirror/view";
import type { Inlay } from "./answers.ts";
import { element } from "./dom.ts";

class Hint extends WidgetType {
  constructor(
    readonly text: string,
    readonly argument: boolean,
  ) {
    super();
  }

  override eq(other: Hint): boolean {
    return other.text === this.text && other.argument === this.argument;
  }

  override toDOM(): HTMLElement {
    // It is no part of the text: whoever has it read aloud hears the text.
    return element("span", { class: `unsaid ${this.argument ? "before" : "behind"}`, "aria-hidden": "true" }, this.text);
  }
}

const put = StateEffect.define<DecorationSet>();

const shown = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(hints, transaction) {
    for (const effect of transaction.effects) if (effect.is(put)) return effect.value;
    return hints.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const hints: Extension = shown;

/** Shows what the present text leaves unsaid; nothing for an empty list. */
export function hint(view: EditorView, inlays: Inlay[]): void {
  const length = view.state.doc.length;
  const within = inlays.filter((inlay) => inlay.at <= length);
  const marks = within.map((inlay) =>
    // The name of an argument goes with what follows, a value with what precedes.
    Decoration.widget({ widget: new Hint(inlay.text, inlay.argument), side: inlay.argument ? 1 : -1 }).range(inlay.at),
  );
  view.dispatch({ effects: put.of(Decoration.set(marks, true)) });
}

// Another name for a define, an option, a piece or a region, wherever it is written.

import { showDialog } from "@codemirror/view";
import type { EditorView } from "@codemirror/view";
import type { Place } from "./answers.ts";

/** Where the name at a place is written, and the edits that give it another; `rename` says in words why there are none. */
export interface Names {
  references(at: number): Promise<Place[] | null>;
  rename(at: number, name: string): Promise<Edits | string>;
}

export type Edits = { place: Place; text: string }[];

/** Asks for another name of what stands at the cursor, and writes it; what speaks against it is said. */
export async function rename(view: EditorView, names: Names, say: (words: string) => void): Promise<void> {
  const { head } = view.state.selection.main;
  const text = view.state.doc;
  const places = await names.references(head);
  const here = places?.find(([from, to]) => from <= head && head <= to);
  if (!places || !here) return say("No name of a define, an option, a piece or a region stands here");
  const old = view.state.sliceDoc(...here);
  const label = places.length === 1 ? `Rename ${old}` : `Rename ${old} in ${places.length} places`;
  const input = { name: "name", value: old, autocomplete: "off", spellcheck: "false", size: "24" };
  const { result } = showDialog(view, { label, input, submitLabel: "Rename", focus: true, top: true, class: "rename" });
  const form = await result;
  view.focus();
  const name = form && new FormData(form).get("name");
  if (typeof name !== "string" || name === old) return;
  const edits = await names.rename(head, name);
  if (typeof edits === "string") return say(edits);
  if (!view.state.doc.eq(text)) return say("The text has changed meanwhile");
  view.dispatch({
    changes: edits.map(({ place: [from, to], text: insert }) => ({ from, to, insert })),
    userEvent: "rename",
  });
}

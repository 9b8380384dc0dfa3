// The editor: CodeMirror with the language, and findings at their places.

import { autocompletion, closeBrackets, closeBracketsKeymap, completeAnyWord, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import type { Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import {
  EditorView,
  drawSelection,
  dropCursor,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import type { Finding, Place } from "./answers.ts";
import { element } from "./dom.ts";
import { lud } from "./lud.ts";

/** What the styles of the editor are let in by: see the policy in index.html. */
const nonce = EditorView.cspNonce.of("ludemic");

/** What the editor shares with the comparison. */
export const plain: Extension = [
  nonce,
  lud,
  lineNumbers(),
  highlightSpecialChars(),
  EditorView.lineWrapping,
  EditorState.tabSize.of(4),
  indentUnit.of("    "),
];

/** The editor of the page. */
export class Editor {
  readonly view: EditorView;

  constructor(parent: HTMLElement, text: string, changed: () => void) {
    this.view = new EditorView({
      parent,
      doc: text,
      extensions: [
        plain,
        highlightActiveLine(),
        highlightActiveLineGutter(),
        history(),
        codeFolding(),
        foldGutter(),
        drawSelection(),
        dropCursor(),
        indentOnInput(),
        bracketMatching({ maxScanDistance: 200_000 }),
        closeBrackets(),
        highlightSelectionMatches(),
        search({ top: true }),
        autocompletion({ override: [completeAnyWord] }),
        lintGutter(),
        keymap.of([
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...foldKeymap,
          ...completionKeymap,
          ...lintKeymap,
          indentWithTab,
        ]),
        EditorView.contentAttributes.of({ "aria-label": "Description of the game", spellcheck: "false" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed();
        }),
      ],
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Puts another text in its place; undo brings the old one back. */
  replace(text: string): void {
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      selection: { anchor: 0 },
      scrollIntoView: true,
    });
  }

  /** Marks the findings of a check of this very text. */
  show(findings: Finding[]): void {
    const length = this.view.state.doc.length;
    const marks = findings.map((finding) => diagnostic(finding, length));
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  /** Goes to a place. */
  go(place: Place): void {
    const [from, to] = place.map((at) => Math.min(at, this.view.state.doc.length)) as Place;
    this.view.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: "center" }),
    });
    this.view.focus();
  }

  /** Replaces what stands at a place. */
  fix(place: Place, text: string): void {
    this.view.dispatch({ changes: { from: place[0], to: place[1], insert: text } });
    this.view.focus();
  }
}

function diagnostic(finding: Finding, length: number): Diagnostic {
  const [start, end] = finding.place ?? [0, 0];
  const from = Math.min(start, length);
  const to = Math.min(Math.max(end, start), length);
  const fix = finding.fix;
  return {
    from,
    to,
    severity: finding.severity === "note" ? "info" : finding.severity,
    source: finding.code,
    message: finding.message,
    renderMessage: () => told(finding),
    actions:
      fix === null
        ? []
        : [
            {
              name: `Replace by ${fix}`,
              apply: (view, from, to) => view.dispatch({ changes: { from, to, insert: fix } }),
            },
          ],
  };
}

/** A finding in words, with all that is known of it. */
export function told(finding: Finding): HTMLElement {
  const box = element("div", { class: "told" }, element("p", {}, finding.message));
  if (finding.label) box.append(element("p", { class: "aside" }, finding.label));
  for (const label of finding.labels) box.append(element("p", { class: "aside" }, label.text));
  for (const step of finding.trail) box.append(element("p", { class: "aside" }, step));
  for (const hint of finding.hints) box.append(element("p", { class: "hint" }, hint));
  return box;
}

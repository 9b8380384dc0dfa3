// The editor: CodeMirror with the language, and findings at their places.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, snippet } from "@codemirror/autocomplete";
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
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
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import type { Tooltip } from "@codemirror/view";
import type { Finding, Fix, Hover, Inlay, Place, Suggestion } from "./answers.ts";
import { element } from "./dom.ts";
import { hint, hints } from "./hints.ts";
import { lud } from "./lud.ts";
import { markdown } from "./markdown.ts";
import { rename } from "./rename.ts";
import type { Names } from "./rename.ts";

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

/** Asks something about a place of the present text; nothing where there is no answer. */
export type Ask = <T>(what: "hover" | "complete" | "definition", at: number) => Promise<T | null>;

/** What is longer does not stand beside a suggestion, but in the box of the one that is looked at. */
const BESIDE = 28;

/** What may be written here, by the rules of the language. */
async function suggestions(ask: Ask, context: CompletionContext): Promise<CompletionResult | null> {
  const before = context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos);
  if (!context.explicit && !/[\w(<"]/.test(before)) return null;
  const list = await ask<Suggestion[]>("complete", context.pos);
  const first = list?.[0];
  if (!list || !first || context.aborted) return null;
  const from = first.place[0];
  const options = list.filter((item) => item.place[0] === from);
  return {
    from,
    validFor: /^[\w-]*$/,
    options: options.map((item, index) => ({
      label: item.label,
      detail: item.detail.length > BESIDE ? undefined : item.detail,
      type: item.kind,
      // The rules know the order best.
      boost: Math.max(-99, 50 - index),
      info: item.text === "" && item.detail.length <= BESIDE ? undefined : () => markdown(`\`\`\`\n${item.detail}\n\`\`\`\n${item.text}`),
      apply: (view, completion, from, to) => {
        // Of what follows only the rest of the same word is replaced.
        const rest = view.state.sliceDoc(to, Math.max(to, item.place[1]));
        const end = /^[\w:>-]*$/.test(rest) ? to + rest.length : to;
        snippet(item.snippet)(view, completion, from, end);
      },
    })),
  };
}

/** What stands here means, while the pointer rests on it. */
async function meaning(ask: Ask, at: number): Promise<Tooltip | null> {
  const hover = await ask<Hover>("hover", at);
  if (!hover) return null;
  return { pos: hover.place[0], end: hover.place[1], above: true, create: () => ({ dom: markdown(hover.text) }) };
}

/** The editor of the page. */
export class Editor {
  readonly view: EditorView;
  readonly #names: Names;
  readonly #say: (words: string) => void;

  constructor(parent: HTMLElement, text: string, ask: Ask, names: Names, changed: () => void, say: (words: string) => void) {
    this.#names = names;
    this.#say = say;
    const define = async (at: number) => {
      const place = await ask<Place>("definition", at);
      if (place) this.go(place);
    };
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
        autocompletion({ override: [(context) => suggestions(ask, context)], icons: false, activateOnTypingDelay: 150 }),
        hoverTooltip((_, at) => meaning(ask, at), { hoverTime: 400 }),
        lintGutter(),
        hints,
        keymap.of([
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...foldKeymap,
          ...completionKeymap,
          ...lintKeymap,
          {
            key: "F12",
            run: (view) => {
              void define(view.state.selection.main.head);
              return true;
            },
          },
          {
            key: "F2",
            run: () => {
              void this.rename();
              return true;
            },
          },
          indentWithTab,
        ]),
        EditorView.domEventHandlers({
          mousedown: (event, view) => {
            if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
            const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
            if (at !== null) void define(at);
            return at !== null;
          },
        }),
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

  /** Shows what this very text leaves unsaid. */
  hint(inlays: Inlay[]): void {
    hint(this.view, inlays);
  }

  /** Gives what stands at the cursor another name. */
  rename(): Promise<void> {
    return rename(this.view, this.#names, this.#say);
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

  /** Mends something. */
  fix(fix: Fix): void {
    apply(this.view, fix);
    this.view.focus();
  }
}

function apply(view: EditorView, fix: Fix): void {
  const length = view.state.doc.length;
  const within = fix.edits.filter((edit) => edit.place[1] <= length);
  view.dispatch({ changes: within.map((edit) => ({ from: edit.place[0], to: edit.place[1], insert: edit.text })) });
}

function diagnostic(finding: Finding, length: number): Diagnostic {
  const [start, end] = finding.place ?? [0, 0];
  const from = Math.min(start, length);
  const to = Math.min(Math.max(end, start), length);
  return {
    from,
    to,
    severity: finding.severity === "note" ? "info" : finding.severity,
    source: finding.code,
    message: finding.message,
    renderMessage: () => told(finding),
    actions: (finding.fixes ?? []).map((fix) => ({ name: fix.title, apply: (view) => apply(view, fix) })),
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

// The language in the editor: colours, folding, indentation.

import { HighlightStyle, StreamLanguage, foldService, indentService, syntaxHighlighting } from "@codemirror/language";
import type { StreamParser } from "@codemirror/language";
import type { EditorState, Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";

interface Reading {
  /** Inside of a string that goes over several lines. */
  string: boolean;
  /** What follows is the head of a clause. */
  head: boolean;
}

const parser: StreamParser<Reading> = {
  name: "lud",
  startState: () => ({ string: false, head: false }),
  token(stream, state) {
    if (state.string) {
      while (!stream.eol()) {
        const character = stream.next();
        if (character === "\\") stream.next();
        else if (character === '"') {
          state.string = false;
          break;
        }
      }
      return "string";
    }
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    const head = state.head;
    state.head = false;
    if (stream.eat('"')) {
      state.string = true;
      return head ? "macroName" : "string";
    }
    if (stream.eat("(")) {
      state.head = true;
      return "bracket";
    }
    if (stream.match(/^[){}]/)) return "bracket";
    if (stream.match(/^<[\w:-]*>/)) return "macroName";
    if (stream.match(/^#\d+/)) return "macroName";
    if (stream.match(/^-?\d[\w.]*/)) return "number";
    if (head && stream.match(/^(define|option|rulesets?|item|metadata|info)\b/)) return "meta";
    if (stream.match(/^[A-Za-z_]\w*:(?!\s)/)) return "attributeName";
    if (stream.match(/^[A-Za-z_][\w-]*/)) {
      if (head) return "keyword";
      const word = stream.current();
      if (word === "true" || word === "false") return "bool";
      return /^[A-Z]/.test(word) ? "atom" : "variableName";
    }
    if (head && stream.match(/^[-+*/%=!<>^]+/)) return "keyword";
    stream.next();
    return null;
  },
  languageData: {
    commentTokens: { line: "//" },
    closeBrackets: { brackets: ["(", "{", '"'] },
    wordChars: "-",
  },
};

// The colours are those of style.css, so that they follow light and dark.
const style = HighlightStyle.define(
  [
    { tag: tags.keyword, class: "t-head" },
    { tag: tags.meta, class: "t-meta" },
    { tag: tags.string, class: "t-string" },
    { tag: tags.comment, class: "t-comment" },
    { tag: tags.number, class: "t-number" },
    { tag: tags.bool, class: "t-number" },
    { tag: tags.atom, class: "t-atom" },
    { tag: tags.attributeName, class: "t-label" },
    { tag: tags.macroName, class: "t-macro" },
    { tag: tags.bracket, class: "t-bracket" },
  ],
);

/** How many brackets are open after a line, strings and comments left out. */
function depth(text: string): number {
  const bare = text.replace(/"(?:[^"\\]|\\.)*"?|\/\/.*/g, "");
  let open = 0;
  for (const character of bare) {
    if (character === "(" || character === "{") open += 1;
    else if (character === ")" || character === "}") open -= 1;
  }
  return open;
}

/** How many lines are looked at to fold one. */
const FOLD = 5000;

/** From the end of a line that leaves brackets open to the line that closes them. */
function fold(state: EditorState, start: number): { from: number; to: number } | null {
  const line = state.doc.lineAt(start);
  let open = depth(line.text);
  if (open <= 0) return null;
  for (let n = line.number + 1; n <= Math.min(state.doc.lines, line.number + FOLD); n++) {
    const next = state.doc.line(n);
    const change = depth(next.text);
    if (open + change <= 0) {
      const to = next.from + (next.text.length - next.text.trimStart().length);
      return { from: line.to, to };
    }
    open += change;
  }
  return null;
}

const indent = indentService.of((context, position) => {
  const line = context.state.doc.lineAt(position);
  if (line.number === 1) return 0;
  let before = line.number - 1;
  while (before > 1 && context.state.doc.line(before).text.trim() === "") before -= 1;
  const text = context.lineAt(context.state.doc.line(before).from).text;
  const own = /^\s*/.exec(text)?.[0].length ?? 0;
  const closes = /^\s*[)}]/.test(line.text.slice(position - line.from)) ? 1 : 0;
  // Brackets that a line begins with were counted when it was indented itself.
  const steps = Math.sign(depth(text.replace(/^[\s)}]+/, ""))) - closes;
  return Math.max(0, own + context.unit * steps);
});

/** All of it. */
export const lud: Extension = [
  StreamLanguage.define(parser),
  syntaxHighlighting(style),
  foldService.of((state, start) => fold(state, start)),
  indent,
];

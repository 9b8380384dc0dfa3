// The TextMate grammar, run as editors run it over every description there is, says the same of comments, strings, labels, tags,
// numbers and parameters as the language server, which has the tree.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";
import { folders, root, start, texts } from "./server.mjs";

const require = createRequire(import.meta.url);
const path = `${root}/editors/vscode/syntaxes/ludii.tmLanguage.json`;

/** What the types of semantic tokens are called in the grammar. */
const SCOPES = {
  comment: /^comment\./,
  string: /^string\.|^entity\.name\.function/,
  macro: /^string\.|^entity\.name\.function/,
  property: /^variable\.other\.property/,
  typeParameter: /^entity\.name\.type\.option/,
  number: /^constant\.numeric/,
  parameter: /^variable\.parameter/,
  keyword: /^keyword\.control|^support\.function/,
};

async function grammar() {
  const wasm = readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(readFileSync(path, "utf8"), path),
  });
  return registry.loadGrammar("source.ludii");
}

/** The scopes of each line, from character to character. */
function coloured(ludii, lines) {
  let stack = textmate.INITIAL;
  return lines.map((line) => {
    const { tokens, ruleStack, stoppedEarly } = ludii.tokenizeLine(line, stack, 2000);
    assert.equal(stoppedEarly, false, line);
    stack = ruleStack;
    return tokens;
  });
}

/** The tokens of the server, with line and column. */
function placed(data, types) {
  const tokens = [];
  let [line, column] = [0, 0];
  for (let at = 0; at < data.length; at += 5) {
    line += data[at];
    column = data[at] ? data[at + 1] : column + data[at + 1];
    tokens.push({ line, start: column, end: column + data[at + 2], type: types[data[at + 3]] });
  }
  return tokens;
}

const shown = (file, line, text) => `${file}:${line + 1}: ${text}`;

test("the colours of every description", async () => {
  const ludii = await grammar();
  const server = await start();
  const types = server.capabilities.semanticTokensProvider.legend.tokenTypes;
  const differences = [];
  let [files, compared] = [0, 0];
  for (const file of folders().flatMap(texts)) {
    const text = readFileSync(file, "utf8").replaceAll(/\r\n?/g, "\n");
    const uri = `file:///${files}.lud`;
    const document = { uri, languageId: "ludii", version: 1, text };
    await server.connection.sendNotification("textDocument/didOpen", { textDocument: document });
    const { data } = await server.connection.sendRequest("textDocument/semanticTokens/full", { textDocument: { uri } });
    const layout = await server.connection.sendRequest("textDocument/formatting", { textDocument: { uri }, options: {} });
    await server.connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
    // Where a quote or a bracket was lost, the server guesses from lines and indentation where strings end.
    if (!layout) continue;
    files += 1;
    const lines = text.split("\n");
    const scopes = coloured(ludii, lines);
    const prose = lines.map(() => []);
    for (const { line, start, end, type } of placed(data, types)) {
      if (["comment", "string", "macro"].includes(type)) prose[line].push([start, end]);
      if (!SCOPES[type]) continue;
      compared += 1;
      const last = scopes[line].find((token) => token.startIndex <= start && start < token.endIndex)?.scopes ?? [];
      if (last.some((scope) => SCOPES[type].test(scope))) continue;
      differences.push(shown(file, line, `${type} ${lines[line].slice(start, end)}: ${last.join(" ")}`));
    }
    // And nothing else is a comment or a string.
    for (const [line, tokens] of scopes.entries()) {
      for (const token of tokens) {
        const quiet = token.scopes.some((scope) => SCOPES.comment.test(scope) || SCOPES.string.test(scope));
        const within = ([start, end]) => start <= token.startIndex && Math.min(token.endIndex, lines[line].length) <= end;
        if (!quiet || token.startIndex >= lines[line].length || prose[line].some(within)) continue;
        differences.push(shown(file, line, `only here ${token.scopes.at(-1)}: ${lines[line].slice(token.startIndex, token.endIndex)}`));
      }
    }
  }
  await server.end();
  console.log(`${files} files, ${compared} tokens`);
  assert.deepEqual(differences.slice(0, 20), [], `${differences.length} differences`);
});

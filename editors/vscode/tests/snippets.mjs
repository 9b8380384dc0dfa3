// Every snippet, with what it suggests left as it is, makes a description without findings where it belongs.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ludemic, root } from "./server.mjs";

const snippets = JSON.parse(readFileSync(`${root}/editors/vscode/snippets/ludii.json`, "utf8"));

const STEP = "(move Step (to if:(is Empty (to))))";
const PLAY = "(play (or (forEach Piece) (move Add (to (sites Empty)))))";
const START = '(start { (place "Disc1" 0) (place "Disc2" 8) })';
const END = "(end (if (is Line 3) (result Mover Win)))";

/** A description around a snippet. */
function game({ before = "", board = "(square 3)", piece = `(piece "Disc" Each ${STEP})`, rules = `${PLAY} ${END}`, after = "" }) {
  return `${before}(game "G" (players 2) (equipment { (board ${board}) ${piece} }) (rules ${rules}))${after}`;
}

const PLACES = {
  Game: (text) => text,
  Define: (text) => game({ before: text, piece: '(piece "Disc" Each (move Step (to if:("Name"))))' }),
  Option: (text) => game({ board: "(square <Size:n>)", after: text }),
  Ruleset: (text) => game({ board: "(square <Size:n>)", after: inserted("Option") + text }),
  Piece: (text) => game({ piece: text }),
  Regions: (text) => game({ piece: `(piece "Disc" Each ${STEP}) ${text}`, rules: `${PLAY} (end (if (is In (last To) (sites P1 "Goal")) (result P1 Win)))` }),
  Start: (text) => game({ rules: `${text} ${PLAY} ${END}` }),
  Step: (text) => game({ piece: `(piece "Disc" Each ${text})` }),
  Slide: (text) => game({ piece: `(piece "Disc" Each ${text})` }),
  Hop: (text) => game({ piece: `(piece "Disc" Each ${text})` }),
  End: (text) => game({ rules: `${START} ${PLAY} ${text}` }),
  Phases: (text) => game({ rules: `${text} ${END}` }),
};

/** The body of a snippet as it is put in, nothing changed. */
function inserted(name) {
  const body = snippets[name].body.join("\n");
  const choices = body.replaceAll(/\$\{\d+\|([^,|]*)[^|]*\|\}/g, "$1");
  // Innermost first: what is suggested holds no braces of its own but those of tab stops.
  return choices.replaceAll(/\$\{\d+:([^{}]*)\}/g, "$1").replaceAll(/\$\d+/g, "");
}

for (const name of Object.keys(snippets)) {
  test(name, () => {
    const text = PLACES[name](inserted(name));
    const { status, stdout } = spawnSync(ludemic, ["check", "--format", "concise", "-"], { input: text, encoding: "utf8" });
    assert.equal(status, 0, `${stdout}\n${text}`);
    assert.doesNotMatch(stdout, /warning|note/, text);
  });
}

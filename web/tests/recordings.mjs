// Games recorded from Ludii 1.3.12, replayed by the compiled module: the five games, and ten others of the library.
// Usage: node recordings.mjs MODULE.wasm

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { appendFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { open } from "../page/desk.js";

const here = dirname(fileURLToPath(import.meta.url));
const reference = process.env.LUDEMIC_REFERENCE ?? resolve(here, "../../../shared");
if (!existsSync(join(reference, "ludii"))) {
  const why = "web: recordings: reference folder not found";
  console.log(`skipped: ${why}`);
  if (process.env.LUDEMIC_SKIPPED) appendFileSync(process.env.LUDEMIC_SKIPPED, `${why}\n`);
  process.exit(0);
}

/** How many games of the library are replayed, spread over all of it. */
const OTHERS = 10;
/** Larger recordings take long. */
const MOST_BYTES = 64 << 10;

const ludii = join(reference, "ludii");
const descriptions = new Map();
for (const path of readdirSync(join(ludii, "lud"), { recursive: true })) {
  const name = String(path).match(/([^/\\]+)\.lud$/)?.[1];
  if (name) descriptions.set(name, join(ludii, "lud", String(path)));
}
const recorded = (folder) =>
  readdirSync(join(ludii, folder))
    .filter((file) => file.endsWith(".jsonl.gz"))
    .sort()
    .map((file) => join(ludii, folder, file));
const unpacked = (file) => gunzipSync(readFileSync(file)).toString("utf8");
const header = (recording) => JSON.parse(recording.slice(0, recording.indexOf("\n")));

const list = recorded("traces").map((file) => ({ file, of: () => descriptions.get(header(unpacked(file)).game) }));
const library = recorded("library").filter((file) => readFileSync(file).length <= MOST_BYTES);
for (let i = 0; i < OTHERS; i++) {
  const file = library[Math.floor((i * library.length) / OTHERS)];
  const of = file.match(/([^/\\]+?)(_[ab])?\.jsonl\.gz$/)[1].replaceAll("__", "/");
  list.push({ file, of: () => join(ludii, "lud", `${of}.lud`) });
}

const ask = await open(await WebAssembly.compile(readFileSync(process.argv[2])));
let [passed, plies] = [0, 0];
const games = new Set();
const failed = [];
const begin = performance.now();
for (const { file, of } of list) {
  const recording = unpacked(file);
  const { answer, error } = ask({ do: "verify", text: readFileSync(of(), "utf8"), recording });
  if (answer && answer.difference === null) {
    passed += 1;
    plies += answer.plies;
    games.add(of());
  } else {
    failed.push(`${file}: ${error ?? answer.difference}`);
  }
}
const seconds = ((performance.now() - begin) / 1e3).toFixed(1);
console.log(`web: recordings: ${passed} passed, ${failed.length} failed, of ${games.size} games; ${plies} plies, ${seconds} s`);
if (failed.length > 0 || passed < list.length) {
  console.error(failed.join("\n"));
  process.exit(1);
}

// How long a check takes in the compiled module, for every description that Ludii comes with. Not a test: docs/web.md has
// the figures. Usage: node speed.mjs MODULE.wasm

import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { open } from "../page/desk.js";

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(process.env.LUDEMIC_REFERENCE ?? resolve(here, "../../../shared"), "ludii/lud");
const begin = performance.now();
const module = await WebAssembly.compile(readFileSync(process.argv[2]));
const compiled = performance.now() - begin;
const ask = await open(module);
ask({ do: "check", text: "(game)" });
console.log(`compiled in ${compiled.toFixed(0)} ms, first answer after ${(performance.now() - begin).toFixed(0)} ms`);

const times = [];
for (const file of readdirSync(folder, { recursive: true }).filter((file) => String(file).endsWith(".lud"))) {
  const text = readFileSync(join(folder, String(file)), "utf8");
  const before = performance.now();
  ask({ do: "check", text });
  times.push([performance.now() - before, String(file)]);
}
times.sort(([a], [b]) => a - b);
const at = (part) => times[Math.floor(part * (times.length - 1))][0].toFixed(1);
console.log(`${times.length} descriptions: median ${at(0.5)} ms, 95 of 100 within ${at(0.95)} ms`);
for (const [time, file] of times.slice(-5).reverse()) console.log(`${time.toFixed(0)} ms ${file}`);

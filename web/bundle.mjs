// Puts the scripts, the styles and the games together in dist; the compiled rules are there already.

import { build } from "esbuild";
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const [page, dist, lud] = [join(here, "page"), join(here, "dist"), join(here, "../lud")];

await build({
  entryPoints: [join(page, "main.ts"), join(page, "worker.ts"), join(page, "style.css")],
  outdir: dist,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["es2022"],
  legalComments: "none",
  logLevel: "warning",
});
cpSync(join(page, "index.html"), join(dist, "index.html"));

mkdirSync(join(dist, "games"), { recursive: true });
const games = readdirSync(lud)
  .filter((file) => file.endsWith(".lud"))
  .map((file) => {
    const text = readFileSync(join(lud, file), "utf8");
    writeFileSync(join(dist, "games", file), text);
    return { name: text.match(/\(game\s+"([^"]+)"/)?.[1] ?? file, file };
  });
games.sort((a, b) => a.name.localeCompare(b.name, "en"));
writeFileSync(join(dist, "games/index.json"), JSON.stringify(games));

const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
let whole = 0;
for (const entry of files) {
  const bytes = readFileSync(join(entry.parentPath ?? entry.path, entry.name));
  const packed = gzipSync(bytes, { level: 9 }).length;
  whole += packed;
  if (packed > 10_000) console.log(`${entry.name}: ${bytes.length} bytes, ${packed} compressed`);
}
const MOST = 3 << 20;
console.log(`the page: ${files.length} files, ${whole} bytes compressed`);
if (whole > MOST) {
  console.error(`that is more than ${MOST}`);
  process.exit(1);
}

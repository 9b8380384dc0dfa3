// Chromium from the system's packages, as the tests of pages start it.

import { appendFileSync, existsSync } from "node:fs";

export { chromium } from "playwright-core";

export const executable = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Why a suite is skipped, which is noted: the first of the files that is not there; `false` where all are. */
export function missing(suite, files) {
  const lost = files.find((file) => !existsSync(file));
  if (!lost) return false;
  const why = lost === executable ? "no Chromium" : `no ${lost}`;
  console.log(`skipped: web: ${suite}: ${why}`);
  if (process.env.LUDEMIC_SKIPPED) appendFileSync(process.env.LUDEMIC_SKIPPED, `web: ${suite}: ${why}\n`);
  return why;
}

export function launch(chromium) {
  const quiet = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  const root = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath: executable, args: [...root, ...quiet] });
}

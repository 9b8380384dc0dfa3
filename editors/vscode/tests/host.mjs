// The packaged extension in VS Code itself, which runs as a server here and is looked at with headless Chromium: a mistake is
// shown and mended, the board beside the text follows edits, commands above the game are carried out.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { ludemic, root, skipped } from "./server.mjs";

const here = join(root, "editors/vscode");
const main = join(here, "host/node_modules/code-server/lib/vscode/out/server-main.js");
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const skip = !existsSync(executablePath) && "no Chromium";
if (skip) skipped(`host: ${skip}`);

/** Where screenshots go, for people to look at. */
const shots = process.env.LUDEMIC_SHOTS ?? mkdtempSync(join(tmpdir(), "ludemic-shots-"));
mkdirSync(shots, { recursive: true });

const TEXT = `// Three in a row, with a mistake.
(define "Free" (sites Emty))

(game "Rows"
    (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules
        (play (move Add (to ("Free"))))
        (end (if (is Line 3) (result Mover Win)))
    )
)
`;

const home = mkdtempSync(join(tmpdir(), "ludemic-host-"));
const games = join(home, "games");
const data = ["--server-data-dir", join(home, "data"), "--extensions-dir", join(home, "extensions"), "--accept-server-license-terms"];

let [server, browser, page] = [];

/** Written beside its place and moved there: half of it read would be other settings. */
const settings = (path) => {
  const file = join(home, "data/data/Machine/settings.json");
  writeFileSync(
    `${file}.new`,
    JSON.stringify({
      "ludemic.path": path,
      "workbench.startupEditor": "none",
      "workbench.tips.enabled": false,
      "extensions.autoCheckUpdates": false,
      "extensions.ignoreRecommendations": true,
      "git.enabled": false,
    }),
  );
  renameSync(`${file}.new`, file);
};

before(async () => {
  if (skip) return;
  mkdirSync(games);
  mkdirSync(join(home, "data/data/Machine"), { recursive: true });
  writeFileSync(join(games, "rows.lud"), TEXT.replace("Emty", "Empty"));
  const git = (...words) => execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...words], { cwd: games });
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "First");
  writeFileSync(join(games, "rows.lud"), TEXT);
  settings(ludemic);
  execFileSync(process.execPath, [main, ...data, "--install-extension", join(here, "dist/ludemic.vsix")], { stdio: "pipe" });
  server = spawn(process.execPath, [main, ...data, "--host", "127.0.0.1", "--port", "0", "--without-connection-token"]);
  const port = await new Promise((resolve, reject) => {
    let told = "";
    server.on("exit", () => reject(new Error(told)));
    server.stderr.on("data", (part) => (told += part));
    server.stdout.on("data", (part) => {
      told += part;
      const found = /listening on (\d+)/.exec(told);
      if (found) resolve(found[1]);
    });
  });
  const quiet = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  browser = await chromium.launch({ executablePath, args: [...sandbox, ...quiet] });
  page = await browser.newPage({ viewport: { width: 1360, height: 850 } });
  const payload = JSON.stringify([["openFile", `vscode-remote://127.0.0.1:${port}${join(games, "rows.lud")}`]]);
  page.setDefaultTimeout(Number(process.env.PATIENCE ?? 60_000));
  await page.goto(`http://127.0.0.1:${port}/?folder=${games}&payload=${encodeURIComponent(payload)}`);
});

after(async () => {
  await browser?.close();
  server?.kill();
  rmSync(home, { recursive: true, force: true });
});

/** The text of the editor in front, as it is shown. */
const line = (text) => page.locator(".view-line", { hasText: text }).first();

const shot = (name) => page.screenshot({ path: join(shots, `vscode-${name}.png`) });

/** The page within the panel of the board. */
const board = () => page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");

async function command(title) {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input").fill(`>${title}`);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().click();
}

/** Puts a text in the place of the first one like it in the editor. */
async function replace(from, to) {
  await page.locator(".monaco-editor .view-lines").first().click();
  await page.keyboard.press("Control+h");
  await page.locator(".find-widget textarea[aria-label='Find']").fill(from);
  await page.locator(".find-widget textarea[aria-label='Replace']").fill(to);
  await page.keyboard.press("Control+Alt+Enter");
  await page.keyboard.press("Escape");
}

test("the extension brings its licence", { skip }, () => {
  const installed = readdirSync(join(home, "extensions")).find((name) => name.startsWith("ludemic.ludemic-"));
  assert.equal(readFileSync(join(home, "extensions", installed, "LICENSE.txt"), "utf8"), readFileSync(join(root, "LICENSE-MIT"), "utf8"));
});

test("a mistake is shown", { skip }, async () => {
  await page.getByRole("button", { name: "Yes, I trust the authors" }).click();
  await line("Three in a row").waitFor();
  await page.locator(".squiggly-error").first().waitFor();
  await command("Problems: Focus on Problems View");
  await page.locator(".markers-panel", { hasText: "unknown keyword `Emty` of `sites`" }).waitFor();
  await page.locator(".markers-panel", { hasText: "did you mean `Empty`?" }).waitFor();
  await shot("finding");
});

test("the board says why there is none", { skip }, async () => {
  await page.locator(".editor-actions .action-label[aria-label^='Show the Board Beside'], .editor-actions a.codicon-open-preview").first().click();
  await board().locator("#told", { hasText: "Emty" }).waitFor();
});

test("the mistake is mended as proposed, and the board appears", { skip }, async () => {
  await page.locator(".squiggly-error").first().waitFor();
  await line("Emty").getByText("Emty").click();
  await page.keyboard.press("Control+.");
  await page.locator(".action-widget", { hasText: "Replace by Empty" }).waitFor();
  await page.keyboard.press("Enter");
  await line("(sites Empty)").waitFor();
  await board().locator("#picture svg").waitFor();
  assert.equal(await board().locator("#told").textContent(), "");
  assert.equal(await page.locator(".squiggly-error").count(), 0);
});

test("the board follows edits, and stays while they make no sense", { skip }, async () => {
  const picture = board().locator("#picture svg");
  const small = await picture.getAttribute("viewBox");
  await replace("(square 3)", "(square 5)");
  await board().locator(`#picture svg:not([viewBox="${small}"])`).waitFor();
  await shot("board");
  await replace("(square 5)", "(square five)");
  await board().locator("#told", { hasText: "five" }).waitFor();
  assert.equal(await board().locator("#picture.old svg").count(), 1);
  await replace("(square five)", "(square 1000)");
  await board().locator("#told", { hasText: "100,000" }).or(board().locator("#told", { hasText: "100000" })).waitFor();
  await replace("(square 1000)", "(hex 3)");
  await board().locator("#picture:not(.old) svg").waitFor();
});

test("random games, and the difference to the last commit", { skip }, async () => {
  await page.locator(".codelens-decoration a", { hasText: "playouts" }).click();
  await page.locator(".monaco-editor .view-line", { hasText: "200 random games" }).waitFor();
  await page.locator(".tab.active", { hasText: "playouts" }).first().waitFor();
  await line("(equipment").click();
  await command("Ludemic: Show the Difference to the Last Commit");
  await page.locator(".monaco-editor .view-line", { hasText: "difference to the last commit" }).waitFor();
  await shot("results");
});

test("completion and meaning", { skip }, async () => {
  await line("(sites Empty)").getByText("sites").hover();
  await page.locator(".monaco-hover", { hasText: "The empty sites." }).first().waitFor();
  await line("(sites Empty)").click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("(define \"Mid\" (sites Cen");
  await page.locator(".suggest-widget", { hasText: "Centre" }).waitFor();
  await page.keyboard.press("Escape");
  // Over the brackets that the editor has closed, or instead of them.
  await page.keyboard.type("))");
  await page.locator(".squiggly-warning").first().waitFor();
});

test("a program that is not there", { skip }, async () => {
  settings("/nowhere/ludemic");
  const told = page.locator(".notifications-toasts .notification-list-item");
  const ours = told.filter({ hasText: "cannot be started" });
  await ours.filter({ hasText: "/nowhere/ludemic" }).waitFor();
  assert.equal(await ours.count(), 1);
  // The library that talks to the server says nothing of its own.
  assert.equal(await told.filter({ hasText: "connection" }).count(), 0);
  assert.equal(await page.locator(".squiggly-warning").count(), 0);
  await shot("no-server");
  settings(ludemic);
  await page.locator(".squiggly-warning").first().waitFor();
});

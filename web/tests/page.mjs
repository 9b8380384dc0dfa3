// The page in headless Chromium: a game is broken, mended and played to its end; random games, options, comparison, links;
// keyboard, narrow and dark screens; texts that are no descriptions. Usage: node --test page.mjs, with dist built.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium, executable, launch, missing } from "./browser.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const skip = missing("page", [executable]);

/** Where screenshots go, for people to look at. */
const shots = process.env.LUDEMIC_SHOTS ?? mkdtempSync(join(tmpdir(), "ludemic-shots-"));
mkdirSync(shots, { recursive: true });

const WIDE = { viewport: { width: 1360, height: 850 } };
const NARROW = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

let [server, browser, url] = [];

before(async () => {
  if (skip) return;
  server = spawn(join(here, "../serve"), ["0"], { stdio: ["ignore", "pipe", "inherit"] });
  url = await new Promise((resolve) => server.stdout.once("data", (data) => resolve(String(data).trim())));
  browser = await launch(chromium);
});

after(async () => {
  await browser?.close();
  server?.kill();
});

/** A test on a page of its own; whatever the page complains of is a failure. */
function on(screen, name, act, fragment = "") {
  test(name, { skip }, async () => {
    const context = await browser.newContext(screen);
    const page = await context.newPage();
    const complaints = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("request", (request) => request.url().startsWith(url) || /^(data|blob):/.test(request.url()) || complaints.push(request.url()));
    await page.goto(url + fragment);
    await page.waitForSelector("#picture svg");
    await act(page, context);
    assert.deepEqual(complaints, []);
    await context.close();
  });
}

const shot = (page, name) => page.screenshot({ path: join(shots, `${name}.png`) });
const status = (page) => page.textContent("#status");
const checked = (page, words) => page.waitForFunction((words) => document.querySelector("#checking").textContent.includes(words), words);

/** Puts another text into the editor, as pasting does. */
async function write(page, text) {
  await page.click("#editor .cm-content");
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

async function choose(page, game) {
  const name = await page.locator(`#games option[value="${game}"]`).textContent();
  await page.selectOption("#games", game);
  await page.waitForFunction((name) => document.title.startsWith(name), name);
}

const people = async (page) => {
  for (const seat of await page.locator("#seats select").all()) await seat.selectOption("you");
};

const THREE = `(game "Three"
    (players 2)
    (equipment { (board (square 3)) (piece "Disc" P1) (piece "Cross" P2) })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))
    )
)`;

on(WIDE, "a rule is broken, the finding stands at its place, the rule is mended, the game is played to its end", async (page) => {
  await shot(page, "wide");
  await page.locator("#editor .cm-line", { hasText: "(is Connected Mover)" }).last().dblclick({ position: { x: 195, y: 8 } });
  assert.equal(await page.evaluate(() => getSelection().toString()), "Connected");
  await page.keyboard.type("Conected");
  await checked(page, "1 error");
  assert.equal(await page.textContent(".cm-lintRange-error"), "Conected");
  assert.equal((await page.textContent("#findings .line")).trim(), "21");
  assert.match(await page.textContent("#findings .hint"), /did you mean `Connected`/);
  assert.equal(await page.textContent("#badge"), "1");
  assert.equal(await page.locator(".cm-lint-marker-error").count(), 1);
  assert.ok(await page.locator(".stale").isVisible());
  await page.hover(".cm-lintRange-error");
  await page.waitForSelector(".cm-tooltip-lint");
  await shot(page, "finding");

  await page.click("#findings .fix");
  await checked(page, "No findings");
  assert.ok(await page.locator("#editor .cm-line", { hasText: "(end (if (is Connected Mover)" }).count());
  assert.ok(!(await page.locator(".stale").isVisible()));

  await page.click("#optioned summary");
  await page.selectOption("#options select", "Board/3x3");
  await page.waitForFunction(() => document.querySelectorAll("#picture .target").length === 9);
  await people(page);
  for (let move = 1; !(await page.locator("#status.over").count()); move++) {
    assert.ok(move <= 9);
    await page.locator("#picture .target").first().click();
    // The second player may take over the first stone.
    await page.waitForFunction((move) => document.querySelectorAll("#history li").length === move, move);
  }
  assert.match(await status(page), /^P[12] wins after \d moves$/);
  await page.click("#undo");
  await page.waitForFunction(() => !document.querySelector("#status.over"));
  await shot(page, "played");
});

on(WIDE, "meanings, what may be written, definitions", async (page) => {
  const line = (text) => page.locator("#editor .cm-line", { hasText: text }).last();
  await line("(is Connected Mover)").hover({ position: { x: 195, y: 8 } });
  await page.waitForSelector(".meaning");
  assert.match(await page.textContent(".meaning"), /is Connected/);
  await page.mouse.move(5, 5);
  await line("(board (hex Diamond <Board:size>").click({ position: { x: 270, y: 8 } });
  await page.keyboard.press("F12");
  await page.waitForFunction(() => document.querySelector(".cm-activeLine").textContent.startsWith("(option "));

  await line("(meta (swap))").click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("(sta");
  await page.waitForSelector(".cm-tooltip-autocomplete li[aria-selected]");
  assert.match(await page.locator(".cm-tooltip-autocomplete li").first().textContent(), /^start/);
  await page.screenshot({ path: join(shots, "complete.png") });
  await page.keyboard.press("Enter");
  assert.match(await line("(start ").textContent(), /^ {8}\(start .*\)$/);
});

on(WIDE, "another name everywhere, and what the text leaves unsaid", async (page) => {
  await write(page, `(define "Free" (sites Empty))\n${THREE.replace("(sites Empty)", '("Free")')}`);
  await checked(page, "No findings");
  const line = (text) => page.locator("#editor .cm-line", { hasText: text }).last();
  await line("is Line").locator(".unsaid", { hasText: "length:" }).waitFor();
  await shot(page, "hints");
  await line("(move Add").click({ position: { x: 265, y: 8 } });
  await page.keyboard.press("F2");
  const dialog = page.locator(".cm-dialog.rename");
  await dialog.getByText("Rename Free in 2 places").waitFor();
  await page.keyboard.type("Board");
  await shot(page, "rename");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#editor .cm-content").textContent.includes('(define "Board"'));
  assert.equal(await line("(move Add").textContent(), '        (play (move Add (to ("Board"))))');
  await checked(page, "No findings");

  // One that cannot be, one that is given up, and a place without a name.
  await page.click("#rename");
  await dialog.waitFor();
  await page.keyboard.type('a"b');
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#toast").textContent.includes("cannot be written as a name"));
  await page.keyboard.press("F2");
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await line("(players").click({ position: { x: 60, y: 8 } });
  await page.keyboard.press("F2");
  await page.waitForFunction(() => document.querySelector("#toast").textContent.startsWith("No name of"));
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => document.querySelector("#editor .cm-content").textContent.includes('(define "Free"'));

  await page.click("#hints");
  await page.waitForFunction(() => !document.querySelector("#editor .unsaid"));
  await page.reload();
  await page.waitForSelector("#picture svg");
  await checked(page, "No findings");
  assert.equal(await page.locator(".unsaid").count(), 0);
  await page.click("#hints");
  await page.locator("#editor .unsaid").first().waitFor();
});

on(WIDE, "a game of the computer against itself, and one against it, by keys alone", async (page) => {
  await write(page, THREE);
  await checked(page, "No findings");
  await page.waitForFunction(() => document.querySelectorAll("#picture .target").length === 9);
  const seats = page.locator("#seats select");
  await seats.nth(1).selectOption("uct:300ms");
  await seats.nth(0).selectOption("random");
  await page.waitForSelector("#status.over");
  await seats.nth(0).selectOption("you");
  await page.click("#new");
  await page.waitForFunction(() => document.querySelectorAll("#picture .target").length === 9);
  await page.locator('#picture .target[tabindex="0"]').focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "B2");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("#history li").length === 2, undefined, { timeout: 15_000 });
  assert.equal(await page.locator("#history li").first().textContent(), "P1 B2");
  await page.keyboard.press("u");
  await page.waitForFunction(() => document.querySelectorAll("#history li").length === 0);
});

on(WIDE, "moves from a site to another", async (page) => {
  await choose(page, "chess.lud");
  await page.waitForFunction(() => document.querySelectorAll("#picture .target").length === 10);
  await people(page);
  await page.click('#picture [aria-label="E2"]');
  assert.deepEqual(await page.locator("#picture .target").evaluateAll((all) => all.map((one) => one.ariaLabel).sort()), ["E2, chosen", "E3", "E4"]);
  await page.click('#picture [aria-label="E4"]');
  await page.waitForFunction(() => document.querySelectorAll("#history li").length === 1);
  assert.equal(await page.locator("#history li").first().textContent(), "P1 E2-E4");
  await page.fill("#filter", "b8");
  assert.deepEqual(await page.locator("#moves button").allTextContents(), ["B8-A6", "B8-C6"]);
});

on(WIDE, "random games", async (page) => {
  await page.click("#tab-lab");
  await page.selectOption("#wanted", "100");
  await page.click("#run");
  await page.waitForFunction(() => document.querySelector("#progress").textContent.startsWith("100 of 100 games"));
  const counts = await page.locator("#outcomes td:last-child").allTextContents();
  assert.equal(counts.map(Number).reduce((a, b) => a + b), 100);
  assert.equal(await page.locator("#lab figure svg").count(), 2);
  await shot(page, "lab");
});

on(WIDE, "two versions side by side", async (page) => {
  await write(page, THREE);
  await checked(page, "No findings");
  await page.click("#tab-compare");
  await page.click("#keep");
  await write(page, THREE.replace("Line 3", "Line 2"));
  await page.waitForSelector(".changes li");
  assert.equal(await page.locator(".changes .before").textContent(), "3");
  assert.equal(await page.locator(".changes .after").textContent(), "2");
  await page.waitForSelector("#search:not(:disabled)");
  await page.click("#search");
  await page.waitForSelector("#found h3");
  assert.match(await page.textContent("#found"), /Play differs: no end yet in A, P1 wins in B/);
  assert.match(await page.textContent("#found"), /After 3 moves, and in no shorter game/);
  assert.equal(await page.locator("#found svg").count(), 2);
  await shot(page, "compare");
  await page.click("#restore");
  await page.waitForFunction(() => document.querySelector("#changes").textContent.startsWith("Both versions are the same"));
});

on(WIDE, "a link carries the text and the game", async (page, context) => {
  await write(page, `${THREE}\n// ä 😀`);
  await checked(page, "No findings");
  await page.waitForFunction(() => document.querySelectorAll("#picture .target").length === 9);
  await people(page);
  await page.click('#picture [aria-label="B2"]');
  await page.waitForFunction(() => document.querySelectorAll("#history li").length === 1);
  await page.click("#link");
  await page.waitForFunction(() => location.hash.startsWith("#g="));
  const other = await browser.newContext(WIDE);
  const there = await other.newPage();
  await there.goto(page.url());
  await there.waitForFunction(() => document.querySelectorAll("#history li").length === 1);
  assert.match(await there.textContent("#editor .cm-content"), /😀/);
  assert.equal(await there.title(), "Three – ludemic");
  await other.close();
});

on(WIDE, "a damaged link is no reason to stand still", async (page) => {
  await page.waitForFunction(() => document.title.startsWith("Hex"));
}, "#g=AAAAtotally_damaged");

on(WIDE, "texts that are no descriptions, and rules without end", async (page) => {
  const board = (board, play) => `(game "G" (players 2) (equipment { (board ${board}) (piece "Disc" Each) }) (rules (play ${play}) (end (if (no Moves Next) (result Mover Win)))))`;
  const loop = (n) => (n === 0 ? "(move Add (to (sites Empty)))" : `(forEach Site (sites Board) ${loop(n - 1)})`);
  const bad = {
    half: THREE.slice(0, THREE.length / 2),
    binary: Array.from({ length: 5000 }, (_, i) => String.fromCharCode((i * 7919) % 0xd800 || 1)).join(""),
    deep: "(".repeat(50_000),
    closed: `(game "G" ${"(and ".repeat(120)}${")".repeat(120)})`,
    large: board("(square 1000)", "(move Add (to (sites Empty)))"),
    defined: '(define "A" ("A" "A")) (game "G" ("A"))',
  };
  for (const text of Object.values(bad)) {
    await write(page, text);
    await checked(page, "error");
  }
  // Accepted, and more than can be worked out, or drawn.
  await write(page, board("(square 40)", loop(5)));
  await page.waitForFunction(() => /work|seconds/.test(document.querySelector("#status").textContent), undefined, { timeout: 60_000 });
  await write(page, board("(square 120)", "(move Add (to (sites Empty)))"));
  await page.waitForFunction(() => document.querySelector("#picture").textContent.includes("too large to be drawn"), undefined, { timeout: 30_000 });
  await write(page, THREE);
  await checked(page, "No findings");
  await page.waitForFunction(() => document.querySelectorAll("#picture .target").length === 9);
});

on(NARROW, "a narrow screen shows one part at a time, and nothing beside it", async (page) => {
  for (const view of ["text", "lab", "compare", "board"]) {
    await page.tap(`#tab-${view}`);
    assert.deepEqual(await page.locator("section:visible").evaluateAll((all) => all.map((one) => one.id)), [view]);
    const [wide, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide <= screen, `${view}: ${wide} of ${screen}`);
    for (const box of await page.locator(`#${view}, header`).all()) {
      assert.ok(await box.evaluate((one) => one.scrollWidth <= one.clientWidth), view);
    }
    await shot(page, `narrow-${view}`);
  }
  await people(page);
  await page.locator("#picture .target").nth(60).tap();
  await page.waitForFunction(() => document.querySelectorAll("#history li").length === 1);
  await choose(page, "brain-coral.lud");
  await page.waitForTimeout(300);
  await shot(page, "narrow");
});

for (const [size, screen] of Object.entries({ wide: WIDE, narrow: NARROW })) {
  on(screen, `of a long game the newest move is seen, on a ${size} screen`, async (page) => {
    await choose(page, "brain-coral.lud");
    for (const seat of await page.locator("#seats select").all()) await seat.selectOption("random");
    await page.waitForFunction(() => document.querySelectorAll("#history li").length >= 24);
    await people(page);
    const [beside, below] = await page.locator("#history").evaluate((list) => {
      const [own, last] = [list.getBoundingClientRect(), list.lastElementChild.getBoundingClientRect()];
      return [Math.max(list.scrollWidth - list.clientWidth, last.right - own.right), last.bottom - own.bottom];
    });
    assert.ok(beside <= 1 && below <= 1, `${beside} beside the list, ${below} below it`);
    await shot(page, `history-${size}`);
  });
}

on({ ...WIDE, colorScheme: "dark" }, "a dark screen", async (page) => {
  await choose(page, "chess.lud");
  const light = (selector) =>
    page.locator(selector).first().evaluate((one) => {
      const [r, g, b] = getComputedStyle(one).backgroundColor.match(/[\d.]+/g).map(Number);
      return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
    });
  for (const selector of ["html", "#text", "#editor .cm-gutters", "button"]) {
    assert.ok((await light(selector)) < 0.25, selector);
  }
  await page.click("#editor .cm-content");
  await page.keyboard.press("Control+f");
  await page.waitForSelector(".cm-search");
  for (const selector of [".cm-search .cm-button", ".cm-search .cm-textfield"]) assert.ok((await light(selector)) < 0.25, selector);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#picture svg .paper").evaluate((one) => getComputedStyle(one).fill), "rgb(37, 36, 34)");
  await shot(page, "dark");
});

on(WIDE, "from key to finding", async (page) => {
  const games = JSON.parse(readFileSync(join(here, "../dist/games/index.json"), "utf8"));
  const times = [];
  for (const { file } of games) {
    await choose(page, file);
    await checked(page, "ms");
    await page.click("#editor .cm-content");
    await page.keyboard.press("Control+Home");
    await page.keyboard.type(" ");
    await checked(page, "…");
    await checked(page, "ms");
    times.push(Number((await page.textContent("#checking")).match(/(\d+) ms/)[1]));
  }
  times.sort((a, b) => a - b);
  console.log(`web: check after a key: median ${times[times.length >> 1]} ms, worst ${times.at(-1)} ms, of ${times.length} games, after ${120} ms of rest`);
});

test("how long the page takes to start", { skip }, async () => {
  const times = [];
  for (let i = 0; i < 5; i++) {
    const context = await browser.newContext(WIDE);
    const page = await context.newPage();
    const begin = performance.now();
    await page.goto(url);
    await page.waitForSelector("#picture .target");
    times.push(performance.now() - begin);
    await context.close();
  }
  times.sort((a, b) => a - b);
  console.log(`web: from nothing to a board that can be played on: median ${Math.round(times[2])} ms, worst ${Math.round(times[4])} ms`);
});

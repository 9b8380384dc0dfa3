// The page with the slider that `ludemic board --html` writes, in headless Chromium: keys, buttons, the list of moves, and a phone.
// Usage: node --test slider.mjs, with the program built; LUDEMIC says where it is.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium, executable, launch, missing } from "./browser.mjs";

const root = resolve(fileURLToPath(import.meta.url), "../../..");
const program = process.env.LUDEMIC ?? join(root, "target/debug/ludemic");
const skip = missing("slider", [executable, program]);
const shots = process.env.LUDEMIC_SHOTS ?? mkdtempSync(join(tmpdir(), "ludemic-shots-"));
mkdirSync(shots, { recursive: true });

const PLIES = 30;
const folder = mkdtempSync(join(tmpdir(), "ludemic-slider-"));
const file = join(folder, "game.html");
let browser;

before(async () => {
  if (skip) return;
  execFileSync(program, ["board", "lud/chess.lud", "--seed", "4", "--ply", String(PLIES), "--coordinates", "--html", file], { cwd: root });
  assert.ok(existsSync(file));
  browser = await launch(chromium);
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

/** A test on the page; whatever it complains of or asks for elsewhere is a failure. */
function on(screen, name, act) {
  test(name, { skip }, async () => {
    const context = await browser.newContext(screen);
    const page = await context.newPage();
    const complaints = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("request", (request) => /^(file|data):/.test(request.url()) || complaints.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    await act(page);
    assert.deepEqual(complaints, []);
    await context.close();
  });
}

const step = (page) => page.evaluate(() => Number(document.querySelector("#slider").value));
const pieces = (page) => page.locator("#pieces use").count();

const WIDE = { viewport: { width: 1200, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

on(WIDE, "keys", async (page) => {
  assert.equal(await step(page), 0);
  assert.equal(await pieces(page), 32);
  const start = await page.locator("#pieces").innerHTML();
  for (const [key, then] of [["ArrowRight", 1], ["ArrowRight", 2], ["ArrowLeft", 1], ["End", PLIES], ["ArrowRight", PLIES], ["Home", 0], ["ArrowLeft", 0]]) {
    await page.keyboard.press(key);
    assert.equal(await step(page), then, key);
  }
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await page.locator("#pieces").innerHTML(), start);
  assert.match(await page.locator(".caption").textContent(), /^Move 1: P1 /);
  await page.keyboard.press(" ");
  assert.equal(await page.getAttribute("#play", "aria-pressed"), "true");
  await page.waitForFunction(() => Number(document.querySelector("#slider").value) >= 2);
  await page.keyboard.press(" ");
  assert.equal(await page.getAttribute("#play", "aria-pressed"), "false");
  await page.screenshot({ path: join(shots, "slider-wide.png") });
});

on(WIDE, "buttons, which are drawn", async (page) => {
  for (const [id, then] of [["forward", 1], ["last", PLIES], ["back", PLIES - 1], ["first", 0]]) {
    await page.click(`#${id}`);
    assert.equal(await step(page), then, id);
  }
  for (const button of await page.locator(".controls button").all()) {
    assert.equal((await button.textContent()).trim(), "", "no sign of a font");
    assert.equal(await button.locator("svg").count(), 1);
    assert.ok(await button.getAttribute("aria-label"));
  }
  await page.click('#moves button[data-step="7"]');
  assert.equal(await step(page), 7);
  await page.locator("#slider").fill("12");
  assert.equal(await page.getAttribute('#moves button[data-step="12"]', "aria-current"), "step");
  // Space on a button is the button's own.
  await page.focus("#forward");
  await page.keyboard.press(" ");
  assert.equal(await step(page), 13);
  assert.equal(await page.getAttribute("#play", "aria-pressed"), "false");
});

on(PHONE, "a phone", async (page) => {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= PHONE.viewport.width, `${wide} wide`);
  for (const button of await page.locator(".controls button").all()) {
    const box = await button.boundingBox();
    assert.ok(box.width >= 44 && box.height >= 44, "as large as a finger");
  }
  await page.tap("#forward");
  assert.equal(await step(page), 1);
  const box = await page.locator("figure > svg").boundingBox();
  const stroke = async (from, to) => {
    const type = { pointerType: "touch", isPrimary: true, clientY: box.y + box.height / 2 };
    const at = (part) => ({ ...type, clientX: box.x + box.width * part });
    await page.dispatchEvent("figure > svg", "pointerdown", at(from));
    await page.dispatchEvent("figure > svg", "pointerup", at(to));
  };
  await stroke(0.8, 0.2);
  assert.equal(await step(page), 2);
  await stroke(0.2, 0.8);
  assert.equal(await step(page), 1);
  await stroke(0.5, 0.52);
  assert.equal(await step(page), 1);
  await page.screenshot({ path: join(shots, "slider-phone.png"), fullPage: true });
});

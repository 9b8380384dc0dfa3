// The page: the text, and what follows from it.

import type { Checked, Course, Description, Finding, Fix, Inlay, Place } from "./answers.ts";
import { Comparison } from "./compare.ts";
import { at, element, later } from "./dom.ts";
import { Editor, told } from "./editor.ts";
import { Engine, Refused, Stopped, wellFormed } from "./engine.ts";
import { Table } from "./game.ts";
import { Lab } from "./lab.ts";
import { pack, unpack } from "./link.ts";
import { show as showOptions } from "./options.ts";
import type { Edits } from "./rename.ts";

/** How long nothing has to be typed before a text is checked. */
const REST = 120;

/** Where the text is kept from one visit to the next. */
const STORE = "ludemic.text";

/** Where it is kept whether hints are shown. */
const HINTS = "ludemic.hints";

/** A check that takes longer is given up. */
const PATIENCE = 10;

/** Longer files are not opened. */
const MOST_BYTES = 4 << 20;

interface Listed {
  name: string;
  file: string;
}

/** A check that takes so long makes room for that of a newer text. */
const HASTE = 400;

/** For so many errors it is looked for what mends them. */
const MENDED = 5;

const checker = new Engine();
/** What the editor asks besides. */
const reader = new Engine();
let options: string[] = [];
let resumed: Course | undefined;
/** When the last check began. */
let begun = 0;

const table = new Table();
const lab = new Lab();
const comparison = new Comparison(
  (kept) => load(kept, false),
  (place) => {
    look("text");
    editor.go(place);
  },
);

const checking = later(REST, () => void check());
const editor = new Editor(
  at("editor"),
  "",
  (what, place) => answered({ do: what, ...description(), at: place }),
  {
    references: (place) => answered<Place[]>({ do: "references", ...description(), at: place }),
    rename: async (place, name) => {
      try {
        return await reader.ask<Edits>({ do: "rename", ...description(), at: place, name }, PATIENCE);
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
  },
  () => {
    at("checking").textContent = "…";
    checking.soon();
  },
  say,
);

/** An answer about the text; nothing where there is none, and the editor does without. */
async function answered<T>(request: object): Promise<T | null> {
  try {
    return await reader.ask<T>(request, PATIENCE);
  } catch {
    return null;
  }
}

function description(): Description {
  return { text: wellFormed(editor.text), options };
}

/** Checks what the editor has, shows the findings, and lets the rest of the page follow. */
async function check(): Promise<void> {
  const asked = description();
  if (checker.busy && performance.now() - begun > HASTE) checker.stop();
  let checked: Checked;
  const begin = performance.now();
  begun = begin;
  try {
    checked = await checker.ask<Checked>({ do: "check", ...asked }, PATIENCE);
  } catch (error) {
    if (error instanceof Stopped) return;
    const words = error instanceof Refused ? error.message : String(error);
    report([{ place: null, line: null, severity: "error", code: "", message: words, label: "", labels: [], hints: [], trail: [] }], 0);
    return;
  }
  if (asked.text !== wellFormed(editor.text) || asked.options !== options) return;
  // Selections that the text has no option for any more would be errors nobody can see.
  const foreign = checked.findings.some((finding) => finding.place === null && finding.severity === "error");
  if (foreign && options.length > 0) {
    options = [];
    return check();
  }
  editor.show(checked.findings);
  const took = performance.now() - begin;
  report(checked.findings, took);
  void mend(asked, checked.findings, took);
  void unsaid(asked);
  if (checked.options) {
    showOptions(checked.options, (selections) => {
      options = selections;
      void check();
    });
  }
  if (checked.name) document.title = `${checked.name} – ludemic`;
  comparison.follow(asked);
  document.body.classList.toggle("broken", !checked.playable);
  store(asked.text);
  if (!checked.playable) return;
  lab.follow(asked);
  if (resumed && resumed.text === asked.text) {
    const course = { ...resumed, options };
    resumed = undefined;
    await table.resume(course);
  } else {
    resumed = undefined;
    await table.follow(asked);
  }
}

/** Shows what a text leaves unsaid, where that is wanted. */
async function unsaid(about: Description): Promise<void> {
  const inlays = hinting() ? await answered<Inlay[]>({ do: "inlays", ...about }) : [];
  if (about.text === wellFormed(editor.text)) editor.hint(inlays ?? []);
}

function hinting(): boolean {
  return at("hints").getAttribute("aria-pressed") === "true";
}

/** Looks for what mends the first errors, and offers it. */
async function mend(asked: Description, findings: Finding[], took: number): Promise<void> {
  const errors = findings.filter((finding) => finding.severity === "error" && finding.place !== null).slice(0, MENDED);
  if (errors.length === 0) return;
  try {
    for (const error of errors) {
      error.fixes = await reader.ask<Fix[]>({ do: "fixes", ...asked, at: error.place?.[0] ?? 0 }, PATIENCE);
      if (asked.text !== wellFormed(editor.text)) return;
    }
  } catch {
    return;
  }
  if (!errors.some((error) => error.fixes?.length)) return;
  editor.show(findings);
  report(findings, took);
}

/** The findings below the editor, and how many there are beside it. */
function report(findings: Finding[], milliseconds: number): void {
  const count = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
  const [errors, warnings] = [count("error"), count("warning")];
  const some = (n: number, what: string) => `${n} ${what}${n === 1 ? "" : "s"}`;
  const words = errors + warnings === 0 ? "No findings" : [errors && some(errors, "error"), warnings && some(warnings, "warning")].filter(Boolean).join(", ");
  const box = at("checking");
  box.textContent = milliseconds > 0 ? `${words} · ${Math.max(1, Math.round(milliseconds))} ms` : words;
  box.className = errors > 0 ? "bad" : warnings > 0 ? "odd" : "good";
  const badge = at("badge");
  badge.textContent = errors > 0 ? String(errors) : "";
  badge.hidden = errors === 0;
  const items = findings.slice(0, 200).map((finding) => {
    const place = finding.place;
    const head = element("button", { type: "button", class: "go", disabled: place === null, click: () => place && editor.go(place) },
      element("span", { class: `sign ${finding.severity}` }, finding.severity === "error" ? "●" : finding.severity === "warning" ? "▲" : "ℹ"),
      element("span", { class: "line" }, finding.line === null ? "" : `${finding.line}`),
      told(finding),
      element("span", { class: "code" }, finding.code),
    );
    const item = element("li", {}, head);
    for (const fix of finding.fixes ?? []) {
      item.append(element("button", { type: "button", class: "fix", click: () => editor.fix(fix) }, fix.title));
    }
    return item;
  });
  at("findings").replaceChildren(...items);
}

/** Puts a description into the editor; it becomes version A too unless it came from there. */
function load(from: Description, anew = true): void {
  options = from.options;
  editor.replace(from.text);
  if (anew) comparison.keep(from);
  checking.now();
}

function store(text: string, key = STORE): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Where nothing may be kept, the page does without.
  }
}

function stored(key = STORE): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Shows a part of the page; on a wide screen the text stays beside it. */
function look(view: string): void {
  document.body.dataset.view = view;
  if (view !== "text") document.body.dataset.side = view;
  for (const tab of document.querySelectorAll<HTMLElement>("[role=tab]")) {
    const wide = matchMedia("(min-width: 56em)").matches;
    const shown = tab.dataset.view === (wide ? document.body.dataset.side : view);
    tab.setAttribute("aria-selected", String(shown));
    tab.tabIndex = shown ? 0 : -1;
  }
  comparison.shown = document.body.dataset.side === "compare";
}

for (const tab of document.querySelectorAll<HTMLElement>("[role=tab]")) {
  tab.addEventListener("click", () => look(tab.dataset.view ?? "text"));
}
at("tabs").addEventListener("keydown", (event) => {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (step === 0) return;
  const tabs = [...document.querySelectorAll<HTMLElement>("[role=tab]")].filter((tab) => tab.offsetParent !== null);
  const here = tabs.findIndex((tab) => tab === document.activeElement);
  const next = tabs[(here + step + tabs.length) % tabs.length];
  next?.focus();
  if (next) look(next.dataset.view ?? "text");
});
matchMedia("(min-width: 56em)").addEventListener("change", () => look(document.body.dataset.view ?? "text"));

/** Says something for a moment. */
function say(words: string): void {
  const box = at("toast");
  box.textContent = words;
  box.classList.add("on");
  setTimeout(() => box.classList.remove("on"), 2500);
}

at("link").addEventListener("click", async () => {
  const present = description();
  const course = table.course.text === present.text ? table.course : { ...present, seed: 0, choices: [] };
  const fragment = await pack(course);
  history.replaceState(null, "", fragment);
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied");
  } catch {
    say("The link is in the address bar");
  }
});

at("format").addEventListener("click", async () => {
  try {
    const { text } = await checker.ask<{ text: string }>({ do: "format", text: wellFormed(editor.text) }, PATIENCE);
    if (text !== editor.text) editor.replace(text);
  } catch (error) {
    if (error instanceof Refused) say("A text with errors cannot be laid out");
  }
});

at("rename").addEventListener("click", () => void editor.rename());

at("hints").addEventListener("click", () => {
  const on = !hinting();
  at("hints").setAttribute("aria-pressed", String(on));
  store(on ? "on" : "off", HINTS);
  void unsaid(description());
});
// On a narrow screen a line has no room for them unless they are asked for.
at("hints").setAttribute("aria-pressed", String((stored(HINTS) ?? (matchMedia("(min-width: 56em)").matches ? "on" : "off")) === "on"));

at("save").addEventListener("click", () => {
  const url = URL.createObjectURL(new Blob([editor.text], { type: "text/plain" }));
  const name = document.title.replace(/ – ludemic$/, "").replace(/[^\w -]+/g, "").trim() || "game";
  element("a", { href: url, download: `${name}.lud` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
});

async function openFile(file: File | undefined): Promise<void> {
  if (!file) return;
  if (file.size > MOST_BYTES) return say("This file is too large");
  load({ text: await file.text(), options: [] });
}

const file = at<HTMLInputElement>("file");
at("open").addEventListener("click", () => file.click());
file.addEventListener("change", () => {
  void openFile(file.files?.[0]);
  file.value = "";
});
document.addEventListener("dragover", (event) => {
  if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
});
document.addEventListener("drop", (event) => {
  const dropped = event.dataTransfer?.files[0];
  if (!dropped) return;
  event.preventDefault();
  void openFile(dropped);
});

async function example(name: string): Promise<string> {
  const response = await fetch(`games/${name}`);
  if (!response.ok) throw new Refused(`this game could not be loaded (${response.status})`);
  return response.text();
}

/** What the page begins with: the game of the link, what was there last, or the first of the list. */
async function begin(): Promise<void> {
  const games = at<HTMLSelectElement>("games");
  const list = (await (await fetch("games/index.json")).json()) as Listed[];
  for (const { name, file } of list) games.append(element("option", { value: file }, name));
  games.addEventListener("change", async () => {
    const name = games.value;
    games.value = "";
    if (!name) return;
    history.replaceState(null, "", location.pathname + location.search);
    load({ text: await example(name), options: [] });
  });
  await fromLink((await known()) ?? { text: await example("hex.lud"), options: [], seed: 0, choices: [] });
  addEventListener("hashchange", async () => {
    const course = await linked();
    if (course) await fromLink(course);
  });
}

async function known(): Promise<Course | undefined> {
  const text = stored();
  return (await linked()) ?? (text === null ? undefined : { text, options: [], seed: 0, choices: [] });
}

async function linked(): Promise<Course | undefined> {
  try {
    return await unpack(location.hash);
  } catch {
    say("The link is damaged");
    return undefined;
  }
}

async function fromLink(course: Course): Promise<void> {
  resumed = course;
  load({ text: course.text, options: course.options });
}

look("board");
if (!matchMedia("(min-width: 56em)").matches) look("board");
begin().catch((error: unknown) => report([{ place: null, line: null, severity: "error", code: "", message: String(error), label: "", labels: [], hints: [], trail: [] }], 0));

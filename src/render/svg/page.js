"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const element = (id) => document.getElementById(id);
const [slider, play, pieces] = ["slider", "play", "pieces"].map(element);
const regions = [...element("regions").children];
const mark = document.querySelector(".mark");
const buttons = [...document.querySelectorAll("#moves button")];
let now = 0;
let timer = null;

function show(step) {
  now = Math.max(0, Math.min(step, data.frames.length - 1));
  const frame = data.frames[now];
  const list = [];
  for (let i = 0; i < frame.p.length; i += 2) {
    const [x, y, scale, angle] = data.places[frame.p[i]];
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", "#t" + frame.p[i + 1]);
    use.setAttribute("transform", `translate(${x} ${y}) rotate(${angle}) scale(${scale})`);
    list.push(use);
  }
  pieces.replaceChildren(...list);
  regions.forEach((region, i) => region.setAttribute("d", data.paths[frame.r[i]]));
  mark.setAttribute("d", frame.m);
  frame.s.forEach((score, i) => document.querySelectorAll(".score" + (i + 1)).forEach((at) => { at.textContent = score; }));
  document.querySelectorAll(".mover").forEach((at) => {
    at.setAttribute("visibility", at.classList.contains("mover" + frame.w) ? "visible" : "hidden");
  });
  document.querySelector(".caption").textContent = frame.c;
  element("caption").textContent = frame.c;
  slider.value = now;
  slider.setAttribute("aria-valuetext", frame.c);
  buttons.forEach((button, i) => {
    if (i === now) {
      button.setAttribute("aria-current", "step");
      const list = button.closest("nav");
      const [outer, inner] = [list.getBoundingClientRect(), button.getBoundingClientRect()];
      if (inner.top < outer.top || inner.bottom > outer.bottom) list.scrollTop += inner.top - outer.top - outer.height / 2;
    } else {
      button.removeAttribute("aria-current");
    }
  });
}

function pause() {
  clearInterval(timer);
  timer = null;
  play.setAttribute("aria-label", "Play");
  play.setAttribute("aria-pressed", "false");
}

function toggle() {
  if (timer !== null) return pause();
  if (now === data.frames.length - 1) show(0);
  play.setAttribute("aria-label", "Pause");
  play.setAttribute("aria-pressed", "true");
  timer = setInterval(() => (now === data.frames.length - 1 ? pause() : show(now + 1)), 700);
}

function go(step) {
  pause();
  show(step);
}

slider.addEventListener("input", () => go(Number(slider.value)));
play.addEventListener("click", toggle);
element("first").addEventListener("click", () => go(0));
element("back").addEventListener("click", () => go(now - 1));
element("forward").addEventListener("click", () => go(now + 1));
element("last").addEventListener("click", () => go(data.frames.length - 1));
buttons.forEach((button, i) => button.addEventListener("click", () => go(i)));
// On a phone the board itself is turned over: a stroke to the left goes on, one to the right goes back.
const board = document.querySelector("figure > svg");
let start = null;
board.addEventListener("pointerdown", (event) => { start = event.isPrimary ? [event.clientX, event.clientY] : null; });
board.addEventListener("pointerup", (event) => {
  if (start === null) return;
  const [dx, dy] = [event.clientX - start[0], event.clientY - start[1]];
  start = null;
  if (Math.abs(dx) > 40 && Math.abs(dx) > 2 * Math.abs(dy)) go(now + (dx < 0 ? 1 : -1));
});
board.addEventListener("pointercancel", () => { start = null; });
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const keys = { ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), Home: () => go(0), End: () => go(data.frames.length - 1) };
  const key = keys[event.key] || (event.key === " " && !event.target.closest("button, summary") ? toggle : null);
  if (key) {
    event.preventDefault();
    key();
  }
});
show(0);

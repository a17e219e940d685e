// @ts-check
// Steps through a finished game without leaving the page. Without this script the links and the form do the same.
import { closest, requireById } from "./page/dom.js";
import { apply } from "./page/frames.js";
import { getOwnAddress } from "./plain/addresses.js";
import { fetchJson } from "./server/http.js";

const page = requireById("table");
const many = Number(page.dataset.many);
let at = Number(page.dataset.at);
let going = false;

/** Go to a step. Return how long its pieces move, in milliseconds. @param {number} to */
async function go(to) {
  to = Math.max(0, Math.min(many, to));
  if (to === at || going) return 0;
  going = true;
  try {
    const from = to === at + 1 ? `&from=${at}` : "";
    const message = await fetchJson(`/t/${page.dataset.replay}/replay/${to}?seat=${page.dataset.seat}${from}`);
    if (!message) return 0;
    apply(message);
    at = to;
    showMessage(message);
    mark();
    page.dataset.at = String(at);
    updateEyes();
    const range = /** @type {HTMLInputElement} */ (document.querySelector("#controls [type=range]"));
    range.value = String(at);
    requireById("where").textContent = `${at} of ${many}`;
    for (const link of document.querySelectorAll("#controls [data-step]")) {
      const back = ["first", "back"].includes(/** @type {HTMLElement} */ (link).dataset.step ?? "");
      link.toggleAttribute("aria-disabled", back ? at === 0 : at === many);
      if (link.hasAttribute("aria-disabled")) link.setAttribute("aria-disabled", "true");
    }
    history.replaceState(null, "", `?at=${at}&seat=${page.dataset.seat}`);
    /** @type {import("./types.d.ts").Move[]} */
    const moves = message.moves ?? [];
    return Math.max(0, ...moves.map((move) => move.wait + move.ms));
  } finally {
    going = false;
  }
}

/** Return whether the dark theme is on. The server needs to know it for separate pictures. */
const isDark = () => (document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "")) === "dark";

/** Update the pictures of what each seat saw. Each links to the replay from that seat. */
function updateEyes() {
  for (const one of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("img[data-eyes]"))) {
    one.src = getOwnAddress(`/t/${page.dataset.replay}/replay/${at}/${one.dataset.eyes}.svg${isDark() ? "?theme=dark" : ""}`);
    const link = one.closest("a");
    if (link) link.search = `?at=${at}&seat=${one.dataset.eyes}`;
  }
}
if (isDark()) updateEyes();

// ---------------------------------------------------------------- the chart of the game

const SVG = "http://www.w3.org/2000/svg";
const chart = /** @type {HTMLElement} */ (requireById("course"));
const sheet = /** @type {SVGElement} */ (chart.querySelector("svg"));
const [WIDE, HIGH] = [300, 84];
/** The number of entries before each line of the log. @type {number[]} */
let lines = [];

/** @param {string} tag @param {Record<string, string | number>} attributes */
function makeSvg(tag, attributes) {
  const one = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) one.setAttribute(name, String(value));
  sheet.append(one);
}

/** Draw a line for each seat with its standing after each entry. @param {number[][]} stood */
function draw(stood) {
  const all = stood.flat();
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
  const y = (/** @type {number} */ value) => (HIGH - 6 - ((HIGH - 12) * (value - least)) / (most - least)).toFixed(1);
  stood.forEach((numbers, seat) => {
    const points = numbers.map((value, k) => `${((WIDE * k) / Math.max(1, many)).toFixed(1)},${y(value)}`).join(" ");
    makeSvg("polyline", { points, stroke: `var(--seat-${seat})`, class: `course-line course-${seat % 4}` });
  });
  makeSvg("line", { class: "course-now", y1: 0, y2: HIGH });
  chart.hidden = false;
  mark();
}

/** Mark the current step in the chart. */
function mark() {
  const x = (WIDE * at) / Math.max(1, many);
  for (const line of sheet.querySelectorAll(".course-now")) for (const name of ["x1", "x2"]) line.setAttribute(name, String(x));
}

fetchJson(`/t/${page.dataset.replay}/course?seat=${page.dataset.seat}`).then((course) => {
  lines = course?.lines ?? [];
  if (course?.stood.length) draw(course.stood);
});
sheet.addEventListener("click", (event) => {
  const box = sheet.getBoundingClientRect();
  show(false);
  go(Math.round((many * (event.clientX - box.left)) / box.width));
});

// ---------------------------------------------------------------- messages

const messageBox = /** @type {HTMLDetailsElement} */ (requireById("sent"));

/** @param {unknown} message */
function showMessage(message) {
  const text = messageBox.querySelector("pre");
  if (text) text.textContent = messageBox.open ? JSON.stringify(message, null, 1) : "";
}
messageBox.addEventListener("toggle", async () => {
  const from = at ? `&from=${at - 1}` : "";
  if (messageBox.open) showMessage(await fetchJson(`/t/${page.dataset.replay}/replay/${at}?seat=${page.dataset.seat}${from}`));
});

// ---------------------------------------------------------------- automatic play

const button = /** @type {HTMLButtonElement} */ (requireById("play"));
const pace = requireById("pace");
button.hidden = pace.hidden = false;
/** The number of the current run of steps. A new number ends the run. */
let run = 0;
let playing = false;

/** @param {boolean} on */
function show(on) {
  playing = on;
  run += 1;
  button.textContent = (on ? button.dataset.pause : button.dataset.play) ?? "";
}

/** Play the steps, each for as long as the pace says and at least until its pieces rest. At the end, play from the start. */
async function play() {
  show(true);
  const mine = run;
  if (at === many) await go(0);
  while (run === mine && at < many) {
    const ms = await go(at + 1);
    const select = /** @type {HTMLSelectElement} */ (pace.querySelector("select"));
    await new Promise((done) => { window.setTimeout(done, Math.max(Number(select.value), ms)); });
  }
  if (run === mine) show(false);
}

/** Start or stop playing. */
function toggle() {
  if (playing) show(false);
  else play();
}
button.addEventListener("click", toggle);

// ---------------------------------------------------------------- controls

/** @type {Record<string, () => number>} */
const STEPS = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => many };

page.addEventListener("click", (event) => {
  const line = closest(event, "[data-moment]");
  const to = line && !closest(event, "summary") ? lines[Number(/** @type {HTMLElement} */ (line).dataset.moment)] : undefined;
  if (to !== undefined) {
    show(false);
    go(to);
    return;
  }
  const link = closest(event, "[data-step]");
  if (!link) return;
  event.preventDefault();
  show(false);
  go(STEPS[/** @type {HTMLElement} */ (link).dataset.step ?? ""]());
});
page.addEventListener("change", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.type === "range") {
    show(false);
    go(Number(field.value));
  }
  else if (field.name === "seat") location.search = `?at=${at}&seat=${field.value}`;
});
document.addEventListener("keydown", (event) => {
  if (closest(event, "input, select")) return;
  if (event.key === " " && !closest(event, "button, a, summary, .stage .piece")) {
    event.preventDefault();
    toggle();
    return;
  }
  const step = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
  if (step) {
    event.preventDefault();
    show(false);
    go(STEPS[step]());
  }
});

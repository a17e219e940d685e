// @ts-check
// A finished game: step on and back without leaving the page. Without this script the links and the form do the same.
import { closest, the } from "./dom.js";
import { apply } from "./frames.js";
import { got } from "./http.js";

const page = the("table");
const many = Number(page.dataset.many);
let at = Number(page.dataset.at);
let going = false;

/** Go to a step; how long its pieces move, in milliseconds. @param {number} to */
async function go(to) {
  to = Math.max(0, Math.min(many, to));
  if (to === at || going) return 0;
  going = true;
  try {
    const from = to === at + 1 ? `&from=${at}` : "";
    const message = await got(`/t/${page.dataset.replay}/replay/${to}?seat=${page.dataset.seat}${from}`);
    if (!message) return 0;
    apply(message);
    at = to;
    page.dataset.at = String(at);
    const range = /** @type {HTMLInputElement} */ (document.querySelector("#controls [type=range]"));
    range.value = String(at);
    the("where").textContent = `${at} of ${many}`;
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

// ---------------------------------------------------------------- by itself

const button = /** @type {HTMLButtonElement} */ (the("play"));
const pace = the("pace");
button.hidden = pace.hidden = false;
/** Which run of steps goes on; another number ends it. */
let run = 0;
let playing = false;

/** @param {boolean} on */
function show(on) {
  playing = on;
  run += 1;
  button.textContent = (on ? button.dataset.pause : button.dataset.play) ?? "";
}

/** Step after step, each for as long as the pace says, and as its pieces move at least; from the start where it is at the end. */
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

/** Play, or stop playing. */
function toggle() {
  if (playing) show(false);
  else play();
}
button.addEventListener("click", toggle);

// ---------------------------------------------------------------- by hand

/** @type {Record<string, () => number>} */
const STEPS = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => many };

page.addEventListener("click", (event) => {
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

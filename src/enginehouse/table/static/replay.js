// @ts-check
// A finished game: step on and back without leaving the page. Without this script the links and the form do the same.
import { closest, the } from "./dom.js";
import { apply } from "./frames.js";
import { got } from "./http.js";

const page = the("table");
const many = Number(page.dataset.many);
let at = Number(page.dataset.at);
let going = false;

/** @param {number} to */
async function go(to) {
  to = Math.max(0, Math.min(many, to));
  if (to === at || going) return;
  going = true;
  try {
    const from = to === at + 1 ? `&from=${at}` : "";
    const message = await got(`/t/${page.dataset.replay}/replay/${to}?seat=${page.dataset.seat}${from}`);
    if (!message) return;
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
  } finally {
    going = false;
  }
}

/** @type {Record<string, () => number>} */
const STEPS = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => many };

page.addEventListener("click", (event) => {
  const link = closest(event, "[data-step]");
  if (!link) return;
  event.preventDefault();
  go(STEPS[/** @type {HTMLElement} */ (link).dataset.step ?? ""]());
});
page.addEventListener("change", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.type === "range") go(Number(field.value));
  else if (field.name === "seat") location.search = `?at=${at}&seat=${field.value}`;
});
document.addEventListener("keydown", (event) => {
  if (closest(event, "input, select")) return;
  const step = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
  if (step) {
    event.preventDefault();
    go(STEPS[step]());
  }
});

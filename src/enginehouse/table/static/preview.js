// @ts-check
// What an action would do, shown over the board before it is done. It knows no game: the server draws it.

import { byId } from "./dom.js";
import { fetchAnswer } from "./http.js";

let shown = "";
/** What the server drew for an action of this decision. @type {Map<string, import("./types.d.ts").PreviewPiece[]>} */
const drawn = new Map();
let drawnFor = -1;

/** What was shown when the touch began that is under way; null while none is. Where a finger comes down counts as being over
 * it, which shows what would happen: that is not yet having seen it. @type {string | null} */
let touched = null;

/** Whether this is what was shown before it was tapped, or clicked. @param {string} name */
export const isShown = (name) => (touched ?? shown) === name;

document.addEventListener("pointerover", (event) => { if (event.pointerType === "touch") touched ??= shown; }, true);
for (const kind of ["click", "keydown", "pointercancel"]) document.addEventListener(kind, () => { touched = null; });

/** What was said of an action of this decision, in words; empty where nothing was. @param {string} name */
export const getForecast = (name) => (drawn.get(name) ?? []).map((one) => one.label).filter(Boolean).join(" ");

/** Nothing is shown any more; what lies over the board goes with the next picture. */
export function forgetShown() {
  shown = "";
}

/** Show what an action would do. @param {string} name @param {string} table @param {number} seat @param {number} decision */
export async function showPreview(name, table, seat, decision) {
  if (shown === name) return;
  hidePreview();
  shown = name;
  if (drawnFor !== decision) drawn.clear();
  drawnFor = decision;
  if (!drawn.has(name)) {
    await new Promise((done) => { window.setTimeout(done, 60); });
    if (shown !== name) return;
    const answer = await fetchAnswer(`/t/${table}/preview`, { seat, act: name });
    if (!answer) return;
    drawn.set(name, answer.pieces);
  }
  if (shown !== name) return;
  hidePreview();
  shown = name;
  const above = document.querySelector("#board .layer:last-of-type");
  const pieces = drawn.get(name) ?? [];
  for (const one of pieces) (byId(one.layer) ?? above)?.insertAdjacentHTML("beforeend", one.svg);
  const told = getForecast(name);
  if (told) document.activeElement?.setAttribute("aria-description", told);
  say(told);
  for (const button of document.querySelectorAll("#pick button[data-preview]")) {
    button.classList.toggle("armed", /** @type {HTMLElement} */ (button).dataset.preview === name);
  }
}

/** Say it in the desk's line for forecasts, whose place is kept free. @param {string} text */
function say(text) {
  const line = byId("would");
  if (line && line.textContent !== text) line.textContent = text;
}

/** Take it away. */
export function hidePreview() {
  shown = "";
  say("");
  for (const one of [...document.getElementsByClassName("previewed")]) one.remove();
  for (const button of document.querySelectorAll("#pick .armed")) button.classList.remove("armed");
}

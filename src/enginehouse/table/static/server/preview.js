// @ts-check
// Shows the effect of an action over the board before the player confirms it. It knows no game: the server draws the
// effect.

import { byId } from "../page/dom.js";
import { fetchAnswer } from "./http.js";

let shown = "";
/** The server's drawings for the actions of this decision. @type {Map<string, import("../types.d.ts").PreviewPiece[]>} */
const drawn = new Map();
let drawnFor = -1;

/** The preview at the beginning of the current touch, or `null` if there is no touch. A touch also fires a pointer event
 * that shows the preview, but then the player has not seen it yet.
 * @type {string | null} */
let touched = null;

/** Return whether an action was previewed before it was tapped or clicked. @param {string} name */
export const isShown = (name) => (touched ?? shown) === name;

document.addEventListener("pointerover", (event) => { if (event.pointerType === "touch") touched ??= shown; }, true);
for (const kind of ["click", "keydown", "pointercancel"]) document.addEventListener(kind, () => { touched = null; });

/** Return the forecast of an action of this decision as text; empty if there is none. @param {string} name */
export const getForecast = (name) => (drawn.get(name) ?? []).map((one) => one.label).filter(Boolean).join(" ");

/** Forget the preview. Its drawing goes with the next frame. */
export function forgetShown() {
  shown = "";
}

/** Show the effect of an action. @param {string} name @param {string} table @param {number} seat @param {number} decision */
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
  const forecast = getForecast(name);
  if (forecast) document.activeElement?.setAttribute("aria-description", forecast);
  say(forecast);
  for (const button of document.querySelectorAll("#pick button[data-preview]")) {
    button.classList.toggle("armed", /** @type {HTMLElement} */ (button).dataset.preview === name);
  }
}

/** Write a forecast into its line on the desk, which always has its room. @param {string} text */
function say(text) {
  const line = byId("would");
  if (line && line.textContent !== text) line.textContent = text;
}

/** Remove the preview. */
export function hidePreview() {
  shown = "";
  say("");
  for (const one of [...document.getElementsByClassName("previewed")]) one.remove();
  for (const button of document.querySelectorAll("#pick .armed")) button.classList.remove("armed");
}

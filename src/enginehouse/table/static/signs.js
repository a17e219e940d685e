// @ts-check
// Small signs beside the board: how long a window is open, and what there is to say for a moment.

import { byId, the } from "./dom.js";

/** @type {Animation | null} */
let ticking = null;

/** Show how long the window is still open. @param {number} ms */
export function clock(ms) {
  const bar = byId("clock");
  if (!bar) return;
  bar.hidden = !ms;
  const minutes = Math.ceil(ms / 60000);
  bar.title = ms ? `The window is open for ${minutes > 120 ? `${Math.round(minutes / 60)} hours` : minutes > 1 ? `${minutes} minutes` : "a moment"}.` : "";
  ticking?.cancel();
  ticking = ms && bar.firstElementChild ? bar.firstElementChild.animate([{ transform: `scaleX(${Math.min(1, ms / 6000)})` }, { transform: "scaleX(0)" }], { duration: ms, fill: "forwards" }) : null;
}

let toasting = 0;

/** @param {string} text @param {string} [clause] @param {string} [link] */
export function toast(text, clause, link) {
  const box = the("toast");
  box.textContent = text;
  if (clause) {
    const cite = document.createElement(link ? "a" : "span");
    cite.className = "clause";
    cite.textContent = clause;
    if (link) { /** @type {HTMLAnchorElement} */ (cite).href = link; /** @type {HTMLAnchorElement} */ (cite).target = "_blank"; }
    box.append(" ", cite);
  }
  box.hidden = false;
  clearTimeout(toasting);
  toasting = window.setTimeout(() => { box.hidden = true; }, 3000 + 45 * text.length);
}

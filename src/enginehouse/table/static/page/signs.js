// @ts-check
// Shows small signs beside the board: the time left for a reaction, and short messages.

import { byId, requireById } from "./dom.js";

/** @type {Animation | null} */
let ticking = null;

let counting = 0;

/** Show how long the reaction time still runs. @param {number} ms */
export function showClock(ms) {
  const bar = byId("clock");
  if (!bar) return;
  bar.hidden = !ms;
  clearInterval(counting);
  const end = performance.now() + ms;
  const count = () => {
    const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    const left = bar.querySelector("small");
    if (left) left.textContent = seconds > 7200 ? `${Math.round(seconds / 3600)} hours` : seconds > 120 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} s`;
  };
  count();
  if (ms) counting = window.setInterval(count, 1000);
  ticking?.cancel();
  ticking = ms && bar.firstElementChild ? bar.firstElementChild.animate([{ transform: `scaleX(${Math.min(1, ms / 6000)})` }, { transform: "scaleX(0)" }], { duration: ms, fill: "forwards" }) : null;
}

let toasting = 0;

/** Hide the message. */
export function hideToast() {
  clearTimeout(toasting);
  requireById("toast").hidden = true;
}

/** Put a box at the foot of the board, above the desk if the desk lies below the board. @param {HTMLElement} box */
function place(box) {
  const board = document.querySelector(".hero")?.getBoundingClientRect();
  const desk = document.querySelector(".desk")?.getBoundingClientRect();
  if (!board || !desk) return;
  const foot = Math.min(board.bottom, innerHeight, desk.top > board.top ? desk.top : innerHeight);
  box.style.left = `${board.left + board.width / 2}px`;
  box.style.bottom = `${innerHeight - foot + 12}px`;
}

/** @param {string} text @param {string} [clause] @param {string} [link] */
export function toast(text, clause, link) {
  const box = requireById("toast");
  box.textContent = text;
  if (clause) {
    const cite = document.createElement(link ? "a" : "span");
    cite.className = "clause";
    cite.textContent = link ? "§" : `rule ${clause}`;
    if (link) for (const name of ["title", "aria-label"]) cite.setAttribute(name, `rule ${clause}`);
    if (link) { /** @type {HTMLAnchorElement} */ (cite).href = link; /** @type {HTMLAnchorElement} */ (cite).target = "_blank"; }
    box.append(" ", cite);
  }
  box.hidden = false;
  place(box);
  clearTimeout(toasting);
  toasting = window.setTimeout(() => { box.hidden = true; }, 3000 + 45 * text.length);
}

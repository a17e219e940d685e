// @ts-check
// Handles the keyboard. Single keys work wherever the focus is, except in a field (`?` lists them), and the arrow keys
// move between pieces.

import { ARROWS, findNearest } from "../plain/arrows.js";
import { byId } from "./dom.js";

/** @param {Record<string, () => void>} meanings by key, as an event names it; letters in lower case */
export function bindKeys(meanings) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target instanceof Element && event.target.closest("input:not([type=checkbox], [type=radio]), select, textarea")) return;
    if (event.key === " " && event.target instanceof Element && event.target.closest("button, a, summary, label, .stage .piece.can")) return;
    const meaning = meanings[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!meaning) return;
    event.preventDefault();
    meaning();
  });
}

/** Let the arrow keys move between pieces, and let Enter or space take a piece.
 * @param {Element} page @param {{lit: () => Element[], take: (piece: string) => void}} host */
export function enableWalking(page, host) {
  page.addEventListener("keydown", (given) => {
    const event = /** @type {KeyboardEvent} */ (given);
    const here = document.activeElement?.closest?.(".stage .piece");
    if (!here) return;
    const way = ARROWS[event.key];
    if (event.key === "Enter" || event.key === " ") host.take(here.id);
    else if (way) {
      const best = findNearest(here, way, host.lit());
      if (best) goTo(best, here);
    } else return;
    event.preventDefault();
  });
}

/** Move the tab stop and the focus to a piece. @param {Element} piece @param {Element | null} [from] */
function goTo(piece, from) {
  for (const one of from ? [from] : document.querySelectorAll(".stage .piece[tabindex='0']")) one.setAttribute("tabindex", "-1");
  piece.setAttribute("tabindex", "0");
  /** @type {any} */ (piece).focus({ preventScroll: false });
}

/** Move the focus to the next piece that can be chosen now. @param {Element[]} lit */
export function goToNextLit(lit) {
  const best = lit[(lit.indexOf(/** @type {Element} */ (document.activeElement)) + 1) % lit.length];
  if (best) goTo(best);
}

/** Click a button of the page, if it exists. @param {string} selector */
export const press = (selector) => /** @type {HTMLButtonElement | null} */ (document.querySelector(selector))?.click();

/** Open the list of all actions at its first line, or close it. */
export function toggleList() {
  const box = /** @type {HTMLDetailsElement | null} */ (byId("list"));
  if (!box) return;
  box.open = !box.open;
  /** @type {HTMLElement | null} */ (box.querySelector(box.open ? "ul button" : "summary"))?.focus();
}

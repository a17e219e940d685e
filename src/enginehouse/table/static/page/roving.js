// @ts-check
// Chooses the pieces that the arrow keys reach. Only one of them is a tab stop at a time.

/** Return the pieces that the arrow keys reach: pieces with an action, or else pieces with a name. If `narrowed` is set,
 * a choice is under way and only the possible next pieces count.
 * @param {boolean} narrowed @returns {Element[]} */
export function findStops(narrowed) {
  const next = narrowed ? [...document.querySelectorAll(".stage .piece.next, .stage .piece.picked")] : [];
  if (next.length) return next;
  const can = [...document.getElementsByClassName("can")].filter((one) => one.closest(".stage"));
  return can.length ? can : [...document.querySelectorAll(".stage .piece[aria-label]:not(.passing)")];
}

let waiting = 0;

/** Choose the tab stop in the next frame. Checking whether the focus may stay needs a layout of the board.
 * @param {() => boolean} narrowed */
export function scheduleTabStop(narrowed) {
  waiting ||= requestAnimationFrame(() => {
    waiting = 0;
    settleStops(findStops(narrowed()));
  });
}

/** @param {Element[]} all */
function settleStops(all) {
  const current = all.find((one) => one === document.activeElement) ?? all.find((one) => one.getAttribute("tabindex") === "0") ?? all[0];
  for (const one of document.querySelectorAll(".stage .piece[tabindex='0']")) if (one !== current) one.setAttribute("tabindex", "-1");
  for (const one of all) {
    const stop = one === current ? "0" : "-1";
    // Setting an equal value would still force a layout, because the browser checks whether the focus may stay.
    if (one.getAttribute("tabindex") !== stop) one.setAttribute("tabindex", stop);
  }
}

// @ts-check
// The pieces among which the arrow keys go: one of them is a tab stop at a time.

/** What the arrows go to: what can be acted on, else what has a name. `narrowed`: something is picked, and only what may
 * follow it counts. @param {boolean} narrowed @returns {Element[]} */
export function findStops(narrowed) {
  const next = narrowed ? [...document.querySelectorAll(".stage .piece.next, .stage .piece.picked")] : [];
  if (next.length) return next;
  const can = [...document.getElementsByClassName("can")].filter((one) => one.closest(".stage"));
  return can.length ? can : [...document.querySelectorAll(".stage .piece[aria-label]:not(.passing)")];
}

let waiting = 0;

/** Make one of them the tab stop. With the next frame: whether the focus may stay where it is, the browser can only tell
 * from a board that is laid out. @param {() => boolean} narrowed */
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
    // To set what is there already would still have the browser look whether the focus may stay: a layout.
    if (one.getAttribute("tabindex") !== stop) one.setAttribute("tabindex", stop);
  }
}

// @ts-check
// Moves a long list of answers beside the desk, over the log, so that all answers are visible and the board does not
// move.

import { byId, columnBeside } from "./dom.js";

const GAP = 8;
const wide = matchMedia("(min-width: 60rem) and (min-height: 36rem)");

/** Give a box of answers enough room. @param {HTMLElement | null} box */
export function makeRoom(box) {
  if (!box?.childElementCount || box.hidden) return; // Do not measure here, because that would force a layout.
  if (box.classList.contains("aloft")) {
    box.classList.remove("aloft");
    box.removeAttribute("style");
  }
  const side = columnBeside();
  const desk = box.closest(".desk")?.getBoundingClientRect();
  if (!side || !desk || box.scrollHeight <= box.clientHeight + 1) return;
  box.classList.add("aloft");
  if (!wide.matches) return; // The style sheet makes the desk grow on narrow windows.
  box.style.left = `${side.left}px`;
  box.style.width = `${side.width}px`;
  const beside = desk.right <= side.left;
  const highest = beside ? side.top : desk.bottom + GAP;
  // Cover the log if that is enough, because players read the goal, the standings and the names while they choose.
  const log = document.querySelector(".log-box")?.getBoundingClientRect().top ?? side.top;
  const top = Math.max(highest, Math.min(log, innerHeight - GAP - box.offsetHeight));
  box.style.top = `${top}px`;
  box.style.maxHeight = `${innerHeight - GAP - top}px`;
}

/** Give all boxes of answers enough room: the menu of the picked pieces, and the buttons without a piece. */
export function makeRoomForAll() {
  makeRoom(byId("pick"));
  makeRoom(document.querySelector("#acts .free"));
}
addEventListener("resize", makeRoomForAll);

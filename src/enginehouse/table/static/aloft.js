// @ts-check
// More answers than the desk has room for lie beside it, over the log: all of them are seen, and nothing moves.

import { byId, columnBeside } from "./dom.js";

const GAP = 8;
const wide = matchMedia("(min-width: 60rem) and (min-height: 36rem)");

/** Let a box of answers have the room that it needs. @param {HTMLElement | null} box */
export function makeRoom(box) {
  if (!box?.childElementCount || box.hidden) return; // not asked where it stands: that would lay out the page
  if (box.classList.contains("aloft")) {
    box.classList.remove("aloft");
    box.removeAttribute("style");
  }
  const side = columnBeside();
  const desk = box.closest(".desk")?.getBoundingClientRect();
  if (!side || !desk || box.scrollHeight <= box.clientHeight + 1) return;
  box.classList.add("aloft");
  if (!wide.matches) return; // there the desk grows, as the style sheet says
  box.style.left = `${side.left}px`;
  box.style.width = `${side.width}px`;
  const beside = desk.right <= side.left;
  const highest = beside ? side.top : desk.bottom + GAP;
  // Over the log, if it fits there: goal, how things stand and players are read while one chooses.
  const log = document.querySelector(".log-box")?.getBoundingClientRect().top ?? side.top;
  const top = Math.max(highest, Math.min(log, innerHeight - GAP - box.offsetHeight));
  box.style.top = `${top}px`;
  box.style.maxHeight = `${innerHeight - GAP - top}px`;
}

/** All boxes of answers that are there: the menu of what is picked, and the buttons without a piece. */
export function makeRoomForAll() {
  makeRoom(byId("pick"));
  makeRoom(document.querySelector("#acts .free"));
}
addEventListener("resize", makeRoomForAll);

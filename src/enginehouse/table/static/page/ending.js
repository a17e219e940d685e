// @ts-check
// Shows the end of a game in the middle, over the board, until the player wants to see the board again.
import { closest, requireById } from "./dom.js";

const page = requireById("table");

/** Show the end in the middle, with a flourish if the game has just ended. @param {boolean} [fresh] */
export function showEnding(fresh = false) {
  if (!requireById("end").childElementCount) return;
  page.classList.add("staged");
  page.classList.toggle("just-ended", fresh);
}

/** Close the panel in the middle. Return whether it was open. */
export function hideEnding() {
  const was = page.classList.contains("staged");
  page.classList.remove("staged");
  return was;
}

page.addEventListener("click", (event) => {
  if (closest(event, ".end-aside, .end-moment")) hideEnding();
});

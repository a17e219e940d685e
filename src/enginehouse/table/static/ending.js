// @ts-check
// The end of a game stands in the middle, over the board, until somebody wants to look at the board again.
import { closest, the } from "./dom.js";

const page = the("table");

/** Show the end in the middle. */
export function stage() {
  if (the("end").childElementCount) page.classList.add("staged");
}

/** Put it aside; whether it was in the middle. */
export function unstage() {
  const was = page.classList.contains("staged");
  page.classList.remove("staged");
  return was;
}

page.addEventListener("click", (event) => {
  if (closest(event, ".end-aside, .end-moment")) unstage();
});

// @ts-check
// What stands beside the board comes with the frame after the board's: both in one would hold up the glide that begins with
// it. Until then nothing that is of the picture before can be pressed.

import { closest, the } from "./dom.js";

const page = the("table");
/** A page in the background has no frames: then a moment must do. */
const LONGEST_MS = 150;
/** What is still to be done. @type {(() => void) | null} */
let due = null;
let frame = 0;
let timer = 0;

/** Do something with the next frame but one, or when it is needed. @param {() => void} what */
export function later(what) {
  now();
  due = what;
  page.dataset.late = "yes";
  timer = window.setTimeout(now, LONGEST_MS);
  frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = window.setTimeout(now); // the frame that begins here is painted first
  });
}

/** Do what is still to be done at once. */
export function now() {
  cancelAnimationFrame(frame);
  clearTimeout(timer);
  const what = due;
  due = null;
  delete page.dataset.late;
  what?.();
}

// What is pressed meanwhile may be gone, or mean something else by now: it was offered for the picture before.
document.addEventListener("click", (event) => {
  if (!due) return;
  const stale = closest(event, "#acts, #tools, #endings, #seats, #end");
  now();
  if (!stale) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}, true);

// @ts-check
// What stands beside the board comes with the frame after the board's: both in one would hold up the glide that begins with
// it. Until then nothing that is of the picture before can be pressed.

import { closest, requireById } from "./dom.js";

const page = requireById("table");
/** A page in the background has no frames: then a moment must do. */
const LONGEST_MS = 150;
/** What is still to be done, in order. @type {(() => void)[]} */
let tasks = [];
/** Whether what stands there was offered for another picture. */
let isOutdated = false;
let frame = 0;
let timer = 0;

/** Do something with the next frame but one, or when it is needed. Of pictures that come before there is a frame, as when
 * bots answer at once, each board is shown at once, and what stands beside them all follows in one: done between them, it would
 * hold up the frame that shows what was clicked. `offersAnew`: what can be pressed until then is not what can be done now.
 * @param {() => void} task @param {boolean} offersAnew */
export function runLater(task, offersAnew) {
  tasks.push(task);
  isOutdated ||= offersAnew;
  if (tasks.length > 1) return;
  page.dataset.late = "yes";
  timer = window.setTimeout(runNow, LONGEST_MS);
  frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = window.setTimeout(runNow); // the frame that begins here is painted first
  });
}

/** Do what is still to be done at once. */
export function runNow() {
  cancelAnimationFrame(frame);
  clearTimeout(timer);
  const all = tasks;
  tasks = [];
  isOutdated = false;
  delete page.dataset.late;
  for (const what of all) what();
}

// What is pressed meanwhile may be gone, or mean something else by now: it was offered for the picture before. Where nothing else
// is asked, as with a stream's first picture, it is what it was.
document.addEventListener("click", (event) => {
  if (!isOutdated) return;
  const stale = closest(event, "#acts, #tools, #endings, #seats, #end");
  runNow();
  if (!stale) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}, true);

// @ts-check
// Updates the area beside the board one frame after the board. Both in one frame would delay the glide. Until then the
// player cannot press buttons of the frame before.

import { closest, requireById } from "./dom.js";

const page = requireById("table");
/** A page in the background has no animation frames, so a timer runs the tasks. */
const LONGEST_MS = 150;
/** The tasks that wait, in order. @type {(() => void)[]} */
let tasks = [];
/** Whether the buttons on the page belong to an earlier decision. */
let isOutdated = false;
let frame = 0;
let timer = 0;

/** Run a task with the next frame but one, or when it is needed. If several frames of the game arrive at once, as when
 * bots answer, each board is shown at once and all tasks run together afterwards. Running them in between would delay
 * the frame with the player's own move. Pass `offersAnew` if the available actions change.
 * @param {() => void} task @param {boolean} offersAnew */
export function runLater(task, offersAnew) {
  tasks.push(task);
  isOutdated ||= offersAnew;
  if (tasks.length > 1) return;
  page.dataset.late = "yes";
  timer = window.setTimeout(runNow, LONGEST_MS);
  frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = window.setTimeout(runNow); // Let the browser paint this frame first.
  });
}

/** Run all waiting tasks now. */
export function runNow() {
  cancelAnimationFrame(frame);
  clearTimeout(timer);
  const all = tasks;
  tasks = [];
  isOutdated = false;
  delete page.dataset.late;
  for (const task of all) task();
}

// A button that is pressed meanwhile belongs to the decision before, and may be gone or do something else now. If the
// decision has not changed, as with the first frame of a stream, the button is still right.
document.addEventListener("click", (event) => {
  if (!isOutdated) return;
  const stale = closest(event, "#acts, #tools, #endings, #seats, #end");
  runNow();
  if (!stale) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}, true);

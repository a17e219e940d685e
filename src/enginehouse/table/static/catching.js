// @ts-check
// What is asked comes when the pictures have caught up with it: a battle is seen before the next question stands there, and the
// end of a game after its last picture. Who has seen enough goes on by a click or the space bar.

import { byId, closest, requireById } from "./dom.js";
import { arrive, getShownMs } from "./frames.js";
import { getRate } from "./habits.js";
import { hush, STAGE_MS } from "./telling.js";

/** @typedef {import("./types.d.ts").Message} Message */
/** @typedef {import("./types.d.ts").PageState} PageState */

/** Pictures that are shorter are waited for by nobody. */
const LONG_MS = 1200;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const page = requireById("table");
/** When the pictures that have come will have been shown. */
let until = 0;
let waiting = 0;
/** What is to be done then. @type {() => void} */
let afterwards = () => {};

export const isCatchingUp = () => page.classList.contains("catching-up");

/** Let what is asked, and the end, wait for the pictures of a message. In a window nobody waits: it runs for all alike.
 * @param {Message} message @param {PageState} state @param {() => void} ready what is done when they have been shown, or at once */
export function catchUp(message, state, ready) {
  const now = performance.now();
  const stageEnds = (message.tells ?? []).filter((one) => one.says).map((one) => one.wait + STAGE_MS);
  const ms = Math.max(0, ...stageEnds, ...(message.moves ?? []).map(getShownMs));
  until = still.matches || document.hidden ? 0 : Math.max(until, now + ms / getRate());
  afterwards = ready;
  if (until - now < LONG_MS || state.window || !(state.acting || state.over)) {
    finishCatchingUp();
    return;
  }
  holdFor(until - now, ready);
}

/** Let what is asked wait for so long, at most until somebody skips it. @param {number} ms @param {() => void} ready */
export function holdFor(ms, ready) {
  clearTimeout(waiting);
  afterwards = ready;
  waiting = window.setTimeout(finishCatchingUp, ms);
  page.classList.add("catching-up");
  requireById("going").hidden = false;
}

function finishCatchingUp() {
  clearTimeout(waiting);
  page.classList.remove("catching-up");
  requireById("going").hidden = true;
  const ready = afterwards;
  afterwards = () => {};
  ready();
}

/** Show nothing more of what is waited for; whether there was something. */
export function goOn() {
  if (!isCatchingUp()) return false;
  until = 0;
  arrive();
  hush();
  finishCatchingUp();
  return true;
}

byId("going")?.addEventListener("click", goOn); // by a key, too

// The click that goes on does nothing else: what it lies on was not asked yet. Scripts and keys name what they mean.
page.addEventListener("click", (event) => {
  if (!event.detail || !isCatchingUp() || closest(event, ".side, a")) return;
  event.stopPropagation();
  event.preventDefault();
  goOn();
}, true);

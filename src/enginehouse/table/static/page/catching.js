// @ts-check
// Delays the next question until the animations of the last message have ended, and the end of a game until its last
// animation. A click or the space bar skips the wait.

import { byId, closest, requireById } from "./dom.js";
import { arrive, getShownMs } from "./motions.js";
import { getRate, isStill } from "./habits.js";
import { hush, STAGE_MS } from "./telling.js";

/** @typedef {import("../types.d.ts").Message} Message */
/** @typedef {import("../types.d.ts").PageState} PageState */

/** The page does not wait for animations that are shorter than this. */
const LONG_MS = 1200;
const page = requireById("table");
/** The time at which the animations that have arrived will have ended. */
let until = 0;
let waiting = 0;
/** The function to call at that time. @type {() => void} */
let afterwards = () => {};

export const isCatchingUp = () => page.classList.contains("catching-up");

/** Delay the next question and the end of the game until a message's animations have ended. A timed reaction never
 * waits, because its time runs for all players alike.
 * @param {Message} message @param {PageState} state @param {() => void} ready is called after them, or at once */
export function catchUp(message, state, ready) {
  const now = performance.now();
  const stageEnds = (message.tells ?? []).filter((one) => one.says).map((one) => one.wait + STAGE_MS);
  const ms = Math.max(0, ...stageEnds, ...(message.moves ?? []).map(getShownMs));
  until = isStill() || document.hidden ? 0 : Math.max(until, now + ms / getRate());
  afterwards = ready;
  if (until - now < LONG_MS || state.window || !(state.acting || state.over)) {
    finishCatchingUp();
    return;
  }
  holdFor(until - now, ready);
}

/** Delay the next question for a time, or until the player skips the wait. @param {number} ms @param {() => void} ready */
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

/** Skip the wait. Return whether there was one. */
export function goOn() {
  if (!isCatchingUp()) return false;
  until = 0;
  arrive();
  hush();
  finishCatchingUp();
  return true;
}

byId("going")?.addEventListener("click", goOn); // The button also works with the keyboard.

// A click that skips the wait does nothing else, because the question under it was not visible yet. Scripts and keys
// are not stopped: they name their action.
page.addEventListener("click", (event) => {
  if (!event.detail || !isCatchingUp() || closest(event, ".side, a")) return;
  event.stopPropagation();
  event.preventDefault();
  goOn();
}, true);

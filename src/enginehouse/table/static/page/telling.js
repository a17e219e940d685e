// @ts-check
// Shows important events large on the board for a second, and plays sounds. Both can be skipped, and nothing is shown
// large if the player prefers reduced motion.
import { byId } from "./dom.js";
import { tellSound } from "./events.js";
import { getRate, isStill } from "./habits.js";

/** @typedef {import("../types.d.ts").Tell} Tell */

/** How long an event is shown large, in milliseconds. */
export const STAGE_MS = 1150;
const box = byId("stage-moment");
/** The timers of sounds, and of events to be shown large. @type {Set<number>} */
const sounding = new Set();
/** @type {Set<number>} */
const staged = new Set();
let leaving = 0;

/** @param {Set<number>} among @param {number} ms @param {() => void} task */
function schedule(among, ms, task) {
  const timer = window.setTimeout(() => {
    among.delete(timer);
    task();
  }, ms / getRate());
  among.add(timer);
}

/** @param {Set<number>} timers */
function forget(timers) {
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
}

/** @param {Tell[]} tells */
export function showTells(tells) {
  // The board shows the new events now. Earlier events that still wait would appear over the wrong board.
  if (tells.some((one) => one.says)) forget(staged);
  let free = 0;
  for (const one of tells) {
    if (one.sound) schedule(sounding, isStill() ? 0 : one.wait, () => tellSound(one.sound ?? ""));
    if (!one.says || isStill() || document.hidden) continue;
    const at = Math.max(one.wait, free); // Show the events one after the other.
    free = at + STAGE_MS;
    schedule(staged, at, () => showTell(one));
  }
}

/** @param {Tell} one */
function showTell(one) {
  if (!box) return;
  clearTimeout(leaving);
  box.innerHTML = `${one.sign ?? ""}<p>${one.says ?? ""}</p>`;
  box.hidden = false;
  leaving = window.setTimeout(hide, STAGE_MS / getRate());
}

function hide() {
  clearTimeout(leaving);
  if (box) box.hidden = true;
}

/** Stop all sounds and events. */
export function hush() {
  forget(sounding);
  forget(staged);
  hide();
}
document.addEventListener("pointerdown", hide, true);

// @ts-check
// What deserves it takes the stage for a second, and what happens sounds; both skippable, and nothing is shown large where
// motion is not wanted.
import { byId } from "./dom.js";
import { tellSound } from "./events.js";
import { rate } from "./habits.js";

/** @typedef {import("./types.d.ts").Tell} Tell */

const STAGE_MS = 1150;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const box = byId("stage-moment");
/** What is still to come. @type {Set<number>} */
const waiting = new Set();
let leaving = 0;

/** @param {number} ms @param {() => void} what */
function later(ms, what) {
  const timer = window.setTimeout(() => {
    waiting.delete(timer);
    what();
  }, ms / rate());
  waiting.add(timer);
}

/** @param {Tell[]} tells */
export function tell(tells) {
  let free = 0;
  for (const one of tells) {
    if (one.sound) later(still.matches ? 0 : one.wait, () => tellSound(one.sound ?? ""));
    if (!one.says || still.matches || document.hidden) continue;
    const at = Math.max(one.wait, free); // one after the other
    free = at + STAGE_MS;
    later(at, () => show(one));
  }
}

/** @param {Tell} one */
function show(one) {
  if (!box) return;
  clearTimeout(leaving);
  box.innerHTML = `${one.sign ?? ""}<p>${one.says ?? ""}</p>`;
  box.hidden = false;
  leaving = window.setTimeout(hide, STAGE_MS / rate());
}

function hide() {
  clearTimeout(leaving);
  if (box) box.hidden = true;
}

/** Show nothing of it any more. */
export function hush() {
  for (const timer of waiting) clearTimeout(timer);
  waiting.clear();
  hide();
}
document.addEventListener("pointerdown", hide, true);

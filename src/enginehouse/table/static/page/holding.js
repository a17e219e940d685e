// @ts-check
// Holds back frames until they can be shown. A fight is shown to its end on the board where it began, and only then
// comes the next frame. Frames of other players' turns follow each other as quickly as their pieces move.

import { isCatchingUp, holdFor } from "./catching.js";
import { isScene, passOver } from "./motions.js";
import { getRate, getStayMs, isStill } from "./habits.js";

/** @typedef {import("../types.d.ts").Message} Message */

/** The maximum number of frames that wait. */
const MOST = 3;
/** The waiting frames, in order. `restAt` is the time when the pieces of the latest frame are at rest. @type {Message[]} */
let waiting = [];
let restAt = 0;
let timer = 0;
/** @type {(message: Message) => void} */
let show = () => {};

/** Set the function that shows a frame. @param {(message: Message) => void} given */
export function setShow(given) {
  show = given;
}

/** Take a frame from the server. Full frames and frames of a timed reaction do not wait. @param {Message} message */
export function receive(message) {
  if (message.regions) {
    clearTimeout(timer);
    waiting = [];
    show(message);
    return;
  }
  waiting.push(message);
  if (message.state.window || waiting.length > MOST || isStill() || document.hidden) showAll();
  else if (waiting.length === 1 && !isCatchingUp()) next();
}

/** Let the next frame come at once, because it shows the player's own click. */
export function followAtOnce() {
  restAt = 0;
}

/** Show all waiting frames at once. */
export function showAll() {
  clearTimeout(timer);
  const all = waiting;
  waiting = [];
  for (const message of all) show(message);
}

function next() {
  clearTimeout(timer);
  const early = restAt - performance.now();
  if (early > 0 && waiting.length) {
    timer = window.setTimeout(next, early);
    return;
  }
  const message = waiting[0];
  if (!message) return;
  const fights = (message.moves ?? []).filter(isScene);
  const end = Math.max(0, ...fights.map((move) => move.wait + move.ms));
  if (!end) {
    waiting.shift();
    restAt = message.state.acting ? 0 : performance.now() + Math.max(0, ...(message.moves ?? []).map((move) => move.wait + move.ms)) / getRate();
    show(message);
    next();
    return;
  }
  const moves = message.moves ?? [];
  passOver(moves.filter((move) => move.svg && move.wait < end), message.n);
  waiting[0] = { ...message, moves: moves.filter((move) => !move.svg || move.wait >= end).map((move) => ({ ...move, wait: Math.max(0, move.wait - end) })) };
  holdFor(end / getRate() + getStayMs(), next);
}

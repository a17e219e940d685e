// @ts-check
// Pictures that have come and wait to be shown. A fight is shown to its end over the board on which it began, and only then
// comes the picture after it. Pictures of others' turns follow each other as quickly as their pieces move.

import { isCatchingUp, holdFor } from "./catching.js";
import { isScene, passOver } from "./frames.js";
import { getRate, getStayMs } from "./habits.js";

/** @typedef {import("./types.d.ts").Message} Message */

/** So many pictures wait at most. */
const MOST = 3;
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** What waits, in order, and when the pieces of the latest picture have moved. @type {Message[]} */
let waiting = [];
let restAt = 0;
let timer = 0;
/** @type {(message: Message) => void} */
let show = () => {};

/** Say how pictures are shown. @param {(message: Message) => void} given */
export function setShow(given) {
  show = given;
}

/** Take a picture from the server. Whole pictures, and those of a timed reaction, wait for nothing. @param {Message} message */
export function receive(message) {
  if (message.regions) {
    clearTimeout(timer);
    waiting = [];
    show(message);
    return;
  }
  waiting.push(message);
  if (message.state.window || waiting.length > MOST || still.matches || document.hidden) showAll();
  else if (waiting.length === 1 && !isCatchingUp()) next();
}

/** Let the next picture wait for no pieces that move: it shows the player's own click. */
export function followAtOnce() {
  restAt = 0;
}

/** Show all that waits at once. */
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

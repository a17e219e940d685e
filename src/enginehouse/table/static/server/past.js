// @ts-check
// Shows earlier moments on the board of a running table. A click on a log line opens its moment, and "play again" shows
// the moments since your last turn. Only this page changes, and it keeps new frames for the way back.

import { closest, requireById } from "../page/dom.js";
import { apply } from "../page/frames.js";
import { isStill } from "../page/habits.js";
import { fetchJson } from "./http.js";
import { toast } from "../page/signs.js";

/** @typedef {import("../types.d.ts").Message} Message */

/** @typedef {object} Host
 * @property {() => void} leave  clears the picked pieces, because the board will show an earlier moment
 * @property {() => number} number  returns the number of the latest frame that has arrived
 * @property {(frame: Message) => void} back  shows the current frame */

const page = requireById("table");
const { table, seat } = page.dataset;
const PAUSE_MS = 700;

/** @type {Host} */
let host;
/** The moment that the board shows, by the number of its log line. -1 means now. */
let at = -1;
/** The number of the current run through moments. A new number ends the run. */
let run = 0;
let isLoading = false;

export const isLookingBack = () => at >= 0;

/** Return the numbers of all lines of the log. */
const listMoments = () => [...document.querySelectorAll("#log-lines .log-line[data-moment]")].map((line) => Number(/** @type {HTMLElement} */ (line).dataset.moment));

/** Mark the line of the moment that the board shows, and name it above the board. */
function mark() {
  for (const line of document.querySelectorAll("#log-lines .then")) line.classList.remove("then");
  page.classList.toggle("looking-back", at >= 0);
  requireById("past").hidden = at < 0;
  if (at < 0) return;
  const line = document.getElementById(`log-${at}`);
  line?.classList.add("then");
  requireById("past-line").replaceChildren(...[...(line?.querySelector(".moment")?.childNodes ?? [])].map((one) => one.cloneNode(true)));
  if (line) scrollTo(line);
  const all = listMoments();
  /** @type {HTMLButtonElement} */ (requireById("past-back")).disabled = at <= all[0];
  page.dataset.moment = String(at);
}

/** Scroll the log to a line, but not the page. @param {Element} line */
function scrollTo(line) {
  const log = requireById("log");
  const [box, own] = [log.getBoundingClientRect(), line.getBoundingClientRect()];
  if (own.top < box.top || own.bottom > box.bottom) log.scrollTop += own.top - box.top - box.height / 3;
}

/** Show a moment. Return how long its pieces move in milliseconds, or -1 if the moment is not available.
 * @param {number} to */
async function show(to) {
  if (isLoading) return -1;
  isLoading = true;
  try {
    const from = at >= 0 && to === at + 1 ? `&from=${at}` : "";
    /** @type {Message | null} */
    const message = await fetchJson(`/t/${table}/moment/${to}?seat=${seat}${from}`);
    if (!message) {
      toast(page.dataset.gone ?? "");
      return -1;
    }
    if (at < 0) host.leave();
    at = to;
    apply(message, false);
    mark();
    const moves = message.moves ?? [];
    return isStill() ? 0 : Math.max(0, ...moves.map((move) => move.wait + move.ms));
  } finally {
    isLoading = false;
  }
}

/** Show a moment and stay there. @param {number} moment */
export function lookBack(moment) {
  run += 1;
  return show(moment);
}

/** Return to the current frame. */
export async function returnToNow() {
  if (at < 0) return;
  const mine = ++run;
  /** @type {Message | null} */
  let frame = null;
  do {
    frame = await fetchJson(`/t/${table}/frame?seat=${seat}`);
    if (!frame) toast(page.dataset.away ?? "");
    if (!frame || run !== mine) return;
  } while (frame.n < host.number()); // The stream has brought a newer frame meanwhile.
  at = -1;
  delete page.dataset.moment;
  mark();
  host.back(frame);
}

/** Go a line back or forward. Forward from the last line returns to now. @param {number} by */
export function stepBack(by) {
  const all = listMoments();
  if (!all.length) return;
  const here = at < 0 ? all.length : all.indexOf(at);
  const to = all[here + by];
  if (to !== undefined) lookBack(to);
  else if (by > 0) returnToNow();
}

/** Play all moments since the player's last turn. If the log has no mark for it, play the latest turn. */
export async function playAgain() {
  const since = document.getElementById("log-since")?.nextElementSibling;
  const lines = [...document.querySelectorAll("#log-lines .log-line[data-moment]")];
  const first = since ?? lines.filter((line) => line.classList.contains("begins")).at(-1);
  const found = lines.slice(first ? lines.indexOf(first) : lines.length).map((line) => Number(/** @type {HTMLElement} */ (line).dataset.moment));
  if (!found.length) return;
  const mine = ++run;
  if (found[0] > 0) await show(found[0] - 1);
  for (const moment of found) {
    if (run !== mine) return;
    const ms = await show(moment);
    if (ms < 0) break;
    await new Promise((done) => { window.setTimeout(done, ms + PAUSE_MS); });
  }
  if (run === mine) await returnToNow();
}

/** The functions of the buttons. @type {Record<string, () => void>} */
const ACTIONS = { back: () => stepBack(-1), on: () => stepBack(1), now: returnToNow, again: playAgain };

/** @param {Host} given */
export function enableLookingBack(given) {
  host = given;
  page.addEventListener("click", (event) => {
    const line = /** @type {HTMLElement | null} */ (closest(event, ".moment")?.closest("[data-moment]") ?? null);
    const button = /** @type {HTMLElement | null} */ (closest(event, "[data-past]"));
    if (line) lookBack(Number(line.dataset.moment));
    else if (button) ACTIONS[button.dataset.past ?? ""]?.();
  });
}

// @ts-check
// Moments that are over, on the board of a running table: one opens by its line of the log, or one plays again what happened
// since one's last turn. Nobody else notices; what comes meanwhile is kept for the way back to now.

import { closest, requireById } from "./dom.js";
import { apply } from "./frames.js";
import { fetchJson } from "./http.js";
import { toast } from "./signs.js";

/** @typedef {import("./types.d.ts").Message} Message */

/** @typedef {object} Host
 * @property {() => void} leave  the board shows something else now: what was picked is let go of
 * @property {() => number} number  of the latest picture of now that has come
 * @property {(frame: Message) => void} back  the picture of now */

const page = requireById("table");
const { table, seat } = page.dataset;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const PAUSE_MS = 700;

/** @type {Host} */
let host;
/** The moment that is shown, by the number of its line; -1: now. */
let at = -1;
/** Which way is being gone; another number ends it. */
let run = 0;
let isLoading = false;

export const isLookingBack = () => at >= 0;

/** The numbers of all lines of the log that are there. */
const listMoments = () => [...document.querySelectorAll("#log-lines .log-line[data-moment]")].map((line) => Number(/** @type {HTMLElement} */ (line).dataset.moment));

/** Mark the line of the moment that is shown, and say which it is. */
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

/** Bring a line of the log into sight, and nothing else: the page itself stays where it is. @param {Element} line */
function scrollTo(line) {
  const log = requireById("log");
  const [box, own] = [log.getBoundingClientRect(), line.getBoundingClientRect()];
  if (own.top < box.top || own.bottom > box.bottom) log.scrollTop += own.top - box.top - box.height / 3;
}

/** Show a moment; how long its pieces move, in milliseconds, -1 where it is not there. @param {number} to */
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
    return still.matches ? 0 : Math.max(0, ...moves.map((move) => move.wait + move.ms));
  } finally {
    isLoading = false;
  }
}

/** Look at a moment, and stay there. @param {number} moment */
export function lookBack(moment) {
  run += 1;
  return show(moment);
}

/** Back to now. */
export async function returnToNow() {
  if (at < 0) return;
  const mine = ++run;
  /** @type {Message | null} */
  let frame = null;
  do {
    frame = await fetchJson(`/t/${table}/frame?seat=${seat}`);
    if (!frame) toast(page.dataset.away ?? "");
    if (!frame || run !== mine) return;
  } while (frame.n < host.number()); // something newer has come by the stream meanwhile
  at = -1;
  delete page.dataset.moment;
  mark();
  host.back(frame);
}

/** One line back or on; on from the last one is now. @param {number} by */
export function stepBack(by) {
  const all = listMoments();
  if (!all.length) return;
  const here = at < 0 ? all.length : all.indexOf(at);
  const to = all[here + by];
  if (to !== undefined) lookBack(to);
  else if (by > 0) returnToNow();
}

/** Play again what happened since one's own last turn; without such a mark, all that the log shows of the latest turn. */
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

/** What the buttons do. @type {Record<string, () => void>} */
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

// @ts-check
// Sends the player's requests to the table, and takes the frames of the server.

import { current, table } from "../page/current.js";
import { requireById } from "../page/dom.js";
import { receive } from "../page/holding.js";
import { toast } from "../page/signs.js";
import { postJson } from "./http.js";

/** @typedef {object} Host
 * @property {() => void} settle  updates marks and menu for the picked pieces
 * @property {ReturnType<typeof import("./stream.js").listen> | null} stream  the event stream of the table */

/** @type {Host} */
let host = { settle() {}, stream: null };

/** Set the functions of the page that a request needs. @param {Host} given */
export function setHost(given) {
  host = given;
}

/** Take a frame from the server. It may wait until the frame before it has been shown.
 * @param {import("../types.d.ts").Message} message */
export function take(message) {
  current.received = message.n;
  receive(message);
}

const SLOW_MS = 150;

/** Mark the board as busy if an answer takes long. Marks and menu stay as they are until the next frame, because drawing
 * the board would delay the answer. Only the board is busy: a screen reader may suppress live regions inside a busy
 * element.
 * @param {boolean} on */
export function markBusy(on) {
  clearTimeout(current.slow);
  const board = requireById("board");
  if (on) {
    current.slow = window.setTimeout(() => {
      board.setAttribute("aria-busy", "true");
      host.settle();
    }, SLOW_MS);
  } else if (board.hasAttribute("aria-busy")) board.removeAttribute("aria-busy");
}

const POST_MS = 6000;

/** Send a request to the table. Return whether it was accepted.
 * @param {string} address @param {Record<string, string | number>} fields */
export async function post(address, fields) {
  markBusy(true);
  const answered = host.stream?.expect();
  try {
    const answer = await postJson(`/t/${table}/${address}`, fields, POST_MS);
    answered?.(answer.status === 204);
    if (answer.status === 204) return true;
    const reply = await answer.json();
    markBusy(false);
    if (reply.frame) take(reply.frame);
    else host.settle();
    toast(reply.error?.sentence ?? "That did not work.", reply.error?.clause);
  } catch {
    markBusy(false);
    host.settle();
    answered?.(false);
    host.stream?.lost();
    // The request may have arrived, and only its answer was lost. The next frame shows it.
    toast("Connection lost. Reconnecting. Your last move may be missing.");
  }
  return false;
}

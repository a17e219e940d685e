// @ts-check
// Checks a receipt against the memory of this browser. No page is touched here.
import { sha256 } from "./sha256.js";

/** @import { Seen } from "./commitments.js" */

/**
 * Whether seats were drawn from the secret and the salts (`order_of` in core/play/receipts.py).
 * @param {string} secret @param {string[]} salts @param {number[]} order
 */
function isDrawn(secret, salts, order) {
  const before = salts.map((_, seat) => salts[order.indexOf(seat)] ?? "");
  const lots = before.map((_, seat) => sha256(["enginehouse seats 1", secret, ...before, String(seat)].join("\n")));
  const drawn = [...lots.keys()].sort((a, b) => (lots[a] ?? "") < (lots[b] ?? "") ? -1 : 1);
  return drawn.join() === order.join();
}

/**
 * The result of a check, one sentence for each part.
 * @param {{ secret: string, seed: string, salts: string[], order: number[] }} receipt as the table shows it at the end
 * @param {Seen | null} seen the memory of this browser
 */
export function judge({ secret, seed, salts, order }, seen) {
  const said = [];
  if (!seen) said.push("This browser has not seen the commitment of this table, so it cannot tell whether the secret was changed.");
  else if (sha256(secret) === seen.commitment) said.push("The secret fits the commitment that this browser saw when you sat down.");
  else said.push("WRONG: the secret does not fit the commitment that this browser saw when you sat down.");
  if (sha256(["enginehouse deal 1", secret, ...salts].join("\n")) === seed) said.push("The setup was made from this secret and these salts.");
  else said.push("WRONG: the setup was not made from this secret and these salts.");
  if (seen?.salt && !salts.includes(seen.salt)) said.push("WRONG: the salt of this browser is missing.");
  else if (seen?.salt) said.push("The salt of this browser is among them.");
  if (order.length && !isDrawn(secret, salts, order)) said.push("WRONG: the seats were not drawn from this secret and these salts.");
  else if (order.length) said.push("The seats were drawn from them too.");
  return said;
}

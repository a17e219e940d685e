// @ts-check
// Checks a receipt against the values that this browser stored. It does not touch the page.
import { sha256 } from "./sha256.js";

/** A table's commitment that this browser saw, and the salt that it sent then.
 * @typedef {{ commitment: string, salt: string }} Seen */

/** Return whether the seats were drawn from the secret and the salts (`order_of` in core/play/receipts.py).
 * @param {string} secret @param {string[]} salts @param {number[]} order */
function isDrawn(secret, salts, order) {
  const before = salts.map((_, seat) => salts[order.indexOf(seat)] ?? "");
  const lots = before.map((_, seat) => sha256(["enginehouse seats 1", secret, ...before, String(seat)].join("\n")));
  const drawn = [...lots.keys()].sort((a, b) => (lots[a] ?? "") < (lots[b] ?? "") ? -1 : 1);
  return drawn.join() === order.join();
}

/** Return the result of a check, with a sentence for each part.
 * @param {{ secret: string, seed: string, salts: string[], order: number[] }} receipt as the table shows it at the end
 * @param {Seen | null} seen the memory of this browser */
export function judge({ secret, seed, salts, order }, seen) {
  const sentences = [];
  if (!seen) sentences.push("This browser has not seen the commitment of this table, so it cannot tell whether the secret was changed.");
  else if (sha256(secret) === seen.commitment) sentences.push("The secret fits the commitment that this browser saw when you sat down.");
  else sentences.push("WRONG: the secret does not fit the commitment that this browser saw when you sat down.");
  if (sha256(["enginehouse deal 1", secret, ...salts].join("\n")) === seed) sentences.push("The setup was made from this secret and these salts.");
  else sentences.push("WRONG: the setup was not made from this secret and these salts.");
  if (seen?.salt && !salts.includes(seen.salt)) sentences.push("WRONG: the salt of this browser is missing.");
  else if (seen?.salt) sentences.push("The salt of this browser is among them.");
  if (order.length && !isDrawn(secret, salts, order)) sentences.push("WRONG: the seats were not drawn from this secret and these salts.");
  else if (order.length) sentences.push("The seats were drawn from them too.");
  return sentences;
}

// @ts-check
// Stores the commitments of fair shuffles that this browser saw, with its own salts, by table.
import { storeSetting, readSetting } from "./habits.js";

/** @import { Seen } from "../plain/receipts.js" */

/** The storage key of a table that was requested and has no address yet. */
const ASKED = "receipt asked for";

/** @param {string | null} text @returns {Seen | null} */
function parseSeen(text) {
  const [commitment = "", salt = ""] = (text ?? "").split(" ");
  return /^[0-9a-f]{64}$/.test(commitment) ? { commitment, salt } : null;
}

/** Return the commitment and the salt of the time when this player sat down at a table. @param {string} table */
export const readSeen = (table) => parseSeen(readSetting(`receipt ${table}`));

/** Store the commitment that a page showed, and the salt that the browser sends now.
 * @param {string} table @param {Seen} seen */
export function remember(table, { commitment, salt }) {
  storeSetting(`salt ${commitment}`, salt);
  storeSetting(`receipt ${table}`, `${commitment} ${salt}`);
}

/** Store them for a table that this form opens. Its address is not known yet. @param {string} promise @param {Seen} seen */
export function rememberForPromise(promise, { commitment, salt }) {
  storeSetting(`salt ${commitment}`, salt);
  storeSetting(ASKED, `${promise} ${commitment} ${salt}`);
}

/** Store them for the table, now that its address and its promise are known.
 * @param {string} table @param {string} promise */
export function rememberForTable(table, promise) {
  const [name, commitment = "", salt = ""] = (readSetting(ASKED) ?? "").split(" ");
  if (name === promise && !readSetting(`receipt ${table}`)) storeSetting(`receipt ${table}`, `${commitment} ${salt}`);
}

/** Return a new salt of 32 hexadecimal digits. */
export function newSalt() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// @ts-check
// The memory of this browser for fair shuffles: by table the commitment that it saw, and its own salt.
import { storeSetting, readSetting } from "./habits.js";

/** A table's commitment as this browser saw it, and the salt that it sent then. @typedef {{ commitment: string, salt: string }} Seen */

/** A table that was asked for, and has no address yet. */
const ASKED = "receipt asked for";

/** @param {string | null} text @returns {Seen | null} */
function parseSeen(text) {
  const [commitment = "", salt = ""] = (text ?? "").split(" ");
  return /^[0-9a-f]{64}$/.test(commitment) ? { commitment, salt } : null;
}

/** The commitment and the salt of the time when this person sat down at a table. @param {string} table */
export const readSeen = (table) => parseSeen(readSetting(`receipt ${table}`));

/** Remember the commitment that a page showed, and the salt that is sent now. @param {string} table @param {Seen} seen */
export function remember(table, { commitment, salt }) {
  storeSetting(`salt ${commitment}`, salt);
  storeSetting(`receipt ${table}`, `${commitment} ${salt}`);
}

/** The same for a table that this form opens: its address is not known yet. @param {string} promise @param {Seen} seen */
export function rememberForPromise(promise, { commitment, salt }) {
  storeSetting(`salt ${commitment}`, salt);
  storeSetting(ASKED, `${promise} ${commitment} ${salt}`);
}

/** The table that was asked for has an address, which names the promise. @param {string} table @param {string} promise */
export function rememberForTable(table, promise) {
  const [name, commitment = "", salt = ""] = (readSetting(ASKED) ?? "").split(" ");
  if (name === promise && !readSetting(`receipt ${table}`)) storeSetting(`receipt ${table}`, `${commitment} ${salt}`);
}

/** A new salt: 32 hexadecimal digits. */
export function newSalt() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

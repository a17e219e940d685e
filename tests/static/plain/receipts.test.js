// @ts-check
// What a browser says of a receipt.
import assert from "node:assert/strict";
import test from "node:test";
import { judge } from "../../../src/enginehouse/table/static/plain/receipts.js";
import { sha256 } from "../../../src/enginehouse/table/static/plain/sha256.js";

const secret = "5".repeat(64);
const salts = ["ab".repeat(16), "-", "cd".repeat(16)];
const commitment = sha256(secret);
/** @param {string[]} list */
const seedOf = (list, hidden = secret) => sha256(["enginehouse deal 1", hidden, ...list].join("\n"));

/** The seats as core/play/receipts.py draws them. @param {string[]} list */
function drawn(list) {
  const lot = (/** @type {number} */ seat) => sha256(["enginehouse seats 1", secret, ...list, String(seat)].join("\n"));
  return [...list.keys()].sort((a, b) => (lot(a) < lot(b) ? -1 : 1));
}

/** @param {object} changes @param {import("../../../src/enginehouse/table/static/plain/receipts.js").Seen | null} seen */
function wrong(changes, seen = { commitment, salt: salts[0] ?? "" }) {
  return judge({ secret, seed: seedOf(salts), salts, order: [], ...changes }, seen).filter((said) => !/fits|was made|is among|were drawn from them/.test(said));
}

test("a receipt that fits is wrong in nothing", () => {
  assert.deepEqual(wrong({}), []);
  const order = drawn(salts), moved = order.map((seat) => salts[seat] ?? "");
  assert.deepEqual(wrong({ salts: moved, seed: seedOf(moved), order }), []);
});

test("a changed secret is wrong, although commitment, secret and seed of the page fit each other", () => {
  const other = "6".repeat(64);
  assert.match(wrong({ secret: other, seed: seedOf(salts, other) }).join(), /^WRONG: the secret does not fit the commitment/);
});

test("a browser that has seen nothing says so", () => {
  assert.match(wrong({}, null).join(), /^This browser has not seen the commitment of this table/);
});

test("a missing salt, another seed and other seats are wrong", () => {
  assert.match(wrong({}, { commitment, salt: "ef".repeat(16) }).join(), /^WRONG: the salt of this browser is missing/);
  assert.match(wrong({ seed: "0".repeat(64) }).join(), /^WRONG: the setup was not made/);
  const order = drawn(salts), others = [...order.slice(1), order[0] ?? 0];
  const moved = others.map((seat) => salts[seat] ?? "");
  assert.match(wrong({ salts: moved, seed: seedOf(moved), order: others }).join(), /^WRONG: the seats were not drawn/);
});

// @ts-check
// Which windows of one browser may hold a stream.
import assert from "node:assert/strict";
import test from "node:test";
import { canHold, MOST } from "../../../src/enginehouse/table/static/server/windows.js";

const NOW = 1_000_000;
const one = (/** @type {string} */ id, /** @type {number} */ touched, more = {}) => ({ id, touched, wants: true, at: NOW, ...more });

/** The windows that hold a stream if each knows all others. @param {ReturnType<typeof one>[]} all */
const holding = (all) => all.filter((own) => canHold(own, all.filter((other) => other !== own), NOW)).map((own) => own.id);

test("four windows hold streams, and the one that was untouched longest gives its own up", () => {
  assert.equal(MOST, 4);
  assert.deepEqual(holding([one("a", 1), one("b", 2), one("c", 3), one("d", 4)]), ["a", "b", "c", "d"]);
  assert.deepEqual(holding([one("a", 1), one("b", 2), one("c", 3), one("d", 4), one("e", 5)]), ["b", "c", "d", "e"]);
  assert.deepEqual(holding([one("a", 6), one("b", 2), one("c", 3), one("d", 4), one("e", 5)]), ["a", "c", "d", "e"]);
});

test("windows that were touched in the same moment agree all the same", () => {
  assert.equal(holding(["a", "b", "c", "d", "e", "f", "g"].map((id) => one(id, 5))).length, 4);
});

test("windows that want no stream, or are gone without a word, do not count", () => {
  const gone = ["b", "c", "d", "e"].map((id, k) => one(id, 9, k % 2 ? { wants: false } : { at: NOW - 12_000 }));
  assert.ok(canHold(one("a", 1), gone, NOW));
});

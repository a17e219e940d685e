// @ts-check
// Which lit pieces a tap could mean.
import assert from "node:assert/strict";
import test from "node:test";
import { findMeantPieces, findOnlyInside } from "../../../src/enginehouse/table/static/plain/taps.js";

const at = (/** @type {string} */ piece, /** @type {number} */ x, size = 12) => ({ piece, box: { x: x - size / 2, y: -size / 2, width: size, height: size } });

test("a tap beside a small piece means it", () => {
  assert.deepEqual(findMeantPieces([at("a", 0), at("b", 100)], 15, 0, null), ["a"]);
  assert.deepEqual(findMeantPieces([at("a", 0)], 21, 0, null), []);
});

test("where several could be meant all are, the nearest first", () => {
  assert.deepEqual(findMeantPieces([at("a", 0), at("b", 16), at("c", 60)], 12, 0, null), ["b", "a"]);
  assert.deepEqual(findMeantPieces([at("a", 0), at("b", 16)], 2, 0, "a"), ["a", "b"]);
});

test("a piece around one lit piece means that one, and around several none", () => {
  const cage = { x: -30, y: -30, width: 60, height: 60 };
  assert.equal(findOnlyInside([at("rat", 10), at("other", 100)], cage), "rat");
  assert.equal(findOnlyInside([at("rat", 10), at("other", -10)], cage), null);
  assert.equal(findOnlyInside([at("other", 100)], cage), null);
});

test("who hits a large piece means that one", () => {
  assert.deepEqual(findMeantPieces([at("a", 0, 60), at("b", 16)], 12, 0, "a"), ["a"]);
});

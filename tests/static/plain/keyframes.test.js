// @ts-check
// Ways of pieces.
import assert from "node:assert/strict";
import test from "node:test";
import { formatTransform, parseTransform, setOffsets } from "../../../src/enginehouse/table/static/plain/keyframes.js";

test("a transform in numbers, whatever of it is there", () => {
  assert.deepEqual(parseTransform("translate(1 -2.5) rotate(450) scale(.5)"), { x: 1, y: -2.5, turn: 450, scale: 0.5 });
  assert.deepEqual(parseTransform("translate(3,4)"), { x: 3, y: 4, turn: 0, scale: 1 });
  assert.deepEqual(parseTransform(""), { x: 0, y: 0, turn: 0, scale: 1 });
});

test("as CSS it always has all three functions", () => {
  assert.equal(formatTransform("translate(1 2)"), "translate(1px,2px) rotate(0deg) scale(1)");
  assert.equal(formatTransform("translate(1 2) rotate(90) scale(2)"), "translate(1px,2px) rotate(90deg) scale(2)");
});

const frames = (/** @type {number} */ many) => Array.from({ length: many }, (_, k) => ({ transform: `translate(${k}px)` }));
const offsets = (/** @type {Keyframe[]} */ timedFrames) => timedFrames.map((one) => Number(Number(one.offset).toFixed(4)));

test("a longer way takes longer", () => {
  assert.deepEqual(offsets(setOffsets(frames(3), [[0, 0], [30, 40], [30, 200]])), [0, 0.2381, 1]);
});

test("a place that is not left has its moment too, and no way ends in nothing", () => {
  assert.deepEqual(offsets(setOffsets(frames(3), [[5, 5], [5, 5], [5, 5]])), [0, 0.5, 1]);
});

test("before the first point and after the last one there is some time", () => {
  const [first, second, third, last] = offsets(setOffsets(frames(4), [[0, 0], [10, 0]]));
  assert.equal(first, 0);
  assert.ok(0 < second && second < third && third < last);
  assert.equal(last, 1);
  assert.equal(setOffsets(frames(4), [[0, 0], [10, 0]])[1].easing, "cubic-bezier(.5,0,.9,.7)");
});

test("few frames, or a way of one point, are left as they are", () => {
  const two = frames(2);
  assert.equal(setOffsets(two, [[0, 0], [1, 1]]), two);
  const three = frames(3);
  assert.equal(setOffsets(three, [[0, 0]]), three);
  assert.equal(setOffsets(three), three);
});

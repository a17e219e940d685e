// @ts-check
// Which piece an arrow key leads to.
import assert from "node:assert/strict";
import test from "node:test";
import { ARROWS, findNearest } from "../../../src/enginehouse/table/static/plain/arrows.js";

/** A piece that is 10 wide and high, round a place. @param {number} x @param {number} y @returns {any} */
const piece = (x, y) => ({ at: `${x} ${y}`, getBoundingClientRect: () => ({ left: x - 5, top: y - 5, width: 10, height: 10 }) });
const here = piece(0, 0);
const led = (/** @type {string} */ key, /** @type {any[]} */ stops) => /** @type {any} */ (findNearest(here, ARROWS[key], stops))?.at ?? null;

test("the nearest in that direction", () => {
  const stops = [here, piece(20, 0), piece(40, 0), piece(-20, 0), piece(0, 20), piece(0, -20)];
  assert.equal(led("ArrowRight", stops), "20 0");
  assert.equal(led("ArrowLeft", stops), "-20 0");
  assert.equal(led("ArrowDown", stops), "0 20");
  assert.equal(led("ArrowUp", stops), "0 -20");
});

test("what lies aside counts more than twice", () => {
  assert.equal(led("ArrowRight", [piece(20, 20), piece(60, 0)]), "60 0");
  assert.equal(led("ArrowRight", [piece(20, 20), piece(70, 0)]), "20 20");
});

test("nothing there, nothing found; what stands level is not ahead, nor is the piece itself", () => {
  assert.equal(led("ArrowRight", [here, piece(-20, 0), piece(2, 30)]), null);
  assert.equal(led("ArrowRight", []), null);
});

// @ts-check
// Which of several pieces under a point a click means.
import assert from "node:assert/strict";
import test from "node:test";
import { findPiece } from "../../../src/enginehouse/table/static/page/pieces.js";

/** A piece as far as `findPiece` looks at it. @param {string} name @param {string[]} marks @param {any} [parent] */
function piece(name, marks, parent = null) {
  /** @type {any} */
  const one = {
    name,
    classList: { contains: (/** @type {string} */ mark) => marks.includes(mark) },
    hasAttribute: () => true,
    parentElement: parent && { closest: () => parent },
    closest: () => one,
  };
  return one;
}

/** @param {any[]} pieces the topmost first */
function under(...pieces) {
  const page = /** @type {any} */ (globalThis);
  page.document = { elementsFromPoint: () => pieces };
  const found = /** @type {any} */ (findPiece(0, 0));
  delete page.document;
  return found?.name;
}

test("a choice under way goes before the beginning of another one", () => {
  const bot = piece("bot", ["can"]);
  assert.equal(under(bot, piece("truck", ["next"])), "truck");
  assert.equal(under(piece("bot", ["can", "picked"]), piece("truck", ["next"])), "bot");
  assert.equal(under(bot, piece("truck", ["can"])), "bot");
  assert.equal(under(piece("card", []), piece("truck", ["can"])), "truck");
  assert.equal(under(piece("part", [], piece("tile", ["next"]))), "tile");
  assert.equal(under(piece("card", [])), "card");
});

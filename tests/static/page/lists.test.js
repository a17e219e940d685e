// @ts-check
// Items of a list in a new order: what stands right is not touched.
import assert from "node:assert/strict";
import test from "node:test";
import { arrange, findRemoved, moveToTop } from "../../../src/enginehouse/table/static/page/lists.js";

/** As much of a list as it takes: items in a row, and a note of each that is put somewhere. */
class List {
  /** @param {string[]} ids */
  constructor(ids) {
    /** @type {any[]} */
    this.children = [];
    /** @type {string[]} */
    this.put = [];
    for (const id of ids) this.children.push(this.item(id));
  }

  /** @param {string} id a passer-by begins with "~" @returns {any} */
  item(id) {
    const list = this;
    return {
      id,
      isConnected: true,
      classList: { contains: (/** @type {string} */ name) => name === "passing" && id.startsWith("~") },
      get nextElementSibling() { return list.children[list.children.indexOf(this) + 1] ?? null; },
    };
  }

  get firstElementChild() { return this.children[0] ?? null; }

  /** @param {any} item @param {any} before */
  insertBefore(item, before) {
    this.put.push(item.id);
    this.children = this.children.filter((one) => one !== item);
    this.children.splice(before ? this.children.indexOf(before) : this.children.length, 0, item);
  }

  ids() { return this.children.map((one) => one.id).join(" "); }
}

/** @param {string} before @param {string} wanted @param {string} [fresh] ids of items that can be made */
function arranged(before, wanted, fresh = "") {
  const list = new List(before.split(" ").filter(Boolean));
  const find = (/** @type {string} */ id) => list.children.find((one) => one.id === id) ?? null;
  const make = (/** @type {string} */ id) => (fresh.split(" ").includes(id) ? list.item(id) : null);
  arrange(/** @type {any} */ (list), wanted.split(" "), find, make);
  return { ids: list.ids(), put: list.put.join(" ") };
}

test("what stands right is not touched", () => {
  assert.deepEqual(arranged("a b c", "a b c"), { ids: "a b c", put: "" });
  assert.deepEqual(arranged("a b c", "a c"), { ids: "a b c", put: "" });
  assert.deepEqual(arranged("a b c", "b c d", "d"), { ids: "a b c d", put: "d" });
});

test("what is new comes where it belongs", () => {
  assert.deepEqual(arranged("a c", "a b c", "b"), { ids: "a b c", put: "b" });
  assert.deepEqual(arranged("", "a b", "a b"), { ids: "a b", put: "a b" });
});

test("what stands too late comes forward, what stands too early is passed", () => {
  assert.deepEqual(arranged("a b c", "b c a"), { ids: "b c a", put: "b c" });
  assert.deepEqual(arranged("a b c", "c a b"), { ids: "c a b", put: "c" });
});

test("passers-by stay where they are, and count for nothing", () => {
  assert.deepEqual(arranged("~x a ~y b", "a b"), { ids: "~x a ~y b", put: "" });
  assert.deepEqual(arranged("a ~y b", "b a"), { ids: "b a ~y", put: "b" });
});

test("an id without an item is passed over", () => {
  assert.deepEqual(arranged("a b", "a z b"), { ids: "a b", put: "" });
});

test("what is gone is what is not wanted, passers-by apart", () => {
  const list = new List(["a", "~x", "b", "c"]);
  assert.deepEqual(findRemoved(/** @type {any} */ (list), ["b"]).map((one) => one.id), ["a", "c"]);
});

test("what goes goes over what stays", () => {
  const list = new List(["a", "b", "c"]);
  moveToTop(/** @type {any} */ (list), list.children[0]);
  moveToTop(/** @type {any} */ (list), list.children[2]);
  assert.deepEqual([list.ids(), list.put], ["b c a", ["a"]]);
});

test("an item that is there is moved without leaving the page, where browsers can", () => {
  const list = /** @type {any} */ (new List(["a", "b"]));
  const moved = /** @type {string[]} */ ([]);
  list.moveBefore = (/** @type {any} */ item, /** @type {any} */ before) => { moved.push(item.id); List.prototype.insertBefore.call(list, item, before); };
  arrange(list, ["b", "a"], (id) => list.children.find((/** @type {any} */ one) => one.id === id), () => null);
  assert.deepEqual([list.ids(), moved], ["b a", ["b"]]);
});

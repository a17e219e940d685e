// @ts-check
// What a click means, from the legal actions alone.
import assert from "node:assert/strict";
import test from "node:test";
import { findQuestions, interpretClick, findDrops, chooseThumbButtons, findWithPieces, chooseOffers, findOnlyAction, listPieces, makeQuestion, getQuestionId, findTargets, chooseButtons } from "../../../src/enginehouse/table/static/plain/acts.js";

/** @param {string} name @param {Partial<import("../../../src/enginehouse/table/static/types.d.ts").Act>} more */
const act = (name, more = {}) => ({ name, label: name, ...more });
const there = act("move 1 2", { from: "a", to: "b" });
const back = act("move 2 1", { from: "b", to: "a" });
const pair = act("tilt 1 2", { pieces: ["c", "d"] });
const three = act("tilt 1 2 3", { pieces: ["c", "d", "e"] });
const pass = act("pass");
const all = [there, back, pair, three, pass];
const names = (/** @type {{name: string}[]} */ acts) => acts.map((one) => one.name);

test("an action is taken up by a set of pieces, from one to another, or by a mere button", () => {
  assert.deepEqual(all.map(listPieces), [["a", "b"], ["b", "a"], ["c", "d"], ["c", "d", "e"], []]);
  assert.deepEqual(listPieces(act("x", { from: "a" })), []);
});

test("what has all pieces, and never a mere button", () => {
  assert.deepEqual(names(findWithPieces(all, ["c"])), ["tilt 1 2", "tilt 1 2 3"]);
  assert.deepEqual(names(findWithPieces(all, ["e", "c"])), ["tilt 1 2 3"]);
  assert.deepEqual(names(findWithPieces(all, [])), ["move 1 2", "move 2 1", "tilt 1 2", "tilt 1 2 3"]);
  assert.deepEqual(findWithPieces(all, ["a", "c"]), []);
});

test("of two ways, one with a button, both have one", () => {
  const ends = act("end", { sure: "Really?" });
  assert.deepEqual(names(chooseButtons([pair, pass, ends])), ["tilt 1 2", "pass"]);
  const wordy = act("x", { pieces: ["c"], label: "x".repeat(25) });
  assert.deepEqual(names(chooseButtons([wordy, pass])), ["pass"]);
  assert.deepEqual(names(chooseThumbButtons([wordy, pass])), ["x"]);
  assert.deepEqual(names(chooseThumbButtons([{ ...wordy, label: "x".repeat(35) }, pass])), []);
  assert.deepEqual(names(chooseButtons([pair, there, pass, ends])), ["pass"]);
  assert.deepEqual(names(chooseButtons([pair, there])), []);
  assert.deepEqual(names(chooseButtons([pass, act("go")])), ["pass", "go"]);
  assert.deepEqual(names(chooseThumbButtons([pair, there, ends])), ["tilt 1 2", "move 1 2"]);
  assert.deepEqual(names(chooseThumbButtons([pair, there, pass])), ["tilt 1 2", "move 1 2"]);
  assert.deepEqual(names(chooseThumbButtons([pair, there, back, pass])), []);
  assert.deepEqual(names(chooseThumbButtons([pass, act("go")])), []);
});

test("where a piece may be laid", () => {
  assert.deepEqual([...findTargets(all, "c")].sort(), ["d", "e"]);
  assert.deepEqual([...findTargets(all, "a")], ["b"]);
  assert.equal(findTargets(all, "z").size, 0);
});

test("the one action that is left", () => {
  assert.equal(findOnlyAction(all, ["c"], "e"), three);
  assert.equal(findOnlyAction(all, ["c"], "d"), null);
  assert.equal(findOnlyAction(all, [], "z"), null);
});

test("a click picks, a second one lets go, the last one acts", () => {
  assert.deepEqual(interpretClick(all, [], "c"), { picked: ["c"], act: null, why: "" });
  assert.deepEqual(interpretClick(all, ["c"], "d"), { picked: ["c", "d"], act: null, why: "" });
  assert.deepEqual(interpretClick(all, ["c", "d"], "c"), { picked: ["d"], act: null, why: "" });
  assert.deepEqual(interpretClick(all, ["c", "d"], "e"), { picked: ["c", "d", "e"], act: three, why: "" });
});

test("what goes with nothing picked is asked about; what begins something else begins it", () => {
  assert.deepEqual(interpretClick(all, [], "z"), { picked: [], act: null, why: "ask" });
  assert.deepEqual(interpretClick(all, ["c"], "z"), { picked: ["c"], act: null, why: "ask" });
  assert.deepEqual(interpretClick(all, ["c"], "a"), { picked: ["a"], act: null, why: "anew" });
  assert.deepEqual(interpretClick([there, pair], ["c"], "a"), { picked: ["a"], act: there, why: "anew" });
});

test("where something else could go is no other choice: it is said why this cannot go there", () => {
  const lay = [act("lay 1 a", { from: "one", to: "a", group: "lay" }), act("lay 2 b", { from: "two", to: "b", group: "lay" }), act("take b", { pieces: ["b"], group: "take" })];
  assert.deepEqual(interpretClick(lay.slice(0, 2), ["one"], "b"), { picked: ["one"], act: null, why: "ask" });
  assert.deepEqual(interpretClick(lay.slice(0, 2), ["one"], "two"), { picked: ["two"], act: lay[1], why: "anew" });
  assert.deepEqual(interpretClick(lay, ["one"], "b"), { picked: ["b"], act: null, why: "anew" });
  assert.deepEqual(interpretClick([act("lay 1 a", { from: "one", to: "a", group: "lay" }), act("go b", { from: "man", to: "b", group: "go" })], ["one"], "b").why, "ask");
  const tray = [act("play 1 toggle", { from: "one", to: "toggle", group: "one" }), act("play 2", { from: "two", to: "tray", group: "two" })];
  assert.deepEqual(interpretClick(tray, ["one"], "tray"), { picked: ["one"], act: null, why: "ask" });
});

test("a click takes nothing from what was picked before", () => {
  const picked = ["c"];
  interpretClick(all, picked, "d");
  interpretClick(all, picked, "a");
  assert.deepEqual(picked, ["c"]);
});

test("the menu has what needs no more pieces", () => {
  assert.deepEqual(chooseOffers(findWithPieces(all, ["c", "d"]), ["c", "d"]), { exact: [pair], more: 1 });
  assert.deepEqual(chooseOffers(findWithPieces(all, ["c"]), ["c"]), { exact: [], more: 2 });
  assert.deepEqual(chooseOffers([], []), { exact: [], more: 0 });
});

test("the menu has all that differs in nothing clickable", () => {
  const kinds = [act("x 1", { pieces: ["c", "d"] }), act("x 2", { pieces: ["d", "c"] })];
  assert.deepEqual(chooseOffers(kinds, ["c"]), { exact: kinds, more: 0 });
});

test("a drop goes one way", () => {
  assert.deepEqual(findDrops(all, "a", "b"), [there]);
  assert.deepEqual(findDrops(all, "b", "a"), [back]);
  assert.deepEqual(findDrops(all, "c", "d"), []);
});

test("a question has an id that selectors take", () => {
  assert.equal(getQuestionId(act("vote end.now")), "sure-vote-end-now");
});

test("a few ways are named each with the piece that it needs, of many only the kinds", () => {
  const to = (/** @type {string} */ piece, group = "Move") => ({ name: `${group} ${piece}`, label: piece, group, from: "w", to: piece });
  const few = [to("a"), to("b")];
  assert.deepEqual(makeQuestion(few, ["w"]), { ways: few.map((act) => ({ act, piece: act.to })), kinds: [] });
  const many = [..."abcdef"].map((piece) => to(piece));
  assert.deepEqual(makeQuestion(many, ["w"]), { ways: [], kinds: ["Move"] });
  const single = to("pile", "Discard");
  assert.deepEqual(makeQuestion([...many, single], ["w"]), { ways: [{ act: single, piece: "pile" }], kinds: ["Move"] });
});

test("what is asked is what is still to be chosen, by the longest words that the action's name has", () => {
  const asks = { go: { who: "Who goes?", place: "Where to?", "": "How far?" }, "go home": { who: "Who goes home?" } };
  const acts = [act("ann go 1", { from: "p-who-0", to: "p-place-1" }), act("bob go 1", { from: "p-who-1", to: "p-place-1" })];
  assert.deepEqual(findQuestions(asks, acts, ["p-place-1"]), ["Who goes?"]);
  assert.deepEqual(findQuestions(asks, acts, ["p-who-0"]), ["Where to?", "Who goes?"]);
  assert.deepEqual(findQuestions(asks, [act("go home", { pieces: ["p-who-0"] })], []), ["Who goes home?"]);
  assert.deepEqual(findQuestions(asks, [act("go 1", { pieces: ["p-a"] }), act("go 2", { pieces: ["p-a"] })], ["p-a"]), ["How far?"]);
  assert.deepEqual(findQuestions({}, acts, ["p-place-1"]), []);
});

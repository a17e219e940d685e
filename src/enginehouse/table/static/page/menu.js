// @ts-check
// Draws the small menu of the picked pieces: their actions, and the choices that remain.

import { findQuestions, chooseOffers, listPieces, makeQuestion } from "../plain/acts.js";
import { makeRisky } from "./asking.js";
import { byId, makeElement } from "./dom.js";
import { drawPicture } from "./pieces.js";

/** @typedef {import("../types.d.ts").Act} Act */

/** Return the name of a piece: the first words of its label. @param {string} piece */
const findName = (piece) => (byId(piece)?.getAttribute("aria-label") ?? piece).split(/[:;.,]/)[0];

/** The game's questions to the player who picks pieces. @type {Record<string, Record<string, string>>} */
const asks = JSON.parse(byId("table")?.dataset.asks ?? "{}");

/** Return the words in brackets at the end of all labels, if several actions use the same pieces. The head of the menu
 * names the pieces already.
 * @param {Act[]} exact */
function findSharedEnd(exact) {
  const pieces = new Set(exact.map((one) => [...listPieces(one)].sort().join(" ")));
  const ends = new Set(exact.map((one) => one.label.match(/ \([^()]*\)$/)?.[0] ?? ""));
  return exact.length > 1 && pieces.size === 1 && ends.size === 1 ? [...ends][0] : "";
}

/** Fill the menu with the remaining actions. Return the number of actions that need no other piece, or else the number
 * of ways with a button each. If `whole` is set, all remaining actions are offered as they are.
 * @param {Element} box @param {Act[]} left @param {string[]} picked @param {boolean} whole
 * @param {{choose: (name: string) => void, letGo: () => void}} host */
export function fillMenu(box, left, picked, whole, host) {
  const { exact, more } = whole ? { exact: left, more: 0 } : chooseOffers(left, picked);
  const { ways, kinds } = more && !exact.length ? makeQuestion(left, picked) : { ways: [], kinds: [] };
  const questions = left.length > 1 ? joinQuestions(left, picked) : "";
  const choose = `${kinds.length && kinds.length < 4 ? `${kinds.join(" or ")}: ` : ""}choose among the lit pieces.`;
  const rest = more && exact.length ? " — this, or choose more:" : kinds.length || (more && !ways.length) ? ` — ${choose}` : ":";
  const ending = questions ? `: ${questions}` : rest;
  box.replaceChildren(makeElement("p", {}, picked.map(findName).join(" + ") + ending));
  const same = findSharedEnd(exact);
  for (const { act, piece } of [...exact.map((one) => ({ act: one, piece: "" })), ...ways]) {
    const button = makeElement("button", { type: "button", "data-preview": act.name }, piece ? act.label : act.label.slice(0, act.label.length - same.length));
    const there = byId(piece);
    if (there) button.prepend(drawPicture(there));
    button.addEventListener("click", () => host.choose(act.name));
    box.append(makeRisky(button, act));
  }
  if (ways.length && kinds.length) box.append(makeElement("span", {}, "or choose a lit piece"));
  box.append(makeCancelButton(host.letGo));
  return exact.length || (kinds.length ? 0 : ways.length);
}

/** Return the game's questions to a player who has picked these pieces; empty if there are none, or too many.
 * @param {Act[]} left @param {string[]} picked */
export function joinQuestions(left, picked) {
  const questions = findQuestions(asks, left, picked);
  return questions.length < 4 ? questions.join(" ") : "";
}

/** Return a sentence about a click after which several pieces can be picked.
 * @param {string} verb @param {Act[]} left @param {string[]} picked */
export function describeNextStep(verb, left, picked) {
  return `${verb}: pick it${joinQuestions(left, picked) ? `. ${joinQuestions(left, picked)}` : ", then choose among the lit pieces."}`;
}

/** Ask which of several pieces the player's finger meant.
 * @param {HTMLElement} box @param {Element[]} pieces
 * @param {(piece: string) => void} take @param {() => void} letGo */
export function askWhich(box, pieces, take, letGo) {
  box.hidden = false;
  box.replaceChildren(...pieces.map((piece) => {
    const button = makeElement("button", { type: "button", "data-piece": piece.id }, piece.getAttribute("aria-label") ?? piece.id);
    button.addEventListener("click", () => {
      box.hidden = true;
      take(piece.id);
    });
    return button;
  }), makeCancelButton(letGo));
}

/** Return whether a box asks which of several pieces was meant, and all of them can still be chosen. @param {Element} box */
export function isAskingWhich(box) {
  const buttons = /** @type {HTMLElement[]} */ ([...box.querySelectorAll("[data-piece]")]);
  return buttons.length > 0 && buttons.every((one) => byId(one.dataset.piece ?? "")?.classList.contains("can"));
}

/** Return the button that cancels a choice. @param {() => void} letGo */
function makeCancelButton(letGo) {
  const off = makeElement("button", { type: "button", class: "off" }, "Choose again");
  off.addEventListener("click", letGo);
  return off;
}

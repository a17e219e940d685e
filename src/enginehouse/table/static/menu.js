// @ts-check
// The small menu of what is picked: what can be done with it, and what it leaves open.

import { asked, chooseOffers, listPieces, makeQuestion } from "./acts.js";
import { makeRisky } from "./asking.js";
import { byId, makeElement } from "./dom.js";
import { drawPicture } from "./inspect.js";

/** @typedef {import("./types.d.ts").Act} Act */

/** The first words of a piece's label: its name. @param {string} piece */
const findName = (piece) => (byId(piece)?.getAttribute("aria-label") ?? piece).split(/[:;.,]/)[0];

/** What is asked of whom picks, as the game says it. @type {Record<string, Record<string, string>>} */
const asks = JSON.parse(byId("table")?.dataset.asks ?? "{}");

/** What all labels say in brackets at their end, where several are offered for the same pieces: the head of the menu names these.
 * @param {Act[]} exact */
function findSharedEnd(exact) {
  const pieces = new Set(exact.map((one) => [...listPieces(one)].sort().join(" ")));
  const ends = new Set(exact.map((one) => one.label.match(/ \([^()]*\)$/)?.[0] ?? ""));
  return exact.length > 1 && pieces.size === 1 && ends.size === 1 ? [...ends][0] : "";
}

/** Fill the menu; how many actions need no other piece, or else how many there are, where each has its button. `whole`: all that is left is offered as it is.
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
  if (ways.length && kinds.length) box.append(makeElement("span", {}, "or click a lit piece"));
  box.append(makeCancelButton(host.letGo));
  return exact.length || (kinds.length ? 0 : ways.length);
}

/** Return the game's questions to a player who has picked these pieces; empty if there are none, or too many.
 * @param {Act[]} left @param {string[]} picked */
export function joinQuestions(left, picked) {
  const questions = asked(asks, left, picked);
  return questions.length < 4 ? questions.join(" ") : "";
}

/** Return what a click leads to that leaves several pieces to pick. @param {string} verb @param {Act[]} left @param {string[]} picked */
export function describeNextStep(verb, left, picked) {
  return `${verb}: pick it${joinQuestions(left, picked) ? `. ${joinQuestions(left, picked)}` : ", then choose among the lit pieces."}`;
}

/** Let a finger say which of several pieces it means, or none. @param {HTMLElement} box @param {Element[]} pieces
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

/** Return the button that leaves a choice. @param {() => void} letGo */
function makeCancelButton(letGo) {
  const off = makeElement("button", { type: "button", class: "off" }, "Choose again");
  off.addEventListener("click", letGo);
  return off;
}

// @ts-check
// Turns clicks on pieces into actions: picks pieces until they mean a single action, and sends it. It knows no game,
// because the server sends the legal actions, each with its pieces.

import { makeRoom } from "../page/aloft.js";
import { askAbout, isAsked, isRisky, markAsked } from "../page/asking.js";
import { isCatchingUp, goOn } from "../page/catching.js";
import { current, page, seat, table } from "../page/current.js";
import { byId, requireById } from "../page/dom.js";
import { asksTwice, isStill } from "../page/habits.js";
import { followAtOnce } from "../page/holding.js";
import { isReading, isTeaching, teach } from "../page/lesson.js";
import { fillMenu, isAskingWhich, describeNextStep, joinQuestions } from "../page/menu.js";
import { scheduleTabStop } from "../page/roving.js";
import { toast, hideToast } from "../page/signs.js";
import { interpretClick, findDrops, FEW, findWithPieces, namesAllPieces, findOnlyAction, listPieces, getQuestionId } from "../plain/acts.js";
import { findOnlyInside } from "../plain/taps.js";
import { fetchAnswer } from "./http.js";
import { enlarge, inspect, shut, shutHoverCard } from "./inspect.js";
import { post } from "./posting.js";
import { forgetShown, hidePreview, showPreview } from "./preview.js";

/** @typedef {import("../types.d.ts").Act} Act */

/** Return whether an action has to be confirmed: it is risky, and there is another action. @param {Act} one */
const asksBefore = (one) => isRisky(one) && current.acts.some((other) => other !== one && !other.sure);

/** Do an action, once even after a double click. If no frame follows because the stream is away, the player can click
 * again, and the refusal brings a frame. Risky actions ask for a confirmation first.
 * @param {string} name @param {boolean} [really] */
export async function act(name, really = false) {
  const before = current.state.decision;
  goOn();
  if (current.state.decision !== before) return; // Waiting frames were shown just now, and they brought another decision.
  if (isReading()) {
    toast("Read this first, then press Next."); // A page of the lesson must be read before an action.
    return;
  }
  const meaning = current.acts.find((one) => one.name === name);
  if (meaning && asksBefore(meaning) && !isAsked(name)) {
    askAbout(name);
    foresee(name);
    return;
  }
  const question = meaning?.sure && !really ? byId(getQuestionId(meaning)) : null;
  if (question) {
    letGo();
    if ("showPopover" in question) question.showPopover();
    else /** @type {Element} */ (question).scrollIntoView(); // Browsers without popovers show the dialog in the page.
    return;
  }
  const decision = current.state.decision;
  if (current.sent === decision) return;
  current.sent = decision;
  followAtOnce();
  const doing = post("act", { seat, decision, act: name });
  current.picked = [];
  forgetShown();
  shut();
  const wait = await doing ? 1500 : 0;
  window.setTimeout(() => { if (current.sent === decision) current.sent = -1; }, wait);
}

/** Take a click on a piece: do the only action that it can mean, or pick the piece.
 * @param {string} piece @param {boolean} [byKey] */
export function pick(piece, byKey = false) {
  if (isCatchingUp()) {
    goOn();
    return;
  }
  if (isReading()) {
    toast("Read this first, then press Next."); // A page of the lesson must be read before an action.
    return;
  }
  const first = !current.picked.length;
  const again = current.armed === piece && current.picked.includes(piece) ? findOnlyAction(current.acts, current.picked.filter((one) => one !== piece), piece) : null;
  current.armed = "";
  if (again) {
    askAbout(again.name);
    act(again.name);
    return;
  }
  askAbout();
  const result = interpretClick(current.acts, current.picked, piece);
  if (result.why === "ask" && current.isFinger && !byKey) inspect(piece, true); // A finger cannot hover, so the card gives the reason.
  else if (result.why === "ask") enlarge(piece).then((large) => { if (!large) explain(piece); });
  if (result.why === "ask") return;
  current.picked = result.picked;
  // When cards are picked one after the other, the player reads each of them first.
  const beside = byId(current.picked[0] ?? "")?.closest("#hand .layer");
  const touched = current.isFinger && !byKey && (first || Boolean(beside?.contains(byId(piece))));
  // If a click begins another action in the middle of a choice, announce that action first: the click may have been
  // meant for the choice.
  const other = result.why === "anew";
  if (result.act && !touched && !other && !isSlip(result.act) && !isTaught(result.act)) act(result.act.name);
  else {
    if (result.act && !isTaught(result.act)) arm(result.act, piece);
    settle(byKey);
    if (result.act) foresee(result.act.name);
    if (touched && current.picked.length) inspect(piece, true);
  }
}

/** Announce an action. A second click on the piece, or a click on the action's button, does it.
 * @param {Act} one @param {string} piece */
function arm(one, piece) {
  current.armed = piece;
  askAbout(one.name);
}

/** Return whether a click only announces an action: if the action is risky, or if the player has not clicked all its
 * pieces (such as the only orientation of a tile, the only place of a figure, or the only card that can be played
 * there). The goal of a figure's move may be clicked alone.
 * @param {Act} one @param {string[]} [chosen] */
const isSlip = (one, chosen = current.picked) => asksBefore(one) || (asksTwice() && !namesAllPieces(one, chosen) && (chosen.length > 1 || isImplied(one, chosen[0])));

/** Return whether the player has clicked only the piece with which an action begins, or only the place to which a piece
 * of the hand goes.
 * @param {Act} one @param {string} piece */
const isImplied = (one, piece) => one.from === piece || Boolean(one.from && byId(one.from)?.closest("#hand"));

/** Return whether a lesson still teaches the pieces of an action. The learner has no other action, so a first click
 * would do it. On a touch screen the first tap shows the card and its button anyway.
 * @param {Act} one @param {string[]} [chosen] the pieces that are picked then */
const isTaught = (one, chosen = current.picked) => !current.isFinger && listPieces(one).length > 1 && !namesAllPieces(one, chosen) && isTeaching();

/** Return the result of a click on a piece. @param {string} piece @returns {import("./inspect.js").Click} */
export function describeClick(piece) {
  const none = { line: "", button: null, act: () => {} };
  const verb = current.isFinger ? "Tap" : "Click";
  if (!table || !current.acts.length || isReading()) return none;
  const others = current.picked.filter((one) => one !== piece);
  const left = findWithPieces(current.acts, [...others, piece]);
  const one = left.length === 1 ? left[0] : null;
  if (one) {
    const twice = isSlip(one, [...others, piece]) && current.armed !== piece;
    if (isTaught(one, [...others, piece])) return { ...none, line: describeNextStep(verb, left, [...others, piece]) };
    return { line: `${verb}${twice ? " twice" : ""}: ${one.label}`, button: one, act: () => act(one.name) };
  }
  const ways = left.length <= FEW && !current.isFinger ? left.map((way) => way.label).join(" · ") : ""; // The labels also name the owners. On a touch screen the menu shows them.
  return left.length ? { ...none, line: describeNextStep(verb, left, [...others, piece]), would: ways } : none;
}

/** Return why a piece cannot be clicked: the rule against it, or the question that the player has to answer first.
 * @param {string} piece @returns {Promise<import("../types.d.ts").Why | null>} */
export async function whyNot(piece) {
  const refusal = await fetchAnswer(`/t/${table}/why`, { seat, piece, picked: current.picked.join(" ") });
  const first = refusal && !refusal.clause && current.picked.length ? joinQuestions(findWithPieces(current.acts, current.picked), current.picked) : "";
  return first ? { ...refusal, sentence: first } : refusal;
}

/** Show why a piece cannot be clicked. @param {string} piece */
export async function explain(piece) {
  if (!table) return;
  const then = current.number;
  hideToast();
  const refusal = await whyNot(piece);
  if (!refusal || current.number !== then) return; // A newer frame is on the page.
  const shaken = byId(piece);
  if (shaken && !isStill()) {
    shaken.animate([{ opacity: 1 }, { opacity: 0.45 }, { opacity: 1 }], { duration: 240 });
  }
  toast(refusal.sentence, refusal.clause, refusal.link);
}

/** Return the pieces with a class. A lookup by class is far faster than a selector, and each frame needs it.
 * @param {string} name */
const findMarked = (name) => [...page.getElementsByClassName(name)].filter((one) => one.closest(".stage"));

/** Update marks and menu for the picked pieces. @param {boolean} [byKey] */
export function settle(byKey = false) {
  hidePreview();
  if (current.picked.length > 1) shut(); // From now on the preview is shown instead.
  else if (current.picked.length) shutHoverCard();
  current.picked = current.picked.filter((piece) => byId(piece));
  const left = current.picked.length ? findWithPieces(current.acts, current.picked) : [];
  const open = new Set(left.flatMap(listPieces));
  page.classList.toggle("narrowed", current.picked.length > 0);
  for (const piece of new Set(["can", "picked", "next"].flatMap(findMarked))) {
    piece.classList.toggle("picked", current.picked.includes(piece.id));
    piece.classList.toggle("next", open.has(piece.id) && !current.picked.includes(piece.id));
    const pressed = String(current.picked.includes(piece.id));
    if (piece.classList.contains("can") && piece.getAttribute("aria-pressed") !== pressed) piece.setAttribute("aria-pressed", pressed);
  }
  updateMenu(left, byKey);
  teach();
  makeRoom(requireById("pick"));
  scheduleTabStop(() => current.picked.length > 0);
}

/** Update the small menu with the actions for the picked pieces. @param {Act[]} left @param {boolean} byKey */
function updateMenu(left, byKey) {
  const box = requireById("pick");
  if (box.hidden && !current.picked.length) return;
  if (!current.picked.length && isAskingWhich(box)) return; // A frame that changes nothing for these pieces does not take the question away.
  box.hidden = !current.picked.length;
  const found = current.picked.length ? fillMenu(box, left, current.picked, Boolean(current.armed), { choose: act, letGo }) : 0;
  markAsked();
  if (byKey && found) box.querySelector("button")?.focus();
}

/** Forget the picked pieces. */
export function letGo() {
  current.armed = "";
  askAbout();
  const last = current.picked.at(-1);
  current.picked = [];
  requireById("pick").hidden = true;
  settle();
  if (last) byId(last)?.focus({ preventScroll: true });
}

/** Show the preview of an action, if this page shows previews. @param {string} name */
export function foresee(name) {
  if (!table || !current.state.preview) return;
  showPreview(name, table, seat, current.state.decision);
}

/** Return the name of the only action under the pointer or the focus, or an empty string. @param {Element | null} target */
export function findMeant(target) {
  const button = /** @type {HTMLElement | null} */ (target?.closest("#pick button[data-preview]"));
  if (button) return button.dataset.preview ?? "";
  const listed = /** @type {HTMLButtonElement | null} */ (target?.closest("#acts button.act"));
  if (listed) return listed.value;
  const there = target?.closest(".stage .piece.can") ?? target?.closest(".stage .piece");
  const piece = there ? resolvePiece(there).id : "";
  if (!current.picked.includes(piece)) return findOnlyAction(current.acts, current.picked, piece)?.name ?? "";
  return current.armed === piece ? findOnlyAction(current.acts, current.picked.filter((one) => one !== piece), piece)?.name ?? "" : "";
}

/** Return pieces with their boxes. @param {Element[]} pieces */
export const measureBoxes = (pieces) => pieces.map((piece) => ({ piece, box: piece.getBoundingClientRect() }));

/** Return the piece that a click means while a choice is under way: the piece itself, or the only next piece inside it.
 * @param {Element} piece @param {Element[]} [next] */
export function resolvePiece(piece, next = current.picked.length ? findMarked("next") : []) {
  if (!next.length || piece.matches(".can, .picked")) return piece;
  return findOnlyInside(measureBoxes(next), piece.getBoundingClientRect()) ?? piece;
}

/** Take a piece that was dropped on its aim as a choice. @param {string} piece @param {string} aim */
export function dropPiece(piece, aim) {
  const straight = findDrops(current.acts, piece, aim);
  current.picked = [piece];
  if (straight.length !== 1) pick(aim);
  else if (asksBefore(straight[0])) {
    current.picked = [piece, aim];
    arm(straight[0], aim);
    settle();
  } else act(straight[0].name);
}

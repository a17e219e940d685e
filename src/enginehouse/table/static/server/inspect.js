// @ts-check
// Shows the card of a piece: its name, its text, and the result of a click. The card opens beside the piece under a
// resting mouse, with the keyboard focus, by right click and by long press. It does not cover the pieces that it names.
// It knows no game.

import { makeRisky, markAsked } from "../page/asking.js";
import { byId, closest, columnBeside, makeElement } from "../page/dom.js";
import { drawPicture } from "../page/pieces.js";
import { fetchAnswer, fetchJson } from "./http.js";

/** @typedef {import("../types.d.ts").About} About */
/** @typedef {import("../types.d.ts").Why} Why */

/** The result of a click on a piece. `line` describes the action and may be empty. `button` is the action, if only one
 * is possible, and `act` does it. `would` lists several ways to continue.
 * @typedef {{line: string, button: import("../types.d.ts").Act | null, act: () => void, would?: string}} Click */

/** @typedef {object} Host
 * @property {(x: number, y: number) => Element | null} pieceAt
 * @property {(piece: string) => Click} clicking
 * @property {(piece: string) => Promise<Why | null>} why  returns why a piece cannot be clicked, or null
 * @property {() => boolean} isTeaching  returns whether a lesson gives the instructions instead of the cards
 * @property {() => boolean} holding  returns whether a choice is under way, during which a resting mouse opens no card
 * @property {() => string} moment  returns a text that changes with every frame */

const REST_MS = 350;
const PRESS_MS = 500;
const GAP = 12;
const narrow = matchMedia("(max-width: 40rem)");
const wide = matchMedia("(min-width: 60rem) and (min-height: 36rem)");

/** @type {Host} */
let host;
const card = byId("card");
/** The piece with the open card, and whether the card stays until the player closes it. */
let shown = "";
let pinned = false;
let aimed = "";
let waiting = 0;
/** @type {Map<string, About>} */
const known = new Map();
let knownAt = "";

export const isInspected = (/** @type {string} */ piece) => shown === piece;

/** @param {string} piece @returns {Promise<About | null>} */
async function fetchAbout(piece) {
  if (knownAt !== host.moment()) known.clear();
  knownAt = host.moment();
  const found = known.get(piece);
  if (found) return found;
  const { table, seat, replay, at, moment } = byId("table")?.dataset ?? {};
  const then = replay ? `/t/${replay}/replay/${at}` : moment ? `/t/${table}/moment/${moment}` : "";
  const answer = then
    ? await fetchJson(`${then}/about?seat=${seat}&piece=${encodeURIComponent(piece)}`)
    : await fetchAnswer(`/t/${table}/about`, { seat: Number(seat), piece });
  if (answer?.name) known.set(piece, answer);
  return answer?.name ? answer : null;
}

/** Open the card of a piece. @param {string} piece @param {boolean} [stays] */
export async function inspect(piece, stays = false) {
  clearTimeout(waiting);
  if (!card || !byId(piece)) return;
  aimed = piece;
  if (!stays && host.isTeaching() && byId(piece)?.classList.contains("next")) return; // The preview has more details and needs the room.
  const about = await fetchAbout(piece);
  const there = byId(piece);
  if (!about || !there || aimed !== piece) return;
  shut();
  aimed = shown = piece;
  pinned = stays;
  fill(there, about);
  card.classList.toggle("pinned", pinned);
  card.hidden = false;
  placeBeside(there);
  there.setAttribute("aria-describedby", "card-text");
  if (!host.clicking(piece).line && (pinned || !host.isTeaching())) {
    const why = await host.why(piece);
    if (why && shown === piece) {
      byId("card-text")?.append(makeElement("p", { class: "card-why" }, why.sentence));
      placeBeside(there);
    }
  }
}

/** If a piece is a whole board, open its card and keep it open. Return whether it is one. @param {string} piece */
export async function enlarge(piece) {
  const large = Boolean((await fetchAbout(piece))?.wide);
  if (large) inspect(piece, true);
  return large;
}

/** @param {Element} piece @param {About} about */
function fill(piece, about) {
  const table = byId("table");
  const click = host.clicking(piece.id);
  const text = makeElement("div", { id: "card-text", class: "card-text" }, makeElement("h3", {}, about.name));
  if (about.says) text.append(makeElement("p", {}, about.says));
  const label = `rule ${about.clause}`;
  if (about.link) text.lastElementChild?.append(" ", makeElement("a", { class: "clause", href: about.link, target: "_blank", title: label, "aria-label": label }, "§"));
  if (about.label) text.append(makeElement("p", { class: "card-label" }, about.label));
  if (click.line && (pinned ? !click.button : !host.isTeaching())) text.append(makeElement("p", { class: "card-click" }, click.line));
  if (click.would) text.append(makeElement("p", { class: "card-would" }, click.would));
  const drawn = about.part ? makeElement("img", { src: about.part, alt: "" }) : drawPicture(piece);
  card?.replaceChildren(drawn, text);
  card?.classList.toggle("wide", about.wide);
  if (pinned && table?.classList.contains("together") && Number(table.dataset.seat) >= 0 && !table.dataset.moment) {
    text.append(makeElement("button", { type: "button", class: "link card-point", "data-point": piece.id }, "Point at this for everybody"));
  }
  if (pinned && click.button) {
    const button = makeElement("button", { type: "button", class: "primary" }, click.button.label);
    button.addEventListener("click", click.act);
    card?.append(makeRisky(button, click.button));
    markAsked();
  }
}

/** Return the area in which two boxes overlap. @param {DOMRect} one @param {DOMRect} other */
function measureOverlap(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** Put the card over the log, so that it covers no piece of the board and pieces can be compared. Return `false` if the
 * card would cover its piece or the answers there.
 * @param {DOMRect} piece */
function dock(piece) {
  const side = columnBeside();
  if (!card || !side || !wide.matches || card.classList.contains("wide")) return false;
  card.classList.add("docked");
  card.style.width = `${side.width}px`;
  const { height } = card.getBoundingClientRect();
  const place = new DOMRect(side.left, side.bottom - height, side.width, height);
  const occupied = [piece, ...[...document.querySelectorAll(".aloft:not([hidden])")].map((one) => one.getBoundingClientRect())];
  if (occupied.some((one) => measureOverlap(place, one))) return false;
  card.style.left = `${place.x}px`;
  card.style.top = `${place.y}px`;
  return true;
}

/** Put the card where it does not cover its piece, and covers as little as possible of the preview, of the next pieces
 * and of the answers. It goes beside, below or above the piece, and on a small screen to the edge away from it.
 * @param {Element} piece */
function placeBeside(piece) {
  if (!card) return;
  const from = piece.getBoundingClientRect();
  if (dock(from)) return;
  card.classList.remove("docked");
  card.style.width = "";
  const { width, height } = card.getBoundingClientRect();
  const within = (/** @type {number} */ at, /** @type {number} */ most) => Math.max(GAP, Math.min(at, most - GAP));
  const [wide, high] = [innerWidth - width, innerHeight - height];
  const [x, y] = [within(from.x + from.width / 2 - width / 2, wide), within(from.y + from.height / 2 - height / 2, high)];
  const [right, left] = [within(from.right + GAP, wide), within(from.x - GAP - width, wide)];
  const places = [
    [right, y], [left, y], [x, within(from.bottom + GAP, high)], [x, within(from.y - GAP - height, high)],
    [right, GAP], [left, GAP], [right, within(high, high)], [left, within(high, high)], [x, within(high, high)],
  ].map(([at, top]) => new DOMRect(at, top, width, height));
  // A finger has picked this piece and will tap another piece next, so the card may cover this piece and the rest of
  // the hand.
  const { line, button } = host.clicking(piece.id);
  const below = narrow.matches ? document.querySelector(".stage .desk")?.getBoundingClientRect() : null;
  const desk = pinned && line && !button ? below : null;
  // A small screen has few places beside a piece, so allow any height above the desk.
  for (let top = GAP; below && top < below.top - GAP - height; top += 24) places.push(new DOMRect(x, top, width, height));
  if (below) places.push(new DOMRect(x, within(below.top - GAP - height, high), width, height));
  const ahead = ["previewed", "next", "aloft"].flatMap((name) => [...document.getElementsByClassName(name)])
    .map((one) => one.getBoundingClientRect());
  const weight = desk ? 0.002 : 100;
  const cost = (/** @type {DOMRect} */ place) => weight * measureOverlap(place, from) + (below ? 1000 * measureOverlap(place, below) : 0) + ahead.reduce((sum, one) => sum + measureOverlap(place, one), 0);
  const place = places.reduce((a, b) => (cost(b) < cost(a) ? b : a));
  card.style.left = `${place.x}px`;
  card.style.top = `${place.y}px`;
}

/** Close the card. Return whether a card was open. */
export function shut() {
  clearTimeout(waiting);
  aimed = "";
  if (!shown) return false;
  const was = byId(shown);
  was?.removeAttribute("aria-describedby");
  const back = document.activeElement?.matches("#card a.clause") ? was : null;
  shown = "";
  pinned = false;
  if (card) card.hidden = true;
  if (back) {
    aimed = back.id; // The player has just read its card.
    /** @type {any} */ (back).focus({ preventScroll: true });
  }
  return true;
}

/** Close a card that was opened by a resting mouse. */
export function shutHoverCard() {
  if (!pinned) shut();
}

/** Move the focus to the rule link of the open card, and keep the card open. Return whether there is a link. */
export function focusClause() {
  const link = /** @type {HTMLElement | null} */ (card?.querySelector("a.clause") ?? null);
  if (!shown || !link) return false;
  pinned = true;
  card?.classList.add("pinned");
  link.focus();
  return true;
}

/** Update the card after a new frame: the result of a click may have changed, and the piece may be gone. */
export function review() {
  const there = byId(shown);
  if (!shown) return;
  if (there) inspect(shown, pinned);
  else shut();
}

/** @param {string} piece */
function aim(piece) {
  if (pinned || aimed === piece || host.holding()) return;
  if (shown && shown !== piece) shut();
  clearTimeout(waiting);
  aimed = piece;
  if (piece) waiting = window.setTimeout(() => inspect(piece), REST_MS);
}

/** Return the piece at the position of an event. @param {MouseEvent} event */
const findUnder = (event) => (closest(event, ".stage svg.sheet") ? host.pieceAt(event.clientX, event.clientY) : null);

/** @param {Host} table */
export function enableCards(table) {
  host = table;
  let press = 0;
  let pressed = -Infinity;
  /** The position of the last click. A piece that moves under the resting mouse there opens no card.
   * @type {number[] | null} */
  let rest = null;
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse" && !event.buttons && !rest) aim(findUnder(event)?.id ?? "");
  });
  document.addEventListener("focusin", (event) => {
    const piece = closest(event, ".stage .piece");
    if (piece?.matches(":focus-visible")) aim(piece.id);
    else if (!closest(event, "#card") && !pinned && shown) shut();
  });
  document.addEventListener("contextmenu", (event) => {
    const piece = findUnder(event);
    if (!piece) return;
    event.preventDefault();
    clearTimeout(press);
    pressed = performance.now();
    inspect(piece.id, true);
  });
  document.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse") clearTimeout(waiting);
    if (pinned && !closest(event, "#card, .stage svg.sheet")) shut();
    const piece = event.pointerType === "touch" ? findUnder(event) : null;
    clearTimeout(press);
    if (!piece) return;
    press = window.setTimeout(() => {
      pressed = performance.now();
      inspect(piece.id, true);
    }, PRESS_MS);
  }, true);
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => clearTimeout(press));
  document.addEventListener("pointermove", (event) => {
    if (Math.hypot(event.movementX, event.movementY) > 6) clearTimeout(press);
    if (!rest || (rest[0] === event.clientX && rest[1] === event.clientY)) return;
    rest = null;
    if (event.pointerType === "mouse" && !event.buttons) aim(findUnder(event)?.id ?? "");
  });
  // The click at the end of a long press is not a tap.
  document.addEventListener("click", (event) => {
    if (event.detail) rest = [event.clientX, event.clientY]; // Clicks by keys and scripts have a count of 0.
    const held = performance.now() - pressed < 900;
    if (held && closest(event, ".stage svg.sheet")) event.stopPropagation();
    // Browsers move a tap just beside the card onto the card, so a piece that the card half covers needs this way.
    if (!held && "pointerType" in event && event.pointerType === "touch" && closest(event, "#card") && !closest(event, "a, button")) shut();
    pressed = -Infinity;
  }, true);
}

// @ts-check
// Moves pieces by animations from their places in one frame to those in the next. It knows no game and no server.

import { byId, parseItem } from "./dom.js";
import { getRate, getStayMs, isStill } from "./habits.js";
import { formatTransform, parseTransform, setOffsets } from "../plain/keyframes.js";

/** @typedef {import("../types.d.ts").Move} Move */

const GLIDE_MS = 480;
const EASE = "cubic-bezier(.35,.05,.2,1)";

/** Start an animation at the chosen pace.
 * @param {Element} one @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing */
function animate(one, frames, timing) {
  const animation = one.animate(frames, timing);
  animation.playbackRate = getRate();
  return animation;
}

/** End all animations on the board, so that each piece is at its goal. */
export function arrive() {
  for (const animation of document.getAnimations()) {
    const moved = /** @type {KeyframeEffect | null} */ (animation.effect)?.target;
    if (moved?.closest(".stage svg.sheet, #moment")) animation.finish();
  }
}

/** @typedef {{transform: string, parent: Element, now: string}} Place */
/** @type {WeakMap<Element, Animation>} */
const runningGlides = new WeakMap();

/** Return the place of every piece, by id. @returns {Map<string, Place>} */
export function remember() {
  const places = new Map();
  if (isStill()) return places;
  for (const piece of document.querySelectorAll(".stage .piece:not(.passing)")) {
    const moving = runningGlides.get(piece)?.playState === "running";
    places.set(piece.id, {
      transform: piece.getAttribute("transform") ?? "",
      parent: /** @type {Element} */ (piece.parentElement),
      now: moving ? getComputedStyle(piece).transform : "",
    });
  }
  return places;
}

/** @param {Map<string, Place>} before @param {Move[]} moves @param {number} number of their frame */
export function glide(before, moves, number) {
  if (isStill()) {
    return;
  }
  const plans = new Map(moves.filter((move) => !move.svg).map((move) => [move.id, move]));
  const first = before.size === 0;
  for (const piece of document.querySelectorAll(".stage .piece:not(.passing)")) {
    const was = before.get(piece.id);
    const plan = plans.get(piece.id);
    const now = piece.getAttribute("transform") ?? "";
    if (!was) {
      if (first) continue;
      if (plan?.points?.length) travel(piece, now, now, plan);
      else appear(piece, plan);
      continue;
    }
    const elsewhere = was.parent !== piece.parentElement && !was.parent.contains(piece.parentElement);
    if (was.transform === now && !elsewhere && !plan?.points?.length) continue;
    const start = was.now && was.now !== "none" ? was.now : elsewhere ? convertPlace(was, piece) : formatTransform(was.transform);
    travel(piece, start, now, plan);
  }
  for (const [id, plan] of plans) {
    const piece = byId(id);
    if (piece && before.has(id) && piece.isConnected && isRemovedFromList(piece)) {
      piece.removeAttribute("id");
      piece.classList.add("passing");
      const from = before.get(id);
      const animation = travel(piece, formatTransform(from?.transform ?? ""), from?.transform ?? "", plan, true);
      animation.finished.then(() => piece.remove(), () => piece.remove());
    }
  }
  passOver(moves.filter((move) => move.svg), number);
}

/** Return whether a piece has left its list and stays on the page only until its animation ends. @param {Element} piece */
const isRemovedFromList = (piece) => piece.hasAttribute("data-gone");

/** Return an old place in the coordinates of a new parent. @param {Place} was @param {Element} piece */
function convertPlace(was, piece) {
  const parent = /** @type {any} */ (piece.parentElement);
  const old = /** @type {any} */ (was.parent).getScreenCTM?.();
  const here = parent.getScreenCTM?.();
  if (!old || !here) return formatTransform(was.transform);
  const m = here.inverse().multiply(old);
  return `matrix(${m.a},${m.b},${m.c},${m.d},${m.e},${m.f}) ${formatTransform(was.transform)}`;
}

/**
 * @param {Element} piece @param {string} start CSS, or an attribute's text @param {string} now @param {Move} [plan] @param {boolean} [away]
 */
function travel(piece, start, now, plan, away = false) {
  runningGlides.get(piece)?.cancel();
  const from = start.includes("px") || start.startsWith("matrix") ? start : formatTransform(start);
  const ms = plan?.ms ?? GLIDE_MS;
  /** @type {Keyframe[]} */
  const frames = plan?.jump ? [] : [{ transform: from }];
  const end = parseTransform(now);
  if (away && plan?.falls) {
    const gone = { transform: `translate(${end.x}px,${end.y}px) rotate(${end.turn + 35}deg) scale(.05)`, opacity: 0 };
    const fall = animate(piece, [frames[0], gone], { duration: Math.max(1, ms), delay: plan.wait, easing: "cubic-bezier(.6,0,.9,.5)", fill: "both" });
    runningGlides.set(piece, fall);
    return fall;
  }
  for (const [x, y] of plan?.points ?? []) {
    frames.push({ transform: `translate(${x}px,${y}px) rotate(${end.turn}deg) scale(${end.scale})` });
  }
  if (!away) frames.push({ transform: formatTransform(now) });
  const animation = animate(piece, setOffsets(frames, plan?.points), {
    duration: Math.max(1, ms),
    delay: plan?.wait ?? 0,
    easing: plan?.points ? "linear" : EASE,
    fill: "backwards",
  });
  runningGlides.set(piece, animation);
  return animation;
}

/** @param {Element} piece @param {Move} [plan] */
function appear(piece, plan) {
  animate(piece, [{ opacity: 0 }, { opacity: 1 }], { duration: 260, delay: plan?.wait ?? 0, fill: "backwards", easing: "ease-out" });
}

/** @param {Element} piece */
export function vanish(piece) {
  piece.removeAttribute("id");
  piece.classList.add("passing");
  const animation = animate(piece, [{ opacity: 1 }, { opacity: 0 }], { duration: 220, easing: "ease-in", fill: "forwards" });
  animation.finished.then(() => piece.remove(), () => piece.remove());
}

/** Return whether a move is a scene, which stays in its place. @param {Move} move */
export const isScene = ({ svg, points }) => Boolean(svg) && points?.length === 2 && String(points[0]) === String(points[1]);

/** Return the time for which a move is visible at the usual pace, in milliseconds. A scene stays longer, so that the
 * player can read it.
 * @param {Move} move */
export const getShownMs = (move) => move.wait + move.ms + (isScene(move) ? getStayMs() * getRate() : 0);

/** Show the drawings that pass over the current board.
 * @param {Move[]} moves @param {number} number of their frame */
export function passOver(moves, number) {
  const last = moves.findLast(isScene);
  for (const move of moves) pass(move, number, move === last);
}

/** Move a drawing over the board and remove it. It is in neither frame.
 * @param {Move} move @param {number} number of its frame
 * @param {boolean} stands whether it is the last scene */
function pass(move, number, stands) {
  const layer = byId(`layer-${move.layer}`) ?? document.querySelector("#board .layer:last-of-type");
  const points = move.points ?? [];
  if (!layer || !points.length) return;
  const thing = parseItem(`<g class="piece passing" aria-hidden="true">${move.svg}</g>`, true);
  // A scene has its place to itself, so remove the scene of an earlier action there.
  if (isScene(move)) {
    const place = `${move.layer} ${points[0]}`;
    const began = String(number);
    for (const other of layer.querySelectorAll(".passing[data-scene]")) {
      const { scene, frame } = /** @type {HTMLElement} */ (other).dataset;
      if (scene === place && frame !== began) other.remove();
    }
    thing.setAttribute("data-scene", place);
    thing.setAttribute("data-frame", began);
  }
  layer.append(thing);
  const at = (/** @type {number[]} */ [x, y]) => `translate(${x}px,${y}px)`;
  thing.setAttribute("transform", `translate(${points[0][0]} ${points[0][1]})`);
  const frames = points.length > 1 ? setOffsets(points.map((p) => ({ transform: at(p) })), points) : [{ transform: at(points[0]) }, { transform: at(points[0]) }];
  const timing = /** @type {KeyframeAnimationOptions} */ ({ duration: Math.max(1, stands ? getShownMs(move) - move.wait : move.ms), delay: move.wait, fill: "both" });
  const fade = points.length > 1 ? [0, 1, 1, 0] : [0, 1, 0.6, 0];
  const offsets = points.length > 1 ? [0, 0.04, 0.94, 1] : [0, 0.25, 0.6, 1];
  animate(thing, fade.map((opacity, k) => ({ opacity, offset: offsets[k] })), timing);
  const animation = animate(thing, frames, timing);
  animation.finished.then(() => thing.remove(), () => thing.remove());
}

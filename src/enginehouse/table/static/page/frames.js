// @ts-check
// Puts frames and patches into the page, and moves pieces by animations. It knows no game, no server and no mouse.

import { byId } from "./dom.js";
import { getRate, getStayMs } from "./habits.js";
import { formatTransform, parseTransform, setOffsets } from "../plain/keyframes.js";
import { arrange, findRemoved, moveToTop } from "./lists.js";

/** @typedef {import("../types.d.ts").Move} Move */
/** @typedef {import("../types.d.ts").Message} Message */

/** @type {any} */
let morpher = null;
// With `?plain` the page works without morphing: every frame replaces its elements.
if (!new URLSearchParams(location.search).has("plain")) {
  try {
    morpher = (await import("../vendor/idiomorph.esm.js")).Idiomorph;
  } catch {
    morpher = null;
  }
}

const SVG = "http://www.w3.org/2000/svg";
const GLIDE_MS = 480;
const EASE = "cubic-bezier(.35,.05,.2,1)";
const still = matchMedia("(prefers-reduced-motion: reduce)");
const options = {
  callbacks: {
    // Keep open details open. The page itself chooses the piece with the tab stop. A focused piece that loses its tab
    // stop would force a layout of the whole board.
    beforeAttributeUpdated: (/** @type {string} */ name, /** @type {Element} */ node) =>
      name !== "open" && !(name === "tabindex" && node.hasAttribute("tabindex")),
    // A custom element fills itself. The server only sends its place.
    beforeNodeMorphed: (/** @type {any} */ old) => old.localName !== "copy-link",
  },
};

/** Put markup into a region. Morph the region if it has the focus, an open part or elements that fill themselves.
 * Otherwise replace its content, which takes a tenth of the time.
 * @param {Element} host @param {string | Element} content */
export function fill(host, content) {
  const mustMorph = host.contains(document.activeElement) || host.querySelector("[open], .piece, copy-link");
  if (morpher && mustMorph) morpher.morph(host, content, { ...options, morphStyle: "innerHTML" });
  else if (typeof content === "string") host.innerHTML = content;
  else host.replaceChildren(content);
}

/** Fill a region that may have pieces that are leaving. Morphing could turn a leaving piece into a new piece, which
 * would then leave too. So take the leaving pieces out first, and put them back into their layers afterwards.
 * @param {Element} host @param {string} text */
function fillRound(host, text) {
  const passers = [...host.querySelectorAll(".passing")].map((one) => /** @type {const} */ ([one, one.parentElement?.id ?? ""]));
  for (const [one] of passers) one.remove();
  fill(host, text);
  for (const [one, layer] of passers) byId(layer)?.append(one);
}

/** Parse the markup of items, in the namespace of their list. Parsing many at once is faster, because each call costs as
 * much as an item.
 * @param {string[]} items @param {boolean} svg */
function parseAll(items, svg) {
  const template = document.createElement("template");
  template.innerHTML = svg ? `<svg>${items.join("")}</svg>` : items.join("");
  return [...(svg ? template.content.firstElementChild : template.content)?.children ?? []];
}

/** Parse the markup of a single item. @param {string} html @param {boolean} svg */
const parseItem = (html, svg) => parseAll([html], svg)[0];

// ---------------------------------------------------------------- apply

/** Return whether a region or an item stands beside the board. @param {string} id */
const isAside = (id) => Boolean(byId(id)?.closest(".side"));

/** Split a record by name into the part for the board and the part for the area beside it.
 * @template T @param {Record<string, T> | undefined} all @param {(id: string) => boolean} aside @returns {[Record<string, T>, Record<string, T>]} */
function splitAside(all, aside) {
  /** @type {[[string, T][], [string, T][]]} */
  const halves = [[], []];
  for (const one of Object.entries(all ?? {})) halves[Number(aside(one[0]))].push(one);
  return [Object.fromEntries(halves[0]), Object.fromEntries(halves[1])];
}

/** Put a frame or a patch into the page. @param {Message} message @param {boolean} [follow] whether to scroll the log to its end */
export function apply(message, follow = true) {
  applyBoard(message, follow)();
}

/** Put a frame or a patch into the page, but update the area beside the board only when the returned function is called.
 * @param {Message} message @param {boolean} [follow] */
export function applyBoard(message, follow = true) {
  const before = remember();
  if (message.regions) texts.clear();
  const regions = splitAside({ ...message.regions, ...message.html }, isAside);
  const order = splitAside(message.order, isAside);
  const [shown, listed] = order.map((lists) => new Set(Object.values(lists).flat()));
  // An item that is not on the page, and does not come to the board now, belongs to the area beside the board.
  const items = splitAside(message.set, (id) => listed.has(id) || isAside(id) || !(shown.has(id) || byId(id)));
  put(regions[0], items[0], order[0], message.moves);
  const rests = Math.max(0, ...(message.moves ?? []).filter((move) => !move.svg).map((move) => move.wait + move.ms)) / getRate();
  for (const [id, area] of Object.entries(message.viewboxes ?? {})) showArea(byId(id), area, rests);
  glide(before, message.moves ?? [], message.n);
  return () => {
    put(regions[1], items[1], order[1]);
    // Wait for the frame, in which the browser computes a layout anyway. Reading the height now would compute it twice.
    if (follow) requestAnimationFrame(showEnd);
  };
}

/** Scroll the logs to their end. */
function showEnd() {
  for (const log of document.querySelectorAll(".log")) log.scrollTop = log.scrollHeight;
}

/** Fill regions and update items. The keyboard focus stays on its element.
 * @param {Record<string, string>} regions @param {Record<string, string>} items @param {Record<string, string[]>} order @param {import("../types.d.ts").Move[]} [moves] */
function put(regions, items, order, moves = []) {
  const focused = document.activeElement?.id;
  for (const [name, text] of Object.entries(regions)) {
    const host = byId(name);
    if (host) fillRound(host, text);
  }
  patchItems(items, order, moves);
  if (focused && document.activeElement?.id !== focused) restoreFocus(byId(focused));
}

/** Give the focus to an element that was replaced. A piece without an action gets its tab stop only with the next frame
 * (`scheduleTabStop`), and without a tab stop it cannot take the focus.
 * @param {any} item */
function restoreFocus(item) {
  if (item instanceof SVGElement && !item.hasAttribute("tabindex")) item.setAttribute("tabindex", "-1");
  item?.focus({ preventScroll: true });
}

/** The pending glides of a sheet: the animation frame, and the timer of a glide that waits.
 * @type {WeakMap<Element, {frame: number, wait: number}>} */
const glides = new WeakMap();
const LOOK_MS = 600;

/** Return the smallest area that contains two others. @param {number[]} one @param {number[]} other */
function uniteAreas(one, other) {
  const [x, y] = [Math.min(one[0], other[0]), Math.min(one[1], other[1])];
  return [x, y, Math.max(one[0] + one[2], other[0] + other[2]) - x, Math.max(one[1] + one[3], other[1] + other[3]) - y];
}

/** Show another area of a sheet. If the sheet follows the pieces, glide to the area: while pieces move, the board may
 * only grow, so that both ends of a move stay visible. When they rest, the board shrinks to the area. If the player has
 * zoomed in, glide at once.
 * @param {any} sheet @param {string} area @param {number} rests how long pieces still move, in milliseconds */
function showArea(sheet, area, rests) {
  if (!sheet) return;
  const was = glides.get(sheet) ?? { frame: 0, wait: 0 };
  cancelAnimationFrame(was.frame);
  clearTimeout(was.wait);
  const to = area.split(" ").map(Number);
  if (still.matches || document.hidden || !("follows" in sheet.dataset)) {
    sheet.setAttribute("viewBox", area);
    return;
  }
  const { x, y, width, height } = sheet.viewBox.baseVal;
  const wait = rests > 0 && !sheet.closest(".zoomed") ? window.setTimeout(() => glideTo(sheet, to), rests) : 0;
  glides.set(sheet, { frame: 0, wait });
  glideTo(sheet, wait ? uniteAreas([x, y, width, height], to) : to);
}

/** Glide from the current area to another area. @param {any} sheet @param {number[]} to */
function glideTo(sheet, to) {
  const { x, y, width, height } = sheet.viewBox.baseVal;
  const from = [x, y, width, height];
  if (from.every((value, k) => Math.abs(value - to[k]) < 0.01)) return;
  const began = performance.now();
  const step = (/** @type {number} */ now) => {
    const part = Math.min(1, Math.max(0, (now - began) / LOOK_MS));
    const eased = part * part * (3 - 2 * part);
    sheet.setAttribute("viewBox", from.map((value, k) => value + (to[k] - value) * eased).join(" "));
    const ways = glides.get(sheet);
    if (ways && part < 1) ways.frame = requestAnimationFrame(step);
  };
  step(began);
}

/** @param {Record<string, string>} items is used up @param {Record<string, string[]>} order @param {import("../types.d.ts").Move[]} moves */
function patchItems(items, order, moves) {
  const leaving = new Set(moves.map((move) => move.id));
  const orders = Object.entries(order).map(([name, ids]) => /** @type {const} */ ([byId(name), ids]));
  for (const [list, ids] of orders) {
    if (!list) continue;
    const svg = list.namespaceURI === SVG;
    arrange(list, ids, byId, (id) => {
      const html = items[id];
      if (!html) return null;
      texts.set(id, html);
      delete items[id];
      return parseItem(html, svg);
    });
  }
  updateItems(Object.entries(items));
  for (const [list, ids] of orders) {
    if (!list) continue;
    for (const item of findRemoved(list, ids)) {
      texts.delete(item.id);
      if (item.classList.contains("piece")) moveToTop(list, item); // Draw a leaving piece over the others.
      if (!item.classList.contains("piece") || still.matches) item.remove();
      else if (leaving.has(item.id)) item.setAttribute("data-gone", "");
      else vanish(item);
    }
  }
}

/** The last markup of each item, by id. @type {Map<string, string>} */
const texts = new Map();

/** Update items from their markup. @param {[string, string][]} items by id */
function updateItems(items) {
  /** @type {[any, string][]} */
  const there = items.map(([id, html]) => [byId(id), html]);
  for (const svg of [true, false]) {
    const own = there.filter(([item]) => item && (item.namespaceURI === SVG) === svg);
    const fresh = parseAll(own.map(([item, html]) => shortenMarkup(item, html)), svg);
    for (const [k, [item, html]] of own.entries()) {
      updateItem(item, fresh[k], texts.get(item.id), html);
      texts.set(item.id, html);
    }
  }
}

/** Return whether only the tag of an item has changed, for example because it can be clicked now, and not its content.
 * @param {string | undefined} was @param {string} html */
const hasOnlyTagChanged = (was, html) => Boolean(morpher && was && was.slice(was.indexOf(">")) === html.slice(html.indexOf(">")));

/** Return the part of an item's markup that the update needs. @param {Element} item @param {string} html */
const shortenMarkup = (item, html) => (hasOnlyTagChanged(texts.get(item.id), html) ? `${html.slice(0, html.indexOf(">"))}></${item.localName}>` : html);

/** Update an item from the element that was parsed from its markup.
 * @param {any} item @param {Element} fresh @param {string | undefined} was @param {string} html */
function updateItem(item, fresh, was, html) {
  // Update a drawing without other pieces and without the focus part by part, in order. The morpher takes ten times as
  // long, and replaced elements need a new layout.
  if (hasOnlyTagChanged(was, html)) copyAttributes(item, fresh);
  else if (morpher && item.namespaceURI === SVG && fresh.localName === item.localName && !item.querySelector(".piece") && (item === document.activeElement || !item.contains(document.activeElement))) {
    copyAttributes(item, fresh);
    redraw(item, fresh);
  } else if (morpher) morpher.morph(item, fresh, { ...options, morphStyle: "outerHTML" });
  else item.replaceWith(fresh);
}

/** Copy the attributes of another element, as morphing would. @param {Element} item @param {Element} like */
function copyAttributes(item, like) {
  for (const { name, value } of like.attributes) {
    if (item.getAttribute(name) !== value && options.callbacks.beforeAttributeUpdated(name, item)) item.setAttribute(name, value);
  }
  for (const { name } of [...item.attributes]) {
    if (!like.hasAttribute(name) && options.callbacks.beforeAttributeUpdated(name, item)) item.removeAttribute(name);
  }
}

/** Update the parts of a drawing from another drawing, and do not touch equal parts.
 * @param {Element} host @param {Element} like */
function redraw(host, like) {
  let old = host.firstChild;
  for (const part of [...like.childNodes]) {
    const next = old?.nextSibling ?? null;
    if (!old) host.append(part);
    else if (!old.isEqualNode(part)) {
      if (old instanceof Element && part instanceof Element && old.localName === part.localName) {
        copyAttributes(old, part);
        redraw(old, part);
      } else old.replaceWith(part);
    }
    old = next;
  }
  while (old) {
    const next = old.nextSibling;
    old.remove();
    old = next;
  }
}

// ---------------------------------------------------------------- animations

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
function remember() {
  const places = new Map();
  if (still.matches) return places;
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
function glide(before, moves, number) {
  if (still.matches) {
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
function vanish(piece) {
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

// @ts-check
// Puts frames and patches into the page and lets pieces glide. Knows no game, no server and no mouse.

import { byId } from "./dom.js";
import { getRate, getStayMs } from "./habits.js";
import { formatTransform, parseTransform, setOffsets } from "./keyframes.js";
import { arrange, findRemoved, moveToTop } from "./lists.js";

/** @typedef {import("./types.d.ts").Move} Move */
/** @typedef {import("./types.d.ts").Message} Message */

/** @type {any} */
let morpher = null;
// `?plain` plays without morphing: every frame replaces what was there.
if (!new URLSearchParams(location.search).has("plain")) {
  try {
    morpher = (await import("./vendor/idiomorph.esm.js")).Idiomorph;
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
    // What the reader has opened stays open. Which piece the keyboard stops at is the page's own affair; and a piece
    // that loses its tab stop while it has the focus costs a layout of the whole board on the spot.
    beforeAttributeUpdated: (/** @type {string} */ name, /** @type {Element} */ node) =>
      name !== "open" && !(name === "tabindex" && node.hasAttribute("tabindex")),
    // An element of ours fills itself; the server only says where it stands.
    beforeNodeMorphed: (/** @type {any} */ old) => old.localName !== "copy-link",
  },
};

/** Put markup into a region. Where somebody is in it, has opened something in it, or it has elements that fill themselves,
 * it is morphed; else it is simply made anew, which takes a tenth of the time. @param {Element} host @param {string | Element} content */
export function fill(host, content) {
  const mustMorph = host.contains(document.activeElement) || host.querySelector("[open], .piece, copy-link");
  if (morpher && mustMorph) morpher.morph(host, content, { ...options, morphStyle: "innerHTML" });
  else if (typeof content === "string") host.innerHTML = content;
  else host.replaceChildren(content);
}

/** The same where pieces may be on their way out of it: morphing would make one that comes of one that goes, and it would go all
 * the same. So they step aside meanwhile, and go on in the layer where they were. @param {Element} host @param {string} text */
function fillRound(host, text) {
  const passers = [...host.querySelectorAll(".passing")].map((one) => /** @type {const} */ ([one, one.parentElement?.id ?? ""]));
  for (const [one] of passers) one.remove();
  fill(host, text);
  for (const [one, layer] of passers) byId(layer)?.append(one);
}

/** Markup of items, in the namespace of the list that they belong to. Many at once: to begin costs as much as an item.
 * @param {string[]} items @param {boolean} svg */
function parseAll(items, svg) {
  const template = document.createElement("template");
  template.innerHTML = svg ? `<svg>${items.join("")}</svg>` : items.join("");
  return [...(svg ? template.content.firstElementChild : template.content)?.children ?? []];
}

/** Markup of one item. @param {string} html @param {boolean} svg */
const parseItem = (html, svg) => parseAll([html], svg)[0];

// ---------------------------------------------------------------- apply

/** Whether a region or an item stands beside the board. @param {string} id */
const isAside = (id) => Boolean(byId(id)?.closest(".side"));

/** Two halves of what has names: what is on the board, or with it, and what stands beside it.
 * @template T @param {Record<string, T> | undefined} all @param {(id: string) => boolean} aside @returns {[Record<string, T>, Record<string, T>]} */
function splitAside(all, aside) {
  /** @type {[[string, T][], [string, T][]]} */
  const halves = [[], []];
  for (const one of Object.entries(all ?? {})) halves[Number(aside(one[0]))].push(one);
  return [Object.fromEntries(halves[0]), Object.fromEntries(halves[1])];
}

/** Put a frame or a patch into the page. @param {Message} message @param {boolean} [follow] whether the log shows its end */
export function apply(message, follow = true) {
  applyBoard(message, follow)();
}

/** The same, but what stands beside the board only when what is returned is called. @param {Message} message @param {boolean} [follow] */
export function applyBoard(message, follow = true) {
  const before = remember();
  if (message.regions) texts.clear();
  const regions = splitAside({ ...message.regions, ...message.html }, isAside);
  const order = splitAside(message.order, isAside);
  const [shown, listed] = order.map((lists) => new Set(Object.values(lists).flat()));
  // What is nowhere yet, and does not come to the board now, is of what still waits to come beside it.
  const items = splitAside(message.set, (id) => listed.has(id) || isAside(id) || !(shown.has(id) || byId(id)));
  put(regions[0], items[0], order[0], message.moves);
  const rests = Math.max(0, ...(message.moves ?? []).filter((move) => !move.svg).map((move) => move.wait + move.ms)) / getRate();
  for (const [id, area] of Object.entries(message.viewboxes ?? {})) showArea(byId(id), area, rests);
  glide(before, message.moves ?? [], message.n);
  return () => {
    put(regions[1], items[1], order[1]);
    // With the frame, when the page is laid out anyway: asked now, it would be laid out twice.
    if (follow) requestAnimationFrame(showEnd);
  };
}

/** Let the log show its end. */
function showEnd() {
  for (const log of document.querySelectorAll(".log")) log.scrollTop = log.scrollHeight;
}

/** Fill regions and bring items in line; who is somewhere by the keyboard stays there.
 * @param {Record<string, string>} regions @param {Record<string, string>} items @param {Record<string, string[]>} order @param {import("./types.d.ts").Move[]} [moves] */
function put(regions, items, order, moves = []) {
  const focused = document.activeElement?.id;
  for (const [name, text] of Object.entries(regions)) {
    const host = byId(name);
    if (host) fillRound(host, text);
  }
  patchItems(items, order, moves);
  if (focused && document.activeElement?.id !== focused) restoreFocus(byId(focused));
}

/** Give the focus to what was made anew where it was. What cannot be acted on has no tab stop in its markup, and gets one only with the
 * next frame (`rove`): without one it takes no focus. @param {any} item */
function restoreFocus(item) {
  if (item instanceof SVGElement && !item.hasAttribute("tabindex")) item.setAttribute("tabindex", "-1");
  item?.focus({ preventScroll: true });
}

/** What a sheet still has to be shown of: the next frame of a glide to it, and the glide that waits. @type {WeakMap<Element, {frame: number, wait: number}>} */
const glides = new WeakMap();
const LOOK_MS = 600;

/** The area that holds two others. @param {number[]} one @param {number[]} other */
function uniteAreas(one, other) {
  const [x, y] = [Math.min(one[0], other[0]), Math.min(one[1], other[1])];
  return [x, y, Math.max(one[0] + one[2], other[0] + other[2]) - x, Math.max(one[1] + one[3], other[1] + other[3]) - y];
}

/** Show another area of a sheet. Where it follows what there is to see, glide to it: while pieces move, the board stands still and
 * at most grows, so that they are seen where they leave and where they come; when they rest, it closes round them. Who looks at a part of it is led there at once.
 * @param {any} sheet @param {string} area @param {number} rests when all pieces will be at rest, in milliseconds from now */
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

/** Glide from the area that is shown to another one. @param {any} sheet @param {number[]} to */
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

/** @param {Record<string, string>} items is used up @param {Record<string, string[]>} order @param {import("./types.d.ts").Move[]} moves */
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
      if (item.classList.contains("piece")) moveToTop(list, item); // what goes goes over what stays
      if (!item.classList.contains("piece") || still.matches) item.remove();
      else if (leaving.has(item.id)) item.setAttribute("data-gone", "");
      else vanish(item);
    }
  }
}

/** What an item was made of last, by its id. @type {Map<string, string>} */
const texts = new Map();

/** Bring items in line with their markup. @param {[string, string][]} items by id */
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

/** Whether only an item's own tag has changed (it can be acted on now), and nothing in it. @param {string | undefined} was @param {string} html */
const hasOnlyTagChanged = (was, html) => Boolean(morpher && was && was.slice(was.indexOf(">")) === html.slice(html.indexOf(">")));

/** As much of its markup as an item needs to be brought in line with. @param {Element} item @param {string} html */
const shortenMarkup = (item, html) => (hasOnlyTagChanged(texts.get(item.id), html) ? `${html.slice(0, html.indexOf(">"))}></${item.localName}>` : html);

/** Bring an item in line with what was made of its markup. @param {any} item @param {Element} fresh @param {string | undefined} was @param {string} html */
function updateItem(item, fresh, was, html) {
  // A drawing that holds neither other pieces nor the focus is gone through part by part in order: what the morpher does takes
  // ten times as long, and what is made anew is laid out anew.
  if (hasOnlyTagChanged(was, html)) copyAttributes(item, fresh);
  else if (morpher && item.namespaceURI === SVG && fresh.localName === item.localName && !item.querySelector(".piece") && (item === document.activeElement || !item.contains(document.activeElement))) {
    copyAttributes(item, fresh);
    redraw(item, fresh);
  } else if (morpher) morpher.morph(item, fresh, { ...options, morphStyle: "outerHTML" });
  else item.replaceWith(fresh);
}

/** Give an item the attributes of another, as morphing would. @param {Element} item @param {Element} like */
function copyAttributes(item, like) {
  for (const { name, value } of like.attributes) {
    if (item.getAttribute(name) !== value && options.callbacks.beforeAttributeUpdated(name, item)) item.setAttribute(name, value);
  }
  for (const { name } of [...item.attributes]) {
    if (!like.hasAttribute(name) && options.callbacks.beforeAttributeUpdated(name, item)) item.removeAttribute(name);
  }
}

/** Bring the parts of a drawing in line with another's, and leave alone what is equal. @param {Element} host @param {Element} like */
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

// ---------------------------------------------------------------- glide

/** An animation at the pace that was chosen. @param {Element} one @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing */
function animate(one, frames, timing) {
  const animation = one.animate(frames, timing);
  animation.playbackRate = getRate();
  return animation;
}

/** Whatever still moves on the board is where it goes. */
export function arrive() {
  for (const animation of document.getAnimations()) {
    const moved = /** @type {KeyframeEffect | null} */ (animation.effect)?.target;
    if (moved?.closest(".stage svg.sheet, #moment")) animation.finish();
  }
}

/** @typedef {{transform: string, parent: Element, now: string}} Place */
/** @type {WeakMap<Element, Animation>} */
const runningGlides = new WeakMap();

/** Where every piece is, by id. @returns {Map<string, Place>} */
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

/** @param {Map<string, Place>} before @param {Move[]} moves @param {number} number of the frame that brings them */
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

/** A piece that has a way to go and is in no list any more is kept until it has gone it. @param {Element} piece */
const isRemovedFromList = (piece) => piece.hasAttribute("data-gone");

/** An old place in the coordinates of a new parent. @param {Place} was @param {Element} piece */
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

/** Whether a move is a scene that stays in its place. @param {Move} move */
export const isScene = ({ svg, points }) => Boolean(svg) && points?.length === 2 && String(points[0]) === String(points[1]);

/** How long a move is to be seen, at the usual pace: a scene stands a while longer, to be read. @param {Move} move */
export const getShownMs = (move) => move.wait + move.ms + (isScene(move) ? getStayMs() * getRate() : 0);

/** Show what passes over the board as it is. @param {Move[]} moves @param {number} number of the frame that brings them */
export function passOver(moves, number) {
  const last = moves.findLast(isScene);
  for (const move of moves) pass(move, number, move === last);
}

/** Something that is in neither picture goes its way and is gone. @param {Move} move @param {number} number of the frame that brought it
 * @param {boolean} stands whether it is a scene that no other one follows */
function pass(move, number, stands) {
  const layer = byId(`layer-${move.layer}`) ?? document.querySelector("#board .layer:last-of-type");
  const points = move.points ?? [];
  if (!layer || !points.length) return;
  const thing = parseItem(`<g class="piece passing" aria-hidden="true">${move.svg}</g>`, true);
  // A scene that stays in its place has it to itself: one of an action before gives way.
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

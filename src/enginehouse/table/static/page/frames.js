// @ts-check
// Puts frames and patches into the page. It knows no game, no server and no mouse.

import { showArea } from "./areas.js";
import { byId, parseAll, parseItem } from "./dom.js";
import { getRate, isStill } from "./habits.js";
import { arrange, findRemoved, moveToTop } from "./lists.js";
import { glide, remember, vanish } from "./motions.js";

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
      if (!item.classList.contains("piece") || isStill()) item.remove();
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

// @ts-check
// Finds elements by their ids, and creates elements, also from markup.

/** @param {string} id */
export const byId = (id) => document.getElementById(id);

/** Return an element that every page of a table has. Throw an error if it is missing.
 * @param {string} id @returns {HTMLElement} */
export function requireById(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`this page has no #${id}`);
  return found;
}

/** Create an element with attributes and children, which are elements or text. An attribute with an empty text has no
 * value.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, string>} attributes @param {(Node | string)[]} inside */
export function makeElement(tag, attributes, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

/** Return the closest element around an event's target that matches a selector, or `null`.
 * @param {Event} event @param {string} selector */
export function closest(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/** Return the box of the column beside the board. If the other players' boards stand in that column, return its lower
 * part. */
export function columnBeside() {
  const [side, desk, hand] = [".side", ".desk", ".hand"].map((name) => document.querySelector(name)?.getBoundingClientRect());
  if (!side || side.width || !desk || !hand) return side;
  return new DOMRect(desk.left, desk.bottom, desk.width, hand.bottom - desk.bottom);
}

/** Parse the markup of items, in the namespace of their list. Parsing many at once is faster, because each call costs as
 * much as an item.
 * @param {string[]} items @param {boolean} svg */
export function parseAll(items, svg) {
  const template = document.createElement("template");
  template.innerHTML = svg ? `<svg>${items.join("")}</svg>` : items.join("");
  return [...(svg ? template.content.firstElementChild : template.content)?.children ?? []];
}

/** Parse the markup of a single item. @param {string} html @param {boolean} svg */
export const parseItem = (html, svg) => parseAll([html], svg)[0];

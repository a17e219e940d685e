// @ts-check
// Elements of the page by their ids, and elements made anew.

/** @param {string} id */
export const byId = (id) => document.getElementById(id);

/** One that every page of a table has. @param {string} id @returns {HTMLElement} */
export function requireById(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`this page has no #${id}`);
  return found;
}

/** An element with attributes (empty text: no value) and with what is in it: elements, or text.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, string>} attributes @param {(Node | string)[]} inside */
export function makeElement(tag, attributes, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

/** The element of this kind that an event happened in, if any. @param {Event} event @param {string} selector */
export function closest(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/** The box of the column beside the board. Where boards of rivals stand in it, they are its lower part. */
export function columnBeside() {
  const [side, desk, hand] = [".side", ".desk", ".hand"].map((name) => document.querySelector(name)?.getBoundingClientRect());
  if (!side || side.width || !desk || !hand) return side;
  return new DOMRect(desk.left, desk.bottom, desk.width, hand.bottom - desk.bottom);
}

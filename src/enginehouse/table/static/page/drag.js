// @ts-check
// Lets the player drag a piece onto another piece with the mouse or a finger. The table's script says which goals are
// allowed.

import { byId } from "./dom.js";

/** @typedef {object} Host
 * @property {HTMLElement} page
 * @property {(x: number, y: number) => Element | null} pieceAt
 * @property {(piece: string) => Set<string>} aims  returns the pieces onto which a piece can be dragged
 * @property {() => void} begin  clears the picked pieces
 * @property {() => void} end  updates the marks
 * @property {(piece: string, aim: string) => void} laid  does the drag
 * @property {(piece: string, aim: string) => void} missed  handles a drag onto a piece that is no goal */

/** @type {{piece: Element, x: number, y: number, ghost: Element | null, id: number} | null} */
let drag = null;
let hasDragged = false;

export const isDragging = () => drag !== null;

/** Return whether the current click only ends a drag. The answer is used up by the call. */
export function wasDragged() {
  const was = hasDragged;
  hasDragged = false;
  return was;
}

/** Cancel the drag. Return whether there was one. */
export function stopDragging() {
  if (!drag) return false;
  drag.ghost?.remove();
  drag.piece.classList.remove("lifted");
  drag.piece.closest(".dragging")?.classList.remove("dragging");
  drag = null;
  return true;
}

/** @param {Host} host */
export function enableDragging(host) {
  const { page } = host;

  page.addEventListener("pointerdown", (event) => {
    if (event.button || !event.isPrimary || !(event.target instanceof Element) || !event.target.closest(".stage svg.sheet")) return;
    const piece = host.pieceAt(event.clientX, event.clientY);
    hasDragged = false;
    if (piece?.classList.contains("can") && host.aims(piece.id).size) {
      if (event.pointerType !== "mouse" && !piece.classList.contains("grab")) return;
      drag = { piece, x: event.clientX, y: event.clientY, ghost: null, id: event.pointerId };
    }
  });

  page.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const dx = event.clientX - drag.x;
    const dy = event.clientY - drag.y;
    if (!drag.ghost) {
      if (Math.hypot(dx, dy) < 8) return;
      host.begin();
      drag.ghost = lift(drag.piece);
      for (const one of host.aims(drag.piece.id)) byId(one)?.classList.add("next");
      page.classList.add("dragging", "narrowed");
      page.setPointerCapture(event.pointerId);
    }
    const scale = /** @type {any} */ (drag.piece.parentElement).getScreenCTM();
    const at = new DOMPoint(dx, dy).matrixTransform(new DOMMatrix([scale.a, scale.b, scale.c, scale.d, 0, 0]).inverse());
    drag.ghost.setAttribute("transform", `translate(${at.x} ${at.y}) ${drag.piece.getAttribute("transform")}`);
    event.preventDefault();
  });

  /** @param {PointerEvent} event */
  function drop(event) {
    if (!drag || event.pointerId !== drag.id) return;
    const { piece, ghost } = drag;
    drag = null;
    if (!ghost) return;
    hasDragged = true;
    window.setTimeout(() => { hasDragged = false; }, 50);
    ghost.remove();
    piece.classList.remove("lifted");
    page.classList.remove("dragging");
    const aims = host.aims(piece.id);
    host.end();
    if (event.type === "pointercancel") return;
    const candidates = document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest(".stage .piece:not(.passing)"));
    const aim = candidates.find((one) => one && aims.has(one.id)) ?? candidates.find((one) => one && one !== piece && one.hasAttribute("aria-label"));
    if (aim) (aims.has(aim.id) ? host.laid : host.missed)(piece.id, aim.id);
  }
  page.addEventListener("pointerup", drop);
  page.addEventListener("pointercancel", drop);
}

/** Create the copy of a piece that follows the pointer. The piece itself stays in its place and turns pale.
 * @param {Element} piece */
function lift(piece) {
  const ghost = /** @type {Element} */ (piece.cloneNode(true));
  for (const one of [ghost, ...ghost.querySelectorAll("[id]")]) one.removeAttribute("id");
  ghost.classList.add("passing", "carried");
  ghost.setAttribute("aria-hidden", "true");
  piece.parentElement?.append(ghost);
  piece.classList.add("lifted");
  return ghost;
}

// @ts-check
// Shows areas of a sheet: a sheet that follows the pieces glides to the area where they are.

import { isStill } from "./habits.js";

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
export function showArea(sheet, area, rests) {
  if (!sheet) return;
  const was = glides.get(sheet) ?? { frame: 0, wait: 0 };
  cancelAnimationFrame(was.frame);
  clearTimeout(was.wait);
  const to = area.split(" ").map(Number);
  if (isStill() || document.hidden || !("follows" in sheet.dataset)) {
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

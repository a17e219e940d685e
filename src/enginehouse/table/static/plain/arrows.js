// @ts-check
// Finds the piece to which an arrow key moves.

export const ARROWS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

/** @param {Element} one */
function findCentre(one) {
  const box = one.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/** Return the nearest element in a direction, or `null` if there is none. Distance to the side counts more than distance
 * ahead.
 * @param {Element} here @param {[number, number]} way @param {Element[]} stops @returns {Element | null} */
export function findNearest(here, way, stops) {
  const [x, y] = findCentre(here);
  let best = null;
  let least = Infinity;
  for (const one of stops) {
    if (one === here) continue;
    const [a, b] = findCentre(one);
    const ahead = (a - x) * way[0] + (b - y) * way[1];
    const aside = Math.abs((a - x) * way[1]) + Math.abs((b - y) * way[0]);
    if (ahead < 3) continue;
    const cost = ahead + 2.2 * aside;
    if (cost < least) [best, least] = [one, cost];
  }
  return best;
}

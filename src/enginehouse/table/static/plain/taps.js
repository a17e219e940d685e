// @ts-check
// Finds the lit pieces that a tap may mean, because a finger is wider than many pieces.

export const REACH = 20;

/** Return the lit pieces that a tap may mean. If the piece under the tap is large enough to hit, return only that piece.
 * Otherwise return all pieces whose centre is at most `REACH` pixels away, nearest first, and the piece under the tap.
 * @template T
 * @param {{piece: T, box: {x: number, y: number, width: number, height: number}}[]} lit
 * @param {number} x @param {number} y @param {T | null} under @returns {T[]} */
export function findMeantPieces(lit, x, y, under) {
  const found = [];
  for (const { piece, box } of lit) {
    const far = Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
    if (piece === under && Math.min(box.width, box.height) >= 2 * REACH) return [piece];
    if (far <= REACH || piece === under) found.push({ piece, far });
  }
  return found.sort((a, b) => a.far - b.far).map((one) => one.piece);
}

/** Return the one lit piece whose middle lies in a box. A cage means the rat in it while a rat is chosen. If there are several,
 * return null.
 * @template T @param {{piece: T, box: {x: number, y: number, width: number, height: number}}[]} lit
 * @param {{x: number, y: number, width: number, height: number}} box @returns {T | null} */
export function findOnlyInside(lit, box) {
  const inside = lit.filter(({ box: own }) => {
    const [x, y] = [own.x + own.width / 2 - box.x, own.y + own.height / 2 - box.y];
    return x > 0 && x < box.width && y > 0 && y < box.height;
  });
  return inside.length === 1 ? inside[0].piece : null;
}

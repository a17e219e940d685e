// @ts-check
// Computes keyframes from the places and paths of pieces. It does not touch the page.

/** Parse "translate(1 2) rotate(3) scale(4)" into numbers. @param {string} text */
export function parseTransform(text) {
  const part = (/** @type {string} */ name) => text.match(new RegExp(`${name}\\(([^)]*)\\)`))?.[1].split(/[ ,]+/).map(Number) ?? [];
  const [x = 0, y = 0] = part("translate");
  return { x, y, turn: part("rotate")[0] ?? 0, scale: part("scale")[0] ?? 1 };
}

/** Return the transform as CSS, always with all three functions, so that each changes by itself. @param {string} text */
export function formatTransform(text) {
  const { x, y, turn, scale } = parseTransform(text);
  return `translate(${x}px,${y}px) rotate(${turn}deg) scale(${scale})`;
}

/** Set the offsets of keyframes in proportion to the distances between their points.
 * @param {Keyframe[]} frames @param {[number, number][]} [points]
 * @returns {Keyframe[]} */
export function setOffsets(frames, points) {
  if (!points || points.length < 2 || frames.length < 3) return frames;
  const ways = points.slice(1).map(([x, y], k) => Math.hypot(x - points[k][0], y - points[k][1]) || 1);
  const lead = frames.length - points.length;
  const mean = ways.reduce((a, b) => a + b, 0) / ways.length;
  const all = [...ways];
  for (let k = 0; k < lead; k++) k === 0 ? all.unshift(mean * 0.4) : all.push(mean * 0.4);
  const total = all.reduce((a, b) => a + b, 0);
  let done = 0;
  return frames.map((frame, k) => {
    if (k) done += all[k - 1] ?? 0;
    return { ...frame, offset: Math.min(1, k === frames.length - 1 ? 1 : done / total), easing: "cubic-bezier(.5,0,.9,.7)" };
  });
}

// @ts-check
// Computes SHA-256 (FIPS 180-4) of a text. Pages that were loaded over plain HTTP have no `crypto.subtle`.

/** Return the first bits of the fractional parts of roots of the first primes. @param {number} many @param {number} root */
function computeConstants(many, root) {
  const found = [];
  for (let n = 2; found.length < many; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (prime) found.push((n ** (1 / root) % 1) * 2 ** 32 | 0);
  }
  return found;
}
const ROUND = computeConstants(64, 3);
const START = computeConstants(8, 2);

/** @param {number} word @param {number} by */
const rotate = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {string} text @returns {string} 64 hexadecimal digits */
export function sha256(text) {
  const given = new TextEncoder().encode(text);
  const bytes = new Uint8Array((((given.length + 8) >> 6) + 1) << 6);
  bytes.set(given);
  bytes[given.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(given.length / 2 ** 29));
  view.setUint32(bytes.length - 4, given.length << 3);
  const sum = [...START];
  const w = new Int32Array(64);
  for (let block = 0; block < bytes.length; block += 64) {
    for (let k = 0; k < 16; k++) w[k] = view.getInt32(block + 4 * k);
    for (let k = 16; k < 64; k++) {
      const [a, b] = [w[k - 15], w[k - 2]];
      w[k] = w[k - 16] + w[k - 7] + (rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)) + (rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = sum;
    for (let k = 0; k < 64; k++) {
      const one = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[k] + w[k]) | 0;
      const two = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, k) => { sum[k] = (sum[k] + value) | 0; });
  }
  return sum.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

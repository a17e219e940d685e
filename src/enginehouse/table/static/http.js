// @ts-check
// Requests to the table's server, always for JSON, and each with a time limit: a connection that has died without a word
// would keep a request waiting for minutes.

const PATIENCE_MS = 10_000;

/** The path below which the server is on its host: this script is in its folder `assets`. Empty for the whole host. */
const basePath = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

/** An address of the server, which begins with a slash, as this browser has to ask for it. @param {string} address */
export const getOwnAddress = (address) => (address.startsWith("/") ? basePath + address : address);

/** Fetch, and give up after so many milliseconds, answer included. @param {string} address @param {number} ms @param {RequestInit} how */
function fetchWithin(address, ms, how) {
  const control = new AbortController();
  window.setTimeout(() => control.abort(), ms);
  how.signal?.addEventListener("abort", () => control.abort());
  return fetch(getOwnAddress(address), { ...how, signal: control.signal });
}

/** @param {string} address @param {Record<string, string | number>} fields @param {number} [ms] */
export function postJson(address, fields, ms = PATIENCE_MS) {
  return fetchWithin(address, ms, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(fields),
  });
}

/** The answer to a question that changes nothing; null where none came.
 * @param {string} address @param {Record<string, string | number>} fields @returns {Promise<any>} */
export async function fetchAnswer(address, fields) {
  const answer = await postJson(address, fields).catch(() => null);
  return answer?.ok ? answer.json().catch(() => null) : null;
}

/** What is at an address; null where nothing came. @param {string} address @param {number} [ms] @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function fetchJson(address, ms = PATIENCE_MS, signal) {
  // Past the cache: one request would wait there for another to the same address.
  const answer = await fetchWithin(address, ms, { cache: "no-store", headers: { accept: "application/json" }, signal }).catch(() => null);
  return answer?.ok ? answer.json().catch(() => null) : null;
}

/** What is at an address, asked for by several requests at once, of which the first answer counts: each may meet a dead connection.
 * null where nothing came. @param {string} address @param {number} many @param {number} ms @returns {Promise<any>} */
export async function fetchJsonByAny(address, many, ms) {
  const control = new AbortController();
  const all = Array.from({ length: many }, async () => {
    const found = await fetchJson(address, ms, control.signal);
    if (found === null) throw new Error("no answer");
    return found;
  });
  const found = await Promise.any(all).catch(() => null);
  control.abort();
  return found;
}

// @ts-check
// Sends requests to the table's server, always for JSON and with a time limit. Without a limit, a dead connection would
// keep a request waiting for minutes.

import { getOwnAddress } from "../plain/addresses.js";

const PATIENCE_MS = 10_000;

/** Fetch an address, and abort if the answer is not complete after `ms` milliseconds.
 * @param {string} address @param {number} ms @param {RequestInit} how */
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

/** Request an answer that changes nothing on the server. Return `null` if there is no answer.
 * @param {string} address @param {Record<string, string | number>} fields @returns {Promise<any>} */
export async function fetchAnswer(address, fields) {
  const answer = await postJson(address, fields).catch(() => null);
  return answer?.ok ? answer.json().catch(() => null) : null;
}

/** Return the JSON at an address, or `null` if there is no answer.
 * @param {string} address @param {number} [ms] @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function fetchJson(address, ms = PATIENCE_MS, signal) {
  // Skip the cache, where a request would wait for another request to the same address.
  const answer = await fetchWithin(address, ms, { cache: "no-store", headers: { accept: "application/json" }, signal }).catch(() => null);
  return answer?.ok ? answer.json().catch(() => null) : null;
}

/** Return the JSON at an address, or `null` if there is no answer. Several requests start at once, because each may use
 * a dead connection, and the first answer counts.
 * @param {string} address @param {number} many @param {number} ms @returns {Promise<any>} */
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

// @ts-check
// Requests to the table's server, always for JSON.

/** @param {string} address @param {Record<string, string | number>} fields */
export function postJson(address, fields) {
  return fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(fields),
  });
}

/** The answer to a question that changes nothing; null where none came.
 * @param {string} address @param {Record<string, string | number>} fields @returns {Promise<any>} */
export async function asked(address, fields) {
  const answer = await postJson(address, fields).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/** What is at an address; null where nothing came. @param {string} address @returns {Promise<any>} */
export async function got(address) {
  const answer = await fetch(address, { headers: { accept: "application/json" } }).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

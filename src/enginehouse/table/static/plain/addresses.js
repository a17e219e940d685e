// @ts-check
// Puts the path of the server before its addresses. This script is served as `assets/addresses.js`.

/** The path of the server on its host, which is the parent of the folder `assets`. Empty if the server has the whole
 * host. */
const basePath = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

/** Return the address that this browser requests for an address of the server, which begins with a slash.
 * @param {string} address */
export const getOwnAddress = (address) => (address.startsWith("/") ? basePath + address : address);

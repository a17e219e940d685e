// @ts-check
// How far a review has come; when it is done, the page that tells what was found.
import { the } from "./dom.js";
import { got } from "./http.js";

const EACH_MS = 1500;
const bar = /** @type {HTMLProgressElement} */ (the("progress"));

async function look() {
  const now = await got(`${location.pathname}.json`);
  const told = "told" in bar.dataset;
  if (now && (now.done || !now.under_way || (now.told && !told))) {
    location.reload();
    return;
  }
  if (now) {
    bar.max = now.total || 1;
    bar.value = now.known;
    the("looked").textContent = `${now.known} of ${now.total || "?"}${told ? "" : " choices"}`;
  }
  setTimeout(look, EACH_MS);
}
setTimeout(look, EACH_MS);

// @ts-check
// How far an analysis has come. The page is loaded again at the first results, after all decisions, and at the end.
import { the } from "./dom.js";
import { got } from "./http.js";

const EACH_MS = 1500;
const bar = /** @type {HTMLProgressElement} */ (the("progress"));

async function look() {
  const now = await got(`${location.pathname}.json`);
  const told = Number(bar.dataset.stage) > 1;
  if (now && (!now.under_way || now.stage > Number(bar.dataset.stage))) {
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

// @ts-check
// Shows the progress of an analysis. The page reloads at the first results, after all decisions, and at the end.
import { requireById } from "../page/dom.js";
import { fetchJson } from "./http.js";

const EACH_MS = 1500;
const bar = /** @type {HTMLProgressElement} */ (requireById("progress"));

async function look() {
  const now = await fetchJson("review.json");
  const isSecondStage = Number(bar.dataset.stage) > 1;
  if (now && (!now.under_way || now.stage > Number(bar.dataset.stage))) {
    location.reload();
    return;
  }
  if (now) {
    bar.max = now.total || 1;
    bar.value = now.known;
    requireById("looked").textContent = `${now.known} of ${now.total || "?"}${isSecondStage ? "" : " choices"}`;
  }
  setTimeout(look, EACH_MS);
}
setTimeout(look, EACH_MS);

// @ts-check
// Shows the curve of win chances at the end of a game, as soon as the game analysis has it. This script is loaded after
// the board.
import { byId, makeElement, requireById } from "../page/dom.js";
import { fetchJson, postJson } from "./http.js";

const EACH_MS = 3000;
/** The nodes in the curve's place. They are kept because a new frame may replace the end panel. @type {Node[]} */
let parts = [];
let asking = false;

function place() {
  const box = byId("curve");
  if (!box) return;
  if (!box.firstChild) box.append(...parts);
  if (!asking) look(`/t/${requireById("table").dataset.table}/review`);
}

/** @param {Node[]} now */
function show(...now) {
  parts = now;
  byId("curve")?.replaceChildren(...now);
}

/** @param {string} address */
function offer(address) {
  const button = makeElement("button", { type: "button" }, "Show win chances");
  const note = makeElement("small", { role: "status" }, "A bot analyzes the game. This takes some minutes.");
  button.addEventListener("click", async () => {
    button.disabled = true;
    const answer = await postJson(address, {}).catch(() => null);
    if (answer?.ok) look(address);
    else {
      button.disabled = false;
      const refused = await answer?.json().catch(() => null);
      note.textContent = refused?.error?.sentence ?? "Connection lost. Try again in a moment.";
    }
  });
  show(button, document.createTextNode(" "), note);
}

/** Request the progress of the analysis, and repeat until it has the curve. @param {string} address */
async function look(address) {
  asking = true;
  const now = await fetchJson(`${address}.json?chart=1`);
  if (now?.chart) {
    const figure = makeElement("figure", { class: "end-curve" }, makeElement("figcaption", {}, "Win chances"));
    const drawn = makeElement("div", { class: "curve-drawn", tabindex: "0", role: "group", "aria-label": "Win chances over the game" });
    drawn.innerHTML = now.chart;
    figure.append(drawn);
    show(figure);
  } else if (now && !now.under_way) offer(address);
  else {
    if (now) show(makeElement("p", { class: "small", role: "status" }, `Win chances: ${now.known} of ${now.total || "?"} choices analyzed.`));
    window.setTimeout(() => look(address), EACH_MS);
  }
}

new MutationObserver(place).observe(requireById("end"), { childList: true, subtree: true });
place();

// @ts-check
// A hint: what a bot would do here and why, at the foot of the page until the decision has passed. Only this page is told.

import { byId, made, the } from "./dom.js";
import { postJson } from "./http.js";

const THINKING_MS = 60_000; // hints for many people wait in one queue

/** @param {string} table @param {number} seat @param {{decision: number}} state @param {(name: string) => void} foresee */
export async function advise(table, seat, state, foresee) {
  const { decision } = state;
  say("Thinking …");
  const answer = await postJson(`/t/${table}/hint`, { seat }, THINKING_MS).catch(() => null);
  const told = answer ? await answer.json().catch(() => null) : null;
  if (!byId("hint")) return; // the picture has moved on
  if (!answer?.ok || !told) {
    say(told?.sentence ?? the("table").dataset.away ?? "");
    return;
  }
  say(`Hint: ${told.label}.`, told.why);
  if (told.decision === decision) foresee(told.act);
}

/** That decision has passed. */
export function forget() {
  byId("hint")?.remove();
}

/** @param {string[]} lines */
function say(...lines) {
  forget();
  const said = lines.filter(Boolean).map((line, k) => made("p", { class: k ? "prompt-more" : "prompt-line" }, line));
  const off = made("button", { type: "button" }, "Got it");
  off.addEventListener("click", forget);
  the("table").append(made("div", { id: "hint", class: "hint", role: "status" }, ...said, off));
}

// @ts-check
// A hint: what a bot would do here and why, at the foot of the page until the decision has passed. Only this page is told.

import { byId, made, the } from "./dom.js";
import { postJson } from "./http.js";

const THINKING_MS = 60_000; // hints for many people wait in one queue

/** Ask for a hint and show it. `chosen` is the action that the player has picked but not confirmed, or empty.
 * @param {string} table @param {number} seat @param {{decision: number}} state @param {(name: string) => void} foresee
 * @param {string} chosen */
export async function advise(table, seat, state, foresee, chosen) {
  const { decision } = state;
  show("Thinking …");
  const answer = await postJson(`/t/${table}/hint`, { seat }, THINKING_MS).catch(() => null);
  const told = answer ? await answer.json().catch(() => null) : null;
  if (!byId("hint")) return; // the picture has moved on
  if (!answer?.ok || !told) {
    say(told?.sentence ?? the("table").dataset.away ?? "");
    return;
  }
  say(`${told.act === chosen ? "I would do the same" : "Hint"}: ${told.label}.`, told.why);
  if (told.decision === decision) foresee(told.act);
}

/** That decision has passed. */
export function forget() {
  byId("hint")?.remove();
}

/** Show lines and return their box. @param {string[]} lines */
function show(...lines) {
  forget();
  const said = lines.filter(Boolean).map((line, k) => made("p", { class: k ? "prompt-more" : "prompt-line" }, line));
  const box = made("div", { id: "hint", class: "hint", role: "status" }, ...said);
  the("table").append(box);
  return box;
}

/** Show lines with a button that closes them. @param {string[]} lines */
function say(...lines) {
  const off = made("button", { type: "button" }, "Got it");
  off.addEventListener("click", forget);
  show(...lines).append(off);
}

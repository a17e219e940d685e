// @ts-check
// Shows a hint at the foot of the page until the decision has passed: the move that a bot would make, and why. Only
// this page gets it.

import { byId, makeElement, requireById } from "../page/dom.js";
import { postJson } from "./http.js";

const THINKING_MS = 60_000; // Hints for all players wait in the same queue.

/** Ask for a hint and show it. `chosen` is the action that the player has picked but not confirmed, or empty.
 * @param {string} table @param {number} seat @param {{decision: number}} state @param {(name: string) => void} foresee
 * @param {string} chosen */
export async function advise(table, seat, state, foresee, chosen) {
  const { decision } = state;
  const hint = await request(`/t/${table}/hint`, { seat });
  if (!hint) return;
  say(`${hint.act === chosen ? "I would do the same" : "Hint"}: ${hint.label}.`, hint.why);
  if (hint.decision === decision) foresee(hint.act);
}

/** Ask a bot that plays together with this seat for its plan, and show it.
 * @param {string} table @param {number} seat @param {{decision: number}} state @param {string} partner its seat */
export async function ask(table, seat, state, partner) {
  const plan = await request(`/t/${table}/plan`, { seat, decision: state.decision, answer: Number(partner) });
  if (plan) say(`${plan.partner}: “${plan.label}.”`, plan.why);
}

/** Return the answer to a request for a hint, or null if there is none. Then show the reason, if the hint is still open.
 * @param {string} address @param {Record<string, string | number>} body */
async function request(address, body) {
  show("Thinking …");
  const answer = await postJson(address, body, THINKING_MS).catch(() => null);
  const hint = answer ? await answer.json().catch(() => null) : null;
  if (!byId("hint")) return null; // The decision has passed.
  if (answer?.ok && hint) return hint;
  say(hint?.sentence ?? requireById("table").dataset.away ?? "");
  return null;
}

/** Remove the hint, because its decision has passed. */
export function forget() {
  byId("hint")?.remove();
}

/** Show lines and return their box. @param {string[]} lines */
function show(...lines) {
  forget();
  const paragraphs = lines.filter(Boolean).map((line, k) => makeElement("p", { class: k ? "prompt-more" : "prompt-line" }, line));
  const box = makeElement("div", { id: "hint", class: "hint", role: "status" }, ...paragraphs);
  requireById("table").append(box);
  return box;
}

/** Show lines with a button that closes them. @param {string[]} lines */
function say(...lines) {
  const off = makeElement("button", { type: "button" }, "Got it");
  off.addEventListener("click", forget);
  show(...lines).append(off);
}

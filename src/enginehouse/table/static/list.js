// @ts-check
// The list of all actions, and buttons for those without a piece, as html/templates/acts.html draws them in the page that
// comes first: a form that works without this script too.
import { forThumbs, piecesOf, questionId, withButtons } from "./acts.js";
import { makeRisky } from "./asking.js";
import { made } from "./dom.js";
import { ownAddress } from "./http.js";

/** @typedef {import("./types.d.ts").Act} Act */
/** @typedef {import("./types.d.ts").PageState} PageState */

/** What an action is called: text, or the server's markup with the signs of people. @param {Act} act @param {HTMLElement} on */
function say(act, on) {
  if (act.markup) on.innerHTML = act.markup;
  else on.textContent = act.label;
  return on;
}

/** @param {Act} act */
function button(act) {
  /** @type {Record<string, string>} */
  const kind = act.sure
    ? { class: "act grave", type: "button", value: act.name, popovertarget: questionId(act) }
    : { class: act.done ? "act done" : "act", name: "act", value: act.name };
  return makeRisky(/** @type {HTMLButtonElement} */ (say(act, made("button", kind))), act);
}

/** The question before an action that cannot be mended; it opens with its button, by the browser itself. @param {Act} act */
function question(act) {
  const id = questionId(act);
  const asked = made("p", { id: `${id}-asked` });
  asked.innerHTML = act.sure ?? "";
  const really = say(act, made("button", { class: "act really", name: "act", value: act.name }));
  const off = made("button", { type: "button", popovertarget: id, popovertargetaction: "hide", autofocus: "" }, "Cancel");
  const row = made("div", { class: "row" }, really, off);
  return made("div", { id, class: "sure", popover: "", role: "dialog", "aria-labelledby": `${id}-asked` }, asked, row);
}

/** Buttons for what ends something: they stand in the bar's menu, away from the game, and ask. @param {Act[]} acts */
export const endingsOf = (acts) => acts.filter((act) => act.sure && !piecesOf(act).length).map(button);

/** The form with all of them; null where there is nothing to do. @param {string} table @param {PageState} state @param {Act[]} acts */
export function listOf(table, state, acts) {
  if (!acts.length) return null;
  const hidden = (/** @type {string} */ name, /** @type {number} */ value) => made("input", { type: "hidden", name, value: String(value) });
  const thumbs = forThumbs(acts).map(button);
  for (const one of thumbs) one.classList.add("thumb");
  const free = [...thumbs, ...withButtons(acts).map(button)];
  const rows = acts.map((act) => made("li", {}, button(act)));
  return made(
    "form",
    { class: "acts", method: "post", action: ownAddress(`/t/${table}/act`), "data-decision": String(state.decision) },
    hidden("seat", state.seat),
    hidden("decision", state.decision),
    made("div", { class: "free" }, ...free),
    made("details", { class: "list", id: "list" }, made("summary", {}, `All actions (${acts.length})`), made("ul", {}, ...rows)),
    ...acts.filter((act) => act.sure).map(question),
  );
}

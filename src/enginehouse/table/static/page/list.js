// @ts-check
// Draws the list of all actions, and buttons for the actions without a piece, as html/templates/acts.html draws them in
// the first page. That form also works without this script.
import { chooseThumbButtons, listPieces, getQuestionId, chooseButtons } from "../plain/acts.js";
import { getOwnAddress } from "../plain/addresses.js";
import { makeRisky } from "./asking.js";
import { makeElement } from "./dom.js";

/** @typedef {import("../types.d.ts").Act} Act */
/** @typedef {import("../types.d.ts").PageState} PageState */

/** Write the label of an action into an element: text, or the server's markup with the players' signs.
 * @param {Act} act @param {HTMLElement} on */
function fillLabel(act, on) {
  if (act.markup) on.innerHTML = act.markup;
  else on.textContent = act.label;
  return on;
}

/** @param {Act} act */
function makeButton(act) {
  /** @type {Record<string, string>} */
  const kind = act.sure
    ? { class: "act grave", type: "button", value: act.name, popovertarget: getQuestionId(act) }
    : { class: act.done ? "act done" : "act", name: "act", value: act.name };
  return makeRisky(/** @type {HTMLButtonElement} */ (fillLabel(act, makeElement("button", kind))), act);
}

/** Return the confirmation dialog of an action that cannot be undone. The browser opens it from its button.
 * @param {Act} act */
function makeQuestion(act) {
  const id = getQuestionId(act);
  const questionText = makeElement("p", { id: `${id}-asked` });
  questionText.innerHTML = act.sure ?? "";
  const really = fillLabel(act, makeElement("button", { class: "act really", name: "act", value: act.name }));
  const off = makeElement("button", { type: "button", popovertarget: id, popovertargetaction: "hide", autofocus: "" }, "Cancel");
  const row = makeElement("div", { class: "row" }, really, off);
  return makeElement("div", { id, class: "sure", popover: "", role: "dialog", "aria-labelledby": `${id}-asked` }, questionText, row);
}

/** Return the buttons for actions that end something. They stand in the bar's menu, away from the game, and need a
 * confirmation.
 * @param {Act[]} acts */
export const makeEndingButtons = (acts) => acts.filter((act) => act.sure && !listPieces(act).length).map(makeButton);

/** Return the form with all actions, or `null` if there are no actions.
 * @param {string} table @param {PageState} state @param {Act[]} acts */
export function makeList(table, state, acts) {
  if (!acts.length) return null;
  const hidden = (/** @type {string} */ name, /** @type {number} */ value) => makeElement("input", { type: "hidden", name, value: String(value) });
  const thumbs = chooseThumbButtons(acts).map(makeButton);
  for (const one of thumbs) one.classList.add("thumb");
  const free = [...thumbs, ...chooseButtons(acts).map(makeButton)];
  const rows = acts.map((act) => makeElement("li", {}, makeButton(act)));
  return makeElement(
    "form",
    { class: "acts", method: "post", action: getOwnAddress(`/t/${table}/act`), "data-decision": String(state.decision) },
    hidden("seat", state.seat),
    hidden("decision", state.decision),
    makeElement("div", { class: "free" }, ...free),
    makeElement("details", { class: "list", id: "list" }, makeElement("summary", {}, `All actions (${acts.length})`), makeElement("ul", {}, ...rows)),
    ...acts.filter((act) => act.sure).map(makeQuestion),
  );
}

// @ts-check
// A risky move asks first: the button that was clicked turns into "Confirm: ..." where it stands, and a second click does it.

import { asksTwice } from "./habits.js";
import { isTeaching } from "./lesson.js";

/** @typedef {import("./types.d.ts").Act} Act */

/** The action that the player is asked about. */
let askedName = "";

/** Return whether an action has to be confirmed. In a lesson nothing else is open, so nothing can go wrong.
 * @param {Act | undefined} act */
export const isRisky = (act) => Boolean(act?.grave) && !act?.sure && asksTwice() && !isTeaching();

/** @param {string} name */
export const isAsked = (name) => name !== "" && askedName === name;

/** Ask about an action; an empty name asks about nothing. @param {string} [name] */
export function askAbout(name = "") {
  askedName = name;
  markAsked();
}

/** Mark the buttons of the action that is asked about. New buttons need it too. */
export function markAsked() {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button.risky"))) {
    button.classList.toggle("asking", isAsked(button.value));
  }
}

/** Make a button of an action ask in its place: the room for "Confirm: ..." is kept from the beginning.
 * @param {HTMLButtonElement} button @param {Act} act */
export function makeRisky(button, act) {
  if (!act.grave || act.sure) return button;
  const label = document.createElement("span");
  label.append(...button.childNodes);
  button.append(label);
  button.classList.add("risky");
  button.value = act.name;
  button.dataset.label = act.label;
  return button;
}

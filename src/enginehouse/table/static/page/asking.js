// @ts-check
// A risky move asks first: the button that was clicked turns into "Confirm: ..." where it stands, and a second click does it.

import { asksTwice } from "./habits.js";
import { isTeaching } from "./lesson.js";

/** @typedef {import("../types.d.ts").Act} Act */

/** The name of the action that waits for its confirmation, or empty. */
let askedName = "";

/** Return whether an action has to be confirmed. In a lesson nothing else is open, so nothing can go wrong.
 * @param {Act | undefined} act */
export const isRisky = (act) => Boolean(act?.grave) && !act?.sure && asksTwice() && !isTeaching();

/** @param {string} name */
export const isAsked = (name) => name !== "" && askedName === name;

/** Ask the player to confirm an action. An empty name ends the question. @param {string} [name] */
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

/** Let a button ask for a confirmation in its own place. The button keeps room for "Confirm: ..." from the beginning.
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

// @ts-check
// Adds this browser's own salt to a deal, to which the table has bound itself already, and remembers it: so that it can be
// looked for in the receipt. It is drawn when the form is sent, so that of several pages the one that was used is remembered.
import { keep } from "./habits.js";

document.addEventListener("submit", ({ target }) => {
  const field = target instanceof HTMLFormElement && target.querySelector("input[name=salt][data-commitment]");
  if (!(field instanceof HTMLInputElement)) return;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  field.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  keep(`salt ${field.dataset.commitment}`, field.value);
});

// @ts-check
// On a phone players and log lie far below board and hand: how everybody stands is told in a line over the board, and what was
// done since one's own last turn under the question. Both say again what stands further down, so screen readers pass them over.
import { byId, makeElement } from "./dom.js";

const LATEST = 3;
const narrow = matchMedia("(max-width: 40rem)");

/** How a player stands: the sign, the number, and whether it is their turn. @param {Element} plate */
function copyStanding(plate) {
  const one = makeElement("span", { class: plate.classList.contains("acting") ? "acting" : "" });
  for (const part of plate.querySelectorAll(".badge, .presence, .standing")) one.append(part.cloneNode(true));
  for (const hiddenText of one.querySelectorAll(".sr")) hiddenText.remove();
  return one;
}

/** A line of the log, with the sign of whoever did it where it does not begin with them. @param {Element} line */
function copyLine(line) {
  const one = makeElement("li", {}, ...[...(line.querySelector(".moment")?.childNodes ?? [])].map((part) => part.cloneNode(true)));
  for (const sign of one.querySelectorAll(".log-sign")) sign.remove();
  /** @type {Element | null} */
  let first = line;
  while (first && !first.classList.contains("begins")) first = first.previousElementSibling;
  const sign = first?.querySelector(".log-who svg");
  if (sign && !one.querySelector("svg")) one.prepend(sign.cloneNode(true), " ");
  return one;
}

function updateGlance() {
  if (!narrow.matches) return;
  byId("glance")?.replaceChildren(...[...document.querySelectorAll("#seats .plate")].map(copyStanding));
  const since = byId("log-since");
  const lines = since ? [...document.querySelectorAll("#log-since ~ .log-line")] : [];
  byId("latest")?.replaceChildren(...lines.slice(-LATEST).map(copyLine));
  requestAnimationFrame(unfold); // when the page is laid out anyway
}

/** Open the sheet below the board if something in it can be chosen. Fold it if it is empty, or covers what can be chosen. */
function unfold() {
  const sheet = /** @type {HTMLDetailsElement | null} */ (document.querySelector(".hand-sheet"));
  if (!sheet || sheet.contains(document.activeElement)) return;
  const top = sheet.getBoundingClientRect().top;
  const covers = [...document.querySelectorAll("#board .can")].some((one) => one.getBoundingClientRect().bottom > top + 1);
  if (sheet.querySelector(".can")) sheet.open = true;
  else if (covers || !sheet.querySelector(".piece")) sheet.open = false;
}

/** With what changed, before the page is laid out for it: done a moment later, it would be laid out twice. */
const changes = new MutationObserver(updateGlance);
for (const name of ["seats", "log"]) {
  const region = byId(name);
  if (region) changes.observe(region, { childList: true, subtree: true, characterData: true });
}
narrow.addEventListener("change", updateGlance);
updateGlance();

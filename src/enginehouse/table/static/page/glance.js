// @ts-check
// On a phone the players and the log lie far below the board. So this script shows the standings in a line over the
// board, and the latest log lines under the question. Screen readers skip both, because the page repeats them further
// down.
import { byId, makeElement } from "./dom.js";

const LATEST = 3;
const narrow = matchMedia("(max-width: 40rem)");

/** Return a copy of a player's sign and number, with a mark if it is the player's turn. @param {Element} plate */
function copyStanding(plate) {
  const one = makeElement("span", { class: plate.classList.contains("acting") ? "acting" : "" });
  for (const part of plate.querySelectorAll(".badge, .presence, .standing")) one.append(part.cloneNode(true));
  for (const hiddenText of one.querySelectorAll(".sr")) hiddenText.remove();
  return one;
}

/** Return a copy of a log line. If the line does not begin with a player, put the player's sign in front of it.
 * @param {Element} line */
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
  requestAnimationFrame(unfold); // The browser computes a layout then anyway.
}

/** Open the sheet below the board if a piece in it can be chosen. Fold it if it is empty, or if it covers a piece that
 * can be chosen. */
function unfold() {
  const sheet = /** @type {HTMLDetailsElement | null} */ (document.querySelector(".hand-sheet"));
  if (!sheet || sheet.contains(document.activeElement)) return;
  const top = sheet.getBoundingClientRect().top;
  const covers = [...document.querySelectorAll("#board .can")].some((one) => one.getBoundingClientRect().bottom > top + 1);
  if (sheet.querySelector(".can")) sheet.open = true;
  else if (covers || !sheet.querySelector(".piece")) sheet.open = false;
}

/** Update in the same task as the change. A moment later the browser would compute a second layout. */
const changes = new MutationObserver(updateGlance);
for (const name of ["seats", "log"]) {
  const region = byId(name);
  if (region) changes.observe(region, { childList: true, subtree: true, characterData: true });
}
narrow.addEventListener("change", updateGlance);
updateGlance();

// @ts-check
// The step of a lesson: its pages are read one at a time, each with rings round the pieces that it speaks of. The last page asks
// for an action, and its rings come with the board.
import { byId } from "./dom.js";

/** The step that is read, and the number of its pages that have been read. */
const read = { step: "", pages: 0 };

const coarse = matchMedia("(pointer: coarse)");

/** Say "tap" to a finger. @param {HTMLElement} page */
function sayTap(page) {
  for (const part of page.childNodes) {
    if (part instanceof Text) part.data = part.data.replace(/\bclick\b/g, "tap").replace(/\bClick\b/g, "Tap");
  }
}

const stepOf = () => /** @type {HTMLElement | null} */ (document.querySelector(".lesson.asks"));

/** Whether a step asks for an action of its own. */
export const isTeaching = () => Boolean(stepOf());

/** Whether pages are left to read before the step asks for an action. */
export const isReading = () => stepOf()?.classList.contains("reading") ?? false;

/** Show the page of the step that comes next, and ring its pieces. */
export function teach() {
  const step = stepOf();
  const pages = /** @type {HTMLElement[]} */ ([...(step?.querySelectorAll(".lesson-says") ?? [])]);
  if (read.step !== (step?.dataset.step ?? "")) Object.assign(read, { step: step?.dataset.step ?? "", pages: 0 });
  const at = Math.min(read.pages, pages.length - 1);
  for (const [number, page] of pages.entries()) page.hidden = number !== at;
  if (coarse.matches) pages.forEach(sayTap);
  const isLast = at === pages.length - 1;
  step?.classList.toggle("reading", !isLast);
  // Classes instead of `:has` in rules for the whole page: with `:has` every change computes the styles of all pieces anew.
  const table = byId("table");
  table?.classList.toggle("has-lesson", document.querySelector(".lesson") !== null);
  table?.classList.toggle("is-reading", !isLast);
  const button = /** @type {HTMLElement | null} */ (step?.querySelector(".lesson-next") ?? null);
  if (button) button.hidden = isLast;
  const number = step?.querySelector(".lesson-number");
  if (number && number.textContent !== pages[at].dataset.number) number.textContent = pages[at].dataset.number ?? "";
  const pointed = new Set(isLast ? [] : pages[at].dataset.rings?.split(" "));
  for (const piece of [...document.getElementsByClassName("pointed")]) if (!pointed.has(piece.id)) piece.classList.remove("pointed");
  for (const piece of pointed) byId(piece)?.classList.add("pointed");
}

/** Go on to the next page of the step. */
export function readOn() {
  read.pages += 1;
  teach();
}

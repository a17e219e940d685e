// @ts-check
// Shows the step of a lesson. The player reads its pages one by one, and each rings the pieces that it names. The last
// page asks for an action, and its rings come with the board.
import { byId } from "./dom.js";

/** The current step, and the number of its pages that the player has read. */
const read = { step: "", pages: 0 };

const coarse = matchMedia("(pointer: coarse)");

/** Write "tap" for "click" on a touch screen. @param {HTMLElement} page */
function sayTap(page) {
  for (const part of page.childNodes) {
    if (part instanceof Text) part.data = part.data.replace(/\bclick\b/g, "tap").replace(/\bClick\b/g, "Tap");
  }
}

const stepOf = () => /** @type {HTMLElement | null} */ (document.querySelector(".lesson.asks"));

/** Return whether a lesson's step asks for an action. */
export const isTeaching = () => Boolean(stepOf());

/** Return whether the step has pages to read before its action. */
export const isReading = () => stepOf()?.classList.contains("reading") ?? false;

/** Show the next page of the step, and ring its pieces. */
export function teach() {
  const step = stepOf();
  const pages = /** @type {HTMLElement[]} */ ([...(step?.querySelectorAll(".lesson-says") ?? [])]);
  if (read.step !== (step?.dataset.step ?? "")) Object.assign(read, { step: step?.dataset.step ?? "", pages: 0 });
  const at = Math.min(read.pages, pages.length - 1);
  for (const [number, page] of pages.entries()) page.hidden = number !== at;
  if (coarse.matches) pages.forEach(sayTap);
  const isLast = at === pages.length - 1;
  step?.classList.toggle("reading", !isLast);
  // Use classes instead of `:has` in rules for the whole page. With `:has`, each change computes the styles of all
  // pieces anew.
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

/** Show the next page of the step. */
export function readOn() {
  read.pages += 1;
  teach();
}

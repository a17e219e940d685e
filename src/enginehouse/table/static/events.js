// @ts-check
// What the parts of the page tell each other, as events of the document.
//   cue          it is this person's turn ("turn"), or the game is over ("over"): extras.js rings
//   focus-board  what matters on a board that grows: [x, y, width, height] in the area [x, y, width, height]: pan-zoom follows

/** @typedef {"turn" | "over"} Cue */

/** @param {Cue} cue */
export const tellCue = (cue) => document.dispatchEvent(new CustomEvent("cue", { detail: cue }));

/** @param {(cue: Cue) => void} heard */
export const onCue = (heard) => document.addEventListener("cue", (event) => heard(/** @type {CustomEvent<Cue>} */ (event).detail));

/** @param {number[]} part */
export const tellFocus = (part) => document.dispatchEvent(new CustomEvent("focus-board", { detail: part }));

/** @param {(part: number[]) => void} heard */
export const onFocus = (heard) =>
  document.addEventListener("focus-board", (event) => heard(/** @type {CustomEvent<number[]>} */ (event).detail));

// @ts-check
// What the parts of the page tell each other, as events of the document.
//   cue          it is this person's turn ("turn"), or the game is over ("over"): extras.js rings
//   focus-board  what matters on a board that grows: [x, y, width, height] in the area [x, y, width, height]: pan-zoom follows

//   sound        something happened that sounds, by the name of the sound

//   zoomed       the board is shown larger or smaller: small.js looks what can be read

/** @typedef {"turn" | "over"} Cue */

/** @param {string} name */
export const tellSound = (name) => document.dispatchEvent(new CustomEvent("sound", { detail: name }));

/** @param {(name: string) => void} heard */
export const onSound = (heard) => document.addEventListener("sound", (event) => heard(/** @type {CustomEvent<string>} */ (event).detail));

export const tellZoom = () => document.dispatchEvent(new CustomEvent("zoomed"));

/** @param {Cue} cue */
export const tellCue = (cue) => document.dispatchEvent(new CustomEvent("cue", { detail: cue }));

/** @param {(cue: Cue) => void} heard */
export const onCue = (heard) => document.addEventListener("cue", (event) => heard(/** @type {CustomEvent<Cue>} */ (event).detail));

/** @param {number[]} part */
export const tellFocus = (part) => document.dispatchEvent(new CustomEvent("focus-board", { detail: part }));

/** @param {(part: number[]) => void} heard */
export const onFocus = (heard) =>
  document.addEventListener("focus-board", (event) => heard(/** @type {CustomEvent<number[]>} */ (event).detail));

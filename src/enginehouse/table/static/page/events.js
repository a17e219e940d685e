// @ts-check
// Defines the events by which the parts of the page inform each other. They are events of the document.
//   cue          it is the player's turn ("turn"), or the game is over ("over"): extras.js rings
//   focus-board  the part of a growing board that matters, [x, y, width, height] in [x, y, width, height]: pan-zoom follows
//   sound        something happened that has a sound, by the sound's name
//   zoomed       the scale of the board changed: small.js checks which texts can be read

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

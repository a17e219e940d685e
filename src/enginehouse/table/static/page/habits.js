// @ts-check
// Reads and writes the player's own settings from the bar's menu. They stay in this browser.

/** @param {string} name */
export function readSetting(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

/** @param {string} name @param {string} value */
export function storeSetting(name, value) {
  try { localStorage.setItem(name, value); } catch { /* Private windows have no storage. */ }
}

/** Return the volume, from 0 to 1. */
export const getVolume = () => Math.min(1, Math.max(0, Number(readSetting("volume") ?? 0.8) || 0));

/** The speed of pieces by the chosen pace. @type {Record<string, number>} */
const RATES = { slow: 0.6, normal: 1, quick: 2.5 };

export const getPace = () => (readSetting("pace") ?? "normal") in RATES ? readSetting("pace") ?? "normal" : "normal";

/** Return the speed of pieces as a multiple of the usual speed. */
export const getRate = () => RATES[getPace()];

const confirmBox = /** @type {HTMLInputElement | null} */ (document.getElementById("twice"));
if (confirmBox) {
  confirmBox.checked = readSetting("twice") !== "off";
  confirmBox.addEventListener("change", () => storeSetting("twice", confirmBox.checked ? "on" : "off"));
}

/** The time that a scene (a battle) stays visible after its end, in milliseconds, by the chosen pace.
 * @type {Record<string, number>} */
const STAYS = { slow: 8000, normal: 3000, quick: 1200 };

export const getStayMs = () => STAYS[getPace()];

/** Return whether risky moves need a second click. */
export const asksTwice = () => readSetting("twice") !== "off";

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Return whether the player's device asks for a page without motion. */
export const isStill = () => still.matches;

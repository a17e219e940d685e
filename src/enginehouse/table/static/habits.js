// @ts-check
// What each person has set for themselves, in the bar's menu; it stays in this browser.

/** @param {string} name */
export function readSetting(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

/** @param {string} name @param {string} value */
export function storeSetting(name, value) {
  try { localStorage.setItem(name, value); } catch { /* a private window forgets */ }
}

/** How loud it is, from 0 to 1. */
export const getVolume = () => Math.min(1, Math.max(0, Number(readSetting("volume") ?? 0.8) || 0));

/** How quickly pieces move, by what is chosen. @type {Record<string, number>} */
const RATES = { slow: 0.6, normal: 1, quick: 2.5 };

export const getPace = () => (readSetting("pace") ?? "normal") in RATES ? readSetting("pace") ?? "normal" : "normal";

/** How many times as quick as usual pieces move. */
export const getRate = () => RATES[getPace()];

const confirmBox = /** @type {HTMLInputElement | null} */ (document.getElementById("twice"));
if (confirmBox) {
  confirmBox.checked = readSetting("twice") !== "off";
  confirmBox.addEventListener("change", () => storeSetting("twice", confirmBox.checked ? "on" : "off"));
}

/** How long a scene (a battle) still stands when it has been played, to be read, in milliseconds. @type {Record<string, number>} */
const STAYS = { slow: 8000, normal: 3000, quick: 1200 };

export const getStayMs = () => STAYS[getPace()];

/** Whether what ends or destroys takes a second click. */
export const asksTwice = () => readSetting("twice") !== "off";

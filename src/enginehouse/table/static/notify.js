// @ts-check
// A notification of the browser when it is one's turn and one looks elsewhere. It is asked for on a press alone, and says no more
// than that: what a screen shows to whoever passes by is nobody's hand.
import { byId } from "./dom.js";
import { keep, kept } from "./habits.js";

const box = /** @type {HTMLInputElement | null} */ (byId("notify"));
const label = box?.closest("label");
/** @type {Notification | null} */
let shown = null;

/** Whether this browser can, and may be asked: over https, or on this machine. */
const can = () => "Notification" in window && window.isSecureContext;

if (box && label && can()) {
  label.hidden = false;
  box.checked = kept("notify") === "on" && Notification.permission === "granted";
  box.addEventListener("change", async () => {
    if (box.checked && Notification.permission !== "granted") await Notification.requestPermission();
    const may = Notification.permission === "granted";
    const refused = byId("notify-refused");
    if (refused) refused.hidden = may || !box.checked;
    box.checked &&= may;
    keep("notify", box.checked ? "on" : "off");
  });
}

/** It is one's turn: say so, to who looks elsewhere and wants it. @param {string} title of the page */
export function notify(title) {
  if (!box?.checked || !document.hidden) return;
  try {
    const one = new Notification("Your turn", { body: title, tag: location.pathname });
    one.onclick = () => { window.focus(); one.close(); };
    shown = one;
  } catch { /* phones want a service worker for it: then there is none */ }
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) shown?.close();
});

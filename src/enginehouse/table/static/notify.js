// @ts-check
// A notification of the browser when it is one's turn and one looks elsewhere. It is asked for on a press alone, and says no more
// than that: what a screen shows to whoever passes by is nobody's hand.
import { byId } from "./dom.js";
import { storeSetting, readSetting } from "./habits.js";
import { fetchJson, getOwnAddress, postJson } from "./http.js";

const box = /** @type {HTMLInputElement | null} */ (byId("notify"));
const label = box?.closest("label");
/** @type {Notification | null} */
let shown = null;
/** Shows notifications where the house sends them, also when no page is open. @type {ServiceWorkerRegistration | null} */
let worker = null;

/** Whether this browser can, and may be asked: over https, or on this machine. */
const canNotify = () => "Notification" in window && window.isSecureContext;

/** Let the browser's push service tell this browser, where the house does so. */
async function subscribe() {
  const house = "serviceWorker" in navigator && "PushManager" in window ? await fetchJson("/me/push") : null;
  if (!house?.key) return;
  const found = await navigator.serviceWorker.register(getOwnAddress("/worker.js"));
  await navigator.serviceWorker.ready;
  const before = await found.pushManager.getSubscription();
  if (before && readSetting("notify-key") !== house.key) await before.unsubscribe(); // it was for a key that is no more
  const own = await found.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: house.key });
  storeSetting("notify-key", house.key);
  if (own.endpoint !== house.endpoint) await postJson("/me/push", { endpoint: own.endpoint });
  worker = found;
}

async function unsubscribe() {
  const found = await navigator.serviceWorker?.getRegistration("/worker.js");
  const own = await found?.pushManager?.getSubscription();
  if (!found) return;
  await postJson("/me/push", { endpoint: "" });
  await own?.unsubscribe();
  worker = null;
}

/** Without a push service there is what the open page itself shows. */
const follow = () => (box?.checked ? subscribe() : unsubscribe()).catch(() => {});

if (box && label && canNotify()) {
  label.hidden = false;
  box.checked = readSetting("notify") === "on" && Notification.permission === "granted";
  box.addEventListener("change", async () => {
    if (box.checked && Notification.permission !== "granted") await Notification.requestPermission();
    const may = Notification.permission === "granted";
    const refused = byId("notify-refused");
    if (refused) refused.hidden = may || !box.checked;
    box.checked &&= may;
    storeSetting("notify", box.checked ? "on" : "off");
    await follow();
  });
  if (box.checked) follow();
}

/** It is one's turn: say so, to who looks elsewhere and wants it. @param {string} title of the page */
export function notify(title) {
  if (!box?.checked || !document.hidden) return;
  if (worker) {
    void worker.showNotification("Your turn", { body: title, tag: "turn" }); // in the place of the one that came without a title
    return;
  }
  try {
    const one = new Notification("Your turn", { body: title, tag: location.pathname });
    one.onclick = () => { window.focus(); one.close(); };
    shown = one;
  } catch { /* phones want a service worker for it: then there is none */ }
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  shown?.close();
  worker?.getNotifications({ tag: "turn" }).then((all) => all.forEach((one) => one.close()));
});

// @ts-check
// Shows a browser notification when it is your turn and the page is hidden. It asks for permission only after a click.
// It has no details of the game, because other people may see the screen.
import { byId } from "../page/dom.js";
import { storeSetting, readSetting } from "../page/habits.js";
import { getOwnAddress } from "../plain/addresses.js";
import { fetchJson, postJson } from "./http.js";

const box = /** @type {HTMLInputElement | null} */ (byId("notify"));
const label = box?.closest("label");
/** @type {Notification | null} */
let shown = null;
/** The service worker that shows notifications while no page is open, if the server sends them.
 * @type {ServiceWorkerRegistration | null} */
let worker = null;

/** Return whether this browser supports notifications, which need HTTPS or a local server. */
const canNotify = () => "Notification" in window && window.isSecureContext;

/** Subscribe this browser to the push service, if the server uses one. */
async function subscribe() {
  const house = "serviceWorker" in navigator && "PushManager" in window ? await fetchJson("/me/push") : null;
  if (!house?.key) return;
  const found = await navigator.serviceWorker.register(getOwnAddress("/worker.js"));
  await navigator.serviceWorker.ready;
  const before = await found.pushManager.getSubscription();
  if (before && readSetting("notify-key") !== house.key) await before.unsubscribe(); // The server's key has changed.
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

/** Subscribe or unsubscribe. Without a push service the open page shows the notifications itself. */
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

/** Notify a player who has turned this on and is not looking at the page that it is their turn.
 * @param {string} title of the page */
export function notify(title) {
  if (!box?.checked || !document.hidden) return;
  if (worker) {
    void worker.showNotification("Your turn", { body: title, tag: "turn" }); // This replaces the notification that came without a title.
    return;
  }
  try {
    const one = new Notification("Your turn", { body: title, tag: location.pathname });
    one.onclick = () => { window.focus(); one.close(); };
    shown = one;
  } catch { /* Phones need a service worker for this, so there is no notification. */ }
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  shown?.close();
  worker?.getNotifications({ tag: "turn" }).then((all) => all.forEach((one) => one.close()));
});

// @ts-check
// Loads the parts beside the board after the board: chat, legend and signs of presence. Until then it keeps their
// events and clicks.
import { byId, requireById } from "../page/dom.js";

const page = requireById("table");
const LATER_MS = 1000;
const KINDS = ["chat", "present", "point"];
/** Events that arrived before their scripts. @type {Event[]} */
const earlyEvents = [];
/** The chat's button that was clicked before the chat's script was loaded. @type {HTMLElement | null} */
let clickedButton = null;
const buttons = ["chat-open", "chat-shut"].map(byId);

/** @param {Event} event */
const keep = (event) => earlyEvents.push(event);

/** Note a click on a chat button, and load the chat now. @param {Event} event */
function onEarlyClick(event) {
  event.preventDefault();
  clickedButton = /** @type {HTMLElement} */ (event.currentTarget);
  begin();
}

/** Move the children of an element of the loaded page into this page.
 * @param {Document} from @param {string} id @param {Element | null} into */
function take(from, id, into) {
  into?.append(...(from.getElementById(id)?.childNodes ?? []));
}

async function load() {
  const answer = await fetch(`${page.dataset.beside}?seat=${page.dataset.table ? page.dataset.seat : -1}`, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) {
    window.setTimeout(load, 5000);
    return;
  }
  const found = new DOMParser().parseFromString(await answer.text(), "text/html");
  take(found, "beside-legend", byId("legend"));
  const inside = byId("chat-inside");
  if (!inside) return; // A replay has no chat.
  const styles = found.querySelector("link[href*='/chat.css']");
  if (styles) document.head.append(styles);
  take(found, "beside-chat", inside);
  await Promise.all([import("./present.js"), import("./talk.js"), import("./point.js"), import("./curve.js")]);
  for (const one of buttons) one?.removeEventListener("click", onEarlyClick);
  for (const kind of KINDS) document.removeEventListener(kind, keep);
  for (const event of earlyEvents) document.dispatchEvent(new CustomEvent(event.type, { detail: /** @type {CustomEvent} */ (event).detail }));
  clickedButton?.click();
}

for (const kind of KINDS) document.addEventListener(kind, keep);
for (const one of buttons) one?.addEventListener("click", onEarlyClick);
let hasBegun = false;
function begin() {
  if (!hasBegun) load();
  hasBegun = true;
}
// Leave the first second to the board.
const scheduleBegin = () => window.setTimeout(begin, LATER_MS);
if (document.readyState === "complete") scheduleBegin();
else window.addEventListener("load", scheduleBegin);

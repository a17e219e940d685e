// @ts-check
// Runs the chat beside the board, which is a drawer on small screens. Lines arrive in their own events, and messages
// are sent without reloading the page. This script is loaded after the board.
import { newSalt } from "../page/commitments.js";
import { byId, makeElement, requireById } from "../page/dom.js";
import { postJson } from "./http.js";

/** @typedef {import("../types.d.ts").Chat} Chat */
/** @typedef {import("../types.d.ts").ChatLine} ChatLine */

const MANY = 50;
const list = byId("talk");
const log = byId("talk-log");
const chat = requireById("chat");
const opener = requireById("chat-open");
const news = requireById("talk-news");
const wrong = byId("say-wrong");
const say = /** @type {HTMLFormElement | null} */ (byId("say"));
const table = requireById("table").dataset.table ?? "";
const wide = matchMedia("(min-width: 60rem) and (min-height: 36rem)");
/** A key by which the server stores a message only once. It stays the same until an answer arrives. */
let key = "";

// ---------------------------------------------------------------- open and closed

/** Return whether the chat is visible. */
const isOpen = () => getComputedStyle(chat).display !== "none";
/** Return whether the player can read the chat now. */
const isRead = () => isOpen() && !document.hidden;

/** Open or close the chat. Beside the board this choice is stored; on small screens the chat is a drawer.
 * @param {boolean} open */
function setOpen(open) {
  if (wide.matches) {
    document.documentElement.dataset.chat = open ? "open" : "closed";
    try { localStorage.setItem("chat", open ? "open" : "closed"); } catch { /* Private windows have no storage. */ }
  }
  chat.classList.toggle("open", open);
  opener.setAttribute("aria-expanded", String(open));
  if (!open) forget();
  updateCount();
  if (log) log.scrollTop = log.scrollHeight;
  window.dispatchEvent(new Event("resize")); // The boxes beside the log may have less room now.
}

opener.setAttribute("role", "button");
opener.setAttribute("aria-controls", "chat");
opener.setAttribute("aria-expanded", String(isOpen()));
opener.addEventListener("click", (event) => {
  event.preventDefault();
  setOpen(!isOpen());
  const text = /** @type {HTMLInputElement | null} */ (say?.querySelector("input[name=text]"));
  if (isOpen() && wide.matches) text?.focus();
});
opener.addEventListener("keydown", (event) => {
  if (event.key !== " ") return;
  event.preventDefault();
  opener.click();
});
byId("chat-shut")?.addEventListener("click", () => {
  setOpen(false);
  opener.focus();
});
chat.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.stopPropagation();
  setOpen(false);
  opener.focus();
});

// ---------------------------------------------------------------- lines

/** Return the number of the last line that was read, for each of the latest tables. @returns {[string, number][]} */
function readMarks() {
  try { return JSON.parse(localStorage.getItem("chat-read") ?? "[]"); } catch { return []; }
}
let read = readMarks().find(([id]) => id === table)?.[1] ?? 0;

/** Return the lines on the page. @returns {HTMLElement[]} */
const lines = () => /** @type {HTMLElement[]} */ ([...(list?.children ?? [])]);

/** Store that all lines were read. */
function noteRead() {
  const last = Math.max(read, ...lines().map((one) => Number(one.dataset.n)));
  if (last === read) return;
  read = last;
  try { localStorage.setItem("chat-read", JSON.stringify([[table, read], ...readMarks().filter(([id]) => id !== table)].slice(0, MANY))); } catch { /* Private windows have no storage. */ }
}

/** Remove the marks of new lines. */
function forget() {
  for (const one of lines()) one.classList.remove("unread");
}

/** Show the number of unread lines. If the chat is visible, store its lines as read. */
function updateCount() {
  if (isRead()) noteRead();
  const many = lines().filter((one) => Number(one.dataset.n) > read).length;
  news.hidden = many === 0;
  news.textContent = many ? ` ${many} new` : "";
}

/** @param {ChatLine} line */
function addLine(line) {
  const before = lines().find((one) => Number(one.dataset.n) >= line.n);
  if (!list) return;
  if (before?.dataset.n === String(line.n)) {
    const [name, text] = [before.querySelector("bdi"), before.querySelector("span")];
    if (name && text) [name.textContent, text.textContent] = [line.name, line.text];
    return;
  }
  const item = makeElement("li", { "data-n": String(line.n), class: `said ${line.by}` },
    makeElement("b", {}, makeElement("bdi", {}, line.name)), " ", makeElement("span", {}, line.text));
  if (line.mute && say) {
    const form = makeElement("form", { method: "post", action: say.action.replace(/say$/, "mute") },
      makeElement("button", { class: "link", name: "line", value: String(line.n) }, "Mute"));
    item.append(" ", form);
  }
  list.insertBefore(item, before ?? null);
  item.classList.toggle("unread", line.n > read && !isRead());
}

document.addEventListener("chat", (event) => {
  for (const line of /** @type {CustomEvent<Chat>} */ (event).detail.lines) addLine(line);
  if (log) log.scrollTop = log.scrollHeight;
  updateCount();
});
for (const one of lines()) one.classList.toggle("unread", Number(one.dataset.n) > read);
document.addEventListener("visibilitychange", updateCount);
wide.addEventListener("change", updateCount);
if (log) log.scrollTop = log.scrollHeight;
updateCount();

// ---------------------------------------------------------------- sending

/** Send a form without leaving the page. Return the error message, or an empty string.
 * @param {HTMLFormElement} form @param {Record<string, string>} more */
async function sendForm(form, more) {
  const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const answer = await postJson(form.action, { ...fields, ...more }).catch(() => null);
  if (answer?.ok) return "";
  const reply = await answer?.json().catch(() => null);
  return reply?.error?.sentence ?? "Connection lost. Try again in a moment.";
}

say?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const pressed = event.submitter instanceof HTMLButtonElement ? event.submitter : null;
  const phrase = pressed?.name === "phrase" ? pressed.value : "";
  key ||= newSalt();
  const trouble = await sendForm(say, { phrase, key });
  if (!trouble) {
    key = "";
    forget();
  }
  if (wrong) [wrong.textContent, wrong.hidden] = [trouble, !trouble];
  const text = say.elements.namedItem("text");
  if (!trouble && !phrase && text instanceof HTMLInputElement) text.value = "";
});

list?.addEventListener("submit", async (event) => {
  const form = event.target;
  const button = event.submitter;
  if (!(form instanceof HTMLFormElement) || !(button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  await sendForm(form, { [button.name]: button.value });
});

const note = /** @type {HTMLFormElement | null} */ (byId("note"));
note?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const trouble = await sendForm(note, {});
  const noteStatus = byId("note-kept");
  if (noteStatus) noteStatus.textContent = trouble || "Saved.";
});

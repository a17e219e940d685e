// @ts-check
// The chat beside the board, on small screens a drawer. Lines come in events of their own; what is said goes out without the
// page being loaded again. This script comes after the board.
import { newSalt } from "./commitments.js";
import { byId, makeElement, requireById } from "./dom.js";
import { postJson } from "./http.js";

/** @typedef {import("./types.d.ts").Chat} Chat */
/** @typedef {import("./types.d.ts").ChatLine} ChatLine */

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
/** By which the server says a line once: it stays the same until an answer has come. */
let key = "";

// ---------------------------------------------------------------- open and closed

/** Whether the chat is on the page. */
const isOpen = () => getComputedStyle(chat).display !== "none";
/** Whether somebody can read it now. */
const isRead = () => isOpen() && !document.hidden;

/** Beside the board it stays as it was left, on small screens it is a drawer. @param {boolean} open */
function setOpen(open) {
  if (wide.matches) {
    document.documentElement.dataset.chat = open ? "open" : "closed";
    try { localStorage.setItem("chat", open ? "open" : "closed"); } catch { /* a private window forgets */ }
  }
  chat.classList.toggle("open", open);
  opener.setAttribute("aria-expanded", String(open));
  if (!open) forget();
  updateCount();
  if (log) log.scrollTop = log.scrollHeight;
  window.dispatchEvent(new Event("resize")); // what fits beside the log may fit no more
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

/** The number of the last line that was read, by table; of the latest tables. @returns {[string, number][]} */
function readMarks() {
  try { return JSON.parse(localStorage.getItem("chat-read") ?? "[]"); } catch { return []; }
}
let read = readMarks().find(([id]) => id === table)?.[1] ?? 0;

/** The lines on the page. @returns {HTMLElement[]} */
const lines = () => /** @type {HTMLElement[]} */ ([...(list?.children ?? [])]);

/** Note that all lines are read. */
function noteRead() {
  const last = Math.max(read, ...lines().map((one) => Number(one.dataset.n)));
  if (last === read) return;
  read = last;
  try { localStorage.setItem("chat-read", JSON.stringify([[table, read], ...readMarks().filter(([id]) => id !== table)].slice(0, MANY))); } catch { /* a private window forgets */ }
}

/** Take the marks of new lines away. */
function forget() {
  for (const one of lines()) one.classList.remove("unread");
}

/** Say how many lines are unread, or that there are none because they can be read. */
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

// ---------------------------------------------------------------- saying something

/** Send a form without leaving the page; what is wrong is said. @param {HTMLFormElement} form @param {Record<string, string>} more */
async function sendForm(form, more) {
  const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const answer = await postJson(form.action, { ...fields, ...more }).catch(() => null);
  if (answer?.ok) return "";
  const told = await answer?.json().catch(() => null);
  return told?.error?.sentence ?? "Connection lost. Try again in a moment.";
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
  const kept = byId("note-kept");
  if (kept) kept.textContent = trouble || "Saved.";
});

// @ts-check
// Talk at a table: lines come in events of their own, what is said goes out without the page being loaded again.
import { newSalt } from "./commitments.js";
import { byId, made } from "./dom.js";
import { postJson } from "./http.js";

/** @typedef {import("./types.d.ts").Chat} Chat */
/** @typedef {import("./types.d.ts").ChatLine} ChatLine */

const list = byId("talk");
const log = byId("talk-log");
const box = byId("talk-box");
const news = byId("talk-news");
const wrong = byId("say-wrong");
const say = /** @type {HTMLFormElement | null} */ (byId("say"));
let unread = 0;
/** By which the server says a line once: it stays the same until an answer has come. */
let key = "";

/** @param {ChatLine} line */
function added(line) {
  const before = [...(list?.children ?? [])].find((one) => Number(one.getAttribute("data-n")) >= line.n);
  if (!list) return false;
  if (before?.getAttribute("data-n") === String(line.n)) {
    const [name, text] = [before.querySelector("bdi"), before.querySelector("span")];
    if (name && text) [name.textContent, text.textContent] = [line.name, line.text];
    return false;
  }
  const item = made("li", { "data-n": String(line.n), class: `said ${line.by}` },
    made("b", {}, made("bdi", {}, line.name)), " ", made("span", {}, line.text));
  if (line.mute && say) {
    const form = made("form", { method: "post", action: say.action.replace(/say$/, "mute") },
      made("button", { class: "link", name: "line", value: String(line.n) }, "Mute"));
    item.append(form);
  }
  list.insertBefore(item, before ?? null);
  return true;
}

function count() {
  if (!news) return;
  news.hidden = unread === 0;
  news.textContent = unread ? ` ${unread} new` : "";
}

document.addEventListener("chat", (event) => {
  const { lines } = /** @type {CustomEvent<Chat>} */ (event).detail;
  const fresh = lines.filter(added).length;
  if (log) log.scrollTop = log.scrollHeight;
  if (!(box instanceof HTMLDetailsElement) || box.open) return;
  unread += fresh;
  count();
});

box?.addEventListener("toggle", () => {
  unread = 0;
  count();
  if (log) log.scrollTop = log.scrollHeight;
});

/** Send a form without leaving the page; what is wrong is said. @param {HTMLFormElement} form @param {Record<string, string>} more */
async function sent(form, more) {
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
  const trouble = await sent(say, { phrase, key });
  if (!trouble) key = "";
  if (wrong) [wrong.textContent, wrong.hidden] = [trouble, !trouble];
  const text = say.elements.namedItem("text");
  if (!trouble && !phrase && text instanceof HTMLInputElement) text.value = "";
});

list?.addEventListener("submit", async (event) => {
  const form = event.target;
  const button = event.submitter;
  if (!(form instanceof HTMLFormElement) || !(button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  await sent(form, { line: button.value });
});

const note = /** @type {HTMLFormElement | null} */ (byId("note"));
note?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const trouble = await sent(note, {});
  const kept = byId("note-kept");
  if (kept) kept.textContent = trouble || "Saved.";
});

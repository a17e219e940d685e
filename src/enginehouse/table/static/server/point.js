// @ts-check
// Points at a piece for all players at the table: by its card, by Alt and a click, or with P. A ring with the player's
// name marks the piece for some seconds. The server refuses pieces that are not the same for all.
import { byId, closest, makeElement, requireById } from "../page/dom.js";
import { postJson } from "./http.js";
import { toast } from "../page/signs.js";
import { findPiece } from "../page/pieces.js";

/** @typedef {import("../types.d.ts").Point} Point */

const SHOWN_MS = 4000;
const RIM = 6;
const page = requireById("table");
const { table, seat } = page.dataset;
const announcement = makeElement("p", { class: "sr", role: "status" });
/** The rings on the page, by seat. @type {Map<number, HTMLElement>} */
const rings = new Map();

/** Point at a piece. @param {string} piece */
async function point(piece) {
  const answer = await postJson(`/t/${table}/point`, { seat: Number(seat), piece }).catch(() => null);
  if (answer?.ok) return;
  const refused = await answer?.json().catch(() => null);
  toast(refused?.error?.sentence ?? "Connection lost. Try again in a moment.");
}

/** Keep a ring around its piece while the board moves, until `until`.
 * @param {HTMLElement} ring @param {string} piece @param {number} until */
function follow(ring, piece, until) {
  const there = byId(piece);
  if (!there || performance.now() > until || !ring.isConnected) {
    ring.remove();
    return;
  }
  const { x, y, width, height } = there.getBoundingClientRect();
  ring.style.left = `${x - RIM}px`;
  ring.style.top = `${y - RIM}px`;
  ring.style.width = `${width + 2 * RIM}px`;
  ring.style.height = `${height + 2 * RIM}px`;
  requestAnimationFrame(() => follow(ring, piece, until));
}

/** @param {Point} told */
function show({ seat: by, name, piece, label }) {
  rings.get(by)?.remove();
  if (!byId(piece)) return;
  const ring = makeElement("div", { class: `pointed seat-${by}`, "aria-hidden": "true", "data-piece": piece }, makeElement("bdi", {}, name));
  ring.style.setProperty("--by", `var(--seat-${by})`);
  rings.set(by, ring);
  page.append(ring);
  announcement.textContent = `${name} points: ${label}`;
  note(by, name, label);
  follow(ring, piece, performance.now() + SHOWN_MS);
}

/** Write a player's latest pointing into the chat, where the host can mute the player.
 * @param {number} by @param {string} name @param {string} label */
function note(by, name, label) {
  const list = byId("talk");
  list?.querySelector(`.points-${by}`)?.remove();
  const line = makeElement("li", { class: `said house points-${by}`, "data-n": "0" }, makeElement("b", {}, makeElement("bdi", {}, name)), " points: ", label);
  if (page.dataset.host && by !== Number(seat)) {
    line.append(" ", makeElement("form", { method: "post", action: `${page.dataset.beside?.replace(/beside$/, "mute")}` },
      makeElement("button", { class: "link", name: "seat", value: String(by) }, "Mute")));
  }
  list?.append(line);
  const log = byId("talk-log");
  if (log) log.scrollTop = log.scrollHeight;
}

page.append(announcement);
document.addEventListener("point", (event) => show(/** @type {CustomEvent<Point>} */ (event).detail));

if (Number(seat) >= 0) {
  document.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (closest(event, "[data-point]"));
    const piece = event.altKey && closest(event, ".stage svg.sheet") ? findPiece(event.clientX, event.clientY)?.id : button?.dataset.point;
    if (!piece) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    point(piece);
  }, true);
  document.addEventListener("keydown", (event) => {
    const piece = closest(event, ".stage .piece");
    if (event.key !== "p" || !piece || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    point(piece.id);
  });
}

// @ts-check
// Shows the presence of each player at their seat, and sends this page's own signs of life. It sends them at fixed
// times, whatever the player does.
import { byId, makeElement, requireById } from "../page/dom.js";
import { getOwnAddress } from "../plain/addresses.js";

/** @typedef {import("../types.d.ts").Present} Present */

const BEAT_MS = 15_000;
const PARKED_MS = 7_000; // A page in the background has closed its stream by then.
const HIDDEN_MS = 120_000; // A page that was hidden for so long counts as away.

const page = requireById("table");
const announcement = makeElement("p", { class: "sr", role: "status" });
/** @type {Present} */
let present = { here: [], away: [] };

/** Return a player's name on the page. @param {number} seat */
const findName = (seat) => document.querySelector(`#seats .plate.seat-${seat} .who`)?.textContent ?? "";

/** Set or remove the sign of presence at a seat. @param {number} seat @param {string} how "here", "away" or empty */
function drawSign(seat, how) {
  const plate = document.querySelector(`#seats .plate.seat-${seat}`);
  const old = plate?.querySelector(".presence");
  if (!plate || (old?.getAttribute("aria-label") ?? "") === how) return;
  old?.remove();
  plate.querySelector(".gone")?.remove();
  plate.classList.toggle("absent", how === "away");
  if (!how) return;
  plate.querySelector(".badge")?.after(makeElement("span", { class: `presence ${how}`, role: "img", "aria-label": how, title: how === "away" ? "Away" : "Here" }));
  if (how === "away") plate.querySelector(".under")?.append(makeElement("span", { class: "gone", "aria-hidden": "true" }, "away"));
}

function draw() {
  for (const plate of document.querySelectorAll("#seats .plate")) {
    const seat = Number(/seat-(\d+)/.exec(plate.className)?.[1]);
    const mine = plate.classList.contains("me");
    drawSign(seat, mine ? "" : present.away.includes(seat) ? "away" : present.here.includes(seat) ? "here" : "");
  }
  for (const name of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#prompt [data-seat]"))) {
    name.toggleAttribute("data-away", present.away.includes(Number(name.dataset.seat)));
  }
}

/** Announce for screen readers which players have left or returned. @param {Present} before */
function tell(before) {
  const gone = present.away.filter((seat) => before.here.includes(seat)).map((seat) => `${findName(seat)} is away.`);
  const back = present.here.filter((seat) => before.away.includes(seat)).map((seat) => `${findName(seat)} is back.`);
  if (gone.length + back.length) announcement.textContent = [...gone, ...back].join(" ");
}

const seats = byId("seats");
if (seats) {
  page.append(announcement);
  document.addEventListener("present", (event) => {
    const before = present;
    present = /** @type {CustomEvent<Present>} */ (event).detail;
    draw();
    tell(before);
  });
  const changes = new MutationObserver(draw);
  for (const one of [seats, requireById("prompt")]) changes.observe(one, { childList: true, subtree: true });
}

// ---------------------------------------------------------------- this page's own signs of life

const { table, seat } = page.dataset;
let hiddenAt = document.hidden ? Date.now() : Infinity;
let refused = false;

/** @param {Record<string, number>} how */
async function post(how) {
  const answer = await fetch(getOwnAddress(`/t/${table}/here`), {
    method: "POST", keepalive: true, headers: { "content-type": "application/json", accept: "application/json" }, body: JSON.stringify(how),
  }).catch(() => null);
  refused ||= answer?.status === 403;
}

function beat() {
  // While the table cannot be reached, the page keeps requesting its stream, and that is a sign of life too.
  if (!refused && !page.classList.contains("adrift") && Date.now() - hiddenAt < HIDDEN_MS) post({});
}

if (table && Number(seat) >= 0) {
  setInterval(beat, BEAT_MS);
  document.addEventListener("visibilitychange", () => {
    hiddenAt = document.hidden ? Date.now() : Infinity;
    if (document.hidden) setTimeout(() => { if (document.hidden) beat(); }, PARKED_MS);
    else beat();
  });
  window.addEventListener("pagehide", () => post({ gone: 1 }));
}

// @ts-check
// Shows the clocks beside the players' names. The server sends their values now and then, and this script counts down
// from there.

/** @typedef {import("../types.d.ts").Clocks} Clocks */

const LOW_MS = 30_000;
/** @type {Clocks} */
let shownClocks = { left: {}, runs: [] };
let heard = 0;

/** Return a remaining time as text, in the server's format. @param {number} ms */
export function formatTime(ms) {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  if (seconds >= 172_800) return `${Math.round(seconds / 86_400)} d`;
  if (seconds >= 36_000) return `${Math.round(seconds / 3600)} h`;
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

function draw() {
  for (const [seat, left] of Object.entries(shownClocks.left)) {
    const place = document.querySelector(`#seats .plate.seat-${seat} .time`);
    if (!place) continue;
    const runs = shownClocks.runs.includes(Number(seat));
    const now = left - (runs ? performance.now() - heard : 0);
    const text = formatTime(now);
    if (place.textContent !== text) place.textContent = text;
    place.classList.toggle("runs", runs);
    place.classList.toggle("low", runs && now < LOW_MS);
  }
}

const seats = document.getElementById("seats");
if (seats) {
  document.addEventListener("clocks", (event) => {
    shownClocks = /** @type {CustomEvent<Clocks>} */ (event).detail;
    heard = performance.now();
    draw();
  });
  // A patch has the clocks as they were when they were set.
  new MutationObserver(draw).observe(seats, { childList: true, subtree: true });
  setInterval(draw, 250);
}

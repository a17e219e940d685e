// @ts-check
// The stream of a table: opened, opened again when it breaks, given up while the page is in the background.
import { got } from "./http.js";

/** @typedef {import("./types.d.ts").Message} Message */

/**
 * What the page does with what it hears.
 * @typedef {object} Listener
 * @property {() => number} number the number of the picture that it shows
 * @property {(message: Message) => void} show
 * @property {(ms: number) => void} clock how long the open window still runs
 * @property {() => void} adrift the stream is away
 * @property {() => void} turn asked from the background: it is their turn by now
 */

const SILENT_MS = 45_000; // the server says something every 20 seconds
const HIDDEN_MS = 5_000;
const GLANCE_MS = 15_000;

/** Listen to a table from a seat, for as long as the page is there. @param {string} table @param {number} seat @param {Listener} page */
export function listen(table, seat, page) {
  /** @type {EventSource | null} */
  let source = null;
  let heard = Date.now();
  let waiting = 0;

  function open() {
    shut();
    heard = Date.now();
    source = new EventSource(`/t/${table}/stream?seat=${seat}`);
    const on = (/** @type {string} */ kind, /** @type {(data: any) => void} */ told) =>
      source?.addEventListener(kind, (event) => {
        heard = Date.now();
        told(JSON.parse(event.data));
      });
    on("frame", page.show);
    on("patch", (message) => {
      if (message.n === page.number() + 1) page.show(message);
      else again(0);
    });
    on("clock", ({ left }) => page.clock(left));
    for (const kind of ["clocks", "chat"]) {
      on(kind, (told) => document.dispatchEvent(new CustomEvent(kind, { detail: told })));
    }
    on("ping", () => {});
    source.addEventListener("error", () => {
      page.adrift();
      // The browser itself gives up for good on any answer but 200 (a proxy's 502 while we restart).
      if (source?.readyState === EventSource.CLOSED) again(700 + Math.random() * 1300);
    });
  }

  function shut() {
    clearTimeout(waiting);
    source?.close();
    source = null;
  }

  /** @param {number} ms */
  function again(ms) {
    shut();
    waiting = window.setTimeout(open, ms);
  }

  /** While the network is away nothing is said; the stream tells when it is back. */
  async function glance() {
    const seen = await got(`/t/${table}/frame?seat=${seat}`);
    if (seen?.state.acting) page.turn();
  }

  open();
  setInterval(() => { if (source && Date.now() - heard > SILENT_MS) again(0); }, 5000);
  // A browser opens six connections to a site at most: a page in the background gives its own up, and asks now and then.
  let hidden = 0;
  let asking = 0;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(hidden);
    clearInterval(asking);
    if (document.hidden) {
      hidden = window.setTimeout(() => {
        shut();
        asking = window.setInterval(glance, GLANCE_MS);
      }, HIDDEN_MS);
    } else if (!source) open();
  });
  window.addEventListener("pageshow", (event) => { if (event.persisted) open(); });
  window.addEventListener("pagehide", shut);
}

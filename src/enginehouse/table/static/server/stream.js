// @ts-check
// Keeps the event stream of a table open. It reopens the stream when it breaks, and closes it while the page is in the
// background or other windows of this browser need it more. If the stream brings nothing, the page requests the frame
// itself.
import { getOwnAddress } from "../plain/addresses.js";
import { fetchJson, fetchJsonByAny } from "./http.js";
import { share } from "./windows.js";

/** @typedef {import("../types.d.ts").Message} Message */

/**
 * The page's functions for the events of a stream.
 * @typedef {object} Listener
 * @property {() => number} number returns the number of the frame on the page
 * @property {(message: Message) => void} show
 * @property {(ms: number) => void} clock shows how long the reaction time still runs
 * @property {(state: Connection) => void} connection shows the state of the connection
 * @property {() => void} turn announces the player's turn while the page is hidden
 */

/** @typedef {"" | "lost" | "bad" | "parked"} Connection good, no answers, answers but no events, or streams held by other windows */

const SILENT_MS = 45_000; // The server sends an event every 20 seconds.
const FIRST_MS = 5_000; // The server sends a frame as soon as a stream is open.
const OWN_MS = 1_500; // The frame of an accepted action arrives within this time.
const HIDDEN_MS = 5_000;
const GLANCE_MS = 15_000;
const LIMITS_MS = [1_500, 1_500, 3_000, 6_000, 10_000];
const REOPEN_MS = 30_000;

/** Return how many requests to send at once. If the first request fails, all idle connections of the browser may be
 * dead, and a request on each of them finds that out at once.
 * @param {number} round */
const together = (round) => (round === 1 ? 5 : 1);

/** Listen to a table from a seat until the page is closed.
 * @param {string} table @param {number} seat @param {Listener} page */
export function listen(table, seat, page) {
  const address = `/t/${table}/frame?seat=${seat}`;
  /** @type {EventSource | null} */
  let source = null;
  let opened = 0;
  /** The time of the last event of any stream, and whether the open stream has sent an event. */
  let lastHeard = 0;
  let hasSpoken = false;
  let waiting = 0;
  /** The number of the current search for the table. A new number ends the search. */
  let search = 0;
  /** Whether a search is running, and whether it reopens the stream in any case. */
  let [searching, anew] = [false, false];
  /** The time of the last request for the frame. */
  let lastAsked = Date.now();
  /** Whether the page is in the background and has closed its stream. */
  let isHidden = false;
  /** Whether the player has left the page. The browser may keep it for the way back. */
  let isLeft = false;
  const windows = share(() => {
    if (isHidden) return;
    if (windows.may()) recover(true);
    else park();
  });

  function open() {
    shut();
    [opened, hasSpoken] = [Date.now(), false];
    const own = source = new EventSource(getOwnAddress(`/t/${table}/stream?seat=${seat}`));
    const on = (/** @type {string} */ kind, /** @type {(data: any) => void} */ handle) =>
      own.addEventListener(kind, (event) => {
        if (own !== source) return;
        [lastHeard, hasSpoken] = [Date.now(), true];
        if (searching && !anew) end(); // After a sleep it may be an old event of a dead connection.
        page.connection("");
        handle(JSON.parse(event.data));
      });
    on("frame", page.show);
    on("patch", (message) => {
      if (message.n === page.number() + 1) page.show(message);
      else open();
    });
    on("clock", ({ left }) => page.clock(left));
    for (const kind of ["clocks", "chat", "present", "point"]) {
      on(kind, (detail) => document.dispatchEvent(new CustomEvent(kind, { detail: detail })));
    }
    on("ping", () => {});
    own.addEventListener("error", () => {
      if (own !== source) return;
      page.connection("lost");
      // The browser stops reconnecting after any answer but 200, such as a proxy's 502 during a restart.
      if (own.readyState === EventSource.CLOSED) reopenAfter(700 + Math.random() * 1300);
    });
  }

  function shut() {
    clearTimeout(waiting);
    waiting = 0;
    source?.close();
    source = null;
  }

  /** @param {number} ms */
  function reopenAfter(ms) {
    shut();
    waiting = window.setTimeout(() => {
      waiting = 0;
      recover(true);
    }, ms);
  }

  /** End the search, because the frame is here or the page is hidden. */
  function end() {
    search += 1;
    searching = false;
  }

  /** Fetch and show the current frame, even if several connections have died silently. Then open a new stream if
   * `always` is set, or if the open stream does not bring the frames that it should.
   * @param {boolean} always */
  async function recover(always) {
    end();
    [searching, anew] = [true, always];
    const own = search;
    for (let round = 0; own === search; round++) {
      const began = lastAsked = Date.now();
      const frame = await fetchJsonByAny(address, together(round), LIMITS_MS[Math.min(round, LIMITS_MS.length - 1)]);
      if (own !== search) return;
      if (frame) {
        takeFound(frame, began);
        return;
      }
      page.connection("lost");
      shut(); // The stream is probably dead too, and it takes up a connection.
      anew = true;
      // If a request fails at once (no network, or the server is starting), wait a while before the next.
      const pause = began + Math.min(1000 * 2 ** round, GLANCE_MS) * (0.5 + Math.random() / 2) - Date.now();
      if (pause > 0) await new Promise((done) => setTimeout(done, pause));
    }
  }

  /** Handle a frame that the page requested. @param {import("../types.d.ts").Message} frame @param {number} began when */
  function takeFound(frame, began) {
    const [always, number] = [anew, page.number()];
    end();
    // The stream may have brought a later frame meanwhile. Frame numbers of different server processes cannot be
    // compared, and in that case the stream corrects the page later.
    const news = lastHeard < began ? frame.n !== number : frame.n > number;
    if (news) page.show(frame);
    if (isHidden) return;
    if (!windows.may()) page.connection("parked");
    else if (always || !source) {
      page.connection("");
      open();
    } else if (news || !hasSpoken) {
      page.connection("bad");
      if (hasSpoken || Date.now() - opened > REOPEN_MS) open();
    }
  }

  /** Leave the streams to windows that were used more recently, and poll now and then. */
  function park() {
    end();
    shut();
    page.connection("parked");
  }

  /** Check for the player's turn while the page is hidden. Ignore network errors: the stream reports them when the page
   * returns. */
  async function pollHidden() {
    lastAsked = Date.now();
    const seen = await fetchJson(address);
    if (isHidden && seen?.state.acting) page.turn();
  }

  /** Do the work that depends on time alone. */
  function tick() {
    const now = Date.now();
    if (isLeft) return;
    if (isHidden) {
      if (!source && now - lastAsked >= GLANCE_MS) pollHidden();
    } else if (searching) return;
    else if (!windows.may()) {
      if (now - lastAsked >= GLANCE_MS) recover(false);
    } else if (source && hasSpoken) {
      if (now - lastHeard > SILENT_MS) recover(true);
    } else if (source && now - Math.max(opened, lastAsked) > FIRST_MS) recover(false);
    else if (!source && !waiting) recover(true);
  }

  let hiding = 0;

  function hide() {
    clearTimeout(hiding);
    hiding = window.setTimeout(() => {
      isHidden = true;
      lastAsked = Date.now();
      end();
      shut();
      windows.want(false);
    }, HIDDEN_MS);
  }

  /** Reconnect when the player or the network returns. Old connections may be dead. */
  function resume() {
    clearTimeout(hiding);
    isHidden = isLeft = false;
    windows.want(true);
    windows.touch();
    recover(true);
  }

  windows.want(true);
  open();
  if (document.hidden) hide();
  setInterval(tick, 1000);
  // A browser opens at most six connections to a site. So a page in the background closes its stream, and polls now and
  // then.
  document.addEventListener("visibilitychange", () => (document.hidden ? hide() : resume()));
  window.addEventListener("online", () => { if (!document.hidden) resume(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted && !document.hidden) resume(); });
  window.addEventListener("pagehide", () => {
    isLeft = true;
    end();
    shut();
    windows.want(false);
  });
  for (const kind of ["pointerdown", "keydown"]) window.addEventListener(kind, windows.touch, true);
  window.addEventListener("focus", windows.touch);

  return {
    /** Watch for the result of a request to the table. Call the returned function when the answer arrives. If there is
     * no answer, or no frame after it, the page requests the frame itself. */
    expect() {
      const sent = Date.now();
      const look = () => { if (lastHeard < sent && !searching) recover(false); };
      let timer = window.setTimeout(look, 2 * OWN_MS);
      return (/** @type {boolean} */ done) => {
        clearTimeout(timer);
        if (done) timer = window.setTimeout(look, OWN_MS);
      };
    },
    /** Reconnect because the table could not be reached. */
    lost() {
      page.connection("lost");
      recover(true);
    },
  };
}

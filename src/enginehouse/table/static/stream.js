// @ts-check
// The stream of a table: opened, opened again when it breaks, given up while the page is in the background or other windows
// of this browser need it more. Where the stream brings nothing, the page asks for the picture itself.
import { fetchJson, fetchJsonByAny, getOwnAddress } from "./http.js";
import { share } from "./windows.js";

/** @typedef {import("./types.d.ts").Message} Message */

/**
 * What the page does with what it hears.
 * @typedef {object} Listener
 * @property {() => number} number the number of the picture that it shows
 * @property {(message: Message) => void} show
 * @property {(ms: number) => void} clock how long the open window still runs
 * @property {(state: Connection) => void} connection how well the page hears
 * @property {() => void} turn asked from the background: it is their turn by now
 */

/** @typedef {"" | "lost" | "bad" | "parked"} Connection all is well, nothing comes, the stream brings nothing, or other windows have the streams */

const SILENT_MS = 45_000; // the server says something every 20 seconds
const FIRST_MS = 5_000; // and a frame as soon as a stream is open
const OWN_MS = 1_500; // so long after an action that was done its picture is there
const HIDDEN_MS = 5_000;
const GLANCE_MS = 15_000;
const LIMITS_MS = [1_500, 1_500, 3_000, 6_000, 10_000];
const REOPEN_MS = 30_000;

/** How many requests ask for the picture together. When the first was in vain, perhaps all idle connections of the browser are
 * dead: then a request on each of them finds that out at once. @param {number} round */
const together = (round) => (round === 1 ? 5 : 1);

/** Listen to a table from a seat, for as long as the page is there. @param {string} table @param {number} seat @param {Listener} page */
export function listen(table, seat, page) {
  const address = `/t/${table}/frame?seat=${seat}`;
  /** @type {EventSource | null} */
  let source = null;
  let opened = 0;
  /** When a stream said something last, and whether the one that is open ever did. */
  let lastHeard = 0;
  let hasSpoken = false;
  let waiting = 0;
  /** The search for the table; another number ends the one that is under way. */
  let search = 0;
  /** Whether a search is under way, and whether it opens the stream anew whatever it finds. */
  let [searching, anew] = [false, false];
  /** When the picture was asked for last. */
  let lastAsked = Date.now();
  /** Whether the page has given its stream up, being in the background. */
  let isHidden = false;
  /** Whether the page was left. The browser may keep it for the way back. */
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
    const on = (/** @type {string} */ kind, /** @type {(data: any) => void} */ told) =>
      own.addEventListener(kind, (event) => {
        if (own !== source) return;
        [lastHeard, hasSpoken] = [Date.now(), true];
        if (searching && !anew) end(); // after a sleep it may be an old event of a dead connection
        page.connection("");
        told(JSON.parse(event.data));
      });
    on("frame", page.show);
    on("patch", (message) => {
      if (message.n === page.number() + 1) page.show(message);
      else open();
    });
    on("clock", ({ left }) => page.clock(left));
    for (const kind of ["clocks", "chat", "present", "point"]) {
      on(kind, (told) => document.dispatchEvent(new CustomEvent(kind, { detail: told })));
    }
    on("ping", () => {});
    own.addEventListener("error", () => {
      if (own !== source) return;
      page.connection("lost");
      // The browser itself gives up for good on any answer but 200 (a proxy's 502 while we restart).
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

  /** Search no longer: the picture is here, or nobody looks. */
  function end() {
    search += 1;
    searching = false;
  }

  /** Fetch the current picture, however many connections have died without a word, and show it. Then open a stream: in any case, or
   * only where the one that is open does not bring what it should. @param {boolean} always */
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
      shut(); // it is as dead, and takes up a connection
      anew = true;
      // What fails at once (no network, a server that starts) is tried again after a while.
      const pause = began + Math.min(1000 * 2 ** round, GLANCE_MS) * (0.5 + Math.random() / 2) - Date.now();
      if (pause > 0) await new Promise((done) => setTimeout(done, pause));
    }
  }

  /** A picture came that was asked for. @param {import("./types.d.ts").Message} frame @param {number} began when */
  function takeFound(frame, began) {
    const [always, number] = [anew, page.number()];
    end();
    // What the stream said meanwhile may be later. Numbers of another process are not to be compared: then the stream will tell.
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

  /** Other windows were touched after this one: leave the streams to them, and ask now and then. */
  function park() {
    end();
    shut();
    page.connection("parked");
  }

  /** While the network is away nothing is said; the stream tells when it is back. */
  async function pollHidden() {
    lastAsked = Date.now();
    const seen = await fetchJson(address);
    if (isHidden && seen?.state.acting) page.turn();
  }

  /** What time alone makes necessary. */
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

  /** Somebody is here, perhaps after hours, or the network is: whatever was open then may be dead. */
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
  // A browser opens six connections to a site at most: a page in the background gives its own up, and asks now and then.
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
    /** Something was sent to the table. Call what is returned when the answer is there; if none comes, or no picture after it, the
     * page asks for the picture itself. */
    expect() {
      const sent = Date.now();
      const look = () => { if (lastHeard < sent && !searching) recover(false); };
      let timer = window.setTimeout(look, 2 * OWN_MS);
      return (/** @type {boolean} */ done) => {
        clearTimeout(timer);
        if (done) timer = window.setTimeout(look, OWN_MS);
      };
    },
    /** The table could not be reached. */
    lost() {
      page.connection("lost");
      recover(true);
    },
  };
}

// @ts-check
// Decides which windows of a browser hold a stream. A browser opens at most six HTTP/1.1 connections to a site, so more
// than four streams would leave too few for pages and actions. The windows send each other their ids and the times when
// they were last used, but nothing about their tables: a seat's hidden information stays in its own window.

export const MOST = 4;
const BEAT_MS = 4_000;
const GONE_MS = 3 * BEAT_MS;

/** The message of a window about itself.
 * @typedef {object} Said
 * @property {string} id
 * @property {number} touched the time when the player last used it, in milliseconds since 1970
 * @property {boolean} wants whether it wants a stream
 * @property {boolean} [asks] whether the other windows should answer */

/** @typedef {Said & {at: number}} Known a window's last message and its time */

/** Return whether a window may hold a stream: fewer than `MOST` others were used more recently.
 * @param {Said} own @param {Iterable<Known>} others @param {number} now in milliseconds since 1970 */
export function canHold(own, others, now) {
  const before = [...others].filter((one) => one.wants && now - one.at < GONE_MS
    && (one.touched > own.touched || (one.touched === own.touched && one.id > own.id)));
  return before.length < MOST;
}

/** Take part as a window. `changed` is called when this window gains or loses the right to hold a stream.
 * @param {() => void} changed */
export function share(changed) {
  /** @type {BroadcastChannel | null} */
  let channel = null;
  /** @type {Map<string, Known>} */
  const others = new Map();
  /** @type {Said} */
  const own = { id: Math.random().toString(36).slice(2), touched: Date.now(), wants: false };
  let may = true;

  const say = (asks = false) => channel?.postMessage({ ...own, asks });

  function look() {
    const now = canHold(own, others.values(), Date.now());
    if (now === may) return;
    may = now;
    changed();
  }

  /** @param {boolean} wants */
  function want(wants) {
    if (wants && !channel && "BroadcastChannel" in window) {
      channel = new BroadcastChannel("enginehouse-streams");
      channel.onmessage = ({ data }) => {
        others.set(data.id, { ...data, at: Date.now() });
        if (data.asks) say();
        look();
      };
    }
    const news = own.wants !== wants;
    own.wants = wants;
    if (news) say(wants);
    if (wants) return;
    channel?.close(); // Browsers do not keep a page for the way back if it has an open channel.
    channel = null;
    others.clear();
  }

  /** Note that the player has used this window. */
  function touch() {
    if (may && Date.now() - own.touched < 1000) return;
    own.touched = Date.now();
    say();
    look();
  }

  window.setInterval(() => {
    if (!own.wants) return;
    say();
    look();
  }, BEAT_MS);
  return { want, touch, may: () => may };
}

// @ts-check
/**
 * The page that stays. It holds the worker with the table, and shows the table's own pages in a frame: a worker ends with
 * the page that made it, and each link is a new page. One tab holds the worker (a lock). Other tabs show pages from it, and
 * the next one takes over when it is closed.
 */

const BASE = new URL("./", import.meta.url).pathname, HOUSE = `${BASE}house`, LOCK = `enginehouse ${BASE}`;
const SECONDS = 90, SNAPSHOT_MS = 4000;
const asked = new URLSearchParams(location.search);

/** @param {string} id @returns {any} */
const findById = (id) => document.getElementById(id);
/** Show a sentence while the games load. @param {string} text */
const say = (text) => { findById("say").textContent = text; };

/** Show a sentence in the bar. @param {string} text @param {boolean} warns */
function note(text, warns = false) {
  findById("note").textContent = text;
  findById("note").classList.toggle("warns", warns);
}

/** The times in milliseconds since the page began, for measurements. @type {Record<string, number>} */
const times = {};
/** @type {any} */ (window).times = times;
const mark = (/** @type {string} */ name) => { times[name] ??= Math.round(performance.now()); };

/** @type {Worker | null} */
let worker = null;
/** Calls to the worker that wait for an answer. @type {Map<number, {ok: (value: any) => void, no: (error: Error) => void}>} */
const calls = new Map();
let count = 0;

/** Call a function of the worker. @param {string} name @param {any} [given] @returns {Promise<any>} */
function call(name, given) {
  if (!worker) return Promise.reject(new Error("The games run in another tab. Use this button there."));
  const number = ++count;
  worker.postMessage({ kind: "call", name, number, given });
  return new Promise((ok, no) => calls.set(number, { ok, no }));
}

const SENTENCES = {
  full: "The storage of this browser is full: what you do now is lost when you close the tab. Save all your games, then delete data of other pages.",
  broken: "This browser did not store your last action. Save all your games before you close the tab.",
};

/**
 * Start a worker with this task: "" for the table, "no" for the table without a snapshot, or "make" to store a snapshot. Its
 * name has the task, because a script that the service worker answers does not see the query of its own address.
 * @param {string} task
 */
const makeWorker = (task) => new Worker(`${BASE}worker.js`, { type: "module", name: `${task} ${asked.get("storage") ?? ""}` });

/** Start the worker in this tab. */
function hold() {
  worker = makeWorker(asked.get("snapshot") ?? "");
  worker.onerror = (event) => say(`This browser cannot run the games: ${event.message || "it does not start workers with modules"}.`);
  worker.onmessage = ({ data }) => {
    if (data.kind === "mark") { mark(data.name); if (data.says) say(data.says); }
    if (data.kind === "ready") {
      mark("ready");
      describeStorage(data);
      show();
      if (data.wantsSnapshot && data.keeps !== "nowhere") setTimeout(makeSnapshot, SNAPSHOT_MS);
    }
    if (data.kind === "failed") say(`The games did not start: ${data.why}`);
    if (data.kind === "storage") note(data.state === "good" ? "" : SENTENCES[/** @type {"full" | "broken"} */ (data.state)], data.state !== "good");
    if (data.kind === "called") {
      const waiting = calls.get(data.number);
      calls.delete(data.number);
      if (data.error) waiting?.no(new Error(data.error)); else waiting?.ok(data.value);
    }
  };
}

/** Let another worker keep a snapshot of Python, so that the next visit starts faster. */
async function makeSnapshot() {
  const names = await call("packages"), maker = makeWorker("make");
  maker.onerror = () => maker.terminate();
  maker.onmessage = ({ data }) => {
    if (data.kind !== "made") return;
    if (data.why) console.warn("No snapshot was kept, so the next visit starts as slowly as this one.", data.why);
    mark("snapshot");
    maker.terminate();
  };
  maker.postMessage({ kind: "make", names });
}

/** Say where games are kept. @param {{keeps: string}} ready */
async function describeStorage({ keeps }) {
  const persistent = await navigator.storage?.persist?.().catch(() => false);
  const fact = keeps === "nowhere"
    ? "This browser lets the page store nothing, as in a private window. You can play, but all games are lost when you close the tab."
    : `Your games are stored in this browser${persistent ? "" : ", which may delete them if it needs room or if you do not come back for a while. Save them to be safe"}.`;
  const slow = keeps === "indexed" ? " It offers no private files to the page, so it stores all of them with each action. With many games that takes longer." : "";
  findById("kept").textContent = fact + slow;
  if (keeps === "nowhere") note("Nothing is stored in this window: all games are lost when you close the tab.", true);
}

let shown = false;
/** Show the table's page in the frame. */
function show() {
  if (shown) return;
  shown = true;
  const frame = findById("house");
  frame.addEventListener("load", () => {
    const at = frame.contentWindow.location;
    if (!at.pathname.startsWith(HOUSE)) return;
    mark("shown");
    findById("wait").hidden = true;
    frame.hidden = findById("bar").hidden = false;
    history.replaceState(null, "", `#${at.pathname.slice(HOUSE.length) || "/"}${at.search}`);
    document.title = frame.contentDocument.title || "Enginehouse";
  });
  frame.src = HOUSE + (location.hash.slice(1) || "/");
}
window.addEventListener("hashchange", () => { if (shown) findById("house").contentWindow.location.replace(HOUSE + location.hash.slice(1)); });

navigator.serviceWorker?.addEventListener("message", ({ data, ports }) => {
  if (!worker) return;
  if (data.kind === "holds") ports[0].postMessage(true);
  if (data.kind === "request") worker.postMessage(data, [...ports, ...(data.body ? [data.body] : [])]);
});

/** Register the service worker, and wait until it answers for this page. */
async function register() {
  await navigator.serviceWorker.register(`${BASE}sw.js`, { scope: BASE, updateViaCache: "none" });
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) {
    await new Promise((ok) => navigator.serviceWorker.addEventListener("controllerchange", ok, { once: true }));
  }
  navigator.serviceWorker.startMessages();
}

/** Save all games as a file. */
async function save() {
  const data = await call("save"), link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data], { type: "application/gzip" }));
  link.download = `enginehouse-${new Date().toISOString().slice(0, 10)}.backup.gz`;
  link.click();
  note("All your games are in the file.");
}

/** Replace all games by those of a file. @param {File} file */
async function bring(file) {
  if (!confirm("This replaces all games in this browser by those in the file. Continue?")) return;
  findById("more").close();
  note(await call("bring", await file.arrayBuffer()));
  findById("house").contentWindow.location.replace(`${HOUSE}/`);
}

const report = (/** @type {Error} */ error) => { findById("more").close(); note(error.message, true); };
findById("about").onclick = () => findById("more").showModal();
findById("save").onclick = () => save().catch(report);
findById("bring").onclick = () => findById("file").click();
findById("file").onchange = () => { const [file] = findById("file").files; findById("file").value = ""; if (file) bring(file).catch(report); };

/** @type {any} */ (window).house = { call };

if (!isSecureContext || !("serviceWorker" in navigator)) {
  say("The games need a service worker, and this browser does not offer one here. Open the page by https, or from this machine, and not in a private window of Firefox. The rules below work without it.");
  findById("wait").append(findById("rules"));
} else if (typeof DecompressionStream === "undefined" || !navigator.locks) {
  say("This browser is too old for the games. Firefox 114, Chrome 80 and Safari 16.4 are new enough.");
} else {
  try {
    await register();
    mark("service worker");
    const held = await new Promise((ok) => {
      navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => { ok(Boolean(lock)); return lock && new Promise(() => {}); });
    });
    if (held) {
      hold();
    } else {
      findById("kept").textContent = "The games run in another tab of this browser. If you close it, this tab takes over.";
      show();
      navigator.locks.request(LOCK, () => { hold(); return new Promise(() => {}); });
    }
  } catch (error) {
    say(`The games did not start: ${error instanceof Error ? error.message : error}`);
  }
}
setTimeout(() => { if (!times.ready && worker) note("Starting takes longer than usual."); }, 1000 * SECONDS);

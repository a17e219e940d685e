// @ts-check
/** The worker with the table: Python (Pyodide), the application, and a database that this browser keeps. */
// @ts-ignore  (a file of the built folder)
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { openStorage } from "./storage.js";

const BASE = new URL("./", import.meta.url).pathname, HOUSE = `${BASE}house`;
const SITE = "/site/", FOLDER = "/tmp/", DATABASE = `${FOLDER}tables.sqlite3`, EMPTY = `${SITE}empty.sqlite3`, FILE = `${FOLDER}games.gz`;
const IDLE_MS = 60_000;
const reader = new TextDecoder();

/** @param {string} name @param {string} [says] */
const mark = (name, says) => postMessage({ kind: "mark", name, says });

// -- files: they are packed in the folder, because a plain file server does not pack anything

/** @param {string} name @returns {Promise<ReadableStream>} */
async function open(name) {
  const got = await plainFetch(BASE + name);
  if (!got.ok || !got.body) throw new Error(`the file ${name} is missing (${got.status})`);
  return got.body.pipeThrough(new DecompressionStream("gzip"));
}
/** @param {string} name */
const read = async (name) => new Uint8Array(await new Response(await open(name)).arrayBuffer());
const plainFetch = self.fetch.bind(self);
self.fetch = async (asked, more) => String(asked instanceof Request ? asked.url : asked).endsWith("pyodide.asm.wasm")
  ? new Response(await open("pyodide/pyodide.asm.wasm.bin"), { headers: { "content-type": "application/wasm" } })
  : plainFetch(asked, more);

/** Unpack an archive (tar) into Python's file system. @param {any} py @param {Uint8Array} data */
function unpack(py, data) {
  /** @param {number} at @param {number} many */
  const text = (at, many) => reader.decode(data.subarray(at, at + many)).replace(/\0.*$/s, "");
  const folders = new Set();
  for (let at = 0; data[at];) {
    const before = text(at + 345, 155), name = SITE + (before ? `${before}/` : "") + text(at, 100), size = parseInt(text(at + 124, 12), 8);
    const folder = name.slice(0, name.lastIndexOf("/"));
    if (!folders.has(folder)) { py.FS.mkdirTree(folder); folders.add(folder); }
    py.FS.writeFile(name, data.slice(at + 512, at + 512 + size), { canOwn: true });
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

// -- bots: each game has a worker of its own, which ends when it is idle

const BOTS = /** @type {Record<string, {file: string, bots: string[]}>} */ ($BOTS);
/** @type {Map<string, {worker: Worker, ends: number}>} */
const thinking = new Map();
/** @type {Map<number, {ok: (code: number) => void, no: (error: Error) => void}>} */
const choices = new Map();
let asked = 0;

/** @param {string} game */
function findWorker(game) {
  let one = thinking.get(game);
  if (!one) {
    const worker = new Worker(`${BASE}bot.js`, { type: "module", name: BOTS[game].file });
    worker.onmessage = ({ data }) => {
      const waiting = choices.get(data.number);
      choices.delete(data.number);
      if (data.error) waiting?.no(new Error(data.error)); else waiting?.ok(data.code);
    };
    worker.onerror = (event) => {
      thinking.delete(game);
      for (const waiting of choices.values()) waiting.no(new Error(event.message || "the worker of the bot failed"));
      choices.clear();
    };
    one = { worker, ends: 0 };
    thinking.set(game, one);
  }
  clearTimeout(one.ends);
  one.ends = setTimeout(() => { thinking.get(game)?.worker.terminate(); thinking.delete(game); }, IDLE_MS);
  return one.worker;
}

// -- Python

/** @type {any} */
let py;
/** @type {any} */
let tab;
/** @type {any} */
let storage;
let state = "good";

/** Keep the database. If that fails, say so once, and again when it works. */
async function keep() {
  let now = "good";
  try {
    await storage.keep(py.FS.readFile(DATABASE));
  } catch (error) {
    now = error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "broken";
  }
  if (now !== state) postMessage({ kind: "storage", state: now });
  state = now;
}

const bridge = {
  keep,
  /** @param {string} text */
  keep_cookies: async (text) => { try { await storage.keepCookies(text); } catch { /* `keep` reports a full storage. */ } },
  /** @param {string} game @param {string} bot */
  has_bot: (game, bot) => Boolean(BOTS[game]?.bots.includes(bot)),
  /** @param {string} game @param {string} bot @param {any} view @param {number} seat @param {string} legal @param {number} seed */
  choose: (game, bot, view, seat, legal, seed) => new Promise((ok, no) => {
    const number = ++asked;
    choices.set(number, { ok, no });
    findWorker(game).postMessage({ number, bot, view: view.toJs(), seat, legal: JSON.parse(legal), seed: Number(seed) });
  }),
};

/** Add the files that bring an older database up to date. */
async function addMigrations() {
  unpack(py, await read("migrations.tar.bin"));
  py.runPython("importlib.invalidate_caches()");
}

async function start() {
  const site = read("site.tar.bin");
  const { kind, storage: opened } = await openStorage(`enginehouse${BASE.replaceAll("/", "-")}`, self.name);
  storage = opened;
  const script = URL.createObjectURL(new Blob([await read("pyodide/pyodide.asm.mjs.bin")], { type: "text/javascript" }));
  const { default: createPyodideModule } = await import(script);
  py = await loadPyodide({
    indexURL: `${BASE}pyodide/`,
    createPyodideModule,
    env: { ENGINEHOUSE_JIT: "0", HOME: "/tmp", PYTHONHASHSEED: "0" },
    lockFileContents: $LOCK,
    checkAPIVersion: false,
  });
  mark("Python", "Starting the table …");
  unpack(py, await site);
  py.FS.writeFile(DATABASE, storage.database() ?? py.FS.readFile(EMPTY));
  py.runPython(`import sys, importlib; sys.path.insert(0, "/site"); importlib.invalidate_caches()`);
  mark("unpacked");
  const place = { protocol: location.protocol, host: location.host, path: HOUSE };
  tab = py.runPython("from pathlib import Path; from enginehouse.table.tab.start import Tab; Tab")(bridge, py.runPython(`Path("${FOLDER}")`), place);
  mark("imported");
  if (tab.is_outdated()) await addMigrations();
  await tab.open(storage.cookies());
  postMessage({ kind: "ready", keeps: kind });
}
const started = start();
started.catch((error) => postMessage({ kind: "failed", why: String(error.message).trim().split("\n").at(-1) }));

/** Answer a request of the service worker. @param {any} request @param {MessagePort} port */
async function serve(request, port) {
  /** @param {string} kind @param {number} status @param {string} headers @param {any} body */
  const out = (kind, status, headers, body) => {
    if (kind === "end") return port.postMessage({ kind });
    const data = body.toJs();
    if (kind === "chunk") return port.postMessage({ kind, body: data }, [data.buffer]);
    const list = JSON.parse(headers), streams = list.some((/** @type {string[]} */ [name, value]) => name === "content-type" && value.startsWith("text/event-stream"));
    port.postMessage({ kind, status, headers: list, body: data, streams });
  };
  const gone = new Promise((ok) => { port.onmessage = () => ok(true); });
  try {
    const given = { method: request.method, path: request.path, headers: JSON.stringify(request.headers), body: new Uint8Array(request.body ?? 0) };
    await tab.serve(given, out, gone);
  } catch (error) {
    console.error(error);
    port.postMessage({ kind: "start", status: 500, headers: [["content-type", "text/plain"]], body: "The table failed. Reload the page.", streams: false });
  }
}

/** What the shell can call. @type {Record<string, (given: any) => Promise<any>>} */
const CALLS = {
  save: async () => { await tab.save(FILE); return py.FS.readFile(FILE); },
  bring: async (data) => {
    py.FS.writeFile(FILE, new Uint8Array(data));
    if (tab.is_older(FILE)) await addMigrations();
    return tab.bring(FILE, EMPTY);
  },
  figures: async () => ({ python: py._module.HEAPU8.length, database: py.FS.stat(DATABASE).size, bots: thinking.size, state }),
};

self.onmessage = async ({ data, ports }) => {
  try { await started; } catch { return; }
  if (data.kind === "request") return serve(data, ports[0]);
  try {
    postMessage({ kind: "called", number: data.number, value: await CALLS[data.name](data.given) });
  } catch (error) {
    postMessage({ kind: "called", number: data.number, error: String(error instanceof Error ? error.message.trim().split("\n").at(-1) : error) });
  }
};

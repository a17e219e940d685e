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

/** The files of the last archive, which share its memory. @type {string[]} */
let unpacked = [];

/** Unpack an archive (tar) into Python's file system. @param {any} py @param {Uint8Array} data */
function unpack(py, data) {
  unpacked = [];
  /** @param {number} at @param {number} many */
  const text = (at, many) => reader.decode(data.subarray(at, at + many)).replace(/\0.*$/s, "");
  const folders = new Set();
  for (let at = 0; data[at];) {
    const before = text(at + 345, 155), name = SITE + (before ? `${before}/` : "") + text(at, 100), size = parseInt(text(at + 124, 12), 8);
    const folder = name.slice(0, name.lastIndexOf("/"));
    if (!folders.has(folder)) { py.FS.mkdirTree(folder); folders.add(folder); }
    py.FS.writeFile(name, data.subarray(at + 512, at + 512 + size), { canOwn: true });
    unpacked.push(name);
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

/** Free the memory of the archive: imported modules are not read again, so their files become empty, and others get memory of their own. */
function freeArchive() {
  const imported = new Set(py.runPython(`"\\n".join(filter(None, (getattr(one, "__file__", None) for one in sys.modules.values())))`).split("\n"));
  for (const name of unpacked) py.FS.writeFile(name, imported.has(name) ? new Uint8Array(0) : py.FS.readFile(name), { canOwn: true });
  unpacked = [];
}

// -- bots: each game has a worker of its own, which ends when it is idle

const BOTS = /** @type {Record<string, {file: string, bots: string[]}>} */ ($BOTS);
/** @type {Map<string, {worker: Worker, ends: number}>} */
const thinking = new Map();
/** @type {Map<number, {ok: (choice: string) => void, no: (error: Error) => void}>} */
const choices = new Map();
let asked = 0, longest = 0;

/** @param {string} game */
function findWorker(game) {
  let one = thinking.get(game);
  if (!one) {
    const worker = new Worker(`${BASE}bot.js`, { type: "module", name: BOTS[game].file });
    worker.onmessage = ({ data }) => {
      const waiting = choices.get(data.number);
      choices.delete(data.number);
      if (data.error) waiting?.no(new Error(data.error)); else waiting?.ok(JSON.stringify(data.choice));
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

const isFull = (/** @type {unknown} */ error) => error instanceof DOMException && error.name === "QuotaExceededError";

/** Keep the database. Games are worth more than a snapshot, so it makes room for them. */
async function keepGames() {
  try {
    await storage.keep(py.FS.readFile(DATABASE));
  } catch (error) {
    if (!isFull(error) || !await removeSnapshots()) throw error;
    await storage.keep(py.FS.readFile(DATABASE));
  }
}

/** Keep the database. If that fails, say so once, and again when it works. */
async function keep() {
  let now = "good";
  try {
    await keepGames();
  } catch (error) {
    now = isFull(error) ? "full" : "broken";
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
    const number = ++asked, isNew = !thinking.has(game), began = performance.now();
    const note = (/** @type {string} */ choice) => {
      if (!isNew) longest = Math.max(longest, performance.now() - began); // The first one loads the module.
      ok(choice);
    };
    choices.set(number, { ok: note, no });
    findWorker(game).postMessage({ number, bot, view: view.toJs(), seat, legal: JSON.parse(legal), seed: Number(seed) });
  }),
};

/** Add the files that bring an older database up to date. */
async function addMigrations() {
  unpack(py, await read("migrations.tar.bin"));
  py.runPython("importlib.invalidate_caches()");
}

/** Start Python. @param {Uint8Array | null} memory a snapshot, or null @param {Record<string, any>} more options of Pyodide */
async function startPython(memory, more = {}) {
  const script = URL.createObjectURL(new Blob([await read("pyodide/pyodide.asm.mjs.bin")], { type: "text/javascript" }));
  const { default: createPyodideModule } = await import(script);
  /** @param {any} settings */
  const createGrown = async (settings) => {
    const module = await createPyodideModule(settings);
    if (memory) module._malloc(memory.length + ROOM); // Pyodide copies the snapshot into memory that has to be large enough.
    return module;
  };
  const python = await loadPyodide({
    indexURL: `${BASE}pyodide/`,
    createPyodideModule: createGrown,
    env: { ENGINEHOUSE_JIT: "0", HOME: "/tmp", PYTHONHASHSEED: "0" },
    lockFileContents: $LOCK,
    checkAPIVersion: false,
    ...(memory ? { _loadSnapshot: memory } : {}),
    ...more,
  });
  delete python._api.config._loadSnapshot; // It has been copied, and is large.
  memory = null;
  return python;
}

// -- a snapshot: the memory of Python after it has started and imported its modules. A later visit begins with it.

const [task, wanted] = self.name.split(" ");
let hasSnapshot = false;
const SNAPSHOTS = "enginehouse-snapshot ", SNAPSHOT = `${SNAPSHOTS}${BASE} $SNAPSHOT`, ROOM = 4_000_000;

/** Return the snapshot of this version, or null if there is none. @returns {Promise<Uint8Array | null>} */
async function findSnapshot() {
  if (task === "no") return null;
  const kept = await caches.match(BASE, { cacheName: SNAPSHOT }).catch(() => null);
  return kept ? new Uint8Array(await kept.arrayBuffer()) : null;
}

/** Remove the snapshots of this folder. Return whether there was one. */
async function removeSnapshots() {
  const found = (await caches.keys()).filter((name) => name.startsWith(`${SNAPSHOTS}${BASE} `));
  await Promise.all(found.map((name) => caches.delete(name)));
  return found.length > 0;
}

/** The program that imports modules for a snapshot. The machine code of msgspec cannot be in a snapshot, so modules that import it are left out. */
const IMPORT = `
import contextlib, importlib, sys
sys.path.insert(0, "/site")
sys.modules["msgspec"] = None  # to import it is an error
wanted = names.split()
for name in wanted:
    with contextlib.suppress(ImportError):
        importlib.import_module(name)
failed = set(wanted) - set(sys.modules)
alone = [name for name in sys.modules if name.rpartition(".")[0] in failed]
if alone:
    raise ImportError("a package imports msgspec, but its modules do not: " + " ".join(alone))
del sys.modules["msgspec"], name, names, wanted, failed, alone
`;

/** Store a snapshot with these modules, whose names have spaces between them. It has no data of a person. @param {string} names */
async function keepSnapshot(names) {
  py = await startPython(null, { _makeSnapshot: true });
  unpack(py, await read("site.tar.bin"));
  py.globals.set("names", names);
  py.runPython(IMPORT);
  const data = py.makeMemorySnapshot();
  await removeSnapshots();
  await (await caches.open(SNAPSHOT)).put(BASE, new Response(data));
  return data.length;
}

/** Start Python from the snapshot if there is one, else anew. */
async function startFast() {
  const memory = await findSnapshot();
  if (memory) {
    try {
      py = await startPython(memory);
      py.runPython("import random; random.seed()"); // In the snapshot, all visits would have the same numbers.
      hasSnapshot = true;
      return;
    } catch (error) {
      console.warn("The snapshot cannot be used, so Python starts anew.", error);
      await removeSnapshots();
    }
  }
  py = await startPython(null);
}

async function start() {
  const site = read("site.tar.bin");
  const { kind, storage: opened } = await openStorage(`enginehouse${BASE.replaceAll("/", "-")}`, wanted);
  storage = opened;
  await startFast();
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
  freeArchive();
  postMessage({ kind: "ready", keeps: kind, wantsSnapshot: !hasSnapshot && task !== "no" });
}
const started = task === "make" ? new Promise(() => {}) : start();
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
  packages: async () => py.runPython(`import sys; " ".join(sys.modules)`),
  figures: async () => ({ hasSnapshot, python: py._module.HEAPU8.length, database: py.FS.stat(DATABASE).size, bots: thinking.size, longest, state }),
};

self.onmessage = async ({ data, ports }) => {
  if (data.kind === "make") {
    try { postMessage({ kind: "made", size: await keepSnapshot(data.names) }); } catch (error) { postMessage({ kind: "made", why: String(error) }); }
    return;
  }
  try { await started; } catch { return; }
  if (data.kind === "request") return serve(data, ports[0]);
  try {
    postMessage({ kind: "called", number: data.number, value: await CALLS[data.name](data.given) });
  } catch (error) {
    postMessage({ kind: "called", number: data.number, error: String(error instanceof Error ? error.message.trim().split("\n").at(-1) : error) });
  }
};

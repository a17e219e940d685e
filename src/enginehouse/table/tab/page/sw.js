// @ts-nocheck
/**
 * Answers requests of this folder. Files come from the cache, and everything below `house` from the tab that holds the table.
 * It keeps nothing in memory, so the browser may end and start it at any time.
 */
const BASE = new URL("./", self.location).pathname, HOUSE = `${BASE}house`, CACHE = "enginehouse $VERSION";
const FILES = new Set($FILES);
/** The files that the page needs before it can start. */
const FIRST = ["index.html", "shell.css", "shell.js", "worker.js"];
const PATIENCE_MS = 30_000;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FIRST.map((name) => new Request(BASE + name, { cache: "no-cache" })))));
});
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("enginehouse ") && name !== CACHE) await caches.delete(name);
  await clients.claim();
})()));

/** Answer with a file of the folder, and keep it. */
async function answerFile(name, event) {
  const cache = await caches.open(CACHE), known = await cache.match(BASE + name);
  if (known) return known;
  const got = await fetch(BASE + name, { cache: "no-cache" });
  if (got.ok) event.waitUntil(cache.put(BASE + name, got.clone()));
  return got;
}

/** Answer with a script, style sheet or font of the table. Its address changes with its content. */
async function answerAsset(request, address, event) {
  const cache = await caches.open(CACHE), known = await cache.match(address);
  if (known) return known;
  const got = await ask(request, address);
  if (got.ok) event.waitUntil(cache.put(address, got.clone()));
  return got;
}

/** Return all tabs with the shell. The browser does not say which of them holds the lock, so each is asked. */
async function findShells() {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    const found = (await clients.matchAll({ type: "window", includeUncontrolled: true })).filter(({ url }) => new URL(url).pathname === BASE || new URL(url).pathname === `${BASE}index.html`);
    if (found.length) return found;
    await new Promise((ok) => setTimeout(ok, 50));
  }
  return [];
}

/** Ask the table. Each tab gets the request, and the one that holds the table answers. */
async function ask(request, address) {
  const shells = await findShells();
  if (!shells.length) return new Response("No tab with the games is open.", { status: 503 });
  const body = ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer();
  return new Promise((ok) => {
    for (const shell of shells) {
      const { port1, port2 } = new MessageChannel();
      let sink = null;
      port1.onmessage = ({ data }) => {
        if (data.kind === "start") {
          const stream = data.streams && new ReadableStream({ start(one) { sink = one; }, cancel() { port1.postMessage("gone"); } });
          const bare = [204, 205, 304].includes(data.status);
          ok(new Response(bare ? null : stream || data.body, { status: data.status, headers: data.headers }));
          if (!data.streams) port1.close();
        } else if (data.kind === "chunk") {
          try { sink.enqueue(data.body); } catch { port1.postMessage("gone"); }
        } else {
          try { sink.close(); } catch { /* The page has gone. */ }
          port1.close();
        }
      };
      shell.postMessage({ kind: "request", method: request.method, path: address, headers: [...request.headers], body: body?.slice(0) }, [port2]);
    }
  });
}

self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== self.location.origin || !url.pathname.startsWith(BASE)) return;
  const isHouse = url.pathname === HOUSE || url.pathname.startsWith(`${HOUSE}/`);
  const inTab = request.mode === "navigate" && request.destination === "document";
  const name = url.pathname.slice(BASE.length) || "index.html";
  if (isHouse && inTab) {
    event.respondWith(Response.redirect(`${BASE}#${url.pathname.slice(HOUSE.length) || "/"}${url.search}`));
  } else if (isHouse && request.method === "GET" && url.pathname.startsWith(`${HOUSE}/static/`)) {
    event.respondWith(answerAsset(request, url.pathname + url.search, event));
  } else if (isHouse) {
    event.respondWith(ask(request, url.pathname + url.search));
  } else if (FILES.has(name)) {
    event.respondWith(answerFile(name, event));
  }
});

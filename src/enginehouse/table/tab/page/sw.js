// @ts-nocheck
/**
 * Answers requests of this folder. Files come from the cache, and everything below `house` from the tab that holds the table.
 * It keeps nothing in memory, so the browser may end and start it at any time.
 */
const BASE = new URL("./", self.location).pathname, HOUSE = `${BASE}house`, CACHE = "enginehouse $VERSION";
const FILES = new Set($FILES);
/** The files that the page needs before it can start. */
const FIRST = ["index.html", "shell.css", "shell.js", "worker.js"];
const SHELLS = [BASE, `${BASE}index.html`];
const PATIENCE_MS = 60_000, AGAIN_MS = 500;

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

/** The id of the tab that holds the table, as far as it is known. */
let holder = "";

/** Return the tab if it holds the table, or fail. It answers a question without effect, so it can be asked again. */
function askWhether(shell) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((ok, no) => {
    port1.onmessage = () => ok(shell);
    shell.postMessage({ kind: "holds" }, [port2]);
    setTimeout(no, AGAIN_MS);
  });
}

/** Return the tab that holds the table. Wait for it, because a tab may just be starting or taking over. */
async function findHolder() {
  const end = Date.now() + PATIENCE_MS, known = holder && await clients.get(holder);
  if (known) return known;
  while (Date.now() < end) {
    const found = (await clients.matchAll({ type: "window", includeUncontrolled: true })).filter(({ url }) => SHELLS.includes(new URL(url).pathname));
    const shell = await Promise.any(found.map(askWhether)).catch(() => null);
    if (shell) {
      holder = shell.id;
      return shell;
    }
    await new Promise((ok) => setTimeout(ok, 50));
  }
  return null;
}

/** Ask the table. If its tab is closed meanwhile, ask the tab that takes over, unless the request may have had an effect. */
async function ask(request, address, sent) {
  const reads = ["GET", "HEAD"].includes(request.method), body = sent ?? (reads ? null : await request.arrayBuffer());
  const shell = await findHolder();
  if (!shell) return new Response("No tab with the games is open.", { status: 503 });
  const { port1, port2 } = new MessageChannel();
  return new Promise((ok) => {
    let sink = null;
    const watch = setInterval(async () => {
      if (await clients.get(shell.id)) return;
      clearInterval(watch);
      if (holder === shell.id) holder = "";
      if (sink) sink.error(new Error("the tab with the games was closed"));
      else ok(reads ? ask(request, address, body) : new Response("The tab with the games was closed. Reload the page.", { status: 503 }));
    }, AGAIN_MS);
    const finish = () => { clearInterval(watch); port1.close(); };
    port1.onmessage = ({ data }) => {
      if (data.kind === "start") {
        const leave = () => { port1.postMessage("gone"); clearInterval(watch); };
        const stream = data.streams && new ReadableStream({ start(one) { sink = one; }, cancel: leave });
        const bare = [204, 205, 304].includes(data.status);
        ok(new Response(bare ? null : stream || data.body, { status: data.status, headers: data.headers }));
        if (!data.streams) finish();
      } else if (data.kind === "chunk") {
        try { sink.enqueue(data.body); } catch { port1.postMessage("gone"); }
      } else {
        try { sink.close(); } catch { /* The page has gone. */ }
        finish();
      }
    };
    shell.postMessage({ kind: "request", method: request.method, path: address, headers: [...request.headers], body: body?.slice(0) }, [port2]);
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
  } else if (isHouse && request.method === "GET" && url.pathname.startsWith(`${HOUSE}/assets/`)) {
    event.respondWith(answerAsset(request, url.pathname + url.search, event));
  } else if (isHouse) {
    event.respondWith(ask(request, url.pathname + url.search));
  } else if (FILES.has(name)) {
    event.respondWith(answerFile(name, event));
  }
});

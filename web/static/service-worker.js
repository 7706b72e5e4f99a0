// Opens the page without a network: a service worker, one version a build.
//
// The page registers it under the build's name (`offline.js`). It keeps the page, its engine and the diagrams as one set when
// it is installed, and languages, of programs and of the page, when they are used. What is never stale: the page itself comes from the network wherever
// there is one, and only files whose address changes with their content come from the cache first. All that it keeps can be
// had again, so the caches of other builds are deleted.
//
// A new worker takes over once no tab of the old one is open, as browsers do it by themselves. `skipWaiting` is not used: Chromium
// stops the old worker for it while the page asks that one for files, gives up, and leaves a request without an answer.
// Nothing is stale meanwhile: the old worker passes on the new page and the files it names.

const BUILD = new URL(self.location.href).searchParams.get("v");
const PREFIX = "quarry-build-";
const CACHE = PREFIX + BUILD;
const SCOPE = self.registration.scope;

/** Loaded by names that are put together, so reading the scripts does not find them. */
const ENGINE = ["engine-worker.js", "engine.js", "engine_bg.wasm", "pack.js", "parse-worker.js", "../packs/packs.json"];
const NAMED_FILES = ENGINE.map((name) => `engine/${name}?v=${BUILD}`);
/** Both parts of the engine import it, so it has no build's name. */
const INSTANCE = "/engine/instance.js";
const MANIFEST = "manifest.webmanifest";
/** The scripts of the diagrams: `vendor.mjs` wrote the list. */
const DIAGRAMS = "vendor/scripts.json";

/** Addresses that change with their content: a hash in the name, or the name of a build. */
const HASHED = /-[0-9a-f]{14,16}(_bg)?\.(js|css|wasm|svg)$/;
const NAMED = /^\?v=[0-9a-f]{16}$/;
const SNIPPETS = /\/snippets\/[\w-]+-[0-9a-f]{14,16}\//;

self.addEventListener("install", (event) => {
  event.waitUntil(install());
});

self.addEventListener("activate", (event) => {
  // The page of the first visit is kept with the languages that it uses.
  event.waitUntil(deleteOthers().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(SCOPE)) return;
  if (request.mode === "navigate") {
    if (isPage(url)) event.respondWith(page(request));
  } else if (HASHED.test(url.pathname) || NAMED.test(url.search) || SNIPPETS.test(url.pathname)) {
    event.respondWith(cacheFirst(event, request));
  } else if (url.pathname.endsWith(".webmanifest") || url.pathname.includes("/vendor/") || url.pathname.endsWith(INSTANCE)) {
    event.respondWith(networkFirst(request));
  }
});

/** Keeps the set; where a file fails nothing is kept, and the browser tries again at the next visit. */
async function install() {
  const cache = await caches.open(CACHE);
  const html = await fetch(SCOPE, { cache: "no-cache" });
  const text = await html.clone().text();
  // A deploy meanwhile: the page that comes next registers its own.
  if (!html.ok || !text.includes(BUILD)) throw new Error(`the page is not of the build ${BUILD}`);
  await cache.put(SCOPE, html);
  const linked = [...text.matchAll(/(?:href|src)=["']?(\.\/[^"'\s>]+)/g)].map(([, path]) => path);
  const scripts = await (await fetch(new URL(DIAGRAMS, SCOPE), { cache: "no-cache" })).json();
  const diagrams = scripts.map((path) => `vendor/${path}`);
  const seen = new Set();
  const all = [...linked, ...NAMED_FILES, ...diagrams, MANIFEST];
  await Promise.all(all.map((path) => keep(cache, new URL(path, SCOPE), seen)));
}

/** Keeps a file and, of a script of the page or the engine, what it imports or loads beside itself. */
async function keep(cache, url, seen) {
  if (seen.has(url.href)) return;
  seen.add(url.href);
  const response = await fetch(url, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  const script = url.pathname.endsWith(".js") && !url.pathname.includes("/vendor/") ? await response.clone().text() : "";
  await cache.put(url, response);
  const imports = script.matchAll(/(?:\bfrom|\bimport|\bnew URL)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g);
  await Promise.all([...imports].map(([, path]) => keep(cache, new URL(path, url), seen)));
}

async function deleteOthers() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

function isPage(url) {
  return [SCOPE, `${SCOPE}index.html`].includes(url.origin + url.pathname);
}

/** The page: of the network, or as it was kept with its files. A host that answers with a failure is shown as it is. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(CACHE)).match(SCOPE);
    if (kept) return kept;
    throw error;
  }
}

async function cacheFirst(event, request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200) {
    // Where storage is full the file is not kept, and comes from the network the next time.
    event.waitUntil(cache.put(request.url, response.clone()).catch(() => {}));
  }
  return response;
}

async function networkFirst(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(CACHE)).match(request.url);
    if (kept) return kept;
    throw error;
  }
}

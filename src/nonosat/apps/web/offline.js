/**
 * The service worker of an exported page, which works without a network after the first visit. The page's own files are stored at
 * once; those of Python, which are 17 MB, when the page is up and asks for it. With a network, files are always fetched anew,
 * unless it takes too long.
 */

const CACHE = "nonosat-studio";
const PATIENCE = 5000; // milliseconds until a stored file is taken though the network may still answer

const worker = /** @type {any} */ (globalThis);

async function storePage() {
  const cache = await caches.open(CACHE);
  const { files } = await (await fetch("studio.json")).json();
  const own = files.filter((/** @type {string} */ name) => !name.startsWith("python/"));
  await cache.addAll(["./", ...own]);
}

/** Stores the files that are missing; resolves to their number. */
async function storeRest() {
  const cache = await caches.open(CACHE);
  const { files } = await (await fetch("studio.json")).json();
  let missing = 0;
  for (const name of files) {
    if (await cache.match(name)) continue;
    await cache.add(name);
    missing += 1;
  }
  return missing;
}

/** The file from the network, or else the stored one. @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(request, { ignoreSearch: true });
  const network = fetch(request).then(async (response) => {
    if (response.ok) await cache.put(request, response.clone());
    return response;
  });
  if (!stored) return network;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, stored));
  return Promise.race([network.catch(() => stored), late]);
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(storePage()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("message", (/** @type {any} */ event) => {
  const tell = (/** @type {number} */ missing) => event.source.postMessage({ missing });
  event.waitUntil(storeRest().then(tell, () => {})); // without a network the next visit goes on
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === location.origin)
    event.respondWith(answer(request));
});

/**
 * The service worker of an exported page, which works without a network after the first visit. The page's own files are stored at
 * once; those of Python, which are 17 MB, when they are first used. With a network, files are always fetched anew.
 */

const CACHE = "nonosat-studio";

const worker = /** @type {any} */ (globalThis);

async function storePage() {
  const cache = await caches.open(CACHE);
  const { files } = await (await fetch("studio.json")).json();
  const own = files.filter((/** @type {string} */ name) => !name.startsWith("python/"));
  await cache.addAll(["./", ...own]);
}

/** The file from the network, or else the stored one. @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const stored = await cache.match(request, { ignoreSearch: true });
    if (stored) return stored;
    throw error;
  }
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(storePage()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === location.origin)
    event.respondWith(answer(request));
});

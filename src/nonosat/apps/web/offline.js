// A service worker for an exported page: it keeps the page's files, so that the page opens without a network too, and
// its next visit asks nobody. The export fills in the names of the files and their version; a newer export has another.

const KEPT = { version: "", files: [""] };

/** @type {any} */
const worker = self;
const MINE = `nonosat-studio ${worker.registration.scope} `;
const NAME = MINE + KEPT.version;

worker.addEventListener("install", (/** @type {any} */ event) => {
  const files = KEPT.files.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(NAME).then((kept) => kept.addAll(files)));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const others = caches
    .keys()
    .then((names) => names.filter((name) => name.startsWith(MINE) && name !== NAME));
  const forgotten = others.then((names) => Promise.all(names.map((name) => caches.delete(name))));
  event.waitUntil(forgotten.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(worker.registration.scope)) {
    event.respondWith(answer(event.request));
  }
});

// A newer worker takes over only once the reader agrees, so that files of two versions do not mix.
worker.addEventListener(
  "message",
  (/** @type {{data: any}} */ { data }) => data === "take over" && worker.skipWaiting(),
);

/** @param {any} request */
async function answer(request) {
  const kept = await caches.open(NAME);
  return (await kept.match(request, { ignoreSearch: true })) ?? fetch(request);
}

// Keeps an exported page for when there is no network; see offline.js beside the page.

const WORKER = new URL("../../offline.js", import.meta.url);

/** Lets the browser keep the page's files; `onNewer` gets a function that opens a newer version. */
export async function keepOffline(/** @type {(open: () => void) => void} */ onNewer) {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return; // not on an address that browsers hold secure
  const hadOne = Boolean(serviceWorker.controller);
  /** @param {ServiceWorker|null} waiting */
  const offer = (waiting) => waiting && hadOne && onNewer(() => waiting.postMessage("take over"));
  try {
    const registration = await serviceWorker.register(WORKER);
    offer(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const coming = registration.installing;
      coming?.addEventListener("statechange", () => coming.state === "installed" && offer(coming));
    });
  } catch {
    return; // private windows allow none: the page works as before
  }
  serviceWorker.addEventListener("controllerchange", () => hadOne && location.reload());
}

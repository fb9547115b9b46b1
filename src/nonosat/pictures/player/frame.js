/** What the page tells a page that shows it in a frame. */

import { page } from "./pages.js";

const isFramed = window.parent !== window;

/**
 * Sends a message to the page around this one. It holds nothing but what the player did, so any page may have it.
 * @param {"ready" | "size" | "progress" | "solved"} event
 * @param {Record<string, unknown>} more
 */
export function tellFrame(event, more) {
  if (isFramed) window.parent.postMessage({ source: "nonosat", event, puzzle: page.key, ...more }, "*");
}

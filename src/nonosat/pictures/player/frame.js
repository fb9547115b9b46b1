/** What the page and a page that shows it in a frame say to each other. */

import { page } from "./pages.js";
import { changeLanguage } from "./language.js";
import { useTheme } from "./settings.js";

const isFramed = window.parent !== window;

/**
 * Sends a message to the page around this one. It holds nothing but what the player did, so any page may have it.
 * @param {"ready" | "size" | "progress" | "solved"} event
 * @param {Record<string, unknown>} more
 */
export function tellFrame(event, more) {
  if (isFramed) window.parent.postMessage({ source: "nonosat", event, puzzle: page.key, ...more }, "*");
}

/**
 * Takes from the page around this one cells, `{source: "nonosat", set: COLOURS}`, one for each cell, -1 for unknown; or
 * how this page looks, `{source: "nonosat", theme: "dark", language: "de"}`.
 * @param {number} cells how many there are
 * @param {number} colours of the palette
 * @param {(cells: Int16Array) => void} become
 */
export function listenToFrame(cells, colours, become) {
  addEventListener("message", ({ source, data }) => {
    if (!isFramed || source !== window.parent || data?.source !== "nonosat") return;
    if (data.theme !== undefined) useTheme(data.theme);
    if (data.language !== undefined) changeLanguage(String(data.language));
    if (!Array.isArray(data.set)) return;
    /** @param {number} value */
    const isColour = (value) => Number.isInteger(value) && value >= -1 && value < colours;
    if (data.set.length === cells && data.set.every(isColour)) become(Int16Array.from(data.set));
  });
}

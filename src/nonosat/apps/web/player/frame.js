/** Messages between the page and a page that shows it in a frame. */

import { page } from "./pages.js";
import { changeLanguage } from "./language.js";
import { isFramed, useTheme } from "./settings.js";

/**
 * Sends a message to the embedding page. It has nothing but the player's moves, so any page can receive it.
 * @param {"ready" | "size" | "progress" | "solved"} event
 * @param {Record<string, unknown>} more
 */
export function tellFrame(event, more) {
  if (isFramed) window.parent.postMessage({ source: "nonosat", event, puzzle: page.key, ...more }, "*");
}

/**
 * Takes messages of the embedding page: `{source: "nonosat", set: COLOURS}`, one colour per cell, -1 for unknown; or
 * `{source: "nonosat", theme: "dark", language: "de"}`.
 * @param {number} cells their number
 * @param {number} colours number of colours in the palette
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

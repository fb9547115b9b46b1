/** The player's settings, kept in the browser for all puzzles, and those of the address. */

import { store, stored } from "../shared/stored.js";

const KEY = "nonosat settings";

const asked = new URLSearchParams(location.search);

/** @typedef {"letters" | "errors" | "crosses" | "pad"} Setting */

export const isFramed = window.parent !== window; // in a lesson, say, where learners see each step

/** @type {Record<Setting, boolean>} */
export const settings = { letters: false, errors: false, crosses: !isFramed, pad: false };
const NAMES = /** @type {Setting[]} */ (Object.keys(settings));

try {
  const kept = JSON.parse(stored(KEY) ?? "{}");
  for (const name of NAMES) if (typeof kept[name] === "boolean") settings[name] = kept[name];
} catch {
  // written by another program
}

/** @param {Setting} name @param {boolean} value */
export function choose(name, value) {
  settings[name] = value;
  store(KEY, JSON.stringify(settings));
}

/** @param {unknown} theme "light" or "dark"; any other changes nothing */
export function useTheme(theme) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}

useTheme(asked.get("theme"));

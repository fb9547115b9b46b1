/** The player's settings, kept in the browser for all puzzles, and those of the address. */

import { store, stored } from "../shared/stored.js";

const KEY = "nonosat settings";

const asked = new URLSearchParams(location.search);

/** @type {{letters: boolean, errors: boolean}} */
export const settings = { letters: false, errors: false };

try {
  const kept = JSON.parse(stored(KEY) ?? "{}");
  for (const name of /** @type {const} */ (["letters", "errors"])) settings[name] = kept[name] === true;
} catch {
  // written by another program
}

/** @param {"letters" | "errors"} name @param {boolean} value */
export function choose(name, value) {
  settings[name] = value;
  store(KEY, JSON.stringify(settings));
}

/** @param {unknown} theme "light" or "dark"; any other changes nothing */
export function useTheme(theme) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}

useTheme(asked.get("theme"));

/** What the browser keeps for this page. A browser with site data blocked keeps nothing, and says so with an error. */

/** The text kept under a key, or null. @param {string} key @param {() => Storage} [where] */
export function stored(key, where = () => localStorage) {
  try {
    return where().getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text if the browser allows it. @param {string} key @param {string} text @param {() => Storage} [where] */
export function store(key, text, where = () => localStorage) {
  try {
    where().setItem(key, text);
  } catch {
    // full or blocked
  }
}

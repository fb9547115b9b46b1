/** The browser's storage, which throws an error if site data are blocked. */

/** The stored text of a key, or null. @param {string} key @param {() => Storage} [where] */
export function stored(key, where = () => localStorage) {
  try {
    return where().getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text if the browser allows it. @param {string} key @param {string} text @param {() => Storage} [where] */
export function store(key, text, where = () => localStorage) {
  try {
    where().setItem(key, text);
  } catch {
    // full or blocked
  }
}

/** Removes a key. @param {string} key */
export function remove(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // blocked
  }
}

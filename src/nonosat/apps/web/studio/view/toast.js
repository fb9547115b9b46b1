/** Messages in a toast and in the live region. */

import { t } from "../../shared/words.js";
import { button, byId, fill, h } from "./dom.js";

/**
 * @typedef {object} How
 * @property {boolean} [quiet] in the live region only
 * @property {boolean} [undo] with a button *Undo*
 * @property {[string, () => void]} [action] with another button
 */

/** @type {ReturnType<typeof setTimeout>|undefined} */
let toasting;

/** Hides the message, such as when the next stroke begins. */
export function hideToast() {
  byId("toast").hidden = true;
}

/** @param {string} text @param {How} how @param {() => void} undo */
export function toast(text, { quiet = false, undo: offered = false, action }, undo) {
  byId("live").textContent = t(text);
  if (quiet) return;
  const [name, act] = action ?? (offered ? ["Undo", undo] : []);
  const onclick = () => {
    hideToast();
    act?.();
  };
  fill(byId("toast"), h("span", text), name && button(name, { onclick }));
  byId("toast").hidden = false;
  clearTimeout(toasting);
  toasting = setTimeout(hideToast, name ? 9000 : 5000);
}

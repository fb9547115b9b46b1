/** Words that pass: to the eye in a toast, to the ear in the live region. */

import { t } from "../shared/words.js";
import { button, byId, fill, h } from "./dom.js";

/**
 * @typedef {object} How
 * @property {boolean} [quiet] to the ear alone
 * @property {boolean} [undo] *Undo* is offered beside it
 * @property {[string, () => void]} [action] what is offered beside it
 */

/** @type {ReturnType<typeof setTimeout>|undefined} */
let toasting;

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

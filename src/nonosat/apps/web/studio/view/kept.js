/** Shows whether what is drawn is stored: saved, saving, not saved. */

import { t } from "../../shared/words.js";
import { h } from "./dom.js";

const FLICKER = 300; // milliseconds until a write is shown

/** @type {Record<import("../model/shelf.js").Kept, [words: string, title: string]>} */
const WORDS = {
  saved: ["Saved", "Each stroke is stored in this browser."],
  saving: ["Saving…", "Each stroke is stored in this browser."],
  unsaved: ["Not saved", "This browser does not store what you draw: save a file."],
};

export class KeptChip {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;

  /** @param {() => void} onclick */
  constructor(onclick) {
    this.element = h("button.kept", { type: "button", onclick });
    this.#show("saved");
  }

  /** @param {import("../model/shelf.js").Kept} kept */
  show(kept) {
    clearTimeout(this.#timer);
    if (kept === "saving") this.#timer = setTimeout(() => this.#show(kept), FLICKER);
    else this.#show(kept);
  }

  /** @param {import("../model/shelf.js").Kept} kept */
  #show(kept) {
    const [words, title] = WORDS[kept];
    this.element.dataset.kept = kept;
    this.element.title = t(title);
    this.element.textContent = t(words);
  }
}

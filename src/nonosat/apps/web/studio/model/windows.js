/**
 * The windows of this browser that show one document. One of them draws it; the others show each change at once, and can take
 * over.
 *
 * Windows talk over a BroadcastChannel. Who draws a document is also written down, so that a window that opens one which no other
 * has need not ask and wait. Without storage each window has documents of its own.
 *
 * @typedef {import("./shelf.js").Entry} Entry
 * @typedef {{number: number, change: import("../../shared/history.js").Change}} Last a change and its index in the history
 *
 * @typedef {import("./shelf.js").Whole} Whole
 * @typedef {{kind: "ask" | "draws" | "take" | "hears" | "left", id: string, from: string, to?: string}} Note
 * @typedef {Omit<Note, "kind"> & {kind: "given", whole: Whole|null}} Given the answer of the window that draws: the document, unless
 *   it is stored
 * @typedef {Omit<Note, "kind"> & {kind: "changed", entry: Entry, last?: Last}} Changed
 *
 * @typedef {object} Listener
 * @property {(entry: Entry, last?: Last) => void} changed another window has changed the document
 * @property {(id: string) => Whole|null} unsaved the document if not all of it is stored
 * @property {(id: string) => Promise<Whole|null>} handOver another window is about to take over: stores all that is unfinished
 *   here, or returns the document
 * @property {(draws: boolean) => void} role this window draws from now on, or another one does
 */

import { remove, store, stored } from "../../shared/stored.js";
import { newId } from "./shelf.js";

const CHANNEL = "nonosat-studio";
/** Milliseconds to wait for the answer of a window that may have crashed; for one that stores before it answers. */
const PATIENCE = { ask: 500, take: 2000, storing: 15_000 };

/** @param {string} id */
const placeOf = (id) => `${CHANNEL}-draws ${id}`;

/** The name of the window that draws a document, or null. @param {string} id */
export const drawerOf = (id) => stored(placeOf(id));

export class Windows {
  #name = newId();
  /** @type {BroadcastChannel|null} */
  #channel = null;
  /** @type {Listener|null} */
  #listener = null;
  /** Resolves a question to the other windows. @type {((answer: Given|null) => void)|null} */
  #reply = null;
  /** Goes on waiting for the answer. */
  #goOn = () => {};
  /** The document of this window. */
  id = "";
  /** Whether this window draws it. */
  draws = true;

  /** Joins the other windows, from when documents are stored. @param {Listener} listener */
  start(listener) {
    this.#listener = listener;
    this.#channel = new BroadcastChannel(CHANNEL);
    this.#channel.onmessage = ({ data }) => this.#receive(data);
    addEventListener("pagehide", () => this.leave());
    addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
    document.addEventListener("visibilitychange", () => this.#inherit());
  }

  /** Begins a document that no other window can have. @param {string} id */
  begin(id) {
    this.leave();
    this.id = id;
    this.#draw();
  }

  /** The document of the window that draws it, if that could not store it. @type {Whole|null} */
  whole = null;

  /** Opens a document; `draws` says whether no other window draws it. Returns false if another was opened meanwhile. @param {string} id */
  async join(id) {
    this.whole = null;
    if (id === this.id) return true;
    this.leave();
    this.id = id;
    this.draws = false;
    const drawer = drawerOf(id);
    const answer = drawer !== null && drawer !== this.#name ? await this.#ask("ask") : null;
    if (id !== this.id) return false;
    this.whole = answer?.whole ?? null;
    if (!answer) this.#draw();
    return true;
  }

  /** Takes over from the window that draws the document, once that has stored all. */
  async take() {
    const { id } = this;
    this.whole = null;
    if (this.draws) return;
    const answer = await this.#ask("take");
    if (id !== this.id) return;
    this.whole = answer?.whole ?? null;
    this.#draw();
  }

  leave() {
    if (this.id && this.draws && drawerOf(this.id) === this.#name) remove(placeOf(this.id));
    if (this.id && this.draws) this.#post({ kind: "left" });
    this.#reply?.(null);
    this.id = "";
  }

  /** Shows the others a change of the document. @param {Entry} entry @param {Last} [last] */
  share(entry, last) {
    this.#post({ kind: "changed", entry, last });
  }

  #draw() {
    this.draws = true;
    store(placeOf(this.id), this.#name);
    this.#post({ kind: "draws" });
  }

  /** A window that is looked at takes up a document that no other draws any more. */
  #inherit() {
    if (document.hidden || this.draws || !this.id || drawerOf(this.id) !== null) return;
    this.#draw();
    this.#listener?.role(true);
  }

  /** @param {Partial<Note | Given | Changed>} note */
  #post(note) {
    this.#channel?.postMessage({ id: this.id, from: this.#name, ...note });
  }

  /** The answer of the window that draws the document, or null. @param {"ask" | "take"} kind @returns {Promise<Given|null>} */
  #ask(kind) {
    if (!this.#channel) return Promise.resolve(null);
    this.#reply?.(null);
    return new Promise((resolve) => {
      this.#reply = resolve;
      let timer = setTimeout(resolve, PATIENCE[kind], null);
      this.#goOn = () => {
        clearTimeout(timer);
        timer = setTimeout(resolve, PATIENCE.storing, null);
      };
      this.#post({ kind });
    });
  }

  /** @param {Note | Given | Changed} note */
  async #receive(note) {
    const { kind, id, from } = note;
    if (id !== this.id || (note.to && note.to !== this.#name)) return;
    if (kind === "changed") {
      if (!this.draws) this.#listener?.changed(note.entry, note.last);
    } else if (kind === "ask") {
      if (this.draws) this.#post({ kind: "given", whole: this.#listener?.unsaved(id), to: from });
    } else if (kind === "take") {
      if (!this.draws) return;
      this.#post({ kind: "hears", to: from });
      const whole = await this.#listener?.handOver(id);
      this.#yield();
      this.#post({ kind: "given", id, whole, to: from });
    } else if (kind === "hears") this.#goOn();
    else if (kind === "given") this.#reply?.(note);
    else if (kind === "left") this.#inherit();
    else if (this.draws) {
      // two windows inherit at the same time: the one whose name comes first
      if (from < this.#name) this.#yield();
      else this.#draw();
    }
  }

  #yield() {
    this.draws = false;
    this.#listener?.role(false);
  }
}

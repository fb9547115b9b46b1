/**
 * The user's puzzles in the browser's storage, each with all its changes, stored stroke by stroke, so that a reload or
 * a crash loses nothing.
 *
 * The database has `puzzles` (a record each) and `changes` (by puzzle and number). The journal holds for each puzzle the
 * number of its first change that is not stored yet. Every transaction writes all of them, so that one that fails leaves
 * no hole: the next one, or a retry, writes its changes too. Without a database, as in private windows of some browsers, the
 * shelf keeps puzzles in memory.
 *
 * @typedef {{id: string, puzzle: import("../../shared/puzzle.js").Puzzle, at: number, changed: number,
 *   folder?: string, minutes?: string}} Entry
 * @typedef {Entry & {changes: Change[]}} Whole a puzzle with its history
 * @typedef {"saved"|"saving"|"unsaved"} Kept
 */

/** @import { Change } from "../../shared/history.js" */

import { requireSound } from "../../shared/puzzle.js";
import { store, stored } from "../../shared/stored.js";
import { Database, finished, settled } from "./database.js";

const NAME = "nonosat-studio",
  CURRENT = "nonosat-studio-current",
  STORES = ["puzzles", "changes"];

/** Milliseconds: until a failed write is tried again (doubled up to the last), and until a write counts as failed. */
const RETRY = { first: 250, last: 8000, slow: 3000 };

/** @param {Entry|undefined} entry */
function isSound(entry) {
  try {
    requireSound(entry?.puzzle);
    return true;
  } catch {
    return false;
  }
}

/** The changes of a puzzle, all or those from a number on. @param {string} id */
const range = (id, from = 0) => IDBKeyRange.bound([id, from], [id, Infinity]);

/** A new random id. `crypto.randomUUID` exists on https and on this machine only. */
export const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );

/**
 * The changes without a hole around the present state; those beyond a hole cannot be undone or redone.
 * @param {Entry} entry
 * @param {number[]} numbers of the stored changes
 * @param {Change[]} changes
 * @returns {Whole}
 */
function withoutHoles(entry, numbers, changes) {
  const byNumber = new Map(numbers.map((number, index) => [number, changes[index]]));
  let [first, end] = [entry.at, entry.at];
  while (byNumber.has(first - 1)) first--;
  while (byNumber.has(end)) end++;
  const kept = Array.from({ length: end - first }, (_, index) => byNumber.get(first + index));
  return { ...entry, at: entry.at - first, changes: /** @type {Change[]} */ (kept) };
}

export class Shelf {
  #database = new Database(NAME, (database) => {
    database.createObjectStore("puzzles", { keyPath: "id" });
    database.createObjectStore("changes");
  });
  /** The open puzzle and those not stored yet, with their histories; all without a database. @type {Map<string, {entry: Entry, changes: Change[]}>} */
  #documents = new Map();
  /** The journal: `from` is the first change that is not stored; puzzles without a document are to be removed. @type {Map<string, {from: number}>} */
  #journal = new Map();
  /** Puzzles whose earlier changes the database has for certain. @type {Set<string>} */
  #known = new Set();
  #wait = RETRY.first;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #retrying;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #slow;
  /** Settled once the last write has ended, well or not. */
  saved = Promise.resolve();
  /** Whether all changes are stored. @type {Kept} */
  kept = "saved";
  /** Called when `kept` changes. */
  onkept = () => {};
  /** Called when the browser has closed the database. */
  onclose = () => {};
  /** Ids of records without a puzzle. @type {string[]} */
  damaged = [];

  /** Opens the database; without one the shelf works until the page is closed. */
  async open() {
    this.#database.onclose = () => {
      this.#known.clear();
      this.onclose();
    };
    try {
      await this.#database.open();
    } catch {
      this.#become("unsaved");
    }
  }

  /** Whether the browser has a database for the page. */
  get isPersistent() {
    return this.#database.exists;
  }

  /** The id of the last open puzzle: in this window, or else in any. */
  get current() {
    return stored(CURRENT, () => sessionStorage) ?? stored(CURRENT);
  }

  set current(id) {
    store(CURRENT, id ?? "", () => sessionStorage);
    store(CURRENT, id ?? "");
  }

  /** @param {Kept} kept */
  #become(kept) {
    if (this.kept === kept) return;
    this.kept = kept;
    this.onkept();
  }

  // --- the journal

  /**
   * Stores the open puzzle and its changes; removes later ones.
   * @param {Entry} entry
   * @param {Change[]} changes its history, which goes on changing
   * @param {number} from number of the first change since the last call
   */
  store(entry, changes, from) {
    this.#documents.set(entry.id, { entry, changes });
    this.current = entry.id;
    this.#note(entry.id, from);
  }

  /** Notes what is to be written, and writes it. @param {string} id @param {number} from */
  #note(id, from) {
    const before = this.#known.has(id) ? (this.#journal.get(id)?.from ?? Infinity) : 0;
    this.#journal.set(id, { from: Math.min(from, before) });
    if (!this.#database.exists) return;
    if (this.kept === "saved") this.#become("saving");
    this.#write();
  }

  /** Writes the whole journal. */
  #write() {
    clearTimeout(this.#retrying);
    if (!this.#journal.size) return;
    if (!this.#database.isOpen) {
      this.saved = this.#database.open().then(
        () => (this.#write(), this.saved),
        () => this.#fail(),
      );
      return;
    }
    const written = new Map(this.#journal);
    /** @type {IDBTransaction|undefined} */
    let transaction;
    try {
      transaction = this.#database.begin(STORES, "readwrite");
      for (const [id, { from }] of written) this.#put(transaction, id, this.#known.has(id) ? from : 0);
      transaction.commit(); // also if the page is being left
      if (!this.#slow) this.#await();
      this.saved = finished(transaction).then(
        () => this.#succeed(written),
        () => this.#fail(),
      );
    } catch {
      transaction?.abort(); // or what it has removed so far stays removed
      this.saved = Promise.resolve();
      this.#fail();
    }
  }

  /** @param {IDBTransaction} transaction @param {string} id @param {number} from */
  #put(transaction, id, from) {
    const [puzzles, all] = STORES.map((name) => transaction.objectStore(name));
    const document = this.#documents.get(id);
    all.delete(range(id, document ? from : 0));
    if (!document) return void puzzles.delete(id);
    puzzles.put(document.entry);
    for (let number = from; number < document.changes.length; number++)
      all.put(document.changes[number], [id, number]);
  }

  /** @param {Map<string, {from: number}>} written */
  #succeed(written) {
    for (const [id, note] of written) {
      this.#known.add(id);
      if (this.#journal.get(id) !== note) continue; // there are later changes
      this.#journal.delete(id);
      if (id !== this.current) this.#documents.delete(id);
    }
    this.#wait = RETRY.first;
    this.#await();
    if (!this.#journal.size) this.#become("saved");
  }

  /** Waits for what is being written, which takes too long if the disk hangs. */
  #await() {
    clearTimeout(this.#slow);
    const isWaiting = this.#journal.size > 0;
    this.#slow = isWaiting ? setTimeout(() => this.#become("unsaved"), RETRY.slow) : undefined;
  }

  #fail() {
    this.#become("unsaved");
    clearTimeout(this.#retrying);
    this.#retrying = setTimeout(() => this.#write(), this.#wait);
    this.#wait = Math.min(2 * this.#wait, RETRY.last);
  }

  /** Waits until the puzzle is stored and returns null, or returns it whole if that does not succeed soon: another window draws it from now on. @param {string} id @returns {Promise<Whole|null>} */
  async release(id) {
    await Promise.race([this.saved, new Promise((resolve) => setTimeout(resolve, RETRY.slow / 3))]);
    const whole = this.unsaved(id);
    this.#journal.delete(id);
    this.#documents.delete(id);
    this.#known.delete(id);
    if (!this.#journal.size) this.#become(this.#database.exists ? "saved" : "unsaved");
    return whole;
  }

  /** A puzzle of which not all is stored, with its history; else null. @param {string} id @returns {Whole|null} */
  unsaved(id) {
    const document = this.#journal.has(id) ? this.#documents.get(id) : undefined;
    return document ? { ...document.entry, changes: [...document.changes] } : null;
  }

  // --- all puzzles

  /** All puzzles, the newest first; sets `damaged`. @returns {Promise<Entry[]>} */
  async list() {
    /** @type {Entry[]} */
    const records = await this.#database
      .read(STORES, (transaction) => settled(transaction.objectStore("puzzles").getAll()))
      .catch(() => []);
    const stored = records.filter(({ id }) => !this.#journal.has(id));
    const sound = stored.filter(isSound);
    this.damaged = stored.filter((record) => !sound.includes(record)).map(({ id }) => id);
    const unstored = [...this.#journal.keys()].flatMap((id) => this.#documents.get(id)?.entry ?? []);
    return [...sound, ...unstored].sort((one, other) => other.changed - one.changed);
  }

  /** A puzzle with all its changes, or null. @param {string} id @returns {Promise<Whole|null>} */
  async find(id) {
    if (this.#journal.has(id)) return this.unsaved(id);
    const [entry, keys, changes] = await this.#database
      .read(STORES, (transaction) => {
        const [puzzles, all] = STORES.map((name) => transaction.objectStore(name));
        return Promise.all([
          settled(puzzles.get(id)),
          settled(all.getAllKeys(range(id))),
          settled(all.getAll(range(id))),
        ]);
      })
      .catch(() => []);
    if (!entry || !isSound(entry)) return null;
    const numbers = /** @type {[string, number][]} */ (keys).map(([, number]) => number);
    const whole = withoutHoles(entry, numbers, changes ?? []);
    if (whole.at === entry.at) this.#known.add(id);
    else this.#known.delete(id); // its changes have other numbers now
    return whole;
  }

  /** Removes a puzzle. @param {string} id @returns {Promise<() => Promise<void>>} a function that restores it */
  async remove(id) {
    const whole = await this.find(id);
    this.damaged = this.damaged.filter((damaged) => damaged !== id);
    this.#documents.delete(id);
    this.#note(id, 0);
    await this.saved;
    return async () => {
      if (!whole) return;
      const { changes, ...entry } = whole;
      this.#documents.set(id, { entry, changes });
      this.#note(id, 0);
      await this.saved;
    };
  }
}

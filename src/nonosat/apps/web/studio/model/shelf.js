/**
 * The user's puzzles in the browser's storage, each with all its changes, stored stroke by stroke, so that a reload or
 * a crash loses nothing.
 *
 * The database has `puzzles` (a record each) and `changes` (by puzzle and number). Without a database, as in private
 * windows of some browsers, the shelf announces it and keeps puzzles in memory.
 *
 * @typedef {{id: string, puzzle: import("../../shared/puzzle.js").Puzzle, at: number, changed: number,
 *   folder?: string, minutes?: string}} Entry
 */

/** @import { Change } from "../../shared/history.js" */

import { requireSound } from "../../shared/puzzle.js";
import { store, stored } from "../../shared/stored.js";

const NAME = "nonosat-studio",
  CURRENT = "nonosat-studio-current";

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
const finished = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });

/** @param {Entry|undefined} entry */
function isSound(entry) {
  try {
    requireSound(entry?.puzzle);
    return true;
  } catch {
    return false;
  }
}

/** A new random id. `crypto.randomUUID` exists on https and on this machine only. */
export const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );

export class Shelf {
  constructor() {
    /** @type {IDBDatabase|null} */
    this.database = null;
    this.saved = Promise.resolve();
    /** @type {(state: string) => void} */
    this.onstate = () => {};
    /** @type {Map<string, Entry>} */
    this.memory = new Map();
    /** @type {string[]} */
    this.damaged = [];
  }

  /** Opens the database; without one the shelf works until the page is closed. */
  async open() {
    try {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("puzzles", { keyPath: "id" });
        request.result.createObjectStore("changes");
      };
      this.database = await settled(request);
    } catch {
      this.onstate("memory");
    }
  }

  /** The id of the last open puzzle: in this window, or else in any. */
  get current() {
    return stored(CURRENT, () => sessionStorage) ?? stored(CURRENT);
  }

  set current(id) {
    store(CURRENT, id ?? "", () => sessionStorage);
    store(CURRENT, id ?? "");
  }

  /**
   * Stores the open puzzle and its last change; removes later changes.
   * @param {Entry} entry
   * @param {{number: number, change: import("../../shared/history.js").Change}} [last]
   */
  store(entry, last) {
    this.memory.set(entry.id, entry);
    this.current = entry.id;
    if (!this.database) return;
    const transaction = this.database.transaction(["puzzles", "changes"], "readwrite");
    transaction.objectStore("puzzles").put(entry);
    if (last) {
      const changes = transaction.objectStore("changes");
      changes.delete(IDBKeyRange.bound([entry.id, last.number + 1], [entry.id, Infinity]));
      changes.put(last.change, [entry.id, last.number]);
    }
    transaction.commit(); // also if the page is being left
    this.onstate("saving");
    this.saved = finished(transaction).then(
      () => this.onstate("saved"),
      () => this.onstate("failed"),
    );
  }

  /** All puzzles, the newest first; sets `damaged` to the ids of records without a puzzle. @returns {Promise<Entry[]>} */
  async list() {
    /** @type {Entry[]} */
    const records = this.database
      ? await settled(this.database.transaction("puzzles").objectStore("puzzles").getAll())
      : [...this.memory.values()];
    const entries = records.filter(isSound);
    this.damaged = records.filter((record) => !entries.includes(record)).map(({ id }) => id);
    return entries.sort((one, other) => other.changed - one.changed);
  }

  /** A puzzle with all its changes, or null. @param {string} id @returns {Promise<Entry & {changes: Change[]}|null>} */
  async find(id) {
    const kept = this.memory.get(id);
    if (!this.database) return kept ? { ...kept, changes: [] } : null;
    const transaction = this.database.transaction(["puzzles", "changes"]);
    const [entry, changes] = await Promise.all([
      settled(transaction.objectStore("puzzles").get(id)),
      settled(transaction.objectStore("changes").getAll(IDBKeyRange.bound([id, 0], [id, Infinity]))),
    ]);
    return isSound(entry) ? { ...entry, changes } : null;
  }

  /** Removes a puzzle. @param {string} id @returns {Promise<() => Promise<void>>} a function that restores it */
  async remove(id) {
    const whole = await this.find(id);
    this.damaged = this.damaged.filter((damaged) => damaged !== id);
    this.memory.delete(id);
    if (this.database) {
      const transaction = this.database.transaction(["puzzles", "changes"], "readwrite");
      transaction.objectStore("puzzles").delete(id);
      transaction.objectStore("changes").delete(IDBKeyRange.bound([id, 0], [id, Infinity]));
      await finished(transaction);
    }
    return async () => {
      if (!whole) return;
      const { changes, ...entry } = whole;
      this.memory.set(id, entry);
      if (!this.database) return;
      const transaction = this.database.transaction(["puzzles", "changes"], "readwrite");
      transaction.objectStore("puzzles").put(entry);
      const store = transaction.objectStore("changes");
      changes.forEach((change, number) => store.put(change, [id, number]));
      await finished(transaction);
    };
  }
}

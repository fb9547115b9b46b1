/** A database of the browser (IndexedDB), which is opened again if the browser has closed it. */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
export const finished = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });

export class Database {
  /** @type {IDBDatabase|null} */
  #opened = null;
  /** @type {Promise<void>|null} */
  #opening = null;
  #name;
  #upgrade;
  /** Whether the browser has opened it at least once; some keep nothing in private windows. */
  exists = false;
  /** Called when the browser has closed it; what it had may be lost. */
  onclose = () => {};

  /** @param {string} name @param {(database: IDBDatabase) => void} upgrade makes its stores */
  constructor(name, upgrade) {
    this.#name = name;
    this.#upgrade = upgrade;
  }

  get isOpen() {
    return this.#opened !== null;
  }

  /** Opens it; rejects if the browser refuses. */
  open() {
    return (this.#opening ??= this.#open().finally(() => (this.#opening = null)));
  }

  async #open() {
    if (this.#opened) return;
    const request = indexedDB.open(this.#name, 1);
    request.onupgradeneeded = () => this.#upgrade(request.result);
    const database = await settled(request);
    database.onclose = () => this.#lose();
    this.#opened = database;
    this.exists = true;
  }

  #lose() {
    this.#opened = null;
    this.onclose();
  }

  /** Begins a transaction; throws if the database is closed. @param {string[]} stores @param {IDBTransactionMode} mode */
  begin(stores, mode) {
    if (!this.#opened) throw new DOMException("closed", "InvalidStateError");
    try {
      return this.#opened.transaction(stores, mode);
    } catch (error) {
      if (Object(error).name === "InvalidStateError") this.#lose();
      throw error;
    }
  }

  /** Reads, after opening it again if it is closed. @template T @param {string[]} stores @param {(transaction: IDBTransaction) => Promise<T>} work @returns {Promise<T>} */
  async read(stores, work) {
    await this.open();
    try {
      return await work(this.begin(stores, "readonly"));
    } catch (error) {
      if (this.isOpen) throw error;
      await this.open();
      return work(this.begin(stores, "readonly"));
    }
  }
}

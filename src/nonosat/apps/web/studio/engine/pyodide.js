// The engine of a page without a server: the kernel in WebAssembly, and Python in two web workers.
//
// The kernel answers at once what it can; with it, Python starts for the first other question. A question goes to an idle
// worker. The second worker starts in a quiet moment, or if a question waits. A worker gets a
// message if its question is withdrawn; if Python does not stop in time, the worker is replaced.

import { Engine, EngineError, aborted, errorOf } from "./common.js";
import { translated } from "./images.js";
import { Kernel } from "./kernel.js";

const WORKERS = 2;
const GRACE = 1000; // milliseconds for a withdrawn question to end by itself
const QUIET = 3000; // milliseconds before the second worker starts unasked
const START = 240_000; // milliseconds for Python to arrive and to start: 17 MB
const WORKER = new URL("./worker.js", import.meta.url);

/**
 * @typedef {import("./common.js").Payload} Payload
 * @typedef {object} Task a question that waits for its answer
 * @property {string} question
 * @property {Payload} payload
 * @property {import("./common.js").Progress} [onProgress]
 * @property {(answer: Payload) => void} resolve
 * @property {(error: EngineError) => void} reject
 * @property {boolean} withdrawn
 *
 * @typedef {{worker: Worker, isReady: boolean, task: Task|null, late?: ReturnType<typeof setTimeout>}} Place
 * @typedef {{ready?: boolean, progress?: Payload, answer?: Payload, error?: import("./common.js").Failure, fatal?: string}} Message
 */

export class PyodideEngine extends Engine {
  /** @type {Set<Place>} */
  #workers = new Set();
  /** @type {Task[]} */
  #waiting = [];
  /** @type {PromiseWithResolvers<void>} */
  #begun = Promise.withResolvers();

  /** @type {Kernel|null} */
  #kernel = null;

  /** @param {boolean} hasKernel whether the page has the kernel in WebAssembly */
  constructor(hasKernel) {
    super();
    /** A promise, fulfilled once Python has started. */
    this.python = this.#begun.promise;
    this.python.catch(() => {}); // questions report the failure
    this.ready = hasKernel ? Promise.resolve() : this.python;
    if (hasKernel) {
      this.#kernel = new Kernel((...asked) => this.#asked(...asked));
      this.become("ready");
    } else this.#start();
  }

  /** @param {string} question @param {Payload} payload @param {import("./common.js").Options} [options] */
  async ask(question, payload, options = {}) {
    if (this.#kernel?.takes(question, payload)) return this.#kernel.answer(question, payload, options);
    const [request, finish] = await translated(question, payload);
    return finish(await this.#asked(question, request, options));
  }

  /** @param {string} question @param {Payload} payload @param {import("./common.js").Options} options @returns {Promise<Payload>} */
  #asked(question, payload, { signal, onProgress }) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(aborted());
      const task = { question, payload, onProgress, resolve, reject, withdrawn: false };
      signal?.addEventListener("abort", () => this.#withdraw(task), { once: true });
      this.#waiting.push(task);
      this.#assign();
    });
  }

  #start() {
    if (!this.#workers.size) this.become("starting");
    const worker = new Worker(WORKER, { type: "module" });
    /** @type {Place} */
    const place = { worker, isReady: false, task: null };
    place.late = setTimeout(() => this.#lose(place, "Python has not started in four minutes"), START);
    this.#workers.add(place);
    worker.onmessage = ({ data }) => this.#receive(place, data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#lose(place, event.message || "Python could not be started");
    };
  }

  /** @param {Place} place @param {Message} message */
  #receive(place, { ready, progress, answer, error, fatal }) {
    const { task } = place;
    if (!this.#workers.has(place)) return;
    if (fatal) return this.#lose(place, fatal);
    if (progress) {
      if (!task?.withdrawn) task?.onProgress?.(progress);
      return;
    }
    if (ready) {
      place.isReady = true;
      clearTimeout(place.late);
      this.become("ready");
      this.#begun.resolve();
      setTimeout(() => this.#reinforce(), QUIET);
    } else {
      place.task = null;
      if (answer) task?.resolve(answer);
      else task?.reject(errorOf(error ?? { message: "no answer" }));
    }
    this.#assign();
  }

  // Gives waiting questions to idle workers.
  #assign() {
    const places = [...this.#workers];
    for (const place of places.filter(({ isReady, task }) => isReady && !task)) {
      const task = this.#waiting.shift();
      if (!task) return;
      place.task = task;
      place.worker.postMessage({ question: task.question, payload: JSON.stringify(task.payload) });
    }
    if (this.#waiting.length && places.every(({ isReady }) => isReady)) this.#reinforce();
  }

  #reinforce() {
    if (this.#workers.size < WORKERS) this.#start();
  }

  /** @param {Task} task */
  #withdraw(task) {
    task.withdrawn = true;
    task.reject(aborted());
    this.#waiting = this.#waiting.filter((other) => other !== task);
    for (const place of this.#workers) {
      if (place.task !== task) continue;
      place.worker.postMessage({ withdrawn: true });
      setTimeout(() => this.#endIfBusy(place, task), GRACE);
    }
  }

  /** @param {Place} place @param {Task} task */
  #endIfBusy(place, task) {
    if (place.task !== task || !this.#workers.has(place)) return;
    this.#end(place);
    this.#start();
  }

  /** @param {Place} place */
  #end(place) {
    place.worker.terminate();
    clearTimeout(place.late);
    this.#workers.delete(place);
  }

  // A worker died: its question fails; if none ever started, all waiting questions fail.
  /** @param {Place} place @param {string} message */
  #lose(place, message) {
    this.#end(place);
    const failure = new EngineError("internal", message);
    place.task?.reject(failure);
    if (place.isReady) return this.#start();
    if (this.#workers.size) return;
    this.become("away");
    this.#begun.reject(failure);
    for (const task of this.#waiting.splice(0)) task.reject(failure);
  }
}

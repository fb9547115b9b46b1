// The engine of a page without a server: Python in two web workers.
//
// A question goes to a worker that is idle. The second worker starts when there is time for it, or a question waits. A
// worker is told when its question is withdrawn; where Python cannot listen, or does not look up in time, the worker is
// ended, and a new one starts in its place.

import { Engine, EngineError, aborted, errorOf } from "./common.js";
import { translated } from "./images.js";

const WORKERS = 2;
const GRACE = 1000; // milliseconds for a withdrawn question to end by itself
const QUIET = 3000; // milliseconds before the second worker starts unasked
const WORKER = new URL("./worker.js", import.meta.url);

export class PyodideEngine extends Engine {
  kind = "pyodide";
  #workers = new Set();
  /** @type {any[]} */
  #waiting = [];
  /** @type {PromiseWithResolvers<void>} */
  #begun = Promise.withResolvers();

  constructor() {
    super();
    this.ready = this.#begun.promise;
    this.ready.catch(() => {}); // those who do not wait for it learn of it by their questions
    this.#start();
  }

  /** @param {string} question @param {any} payload @param {import("./common.js").Options} [options] */
  async ask(question, payload, options = {}) {
    const [request, finish] = await translated(question, payload);
    return finish(await this.#asked(question, request, options));
  }

  /** @param {string} question @param {any} payload @param {import("./common.js").Options} options */
  #asked(question, payload, { signal, onProgress }) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(aborted());
        return;
      }
      const task = { question, payload, onProgress, resolve, reject, withdrawn: false };
      signal?.addEventListener("abort", () => this.#withdraw(task), { once: true });
      this.#waiting.push(task);
      this.#assign();
    });
  }

  #start() {
    const worker = new Worker(WORKER, { type: "module" });
    const place = { worker, isReady: false, task: null };
    this.#workers.add(place);
    worker.onmessage = ({ data }) => this.#hear(place, data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#lose(place, "internal", event.message || "Python could not be started");
    };
  }

  /** @param {any} place @param {{ready: any, progress: any, answer: any, error: any, fatal: any}} options */
  #hear(place, { ready, progress, answer, error, fatal }) {
    if (!this.#workers.has(place)) {
      return;
    }
    if (ready) {
      place.isReady = true;
      this.status = "ready";
      this.#begun.resolve();
      setTimeout(() => this.#reinforce(), QUIET);
    } else if (progress) {
      if (!place.task.withdrawn) {
        place.task.onProgress?.(progress);
      }
      return;
    } else if (fatal) {
      this.#lose(place, "internal", fatal);
      return;
    } else {
      const task = place.task;
      place.task = null;
      if (error) {
        task.reject(errorOf(error));
      } else {
        task.resolve(answer);
      }
    }
    this.#assign();
  }

  // Gives what waits to those who are idle.
  #assign() {
    for (const place of this.#workers) {
      if (place.isReady && !place.task && this.#waiting.length > 0) {
        place.task = this.#waiting.shift();
        const { question, payload } = place.task;
        place.worker.postMessage({ question, payload: JSON.stringify(payload) });
      }
    }
    const starting = [...this.#workers].some((place) => !place.isReady);
    if (this.#waiting.length > 0 && !starting) {
      this.#reinforce();
    }
  }

  #reinforce() {
    if (this.#workers.size < WORKERS) {
      this.#start();
    }
  }

  /** @param {any} task */
  #withdraw(task) {
    task.withdrawn = true;
    task.reject(aborted());
    this.#waiting = this.#waiting.filter((other) => other !== task);
    for (const place of this.#workers) {
      if (place.task === task) {
        place.worker.postMessage({ withdrawn: true });
        setTimeout(() => this.#endIfBusy(place, task), GRACE);
      }
    }
  }

  /** @param {any} place @param {any} task */
  #endIfBusy(place, task) {
    if (place.task === task && this.#workers.has(place)) {
      this.#end(place);
      this.#start();
    }
  }

  /** @param {any} place */
  #end(place) {
    place.worker.terminate();
    this.#workers.delete(place);
  }

  // A worker that died: its question has no answer, and if it never began, those that wait have none either.
  /** @param {any} place @param {string} kind @param {string} message */
  #lose(place, kind, message) {
    this.#end(place);
    const failure = new EngineError(kind, message);
    place.task?.reject(failure);
    if (place.isReady) {
      this.#start();
    } else if (this.#workers.size === 0) {
      this.status = "away";
      this.#begun.reject(failure);
      for (const task of this.#waiting.splice(0)) {
        task.reject(failure);
      }
    }
  }
}

// The engine of a page without a server: Python in two web workers.
//
// A question goes to a worker that is idle. One that is withdrawn is given a moment to end by itself, and then ended
// with its worker, for Python in a browser cannot be interrupted; meanwhile the other worker answers, and a new one
// starts in the place of the ended one.

import { Engine, EngineError, aborted, errorOf } from "./common.js";
import { translated } from "./images.js";

const WORKERS = 2;
const GRACE = 300; // milliseconds
const WORKER = new URL("./worker.js", import.meta.url);

export class PyodideEngine extends Engine {
  kind = "pyodide";
  #workers = new Set();
  #waiting = [];
  #begun = Promise.withResolvers();

  constructor() {
    super();
    this.ready = this.#begun.promise;
    this.ready.catch(() => {}); // those who do not wait for it learn of it by their questions
    this.#start();
  }

  async ask(question, payload, options = {}) {
    const [request, finish] = await translated(question, payload);
    return finish(await this.#asked(question, request, options));
  }

  #asked(question, payload, { signal, onProgress }) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(aborted());
        return;
      }
      const task = { question, payload, onProgress, resolve, reject, withdrawn: false };
      signal?.addEventListener("abort", () => this.#withdraw(task), { once: true });
      this.#waiting.push(task);
      if (this.#workers.size === 0) {
        this.#start();
      }
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

  #hear(place, { ready, progress, answer, error, fatal }) {
    if (ready) {
      place.isReady = true;
      this.status = "ready";
      this.#begun.resolve();
      if (this.#workers.size < WORKERS) {
        this.#start();
      }
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
  }

  #withdraw(task) {
    task.withdrawn = true;
    task.reject(aborted());
    this.#waiting = this.#waiting.filter((other) => other !== task);
    for (const place of this.#workers) {
      if (place.task === task) {
        setTimeout(() => {
          if (place.task === task) {
            this.#end(place);
            this.#start();
          }
        }, GRACE);
      }
    }
  }

  #end(place) {
    place.worker.terminate();
    this.#workers.delete(place);
  }

  // A worker that died: its question has no answer, and if it never began, those that wait have none either.
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

/**
 * Checks nonograms in a browser or in Node, without a server:
 *
 *     import { check } from "nonosat";
 *     const { verdict, solutions, forced } = await check({ rows: [[1], [2]], columns: [[2], [1]] });
 *
 * The kernel runs in a worker of its own, so that a page stays responsive and a time limit holds.
 *
 * `nonosat.d.ts` describes puzzles, answers and options.
 *
 * @import { Answer, Options, Puzzle } from "./nonosat.d.ts"
 * @import { Lines } from "./kernel.js"
 */

import { statementOf } from "./statement.js";
import { isOwnForm, ownForm } from "./synonyms.js";

const WASM = new URL("./nonosat.wasm", import.meta.url);
const MISSING = "nonosat.wasm is missing beside nonosat.js; python packaging/wasm.py compiles it";
const SECONDS = 10;
const LONGEST = 2 ** 31 - 1; // milliseconds of a timer

/**
 * @typedef {import("./kernel.js").Answer} Found
 * @typedef {{postMessage: (message: object) => void, terminate: () => void, ref?: () => void, unref?: () => void}} Helper a
 *   worker of a browser or of Node
 * @typedef {object} Task
 * @property {number} id
 * @property {Lines} puzzle
 * @property {number} seconds
 * @property {(answer: Found) => void} resolve
 * @property {(reason: unknown) => void} reject
 * @property {Found | null} known answer of a brief search
 * @property {any} timer
 */

/** A worker that answers one question at a time; others wait. */
export class Nonosat {
  /** @type {Promise<WebAssembly.Module>} */
  #module;
  /** @type {Promise<Helper> | null} */
  #worker = null;
  /** The first is with the worker if `#busy`. @type {Task[]} */
  #tasks = [];
  #busy = false;
  #count = 0;

  /** @param {Promise<WebAssembly.Module>} [module] the compiled kernel, by default from the file beside this one */
  constructor(module = compiled()) {
    this.#module = module;
    module.catch(() => {}); // each question reports the failure
  }

  /**
   * Checks a puzzle of nonosat's JSON, or one in one ink as other programs write it.
   * @param {Puzzle} puzzle
   * @param {Options} [options]
   * @returns {Promise<Answer>}
   * @throws {RangeError} for a malformed puzzle; it names the member
   */
  async check(puzzle, { seconds = SECONDS, signal } = {}) {
    if (typeof seconds !== "number" || !(seconds >= 0))
      throw new RangeError(`\`seconds\` must be a number from 0, got ${seconds}`);
    signal?.throwIfAborted();
    const { lines, rows } = statementOf(isOwnForm(puzzle) ? puzzle : /** @type {any} */ (ownForm(puzzle)));
    const { solutions, forced, ...rest } = await this.#ask(lines, seconds, signal);
    /** @template T @param {ArrayLike<T>} cells @returns {T[][]} */
    const inRows = (cells) => rows.map((row) => row.map((cell) => cells[cell]));
    return { ...rest, solutions: solutions.map(inRows), forced: inRows(forced) };
  }

  /** @param {Lines} puzzle @param {number} seconds @param {AbortSignal} [signal] @returns {Promise<Found>} */
  #ask(puzzle, seconds, signal) {
    return new Promise((resolve, reject) => {
      /** @type {Task} */
      const task = { id: ++this.#count, puzzle, seconds, resolve, reject, known: null, timer: 0 };
      signal?.addEventListener("abort", () => this.#withdraw(task, signal.reason), { once: true });
      this.#tasks.push(task);
      this.#begin();
    });
  }

  /** Starts the worker before the first question, which then waits less. */
  start() {
    this.#worker ??= this.#started();
    this.#worker.catch(() => {}); // the first question reports it
  }

  /** Ends the worker, and with it all open questions. A later question starts another. */
  close() {
    this.#stop();
    for (const { reject, timer } of this.#tasks.splice(0)) {
      clearTimeout(timer);
      reject(new DOMException("closed", "AbortError"));
    }
    this.#busy = false;
  }

  #stop() {
    this.#worker?.then((worker) => worker.terminate()).catch(() => {});
    this.#worker = null;
  }

  /** Gives the next question to the worker. */
  async #begin() {
    const [task] = this.#tasks;
    if (!task || this.#busy) return;
    this.#busy = true;
    try {
      const worker = await (this.#worker ??= this.#started());
      if (task !== this.#tasks[0]) return; // withdrawn in the meantime
      worker.ref?.();
      const outOfTime = () =>
        this.#finish(task, () => task.resolve(task.known ?? nothing(task.puzzle)), true);
      task.timer = setTimeout(outOfTime, Math.min(1000 * task.seconds, LONGEST));
      worker.postMessage({ puzzle: task.puzzle, id: task.id });
    } catch (error) {
      this.#finish(task, () => task.reject(error), true);
    }
  }

  /** @param {Task} task @param {() => void} settle its promise @param {boolean} [broken] whether to end the worker */
  #finish(task, settle, broken = false) {
    if (task !== this.#tasks[0]) return;
    clearTimeout(task.timer);
    this.#tasks.shift();
    this.#busy = false;
    if (broken) this.#stop();
    settle();
    this.#begin();
  }

  /** @param {Task} task @param {unknown} reason */
  #withdraw(task, reason) {
    if (task === this.#tasks[0]) return this.#finish(task, () => task.reject(reason), true);
    this.#tasks = this.#tasks.filter((other) => other !== task);
    task.reject(reason);
  }

  /** @returns {Promise<Helper>} */
  async #started() {
    const worker = await helper(
      (reply) => this.#receive(reply, worker),
      (error) =>
        this.#tasks[0] && this.#finish(this.#tasks[0], this.#tasks[0].reject.bind(null, error), true),
    );
    try {
      worker.postMessage({ module: await this.#module }); // compiled while the worker starts
      return worker;
    } catch (error) {
      worker.terminate();
      throw error;
    }
  }

  /** @param {import("./worker.js").Reply} reply @param {Helper} worker */
  #receive({ id, answer, error, last }, worker) {
    const [task] = this.#tasks;
    if (task?.id !== id) return; // of a question that was withdrawn
    if (!last) {
      task.known = answer ?? null;
      return;
    }
    worker.unref?.(); // Node can end
    this.#finish(task, () => (answer ? task.resolve(answer) : task.reject(new RangeError(error))));
  }
}

/** A worker that calls a function with each message, and another with the reason if it dies. @param {(reply: any) => void} receive @param {(error: Error) => void} fail @returns {Promise<Helper>} */
async function helper(receive, fail) {
  if ("Worker" in globalThis) {
    // bundlers find the worker by these words; its address in a constant is a file to them
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => receive(data);
    worker.onerror = ({ message }) => fail(new Error(message || "the worker does not start"));
    return worker;
  }
  // @ts-ignore: Node's
  const { Worker: Thread } = await import("node:worker_threads");
  const worker = new Thread(new URL("./worker.js", import.meta.url));
  worker.on("message", receive);
  worker.on("error", fail);
  worker.unref();
  return worker;
}

/** The compiled kernel. @returns {Promise<WebAssembly.Module>} */
async function compiled() {
  if (WASM.protocol !== "file:") {
    const response = await fetch(WASM);
    if (!response.ok) throw new Error(`${MISSING} (${WASM.href} answers ${response.status})`);
    return WebAssembly.compileStreaming(response);
  }
  // @ts-ignore: Node's
  const { readFile } = await import("node:fs/promises");
  const bytes = await readFile(WASM).catch(() => {
    throw new Error(`${MISSING} (${WASM.pathname})`);
  });
  return WebAssembly.compile(bytes);
}

/** @param {Lines} puzzle @returns {Found} */
function nothing({ cells }) {
  const forced = Array(cells).fill(null);
  return { verdict: "unknown", solutions: [], forced, byLines: false, conflicts: 0 };
}

/** @type {Nonosat | undefined} */
let shared;

/**
 * Checks a puzzle in a worker that all calls share.
 * @param {Puzzle} puzzle
 * @param {Options} [options]
 */
export const check = (puzzle, options) => (shared ??= new Nonosat()).check(puzzle, options);

/**
 * Checks nonograms in a browser or in Node, without a server:
 *
 *     import { check } from "nonosat";
 *     const { verdict, solutions, forced } = await check({ rows: [[1], [2]], columns: [[2], [1]] });
 *
 * The kernel runs in a worker of its own, so that a page stays responsive and a time limit holds.
 *
 * @typedef {number | "?"} Length "?" of a blotted number
 * @typedef {(Length | [length: Length, colour: number])[] | null} Clue a length alone has colour 1; null: the line has no clue
 *
 * @typedef {object} Rectangle a puzzle of nonosat's JSON; other members are ignored
 * @property {Clue[]} rows
 * @property {Clue[]} columns
 * @property {[row: number, column: number, colour?: number][]} [givens] known cells, numbered from 0
 * @property {unknown[]} [palette] a member for each colour, background first; by default black and white
 *
 * @typedef {object} Answer
 * @property {"unique" | "multiple" | "unsolvable" | "unknown"} verdict "unknown" if the time limit came first
 * @property {number[][][]} solutions up to two, each rows of colours
 * @property {(number | null)[][]} forced rows of the colours that are proved to be the same in all solutions
 * @property {boolean} byLines whether lines alone decide the puzzle
 * @property {number} conflicts number of conflicts in the search
 *
 * @typedef {object} Options
 * @property {number} [seconds] time limit, 10 by default
 * @property {AbortSignal} [signal] withdraws the question: the promise is rejected with the signal's reason
 */

/** @import { Lines } from "./kernel.js" */

const WASM = new URL("./nonosat.wasm", import.meta.url);
const WORKER = new URL("./worker.js", import.meta.url);
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
   * Checks a puzzle of rows and columns.
   * @param {Rectangle} puzzle
   * @param {Options} [options]
   * @returns {Promise<Answer>}
   * @throws {Error} for a malformed puzzle
   */
  async check(puzzle, options) {
    const width = puzzle.columns.length;
    const { solutions, forced, ...rest } = await this.checkLines(linesOf(puzzle), options);
    /** @template T @param {ArrayLike<T>} cells @returns {T[][]} */
    const inRows = (cells) =>
      puzzle.rows.map((_, row) => Array.from(cells).slice(row * width, (row + 1) * width));
    return { ...rest, solutions: solutions.map(inRows), forced: inRows(forced) };
  }

  /**
   * Checks a puzzle of any shape.
   * @param {Lines} puzzle
   * @param {Options} [options]
   * @returns {Promise<Found>}
   */
  checkLines(puzzle, { seconds = SECONDS, signal } = {}) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
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
    const worker = new Worker(WORKER, { type: "module" });
    worker.onmessage = ({ data }) => receive(data);
    worker.onerror = ({ message }) => fail(new Error(message || "the worker does not start"));
    return worker;
  }
  // @ts-ignore: Node's
  const { Worker: Thread } = await import("node:worker_threads");
  const worker = new Thread(WORKER);
  worker.on("message", receive);
  worker.on("error", fail);
  worker.unref();
  return worker;
}

/** The compiled kernel. @returns {Promise<WebAssembly.Module>} */
async function compiled() {
  if (WASM.protocol !== "file:") return WebAssembly.compileStreaming(fetch(WASM));
  // @ts-ignore: Node's
  const { readFile } = await import("node:fs/promises");
  return WebAssembly.compile(await readFile(WASM));
}

/** @param {Lines} puzzle @returns {Found} */
function nothing({ cells }) {
  const forced = Array(cells).fill(null);
  return { verdict: "unknown", solutions: [], forced, byLines: false, conflicts: 0 };
}

/** The rectangle as lines of cells. @param {Rectangle} puzzle @returns {Lines} */
function linesOf({ rows, columns, givens = [], palette = [0, 1] }) {
  const width = columns.length;
  const lines = [
    ...rows.map((_, row) => columns.map((_, column) => row * width + column)),
    ...columns.map((_, column) => rows.map((_, row) => row * width + column)),
  ];
  for (const [row, column] of givens)
    if (!(row in rows && column in columns)) throw new RangeError("a given lies outside of the grid");
  return {
    cells: rows.length * width,
    colours: palette.length,
    height: rows.length,
    width,
    lines,
    clues: [...rows, ...columns].map(
      (clue) => clue && clue.map((block) => (Array.isArray(block) ? block : [block, 1])),
    ),
    givens: givens.map(([row, column, colour = 1]) => [row * width + column, colour]),
  };
}

/** @type {Nonosat | undefined} */
let shared;

/**
 * Checks a puzzle of rows and columns in a worker that all calls share.
 * @param {Rectangle} puzzle
 * @param {Options} [options]
 */
export const check = (puzzle, options) => (shared ??= new Nonosat()).check(puzzle, options);

// Verdicts from the kernel in WebAssembly, at once. Python answers the rest: numbers of solutions, difficulty, reasons, and
// puzzles that the kernel does not decide in time.

import { Nonosat } from "../../kernel/nonosat.js";
import { aborted } from "./common.js";

/**
 * @import { Options, Payload } from "./common.js"
 * @typedef {(number | null)[][]} Rows
 * @typedef {(question: string, payload: Payload, options: Options) => Promise<Payload>} Ask
 */

const SECONDS = 2; // time limit of the kernel

export class Kernel {
  #nonosat = new Nonosat();
  #ask;

  /** @param {Ask} ask asks Python */
  constructor(ask) {
    this.#ask = ask;
    this.#nonosat.start();
  }

  /** Whether it has an answer to a question. @param {string} question @param {Payload} payload */
  takes(question, { puzzle }) {
    return Boolean(puzzle) && (question === "check" || question === "examine");
  }

  /** @param {string} question @param {Payload} payload @param {Options} options @returns {Promise<Payload>} */
  async answer(question, payload, options) {
    const answer = await this.#check(payload, options.signal);
    if (!answer) return this.#ask(question, payload, options);
    const { report, forced, byLines } = answer;
    options.onProgress?.({ stage: "verdict", ...report });
    // Python knows the reason if lines show that there is no solution
    if (report.verdict === "unsolvable" && byLines) return this.#ask(question, payload, options);
    return question === "check" ? report : this.#examined(report, forced, payload, options);
  }

  /** The answer to `examine` after its verdict. @param {Payload} report @param {Rows} forced @param {Payload} payload @param {Options} options */
  async #examined(
    report,
    forced,
    { puzzle, fillings, seconds, rating: isRated = true },
    { signal, onProgress },
  ) {
    const isMultiple = report.verdict === "multiple";
    const { length } = report.solutions;
    const limit = seconds ? { seconds } : {};
    if (isMultiple) onProgress?.({ stage: "open_cells", ...openCells(forced, report.solutions) });
    const ambiguity = isMultiple
      ? await this.#ask("ambiguity", { puzzle, fillings, ...limit }, { signal })
      : {
          ...{ count: `${length}`, exact: true, regions: [], stopped: null },
          ...{ backbone: forced, open_cells: 0, undecided_cells: 0 },
        };
    onProgress?.({ stage: "ambiguity", ...ambiguity });
    const isRatable = isRated && report.verdict !== "unsolvable" && !isBlank(puzzle);
    const rating = isRatable ? await this.#ask("rate", { puzzle, ...limit }, { signal }) : null;
    return { ...report, ...ambiguity, rating };
  }

  /** What the kernel says of a puzzle; null if it does not decide it. @param {Payload} payload @param {AbortSignal} [signal] */
  async #check({ puzzle: data, seconds = SECONDS }, signal) {
    try {
      const how = { seconds: Math.min(seconds, SECONDS), signal };
      const { verdict, byLines, solutions, forced } = await this.#nonosat.check(data, how);
      if (verdict === "unknown") return null;
      const line_solvable = byLines && verdict === "unique";
      const report = { verdict, line_solvable, solutions, contradictions: [], stopped: null };
      return { report, forced, byLines };
    } catch {
      if (signal?.aborted) throw aborted();
      return null; // Python says what is wrong
    }
  }
}

/** Forced cells, the number of those in which solutions differ, and of those of which neither is known. @param {Rows} forced @param {Rows[]} solutions */
function openCells(forced, [one, other]) {
  let [open_cells, undecided_cells] = [0, 0];
  forced.forEach((cells, row) =>
    cells.forEach((colour, at) => {
      if (colour !== null) return;
      if (one[row][at] === other[row][at]) undecided_cells += 1;
      else open_cells += 1;
    }),
  );
  return { backbone: forced, open_cells, undecided_cells };
}

/** Whether a puzzle has no ink: it needs no rating. @param {Payload} puzzle */
const isBlank = ({ rows }) => rows.every((/** @type {unknown[] | null} */ clue) => clue?.length === 0);

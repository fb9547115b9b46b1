/**
 * The development of the open puzzle: number of solutions and difficulty at each verdict, and the last picture with one
 * solution.
 *
 * @typedef {{solutions: number|null, difficulty: number|null}} Moment the power of ten of the number; null if not known
 */

/** @import { Puzzle } from "../../shared/puzzle.js" */

const MOST = 60;

export class Trend {
  constructor() {
    this.forget();
  }

  forget() {
    /** @type {Moment[]} */
    this.moments = [];
    /** @type {import("../../shared/puzzle.js").Puzzle|null} */
    this.good = null;
    /** The puzzle of the last moment. @type {import("../../shared/puzzle.js").Puzzle|null} */
    this.about = null;
  }

  /** Records the answers about a puzzle, in place of earlier ones about the same. @param {import("./state.js").Answers} options */
  note({ puzzle, check, ambiguity, rating }) {
    if (!puzzle || !check) return;
    if (check.verdict === "unique") this.good = puzzle;
    /** @type {Record<string, string>} */
    const known = { unique: "1", unsolvable: "0" };
    const count = known[check.verdict] ?? ambiguity?.count ?? null;
    const moment = {
      solutions: count === null || count === "0" ? null : powerOfTen(String(count)),
      difficulty: check.verdict === "unique" ? (rating?.difficulty ?? null) : null,
    };
    if (this.about === puzzle) this.moments.pop();
    this.about = puzzle;
    this.moments.push(moment);
    if (this.moments.length > MOST) this.moments.shift();
  }

  /** The cells that differ from the last picture with one solution; none without one of this shape. @param {Puzzle} puzzle */
  changedSince(puzzle) {
    const cells = puzzle.cells;
    const good = this.good?.cells;
    if (!good || !cells || this.good?.shape.join() !== puzzle.shape.join()) return [];
    return [...cells.keys()].filter((cell) => cells[cell] !== good[cell]);
  }
}

/** The logarithm of a decimal number of any length. @param {string} digits */
function powerOfTen(digits) {
  return digits.length - 1 + Math.log10(Number(`${digits[0]}.${digits.slice(1, 15)}`));
}

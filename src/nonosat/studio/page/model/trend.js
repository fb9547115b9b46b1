/**
 * How a puzzle came to be what it is, verdict by verdict: how many solutions it had, how difficult it was, and which
 * picture was the last with one solution. It begins anew with each puzzle on the desk.
 *
 * @typedef {{solutions: number|null, difficulty: number|null}} Moment the power of ten of the number; null if not known
 */

const MOST = 60;

export class Trend {
  constructor() {
    this.forget();
  }

  forget() {
    /** @type {Moment[]} */
    this.moments = [];
    /** @type {import("../shared/puzzle.js").Puzzle|null} */
    this.good = null;
    this.about = null;
  }

  /** Takes up what is known of a puzzle; of the same puzzle only the last counts. */
  note({ puzzle, check, ambiguity, rating }) {
    if (!puzzle || !check) return;
    if (check.verdict === "unique") this.good = puzzle;
    const count = { unique: "1", unsolvable: "0" }[check.verdict] ?? ambiguity?.count ?? null;
    const moment = {
      solutions: count === null || count === "0" ? null : powerOfTen(String(count)),
      difficulty: check.verdict === "unique" ? (rating?.difficulty ?? null) : null,
    };
    if (this.about === puzzle) this.moments.pop();
    this.about = puzzle;
    this.moments.push(moment);
    if (this.moments.length > MOST) this.moments.shift();
  }

  /** The cells that differ from the last picture with one solution; none if there is none of this shape. */
  changedSince(puzzle) {
    const { good } = this;
    if (!good?.cells || !puzzle.cells || good.shape.join() !== puzzle.shape.join()) return [];
    return [...puzzle.cells.keys()].filter((cell) => puzzle.cells[cell] !== good.cells[cell]);
  }
}

/** The logarithm of a decimal number of any length. */
export function powerOfTen(digits) {
  return digits.length - 1 + Math.log10(Number(`${digits[0]}.${digits.slice(1, 15)}`));
}

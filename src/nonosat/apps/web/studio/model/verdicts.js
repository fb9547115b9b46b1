/** The verdicts on the states of the open puzzle, and its last picture with one solution. */

/** @import { Puzzle } from "../../shared/puzzle.js" */

/** @typedef {{verdict: string, count: string, exact: boolean}} Known about a state: its verdict, and the number of solutions so far */

export class Verdicts {
  /** @type {Puzzle|null} */
  good = null;
  /** By state: see `History.key`. @type {WeakMap<object, Known>} */
  #known = new WeakMap();

  /** Records the answers about the present state. @param {import("./state.js").State} state */
  note({ answers: { puzzle, check, ambiguity }, isAnswered, history }) {
    if (!check || !isAnswered) return;
    const { verdict } = check;
    if (verdict === "unique" && puzzle?.cells?.some(Boolean)) this.good = puzzle; // nobody goes back to an empty one
    const { count, exact } = ambiguity ?? {
      count: `${check.solutions.length}`,
      exact: verdict !== "multiple",
    };
    this.#known.set(history.key(history.at), { verdict, count: String(count), exact });
  }

  /** @param {object} key of a state */
  of(key) {
    return this.#known.get(key);
  }

  /** The cells that differ from the last picture with one solution; none without one of this shape. @param {Puzzle} puzzle */
  changedSince(puzzle) {
    const cells = puzzle.cells;
    const good = this.good?.cells;
    if (!good || !cells || this.good?.shape.join() !== puzzle.shape.join()) return [];
    return [...cells.keys()].filter((cell) => cells[cell] !== good[cell]);
  }
}

/** The player's game, kept in the browser. */

import { unpacked } from "./packing.js";
import { History } from "../shared/history.js";
import { UNKNOWN } from "../shared/lines.js";
import { Play } from "../shared/play.js";
import { store, stored } from "../shared/stored.js";

/**
 * @typedef {import("../shared/teaching.js").Step & {levels: import("../shared/words.js").Phrase[]}} Step with its first hints
 * @typedef {object} Explained
 * @property {Step[]} steps
 * @property {boolean} complete
 * @property {Record<string, string>} techniques the description of each
 */

const MOST_STROKES = 1000;

/** The hints of a page, none in a browser that cannot unpack them. @param {string} text @returns {Promise<Explained>} */
export async function explanationOf(text) {
  return (await unpacked(text)) ?? { steps: [], complete: false, techniques: {} };
}

export class Game extends Play {
  /** @param {import("../shared/puzzle.js").Puzzle} puzzle @param {string} key of the browser's storage */
  constructor(puzzle, key) {
    super(puzzle);
    this.key = `nonosat ${key}`;
    this.history.most = MOST_STROKES;
    this.seconds = 0;
    /** Hints used so far. */
    this.hints = 0;
    /** The best time of all games of this puzzle, in seconds. @type {number|undefined} */
    this.best = undefined;
    /** The cells before a trial; null if there is none. @type {Int16Array | null} */
    this.tried = null;
    this.load();
    this.solved = this.isSolved();
  }

  /** Whether a cell was drawn in the trial. @param {number} cell */
  isTried(cell) {
    return this.tried !== null && this.tried[cell] !== this.cells[cell];
  }

  save() {
    const { changes, at } = this.history;
    const strokes = changes.map(({ before, after }) =>
      [before.patch?.at, before.patch?.colours, after.patch?.colours].map((each) => [...(each ?? [])]),
    );
    const tried = this.tried && [...this.tried];
    const { seconds, hints, best, solved } = this;
    const cells = [...this.cells];
    store(this.key, JSON.stringify({ cells, seconds, hints, best, strokes, at, tried, solved }));
  }

  /** Loads the saved game, if it is of this puzzle. */
  load() {
    try {
      const { cells, seconds, hints, best, strokes, at, tried } = JSON.parse(stored(this.key) ?? "null");
      const colours = this.puzzle.palette.length;
      /** @param {number[]} all */
      const areColours = (all) =>
        all.every((value) => Number.isInteger(value) && value >= UNKNOWN && value < colours);
      /** @param {number[][]} stroke */
      const isStroke = ([places, ...both]) =>
        places.every((cell) => cell in this.cells) &&
        both.length === 2 &&
        both.every((all) => all.length === places.length && areColours(all));
      const fits = cells.length === this.geometry.size && areColours(cells) && seconds >= 0;
      if (!fits || !strokes.every(isStroke) || !(at >= 0 && at <= strokes.length)) return;
      const changes = strokes.map((/** @type {number[][]} */ [places, ...both]) => {
        const [before, after] = both.map((all) => ({
          patch: { at: Uint32Array.from(places), colours: Int16Array.from(all) },
        }));
        return { label: "Move", before, after };
      });
      this.history = new History(changes, at, MOST_STROKES);
      this.cells = Int16Array.from(cells, (value, cell) => this.puzzle.givens.get(cell) ?? value);
      this.seconds = seconds;
      if (hints > 0) this.hints = hints;
      if (best >= 0) this.best = best;
      if (tried?.length === cells.length && areColours(tried)) this.tried = Int16Array.from(tried);
    } catch {
      // nothing was saved, or by another program
    }
  }
}

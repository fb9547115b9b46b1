/** The player's game, kept in the browser: the cells found so far, with undo and checks. */

import { unpacked } from "./packing.js";
import { changeOf, History, isEmpty } from "../shared/history.js";
import { linesThrough } from "../shared/geometry.js";
import { agrees, completable, EMPTY, runsOf, UNKNOWN } from "../shared/lines.js";
import { clues, geometry, unknownCells } from "../shared/puzzle.js";
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

export class Game {
  /** @param {import("../shared/puzzle.js").Puzzle} puzzle @param {string} key of the browser's storage */
  constructor(puzzle, key) {
    this.puzzle = puzzle;
    this.key = `nonosat ${key}`;
    /** A colour for each cell, or `UNKNOWN`. @type {Int16Array} */
    this.cells = unknownCells(puzzle);
    this.history = new History([], 0, MOST_STROKES);
    this.geometry = geometry(puzzle);
    const { families } = this.geometry;
    /** The cells of each line, and its clue, family by family. */
    this.lines = families.flat();
    this.clues = clues(puzzle).flat();
    this.firsts = families.map((_, at) => families.slice(0, at).reduce((sum, { length }) => sum + length, 0));
    this.seconds = 0;
    /** Hints used so far. */
    this.hints = 0;
    /** The best time of all games of this puzzle, in seconds. @type {number|undefined} */
    this.best = undefined;
    /** The cells before a trial; null if there is none. @type {Int16Array | null} */
    this.tried = null;
    /** The game as this window saved or loaded it last. @type {string | null} */
    this.saved = null;
    this.solved = false;
    this.load();
  }

  /** Whether the saved game is that of this window: no other one has saved since. */
  isSaved() {
    const saved = stored(this.key);
    return saved === null || saved === this.saved;
  }

  /** Whether a cell was drawn in the trial. @param {number} cell */
  isTried(cell) {
    return this.tried !== null && this.tried[cell] !== this.cells[cell];
  }

  /** The numbers of the lines through a cell. @param {number} cell */
  through(cell) {
    return linesThrough(this.geometry, cell).map(({ family, index }) => this.firsts[family] + index);
  }

  /** The colours of a line. @param {number} line */
  shown(line) {
    return this.lines[line].map((cell) => this.cells[cell]);
  }

  /**
   * Replaces the cells, as one move, or as a part of the last one if it `joins` that; givens stay.
   * @param {Int16Array} cells @param {boolean} joins
   * @returns {ArrayLike<number>} changed cells
   */
  move(cells, joins) {
    for (const [cell, colour] of this.puzzle.givens) cells[cell] = colour;
    const change = changeOf("Move", { cells: this.cells }, { cells });
    if (isEmpty(change)) return [];
    if (joins) {
      const [{ cells: before }] = this.history.turn({ cells: this.cells }, false) ?? [this];
      this.history.push(changeOf("Move", { cells: before }, { cells }));
    } else this.history.push(change);
    this.cells = cells;
    return change.after.patch?.at ?? [];
  }

  /** The cells with crosses in each line that new ink completes: its other cells are empty. @param {Int16Array} cells */
  crossed(cells) {
    const inked = [...cells.keys()].filter((cell) => cells[cell] > EMPTY && this.cells[cell] !== cells[cell]);
    const crossed = cells.slice();
    for (const line of new Set(inked.flatMap((cell) => this.through(cell)))) {
      const clue = this.clues[line];
      const isLegible = clue?.every(([length]) => length !== "?");
      if (!isLegible || !agrees(clue, runsOf(this.lines[line].map((cell) => cells[cell])))) continue;
      for (const cell of this.lines[line]) if (cells[cell] === UNKNOWN) crossed[cell] = EMPTY;
    }
    return crossed;
  }

  /** Undoes a move, or redoes one `again`. @param {boolean} again @returns {ArrayLike<number>} changed cells */
  turn(again) {
    const turned = this.history.turn({ cells: this.cells }, again);
    return turned ? this.become(turned[0].cells) : [];
  }

  /** @param {Int16Array} cells */
  become(cells) {
    /** @type {number[]} */
    const changed = [];
    cells.forEach((value, cell) => value !== this.cells[cell] && changed.push(cell));
    this.cells = cells;
    return changed;
  }

  /** Whether every clue is met; unknown cells count as empty. */
  isSolved() {
    return this.lines.every((_, line) => agrees(this.clues[line], runsOf(this.shown(line))));
  }

  /** The cells with an impossible colour. @param {(cell: number) => number[]|undefined} possible */
  wrongCells(possible) {
    return [...this.cells.keys()].filter(
      (cell) => this.cells[cell] !== UNKNOWN && possible(cell)?.includes(this.cells[cell]) === false,
    );
  }

  /** Without crosses that follow from another mistake: those on a line that wrong ink completes. @param {number[]} wrong */
  ownMistakes(wrong) {
    const inked = wrong.filter((cell) => this.cells[cell] !== EMPTY);
    const finished = inked
      .flatMap((cell) => this.through(cell))
      .filter((line) => agrees(this.clues[line], runsOf(this.shown(line))));
    const followed = new Set(finished.flatMap((line) => this.lines[line]));
    return wrong.filter((cell) => this.cells[cell] !== EMPTY || !followed.has(cell));
  }

  /** The lines that cannot be completed. */
  brokenLines() {
    return [...this.lines.keys()].filter((line) => !completable(this.clues[line], this.shown(line)));
  }

  save() {
    const { changes, at } = this.history;
    const strokes = changes.map(({ before, after }) =>
      [before.patch?.at, before.patch?.colours, after.patch?.colours].map((list) => [...(list ?? [])]),
    );
    const tried = this.tried && [...this.tried];
    const { seconds, hints, best, solved } = this;
    const cells = [...this.cells];
    this.saved = JSON.stringify({ cells, seconds, hints, best, strokes, at, tried, solved });
    store(this.key, this.saved);
  }

  /** Saves the time, unless another window has saved the game since. */
  saveTime() {
    if (this.isSaved()) this.save();
  }

  /** Loads the saved game, if it is of this puzzle. */
  load() {
    this.saved = stored(this.key);
    this.read(this.saved);
    this.solved = this.isSolved();
  }

  /** @param {string | null} text */
  read(text) {
    try {
      const { cells, seconds, hints, best, strokes, at, tried } = JSON.parse(text ?? "null");
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
      this.hints = hints > 0 ? hints : 0;
      if (best >= 0) this.best = best;
      const isTrial = tried?.length === cells.length && areColours(tried);
      this.tried = isTrial ? Int16Array.from(tried) : null;
    } catch {
      // nothing was saved, or by another program
    }
  }
}

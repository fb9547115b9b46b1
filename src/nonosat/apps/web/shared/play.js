/** A game: the cells found so far, with undo and checks. */

import { changeOf, History, isEmpty } from "./history.js";
import { agrees, completable, EMPTY, runsOf, UNKNOWN } from "./lines.js";
import { linesThrough } from "./geometry.js";
import { clues, geometry } from "./puzzle.js";

/** @typedef {import("./puzzle.js").Puzzle} Puzzle */

/** The cells of a new game: only givens are known. @param {Puzzle} puzzle */
export function untouched(puzzle) {
  const cells = new Int16Array(geometry(puzzle).size).fill(UNKNOWN);
  for (const [cell, colour] of puzzle.givens) cells[cell] = colour;
  return cells;
}

export class Play {
  /** @param {Puzzle} puzzle @param {Int16Array} [cells] a colour for each cell, or `UNKNOWN` */
  constructor(puzzle, cells = untouched(puzzle), history = new History()) {
    this.puzzle = puzzle;
    this.cells = cells;
    this.history = history;
    this.geometry = geometry(puzzle);
    const { families } = this.geometry;
    /** The cells of each line, and its clue, family by family. */
    this.lines = families.flat();
    this.clues = clues(puzzle).flat();
    this.firsts = families.map((_, at) => families.slice(0, at).reduce((sum, { length }) => sum + length, 0));
  }

  /** The numbers of the lines through a cell. @param {number} cell */
  through(cell) {
    return linesThrough(this.geometry, cell).map(({ family, index }) => this.firsts[family] + index);
  }

  /** The colours of a line. @param {number} line */
  shown(line) {
    return this.lines[line].map((cell) => this.cells[cell]);
  }

  /** Replaces the cells, as one move; givens stay. @param {Int16Array} cells @returns {ArrayLike<number>} changed cells */
  move(cells) {
    for (const [cell, colour] of this.puzzle.givens) cells[cell] = colour;
    const change = changeOf("Move", { cells: this.cells }, { cells });
    if (isEmpty(change)) return [];
    this.history.push(change);
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
    const changed = [...cells.keys()].filter((cell) => cells[cell] !== this.cells[cell]);
    this.cells = cells;
    return changed;
  }

  /** Whether every clue is met; unknown cells count as empty. */
  isSolved() {
    return this.lines.every((_, line) => agrees(this.clues[line], runsOf(this.shown(line))));
  }

  /** Whether something is painted and every clue is met. */
  get isFinished() {
    return this.cells.some((colour) => colour > 0) && this.isSolved();
  }

  /** The cells with an impossible colour. @param {(cell: number) => number[]|undefined} possible */
  wrongCells(possible) {
    return [...this.cells.keys()].filter(
      (cell) => this.cells[cell] !== UNKNOWN && possible(cell)?.includes(this.cells[cell]) === false,
    );
  }

  /** The lines that cannot be completed. */
  brokenLines() {
    return [...this.lines.keys()].filter((line) => !completable(this.clues[line], this.shown(line)));
  }
}

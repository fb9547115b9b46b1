/**
 * Changes the state's puzzle and its history. Each change is stored on the shelf at once, and announced.
 *
 * @typedef {import("../../shared/puzzle.js").Puzzle} Puzzle
 *
 * @typedef {object} Listener is called after changes
 * @property {(change: import("./activity.js").PuzzleChange) => void} puzzle
 * @property {() => void} preview the stroke in hand
 */

import { changeOf, History, isEmpty } from "../../shared/history.js";
import { requireSize } from "../../shared/checked.js";
import { geometry, requireSound, sameStatement } from "../../shared/puzzle.js";

export class Session {
  /** @param {import("./state.js").State} state @param {import("./shelf.js").Shelf} shelf @param {Listener} listener */
  constructor(state, shelf, listener) {
    this.state = state;
    this.shelf = shelf;
    this.listener = listener;
  }

  /** Opens another puzzle: a new one, or one of the shelf with its history. @param {Puzzle} puzzle @param {Partial<import("./shelf.js").Entry> & {changes?: import("../../shared/history.js").Change[]}} [options] */
  open(puzzle, { id, changes = [], at = changes.length } = {}) {
    requireSound(puzzle);
    this.discardUntouched();
    const opened = { puzzle, history: new History(changes, at), preview: null };
    Object.assign(this.state, { ...opened, id: id ?? crypto.randomUUID() });
    this.listener.puzzle({ document: true, statement: true });
    if (!id) this.shelf.keep(this.record());
    this.shelf.current = this.state.id;
    this.shelf.claim(this.state.id);
  }

  /** An empty picture on which nothing was drawn is not kept. */
  discardUntouched() {
    const { cells } = this.state.puzzle;
    if (this.state.id && !this.state.history.changes.length && cells?.every((colour) => colour === 0))
      this.shelf.remove(this.state.id);
  }

  record() {
    const { id, puzzle, history } = this.state;
    return { id, puzzle, at: history.at, changed: Date.now() };
  }

  /** Replaces the puzzle by a changed one, which can be undone. @param {string} label @param {Puzzle} puzzle @param {object} [by] the activity that does so */
  commit(label, puzzle, by) {
    requireSound(puzzle);
    const change = changeOf(label, this.state.puzzle, puzzle);
    this.state.preview = null;
    if (isEmpty(change)) {
      this.listener.preview();
      return false;
    }
    this.state.history.push(change);
    this.become(puzzle, by);
    this.shelf.keep(this.record(), { number: this.state.history.at - 1, change });
    return true;
  }

  /** Undoes a change, or redoes one `again`; returns its label, or null. @param {boolean} again */
  turn(again) {
    const turned = this.state.history.turn(this.state.puzzle, again);
    if (!turned) return null;
    const [puzzle, label] = turned;
    try {
      requireSound(puzzle);
    } catch {
      this.state.history = new History(); // the shelf's record is damaged: the puzzle stays
      this.listener.puzzle({ document: false, statement: false });
      return null;
    }
    this.become(puzzle);
    this.shelf.keep(this.record());
    return label;
  }

  /** Shows a puzzle of the history. @param {Puzzle} puzzle @param {object} [by] */
  become(puzzle, by) {
    const statement = !sameStatement(this.state.puzzle, puzzle);
    this.state.puzzle = puzzle;
    this.state.preview = null;
    this.listener.puzzle({ document: false, statement, by });
  }

  /** Shows a stroke before it is finished. @param {import("../../shared/history.js").Cells|null} cells */
  show(cells) {
    if (cells) requireSize(cells, geometry(this.state.puzzle));
    this.state.preview = cells;
    this.listener.preview();
  }
}

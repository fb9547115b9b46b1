/**
 * The puzzle on the desk, how it came about, and the state of the one who tries to solve it. Every change goes
 * through here, is kept on the shelf at once, and is told to those who listen:
 * "puzzle" ({document, statement}: whether it is another puzzle, whether it asks something else of a solver),
 * "preview" (a stroke that is not finished), "play".
 *
 * @typedef {import("../shared/puzzle.js").Puzzle} Puzzle
 */

import { changeOf, History, isEmpty } from "../shared/history.js";
import { UNKNOWN } from "../shared/lines.js";
import { requireSize } from "../shared/checked.js";
import { Play, untouched } from "../shared/play.js";
import { blank, clues, geometry, requireSound, sameStatement } from "../shared/puzzle.js";

const MOST_GAMES = 50;

/** Identifies what a solver sees of a puzzle. @param {Puzzle} puzzle */
const statementOf = (puzzle) =>
  JSON.stringify([puzzle.shape, puzzle.palette.length, clues(puzzle), [...puzzle.givens]]);

export class Session {
  /** @param {import("./shelf.js").Shelf} shelf */
  constructor(shelf) {
    this.shelf = shelf;
    this.listeners = new Map();
    /** @type {Puzzle} */
    this.puzzle = blank(15, 15);
    this.history = new History();
    this.game = new Play(this.puzzle);
    /** Plays of this puzzle and of its earlier and later states, by `statementOf`. @type {Map<string, Play>} */
    this.games = new Map();
    this.id = null;
    this.preview = null;
    this.folder = "";
    /** How long the puzzle takes people, in English; "" until it is rated. */
    this.minutes = "";
    this.versions = [];
  }

  /** What is solved of the puzzle so far: a colour for each cell, or `UNKNOWN`. */
  get play() {
    return this.game.cells;
  }

  /** Whether nothing is drawn. */
  get isEmpty() {
    return Boolean(this.puzzle.cells?.every((colour) => colour === 0));
  }

  /** The moves of the one who solves, which have an undo of their own. */
  get plays() {
    return this.game.history;
  }

  on(name, listener) {
    if (!this.listeners.has(name)) this.listeners.set(name, new Set());
    this.listeners.get(name).add(listener);
  }

  emit(name, detail = {}) {
    for (const listener of this.listeners.get(name) ?? []) listener(detail);
  }

  /** Puts another puzzle on the desk: a new one, or one of the shelf with its history. */
  open(
    puzzle,
    {
      id = null,
      changes = [],
      at = changes.length,
      play = null,
      folder = "",
      minutes = "",
      versions = [],
    } = {},
  ) {
    requireSound(puzzle);
    this.discardUntouched();
    this.folder = folder;
    this.minutes = minutes;
    /** @type {import("./shelf.js").Version[]} */
    this.versions = versions;
    this.puzzle = puzzle;
    this.history = new History(changes, at);
    this.id = id ?? crypto.randomUUID();
    const fits = play instanceof Int16Array && play.length === geometry(puzzle).size;
    this.game = new Play(puzzle, fits ? play : undefined);
    this.games = new Map([[statementOf(puzzle), this.game]]);
    this.preview = null;
    this.emit("puzzle", { document: true, statement: true });
    if (!id) this.shelf.keep(this.record());
    this.shelf.current = this.id;
    this.shelf.claim(this.id);
  }

  /** An empty picture on which nothing was drawn is not kept. */
  discardUntouched() {
    const { cells } = this.puzzle;
    if (this.id && !this.history.changes.length && cells?.every((colour) => colour === 0))
      this.shelf.remove(this.id);
  }

  record() {
    const { id, puzzle, play, folder, minutes, versions } = this;
    return { id, puzzle, at: this.history.at, play, changed: Date.now(), folder, minutes, versions };
  }

  /** Keeps how long the puzzle takes people. @param {string} minutes */
  rate(minutes) {
    if (minutes === this.minutes) return;
    this.minutes = minutes;
    this.shelf.keep(this.record());
  }

  /** Puts the puzzle into a folder of the shelf; "" is none. */
  file(folder) {
    this.folder = folder;
    this.shelf.keep(this.record());
  }

  /** Keeps the puzzle as it is now beside the puzzle as it goes on. */
  keepVersion() {
    this.versions = [{ time: Date.now(), puzzle: this.puzzle }, ...this.versions];
    this.shelf.keep(this.record());
  }

  /** @param {import("./shelf.js").Version} version */
  forgetVersion(version) {
    this.versions = this.versions.filter((other) => other !== version);
    this.shelf.keep(this.record());
  }

  /** Takes up a changed puzzle, which can be undone. */
  commit(label, puzzle) {
    requireSound(puzzle);
    const change = changeOf(label, this.puzzle, puzzle);
    this.preview = null;
    if (isEmpty(change)) {
      this.emit("preview");
      return false;
    }
    this.history.push(change);
    this.become(puzzle);
    this.shelf.keep(this.record(), { number: this.history.at - 1, change });
    return true;
  }

  /** Returns the label of the change undone, or null. */
  undo() {
    return this.history.canUndo ? this.#step(this.history.undo(this.puzzle)) : null;
  }

  /** Returns the label of the change made again, or null. */
  redo() {
    return this.history.canRedo ? this.#step(this.history.redo(this.puzzle)) : null;
  }

  /** @param {[Puzzle, string]} step */
  #step([puzzle, label]) {
    try {
      requireSound(puzzle);
    } catch {
      this.history = new History(); // a damaged record of the shelf: what is shown stays
      this.emit("puzzle", { document: false, statement: false });
      return null;
    }
    this.become(puzzle);
    this.shelf.keep(this.record());
    return label;
  }

  /** Takes up a puzzle of the history. Each statement keeps its own play, so that undo brings it back. */
  become(puzzle) {
    const statement = !sameStatement(this.puzzle, puzzle);
    this.puzzle = puzzle;
    this.preview = null;
    if (statement) {
      this.minutes = "";
      const key = statementOf(puzzle);
      this.game = this.games.get(key) ?? new Play(puzzle);
      this.games.delete(key);
      this.games.set(key, this.game);
      if (this.games.size > MOST_GAMES) this.games.delete(this.games.keys().next().value);
    }
    this.emit("puzzle", { document: false, statement });
  }

  /** Shows a stroke before it is finished. */
  show(cells) {
    if (cells) requireSize(cells, geometry(this.puzzle));
    this.preview = cells;
    this.emit("preview");
  }

  /** The puzzle of clues in which all cells found so far are given. @returns {Puzzle} */
  played() {
    const known = [...this.play.entries()].filter(([, colour]) => colour !== UNKNOWN);
    return { ...this.puzzle, cells: null, pattern: null, clues: clues(this.puzzle), givens: new Map(known) };
  }

  freshPlay() {
    return untouched(this.puzzle);
  }

  /** Takes up another state of the one who solves. */
  playOn(cells) {
    this.#played(this.game.move(cells));
  }

  undoPlay() {
    return this.#played(this.game.undo()) && "Move";
  }

  redoPlay() {
    return this.#played(this.game.redo()) && "Move";
  }

  /** @param {ArrayLike<number>} changed cells */
  #played(changed) {
    this.preview = null;
    if (changed.length) this.shelf.keep(this.record());
    this.emit(changed.length ? "play" : "preview");
    return changed.length > 0;
  }
}

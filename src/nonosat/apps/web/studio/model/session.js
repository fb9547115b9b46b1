/**
 * Changes the state's puzzle and its history. Each change is stored on the shelf at once, announced, and shown by other windows
 * with the same document. While another window draws it, nothing is changed here.
 *
 * @typedef {import("../../shared/puzzle.js").Puzzle} Puzzle
 *
 * @typedef {object} Listener is called after changes
 * @property {(change: import("./activity.js").PuzzleChange) => void} puzzle
 * @property {() => void} preview the stroke in hand
 * @property {() => void} refused another window draws the document
 */

import { changeOf, History, isEmpty } from "../../shared/history.js";
import { newId } from "./shelf.js";
import { geometry, requireSize, requireSound, sameStatement } from "../../shared/puzzle.js";

const BACK = "Back in the history"; // label of a change

export class Session {
  /** @param {import("./state.js").State} state @param {import("./shelf.js").Shelf} shelf @param {import("./windows.js").Windows} windows @param {Listener} listener */
  constructor(state, shelf, windows, listener) {
    this.state = state;
    this.shelf = shelf;
    this.windows = windows;
    this.listener = listener;
    /** The last change of texts, and the visit of the field that made it. @type {{visit: object, change: import("../../shared/history.js").Change}|null} */
    this.written = null;
  }

  /** Opens another puzzle: a new one, or one of the shelf with its history, which `windows` have joined. @param {Puzzle} puzzle @param {Partial<import("./shelf.js").Entry> & {changes?: import("../../shared/history.js").Change[]}} [options] */
  open(puzzle, { id, changes = [], at = changes.length, folder = "", minutes = "" } = {}) {
    requireSound(puzzle);
    this.discardUntouched();
    const opened = { puzzle, history: new History(changes, at), preview: null };
    const state = { ...opened, id: id ?? newId(), folder, minutes };
    if (!id) this.windows.begin(state.id);
    Object.assign(this.state, state, { watches: !this.windows.draws });
    this.listener.puzzle({ document: true, statement: true });
    if (!id) this.#store();
    this.shelf.current = state.id;
  }

  /** An empty picture on which nothing was drawn is not kept. */
  discardUntouched() {
    const { cells } = this.state.puzzle;
    if (this.state.watches) return;
    if (this.state.id && !this.state.history.changes.length && cells?.every((colour) => colour === 0))
      this.shelf.remove(this.state.id);
  }

  record() {
    const { id, puzzle, history, folder, minutes } = this.state;
    return { id, puzzle, at: history.at, changed: Date.now(), folder, minutes };
  }

  /** Stores the puzzle and its last change. @param {import("./windows.js").Last} [last] @param {number} [from] the first change to be stored */
  #store(last, from = last?.number ?? this.state.history.changes.length) {
    const record = this.record();
    this.shelf.store(record, this.state.history.changes, from);
    this.windows.share(record, last);
  }

  /** Stores all again if the storage has lost it, or never had it. */
  storeAgain() {
    if (this.state.id && !this.state.watches) this.#store(undefined, 0);
  }

  /** Whether another window draws the document, which is announced. */
  #isRefused() {
    if (this.state.watches) this.listener.refused();
    return this.state.watches;
  }

  /** Takes up a change that another window has made. Returns false if earlier ones are missing here. @param {import("./shelf.js").Entry} entry @param {import("./windows.js").Last} [last] */
  follow({ puzzle, at, folder = "", minutes = "" }, last) {
    const { history } = this.state;
    if ((last?.number ?? at) > history.changes.length) return false;
    if (last) history.changes.splice(last.number, Infinity, last.change);
    history.at = at;
    this.state.folder = folder;
    this.become(puzzle);
    this.state.minutes = minutes;
    return true;
  }

  /** Shows the stored state of the open document, in this window's view. @param {import("./shelf.js").Entry & {changes: import("../../shared/history.js").Change[]}} entry */
  restore({ changes, ...entry }) {
    this.state.history = new History(changes, entry.at);
    this.follow(entry);
  }

  /** Changes what the shelf stores beside the puzzle. @param {Partial<import("./state.js").State>} changes */
  #note(changes) {
    Object.assign(this.state, changes);
    if (!this.state.watches) this.#store();
  }

  /** Stores the expected solving time. @param {string} minutes */
  rate(minutes) {
    if (minutes !== this.state.minutes) this.#note({ minutes });
  }

  /** Puts the puzzle into a folder of the shelf; "" is none. @param {string} folder */
  file(folder) {
    if (!this.#isRefused()) this.#note({ folder });
  }

  /** Replaces the puzzle by a changed one, which can be undone. @param {string} label @param {Puzzle} puzzle @param {object} [by] the activity that does so */
  commit(label, puzzle, by) {
    requireSound(puzzle);
    if (this.#isRefused()) {
      this.state.preview = null;
      this.listener.preview();
      return false;
    }
    const change = changeOf(label, this.state.puzzle, puzzle);
    this.state.preview = null;
    if (isEmpty(change)) {
      this.listener.preview();
      return false;
    }
    this.state.history.push(change);
    this.become(puzzle, by);
    this.#store({ number: this.state.history.at - 1, change });
    return true;
  }

  /**
   * Replaces the puzzle's texts; what is typed in one `visit` of a field is one change.
   * @param {Puzzle["texts"]} texts
   * @param {object} visit
   */
  write(texts, visit) {
    if (this.#isRefused()) return;
    const { history, puzzle } = this.state;
    const last = history.changes[history.at - 1];
    const goesOn = last && last === this.written?.change && visit === this.written.visit && !history.canRedo;
    if (!goesOn) {
      this.commit("Words", { ...puzzle, texts });
      this.written = { visit, change: history.changes[history.at - 1] };
      return;
    }
    last.after = { texts };
    this.become({ ...puzzle, texts });
    this.#store({ number: history.at - 1, change: last });
  }

  /** Undoes a change, or redoes one `again`; returns its label, or null. @param {boolean} again */
  turn(again) {
    if (this.#isRefused()) return null;
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
    this.#store();
    return label;
  }

  /** Goes back to a state of the history as one change, so that nothing after it is lost. @param {number} at the number of changes before it */
  goBack(at) {
    if (this.#isRefused()) return;
    const { history } = this.state;
    while (history.canRedo && history.at !== at) this.turn(true); // what was undone stays, too
    if (history.at === at) return;
    const puzzle = history.after(this.state.puzzle, at);
    if (history.changes[history.at - 1].label === BACK) this.turn(false); // another state was looked at
    this.commit(BACK, puzzle);
  }

  /** Shows a puzzle of the history. @param {Puzzle} puzzle @param {object} [by] */
  become(puzzle, by) {
    const statement = !sameStatement(this.state.puzzle, puzzle);
    this.state.puzzle = puzzle;
    this.state.preview = null;
    if (statement) this.state.minutes = "";
    this.listener.puzzle({ document: false, statement, by });
  }

  /** Shows a stroke before it is finished. @param {import("../../shared/history.js").Cells|null} cells */
  show(cells) {
    if (cells) requireSize(cells, geometry(this.state.puzzle));
    this.state.preview = cells;
    this.listener.preview();
  }
}

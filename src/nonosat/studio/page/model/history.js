/**
 * Undo without end: each change is kept as the fields that it replaced, a picture as the cells that differ.
 * Changes are plain data, so that the shelf can keep them as well.
 *
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {{label: string, before: object, after: object}} Change
 */

const FIELDS = ["shape", "palette", "clues", "pattern", "givens", "kept", "texts"];

/**
 * What has to be replaced to get from one puzzle to another and back.
 * @param {Puzzle} one
 * @param {Puzzle} other
 * @returns {Change}
 */
export function changeOf(label, one, other) {
  const before = {},
    after = {};
  for (const key of FIELDS) {
    if (one[key] !== other[key]) {
      before[key] = one[key];
      after[key] = other[key];
    }
  }
  if (one.cells !== other.cells) {
    if (one.cells && other.cells && one.cells.length === other.cells.length) {
      const places = [];
      one.cells.forEach((colour, at) => {
        if (colour !== other.cells[at]) places.push(at);
      });
      const at = Uint32Array.from(places);
      before.patch = { at, colours: Uint8Array.from(at, (cell) => one.cells[cell]) };
      after.patch = { at, colours: Uint8Array.from(at, (cell) => other.cells[cell]) };
    } else {
      before.cells = one.cells;
      after.cells = other.cells;
    }
  }
  return { label, before, after };
}

/**
 * The puzzle with some fields replaced.
 * @param {Puzzle} puzzle
 * @returns {Puzzle}
 */
export function replaced(puzzle, { patch, ...fields }) {
  const changed = { ...puzzle, ...fields };
  if (patch) {
    changed.cells = puzzle.cells.slice();
    patch.at.forEach((cell, number) => {
      changed.cells[cell] = patch.colours[number];
    });
  }
  return changed;
}

/** Whether a change changes anything. */
export function isEmpty({ after }) {
  return Object.keys(after).every((key) => key === "patch" && !after.patch.at.length);
}

/** Changes done, and changes undone that can be done again. */
export class History {
  constructor(changes = [], at = changes.length) {
    /** @type {Change[]} */
    this.changes = changes;
    this.at = at;
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at < this.changes.length;
  }

  /** Takes up a change; what was undone is forgotten. */
  push(change) {
    this.changes.length = this.at;
    this.changes.push(change);
    this.at++;
  }

  /** @returns {[Puzzle, string]} the puzzle before the last change, and what that was */
  undo(puzzle) {
    const change = this.changes[--this.at];
    return [replaced(puzzle, change.before), change.label];
  }

  /** @returns {[Puzzle, string]} */
  redo(puzzle) {
    const change = this.changes[this.at++];
    return [replaced(puzzle, change.after), change.label];
  }
}

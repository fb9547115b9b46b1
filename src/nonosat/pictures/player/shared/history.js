/**
 * Undo without end: each change is kept as the fields that it replaced, a picture as the cells that differ.
 * Changes are plain data, so that the shelf can keep them as well.
 *
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {Uint8Array|Int16Array} Cells
 * @typedef {{at: Uint32Array, colours: Cells}} Patch
 * @typedef {{label: string, before: Record<string, any>, after: Record<string, any>}} Change
 *   the fields replaced; `patch` has the cells that differ
 */

const FIELDS = ["shape", "palette", "clues", "pattern", "givens", "kept", "texts"];

/**
 * What has to be replaced to get from one puzzle, or its cells, to another and back.
 * @param {string} label
 * @param {Partial<Puzzle> | {cells: Cells}} from
 * @param {Partial<Puzzle> | {cells: Cells}} to
 * @returns {Change}
 */
export function changeOf(label, from, to) {
  /** @type {Record<string, any>[]} */ const [one, other] = [from, to];
  /** @type {Record<string, any>} */ const before = {};
  /** @type {Record<string, any>} */ const after = {};
  for (const key of FIELDS) {
    if (one[key] !== other[key]) {
      before[key] = one[key];
      after[key] = other[key];
    }
  }
  if (one.cells !== other.cells) {
    if (one.cells && other.cells && one.cells.length === other.cells.length) {
      const at = Uint32Array.from(
        [...one.cells.keys()].filter((/** @type {number} */ cell) => one.cells[cell] !== other.cells[cell]),
      );
      const of = (/** @type {any} */ { cells }) => ({
        at,
        colours: cells.constructor.from(at, (/** @type {number} */ cell) => cells[cell]),
      });
      before.patch = of(one);
      after.patch = of(other);
    } else {
      before.cells = one.cells;
      after.cells = other.cells;
    }
  }
  return { label, before, after };
}

/**
 * The puzzle, or its cells, with some fields replaced.
 * @template {object} T
 * @param {T} puzzle
 * @param {Record<string, any>} fields
 * @returns {T}
 */
export function replaced(puzzle, { patch, ...fields }) {
  const changed = /** @type {any} */ ({ ...puzzle, ...fields });
  if (patch) {
    changed.cells = changed.cells.slice();
    patch.at.forEach(
      (/** @type {number} */ cell, /** @type {number} */ number) =>
        (changed.cells[cell] = patch.colours[number]),
    );
  }
  return changed;
}

/** Whether a change changes anything. @param {{after: any}} options */
export function isEmpty({ after }) {
  return Object.keys(after).every((key) => key === "patch" && !after.patch.at.length);
}

/** Changes done, and changes undone that can be done again. */
export class History {
  /** @param {number} [most] how many changes are kept @param {any[]} [changes] */
  constructor(changes = [], at = changes.length, most = Infinity) {
    /** @type {Change[]} */
    this.changes = changes;
    this.at = at;
    this.most = most;
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at < this.changes.length;
  }

  /** Takes up a change; what was undone is forgotten. @param {any} change */
  push(change) {
    this.changes.length = this.at;
    this.changes.push(change);
    if (this.changes.length > this.most) this.changes.shift();
    this.at = this.changes.length;
  }

  /**
   * What was before the last change, and what that was.
   * @template {object} T
   * @param {T} puzzle
   * @returns {[T, string]}
   */
  undo(puzzle) {
    const change = this.changes[--this.at];
    return [replaced(puzzle, change.before), change.label];
  }

  /**
   * What was after the change that was undone, and what that was.
   * @template {object} T
   * @param {T} puzzle
   * @returns {[T, string]}
   */
  redo(puzzle) {
    const change = this.changes[this.at++];
    return [replaced(puzzle, change.after), change.label];
  }
}

/**
 * Unlimited undo: each change has the replaced fields, and of a picture the cells that differ. Changes are plain data, so
 * that the shelf can store them.
 *
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {Uint8Array|Int16Array} Cells
 * @typedef {{at: Uint32Array, colours: Cells}} Patch
 * @typedef {Partial<Puzzle> & {patch?: Patch}} Fields
 * @typedef {{label: string, before: Fields, after: Fields}} Change the fields replaced; `patch` has the cells that differ
 */

const FIELDS = ["shape", "palette", "clues", "pattern", "givens", "kept", "texts"];

/**
 * The change from one puzzle, or its cells, to another.
 * @param {string} label
 * @param {Partial<Puzzle> | {cells: Cells}} from
 * @param {Partial<Puzzle> | {cells: Cells}} to
 * @returns {Change}
 */
export function changeOf(label, from, to) {
  /** @type {Record<string, unknown>[]} */ const [one, other] = [from, to];
  const [before, after] = [one, other].map((puzzle) =>
    Object.fromEntries(FIELDS.filter((key) => one[key] !== other[key]).map((key) => [key, puzzle[key]])),
  );
  const [old, cells] = [from.cells, to.cells];
  if (old !== cells && old && cells && old.length === cells.length) {
    const at = Uint32Array.from([...old.keys()].filter((cell) => old[cell] !== cells[cell]));
    [before.patch, after.patch] = [old, cells].map((colours) => ({
      at,
      colours: Int16Array.from(at, (cell) => colours[cell]),
    }));
  } else if (old !== cells) [before.cells, after.cells] = [old, cells];
  return { label, before, after };
}

/**
 * The puzzle, or its cells, with some fields replaced.
 * @template {object} T
 * @param {T} puzzle
 * @param {Fields} fields
 * @returns {T}
 */
export function replaced(puzzle, { patch, ...fields }) {
  const changed = { ...puzzle, ...fields };
  if (!patch) return changed;
  const cells = /** @type {{cells: Cells}} */ (/** @type {unknown} */ (changed)).cells.slice();
  patch.at.forEach((cell, number) => (cells[cell] = patch.colours[number]));
  return { ...changed, cells };
}

/** Whether a change changes nothing. @param {Change} change */
export function isEmpty({ after: { patch, ...fields } }) {
  return !patch?.at.length && !Object.keys(fields).length;
}

/** Changes to undo and to redo. */
export class History {
  /** @param {Change[]} [changes] @param {number} [most] how many changes are kept */
  constructor(changes = [], at = changes.length, most = Infinity) {
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

  /** Identifies a state: the change before it, or the history itself for the beginning. @param {number} at @returns {object} */
  key(at) {
    return this.changes[at - 1] ?? this;
  }

  /**
   * The puzzle, or its cells, after some number of changes.
   * @template {object} T
   * @param {T} puzzle the present one
   * @param {number} count
   * @returns {T}
   */
  after(puzzle, count) {
    let made = puzzle;
    for (let at = this.at; at > count; at--) made = replaced(made, this.changes[at - 1].before);
    for (let at = this.at; at < count; at++) made = replaced(made, this.changes[at].after);
    return made;
  }

  /** Adds a change; forgets undone ones. @param {Change} change */
  push(change) {
    this.changes.length = this.at;
    this.changes.push(change);
    if (this.changes.length > this.most) this.changes.shift();
    this.at = this.changes.length;
  }

  /**
   * Undoes a change, or redoes one `again`: returns the puzzle then and the label, or null if there is none.
   * @template {object} T
   * @param {T} puzzle
   * @param {boolean} again
   * @returns {[T, string]|null}
   */
  turn(puzzle, again) {
    if (!(again ? this.canRedo : this.canUndo)) return null;
    const turned = this.after(puzzle, this.at + (again ? 1 : -1));
    const { label } = this.changes[again ? this.at++ : --this.at];
    return [turned, label];
  }
}

/** Tools that mark cells, and one that points at them. */

import { marksOverlay } from "../view/overlays.js";

/** @import { Puzzle } from "../../shared/puzzle.js" */

/** A brush that marks cells, or unmarks them if the first one is marked. @param {{name: string, icon: string, hint: string}} looks @param {(puzzle: Puzzle) => Iterable<[number, number]>} read @param {(puzzle: Puzzle, marked: Map<number, number>) => Puzzle} write */
function brush(looks, read, write) {
  return {
    free: true,
    ...looks,
    /** @param {{puzzle: Puzzle}} options @param {number} first */
    begin({ puzzle }, first) {
      const marked = new Map(read(puzzle));
      const adding = !marked.has(first);
      const colours = puzzle.cells;
      const stroke = {
        /** @param {number} cell */
        move(cell) {
          if (adding) marked.set(cell, colours ? colours[cell] : 1);
          else marked.delete(cell);
        },
        result: (/** @type {Puzzle} */ current) => write(current, marked),
        overlay: () => marksOverlay(write(puzzle, marked), true),
      };
      stroke.move(first);
      return stroke;
    },
  };
}

/** Protects cells from being repainted. */
export const protect = brush(
  { name: "Protect", icon: "lock", hint: "Mark cells that a repair must leave alone" },
  (puzzle) => [...puzzle.kept].map((cell) => [cell, 0]),
  (puzzle, marked) => ({ ...puzzle, kept: new Set(marked.keys()) }),
);

/** Prints cells on the card. */
export const give = {
  ...brush(
    { name: "Reveal", icon: "given", hint: "Mark cells that the solver is given" },
    (puzzle) => puzzle.givens,
    (puzzle, marked) => ({ ...puzzle, givens: marked }),
  ),
  free: false,
};

/** Chooses the region or the proposed change under the pointer. */
export const inspect = {
  name: "Look",
  icon: "see",
  hint: "Point at a region or a change",
  free: true,
  /** @param {Pick<import("./strokes.js").Desk, "choose">} desk @param {number} cell */
  begin({ choose }, cell) {
    return { move() {}, done: () => choose(cell) };
  },
};

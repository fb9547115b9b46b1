/**
 * Clues that stand in a list at the right of a picture: those that would cover cells, and of cells without places of their own
 * all but those of the rows. Each has its line's name before it.
 */

import { exitOf } from "../../shared/geometry.js";

/** @import { Geometry, LineId } from "../../shared/geometry.js" */

const TOUCH = 0.1; // sides of a square by which a clue may touch a cell

/** @type {WeakMap<Geometry, LineId[]>} */
const known = new WeakMap();

/** The lines whose clues stand aside, in their order. @param {Geometry} geometry */
export function asides(geometry) {
  let lines = known.get(geometry);
  if (!lines) known.set(geometry, (lines = geometry.kind === "shape" ? linesAside(geometry) : []));
  return lines;
}

/** @param {Geometry} geometry */
function linesAside(geometry) {
  const { families, stated, isPlaced } = geometry;
  return families.flatMap((family, at) =>
    family
      .slice(0, stated[at])
      .map((_, index) => ({ family: at, index }))
      .filter((line) => (isPlaced ? isBlocked(geometry, line) : at > 0)),
  );
}

/** Whether cells lie in the direction in which a clue is written. @param {Geometry} geometry @param {LineId} line */
function isBlocked(geometry, { family, index }) {
  const [x, y, dx, dy] = exitOf(geometry, family, index);
  for (const corners of geometry.outlines ?? []) {
    let [along, least, most] = [-Infinity, Infinity, -Infinity];
    for (const [u, v] of corners) {
      along = Math.max(along, (u - x) * dx + (v - y) * dy);
      const beside = (u - x) * dy - (v - y) * dx;
      least = Math.min(least, beside);
      most = Math.max(most, beside);
    }
    if (along > TOUCH && least < -TOUCH && most > TOUCH) return true;
  }
  return false;
}

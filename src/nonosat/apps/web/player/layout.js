/**
 * A geometry as the board draws it, in units of a square cell's side.
 *
 * @typedef {import("../shared/geometry.js").Outline} Outline
 * @typedef {object} Layout
 * @property {Outline[]} outlines the corners of each cell
 * @property {number[][]} rows
 * @property {number[][]} lines family by family
 * @property {string[]} axes of each line
 * @property {[number, number][]} directions of each line's clue, away from the grid
 * @property {number} width
 * @property {number} height
 * @property {boolean[]} stated whether each line can have a clue
 * @property {number[]} ends the cell of each line at its clue
 * @property {boolean} square
 * @property {[number, number]} scale sides per step of x and per row
 */

import { holds, middle, outline } from "../shared/geometry.js";

const SLANT = Math.sqrt(3) / 2;
const SIDE = 1.5; // of a triangle: it has as much area as a square then

/** Directions of a triddler's clues: each side of a hexagon has the clues of one family. @type {Record<string, [number, number]>} */
const LEADS = { row: [-1, 0], column: [0.5, -SLANT], diagonal: [0.5, SLANT] };

/** Sides per unit of cells other than triangles; those of a shape have room for numbers between slanted lines. */
const SHAPED = { rectangle: 1, shape: 1.25 };

/** The direction from the second cell of a line to the first. @param {Outline[]} outlines @param {number[]} cells @returns {[number, number]} */
function away(outlines, [first, second]) {
  if (second === undefined) return [-1, 0];
  const [[x, y], [u, v]] = [middle(outlines[first]), middle(outlines[second])];
  const far = Math.hypot(x - u, y - v) || 1;
  return [(x - u) / far, (y - v) / far];
}

/** How far a clue reaches from a place until it meets a cell, at most `most`. @param {Layout} layout @param {[number, number]} from @param {[number, number]} direction @param {number} most */
export function roomAt({ outlines }, [x, y], [dx, dy], most) {
  for (let far = 0.1; far < most; far += 0.1)
    if (outlines.some((corners) => holds(corners, x + dx * far, y + dy * far))) return far - 0.1;
  return most;
}

/** @param {import("../shared/geometry.js").Geometry} geometry @returns {Layout} */
export function layoutOf(geometry) {
  const square = geometry.kind === "rectangle";
  const { kind, families } = geometry;
  const [across, down] = kind === "triddler" ? [SIDE / 2, SLANT * SIDE] : [SHAPED[kind], SHAPED[kind]];
  const outlines = Array.from({ length: geometry.size }, (_, cell) =>
    outline(geometry, cell).map(([x, y]) => /** @type {[number, number]} */ ([x * across, y * down])),
  );
  const axes = families.flatMap((family, at) => family.map(() => geometry.axes[at]));
  /** @param {string} axis */
  const isAtEnd = (axis) => kind === "triddler" && axis === "diagonal";
  return {
    outlines,
    rows: families[0],
    lines: families.flat(),
    stated: families.flatMap((family, at) => family.map((_, index) => index < geometry.stated[at])),
    ends: families.flat().map((cells, line) => cells[isAtEnd(axes[line]) ? cells.length - 1 : 0]),
    axes,
    directions: families.flat().map((cells, line) => {
      if (kind === "shape") return away(outlines, cells);
      return square && axes[line] === "column" ? [0, -1] : LEADS[axes[line]];
    }),
    width: geometry.extent[0] * across,
    height: geometry.extent[1] * down,
    square,
    scale: [across, down],
  };
}

/**
 * The cells of a line from one cell to the cell closest to a point.
 * @param {Layout} layout
 * @param {number[]} candidates lines to choose from
 * @param {number} from
 * @param {number} x
 * @param {number} y
 */
export function along({ outlines, lines }, candidates, from, x, y) {
  let best = { distance: Infinity, line: -1, to: from };
  for (const line of candidates) {
    for (const cell of lines[line]) {
      const [u, v] = middle(outlines[cell]);
      const distance = Math.hypot(u - x, v - y);
      if (distance < best.distance) best = { distance, line, to: cell };
    }
  }
  const cells = lines[best.line];
  const [start, end] = [cells.indexOf(from), cells.indexOf(best.to)];
  const between = cells.slice(Math.min(start, end), Math.max(start, end) + 1);
  return { line: best.line, cells: start <= end ? between : between.reverse() };
}

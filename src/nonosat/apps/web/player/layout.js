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
 * @property {boolean} square
 * @property {[number, number]} scale sides per step of x and per row
 */

import { AXES, middle, outline } from "../shared/geometry.js";

const SLANT = Math.sqrt(3) / 2;
const SIDE = 1.5; // of a triangle: it has as much area as a square then

/** Directions of a triddler's clues: each side of a hexagon has the clues of one family. @type {Record<string, [number, number]>} */
const LEADS = { row: [-1, 0], column: [0.5, -SLANT], diagonal: [0.5, SLANT] };

/** @param {import("../shared/geometry.js").Geometry} geometry @returns {Layout} */
export function layoutOf(geometry) {
  const square = geometry.kind === "rectangle";
  const [across, down] = square ? [1, 1] : [SIDE / 2, SLANT * SIDE];
  const outlines = Array.from({ length: geometry.size }, (_, cell) =>
    outline(geometry, cell).map(([x, y]) => /** @type {[number, number]} */ ([x * across, y * down])),
  );
  const axes = geometry.families.flatMap((family, at) => family.map(() => AXES[at]));
  return {
    outlines,
    rows: geometry.families[0],
    lines: geometry.families.flat(),
    axes,
    directions: axes.map((axis) => (square && axis === "column" ? [0, -1] : LEADS[axis])),
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

/**
 * A geometry as the board draws it, in units of a square cell's side.
 *
 * @typedef {import("../shared/geometry.js").Outline} Outline
 * @typedef {object} Layout
 * @property {Outline[]} outlines the corners of each cell
 * @property {number[][]} rows
 * @property {number[][]} lines family by family
 * @property {string[]} axes of each line
 * @property {Exit[][]} exits where the clue of each line can stand, the usual place first
 * @property {number} width
 * @property {number} height
 * @property {boolean[]} stated whether each line can have a clue
 * @property {boolean} square
 * @property {boolean} isAny whether its lines are any, so that clues can have a list
 * @property {number} scale sides of a square per unit of the geometry
 *
 * @typedef {{x: number, y: number, dx: number, dy: number, atEnd?: boolean}} Exit a place and a direction, at the last cell
 *   of the line or the first
 */

import { exitOf, middle, outline } from "../shared/geometry.js";

const SIDE = 1.3; // of cells other than squares: triangles have the area of a square then, others room between slanted lines

/** @param {import("../shared/geometry.js").Geometry} geometry @returns {Layout} */
export function layoutOf(geometry) {
  const { kind, families, leads = [], stated, axes } = geometry;
  const square = kind === "rectangle";
  const scale = square ? 1 : SIDE;
  const turned = {
    ...geometry,
    families: families.map((lines) => lines.map((cells) => [...cells].reverse())),
  };
  /** @param {typeof geometry} from @param {number} at @param {number} index @param {boolean} [atEnd] @returns {Exit} */
  const exit = (from, at, index, atEnd) => {
    const [x, y, dx, dy] = families[at][index].length ? exitOf(from, at, index) : [0, 0, -1, 0];
    return { x: x * scale, y: y * scale, dx, dy, atEnd };
  };
  const lines = families.flatMap((family, at) =>
    family.map((cells, index) => {
      const exits = [exit(geometry, at, index, leads[at]?.atEnd)];
      if (kind === "shape") exits.push(exit(turned, at, index, true));
      return { cells, exits, axis: axes[at], stated: index < stated[at] };
    }),
  );
  return {
    outlines: Array.from({ length: geometry.size }, (_, cell) =>
      outline(geometry, cell).map(([x, y]) => /** @type {[number, number]} */ ([x * scale, y * scale])),
    ),
    rows: families[0],
    lines: lines.map(({ cells }) => cells),
    stated: lines.map(({ stated }) => stated),
    axes: lines.map(({ axis }) => axis),
    exits: lines.map(({ exits }) => exits),
    width: geometry.extent[0] * scale,
    height: geometry.extent[1] * scale,
    square,
    isAny: kind === "shape",
    scale,
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

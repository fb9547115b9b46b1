/**
 * Shared by tools. A tool's `begin` returns a stroke; the stroke's `cells` are the picture during and after it.
 *
 * @typedef {import("../../shared/history.js").Cells} Cells
 * @typedef {{top: number, bottom: number, left: number, right: number}} Area
 *
 * @typedef {object} Stroke
 * @property {Cells} [cells]
 * @property {(cell: number) => void} move the pointer is at another cell
 * @property {string} [note] a note beside the picture
 * @property {(puzzle: import("../../shared/puzzle.js").Puzzle) => import("../../shared/puzzle.js").Puzzle} [result] the changed
 *   puzzle, if more than the picture changes
 * @property {() => void} [done] an action in place of a change
 * @property {() => void} [lift] the pointer goes up: the last change of `cells`
 * @property {() => import("../view/overlays.js").Overlay} [overlay] an overlay during the stroke
 *
 * @typedef {object} Desk input of a tool
 * @property {import("../../shared/geometry.js").Geometry} geometry
 * @property {Cells} cells
 * @property {import("../../shared/puzzle.js").Puzzle} puzzle
 * @property {(cell: number) => void} choose
 * @property {number} ink
 * @property {number} brush width of the pencil in cells
 * @property {(colour: number) => void} pick takes a colour as the ink
 * @property {(text: string) => void} say
 *
 * @typedef {object} Tool
 * @property {string} name
 * @property {string} icon
 * @property {string} hint
 * @property {boolean} [rectangles] whether it works on rectangles only
 * @property {boolean} [drags] whether its stroke has a beginning and an end that differ
 * @property {boolean} [free] whether it works without a picture
 * @property {(desk: Desk, cell: number, how: How) => Stroke} begin
 *
 * @typedef {object} How
 * @property {boolean} erase begun with the other button
 * @property {boolean} constrain with Shift
 */

import { cellAt, cellUnder, centre, coordinates } from "../../shared/geometry.js";

/** @import { Geometry } from "../../shared/geometry.js" */

/** The colour of a stroke. @param {Desk} desk @param {How} how */
export const colourFor = ({ ink }, { erase }) => (erase ? 0 : ink);

/**
 * The cells of a straight line, by Bresenham's algorithm.
 * @param {import("../../shared/geometry.js").Geometry} geometry
 * @param {number} from
 * @param {number} to
 */
export function between(geometry, from, to) {
  if (geometry.kind !== "rectangle") return traced(geometry, from, to);
  let [row, column] = coordinates(geometry, from);
  const [lastRow, lastColumn] = coordinates(geometry, to);
  const [down, across] = [Math.abs(lastRow - row), Math.abs(lastColumn - column)];
  const [stepDown, stepAcross] = [row < lastRow ? 1 : -1, column < lastColumn ? 1 : -1];
  const cells = [];
  for (let error = across - down; ;) {
    cells.push(row * geometry.width + column);
    if (row === lastRow && column === lastColumn) return cells;
    const twice = 2 * error;
    if (twice > -down) {
      error -= down;
      column += stepAcross;
    }
    if (twice < across) {
      error += across;
      row += stepDown;
    }
  }
}

const TRACE_STEP = 0.25; // in sides of a square

/** The cells of any shape on the straight line between the centres of two. @param {Geometry} geometry @param {number} from @param {number} to */
function traced(geometry, from, to) {
  const [x0, y0] = centre(geometry, from);
  const [x1, y1] = centre(geometry, to);
  const steps = Math.ceil(Math.hypot(x1 - x0, y1 - y0) / TRACE_STEP);
  const cells = new Set([from]);
  for (let step = 1; step < steps; step++) {
    const share = step / steps;
    cells.add(cellUnder(geometry, x0 + (x1 - x0) * share, y0 + (y1 - y0) * share));
  }
  cells.delete(-1); // a hole
  return [...cells.add(to)];
}

/**
 * A stroke from one cell to the pointer's: the cells of `reach` get its colour.
 * @param {Desk} desk
 * @param {number} first
 * @param {How} how
 * @param {(cell: number) => {path: number[], note: string}} reach
 * @returns {Stroke}
 */
export function spanning(desk, first, how, reach) {
  const colour = colourFor(desk, how);
  /** @type {Stroke} */
  const stroke = {
    move(cell) {
      const { path, note } = reach(cell);
      const cells = desk.cells.slice();
      for (const place of path) cells[place] = colour;
      Object.assign(stroke, { cells, note });
    },
  };
  stroke.move(first);
  return stroke;
}

/** The cells under the pencil; one in other shapes than rectangles. @param {Desk} desk @param {number} cell */
export function brushed({ geometry, brush }, cell) {
  if (geometry.kind !== "rectangle" || brush <= 1) return [cell];
  const [row, column] = coordinates(geometry, cell);
  const from = Math.floor((brush - 1) / 2);
  const cells = [];
  for (let r = row - from; r < row - from + brush; r++)
    for (let c = column - from; c < column - from + brush; c++) cells.push(cellAt(geometry, r, c));
  return cells.filter((cell) => cell >= 0);
}

/** The area between two cells of a rectangle. @param {Geometry} geometry @param {number} one @param {number} other */
export function areaOf(geometry, one, other) {
  const [r0, c0] = coordinates(geometry, one);
  const [r1, c1] = coordinates(geometry, other);
  return { top: Math.min(r0, r1), bottom: Math.max(r0, r1), left: Math.min(c0, c1), right: Math.max(c0, c1) };
}

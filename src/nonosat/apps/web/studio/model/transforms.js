/** Transforms of a rectangle with a picture: crop and grow, mirror, turn, shift. Givens and kept cells move along. */

import { cellAt, coordinates, geometryOf } from "../../shared/geometry.js";
import { blank, geometry, isRectangle, MAX_SIDE, withCells } from "../../shared/puzzle.js";
import { across, down } from "./symmetry.js";

/** @import { Geometry } from "../../shared/geometry.js" */

/**
 * @typedef {import("../../shared/puzzle.js").Puzzle} Puzzle
 * @typedef {{top: number, bottom: number, left: number, right: number}} Area
 */

/** The reason why a puzzle cannot be transformed, or null. @param {Puzzle} puzzle */
export function impossible(puzzle) {
  if (!isRectangle(puzzle)) return "A triddler cannot be cropped, mirrored, turned or shifted here.";
  if (!puzzle.cells) return "These are clues without a picture: solve them first, then draw on the solution.";
  return null;
}

/**
 * The puzzle with each cell from another place, background if that is outside. Hidden parts of clues are lost, since lines
 * change.
 * @param {Puzzle} puzzle
 * @param {(row: number, column: number, height: number, width: number) => [number, number]} from
 * @param {number[]} [size] height and width, by default the same
 */
function moved(puzzle, from, [height, width] = /** @type {any} */ (puzzle.shape)) {
  const [old, shape] = [geometry(puzzle), geometryOf(height, width)];
  const made = { ...blank(width, height, puzzle.palette), texts: puzzle.texts };
  made.cells?.forEach((_, target, cells) => {
    const source = cellAt(old, ...from(...coordinates(shape, target), height, width));
    if (source < 0) return;
    cells[target] = puzzle.cells?.[source] ?? 0;
    if (puzzle.givens.has(source)) made.givens.set(target, cells[target]);
    if (puzzle.kept.has(source)) made.kept.add(target);
  });
  return made;
}

/** Adds rows and columns at each side, or removes them with negative numbers. @param {Puzzle} puzzle */
export function resized(puzzle, { top = 0, right = 0, bottom = 0, left = 0 }) {
  const { width, height } = geometry(puzzle);
  /** @param {number} side */
  const fit = (side) => Math.min(MAX_SIDE, Math.max(1, side));
  const size = [fit(height + top + bottom), fit(width + left + right)];
  return moved(puzzle, (row, column) => [row - top, column - left], size);
}

/** @param {Puzzle} puzzle @param {Area} area */
function cut(puzzle, { top, bottom, left, right }) {
  const { width, height } = geometry(puzzle);
  return resized(puzzle, { top: -top, left: -left, bottom: bottom + 1 - height, right: right + 1 - width });
}

/** The picture without empty rows and columns around it; the same puzzle if there are none. @param {Puzzle} puzzle */
export function cropped(puzzle) {
  const [rows, columns] = geometry(puzzle).families;
  /** @param {number[]} line */
  const isInked = (line) => line.some((cell) => puzzle.cells?.[cell]);
  const [top, left] = [rows.findIndex(isInked), columns.findIndex(isInked)];
  const [bottom, right] = [rows.findLastIndex(isInked), columns.findLastIndex(isInked)];
  return top < 0 ? puzzle : cut(puzzle, { top, bottom, left, right });
}

/** @param {Puzzle} puzzle */
export const mirrored = (puzzle) => moved(puzzle, across);

/** @param {Puzzle} puzzle */
export const flipped = (puzzle) => moved(puzzle, down);

/** A quarter turn clockwise. @param {Puzzle} puzzle */
export function turned(puzzle) {
  const [height, width] = puzzle.shape;
  return moved(puzzle, (row, column) => [height - 1 - column, row], [width, height]);
}

/** The picture moved cyclically. @param {Puzzle} puzzle @param {number} down @param {number} right */
export function shifted(puzzle, down, right) {
  /** @param {number} value @param {number} side */
  const wrap = (value, side) => ((value % side) + side) % side;
  return moved(puzzle, (row, column, height, width) => [
    wrap(row - down, height),
    wrap(column - right, width),
  ]);
}

/** Whether a cell lies in an area. @param {Geometry} geometry @param {Area} area @param {number} cell */
export function isInside(geometry, { top, bottom, left, right }, cell) {
  const [row, column] = coordinates(geometry, cell);
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** The cell at an offset, or -1. @param {Geometry} geometry @param {number} cell @param {number} down @param {number} right */
export function cellBeside(geometry, cell, down, right) {
  const [row, column] = coordinates(geometry, cell);
  return cellAt(geometry, row + down, column + right);
}

/**
 * The puzzle with one area transformed like a whole picture, at the same corner; parts beyond the picture are lost.
 * @param {Puzzle} puzzle
 * @param {Area} area
 * @param {(part: Puzzle) => Puzzle} change
 * @returns {[Puzzle, Area]} and the area then
 */
export function changedWithin(puzzle, area, change) {
  const { top, left } = area;
  const shape = geometry(puzzle);
  const part = change(cut(puzzle, area));
  const size = geometry(part);
  /** @param {number} cell */
  const isOutside = (cell) => !isInside(shape, area, cell);
  const cells = Uint8Array.from(puzzle.cells ?? [], (colour, cell) => (isOutside(cell) ? colour : 0));
  const givens = new Map([...puzzle.givens].filter(([cell]) => isOutside(cell)));
  const kept = new Set([...puzzle.kept].filter(isOutside));
  part.cells?.forEach((colour, source) => {
    const [row, column] = coordinates(size, source);
    const target = cellAt(shape, top + row, left + column);
    if (target < 0) return;
    cells[target] = colour;
    if (part.givens.has(source)) givens.set(target, colour);
    if (part.kept.has(source)) kept.add(target);
  });
  const bottom = Math.min(shape.height, top + size.height) - 1;
  const right = Math.min(shape.width, left + size.width) - 1;
  return [withCells({ ...puzzle, givens, kept }, cells), { top, left, bottom, right }];
}

/** The puzzle with other colours. @param {Puzzle} puzzle @param {(colour: number) => number} change */
const repainted = (puzzle, change) => withCells(puzzle, Uint8Array.from(puzzle.cells ?? [], change));

/** One colour replaced by another wherever it is drawn. @param {Puzzle} puzzle @param {number} from @param {number} to */
export const recoloured = (puzzle, from, to) =>
  repainted(puzzle, (colour) => (colour === from ? to : colour));

/** The first ink and the background exchanged. @param {Puzzle} puzzle */
export const inverted = (puzzle) => repainted(puzzle, (colour) => [1, 0][colour] ?? colour);

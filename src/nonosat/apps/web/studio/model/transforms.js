/** Transforms of a rectangle with a picture: crop and grow, mirror, turn, shift. Givens and kept cells move along. */

import { cellAt, coordinates, geometryOf } from "../../shared/geometry.js";
import { blank, geometry, isRectangle, MAX_SIDE, withCells } from "../../shared/puzzle.js";
import { across, down } from "./symmetry.js";

/** @typedef {import("../../shared/puzzle.js").Puzzle} Puzzle */

/** The reason why a puzzle cannot be transformed, or null. @param {Puzzle} puzzle */
export function impossible(puzzle) {
  if (!isRectangle(puzzle)) return "Only rectangles can be cropped, mirrored, turned or shifted here.";
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

/** The picture without empty rows and columns around it; the same puzzle if there are none. @param {Puzzle} puzzle */
export function cropped(puzzle) {
  const { families, width, height } = geometry(puzzle);
  const [rows, columns] = families;
  /** @param {number[]} line */
  const isInked = (line) => line.some((cell) => puzzle.cells?.[cell]);
  const [top, left] = [rows.findIndex(isInked), columns.findIndex(isInked)];
  const [bottom, right] = [rows.findLastIndex(isInked), columns.findLastIndex(isInked)];
  if (top < 0) return puzzle;
  return resized(puzzle, { top: -top, left: -left, bottom: bottom + 1 - height, right: right + 1 - width });
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

/** The puzzle with other colours. @param {Puzzle} puzzle @param {(colour: number) => number} change */
const repainted = (puzzle, change) => withCells(puzzle, Uint8Array.from(puzzle.cells ?? [], change));

/** One colour replaced by another wherever it is drawn. @param {Puzzle} puzzle @param {number} from @param {number} to */
export const recoloured = (puzzle, from, to) =>
  repainted(puzzle, (colour) => (colour === from ? to : colour));

/** The first ink and the background exchanged. @param {Puzzle} puzzle */
export const inverted = (puzzle) => repainted(puzzle, (colour) => [1, 0][colour] ?? colour);

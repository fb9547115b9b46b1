/**
 * Changes of the whole picture: crop and grow, mirror, turn, shift. Givens and kept cells move along.
 * Rectangles with a picture only; `possible` says why not.
 */

import { blank, geometry, isRectangle, MAX_SIDE, withCells } from "../shared/puzzle.js";

/** @typedef {import("../shared/puzzle.js").Puzzle} Puzzle */

/**
 * Why a puzzle cannot be transformed, or null.
 * @param {Puzzle} puzzle
 */
export function impossible(puzzle) {
  if (!isRectangle(puzzle)) return "A triddler cannot be cropped, mirrored, turned or shifted here.";
  if (!puzzle.cells) return "These are clues without a picture: solve them first, then draw on the solution.";
  return null;
}

/**
 * The puzzle of another size whose cell at (row, column) is that at `from(row, column)`, background where that is
 * outside. What is hidden of clues is lost: the lines are others.
 * @param {Puzzle} puzzle
 * @param {number} width
 * @param {number} height
 * @param {(row: number, column: number) => number[]} from
 */
function moved(puzzle, width, height, from) {
  const old = geometry(puzzle);
  const cells = new Uint8Array(width * height);
  const givens = new Map();
  const kept = new Set();
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [r, c] = from(row, column);
      if (r < 0 || c < 0 || r >= old.height || c >= old.width) continue;
      const source = r * old.width + c,
        target = row * width + column;
      cells[target] = puzzle.cells?.[source] ?? 0;
      if (puzzle.givens.has(source)) givens.set(target, cells[target]);
      if (puzzle.kept.has(source)) kept.add(target);
    }
  }
  return { ...blank(width, height, puzzle.palette), cells, givens, kept, texts: puzzle.texts };
}

/**
 * Rows and columns added at each side, or with negative numbers taken away.
 * @param {Puzzle} puzzle
 */
export function resized(puzzle, { top = 0, right = 0, bottom = 0, left = 0 }) {
  const { width, height } = geometry(puzzle);
  /** @param {number} side */
  const fit = (side) => Math.min(MAX_SIDE, Math.max(1, side));
  return moved(puzzle, fit(width + left + right), fit(height + top + bottom), (row, column) => [
    row - top,
    column - left,
  ]);
}

/** The picture without empty rows and columns around it; the same puzzle if there are none. @param {Puzzle} puzzle */
export function cropped(puzzle) {
  const { width, height } = geometry(puzzle);
  let top = height,
    bottom = -1,
    left = width,
    right = -1;
  puzzle.cells?.forEach((colour, cell) => {
    if (!colour) return;
    const row = Math.floor(cell / width),
      column = cell % width;
    top = Math.min(top, row);
    bottom = Math.max(bottom, row);
    left = Math.min(left, column);
    right = Math.max(right, column);
  });
  if (bottom < 0) return puzzle;
  return resized(puzzle, { top: -top, left: -left, bottom: bottom + 1 - height, right: right + 1 - width });
}

/** @param {Puzzle} puzzle */
export function mirrored(puzzle) {
  const { width, height } = geometry(puzzle);
  return moved(puzzle, width, height, (row, column) => [row, width - 1 - column]);
}

/** @param {Puzzle} puzzle */
export function flipped(puzzle) {
  const { width, height } = geometry(puzzle);
  return moved(puzzle, width, height, (row, column) => [height - 1 - row, column]);
}

/** A quarter turn clockwise. @param {Puzzle} puzzle */
export function turned(puzzle) {
  const { width, height } = geometry(puzzle);
  return moved(puzzle, height, width, (row, column) => [height - 1 - column, row]);
}

/** The picture moved; what leaves it comes in on the other side. @param {Puzzle} puzzle @param {number} down @param {number} right */
export function shifted(puzzle, down, right) {
  const { width, height } = geometry(puzzle);
  /** @param {number} value @param {number} side */
  const wrap = (value, side) => ((value % side) + side) % side;
  return moved(puzzle, width, height, (row, column) => [
    wrap(row - down, height),
    wrap(column - right, width),
  ]);
}

/**
 * The puzzle with one area changed as a whole picture would be, laid at the same corner; what lies beyond the picture then
 * is lost.
 * @param {Puzzle} puzzle
 * @param {{top: number, bottom: number, left: number, right: number}} area
 * @param {(part: Puzzle) => Puzzle} change
 * @returns {[Puzzle, {top: number, bottom: number, left: number, right: number}]} and the area then
 */
export function changedWithin(puzzle, { top, bottom, left, right }, change) {
  const { width, height } = geometry(puzzle);
  const cut = { top: -top, left: -left, bottom: bottom + 1 - height, right: right + 1 - width };
  const part = change(resized(puzzle, cut));
  const size = geometry(part);
  const cells = Uint8Array.from(puzzle.cells ?? []);
  /** @param {number} cell */
  const inside = (cell) => {
    const row = Math.floor(cell / width),
      column = cell % width;
    return row >= top && row <= bottom && column >= left && column <= right;
  };
  cells.forEach((_, cell) => inside(cell) && (cells[cell] = 0));
  const givens = new Map([...puzzle.givens].filter(([cell]) => !inside(cell)));
  const kept = new Set([...puzzle.kept].filter((cell) => !inside(cell)));
  const end = { bottom: Math.min(height, top + size.height), right: Math.min(width, left + size.width) };
  for (let row = top; row < end.bottom; row++) {
    for (let column = left; column < end.right; column++) {
      const source = (row - top) * size.width + column - left,
        target = row * width + column;
      cells[target] = part.cells?.[source] ?? 0;
      if (part.givens.has(source)) givens.set(target, cells[target]);
      if (part.kept.has(source)) kept.add(target);
    }
  }
  for (const cell of givens.keys()) givens.set(cell, cells[cell]);
  return [
    withCells({ ...puzzle, givens, kept }, cells),
    { top, left, bottom: end.bottom - 1, right: end.right - 1 },
  ];
}

/** One colour replaced by another wherever it is drawn. @param {Puzzle} puzzle @param {number} from @param {number} to */
export function recoloured(puzzle, from, to) {
  const cells = Uint8Array.from(puzzle.cells ?? [], (colour) => (colour === from ? to : colour));
  return withCells(
    { ...puzzle, givens: new Map([...puzzle.givens.keys()].map((cell) => [cell, cells[cell]])) },
    cells,
  );
}

/** Ink and background exchanged; of several inks the first is. @param {Puzzle} puzzle */
export function inverted(puzzle) {
  const cells = Uint8Array.from(puzzle.cells ?? [], (colour) =>
    colour === 0 ? 1 : colour === 1 ? 0 : colour,
  );
  return { ...puzzle, cells, givens: new Map([...puzzle.givens.keys()].map((cell) => [cell, cells[cell]])) };
}

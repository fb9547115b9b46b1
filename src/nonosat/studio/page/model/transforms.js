/**
 * Changes of the whole picture: crop and grow, mirror, turn, shift. Givens and kept cells move along.
 * Rectangles with a picture only; `possible` says why not.
 */

import { blank, geometry, isRectangle, MAX_SIDE } from "../shared/puzzle.js";

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
      cells[target] = puzzle.cells[source];
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
  const fit = (side) => Math.min(MAX_SIDE, Math.max(1, side));
  return moved(puzzle, fit(width + left + right), fit(height + top + bottom), (row, column) => [
    row - top,
    column - left,
  ]);
}

/** The picture without empty rows and columns around it; the same puzzle if there are none. */
export function cropped(puzzle) {
  const { width, height } = geometry(puzzle);
  let top = height,
    bottom = -1,
    left = width,
    right = -1;
  puzzle.cells.forEach((colour, cell) => {
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

export function mirrored(puzzle) {
  const { width, height } = geometry(puzzle);
  return moved(puzzle, width, height, (row, column) => [row, width - 1 - column]);
}

export function flipped(puzzle) {
  const { width, height } = geometry(puzzle);
  return moved(puzzle, width, height, (row, column) => [height - 1 - row, column]);
}

/** A quarter turn clockwise. */
export function turned(puzzle) {
  const { width, height } = geometry(puzzle);
  return moved(puzzle, height, width, (row, column) => [height - 1 - column, row]);
}

/** The picture moved; what leaves it comes in on the other side. */
export function shifted(puzzle, down, right) {
  const { width, height } = geometry(puzzle);
  const wrap = (value, side) => ((value % side) + side) % side;
  return moved(puzzle, width, height, (row, column) => [
    wrap(row - down, height),
    wrap(column - right, width),
  ]);
}

/** Ink and background exchanged; of several inks the first is. */
export function inverted(puzzle) {
  const cells = puzzle.cells.map((colour) => (colour === 0 ? 1 : colour === 1 ? 0 : colour));
  return { ...puzzle, cells, givens: new Map([...puzzle.givens.keys()].map((cell) => [cell, cells[cell]])) };
}

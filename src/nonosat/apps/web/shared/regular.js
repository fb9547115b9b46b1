/** Regular shapes by the number of cells a side, as `nonosat.model.shapes` makes them. */

import { geometry, isRectangle } from "./puzzle.js";

/** @typedef {import("./puzzle.js").Puzzle} Puzzle */
/** @typedef {"rectangle"|"hexagon"|"triddler"} ShapeName */

/** Names to choose from, each with its words. */
export const SHAPES = [
  ["rectangle", "Rectangle"],
  ["hexagon", "Hexagon"],
  ["triddler", "Triddler"],
];
export const LEAST_EDGE = 2; // cells a side
export const MOST_EDGE = 30;

/** The name of a puzzle's shape, and the cells of each side; any other shape counts as a hexagon. @param {Puzzle} puzzle @returns {{shape: ShapeName, edge: number}} */
export function nameOfShape(puzzle) {
  const { kind, height } = geometry(puzzle);
  const shape = /** @type {const} */ ({ rectangle: "rectangle", triddler: "triddler", shape: "hexagon" })[
    kind
  ];
  const edge = isRectangle(puzzle) ? 8 : Math.min(MOST_EDGE, Math.max(LEAST_EDGE, Math.ceil(height / 2)));
  return { shape, edge };
}

/** The shape of a name with this many cells a side. @param {"hexagon"|"triddler"} name @param {number} edge @returns {Puzzle["shape"]} */
export function regular(name, edge) {
  return name === "hexagon" ? hexagon(edge) : [2 * edge, 2 * edge, 2 * edge, -edge];
}

/** Rows are read from the left, columns run along `/` from the top, diagonals along `\\` from the bottom. @param {number} edge @returns {Puzzle["shape"]} */
function hexagon(edge) {
  const within = Array.from({ length: 2 * edge - 1 }, (_, at) => at + 1 - edge);
  const cells = within.flatMap((r) => within.filter((q) => Math.abs(q + r) < edge).map((q) => [q, r]));
  /** @param {(q: number, r: number) => number} along */
  const family = (along) => {
    const lines = within.map(() => /** @type {number[]} */ ([]));
    cells.forEach(([q, r], cell) => lines[along(q, r) + edge - 1].push(cell));
    return lines;
  };
  const lines = {
    row: family((_, r) => r),
    column: family((q, r) => q + r),
    diagonal: family((q) => q).map((line) => line.reverse()),
  };
  const [size, step] = [1 / Math.sqrt(3), Math.sqrt(3) / 2];
  const corners = [
    [0, -size],
    [0.5, -size / 2],
    [0.5, size / 2],
    [0, size],
    [-0.5, size / 2],
    [-0.5, -size / 2],
  ];
  /** @param {number} value */
  const rounded = (value) => Math.round(value * 1e4) / 1e4;
  const outlines = cells.map(([q, r]) =>
    corners.map(([x, y]) => [rounded(q + r / 2 + x), rounded(r * step + y)]),
  );
  return [lines.row.length, lines.column.length, 0, 0, JSON.stringify({ lines, outlines })];
}

/**
 * The geometry of a puzzle: its lines, and the positions of its cells.
 *
 * Cells are numbered row by row. A geometry has families of lines (rows, columns, diagonals of a triddler), each
 * line a list of cell numbers. `unit` is the width of a step of x relative to one of y. `nonosat.model.geometry`
 * explains the mathematics of triddlers.
 *
 * @typedef {object} Geometry
 * @property {"rectangle"|"triddler"|"shape"} kind
 * @property {number} height rows
 * @property {number} width columns of a rectangle, cells of the longest row of a triddler
 * @property {number} size cells
 * @property {number} corner number of the first diagonal
 * @property {number[][][]} families the cells of each line, family by family
 * @property {number[]} rowLengths
 * @property {number[]} rowStarts the first cell of each row
 * @property {Uint16Array} rowOf the row of each cell
 * @property {number} unit
 * @property {number} left the least x, before it is subtracted
 * @property {[number, number]} extent the size in x (in units) and y (in rows)
 * @property {string[]} axes the name of each family
 * @property {number[]} stated the number of lines of each family that can have a clue
 * @property {Outline[]} [outlines] of a shape: the corners of each cell
 * @property {string[]} [labels] of a shape: the name of each cell
 *
 * @typedef {{family: number, index: number}} LineId a line, both numbers from 0
 * @typedef {[number, number][]} Outline the corners of a cell
 */

import { t } from "./words.js";

export const AXES = ["row", "column", "diagonal"];

/** @type {Map<string, Geometry>} */
const known = new Map();

/**
 * The shape with these numbers of rows, columns and diagonals; a triddler if it has diagonals. Any other shape has `lines`: the
 * JSON of its lines, outlines and labels.
 * @param {number} rows
 * @param {number} columns
 * @returns {Geometry}
 */
export function geometryOf(rows, columns, diagonals = 0, corner = 0, lines = "") {
  const key = [rows, columns, diagonals, corner, lines].join(" ");
  let found = known.get(key);
  if (!found) {
    if (lines) found = shaped(JSON.parse(lines));
    else found = diagonals ? triddler(rows, columns, diagonals, corner) : rectangle(rows, columns);
    if (known.size > 30) known.clear();
    known.set(key, found);
  }
  return found;
}

/** @param {number} length */
const range = (length) => Array.from({ length }, (_, at) => at);

/** @param {number} height @param {number} width */
function rectangle(height, width) {
  const rows = range(height).map((row) => range(width).map((at) => row * width + at));
  const columns = range(width).map((column) => range(height).map((at) => at * width + column));
  return finished("rectangle", [rows, columns], { unit: 1, extent: [width, height] });
}

/** @param {number} height @param {number} columns @param {number} diagonals @param {number} corner */
function triddler(height, columns, diagonals, corner) {
  const [rows, rising, falling] = [height, columns, diagonals].map((length) =>
    range(length).map(() => /** @type {number[]} */ ([])),
  );
  /** @type {number[]} */
  const rowOf = [];
  for (let a = 0; a < height; a++) {
    for (let b = 0; b < columns; b++) {
      for (const c of [b - a - 1, b - a]) {
        if (c < corner || c >= corner + diagonals) continue;
        const cell = rowOf.length;
        rowOf.push(a);
        rows[a].push(cell);
        rising[b].push(cell);
        falling[c - corner].push(cell);
      }
    }
  }
  for (const strip of rising) strip.sort((one, other) => rowOf[one] - rowOf[other] || other - one);
  const families = [rows, rising, falling];
  const geometry = finished("triddler", families, { corner, unit: Math.sqrt(1 / 3), extent: [0, height] });
  const xs = range(geometry.size).flatMap((cell) => outline(geometry, cell).map(([x]) => x));
  geometry.left = xs.reduce((low, x) => Math.min(low, x), Infinity);
  geometry.extent[0] = xs.reduce((high, x) => Math.max(high, x), -Infinity) - geometry.left;
  return geometry;
}

/** @param {{lines: Record<string, number[][]>, outlines?: Outline[], labels?: string[]}} shape */
function shaped({ lines, outlines, labels }) {
  const stated = Object.values(lines);
  const size = 1 + stated.flat(2).reduce((most, cell) => Math.max(most, cell), 0);
  const families = stated.map((family) => {
    const taken = new Set(family.flat());
    const others = range(size).filter((cell) => !taken.has(cell));
    return [...family, ...others.map((cell) => [cell])];
  });
  const geometry = finished("shape", families, { unit: 1, extent: [0, 0] });
  const corners =
    outlines ??
    range(size).map((cell) => {
      const [row, place] = coordinates(geometry, cell);
      return boxOf(place, row, place + 1, row + 1);
    });
  const [left, top, right, bottom] = boundsOf(corners);
  geometry.outlines = corners.map((each) => each.map(([x, y]) => [x - left, y - top]));
  geometry.extent = [right - left, bottom - top];
  return Object.assign(geometry, {
    labels,
    axes: Object.keys(lines),
    stated: stated.map(({ length }) => length),
  });
}

/** The least and the greatest x and y of some outlines. @param {Outline[]} outlines */
function boundsOf(outlines) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of outlines.flat()) {
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
  }
  return [left, top, right, bottom];
}

/** @param {Geometry["kind"]} kind @param {number[][][]} families @param {{unit: number, extent: [number, number], corner?: number}} more @returns {Geometry} */
function finished(kind, families, more) {
  const [rows] = families;
  const rowLengths = rows.map((row) => row.length);
  const size = rowLengths.reduce((sum, length) => sum + length, 0);
  const rowOf = new Uint16Array(size);
  rows.forEach((row, at) => row.forEach((cell) => (rowOf[cell] = at)));
  const width = rowLengths.reduce((most, length) => Math.max(most, length), 0);
  const rowStarts = rows.map((row) => row[0]);
  const axes = AXES.slice(0, families.length);
  const stated = families.map(({ length }) => length);
  const measures = { height: rows.length, width, size, rowLengths, rowStarts, rowOf, axes, stated };
  return { kind, families, corner: 0, left: 0, ...measures, ...more };
}

/**
 * The row of a cell and its place there, both from 0.
 * @param {Geometry} geometry
 * @param {number} cell
 * @returns {[number, number]}
 */
export function coordinates(geometry, cell) {
  const row = geometry.rowOf[cell];
  return [row, cell - geometry.rowStarts[row]];
}

/**
 * The number of the cell at a row and a place there, or -1.
 * @param {Geometry} geometry
 * @param {number} row
 * @param {number} place
 */
export function cellAt(geometry, row, place) {
  if (row < 0 || row >= geometry.height || place < 0 || place >= geometry.rowLengths[row]) return -1;
  return geometry.rowStarts[row] + place;
}

/**
 * The corners of a cell: x in units, y in rows.
 * @param {Geometry} geometry
 * @param {number} cell
 * @returns {Outline}
 */
export function outline(geometry, cell) {
  if (geometry.outlines) return geometry.outlines[cell];
  const [row, place] = coordinates(geometry, cell);
  if (geometry.kind === "rectangle") return boxOf(place, row, place + 1, row + 1);
  const upFirst = geometry.corner + row < 0;
  const x = place + (upFirst ? -row : 2 * geometry.corner + row + 1) - geometry.left;
  const up = upFirst === (place % 2 === 0);
  const [base, tip] = up ? [row + 1, row] : [row, row + 1];
  return [x, x + 2, x + 1].map((each, at) => /** @type {[number, number]} */ ([each, at === 2 ? tip : base]));
}

/** The corners of a rectangle. @returns {Outline} @param {number} left @param {number} top @param {number} right @param {number} bottom */
export function boxOf(left, top, right, bottom) {
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}

/** The middle of some corners. @param {Outline} corners @returns {[number, number]} */
export function middle(corners) {
  /** @param {0|1} axis */
  const mean = (axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  return [mean(0), mean(1)];
}

/** The centre of a cell, as `outline` measures. @param {Geometry} geometry @param {number} cell */
export function centre(geometry, cell) {
  return middle(outline(geometry, cell));
}

/**
 * The cell at a place, x in units and y in rows; -1 if there is none.
 * @param {Geometry} geometry
 * @param {number} x
 * @param {number} y
 */
export function cellUnder(geometry, x, y) {
  const row = Math.floor(y);
  if (geometry.kind === "rectangle") return cellAt(geometry, row, Math.floor(x));
  if (geometry.outlines) return geometry.outlines.findIndex((corners) => holds(corners, x, y));
  if (row < 0 || row >= geometry.height) return -1;
  const found = geometry.families[0][row].find((cell) => {
    const [[, base], , [tipX, tip]] = outline(geometry, cell);
    return Math.abs(x - tipX) <= Math.abs(y - tip) / Math.abs(base - tip);
  });
  return found ?? -1;
}

/** Whether a point lies within some corners. @param {Outline} corners @param {number} x @param {number} y */
export function holds(corners, x, y) {
  return corners.reduce((inside, [x1, y1], at) => {
    const [x2, y2] = corners[(at + 1) % corners.length];
    return y1 > y !== y2 > y && x < x1 + ((y - y1) * (x2 - x1)) / (y2 - y1) ? !inside : inside;
  }, false);
}

/**
 * The next cell in a direction, the closest one in a triddler; the same cell at the edge.
 * @param {Geometry} geometry
 * @param {number} cell
 * @param {number} down
 * @param {number} right
 */
export function stepped(geometry, cell, down, right) {
  if (geometry.outlines) return ahead(geometry, cell, right, down);
  const [row, place] = coordinates(geometry, cell);
  if (!down) return cellAt(geometry, row, place + right) < 0 ? cell : cell + right;
  const beyond = geometry.families[0][row + down] ?? [];
  const [x] = centre(geometry, cell);
  /** @param {number} other */
  const away = (other) => Math.abs(centre(geometry, other)[0] - x);
  return beyond.reduce((best, other) => (best === cell || away(other) < away(best) ? other : best), cell);
}

/** The closest cell of a shape in a direction; the same cell at the edge. @param {Geometry} geometry @param {number} cell @param {number} dx @param {number} dy */
function ahead(geometry, cell, dx, dy) {
  const [x, y] = centre(geometry, cell);
  let [best, least] = [cell, Infinity];
  for (let other = 0; other < geometry.size; other++) {
    const [u, v] = centre(geometry, other);
    const far = Math.hypot(u - x, v - y);
    const along = (u - x) * dx + (v - y) * dy;
    if (along > far * 0.4 && (far * far) / along < least) [best, least] = [other, (far * far) / along];
  }
  return best;
}

/** @type {WeakMap<Geometry, LineId[][]>} */
const through = new WeakMap();

/** The lines on which a cell lies; none for -1. @param {Geometry} geometry @returns {LineId[]} @param {number} cell */
export function linesThrough(geometry, cell) {
  let all = through.get(geometry);
  if (!all) {
    const found = (all = range(geometry.size).map(() => /** @type {LineId[]} */ ([])));
    geometry.families.forEach((lines, family) =>
      lines.forEach((cells, index) => cells.forEach((each) => found[each].push({ family, index }))),
    );
    through.set(geometry, found);
  }
  return all[cell] ?? [];
}

/** @type {Record<string, string>} */
const LINES = { row: "row {number}", column: "column {number}", diagonal: "diagonal {number}" };

/** The name of a line, numbered from 1. @param {{axis: string, index: number}} options */
export function lineName({ axis, index }) {
  return LINES[axis]
    ? t(LINES[axis], { number: index + 1 })
    : t("{axis} {number}", { axis, number: index + 1 });
}

/** The name of a cell, numbered from 1. @param {Geometry} geometry @param {number} cell */
export function cellName(geometry, cell) {
  if (geometry.labels) return t("cell {name}", { name: geometry.labels[cell] });
  const [row, place] = coordinates(geometry, cell);
  const name = geometry.kind === "rectangle" ? "row {row}, column {place}" : "row {row}, cell {place}";
  return t(name, { row: row + 1, place: place + 1 });
}

/** The cells that share an edge with a cell. @param {Geometry} geometry @param {number} cell */
export function neighbours(geometry, cell) {
  if (geometry.outlines) return touching(geometry, geometry.outlines).get(cell) ?? [];
  const [row, place] = coordinates(geometry, cell);
  const [x] = centre(geometry, cell);
  const base = outline(geometry, cell)[0][1];
  const above = geometry.kind === "rectangle" || base === row ? cellUnder(geometry, x, row - 0.2) : -1;
  const below = geometry.kind === "rectangle" || base !== row ? cellUnder(geometry, x, row + 1.2) : -1;
  const beside = [cellAt(geometry, row, place - 1), cellAt(geometry, row, place + 1)];
  return [above, below, ...beside].filter((each) => each >= 0);
}

/** @type {WeakMap<Geometry, Map<number, number[]>>} */
const edges = new WeakMap();

/** The cells of a shape that share an edge with each. @param {Geometry} geometry @param {Outline[]} outlines */
function touching(geometry, outlines) {
  let found = edges.get(geometry);
  if (found) return found;
  found = new Map();
  /** @type {Map<string, number>} */
  const first = new Map();
  outlines.forEach((corners, cell) =>
    corners.forEach((corner, at) => {
      const ends = [corner, corners[(at + 1) % corners.length]];
      const edge = ends
        .map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`)
        .sort()
        .join();
      const other = first.get(edge);
      first.set(edge, cell);
      if (other === undefined) return;
      found?.set(cell, [...(found.get(cell) ?? []), other]);
      found?.set(other, [...(found.get(other) ?? []), cell]);
    }),
  );
  edges.set(geometry, found);
  return found;
}

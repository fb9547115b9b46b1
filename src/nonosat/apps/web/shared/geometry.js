/**
 * The geometry of a puzzle: its lines, and the positions of its cells.
 *
 * Cells are numbered row by row. A geometry has families of lines (rows, columns, diagonals of a triddler), each
 * line a list of cell numbers. Places are in sides of a square to the right and downwards. `nonosat.model.shapes`
 * explains the mathematics of triddlers.
 *
 * @typedef {object} Geometry
 * @property {"rectangle"|"triddler"|"shape"} kind
 * @property {number} height rows
 * @property {number} width columns of a rectangle, cells of the longest row of a triddler
 * @property {number} size cells
 * @property {number[][][]} families the cells of each line, family by family
 * @property {number[]} rowLengths
 * @property {number[]} rowStarts the first cell of each row
 * @property {Uint16Array} rowOf the row of each cell
 * @property {[number, number]} extent width and height of all cells
 * @property {string[]} axes the name of each family
 * @property {number[]} stated the number of lines of each family that can have a clue
 * @property {Outline[]} [outlines] the corners of each cell; a rectangle has none
 * @property {Lead[]} [leads] where the clues of each family stand
 * @property {string[]} [labels] of a shape: the name of each cell
 * @property {boolean} [isPlaced] of a shape: whether its cells have places of their own, or else stand row by row
 *
 * @typedef {{family: number, index: number}} LineId a line, both numbers from 0
 * @typedef {[number, number][]} Outline the corners of a cell
 * @typedef {{x: number, y: number, atEnd?: boolean}} Lead a direction, beyond the first cell of a line or the last
 */

import { t } from "./words.js";

const AXES = ["row", "column", "diagonal"];

const SLANT = Math.sqrt(3) / 2;
/** Places of the clues of each family: those of a triddler so that no two meet. */
const LEADS = {
  rectangle: [
    { x: -1, y: 0 },
    { x: 0, y: -1 },
  ],
  triddler: [
    { x: -1, y: 0 },
    { x: 0.5, y: -SLANT },
    { x: 0.5, y: SLANT, atEnd: true },
  ],
};

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
  let shape = known.get(key);
  if (!shape) {
    if (lines) shape = stated(JSON.parse(lines));
    else shape = diagonals ? triddler(rows, columns, diagonals, corner) : rectangle(rows, columns);
    if (known.size > 30) known.clear();
    known.set(key, shape);
  }
  return shape;
}

/** @param {number} length */
const range = (length) => Array.from({ length }, (_, at) => at);

/** @param {number} height @param {number} width */
function rectangle(height, width) {
  const rows = range(height).map((row) => range(width).map((at) => row * width + at));
  const columns = range(width).map((column) => range(height).map((at) => at * width + column));
  return finished("rectangle", AXES.slice(0, 2), [rows, columns], {
    leads: LEADS.rectangle,
    extent: [width, height],
  });
}

/** @param {number} height @param {number} columns @param {number} diagonals @param {number} corner */
function triddler(height, columns, diagonals, corner) {
  const families = [height, columns, diagonals].map((length) =>
    range(length).map(() => /** @type {number[]} */ ([])),
  );
  /** @type {number[]} */ const rowOf = [];
  /** @type {Outline[]} */ const outlines = [];
  for (let a = 0; a < height; a++) {
    for (let b = 0; b < columns; b++) {
      for (const c of [b - a - 1, b - a]) {
        if (c < corner || c >= corner + diagonals) continue;
        [a, b, c - corner].forEach((index, at) => families[at][index].push(outlines.length));
        rowOf.push(a);
        const [left, base, tip] = c < b - a ? [2 * b - a, a + 1, a] : [2 * b - a + 1, a, a + 1];
        const xs = [left, left + 2, left + 1].map((x) => Math.round((x / Math.sqrt(3)) * 1e4) / 1e4);
        outlines.push(xs.map((x, at) => [x, at === 2 ? tip : base]));
      }
    }
  }
  for (const strip of families[1]) strip.sort((one, other) => rowOf[one] - rowOf[other] || other - one);
  return finished("triddler", AXES, families, { leads: LEADS.triddler, outlines });
}

/** @param {{lines: Record<string, number[][]>, outlines?: Outline[], labels?: string[]}} shape */
function stated({ lines, outlines, labels }) {
  const families = Object.values(lines);
  const size = 1 + families.flat(2).reduce((most, cell) => Math.max(most, cell), 0);
  const completed = families.map((family) => {
    const taken = new Set(family.flat());
    const others = range(size).filter((cell) => !taken.has(cell));
    return [...family, ...others.map((cell) => [cell])];
  });
  const isPlaced = Boolean(outlines);
  outlines ??= completed[0].flatMap((row, at) => row.map((_, place) => boxOf(place, at, place + 1, at + 1)));
  const counts = families.map(({ length }) => length);
  return finished("shape", Object.keys(lines), completed, { outlines, labels, isPlaced, stated: counts });
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

/** @param {Geometry["kind"]} kind @param {string[]} axes @param {number[][][]} families @param {Partial<Geometry>} more @returns {Geometry} */
function finished(kind, axes, families, more) {
  const [rows] = families;
  const rowLengths = rows.map((row) => row.length);
  const size = rowLengths.reduce((sum, length) => sum + length, 0);
  const rowOf = new Uint16Array(size);
  rows.forEach((row, at) => row.forEach((cell) => (rowOf[cell] = at)));
  const width = rowLengths.reduce((most, length) => Math.max(most, length), 0);
  const rowStarts = rows.map((row) => row[0]);
  const stated = families.map(({ length }) => length);
  const measures = { height: rows.length, width, size, rowLengths, rowStarts, rowOf, stated };
  const [left, top, right, bottom] = boundsOf(more.outlines ?? []);
  const outlines = more.outlines?.map((outline) =>
    outline.map(([x, y]) => /** @type {[number, number]} */ ([x - left, y - top])),
  );
  return { kind, axes, families, extent: [right - left, bottom - top], ...measures, ...more, outlines };
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

/** The corners of a cell. @param {Geometry} geometry @param {number} cell @returns {Outline} */
export function outline(geometry, cell) {
  if (geometry.outlines) return geometry.outlines[cell];
  const [row, place] = coordinates(geometry, cell);
  return boxOf(place, row, place + 1, row + 1);
}

/**
 * The place where the clue of a line stands and its direction: beyond the first cell, away from the second, unless the
 * geometry has `leads`. A line of one cell goes as its family does.
 * @param {Geometry} geometry
 * @param {number} family
 * @param {number} index
 * @returns {[number, number, number, number]} x and y of the place, x and y of the direction
 */
export function exitOf(geometry, family, index) {
  const cells = geometry.families[family][index];
  const lead = geometry.leads?.[family];
  const end = lead?.atEnd ? cells[cells.length - 1] : cells[0];
  const [corners, [x, y]] = [outline(geometry, end), centre(geometry, end)];
  const [dx, dy] = lead ? [lead.x, lead.y] : directionOf(geometry, family, cells);
  /** How far a point lies in the direction. @param {[number, number]} point */
  const reach = (point) => (point[0] - x) * dx + (point[1] - y) * dy;
  const sides = corners.map((corner, at) => middle([corner, corners[(at + 1) % corners.length]]));
  if (lead) return [...sides.reduce((best, side) => (reach(side) > reach(best) ? side : best)), dx, dy];
  const most = Math.max(...corners.map(reach));
  return [x + dx * most, y + dy * most, dx, dy];
}

/** The direction from the second cell of a line to the first. @param {Geometry} geometry @param {number} family @param {number[]} cells */
function directionOf(geometry, family, cells) {
  const long = cells.length > 1 ? cells : geometry.families[family].find(({ length }) => length > 1);
  if (!long) return [-1, 0];
  const [[x, y], [u, v]] = [centre(geometry, long[0]), centre(geometry, long[1])];
  const far = Math.hypot(x - u, y - v) || 1;
  return [(x - u) / far, (y - v) / far];
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

/** The centre of a cell. @param {Geometry} geometry @param {number} cell */
export function centre(geometry, cell) {
  return middle(outline(geometry, cell));
}

/** The cell at a place; -1 if there is none. @param {Geometry} geometry @param {number} x @param {number} y */
export function cellUnder(geometry, x, y) {
  if (geometry.outlines) return geometry.outlines.findIndex((corners) => holds(corners, x, y));
  return cellAt(geometry, Math.floor(y), Math.floor(x));
}

/** Whether a point lies within some corners. @param {Outline} corners @param {number} x @param {number} y */
export function holds(corners, x, y) {
  return corners.reduce((inside, [x1, y1], at) => {
    const [x2, y2] = corners[(at + 1) % corners.length];
    return y1 > y !== y2 > y && x < x1 + ((y - y1) * (x2 - x1)) / (y2 - y1) ? !inside : inside;
  }, false);
}

/** The closest cell in a direction; the same cell at the edge. @param {Geometry} geometry @param {number} cell @param {number} down @param {number} right */
export function stepped(geometry, cell, down, right) {
  if (!geometry.outlines) {
    const [row, place] = coordinates(geometry, cell);
    const next = cellAt(geometry, row + down, place + right);
    return next < 0 ? cell : next;
  }
  const [x, y] = centre(geometry, cell);
  let [best, least] = [cell, Infinity];
  for (let other = 0; other < geometry.size; other++) {
    const [u, v] = centre(geometry, other);
    const far = Math.hypot(u - x, v - y);
    const along = (u - x) * right + (v - y) * down;
    const cost = far ** 3 / along ** 2; // straight ahead rather than near
    if (along > far * 0.55 && cost < least - 1e-6) [best, least] = [other, cost];
  }
  return best;
}

/** @type {WeakMap<Geometry, LineId[][]>} */
const through = new WeakMap();

/** The lines on which a cell lies; none for -1. @param {Geometry} geometry @returns {LineId[]} @param {number} cell */
export function linesThrough(geometry, cell) {
  let byCell = through.get(geometry);
  if (!byCell) {
    const linesOf = (byCell = range(geometry.size).map(() => /** @type {LineId[]} */ ([])));
    geometry.families.forEach((lines, family) =>
      lines.forEach((cells, index) => cells.forEach((at) => linesOf[at].push({ family, index }))),
    );
    through.set(geometry, byCell);
  }
  return byCell[cell] ?? [];
}

/** @type {Record<string, string>} */
const LINES = { row: "row {number}", column: "column {number}", diagonal: "diagonal {number}" };

/** The name of a line, numbered from 1. @param {{axis: string, index: number}} options */
export function lineName({ axis, index }) {
  return LINES[axis]
    ? t(LINES[axis], { number: index + 1 })
    : t("{axis} {number}", { axis, number: index + 1 });
}

/** The size of a puzzle: columns and rows, the lines of each direction of a triddler, the cells of another shape. @param {Geometry} geometry */
export function sizeText({ kind, families, size }) {
  if (kind === "shape") return t("{n} cell|{n} cells", { n: size });
  const counts = families.map(({ length }) => length);
  return (kind === "rectangle" ? counts.reverse() : counts).join("×");
}

/** The name of a cell, numbered from 1. @param {Geometry} geometry @param {number} cell */
export function cellName(geometry, cell) {
  if (geometry.labels) return t("cell {name}", { name: geometry.labels[cell] });
  const [row, place] = coordinates(geometry, cell);
  const name = geometry.kind === "rectangle" ? "row {row}, column {place}" : "row {row}, cell {place}";
  return t(name, { row: row + 1, place: place + 1 });
}

/** @type {WeakMap<Geometry, Map<number, number[]>>} */
const edges = new WeakMap();

/** The cells that share an edge with a cell. @param {Geometry} geometry @param {number} cell @returns {number[]} */
export function neighbours(geometry, cell) {
  if (geometry.outlines) return touching(geometry, geometry.outlines).get(cell) ?? [];
  const [row, place] = coordinates(geometry, cell);
  return [
    cellAt(geometry, row - 1, place),
    cellAt(geometry, row + 1, place),
    cellAt(geometry, row, place - 1),
    cellAt(geometry, row, place + 1),
  ].filter((cell) => cell >= 0);
}

/** The cells of a shape that share an edge with each. @param {Geometry} geometry @param {Outline[]} outlines */
function touching(geometry, outlines) {
  let neighbours = edges.get(geometry);
  if (neighbours) return neighbours;
  neighbours = new Map();
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
      neighbours?.set(cell, [...(neighbours.get(cell) ?? []), other]);
      neighbours?.set(other, [...(neighbours.get(other) ?? []), cell]);
    }),
  );
  edges.set(geometry, neighbours);
  return neighbours;
}

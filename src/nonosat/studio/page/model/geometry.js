/**
 * What a puzzle is laid out on: its lines, and where its cells lie.
 *
 * Cells are numbered row by row. A geometry has families of lines (rows, columns, of a triddler diagonals), each
 * line a list of cell numbers. `unit` is the width of a step of x compared with one of y. The mathematics of
 * triddlers is that of `nonosat.model.geometry`.
 *
 * @typedef {object} Geometry
 * @property {"rectangle"|"triddler"} kind
 * @property {number} height rows
 * @property {number} width columns of a rectangle, cells of the longest row of a triddler
 * @property {number} size cells
 * @property {number} columns how many lines the second family has
 * @property {number} diagonals how many lines the third family has
 * @property {number} corner where those begin
 * @property {number[][][]} families the cells of each line, family by family
 * @property {number[]} rowLengths
 * @property {number[]} rowStarts the first cell of each row
 * @property {number} unit
 * @property {[number, number]} extent the size in x (in units) and y (in rows)
 */

export const AXES = ["row", "column", "diagonal"];

/** @type {Map<string, Geometry>} */
const known = new Map();

/**
 * The shape with so many rows, columns and diagonals; a triddler if it has any of those.
 * @param {number} rows
 * @param {number} columns
 * @param {number} [diagonals]
 * @param {number} [corner]
 * @returns {Geometry}
 */
export function geometryOf(rows, columns, diagonals = 0, corner = 0) {
  const key = [rows, columns, diagonals, corner].join(" ");
  let found = known.get(key);
  if (!found) {
    found = diagonals ? triddler(rows, columns, diagonals, corner) : rectangle(rows, columns);
    if (known.size > 30) known.clear();
    known.set(key, found);
  }
  return found;
}

/** @returns {Geometry} */
function rectangle(height, width) {
  const rows = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, at) => row * width + at),
  );
  const columns = Array.from({ length: width }, (_, column) =>
    Array.from({ length: height }, (_, at) => at * width + column),
  );
  return finished({
    kind: "rectangle",
    height,
    width,
    columns: width,
    diagonals: 0,
    corner: 0,
    families: [rows, columns],
    unit: 1,
    extent: [width, height],
  });
}

/** @returns {Geometry} */
function triddler(height, columns, diagonals, corner) {
  const rows = Array.from({ length: height }, () => []);
  const rising = Array.from({ length: columns }, () => []);
  const falling = Array.from({ length: diagonals }, () => []);
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
  const geometry = finished({
    kind: "triddler",
    height,
    columns,
    diagonals,
    corner,
    families: [rows, rising, falling],
    width: Math.max(0, ...rows.map((row) => row.length)),
    unit: Math.sqrt(1 / 3),
    extent: [0, height],
  });
  geometry.left = 0;
  const xs = [];
  for (let cell = 0; cell < geometry.size; cell++) for (const [x] of outline(geometry, cell)) xs.push(x);
  const left = xs.reduce((low, x) => Math.min(low, x), Infinity);
  geometry.left = left;
  geometry.extent[0] = xs.reduce((high, x) => Math.max(high, x), -Infinity) - left;
  return geometry;
}

function finished(geometry) {
  geometry.rowLengths = geometry.families[0].map((row) => row.length);
  geometry.rowStarts = geometry.families[0].map((row) => row[0]);
  geometry.size = geometry.rowLengths.reduce((sum, length) => sum + length, 0);
  geometry.rowOf = new Uint16Array(geometry.size);
  geometry.families[0].forEach((row, at) =>
    row.forEach((cell) => {
      geometry.rowOf[cell] = at;
    }),
  );
  return geometry;
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
 */
export function cellAt(geometry, row, place) {
  if (row < 0 || row >= geometry.height || place < 0 || place >= geometry.rowLengths[row]) return -1;
  return geometry.rowStarts[row] + place;
}

/**
 * The corners of a cell: x in units, y in rows.
 * @param {Geometry} geometry
 * @param {number} cell
 * @returns {[number, number][]}
 */
export function outline(geometry, cell) {
  const [row, place] = coordinates(geometry, cell);
  if (geometry.kind === "rectangle")
    return [
      [place, row],
      [place + 1, row],
      [place + 1, row + 1],
      [place, row + 1],
    ];
  const upFirst = geometry.corner + row < 0;
  const x = place + (upFirst ? -row : 2 * geometry.corner + row + 1) - geometry.left;
  const up = upFirst === (place % 2 === 0);
  return up
    ? [
        [x, row + 1],
        [x + 2, row + 1],
        [x + 1, row],
      ]
    : [
        [x, row],
        [x + 2, row],
        [x + 1, row + 1],
      ];
}

/** The centre of a cell, as `outline` measures. */
export function centre(geometry, cell) {
  const corners = outline(geometry, cell);
  const mean = (at) => corners.reduce((sum, corner) => sum + corner[at], 0) / corners.length;
  return [mean(0), mean(1)];
}

/**
 * The cell at a place, x in units and y in rows; -1 where there is none.
 * @param {Geometry} geometry
 */
export function cellUnder(geometry, x, y) {
  const row = Math.floor(y);
  if (geometry.kind === "rectangle") return cellAt(geometry, row, Math.floor(x));
  if (row < 0 || row >= geometry.height) return -1;
  for (const cell of geometry.families[0][row]) {
    const corners = outline(geometry, cell);
    const base = corners[0][1],
      tip = corners[2][1];
    const half = Math.abs(y - tip) / Math.abs(base - tip);
    if (Math.abs(x - corners[2][0]) <= half) return cell;
  }
  return -1;
}

/** Each line's axis and index, family by family. */
export function lineIds(geometry) {
  return geometry.families.flatMap((family, at) => family.map((_, index) => ({ axis: AXES[at], index })));
}

/** How a line is named, as people count. */
export function lineName({ axis, index }) {
  return `${axis} ${index + 1}`;
}

/** How a cell is named, as people count. */
export function cellName(geometry, cell) {
  const [row, place] = coordinates(geometry, cell);
  return `row ${row + 1}, ${geometry.kind === "rectangle" ? "column" : "cell"} ${place + 1}`;
}

/** The cells that share an edge with a cell. */
export function neighbours(geometry, cell) {
  const [row, place] = coordinates(geometry, cell);
  if (geometry.kind === "rectangle") {
    return [
      [row - 1, place],
      [row + 1, place],
      [row, place - 1],
      [row, place + 1],
    ]
      .map(([r, p]) => cellAt(geometry, r, p))
      .filter((each) => each >= 0);
  }
  const [x, y] = centre(geometry, cell);
  const base = outline(geometry, cell)[0][1];
  const beyond = cellUnder(geometry, x, base === row ? row - 0.2 : row + 1.2);
  return [cellUnder(geometry, x - 1, y), cellUnder(geometry, x + 1, y), beyond].filter((each) => each >= 0);
}

/* Where cells lie, in units of a square cell's side; and which cells a line has. */

/**
 * @typedef {[x: number, y: number][]} Outline  the corners of a cell
 * @typedef {{outlines: Outline[], rows: number[][], lines: number[][], axes: string[], width: number, height: number,
 *   directions: [number, number][], square: boolean}} Geometry
 *   rows first among the lines; `directions` has for each line the way that its clue leads away from the grid
 */

const SLANT = Math.sqrt(3) / 2;

/** @param {any} shape as Python writes it @returns {Geometry} */
function geometryOf(shape) {
  return shape.outlines ? triangles(shape) : rectangle(shape.width, shape.height);
}

/** Rows and columns. @param {number} width @param {number} height @returns {Geometry} */
function rectangle(width, height) {
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => y * width + x),
  );
  const columns = Array.from({ length: width }, (_, x) => rows.map((row) => row[x]));
  const outlines = rows.flatMap((row, y) =>
    row.map(
      (_, x) =>
        /** @type {Outline} */ ([
          [x, y],
          [x + 1, y],
          [x + 1, y + 1],
          [x, y + 1],
        ]),
    ),
  );
  const axes = [...rows.map(() => "row"), ...columns.map(() => "column")];
  const directions = axes.map((axis) => /** @type {[number, number]} */ (axis === "row" ? [-1, 0] : [0, -1]));
  return { outlines, rows, lines: [...rows, ...columns], axes, width, height, directions, square: true };
}

/**
 * A triddler. Rows have their clue to the left, `/` strips above, `\` strips below: each side of a hexagon then has
 * the clues of one family only.
 * @param {any} shape @returns {Geometry}
 */
function triangles({ outlines: corners, lines, axes, rows }) {
  const side = 1.5; // of a triangle, in cells: as much area as a square has
  const left = Math.min(...corners.flat().map(([x]) => x));
  const outlines = corners.map((each) => each.map(([x, y]) => [((x - left) / 2) * side, y * SLANT * side]));
  const leads = { row: [-1, 0], column: [0.5, -SLANT], diagonal: [0.5, SLANT] };
  return {
    outlines,
    rows: lines.slice(0, rows),
    lines,
    axes,
    width: Math.max(...outlines.flat().map(([x]) => x)),
    height: Math.max(...outlines.flat().map(([, y]) => y)),
    directions: axes.map((axis) => leads[axis]),
    square: false,
  };
}

/** The middle of a cell. @param {Outline} outline @returns {[number, number]} */
function middle(outline) {
  const sum = outline.reduce(([x, y], [u, v]) => [x + u, y + v], [0, 0]);
  return [sum[0] / outline.length, sum[1] / outline.length];
}

/** Whether a point lies in a cell. @param {Outline} outline @param {number} x @param {number} y */
function holds(outline, x, y) {
  return outline.every(([ax, ay], at) => {
    const [bx, by] = outline[(at + 1) % outline.length];
    const [cx, cy] = outline[(at + 2) % outline.length];
    const side = (px, py) => (bx - ax) * (py - ay) - (by - ay) * (px - ax);
    return side(x, y) * side(cx, cy) >= 0;
  });
}

/** The cell at a point, or -1. @param {Geometry} geometry @param {number} x @param {number} y */
function cellAt({ outlines, rows, width, height, square }, x, y) {
  if (x < 0 || y < 0 || x >= width || y >= height) return -1;
  const row = rows[Math.floor((y / height) * rows.length)] ?? [];
  return square ? row[Math.floor(x)] : (row.find((cell) => holds(outlines[cell], x, y)) ?? -1);
}

/**
 * The cells from one to the one of its lines' cells that is closest to a point.
 * @param {Geometry} geometry @param {number[]} candidates the lines to look at @param {number} from
 * @param {number} x @param {number} y @returns {{line: number, cells: number[]}}
 */
function along({ outlines, lines }, candidates, from, x, y) {
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

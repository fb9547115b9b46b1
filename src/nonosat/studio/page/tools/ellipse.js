import { areaOf, colourFor } from "./strokes.js";

/**
 * The cells of an ellipse in an area: those whose middle is inside; of its edge those with a neighbour outside.
 * @param {import("./strokes.js").Area} area
 * @returns {{row: number, column: number, edge: boolean}[]}
 */
export function ellipseIn({ top, bottom, left, right }) {
  const tall = (bottom - top + 1) / 2,
    wide = (right - left + 1) / 2;
  /** @param {number} row @param {number} column */
  const inside = (row, column) =>
    ((row + 0.5 - top - tall) / tall) ** 2 + ((column + 0.5 - left - wide) / wide) ** 2 <= 1;
  const cells = [];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      if (!inside(row, column)) continue;
      const edge = !(
        inside(row - 1, column) &&
        inside(row + 1, column) &&
        inside(row, column - 1) &&
        inside(row, column + 1)
      );
      cells.push({ row, column, edge });
    }
  }
  return cells;
}

/** An ellipse between two corners; with Shift it is filled. @type {import("./strokes.js").Tool} */
export const ellipse = {
  name: "Circle",
  icon: "ellipse",
  hint: "Drag a circle or an ellipse; with Shift filled",
  rectangles: true,
  drags: true,
  begin(desk, first, how) {
    const colour = colourFor(desk, first, how);
    /** @type {import("./strokes.js").Stroke & {cells: import("./strokes.js").Cells}} */
    const stroke = {
      cells: desk.cells,
      /** @param {number} cell */
      move(cell) {
        const area = areaOf(desk.geometry, first, cell);
        stroke.cells = desk.cells.slice();
        for (const { row, column, edge } of ellipseIn(area))
          if (edge || how.constrain) stroke.cells[row * desk.geometry.width + column] = colour;
        stroke.note = `${area.right - area.left + 1} × ${area.bottom - area.top + 1}`;
      },
    };
    stroke.move(first);
    return stroke;
  },
};

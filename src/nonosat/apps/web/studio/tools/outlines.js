/** Shapes between two cells: a line, or the outline of a frame or an ellipse, with Shift filled. */

import { cellAt, coordinates } from "../../shared/geometry.js";
import { areaOf, between, spanning } from "./strokes.js";

/** @import { Area, Tool } from "./strokes.js" */
/** @import { Geometry } from "../../shared/geometry.js" */

/** The end of a line that runs straight or at 45 degrees. @param {Geometry} geometry @param {number} from @param {number} to */
function straightened(geometry, from, to) {
  const [r0, c0] = coordinates(geometry, from);
  const [r1, c1] = coordinates(geometry, to);
  const [down, across] = [r1 - r0, c1 - c0];
  if (Math.abs(down) > 2 * Math.abs(across)) return cellAt(geometry, r1, c0);
  if (Math.abs(across) > 2 * Math.abs(down)) return cellAt(geometry, r0, c1);
  for (let far = Math.max(Math.abs(down), Math.abs(across)); far >= 0; far--) {
    const end = cellAt(geometry, r0 + Math.sign(down) * far, c0 + Math.sign(across) * far);
    if (end >= 0) return end;
  }
  return from;
}

/** A straight line between two cells. @type {Tool} */
export const line = {
  name: "Line",
  icon: "line",
  hint: "Drag a line; with Shift at 45°",
  rectangles: true,
  drags: true,
  begin: (desk, first, how) =>
    spanning(desk, first, how, (cell) => {
      const end = how.constrain ? straightened(desk.geometry, first, cell) : cell;
      const path = between(desk.geometry, first, end);
      return { path, note: String(path.length) };
    }),
};

/**
 * @param {{name: string, icon: string, hint: string}} looks
 * @param {(area: Area) => (row: number, column: number) => boolean} shape whether a cell of the plane is inside
 * @returns {Tool}
 */
function outlined(looks, shape) {
  return {
    ...looks,
    rectangles: true,
    drags: true,
    begin: (desk, first, how) =>
      spanning(desk, first, how, (cell) => {
        const area = areaOf(desk.geometry, first, cell);
        const { top, bottom, left, right } = area;
        const inside = shape(area);
        const path = [];
        for (let row = top; row <= bottom; row++)
          for (let column = left; column <= right; column++) {
            const within =
              inside(row - 1, column) &&
              inside(row + 1, column) &&
              inside(row, column - 1) &&
              inside(row, column + 1);
            if (inside(row, column) && (how.constrain || !within))
              path.push(row * desk.geometry.width + column);
          }
        return { path, note: `${right - left + 1} × ${bottom - top + 1}` };
      }),
  };
}

export const rectangle = outlined(
  { name: "Rectangle", icon: "rectangle", hint: "Drag a frame; with Shift filled" },
  ({ top, bottom, left, right }) =>
    (row, column) =>
      row >= top && row <= bottom && column >= left && column <= right,
);

/** Cells whose middle is inside of the ellipse. */
export const ellipse = outlined(
  { name: "Circle", icon: "ellipse", hint: "Drag a circle or an ellipse; with Shift filled" },
  ({ top, bottom, left, right }) => {
    const [tall, wide] = [(bottom - top + 1) / 2, (right - left + 1) / 2];
    return (row, column) =>
      ((row + 0.5 - top - tall) / tall) ** 2 + ((column + 0.5 - left - wide) / wide) ** 2 <= 1;
  },
);

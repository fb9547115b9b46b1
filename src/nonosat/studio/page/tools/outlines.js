/** Shapes in the frame between two corners: their outline, or with Shift all of them. */

import { areaOf, spanning } from "./strokes.js";

/** @import { Area, Tool } from "./strokes.js" */

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

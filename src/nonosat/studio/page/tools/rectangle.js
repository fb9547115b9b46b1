import { areaOf, colourFor } from "./strokes.js";

/** A frame between two corners; with Shift it is filled. @type {import("./strokes.js").Tool} */
export const rectangle = {
  name: "Rectangle",
  icon: "rectangle",
  hint: "Drag a frame; with Shift filled",
  rectangles: true,
  drags: true,
  begin(desk, first, how) {
    const colour = colourFor(desk, first, how);
    /** @type {import("./strokes.js").Stroke & {cells: import("./strokes.js").Cells}} */
    const stroke = {
      cells: desk.cells,
      /** @param {number} cell */
      move(cell) {
        const { top, bottom, left, right } = areaOf(desk.geometry, first, cell);
        stroke.cells = desk.cells.slice();
        for (let row = top; row <= bottom; row++) {
          for (let column = left; column <= right; column++) {
            const edge = row === top || row === bottom || column === left || column === right;
            if (edge || how.constrain) stroke.cells[row * desk.geometry.width + column] = colour;
          }
        }
        stroke.note = `${right - left + 1} × ${bottom - top + 1}`;
      },
    };
    stroke.move(first);
    return stroke;
  },
};

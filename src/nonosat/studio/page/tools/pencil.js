import { between, brushed, colourFor } from "./strokes.js";

/** Paints the cells that the pointer passes; begun on a cell of the same ink it erases. @type {import("./strokes.js").Tool} */
export const pencil = {
  name: "Pencil",
  icon: "pencil",
  hint: "Paint; begin on ink to erase",
  begin(desk, first, how) {
    const colour = colourFor(desk, first, how);
    const stroke = {
      cells: desk.cells.slice(),
      last: first,
      /** @param {number} cell */
      move(cell) {
        for (const each of between(desk.geometry, stroke.last, cell))
          for (const near of brushed(desk, each)) stroke.cells[near] = colour;
        stroke.last = cell;
      },
    };
    stroke.move(first);
    return stroke;
  },
};

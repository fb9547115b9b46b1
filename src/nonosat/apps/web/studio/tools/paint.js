/** Tools that paint at once: pencil, fill and eyedropper. */

import { neighbours } from "../../shared/geometry.js";
import { between, brushed, colourFor } from "./strokes.js";

/** @import { Tool } from "./strokes.js" */

/** Paints the cells that the pointer passes; begun on a cell of the same ink it erases. @type {Tool} */
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

/** Fills the connected cells of one colour. @type {Tool} */
export const fill = {
  name: "Fill",
  icon: "fill",
  hint: "Fill what hangs together",
  begin(desk, first, how) {
    const colour = colourFor(desk, first, how);
    const old = desk.cells[first];
    const cells = desk.cells.slice();
    const found = [first];
    cells[first] = colour;
    for (const cell of found) {
      const next = neighbours(desk.geometry, cell).filter((near) => old !== colour && cells[near] === old);
      for (const near of next) cells[near] = colour;
      found.push(...next);
    }
    return { cells, move() {} };
  },
};

/** Takes the colour of a cell as the ink, and gives the pencil back. @type {Tool} */
export const pick = {
  name: "Eyedropper",
  icon: "pick",
  hint: "Take the ink of a cell",
  begin: (desk, first) => ({ move() {}, done: () => desk.pick(desk.cells[first]) }),
};

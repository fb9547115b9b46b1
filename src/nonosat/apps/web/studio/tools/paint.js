/** Tools that paint at once: pencil, fill and eyedropper. */

import { neighbours } from "../../shared/geometry.js";
import { between, brushed, colourFor } from "./strokes.js";

/** @import { Tool } from "./strokes.js" */

/** Paints the cells that the pointer passes; a click on a cell of the same ink erases it. @type {Tool} */
export const pencil = {
  name: "Pencil",
  icon: "pencil",
  hint: "Paint; a click on ink erases",
  begin(desk, first, how) {
    const colour = colourFor(desk, how);
    const stroke = {
      cells: desk.cells.slice(),
      last: first,
      isClick: true,
      /** @param {number} cell @param {number} [ink] */
      move(cell, ink = colour) {
        if (cell !== first) stroke.isClick = false;
        for (const place of between(desk.geometry, stroke.last, cell))
          for (const near of brushed(desk, place)) stroke.cells[near] = ink;
        stroke.last = cell;
      },
      lift() {
        if (stroke.isClick && desk.cells[first] === colour) stroke.move(first, 0);
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
    const colour = colourFor(desk, how);
    const old = desk.cells[first];
    if (old === colour) return { move() {}, done: () => desk.say("It has this ink already.") };
    const cells = desk.cells.slice();
    const area = [first];
    cells[first] = colour;
    for (const cell of area) {
      const next = neighbours(desk.geometry, cell).filter((near) => cells[near] === old);
      for (const near of next) cells[near] = colour;
      area.push(...next);
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

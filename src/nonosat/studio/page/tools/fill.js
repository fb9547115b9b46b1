import { neighbours } from "../shared/geometry.js";
import { colourFor } from "./strokes.js";

/** Fills what hangs together and has the colour of the cell. @type {import("./strokes.js").Tool} */
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
    if (old !== colour) {
      for (const cell of found) {
        for (const near of neighbours(desk.geometry, cell)) {
          if (cells[near] === old) {
            cells[near] = colour;
            found.push(near);
          }
        }
      }
    }
    return { cells, move() {} };
  },
};

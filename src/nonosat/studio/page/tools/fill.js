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
    for (const cell of found) {
      const next = neighbours(desk.geometry, cell).filter((near) => old !== colour && cells[near] === old);
      for (const near of next) cells[near] = colour;
      found.push(...next);
    }
    return { cells, move() {} };
  },
};

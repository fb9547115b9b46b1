import { cellAt, coordinates } from "../shared/geometry.js";
import { between, spanning } from "./strokes.js";

/** @import { Geometry } from "../shared/geometry.js" */

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

/** A straight line from where the pointer is set down to where it is lifted. @type {import("./strokes.js").Tool} */
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

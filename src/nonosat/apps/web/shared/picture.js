/** The picture alone, each cell in its colour. */

import { painter } from "./dom.js";
import { EMPTY } from "./lines.js";
import { outline } from "./geometry.js";
import { BLACK_AND_WHITE, geometry } from "./puzzle.js";

/**
 * Paints the picture so far, without rules.
 * @param {HTMLCanvasElement} canvas
 * @param {import("./puzzle.js").Puzzle} puzzle
 * @param {ArrayLike<number>} cells
 * @param {number} most pixels of its longer side
 */
export function paint(canvas, puzzle, cells, most) {
  const shape = geometry(puzzle);
  const [width, height] = shape.extent;
  const longer = Math.max(width, height);
  const scale = longer > most ? most / longer : Math.floor(most / longer);
  Object.assign(canvas, { width: Math.ceil(width * scale), height: Math.ceil(height * scale) });
  const context = painter(canvas);
  const colours = puzzle.palette.map(([, rgb]) => `#${rgb}`);
  if (puzzle.palette === BLACK_AND_WHITE) colours.splice(0, 2, "#ffffff", "#22242a");
  for (let cell = 0; cell < shape.size; cell++) {
    context.beginPath();
    for (const [x, y] of outline(shape, cell)) context.lineTo(x * scale, y * scale);
    context.closePath();
    context.fillStyle = context.strokeStyle = colours[Math.max(cells[cell], EMPTY)];
    context.fill();
    context.stroke(); // no seam between two cells
  }
}

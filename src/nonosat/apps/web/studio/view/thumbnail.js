/** A puzzle the size of a stamp. */

import { h, painter } from "./dom.js";
import { clues, geometry } from "../../shared/puzzle.js";
import { outline } from "../../shared/geometry.js";

/** @import { Puzzle } from "../../shared/puzzle.js" */

const SIDE = 96; // pixels: twice those on the page

/** A canvas with the picture, or, without one, the amount of ink in each row. @param {Puzzle} puzzle */
export function thumbnail(puzzle) {
  const shape = geometry(puzzle);
  const canvas = h("canvas.thumbnail", { "aria-hidden": "true", width: SIDE, height: SIDE });
  const context = painter(canvas);
  const [wide, tall] = shape.extent;
  const scale = SIDE / Math.max(wide, tall);
  context.translate((SIDE - wide * scale) / 2, (SIDE - tall * scale) / 2);
  context.fillStyle = `#${puzzle.palette[0][1]}`;
  if (shape.kind === "rectangle") context.fillRect(0, 0, wide * scale, tall * scale);
  if (!puzzle.cells) {
    drawClues(context, puzzle, scale, wide);
    return canvas;
  }
  puzzle.cells.forEach((colour, cell) => {
    if (!colour && shape.kind === "rectangle") return;
    context.fillStyle = `#${puzzle.palette[colour]?.[1] ?? "000000"}`;
    context.beginPath();
    for (const [x, y] of outline(shape, cell)) context.lineTo(x * scale, y * scale);
    context.fill();
  });
  return canvas;
}

/** A button with a picture, to choose among others. @param {Puzzle} puzzle @param {string} words @param {boolean} isChosen @param {() => void} onclick @param {string} [label] */
export const look = (puzzle, words, isChosen, onclick, label) =>
  h(
    "button.look",
    { type: "button", "aria-label": label, "aria-pressed": String(isChosen), onclick },
    thumbnail(puzzle),
    h("span", words),
  );

/** @param {CanvasRenderingContext2D} context @param {Puzzle} puzzle @param {number} scale @param {number} wide */
function drawClues(context, puzzle, scale, wide) {
  const [rows] = clues(puzzle);
  context.fillStyle = `#${puzzle.palette[1]?.[1] ?? "000000"}`;
  context.globalAlpha = 0.55;
  rows.forEach((clue, row) => {
    const ink = (clue ?? []).reduce((sum, [length]) => sum + (length === "?" ? 1 : length), 0);
    const long = Math.min(wide, ink * (wide / Math.max(1, geometry(puzzle).rowLengths[row])));
    context.fillRect((wide - long) * 0.5 * scale, row * scale, long * scale, scale * 0.8);
  });
}

/** A puzzle the size of a stamp. */

import { h, painter } from "./dom.js";
import { clues, geometry } from "../../shared/puzzle.js";
import { paint } from "../../shared/picture.js";

/** @import { Puzzle } from "../../shared/puzzle.js" */

const SIDE = 96; // pixels: twice those on the page

/** A canvas with the picture, or, without one, the amount of ink in each row. @param {Puzzle} puzzle */
export function thumbnail(puzzle) {
  const canvas = h("canvas.thumbnail", { "aria-hidden": "true" });
  if (puzzle.cells) paint(canvas, puzzle, puzzle.cells, SIDE);
  else drawClues(canvas, puzzle);
  return canvas;
}

/** A button with a picture, to choose among others. @param {Puzzle} puzzle @param {string} words @param {boolean} isChosen @param {() => void} onclick @param {string} [label] */
export const pictureButton = (puzzle, words, isChosen, onclick, label) =>
  h(
    "button.sample",
    { type: "button", "aria-label": label, "aria-pressed": String(isChosen), onclick },
    thumbnail(puzzle),
    h("span", words),
  );

/** @param {HTMLCanvasElement} canvas @param {Puzzle} puzzle */
function drawClues(canvas, puzzle) {
  const [rows] = clues(puzzle);
  const { extent, rowLengths } = geometry(puzzle);
  const scale = SIDE / Math.max(...extent);
  const [wide, tall] = extent.map((side) => side * scale);
  Object.assign(canvas, { width: Math.ceil(wide), height: Math.ceil(tall) });
  const context = painter(canvas);
  context.fillStyle = `#${puzzle.palette[0][1]}`;
  context.fillRect(0, 0, wide, tall);
  context.fillStyle = `#${puzzle.palette[1]?.[1] ?? "000000"}`;
  context.globalAlpha = 0.55;
  rows.forEach((clue, row) => {
    const ink = (clue ?? []).reduce((sum, [length]) => sum + (length === "?" ? 1 : length), 0);
    const long = wide * Math.min(1, ink / Math.max(1, rowLengths[row]));
    context.fillRect((wide - long) * 0.5, row * scale, long, scale * 0.8);
  });
}

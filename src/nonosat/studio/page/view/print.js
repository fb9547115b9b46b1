/** Prints the puzzle, drawn large on a canvas of its own, without the page around it. */

import { lettersOf } from "../shared/colours.js";
import { nameOf } from "../shared/puzzle.js";
import { UNKNOWN } from "../shared/lines.js";
import { drawBoard } from "./board.js";
import { drawNumbers } from "./numbers.js";
import { marksOverlay } from "./overlays.js";
import { inks } from "./theme.js";
import { Viewport } from "./viewport.js";
import { h, painter } from "./dom.js";

/** @import { Puzzle } from "../shared/puzzle.js" */

const [WIDTH, HEIGHT] = [1400, 1800];
const INK = {
  text: "#000",
  muted: "#555",
  ground: "#fff",
  panel: "#fff",
  accent: "#000",
  "accent-soft": "#eee",
  "accent-wash": "#eee",
  alarm: "#000",
  "alarm-soft": "#ddd",
  "line-strong": "#333",
  dark: "",
};

/**
 * Draws a puzzle on a canvas.
 * @param {import("../shared/puzzle.js").Puzzle} puzzle
 * @param {boolean} solved whether its picture is shown
 * @returns {HTMLCanvasElement}
 */
export function drawn(puzzle, solved) {
  const view = new Viewport();
  view.font = "Helvetica, Arial, sans-serif";
  view.resize(WIDTH, HEIGHT);
  view.show(puzzle);
  const [canvas, layer] = [0, 1].map(() =>
    Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT }),
  );
  const context = painter(canvas);
  const colours = inks(puzzle.palette, false);
  const cells = solved && puzzle.cells ? puzzle.cells : new Int16Array(view.geometry.size).fill(UNKNOWN);
  const look = { theme: INK, colours, family: view.font };
  const none = { hovered: new Set(), marked: new Set(), pointed: new Set() };
  drawBoard(context, view, cells, { ...look, letters: new Map() });
  marksOverlay(solved ? puzzle : { ...puzzle, cells: null }, false)(context, view, { theme: INK, colours });
  drawNumbers(painter(layer), view, puzzle, { ...look, ...none, letters: lettersOf(puzzle.palette) });
  context.drawImage(layer, 0, 0);
  return canvas;
}

/** Opens the browser's print dialog. @param {Puzzle} puzzle @param {boolean} solved */
export async function print(puzzle, solved) {
  const place = document.querySelector("#print");
  const blob = await new Promise((resolve) => drawn(puzzle, solved).toBlob(resolve));
  const image = h("img", { alt: nameOf(puzzle) });
  image.src = URL.createObjectURL(blob);
  place?.replaceChildren(
    h("h2", nameOf(puzzle)),
    image,
    h("p", [puzzle.texts.author, puzzle.texts.copyright].filter(Boolean).join(" · ")),
  );
  await image.decode();
  window.print();
  URL.revokeObjectURL(image.src);
  place?.replaceChildren();
}

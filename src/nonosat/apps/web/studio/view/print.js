/**
 * The puzzle on paper, without the page around it: the same for the page's own command and for the browser's, from its menu
 * or on a phone.
 */

import { lettersOf } from "../../shared/colours.js";
import { nameOf, unknownCells } from "../../shared/puzzle.js";
import { drawBoard } from "./board.js";
import { byId, h, painter } from "./dom.js";
import { Numbers } from "./numbers.js";
import { inLight, inks } from "./theme.js";
import { Viewport } from "./viewport.js";

/** @import { Puzzle } from "../../shared/puzzle.js" */

const CELL = 26; // pixels of a cell, in which clues are as large as they get beside it
const APART = 1.5; // cells between the title and the clues: readers of printed pages take what is nearer for a clue
const LONGEST = 4000; // device pixels of the drawing
const SHARPEST = 6; // device pixels of a pixel

/** Draws the open puzzle whenever the browser prints, unless there is something else to print. @param {() => Puzzle} open */
export function listenToPrinting(open) {
  addEventListener("beforeprint", () => {
    if (!byId("print").childElementCount) show(open(), drawingOf(open()));
  });
  addEventListener("afterprint", () => byId("print").replaceChildren());
}

/** Prints another picture of a puzzle than its clues. @param {Puzzle} puzzle @param {string} picture as SVG */
export async function printPicture(puzzle, picture) {
  const image = h("img", { dir: "auto", alt: nameOf(puzzle) });
  image.src = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
  show(puzzle, image);
  await image.decode();
  window.print();
  URL.revokeObjectURL(image.src);
  byId("print").replaceChildren();
}

/** Puts a picture on the paper, below the title. @param {Puzzle} puzzle @param {HTMLElement} picture */
function show(puzzle, picture) {
  const about = [puzzle.texts.author, puzzle.texts.copyright].filter(Boolean).join(" · ");
  byId("print").replaceChildren(
    h("h2", { dir: "auto" }, nameOf(puzzle)),
    picture,
    h("p", { dir: "auto" }, about),
  );
}

/** The empty grid with its clues and revealed cells, on white. @param {Puzzle} puzzle */
function drawingOf(puzzle) {
  const view = new Viewport();
  view.font = getComputedStyle(document.body).fontFamily;
  view.gutters.width = view.gutters.height = Infinity; // clues have all the room that they need
  view.show(puzzle);
  const { left, top, right, bottom } = view.gutters.room(CELL);
  Object.assign(view, { scale: CELL, x: left, y: top + APART * CELL });
  const [wide, tall] = view.size();
  Object.assign(view, { width: left + wide + right, height: view.y + tall + bottom });
  const sharp = Math.min(SHARPEST, LONGEST / Math.max(view.width, view.height));
  const [board, clues] = [0, 1].map(() => {
    const canvas = h("canvas", { role: "img", "aria-label": nameOf(puzzle) });
    canvas.width = Math.ceil(view.width * sharp);
    canvas.height = Math.ceil(view.height * sharp);
    painter(canvas).setTransform(sharp, 0, 0, sharp, 0, 0);
    return canvas;
  });
  const theme = inLight();
  const { palette } = puzzle;
  const letters = lettersOf(palette);
  const appearance = { theme, colours: inks(palette, false), letters, family: view.font };
  const unmarked = { hovered: new Set(), marked: new Set(), pointed: new Set() };
  drawBoard(painter(board), view, unknownCells(puzzle), appearance);
  new Numbers(painter(clues)).draw(view, puzzle, { ...appearance, ...unmarked });
  painter(board).drawImage(clues, 0, 0, clues.width / sharp, clues.height / sharp);
  return board;
}

/** Cells and grid lines on a canvas. */

import { outline } from "../shared/geometry.js";
import { UNKNOWN } from "../shared/lines.js";

/** @import { Cells } from "../shared/history.js" */
/** @import { Viewport } from "./viewport.js" */
/** @import { Theme } from "./theme.js" */

const LETTERED = 11; // pixels of a cell that has room for a letter

/**
 * Draws all cells, or some of them anew.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./viewport.js").Viewport} view
 * @param {import("../shared/history.js").Cells} cells colours; `UNKNOWN` is paper, and with `marks` a cell known to be empty has a dot
 * @param {{colours: string[], theme: Record<string, any>, letters: Map<number, [string, string]>, family: string, marks?: boolean, only?: Iterable<number>}} look
 */
export function drawBoard(context, view, cells, look) {
  if (view.geometry.kind === "triddler") drawTriangles(context, view, cells, look);
  else if (look.only) drawSome(context, view, cells, look);
  else drawAll(context, view, cells, look);
}

/** @param {number} cell @param {Cells} cells @param {any} options */
function colourOf(cell, cells, { colours }) {
  return colours[cells[cell] === UNKNOWN ? 0 : cells[cell]] ?? colours[0];
}

/** @param {CanvasRenderingContext2D} context @param {Viewport} view @param {Cells} cells @param {any} look */
function drawAll(context, view, cells, look) {
  const { width, height } = view.geometry;
  context.clearRect(0, 0, view.width, view.height);
  const x0 = view.left(0),
    y0 = view.top(0),
    x1 = view.left(width),
    y1 = view.top(height);
  context.fillStyle = look.colours[0];
  context.fillRect(x0, y0, x1 - x0, y1 - y0);
  const [firstX, firstY] = view.world(0, 0).map(Math.floor),
    [lastX, lastY] = view.world(view.width, view.height).map(Math.ceil);
  const from = Math.max(0, firstX),
    to = Math.min(width, lastX);
  for (let row = Math.max(0, firstY); row < Math.min(height, lastY); row++) {
    const top = view.top(row),
      tall = view.top(row + 1) - top;
    for (let column = from; column < to;) {
      const colour = cells[row * width + column];
      const start = column++;
      while (column < to && cells[row * width + column] === colour) column++;
      if (colour === 0 || colour === UNKNOWN) continue;
      context.fillStyle = look.colours[colour];
      context.fillRect(view.left(start), top, view.left(column) - view.left(start), tall);
    }
  }
  const [first, last] = [Math.max(0, firstY), Math.min(height, lastY)];
  if (look.marks) drawMarks(context, view, cells, look, from, to, first, last);
  drawLetters(context, view, cells, look, from, to, first, last);
  drawLines(context, view, look.theme, 0, 0, width, height);
}

/** Draws cells anew, each with the lines at its left and upper side, which are its own, and nothing beside it. @param {CanvasRenderingContext2D} context @param {Viewport} view @param {Cells} cells @param {any} look */
function drawSome(context, view, cells, look) {
  const { width } = view.geometry;
  for (const cell of look.only) {
    const row = Math.floor(cell / width),
      column = cell % width;
    const x = view.left(column),
      y = view.top(row);
    context.save();
    context.beginPath();
    context.rect(x, y, view.left(column + 1) - x, view.top(row + 1) - y);
    context.clip();
    context.fillStyle = colourOf(cell, cells, look);
    context.fill();
    if (look.marks) drawMarks(context, view, cells, look, column, column + 1, row, row + 1);
    drawLetters(context, view, cells, look, column, column + 1, row, row + 1);
    drawLines(context, view, look.theme, column, row, column + 1, row + 1);
    context.restore();
  }
}

/** Dots in cells that are known to be empty. @param {CanvasRenderingContext2D} context @param {Viewport} view @param {Cells} cells @param {any} options @param {number} from @param {number} to @param {number} top @param {number} bottom */
function drawMarks(context, view, cells, { theme }, from, to, top, bottom) {
  const size = Math.max(1, view.scale * 0.09);
  context.fillStyle = theme.dark ? "rgb(90 90 90)" : "rgb(140 140 140)";
  for (let row = top; row < bottom; row++) {
    for (let column = from; column < to; column++) {
      if (cells[row * view.geometry.width + column] !== 0) continue;
      context.beginPath();
      context.arc(view.left(column) + view.scale / 2, view.top(row) + view.scale / 2, size, 0, 7);
      context.fill();
    }
  }
}

/** The letters of inks that look like another, in cells that have room for them. @param {CanvasRenderingContext2D} context @param {Viewport} view @param {Cells} cells @param {any} options @param {number} from @param {number} to @param {number} top @param {number} bottom */
function drawLetters(context, view, cells, { letters, family }, from, to, top, bottom) {
  if (!letters.size || view.scale < LETTERED) return;
  lettering(context, view, family);
  for (let row = top; row < bottom; row++) {
    for (let column = from; column < to; column++) {
      const found = letters.get(cells[row * view.geometry.width + column]);
      if (found) letter(context, found, view.left(column) + view.scale / 2, view.top(row) + view.scale / 2);
    }
  }
}

/** @param {CanvasRenderingContext2D} context @param {Viewport} view @param {any} family */
function lettering(context, view, family) {
  context.font = `600 ${view.scale * 0.55}px ${family}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
}

/** @param {CanvasRenderingContext2D} context @param {any} options @param {number} x @param {number} y */
function letter(context, [text, colour], x, y) {
  context.fillStyle = colour;
  context.fillText(text, x, y);
}

/** The lines of a part of the grid; every fifth is stronger, lines between tiny cells are left out. @param {CanvasRenderingContext2D} context @param {Viewport} view @param {Theme} theme @param {number} fromX @param {number} fromY @param {number} toX @param {number} toY */
function drawLines(context, view, theme, fromX, fromY, toX, toY) {
  const { width, height } = view.geometry;
  const left = view.left(fromX),
    right = view.left(toX),
    top = view.top(fromY),
    bottom = view.top(toY);
  const thick = view.hairline();
  /** @param {boolean} strong */
  const draw = (strong) => {
    context.fillStyle = strong ? "rgb(70 78 95 / 0.75)" : "rgb(120 128 145 / 0.42)";
    for (let x = fromX; x <= toX; x++) {
      if ((x % 5 === 0 || x === width) === strong) context.fillRect(view.left(x), top, thick, bottom - top);
    }
    for (let y = fromY; y <= toY; y++) {
      if ((y % 5 === 0 || y === height) === strong) context.fillRect(left, view.top(y), right - left, thick);
    }
  };
  if (view.scale >= 5) draw(false);
  draw(true);
}

/** Draws around a cell's corners. @param {CanvasRenderingContext2D} context @param {Viewport} view @param {number} cell */
export function trace(context, view, cell) {
  context.beginPath();
  for (const [x, y] of outline(view.geometry, cell))
    context.lineTo(view.x + x * view.unit, view.y + y * view.scale);
  context.closePath();
}

/** @param {CanvasRenderingContext2D} context @param {Viewport} view @param {Cells} cells @param {any} look */
function drawTriangles(context, view, cells, look) {
  context.clearRect(0, 0, view.width, view.height);
  context.lineJoin = "round";
  context.lineWidth = 1;
  context.strokeStyle = "rgb(100 108 125 / 0.6)";
  for (const cell of cells.keys()) {
    trace(context, view, cell);
    context.fillStyle = colourOf(cell, cells, look);
    context.fill();
    context.stroke();
    if (look.marks && cells[cell] === 0) dot(context, view, cell);
  }
  if (!look.letters.size || view.scale < LETTERED) return;
  lettering(context, view, look.family);
  for (const cell of cells.keys()) {
    const found = look.letters.get(cells[cell]);
    if (found) letter(context, found, ...middle(view, cell));
  }
}

/** The middle of a triangle. @returns {[number, number]} @param {Viewport} view @param {number} cell */
function middle(view, cell) {
  const corners = outline(view.geometry, cell);
  const y = corners.reduce((sum, corner) => sum + corner[1], 0) / 3;
  return [view.x + corners[2][0] * view.unit, view.y + y * view.scale];
}

/** @param {CanvasRenderingContext2D} context @param {Viewport} view @param {number} cell */
function dot(context, view, cell) {
  context.fillStyle = "rgb(140 140 140)";
  context.beginPath();
  context.arc(...middle(view, cell), Math.max(1, view.scale * 0.09), 0, 7);
  context.fill();
}

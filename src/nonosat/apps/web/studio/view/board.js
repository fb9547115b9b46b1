/** Cells and grid lines on a canvas. */

import { coordinates, outline } from "../../shared/geometry.js";
import { UNKNOWN } from "../../shared/lines.js";
import { snapped } from "./viewport.js";

/** @import { Cells } from "../../shared/history.js" */
/** @import { Viewport } from "./viewport.js" */
/** @import { Theme } from "./theme.js" */

/**
 * @typedef {object} Appearance
 * @property {string[]} colours
 * @property {Theme} theme
 * @property {Map<number, [string, string]>} letters of inks that look like another, and the colour to print them in
 * @property {string} family the font's
 * @property {boolean} [marks] whether a cell known to be empty has a dot
 */

const LETTERED = 11; // pixels of a cell with room for a letter

/**
 * Draws all cells, or redraws some.
 * @param {CanvasRenderingContext2D} context
 * @param {Viewport} view
 * @param {Cells} cells colours; `UNKNOWN` is paper
 * @param {Appearance} appearance
 * @param {Iterable<number>} [only]
 */
export function drawBoard(context, view, cells, appearance, only) {
  if (view.geometry.kind !== "rectangle") drawPolygons(context, view, cells, appearance);
  else if (only) drawSome(context, view, cells, appearance, only);
  else drawAll(context, view, cells, appearance);
}

/** @param {number} cell @param {Cells} cells @param {Appearance} appearance */
function colourOf(cell, cells, { colours }) {
  return colours[cells[cell] === UNKNOWN ? 0 : cells[cell]] ?? colours[0];
}

/** @param {CanvasRenderingContext2D} context @param {Viewport} view @param {Cells} cells @param {Appearance} appearance */
function drawAll(context, view, cells, appearance) {
  const { width, height } = view.geometry;
  context.clearRect(0, 0, view.width, view.height);
  context.fillStyle = appearance.colours[0];
  const [x0, y0] = [view.left(0), view.top(0)];
  context.fillRect(x0, y0, view.left(width) - x0, view.top(height) - y0);
  const [firstX, firstY] = view.world(0, 0).map(Math.floor);
  const [lastX, lastY] = view.world(view.width, view.height).map(Math.ceil);
  const [from, to] = [Math.max(0, firstX), Math.min(width, lastX)];
  const signed = [];
  for (let row = Math.max(0, firstY); row < Math.min(height, lastY); row++) {
    const top = view.top(row);
    const tall = view.top(row + 1) - top;
    for (let column = from; column < to;) {
      const colour = cells[row * width + column];
      const start = column++;
      while (column < to && cells[row * width + column] === colour) column++;
      if (colour === UNKNOWN || !(colour || appearance.marks)) continue;
      for (let at = start; at < column; at++) signed.push(row * width + at);
      if (!colour) continue;
      context.fillStyle = appearance.colours[colour];
      context.fillRect(view.left(start), top, view.left(column) - view.left(start), tall);
    }
  }
  drawSigns(context, view, cells, appearance, signed);
  drawLines(context, view, 0, 0, width, height);
}

/** Redraws cells, each with the lines at its left and upper side, and nothing beside it. @param {CanvasRenderingContext2D} context @param {Viewport} view @param {Cells} cells @param {Appearance} appearance @param {Iterable<number>} only */
function drawSome(context, view, cells, appearance, only) {
  for (const cell of only) {
    const [row, column] = coordinates(view.geometry, cell);
    const [left, top, right, bottom] = view.box(cell);
    context.save();
    context.beginPath();
    context.rect(left, top, right - left, bottom - top);
    context.clip();
    context.fillStyle = colourOf(cell, cells, appearance);
    context.fill();
    drawSigns(context, view, cells, appearance, [cell]);
    drawLines(context, view, column, row, column + 1, row + 1);
    context.restore();
  }
}

/** Draws dots in empty cells, and letters in others that have room for them. @param {CanvasRenderingContext2D} context @param {Viewport} view @param {Cells} cells @param {Appearance} appearance @param {Iterable<number>} which */
function drawSigns(context, view, cells, { theme, marks, letters, family }, which) {
  const lettered = letters.size > 0 && view.scale >= LETTERED;
  if (!marks && !lettered) return;
  context.font = `600 ${view.scale * 0.55}px ${family}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const cell of which) {
    const letter = letters.get(cells[cell]);
    if (cells[cell] === 0 && marks) {
      context.fillStyle = theme.dark ? "rgb(90 90 90)" : "rgb(140 140 140)";
      context.beginPath();
      context.arc(...view.middle(cell), Math.max(1, view.scale * 0.09), 0, 7);
      context.fill();
    } else if (letter && lettered) {
      context.fillStyle = letter[1];
      context.fillText(letter[0], ...view.middle(cell));
    }
  }
}

/** Draws the lines of a part of the grid: every fifth is stronger, tiny cells have no others. @param {CanvasRenderingContext2D} context @param {Viewport} view @param {number} fromX @param {number} fromY @param {number} toX @param {number} toY */
function drawLines(context, view, fromX, fromY, toX, toY) {
  const { width, height } = view.geometry;
  const [left, right] = [view.left(fromX), view.left(toX)];
  const [top, bottom] = [view.top(fromY), view.top(toY)];
  const thick = snapped(1);
  /** @param {boolean} strong */
  const draw = (strong) => {
    context.fillStyle = strong ? "rgb(70 78 95 / 0.75)" : "rgb(120 128 145 / 0.42)";
    for (let x = fromX; x <= toX; x++)
      if ((x % 5 === 0 || x === width) === strong) context.fillRect(view.left(x), top, thick, bottom - top);
    for (let y = fromY; y <= toY; y++)
      if ((y % 5 === 0 || y === height) === strong) context.fillRect(left, view.top(y), right - left, thick);
  };
  if (view.scale >= 5) draw(false);
  draw(true);
}

/** Draws around a cell's corners. @param {CanvasRenderingContext2D} context @param {Viewport} view @param {number} cell */
export function trace(context, view, cell) {
  context.beginPath();
  for (const [x, y] of outline(view.geometry, cell))
    context.lineTo(view.x + x * view.scale, view.y + y * view.scale);
  context.closePath();
}

/** @param {CanvasRenderingContext2D} context @param {Viewport} view @param {Cells} cells @param {Appearance} appearance */
function drawPolygons(context, view, cells, appearance) {
  context.clearRect(0, 0, view.width, view.height);
  context.lineJoin = "round";
  context.lineWidth = 1;
  context.strokeStyle = "rgb(100 108 125 / 0.6)";
  for (const cell of cells.keys()) {
    trace(context, view, cell);
    context.fillStyle = colourOf(cell, cells, appearance);
    context.fill();
    context.stroke();
  }
  drawSigns(context, view, cells, appearance, cells.keys());
}

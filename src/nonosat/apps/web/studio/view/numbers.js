/** The clues around the grid, on a canvas of their own, which covers a grid that extends beyond the stage. */

import { clues } from "../../shared/puzzle.js";
import { leastLength, sameClue } from "../../shared/clues.js";
import { asideOf, edges, numbersOf } from "./gutters.js";
import { cellUnder } from "../../shared/geometry.js";
import { isLight } from "../../shared/colours.js";
import { sameItems } from "./dom.js";
import { snapped } from "./viewport.js";

/** @import { Viewport } from "./viewport.js" */
/** @import { LineId } from "../../shared/geometry.js" */
/** @import { Clue } from "../../shared/clues.js" */
/** @import { Puzzle } from "../../shared/puzzle.js" */
/** @import { Theme } from "./theme.js" */

const LEAST_FONT = 3.2; // smallest legible font size of numbers

/**
 * @typedef {{family: number, index: number, clue: Clue, strong: boolean, alarm: boolean}} DrawnLine of a line's clue
 * @typedef {object} Marked lines, each as "family index"
 * @property {Set<string>} hovered lines under the pointer
 * @property {Set<string>} marked lines that contradict each other
 * @property {Set<string>} pointed lines of a step
 * @typedef {import("./board.js").Appearance & Marked} NumberStyle
 */

/** The clues on a canvas, which keeps them: while the view stays, only lines that look different are drawn again. */
export class Numbers {
  /** What the lines had in common when they were drawn. @type {unknown[]} */
  #common = [];
  /** The lines as they were drawn. @type {DrawnLine[]} */
  #drawn = [];

  /** @param {CanvasRenderingContext2D} context */
  constructor(context) {
    this.context = context;
  }

  /** The canvas was emptied. */
  forget() {
    this.#common = [];
  }

  /** @param {Viewport} view @param {Puzzle} puzzle @param {NumberStyle} style */
  draw(view, puzzle, style) {
    const common = commonOf(view, puzzle, style);
    const lines = linesToDraw(puzzle, style);
    const isKept = sameItems(common, this.#common);
    const drawn = this.#drawn;
    const changed = isKept ? lines.filter((line, at) => !isSame(line, drawn[at])) : lines;
    this.#common = common;
    this.#drawn = lines;
    if (isKept && !changed.length) return;
    const { context } = this;
    const font = view.gutters.font(view.scale);
    context.font = `500 ${font}px ${style.family}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    if (view.gutters.slants) {
      context.clearRect(0, 0, view.width, view.height);
      for (const line of lines) if (font >= LEAST_FONT) drawClue(context, view, line, puzzle, style);
      return;
    }
    if (!isKept) backdrop(context, view, style.theme);
    for (const line of changed) drawStrip(context, view, line, puzzle, style);
  }
}

/** @param {Viewport} view @param {Puzzle} puzzle @param {NumberStyle} style */
function commonOf(view, { palette }, { theme, colours, family }) {
  const { geometry, gutters, scale } = view;
  const { left, top } = gutters.room(scale);
  const places = [geometry, view.x, view.y, scale, view.width, view.height];
  return [...places, gutters.columns, gutters.listed, left, top, palette, theme, colours, family];
}

/** @param {Puzzle} puzzle @param {Marked} marked @returns {DrawnLine[]} */
function linesToDraw(puzzle, { hovered, pointed, marked }) {
  return clues(puzzle).flatMap((lines, family) =>
    lines.map((clue, index) => {
      const key = `${family} ${index}`;
      return { family, index, clue, strong: hovered.has(key) || pointed.has(key), alarm: marked.has(key) };
    }),
  );
}

/** @param {DrawnLine} one @param {DrawnLine} other */
const isSame = (one, other) =>
  one.strong === other.strong &&
  one.alarm === other.alarm &&
  (one.clue === other.clue || sameClue(one.clue, other.clue));

/** Covers the grid below clues. @param {CanvasRenderingContext2D} context @param {Viewport} view @param {Theme} theme */
function backdrop(context, view, theme) {
  const { left, top } = edges(view);
  const room = view.gutters.room(view.scale);
  context.clearRect(0, 0, view.width, view.height);
  context.fillStyle = theme.ground;
  if (view.x < room.left) context.fillRect(0, 0, left, view.height);
  if (view.y < room.top) context.fillRect(0, 0, view.width, top);
}

/** Draws a rectangle's clue and the shade of its line, and nothing beside them. @param {CanvasRenderingContext2D} context @param {Viewport} view @param {DrawnLine} line @param {Puzzle} puzzle @param {NumberStyle} style */
function drawStrip(context, view, line, puzzle, style) {
  const { family, index } = line;
  const { theme } = style;
  const { left, top } = edges(view);
  const room = view.gutters.room(view.scale);
  // whole pixels, so that a strip drawn again leaves no seam; the last one before the grid is the backdrop's
  const [near, far] = family
    ? [Math.max(view.left(index), snapped(left)), Math.min(view.left(index + 1), view.width)]
    : [Math.max(view.top(index), snapped(top)), Math.min(view.top(index + 1), view.height)];
  if (near >= far) return;
  /** @type {[number, number, number, number]} */
  const strip = family ? [near, 0, far - near, snapped(top - 1)] : [0, near, snapped(left - 1), far - near];
  context.save();
  context.beginPath();
  context.rect(...strip);
  context.clip();
  context.clearRect(...strip);
  context.fillStyle = theme.ground;
  if (family ? view.y < room.top : view.x < room.left) context.fillRect(...strip);
  const first = family ? view.left(index) : view.top(index);
  const thick = (family ? view.left(index + 1) : view.top(index + 1)) - first;
  /** @param {string} colour */
  const shade = (colour) => {
    context.fillStyle = colour;
    context.beginPath();
    if (family) context.roundRect(first, top - room.top, thick, room.top - 3, 4);
    else context.roundRect(left - room.left, first, room.left - 3, thick, 4);
    context.fill();
  };
  if (line.strong) shade(theme["accent-soft"]);
  if (line.alarm) shade(theme["alarm-soft"]);
  if (view.gutters.font(view.scale) >= LEAST_FONT) drawClue(context, view, line, puzzle, style);
  context.restore();
}

/** @param {CanvasRenderingContext2D} context @param {Viewport} view @param {DrawnLine} line @param {Puzzle} puzzle @param {NumberStyle} style */
function drawClue(context, view, { family, index, clue, strong, alarm: marked }, puzzle, style) {
  const font = view.gutters.font(view.scale);
  const places = numbersOf(view, family, index, clue);
  const alarm = marked || leastLength(clue) > view.geometry.families[family][index].length;
  const aside = view.gutters.slants ? asideOf(view, family, index) : null;
  if (aside) drawLabel(context, aside, style.theme[strong ? "accent" : "muted"], style.family);
  for (const [x, y, at] of places) {
    const [length, colour] = at >= 0 && clue ? clue[at] : [clue === null ? "✱" : 0, 0];
    const letter = at >= 0 ? style.letters.get(colour)?.[0] : undefined;
    if (puzzle.palette.length > 2 && at >= 0) {
      const light = isLight(puzzle.palette[colour][1]);
      const room = family === 1 && !view.gutters.slants ? view.scale * 0.9 : Infinity; // beside the next column's
      const most = String(length).length * font * 0.58 + font * (letter ? 0.62 : 0.4);
      const wide = Math.min(room, Math.max(font * 1.05, most));
      context.fillStyle = style.colours[colour];
      context.beginPath();
      context.roundRect(x - wide / 2, y - font * 0.56, wide, font * 1.12, font * 0.22);
      context.fill();
      context.strokeStyle = style.theme[alarm ? "alarm" : "line-strong"];
      context.lineWidth = alarm ? 1.5 : 0.75;
      if (alarm || !style.theme.dark === light) context.stroke();
      context.fillStyle = light ? "#111" : "#fff";
    } else context.fillStyle = style.theme[alarm ? "alarm" : at < 0 ? "muted" : strong ? "accent" : "text"];
    if (letter) drawLettered(context, String(length), letter, x, y + font * 0.06, font, style.family);
    else context.fillText(String(length), x, y + font * 0.06, family === 1 ? view.scale * 0.88 : undefined);
  }
}

/** The name of a line in the list at the right. @param {CanvasRenderingContext2D} context @param {{text: string, x: number, y: number, font: number}} label @param {string} colour @param {string} family the font's */
function drawLabel(context, { text, x, y, font }, colour, family) {
  context.save();
  context.font = `${font}px ${family}`;
  context.textAlign = "left";
  context.fillStyle = colour;
  context.fillText(text, x, y + font * 0.06);
  context.restore();
}

/** A number with the letter of its ink, which is smaller and stands after it. @param {CanvasRenderingContext2D} context @param {string} number @param {string} letter @param {number} x @param {number} y @param {number} font @param {string} family */
function drawLettered(context, number, letter, x, y, font, family) {
  const half = number.length * font * 0.26;
  const whole = context.font;
  context.fillText(number, x - font * 0.18, y, 2 * half + font * 0.1);
  context.font = `600 ${font * 0.66}px ${family}`;
  context.fillText(letter, x + half + font * 0.02, y + font * 0.12);
  context.font = whole;
}

/** The line whose clue is at a point of the stage, or null. @param {Viewport} view @param {Puzzle} puzzle @param {number} x @param {number} y @returns {LineId|null} */
export function clueAt(view, puzzle, x, y) {
  if (view.gutters.slants) return nearestClue(view, puzzle, x, y);
  const { left, top } = edges(view);
  const room = view.gutters.room(view.scale);
  const [worldX, worldY] = view.world(x, y).map(Math.floor);
  if (x < left && x > left - room.left && y >= top && worldY >= 0 && worldY < view.geometry.height)
    return { family: 0, index: worldY };
  if (y < top && y > top - room.top && x >= left && worldX >= 0 && worldX < view.geometry.width)
    return { family: 1, index: worldX };
  return null;
}

/** @param {Viewport} view @param {Puzzle} puzzle @param {number} x @param {number} y */
function nearestClue(view, puzzle, x, y) {
  const near = clues(puzzle).flatMap((lines, family) =>
    lines.flatMap((clue, index) =>
      numbersOf(view, family, index, clue).map(([numberX, numberY]) => ({
        line: { family, index },
        far: Math.hypot(x - numberX, y - numberY),
      })),
    ),
  );
  if (cellUnder(view.geometry, ...view.world(x, y)) >= 0) return null; // cells come first
  const best = near.reduce((one, other) => (other.far < one.far ? other : one));
  return best.far < view.gutters.font(view.scale) ? best.line : null;
}

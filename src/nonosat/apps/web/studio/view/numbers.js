/** The clues around the grid, on a canvas of their own, which covers a grid that extends beyond the stage. */

import { clues } from "../../shared/puzzle.js";
import { leastLength } from "../../shared/clues.js";
import { asideOf, edges, numbersOf } from "./gutters.js";
import { cellUnder } from "../../shared/geometry.js";
import { isLight } from "../../shared/colours.js";

/** @import { Viewport } from "./viewport.js" */
/** @import { LineId } from "../../shared/geometry.js" */
/** @import { Clue } from "../../shared/clues.js" */
/** @import { Puzzle } from "../../shared/puzzle.js" */

/**
 * @typedef {object} Marked lines, each as "family index"
 * @property {Set<string>} hovered lines under the pointer
 * @property {Set<string>} marked lines that contradict each other
 * @property {Set<string>} pointed lines of a step
 * @typedef {import("./board.js").Appearance & Marked} NumberStyle
 */

/** Draws the clues. @param {CanvasRenderingContext2D} context @param {Viewport} view @param {Puzzle} puzzle @param {NumberStyle} style */
export function drawNumbers(context, view, puzzle, style) {
  context.clearRect(0, 0, view.width, view.height);
  const font = view.gutters.font(view.scale);
  const slants = view.gutters.slants;
  if (!slants) backdrop(context, view, style);
  if (font < 3.2) return;
  context.font = `500 ${font}px ${style.family}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  clues(puzzle).forEach((family, at) => {
    context.save();
    if (!slants) clip(context, view, at);
    family.forEach((clue, index) => {
      if (!slants && outside(view, at, index)) return;
      drawClue(context, view, at, index, clue, puzzle, style);
    });
    context.restore();
  });
}

/** @param {Viewport} view @param {number} family @param {number} index */
function outside(view, family, index) {
  const place = (family ? view.x : view.y) + (index + 0.5) * view.scale;
  return place < -view.scale || place > (family ? view.width : view.height) + view.scale;
}

/** @param {CanvasRenderingContext2D} context @param {Viewport} view @param {number} family */
function clip(context, view, family) {
  const { left, top } = edges(view);
  context.beginPath();
  if (family === 0) context.rect(0, top, left, view.height - top);
  else context.rect(left, 0, view.width - left, top);
  context.clip();
}

/** Covers the grid below clues, and shades the lines under the pointer. @param {CanvasRenderingContext2D} context @param {Viewport} view @param {NumberStyle} style */
function backdrop(context, view, { theme, hovered, marked, pointed }) {
  const { left, top } = edges(view);
  const room = view.gutters.room(view.scale);
  const [w, h] = view.size();
  context.fillStyle = theme.ground;
  if (view.x < room.left) context.fillRect(0, 0, left, view.height);
  if (view.y < room.top) context.fillRect(0, 0, view.width, top);
  /** @param {string} key @param {string} colour */
  const bar = (key, colour) => {
    const [family, index] = key.split(" ").map(Number);
    context.fillStyle = colour;
    context.beginPath();
    if (family === 0) {
      const y = view.top(index);
      const tall = view.top(index + 1) - y;
      if (y + tall > top && y < Math.min(view.height, view.y + h))
        context.roundRect(left - room.left, y, room.left - 3, tall, 4);
    } else {
      const x = view.left(index);
      const wide = view.left(index + 1) - x;
      if (x + wide > left && x < Math.min(view.width, view.x + w))
        context.roundRect(x, top - room.top, wide, room.top - 3, 4);
    }
    context.fill();
  };
  for (const key of hovered) bar(key, theme["accent-soft"]);
  for (const key of pointed) bar(key, theme["accent-soft"]);
  for (const key of marked) bar(key, theme["alarm-soft"]);
}

/** @param {CanvasRenderingContext2D} context @param {Viewport} view @param {number} family @param {number} index @param {Clue} clue @param {Puzzle} puzzle @param {NumberStyle} style */
function drawClue(context, view, family, index, clue, puzzle, style) {
  const key = `${family} ${index}`;
  const font = view.gutters.font(view.scale);
  const places = numbersOf(view, family, index, clue);
  const alarm = style.marked.has(key) || leastLength(clue) > view.geometry.families[family][index].length;
  const strong = style.pointed.has(key) || style.hovered.has(key);
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

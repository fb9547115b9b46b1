/** The clues around the grid, on a canvas of their own that covers the grid where they stay at the edge. */

import { clues } from "../shared/puzzle.js";
import { leastLength } from "../shared/clues.js";
import { edges, numbersOf } from "./gutters.js";
import { isLight } from "../shared/colours.js";

/** @import { Viewport } from "./viewport.js" */
/** @import { Theme } from "./theme.js" */
/** @import { Clue } from "../shared/clues.js" */
/** @import { Puzzle } from "../shared/puzzle.js" */

/**
 * Draws the clues.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./viewport.js").Viewport} view
 * @param {import("../shared/puzzle.js").Puzzle} puzzle
 * @param {object} look
 * @param {Record<string, any>} look.theme
 * @param {string[]} look.colours
 * @param {Map<number, [string, string]>} look.letters of inks that look like another, and the colour to print them in
 * @param {string} look.family the font's
 * @param {Set<string>} look.hovered lines under the pointer, as "family index"
 * @param {Set<string>} look.marked lines that contradict each other
 * @param {Set<string>} look.pointed lines that a step is about
 */
export function drawNumbers(context, view, puzzle, look) {
  context.clearRect(0, 0, view.width, view.height);
  const font = view.gutters.font(view.scale);
  const triddler = view.gutters.triddler;
  if (!triddler) backdrop(context, view, look);
  if (font < 3.2) return;
  context.font = `500 ${font}px ${look.family}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  clues(puzzle).forEach((family, at) => {
    context.save();
    if (!triddler) clip(context, view, at);
    family.forEach((clue, index) => {
      if (!triddler && outside(view, at, index)) return;
      drawClue(context, view, at, index, clue, puzzle, look);
    });
    context.restore();
  });
}

/** @param {Viewport} view @param {any} family @param {number} index */
function outside(view, family, index) {
  const place = (family ? view.x : view.y) + (index + 0.5) * view.scale;
  return place < -view.scale || place > (family ? view.width : view.height) + view.scale;
}

/** @param {CanvasRenderingContext2D} context @param {Viewport} view @param {any} family */
function clip(context, view, family) {
  const { left, top } = edges(view);
  context.beginPath();
  if (family === 0) context.rect(0, top, left, view.height - top);
  else context.rect(left, 0, view.width - left, top);
  context.clip();
}

/** Covers the grid where the clues stand upon it, and shades the lines under the pointer. @param {CanvasRenderingContext2D} context @param {Viewport} view @param {{theme: Theme, hovered: Set<string>, marked: Set<string>, pointed: Set<string>}} options */
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
      const y = view.top(index),
        tall = view.top(index + 1) - y;
      if (y + tall > top && y < Math.min(view.height, view.y + h))
        context.roundRect(left - room.left, y, room.left - 3, tall, 4);
    } else {
      const x = view.left(index),
        wide = view.left(index + 1) - x;
      if (x + wide > left && x < Math.min(view.width, view.x + w))
        context.roundRect(x, top - room.top, wide, room.top - 3, 4);
    }
    context.fill();
  };
  for (const key of hovered) bar(key, theme["accent-soft"]);
  for (const key of pointed) bar(key, theme["accent-soft"]);
  for (const key of marked) bar(key, theme["alarm-soft"]);
}

/** @param {CanvasRenderingContext2D} context @param {Viewport} view @param {any} family @param {number} index @param {Clue} clue @param {Puzzle} puzzle @param {any} look */
function drawClue(context, view, family, index, clue, puzzle, look) {
  const key = `${family} ${index}`;
  const font = view.gutters.font(view.scale);
  const places = numbersOf(view, family, index, clue);
  const alarm = look.marked.has(key) || tooLong(view, family, index, clue);
  const strong = look.pointed.has(key) || look.hovered.has(key);
  for (const [x, y, at] of places) {
    const [length, colour] = at >= 0 && clue ? clue[at] : [clue === null ? "✱" : 0, 0];
    const letter = at >= 0 ? look.letters.get(colour)?.[0] : undefined;
    const coloured = puzzle.palette.length > 2 && at >= 0;
    if (coloured) {
      const room = family === 1 && !view.gutters.triddler ? view.scale * 0.9 : Infinity; // beside the next column's
      const most = String(length).length * font * 0.58 + font * (letter ? 0.62 : 0.4);
      const wide = Math.min(room, Math.max(font * 1.05, most));
      context.fillStyle = look.colours[colour];
      context.beginPath();
      context.roundRect(x - wide / 2, y - font * 0.56, wide, font * 1.12, font * 0.22);
      context.fill();
      if (alarm) {
        context.strokeStyle = look.theme.alarm;
        context.lineWidth = 1.5;
        context.stroke();
      } else if (!look.theme.dark === isLight(puzzle.palette[colour][1])) {
        context.strokeStyle = look.theme["line-strong"];
        context.lineWidth = 0.75;
        context.stroke();
      }
      context.fillStyle = isLight(puzzle.palette[colour][1]) ? "#111" : "#fff";
    } else {
      context.fillStyle = alarm
        ? look.theme.alarm
        : at < 0
          ? look.theme.muted
          : strong
            ? look.theme.accent
            : look.theme.text;
    }
    if (letter) {
      drawLettered(context, String(length), letter, x, y + font * 0.06, font, look.family);
      continue;
    }
    context.fillText(String(length), x, y + font * 0.06, family === 1 ? view.scale * 0.88 : undefined);
  }
}

/** A number with the letter of its ink, which is smaller and stands after it. @param {CanvasRenderingContext2D} context @param {string} number @param {string} letter @param {number} x @param {number} y @param {number} font @param {any} family */
function drawLettered(context, number, letter, x, y, font, family) {
  const half = number.length * font * 0.26;
  const whole = context.font;
  context.fillText(number, x - font * 0.18, y, 2 * half + font * 0.1);
  context.font = `600 ${font * 0.66}px ${family}`;
  context.fillText(letter, x + half + font * 0.02, y + font * 0.12);
  context.font = whole;
}

/** Whether a clue takes more cells than its line has. @param {Viewport} view @param {any} family @param {number} index @param {Clue} clue */
function tooLong(view, family, index, clue) {
  return leastLength(clue) > view.geometry.families[family][index].length;
}

/**
 * The line whose clue is at a point of the stage, or null.
 * @returns {{family: number, index: number}|null}
 * @param {Viewport} view
 * @param {Puzzle} puzzle
 * @param {number} x
 * @param {number} y
 */
export function clueAt(view, puzzle, x, y) {
  if (view.gutters.triddler) return nearestClue(view, puzzle, x, y);
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
  let best = null,
    least = view.gutters.font(view.scale);
  clues(puzzle).forEach((family, at) =>
    family.forEach((clue, index) => {
      for (const [numberX, numberY] of numbersOf(view, at, index, clue)) {
        const far = Math.hypot(x - numberX, y - numberY);
        if (far < least) {
          least = far;
          best = { family: at, index };
        }
      }
    }),
  );
  return best;
}

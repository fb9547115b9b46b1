/** Room for the clues around the grid, and the position of each number. */

import { clues, geometry } from "../../shared/puzzle.js";
import { exitOf } from "../../shared/geometry.js";

/** @import { Clue } from "../../shared/clues.js" */
/** @import { Puzzle } from "../../shared/puzzle.js" */
/** @import { Viewport } from "./viewport.js" */

const [SMALLEST_FONT, LARGEST_FONT] = [7, 17]; // the largest one in cells of usual sizes
const LARGE_FONT = 0.3; // of a large cell
const [GAP, LEADING] = [0.62, 1.22]; // in units of the font
const PAD = 6; // pixels
const SHARE = 0.36; // of the stage, for the clues of an axis

/** The width of a number, in units of the font. @param {number|string} length */
const breadth = (length) => String(length).length * 0.58;

/** The width of a row's clue, in units of the font. @param {Clue} clue */
function widthOf(clue) {
  if (clue === null) return 0.6;
  return clue.reduce((sum, [length]) => sum + GAP + breadth(length), clue.length ? 0 : GAP + breadth(0));
}

export class Gutters {
  constructor() {
    this.needed = [2, 2];
    this.shape = [1, 1];
    this.width = this.height = 1000; // of the stage, which limit the room for clues
  }

  /** Measures a puzzle's clues. Room never shrinks until another shape comes, so that nothing jumps. @param {Puzzle} puzzle @param {boolean} anew */
  measure(puzzle, anew) {
    const [rows, ...others] = clues(puzzle);
    const { kind, width, height } = geometry(puzzle);
    this.slants = kind !== "rectangle";
    const before = [this.rows, this.columns].join();
    this.shape = [width, height];
    /** @param {number[]} sizes */
    const most = (sizes) => sizes.reduce((high, each) => Math.max(high, each), 1);
    const depths = others.flat().map((clue) => (this.slants ? widthOf(clue) : (clue?.length ?? 1)));
    const needed = [most(rows.map(widthOf)), most(depths)];
    this.needed = anew ? needed : needed.map((each, at) => Math.max(each, this.needed[at]));
    return before !== [this.rows, this.columns].join();
  }

  /** Room for the clues of rows, in widths of the font, with a reserve for longer clues. */
  get rows() {
    return Math.max(this.needed[0], this.narrow ? 2 : Math.min(8, 2 + this.shape[0] / 6));
  }

  /** Room for the other clues, in numbers. */
  get columns() {
    return Math.max(this.needed[1], this.narrow ? 2 : Math.min(6, 1 + this.shape[1] / 8));
  }

  get narrow() {
    return this.width < 500;
  }

  /** Size of the numbers in pixels: about six tenths of a row, nearly all of a tiny one. @param {number} scale */
  font(scale) {
    const requested = scale < 6 ? scale * 0.95 : Math.max(5.7, scale * 0.62);
    const room = SHARE * Math.min(this.width / this.rows, this.height / (this.columns * LEADING));
    return Math.min(Math.max(LARGEST_FONT, LARGE_FONT * scale), requested, Math.max(SMALLEST_FONT, room));
  }

  /** Room for clues around the grid in pixels. @param {number} scale */
  room(scale) {
    const font = this.font(scale);
    if (this.slants) {
      const along = this.columns * font + PAD;
      const left = Math.max(this.rows * font, along * 0.5) + PAD;
      return { left, top: along, right: along * 0.6, bottom: along };
    }
    return { left: this.rows * font + PAD, top: this.columns * font * LEADING + PAD, right: 2, bottom: 2 };
  }
}

/**
 * Positions of the numbers of a line's clue: the middle of each, beginning with the last.
 * @param {import("./viewport.js").Viewport} view
 * @param {number} family
 * @param {number} index
 * @param {import("../../shared/clues.js").Clue} clue
 * @returns {[number, number, number][]} x, y, and the block's number (-1 for the 0 of an empty line and the star of a line
 *   without a clue)
 */
export function numbersOf(view, family, index, clue) {
  const font = view.gutters.font(view.scale);
  /** @type {[number|string, number][]} */
  const blocks =
    clue === null ? [["✱", -1]] : clue.length ? clue.map(([length], at) => [length, at]) : [[0, -1]];
  /** @type {[number, number, number][]} */
  const places = [];
  if (view.gutters.slants) return slanted(view, family, index, blocks, font);
  const edge = edges(view);
  if (family === 0) {
    let x = edge.left - PAD + 1;
    const y = view.y + (index + 0.5) * view.scale;
    for (const [length, at] of blocks.reverse()) {
      const wide = breadth(length) * font;
      places.push([x - wide / 2, y, at]);
      x -= wide + GAP * font;
    }
  } else {
    const x = view.x + (index + 0.5) * view.scale;
    let y = edge.top - PAD / 2 - (font * LEADING) / 2;
    for (const [, at] of blocks.reverse()) {
      places.push([x, y, at]);
      y -= font * LEADING;
    }
  }
  return places;
}

/** The edges between gutters and grid, within the stage. @param {Viewport} view */
export function edges(view) {
  const { left, top } = view.gutters.room(view.scale);
  return { left: Math.max(view.x, left), top: Math.max(view.y, top) };
}

/** @param {Viewport} view @param {number} family @param {number} index @param {[number|string, number][]} blocks @param {number} font */
function slanted(view, family, index, blocks, font) {
  const { families, stated, leads } = view.geometry;
  if (!families[family][index].length || index >= stated[family]) return [];
  const [x, y, dx, dy] = exitOf(view.geometry, family, index);
  let far = font * 0.8;
  /** @type {[number, number, number][]} */
  const places = [];
  for (const [length, at] of leads?.[family].atEnd ? blocks : blocks.reverse()) {
    const half = (breadth(length) * font) / 2;
    far += dy ? font * 0.2 : half;
    places.push([view.x + x * view.scale + dx * far, view.y + y * view.scale + dy * far, at]);
    far += dy ? font * 1.05 : half + GAP * font;
  }
  return places;
}

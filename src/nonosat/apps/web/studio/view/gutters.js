/** Room for the clues around the grid, and the position of each number. */

import { clues, geometry } from "../../shared/puzzle.js";
import { exitOf, lineName } from "../../shared/geometry.js";
import { asides } from "./asides.js";

/** @import { Clue } from "../../shared/clues.js" */
/** @import { Puzzle } from "../../shared/puzzle.js" */
/** @import { Viewport } from "./viewport.js" */
/** @import { LineId } from "../../shared/geometry.js" */

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
    this.needed = [2, 2, 1];
    this.shape = [1, 1];
    /** The lines whose clues stand in a list at the right. @type {import("../../shared/geometry.js").LineId[]} */
    this.list = [];
    this.tall = 1; // height of the picture, in sides of a square
    this.hasOthers = true; // whether clues of other lines than rows stand at the picture
    this.width = this.height = 1000; // of the stage, which limit the room for clues
  }

  /** Measures a puzzle's clues. Room never shrinks until another shape comes, so that nothing jumps. @param {Puzzle} puzzle @param {boolean} anew */
  measure(puzzle, anew) {
    const all = clues(puzzle);
    const shape = geometry(puzzle);
    const { kind, width, height } = shape;
    this.list = asides(shape);
    this.tall = shape.extent[1];
    const isAside = new Set(this.list.map(({ family, index }) => `${family} ${index}`));
    /** @param {number} family */
    const beside = (family) => all[family].filter((_, index) => !isAside.has(`${family} ${index}`));
    const [rows, ...others] = all.map((_, family) => beside(family));
    this.hasOthers = others.some((family) => family.length > 0);
    this.slants = kind !== "rectangle";
    const before = [this.rows, this.columns, this.listed].join();
    this.shape = [width, height];
    /** @param {number[]} sizes */
    const most = (sizes) => sizes.reduce((high, size) => Math.max(high, size), 1);
    const depths = others.flat().map((clue) => (this.slants ? widthOf(clue) : (clue?.length ?? 1)));
    const listed = this.list.map((line) => labelWidth(shape, line) + widthOf(all[line.family][line.index]));
    const needed = [most(rows.map(widthOf)), most(depths), most(listed)];
    this.needed = anew ? needed : needed.map((size, at) => Math.max(size, this.needed[at]));
    return before !== [this.rows, this.columns, this.listed].join();
  }

  /** Room for the clues of rows, in widths of the font, with a reserve for longer clues. */
  get rows() {
    return Math.max(this.needed[0], this.narrow ? 2 : Math.min(8, 2 + this.shape[0] / 6));
  }

  /** Room for the other clues, in numbers. */
  get columns() {
    return Math.max(this.needed[1], this.narrow ? 2 : Math.min(6, 1 + this.shape[1] / 8));
  }

  /** Room for a clue of the list with its name, in widths of the font, with a reserve for longer clues. */
  get listed() {
    return this.needed[2] + (this.narrow ? 1 : 3);
  }

  /** The list at the right: clues in a column, and columns. @param {number} scale */
  columnsOfList(scale) {
    const rows = Math.max(1, Math.floor((this.tall * scale) / (this.font(scale) * LEADING)));
    return { rows, columns: Math.ceil(this.list.length / rows) };
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
      const along = this.hasOthers ? this.columns * font + PAD : PAD;
      const left = Math.max(this.rows * font, along * 0.5) + PAD;
      const list = this.list.length ? this.columnsOfList(scale).columns * this.listed * font : 0;
      return { left, top: along, right: along * 0.6 + (list && list + 2 * font), bottom: along };
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

const LABEL_FONT = 0.8; // of a line's name in the list, of the font of its clue

/** The width of a line's name in the list, in units of the font. @param {import("../../shared/geometry.js").Geometry} geometry @param {LineId} line */
const labelWidth = ({ axes }, { family, index }) =>
  lineName({ axis: axes[family], index }).length * 0.58 * LABEL_FONT + GAP;

/** A line's name in the list at the right, and its place: the left end, and the place where the clue begins; null for a line beside whose cells the clue stands. @param {Viewport} view @param {number} family @param {number} index */
export function asideOf(view, family, index) {
  const { gutters, geometry: shape, scale } = view;
  const at = gutters.list.findIndex((line) => line.family === family && line.index === index);
  if (at < 0) return null;
  const font = gutters.font(scale);
  const { rows } = gutters.columnsOfList(scale);
  const [wide] = view.size();
  const others = gutters.hasOthers ? gutters.columns * font * 0.6 : 0;
  const x = view.x + wide + others + PAD + 2 * font + Math.floor(at / rows) * gutters.listed * font;
  const y = view.y + ((at % rows) + 0.5) * font * LEADING;
  const text = lineName({ axis: shape.axes[family], index });
  return { text, x, y, font: font * LABEL_FONT, from: x + labelWidth(shape, { family, index }) * font };
}

/** The places of numbers from left to right. @param {{from: number, y: number}} start @param {[number|string, number][]} blocks @param {number} font */
function inList({ from, y }, blocks, font) {
  let x = from;
  return blocks.map(([length, at]) => {
    const wide = breadth(length) * font;
    x += wide + GAP * font;
    return /** @type {[number, number, number]} */ ([x - wide / 2 - GAP * font, y, at]);
  });
}

/** @param {Viewport} view @param {number} family @param {number} index @param {[number|string, number][]} blocks @param {number} font */
function slanted(view, family, index, blocks, font) {
  const { families, stated, leads } = view.geometry;
  if (!families[family][index].length || index >= stated[family]) return [];
  const start = asideOf(view, family, index);
  if (start) return inList(start, blocks, font);
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

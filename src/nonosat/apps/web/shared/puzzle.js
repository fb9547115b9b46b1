/**
 * A puzzle: an immutable record of plain data.
 *
 * With a picture (`cells`), clues are derived from it, except for the parts that `pattern` hides. Without one, it has
 * `clues`. `givens` are printed cells, `kept` cells are protected from repainting.
 *
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./clues.js").Clue} Clue
 * @typedef {[string, string, string]} Colour a name, six hex digits, a letter
 * @typedef {"title"|"author"|"source"|"copyright"|"licence"} TextName
 * @typedef {Record<string, string>|[string, string][]} Extra other properties; pairs if a key comes more than once
 * @typedef {Partial<Record<TextName, string>> & {extra?: Extra}} Texts metadata
 *
 * @typedef {object} Puzzle
 * @property {[number, number, number, number, string?]} shape rows, columns, diagonals, corner; of any other shape than
 *   rectangles and triddlers also the JSON of its lines, outlines and labels
 * @property {Colour[]} palette the background first
 * @property {Uint8Array|null} cells the picture, a colour for each cell
 * @property {Clue[][]|null} clues without a picture: the clue of each line, family by family
 * @property {Clue[][]|null} pattern with a picture: clues whose hidden parts are hidden
 * @property {Map<number, number>} givens colours of the printed cells
 * @property {Set<number>} kept cells that must not be repainted
 * @property {Texts} texts title, author and the like
 */

import { cellAt, coordinates, geometryOf, sizeText } from "./geometry.js";
import { requireFit, requirePuzzle, requireRecord, requireSize } from "./checked.js";
import { clueOf, fromJson, hides, sameClue, toJson, veiled } from "./clues.js";
import { UNKNOWN } from "./lines.js";
import { t } from "./words.js";

/** @import { Cells } from "./history.js" */

/** The palette of one ink; compared by identity. @type {Colour[]} */
export const BLACK_AND_WHITE = [
  ["white", "ffffff", "."],
  ["black", "000000", "#"],
];
export const MAX_SIDE = 400;
export const MAX_OPENED = 1000; // lines of a family in an opened puzzle
const TEXTS = ["title", "author", "source", "copyright", "licence", "extra"];
const FAMILIES = ["rows", "columns", "diagonals"];

/**
 * An empty picture.
 * @param {number} width
 * @param {number} height
 * @returns {Puzzle}
 */
export function blank(width, height, palette = BLACK_AND_WHITE) {
  return blankOf([height, width, 0, 0], palette);
}

/** An empty picture of any shape. @param {Puzzle["shape"]} shape @returns {Puzzle} */
export function blankOf(shape, palette = BLACK_AND_WHITE) {
  return {
    shape,
    palette,
    cells: new Uint8Array(geometryOf(...shape).size),
    clues: null,
    pattern: null,
    givens: new Map(),
    kept: new Set(),
    texts: {},
  };
}

/** @param {Puzzle} puzzle @returns {Geometry} */
export function geometry(puzzle) {
  return geometryOf(...puzzle.shape);
}

/** @param {Puzzle} puzzle */
export function isRectangle(puzzle) {
  return puzzle.shape[2] === 0 && !puzzle.shape[4];
}

/** @type {WeakMap<Puzzle, Clue[][]>} */
const cluesOf = new WeakMap();

/**
 * The clue of each line, family by family.
 * @param {Puzzle} puzzle
 * @returns {Clue[][]}
 */
export function clues(puzzle) {
  let lines = cluesOf.get(puzzle);
  if (!lines) {
    lines = puzzle.cells ? drawnClues(puzzle, puzzle.cells) : (puzzle.clues ?? []);
    cluesOf.set(puzzle, lines);
  }
  return lines;
}

/** @param {Puzzle} puzzle @param {Uint8Array} cells */
function drawnClues(puzzle, cells) {
  const { families, stated } = geometry(puzzle);
  return families.map((family, at) =>
    family.map((line, index) => {
      const pattern = index < stated[at] ? puzzle.pattern?.[at]?.[index] : null;
      return pattern === null ? null : veiled(pattern, clueOf(cells, line));
    }),
  );
}

/**
 * Returns the puzzle if its cells, clues and marks fit its shape and palette. Checks every puzzle of a session, the shelf
 * and the history.
 * @param {any} puzzle
 * @returns {Puzzle}
 * @throws {Error} with the first fault
 */
export function requireSound(puzzle) {
  requireRecord(puzzle);
  requireFit(puzzle, geometry(puzzle));
  return puzzle;
}

/**
 * The puzzle with another picture of the same shape; its givens follow.
 * @param {Puzzle} puzzle
 * @param {Uint8Array} cells
 * @returns {Puzzle}
 * @throws {Error} if the cells are of another shape
 */
export function withCells(puzzle, cells) {
  requireSize(cells, geometry(puzzle));
  const changed = { ...puzzle, cells, clues: null };
  if (puzzle.givens.size)
    changed.givens = new Map([...puzzle.givens.keys()].map((cell) => [cell, cells[cell]]));
  if (!puzzle.cells && puzzle.clues)
    changed.pattern = puzzle.clues.some((family) => family.some(hides)) ? puzzle.clues : null;
  return changed;
}

/**
 * The puzzle with another clue of a line. In a drawn puzzle only the hidden parts of the clue count.
 * @param {Puzzle} puzzle
 * @param {number} family
 * @param {number} index
 * @param {Clue} clue
 */
export function withClue(puzzle, family, index, clue) {
  const lines = clues(puzzle).map((family) => [...family]);
  lines[family][index] = clue;
  if (!puzzle.cells) return { ...puzzle, clues: lines };
  return { ...puzzle, pattern: lines.some((family) => family.some(hides)) ? lines : null };
}

/** The puzzle as nonosat's JSON. @param {Puzzle} puzzle */
export function toJSON(puzzle) {
  const shape = geometry(puzzle);
  /** @type {Record<string, unknown>} */
  const data = { ...puzzle.texts };
  if (puzzle.shape[4]) {
    const lines = clues(puzzle).map((family, at) => family.slice(0, shape.stated[at]).map(toJson));
    const byAxis = Object.fromEntries(shape.axes.map((axis, at) => [axis, lines[at]]));
    Object.assign(data, JSON.parse(puzzle.shape[4]), { clues: byAxis });
  } else clues(puzzle).forEach((family, at) => (data[FAMILIES[at]] = family.map(toJson)));
  if (puzzle.shape[3]) data.corner = puzzle.shape[3];
  if (JSON.stringify(puzzle.palette) !== JSON.stringify(BLACK_AND_WHITE)) data.palette = puzzle.palette;
  if (puzzle.givens.size) {
    data.givens = [...puzzle.givens]
      .sort(([one], [other]) => one - other)
      .map(([cell, colour]) => [...coordinates(shape, cell), colour]);
  }
  if (puzzle.cells) data.goal = rowsOf(puzzle, puzzle.cells);
  return data;
}

/** The cells of a picture row by row, as the JSON has them. @param {Puzzle} puzzle @param {Cells} cells */
function rowsOf(puzzle, cells) {
  const digits = puzzle.palette.length <= 10;
  return geometry(puzzle).families[0].map((row) => {
    const colours = row.map((cell) => cells[cell]);
    return digits ? colours.join("") : colours;
  });
}

/**
 * The puzzle of nonosat's JSON. A goal that agrees with the clues becomes the picture; any other is left out.
 * @param {any} data
 * @param {number} [most] lines of a family
 * @returns {Puzzle}
 * @throws {Error} for anything else
 */
export function fromJSON(data, most) {
  requirePuzzle(data, most);
  const shape = shapeOf(data);
  const geometry = geometryOf(...shape);
  const lines = data.lines
    ? Object.keys(data.lines).map((axis) => data.clues[axis])
    : FAMILIES.map((key) => data[key]);
  const given = geometry.families.map((family, at) =>
    family.map((_, index) => fromJson(lines[at][index] ?? null)),
  );
  const texts = Object.fromEntries(TEXTS.filter((key) => data[key]).map((key) => [key, data[key]]));
  /** @type {Puzzle} */
  const puzzle = {
    shape,
    palette: data.palette ?? BLACK_AND_WHITE,
    cells: null,
    clues: given,
    pattern: null,
    givens: new Map(
      (data.givens ?? []).map((/** @type {[number, number, number]} */ [row, place, colour = 1]) => [
        cellAt(geometry, row, place),
        colour,
      ]),
    ),
    kept: new Set(),
    texts,
  };
  if (puzzle.givens.has(-1)) throw new Error("A given lies outside of the grid.");
  return requireSound(data.goal ? drawn(puzzle, pictureOf(data.goal, geometry)) : puzzle);
}

/** @param {any} data @returns {Puzzle["shape"]} */
function shapeOf({ rows, columns, diagonals = [], corner = 0, lines, outlines, labels }) {
  if (!lines) return [rows.length, columns.length, diagonals.length, corner];
  const [first, second = []] = /** @type {number[][][]} */ (Object.values(lines));
  return [first.length, Math.max(1, second.length), 0, 0, JSON.stringify({ lines, outlines, labels })];
}

/** The puzzle with a picture if its clues and givens agree with it, else unchanged. @param {Puzzle} puzzle @param {Uint8Array|null} cells @returns {Puzzle} */
function drawn(puzzle, cells) {
  const given = puzzle.clues;
  if (!cells || !given) return puzzle;
  const pattern = given.some((family) => family.some(hides)) ? given : null;
  const made = { ...puzzle, cells, clues: null, pattern };
  const agrees = clues(made).every((family, at) =>
    family.every((clue, index) => sameClue(clue, given[at][index])),
  );
  const kept = [...puzzle.givens].every(([cell, colour]) => cells[cell] === colour);
  return agrees && kept ? made : puzzle;
}

/**
 * Rows, each a string of digits or a list of colours, as cells; null if they have another shape.
 * @param {(string|number[])[]} rows
 * @param {Geometry} geometry
 * @returns {Uint8Array|null}
 */
function pictureOf(rows, geometry) {
  const cells = new Uint8Array(geometry.size);
  if (rows.length !== geometry.height || rows.some((row, at) => row.length !== geometry.rowLengths[at]))
    return null;
  rows.forEach((row, at) =>
    [...row].forEach((colour, place) => (cells[geometry.rowStarts[at] + place] = Number(colour))),
  );
  return cells;
}

/** The puzzle with its solution as the picture to draw on. @param {Puzzle} puzzle @param {(string|number[])[]} rows */
export function withPicture(puzzle, rows) {
  return drawn(puzzle, pictureOf(rows, geometry(puzzle)));
}

/** Whether two puzzles are the same for a solver. @param {Puzzle} one @param {Puzzle} other */
export function sameStatement(one, other) {
  const isSame = /** @type {const} */ (["cells", "clues", "pattern", "givens"]).every(
    (key) => one[key] === other[key],
  );
  return isSame && one.palette.length === other.palette.length && one.shape.join() === other.shape.join();
}

/** A colour for each cell: `UNKNOWN`, except for givens. @param {Puzzle} puzzle */
export function unknownCells(puzzle) {
  const cells = new Int16Array(geometry(puzzle).size).fill(UNKNOWN);
  for (const [cell, colour] of puzzle.givens) cells[cell] = colour;
  return cells;
}

/** The title of a puzzle, or a name if it has none. @param {Puzzle} puzzle */
export function nameOf(puzzle) {
  return puzzle.texts.title || t("Untitled {size}", { size: sizeText(geometry(puzzle)) });
}

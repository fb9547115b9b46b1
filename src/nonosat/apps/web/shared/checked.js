/** Checks of data from outside: the first fault is thrown as an error. */

import { t } from "./words.js";

/** @import { Clue } from "./clues.js" */

const MAX_CELLS = 1_000_000;
const MAX_SIDE = 25_000;
const MAX_COLOURS = 256;
const CLUE = "A clue is a list of blocks, or null.";

/** @param {unknown} condition @param {string} reason */
function require(condition, reason) {
  if (!condition) throw new Error(reason);
}

/** @param {any} value @param {number} least @param {number} most */
const isWhole = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;

/**
 * Requires the members of a puzzle's JSON that it is built from; `requireRecord` and `requireFit` check the result. The clues can
 * contradict each other.
 * @param {any} data
 * @param {number} [most] lines of a family
 */
export function requirePuzzle(data, most = MAX_SIDE) {
  require(data && typeof data === "object", "A puzzle is an object.");
  const { rows, columns, diagonals = [], givens = [], goal } = data;
  if (data.lines) requireShape(data);
  const families = data.lines ? Object.values(data.clues) : [rows, columns, diagonals];
  const hasLines = data.lines || (rows?.length && columns?.length);
  require(families.every(Array.isArray) && hasLines, "A puzzle has rows and columns.");
  const [height, width = 1] = families.map(({ length }) => length);
  const large = families.some(({ length }) => length > most) || height * width > MAX_CELLS;
  require(!large, t("A puzzle of {width} × {height} cells is too large for this page.", { width, height }));
  /** @param {unknown} clue */
  const isClue = (clue) => clue === null || Array.isArray(clue);
  require(families.every((lines) => lines.every(isClue)), CLUE);
  /** @param {any} given */
  const isGiven = (given) => Array.isArray(given) && given.every((part) => isWhole(part, 0, 2 * MAX_SIDE));
  require(Array.isArray(givens) && givens.every(isGiven), "A given is a row, a place and a colour.");
  /** @param {any} row */
  const isRow = (row) =>
    (typeof row === "string" || Array.isArray(row)) &&
    [...row].every((colour) => isWhole(Number(colour), 0, MAX_COLOURS - 1));
  require(!goal || (Array.isArray(goal) && goal.every(isRow)), "A goal is rows of colours.");
}

/** Requires lines, clues and outlines that fit each other, with cells numbered along the first family. @param {any} data */
function requireShape({ lines, clues, outlines, labels }) {
  /** @param {any} value */
  const isObject = (value) => value && typeof value === "object" && !Array.isArray(value);
  require(isObject(lines) && isObject(clues), "A shape has lines and clues.");
  const axes = Object.keys(lines);
  require(axes.length > 1, "A shape has lines in two directions or more: here all have one.");
  const fits = axes.every((axis) => {
    const [family, its] = [lines[axis], clues[axis]];
    return Array.isArray(family) && family.every(Array.isArray) && its?.length === family.length;
  });
  require(fits && Object.keys(clues).length === axes.length, "Each line has a clue.");
  const cells = axes.flatMap((axis) => lines[axis].flat());
  const size = new Set(cells).size;
  const [first] = axes.map((axis) => lines[axis].flat());
  const isNumbered = first.every((/** @type {number} */ cell, /** @type {number} */ at) => cell === at);
  const isOnce = axes.every((axis) => new Set(lines[axis].flat()).size === lines[axis].flat().length);
  require(size <= MAX_CELLS &&
    isNumbered &&
    isOnce &&
    cells.every((cell) =>
      isWhole(cell, 0, size - 1),
    ), "A cell lies on each line once, numbered along the first lines.");
  /** @param {any} corner */
  const isCorner = (corner) => Array.isArray(corner) && corner.length === 2 && corner.every(Number.isFinite);
  /** @param {any} corners */
  const isOutline = (corners) => Array.isArray(corners) && corners.length > 2 && corners.every(isCorner);
  require(!outlines ||
    (outlines.length === size && outlines.every(isOutline)), "A cell has three corners or more.");
  require(!labels ||
    (labels.length === size &&
      labels.every((/** @type {any} */ label) => typeof label === "string")), "A cell has a name.");
}

/** @param {any} palette */
function requirePalette(palette) {
  /** @param {number} colour */
  const isColour = (colour) =>
    Array.isArray(colour) &&
    colour.length === 3 &&
    colour.every((part) => typeof part === "string") &&
    /^[0-9a-f]{6}$/i.test(colour[1]);
  require(Array.isArray(palette) &&
    isWhole(palette.length, 2, MAX_COLOURS) &&
    palette.every(isColour), "A colour is a name, six hexadecimal digits and a letter.");
}

/** Requires the members of a puzzle in memory, before its geometry is computed. @param {any} puzzle */
export function requireRecord(puzzle) {
  const { shape, palette, cells, clues, givens, kept, texts } = Object(puzzle);
  const isShape = Array.isArray(shape) && (shape.length === 4 || typeof shape[4] === "string");
  require(isShape, "A shape has four numbers.");
  const [rows, columns, diagonals, corner] = shape;
  const sides =
    isWhole(rows, 1, MAX_SIDE) && isWhole(columns, 1, MAX_SIDE) && isWhole(diagonals, 0, MAX_SIDE);
  require(sides &&
    rows * columns <= MAX_CELLS &&
    isWhole(corner, -MAX_SIDE, MAX_SIDE), "A shape has whole numbers.");
  requirePalette(palette);
  require(Boolean(cells) !== Boolean(clues), "A puzzle has either cells or clues.");
  require(givens instanceof Map &&
    kept instanceof Set &&
    texts &&
    typeof texts === "object", "Marks are missing.");
  requireTexts(texts);
}

/** Requires texts; `extra` has some by their keys, or pairs of both. @param {any} texts */
function requireTexts({ extra = {}, ...texts }) {
  /** @param {unknown} text */
  const isText = (text) => typeof text === "string";
  require(Object.values(texts).every(isText), "Title, author and the like are texts.");
  /** @param {unknown} pair */
  const isPair = (pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isText);
  const fits = Array.isArray(extra)
    ? extra.every(isPair)
    : extra && typeof extra === "object" && Object.values(extra).every(isText);
  require(fits, "Other properties are texts.");
}

/** Requires one colour per cell. @param {any} cells @param {import("./geometry.js").Geometry} shape */
export function requireSize(cells, shape) {
  const fits = ArrayBuffer.isView(cells) && /** @type {Uint8Array} */ (cells).length === shape.size;
  require(fits, "The picture has another size than its puzzle.");
}

/**
 * Requires cells, clues and marks that fit a shape and a palette.
 * @param {import("./puzzle.js").Puzzle} puzzle
 * @param {import("./geometry.js").Geometry} shape
 */
export function requireFit({ palette, cells, clues, pattern, givens, kept }, shape) {
  /** @param {number} colour */
  const isColour = (colour) => isWhole(colour, 0, palette.length - 1);
  if (cells) {
    requireSize(cells, shape);
    require(cells.every(isColour), "A cell has a colour of the palette.");
  }
  /** @param {Clue} clue */
  const isClue = (clue) =>
    !clue ||
    clue.every(
      ([length, colour]) =>
        (length === "?" || isWhole(length, 1, 2 * MAX_SIDE)) && isWhole(colour, 1, palette.length - 1),
    );
  for (const lines of [clues, pattern]) {
    require(!lines ||
      shape.families.every(({ length }, at) => lines[at]?.length === length), "Each line has a clue.");
    require(!lines || lines.flat().every(isClue), CLUE);
  }
  /** @param {number} cell */
  const isCell = (cell) => isWhole(cell, 0, shape.size - 1);
  const fits =
    [...givens].every(([cell, colour]) => isCell(cell) && isColour(colour)) && [...kept].every(isCell);
  require(fits, "Marks lie on cells of the grid.");
}

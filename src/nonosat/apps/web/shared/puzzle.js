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

import { coordinates, geometryOf, sizeText } from "./geometry.js";
import { MAX_SIDE as LARGEST, TEXTS } from "../kernel/names.js";
import { goalOf, stated } from "../kernel/statement.js";
import { clueOf, hides, sameClue, toJson, veiled } from "./clues.js";
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

/** Shapes that have been checked. @type {WeakSet<object>} */
const sound = new WeakSet();

/** The JSON of a puzzle of a shape without any clues. @param {Puzzle["shape"]} shape */
function clueless([rows, columns, diagonals, corner, shaped]) {
  if (shaped) {
    const data = JSON.parse(shaped);
    const none = Object.entries(data.lines).map(([axis, lines]) => [axis, lines.map(() => null)]);
    return { ...data, clues: Object.fromEntries(none) };
  }
  const counts = [rows, columns, diagonals];
  if (!counts.every((count) => Number.isInteger(count) && count >= 0 && count <= LARGEST))
    throw new RangeError("A shape has whole numbers of lines.");
  return { ...Object.fromEntries(FAMILIES.map((key, at) => [key, Array(counts[at]).fill(null)])), corner };
}

/**
 * Returns the puzzle if its cells, clues and marks fit its shape and palette, by the reader of our JSON. Checks every puzzle of a
 * session, the shelf and the history.
 * @param {any} puzzle
 * @returns {Puzzle}
 * @throws {Error} with the first fault
 */
export function requireSound(puzzle) {
  const { shape, cells, clues: given, pattern, givens, kept, texts } = Object(puzzle);
  const isRecord =
    Array.isArray(shape) && givens instanceof Map && kept instanceof Set && Boolean(cells) !== Boolean(given);
  if (!isRecord || !texts || typeof texts !== "object")
    throw new RangeError("A part of the puzzle is missing.");
  if (!sound.has(shape)) stated(clueless(/** @type {Puzzle["shape"]} */ (shape)));
  sound.add(shape);
  if (cells) requireSize(cells, geometry(puzzle));
  stated(toJSON(puzzle));
  if (pattern) stated(toJSON({ ...puzzle, cells: null, clues: pattern, pattern: null }));
  const { size } = geometry(puzzle);
  if (![...kept].every((cell) => Number.isInteger(cell) && cell >= 0 && cell < size))
    throw new RangeError("A protected cell lies outside of the grid.");
  return puzzle;
}

/** Requires one colour per cell. @param {any} cells @param {Geometry} shape */
export function requireSize(cells, shape) {
  const fits = ArrayBuffer.isView(cells) && /** @type {Uint8Array} */ (cells).length === shape.size;
  if (!fits) throw new RangeError("The picture has another size than its puzzle.");
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
 * @throws {RangeError} for anything else; it names the member
 */
export function fromJSON(data, most = LARGEST) {
  const { families, givens, goal, isShaped } = stated(data);
  requireShown(families, most);
  /** @type {Puzzle["shape"]} */
  const shape = isShaped
    ? [families[0].lines.length, families[1].lines.length, 0, 0, shapeJSON(data)]
    : [
        data.rows.length,
        data.columns.length,
        data.diagonals?.length ?? 0,
        families[2] ? (data.corner ?? 0) : 0,
      ];
  sound.add(shape);
  const marked = new Map(givens);
  if (givens.some(([cell, colour]) => marked.get(cell) !== colour))
    throw new RangeError("`givens` contradict each other");
  /** @type {Puzzle} */
  const puzzle = {
    shape,
    palette: data.palette ?? BLACK_AND_WHITE,
    cells: null,
    clues: geometryOf(...shape).families.map((family, at) =>
      family.map((_, index) => /** @type {Clue} */ (families[at].clues[index] ?? null)),
    ),
    pattern: null,
    givens: marked,
    kept: new Set(),
    texts: textsOf(data),
  };
  return goal ? drawn(puzzle, Uint8Array.from(goal)) : puzzle;
}

/** The members that only people read, without empty ones. @param {any} data @returns {Texts} */
function textsOf(data) {
  const { extra = {} } = data;
  const named = TEXTS.filter((key) => data[key]).map((key) => [key, data[key]]);
  return { ...Object.fromEntries(named), ...(Object.keys(extra).length && { extra }) };
}

/** Requires what a page shows: not too many lines, in two directions at least, and no clue with a star. @param {import("../kernel/statement.js").Family[]} families @param {number} most */
function requireShown(families, most) {
  const [height, width = 1] = families.map(({ lines }) => lines.length);
  if (families.some(({ lines }) => lines.length > most))
    throw new RangeError(
      t("A puzzle of {width} × {height} cells is too large for this page.", { width, height }),
    );
  if (families.length < 2)
    throw new RangeError("A shape has lines in two directions or more: here all have one.");
  for (const { axis, clues } of families)
    for (const [at, clue] of clues.entries())
      if (clue?.some(([length]) => length === "*"))
        throw new RangeError(`The clue of ${axis} ${at + 1} has \`*\`, which this page does not show.`);
}

/** The lines, outlines and labels of a shape. @param {any} data */
const shapeJSON = ({ lines, outlines, labels }) => JSON.stringify({ lines, outlines, labels });

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

/** The puzzle with its solution as the picture to draw on. @param {Puzzle} puzzle @param {(string|number[])[]} rows */
export function withPicture(puzzle, rows) {
  const { families, size } = geometry(puzzle);
  const cells = goalOf(rows, families[0], puzzle.palette.length, size);
  return drawn(puzzle, cells && Uint8Array.from(cells));
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

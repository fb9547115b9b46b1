/**
 * The only reader of nonosat's JSON: for the kernel, as lines of cells, and for the pages, whose geometry stands on top. What Python
 * refuses is refused here too; an error names the member.
 *
 * @import { Puzzle } from "./nonosat.d.ts"
 * @import { Block, Clue, Lines } from "./kernel.js"
 *
 * @typedef {{axis: string, lines: number[][], clues: Clue[]}} Family parallel lines, with the clues of the first ones
 *
 * @typedef {object} Stated
 * @property {Family[]} families
 * @property {number[][]} rows the cells of each row: lines of the first family, then the other cells one by one
 * @property {number} cells
 * @property {number} colours
 * @property {[cell: number, colour: number][]} givens
 * @property {number[] | null} goal a colour for each cell
 * @property {boolean} isShaped whether the lines are stated, as of any other shape than rectangles and triddlers
 */

import { counted, entries, isObject, isText, isWhole, list, range, require } from "./checks.js";
import { DIRECTIONS, MAX_COLOURS, MAX_SIDE, MEMBERS, TEXTS } from "./names.js";

const KNOWN = MEMBERS.split(" ");
const MAX_CELLS = 1_000_000;
const ANSWERED = 255; // colours: a byte of an answer has one more value, for open cells
const BLOCK = `a length up to ${MAX_SIDE}, "?", "*" or [length, colour]`;
const STAR = "*";

const COLOUR = 'a name, six hexadecimal digits and a letter other than "?"';
const LETTER = /^[^\s\p{C}\p{M}?]$/u;

/**
 * What a puzzle of any shape states.
 * @param {any} data our own JSON
 * @returns {Stated}
 * @throws {RangeError}
 */
export function stated(data) {
  if (!isObject(data)) throw new RangeError("a puzzle is an object with `rows` and `columns`");
  for (const key of Object.keys(data))
    require(KNOWN.includes(key), key, `is no member; there are ${KNOWN.join(", ")}`);
  const isShaped = "lines" in data || "clues" in data;
  for (const key of isShaped ? ["lines", "clues"] : ["rows", "columns"])
    require(key in data, key, "is missing");
  const colours = coloursOf(data);
  const families = isShaped ? shaped(data, colours) : lattice(data, colours);
  const cells =
    1 + families.flatMap(({ lines }) => lines.flat()).reduce((most, cell) => Math.max(most, cell), -1);
  const rows = completed(families[0].lines, cells);
  requireTexts(data, isShaped ? cells : null);
  const goal = goalOf(data.goal, rows, colours, cells);
  return { families, rows, cells, colours, givens: givensOf(data, rows, colours), goal, isShaped };
}

/**
 * A puzzle of any shape as the kernel takes it, and the cells of each row of the answer.
 * @param {Puzzle} puzzle
 * @returns {{lines: Lines, rows: number[][]}}
 */
export function statementOf(puzzle) {
  const { families, rows, cells, colours, givens, goal, isShaped } = stated(puzzle);
  require(colours <= ANSWERED, "palette", `must have 2 to ${ANSWERED} items here, not ${colours}`);
  const isRectangle = !isShaped && families.length === 2;
  const [height, width] = isRectangle ? families.map(({ lines }) => lines.length) : [0, 0];
  const lines = families.flatMap((family) => family.lines);
  const clues = families.flatMap((family) => family.clues);
  return { lines: { cells, colours, lines, clues, givens, goal, height, width }, rows };
}

/** The number of colours. @param {any} data */
function coloursOf({ palette }) {
  if (palette === undefined) return 2;
  const letters = new Set();
  list(palette, "palette", 2, MAX_COLOURS).forEach((colour, at) => {
    const where = `palette[${at}]`;
    const isColour = list(colour, where, 3, 3).every(isText);
    const [, rgb, letter] = colour;
    require(isColour && /^[0-9a-f]{6}$/i.test(rgb) && LETTER.test(letter), where, `must be ${COLOUR}`);
    require(!letters.has(letter), where, "has the letter of another colour");
    letters.add(letter);
  });
  return palette.length;
}

/** A clue as blocks, without zeros and without a star that follows another. @param {any} clue @param {string} where @param {number} colours @returns {Clue} */
function clueOf(clue, where, colours) {
  if (clue === null) return null;
  return list(clue, where, 0, MAX_SIDE)
    .map((block, at) => {
      const place = `${where}[${at}]`;
      if (block === STAR) return /** @type {Block} */ ([STAR, 0]);
      const [length, colour] = Array.isArray(block) && block.length === 2 ? block : [block, 1];
      require(length === "?" || isWhole(length, 0, MAX_SIDE), place, `must be ${BLOCK}`);
      require(isWhole(colour, 1, colours - 1), place, "has a colour that is not an ink of the palette");
      require(length !== 0 || colour === 1, place, "must have a cell at least");
      return /** @type {Block} */ ([length, colour]);
    })
    .filter(([length]) => length !== 0)
    .filter(([length], at, blocks) => length !== STAR || blocks[at - 1]?.[0] !== STAR);
}

/** @param {any} clues @param {string} where @param {number} colours */
const cluesOf = (clues, where, colours) =>
  list(clues, where, 0, MAX_SIDE).map((clue, at) => clueOf(clue, `${where}[${at}]`, colours));

/** The lines of a rectangle or, with diagonals, of a triddler. @param {any} data @param {number} colours @returns {Family[]} */
function lattice(data, colours) {
  const { corner = 0 } = data;
  require(isWhole(corner, -MAX_SIDE, MAX_SIDE), "corner", `must be between -${MAX_SIDE} and ${MAX_SIDE}`);
  const [rows, columns, diagonals] = DIRECTIONS.map((key) => cluesOf(data[key] ?? [], key, colours));
  for (const key of DIRECTIONS) require(key in data ? data[key] !== null : true, key, "must be a list");
  const [height, width] = [rows.length, columns.length];
  require(height && width, height ? "columns" : "rows", "must have a clue");
  require(height * width <= MAX_CELLS, "columns", `make a grid of more than ${MAX_CELLS} cells`);
  if (diagonals.length) {
    const families = triddler(height, width, diagonals.length, corner);
    return [rows, columns, diagonals].map((clues, at) => ({
      axis: DIRECTIONS[at].slice(0, -1),
      lines: families[at],
      clues,
    }));
  }
  return [
    {
      axis: "row",
      clues: rows,
      lines: range(height).map((row) => range(width).map((column) => row * width + column)),
    },
    {
      axis: "column",
      clues: columns,
      lines: range(width).map((column) => range(height).map((row) => row * width + column)),
    },
  ];
}

/** The cells of each line of a triddler, as `nonosat.model.shapes` numbers them. @param {number} height @param {number} columns @param {number} diagonals @param {number} corner */
function triddler(height, columns, diagonals, corner) {
  const families = [height, columns, diagonals].map((length) =>
    range(length).map(() => /** @type {number[]} */ ([])),
  );
  /** @type {number[]} */
  const rowOf = [];
  for (const row of range(height))
    for (const column of range(columns))
      for (const diagonal of [column - row - 1, column - row])
        if (diagonal >= corner && diagonal < corner + diagonals) {
          [row, column, diagonal - corner].forEach((index, at) => families[at][index].push(rowOf.length));
          rowOf.push(row);
        }
  for (const strip of families[1]) strip.sort((one, other) => rowOf[one] - rowOf[other] || other - one);
  families.forEach((family, at) =>
    family.forEach(({ length }, index) =>
      require(length, `${DIRECTIONS[at]}[${index}]`, "is the clue of a line without cells"),
    ),
  );
  return families;
}

/** The lines of any other shape. @param {any} data @param {number} colours @returns {Family[]} */
function shaped(data, colours) {
  for (const key of [...DIRECTIONS, "corner"]) require(!(key in data), key, "and `lines` exclude each other");
  const families = entries(data.lines, "lines");
  const given = new Map(entries(data.clues, "clues"));
  require(families.length, "lines", "must have a family");
  for (const [axis] of given) require(axis in data.lines, `clues.${axis}`, "is of no family of `lines`");
  const isReordered = families.length > 1 && families.some(([axis]) => /^\d+$/.test(axis));
  require(!isReordered, "lines", "has a family named by a number, whose place JavaScript does not keep");
  let known = 0; // cells that have been numbered
  return families.map(([axis, family]) => {
    const where = `lines.${axis}`;
    const taken = new Set();
    const lines = list(family, where, 0, MAX_SIDE).map((line, at) => {
      const place = `${where}[${at}]`;
      for (const cell of list(line, place, 1)) {
        require(isWhole(cell, 0, known) &&
          cell < MAX_CELLS, place, `has ${cell}: cells are numbered from 0 as they come`);
        require(!taken.has(cell), place, `has cell ${cell}, which is on a line of the family already`);
        taken.add(cell);
        known = Math.max(known, cell + 1);
      }
      return line;
    });
    require(given.has(axis), `clues.${axis}`, "is missing");
    const clues = cluesOf(given.get(axis), `clues.${axis}`, colours);
    require(clues.length ===
      lines.length, `clues.${axis}`, `must have ${counted(lines.length, "clue")}, one for each line`);
    return { axis, lines, clues };
  });
}

/** Rows, and a row for each cell that none of them has. @param {number[][]} rows @param {number} cells */
function completed(rows, cells) {
  const taken = new Set(rows.flat());
  return [
    ...rows,
    ...range(cells)
      .filter((cell) => !taken.has(cell))
      .map((cell) => [cell]),
  ];
}

/** @param {any} data @param {number[][]} rows @param {number} colours @returns {[number, number][]} */
function givensOf({ givens = [] }, rows, colours) {
  return list(givens, "givens").map((given, at) => {
    const where = `givens[${at}]`;
    const [row, place, colour = 1] = list(given, where, 2, 3);
    const cell = rows[row]?.[place];
    require([row, place].every(Number.isInteger) && cell !== undefined, where, "lies outside of the grid");
    require(isWhole(colour, 0, colours - 1), where, "has a colour that is not in the palette");
    return [cell, colour];
  });
}

/** Requires the members that only people read. @param {any} data @param {number | null} cells of a shape, whose cells have outlines and labels */
function requireTexts(data, cells) {
  const { extra = {}, labels = [], outlines = [] } = data;
  for (const key of TEXTS) require(!(key in data) || isText(data[key]), key, "must be text");
  const isPair = (/** @type {any} */ pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isText);
  if (Array.isArray(extra))
    extra.forEach((pair, at) => require(isPair(pair), `extra[${at}]`, "must be [key, text]"));
  else
    for (const [key, text] of entries(extra, "extra"))
      require(isText(key) && isText(text), `extra.${key}`, "must be text");
  require(list(labels, "labels").every(isText), "labels", "must be names of cells");
  list(outlines, "outlines").forEach((/** @type {any} */ corners, /** @type {number} */ at) => {
    const where = `outlines[${at}]`;
    for (const corner of list(corners, where, 3))
      require(list(corner, where, 2, 2).every(
        (x) => typeof x === "number" && Math.abs(x) <= MAX_SIDE,
      ), where, "must have corners [x, y]");
  });
  if (cells === null) return;
  for (const [key, { length }] of Object.entries({ labels, outlines }))
    require([0, cells].includes(length), key, `must be those of ${counted(cells, "cell")}`);
}

/** A picture, rows of digits or of colours, as a colour for each cell. @param {any} goal @param {number[][]} rows @param {number} colours @param {number} size @returns {number[] | null} */
export function goalOf(goal, rows, colours, size) {
  if (goal === undefined || goal === null) return null;
  const picture = Array(size).fill(0);
  require(list(goal, "goal").length === rows.length, "goal", `must have ${counted(rows.length, "row")}`);
  goal.forEach((/** @type {any} */ row, /** @type {number} */ at) => {
    const where = `goal[${at}]`;
    const cells =
      typeof row === "string"
        ? [...row].map((digit) => (/\d/.test(digit) ? Number(digit) : -1))
        : list(row, where);
    require(cells.length === rows[at].length, where, `must have ${counted(rows[at].length, "cell")}`);
    require(cells.every((colour) =>
      isWhole(colour, 0, colours - 1),
    ), where, "must have colours of the palette");
    rows[at].forEach((cell, place) => (picture[cell] = cells[place]));
  });
  return picture;
}

/**
 * Puzzles as other programs write them in JSON, in nonosat's own form: the reader of nonosat.formats.synonyms for puzzles of one ink. What it
 * does not read it names.
 *
 * @typedef {Record<string, any>} Members
 */

import { counted, isObject } from "./checks.js";
import { ACROSS, CROSSES, DOWN, EMPTY, INKS, LETTERS, MAX_SIDE, MEMBERS, SYNONYMS, TEXTS } from "./names.js";

const KNOWN = MEMBERS.split(" ");
const OWN = ["givens", "diagonals", "corner"]; // members that mean the same beside names of others
const MOST_DEPTH = 6;
const ROW_ENDS = /\r\n?|[\n/;|]/;
const SEPARATOR = /[|\u2502,;\t]/;
const CLUE = /^(?:[0-9]{1,4}(?:[\s,.;/_-]+[0-9]{1,4})*|-?)$/;
/** Names by meaning, in the order in which meanings are tried. */
const NAMES = Object.entries(SYNONYMS)
  .map(([meaning, names]) => ({ meaning, names: names.split(" ") }))
  .sort((one, other) => (one.meaning < other.meaning ? -1 : 1));

/** A name without case, blanks, `_` and `-`. @param {string} name */
const plain = (name) =>
  name
    .slice(0, 100)
    .replace(/[\s_-]+/g, "")
    .toLowerCase();

/** Whether a plain name can be that of the clues of rows. @param {string} name */
const isAcross = (name) => ACROSS.test(name);

/** Whether a plain name can be that of the clues of columns. @param {string} name */
const isDown = (name) => !isAcross(name) && DOWN.test(name);

/** A puzzle in our own form, from any JSON. @param {any} data @returns {Members} @throws {RangeError} */
export function ownForm(data, depth = 0) {
  if (Array.isArray(data)) return ofList(data, depth);
  if (!isObject(data)) throw new RangeError("a puzzle is an object with `rows` and `columns`, or a picture");
  const [known, others, isDeclared] = sorted(data);
  if (known.rows && known.columns) return ofClues(known, others, isDeclared);
  for (const meaning of ["inside", "several"]) {
    const inner = known[meaning];
    if (inner === undefined || depth >= MOST_DEPTH || !holdsPuzzles(inner, depth)) continue;
    const rest = Object.fromEntries(
      Object.entries(known).filter(([name]) =>
        [...TEXTS, "goal", "palette", "height", "width", "size"].includes(name),
      ),
    );
    return ownForm(isObject(inner) ? { ...rest, ...inner } : inner, depth + 1);
  }
  if (known.goal && !known.rows && !known.columns) return ofPicture(known.goal, known);
  const drawn = drawnRows(data);
  if (drawn) return ofPicture(drawn, known);
  const isMissing = known.rows ? isDown : isAcross;
  for (const [name, value] of Object.entries(others))
    if (known.rows !== known.columns && isMissing(plain(name)) && typeof value === "object")
      throw new RangeError(`\`${name}\` must be a list of clues`);
  throw new RangeError(`\`${known.rows ? "columns" : "rows"}\` is missing`);
}

/**
 * The members of an object by what they mean, those without a meaning, and whether rows and columns have their usual names: else their
 * sums must agree.
 * @param {Members} data @returns {[Members, Members, boolean]}
 */
function sorted(data) {
  /** @type {[Members, Members]} */
  const [known, others] = [{}, {}];
  for (const [name, value] of Object.entries(data)) {
    const { meaning } =
      NAMES.find(
        (one) => one.names.includes(plain(name)) && !(one.meaning in known) && canBe(one.meaning, value),
      ) ?? {};
    if (meaning) known[meaning] = value;
    else others[name] = value;
  }
  let isDeclared = true;
  for (const [meaning, isOne] of /** @type {const} */ ([
    ["rows", isAcross],
    ["columns", isDown],
  ])) {
    const named = Object.keys(others).filter((name) => isOne(plain(name)) && cluesIn(others[name]) !== null);
    if (named.length !== 1 || meaning in known) continue;
    known[meaning] = others[named[0]];
    delete others[named[0]];
    isDeclared = false;
  }
  return [known, others, isDeclared];
}

/** Whether a value is of the type of a meaning: `rows` can be clues or a number. @param {string} meaning @param {any} value */
function canBe(meaning, value) {
  if (meaning === "rows" || meaning === "columns") return cluesIn(value) !== null;
  if (meaning === "height" || meaning === "width") return Number.isInteger(value);
  if (meaning === "size") return shapesOf({ size: value }).length > 0;
  if (TEXTS.includes(meaning)) return typeof value === "string";
  if (meaning === "goal") return (Array.isArray(value) || typeof value === "string") && value.length > 0;
  return isObject(value) || Array.isArray(value);
}

/** Whether a member can hold puzzles, by their names. @param {any} value @param {number} depth @returns {boolean} */
function holdsPuzzles(value, depth) {
  if (depth > MOST_DEPTH) return false;
  if (Array.isArray(value))
    return (isObject(value[0]) && holdsPuzzles(value[0], depth + 1)) || pairIn(value) !== null;
  if (!isObject(value)) return false;
  const [known] = sorted(value);
  if ((known.rows && known.columns) || known.goal) return true;
  return ["inside", "several"].some((name) => name in known && holdsPuzzles(known[name], depth + 1));
}

/** @param {any[]} data @param {number} depth @returns {Members} */
function ofList(data, depth) {
  const pair = pairIn(data);
  if (pair) return pair;
  if (data.length && data.every(isObject)) {
    if (data.length > 1)
      throw new RangeError(`the list has ${data.length} puzzles: check one of them, such as \`[0]\``);
    return ownForm(data[0], depth + 1);
  }
  return ofPicture(data, {});
}

/** @param {Members} known @param {Members} others @param {boolean} isDeclared @returns {Members} */
function ofClues(known, others, isDeclared) {
  /** @type {Members} */
  const made = {};
  for (const [name, side] of [
    ["rows", "height"],
    ["columns", "width"],
  ]) {
    made[name] = (cluesIn(known[name]) ?? []).map((clue, at) => clueOf(clue, `${name}[${at}]`));
    const { length } = made[name];
    if (side in known && known[side] !== length)
      throw new RangeError(`\`${side}\` is ${known[side]}, but \`${name}\` has ${counted(length, "clue")}`);
  }
  if (!isDeclared) requireFit(made.rows, made.columns);
  for (const name of OWN) if (name in others) made[name] = others[name];
  if (isOwnPalette(known.palette)) made.palette = known.palette;
  const goal = known.goal && cellsOf(known.goal, [[made.columns.length, made.rows.length]]);
  if (goal?.length === made.rows.length && goal[0].length === made.columns.length) made.goal = goal;
  return made;
}

/** Requires equal sums of rows and columns, and room for every clue, unless a length is not told. @param {any[]} rows @param {any[]} columns */
function requireFit(rows, columns) {
  /** @param {any} block @returns {[number, any]} */
  const inkOf = (block) => {
    const [length, ink] = Array.isArray(block) && block.length === 2 ? block : [block, 1];
    return [Number.isInteger(length) ? length : 0, ink];
  };
  if ([...rows, ...columns].includes(null)) return;
  /** @type {[number, any][][][]} */
  const halves = [rows, columns].map((half) => half.map((clue) => clue.map(inkOf)));
  if (halves.flat(2).some(([length]) => length === 0)) return;
  /** @param {[number, any][]} clue */
  const sum = (clue) => clue.reduce((total, [length]) => total + length, 0);
  const [across, down] = halves.map((half) => sum(half.flat()));
  if (across !== down)
    throw new RangeError(`the sums of the two lists of clues here differ: ${across} and ${down}`);
  halves.forEach((half, at) => {
    const most = halves[1 - at].length;
    for (const clue of half) {
      const gaps = clue.filter(([, ink], place) => place && clue[place - 1][1] === ink).length;
      if (sum(clue) + gaps > most) throw new RangeError("`rows` and `columns` have no room for every clue");
    }
  });
}

/** Whether colours are those of our own JSON: name, RGB value and letter. @param {any} palette */
const isOwnPalette = (palette) =>
  Array.isArray(palette) &&
  palette.every(
    (colour) =>
      Array.isArray(colour) && colour.length === 3 && colour.every((part) => typeof part === "string"),
  );

/** A list of both, rows and columns, if their sums are equal and the clues fit. @param {any[]} data */
function pairIn(data) {
  const isHalf = (/** @type {any} */ half) =>
    Array.isArray(half) && half.length > 0 && half.every(Array.isArray);
  if (data.length !== 2 || !data.every(isHalf)) return null;
  if (!data.flat(2).every((block) => Number.isInteger(block) || typeof block === "boolean")) return null;
  const [rows, columns] = data;
  const filled = (/** @type {any[]} */ clue) => clue.filter(Boolean);
  const sum = (/** @type {any[]} */ clue) => clue.reduce((total, block) => total + Number(block), 0);
  const total = (/** @type {any[][]} */ half) => half.reduce((all, clue) => all + sum(clue), 0);
  const fits = (/** @type {any[][]} */ half, /** @type {number} */ most) =>
    half.every((clue) => !clue.length || sum(clue) + clue.length - 1 <= most);
  if (total(rows) !== total(columns) || total(rows) === 0) return null;
  if (!fits(rows, columns.length) || !fits(columns, rows.length)) return null;
  return { rows: rows.map(filled), columns: columns.map(filled) };
}

/** The clues of a list, or of a text with one in each line; null if it is no such thing. @param {any} value @returns {any[] | null} */
function cluesIn(value) {
  let clues = value;
  if (typeof value === "string") {
    clues = (/\n/.test(value.trim()) ? value.trim().split(/\r\n?|\n/) : value.split(/[;|]/)).map((line) =>
      line.trim(),
    );
    if (clues.length < 2) return null;
  }
  if (!Array.isArray(clues) || clues.length > MAX_SIDE) return null;
  const isClue = (/** @type {any} */ clue) =>
    clue === null || Array.isArray(clue) || typeof clue === "string" || Number.isInteger(clue);
  const isWritten = (/** @type {any} */ clue) => Array.isArray(clue) || typeof clue === "string";
  if (!clues.every(isClue) || !clues.some(isWritten)) return null; // numbers alone are sums of another puzzle
  return clues.every((clue) => typeof clue !== "string" || CLUE.test(clue.trim())) ? clues : null;
}

/** @param {any} clue @param {string} where */
function clueOf(clue, where) {
  if (clue === null) return null;
  if (typeof clue === "string")
    return clue
      .split(/[\s,.;/_-]+/)
      .map(Number)
      .filter(Boolean);
  if (!Array.isArray(clue)) return clue ? [clue] : [];
  return clue
    .filter((block) => block !== null && block !== 0)
    .map((block, at) => {
      if (typeof block === "string" && /^[0-9]+$/.test(block)) return Number(block);
      if (isObject(block))
        throw new RangeError(`\`${where}[${at}]\` is an object: colours of other programs are not read`);
      return block;
    });
}

/** Widths and heights that are written beside a picture, both ways round if nothing says which is which. @param {Members} known @returns {number[][]} */
function shapesOf(known) {
  if ("width" in known || "height" in known) return [[known.width ?? 0, known.height ?? 0]];
  let { size } = known;
  if (isObject(size)) {
    const [inner] = sorted(size);
    return shapesOf(Object.fromEntries(Object.entries(inner).filter(([, value]) => Number.isInteger(value))));
  }
  if (typeof size === "string") {
    const match = size.match(/^\s*([0-9]{1,4})\s*(?:[x\u00d7*,; ]\s*([0-9]{1,4})\s*)?$/);
    size = match?.slice(1).filter(Boolean).map(Number);
  }
  const sides = Number.isInteger(size) ? [size] : size;
  if (!Array.isArray(sides) || ![1, 2].includes(sides.length) || !sides.every(Number.isInteger)) return [];
  const [width, height = width] = sides;
  return width === height
    ? [[width, height]]
    : [
        [width, height],
        [height, width],
      ];
}

/** Rows that are drawn, if there is nothing that can be columns. @param {Members} data @returns {string[] | null} */
function drawnRows(data) {
  const listed = Object.entries(data).filter(
    ([, value]) => Array.isArray(value) || typeof value === "string",
  );
  if (listed.some(([name]) => isDown(plain(name)))) return null;
  const values = listed.filter(([name]) => isAcross(plain(name))).map(([, value]) => value);
  const isDrawn = (/** @type {any} */ value) =>
    Array.isArray(value) &&
    value.every((row) => typeof row === "string") &&
    value.some((row) => [...row].length > 1);
  return values.length === 1 && isDrawn(values[0]) ? values[0] : null;
}

/** The puzzle of a picture. @param {any} value @param {Members} known @returns {Members} */
function ofPicture(value, known) {
  const shapes = shapesOf(known);
  const flat = flatIn(value);
  if (flat && meaningOf(new Set(flat)) && !shapes.length)
    throw new RangeError(
      `the picture is one list of ${flat.length} cells: \`width\` and \`height\` must be beside it`,
    );
  const cells = cellsOf(value, shapes);
  if (known.palette && !isOwnPalette(known.palette))
    throw new RangeError("`palette` is another program's, whose pictures are not read here");
  if (!cells || !cells.flat().some(Boolean) || Math.max(cells.length, cells[0].length) < 2)
    throw new RangeError("expected an object with `rows` and `columns`, or a picture in one ink as `goal`");
  const own = [cells[0].length, cells.length];
  if (shapes.length && !shapes.some((shape) => shape.every((side, at) => !side || side === own[at])))
    throw new RangeError(`the picture is ${own.join("x")}, the sizes beside it are ${shapes[0].join("x")}`);
  const runs = (/** @type {number[]} */ line) =>
    line
      .join("")
      .split("0")
      .map(({ length }) => length)
      .filter(Boolean);
  return {
    rows: cells.map(runs),
    columns: cells[0].map((_, at) => runs(cells.map((row) => row[at]))),
    goal: cells,
  };
}

/** Cells of a text or list that does not say where its rows end; null for any other value. @param {any} value @returns {any[] | null} */
function flatIn(value) {
  if (typeof value === "string") return ROW_ENDS.test(value.trim()) ? null : [...value.replace(/\s+/g, "")];
  if (!Array.isArray(value) || value.some((cell) => Array.isArray(cell) || isObject(cell))) return null;
  return value.every((cell) => typeof cell !== "string" || [...cell].length < 2) ? value : null;
}

/** Cells of rows of text: characters, with blanks between all of them or none, or words between commas and the like. @param {string[]} rows @returns {string[][]} */
function cellsOfTexts(rows) {
  if (rows.some((row) => SEPARATOR.test(row))) {
    const bare = rows.map((row) => row.trim());
    return bare.map((row) => {
      const inside = row.length > 1 ? row.replace(/^\|/, "").replace(/\|$/, "") : row;
      return inside.split(SEPARATOR).map((cell) => cell.trim().replace(/^["']|["']$/g, "") || " ");
    });
  }
  const bare = rows.map((row) => [...row.trim()]);
  const isSpaced = (/** @type {string[]} */ row) =>
    row.length > 0 && row.every((cell, at) => (cell.trim() === "") === (at % 2 === 1));
  if (bare.every(isSpaced) && bare.some((row) => row.length > 1))
    return bare.map((row) => row.filter((_, at) => at % 2 === 0));
  return rows.map((row) => [...row]);
}

/** Colours of a picture in one ink: rows of values, or texts, or one list of a known size; null if it is no such thing. @param {any} value @param {number[][]} shapes widths and heights, 0 if unknown @returns {number[][] | null} */
function cellsOf(value, shapes) {
  /** @type {any} */
  let rows = value;
  const flat = flatIn(value);
  if (flat) {
    const cut = shapes
      .filter(([width, height]) => width + height > 0)
      .map(([width, height]) => [
        width || Math.floor(flat.length / height),
        height || Math.floor(flat.length / width),
      ])
      .filter(([width, height]) => flat.length && width * height === flat.length);
    if (cut.length !== 1) return null;
    const [[width, height]] = cut;
    rows = Array.from({ length: height }, (_, at) => flat.slice(at * width, (at + 1) * width));
  } else if (typeof value === "string") rows = value.split(ROW_ENDS).filter((row) => row.trim());
  if (!Array.isArray(rows) || !rows.length || rows.length > MAX_SIDE) return null;
  if (rows.every((row) => typeof row === "string")) rows = cellsOfTexts(rows);
  rows = rows.map((/** @type {any} */ row) => (typeof row === "string" ? [...row] : row));
  if (!rows.every((/** @type {any} */ row) => Array.isArray(row) && row.length && row.length <= MAX_SIDE))
    return null;
  const [{ length }] = rows;
  const used = new Set(rows.flat());
  if (rows.some((/** @type {any} */ row) => row.length !== length)) return null;
  const meaning = meaningOf(used);
  return meaning && rows.map((/** @type {any[]} */ row) => row.map((cell) => meaning.get(cell) ?? 0));
}

/** The colour of each value, 0 or 1; null if one is unclear. @param {Set<any>} used @returns {Map<any, number> | null} */
function meaningOf(used) {
  if (used.has(-1) && [...used].every((cell) => cell === -1 || cell === 1))
    return new Map([...used].map((cell) => [cell, cell === 1 ? 1 : 0]));
  const texts = new Map(
    [...used].map((cell) => [
      cell,
      cell === null || cell === "" ? " " : String(typeof cell === "boolean" ? Number(cell) : cell),
    ]),
  );
  const all = new Set(texts.values());
  const inks = [...all].filter((text) => INKS.includes(text));
  if (
    inks.length > 1 ||
    ![...all].every((text) => [...text].length === 1 && (EMPTY + INKS + LETTERS + CROSSES).includes(text))
  )
    return null;
  const hasInk = inks.length || [...all].some((text) => LETTERS.includes(text));
  const isInk = (/** @type {string} */ text) =>
    LETTERS.includes(text) || INKS.includes(text) || (CROSSES.includes(text) && !hasInk);
  return new Map([...texts].map(([cell, text]) => [cell, isInk(text) ? 1 : 0]));
}

/** Whether an object is in our own form as it is: others are read by their names. @param {any} data */
export function isOwnForm(data) {
  if (!isObject(data)) return false;
  if ("lines" in data && "clues" in data) return true;
  const hasBoth = "rows" in data && "columns" in data;
  return (
    hasBoth &&
    Object.keys(data).every((key) => KNOWN.includes(key)) &&
    ![data.rows, data.columns].some(isForeign)
  );
}

/** Whether clues are texts, numbers beside lists, or have blocks as texts of digits, objects or nothing. @param {any} clues */
function isForeign(clues) {
  if (typeof clues === "string") return true;
  if (!Array.isArray(clues)) return false;
  const lists = clues.filter(Array.isArray);
  const rest = clues.filter((clue) => clue !== null && !Array.isArray(clue));
  const isBlock = (/** @type {any} */ block) =>
    block === null || isObject(block) || (typeof block === "string" && /^[0-9]+$/.test(block));
  return (
    clues.some((clue) => typeof clue === "string") ||
    (lists.length > 0 && rest.length > 0) ||
    lists.flat().some(isBlock)
  );
}

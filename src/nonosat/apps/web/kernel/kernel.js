/**
 * The kernel as a WebAssembly module, called directly: a call blocks until it has an answer. `nonosat.js` makes the calls
 * in a worker.
 *
 * @typedef {[length: number | "?" | "*", colour: number]} Block "?" if the length is illegible (blotted); ["*", 0] for any number of
 *   blocks of any inks, never twice in a row
 * @typedef {Block[] | null} Clue null for a line without a clue
 *
 * @typedef {object} Lines a puzzle of any shape
 * @property {number} cells number of cells
 * @property {number} colours number of colours; colour 0 is the background
 * @property {number[][]} lines the cells of each line, numbered from 0
 * @property {Clue[]} clues
 * @property {number} [height] of a rectangle, whose lines are its rows and then its columns
 * @property {number} [width]
 * @property {[cell: number, colour: number][]} givens
 * @property {number[] | null} [goal] a picture at hand, a colour per cell: if it is a solution, it is the first one
 *
 * @typedef {object} Answer
 * @property {"unique" | "multiple" | "unsolvable" | "unknown"} verdict
 * @property {Uint8Array[]} solutions up to two, each a colour per cell
 * @property {(number | null)[]} forced for each cell the colour that it is proved to have in all solutions, or null
 * @property {boolean} byLines whether lines alone decide the puzzle
 * @property {number} conflicts number of conflicts in the search
 */

/** Units of work that take about a millisecond. */
export const WORK_PER_MILLISECOND = 8000;

const VERDICTS = /** @type {const} */ (["unknown", "unique", "multiple", "unsolvable"]);
/** By the negative errors of nonosat.h. */
const FAILURES = ["", "not enough memory", "stopped", "the puzzle has a fault", "the puzzle is too large"];
const OPEN = 255;
const HEADER = 4; // numbers of an answer before its cells
const MOST_CELLS = 1_000_000;

/** The kernel of a compiled module: a function that checks a puzzle. @param {WebAssembly.Module} module */
export function kernelOf(module) {
  const { exports } = new WebAssembly.Instance(module, {});
  const { memory, allocate, release, check, _initialize: begin } = /** @type {any} */ (exports);
  begin?.();

  /**
   * Checks a puzzle; "unknown" if the search takes more than `work` units. Throws an error for a malformed puzzle, and if
   * memory runs out.
   * @param {Lines} puzzle
   * @returns {Answer}
   */
  return function (puzzle, work = 2 ** 53) {
    const numbers = numbersOf(puzzle);
    const size = puzzle.cells;
    const input = allocate(4 * numbers.length);
    const output = allocate(4 * HEADER + 3 * size);
    try {
      if (!input || !output) throw new RangeError(FAILURES[1]);
      new Int32Array(memory.buffer, input, numbers.length).set(numbers);
      const failure = check(input, work, output);
      if (failure) throw new RangeError(FAILURES[-failure] ?? `error ${failure} of the kernel`);
      const [verdict, count, byLines, conflicts] = new Int32Array(memory.buffer, output, HEADER);
      const cells = new Uint8Array(memory.buffer, output + 4 * HEADER, 3 * size).slice();
      const [forced, ...solutions] = [0, 1, 2].map((at) => cells.subarray(at * size, (at + 1) * size));
      const answer = {
        verdict: VERDICTS[verdict],
        solutions: solutions.slice(0, count),
        forced: Array.from(forced, (colour) => (colour === OPEN ? null : colour)),
        byLines: byLines === 1,
        conflicts,
      };
      requireSound(puzzle, answer);
      return answer;
    } finally {
      release(input);
      release(output);
    }
  };
}

/** @param {any} value @param {number} least @param {number} most */
const isWhole = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;

/** @param {unknown} condition @param {string} reason */
function require(condition, reason) {
  if (!condition) throw new RangeError(reason);
}

/** The puzzle as `check` of exports.c reads it. @param {Lines} puzzle */
function numbersOf({ cells, colours, lines, clues, givens, goal, height = 0, width = 0 }) {
  require(isWhole(cells, 1, MOST_CELLS), `a puzzle has 1 to ${MOST_CELLS} cells`);
  require(isWhole(colours, 2, OPEN), `a puzzle has 2 to ${OPEN} colours`);
  require(clues.length === lines.length, "each line has a clue, or null");
  const isCell = (/** @type {number} */ cell) => isWhole(cell, 0, cells - 1);
  require(lines.every((line) => line.length && line.every(isCell)), "a line is a list of cells");
  const isGiven = (/** @type {number[]} */ [cell, colour]) => isCell(cell) && isWhole(colour, 0, colours - 1);
  require(givens.every(isGiven), "a given is a cell and a colour");
  const isColour = (/** @type {number} */ colour) => isWhole(colour, 0, colours - 1);
  require(!goal || (goal.length === cells && goal.every(isColour)), "a goal has a colour for each cell");
  const blocks = clues.flatMap((clue) => clue ?? []);
  for (const [length, colour] of blocks.filter(([length]) => length !== "*")) {
    require(length === "?" || isWhole(length, 1, MOST_CELLS), 'a length is a whole number from 1, or "?"');
    require(isWhole(
      colour,
      1,
      colours - 1,
    ), "the colour of a block is one of the puzzle's, not the background");
  }
  const counts = [cells, colours, lines.length, blocks.length, givens.length, height, width, goal ? 1 : 0];
  const sizes = clues.map((clue) => clue?.length ?? -1);
  const pairs = blocks.map(([length, colour]) => [typeof length === "number" ? length : 0, colour]);
  const lengths = lines.map(({ length }) => length);
  return [
    counts,
    height ? [] : lengths,
    sizes,
    ...(height ? [] : lines),
    ...pairs,
    ...givens,
    goal ?? [],
  ].flat();
}

/** Throws an error if an answer contradicts itself or the puzzle: then the kernel has a fault. @param {Lines} puzzle @param {Answer} answer */
function requireSound({ lines, clues, givens }, { verdict, solutions, forced }) {
  const [one, other] = solutions;
  const count = { unique: 1, multiple: 2, unsolvable: 0, unknown: solutions.length }[verdict];
  /** @param {Uint8Array} cells */
  const isSolution = (cells) =>
    givens.every(([cell, colour]) => cells[cell] === colour) &&
    forced.every((colour, cell) => colour === null || colour === cells[cell]) &&
    lines.every((line, at) =>
      meets(
        clues[at],
        line.map((cell) => cells[cell]),
      ),
    );
  const isSound =
    count === solutions.length &&
    (!other || one.some((colour, cell) => colour !== other[cell])) &&
    solutions.every(isSolution);
  if (!isSound) throw new Error("the kernel has a fault: its answer contradicts the puzzle");
}

/** Whether the runs of a line are the blocks of its clue. @param {Clue} clue @param {number[]} cells */
function meets(clue, cells) {
  if (!clue) return true;
  /** @type {[number, number][]} */
  const runs = [];
  for (let start = 0, end = 0; start < cells.length; start = end) {
    while (end < cells.length && cells[end] === cells[start]) end++;
    if (cells[start]) runs.push([end - start, cells[start]]);
  }
  return matches(clue, runs);
}

/** Whether runs are the blocks of a clue; a star takes any number of them. @param {Block[]} clue @param {[number, number][]} runs */
function matches(clue, runs) {
  let ends = new Set([0]); // numbers of runs that the blocks so far can take
  for (const [length, ink] of clue) {
    const after = new Set();
    for (const end of ends) {
      if (length === "*") for (let more = end; more <= runs.length; more++) after.add(more);
      else if (ink === runs[end]?.[1] && (length === "?" || length === runs[end][0])) after.add(end + 1);
    }
    ends = after;
  }
  return ends.has(runs.length);
}

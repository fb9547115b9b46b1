/* The puzzle, and what the player has done so far. */

/**
 * @typedef {[cell: number, before: number, after: number][]} Stroke
 * @typedef {{words: string, line: number, cells: [number, number][]}} Step
 *   `line` is -1 for a step that is about cells
 * @typedef {{steps: Step[], possible: number[][], complete: boolean}} Explained
 *   `possible` has the colours that are proved or not ruled out, for each cell
 */

const MOST_STROKES = 1000;

/** What was packed by Python: JSON, deflated, as base64. @param {string} text @returns {Promise<Explained>} */
async function unpacked(text) {
  if (!("DecompressionStream" in window)) return { steps: [], possible: [], complete: false }; // a browser of 2022
  const bytes = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const { steps, possible, complete } = await new Response(stream).json();
  const named = steps.map(([words, line, cells]) => ({ words, line, cells }));
  return { steps: named, possible, complete };
}

class Game {
  /** @param {any} puzzle what the page holds @param {number[][]} lines the cells of each line, in the clues' order */
  constructor(puzzle, lines) {
    this.clues = puzzle.clues;
    this.lines = lines;
    this.key = `nonosat ${puzzle.key}`;
    this.size = Math.max(-1, ...lines.map((cells) => Math.max(-1, ...cells))) + 1;
    /** @type {number[][]} the lines through each cell */
    this.through = Array.from({ length: this.size }, () => []);
    lines.forEach((cells, line) => cells.forEach((cell) => this.through[cell].push(line)));
    this.colours = puzzle.palette.length;
    this.givens = new Map(puzzle.givens);
    this.seconds = 0;
    this.solved = false;
    this.clear();
  }

  /** Back to the beginning. */
  clear() {
    this.cells = new Array(this.size).fill(UNKNOWN);
    for (const [cell, colour] of this.givens) this.cells[cell] = colour;
    /** @type {Stroke[]} */ this.done = [];
    /** @type {Stroke[]} */ this.undone = [];
    this.solved = this.isSolved();
  }

  /** What a line shows. @param {number} line */
  shown(line) {
    return this.lines[line].map((cell) => this.cells[cell]);
  }

  isSolved() {
    return this.lines.every((_, line) => agrees(this.clues[line], runsOf(this.shown(line))));
  }

  /** Keeps a stroke that has been made. @param {Stroke} stroke */
  keep(stroke) {
    if (!stroke.length) return;
    this.done.push(stroke);
    if (this.done.length > MOST_STROKES) this.done.shift();
    this.undone = [];
  }

  /** Takes the last stroke back, or makes it again. @param {boolean} again @returns {Stroke | undefined} */
  turn(again) {
    const stroke = (again ? this.undone : this.done).pop();
    if (!stroke) return undefined;
    for (const [cell, before, after] of stroke) this.cells[cell] = again ? after : before;
    (again ? this.done : this.undone).push(stroke);
    return stroke;
  }

  /** The cells that cannot be right. @param {Explained} explained */
  wrongCells({ possible }) {
    return this.cells.flatMap((value, cell) =>
      value !== UNKNOWN && possible[cell]?.includes(value) === false ? [cell] : [],
    );
  }

  /** The lines that cannot be completed. */
  brokenLines() {
    return this.lines.flatMap((_, line) => (completable(this.clues[line], this.shown(line)) ? [] : [line]));
  }

  /**
   * The first step with a cell that is not set yet. All that was found before it is set, and so is what it rests on.
   * @param {Explained} explained
   */
  nextStep({ steps }) {
    return steps.find(({ cells }) => cells.some(([cell]) => this.cells[cell] === UNKNOWN));
  }

  save() {
    const { cells, seconds, done, undone } = this;
    const plain = {
      cells: cells.map((value) => (value === UNKNOWN ? "" : value)).join(),
      seconds,
      done,
      undone,
    };
    try {
      localStorage.setItem(this.key, JSON.stringify(plain));
    } catch {
      // the browser keeps nothing
    }
  }

  /** What was saved, if it is of this puzzle. */
  load() {
    try {
      const { cells, seconds, done, undone } = JSON.parse(localStorage.getItem(this.key) ?? "null");
      const values = cells.split(",").map((value) => (value === "" ? UNKNOWN : Number(value)));
      const isColour = (value) => Number.isInteger(value) && value >= UNKNOWN && value < this.colours;
      const isChange = ([cell, ...both]) => cell in values && both.length === 2 && both.every(isColour);
      const strokes = [...done, ...undone];
      const fits = values.length === this.size && values.every(isColour) && seconds >= 0;
      if (!fits || !strokes.every((stroke) => stroke.every(isChange))) return;
      this.cells = values;
      for (const [cell, colour] of this.givens) this.cells[cell] = colour;
      Object.assign(this, { seconds, done, undone });
      this.solved = this.isSolved();
    } catch {
      // nothing was saved, or by somebody else
    }
  }
}

/** A block's number of cells; "?" if it is hidden (blotted). */
export type Length = number | "?";

/** A length alone has colour 1; "*" is any number of blocks of any colours. */
export type Block = Length | "*" | [length: Length, colour: number];

/** Blocks in order; null for a line without a clue. Zeros are left out, so that [0] and [] are an empty line. */
export type Clue = readonly Block[] | null;

/** A name, six hexadecimal digits and a letter. */
export type Colour = readonly [name: string, rgb: string, letter: string];

/** What puzzles of every shape have; none of it is required. */
export interface Common {
  /** Of each colour, background first; by default white and black. */
  palette?: readonly Colour[];
  /** Known cells: row and place from 0, and the colour, by default 1. */
  givens?: readonly (readonly [row: number, place: number, colour?: number])[];
  /** The picture that its author had in mind, row by row: a digit for each cell, or a list of colours. */
  goal?: readonly (string | readonly number[])[] | null;
  title?: string;
  author?: string;
  source?: string;
  copyright?: string;
  licence?: string;
  /** Other properties; pairs if a key comes more than once. */
  extra?: Readonly<Record<string, string>> | readonly (readonly [key: string, text: string])[];
}

/** A rectangle; with diagonals a triddler. */
export interface Lattice extends Common {
  rows: readonly Clue[];
  columns: readonly Clue[];
  diagonals?: readonly Clue[];
  /** The number of a triddler's first diagonal, by default 0. */
  corner?: number;
  lines?: never;
  clues?: never;
}

/** Any other shape: hexagons, grids with holes, cubes. */
export interface Shape extends Common {
  /** By family: the cells of each line, numbered from 0 as they come. */
  lines: Readonly<Record<string, readonly (readonly number[])[]>>;
  /** By family: a clue for each line. */
  clues: Readonly<Record<string, readonly Clue[]>>;
  /** The corners [x, y] of each cell. */
  outlines?: readonly (readonly (readonly [x: number, y: number])[])[];
  /** The name of each cell. */
  labels?: readonly string[];
  rows?: never;
  columns?: never;
  diagonals?: never;
  corner?: never;
}

/** A puzzle of nonosat's JSON, as Python reads and writes it. */
export type Puzzle = Lattice | Shape;

export interface Answer {
  /** "unknown" if the time limit came first. */
  verdict: "unique" | "multiple" | "unsolvable" | "unknown";
  /** Up to two, each rows of colours: the lines of the first family, then other cells one by one. */
  solutions: number[][][];
  /** Rows of the colours that are proved to be the same in all solutions; null for other cells. */
  forced: (number | null)[][];
  /** Whether lines alone decide the puzzle. */
  byLines: boolean;
  /** Number of conflicts in the search. */
  conflicts: number;
}

export interface Options {
  /** Time limit, 10 by default. */
  seconds?: number;
  /** Withdraws the question: the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

/** A worker that answers one question at a time; others wait. */
export class Nonosat {
  /** @param module the compiled kernel, by default of the file beside `nonosat.js` */
  constructor(module?: Promise<WebAssembly.Module>);
  /** Checks a puzzle; rejects with a RangeError that names the member of a malformed one. */
  check(puzzle: Puzzle, options?: Options): Promise<Answer>;
  /** Starts the worker before the first question, which then waits less. */
  start(): void;
  /** Ends the worker, and with it all open questions. A later question starts another. */
  close(): void;
}

/** Checks a puzzle in a worker that all calls share; rejects with a RangeError that names the member of a malformed one. */
export function check(puzzle: Puzzle, options?: Options): Promise<Answer>;

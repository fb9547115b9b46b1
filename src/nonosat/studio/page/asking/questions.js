/**
 * The engine's questions by name, with puzzles and cells as the page has them. Asking in a slot cancels what was
 * asked in that slot before: nobody waits for an answer about a picture that is no longer there.
 *
 * @typedef {import("../shared/puzzle.js").Puzzle} Puzzle
 * @typedef {{ask: (question: string, payload: object, options: {signal?: AbortSignal, onProgress?: Function}) => Promise<any>}} Engine
 */

import { AXES, cellAt, coordinates } from "../shared/geometry.js";
import { UNKNOWN } from "../shared/lines.js";
import { geometry, toJSON } from "../shared/puzzle.js";
import { store, stored } from "../shared/stored.js";

/** @import { Cells } from "../shared/history.js" */

/** Whether a rejection only says that nobody wants the answer any more. @param {any} error */
export function isCancelled(error) {
  return error?.name === "AbortError" || error?.kind === "aborted" || error?.kind === "cancelled";
}

const PATIENCE = "nonosat-studio-seconds";

/** Seconds for what takes long, which most servers grant. */
export const LONG = 60;

export class Questions {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
    /** Seconds that an answer may take, as somebody chose; null for as many as each question takes by itself. */
    this.seconds = Number(stored(PATIENCE)) || null;
    /** @type {Map<string, AbortController>} */
    this.slots = new Map();
  }

  /** Gives answers more or less time from now on. @param {number|null} seconds */
  wait(seconds) {
    this.seconds = seconds;
    store(PATIENCE, String(seconds ?? ""));
  }

  /** The time for an answer, as a part of a question. @param {number|null} [seconds] for this one alone */
  time(seconds = this.seconds) {
    return seconds ? { seconds } : {};
  }

  /** Stops what is asked in a slot. @param {string} slot */
  cancel(slot) {
    this.slots.get(slot)?.abort();
    this.slots.delete(slot);
  }

  /** The answer to a question; rejects with {kind, message}, or as `isCancelled` says. @param {string} slot @param {string} question @param {any} payload @param {(progress: any) => void} [onProgress] */
  async ask(slot, question, payload, onProgress) {
    this.cancel(slot);
    const controller = new AbortController();
    this.slots.set(slot, controller);
    const answer = await this.engine.ask(question, payload, { signal: controller.signal, onProgress });
    if (controller.signal.aborted) throw new DOMException("no longer wanted", "AbortError");
    return answer;
  }

  /** Verdict, then regions and count, then difficulty, each told as it is known. @param {string} slot @param {Puzzle} puzzle @param {(progress: any) => void} onProgress @param {number} [seconds] */
  examine(slot, puzzle, onProgress, seconds) {
    const time = this.time(seconds);
    return this.ask(slot, "examine", { puzzle: statement(puzzle), fillings: 100, ...time }, onProgress);
  }

  /** @param {string} slot @param {Puzzle} puzzle */
  check(slot, puzzle) {
    return this.ask(slot, "check", { puzzle: statement(puzzle) });
  }

  /** @param {string} slot @param {Puzzle} puzzle */
  conflict(slot, puzzle) {
    return this.ask(slot, "conflict", { puzzle: statement(puzzle) });
  }

  /** @param {string} slot @param {Puzzle} puzzle */
  typingError(slot, puzzle) {
    return this.ask(slot, "repair-clue", { puzzle: statement(puzzle) });
  }

  /** @param {string} slot @param {Puzzle} puzzle @param {(progress: any) => void} onProgress @param {number} [seconds] */
  explain(slot, puzzle, onProgress, seconds) {
    return this.ask(slot, "explain", { puzzle: statement(puzzle), ...this.time(seconds) }, onProgress);
  }

  /** @param {string} slot @param {Puzzle} puzzle @param {{lineSolvable: any, protect: any, seconds?: number}} options @param {(progress: any) => void} onProgress */
  repairPixels(slot, puzzle, { lineSolvable, protect, seconds }, onProgress) {
    const asked = { puzzle: toJSON(puzzle), line_solvable: lineSolvable, protect: places(puzzle, protect) };
    return this.ask(slot, "repair-pixels", { ...asked, ...this.time(seconds) }, onProgress);
  }

  /** @param {string} slot @param {Puzzle} puzzle @param {{protect: any, seconds?: number}} options */
  repairGivens(slot, puzzle, { protect, seconds }) {
    const asked = { puzzle: toJSON(puzzle), protect: places(puzzle, protect) };
    return this.ask(slot, "repair-givens", { ...asked, ...this.time(seconds) });
  }

  /** Pictures near this one of another grade. @param {Puzzle} puzzle @param {{grade: any, symmetry: string, protect: any}} options @param {(progress: any) => void} onProgress */
  regraded(puzzle, { grade, symmetry, protect }, onProgress) {
    const asked = { puzzle: toJSON(puzzle), grade, symmetry, protect: places(puzzle, protect) };
    return this.ask("regrade", "regrade", { ...asked, ...this.time() }, onProgress);
  }

  /** @param {string} slot @param {Puzzle} puzzle @param {Int16Array} play */
  hint(slot, puzzle, play) {
    return this.ask(slot, "hint", { puzzle: statement(puzzle), state: stateOf(puzzle, play) });
  }

  /** @param {string} name */
  technique(name) {
    return this.ask("technique", "technique", { technique: name });
  }

  /** @returns {Promise<{formats: {format: string, written: boolean, extensions: string[], summary: string}[]}>} */
  formats() {
    return this.ask("formats", "formats", {});
  }

  /** The puzzle as a file of a format: {name, text or base64}. @param {Puzzle} puzzle @param {string} format @param {boolean} lossy */
  async written(puzzle, format, lossy) {
    return (await this.ask("convert", "convert", { puzzle: toJSON(puzzle), to: format, lossy })).file;
  }

  /** The puzzles in a file: {puzzles, format}. @param {{name: string, text?: string, base64?: string}} file @param {string} [format] */
  read(file, format) {
    return this.ask("convert", "convert", { file, ...(format ? { format } : {}) });
  }

  /** A proof of the verdict: {verdict, file}, without a file if there was not enough time. @param {Puzzle} puzzle */
  certified(puzzle) {
    return this.ask("certify", "certify", { puzzle: statement(puzzle), ...this.time() });
  }

  /** A drawing of the puzzle as a file: {name, text or base64}. @param {Puzzle} puzzle @param {any} options */
  async rendered(puzzle, options) {
    return (await this.ask("render", "render", { puzzle: toJSON(puzzle), ...options })).file;
  }

  /** @param {any} options */
  async fromImage(options, slot = "image") {
    return (await this.ask(slot, "from-image", options)).puzzle;
  }

  /** The puzzles on a photo or page of printed ones. @param {any} options */
  scanned(options) {
    return this.ask("scan", "scan", options);
  }

  /** The squares of a QR code: {rows}. @param {string} text */
  codeOf(text) {
    return this.ask("qr", "qr", { text });
  }

  /** @param {any} options */
  async generated(options) {
    return (await this.ask("generate", "generate", options)).generated;
  }

  /** @returns {Promise<{summary: string, puzzle: object}[]>} */
  async examples() {
    return (await this.ask("examples", "examples", {})).examples;
  }
}

/** The puzzle without what a solver does not look at. @param {Puzzle} puzzle */
function statement(puzzle) {
  const { title, author, source, copyright, licence, extra, goal, ...rest } = toJSON(puzzle);
  return rest;
}

/** @param {Puzzle} puzzle @param {Cells} cells */
function places(puzzle, cells) {
  return [...cells].map((cell) => coordinates(geometry(puzzle), cell));
}

/** A half-solved picture as rows of colours, null where nothing is known. @param {Puzzle} puzzle @param {Int16Array} play */
function stateOf(puzzle, play) {
  return geometry(puzzle).families[0].map((row) =>
    row.map((cell) => (play[cell] === UNKNOWN ? null : play[cell])),
  );
}

/** The cell of an answer: {row, column} or [row, column]. @param {Puzzle} puzzle @param {any} place */
export function cellOf(puzzle, place) {
  const [row, column] = Array.isArray(place) ? place : [place.row, place.column];
  return cellAt(geometry(puzzle), row, column);
}

/** The colours of an answer: a text of digits or a list; null where one is not known. @param {Iterable<any>} row */
export function coloursOf(row) {
  return [...row].map((colour) => (colour === null || colour === "?" ? null : Number(colour)));
}

/** The family and index of a line of an answer. @param {{axis: string, index: number}} options */
export function lineOf({ axis, index }) {
  return { family: AXES.indexOf(axis), index };
}

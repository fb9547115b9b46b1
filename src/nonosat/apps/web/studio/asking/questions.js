/**
 * The engine's questions by name, with the page's puzzles and cells. A question cancels the one before in the same slot,
 * since its puzzle has changed.
 *
 * @typedef {import("../../shared/puzzle.js").Puzzle} Puzzle
 * @typedef {import("../engine/common.js").Progress} Progress
 * @typedef {{ask: (question: string, payload: object, options: import("../engine/common.js").Options) => Promise<any>}} Engine
 * @typedef {{row: number, column: number} | [number, number]} Place
 * @typedef {{puzzle: Puzzle, changes: {row: number, column: number, colour: number}[], before: number[]}} ImageChoice
 */

import { cellAt, coordinates } from "../../shared/geometry.js";
import { fromJSON, geometry, toJSON, withCells } from "../../shared/puzzle.js";
import { store, stored } from "../../shared/stored.js";

/** Whether an error only means that the question was cancelled. @param {unknown} error */
export function isCancelled(error) {
  const { name = "", kind = "" } = Object(error);
  return name === "AbortError" || kind === "aborted" || kind === "cancelled";
}

const PATIENCE = "nonosat-studio-seconds";
const LONGEST_WAIT = 100; // milliseconds until a question is written while the page is busy

/** A moment at which the page has nothing else to do, so that a stroke is shown first. */
const idle = () =>
  new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(resolve, { timeout: LONGEST_WAIT });
    else setTimeout(resolve); // Safari has no such moments
  });

/** Seconds for long questions, which most servers grant. */
export const LONG = 60;

export class Questions {
  /** @param {Promise<Engine>} engine questions wait until it has started */
  constructor(engine) {
    this.engine = engine;
    /** The chosen time limit in seconds; null for the default of each question. */
    this.seconds = Number(stored(PATIENCE)) || null;
    /** @type {Map<string, AbortController>} */
    this.slots = new Map();
  }

  /** Sets the time limit of answers. @param {number|null} seconds */
  wait(seconds) {
    this.seconds = seconds;
    store(PATIENCE, String(seconds ?? ""));
  }

  /** The time limit as an option of a question. @param {number|null} [seconds] for this one alone */
  time(seconds = this.seconds) {
    return seconds ? { seconds } : {};
  }

  /** Cancels the question in a slot. @param {string} slot */
  cancel(slot) {
    this.slots.get(slot)?.abort();
    this.slots.delete(slot);
  }

  /**
   * The answer to a question; rejects with {kind, message}, or as `isCancelled` says.
   * @param {string} question
   * @param {object|(() => object)} payload a function writes it once the page has time
   * @param {Progress} [onProgress]
   */
  async ask(question, payload, slot = question, onProgress) {
    this.cancel(slot);
    const controller = new AbortController();
    this.slots.set(slot, controller);
    const { signal } = controller;
    const requireWanted = () => {
      if (signal.aborted) throw new DOMException("no longer wanted", "AbortError");
    };
    const engine = await this.engine;
    const isWritten = typeof payload !== "function";
    if (!isWritten) await idle();
    requireWanted();
    const answer = await engine.ask(question, isWritten ? payload : payload(), { signal, onProgress });
    requireWanted();
    return answer;
  }

  /** Asks about the clues and givens of a puzzle. @param {string} slot @param {string} question @param {Puzzle} puzzle @param {object} [more] @param {Progress} [onProgress] */
  about(slot, question, puzzle, more, onProgress) {
    const written = () => ({ puzzle: statement(puzzle, WITH_GOAL.includes(question)), ...more });
    return this.ask(question, written, slot, onProgress);
  }

  /**
   * Asks how to change a puzzle or its picture; cells of `protect` stay.
   * @param {string} slot
   * @param {string} question
   * @param {Puzzle} puzzle
   * @param {{protect: Iterable<number>, seconds?: number, [option: string]: unknown}} how
   * @param {Progress} [onProgress]
   */
  repair(slot, question, puzzle, { protect, seconds, ...how }, onProgress) {
    const kept = [...protect].map((cell) => coordinates(geometry(puzzle), cell));
    const asked = { puzzle: toJSON(puzzle), protect: kept, ...how, ...this.time(seconds) };
    return this.ask(question, asked, slot, onProgress);
  }

  /** The puzzle as a file of a format: {name, text or base64}. @param {Puzzle} puzzle @param {string} format @param {boolean} lossy */
  async written(puzzle, format, lossy) {
    return (await this.ask("convert", { puzzle: toJSON(puzzle), to: format, lossy })).file;
  }

  /** A drawing of the puzzle as a file: {name, text or base64}. @param {Puzzle} puzzle @param {object} options */
  async rendered(puzzle, options) {
    return (await this.ask("render", { puzzle: toJSON(puzzle), ...options })).file;
  }

  /** The certificate of the verdict, a file named after the puzzle. @param {Puzzle} puzzle */
  async proof(puzzle) {
    const { title } = toJSON(puzzle);
    return this.ask("certify", { puzzle: { ...statement(puzzle), title }, ...this.time() });
  }

  /**
   * Several puzzles of an image, the best first; `onChoices` gets the first ones before the others are known.
   * @param {string} base64
   * @param {(choices: ImageChoice[]) => void} onChoices
   */
  async imageChoices(base64, onChoices) {
    /** @param {any} known */
    const read = (known) =>
      known.choices.map((/** @type {any} */ choice) => ({ ...choice, puzzle: fromJSON(choice.puzzle) }));
    /** @param {any} event */
    const onProgress = (event) => event.choices && onChoices(read(event));
    const asked = { base64, choices: 6, inks: [1, 3], seconds: 5 };
    onChoices(read(await this.ask("from-image", asked, "choices", onProgress)));
  }

  /** The puzzle in an image. @param {object} options */
  async fromImage(options, slot = "image") {
    return fromJSON((await this.ask("from-image", options, slot)).puzzle);
  }
}

/** Questions that look for solutions: the drawing is one, and often another is near it. */
const WITH_GOAL = ["check", "examine"];

/** The clues and givens of a puzzle, without its texts, and without its goal unless `aims`. @param {Puzzle} puzzle @param {boolean} [aims] */
function statement(puzzle, aims = false) {
  const { title, author, source, copyright, licence, extra, goal, ...rest } = toJSON(puzzle);
  return aims && goal ? { ...rest, goal } : rest;
}

/** The cell of an answer. @param {Puzzle} puzzle @param {Place} place */
export function cellOf(puzzle, place) {
  const [row, column] = Array.isArray(place) ? place : [place.row, place.column];
  return cellAt(geometry(puzzle), row, column);
}

/** The cells that an answer changes, with their new colours. @param {Puzzle} puzzle @param {{row: number, column: number, colour: number}[]} changes */
export const changesOf = (puzzle, changes) =>
  changes.map((change) => ({ cell: cellOf(puzzle, change), colour: change.colour }));

/** The puzzle with some cells repainted. @param {Puzzle} puzzle @param {{cell: number, colour: number}[]} changes */
export function repainted(puzzle, changes) {
  const cells = Uint8Array.from(puzzle.cells ?? []);
  for (const { cell, colour } of changes) cells[cell] = colour;
  return withCells(puzzle, cells);
}

/** The colours of an answer: a text of digits or a list; null where one is not known. @param {import("../model/state.js").Row} row */
export function coloursOf(row) {
  return [...row].map((colour) => (colour === null || colour === "?" ? null : Number(colour)));
}

/** The numbers of the cells that are known to differ between solutions. @param {Pick<import("../model/state.js").Answers, "backbone"|"check">} answers */
export function openCells({ backbone, check }) {
  if (!backbone) return [];
  const colours = backbone.backbone.flatMap(coloursOf);
  const [one, other] = (check?.solutions ?? []).map((rows) => rows.flatMap(coloursOf));
  return [...colours.keys()].filter((cell) =>
    backbone.undecided_cells ? one?.[cell] !== other?.[cell] : colours[cell] === null,
  );
}

/**
 * The part of a region that is known to differ between solutions: cells that nobody has decided are left out.
 * @param {import("../model/state.js").Region} region
 */
export function decidedPart(region) {
  const [first, ...others] = [...region.examples, ...region.fillings].map(coloursOf);
  const exchanged = new Set(region.switches.flat().map(([row, column]) => `${row},${column}`));
  const isOpen = region.cells.map(
    (place, at) => others.some((filling) => filling[at] !== first[at]) || exchanged.has(placeName(place)),
  );
  /** @template T @param {T[]} items */
  const kept = (items) => items.filter((_, at) => isOpen[at]);
  const fillings = region.fillings.map((filling) => kept(coloursOf(filling)));
  return { ...region, cells: kept(region.cells), fillings };
}

/** @param {Place} place */
const placeName = (place) => (Array.isArray(place) ? `${place}` : `${place.row},${place.column}`);

/** The family and index of a line of an answer. @param {Puzzle} puzzle @param {{axis: string, index: number}} options */
export function lineOf(puzzle, { axis, index }) {
  return { family: geometry(puzzle).axes.indexOf(axis), index };
}

/**
 * The state of the page: one object, changed by the verbs of `api.js` and drawn by the views.
 *
 * @typedef {import("../../shared/puzzle.js").Puzzle} Puzzle
 * @typedef {import("../../shared/history.js").Cells} Cells
 *
 * Records of answers, as docs/json.md describes them:
 * @typedef {string|(number|null)[]} Row colours, as digits or a list
 * @typedef {{axis: string, index: number}} Line
 * @typedef {{row: number, column: number, colour: number}} Change
 * @typedef {{verdict: string, line_solvable: boolean|null, solutions: (string|number[])[][], stopped: string|null}} Check
 * @typedef {import("../asking/questions.js").Place} Place
 * @typedef {{kind: string, count: string, exact: boolean, cells: Place[], fillings: Row[], examples: Row[], switches: number[][][]}} Region
 * @typedef {{backbone: Row[], open_cells: number, undecided_cells: number}} Backbone `open_cells` are proved to differ; of
 *   `undecided_cells`, which the backbone leaves open, too, nobody knows
 * @typedef {Backbone & {count: string, exact: boolean, regions: Region[], stopped: string|null}} Ambiguity
 * @typedef {{grade: string|null, hardest: string|null, difficulty: number, sweeps: number, techniques: Record<string, number>,
 *   minutes_text: string|null, minutes_least: number, minutes_most: number, stars: number|null}} Rating
 * @typedef {{minimal: boolean, lines: Line[], givens: unknown[]}} Conflict
 * @typedef {{found: boolean, verdict: string, changes: (Line & {before: object[]|null, after: object[]|null})[], alternatives: Typo[]}} Typo
 * @typedef {Line & {reason: string}} Problem of a line; one of the whole has no axis
 *
 * @typedef {object} Answers about a puzzle
 * @property {Puzzle|null} puzzle
 * @property {Check|null} check
 * @property {Backbone|null} backbone known before the regions and the number of solutions
 * @property {Ambiguity|null} ambiguity
 * @property {boolean} isLooking whether more regions and larger counts can come
 * @property {Rating|null} rating
 * @property {Conflict|null} conflict
 * @property {Typo|null} typo null: not known yet
 * @property {Problem[]} problems faults of the clues that need no search
 * @property {string} error
 * @property {string} limit the limit that ended the work, if that is the error
 *
 * @typedef {object} Repair an answer
 * @property {boolean} found
 * @property {boolean} optimal whether fewer changes cannot suffice
 * @property {boolean} complete whether it is proved that there is none, if none was found
 * @property {number} bound lower bound on the number of changes
 * @property {Change[]} changes
 * @property {{changes: Change[]}[]} [alternatives] other repairs, best first
 * @property {string|null} [stopped] the limit that ended the search
 *
 * @typedef {{cell: number, colour: number}[]} Repainting
 * @typedef {object} Mending
 * @property {string} wish a key of `WISHES`; "" for none
 * @property {boolean} busy
 * @property {Pick<Repair, "bound"|"changes"> & {pictures: number, cost: number|null}|null} progress
 * @property {Repair|null} answer
 * @property {Repainting[]} repairs to choose from
 * @property {number} chosen of these
 * @property {number} kept the one of these that keeps the look, or -1
 * @property {number} size number of changes of the chosen one
 * @property {Repainting} changes that are neither accepted nor refused
 * @property {Repainting} proposed the best repair of a search under way
 * @property {Repainting} shown the changes on the stage
 * @property {number} current of `changes`
 * @property {Set<number>} accepted cells
 * @property {Set<number>} refused cells
 * @property {string} trouble
 *
 * @typedef {import("../../shared/teaching.js").Step} Step
 * @typedef {import("../../shared/teaching.js").Stage} Stage
 * @typedef {object} Explanation
 * @property {Step[]|null} steps null while they are not loaded
 * @property {(Stage & {number: number})[]} positions of the slider: each step, and each link of steps from suppositions
 * @property {number|null} left cells that the steps so far leave open; null if not known
 * @property {number} at the slider's position
 * @property {string} [conclusion]
 * @property {string|null} [stopped] the limit that stopped it
 */

import { History } from "../../shared/history.js";
import { blank, sameStatement } from "../../shared/puzzle.js";
import { Verdicts } from "./verdicts.js";

/** @type {Answers} */
export const NO_ANSWERS = {
  puzzle: null,
  check: null,
  backbone: null,
  ambiguity: null,
  isLooking: false,
  rating: null,
  conflict: null,
  typo: null,
  problems: [],
  error: "",
  limit: "",
};

/** Before it is loaded. @type {Explanation} */
export const NO_EXPLANATION = { steps: null, positions: [], left: null, at: 0 };

/** The state of Repair before it is asked. @returns {Mending} */
export const newMending = () => ({
  wish: "",
  busy: false,
  progress: null,
  answer: null,
  repairs: [],
  chosen: 0,
  kept: -1,
  size: 0,
  changes: [],
  proposed: [],
  get shown() {
    return this.changes.length ? this.changes : this.proposed;
  },
  current: 0,
  accepted: new Set(),
  refused: new Set(),
  trouble: "",
});

/** Before the first is chosen. @type {import("./activity.js").Activity} */
const NO_ACTIVITY = { name: "", icon: "", tools: [], panel: () => [] };

export class State {
  // the puzzle

  /** The open puzzle; its cells fit its shape. @type {Puzzle} */
  puzzle = blank(15, 15);
  /** Its changes, which *Undo* takes back. */
  history = new History();
  /** Its identifier on the shelf; "" before the first puzzle is opened. */
  id = "";
  /** Its folder on the shelf; "" is none. */
  folder = "";
  /** The expected solving time in English; "" until it is rated. */
  minutes = "";

  // drawing

  /** The five activities, in the order of their tabs. @type {import("./activity.js").Activity[]} */
  activities = [];
  /** The activity whose panel is shown. */
  activity = NO_ACTIVITY;
  /** The name of the tool in hand; null in an explanation. @type {string|null} */
  tool = null;
  /** Palette index of strokes. */
  ink = 1;
  /** Width of the pencil in cells. */
  brush = 1;
  /** A key of `SYMMETRIES`. */
  symmetry = "none";
  /** The stroke in hand. @type {import("../tools/strokes.js").Stroke|null} */
  stroke = null;
  /** The cells that the stroke in hand would make. @type {Cells|null} */
  preview = null;

  // answers

  /** The last answers, about an earlier puzzle if `stale`. */
  answers = NO_ANSWERS;
  /** The puzzle of the last question. @type {Puzzle|null} */
  asked = null;
  /** Whether more answers are expected. */
  busy = false;
  /** Those on its states since it was opened. */
  verdicts = new Verdicts();

  // panels: what stays while another one is shown

  /** The format and subject of files, whether they may lose parts, and the site, in
   * Save and share; whether a repair in Repair keeps the look. */
  choices = { format: "json", shown: "puzzle", lossy: false, site: 0 };
  /** The repair in Repair. */
  mending = newMending();
  /** The explanation in Solve. @type {Explanation} */
  explanation = NO_EXPLANATION;

  // the page

  /** Whether another window draws the puzzle. */
  watches = false;
  /** Whether the server is away. */
  away = false;

  /** Whether nothing is drawn. */
  get isEmpty() {
    return Boolean(this.puzzle.cells?.every((colour) => colour === 0));
  }

  /** Whether the answers are about an earlier puzzle. */
  get stale() {
    return this.answers.puzzle !== this.asked;
  }

  /** Whether the answers are about the open puzzle: its clues and givens, whatever its title and colours are. */
  get isAnswered() {
    const { answers, puzzle } = this;
    return Boolean(answers.puzzle && sameStatement(answers.puzzle, puzzle));
  }

  /** Whether an answer is incomplete because time ran out. */
  get hasRunOut() {
    const { check, ambiguity, limit } = this.answers;
    return limit === "seconds" || check?.stopped === "seconds" || ambiguity?.stopped === "seconds";
  }

  /** The cells changed since there was one solution; none unless there are several now. */
  get culprits() {
    const isAmbiguous = !this.stale && this.answers.check?.verdict === "multiple";
    return isAmbiguous ? this.verdicts.changedSince(this.puzzle) : [];
  }
}

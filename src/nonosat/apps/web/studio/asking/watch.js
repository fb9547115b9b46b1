/**
 * Asks about the open puzzle after every stroke. The last answer stays until the new one arrives. One round asks for the
 * verdict; then for several solutions their regions and number, for one the difficulty, for none the conflict.
 */

import { EngineError, reasonOf } from "../engine/common.js";
import { NO_ANSWERS } from "../model/state.js";
import { isCancelled } from "./questions.js";

/** @import { Puzzle } from "../../shared/puzzle.js" */

const PAUSE = 1000; // milliseconds between numbers that grow

export class Watch {
  /** What is known of open cells, but not shown yet. @type {any} */
  #waiting;
  /** The pause after what was shown. @type {ReturnType<typeof setTimeout>|undefined} */
  #pause;

  /**
   * @param {import("../model/state.js").State} state
   * @param {import("./questions.js").Questions} questions
   * @param {() => void} listener is called after each answer
   */
  constructor(state, questions, listener) {
    this.state = state;
    this.questions = questions;
    this.listener = listener;
  }

  /** Asks about a changed puzzle. @param {import("../model/activity.js").PuzzleChange} change */
  changed({ statement, document }) {
    if (document) this.state.answers = NO_ANSWERS;
    if (statement) this.begin();
  }

  /** Takes up answers, and announces them. @param {Partial<import("../model/state.js").Answers>} [changes] */
  take(changes) {
    if (changes) this.state.answers = { ...this.state.answers, ...changes };
    this.listener();
  }

  /** Takes up cells that are known to differ so far: the first ones at once, then once a second at most. @param {any} known */
  later(known) {
    this.#waiting = known;
    if (this.#pause === undefined) this.showLater();
  }

  /** Shows what waits. */
  showLater() {
    const known = this.#waiting;
    this.forgetLater();
    if (!known) return;
    this.take({ backbone: known, isLooking: true, ...(known.regions?.length && { ambiguity: known }) });
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.showLater();
    }, PAUSE);
  }

  /** Drops what waits, since more is known. */
  forgetLater() {
    clearTimeout(this.#pause);
    this.#pause = this.#waiting = undefined;
  }

  /** Begins a round. @param {number} [seconds] its time limit, by default the one chosen for all questions */
  async begin(seconds) {
    const { puzzle } = this.state;
    this.state.asked = puzzle;
    this.state.busy = true;
    this.forgetLater();
    this.take();
    /** @type {import("./questions.js").Progress} */
    const report = ({ stage, ...known }) => {
      if (this.state.asked !== puzzle) return;
      if (stage === "open_cells") return this.later(known);
      this.forgetLater();
      if (stage === "verdict") {
        const isLooking = known.verdict === "multiple";
        this.take({ ...NO_ANSWERS, puzzle, check: known, isLooking, problems: known.contradictions });
      } else if (stage === "ambiguity") this.take({ ambiguity: known, backbone: known, isLooking: false });
      else if (stage === "rating") this.take(known);
    };
    try {
      const how = { fillings: 100, ...this.questions.time(seconds) };
      const { rating, ...known } = await this.questions.about("watch", "examine", puzzle, how, report);
      const { verdict, contradictions: problems } = known;
      this.forgetLater();
      this.take({
        puzzle,
        check: known,
        ambiguity: known,
        backbone: known,
        rating,
        isLooking: false,
        error: "",
        limit: "",
        problems,
      });
      if (verdict === "unsolvable") await this.blame(puzzle);
    } catch (error) {
      if (isCancelled(error) || this.state.asked !== puzzle) return;
      this.showLater();
      const { limit = "", problems = [] } = error instanceof EngineError ? error : {};
      const before = this.state.answers.puzzle === puzzle ? this.state.answers : NO_ANSWERS;
      this.take({ ...before, puzzle, isLooking: false, error: reasonOf(error), limit, problems });
      if (problems.length) await this.blame(puzzle);
    }
    if (this.state.asked === puzzle) {
      this.state.busy = false;
      this.take();
    }
  }

  /** Asks for the conflict and the likely typing error. @param {Puzzle} puzzle */
  async blame(puzzle) {
    try {
      if (!this.state.answers.problems.length)
        this.take({ conflict: await this.questions.about("watch", "conflict", puzzle) });
      this.take({ typo: await this.questions.about("watch", "repair-clue", puzzle) });
    } catch (error) {
      if (!isCancelled(error) && this.state.asked === puzzle)
        this.take({ error: this.state.answers.error || reasonOf(error) });
    }
  }
}

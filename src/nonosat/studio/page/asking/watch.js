/**
 * What is known of the puzzle on the desk, asked anew after every stroke. The last answer stays until the new one
 * comes. One round: the verdict; then, of several solutions, where they differ and how many there are; of one, how
 * difficult it is; of none, which clues contradict each other.
 *
 * @typedef {object} Answers
 * @property {import("../shared/puzzle.js").Puzzle|null} puzzle the one that they are about
 * @property {any} check verdict, line_solvable, solutions
 * @property {any} ambiguity count, exact, backbone, regions
 * @property {any} rating
 * @property {any} conflict
 * @property {any} typo
 * @property {any[]} problems what can be seen to be wrong with the clues without solving
 * @property {string} error
 * @property {string} limit which limit ended the work, if that is the error
 */

import { isCancelled } from "./questions.js";

const NOTHING = {
  puzzle: null,
  check: null,
  ambiguity: null,
  rating: null,
  conflict: null,
  typo: null,
  problems: [],
  error: "",
  limit: "",
};

export class Watch {
  /**
   * @param {import("./questions.js").Questions} questions
   * @param {import("../model/session.js").Session} session
   */
  constructor(questions, session) {
    this.questions = questions;
    this.session = session;
    /** @type {Answers} */
    this.answers = { ...NOTHING };
    this.busy = false;
    this.listeners = new Set();
    session.on("puzzle", ({ statement, document }) => {
      if (document) this.answers = { ...NOTHING };
      if (statement) this.begin();
    });
  }

  /** Whether the answers are about an earlier picture. */
  get stale() {
    return this.answers.puzzle !== this.asked;
  }

  onchange(listener) {
    this.listeners.add(listener);
  }

  tell(changes) {
    if (changes) this.answers = { ...this.answers, ...changes };
    for (const listener of this.listeners) listener(this.answers);
  }

  /** Whether the time was up before all was known. */
  get hasRunOut() {
    const { check, ambiguity, limit } = this.answers;
    return limit === "seconds" || check?.stopped === "seconds" || ambiguity?.stopped === "seconds";
  }

  /** Asks everything anew. @param {number} [seconds] that it may take, else what is chosen for all */
  async begin(seconds) {
    const puzzle = (this.asked = this.session.puzzle);
    const began = performance.now();
    this.busy = true;
    this.tell();
    const heard = ({ stage, ...known }) => {
      if (this.asked !== puzzle) return;
      if (stage === "verdict") {
        performance.measure("stroke to verdict", { start: began });
        this.tell({ ...NOTHING, puzzle, check: known, problems: known.contradictions });
      } else if (stage === "ambiguity") this.tell({ ambiguity: known });
      else if (stage === "rating") this.tell(known);
    };
    try {
      const { rating, ...known } = await this.questions.examine("watch", puzzle, heard, seconds);
      const { verdict, contradictions } = known;
      this.tell({
        puzzle,
        check: known,
        ambiguity: known,
        rating,
        error: "",
        limit: "",
        problems: contradictions,
      });
      if (verdict === "unsolvable") await this.blame(puzzle);
    } catch (error) {
      if (isCancelled(error) || this.asked !== puzzle) return;
      this.tell({
        ...(this.answers.puzzle === puzzle ? this.answers : NOTHING),
        puzzle,
        error: error.message,
        limit: error.limit ?? "",
        problems: error.problems ?? [],
      });
      if (error.problems?.length) await this.blame(puzzle);
    }
    if (this.asked === puzzle) {
      this.busy = false;
      this.tell();
    }
  }

  /** Why there is no solution, and the likely typing error. */
  async blame(puzzle) {
    try {
      if (!this.answers.problems.length)
        this.tell({ conflict: await this.questions.conflict("watch", puzzle) });
      this.tell({ typo: await this.questions.typingError("watch", puzzle) });
    } catch (error) {
      if (!isCancelled(error) && this.asked === puzzle)
        this.tell({ error: this.answers.error || error.message });
    }
  }
}

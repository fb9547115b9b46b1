/** A picture of another grade: proposals side by side, each shown on the picture before it is accepted. */

import { button, field, fill, h, labelled, quiet, row, section, select, waiting } from "../view/dom.js";
import { changesOf, repainted } from "../asking/questions.js";
import { changesOverlay } from "../view/overlays.js";
import { look } from "../view/thumbnail.js";
import { GRADES, tenths } from "../view/wording.js";
import { t } from "../../shared/words.js";

/**
 * @typedef {{changes: import("../model/state.js").Change[], difficulty: number}} Regraded a proposal of the answer
 * @typedef {{changes: {cell: number, colour: number}[], difficulty: number, puzzle: import("../../shared/puzzle.js").Puzzle}} Proposal
 */

export class Regrade {
  /** @param {import("../api.js").Api} api */
  constructor(api) {
    this.api = api;
    this.state = api.state;
    this.element = h("div.regrade");
    this.grade = "medium";
    /** Index of the shown proposal; -1 for none. */
    this.chosen = -1;
    this.forget();
  }

  forget() {
    this.api.questions.cancel("regrade");
    /** @type {Proposal[]} */
    this.proposals = [];
    this.busy = false;
    this.chosen = -1;
    this.trouble = "";
    /** @type {{number: number}|null} */
    this.progress = null;
    this.draw();
  }

  async ask() {
    const { api, state } = this;
    const { puzzle } = state;
    this.forget();
    this.busy = true;
    this.draw();
    const act = async () => {
      const how = { grade: this.grade, symmetry: state.symmetry, protect: puzzle.kept };
      const answer = await api.questions.repair("regrade", "regrade", puzzle, how, (progress) => {
        this.progress = progress;
        this.draw();
      });
      this.proposals = answer.proposals.map((/** @type {Regraded} */ { changes, difficulty }) => {
        const cells = changesOf(puzzle, changes);
        return { changes: cells, difficulty, puzzle: repainted(puzzle, cells) };
      });
      if (this.proposals.length) this.choose(0);
      else this.trouble = "No such picture was found near this one.";
    };
    if (!(await api.attempt(act, (reason) => (this.trouble = reason)))) return;
    this.busy = false;
    this.draw();
  }

  /** Shows a proposal on the picture. @param {number} number */
  choose(number) {
    this.chosen = number;
    this.api.stage.overlay("changes", changesOverlay(this.proposals[number].changes, -1, false));
    this.draw();
  }

  accept() {
    const { puzzle } = this.proposals[this.chosen];
    this.api.stage.overlay("changes", null);
    this.api.session.commit("Another grade", puzzle);
    this.api.page.say("Accepted", { undo: true });
  }

  draw() {
    const { busy, trouble, progress, proposals } = this;
    const grade = select(
      GRADES.slice(0, 5).map((value) => [value, value]),
      this.grade,
      (value) => (this.grade = value),
    );
    const looked = progress
      ? t("{n} picture looked at|{n} pictures looked at", { n: progress.number })
      : "Looking…";
    fill(
      this.element,
      section(
        "Make it easier or harder",
        row("wrap", field("Grade", grade), button("Propose", { disabled: busy, onclick: () => this.ask() })),
        quiet("A few cells at the edges are repainted, by the symmetry of Draw; protected ones stay."),
        busy && waiting(looked),
        busy && button("Stop", { onclick: () => this.forget() }),
        trouble && h("p.notice", trouble),
        proposals.length > 0 &&
          h("div.looks", ...proposals.map((each, number) => this.proposal(each, number))),
        proposals.length > 0 && labelled("Accept this one", "check", () => this.accept(), "main"),
      ),
    );
  }

  /** @param {Proposal} proposal @param {number} number */
  proposal({ puzzle, changes, difficulty }, number) {
    const words = `${t("{n} cell|{n} cells", { n: changes.length })}, ${tenths(difficulty)}`;
    return look(puzzle, words, number === this.chosen, () => this.choose(number));
  }
}

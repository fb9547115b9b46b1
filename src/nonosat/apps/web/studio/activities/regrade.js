/** A picture of another grade: proposals side by side as they come, each shown on the picture before it is accepted. */

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

const SECONDS = 20; // unless another time is chosen for all questions

export class Regrade {
  /** @param {import("../api.js").Api} api @param {() => void} onask is called before a question */
  constructor(api, onask) {
    this.api = api;
    this.onask = onask;
    this.state = api.state;
    this.element = h("div.regrade");
    /** Index of the shown proposal; -1 for none. */
    this.chosen = -1;
    this.forget();
  }

  forget() {
    this.api.questions.cancel("regrade");
    /** @type {Proposal[]} */
    this.proposals = [];
    this.chosen = -1;
    this.busy = false;
    this.words = "";
    this.draw();
  }

  async ask() {
    const { api, state } = this;
    const { puzzle } = state;
    this.onask();
    this.forget();
    this.busy = true;
    this.words = t("Looking…");
    this.draw();
    const act = async () => {
      const seconds = api.questions.seconds ?? SECONDS;
      const how = { grade: state.choices.grade, symmetry: state.symmetry, protect: puzzle.kept, seconds };
      const answer = await api.questions.repair(
        "regrade",
        "regrade",
        puzzle,
        how,
        ({ proposals, number, left }) => {
          if (proposals) return this.take(proposals);
          const tried = t("{n} picture looked at|{n} pictures looked at", { n: number });
          this.words = `${tried} · ${t("{seconds} s left", { seconds: Math.ceil(left) })}`;
          fill(this.progress, this.words);
        },
      );
      this.words = answer.found
        ? ""
        : answer.proposals.length
          ? "None of this grade was found: these are the nearest."
          : "No such picture was found near this one.";
      this.take(answer.proposals);
    };
    if (!(await api.attempt(act, (reason) => (this.words = reason)))) return;
    this.busy = false;
    this.draw();
  }

  /** Takes up the proposals so far; the chosen one stays. @param {Regraded[]} records */
  take(records) {
    const { puzzle } = this.state;
    const before = JSON.stringify(this.proposals[this.chosen]?.changes);
    this.proposals = records.map(({ changes, difficulty }) => {
      const cells = changesOf(puzzle, changes);
      return { changes: cells, difficulty, puzzle: repainted(puzzle, cells) };
    });
    const same = this.proposals.findIndex(({ changes }) => JSON.stringify(changes) === before);
    if (records.length) this.choose(Math.max(0, same));
    if (!before) this.element.scrollIntoView({ block: "nearest" });
  }

  /** Shows a proposal on the picture. @param {number} number */
  choose(number) {
    this.chosen = number;
    this.api.stage.overlay("changes", changesOverlay(this.proposals[number].changes, -1, false));
    this.draw();
  }

  /** Ends the search; the proposals so far stay. */
  stop() {
    this.api.questions.cancel("regrade");
    this.busy = false;
    this.words = "";
    this.draw();
  }

  accept() {
    const { puzzle } = this.proposals[this.chosen];
    this.api.stage.overlay("changes", null);
    this.api.session.commit("Another grade", puzzle);
    this.api.page.say("Accepted", { undo: true });
  }

  draw() {
    const { busy, words, proposals } = this;
    const { choices } = this.state;
    const grades = GRADES.slice(0, 5).map((value) => [value, value]);
    const grade = select(grades, choices.grade, (value) => (choices.grade = value));
    this.progress = h("span", words);
    fill(
      this.element,
      section(
        "Make it easier or harder",
        row(
          "wrap",
          field("Grade", grade),
          button("Propose", { disabled: busy, onclick: () => this.ask() }),
          proposals.length > 0 && labelled("Accept this one", "check", () => this.accept(), "main"),
        ),
        busy && row("", waiting(this.progress), button("Stop", { onclick: () => this.stop() })),
        !busy && words && h("p.notice", words),
        proposals.length > 0
          ? h("div.looks", ...proposals.map((proposal, number) => this.proposal(proposal, number)))
          : quiet("A few cells at the edges are repainted, by the symmetry of Draw; protected ones stay."),
      ),
    );
  }

  /** @param {Proposal} proposal @param {number} number */
  proposal({ puzzle, changes, difficulty }, number) {
    const words = `${t("{n} cell|{n} cells", { n: changes.length })}, ${tenths(difficulty)}`;
    return look(puzzle, words, number === this.chosen, () => this.choose(number));
  }
}

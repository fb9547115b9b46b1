/** A picture of another grade: proposals beside each other, each shown on the picture before it is taken. */

import { button, field, fill, h, quiet, row, section } from "../view/dom.js";
import { cellOf, isCancelled } from "../asking/questions.js";
import { withCells } from "../shared/puzzle.js";
import { changesOverlay } from "../view/overlays.js";
import { thumbnail } from "../view/thumbnail.js";
import { GRADES, tenths } from "../view/wording.js";
import { t } from "../shared/words.js";

export class Regrade {
  constructor(app) {
    this.app = app;
    this.element = h("div", { class: "regrade" });
    this.grade = "medium";
    this.forget();
    app.session.on("puzzle", () => this.forget());
  }

  forget() {
    this.app.questions.cancel("regrade");
    /** @type {any} */
    this.answer = null;
    this.busy = false;
    this.chosen = -1;
    this.trouble = "";
    this.progress = null;
    this.draw();
  }

  async ask() {
    const { app } = this;
    const { puzzle } = app.session;
    this.forget();
    this.busy = true;
    this.draw();
    try {
      const how = { grade: this.grade, symmetry: app.drawing.symmetry, protect: puzzle.kept };
      this.answer = await app.questions.regraded(puzzle, how, (progress) => {
        this.progress = progress;
        this.draw();
      });
      if (this.answer.found) this.choose(0);
      else app.say(t("No such picture was found near this one."));
    } catch (error) {
      if (isCancelled(error)) return;
      this.trouble = error.message;
    }
    this.busy = false;
    this.draw();
  }

  /** The puzzle that a proposal makes. */
  made({ changes }) {
    const { puzzle } = this.app.session;
    const cells = puzzle.cells.slice();
    for (const change of changes) cells[cellOf(puzzle, change)] = change.colour;
    return withCells(puzzle, cells);
  }

  /** Shows a proposal on the picture. */
  choose(number) {
    this.chosen = number;
    this.show();
    this.draw();
  }

  show() {
    const { puzzle } = this.app.session;
    const { changes } = this.answer.proposals[this.chosen];
    const cells = changes.map((change) => ({ cell: cellOf(puzzle, change), colour: change.colour }));
    this.app.stage.overlay("changes", changesOverlay(cells, -1, false));
  }

  accept() {
    const made = this.made(this.answer.proposals[this.chosen]);
    this.app.stage.overlay("changes", null);
    this.app.session.commit("Another grade", made);
    this.app.say(t("Accepted"), { undo: true });
  }

  draw() {
    const { answer, busy, trouble, progress } = this;
    const grade = h(
      "select",
      { onchange: () => (this.grade = grade.value) },
      GRADES.slice(0, 5).map((value) => h("option", { value, selected: value === this.grade }, t(value))),
    );
    fill(
      this.element,
      section(
        t("Make it easier or harder"),
        row(
          "wrap",
          field(t("Grade"), grade),
          button(t("Propose"), { text: true, disabled: busy, onclick: () => this.ask() }),
        ),
        quiet(t("A few cells at the edges are repainted, by the symmetry of Draw; protected ones stay.")),
        busy &&
          h(
            "p",
            { role: "status" },
            h("span", { class: "spinner" }),
            progress
              ? t("{n} picture looked at|{n} pictures looked at", { n: progress.number })
              : t("Looking…"),
          ),
        busy && button(t("Stop"), { text: true, onclick: () => this.forget() }),
        trouble && h("p", { class: "notice" }, trouble),
        answer && !answer.found && h("p", { class: "notice" }, t("No such picture was found near this one.")),
        answer?.found && this.proposals(answer.proposals),
      ),
    );
  }

  proposals(proposals) {
    return [
      h(
        "div",
        { class: "looks" },
        proposals.map((proposal, number) =>
          h(
            "button",
            {
              type: "button",
              class: "look",
              "aria-pressed": String(number === this.chosen),
              onclick: () => this.choose(number),
            },
            thumbnail(this.made(proposal)),
            h(
              "span",
              {},
              `${t("{n} cell|{n} cells", { n: proposal.changes.length })}, ${tenths(proposal.difficulty)}`,
            ),
          ),
        ),
      ),
      button(t("Accept this one"), {
        text: true,
        icon: "check",
        class: "main",
        onclick: () => this.accept(),
      }),
    ];
  }
}

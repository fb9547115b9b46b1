/** A picture of another grade: proposals beside each other, each shown on the picture before it is taken. */

import { button, field, fill, h, quiet, row, section } from "../view/dom.js";
import { cellOf, isCancelled } from "../asking/questions.js";
import { withCells } from "../shared/puzzle.js";
import { changesOverlay } from "../view/overlays.js";
import { thumbnail } from "../view/thumbnail.js";
import { GRADES, tenths } from "../view/wording.js";
import { t } from "../shared/words.js";

export class Regrade {
  /** @param {import("../api.js").Api} api */
  constructor(api) {
    this.api = api;
    this.state = api.state;
    this.element = h("div", { class: "regrade" });
    this.grade = "medium";
    /** The proposal that is shown; -1 for none. */
    this.chosen = -1;
    this.forget();
  }

  forget() {
    this.api.questions.cancel("regrade");
    /** @type {any} */
    this.answer = null;
    this.busy = false;
    this.chosen = -1;
    this.trouble = "";
    this.progress = null;
    this.draw();
  }

  async ask() {
    const { api, state } = this;
    const { puzzle } = state;
    this.forget();
    this.busy = true;
    this.draw();
    try {
      const how = { grade: this.grade, symmetry: state.symmetry, protect: puzzle.kept };
      this.answer = await api.questions.regraded(puzzle, how, (progress) => {
        this.progress = progress;
        this.draw();
      });
      if (this.answer.found) this.choose(0);
      else api.say(t("No such picture was found near this one."));
    } catch (/** @type {any} */ error) {
      if (isCancelled(error)) return;
      this.trouble = error.message;
    }
    this.busy = false;
    this.draw();
  }

  /** The puzzle that a proposal makes. @param {{changes: any[]}} options */
  made({ changes }) {
    const { puzzle } = this.state;
    const cells = Uint8Array.from(puzzle.cells ?? []);
    for (const change of changes) cells[cellOf(puzzle, change)] = change.colour;
    return withCells(puzzle, cells);
  }

  /** Shows a proposal on the picture. @param {number} number */
  choose(number) {
    this.chosen = number;
    this.show();
    this.draw();
  }

  show() {
    const { puzzle } = this.state;
    const { changes } = this.answer.proposals[this.chosen];
    const cells = changes.map((/** @type {any} */ change) => ({
      cell: cellOf(puzzle, change),
      colour: change.colour,
    }));
    this.api.overlay("changes", changesOverlay(cells, -1, false));
  }

  accept() {
    const made = this.made(this.answer.proposals[this.chosen]);
    this.api.overlay("changes", null);
    this.api.commit("Another grade", made);
    this.api.say(t("Accepted"), { undo: true });
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
          button(t("Propose"), { disabled: busy, onclick: () => this.ask() }),
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
        busy && button(t("Stop"), { onclick: () => this.forget() }),
        trouble && h("p", { class: "notice" }, trouble),
        answer && !answer.found && h("p", { class: "notice" }, t("No such picture was found near this one.")),
        answer?.found && this.proposals(answer.proposals),
      ),
    );
  }

  /** @param {any} proposals */
  proposals(proposals) {
    return [
      h(
        "div",
        { class: "looks" },
        proposals.map((/** @type {any} */ proposal, /** @type {number} */ number) =>
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

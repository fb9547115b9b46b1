/** Solve: play with hints that give their reason, mistakes on request; or watch the explanation step by step. */

import { button, choice, fill, h, quiet, row, slider } from "../view/dom.js";
import { cellOf, isCancelled, lineOf } from "../asking/questions.js";
import { geometry, pictureOf } from "../shared/puzzle.js";
import { UNKNOWN } from "../shared/lines.js";
import { cellsOverlay, linesOverlay } from "../view/overlays.js";
import { counted } from "../view/wording.js";

const PACE = 900;
const MARKING = matchMedia("(pointer: coarse)").matches
  ? "Choose × to mark cells as empty."
  : "The right mouse button marks cells as empty.";

export class Solve {
  name = "Solve";
  icon = "solve";
  plays = true;

  constructor(app) {
    this.app = app;
    this.body = h("div");
    this.mode = "play";
    this.reset();
    app.session.on("puzzle", ({ statement, document }) => {
      if (statement || document) this.reset();
    });
    app.watch.onchange(() => {
      if (app.activity === this && this.mode === "play") this.update();
    });
    app.session.on("play", () => {
      this.clearHint();
      this.update();
    });
  }

  reset() {
    this.app.questions.cancel("solve");
    this.stop();
    this.told = null;
    this.pointing = { lines: [], cells: [], alarm: false };
    this.steps = null;
    this.at = 0;
    this.busy = false;
    if (this.app.activity === this) {
      this.update();
      this.app.refresh();
    }
  }

  get tools() {
    return this.mode === "play" ? ["pencil", "line", "rectangle"] : [];
  }

  panel() {
    this.update();
    return [
      choice(
        "Mode",
        [
          ["play", "Play"],
          ["replay", "Explanation"],
        ],
        this.mode,
        (mode) => this.change(mode),
      ),
      this.body,
    ];
  }

  enter() {
    this.point();
    if (this.mode === "replay" && !this.steps) this.explain();
  }

  leave() {
    this.stop();
    for (const name of ["lines", "cells"]) this.app.stage.overlay(name, null);
    this.app.remark([]);
  }

  change(mode) {
    this.mode = mode;
    this.clearHint();
    this.app.choose(this.tools[0] ?? null);
    if (mode === "replay" && !this.steps) this.explain();
    this.update();
    this.app.refresh();
  }

  /** What the stage shows. */
  cells() {
    return this.mode === "play" ? this.app.session.play : this.replayed(this.at);
  }

  get drawable() {
    return this.mode === "play";
  }

  /** Shades the lines and cells that a hint or step is about. */
  point() {
    const { stage } = this.app;
    const { lines, cells, alarm } = this.pointing;
    stage.overlay("lines", lines.length ? linesOverlay(lines, alarm) : null);
    stage.overlay("cells", cells.length ? cellsOverlay(cells, alarm) : null);
    this.app.remark(alarm ? [] : lines);
  }

  clearHint() {
    this.told = null;
    this.pointing = { lines: [], cells: [], alarm: false };
    if (this.app.activity === this) this.point();
  }

  async hint() {
    const { app } = this;
    this.busy = true;
    this.update();
    try {
      const hint = await app.questions.hint("solve", app.session.puzzle, app.session.play);
      this.tell(hint);
    } catch (error) {
      if (isCancelled(error)) return;
      this.told = { text: error.message };
    }
    this.busy = false;
    this.update();
  }

  tell(hint) {
    const { puzzle } = this.app.session;
    const last = hint.steps.at(-1);
    const { mistake } = hint;
    const about = mistake?.axis ? mistake : last?.axis ? last : null;
    this.told = hint;
    this.pointing = {
      lines: about ? [lineOf(about)] : [],
      cells:
        mistake && !mistake.axis
          ? [cellOf(puzzle, mistake)]
          : (last?.cells ?? []).map((cell) => cellOf(puzzle, cell)),
      alarm: Boolean(mistake),
    };
    this.point();
    this.app.say(hint.text, { quiet: true });
  }

  /** Does what the hint says. */
  follow() {
    const { session } = this.app;
    const cells = session.play.slice();
    for (const step of this.told.steps)
      for (const cell of step.cells) cells[cellOf(session.puzzle, cell)] = cell.colour;
    session.playOn(cells);
    this.app.say("Done", { quiet: true });
  }

  /** Marks the cells that differ from the solution; where there are several, asks for what cannot be right. */
  async mistakes() {
    const { app } = this;
    const { puzzle } = app.session;
    const { check } = app.watch.answers;
    if (check?.verdict !== "unique") {
      await this.hint();
      return;
    }
    const solution = pictureOf(check.solutions[0], geometry(puzzle));
    const wrong = app.session.game.wrongCells((cell) => [solution[cell]]);
    this.told = {
      text: wrong.length
        ? `${counted(wrong.length, "cell")} ${wrong.length === 1 ? "is" : "are"} wrong.`
        : "No mistakes so far.",
      steps: [],
    };
    this.pointing = { lines: [], cells: wrong, alarm: true };
    this.point();
    app.say(this.told.text, { quiet: true });
    this.update();
  }

  update() {
    fill(this.body, this.mode === "play" ? this.playing() : this.replaying());
  }

  playing() {
    const { session } = this.app;
    const known = session.play.reduce((sum, colour) => sum + (colour !== UNKNOWN ? 1 : 0), 0);
    const solved = known > 0 && session.game.isSolved();
    return [
      row(
        "wrap",
        button("Hint", {
          icon: "solve",
          text: true,
          class: "main",
          disabled: this.busy,
          onclick: () => this.hint(),
        }),
        button("Mistakes?", { text: true, disabled: this.busy, onclick: () => this.mistakes() }),
      ),
      this.app.activities[1].blame(this.app.watch.answers),
      solved && h("p", { class: "notice good", role: "status" }, "Solved."),
      this.busy && quiet(h("span", { class: "spinner" }), "Thinking…"),
      this.told &&
        h(
          "section",
          { class: "told" },
          this.told.text.split("\n").map((line) => h("p", {}, line)),
          this.told.steps?.length > 0 &&
            button("Do it", { text: true, icon: "check", onclick: () => this.follow() }),
        ),
      quiet(`${known} of ${session.play.length} cells known. ${MARKING}`),
      row(
        "wrap",
        button("Undo move", {
          icon: "undo",
          disabled: !session.plays.canUndo,
          onclick: () => session.undoPlay(),
        }),
        button("Redo move", {
          icon: "redo",
          disabled: !session.plays.canRedo,
          onclick: () => session.redoPlay(),
        }),
        button("Start over", { text: true, onclick: () => session.playOn(session.freshPlay()) }),
      ),
    ];
  }

  async explain() {
    const { app } = this;
    this.busy = true;
    this.update();
    try {
      const answer = await app.questions.explain("solve", app.session.puzzle);
      this.explanation = answer;
      this.steps = answer.steps;
      this.at = 0;
    } catch (error) {
      if (isCancelled(error)) return;
      this.steps = [];
      this.explanation = { conclusion: error.message };
    }
    this.busy = false;
    this.update();
    this.app.refresh();
  }

  /** The picture after so many steps. */
  replayed(number) {
    const { puzzle } = this.app.session;
    const cells = this.app.session.freshPlay();
    for (const step of (this.steps ?? []).slice(0, number))
      for (const cell of step.cells) cells[cellOf(puzzle, cell)] = cell.colour;
    return cells;
  }

  goTo(number) {
    const { puzzle } = this.app.session;
    this.at = Math.min(this.steps.length, Math.max(0, number));
    const step = this.steps[this.at - 1];
    this.pointing = {
      lines: step?.axis ? [lineOf(step)] : [],
      alarm: false,
      cells: [...(step?.cells ?? []), ...(step?.excluded ?? [])].map((cell) => cellOf(puzzle, cell)),
    };
    this.point();
    this.app.refresh();
    this.slider?.set(this.at);
    fill(this.words, this.stepWords());
    if (step) this.app.say(step.text, { quiet: true });
    if (this.at === this.steps.length) this.stop();
  }

  stepWords() {
    const step = this.steps[this.at - 1];
    if (!step) return quiet(`${counted(this.steps.length, "step")}. Move the slider, or play.`);
    return [
      h("p", {}, step.text),
      this.at === this.steps.length && this.explanation.conclusion && quiet(this.explanation.conclusion),
    ];
  }

  play() {
    if (this.timer) {
      this.stop();
      this.update();
      return;
    }
    if (this.at === this.steps.length) this.goTo(0);
    this.timer = setInterval(() => this.goTo(this.at + 1), PACE);
    this.update();
  }

  stop() {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
    if (this.app.activity === this) this.update();
  }

  replaying() {
    if (this.busy || !this.steps)
      return quiet(h("span", { class: "spinner" }), "Solving it as a person would…");
    if (!this.steps.length)
      return h("p", { class: "notice" }, this.explanation.conclusion || "Nothing follows from the clues.");
    this.words = h("section", { class: "told" }, this.stepWords());
    this.slider = slider("Step", {
      min: 0,
      max: this.steps.length,
      step: 1,
      value: this.at,
      shown: (value) => `${value} / ${this.steps.length}`,
      oninput: (value) => this.goTo(value),
    });
    return [
      this.slider,
      row(
        "",
        button("First step", { icon: "first", onclick: () => this.goTo(0) }),
        button("Previous step", { icon: "left", onclick: () => this.goTo(this.at - 1) }),
        button(this.timer ? "Pause" : "Play the steps", {
          icon: this.timer ? "pause" : "play",
          onclick: () => this.play(),
        }),
        button("Next step", { icon: "right", onclick: () => this.goTo(this.at + 1) }),
        button("Last step", { icon: "last", onclick: () => this.goTo(this.steps.length) }),
      ),
      this.words,
    ];
  }
}

/** Solve: the explanation step by step, and the page that plays the puzzle. */

import { button, fill, h, labelled, quiet, row, slider } from "../view/dom.js";
import { LONG, cellOf, lineOf } from "../asking/questions.js";
import { unknownCells } from "../../shared/puzzle.js";
import { NO_EXPLANATION } from "../model/state.js";
import { reasonsOf } from "../../shared/teaching.js";
import { cellsOverlay, linesOverlay, supposedOverlay } from "../view/overlays.js";
import { sentence, t } from "../../shared/words.js";
import { download } from "../view/download.js";
import { showTechnique } from "./technique.js";

/** @import { Stage, Step } from "../../shared/teaching.js" */

const PACE = 900; // milliseconds a step

const paragraphs = (/** @type {string} */ text) => text.split("\n").map((line) => h("p", line));

export class Solve {
  name = "Solve";
  icon = "solve";
  /** @type {string[]} */
  tools = [];

  /** @param {import("../api.js").Api} api */
  constructor(api) {
    this.api = api;
    this.state = api.state;
    this.body = h("div");
    /** @type {ReturnType<typeof setInterval>|undefined} */
    this.timer = undefined;
  }

  get explained() {
    return this.state.explanation;
  }

  /** @param {import("../model/activity.js").PuzzleChange} change */
  changed({ statement, document }) {
    if (!statement && !document) return;
    this.api.questions.cancel("solve");
    this.stop();
    this.state.explanation = NO_EXPLANATION;
    if (this.state.activity === this) this.enter();
  }

  panel() {
    this.update();
    return [
      h(
        "section",
        labelled("Play it", "play", () => this.openPlayer(), "main"),
        quiet("Opens the page to play, with hints, as solvers get it."),
      ),
      this.body,
    ];
  }

  enter() {
    if (this.explained.steps) this.goTo(this.explained.at);
    else this.explain();
  }

  leave() {
    this.stop();
    for (const name of ["lines", "cells"]) this.api.stage.overlay(name, null);
    this.api.page.remark([]);
  }

  /** Opens the page that plays the puzzle in a new tab; downloads it if the browser opens none. */
  async openPlayer() {
    const { api } = this;
    const tab = window.open(""); // later, no click would ask for it
    const act = async () => {
      const file = await api.questions.rendered(this.state.puzzle, { to: "html" });
      if (tab) tab.location.href = URL.createObjectURL(new Blob([file.text], { type: "text/html" }));
      else download(file);
    };
    const isDone = await api.attempt(act, (reason) => {
      tab?.close();
      api.page.say(reason);
    });
    if (!isDone) tab?.close();
  }

  /** Asks for all steps, with a time limit of `seconds` or the one chosen for all questions. @param {number} [seconds] */
  async explain(seconds) {
    const { api, state } = this;
    const { puzzle } = state;
    state.explanation = NO_EXPLANATION;
    this.update();
    /** @param {{open_cells: number}} known */
    const report = ({ open_cells: left }) => {
      state.explanation = { ...NO_EXPLANATION, left };
      this.update();
    };
    const act = async () => {
      const { questions } = api;
      const answer = await questions.about("solve", "explain", puzzle, questions.time(seconds), report);
      const conclusion = sentence(answer.concluded);
      const positions = this.positionsOf(answer.steps);
      const { steps, stopped } = answer;
      state.explanation = { steps, positions, left: 0, at: 0, conclusion, stopped };
    };
    const fail = (/** @type {string} */ conclusion) =>
      (state.explanation = { ...NO_EXPLANATION, steps: [], conclusion });
    if (!(await api.attempt(act, fail))) return;
    this.update();
    if (state.activity === this) this.goTo(0);
  }

  /** The positions of the slider: each step, and each link of steps from suppositions. @param {Step[]} steps */
  positionsOf(steps) {
    const { puzzle } = this.state;
    return steps.flatMap((step, number) => {
      const stages = reasonsOf(step, (place) => cellOf(puzzle, place));
      stages[stages.length - 1].whole = true;
      return stages.map((stage) => ({ ...stage, number }));
    });
  }

  /** The cells on the stage: those known at the position of the slider. */
  cells() {
    const { puzzle } = this.state;
    const { positions, steps, at } = this.explained;
    const cells = unknownCells(puzzle);
    const { number, whole } = positions[at - 1] ?? { number: 0, whole: false };
    for (const step of (steps ?? []).slice(0, number + Number(whole)))
      for (const cell of step.cells) cells[cellOf(puzzle, cell)] = cell.colour;
    return cells;
  }

  /** Moves to a position: shows its cells and words, and shades what it is about. @param {number} number */
  goTo(number) {
    const { api, explained } = this;
    const { positions } = explained;
    explained.at = Math.min(positions.length, Math.max(0, number));
    const position = positions[explained.at - 1];
    this.point(position);
    if (position) api.page.say(position.words, { quiet: true });
    api.page.refresh();
    this.slider?.set(explained.at);
    if (this.words) fill(this.words, this.stepWords());
    if (explained.at === positions.length) this.stop();
  }

  /** Shades the line and cells of a stage; none without one. @param {Partial<Stage>} [stage] */
  point({ line = null, cells = [], ends = false, supposed = new Map() } = {}) {
    const { stage, page } = this.api;
    const lines = line ? [lineOf(this.state.puzzle, line)] : [];
    const colour = ends ? "alarm-wash" : supposed.size ? "supposed-wash" : "accent-wash";
    const layers = [linesOverlay(lines, colour), supposedOverlay(supposed)];
    stage.overlay("lines", (...where) => layers.forEach((draw) => draw(...where)));
    stage.overlay("cells", cellsOverlay(cells));
    page.remark(ends ? [] : lines);
  }

  update() {
    fill(this.body, this.replaying());
  }

  replaying() {
    const { steps, positions, left, at, conclusion } = this.explained;
    if (!steps) {
      const all = unknownCells(this.state.puzzle).length;
      const known = left !== null && t("{known} of {all} cells known.", { known: all - left, all });
      return quiet(h("span.spinner"), "Solving it as a person would…", " ", known && h("span", known));
    }
    if (!steps.length) return h("p.notice", conclusion || "Nothing follows from the clues.", this.longer());
    this.words = h("section.told", this.stepWords());
    this.slider = slider("Step", {
      min: 0,
      max: positions.length,
      step: 1,
      value: at,
      shown: (/** @type {number} */ value) =>
        `${value ? positions[value - 1].number + 1 : 0} / ${steps.length}`,
      oninput: (/** @type {number} */ value) => this.goTo(value),
    });
    /** @param {string} name @param {string} icon @param {() => number} place */
    const to = (name, icon, place) => button(name, { icon, onclick: () => this.goTo(place()) });
    const [name, icon] = this.timer ? ["Pause", "pause"] : ["Play the steps", "play"];
    return [
      this.slider,
      row(
        "",
        to("First step", "first", () => 0),
        to("Previous step", "left", () => this.explained.at - 1),
        button(name, { icon, onclick: () => this.play() }),
        to("Next step", "right", () => this.explained.at + 1),
        to("Last step", "last", () => positions.length),
      ),
      this.words,
    ];
  }

  stepWords() {
    const { steps, positions, at, conclusion } = this.explained;
    const position = positions[at - 1];
    const n = steps?.length ?? 0;
    if (!position)
      return quiet(t("{n} step. Move the slider, or play.|{n} steps. Move the slider, or play.", { n }));
    const end = at === positions.length && [conclusion && quiet(conclusion), this.longer()];
    return [paragraphs(position.words), this.glossary(position), end];
  }

  /** A button that shows the glossary entry of a stage's technique. @param {Stage} stage */
  glossary({ technique }) {
    const what = t("What does “{technique}” mean?", { technique: t(technique) });
    return technique && button(what, { onclick: () => showTechnique(this.api, technique) });
  }

  /** Offers more time for an explanation that ran out of it. */
  longer() {
    const attributes = { onclick: () => this.explain(LONG) };
    return this.explained.stopped === "seconds" && button("Look longer", attributes);
  }

  play() {
    if (this.timer) return this.stop();
    if (this.explained.at === this.explained.positions.length) this.goTo(0);
    this.timer = setInterval(() => this.goTo(this.explained.at + 1), PACE);
    this.update();
  }

  stop() {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = undefined;
    if (this.state.activity === this) this.update();
  }
}

/** Solve: play with hints and their reasons, mistakes on request; or watch the explanation step by step. */

import { button, choice, fill, h, labelled, quiet, row, slider } from "../view/dom.js";
import { LONG, cellOf, lineOf } from "../asking/questions.js";
import { geometry, pictureOf } from "../../shared/puzzle.js";
import { NO_EXPLANATION } from "../model/state.js";
import { UNKNOWN } from "../../shared/lines.js";
import { untouched } from "../../shared/play.js";
import { mistakeStages, reasonsOf, stagesOf } from "../../shared/teaching.js";
import { cellsOverlay, linesOverlay, supposedOverlay } from "../view/overlays.js";
import { sentence, sentences, t } from "../../shared/words.js";
import { blame } from "./blame.js";
import { showTechnique } from "./technique.js";

/** @import { Stage, Step } from "../../shared/teaching.js" */
/** @typedef {{lines: import("../../shared/geometry.js").LineId[], cells: number[], alarm: boolean, supposed: Stage["supposed"]}} Pointing */
/** @typedef {{text: string, steps: Step[], stages: Stage[], at: number}} Message with the steps and stages of a hint, and the shown one */

/** No shades on the stage. @type {Pointing} */
const NOTHING = { lines: [], cells: [], alarm: false, supposed: new Map() };

/** Messages about the cells of a game, by the verdict on its completions. @type {Record<string, string>} */
const LEFT = {
  unique: "No mistakes so far: one solution has all these cells.",
  multiple: "No mistakes so far: several solutions have all these cells.",
  unsolvable: "No solution has all these cells.",
  unknown: "There was not enough time to say.",
};

const MODES = [
  ["play", "Play"],
  ["replay", "Explanation"],
];
const PACE = 900; // milliseconds a step
const MARKING = matchMedia("(pointer: coarse)").matches
  ? "Choose × to mark cells as empty."
  : "The right mouse button marks cells as empty.";

const paragraphs = (/** @type {string} */ text) => text.split("\n").map((line) => h("p", line));

export class Solve {
  name = "Solve";
  icon = "solve";
  plays = true;

  /** @param {import("../api.js").Api} api */
  constructor(api) {
    this.api = api;
    this.state = api.state;
    this.choices = api.state.choices;
    this.body = h("div");
    /** @type {Message|null} */
    this.message = null;
    /** Shades on the stage. @type {Pointing} */
    this.pointing = NOTHING;
    /** @type {ReturnType<typeof setInterval>|undefined} */
    this.timer = undefined;
    this.reset();
  }

  /** @param {import("../model/activity.js").PuzzleChange} change */
  changed({ statement, document }) {
    if (statement || document) this.reset();
  }

  answered() {
    if (this.state.activity === this && this.choices.mode === "play") this.update();
  }

  moved() {
    this.showMessage(null);
    this.update();
  }

  reset() {
    this.api.questions.cancel("solve");
    this.stop();
    this.showMessage(null);
    this.state.explanation = NO_EXPLANATION;
    this.busy = false;
    if (this.state.activity === this) {
      this.update();
      this.api.page.refresh();
    }
  }

  get explained() {
    return this.state.explanation;
  }

  get tools() {
    return this.choices.mode === "play" ? ["pencil", "line", "rectangle"] : [];
  }

  panel() {
    this.update();
    return [choice("Mode", MODES, this.choices.mode, (mode) => this.change(mode)), this.body];
  }

  enter() {
    this.point();
    if (this.choices.mode === "replay" && !this.explained.steps) this.explain();
  }

  leave() {
    this.stop();
    for (const name of ["lines", "cells"]) this.api.stage.overlay(name, null);
    this.api.page.remark([]);
  }

  /** @param {string} mode */
  change(mode) {
    this.choices.mode = mode;
    this.showMessage(null);
    this.api.choose(this.tools[0] ?? null);
    if (mode === "replay" && !this.explained.steps) this.explain();
    this.update();
    this.api.page.refresh();
  }

  /** The cells on the stage. */
  cells() {
    return this.choices.mode === "play" ? this.state.play : this.replayed(this.explained.at);
  }

  get drawable() {
    return this.choices.mode === "play";
  }

  /** Shades the lines and cells of a hint or step. */
  point() {
    const { api } = this;
    const { lines, cells, alarm, supposed } = this.pointing;
    const colour = alarm ? "alarm-wash" : supposed.size ? "supposed-wash" : "accent-wash";
    const shaded = linesOverlay(lines, colour);
    const upon = supposedOverlay(supposed);
    /** @type {import("../view/overlays.js").Overlay} */
    const both = (context, view, look) => {
      shaded(context, view, look);
      upon(context, view, look);
    };
    api.stage.overlay("lines", lines.length || supposed.size ? both : null);
    api.stage.overlay("cells", cells.length ? cellsOverlay(cells, alarm) : null);
    this.api.page.remark(alarm ? [] : lines);
  }

  /** Shows a message, or none, and shades the cells that it is about. @param {Partial<Message>|null} message @param {Partial<Pointing>} [pointing] */
  showMessage(message, pointing) {
    this.message = message && { text: "", steps: [], stages: [], at: 0, ...message };
    this.pointing = { ...NOTHING, ...pointing };
    if (this.state.activity === this) this.point();
  }

  /** Asks for a hint, or shows the next stage. */
  async hint() {
    const { api, state } = this;
    if (this.message?.stages.length) return this.show(this.message.at + 1);
    await this.work(async () => this.take(await api.questions.hint(state.puzzle, state.play)));
  }

  /** Shows progress during an action; `fail` gets the reason of an error. @param {() => Promise<void>} act */
  async work(act, fail = (/** @type {string} */ text) => this.showMessage({ text })) {
    this.busy = true;
    this.update();
    if (!(await this.api.attempt(act, fail))) return;
    this.busy = false;
    this.update();
  }

  /** Shows a hint: its first stage, or its text if it has none. @param {import("../../shared/teaching.js").Hint} hint */
  take(hint) {
    const { levels, mistake, steps } = hint;
    /** @param {{row: number, column: number}} each */
    const place = (each) => cellOf(this.state.puzzle, each);
    const text = sentences(hint.said);
    if (!levels.length) {
      this.showMessage({ text });
      this.api.page.say(text, { quiet: true });
      return;
    }
    const stages = mistake ? mistakeStages(hint, mistake, place) : stagesOf(steps, levels, place);
    this.showMessage({ text, steps, stages });
    this.show(0);
  }

  /** Shows a stage of the hint. @param {number} at */
  show(at) {
    const { message } = this;
    if (!message) return;
    message.at = Math.max(0, Math.min(at, message.stages.length - 1));
    this.showStage(message.stages[message.at]);
    this.update();
  }

  /** Announces a stage of a hint or an explanation, and shades its cells. @param {Stage} stage */
  showStage({ words, line, cells, supposed, ends }) {
    this.pointing = { lines: line ? [lineOf(this.state.puzzle, line)] : [], cells, alarm: ends, supposed };
    this.point();
    this.api.page.say(words, { quiet: true });
  }

  /** A button that shows the glossary entry of a stage's technique. @param {Stage} stage */
  glossary({ technique }) {
    const what = t("What does “{technique}” mean?", { technique: t(technique) });
    return technique && button(what, { onclick: () => showTechnique(this.api, technique) });
  }

  /** Applies the hint. */
  follow() {
    const { api, state } = this;
    const cells = state.play.slice();
    for (const step of this.message?.steps ?? [])
      for (const cell of step.cells) cells[cellOf(state.puzzle, cell)] = cell.colour;
    api.session.playOn(cells);
    api.page.say("Done", { quiet: true });
  }

  /** Marks the cells that differ from the solution; if there are several, asks for a contradiction. */
  async mistakes() {
    const { api, state } = this;
    const { puzzle } = state;
    const { check } = state.answers;
    if (check?.verdict !== "unique") return this.contradiction(check?.verdict);
    const solution = pictureOf(check.solutions[0], geometry(puzzle)) ?? [];
    const wrong = state.game.wrongCells((cell) => [solution[cell]]);
    const text = wrong.length
      ? t("{n} cell is wrong.|{n} cells are wrong.", { n: wrong.length })
      : t("No mistakes so far.");
    this.showMessage({ text }, { cells: wrong, alarm: true });
    api.page.say(text, { quiet: true });
    this.update();
  }

  /** Shows whether any solution has all cells of the game, and points to a mistake if not. @param {string} [verdict] */
  async contradiction(verdict) {
    const { api, state } = this;
    const { questions } = api;
    this.showMessage(null);
    await this.work(async () => {
      const { verdict: left } =
        verdict === "unsolvable"
          ? { verdict }
          : await questions.about("solve", "check", api.session.played());
      const hint = left === "unsolvable" && (await questions.hint(state.puzzle, state.play));
      if (hint && hint.mistake) this.take(hint);
      else this.showMessage({ text: t(LEFT[left]) });
    });
  }

  update() {
    fill(this.body, this.choices.mode === "play" ? this.playing() : this.replaying());
  }

  playing() {
    const { api, state, busy, message } = this;
    const known = state.play.filter((colour) => colour !== UNKNOWN).length;
    const solved = known > 0 && state.game.isSolved();
    const look = { icon: "solve", text: true, class: "main" };
    return [
      row(
        "wrap",
        button("Hint", { ...look, disabled: busy, onclick: () => this.hint() }),
        button("Mistakes?", { disabled: busy, onclick: () => this.mistakes() }),
      ),
      blame(api),
      solved && h("p.notice.good", { role: "status" }, "Solved."),
      busy && quiet(h("span.spinner"), "Thinking…"),
      message &&
        h("section.told", message.stages.length ? this.stageWords(message) : paragraphs(message.text)),
      quiet(`${this.knownWords(known)} ${t(MARKING)}`),
      row("wrap", button("Start over", { onclick: () => api.session.playOn(untouched(state.puzzle)) })),
    ];
  }

  /** The words of a hint's stage, and its buttons. @param {Message} message */
  stageWords({ stages, at, steps }) {
    const stage = stages[at];
    return [
      paragraphs(stage.words),
      row(
        "wrap",
        !stage.whole && labelled("More", "right", () => this.show(at + 1)),
        stage.whole && steps.length > 0 && labelled("Do it", "check", () => this.follow()),
        at > 0 && labelled("Back", "left", () => this.show(at - 1)),
      ),
      this.glossary(stage),
    ];
  }

  /** Asks for all steps, with a time limit of `seconds` or the one chosen for all questions. @param {number} [seconds] */
  async explain(seconds) {
    const { api, state } = this;
    const { puzzle } = state;
    state.explanation = NO_EXPLANATION;
    /** @param {{open_cells: number}} known */
    const report = ({ open_cells }) => {
      const isFirst = state.explanation.left === null;
      state.explanation = { ...NO_EXPLANATION, left: open_cells };
      if (isFirst) this.update();
      this.progress?.replaceChildren(this.explainedWords());
    };
    const act = async () => {
      const { questions } = api;
      const answer = await questions.about("solve", "explain", puzzle, questions.time(seconds), report);
      /** @type {Step[]} */
      const steps = answer.steps;
      const positions = steps.flatMap((step, number) => {
        const stages = reasonsOf(step, (place) => cellOf(puzzle, place));
        stages[stages.length - 1].whole = true;
        return stages.map((stage) => ({ ...stage, number }));
      });
      const { stopped } = answer;
      state.explanation = {
        steps,
        positions,
        left: 0,
        at: 0,
        conclusion: sentence(answer.concluded),
        stopped,
      };
    };
    await this.work(act, (conclusion) => (state.explanation = { ...NO_EXPLANATION, steps: [], conclusion }));
    api.page.refresh();
  }

  /** @param {number} known cells */
  knownWords(known) {
    return t("{known} of {all} cells known.", { known, all: this.state.play.length });
  }

  /** The number of known cells after the steps so far, in words. */
  explainedWords() {
    const all = this.state.play.length;
    return this.knownWords(all - (this.state.explanation.left ?? all));
  }

  /** The picture at a place of the slider. @param {number} at */
  replayed(at) {
    const { puzzle } = this.state;
    const cells = untouched(puzzle);
    const { number, whole } = (at > 0 && this.explained.positions?.[at - 1]) || { number: 0, whole: false };
    for (const step of (this.explained.steps ?? []).slice(0, number + Number(whole)))
      for (const cell of step.cells) cells[cellOf(puzzle, cell)] = cell.colour;
    return cells;
  }

  /** @param {number} number */
  goTo(number) {
    this.explained.at = Math.min(this.explained.positions.length, Math.max(0, number));
    const position = this.explained.positions[this.explained.at - 1];
    if (position) this.showStage(position);
    else this.showMessage(null);
    this.api.page.refresh();
    this.slider?.set(this.explained.at);
    fill(this.words, this.stepWords());
    if (this.explained.at === this.explained.positions.length) this.stop();
  }

  stepWords() {
    const position = this.explained.positions[this.explained.at - 1];
    const n = this.explained.steps?.length ?? 0;
    if (!position)
      return quiet(t("{n} step. Move the slider, or play.|{n} steps. Move the slider, or play.", { n }));
    const { conclusion } = this.explained;
    const last = this.explained.at === this.explained.positions.length;
    const end = last && [conclusion && quiet(conclusion), this.longer()];
    return [paragraphs(position.words), this.glossary(position), end];
  }

  /** Offers more time for an explanation that ran out of it. */
  longer() {
    const look = { onclick: () => this.explain(LONG) };
    return this.explained.stopped === "seconds" && button("Look longer", look);
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

  replaying() {
    if (this.busy || !this.explained.steps) {
      this.progress = this.explained.left === null ? null : h("span", this.explainedWords());
      return quiet(h("span.spinner"), "Solving it as a person would…", " ", this.progress);
    }
    if (!this.explained.steps.length)
      return h("p.notice", this.explained.conclusion || "Nothing follows from the clues.", this.longer());
    this.words = h("section.told", this.stepWords());
    this.slider = slider("Step", {
      min: 0,
      max: this.explained.positions.length,
      step: 1,
      value: this.explained.at,
      shown: (/** @type {number} */ value) =>
        `${value ? this.explained.positions[value - 1].number + 1 : 0} / ${this.explained.steps?.length}`,
      oninput: (/** @type {number} */ value) => this.goTo(value),
    });
    return [
      this.slider,
      row(
        "",
        button("First step", { icon: "first", onclick: () => this.goTo(0) }),
        button("Previous step", { icon: "left", onclick: () => this.goTo(this.explained.at - 1) }),
        this.timer
          ? button("Pause", { icon: "pause", onclick: () => this.play() })
          : button("Play the steps", { icon: "play", onclick: () => this.play() }),
        button("Next step", { icon: "right", onclick: () => this.goTo(this.explained.at + 1) }),
        button("Last step", { icon: "last", onclick: () => this.goTo(this.explained.positions.length) }),
      ),
      this.words,
    ];
  }
}

/** Solve: play with hints that give their reason, mistakes on request; or watch the explanation step by step. */

import { reasonOf } from "../engine/common.js";
import { button, choice, fill, h, labelled, quiet, row, slider } from "../view/dom.js";
import { LONG, cellOf, isCancelled, lineOf } from "../asking/questions.js";
import { geometry, pictureOf } from "../shared/puzzle.js";
import { UNKNOWN } from "../shared/lines.js";
import { untouched } from "../shared/play.js";
import { mistakeStages, stagesOf } from "../shared/teaching.js";
import { cellsOverlay, linesOverlay, supposedOverlay } from "../view/overlays.js";
import { t, told, toldAll } from "../shared/words.js";
import { blame } from "./blame.js";
import { positionsOf } from "./positions.js";

/** @typedef {{lines: import("../shared/geometry.js").LineId[], cells: number[], alarm: boolean, supposed: Stage["supposed"]}} Pointing */
/** @import { Stage, Step } from "../shared/teaching.js" */

/** What is shaded on the stage: nothing. @type {Pointing} */
const NOTHING = { lines: [], cells: [], alarm: false, supposed: new Map() };

/** What remains possible with the cells of a play, by the verdict. @type {Record<string, string>} */
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
    this.body = h("div");
    this.mode = "play";
    /** What is said: a hint, or an error. @type {{text: string, steps?: Step[]}|null} */
    this.told = null;
    /** The stages of the hint, and the one that is said. @type {{stages: Stage[], at: number}|null} */
    this.given = null;
    /** The glossary's entry that is shown. @type {{technique: string, guides: string[], text: string}|null} */
    this.entry = null;
    /** What is shaded on the stage. @type {Pointing} */
    this.pointing = NOTHING;
    /** The steps of the explanation; null before it is there. @type {Step[]|null} */
    this.steps = null;
    /** The places of its slider. @type {(Stage & {number: number})[]} */
    this.positions = [];
    /** The conclusion of the explanation, and what stopped it. @type {{conclusion?: string, stopped?: string|null}} */
    this.explanation = {};
    /** Cells that the steps so far leave open; null if not known. @type {number|null} */
    this.left = null;
    this.at = 0;
    /** @type {ReturnType<typeof setInterval>|undefined} */
    this.timer = undefined;
    this.reset();
  }

  /** @param {import("../model/activity.js").PuzzleChange} change */
  changed({ statement, document }) {
    if (statement || document) this.reset();
  }

  answered() {
    if (this.state.activity === this && this.mode === "play") this.update();
  }

  moved() {
    this.clearHint();
    this.update();
  }

  reset() {
    this.api.questions.cancel("solve");
    this.stop();
    this.told = this.given = this.entry = null;
    this.pointing = NOTHING;
    this.steps = this.left = null;
    this.at = 0;
    this.busy = false;
    if (this.state.activity === this) {
      this.update();
      this.api.redraw();
    }
  }

  get tools() {
    return this.mode === "play" ? ["pencil", "line", "rectangle"] : [];
  }

  panel() {
    this.update();
    return [choice("Mode", MODES, this.mode, (mode) => this.change(mode)), this.body];
  }

  enter() {
    this.point();
    if (this.mode === "replay" && !this.steps) this.explain();
  }

  leave() {
    this.stop();
    for (const name of ["lines", "cells"]) this.api.overlay(name, null);
    this.api.point([]);
  }

  /** @param {string} mode */
  change(mode) {
    this.mode = mode;
    this.clearHint();
    this.api.choose(this.tools[0] ?? null);
    if (mode === "replay" && !this.steps) this.explain();
    this.update();
    this.api.redraw();
  }

  /** What the stage shows. */
  cells() {
    return this.mode === "play" ? this.state.play : this.replayed(this.at);
  }

  get drawable() {
    return this.mode === "play";
  }

  /** Shades the lines and cells that a hint or step is about. */
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
    api.overlay("lines", lines.length || supposed.size ? both : null);
    api.overlay("cells", cells.length ? cellsOverlay(cells, alarm) : null);
    this.api.point(alarm ? [] : lines);
  }

  clearHint() {
    this.told = this.given = this.entry = null;
    this.pointing = NOTHING;
    if (this.state.activity === this) this.point();
  }

  /** A hint, or more of the one that is given. */
  async hint() {
    const { api, state } = this;
    if (this.given) return this.show(this.given.at + 1);
    await this.work(async () => this.tell(await api.questions.hint(state.puzzle, state.play)));
  }

  /** Shows that something takes time; says what went wrong. @param {() => Promise<void>} act */
  async work(act, fail = (/** @type {string} */ text) => void (this.told = { text })) {
    this.busy = true;
    this.update();
    try {
      await act();
    } catch (error) {
      if (isCancelled(error)) return;
      fail(reasonOf(error));
    }
    this.busy = false;
    this.update();
  }

  /** @param {import("../shared/teaching.js").Hint} hint */
  tell(hint) {
    /** @param {{row: number, column: number}} each */
    const place = (each) => cellOf(this.state.puzzle, each);
    const text = toldAll(hint.said);
    this.told = { steps: hint.steps, text };
    if (hint.levels.length) {
      const stages = hint.mistake
        ? mistakeStages(hint, hint.mistake, place)
        : stagesOf(hint.steps, hint.levels, place);
      this.given = { stages, at: 0 };
      this.show(0);
      return;
    }
    this.point();
    this.api.say(text, { quiet: true });
  }

  /** Says so much of the hint that is given. @param {number} at */
  show(at) {
    const { given } = this;
    if (!given) return;
    given.at = Math.max(0, Math.min(at, given.stages.length - 1));
    this.entry = null;
    this.showStage(given.stages[given.at]);
    this.update();
  }

  /** Says a stage of a hint, or of an explanation, and shows it. @param {Stage} stage */
  showStage({ words, line, cells, supposed, ends }) {
    this.pointing = { lines: line ? [lineOf(line)] : [], cells, alarm: ends, supposed };
    this.point();
    this.api.say(words, { quiet: true });
  }

  /** Tells what a technique is. @param {string} name */
  async explainTechnique(name) {
    try {
      const { techniques } = await this.api.questions.ask("technique", { technique: name });
      this.entry = techniques[0];
    } catch (error) {
      if (isCancelled(error)) return;
      this.entry = { technique: name, guides: [], text: reasonOf(error) };
    }
    this.api.say(this.entry?.text ?? "", { quiet: true });
    this.update();
  }

  /** A button that tells what the technique of a stage is, and the entry once it was pressed. @param {Stage} stage */
  glossary({ technique }) {
    const { entry } = this;
    const what = t("What does “{technique}” mean?", { technique: t(technique) });
    if (!entry) return technique && button(what, { onclick: () => this.explainTechnique(technique) });
    const guides = entry.guides.filter((name) => name !== entry.technique).map((name) => t(name));
    const names = guides.length > 0 && ` (${t("in guides: {names}", { names: guides.join(", ") })})`;
    return h("div.entry", h("p", h("strong", entry.technique), names), h("p", entry.text));
  }

  /** Does what the hint says. */
  follow() {
    const { api, state } = this;
    const cells = state.play.slice();
    for (const step of this.told?.steps ?? [])
      for (const cell of step.cells) cells[cellOf(state.puzzle, cell)] = cell.colour;
    api.playOn(cells);
    this.api.say("Done", { quiet: true });
  }

  /** Marks the cells that differ from the solution; where there are several, asks for what cannot be right. */
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
    this.told = { text, steps: [] };
    this.given = this.entry = null;
    this.pointing = { ...NOTHING, cells: wrong, alarm: true };
    this.point();
    api.say(text, { quiet: true });
    this.update();
  }

  /** Says whether any solution has all cells of the play, and points to what excludes that. @param {string} [verdict] */
  async contradiction(verdict) {
    const { api, state } = this;
    const { questions } = api;
    this.clearHint();
    await this.work(async () => {
      const { verdict: left } =
        verdict === "unsolvable" ? { verdict } : await questions.about("solve", "check", api.played());
      const hint = left === "unsolvable" && (await questions.hint(state.puzzle, state.play));
      if (hint && hint.mistake) this.tell(hint);
      else this.told = { text: t(LEFT[left]), steps: [] };
    });
  }

  update() {
    fill(this.body, this.mode === "play" ? this.playing() : this.replaying());
  }

  playing() {
    const { api, state, busy } = this;
    const known = state.play.reduce((sum, colour) => sum + (colour !== UNKNOWN ? 1 : 0), 0);
    const solved = known > 0 && state.game.isSolved();
    return [
      row(
        "wrap",
        button("Hint", {
          icon: "solve",
          text: true,
          class: "main",
          disabled: busy,
          onclick: () => this.hint(),
        }),
        button("Mistakes?", { disabled: busy, onclick: () => this.mistakes() }),
      ),
      blame(this.api),
      solved && h("p.notice.good", { role: "status" }, "Solved."),
      this.busy && quiet(h("span.spinner"), "Thinking…"),
      this.told && h("section.told", this.given ? this.stageWords(this.given) : paragraphs(this.told.text)),
      quiet(`${t("{known} of {all} cells known.", { known, all: state.play.length })} ${t(MARKING)}`),
      row("wrap", button("Start over", { onclick: () => api.playOn(untouched(state.puzzle)) })),
    ];
  }

  /** What is said of a hint, and what can be done then. @param {{stages: Stage[], at: number}} given */
  stageWords({ stages, at }) {
    const stage = stages[at];
    return [
      paragraphs(stage.words),
      row(
        "wrap",
        !stage.whole && labelled("More", "right", () => this.show(at + 1)),
        stage.whole && this.told?.steps?.length && labelled("Do it", "check", () => this.follow()),
        at > 0 && labelled("Back", "left", () => this.show(at - 1)),
      ),
      this.glossary(stage),
    ];
  }

  /** Asks for all steps; for `seconds`, else as long as is chosen for all. @param {number} [seconds] */
  async explain(seconds) {
    const { api, state } = this;
    this.steps = this.left = null;
    /** @param {{open_cells: number}} known */
    const heard = ({ open_cells }) => {
      const first = this.left === null;
      this.left = open_cells;
      if (first) this.update();
      this.sought?.replaceChildren(this.knownWords());
    };
    const act = async () => {
      const { questions } = api;
      const answer = await questions.about("solve", "explain", state.puzzle, questions.time(seconds), heard);
      this.explanation = { ...answer, conclusion: told(answer.concluded) };
      this.steps = answer.steps;
      this.positions = positionsOf(answer.steps, (place) => cellOf(state.puzzle, place));
      this.at = 0;
    };
    await this.work(act, (conclusion) => {
      this.steps = [];
      this.explanation = { conclusion };
    });
    api.redraw();
  }

  /** How many cells the steps so far make known. */
  knownWords() {
    const all = this.state.play.length;
    return t("{known} of {all} cells known.", { known: all - (this.left ?? all), all });
  }

  /** The picture after so many steps and links. @param {number} at */
  replayed(at) {
    const { puzzle } = this.state;
    const cells = untouched(puzzle);
    const { number, whole } = (at > 0 && this.positions?.[at - 1]) || { number: 0, whole: false };
    for (const step of (this.steps ?? []).slice(0, number + Number(whole)))
      for (const cell of step.cells) cells[cellOf(puzzle, cell)] = cell.colour;
    return cells;
  }

  /** @param {number} number */
  goTo(number) {
    this.at = Math.min(this.positions.length, Math.max(0, number));
    this.entry = null;
    const position = this.positions[this.at - 1];
    if (position) this.showStage(position);
    else {
      this.pointing = NOTHING;
      this.point();
    }
    this.api.redraw();
    this.slider?.set(this.at);
    fill(this.words, this.stepWords());
    if (this.at === this.positions.length) this.stop();
  }

  stepWords() {
    const position = this.positions[this.at - 1];
    const n = this.steps?.length ?? 0;
    if (!position)
      return quiet(t("{n} step. Move the slider, or play.|{n} steps. Move the slider, or play.", { n }));
    const { conclusion } = this.explanation;
    const last = this.at === this.positions.length;
    const end = last && [conclusion && quiet(conclusion), this.longer()];
    return [paragraphs(position.words), this.glossary(position), end];
  }

  /** Offers more time for an explanation that ran out of it. */
  longer() {
    const look = { onclick: () => this.explain(LONG) };
    return this.explanation.stopped === "seconds" && button("Look longer", look);
  }

  play() {
    if (this.timer) return this.stop();
    if (this.at === this.positions.length) this.goTo(0);
    this.timer = setInterval(() => this.goTo(this.at + 1), PACE);
    this.update();
  }

  stop() {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = undefined;
    if (this.state.activity === this) this.update();
  }

  replaying() {
    if (this.busy || !this.steps) {
      this.sought = this.left === null ? null : h("span", this.knownWords());
      return quiet(h("span.spinner"), "Solving it as a person would…", " ", this.sought);
    }
    if (!this.steps.length)
      return h("p.notice", this.explanation.conclusion || "Nothing follows from the clues.", this.longer());
    this.words = h("section.told", this.stepWords());
    this.slider = slider("Step", {
      min: 0,
      max: this.positions.length,
      step: 1,
      value: this.at,
      shown: (/** @type {number} */ value) =>
        `${value ? this.positions[value - 1].number + 1 : 0} / ${this.steps?.length}`,
      oninput: (/** @type {number} */ value) => this.goTo(value),
    });
    return [
      this.slider,
      row(
        "",
        button("First step", { icon: "first", onclick: () => this.goTo(0) }),
        button("Previous step", { icon: "left", onclick: () => this.goTo(this.at - 1) }),
        this.timer
          ? button("Pause", { icon: "pause", onclick: () => this.play() })
          : button("Play the steps", { icon: "play", onclick: () => this.play() }),
        button("Next step", { icon: "right", onclick: () => this.goTo(this.at + 1) }),
        button("Last step", { icon: "last", onclick: () => this.goTo(this.positions.length) }),
      ),
      this.words,
    ];
  }
}

/** The parts of the page, for activities, keys and pointer; and the verbs that need several of them. */

import { reasonOf } from "./engine/common.js";
import { Draw } from "./activities/draw.js";
import { SavePanel } from "./activities/save-panel.js";
import { Mend } from "./activities/mend.js";
import { See } from "./activities/see.js";
import { Solve } from "./activities/solve.js";
import { Watch } from "./asking/watch.js";
import { isCancelled } from "./asking/questions.js";
import { Opening } from "./input/opening.js";
import { Session } from "./model/session.js";
import { Verdicts } from "./model/verdicts.js";
import { cellName, lineName } from "../shared/geometry.js";
import { clueText, colourName } from "../shared/clues.js";
import { UNKNOWN } from "../shared/lines.js";
import { clues, geometry, nameOf, withClue } from "../shared/puzzle.js";
import { t } from "../shared/words.js";
import { Drawing } from "./tools/drawing.js";
import { askForClue } from "./view/clue-dialog.js";
import { dropTyped, saveTyped, whileTyped } from "./view/dom.js";
import { askForSize } from "./view/size-dialog.js";

/**
 * @typedef {import("../shared/puzzle.js").Puzzle} Puzzle
 * @typedef {import("../shared/geometry.js").LineId} Line
 * @typedef {import("./model/activity.js").Activity} Activity
 *
 * @typedef {object} Parts
 * @property {import("./model/state.js").State} state
 * @property {import("./model/shelf.js").Shelf} shelf
 * @property {import("./model/windows.js").Windows} windows
 * @property {import("./asking/questions.js").Questions} questions
 * @property {import("./view/stage.js").Stage} stage
 */

export class Api {
  /** The page around the picture, made last. @type {import("./app.js").Page} */
  page;
  /** The tool last used in each activity. @type {Map<Activity, string|null>} */
  #tools = new Map();

  /** @param {Parts} parts @param {(api: Api) => import("./app.js").Page} pageOf makes the page around the picture */
  constructor({ state, shelf, windows, questions, stage }, pageOf) {
    this.state = state;
    this.shelf = shelf;
    this.questions = questions;
    this.stage = stage;
    this.watch = new Watch(state, questions, () => this.#answered());
    this.windows = windows;
    this.session = new Session(state, shelf, windows, {
      puzzle: (change) => this.#changed(change),
      preview: () => this.page.refresh(),
      refused: () => this.page.sayWatching(),
    });
    this.drawing = new Drawing(this);
    this.draw = new Draw(this);
    this.see = new See(this);
    this.mend = new Mend(this);
    this.solve = new Solve(this);
    this.savePanel = new SavePanel(this);
    state.activities = [this.draw, this.see, this.mend, this.solve, this.savePanel];
    this.opening = new Opening(this, this.draw);
    this.page = pageOf(this);
    this.go(this.draw);
  }

  // changes, in the order of the parts that take them up

  /** @param {import("./model/activity.js").PuzzleChange} change */
  #changed(change) {
    const { state } = this;
    if (change.document) dropTyped();
    this.watch.changed(change);
    this.drawing.changed(change);
    if (change.document) state.verdicts = new Verdicts();
    state.verdicts.note(state); // a change of texts keeps the verdict
    for (const activity of state.activities) activity.changed?.(change);
    this.page.changed();
    if (change.document) this.stage.fit();
  }

  #answered() {
    const { state } = this;
    state.verdicts.note(state);
    if (state.isAnswered && state.answers.rating?.minutes_text)
      this.session.rate(state.answers.rating.minutes_text);
    for (const activity of state.activities) activity.answered?.();
    this.page.answered();
  }

  // the puzzle

  /** Restores the last picture with one solution. */
  backToOne() {
    const {
      puzzle,
      verdicts: { good },
    } = this.state;
    if (good)
      this.session.commit("Back to one solution", { ...puzzle, cells: good.cells, givens: good.givens });
  }

  undo() {
    if (this.state.watches) return this.page.sayWatching();
    saveTyped(); // or a title typed just now becomes a step after this one
    const label = this.session.turn(false);
    this.page.say(label ? t("Undone: {what}", { what: t(label) }) : "Nothing to undo", { quiet: true });
  }

  redo() {
    if (this.state.watches) return this.page.sayWatching();
    saveTyped(); // or a title typed just now becomes a step after this one
    const label = this.session.turn(true);
    const words = label ? t("Redone: {what}", { what: t(label) }) : "Nothing to redo";
    this.page.say(words, { quiet: true });
  }

  /**
   * Keeps a text of the puzzle while it is typed into a field; one visit of the field is one change.
   * @param {HTMLInputElement} input
   * @param {import("../shared/puzzle.js").TextName} key
   */
  keepText(input, key) {
    whileTyped(
      input,
      () => this.state.id,
      (text, visit) => {
        const { puzzle } = this.state;
        if ((puzzle.texts[key] ?? "") === text) return;
        const texts = { ...puzzle.texts, [key]: text };
        if (!text) delete texts[key];
        this.session.write(texts, visit);
      },
    );
  }

  /** Asks for another clue of a line. @param {Line} line */
  async editClue({ family, index }) {
    const { puzzle } = this.state;
    const clue = await askForClue(puzzle, family, index);
    if (clue !== undefined) this.session.commit("Clue", withClue(this.state.puzzle, family, index, clue));
    this.stage.element.focus();
  }

  // the shelf

  /** Opens a puzzle of the shelf, which another window may draw. @param {string} id */
  async openEntry(id) {
    if (!(await this.windows.join(id))) return; // another was opened meanwhile
    const entry = this.windows.whole ?? (await this.shelf.find(id));
    if (this.windows.id !== id) return;
    if (entry) this.session.open(entry.puzzle, entry);
    else if (this.state.id) await this.windows.join(this.state.id);
  }

  /** Joins the other windows of this browser. */
  meetWindows() {
    addEventListener("pagehide", saveTyped);
    this.windows.start({
      changed: (entry, last) => {
        if (!this.session.follow(entry, last)) this.#restore();
      },
      unsaved: (id) => this.shelf.unsaved(id),
      handOver: (id) => {
        this.drawing.end();
        saveTyped();
        return this.shelf.release(id);
      },
      role: (draws) => {
        this.state.watches = !draws;
        this.page.showWindows();
      },
    });
  }

  /** Draws here what another window draws. */
  async drawHere() {
    await this.windows.take();
    const { whole, draws } = this.windows;
    if (whole) this.session.restore(whole);
    else await this.#restore();
    this.state.watches = !draws;
    if (whole) this.session.storeAgain();
    this.page.showWindows();
    this.stage.element.focus();
  }

  /** Shows the stored state of the document. */
  async #restore() {
    const { id } = this.state;
    const entry = await this.shelf.find(id);
    if (entry && id === this.state.id) this.session.restore(entry);
  }

  /** Opens a copy of the puzzle. */
  duplicate() {
    const { puzzle, folder } = this.state;
    const title = puzzle.texts.title ? t("{title} (copy)", { title: puzzle.texts.title }) : t("Copy");
    this.session.open({ ...puzzle, texts: { ...puzzle.texts, title } }, { folder });
    this.page.say("A copy is open");
  }

  /** What a message says of the open puzzle if another one takes its place, with the way back; null if nothing is lost. */
  get shelved() {
    const { id, isEmpty, puzzle } = this.state;
    if (!id || isEmpty || this.shelf.kept === "unsaved") return null;
    const name = nameOf(puzzle);
    /** @type {[string, () => void]} */
    const action = [t("Back to {name}", { name }), () => this.openEntry(id)];
    return { text: t("{name} is on the shelf.", { name }), action };
  }

  /** Opens another puzzle, and says where the one before is. @param {Puzzle} puzzle @param {string} [opened] a message before that */
  replace(puzzle, opened = "") {
    const { shelved } = this;
    this.session.open(puzzle);
    const text = [opened, shelved?.text].filter(Boolean).join(" ");
    if (text) this.page.say(text, { action: shelved?.action });
  }

  async newPuzzle() {
    const puzzle = await askForSize(this.state.puzzle);
    if (puzzle) this.replace(puzzle);
  }

  // drawing

  /** Takes a tool, in an activity that has it. @param {string|null} name */
  choose(name) {
    const { state } = this;
    const able = name && !state.activity.tools.includes(name);
    if (able) this.go(state.activities.find(({ tools }) => tools.includes(name)) ?? this.draw);
    this.drawing.cancel();
    state.tool = name;
    this.#tools.set(state.activity, name);
    this.page.drawTools();
  }

  /** @param {number} ink a palette index */
  chooseInk(ink) {
    const { palette } = this.state.puzzle;
    if (ink >= palette.length) return;
    this.state.ink = ink;
    this.page.drawTools();
    const name = ink ? t("Ink {colour}", { colour: colourName(palette, ink) }) : "Background";
    this.page.say(name, { quiet: true });
  }

  // the page

  /** Goes to an activity; with `focus` its panel opens on a phone. @param {Activity} activity @param {boolean} [focus] */
  go(activity, focus = false) {
    const { state } = this;
    if (state.activity === activity) {
      if (focus) this.page.togglePanel();
      return;
    }
    state.activity?.leave?.();
    this.drawing.cancel();
    state.activity = activity;
    this.page.enter(Boolean(activity.quiet && !focus));
    const chosen = this.#tools.get(activity);
    this.choose(chosen === undefined ? (activity.tools[0] ?? null) : chosen);
    if (state.ink === 0) state.ink = 1;
    this.page.showPanel();
    this.page.refresh();
    activity.enter?.();
    this.page.answered();
    this.page.drawTools();
  }

  /**
   * Says the result of an action; calls `fail` with the reason of an error. Returns false if the action was cancelled.
   * @param {() => Promise<string|void>} act
   * @param {(reason: string) => void} [fail]
   */
  async attempt(act, fail = (reason) => this.page.say(reason)) {
    try {
      const words = await act();
      if (words) this.page.say(words);
    } catch (error) {
      if (isCancelled(error)) return false;
      fail(reasonOf(error));
    }
    return true;
  }

  /** Announces the cell at the keyboard's cursor: its name, its colour, the clues of its lines. */
  describe() {
    const { cursor, cells } = this.stage;
    const { puzzle } = this.state;
    if (cursor < 0 || !cells) return;
    const colour = cells[cursor];
    const all = clues(puzzle);
    const lines = this.stage.linesThrough(cursor).map(({ family, index }) => {
      const name = lineName({ axis: geometry(puzzle).axes[family], index });
      return `${name}: ${clueText(all[family][index], puzzle.palette)}`;
    });
    const kept = puzzle.kept.has(cursor) ? `, ${t("protected")}` : "";
    const given = puzzle.givens.has(cursor) ? `, ${t("revealed")}` : "";
    const name = colour === UNKNOWN ? t("unknown") : colourName(puzzle.palette, colour);
    this.page.say(`${cellName(geometry(puzzle), cursor)}: ${name}${kept}${given}. ${lines.join("; ")}`, {
      quiet: true,
    });
  }
}

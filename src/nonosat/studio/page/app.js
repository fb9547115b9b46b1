/** The page around the picture: title, verdict, tools, tabs, messages; and what activities have in common. */

import { Drawing } from "./tools/drawing.js";
import { TOOLS } from "./tools/all.js";
import { askForSize, Draw } from "./activities/draw.js";
import { blamed, See } from "./activities/see.js";
import { Mend } from "./activities/mend.js";
import { Solve } from "./activities/solve.js";
import { Culprit } from "./activities/culprit.js";
import { Keep } from "./activities/keep.js";
import { choice } from "./engine/engine.js";
import { coloursOf } from "./asking/questions.js";
import { offers } from "./activities/offers.js";
import { Opening } from "./input/opening.js";
import { listenToPointer } from "./shared/pointer.js";
import { listenToKeys } from "./shared/keyboard.js";
import { pointing } from "./input/pointing.js";
import { shortcuts } from "./input/shortcuts.js";
import { Trend } from "./model/trend.js";
import { askForClue } from "./view/clue-dialog.js";
import { button, fill, h, icon, radios } from "./view/dom.js";
import { swatches } from "./view/inks.js";
import { marksOverlay, regionsOverlay } from "./view/overlays.js";
import { showKeys } from "./view/keys.js";
import { isDark } from "./view/theme.js";
import { VerdictBar } from "./view/verdict.js";
import { clueText, colourName } from "./shared/clues.js";
import { UNKNOWN } from "./shared/lines.js";
import { cellName, lineName } from "./shared/geometry.js";
import { geometry, nameOf, withCells, withClue } from "./shared/puzzle.js";
import { store, stored } from "./shared/stored.js";
import { t } from "./shared/words.js";

const THEME = "nonosat-studio-theme";
const NO_SERVER =
  "This page works without a server, and cannot read photos. The studio on your own machine can: nonosat studio.";
const NO_EXTRA =
  "Reading photos needs more packages: pip install 'nonosat[scan]', then start the studio again.";
const NO_CHANGES = { canUndo: false, canRedo: false };
const LIVE = 4000; // cells of a picture whose clues change while a stroke lasts
/** @param {string} selector @returns {any} */
const $ = (selector) => document.querySelector(selector);

/**
 * @typedef {object} Parts what the page consists of
 * @property {import("./model/session.js").Session} session
 * @property {import("./model/shelf.js").Shelf} shelf
 * @property {import("./asking/questions.js").Questions} questions
 * @property {import("./view/stage.js").Stage} stage
 * @property {import("./asking/watch.js").Watch} watch
 */

export class App {
  /** @param {Parts} parts */
  constructor({ session, shelf, questions, stage, watch }) {
    this.session = session;
    this.shelf = shelf;
    this.questions = questions;
    this.stage = stage;
    this.watch = watch;
    this.say = this.say.bind(this);
    this.go = this.go.bind(this);
    this.drawing = new Drawing(this);
    this.opening = new Opening(this);
    this.trend = new Trend();
    this.culprit = new Culprit(this, this.trend);
    /** @type {any[]} */
    this.activities = [new Draw(this), new See(this), new Mend(this), new Solve(this), new Keep(this)];
    this.chosenTools = new Map();
    this.theme(stored(THEME));
    this.build();
    session.on("puzzle", (detail) => this.changed(detail));
    session.on("preview", () => this.refresh());
    session.on("play", () => this.refresh());
    watch.onchange((answers) => {
      if (answers.puzzle === session.puzzle) {
        this.trend.note(answers);
        if (answers.rating?.minutes_text) session.rate(answers.rating.minutes_text);
      }
      this.culprit.mark();
      this.showVerdict();
      this.shade();
      this.remark();
      this.showKnown();
    });
    this.go(this.activities[0]);
  }

  build() {
    const { stage } = this;
    fill(
      $("#tabs"),
      this.activities.map((activity, at) =>
        h(
          "button",
          {
            type: "button",
            role: "tab",
            id: `tab-${activity.name}`,
            "aria-controls": "panel",
            title: `Alt+${at + 1}`,
            onclick: () => this.go(activity, true),
            onkeydown: (event) => this.moveTab(event, at),
          },
          icon(activity.icon),
          h("span", {}, activity.name),
        ),
      ),
    );
    this.undoButton = button("Undo", { icon: "undo", onclick: () => this.undo() });
    this.redoButton = button("Redo", { icon: "redo", onclick: () => this.redo() });
    this.stateWords = h("span", { class: "state", role: "status" });
    fill(
      $("#actions"),
      this.stateWords,
      this.undoButton,
      this.redoButton,
      button("Light or dark", { icon: "theme", onclick: () => this.theme(isDark() ? "light" : "dark") }),
      button("Keys and help", { icon: "help", onclick: () => this.help() }),
    );
    fill(
      $("#zoom"),
      button("Zoom out", { icon: "minus", onclick: () => stage.zoom(1 / 1.3) }),
      button("Fit", { icon: "fit", onclick: () => stage.fit() }),
      button("Zoom in", { icon: "plus", onclick: () => stage.zoom(1.3) }),
    );
    $("#title").addEventListener("change", (event) => this.setText("title", event.target.value.trim()));
    this.verdict = new VerdictBar($("#verdict"), $("#offers"), () => this.go(this.activities[1], true));
    listenToPointer(stage, pointing(this));
    this.keys = shortcuts(this);
    listenToKeys(this.keys, (element) => element === stage.element);
    stage.element.addEventListener("keyup", () => stage.byKeys(true));
    stage.element.addEventListener("blur", () => stage.byKeys(false));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.retheme());
    this.shelf.onstate = (state) => {
      if (state !== "failed" && state !== "memory") return;
      this.unsaved = t("Not saved: this browser keeps nothing");
      this.stateWords.textContent = this.unsaved;
    };
  }

  /** Why photos of printed puzzles cannot be read; "" if they can. */
  async whyNoScan() {
    const { engine, extras } = await choice;
    return engine === "pyodide" ? NO_SERVER : extras?.scan === false ? NO_EXTRA : "";
  }

  /** Shows what the engine is doing: a server that is away, Python that is starting. */
  async follow(promise) {
    this.engine = promise;
    const engine = await promise;
    const tell = () => {
      const waiting = engine.place
        ? t("The server is busy: place {place} in the queue", { place: engine.place })
        : "";
      const words =
        { starting: t("Starting Python…"), away: t("The server is away: drawing goes on") }[engine.status] ??
        (waiting || this.unsaved || "");
      if (this.stateWords.textContent === words) return;
      const back = this.away && engine.status === "ready";
      this.away = engine.status === "away";
      this.stateWords.textContent = words;
      if (back) this.watch.begin();
    };
    engine.addEventListener("status", tell);
    tell();
  }

  // What is on the page

  changed({ document: other }) {
    const { session, stage } = this;
    const { puzzle } = session;
    $("#title").value = puzzle.texts.title ?? "";
    const { width, height, kind } = geometry(puzzle);
    stage.element.setAttribute(
      "aria-label",
      kind === "triddler"
        ? t("Picture, a triddler with {height} rows", { height })
        : t("Picture, {width} wide, {height} high", { width, height }),
    );
    document.title = `${nameOf(puzzle)} · nonosat studio`;
    this.refresh();
    if (other) {
      this.trend.forget();
      stage.fit();
    }
    this.drawTools();
    this.shade();
  }

  /** Shows the picture, the stroke in hand, what is solved, or what is known of the solution. */
  refresh() {
    const { session, activity, stage } = this;
    this.showScope();
    const { puzzle, preview } = session;
    if (activity?.plays)
      stage.show(puzzle, (activity.drawable && preview) || activity.cells(), {
        marks: true,
        finished: activity.drawable && session.game.isFinished,
      });
    else {
      const draft = preview && preview.length <= LIVE ? withCells(puzzle, preview) : null;
      stage.show(puzzle, preview ?? puzzle.cells ?? this.known(), { draft });
    }
    stage.overlay(
      "marks",
      puzzle.givens.size || puzzle.kept.size ? marksOverlay(puzzle, activity?.marks) : null,
    );
  }

  /** Of a puzzle of clues: what all solutions agree on. */
  known() {
    const { answers } = this.watch;
    const cells = new Int16Array(geometry(this.session.puzzle).size).fill(UNKNOWN);
    if (answers.puzzle === this.session.puzzle && answers.ambiguity?.backbone) {
      let cell = 0;
      for (const row of answers.ambiguity.backbone)
        for (const colour of coloursOf(row)) cells[cell++] = colour ?? UNKNOWN;
    }
    return cells;
  }

  showKnown() {
    if (!this.session.puzzle.cells && !this.activity.plays) this.refresh();
  }

  /** Shades open cells by region, while the answer is about a picture of this shape. */
  shade() {
    const see = this.activities?.[1];
    const { answers } = this.watch;
    const fits = this.activity?.shades && answers.puzzle?.shape.join() === this.session.puzzle.shape.join();
    const regions = fits ? see.regions() : [];
    this.stage.overlay(
      "regions",
      regions.length
        ? regionsOverlay(
            regions,
            this.activity === see ? see.browsed() : null,
            Boolean(this.activity.changes?.length),
          )
        : null,
    );
  }

  /** Marks the clues that contradict each other, and the lines that a step is about. */
  remark(pointed = this.pointed ?? []) {
    this.pointed = pointed;
    this.stage.mark({ contradicting: blamed(this.watch.answers), pointed });
  }

  showVerdict() {
    this.verdict.show(this.watch, this.session.isEmpty, offers(this));
  }

  drawTools() {
    const { activity, drawing } = this;
    if (!activity) return;
    const paints = activity.tools.some((name) => !["look", "keep", "give"].includes(name));
    const tools = activity.tools.map((name) => {
      const tool = TOOLS[name];
      return h(
        "button",
        {
          type: "button",
          role: "radio",
          class: "tool",
          "aria-checked": String(drawing.tool === tool),
          "aria-label": tool.name,
          title: `${t(tool.hint)} (${tool.key.toUpperCase()})`,
          onclick: () => this.choose(name),
        },
        icon(tool.icon),
      );
    });
    fill(
      $("#tools"),
      tools.length > 0 && radios("Tools", tools),
      paints && radios("Inks", swatches(this, activity.plays)),
      tools.length > 0 &&
        button("More of this activity", { icon: "sheet", class: "more", onclick: () => this.togglePanel() }),
    );
    document.body.dataset.tools = tools.length ? "yes" : "";
  }

  // Activities and tools

  go(activity, focus) {
    if (this.activity === activity) {
      if (focus) this.togglePanel();
      return;
    }
    this.activity?.leave?.();
    $("#toast").hidden = true;
    this.drawing.cancel();
    this.activity = activity;
    document.body.dataset.activity = activity.name.toLowerCase();
    document.body.dataset.panel = activity.quiet && !focus ? "closed" : "";
    this.drawing.playing = Boolean(activity.plays);
    this.choose(this.chosenTools.get(activity) ?? activity.tools[0]);
    if (this.drawing.ink === 0 && !activity.plays) this.drawing.ink = 1;
    for (const tab of $("#tabs").children) {
      const on = tab.id === `tab-${activity.name}`;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
    }
    $("#panel").setAttribute("aria-labelledby", `tab-${activity.name}`);
    fill($("#panel"), activity.panel());
    $("#panel").scrollTop = 0;
    this.refresh();
    activity.enter?.();
    this.shade();
    this.culprit.mark();
    this.drawTools();
    this.showVerdict();
  }

  /** On a phone the panel lies over a part of the picture, and can be put away. */
  togglePanel() {
    document.body.dataset.panel = document.body.dataset.panel === "closed" ? "" : "closed";
  }

  showPanel() {
    document.body.dataset.panel = "";
  }

  moveTab(event, at) {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const { length } = this.activities;
    this.go(this.activities[(at + step + length) % length], true);
    $("#tabs").children[(at + step + length) % length].focus();
  }

  choose(name) {
    if (name && !this.activity.tools.includes(name)) {
      this.go(this.activities.find(({ tools }) => tools.includes(name)));
    }
    this.drawing.cancel();
    this.drawing.tool = name ? TOOLS[name] : null;
    this.chosenTools.set(this.activity, name);
    this.stage.element.dataset.tool = name ?? "";
    this.drawTools();
  }

  chooseInk(ink) {
    if (ink >= this.session.puzzle.palette.length) return;
    this.drawing.ink = ink;
    this.drawTools();
    const name = this.activity.plays ? "Empty cell" : "Background";
    const { palette } = this.session.puzzle;
    this.say(ink ? t("Ink {colour}", { colour: colourName(palette, ink) }) : name, { quiet: true });
  }

  /** The changes that *Undo* takes back: in Solve the moves, elsewhere those of the puzzle. */
  get scope() {
    const { session } = this;
    if (!this.activity?.plays)
      return { history: session.history, undo: () => session.undo(), redo: () => session.redo() };
    return {
      history: this.activity.drawable ? session.plays : NO_CHANGES,
      undo: () => session.undoPlay(),
      redo: () => session.redoPlay(),
    };
  }

  undo() {
    const { history, undo } = this.scope;
    const label = history.canUndo && undo();
    this.say(label ? t("Undone: {what}", { what: t(label) }) : "Nothing to undo", { quiet: true });
  }

  redo() {
    const { history, redo } = this.scope;
    const label = history.canRedo && redo();
    this.say(label ? t("Done again: {what}", { what: t(label) }) : "Nothing to do again", { quiet: true });
  }

  showScope() {
    const { history } = this.scope;
    this.undoButton.disabled = !history.canUndo;
    this.redoButton.disabled = !history.canRedo;
  }

  setText(key, value) {
    const { puzzle } = this.session;
    if ((puzzle.texts[key] ?? "") === value) return;
    const texts = { ...puzzle.texts, [key]: value };
    if (!value) delete texts[key];
    this.session.commit("Words", { ...puzzle, texts });
  }

  async editClue({ family, index }) {
    const { session } = this;
    if (this.activity.plays) return;
    const clue = await askForClue(session.puzzle, family, index);
    if (clue !== undefined) session.commit("Clue", withClue(session.puzzle, family, index, clue));
    this.stage.element.focus();
  }

  async newPuzzle() {
    const puzzle = await askForSize(this.session.puzzle);
    if (puzzle) this.session.open(puzzle);
  }

  async openEntry(id) {
    const mine = await this.shelf.claim(id);
    const entry = await this.shelf.find(id);
    if (!entry) return;
    this.session.open(entry.puzzle, mine ? entry : {});
    if (!mine) this.say("It is open in another window: here is a copy.");
  }

  randomPuzzle() {
    return this.opening.random();
  }

  showExamples() {
    return this.opening.examples();
  }

  chooseFile(accept) {
    this.opening.choose(accept);
  }

  // Words

  /**
   * Says something to the eye and, through the live region, to the ear; `quiet` to the ear alone.
   * @param {string} text
   * @param {{quiet?: boolean, undo?: boolean, action?: [string, () => any]}} [how] `action` is offered beside it
   */
  say(text, { quiet = false, undo = false, action } = {}) {
    $("#live").textContent = t(text);
    if (quiet) return;
    const [name, act] = action ?? (undo ? ["Undo", () => this.undo()] : []);
    const toast = $("#toast");
    const hide = () => (toast.hidden = true);
    const onclick = () => {
      hide();
      act();
    };
    fill(toast, h("span", {}, text), name && button(name, { text: true, onclick }));
    toast.hidden = false;
    clearTimeout(this.toasting);
    this.toasting = setTimeout(hide, name ? 9000 : 5000);
  }

  /** A word beside the picture while a stroke lasts, such as its size. */
  note(text) {
    $("#note").hidden = !text;
    $("#note").textContent = text;
  }

  /** Tells where the keyboard's cursor is: the cell, its colour, the clues of its lines. */
  describe() {
    const { stage, session } = this;
    const { puzzle } = session;
    if (stage.cursor < 0 || !stage.cells) return;
    const colour = stage.cells[stage.cursor];
    const clues = stage
      .cluesThrough(stage.cursor)
      .map(({ id, clue }) => `${lineName(id)}: ${clueText(clue, puzzle.palette)}`);
    const kept = puzzle.kept.has(stage.cursor) ? `, ${t("protected")}` : "";
    const given = puzzle.givens.has(stage.cursor) ? `, ${t("revealed")}` : "";
    const name = colour === UNKNOWN ? t("unknown") : colourName(puzzle.palette, colour);
    $("#live").textContent =
      `${cellName(geometry(puzzle), stage.cursor)}: ${name}${kept}${given}. ${clues.join("; ")}`;
  }

  help() {
    showKeys(this.keys);
  }

  theme(name) {
    if (name) {
      document.documentElement.dataset.theme = name;
      store(THEME, name);
    }
    this.retheme();
  }

  retheme() {
    this.stage.retheme();
    this.stage.refresh();
  }
}

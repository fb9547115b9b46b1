/** The page around the picture, drawn from the state: title, verdict, tools, tabs, messages. */

import { blamed } from "./activities/blame.js";
import { offers } from "./activities/offers.js";
import { coloursOf, openCells } from "./asking/questions.js";
import { pointing } from "./input/pointing.js";
import { shortcuts } from "./input/shortcuts.js";
import { activityKey, KEYS } from "./model/keys.js";
import { sizeText } from "../shared/geometry.js";
import { geometry, isRectangle, nameOf, unknownCells, withCells } from "../shared/puzzle.js";
import { ARROWS, listenToKeys } from "../shared/keyboard.js";
import { UNKNOWN } from "../shared/lines.js";
import { listenToPointer } from "../shared/pointer.js";
import { store, stored } from "../shared/stored.js";
import { t } from "../shared/words.js";
import { TOOLS } from "./tools/all.js";
import { button, byId, fill, h, icon, isTyped, radios, rove, sameItems } from "./view/dom.js";
import { inkButton, swatches } from "./view/inks.js";
import { KeptChip } from "./view/kept.js";
import { showKeys } from "./view/keys.js";
import { changedOverlay, marksOverlay, regionsOverlay } from "./view/overlays.js";
import { download, jsonFile } from "./view/download.js";
import { isDark } from "./view/theme.js";
import { hideToast, toast } from "./view/toast.js";
import { VerdictBar } from "./view/verdict.js";

/** @typedef {import("../shared/geometry.js").LineId} Line */

const THEME = "nonosat-studio-theme";
const LIVE = 4000; // largest picture, in cells, with clues that follow a stroke
const CALL_MS = 1200; // for which "Draw here" is marked
const MARKS = ["inspect", "protect", "give"]; // tools without ink

export class Page {
  /** The lines that a step is about. @type {Line[]} */
  #pointed = [];
  /** What the tools and inks were made for. @type {unknown[]} */
  #made = [];
  /** Whether the user knows that nothing is stored. */
  #hasWarned = false;
  /** Shows the inks on a phone. @type {HTMLElement|null} */
  inkButton = null;

  /** @param {import("./api.js").Api} api @param {import("./view/stage.js").Stage} stage */
  constructor(api, stage) {
    this.api = api;
    this.state = api.state;
    this.stage = stage;
    this.keys = shortcuts(api, stage, this);
    fill(
      byId("windows"),
      h("span", "Another window draws this."),
      button("Draw here", { class: "main", onclick: () => api.drawHere() }),
      button("Make a copy", { onclick: () => api.duplicate() }),
    );
    this.undoButton = button("Undo", { icon: "undo", onclick: () => api.undo() });
    this.redoButton = button("Redo", { icon: "redo", onclick: () => api.redo() });
    this.stateWords = h("span.state", { role: "status" });
    this.kept = new KeptChip(() => (api.shelf.kept === "unsaved" ? this.saveFile() : api.go(api.savePanel)));
    this.verdict = new VerdictBar(byId("verdict"), byId("offers"), () => api.go(api.see, true));
    this.theme(stored(THEME));
    this.build();
    this.listen();
  }

  build() {
    const { stage } = this;
    const tabs = this.state.activities.map((activity, at) => {
      const attributes = { type: "button", role: "tab", id: `tab-${activity.icon}`, title: activityKey(at) };
      const onclick = () => this.api.go(activity, true);
      const name = h("span", activity.name);
      return h("button", { ...attributes, "aria-controls": "panel", onclick }, icon(activity.icon), name);
    });
    fill(byId("tabs"), tabs);
    byId("tabs").addEventListener("keydown", rove(tabs));
    const turn = () => this.theme(isDark() ? "light" : "dark");
    fill(
      byId("actions"),
      this.stateWords,
      this.kept.element,
      this.undoButton,
      this.redoButton,
      button("Light or dark", { icon: "theme", onclick: turn }),
      button("Keys and help", { icon: "help", onclick: () => this.help() }),
    );
    fill(
      byId("zoom"),
      button("Zoom out", { icon: "minus", onclick: () => stage.zoom(1 / 1.3) }),
      button("Fit", { icon: "fit", onclick: () => stage.fit() }),
      button("Zoom in", { icon: "plus", onclick: () => stage.zoom(1.3) }),
    );
  }

  listen() {
    const { api, stage } = this;
    api.keepText(byId("title"), "title");
    listenToPointer(stage, pointing(api, stage));
    listenToKeys(this.keys, (element) => element === stage.element);
    stage.element.addEventListener("keyup", ({ key }) => {
      if (key === "Shift") api.drawing.endTyped();
      stage.byKeys(true);
    });
    stage.element.addEventListener("blur", () => {
      api.drawing.endTyped();
      stage.byKeys(false);
    });
    const goesOn = (/** @type {KeyboardEvent} */ { key, shiftKey }) =>
      key === "Shift" || (shiftKey && key in ARROWS);
    addEventListener("keydown", (event) => goesOn(event) || api.drawing.endTyped(), { capture: true });
    addEventListener("pointerdown", ({ target }) => {
      const isInk = target instanceof Element && target.closest(".inks, .ink-button");
      if (!isInk) this.openInks(false);
    });
    byId("tools").addEventListener("keydown", (/** @type {KeyboardEvent} */ { key }) => {
      if (key !== "Escape" || document.body.dataset.inks !== "open") return;
      this.openInks(false);
      this.inkButton?.focus();
    });
    addEventListener("beforeunload", (event) => {
      // a write that waits for another window's ends with the page
      const isLost = api.shelf.kept !== "saved" && this.state.history.changes.length > 0;
      if (this.state.away || isLost) event.preventDefault(); // without its server the page does not come back
    });
    for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"])
      matchMedia(query).addEventListener("change", () => this.retheme());
    api.shelf.onkept = () => this.showKept();
    this.showKept();
  }

  /** Shows the engine's status: a server that is away, Python that is starting. @param {typeof import("./engine/engine.js").engine} promise */
  async follow(promise) {
    const engine = await promise;
    const { state, stateWords } = this;
    const show = () => {
      const words =
        engine.status === "starting"
          ? t("Starting Python…")
          : engine.status === "away"
            ? t(
                engine.isServed
                  ? "The server is away: drawing goes on"
                  : "Python is missing: drawing goes on",
              )
            : "";
      if (stateWords.textContent === words) return;
      const back = state.away && engine.status === "ready";
      const isLost = !state.away && engine.status === "away";
      state.away = engine.status === "away";
      stateWords.textContent = words;
      if (isLost && engine.isServed)
        this.say(
          "The server does not answer. What you draw is kept here, and answers come again once it is back.",
        );
      if (back) {
        this.api.watch.begin();
        this.api.mend.recover();
      }
    };
    engine.addEventListener("status", show);
    show();
  }

  // parts of the page

  changed() {
    const { puzzle } = this.state;
    const field = byId("title");
    const title = puzzle.texts.title ?? "";
    // text that was just typed stays, as does a space at its end
    if (field.value.trim() !== title && !isTyped(field)) field.value = title;
    const shape = geometry(puzzle);
    const { width, height, kind } = shape;
    this.stage.element.setAttribute(
      "aria-label",
      kind === "triddler"
        ? t("Picture, a triddler with {n} row|Picture, a triddler with {n} rows", { n: height })
        : kind === "shape"
          ? t("Picture, {size}", { size: sizeText(shape) })
          : t("Picture, {width} wide, {height} high", { width, height }),
    );
    document.title = `${nameOf(puzzle)} · nonosat studio`;
    this.showWindows();
    this.showKept();
    this.refresh();
    this.drawTools();
    this.shade();
  }

  /** Shows whether another window draws the puzzle. */
  showWindows() {
    const { watches } = this.state;
    byId("windows").hidden = !watches;
    byId("title").readOnly = watches;
    document.body.dataset.watches = watches ? "yes" : "";
  }

  /** Shows whether all is stored, and warns once if it is not. */
  showKept() {
    const { kept } = this.api.shelf;
    this.kept.show(kept);
    if (kept === "saved") {
      if (this.#hasWarned) this.say("Saved");
      this.#hasWarned = false;
    }
    if (kept !== "unsaved" || this.#hasWarned || !this.state.history.changes.length) return;
    this.#hasWarned = true;
    this.say("Not saved: this browser does not store what you draw.", {
      action: ["Save a file", () => this.saveFile()],
    });
  }

  /** Saves the puzzle as a file, which needs neither the browser's storage nor an engine. */
  saveFile() {
    download(jsonFile(this.state.puzzle));
  }

  /** Points to the button that takes over. */
  sayWatching() {
    this.say("Another window draws this.", { quiet: true });
    const { dataset } = byId("windows");
    dataset.called = "yes";
    clearTimeout(this.calling);
    this.calling = setTimeout(() => (dataset.called = ""), CALL_MS);
  }

  /** More is known. */
  answered() {
    const { answers, puzzle } = this.state;
    this.verdict.show(this.state, this.state.isEmpty, offers(this.api));
    this.shade();
    this.remark();
    if (!puzzle.cells && answers) this.refresh();
  }

  /** Shows the cells of the activity, the stroke in hand, the picture, or the forced cells. */
  refresh() {
    const { state, stage } = this;
    const { activity, history, puzzle, preview } = state;
    this.undoButton.disabled = !history.canUndo;
    this.redoButton.disabled = !history.canRedo;
    if (activity.cells) stage.show(puzzle, activity.cells(), { marks: true });
    else {
      const isDraft = preview instanceof Uint8Array && preview.length <= LIVE;
      stage.show(puzzle, preview ?? puzzle.cells ?? this.known(), {
        draft: isDraft ? withCells(puzzle, preview) : null,
      });
    }
    const marked = puzzle.givens.size || puzzle.kept.size;
    stage.overlay("marks", marked ? marksOverlay(puzzle, Boolean(activity?.marks)) : null);
  }

  /** The forced cells of a puzzle of clues. */
  known() {
    const { answers, isAnswered, puzzle } = this.state;
    const cells = unknownCells(puzzle);
    if (isAnswered && answers.backbone) {
      let cell = 0;
      for (const row of answers.backbone.backbone)
        for (const colour of coloursOf(row)) cells[cell++] = colour ?? UNKNOWN;
    }
    return cells;
  }

  /** Shades open cells by region if the answer is about a picture of this shape, and marks changes since one solution. */
  shade() {
    const { see } = this.api;
    const { activity, answers, puzzle, culprits } = this.state;
    const shades = Boolean(activity?.shades);
    const regions = shades && answers.puzzle?.shape.join() === puzzle.shape.join() ? see.regions() : [];
    const browsed = activity === see ? see.browsed() : null;
    const { mend } = this.api;
    const proposes = activity === mend && this.state.mending.shown.length > 0;
    const several = answers.check?.verdict === "multiple";
    const open = shades && several && this.state.isAnswered ? openCells(answers) : []; // until there are regions
    const overlay = regions.length
      ? regionsOverlay(regions, browsed, proposes)
      : open.length
        ? regionsOverlay([{ cells: open, label: "" }], null, true)
        : null;
    this.stage.overlay("regions", overlay);
    const marked = shades && activity !== mend && culprits.length > 0;
    this.stage.overlay("changed", marked ? changedOverlay(culprits) : null);
  }

  /** Marks the clues that contradict each other, and the lines that a step is about. */
  remark(pointed = this.#pointed) {
    this.#pointed = pointed;
    this.stage.mark({ contradicting: blamed(this.state), pointed });
  }

  drawTools() {
    const { api, state } = this;
    const { activity, puzzle, ink } = state;
    const made = [activity, state.tool, puzzle.palette, ink, isRectangle(puzzle)];
    if (!activity || sameItems(made, this.#made)) return;
    this.#made = made;
    this.stage.element.dataset.tool = state.tool ?? "";
    const able = activity.tools.filter((name) => isRectangle(puzzle) || !TOOLS[name].rectangles);
    const tools = able.map((name) => {
      const tool = TOOLS[name];
      return h(
        "button.tool",
        {
          type: "button",
          role: "radio",
          "aria-checked": String(state.tool === name),
          "aria-label": tool.name,
          title: `${t(tool.hint)} (${KEYS[name]})`,
          onclick: () => api.choose(name),
        },
        icon(tool.icon),
      );
    });
    const paints = activity.tools.some((name) => !MARKS.includes(name));
    const inks = swatches(puzzle.palette, ink, (at) => {
      api.chooseInk(at);
      this.openInks(false);
    });
    this.inkButton = paints ? inkButton(puzzle.palette, ink, () => this.toggleInks()) : null;
    this.openInks(this.showsInks);
    fill(
      byId("tools"),
      tools.length > 0 && radios("Tools", tools),
      this.inkButton,
      paints && radios("Inks", inks, "inks"),
      tools.length > 0 &&
        button("More of this activity", { icon: "sheet", class: "more", onclick: () => this.togglePanel() }),
    );
    document.body.dataset.tools = tools.length ? "yes" : "";
  }

  /** On a phone the inks lie behind one button. @param {boolean} open */
  openInks(open) {
    document.body.dataset.inks = open ? "open" : "";
    this.inkButton?.setAttribute("aria-expanded", String(open));
  }

  get showsInks() {
    return document.body.dataset.inks === "open";
  }

  toggleInks() {
    this.openInks(!this.showsInks);
  }

  // activities

  /** Marks the tab of the activity. @param {boolean} closed whether its panel stays closed on a phone */
  enter(closed) {
    const { icon: key } = this.state.activity;
    hideToast();
    this.openInks(false);
    document.body.dataset.activity = key;
    document.body.dataset.panel = closed ? "closed" : "";
    for (const tab of byId("tabs").children) {
      const on = tab.id === `tab-${key}`;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
    }
    byId("panel").setAttribute("aria-labelledby", `tab-${key}`);
  }

  showPanel() {
    fill(byId("panel"), this.state.activity.panel());
    byId("panel").scrollTop = 0;
  }

  /** On a phone the panel lies over a part of the picture, and can be put away. */
  togglePanel() {
    document.body.dataset.panel = document.body.dataset.panel === "closed" ? "" : "closed";
  }

  openPanel() {
    document.body.dataset.panel = "";
  }

  // words

  /**
   * Shows a message and announces it to screen readers; a `quiet` one is only announced.
   * @param {string} text
   * @param {import("./view/toast.js").How} [how]
   */
  say(text, how = {}) {
    toast(text, how, () => this.api.undo());
  }

  /** Ends the message, since something else is done. */
  endMessage() {
    hideToast();
  }

  /** Shows a note beside the picture during a stroke, such as its size. @param {string} text */
  note(text) {
    byId("note").hidden = !text;
    byId("note").textContent = text;
  }

  help() {
    showKeys(this.keys);
  }

  /** @param {string|null} name */
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

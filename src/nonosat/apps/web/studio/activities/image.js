/** A puzzle from an image: sliders whose result is on the desk at once; each image is one step of undo. */

import { button, field, fill, h, labelled, quiet, row, select, slider, tick } from "../view/dom.js";
import { changesOf, repainted } from "../asking/questions.js";
import { cellName, sizeText } from "../../shared/geometry.js";
import { geometry, withCells } from "../../shared/puzzle.js";
import { LEAST_EDGE, MOST_EDGE, nameOfShape, SHAPES } from "../../shared/regular.js";
import { changesOverlay } from "../view/overlays.js";
import { base64Of } from "../engine/base64.js";
import { t } from "../../shared/words.js";
import { pictureButton } from "../view/thumbnail.js";

/** @import { Puzzle } from "../../shared/puzzle.js" */
/** @import { ImageChoice } from "../asking/questions.js" */

const METHODS = [
  ["otsu", "Auto"],
  ["threshold", "Level"],
  ["dither", "Dots"],
  ["edges", "Edges"],
];

export class ImageSliders {
  /** @param {import("../api.js").Api} api */
  constructor(api) {
    this.api = api;
    this.state = api.state;
    this.element = h("div.image");
    /** The image; null if there is none. @type {string|null} */
    this.data = null;
    /** @type {File|null} */
    this.file = null;
    this.name = "";
    this.url = "";
    /** The puzzle that the last settings made. @type {Puzzle|null} */
    this.before = null;
    this.trouble = "";
    /** The puzzle that the settings make of the image. @type {Puzzle|null} */
    this.plain = null;
    /** Whether the choice on the desk is the reader's. */
    this.isChosen = false;
    this.isOpening = false;
    /** Line-solvable puzzles of the image, the best first. @type {ImageChoice[]} */
    this.ready = [];
    /** Cells that a repair of the chosen one changed. @type {{cell: number, colour: number, before: number}[]} */
    this.repaired = [];
    this.undoing = h("div.samples");
    /** `side` is the longer side of a rectangle, `edge` each side of another shape, in cells. */
    this.settings = {
      shape: "rectangle",
      side: 30,
      edge: 8,
      inks: 1,
      method: "otsu",
      level: 128,
      invert: false,
    };
    this.draw();
  }

  /** Puts the image away, when another puzzle was opened too. */
  forget() {
    if (!this.data || this.isOpening) return;
    this.data = null;
    this.repaired = [];
    this.api.stage.overlay("changes", null);
    this.draw();
  }

  /** Takes up an image file. @param {File} file @returns {Promise<string>} the fault of a file that is no picture, or "" */
  async take(file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    this.data = base64Of(bytes);
    this.file = file;
    this.name = file.name;
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = URL.createObjectURL(file);
    this.before = null;
    this.ready = [];
    this.plain = null;
    this.isChosen = false;
    this.begin();
    this.draw();
    this.api.page.openPanel();
    this.element.scrollIntoView({ block: "start" });
    const { data } = this;
    const trouble = await this.make();
    if (trouble) this.forget();
    else if (this.data === data && this.isRectangle) this.offer(); // it can be put away meanwhile
    return trouble;
  }

  /** Reads the image as a photo of a printed puzzle. */
  readAsPrinted() {
    const { api, file } = this;
    this.forget(); // its choices can still come
    if (api.state.history.canUndo) api.undo();
    if (file) api.draw.photo.take(file);
  }

  /** Settings for another image: the shape is that of the puzzle on the desk. */
  begin() {
    const { shape, edge } = nameOfShape(this.state.puzzle);
    Object.assign(this.settings, { inks: 1, shape });
    if (shape !== "rectangle") this.settings.edge = edge;
  }

  get isRectangle() {
    return this.settings.shape === "rectangle";
  }

  /**
   * Shows puzzles that lines solve and that keep the picture; the first ones before the others are known. The best one is on the
   * desk until another is chosen.
   */
  async offer() {
    const { data, api } = this;
    const act = () =>
      api.questions.imageChoices(data ?? "", (choices) => {
        if (this.data !== data) return;
        const isFirst = !this.ready.length;
        this.ready = choices;
        if (choices.length && !this.isChosen) this.show(choices[0]);
        else this.showChoices();
        if (isFirst) this.element.scrollIntoView({ block: "start" });
      });
    await api.attempt(act, (reason) => fill(this.readySamples, quiet(reason)));
  }

  /** Shows the choices, and last the puzzle of the settings. */
  showChoices() {
    const { plain, ready } = this;
    const all = ready.length && plain ? [...ready, { puzzle: plain, changes: [], before: [] }] : ready;
    fill(this.readySamples, ...all.map((choice) => this.thumbnail(choice, choice.puzzle === plain)));
  }

  /** Puts a choice on the desk. @param {ImageChoice} choice */
  show({ puzzle, changes, before }) {
    const texts = this.before ? this.state.puzzle.texts : this.texts();
    this.settings.inks = puzzle.palette.length - 1;
    this.settings.side = Math.max(...geometry(puzzle).extent);
    this.lay({ ...puzzle, texts: { ...texts } });
    this.draw();
    this.repaired = changesOf(puzzle, changes).map((change, at) => ({ ...change, before: before[at] }));
    this.showRepaired();
  }

  /** The texts of a puzzle of the image. */
  texts() {
    return { title: this.name.replace(/\.[^.]*$/, "") };
  }

  /** @param {ImageChoice} choice @param {boolean} isPlain */
  thumbnail(choice, isPlain) {
    const { puzzle, changes } = choice;
    const onclick = () => {
      this.isChosen = true;
      this.show(choice);
    };
    const inks = puzzle.palette.length - 1;
    const size = sizeText(geometry(puzzle)) + (inks > 1 ? `, ${t("{n} ink|{n} inks", { n: inks })}` : "");
    const words = changes.length ? t("{size}, {n} changed", { size, n: changes.length }) : size;
    const isShown = this.state.puzzle.cells === puzzle.cells;
    const name = isPlain ? "The image as it is, {size}" : "A puzzle that lines solve, {size}";
    return pictureButton(puzzle, words, isShown, onclick, t(name, { size: words }));
  }

  /** Marks the cells that a repair changed, each with a button that takes it back. */
  showRepaired() {
    const { api, state } = this;
    const { puzzle } = state;
    api.stage.overlay("changes", this.repaired.length ? changesOverlay(this.repaired, -1, false) : null);
    /** @param {{cell: number, before: number}} change */
    const undo = (change) => {
      this.repaired = this.repaired.filter((other) => other !== change);
      this.lay(repainted(puzzle, [{ cell: change.cell, colour: change.before }]));
      this.showRepaired();
    };
    fill(
      this.undoing,
      ...this.repaired.map((change) =>
        button(t("Take back {cell}", { cell: cellName(geometry(puzzle), change.cell) }), {
          onclick: () => undo(change),
        }),
      ),
    );
  }

  draw() {
    const { settings, api } = this;
    /** @param {string} key */
    const set = (key) => (/** @type {number|boolean} */ value) => {
      Object.assign(settings, { [key]: value });
      this.isChosen = true;
      this.make();
    };
    this.element.dataset.image = this.data ? "yes" : "";
    if (!this.data) {
      fill(
        this.element,
        quiet("Drop a photo or a drawing on the page, or"),
        labelled("Choose an image", "image", () => api.opening.choose("image/*")),
      );
      return;
    }
    const method = select(METHODS, settings.method, (value) => {
      settings.method = value;
      this.isChosen = true;
      this.draw();
      this.make();
    });
    const reshape = (/** @type {string} */ value) => {
      settings.shape = value;
      this.ready = [];
      this.isChosen = true;
      this.draw();
      this.make();
    };
    const one = settings.inks === 1;
    this.readySamples = h("div.samples");
    this.showChoices();
    fill(
      this.element,
      this.readySamples,
      this.undoing,
      h("img.source", { src: this.url, alt: t("The image {name}", { name: this.name }) }),
      field("Shape", select(SHAPES, settings.shape, reshape)),
      slider(this.isRectangle ? "Longer side" : "Each side", {
        min: this.isRectangle ? 5 : LEAST_EDGE,
        max: this.isRectangle ? 100 : MOST_EDGE,
        step: 1,
        value: this.isRectangle ? settings.side : settings.edge,
        shown: (/** @type {number} */ value) => t("{n} cell|{n} cells", { n: value }),
        oninput: set(this.isRectangle ? "side" : "edge"),
      }),
      slider("Inks", {
        min: 1,
        max: 9,
        step: 1,
        value: settings.inks,
        oninput: (/** @type {number} */ value) => {
          const redraw = (value === 1) !== (settings.inks === 1);
          settings.inks = value;
          this.isChosen = true;
          if (redraw) {
            this.draw();
            this.element.querySelectorAll("input[type=range]")[1].focus();
          }
          this.make();
        },
      }),
      field("Method", method),
      one &&
        ["threshold", "edges"].includes(settings.method) &&
        slider("Level", { min: 0, max: 255, step: 1, value: settings.level, oninput: set("level") }),
      tick("Invert", settings.invert, set("invert")),
      h("p.quiet", { role: "status" }, this.trouble),
      row(
        "wrap",
        button("Done", { onclick: () => this.forget() }),
        button("It shows a printed puzzle", { onclick: () => this.readAsPrinted() }),
      ),
    );
  }

  /** Makes the puzzle of the settings; a newer request cancels an older one. @returns {Promise<string>} the fault, or "" */
  async make() {
    const { api, settings, data, state } = this;
    this.repaired = [];
    this.showRepaired();
    const act = async () => {
      const puzzle = await api.questions.fromImage(this.options(settings));
      if (this.data !== data) return;
      this.trouble = "";
      const texts = this.before ? state.puzzle.texts : this.texts();
      this.plain = { ...puzzle, texts: { ...texts } };
      this.lay(this.plain);
      this.showChoices();
    };
    const isWanted = await api.attempt(act, (reason) => (this.trouble = reason));
    if (!isWanted || this.data !== data) return "";
    const status = this.element.querySelector("[role=status]");
    if (status) status.textContent = this.trouble;
    return this.trouble;
  }

  /** Options of the question for settings. @param {ImageSliders["settings"]} options */
  options({ shape, side, edge, inks, invert, method, level }) {
    const one = inks === 1;
    const size = this.isRectangle ? { side } : { shape: `${shape}:${edge}` };
    return {
      base64: this.data,
      inks,
      invert,
      ...size,
      ...(one || method === "dither" ? { method } : {}),
      ...(one && ["threshold", "edges"].includes(method) ? { level } : {}),
    };
  }

  /**
   * Puts the result on the desk; results of the same image replace each other. A drawing stays on the shelf: the image begins
   * another puzzle.
   * @param {Puzzle} puzzle
   */
  lay(puzzle) {
    const { api, state } = this;
    if (this.before === state.puzzle) api.session.turn(false);
    else if (!this.before && !state.isEmpty) {
      this.isOpening = true;
      api.session.open(withCells(puzzle, new Uint8Array(geometry(puzzle).size)));
      this.isOpening = false;
    }
    api.session.commit("From an image", puzzle);
    this.before = state.puzzle;
  }
}

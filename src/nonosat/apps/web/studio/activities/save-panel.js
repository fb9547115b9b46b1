/** Save and share: files of every format, links, print, drawings; the shelf. */

import { button, radio, field, fill, h, labelled, quiet, row, section, select, tick } from "../view/dom.js";
import { printPicture } from "../view/print.js";
import { download, jsonFile } from "../view/download.js";
import { geometry } from "../../shared/puzzle.js";
import { t } from "../../shared/words.js";
import { Publish } from "./publish.js";
import { copyLink } from "./share.js";
import { ShelfList } from "./shelf.js";

const DRAWINGS = [
  ["svg", "SVG"],
  ["png", "PNG"],
  ["pdf", "PDF"],
  ["gif", "GIF of the steps"],
  ["html", "Page to play"],
];
/** Usual formats; the first keeps everything. */
const USUAL = [
  ["json", "json"],
  ["webpbn", "xml"],
  ["non", "non"],
  ["png", "png"],
];
const WHOLE = ["gif", "html"]; // these have no choice of `SHOWN`
const SHOWN = [
  ["puzzle", "the puzzle"],
  ["solution", "its solution"],
  ["ambiguity", "where solutions differ"],
  ["repair", "what repairs it"],
];

const PAPER = 1400; // pixels of the longer side of a printed grid, unless its cells are small
const LARGE = 24; // pixels of a cell that is not small

/** @typedef {{format: string, written: boolean, extensions: string[], summary: string}} Format */

export class SavePanel {
  name = "Save and share";
  icon = "keep";
  /** @type {string[]} */
  tools = [];

  /** @param {import("../api.js").Api} api */
  constructor(api) {
    this.api = api;
    this.state = api.state;
    this.choices = api.state.choices;
    this.shelf = new ShelfList(api);
    this.publish = new Publish(api, (format) => this.save(format));
    this.formats = h("div.formats");
  }

  /** @param {import("../model/activity.js").PuzzleChange} change */
  changed({ document }) {
    if (document && this.state.activity === this) this.shelf.list();
    this.publish.check();
  }

  answered() {
    this.publish.check();
  }

  panel() {
    const { api, state } = this;
    this.shelf.list();
    this.listFormats();
    const { texts } = state.puzzle;
    /** @param {import("../../shared/puzzle.js").TextName} key @param {string} name */
    const text = (key, name) => {
      const attributes = { type: "text", value: texts[key] ?? "", maxlength: 500 };
      const input = h("input", attributes);
      api.keepText(input, key);
      return field(name, input);
    };
    const shown = select(SHOWN, this.choices.shown, (value) => (this.choices.shown = value));
    return [
      h(
        "section",
        row(
          "wrap",
          labelled("Open a file", "open", () => api.opening.choose(""), "main"),
          labelled("Copy a link", "link", () => copyLink(api)),
          labelled("Print", "print", () => this.print()),
        ),
        quiet("Files can also be dropped on the page, and puzzles pasted."),
      ),
      section("About it", text("author", "Author"), text("copyright", "Copyright"), text("source", "Source")),
      section(
        "Save as",
        this.formats,
        row(
          "",
          labelled("Save", "save", () => this.save()),
          tick(
            "leave out what it cannot hold",
            this.choices.lossy,
            (/** @type {boolean} */ on) => (this.choices.lossy = on),
          ),
        ),
      ),
      section(
        "Draw as",
        field("Show", shown),
        row(
          "wrap",
          ...DRAWINGS.map(([format, name]) => button(name, { onclick: () => this.render(format) })),
        ),
      ),
      this.shelf.section(),
      this.publish.section(),
      section(
        "Prove",
        quiet("A certificate of its verdict, which others can check without this program."),
        row(
          "",
          labelled("Save a proof", "save", () => this.prove()),
        ),
      ),
    ];
  }

  /** The usual formats, and the others behind a search. */
  async listFormats() {
    const others = h("div");
    /** @param {string} format */
    const choose = (format) => (this.choices.format = format);
    const find = h("input", {
      type: "search",
      oninput: () => {
        const wanted = find.value.toLowerCase();
        for (const option of others.querySelectorAll("label"))
          option.hidden = !option.textContent.toLowerCase().includes(wanted);
      },
    });
    fill(
      this.formats,
      radio("Format", USUAL, this.choices.format, choose, "format"),
      h("details", h("summary", "More"), field("Search", find), others),
    );
    await this.api.attempt(async () => {
      /** @type {{formats: Format[]}} */
      const { formats } = await this.api.questions.ask("formats", {});
      const isOther = (/** @type {Format} */ { format, written }) =>
        written && !USUAL.some(([usual]) => usual === format);
      const more = formats
        .filter(isOther)
        .map(({ format, extensions, summary }) => [format, `${extensions[0] ?? format} · ${summary}`]);
      fill(others, radio("More", more, this.choices.format, choose, "format"));
    });
  }

  async save(format = this.choices.format) {
    await this.attempt(async () => {
      const { puzzle } = this.state;
      const file =
        format === "json"
          ? jsonFile(puzzle)
          : await this.api.questions.written(puzzle, format, this.choices.lossy);
      download(file);
      return t("Saved {name}", { name: file.name });
    });
  }

  async prove() {
    await this.attempt(async () => {
      const { verdict, file } = await this.api.questions.proof(this.state.puzzle);
      if (!file) return "There was not enough time to prove anything";
      download(file);
      return t("Saved {name}: {verdict}", { name: file.name, verdict: t(verdict) });
    });
  }

  /** @param {string} format */
  async render(format) {
    await this.attempt(async () => {
      const shown = WHOLE.includes(format) ? {} : { show: this.choices.shown };
      const file = await this.api.questions.rendered(this.state.puzzle, { to: format, ...shown });
      download(file);
      return t("Saved {name}", { name: file.name });
    });
  }

  /** Prints what is shown; view/print.js draws the puzzle itself. */
  async print() {
    const { puzzle } = this.state;
    if (this.choices.shown === "puzzle") return window.print();
    const { width, height } = geometry(puzzle);
    const cell = Math.min(400, Math.floor(PAPER / Math.max(width, height)));
    await this.api.attempt(async () => {
      const attributes = {
        to: "svg",
        theme: "light",
        show: this.choices.shown,
        ...(cell > LARGE && { cell }),
      };
      await printPicture(puzzle, (await this.api.questions.rendered(puzzle, attributes)).text);
    });
  }

  /** @param {() => Promise<string>} act */
  attempt(act) {
    this.api.page.say("Working…");
    return this.api.attempt(act);
  }
}

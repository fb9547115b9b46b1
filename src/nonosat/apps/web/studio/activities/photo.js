/** Scan panel: reads a printed puzzle, lets the user check each number, and opens it. */

import { reasonOf } from "../engine/common.js";
import { configuration } from "../engine/engine.js";
import { isCancelled } from "../asking/questions.js";
import { bytesFrom } from "../model/picture-file.js";
import { NO_ANSWERS } from "../model/state.js";
import { fromJSON } from "../../shared/puzzle.js";
import { Review } from "../../shared/review.js";
import { t } from "../../shared/words.js";
import { Corners } from "../view/corners.js";
import {
  button,
  field,
  fill,
  h,
  labelled,
  openDialog,
  pickFile,
  quiet,
  row,
  select,
  waiting,
} from "../view/dom.js";
import { verdictWords } from "../view/wording.js";

const CALM = 350; // milliseconds without a key before the verdict is asked for
const KINDS = "image/*,application/pdf";

const NO_SERVER =
  "This page works without a server, and cannot read photos. The studio on your own machine can: nonosat studio.";
const NO_EXTRA =
  "Reading photos needs more packages: pip install 'nonosat[scan]', then start the studio again.";

/** The reason why photos of printed puzzles cannot be read; "" if they can. */
async function whyNoScan() {
  const { engine, extras } = await configuration;
  return engine === "pyodide" ? NO_SERVER : extras?.scan === false ? NO_EXTRA : "";
}

/** @typedef {import("../../shared/review.js").ReadPuzzle & {corners: number[][]}} Read */

export class Photo {
  /** @param {import("../api.js").Api} api */
  constructor(api) {
    this.file = { name: "", base64: "" };
    this.api = api;
    /** @type {HTMLDialogElement|null} */
    this.dialog = null;
    this.body = h("div.photo");
    /** The reason why no photo can be read, or "". */
    this.lack = "";
    this.lacking = h("p.quiet");
    this.opener = labelled("Read a printed puzzle", "image", () => this.open());
    this.known = whyNoScan().then((reason) => {
      this.lack = reason;
      this.lacking.textContent = reason && t(reason);
      this.opener.disabled = Boolean(reason);
    });
  }

  /** The part of the panel. */
  get element() {
    return [
      quiet("A photo, a screenshot or a PDF page of a printed puzzle: its numbers are read."),
      this.opener,
      this.lacking,
    ];
  }

  get isOpen() {
    return this.dialog !== null;
  }

  async open() {
    if (this.isOpen) return;
    this.forget();
    this.dialog = openDialog("From a photo", this.body, () => {
      this.dialog = null;
      this.api.questions.cancel("scan");
      this.forget();
    });
    this.dialog.classList.add("wide");
    await this.known;
    this.begin(this.lack);
  }

  forget() {
    clearTimeout(this.asking);
    this.api.questions.cancel("photo");
    /** @type {{puzzles: Read[], pages: number, page: import("../view/corners.js").Page, trouble: string}} */
    this.answer = { puzzles: [], pages: 0, page: { image: "", width: 1, height: 1 }, trouble: "" };
    /** @type {Review|null} */
    this.review = null;
    /** @type {number[][]|null} */
    this.corners = null;
    /** @type {number} */
    this.page = 1;
  }

  /** Offers to choose a file. @param {string} [trouble] */
  begin(trouble = "") {
    const able = !this.lack;
    fill(
      this.body,
      trouble && h("p.notice", { role: "alert" }, trouble),
      able && h("p", "Drop or paste a photo, a screenshot or a PDF page here, or choose one."),
      able &&
        quiet("Good light, flat paper and the whole page with its numbers help; 20 pixels a cell or more."),
      row(
        "end",
        button("Cancel", { onclick: () => this.close() }),
        able && labelled("Choose a file", "open", () => pickFile(KINDS, (file) => this.take(file)), "main"),
      ),
    );
  }

  close() {
    this.dialog?.close();
  }

  /** Takes up a file. @param {File} file */
  async take(file) {
    await this.open();
    if (this.lack) return;
    try {
      this.file = { base64: await bytesFrom(file), name: file.name };
    } catch (error) {
      this.begin(reasonOf(error));
      return;
    }
    this.page = 1;
    await this.ask({});
  }

  /** Asks to read the page, and shows the result. @param {object} where corners and size, if known */
  async ask(where) {
    this.review = null;
    fill(
      this.body,
      waiting("Reading the page…"),
      row("end", button("Cancel", { onclick: () => this.close() })),
    );
    try {
      this.answer = await this.api.questions.ask("scan", {
        base64: this.file.base64,
        page: this.page,
        ...where,
      });
    } catch (error) {
      if (isCancelled(error) || !this.isOpen) return;
      this.begin(reasonOf(error));
      return;
    }
    if (!this.isOpen) return;
    if (this.answer.puzzles.length) this.check(0);
    else this.mark(this.answer.trouble);
  }

  // Numbers

  /** Shows a puzzle for checking. @param {number} number */
  check(number) {
    const { puzzles } = this.answer;
    const read = puzzles[number];
    this.corners = read.corners;
    this.review = new Review(read, () => this.changed());
    this.verdict = h("p.photo-verdict", { role: "status" });
    const several = this.selection("Puzzle", puzzles.length, number + 1, (chosen) => this.check(chosen - 1));
    fill(
      this.body,
      row("wrap", several, this.pages()),
      read.reasons.length > 0 &&
        h("details", h("summary", "Why it is not sure"), h("p", read.reasons.join("; "))),
      this.review.element,
      this.verdict,
      row(
        "end wrap",
        button("Another photo", { onclick: () => this.begin() }),
        labelled("Set the corners", "crop", () => this.mark("")),
        labelled("Use this puzzle", "check", () => this.adopt(), "main"),
      ),
    );
    this.review.fit();
    this.changed();
  }

  /** A list to choose one of several; nothing for one. @param {string} name @param {number} count @param {number} chosen @param {(number: number) => void} choose */
  selection(name, count, chosen, choose) {
    const numbers = Array.from({ length: count }, (_, at) => at + 1);
    const options = numbers.map((number) => [number, t("{number} of {all}", { number, all: count })]);
    const list = select(options, chosen, (value) => choose(Number(value)));
    return count > 1 && field(name, list);
  }

  /** The pages of a PDF file. */
  pages() {
    return this.selection("Page", this.answer.pages, this.page, (page) => {
      this.page = page;
      this.ask({});
    });
  }

  changed() {
    const { review } = this;
    this.api.questions.cancel("photo");
    clearTimeout(this.asking);
    this.showVerdict("waiting", "…");
    if (!review) return;
    if (review.trouble) this.showVerdict("unsolvable", review.words);
    else this.asking = setTimeout(() => this.judge(review), CALM);
  }

  /** @param {string} kind @param {string} words */
  showVerdict(kind, words) {
    this.verdict.dataset.kind = kind;
    fill(this.verdict, h("span.light"), h("span", words));
  }

  /** Asks for the number of solutions. @param {Review} review */
  async judge(review) {
    let words;
    try {
      const check = await this.api.questions.about("photo", "check", fromJSON(review.puzzle));
      words = verdictWords({ ...NO_ANSWERS, check, problems: check.problems ?? [] });
    } catch (error) {
      if (isCancelled(error)) return;
      words = { kind: "unknown", head: t("No answer"), more: reasonOf(error) };
    }
    if (review !== this.review) return;
    const shown = [words.head, words.more, review.words].filter(Boolean);
    this.showVerdict(words.kind, shown.join(" · "));
  }

  /** Opens the puzzle, which puts it on the shelf. */
  adopt() {
    const title = this.file.name.replace(/\.[^.]*$/, "");
    try {
      const puzzle = fromJSON({ ...this.review?.puzzle, title });
      this.close();
      this.api.replace(puzzle, t("The puzzle is open."));
    } catch (error) {
      this.showVerdict("unsolvable", reasonOf(error));
    }
  }

  // Corners

  /** Shows the page with its corners to drag. @param {string} trouble the reason, or "" */
  mark(trouble) {
    const { page } = this.answer;
    const corners = new Corners(page, this.corners ?? undefined);
    /** @param {string} name */
    const side = (name) =>
      h("input", { type: "number", min: 2, max: 120, inputmode: "numeric", placeholder: "counted", name });
    const [columns, rows] = [side("columns"), side("rows")];
    const read = () => {
      this.corners = corners.places;
      const size =
        columns.value && rows.value ? { columns: Number(columns.value), rows: Number(rows.value) } : {};
      this.ask({ corners: corners.places, ...size });
    };
    fill(
      this.body,
      trouble && h("p.notice", { role: "alert" }, t("Not read: {trouble}.", { trouble: t(trouble) })),
      h(
        "p",
        { id: "corners-help" },
        "Drag the four corners to those of the grid, without its numbers. Arrow keys move a corner, with Shift further.",
      ),
      h("div.corners-room", corners.element),
      h("div.sizes", field("Columns, if known", columns), field("Rows, if known", rows)),
      row(
        "end wrap",
        this.pages(),
        button("Another photo", { onclick: () => this.begin() }),
        labelled("Read within the corners", "check", read, "main"),
      ),
    );
    corners.handles[0].focus();
  }
}

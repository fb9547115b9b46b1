/** A puzzle from a photo or a PDF page of a printed one: read, checked number by number, and put on the desk. */

import { choice } from "../engine/engine.js";
import { isCancelled } from "../asking/questions.js";
import { bytesFrom } from "../model/picture-file.js";
import { fromJSON } from "../shared/puzzle.js";
import { Review } from "../shared/review.js";
import { t } from "../shared/words.js";
import { Corners } from "../view/corners.js";
import { button, field, fill, h, pickFile, openDialog, quiet, row } from "../view/dom.js";
import { verdictWords } from "../view/wording.js";

const CALM = 350; // milliseconds without a key before the verdict is asked for
const KINDS = "image/*,application/pdf";

const NO_SERVER =
  "This page works without a server, and cannot read photos. The studio on your own machine can: nonosat studio.";
const NO_EXTRA =
  "Reading photos needs more packages: pip install 'nonosat[scan]', then start the studio again.";

/** Why photos of printed puzzles cannot be read; "" if they can. */
async function whyNoScan() {
  const { engine, extras } = await choice;
  return engine === "pyodide" ? NO_SERVER : extras?.scan === false ? NO_EXTRA : "";
}

export class Photo {
  /** @param {import("../api.js").Api} api */
  constructor(api) {
    this.file = { name: "", base64: "" };
    this.api = api;
    /** @type {HTMLDialogElement|null} */
    this.dialog = null;
    this.body = h("div", { class: "photo" });
    /** Why no photo can be read. */
    this.lack = "";
    this.lacking = h("p", { class: "quiet" });
    this.opener = button("Read a printed puzzle", { icon: "image", text: true, onclick: () => this.open() });
    this.known = whyNoScan().then((reason) => {
      this.lack = reason;
      this.lacking.textContent = reason && t(reason);
      this.opener.disabled = Boolean(reason);
    });
  }

  /** What the panel offers. */
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
    this.dialog = openDialog("From a photo", [h("h2", {}, "From a photo"), this.body], () => {
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
    /** @type {any} */
    this.answer = null;
    /** @type {Review|null} */
    this.review = null;
    /** @type {number[][]|null} */
    this.corners = null;
    this.page = 1;
  }

  /** Offers to choose a file. @param {string} [trouble] */
  begin(trouble = "") {
    const able = !this.lack;
    fill(
      this.body,
      trouble && h("p", { class: "notice", role: "alert" }, trouble),
      able && h("p", {}, "Drop or paste a photo, a screenshot or a PDF page here, or choose one."),
      able &&
        quiet("Good light, flat paper and the whole page with its numbers help; 20 pixels a cell or more."),
      row(
        "end",
        button("Cancel", { onclick: () => this.close() }),
        able &&
          button("Choose a file", { icon: "open", text: true, class: "main", onclick: () => this.choose() }),
      ),
    );
  }

  close() {
    this.dialog?.close();
  }

  choose() {
    pickFile(KINDS, (file) => this.take(file));
  }

  /** Takes up a file. @param {File} file */
  async take(file) {
    await this.open();
    if (this.lack) return;
    try {
      this.file = { base64: await bytesFrom(file), name: file.name };
    } catch (/** @type {any} */ error) {
      this.begin(error.message);
      return;
    }
    this.page = 1;
    await this.ask({});
  }

  /** Has the page read, and shows what was found. @param {object} where corners and size, if they are known */
  async ask(where) {
    this.review = null;
    fill(
      this.body,
      h("p", { role: "status" }, h("span", { class: "spinner" }), "Reading the page…"),
      row("end", button("Cancel", { onclick: () => this.close() })),
    );
    try {
      this.answer = await this.api.questions.scanned({ base64: this.file.base64, page: this.page, ...where });
    } catch (/** @type {any} */ error) {
      if (isCancelled(error) || !this.isOpen) return;
      this.begin(error.message);
      return;
    }
    if (!this.isOpen) return;
    if (this.answer.puzzles.length) this.check(0);
    else this.mark(this.answer.trouble);
  }

  // Numbers

  /** Shows a puzzle that was read, to be checked. @param {number} number */
  check(number) {
    const { puzzles } = this.answer;
    const read = puzzles[number];
    this.corners = read.corners;
    this.review = new Review(read, () => this.changed());
    this.verdict = h("p", { class: "photo-verdict", role: "status" });
    const several =
      puzzles.length > 1 &&
      this.selection("Puzzle", puzzles.length, number + 1, (/** @type {any} */ chosen) =>
        this.check(chosen - 1),
      );
    fill(
      this.body,
      row("wrap", several, this.pages()),
      read.reasons.length > 0 &&
        h("details", {}, h("summary", {}, "Why it is not sure"), h("p", {}, read.reasons.join("; "))),
      this.review.element,
      this.verdict,
      row(
        "end wrap",
        button("Another photo", { onclick: () => this.begin() }),
        button("Set the corners", { text: true, icon: "crop", onclick: () => this.mark("") }),
        (this.use = button("Use this puzzle", {
          text: true,
          icon: "check",
          class: "main",
          onclick: () => this.adopt(),
        })),
      ),
    );
    this.review.fit();
    this.changed();
  }

  /** @param {string} name @param {number} count @param {any} chosen @param {any} choose */
  selection(name, count, chosen, choose) {
    const select = h(
      "select",
      { onchange: () => choose(Number(select.value)) },
      Array.from({ length: count }, (_, at) =>
        h(
          "option",
          { value: at + 1, selected: at + 1 === chosen },
          t("{number} of {all}", { number: at + 1, all: count }),
        ),
      ),
    );
    return field(name, select);
  }

  /** The pages of a PDF file. */
  pages() {
    const { pages } = this.answer;
    return (
      pages > 1 &&
      this.selection("Page", pages, this.page, (/** @type {any} */ page) => {
        this.page = page;
        this.ask({});
      })
    );
  }

  changed() {
    const { review } = this;
    this.api.questions.cancel("photo");
    clearTimeout(this.asking);
    this.tell("waiting", "…");
    if (!review) return;
    if (review.trouble) this.tell("unsolvable", review.words);
    else this.asking = setTimeout(() => this.judge(review), CALM);
  }

  /** @param {string} kind @param {string} words */
  tell(kind, words) {
    this.verdict.dataset.kind = kind;
    fill(this.verdict, h("span", { class: "light" }), h("span", {}, words));
  }

  /** Asks how many solutions the numbers leave. @param {any} review */
  async judge(review) {
    let words;
    try {
      const check = await this.api.questions.check("photo", fromJSON(review.puzzle));
      words = verdictWords({
        check,
        ambiguity: null,
        rating: null,
        error: "",
        problems: check.problems ?? [],
      });
    } catch (/** @type {any} */ error) {
      if (isCancelled(error)) return;
      words = { kind: "unknown", head: t("No answer"), more: error.message };
    }
    if (review !== this.review) return;
    const said = [words.head, words.more, review.words].filter(Boolean);
    this.tell(words.kind, said.join(" · "));
  }

  /** Puts the puzzle on the desk, and so on the shelf. */
  adopt() {
    const title = this.file.name.replace(/\.[^.]*$/, "");
    try {
      const puzzle = fromJSON({ ...this.review?.puzzle, title });
      this.close();
      this.api.open(puzzle);
      this.api.say("The puzzle is on the desk and on the shelf.");
    } catch (/** @type {any} */ error) {
      this.tell("unsolvable", error.message);
    }
  }

  // Corners

  /** Lets the corners of the grid be set. @param {string} trouble why they must be */
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
      trouble &&
        h("p", { class: "notice", role: "alert" }, t("Not read: {trouble}.", { trouble: t(trouble) })),
      h(
        "p",
        { id: "corners-help" },
        "Drag the four corners to those of the grid, without its numbers. Arrow keys move a corner, with Shift further.",
      ),
      h("div", { class: "corners-room" }, corners.element),
      h("div", { class: "sizes" }, field("Columns, if known", columns), field("Rows, if known", rows)),
      row(
        "end wrap",
        this.pages(),
        button("Another photo", { onclick: () => this.begin() }),
        button("Read within the corners", { text: true, icon: "check", class: "main", onclick: read }),
      ),
    );
    corners.handles[0].focus();
  }
}

/**
 * A scanned puzzle to be checked: the straightened picture with a field on each number, and beside it the current number,
 * enlarged, with its other readings.
 *
 * @typedef {object} ReadNumber
 * @property {"row"|"column"} axis
 * @property {number} index
 * @property {number} position
 * @property {number|null} value
 * @property {number[]} values possible readings, the likeliest first
 * @property {boolean} doubtful
 * @property {number[]} place left, top, right and bottom in the picture
 * @property {number} ink
 *
 * @typedef {{field: HTMLInputElement, number: ReadNumber}} Part a number and its field
 *
 * @typedef {object} ReadPuzzle
 * @property {string} image address of the straightened picture
 * @property {number} width
 * @property {number} height
 * @property {number} cell pixels of a cell
 * @property {number} rows
 * @property {number} columns
 * @property {[string, string, string][]} palette
 * @property {string[]} reasons
 * @property {ReadNumber[]} numbers
 */

import { leastLength, toJson } from "./clues.js";
import { fill, h } from "./dom.js";
import { lineName } from "./geometry.js";
import { t } from "./words.js";

/** The name of a clue's number. @param {ReadNumber} number */
const numberName = (number) =>
  t("{line}, number {place}", { line: lineName(number), place: number.position + 1 });

/**
 * Shows a point of a picture enlarged in the middle of a loupe.
 * @param {HTMLElement} loupe
 * @param {{image: string, width: number, height: number}} picture
 * @param {number[]} point
 * @param {number} scale
 * @param {number} side of the loupe, in pixels
 */
export function magnify({ style }, { image, width, height }, point, scale, side) {
  style.backgroundImage = `url("${image}")`;
  style.backgroundSize = `${width * scale}px ${height * scale}px`;
  style.backgroundPosition = point.map((position) => `${side / 2 - position * scale}px`).join(" ");
}

const FIELD = 25; // pixels of the picture: the least width of a field
const LOUPE = 96; // pixels on the screen
const ENLARGED = 1.6; // maximum scale of the loupe
const ZOOMS = [0.25, 0.35, 0.5, 0.7, 1, 1.4];
const WRITTEN = /^[\d\s,]*$/;

export class Review {
  /** @param {ReadPuzzle} read @param {() => void} [onchange] is called when a number has changed */
  constructor(read, onchange = () => {}) {
    this.read = read;
    this.onchange = onchange;
    this.zoom = 1;
    const numbers = /** @type {const} */ (["row", "column"]).flatMap((axis) =>
      Array.from({ length: this.count(axis) }, (_, index) => {
        const its = read.numbers.filter((number) => number.axis === axis && number.index === index);
        return its.length ? its : [this.missing(axis, index)];
      }).flat(),
    );
    this.fields = numbers.map((number) => this.field(number));
    this.sheet = h(
      "div.review-sheet",
      h("img", { src: read.image, alt: "The page, made straight" }),
      this.fields.map(({ field }) => field),
    );
    this.loupe = h("div.review-loupe", { "aria-hidden": "true" });
    this.named = h("div.review-named");
    this.page = h("div.review-page", { tabindex: "0", role: "region", "aria-label": "The page" }, this.sheet);
    this.element = h(
      "div.review",
      h(
        "div.review-bar",
        this.loupe,
        this.named,
        h(
          "div.review-buttons",
          h("button", { type: "button", onclick: () => this.nextDoubtful() }, "Next doubtful"),
          h("button", { type: "button", "aria-label": "Smaller", onclick: () => this.scaleBy(-1) }, "−"),
          h("button", { type: "button", "aria-label": "Larger", onclick: () => this.scaleBy(1) }, "+"),
        ),
      ),
      this.page,
    );
    this.showPart(this.fields.find(({ number }) => number.doubtful) ?? this.fields[0]);
    this.scale(1);
  }

  /** The number of lines of an axis. @param {string} axis */
  count(axis) {
    return axis === "row" ? this.read.rows : this.read.columns;
  }

  /** An empty field beside the grid, for a line without a number. @param {"row"|"column"} axis @param {number} index @returns {ReadNumber} */
  missing(axis, index) {
    const { width, height, columns, rows, cell } = this.read;
    const [left, top] = [width - columns * cell, height - rows * cell];
    const [x, y] =
      axis === "row"
        ? [left - cell + 6, top + index * cell + 10]
        : [left + index * cell + 10, top - cell + 8];
    const place = [x, y, x + cell - 20, y + cell - 20];
    return { axis, index, position: 0, value: null, values: [], doubtful: false, place, ink: 1 };
  }

  /** @param {ReadNumber} number */
  field(number) {
    const { width, height } = this.read;
    const [left, top, right, bottom] = number.place;
    const wide = Math.max(FIELD, right - left + 6);
    const field = h("input", {
      type: "text",
      inputmode: "numeric",
      autocomplete: "off",
      value: number.value === null ? "" : String(number.value),
      "aria-label": numberName(number),
      class: `number${number.doubtful ? " doubtful" : ""}${number.values.length ? "" : " empty"}`,
    });
    const part = { field, number };
    field.style.left = `${(100 * Math.max(0, (left + right - wide) / 2)) / width}%`;
    field.style.top = `${(100 * Math.max(0, top - 5)) / height}%`;
    field.style.width = `${(100 * wide) / width}%`;
    field.style.height = `${(100 * (bottom - top + 10)) / height}%`;
    field.addEventListener("focus", () => {
      this.showPart(part);
      field.select();
    });
    field.addEventListener("input", () => this.changed(part));
    field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(part, event));
    return part;
  }

  /** @param {KeyboardEvent} event @param {Part} part */
  key(part, event) {
    if (event.key === "Enter") {
      event.preventDefault();
      this.settle(part);
      this.nextDoubtful(part);
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      this.neighbour(part, event.key === "ArrowUp" ? -1 : 1)?.field.focus();
    }
  }

  /** The nearest field above or below. @param {Part} options @param {number} step */
  neighbour({ number }, step) {
    /** @param {ReadNumber} number */
    const middle = ({ place }) => [(place[0] + place[2]) / 2, (place[1] + place[3]) / 2];
    const [x, y] = middle(number);
    /** @param {Part} options */
    const far = ({ number: other }) => {
      const [ax, ay] = middle(other);
      return step * (ay - y) > this.read.cell / 4 ? 2 * Math.abs(ax - x) + Math.abs(ay - y) : Infinity;
    };
    const best = this.fields.reduce((one, other) => (far(other) < far(one) ? other : one));
    return far(best) < Infinity ? best : null;
  }

  /** Shows a number enlarged, and its possible readings. @param {Part} part */
  showPart(part) {
    this.looked = part;
    if (!part) return;
    const { number } = part;
    const [left, top, right, bottom] = number.place;
    const scale = Math.min(ENLARGED, LOUPE / (right - left + 12), LOUPE / (bottom - top + 12));
    magnify(this.loupe, this.read, [(left + right) / 2, (top + bottom) / 2], scale, LOUPE);
    const likely = [number.value, ...number.values].filter((value) => value !== null);
    const values = [...new Set(likely)].slice(0, 5);
    fill(
      this.named,
      h("p", numberName(number)),
      h(
        "div.review-values",
        values.map((value) =>
          h("button", { type: "button", onclick: () => this.take(part, String(value)) }, String(value)),
        ),
        values.length > 0 && h("button", { type: "button", onclick: () => this.take(part, "") }, "no number"),
      ),
    );
  }

  /** @param {Part} part @param {string} text */
  take(part, text) {
    part.field.value = text;
    this.changed(part);
  }

  /** @param {Part} part */
  changed(part) {
    part.field.setAttribute("aria-invalid", String(!WRITTEN.test(part.field.value)));
    this.settle(part);
    this.onchange();
  }

  /** Removes a number's doubt. @param {Part} options */
  settle({ field }) {
    field.classList.remove("doubtful");
  }

  /** Goes to the next number in doubt after `from`. */
  nextDoubtful(from = this.looked) {
    const at = from ? this.fields.indexOf(from) : -1;
    const order = [...this.fields.slice(at + 1), ...this.fields.slice(0, at + 1)];
    const next = order.find(({ field }) => field.classList.contains("doubtful"));
    if (next) {
      next.field.focus();
      next.field.scrollIntoView({ block: "center", inline: "center" });
    }
    this.onchange();
  }

  /** @param {number} step */
  scaleBy(step) {
    const steps = ZOOMS.map((zoom) => Math.abs(zoom - this.zoom));
    const at = steps.indexOf(Math.min(...steps));
    this.scale(ZOOMS[Math.max(0, Math.min(ZOOMS.length - 1, at + step))]);
  }

  /** Shows the picture at a scale. @param {number} zoom */
  scale(zoom) {
    this.zoom = zoom;
    this.sheet.style.width = `${this.read.width * zoom}px`;
    this.sheet.style.fontSize = `${Math.max(9, 19 * zoom)}px`;
  }

  /** Shows the whole width, if numbers stay legible. */
  fit() {
    const room = this.page.clientWidth - 4;
    this.scale(Math.max(0.5, Math.min(1, room / this.read.width)));
  }

  /** The clues of an axis, from the fields. @param {string} axis */
  clues(axis) {
    /** @type {[number, number][][]} */
    const lines = Array.from({ length: this.count(axis) }, () => []);
    for (const { field, number } of this.fields)
      if (number.axis === axis)
        for (const word of field.value.split(/[\s,]+/).filter(Boolean))
          if (Number(word) > 0) lines[number.index].push([Number(word), number.ink]);
    return lines;
  }

  /** The puzzle as nonosat's JSON. */
  get puzzle() {
    const [rows, columns] = ["row", "column"].map((axis) => this.clues(axis).map(toJson));
    const { palette } = this.read;
    return { rows, columns, ...(palette.length > 2 || palette[1][1] !== "000000" ? { palette } : {}) };
  }

  /** The number of doubtful numbers. */
  get doubtful() {
    return this.fields.filter(({ field }) => field.classList.contains("doubtful")).length;
  }

  /** The reason why the fields make no puzzle, or one that is plainly unsolvable; "" if there is none. */
  get trouble() {
    const odd = this.fields.find(({ field }) => !WRITTEN.test(field.value));
    if (odd) return t("{line}: “{text}” is no number", { line: lineName(odd.number), text: odd.field.value });
    const sums = [];
    for (const axis of ["row", "column"]) {
      const lines = this.clues(axis);
      const length = this.count(axis === "row" ? "column" : "row");
      const long = lines.findIndex((clue) => leastLength(clue) > length);
      if (long >= 0)
        return t(
          "{line}: its numbers do not fit into {n} cell|{line}: its numbers do not fit into {n} cells",
          { line: lineName({ axis, index: long }), n: length },
        );
      sums.push(lines.flat().reduce((sum, [count]) => sum + count, 0));
    }
    return sums[0] === sums[1]
      ? ""
      : t("the rows sum to {rows}, the columns to {columns}", { rows: sums[0], columns: sums[1] });
  }

  /** The state of the check in words. */
  get words() {
    const { doubtful, trouble } = this;
    const doubt = doubtful
      ? t("{n} doubtful number|{n} doubtful numbers", { n: doubtful })
      : t("no number is in doubt");
    return trouble ? `${doubt}; ${trouble}` : doubt;
  }
}

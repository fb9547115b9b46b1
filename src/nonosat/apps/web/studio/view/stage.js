/** The picture in the middle of the page: three canvases (cells, clues, overlays), redrawn at most once a frame. */

import { painter } from "./dom.js";
import { cellUnder, linesThrough, outline } from "../../shared/geometry.js";
import { lettersOf } from "../../shared/colours.js";
import { store, stored } from "../../shared/stored.js";
import { drawBoard } from "./board.js";
import { edges } from "./gutters.js";
import { clueAt, Numbers } from "./numbers.js";
import { cursorOverlay, linesOverlay } from "./overlays.js";
import { inks, themeColours } from "./theme.js";
import { Viewport } from "./viewport.js";

/** @import { LineId } from "../../shared/geometry.js" */

const LETTERED = "nonosat-studio-letters";
/** @type {Map<number, [string, string]>} */
const NO_LETTERS = new Map();

/** @param {LineId[]} lines */
const keysOf = (lines) => new Set(lines.map(({ family, index }) => `${family} ${index}`));

export class Stage {
  /** @param {HTMLElement} element the focusable grid, with the canvases in it */
  constructor(element) {
    this.element = element;
    this.view = new Viewport();
    this.canvases = ["cells", "clues", "over"].map(
      (name) => /** @type {HTMLCanvasElement} */ (element.querySelector(`canvas.${name}`)),
    );
    this.contexts = this.canvases.map((canvas) => painter(canvas));
    this.numbers = new Numbers(this.contexts[1]);
    /** @type {Map<string, import("./overlays.js").Overlay>} */
    this.overlays = new Map();
    this.marked = new Set();
    this.pointed = new Set();
    this.hovered = new Set();
    /** Whether cells show the letters of inks that look alike. */
    this.lettered = stored(LETTERED) === "yes";
    this.cursor = -1;
    this.focused = false;
    this.dirty = new Set();
    this.changed = new Set();
    /** @type {import("../../shared/puzzle.js").Puzzle|null} */
    this.puzzle = null;
    /** @type {import("../../shared/history.js").Cells} */
    this.cells = new Uint8Array();
    /** @type {string[]} */
    this.colours = [];
    this.theme = themeColours();
    this.marks = false;
    /** @type {import("../../shared/puzzle.js").Puzzle|null} */
    this.draft = null;
    /** The request of the next frame; 0 for none. */
    this.frame = 0;
    this.retheme();
    new ResizeObserver(() => this.resize()).observe(element);
  }

  retheme() {
    this.theme = themeColours();
    this.view.font = getComputedStyle(document.body).fontFamily;
    if (this.puzzle) this.colours = inks(this.puzzle.palette, Boolean(this.theme.dark));
    this.redraw();
  }

  resize() {
    const { width, height } = this.element.getBoundingClientRect();
    const ratio = devicePixelRatio || 1;
    for (const canvas of this.canvases) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    for (const context of this.contexts) context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.numbers.forget();
    this.view.resize(width, height);
    this.paint();
  }

  /**
   * Shows a puzzle and cells.
   * @param {import("../../shared/puzzle.js").Puzzle} puzzle
   * @param {import("../../shared/history.js").Cells} cells
   * @param {{marks?: boolean, draft?: import("../../shared/puzzle.js").Puzzle|null}} [options] whether empty cells are marked; the
   *   puzzle after the stroke in hand, for its clues
   */
  show(puzzle, cells, options = {}) {
    const before = this.puzzle;
    const moved = before === puzzle ? false : this.view.show(puzzle);
    if (!before || before.palette !== puzzle.palette)
      this.colours = inks(puzzle.palette, Boolean(this.theme.dark));
    if (before && before.shape.join() !== puzzle.shape.join()) {
      this.cursor = -1;
      this.hovered.clear();
    }
    const { marks = false, draft = null } = options;
    const repainted = this.marks !== marks || before?.palette !== puzzle.palette;
    const whole = moved || repainted || this.cells.length !== cells.length;
    if (whole) this.redraw("cells");
    else {
      cells.forEach((colour, cell) => {
        if (colour !== this.cells[cell]) this.changed.add(cell);
      });
      if (this.changed.size && this.overlays.has("regions")) this.redraw("over"); // ink is hatched
    }
    if (whole || before !== puzzle || this.draft || draft) this.redraw("clues");
    if (whole) this.redraw("over");
    cells = cells.slice(); // a stroke changes its own
    Object.assign(this, { puzzle, cells, marks, draft });
    this.redraw();
  }

  /** Puts letters on the cells, or takes them off. @param {boolean} on */
  letter(on) {
    this.lettered = on;
    store(LETTERED, on ? "yes" : "");
    this.redraw("cells");
  }

  /** Shows or hides the keyboard's cursor. @param {boolean} on */
  byKeys(on) {
    if (this.focused === on) return;
    this.focused = on;
    this.element.dataset.keys = on ? "yes" : "";
    this.redraw("over");
  }

  /** Switches an overlay on, or with null off. @param {string} name @param {import("./overlays.js").Overlay|null} draw */
  overlay(name, draw) {
    if (!draw && !this.overlays.has(name)) return;
    if (draw) this.overlays.set(name, draw);
    else this.overlays.delete(name);
    this.redraw("over");
  }

  /** Marks clues that contradict each other, and clues of a step. @param {{contradicting: LineId[], pointed: LineId[]}} options */
  mark({ contradicting, pointed }) {
    this.marked = keysOf(contradicting);
    this.pointed = keysOf(pointed);
    this.redraw("clues");
  }

  /** Requests a frame for changed cells, or for a whole canvas. @param {string} [what] its name */
  redraw(what) {
    if (what) this.dirty.add(what);
    this.frame ||= requestAnimationFrame(() => this.draw());
  }

  /** Draws everything at once. */
  paint() {
    this.refresh();
    this.draw();
  }

  /** Redraws everything in the next frame. */
  refresh() {
    for (const name of ["cells", "clues", "over"]) this.redraw(name);
  }

  draw() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (!this.puzzle) return;
    const { theme, colours, view } = this;
    const [cells, , over] = this.contexts;
    const letters = lettersOf(this.puzzle.palette);
    const shown = this.lettered ? letters : NO_LETTERS;
    const appearance = { theme, colours, letters: shown, family: view.font, marks: this.marks };
    if (this.dirty.has("cells")) drawBoard(cells, view, this.cells, appearance);
    else if (this.changed.size) drawBoard(cells, view, this.cells, appearance, this.changed);
    if (this.dirty.has("clues")) {
      const { hovered, marked, pointed } = this;
      this.numbers.draw(view, this.draft ?? this.puzzle, {
        ...appearance,
        letters,
        hovered,
        marked,
        pointed,
      });
    }
    if (this.dirty.has("over")) this.drawOverlays(over);
    document.body.dataset.zoomed = view.fitted ? "" : "yes";
    this.element.dataset.view = `${view.x} ${view.y} ${view.scale}`;
    this.dirty.clear();
    this.changed.clear();
  }

  /** @param {CanvasRenderingContext2D} context */
  drawOverlays(context) {
    const { view, theme, colours } = this;
    context.clearRect(0, 0, view.width, view.height);
    context.save();
    if (!view.gutters.slants) {
      const { left, top } = edges(view);
      context.beginPath();
      context.rect(left - 2, top - 2, view.width, view.height);
      context.clip();
    }
    const style = { theme, colours, cells: this.cells };
    for (const draw of this.overlays.values()) draw(context, view, style);
    if (this.focused) cursorOverlay(this.cursor)(context, view, style);
    context.restore();
  }

  /** The position of a pointer event on the stage. @param {MouseEvent} event @returns {[number, number]} */
  point(event) {
    const box = this.element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /** The cell at a point of the stage, or -1, also below clues. @param {number[]} options */
  cellAt([x, y]) {
    if (this.clueAt([x, y])) return -1;
    const [worldX, worldY] = this.view.world(x, y);
    return cellUnder(this.view.geometry, worldX, worldY);
  }

  /** The nearest cell, for strokes that leave the grid. @param {number[]} options */
  nearest([x, y]) {
    const { geometry } = this.view;
    const [worldX, worldY] = this.view.world(x, y);
    /** @param {number} value @param {number} most */
    const fit = (value, most) => Math.min(most - 0.01, Math.max(0.01, value));
    return cellUnder(geometry, fit(worldX, geometry.extent[0]), fit(worldY, geometry.extent[1]));
  }

  /** @param {number[]} options */
  clueAt([x, y]) {
    return this.puzzle ? clueAt(this.view, this.puzzle, x, y) : null;
  }

  /** Shades the lines through a cell. @param {number} cell */
  hover(cell) {
    const keys = keysOf(this.linesThrough(cell));
    if ([...keys].join() === [...this.hovered].join()) return;
    this.hovered = keys;
    this.redraw("clues");
  }

  /** Shades the line of a clue or the lines through a cell under the pointer. @param {[number, number]|null} point */
  hoverAt(point) {
    const line = point && this.clueAt(point);
    const cell = point && !line ? this.cellAt(point) : -1;
    this.element.dataset.over = line ? "clue" : cell >= 0 ? "cell" : "";
    this.overlay("hovered", line && this.view.gutters.slants ? linesOverlay([line]) : null); // its cells may lie anywhere
    if (!line) return this.hover(cell);
    this.hovered = keysOf([line]);
    this.redraw("clues");
  }

  /** The lines on which a cell lies. @param {number} cell */
  linesThrough(cell) {
    return linesThrough(this.view.geometry, cell);
  }

  /** Moves the keyboard's cursor, and scrolls to it. @param {number} cell */
  goTo(cell) {
    this.cursor = cell;
    if (cell >= 0 && this.view.reveal(outline(this.view.geometry, cell))) this.refresh();
    this.hover(cell);
    this.redraw("over");
  }

  /** Whether the whole picture is visible. */
  whole() {
    return this.view.fitted;
  }

  /** @param {number} factor @param {[number, number]} [point] */
  zoom(factor, point) {
    this.view.zoom(factor, ...(point ?? []));
    this.refresh();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.view.pan(dx, dy);
    this.refresh();
  }

  fit() {
    this.view.fit();
    this.refresh();
  }
}

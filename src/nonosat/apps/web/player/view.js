/** Draws the board; its clues stay in sight while it is scrolled. */

import { painter, svg } from "../shared/dom.js";
import { clueText, colourName } from "../shared/clues.js";
import { inkOn, lookalikes, luminance } from "../shared/colours.js";
import { boxOf, cellName, coordinates, lineName, middle } from "../shared/geometry.js";
import { placesOf } from "./placing.js";
import { EMPTY, finished, UNKNOWN } from "../shared/lines.js";
import { BLACK_AND_WHITE } from "../shared/puzzle.js";
import { t } from "../shared/words.js";
import { pathOf, round, rulesOfAny, rulesOfSquares, UNIT } from "./shapes.js";
import { drawSupposed, supposedWords } from "./supposing.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("../shared/geometry.js").Outline} Outline */

const LEAST = 10;
const MOST = 96; // pixels for a cell's side
const LEGIBLE = 17; // pixels, at the start
const LARGE = 60;
const STUCK = 0.4; // of the window, for the clues that stay in sight

/** Scrolls the header away in a low window, so that the board has all of its height; in others nothing scrolls. */
export const hideHeader = () => scrollTo(0, document.documentElement.scrollHeight);

export class View {
  sheet = document.createElement("div");
  corner = document.createElement("div");
  /** The clues above and beside the grid. @type {SVGElement} */
  above = svg("svg");
  /** @type {SVGElement} */
  beside = svg("svg");
  /** The picture so far, in the corner; null for a triddler. @type {HTMLCanvasElement|null} */
  small = null;
  wrong = svg("path", { class: "wrong" });
  band = svg("path", { class: "band" });
  hinted = svg("path", { class: "hinted" });
  targets = svg("path", { class: "targets" });
  ring = svg("path", { class: "ring" });
  lettering = svg("g");
  supposing = svg("g");
  /** Room for clues around the grid, in sides. */
  room = { left: 0.4, top: 0.4, right: 0.1, bottom: 0.1 };
  /** The corner of the grid's drawing, in sides. @type {[number, number]} */
  origin = [0, 0];
  /** The width and height of all, in sides. @type {[number, number]} */
  extent = [0, 0];
  /** The cell whose lines are shaded; -1 for none. */
  pointed = -1;

  /** @param {HTMLElement} host @param {import("./game.js").Game} game @param {Layout} layout */
  constructor(host, game, layout) {
    this.host = host;
    this.game = game;
    this.palette = game.puzzle.palette;
    this.plain = this.palette === BLACK_AND_WHITE;
    this.layout = layout;
    /** Inks that always show their letter. */
    this.alike = this.plain ? new Set() : lookalikes(this.palette);
    this.letteredAll = false;
    /** The letters on cells. @type {Map<number, SVGElement>} */
    this.letters = new Map();
    this.size = this.unrounded = 0; // pixels of a cell's side
    /** Whether the size follows the window, and then whether all must be visible. */
    this.fitted = true;
    this.isWhole = false;
    /** Is called after each change of the size. */
    this.onzoom = () => {};
    this.focused = -1;
    this.paint();
    /** The clue of each line. */
    this.clues = this.drawClues();
    this.cells = layout.outlines.map((outline) =>
      svg("path", { d: pathOf([outline]), class: "cell", role: "gridcell", tabindex: -1 }),
    );
    /** The marks of the empty cells of each row: those drawn, those tried. */
    this.marks = layout.rows.map(() => ["marks", "marks tried"].map((name) => svg("path", { class: name })));
    this.grid = this.assemble(this.layers());
    game.cells.forEach((_, cell) => this.showCell(cell));
    game.lines.forEach((_, line) => this.showClue(line));
    this.layout.rows.forEach((_, row) => this.showMarks(row));
  }

  /** The colours, for the style sheet. */
  paint() {
    const root = document.documentElement;
    const { palette, plain } = this;
    root.classList.toggle("plain", plain);
    root.classList.toggle("bright", !plain && luminance(palette[EMPTY][1]) > 0.5);
    if (luminance(palette[EMPTY][1]) < 0.18) root.style.setProperty("--guide", "#8fb0ff");
    palette.forEach(([, rgb], colour) => {
      if (plain) return;
      root.style.setProperty(`--ink${colour}`, `#${rgb}`);
      root.style.setProperty(`--on-ink${colour}`, inkOn(rgb));
    });
  }

  drawClues() {
    const clues = this.game.clues.map((clue, line) => {
      /** @type {[number|string, number][]} */ const words = !this.layout.stated[line]
        ? []
        : clue === null
          ? [["*", 0]]
          : clue.length
            ? clue
            : [["0", 0]];
      return words.map(([length, colour]) => this.number(length, colour));
    });
    return placesOf(this.layout, clues).map(({ spots, name }, line) => {
      const group = svg("g", { id: `line-${line}`, class: "clue", role: "img" });
      clues[line].forEach(({ element }, at) => {
        const { x, y, width } = spots[at];
        element.setAttribute("transform", `translate(${round(x)} ${round(y)})`);
        group.append(element);
        this.room.left = Math.max(this.room.left, width / 2 - x + 0.2);
        this.room.right = Math.max(this.room.right, x + width / 2 - this.layout.width + 0.1);
        this.room.top = Math.max(this.room.top, 0.5 - y);
        this.room.bottom = Math.max(this.room.bottom, y + 0.5 - this.layout.height);
      });
      if (name) {
        const text = svg("text", { x: round(name.x), y: round(name.y), dy: ".35em", class: "name" });
        text.append(name.text);
        group.append(text);
      }
      return group;
    });
  }

  /** A number of a clue. @param {number | string} length @param {number} colour */
  number(length, colour) {
    const inks = !this.plain && colour > 0;
    const digits = String(length).length;
    const squeezed = digits > 2 ? { textLength: 16, lengthAdjust: "spacingAndGlyphs" } : {};
    const text = svg("text", { dy: ".35em", ...squeezed });
    text.append(String(length));
    const width = (digits > 2 ? 18 : digits * (inks ? 6.4 : 7.3) + (inks ? 5.6 : 3)) / UNIT;
    if (!inks) return { element: svg("g", {}, [text]), width };
    const letter = svg("tspan", { class: this.alike.has(colour) ? "letter alike" : "letter" });
    letter.append(this.palette[colour][2]);
    text.append(letter);
    text.style.fill = `var(--on-ink${colour})`;
    const box = { x: round(-width / 2), y: -7, width: round(width), height: 14, rx: 3.5 };
    const chip = svg("rect", { ...box, class: "chip" });
    chip.style.fill = `var(--ink${colour})`;
    return { element: svg("g", {}, [chip, text]), width: Math.max(width, 0.65) };
  }

  layers() {
    const { outlines, rows, square, width, height } = this.layout;
    const [thin, thick] = square ? rulesOfSquares(width, height) : rulesOfAny(this.layout);
    const over = [
      this.lettering,
      ...this.marks.flat(),
      this.wrong,
      this.hinted,
      this.band,
      svg("path", { class: "rules", d: thin }),
      svg("path", { class: "rules thick", d: thick }),
      this.supposing,
      this.targets,
      this.ring,
    ];
    return [
      svg("path", { class: "paper", d: square ? pathOf([boxOf(0, 0, width, height)]) : pathOf(outlines) }),
      ...rows.map((cells) => svg("g", { role: "row" }, ...cells.map((cell) => this.cells[cell]))),
      svg("g", { class: "over", "aria-hidden": true }, over),
    ];
  }

  /** Puts the drawings together: one for a triddler, else three, so that clues stay in sight. */
  assemble(/** @type {SVGElement[]} */ layers) {
    const { width, height, square, axes } = this.layout;
    const { left, top, right, bottom } = this.room;
    this.sheet.className = `sheet${square ? " square" : ""}`;
    /** @param {string} name @param {number} x @param {number} y @param {number} wide @param {number} high @param {Element[]} inside */
    const part = (name, x, y, wide, high, inside) => {
      const box = [x, y, wide, high].map(round).join(" ");
      const drawing = svg("svg", { class: name, viewBox: box }, inside);
      drawing.style.setProperty("--wide", String(wide));
      drawing.style.setProperty("--high", String(high));
      this.sheet.append(drawing);
      return drawing;
    };
    const end = 0.1;
    let grid;
    if (square) {
      /** @param {string} axis */
      const group = (axis) => this.clues.filter((_, line) => axes[line] === axis);
      const small = (this.small = document.createElement("canvas"));
      Object.assign(small, { width, height, className: "small" });
      small.setAttribute("aria-hidden", "true");
      this.corner.className = "corner";
      this.corner.append(small);
      this.sheet.append(this.corner);
      this.above = part("above", 0, -top, width + end, top, [svg("g", {}, group("column"))]);
      this.beside = part("beside", -left, 0, left, height + end, [svg("g", {}, group("row"))]);
      grid = part("grid", 0, 0, width + end, height + end, layers);
      this.extent = [left + width + end, top + height + end];
    } else {
      const inside = [svg("g", {}, this.clues), svg("g", {}, layers)];
      grid = part("grid", -left, -top, left + width + right, top + height + bottom, inside);
      this.origin = [-left, -top];
      this.extent = [left + width + right, top + height + bottom];
    }
    const board = square ? grid : grid.lastElementChild;
    const { length: rows } = this.layout.rows;
    const size = square
      ? t("{rows}, {columns}", {
          rows: t("{n} row|{n} rows", { n: rows }),
          columns: t("{n} column|{n} columns", { n: width }),
        })
      : this.layout.isAny
        ? t("{n} cell|{n} cells", { n: this.game.cells.length })
        : t("{n} row of triangles|{n} rows of triangles", { n: rows });
    board?.setAttribute("role", "grid");
    board?.setAttribute("aria-label", size);
    this.sheet.style.setProperty("--across", String(this.extent[0]));
    this.sheet.style.setProperty("--down", String(this.extent[1]));
    this.host.append(this.sheet);
    this.host.addEventListener("scroll", () => this.showEdges(), { passive: true });
    return grid;
  }

  /** The name of a cell. @param {number} cell */
  nameOf(cell) {
    return cellName(this.game.geometry, cell);
  }

  /** The content of a cell in words. @param {number} cell */
  wordsOf(cell) {
    const value = this.game.cells[cell];
    const name =
      value === UNKNOWN ? t("unknown") : value === EMPTY ? t("empty") : colourName(this.palette, value);
    return this.game.puzzle.givens.has(cell) ? `${name}, ${t("given")}` : name;
  }

  /** The name of a line and its clue. @param {number} line */
  clueWords(line) {
    const { axes } = this.layout;
    const index = line - axes.indexOf(axes[line]);
    return `${lineName({ axis: axes[line], index })}: ${clueText(this.game.clues[line], this.palette)}`;
  }

  /** @param {number} cell */
  showCell(cell) {
    const value = this.game.cells[cell];
    const element = this.cells[cell];
    if (value > EMPTY) element.style.fill = element.style.color = `var(--ink${value})`;
    else element.removeAttribute("style"); // a cell that is not painted takes no time
    element.classList.toggle("tried", value > EMPTY && this.game.isTried(cell));
    this.showLetter(cell, value);
    this.nameCell(cell);
    if (this.small) {
      const [row, at] = coordinates(this.game.geometry, cell);
      const canvas = painter(this.small);
      canvas.fillStyle = value > EMPTY && !this.plain ? `#${this.palette[value][1]}` : "#808080";
      if (value > EMPTY) canvas.fillRect(at, row, 1, 1);
      else canvas.clearRect(at, row, 1, 1);
    }
  }

  /** Labels a cell for screen readers. @param {number} cell */
  nameCell(cell) {
    const supposed = supposedWords(this.supposed?.get(cell), this.palette);
    this.cells[cell].setAttribute("aria-label", `${this.nameOf(cell)}, ${this.wordsOf(cell)}${supposed}`);
  }

  /** The letter of an ink, if letters are requested. @param {number} cell @param {number} value */
  showLetter(cell, value) {
    this.letters.get(cell)?.remove();
    this.letters.delete(cell);
    if (value <= EMPTY || !this.letteredAll) return;
    const [x, y] = middle(this.layout.outlines[cell]);
    const letter = svg("text", { x: round(x), y: round(y), dy: ".35em", class: "ink-letter" });
    letter.style.fill = `var(--on-ink${value})`;
    letter.append(this.palette[value][2]);
    this.letters.set(cell, letter);
    this.lettering.append(letter);
  }

  /** Gives every ink its letter, or none. @param {boolean} all */
  letterAll(all) {
    this.letteredAll = all && !this.plain;
    this.game.cells.forEach((value, cell) => this.showLetter(cell, value));
  }

  /** The crosses of a row. @param {number} row */
  showMarks(row) {
    /** @param {number} cell */
    const cross = (cell) => {
      const [x, y] = middle(this.layout.outlines[cell]).map((coordinate) => coordinate * UNIT);
      const arm = 0.15 * UNIT;
      return `M${round((x - arm) / UNIT)} ${round((y - arm) / UNIT)}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}`;
    };
    const crossed = this.layout.rows[row].filter((cell) => this.game.cells[cell] === EMPTY);
    this.marks[row].forEach((path, tried) => {
      const its = crossed.filter((cell) => Number(this.game.isTried(cell)) === tried);
      path.setAttribute("d", its.map(cross).join(""));
    });
  }

  /** Crosses out finished numbers of a line. @param {number} line */
  showClue(line) {
    const cells = this.game.shown(line);
    if (this.game.solved) cells.forEach((value, at) => (cells[at] = Math.max(value, EMPTY)));
    const clue = this.game.clues[line];
    const done = clue?.length === 0 ? [cells.every((value) => value === EMPTY)] : finished(clue, cells);
    const group = this.clues[line];
    [...group.children].forEach((number, at) => number.classList.toggle("done", done[at] ?? false));
    const all = done.length > 0 && done.every(Boolean);
    group.classList.toggle("done", all);
    group.setAttribute("aria-label", this.clueWords(line) + (all ? `, ${t("done")}` : ""));
  }

  /** Shows cells after a change, and the clues of their lines. @param {Iterable<number>} changed */
  show(changed) {
    const lines = new Set();
    const rows = new Set();
    for (const cell of changed) {
      this.showCell(cell);
      rows.add(this.game.geometry.rowOf[cell]);
      for (const line of this.game.through(cell)) lines.add(line);
    }
    rows.forEach((row) => this.showMarks(row));
    lines.forEach((line) => this.showClue(line));
  }

  /** Shades the lines through a cell and their clues; none for -1. @param {number} cell */
  point(cell) {
    if (cell === this.pointed) return;
    this.pointed = cell;
    const lines = cell < 0 ? [] : this.game.through(cell);
    this.clues.forEach((group, line) => group.classList.toggle("here", lines.includes(line)));
    this.band.setAttribute("d", lines.map((line) => this.shapeOf(line)).join(""));
  }

  /** @param {number} line */
  shapeOf(line) {
    const { outlines, lines, square } = this.layout;
    const its = lines[line].map((cell) => outlines[cell]);
    if (!square) return pathOf(its);
    const last = its[its.length - 1];
    return pathOf([boxOf(...its[0][0], ...last[2])]);
  }

  /**
   * Marks the line (-1 for none) and the cells of a hint.
   * @param {number} line
   * @param {number[]} cells
   * @param {Map<number, import("../shared/teaching.js").Supposed>} [supposed] of cells, until the next hint
   * @param {boolean} [ends] whether the line has no filling
   */
  highlight(line, cells, supposed = new Map(), ends = false) {
    this.clues.forEach((group, at) => group.classList.toggle("hinted", at === line));
    this.hinted.setAttribute("class", `hinted${ends ? " ends" : supposed.size ? " supposed" : ""}`);
    this.hinted.setAttribute("d", line < 0 ? "" : this.shapeOf(line));
    this.targets.setAttribute("d", pathOf(cells.map((cell) => this.layout.outlines[cell])));
    const before = this.supposed ?? new Map();
    this.supposed = supposed;
    drawSupposed(this.supposing, this.layout.outlines, supposed, this.plain);
    for (const cell of new Set([...before.keys(), ...supposed.keys()])) this.nameCell(cell);
    const shown = line < 0 ? cells : this.layout.lines[line];
    const seen = cells.length ? cells : shown.length ? shown : [...supposed.keys()];
    if (seen.length) this.reveal(seen);
  }

  /** Marks cells that are wrong and lines that cannot be completed. @param {number[]} cells @param {number[]} lines */
  markWrong(cells, lines) {
    this.wrong.setAttribute("d", pathOf(cells.map((cell) => this.layout.outlines[cell])));
    this.clues.forEach((group, line) => group.classList.toggle("broken", lines.includes(line)));
  }

  /** Shows the ring around the focused cell. A style with `:has` would make each focus on a board of 100x100 take 10 ms more. @param {boolean} on */
  showRing(on) {
    this.ring.classList.toggle("shown", on);
  }

  /** Moves the focus to a cell, the only tab stop (roving tabindex). @param {number} cell @param {boolean} visibly */
  focus(cell, visibly) {
    const element = this.cells[cell];
    if (this.focused >= 0) this.cells[this.focused].setAttribute("tabindex", "-1");
    this.focused = cell;
    element.setAttribute("tabindex", "0");
    const lines = this.game.through(cell).map((line) => `line-${line}`);
    element.setAttribute("aria-describedby", lines.join(" "));
    this.ring.setAttribute("d", pathOf([this.layout.outlines[cell]]));
    if (visibly) {
      element.focus({ preventScroll: true });
      this.showRing(true);
      this.reveal([cell]);
      this.point(cell);
    }
  }

  // --- size

  /** Pixels per cell with which everything is visible. */
  fit() {
    const [across, down] = this.extent;
    const { clientWidth, clientHeight } = this.host;
    const pad = 2 * parseFloat(getComputedStyle(this.sheet).paddingLeft);
    return Math.min((clientWidth - pad) / across, (clientHeight - pad) / down);
  }

  /** Width and height of the board in pixels, with its padding. */
  whole() {
    const pad = 2 * parseFloat(getComputedStyle(this.sheet).paddingLeft);
    return this.extent.map((side) => Math.ceil(side * this.size + pad));
  }

  /** Gives cells a size; the place under a point of the window stays there. @param {number} size @param {[number, number]} [at] */
  zoom(size, at) {
    const box = this.host.getBoundingClientRect();
    const [x, y] = at ?? [box.x + box.width / 2, box.y + box.height / 2];
    const [u, v] = this.unitsAt(x, y);
    this.unrounded = Math.min(Math.max(size, Math.min(LEAST, this.fit())), Math.max(MOST, this.fit()));
    this.size = this.unrounded > LEAST ? Math.floor(this.unrounded) : this.unrounded; // cells then meet at whole pixels
    this.sheet.style.setProperty("--cell", `${this.size}px`);
    if (this.layout.square) {
      /** @param {number} room @param {number} window */
      const out = (room, window) => Math.max(0, room * this.size - window * STUCK);
      const left = out(this.room.left, this.host.clientWidth);
      const top = out(this.room.top, this.host.clientHeight);
      this.beside.style.left = this.corner.style.left = `${-left}px`;
      this.above.style.top = this.corner.style.top = `${-top}px`;
      this.corner.style.padding = `${top + 8}px 8px 8px ${left + 8}px`;
    }
    const grid = this.grid.getBoundingClientRect();
    this.host.scrollLeft += grid.x + (u - this.origin[0]) * this.size - x;
    this.host.scrollTop += grid.y + (v - this.origin[1]) * this.size - y;
    this.showEdges();
    this.onzoom();
  }

  /** Shows at which sides of the window the board goes on. */
  showEdges() {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = this.host;
    const pad = parseFloat(getComputedStyle(this.sheet).paddingLeft);
    const beyond = {
      left: scrollLeft,
      top: scrollTop,
      right: scrollWidth - clientWidth - scrollLeft - pad,
      bottom: scrollHeight - clientHeight - scrollTop - pad,
    };
    for (const [side, pixels] of Object.entries(beyond))
      document.documentElement.classList.toggle(`beyond-${side}`, pixels > 2);
  }

  /** @param {number} factor @param {[number, number]} [at] */
  zoomBy(factor, at) {
    this.fitted = false;
    this.zoom(this.unrounded * factor, at);
  }

  /** Scrolls by some pixels. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.host.scrollLeft -= dx;
    this.host.scrollTop -= dy;
  }

  /** Fits the board into the window, but keeps it legible unless `all` must be visible. @param {boolean} all */
  zoomToFit(all = false) {
    this.fitted = true;
    this.isWhole = all;
    const fit = this.fit();
    const legible = this.layout.square ? LEGIBLE : LEGIBLE * 0.7; // triangles have larger sides
    this.zoom(all ? fit : Math.min(Math.max(fit, legible), LARGE));
  }

  /** Fits the board again into a window of another size, unless its size was chosen. */
  refit() {
    if (this.fitted) this.zoomToFit(this.isWhole);
  }

  /** A point of the window, in cells. @param {number} x @param {number} y @returns {[number, number]} */
  unitsAt(x, y) {
    const box = this.grid.getBoundingClientRect();
    const size = this.size || 1;
    return [(x - box.x) / size + this.origin[0], (y - box.y) / size + this.origin[1]];
  }

  /** Scrolls as little as needed to show some cells. @param {number[]} cells */
  reveal(cells) {
    hideHeader();
    const corners = cells.flatMap((cell) => this.layout.outlines[cell]);
    const [box, grid] = [this.host.getBoundingClientRect(), this.grid.getBoundingClientRect()];
    const { square } = this.layout; // its clues hide a part of the window
    const left = square ? this.beside.getBoundingClientRect().right : box.x;
    const top = square ? this.above.getBoundingClientRect().bottom : box.y;
    /** @param {0|1} axis @param {number} from of the grid @param {number} start @param {number} end */
    const shift = (axis, from, start, end) => {
      const places = corners.map((corner) => from + (corner[axis] - this.origin[axis]) * this.size);
      const [low, high] = [Math.min(...places), Math.max(...places)];
      return low < start || high - low > end - start ? low - start : Math.max(0, high - end);
    };
    const [right, down] = [shift(0, grid.x, left, box.right - 8), shift(1, grid.y, top, box.bottom - 8)];
    this.host.scrollLeft += right;
    this.host.scrollTop += down;
  }
}

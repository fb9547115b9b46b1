/**
 * Scale and position of the grid: `scale` pixels per side of a square, the grid's corner at (x, y) of the stage. Clues stand left of and
 * above the grid, and stay at the edge of the stage if the grid extends beyond it.
 */

import { centre, coordinates } from "../../shared/geometry.js";
import { blank, geometry } from "../../shared/puzzle.js";
import { Gutters } from "./gutters.js";

/** @import { Puzzle } from "../../shared/puzzle.js" */
/** @import { Outline } from "../../shared/geometry.js" */

const [SMALLEST, LARGEST, MARGIN] = [1.5, 128, 12];
const LARGEST_FITTED = 96; // pixels of a cell that is not zoomed

export class Viewport {
  constructor() {
    this.scale = 20;
    this.x = this.y = 0;
    this.width = this.height = 1;
    this.fitted = true;
    this.font = "sans-serif";
    this.geometry = { ...geometry(blank(1, 1)) }; // no puzzle has this very one
    this.gutters = new Gutters();
  }

  /** Shows a puzzle; fits one of another shape into the stage. @param {Puzzle} puzzle */
  show(puzzle) {
    const shape = geometry(puzzle);
    const other = shape !== this.geometry;
    this.geometry = shape;
    const grown = this.gutters.measure(puzzle, other);
    if (other || (grown && this.fitted)) this.fit();
    return other || grown;
  }

  /** @param {number} width @param {number} height */
  resize(width, height) {
    this.width = width;
    this.height = height;
    Object.assign(this.gutters, { width, height });
    if (this.fitted) this.fit();
    else this.bound();
  }

  /** Shows everything as large as possible, in whole device pixels unless cells are tiny. */
  fit() {
    let [low, high] = [SMALLEST, LARGEST_FITTED];
    const margin = this.gutters.narrow ? MARGIN / 3 : MARGIN;
    for (let round = 0; round < 24; round++) {
      const middle = (low + high) / 2;
      const { left, top, right, bottom } = this.gutters.room(middle);
      const fits =
        left + right + this.geometry.extent[0] * middle <= this.width - 2 * margin &&
        top + bottom + this.geometry.extent[1] * middle <= this.height - 2 * margin;
      if (fits) low = middle;
      else high = middle;
    }
    this.scale = low > 4 ? Math.floor(low * ratio()) / ratio() : low;
    const { left, top, right, bottom } = this.gutters.room(this.scale);
    const [w, h] = this.size();
    this.x = snapped(left + (this.width - left - right - w) / 2);
    this.y = snapped(top + (this.height - top - bottom - h) / 2);
    this.fitted = true;
  }

  /** The size of the grid in pixels. */
  size() {
    return [this.geometry.extent[0] * this.scale, this.geometry.extent[1] * this.scale];
  }

  /** Zooms by a factor around a point of the stage. @param {number} factor */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const scale = Math.min(LARGEST, Math.max(SMALLEST, this.scale * factor));
    const ratio = scale / this.scale;
    this.x = x - (x - this.x) * ratio;
    this.y = y - (y - this.y) * ratio;
    this.scale = scale;
    this.fitted = false;
    this.bound();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.fitted = false;
    this.bound();
  }

  /** Keeps a part of the grid on the stage. */
  bound() {
    const [w, h] = this.size();
    const { left, top } = this.gutters.room(this.scale);
    const visible = Math.min(80, w, h);
    this.x = Math.min(
      this.width - visible,
      Math.max(Math.min(left, this.width - visible) + visible - w, this.x),
    );
    this.y = Math.min(
      this.height - visible,
      Math.max(Math.min(top, this.height - visible) + visible - h, this.y),
    );
  }

  /** The middle of a cell on the stage. @param {number} cell @returns {[number, number]} */
  middle(cell) {
    const [x, y] = centre(this.geometry, cell);
    return [this.x + x * this.scale, this.y + y * this.scale];
  }

  /** The edges of a cell of a rectangle: left, top, right, bottom. @param {number} cell */
  box(cell) {
    const [row, column] = coordinates(this.geometry, cell);
    return [this.left(column), this.top(row), this.left(column + 1), this.top(row + 1)];
  }

  /** Moves as little as needed to show a cell. @param {Outline} corners */
  reveal(corners) {
    const { left, top } = this.gutters.room(this.scale);
    const xs = corners.map(([x]) => this.x + x * this.scale);
    const ys = corners.map(([, y]) => this.y + y * this.scale);
    const dx = Math.min(...xs) < left ? left - Math.min(...xs) : Math.min(0, this.width - Math.max(...xs));
    const dy = Math.min(...ys) < top ? top - Math.min(...ys) : Math.min(0, this.height - Math.max(...ys));
    if (this.fitted || (!dx && !dy)) return false;
    this.pan(dx, dy);
    return true;
  }

  /** A point of the stage in the world: in sides of a square. @param {number} x @param {number} y */
  world(x, y) {
    return /** @type {[number, number]} */ ([(x - this.x) / this.scale, (y - this.y) / this.scale]);
  }

  /** The left edge of column x, in whole device pixels, so that edges stay sharp. @param {number} x */
  left(x) {
    return snapped(this.x + x * this.scale);
  }

  /** The top edge of row y. @param {number} y */
  top(y) {
    return snapped(this.y + y * this.scale);
  }
}

const ratio = () => globalThis.devicePixelRatio || 1;

/** Rounds to whole device pixels. @param {number} place */
export function snapped(place) {
  return Math.round(place * ratio()) / ratio();
}

/** A photo with four corners to drag around the grid of a printed puzzle: by mouse, finger or arrow keys. */

import { boxOf } from "../../shared/geometry.js";
import { ARROWS } from "../../shared/keyboard.js";
import { magnify } from "../../shared/review.js";
import { h, svg } from "./dom.js";

const NAMES = [
  "Upper left corner of the grid",
  "Upper right corner of the grid",
  "Lower right corner of the grid",
  "Lower left corner of the grid",
];
const STEP = 1; // pixels on the screen per arrow key
const LONG_STEP = 10; // with Shift
const LOUPE = 120; // pixels on the screen
const ENLARGED = 3;

/** @typedef {{image: string, width: number, height: number}} Page a picture, and its size in the unit of corners */

export class Corners {
  /** @param {Page} page @param {number[][]} [corners] their first places */
  constructor(page, corners = inner(page)) {
    this.page = page;
    this.corners = corners.map((corner) => [...corner]);
    this.outline = svg("polygon");
    const attributes = {
      viewBox: `0 0 ${page.width} ${page.height}`,
      preserveAspectRatio: "none",
      "aria-hidden": true,
    };
    this.frame = svg("svg", attributes, this.outline);
    this.handles = NAMES.map((name, at) =>
      h("button.corner", {
        type: "button",
        "aria-label": name,
        "aria-describedby": "corners-help",
        onpointerdown: (/** @type {PointerEvent} */ event) => this.grab(at, event),
        onpointermove: (/** @type {PointerEvent} */ event) => this.drag(at, event),
        onpointerup: () => this.let(),
        onpointercancel: () => this.let(),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(at, event),
        onfocus: () => this.magnify(at),
        onblur: () => (this.loupe.hidden = true),
      }),
    );
    this.loupe = h("div.corner-loupe", { "aria-hidden": "true", hidden: true });
    this.picture = h("img", { src: page.image, alt: "The page", draggable: "false" });
    this.element = h("div.corners", this.picture, this.frame, this.handles, this.loupe);
    this.element.style.setProperty("--ratio", String(page.width / page.height));
    this.draw();
  }

  /** Pixels of the page per pixel of the screen. */
  get scale() {
    return this.page.width / (this.element.clientWidth || this.page.width);
  }

  draw() {
    const { width, height } = this.page;
    this.outline.setAttribute("points", this.corners.map((each) => each.join()).join(" "));
    this.handles.forEach((handle, at) => {
      const [x, y] = this.corners[at];
      handle.style.left = `${(100 * x) / width}%`;
      handle.style.top = `${(100 * y) / height}%`;
      handle.title = `${Math.round(x)}, ${Math.round(y)}`;
    });
  }

  /** @param {number} at @param {number} x @param {number} y */
  put(at, x, y) {
    const { width, height } = this.page;
    this.corners[at] = [Math.max(0, Math.min(width, x)), Math.max(0, Math.min(height, y))];
    this.draw();
    this.magnify(at);
  }

  /** @param {number} at @param {PointerEvent} event */
  grab(at, event) {
    event.preventDefault();
    const handle = this.handles[at];
    handle.focus();
    handle.setPointerCapture(event.pointerId);
    const [x, y] = this.corners[at];
    this.held = [x - event.clientX * this.scale, y - event.clientY * this.scale];
  }

  /** @param {number} at @param {PointerEvent} event */
  drag(at, event) {
    if (!this.held) return;
    this.put(at, this.held[0] + event.clientX * this.scale, this.held[1] + event.clientY * this.scale);
  }

  let() {
    this.held = null;
  }

  /** @param {number} at @param {KeyboardEvent} event */
  key(at, event) {
    const move = ARROWS[event.key];
    if (!move) return;
    event.preventDefault();
    const step = (event.shiftKey ? LONG_STEP : STEP) * this.scale;
    const [x, y] = this.corners[at];
    this.put(at, x + step * move[1], y + step * move[0]);
  }

  /** Shows the surroundings of a corner enlarged, in the middle of the picture. @param {number} at */
  magnify(at) {
    magnify(this.loupe, this.page, this.corners[at], ENLARGED / this.scale, LOUPE);
    this.loupe.hidden = false;
  }

  /** The corners in pixels of the page, clockwise from the upper left one. */
  get places() {
    return this.corners.map((corner) => corner.map((value) => Math.round(10 * value) / 10));
  }
}

/** Corners that leave room for clues. @param {{width: number, height: number}} options */
function inner({ width, height }) {
  return boxOf(0.3 * width, 0.3 * height, 0.9 * width, 0.9 * height);
}

/** Strokes of the pointer, each along one line. */

import { along } from "./layout.js";
import { hasCursor } from "./pad.js";
import { chosen, game, layout, play, set, toggled, view } from "./playing.js";
import { byId } from "../shared/dom.js";
import { cellUnder } from "../shared/geometry.js";
import { EMPTY, UNKNOWN } from "../shared/lines.js";
import { listenToPointer } from "../shared/pointer.js";

/** @typedef {import("../shared/pointer.js").Point} Point of the window */

/** @type {{from: number, old: number, value: number, lines: number[], before: Int16Array} | null} */
let stroke = null;

/** Whether there is a stroke. */
export const isDrawing = () => stroke !== null;

/** @param {Point} point */
const unitsAt = ([x, y]) => view.unitsAt(x, y);

/** The cell at a point, or -1. @param {Point} point */
function cellAt(point) {
  const [x, y] = unitsAt(point);
  return cellUnder(game.geometry, x / layout.scale, y / layout.scale);
}

const HOLD_MS = 450; // time to hold a finger on a cell for a cross

/** @type {ReturnType<typeof setTimeout> | undefined} */
let holding;

/** Whether a finger moves the cursor. */
let isPointing = false;

/** Begins a stroke; a finger that stays on the cell marks it as empty. @param {number} cell @param {{erase: boolean, touch: boolean}} options */
function press(cell, { erase, touch }) {
  isPointing = touch && hasCursor();
  if (isPointing) return view.focus(cell, true);
  begin(cell, erase);
  if (touch && chosen.ink !== EMPTY) holding = setTimeout(() => hold(cell), HOLD_MS);
}

/** @param {number} cell */
function hold(cell) {
  cancel();
  begin(cell, true);
  navigator.vibrate?.(15);
}

/** @param {number} cell @param {boolean} erase */
function begin(cell, erase) {
  const wanted = erase ? EMPTY : chosen.ink;
  const old = game.puzzle.givens.has(cell) ? UNKNOWN : game.cells[cell];
  stroke = { from: cell, old, value: toggled(cell, wanted), lines: game.through(cell), before: game.cells };
  view.focus(cell, false);
  view.cells[cell].focus({ preventScroll: true });
  view.showRing(false);
  draw([cell]);
}

/** Draws from the stroke's first cell to the pointer, along the closest line, and from the second cell on along that line. @param {[number, number]} point */
function move(point) {
  const under = isPointing ? cellAt(point) : -1;
  if (under >= 0) view.focus(under, true);
  if (!stroke) return;
  if (cellAt(point) === stroke.from) stroke.lines = game.through(stroke.from);
  const { line, cells } = along(layout, stroke.lines, stroke.from, ...unitsAt(point));
  if (cells.length > 1) {
    stroke.lines = [line];
    clearTimeout(holding);
  }
  draw(cells);
}

/** @param {number[]} path */
function draw(path) {
  if (!stroke) return;
  const cells = stroke.before.slice();
  for (const cell of path)
    if (cells[cell] === stroke.old && !game.puzzle.givens.has(cell)) cells[cell] = stroke.value;
  view.show(game.become(cells));
  view.point(path[path.length - 1]);
  byId("says").textContent = path.length > 1 ? String(path.length) : "";
}

function end() {
  clearTimeout(holding);
  if (!stroke) return;
  const { cells } = game;
  game.become(stroke.before);
  stroke = null;
  play(cells);
}

/** Cancels the stroke. */
export function cancel() {
  clearTimeout(holding);
  if (stroke) view.show(game.become(stroke.before));
  stroke = null;
}

export function listenToStrokes() {
  const surface = {
    element: view.sheet,
    scrolls: true,
    point: (/** @type {MouseEvent} */ event) => /** @type {Point} */ ([event.clientX, event.clientY]),
    cellAt,
    whole: () => view.fitted,
    pan: (/** @type {number} */ dx, /** @type {number} */ dy) => view.pan(dx, dy),
    zoom: (/** @type {number} */ factor, /** @type {Point} */ around) => view.zoomBy(factor, around),
  };
  listenToPointer(surface, {
    begin: press,
    move,
    end,
    cancel,
    hover: (point) => view.point(point ? cellAt(point) : -1),
  });
  view.grid.addEventListener("click", (event) => {
    const cell = view.cells.indexOf(/** @type {SVGPathElement} */ (event.target));
    const byVoice = event.detail === 0; // or by a switch: no pointer was pressed before
    if (byVoice && cell >= 0) set([[cell, toggled(cell, chosen.ink)]], play);
  });
}

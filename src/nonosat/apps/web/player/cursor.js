/** The cursor: the focused cell, which keys and the pad move and draw on. */

import { chosen, game, play, toggled, view } from "./playing.js";
import { byId } from "../shared/dom.js";
import { stepped } from "../shared/geometry.js";
import { EMPTY } from "../shared/lines.js";

/** The colour that was drawn last, which goes on. @type {number | null} */
let drawing = null;

/** The stroke of the cursor, which is one step of undo: the history's state after it, and its number of cells. @type {{state: object, length: number} | null} */
let stroke = null;

/** Begins a stroke on the cell. @param {(cell: number) => number} valueOf */
export function draw(valueOf) {
  view.focus(view.focused, true);
  drawing = valueOf(view.focused);
  stroke = null;
  extend(drawing);
}

/** Draws the chosen ink, or with `cross` the mark; again takes it back. @param {boolean} cross */
export const drawChosen = (cross) => draw((cell) => toggled(cell, cross ? EMPTY : chosen.ink));

/** Draws on the cell as part of the stroke. @param {number} value */
function extend(value) {
  const state = () => game.history.key(game.history.at);
  const before = state();
  const joins = stroke?.state === before; // nothing was undone or drawn by other means since
  const cells = game.cells.slice();
  cells[view.focused] = value;
  play(cells, joins);
  const length = 1 + (joins && stroke ? stroke.length : 0);
  if (state() !== before) stroke = { state: state(), length };
  else if (joins && stroke) stroke.length = length;
  if (length > 1 && !game.solved) byId("says").textContent = String(length);
}

/** Moves to a cell, and draws `on` there. @param {number} cell */
export function go(cell, on = false) {
  view.focus(cell, true);
  if (!on) stroke = null;
  else if (drawing !== null) extend(drawing);
}

/** Moves to the next cell. @param {number} down @param {number} right @param {boolean} on whether to draw there */
export const step = (down, right, on) => go(stepped(game.geometry, view.focused, down, right), on);

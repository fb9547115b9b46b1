/** The cursor: the focused cell, which keys and the pad move and draw on. */

import { chosen, game, play, set, toggled, view } from "./playing.js";
import { stepped } from "../shared/geometry.js";
import { EMPTY } from "../shared/lines.js";

/** The colour that was drawn last, which goes on. @type {number | null} */
let drawing = null;

/** Draws on the cell. @param {(cell: number) => number} valueOf */
export function draw(valueOf) {
  drawing = valueOf(view.focused);
  set([[view.focused, drawing]], play);
}

/** Draws the chosen ink, or with `cross` the mark; again takes it back. @param {boolean} cross */
export const drawChosen = (cross) => draw((cell) => toggled(cell, cross ? EMPTY : chosen.ink));

/** Moves to a cell, and draws `on` there. @param {number} cell */
export function go(cell, on = false) {
  view.focus(cell, true);
  if (on && drawing !== null) set([[cell, drawing]], play);
}

/** Moves to the next cell. @param {number} down @param {number} right @param {boolean} on whether to draw there */
export const step = (down, right, on) => go(stepped(game.geometry, view.focused, down, right), on);

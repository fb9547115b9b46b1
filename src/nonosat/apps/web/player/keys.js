/** The actions of keys. */

import { beginTrial, check, game, layout, puzzle, say, turn, view } from "./playing.js";
import { draw, drawChosen, go, step } from "./cursor.js";
import { hint } from "./hints.js";
import { choose, larger, showHelp } from "./controls.js";
import { isDrawing } from "./strokes.js";
import { ARROWS, listenToKeys } from "../shared/keyboard.js";
import { UNKNOWN } from "../shared/lines.js";

/** The first and the last cell of the row. */
function ends() {
  const row = layout.rows[game.geometry.rowOf[view.focused]];
  return [row[0], row[row.length - 1]];
}

function read() {
  const clues = game.through(view.focused).map((line) => view.clueWords(line));
  say(`${view.nameOf(view.focused)}: ${view.wordsOf(view.focused)}. ${clues.join("; ")}.`);
}

const moves = Object.entries(ARROWS).flatMap(([key, [down, right]]) =>
  ["", "Shift+"].map((shift) => ({ keys: `${shift}${key}`, act: () => step(down, right, shift !== "") })),
);

export function listenToTheKeys() {
  const table = [
    ...moves,
    ...["Home", "End"].map((key, end) => ({ keys: key, grid: true, act: () => go(ends()[end]) })),
    { keys: "Space Enter", grid: true, act: () => drawChosen(false) },
    { keys: "X Shift+X", grid: true, act: () => drawChosen(true) },
    { keys: "Delete Backspace", grid: true, act: () => draw(() => UNKNOWN) },
    ...puzzle.palette.slice(1, 10).map((_, at) => ({ keys: String(at + 1), act: () => choose(at + 1) })),
    { keys: "R Shift+R", act: read },
    { keys: "C Shift+C", act: () => check() },
    { keys: "H Shift+H", act: () => hint() },
    { keys: "T Shift+T", act: () => beginTrial() },
    { keys: "Ctrl+Z", act: () => turn(false) },
    { keys: "Ctrl+Y Ctrl+Shift+Z", act: () => turn(true) },
    { keys: "+ =", act: () => larger(1) },
    { keys: "-", act: () => larger(-1) },
    { keys: "0", act: () => view.zoomToFit(true) },
    { keys: "?", act: showHelp },
    { keys: "Escape", act: () => say("") },
  ];
  listenToKeys(table, (element) => element === document.body || element.classList.contains("cell"));
  view.grid.addEventListener("focusin", (event) => {
    const element = /** @type {SVGPathElement} */ (event.target);
    const cell = view.cells.indexOf(element);
    const visibly = element.matches(":focus-visible");
    view.showRing(cell >= 0 && visibly);
    if (cell >= 0 && !isDrawing()) view.focus(cell, visibly);
  });
  view.grid.addEventListener("focusout", () => view.showRing(false));
}

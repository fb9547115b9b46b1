/* The keyboard. */

/** The cell that an arrow leads to, or the same at an edge. @param {number} cell @param {string} key */
function neighbour(cell, key) {
  const { row, at } = view.place[cell];
  const { rows, outlines } = geometry;
  const ends = { Home: rows[row][0], End: rows[row][rows[row].length - 1] };
  if (key in ends) return ends[key];
  if (key === "ArrowLeft" || key === "ArrowRight")
    return rows[row][at + (key === "ArrowLeft" ? -1 : 1)] ?? cell;
  const [x] = middle(outlines[cell]);
  const away = (other) => Math.abs(middle(outlines[other])[0] - x);
  const next = rows[row + (key === "ArrowUp" ? -1 : 1)] ?? [cell];
  return next.reduce((best, other) => (away(other) < away(best) ? other : best));
}

/** What the last key drew, which Shift and an arrow draw on. @type {number | null} */
let drawing = null;

/** @type {Record<string, () => void>} */
const keys = {
  " ": () => set([[view.focused, (drawing = toggled(view.focused, tool))]]),
  x: () => set([[view.focused, (drawing = toggled(view.focused, EMPTY))]]),
  Delete: () => set([[view.focused, (drawing = UNKNOWN)]]),
  r: () =>
    say(
      `${view.nameOf(view.focused)}: ${view.wordsOf(view.focused)}. ${game.through[view.focused].map((line) => view.clueWords(line)).join("; ")}.`,
    ),
  c: () => check(),
  h: () => hint(),
  "+": () => larger(1),
  "-": () => larger(-1),
  0: () => view.zoomToFit(true),
  "?": () => byId("more").showModal(),
  Escape: () => say(""),
};
Object.assign(keys, {
  Enter: keys[" "],
  X: keys.x,
  "=": keys["+"],
  Backspace: keys.Delete,
  R: keys.r,
  C: keys.c,
  H: keys.h,
});

const DRAWS = [" ", "Enter", "x", "X", "Delete", "Backspace"];

document.addEventListener("keydown", (event) => {
  if (byId("more").open || event.altKey) return;
  const key = event.key;
  const onCell = event.target instanceof Element && event.target.classList.contains("cell");
  if (event.ctrlKey || event.metaKey) {
    if (!["z", "y", "Z"].includes(key)) return;
    turn(key !== "z" || event.shiftKey);
  } else if (/^(Arrow|Home$|End$)/.test(key)) {
    if (!onCell) return;
    const cell = neighbour(view.focused, key);
    view.focus(cell, true);
    if (event.shiftKey && drawing !== null) set([[cell, drawing]]);
  } else if (/^[1-9]$/.test(key)) {
    if (Number(key) < puzzle.palette.length) choose(Number(key));
  } else if (key in keys && (onCell || !DRAWS.includes(key))) {
    keys[key]();
  } else {
    return;
  }
  event.preventDefault();
});

view.grid.addEventListener("focusin", (event) => {
  const element = /** @type {SVGElement} */ (event.target);
  const cell = view.cells.indexOf(element);
  if (cell >= 0 && !stroke) view.focus(cell, element.matches(":focus-visible"));
});

/* Mouse, pen and fingers: one draws along a line, two fingers move and zoom. */

/** @type {{from: number, old: number, value: number, lines: number[], before: Map<number, number>, id: number} | null} */
let stroke = null;
/** @type {Map<number, [number, number]>} */
const fingers = new Map();
/** @type {{distance: number, size: number, middle: [number, number]} | null} */
let pinch = null;

/** @param {PointerEvent} event @returns {[number, number]} */
const place = (event) => view.unitsAt(event.clientX, event.clientY);

/** Takes back what the stroke under way has drawn. @returns {number[]} its cells */
function restore() {
  const cells = [...stroke.before.keys()];
  for (const [cell, value] of stroke.before) game.cells[cell] = value;
  stroke.before.clear();
  return cells;
}

/** @param {PointerEvent} event */
function begin(event) {
  const cell = cellAt(geometry, ...place(event));
  if (cell < 0 || stroke) return;
  const wanted = event.button === 2 ? EMPTY : tool;
  const given = game.givens.has(cell);
  const [old, value] = given ? [UNKNOWN, wanted] : [game.cells[cell], toggled(cell, wanted)];
  stroke = { from: cell, old, value, lines: game.through[cell], before: new Map(), id: event.pointerId };
  view.focus(cell, false);
  view.cells[cell].focus({ preventScroll: true });
  extend(event);
}

/** Draws from where the stroke began to the pointer: along the line that is closest, and once outside along that. */
function extend(event) {
  const [x, y] = place(event);
  if (cellAt(geometry, x, y) === stroke.from) stroke.lines = game.through[stroke.from];
  const { line, cells } = along(geometry, stroke.lines, stroke.from, x, y);
  if (cells.length > 1) stroke.lines = [line];
  const before = restore();
  for (const cell of cells) {
    if (game.cells[cell] !== stroke.old || game.givens.has(cell)) continue;
    stroke.before.set(cell, game.cells[cell]);
    game.cells[cell] = stroke.value;
  }
  view.show(new Set([...before, ...stroke.before.keys()]));
  view.point(cells[cells.length - 1]);
  byId("says").textContent = cells.length > 1 ? String(cells.length) : "";
}

function end() {
  const { value } = stroke;
  const cells = restore();
  stroke = null;
  set(cells.map((cell) => [cell, value]));
}

/** Ends a stroke as if it had not been. */
function giveUp() {
  if (stroke) view.show(restore());
  stroke = null;
}

function pinched() {
  const [[x, y], [u, v]] = fingers.values();
  return {
    distance: Math.hypot(u - x, v - y),
    middle: /** @type {[number, number]} */ ([(x + u) / 2, (y + v) / 2]),
  };
}

view.sheet.addEventListener("pointerdown", (event) => {
  if (event.pointerType === "touch") fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (fingers.size === 2) {
    giveUp();
    pinch = { ...pinched(), size: view.size };
  } else if (fingers.size < 2 && (event.button === 0 || event.button === 2)) {
    begin(event);
  }
  if (stroke || pinch) {
    view.sheet.setPointerCapture(event.pointerId);
    event.preventDefault();
  }
});

view.sheet.addEventListener("pointermove", (event) => {
  if (fingers.has(event.pointerId)) fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (pinch && fingers.size === 2) {
    const { distance, middle } = pinched();
    view.fitted = false;
    byId("board").scrollLeft -= middle[0] - pinch.middle[0];
    byId("board").scrollTop -= middle[1] - pinch.middle[1];
    pinch.middle = middle;
    view.zoom((pinch.size * distance) / pinch.distance, middle);
  } else if (stroke?.id === event.pointerId) {
    extend(event);
  } else if (event.pointerType !== "touch") {
    view.point(cellAt(geometry, ...place(event)));
  }
});

for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
  view.sheet.addEventListener(name, (event) => {
    fingers.delete(event.pointerId);
    if (stroke?.id === event.pointerId) {
      if (name === "pointercancel") giveUp();
      else end();
    }
    if (fingers.size < 2) pinch = null;
  });
}
view.sheet.addEventListener("pointerleave", () => stroke || view.point(-1));
view.sheet.addEventListener("contextmenu", (event) => event.preventDefault());
byId("board").addEventListener(
  "wheel",
  (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    view.fitted = false;
    view.zoom(view.size * Math.exp(-event.deltaY / 200), [event.clientX, event.clientY]);
  },
  { passive: false },
);

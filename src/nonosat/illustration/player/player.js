/* Plays: mouse, touch and keys, the controls, hints and checks, the clock. */

const byId = (id) => /** @type {any} */ (document.getElementById(id));
const puzzle = JSON.parse(byId("puzzle").textContent);
const geometry = geometryOf(puzzle.shape);
const game = new Game(puzzle, geometry.lines);
game.load();
const view = new View(byId("board"), game, puzzle, geometry);
const explained = unpacked(puzzle.explained);

/** The ink that is chosen, or EMPTY for the mark. */
let tool = 1;

// --- messages

/**
 * Says something to everybody, and offers what can be done about it.
 * @param {string} words @param {Record<string, () => void>} offers
 */
function say(words, offers = {}) {
  byId("says").textContent = words;
  byId("says").scrollTop = 0;
  const buttons = Object.entries(offers).map(([name, act]) => {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: name, className: "main" });
    button.addEventListener("click", () => act());
    return button;
  });
  byId("offers").replaceChildren(...buttons);
  if (!buttons.length) view.highlight(-1, []);
}

const many = (number, name) => `${number} ${name}${number === 1 ? "" : "s"}`;

// --- changes

/** After any change of cells. @param {Iterable<number>} cells */
function changed(cells) {
  const before = game.solved;
  game.solved = game.isSolved();
  view.show(game.solved === before ? cells : game.cells.keys());
  if (game.solved && !before) celebrate();
  else if (!game.solved) start();
  showState();
  game.save();
}

/** What can be undone, and whether all is done. */
function showState() {
  byId("undo").disabled = !game.done.length;
  byId("redo").disabled = !game.undone.length;
  document.documentElement.classList.toggle("solved", game.solved);
}

/** Gives cells a colour, as one stroke. @param {[number, number][]} values */
function set(values) {
  const stroke = values
    .filter(([cell, value]) => !game.givens.has(cell) && game.cells[cell] !== value)
    .map(([cell, value]) => /** @type {[number, number, number]} */ ([cell, game.cells[cell], value]));
  for (const [cell, , value] of stroke) game.cells[cell] = value;
  game.keep(stroke);
  if (stroke.length) {
    say("");
    changed(stroke.map(([cell]) => cell));
  }
}

/** @param {boolean} again */
function turn(again) {
  const stroke = game.turn(again);
  if (!stroke) return;
  say("");
  changed(stroke.map(([cell]) => cell));
}

/** What a cell becomes where a colour is drawn on it: that, or unknown if it has it already. */
const toggled = (cell, value) => (game.cells[cell] === value ? UNKNOWN : value);

function celebrate() {
  stop();
  if (view.size > view.fit()) view.zoomToFit(true);
  say(`Solved in ${clockText()}.`);
  const middles = geometry.outlines.map(middle);
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches || game.size > 2500;
  view.cells.forEach((element, cell) => {
    const [x, y] = middles[cell];
    const away = Math.hypot(x - geometry.width / 2, y - geometry.height / 2);
    const cheers = !calm && game.cells[cell] > EMPTY;
    element.classList.toggle("cheers", cheers);
    if (cheers) element.style.animationDelay = `${Math.round((away / Math.hypot(geometry.width, geometry.height)) * 1200)}ms`;
  });
}

// --- drawing with mouse, pen and fingers

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
  return { distance: Math.hypot(u - x, v - y), middle: /** @type {[number, number]} */ ([(x + u) / 2, (y + v) / 2]) };
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

for (const name of ["pointerup", "pointercancel"]) {
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

// --- keys

/** The cell that an arrow leads to, or the same at an edge. @param {number} cell @param {string} key */
function neighbour(cell, key) {
  const { row, at } = view.place[cell];
  const { rows, outlines } = geometry;
  const ends = { Home: rows[row][0], End: rows[row][rows[row].length - 1] };
  if (key in ends) return ends[key];
  if (key === "ArrowLeft" || key === "ArrowRight") return rows[row][at + (key === "ArrowLeft" ? -1 : 1)] ?? cell;
  const [x] = middle(outlines[cell]);
  const away = (other) => Math.abs(middle(outlines[other])[0] - x);
  const next = rows[row + (key === "ArrowUp" ? -1 : 1)] ?? [cell];
  return next.reduce((best, other) => (away(other) < away(best) ? other : best));
}

/** What the last key drew, which Shift and an arrow draw on. */
let drawing = UNKNOWN;

/** @type {Record<string, () => void>} */
const keys = {
  " ": () => set([[view.focused, (drawing = toggled(view.focused, tool))]]),
  x: () => set([[view.focused, (drawing = toggled(view.focused, EMPTY))]]),
  Delete: () => set([[view.focused, (drawing = UNKNOWN)]]),
  r: () => say(`${view.nameOf(view.focused)}: ${view.wordsOf(view.focused)}. ${game.through[view.focused].map((line) => view.clueWords(line)).join("; ")}.`),
  c: () => check(),
  h: () => hint(),
  "+": () => larger(1),
  "-": () => larger(-1),
  0: () => view.zoomToFit(true),
  "?": () => byId("more").showModal(),
  Escape: () => say(""),
};
Object.assign(keys, { Enter: keys[" "], X: keys.x, "=": keys["+"], Backspace: keys.Delete, R: keys.r, C: keys.c, H: keys.h });

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
    if (event.shiftKey) set([[cell, drawing]]);
  } else if (/^[1-9]$/.test(key)) {
    if (Number(key) < puzzle.palette.length) choose(Number(key));
  } else if (key in keys && (onCell || !["Enter", " "].includes(key))) {
    keys[key]();
  } else {
    return;
  }
  event.preventDefault();
});

view.grid.addEventListener("focusin", (event) => {
  const cell = view.cells.indexOf(event.target);
  if (cell >= 0 && !stroke) view.focus(cell, event.target.matches(":focus-visible"));
});

// --- controls

/** @param {number} value */
function choose(value) {
  tool = value;
  byId(`tool-${value}`).checked = true;
}

function drawTools() {
  const names = puzzle.palette.map(({ name }, colour) => (colour === EMPTY ? "Mark as empty" : name));
  const order = [...names.keys()].slice(1).concat(EMPTY);
  for (const colour of order) {
    const label = document.createElement("label");
    const input = document.createElement("input");
    Object.assign(input, { type: "radio", name: "tool", id: `tool-${colour}`, checked: colour === tool });
    input.setAttribute("aria-label", names[colour]);
    input.addEventListener("change", () => choose(colour));
    const swatch = document.createElement("span");
    swatch.className = colour === EMPTY ? "swatch cross" : "swatch";
    label.title = `${names[colour]} (${colour === EMPTY ? "X" : colour})`;
    if (colour !== EMPTY) {
      swatch.style.background = `var(--ink${colour})`;
      swatch.style.color = `var(--on-ink${colour})`;
      const letter = document.createElement("span");
      Object.assign(letter, { className: "letter", textContent: puzzle.palette[colour].letter });
      if (!puzzle.plain) swatch.append(letter);
    }
    label.append(input, swatch);
    byId("tools").append(label);
  }
}

/** @param {number} way */
function larger(way) {
  view.fitted = false;
  view.zoom(view.size * 1.25 ** way);
}

async function check() {
  const known = await explained;
  const [wrong, broken] = [game.wrongCells(known), game.brokenLines()];
  if (game.solved) return say("Solved: every clue is met.");
  if (wrong.length) {
    return say(`${many(wrong.length, "cell")} ${wrong.length === 1 ? "is" : "are"} wrong.`, { "Clear them": () => clear(wrong) });
  }
  if (broken.length) return say(`${many(broken.length, "line")} cannot be completed as ${broken.length === 1 ? "it is" : "they are"}.`);
  const told = known.complete ? "" : " Not every cell could be proved, only those were checked.";
  return say(`No mistake so far.${told}`);
}

/** @param {number[]} cells */
function clear(cells) {
  set(cells.map((cell) => [cell, UNKNOWN]));
}

async function hint() {
  const known = await explained;
  const [wrong, broken] = [game.wrongCells(known), game.brokenLines()];
  if (game.solved) return say("Solved: nothing is left to do.");
  if (wrong.length) {
    const words = `First a mistake: ${many(wrong.length, "cell")} ${wrong.length === 1 ? "is" : "are"} wrong.`;
    return say(words, { "Clear them": () => clear(wrong) });
  }
  const step = game.nextStep(known);
  if (step) {
    const open = step.cells.filter(([cell]) => game.cells[cell] === UNKNOWN);
    say(`${step.words[0].toUpperCase()}${step.words.slice(1)}.`, { "Do it": () => set(open) });
    return view.highlight(step.line, open.map(([cell]) => cell));
  }
  if (broken.length) {
    say(`First a mistake: ${view.clueWords(broken[0])} cannot be completed as it is.`);
    return view.highlight(broken[0], []);
  }
  return say(
    known.complete
      ? "Nothing more follows from the clues: there are several solutions, and each of them is right."
      : "This page has no further hints: the rest was not worked out when it was made.",
  );
}

// --- the clock

/** @type {number | null} */
let since = null;

const elapsed = () => game.seconds + (since === null ? 0 : (performance.now() - since) / 1000);

function clockText() {
  const seconds = Math.floor(elapsed());
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours, minutes, rest] = parts.map(String);
  return hours === "0" ? `${minutes}:${rest.padStart(2, "0")}` : `${hours}:${minutes.padStart(2, "0")}:${rest.padStart(2, "0")}`;
}

function start() {
  if (since === null && !document.hidden) since = performance.now();
}

function stop() {
  game.seconds = elapsed();
  since = null;
  byId("time").textContent = clockText();
}

document.addEventListener("visibilitychange", () => {
  const running = since !== null;
  stop();
  if (running) game.save();
  else if (!document.hidden && game.done.length && !game.solved) start();
});
setInterval(() => (byId("time").textContent = clockText()), 500);
addEventListener("pagehide", () => {
  stop();
  game.save();
});

// --- the start

drawTools();
view.focus(0, false);
view.zoomToFit();
byId("board").scrollTo(0, 0);
byId("time").textContent = clockText();
showState();
if (game.solved) say("Solved.");
else if (!game.done.length) {
  const touched = matchMedia("(pointer: coarse)").matches;
  say(touched ? "One finger draws, two move and zoom. × marks empty cells." : "The left button draws, the right one marks empty cells.");
}
byId("undo").addEventListener("click", () => turn(false));
byId("redo").addEventListener("click", () => turn(true));
byId("check").addEventListener("click", check);
byId("hint").addEventListener("click", hint);
byId("larger").addEventListener("click", () => larger(1));
byId("smaller").addEventListener("click", () => larger(-1));
byId("help").addEventListener("click", () => byId("more").showModal());
byId("again").addEventListener("click", () => {
  set([...game.cells.keys()].map((cell) => [cell, UNKNOWN]));
  stop();
  game.seconds = 0;
  byId("time").textContent = clockText();
  byId("more").close();
  game.save();
});
byId("letters").addEventListener("change", () => document.documentElement.classList.toggle("lettered", byId("letters").checked));
byId("lettered").hidden = puzzle.plain;
byId("blots").hidden = puzzle.clues.every((clue) => clue?.every(([length]) => length));
byId("strips").hidden = geometry.square;
addEventListener("resize", () => view.fitted && view.zoomToFit());

/* What the page knows while it is played, what it says, and every change of cells. */

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

/** What has the focus again when an offer that has it goes. @type {any} */
let asking = null;

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
  const focused = document.activeElement;
  const leaves = byId("offers").contains(focused);
  byId("offers").replaceChildren(...buttons);
  if (leaves) asking?.focus({ preventScroll: true });
  else asking = focused;
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
    if (cheers)
      element.style.animationDelay = `${Math.round((away / Math.hypot(geometry.width, geometry.height)) * 1200)}ms`;
  });
}

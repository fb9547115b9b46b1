/** The state of the page, its messages, and every change of cells. */

import { tellFrame } from "./frame.js";
import { explanationOf, Game } from "./game.js";
import { layoutOf } from "./layout.js";
import { start, stop } from "./clock.js";
import { page } from "./pages.js";
import { byId, h } from "../shared/dom.js";
import { middle } from "../shared/geometry.js";
import { EMPTY, UNKNOWN } from "../shared/lines.js";
import { fromJSON } from "../shared/puzzle.js";
import { coloursAfter } from "../shared/teaching.js";
import { t } from "../shared/words.js";
import { finishOffers, finishText } from "./finish.js";
import { isFramed, settings } from "./settings.js";
import { View } from "./view.js";

export const puzzle = fromJSON(page.puzzle);
export const game = new Game(puzzle, page.key);
export const layout = layoutOf(game.geometry);
export const view = new View(byId("board"), game, layout);
const explained = explanationOf(page.explained).then((known) => ({
  ...known,
  possible: coloursAfter(puzzle, known.steps),
}));
/** Announces the end of the game, with offers. */
export const sayFinish = () => say(finishText(game), finishOffers(game));

/** The chosen tool: an ink, or EMPTY for the mark. */
export const chosen = { ink: 1 };

// --- messages

/** The element that gets the focus back when a focused offer disappears. @type {Element|null} */
let asking = null;

/** Shows a message with buttons. @param {string} words @param {Record<string, () => void>} offers */
export function say(words, offers = {}) {
  byId("says").textContent = words;
  byId("says").scrollTop = 0;
  const buttons = Object.entries(offers).map(([name, act]) =>
    h("button.main", { type: "button", onclick: () => act() }, name),
  );
  const focused = document.activeElement;
  const leaves = byId("offers").contains(focused);
  const same = buttons.find(({ textContent }) => textContent === focused?.textContent) ?? buttons[0];
  byId("offers").replaceChildren(...buttons);
  if (leaves) /** @type {HTMLElement|null} */ (same ?? asking)?.focus({ preventScroll: true });
  else asking = focused;
  view.highlight(-1, []);
}

// --- changes

/** After any change of cells. @param {Iterable<number>} cells */
function changed(cells) {
  const before = game.solved;
  game.solved = game.isSolved();
  view.show(game.solved === before ? cells : game.cells.keys());
  if (game.solved && !before) {
    keepTrial();
    celebrate();
  }
  if (!game.solved) start();
  showState();
  if (settings.errors) void showErrors();
  game.save();
  if (!isFramed) return;
  const known = game.cells.reduce((sum, value) => sum + Number(value !== UNKNOWN), 0);
  tellFrame("progress", { known, cells: game.cells.length, colours: [...game.cells], solved: game.solved });
}

/** Updates the buttons and the marks of a trial and of a solved puzzle. */
export function showState() {
  byId("undo").disabled = !game.history.canUndo;
  byId("redo").disabled = !game.history.canRedo;
  byId("trial").hidden = game.tried === null;
  byId("try").disabled = game.tried !== null || game.solved;
  document.documentElement.classList.toggle("solved", game.solved);
}

// --- a trial: its cells have another shade

export function beginTrial() {
  if (game.solved || game.tried) return;
  game.tried = game.cells;
  showState();
  game.save();
}

/** Keeps the cells of the trial. */
export function keepTrial() {
  game.tried = null;
  view.show(game.cells.keys());
  showState();
  game.save();
}

/** Withdraws the cells of the trial, as one stroke. */
export function withdrawTrial() {
  const before = game.tried;
  keepTrial();
  if (before) become(before.slice());
}

/** Replaces the cells, as one stroke, or as a part of the last one if it `joins` that. @param {Int16Array} cells */
export function become(cells, joins = false) {
  take(Array.from(game.move(cells, joins)));
}

/** Replaces the cells by a stroke of the player, which crosses out the rest of finished lines if that is set. @param {Int16Array} cells */
export function play(cells, joins = false) {
  become(settings.crosses ? game.crossed(cells) : cells, joins);
}

/** Shows the game as another window saved it. */
export function follow() {
  stop(game);
  game.load();
  say("");
  view.show(game.cells.keys());
  showState();
  if (game.solved) sayFinish();
  if (settings.errors) void showErrors();
}

/** Undoes or redoes a stroke. @param {boolean} again */
export function turn(again) {
  take(Array.from(game.turn(again)));
}

/** @param {number[]} cells */
function take(cells) {
  if (!cells.length) return;
  say("");
  changed(cells);
}

/** Gives cells a colour, as one stroke; `act` takes the new cells. @param {Iterable<[number, number]>} values */
export function set(values, act = become) {
  const cells = game.cells.slice();
  for (const [cell, value] of values) cells[cell] = value;
  act(cells);
}

/** The new colour of a cell on which a colour is drawn: unknown if it has that already and is no given. @param {number} cell @param {number} value */
export const toggled = (cell, value) =>
  game.cells[cell] === value && !puzzle.givens.has(cell) ? UNKNOWN : value;

function celebrate() {
  stop(game);
  game.best = Math.min(game.seconds, game.best ?? Infinity);
  if (view.size > view.fit()) view.zoomToFit(true);
  game.save(); // the next puzzle is chosen by saved games
  sayFinish();
  tellFrame("solved", { seconds: Math.round(game.seconds) });
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches || game.cells.length > 2500;
  view.cells.forEach((element, cell) => {
    const [x, y] = middle(layout.outlines[cell]);
    const away = Math.hypot(x - layout.width / 2, y - layout.height / 2);
    const share = away / Math.hypot(layout.width, layout.height);
    const cheers = !calm && game.cells[cell] > EMPTY;
    element.classList.toggle("cheers", cheers);
    if (cheers) element.style.animationDelay = `${Math.round(share * 1200)}ms`;
  });
}

// --- help

/** Certain mistakes: wrong cells and lines that cannot be completed; and the explanation. */
export async function mistakes() {
  const known = await explained;
  return { known, wrong: game.wrongCells((cell) => known.possible[cell]), broken: game.brokenLines() };
}

/** @param {number[]} wrong @param {string} [before] */
export function sayWrong(wrong, before = "") {
  const n = (settings.crosses ? game.ownMistakes(wrong) : wrong).length; // the page's crosses go with their cause
  say(before + t("{n} cell is wrong.|{n} cells are wrong.", { n }), {
    [t("Clear it|Clear them", { n })]: () => set(wrong.map((cell) => [cell, UNKNOWN])),
  });
}

/** Marks mistakes in the grid, if the setting is on. */
export async function showErrors() {
  const { wrong, broken } = await mistakes();
  view.markWrong(settings.errors ? wrong : [], settings.errors ? broken : []);
}

export async function check() {
  const { known, wrong, broken } = await mistakes();
  if (game.solved) return say(t("Solved: every clue is met."));
  if (wrong.length) return sayWrong(wrong);
  if (broken.length)
    return say(
      t("{n} line cannot be completed as it is.|{n} lines cannot be completed as they are.", {
        n: broken.length,
      }),
    );
  const partly = known.complete ? "" : t("Not every cell could be proved; only those that were are checked.");
  return say(`${t("No mistake so far.")} ${partly}`.trim());
}

/** The inks to choose from, the buttons, and the settings. */

import { check, chosen, game, puzzle, set, turn, view } from "./playing.js";
import { hint } from "./hints.js";
import { stop } from "./clock.js";
import { colourName } from "./shared/clues.js";
import { byId, h } from "./shared/dom.js";
import { EMPTY, UNKNOWN } from "./shared/lines.js";

/** @param {number} colour */
export function choose(colour) {
  chosen.ink = colour;
  byId(`tool-${colour}`).checked = true;
}

/** @param {number} way 1 or -1 */
export function larger(way) {
  view.zoom(view.size * 1.25 ** way);
  view.fitted = false;
}

export function drawTools() {
  const { palette } = puzzle;
  const colours = [...palette.keys()].slice(1).concat(EMPTY);
  byId("tools").append(...colours.map((colour) => (colour === EMPTY ? mark() : ink(colour))));
  byId("legend").append(...colours.filter((colour) => colour !== EMPTY && !view.plain).map(named));
}

/** @param {number} colour */
function ink(colour) {
  const letter =
    puzzle.palette.length > 2 &&
    h("span", { class: view.alike.has(colour) ? "letter alike" : "letter" }, puzzle.palette[colour][2]);
  const swatch = h("span", { class: "swatch" }, letter);
  swatch.style.background = `var(--ink${colour})`;
  swatch.style.color = `var(--on-ink${colour})`;
  return tool(colour, colourName(puzzle.palette, colour), String(colour), swatch);
}

/** An ink with its letter and its name, for the legend. @param {number} colour */
function named(colour) {
  const swatch = h("span", { class: "swatch" }, puzzle.palette[colour][2]);
  swatch.style.background = `var(--ink${colour})`;
  swatch.style.color = `var(--on-ink${colour})`;
  return h("li", {}, swatch, h("span", { dir: "auto" }, colourName(puzzle.palette, colour)));
}

function mark() {
  return tool(EMPTY, "Mark as empty", "X", h("span", { class: "swatch cross" }));
}

function tool(colour, name, key, swatch) {
  const input = h("input", {
    type: "radio",
    name: "tool",
    id: `tool-${colour}`,
    checked: colour === chosen.ink,
    "aria-label": name,
    onchange: () => choose(colour),
  });
  return h("label", { title: `${name} (${key})` }, input, swatch);
}

function startOver() {
  set([...game.cells.keys()].map((cell) => [cell, UNKNOWN]));
  stop(game);
  game.seconds = 0;
  stop(game);
  byId("more").close();
  game.save();
}

export function listenToControls() {
  const acts = {
    undo: () => turn(false),
    redo: () => turn(true),
    check,
    hint,
    larger: () => larger(1),
    smaller: () => larger(-1),
    help: () => byId("more").showModal(),
    again: startOver,
  };
  for (const [id, act] of Object.entries(acts)) byId(id).addEventListener("click", () => act());
  byId("letters").addEventListener("change", () => {
    document.documentElement.classList.toggle("lettered", byId("letters").checked);
    view.letterAll(byId("letters").checked);
  });
}

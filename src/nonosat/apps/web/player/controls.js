/** The inks to choose from, the buttons, and the settings. */

import {
  beginTrial,
  check,
  chosen,
  game,
  keepTrial,
  puzzle,
  say,
  set,
  showErrors,
  turn,
  view,
  withdrawTrial,
} from "./playing.js";
import { replay, share } from "./finish.js";
import { hint } from "./hints.js";
import { showPad } from "./pad.js";
import { stop } from "./clock.js";
import { choose as keepSetting, settings } from "./settings.js";
import { colourName } from "../shared/clues.js";
import { byId, h } from "../shared/dom.js";
import { EMPTY, UNKNOWN } from "../shared/lines.js";
import { t } from "../shared/words.js";

/** @param {number} colour */
export function choose(colour) {
  chosen.ink = colour;
  byId(`tool-${colour}`).checked = true;
}

/** @param {number} way 1 or -1 */
export function larger(way) {
  view.zoomBy(1.25 ** way);
}

export function drawTools() {
  const { palette } = puzzle;
  const colours = [...palette.keys()].slice(1).concat(EMPTY);
  byId("tools").append(...colours.map(tool));
  byId("legend").append(...colours.filter((colour) => colour !== EMPTY && !view.plain).map(named));
}

/** The button of an ink or of the mark. @param {number} colour */
function tool(colour) {
  const letter =
    puzzle.palette.length > 2 &&
    h("span", { class: view.alike.has(colour) ? "letter alike" : "letter" }, puzzle.palette[colour][2]);
  const [name, key, shown] =
    colour === EMPTY
      ? [t("Mark as empty"), "X", h("span.swatch.cross")]
      : [colourName(puzzle.palette, colour), colour, swatch(colour, letter)];
  const input = h("input", {
    type: "radio",
    name: "tool",
    id: `tool-${colour}`,
    checked: colour === chosen.ink,
    "aria-label": name,
    onchange: () => choose(colour),
  });
  return h("label", { title: `${name} (${key})` }, input, shown);
}

/** @param {number} colour @param {import("../shared/dom.js").Child} letter */
function swatch(colour, letter) {
  const element = h("span.swatch", letter);
  element.style.background = `var(--ink${colour})`;
  element.style.color = `var(--on-ink${colour})`;
  return element;
}

/** An ink with its letter and its name, for the legend. @param {number} colour */
function named(colour) {
  const name = h("span", { dir: "auto" }, colourName(puzzle.palette, colour));
  return h("li", swatch(colour, puzzle.palette[colour][2]), name);
}

/** Clears all cells, as one stroke of undo. */
function startOver() {
  if (game.tried) keepTrial();
  set([...game.cells.keys()].map((cell) => [cell, UNKNOWN]));
  stop(game);
  game.seconds = game.hints = 0;
  stop(game);
  byId("finish").close();
  game.save();
  say(t("All is cleared."), { [t("Undo")]: () => turn(false) });
}

/** Shows the rules from their beginning, although the focus is on the button at the end. */
export function showHelp() {
  byId("more").showModal();
  byId("more").scrollTop = 0;
}

export function listenToControls() {
  const acts = {
    undo: () => turn(false),
    redo: () => turn(true),
    check,
    hint,
    larger: () => larger(1),
    smaller: () => larger(-1),
    help: showHelp,
    again: startOver,
    "play-again": startOver,
    replay,
    share: () => void share(),
    try: beginTrial,
    keep: keepTrial,
    withdraw: withdrawTrial,
  };
  for (const [id, act] of Object.entries(acts)) byId(id).addEventListener("click", () => act());
  /** @param {import("./settings.js").Setting} name @param {(on: boolean) => void} act */
  const listen = (name, act) => {
    const box = byId(name);
    box.checked = settings[name];
    if (box.checked) act(true);
    box.addEventListener("change", () => {
      keepSetting(name, box.checked);
      act(box.checked);
    });
  };
  listen("letters", (on) => {
    document.documentElement.classList.toggle("lettered", on);
    view.letterAll(on);
  });
  listen("errors", () => void showErrors());
  listen("crosses", () => {});
  listen("pad", showPad);
}

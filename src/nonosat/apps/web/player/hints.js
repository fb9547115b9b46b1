/** Hints: each press shows more, and goes through a supposition link by link. */

import { game, mistakes, say, sayWrong, set, view } from "./playing.js";
import { byId } from "../shared/dom.js";
import { cellAt } from "../shared/geometry.js";
import { UNKNOWN } from "../shared/lines.js";
import { stagesOf } from "../shared/teaching.js";
import { t } from "../shared/words.js";

/**
 * @typedef {import("../shared/teaching.js").Stage} Stage
 * @typedef {import("./game.js").Step} Step
 */

/** The current hint, the game's cells then, and descriptions of techniques. @type {{step: Step, stages: Stage[], at: number, cells: Int16Array, glossary: Record<string, string>} | null} */
let given = null;

/** @param {{row: number, column: number}} place */
const cellOf = ({ row, column }) => cellAt(game.geometry, row, column);

/** @param {{row: number, column: number}} place */
const isOpen = (place) => game.cells[cellOf(place)] === UNKNOWN;

/** Shows a hint, or the next stage of the current one. */
export async function hint() {
  if (given && given.cells === game.cells && byId("offers").hasChildNodes()) return show(given.at + 1);
  const { known, wrong, broken } = await mistakes();
  given = null;
  if (game.solved) return say(t("Solved: nothing is left to do."));
  if (wrong.length) return sayWrong(wrong, `${t("First a mistake:")} `);
  // all earlier cells are set, and so are its premises
  const step = known.steps.find(({ cells }) => cells.some(isOpen));
  if (step) {
    const stages = stagesOf([step], step.levels, cellOf);
    game.hints++;
    given = { step, stages, at: 0, cells: game.cells, glossary: known.techniques };
    return show(0);
  }
  if (broken.length) {
    say(t("First a mistake: {line} cannot be completed as it is.", { line: view.clueWords(broken[0]) }));
    return view.highlight(broken[0], []);
  }
  return say(
    known.complete
      ? t("Nothing more follows from the clues: there are several solutions, and each of them is right.")
      : t("This page has no more hints: its time limit ended the search for them."),
  );
}

/** Shows a stage of the hint. @param {number} at */
function show(at) {
  const hinted = given;
  if (!hinted) return;
  hinted.at = Math.min(at, hinted.stages.length - 1);
  const { words, line, cells, supposed, ends, technique, whole } = hinted.stages[hinted.at];
  const entry = hinted.glossary[technique];
  /** @type {[number, number][]} */
  const values = hinted.step.cells.filter(isOpen).map((place) => [cellOf(place), place.colour]);
  say(words, {
    ...(whole ? { [t("Do it")]: () => set(values) } : { [t("More")]: () => show(hinted.at + 1) }),
    ...(hinted.at > 0 && { [t("Back")]: () => show(hinted.at - 1) }),
    ...(entry && {
      [t("What does “{technique}” mean?", { technique: t(technique) })]: () => showEntry(technique, entry),
    }),
  });
  view.highlight(
    line ? game.firsts[game.geometry.axes.indexOf(line.axis)] + line.index : -1,
    cells.filter((cell) => game.cells[cell] === UNKNOWN),
    supposed,
    ends,
  );
}

/** Opens the entry of a technique. @param {string} technique @param {string} entry */
function showEntry(technique, entry) {
  byId("entry-name").textContent = t(technique);
  byId("entry-says").textContent = t(entry);
  byId("entry").showModal();
}

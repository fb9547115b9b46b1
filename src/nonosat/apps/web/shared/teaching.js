import { cellAt } from "./geometry.js";
import { geometry } from "./puzzle.js";
import { sentence, sentences } from "./words.js";

/**
 * A hint in stages: the place, the line and the technique, the cells, the whole reason. A supposition is shown link by
 * link, and withdrawn in the end.
 *
 * @typedef {import("./words.js").Phrase} Phrase
 * @typedef {{row: number, column: number, colour: number}} Place
 * @typedef {object} Step the record of a step, as Python writes it
 * @property {string} reason the name of the technique
 * @property {Phrase[]} said the sentence, or the supposition; then the items of a list
 * @property {Phrase[]} [so] the conclusions from a supposition
 * @property {string} [axis]
 * @property {number} [index]
 * @property {Place[]} cells
 * @property {Place[]} excluded
 * @property {Place[]} [supposed] of a cell, once for each supposition
 * @property {Step[]} [chain]
 * @property {{axis: string, index: number, said: Phrase[]} | null} [contradiction]
 *
 * @typedef {{colour: number | null, label: string}} Supposed a colour of a cell, null if it only loses some
 * @typedef {object} Stage
 * @property {string} words
 * @property {{axis: string, index: number} | null} line
 * @property {number[]} cells newly known cells
 * @property {Map<number, Supposed>} supposed supposed cells and their consequences
 * @property {boolean} ends whether the line has no filling
 * @property {string} technique its name, or "" while it is not shown
 * @property {boolean} whole whether this is the last stage
 */

export const SUPPOSED = "?"; // the label of a supposition

/** A stage; its words begin with a capital and end with a full stop. @param {Partial<Stage> & {words: string}} what @returns {Stage} */
const stage = ({ words, ...what }) => ({
  words: full(words),
  line: null,
  cells: [],
  supposed: new Map(),
  ends: false,
  technique: "",
  whole: false,
  ...what,
});

/** @param {string} words */
const full = (words) =>
  words && words[0].toUpperCase() + words.slice(1) + (/[.!?。]$/.test(words) ? "" : ".");

/** @param {{axis?: string, index?: number}} step */
const lineOf = ({ axis, index = 0 }) => (axis === undefined ? null : { axis, index });

/**
 * The stages of a hint.
 * @param {Step[]} steps the last one yields cells, the others are its premises
 * @param {Phrase[]} levels the first stages
 * @param {(place: Place) => number} cellOf
 * @returns {Stage[]}
 */
export function stagesOf(steps, levels, cellOf) {
  const last = steps[steps.length - 1];
  const line = lineOf(last);
  const cells = last.cells.map(cellOf);
  const about = line ? cells : (last.supposed ?? last.cells).map(cellOf);
  const first = levels.map((level, at) =>
    stage({
      words: sentence(level),
      line: at > 0 ? line : null,
      cells: at > 1 || (at > 0 && !line) ? about : [],
      technique: at > 0 ? last.reason : "",
    }),
  );
  const reasons = steps.flatMap((step) => [...reasonsOf(step, cellOf)]);
  reasons[reasons.length - 1].whole = true;
  return [...first, ...reasons];
}

/** The whole reason of a step. @param {Step} step @param {(place: Place) => number} cellOf @returns {Stage[]} */
export function reasonsOf(step, cellOf) {
  const cells = [...step.cells, ...step.excluded].map(cellOf);
  const technique = step.reason;
  if (!step.chain?.length && !step.contradiction) {
    const words = [sentences(step.said), conclusion(step)].filter(Boolean).join("\n");
    return [stage({ words, line: lineOf(step), cells, technique })];
  }
  const linked = [...links(step, cellOf, new Map(), "")];
  linked[0].technique = technique;
  return [...linked, stage({ words: conclusion(step), cells, technique })];
}

/** The conclusion of a step from a supposition. @param {Step} step */
const conclusion = ({ so = [] }) => so.map((phrase) => sentence(phrase)).join("\n");

/**
 * A supposition and its consequences.
 * @param {Step} step
 * @param {(place: Place) => number} cellOf
 * @param {Map<number, Supposed>} before cells supposed around it
 * @param {string} outer the label of its own link, if it is nested
 * @returns {Generator<Stage>}
 */
function* links(step, cellOf, before, outer) {
  let supposed = new Map(before);
  const { chain = [], supposed: assumed = [] } = step;
  for (const place of assumed) supposed.set(cellOf(place), { colour: place.colour, label: SUPPOSED });
  yield stage({ words: sentences(step.said), supposed });
  /** @param {number} at */
  const label = (at) => (outer ? outer + String.fromCharCode(97 + (at % 26)) : String(at + 1));
  for (const [at, link] of chain.entries()) {
    const inner = Boolean(link.supposed);
    if (inner) yield* links(link, cellOf, supposed, label(at));
    supposed = new Map(supposed);
    for (const place of link.excluded)
      if (supposed.get(cellOf(place))?.label !== SUPPOSED)
        supposed.set(cellOf(place), { colour: null, label: label(at) });
    for (const place of link.cells) supposed.set(cellOf(place), { colour: place.colour, label: label(at) });
    const words = `${label(at)}. ${inner ? conclusion(link) : sentences(link.said)}`;
    yield stage({ words, line: lineOf(link), supposed, technique: inner ? "" : link.reason });
  }
  if (!step.contradiction) return;
  const words = `${label(chain.length)}. ${sentences(step.contradiction.said)}`;
  yield stage({ words, line: lineOf(step.contradiction), supposed, ends: true });
}

/** The colours that steps leave to each cell. @param {import("./puzzle.js").Puzzle} puzzle @param {Step[]} steps @returns {number[][]} */
export function coloursAfter(puzzle, steps) {
  const shape = geometry(puzzle);
  const all = [...puzzle.palette.keys()];
  const left = Array.from({ length: shape.size }, (_, cell) =>
    puzzle.givens.has(cell) ? [/** @type {number} */ (puzzle.givens.get(cell))] : all,
  );
  for (const { cells, excluded } of steps) {
    for (const { row, column, colour } of cells) left[cellAt(shape, row, column)] = [colour];
    for (const { row, column, colour } of excluded) {
      const cell = cellAt(shape, row, column);
      left[cell] = left[cell].filter((other) => other !== colour);
    }
  }
  return left;
}

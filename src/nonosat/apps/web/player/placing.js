/** Places the clues around the board so that their numbers cover neither cells nor one another. */

import { holds, lineName } from "../shared/geometry.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Exit} Exit */
/** @typedef {{x: number, y: number, width: number}} Spot the middle of a number, and its width */
/** @typedef {{text: string, x: number, y: number}} Name of a line, and the left end of its place */

const PITCH = 0.78; // of clue numbers, along slanting and upright lines
const HEIGHT = 0.75; // of a number
const AWAY = [0.35, 0.9, 1.5]; // of the first number from its line
const GAP = 0.12; // between numbers side by side
const LETTER = 0.3; // the width of a letter of a name

/**
 * Where the numbers of each clue stand: beyond an end of its line, a little farther out if they meet others there. Clues of any
 * lines without such a place stand in a list at the right, with the names of their lines.
 * @param {Layout} layout
 * @param {{width: number}[][]} clues
 * @returns {{spots: Spot[], name?: Name}[]}
 */
export function placesOf(layout, clues) {
  /** @type {Spot[]} */
  const taken = [];
  const places = clues.map((numbers, line) => {
    const spots = placeOf(layout, layout.exits[line], numbers, taken);
    taken.push(...(spots ?? []));
    return spots;
  });
  const edge = taken.reduce((far, { x, width }) => Math.max(far, x + width / 2), layout.width);
  const list = clues.map((_, line) => line).filter((line) => !places[line]);
  const names = list.map((line) => nameOf(layout, line));
  const indent = names.reduce((most, { length }) => Math.max(most, length * LETTER), 0) + 2 * GAP;
  const widest = list.reduce((most, line) => Math.max(most, widthOf(clues[line])), 0);
  const rows = Math.max(1, Math.floor(layout.height / HEIGHT));
  return places.map((spots, line) => {
    if (spots) return { spots };
    const at = list.indexOf(line);
    const x = edge + 0.8 + Math.floor(at / rows) * (indent + widest + 0.8);
    const y = ((at % rows) + 0.5) * HEIGHT;
    const start = { x: x + indent, y, dx: 1, dy: 0, atEnd: true };
    return { spots: along(start, clues[line], PITCH, 0), name: { text: names[at], x, y } };
  });
}

/** @param {Layout} layout @param {number} line */
const nameOf = ({ axes }, line) => lineName({ axis: axes[line], index: line - axes.indexOf(axes[line]) });

/** @param {{width: number}[]} numbers side by side */
const widthOf = (numbers) => numbers.reduce((sum, { width }) => sum + width + GAP, 0);

/**
 * The place of one clue; null if there is none.
 * @param {Layout} layout @param {Exit[]} exits @param {{width: number}[]} numbers @param {Spot[]} taken by other clues
 */
function placeOf(layout, exits, numbers, taken) {
  const [usual] = exits;
  if (layout.square) return along(usual, numbers, PITCH, 0.2);
  const pitch = PITCH * 1.15;
  const places = AWAY.flatMap((from) => exits.map((exit) => along(exit, numbers, pitch, from)));
  const free = places.find((spots) => isFree(layout, spots, taken));
  return free ?? (layout.isAny ? null : places[0]);
}

/**
 * The numbers of a clue one after another, outwards from an end of the line.
 * @param {Exit} exit @param {{width: number}[]} numbers @param {number} pitch of numbers that are not side by side
 * @param {number} from distance of the first number
 */
function along({ x, y, dx, dy, atEnd }, numbers, pitch, from) {
  let away = from;
  const outward = (atEnd ? numbers : [...numbers].reverse()).map(({ width }) => {
    const reach = dy === 0 ? width + GAP : pitch;
    away += reach;
    return { x: x + dx * (away - reach / 2), y: y + dy * (away - reach / 2), width };
  });
  return atEnd ? outward : outward.reverse();
}

/** Whether numbers cover no cell, and no number of another clue. @param {Layout} layout @param {Spot[]} spots @param {Spot[]} taken */
function isFree({ outlines }, spots, taken) {
  return spots.every(({ x, y, width }) => {
    /** @param {Spot} other */
    const meets = (other) =>
      Math.abs(other.x - x) < (other.width + width) / 2 && Math.abs(other.y - y) < HEIGHT;
    if (taken.some(meets)) return false;
    const [right, down] = [width / 2 - 0.05, HEIGHT / 2 - 0.1];
    const points = [0, -1, 1].flatMap((u) => [0, -1, 1].map((v) => [x + u * right, y + v * down]));
    return !outlines.some((corners) => points.some(([u, v]) => holds(corners, u, v)));
  });
}

/** Places the clues around the board so that their numbers cover neither cells nor one another. */

import { holds } from "../shared/geometry.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Exit} Exit */
/** @typedef {{x: number, y: number, width: number}} Spot the middle of a number, and its width */

const PITCH = 0.78; // of clue numbers, along slanting and upright lines
const HEIGHT = 0.75; // of a number
const AWAY = [0.35, 0.9, 1.5]; // of the first number from its line

/**
 * Where the numbers of a clue stand: beyond an end of its line, a little farther out if they meet others there. If there is
 * no such place, they are small, between cells.
 * @param {Layout} layout @param {Exit[]} exits @param {{width: number}[]} numbers @param {Spot[]} taken by other clues
 */
export function placeOf(layout, exits, numbers, taken) {
  const { square } = layout;
  const [usual] = exits;
  if (square) return along(usual, numbers, PITCH, 0.2);
  const pitch = PITCH * 1.15;
  const places = AWAY.flatMap((from) => exits.map((exit) => along(exit, numbers, pitch, from)));
  const free = places.find(({ spots }) => isFree(layout, spots, taken));
  return free ?? along(usual, numbers, pitch, AWAY[0], roomAt(layout, usual, places[0].reach));
}

/**
 * The numbers of a clue one after another, outwards from an end of the line.
 * @param {Exit} exit @param {{width: number}[]} numbers @param {number} pitch of numbers that are not side by side
 * @param {number} from distance of the first number @param {number} [most] reach of all numbers
 */
function along({ x, y, dx, dy, atEnd }, numbers, pitch, from, most = Infinity) {
  /** @param {number} width */
  const pitchOf = (width) => (dy === 0 ? width + 0.12 : pitch);
  const reach = numbers.reduce((sum, { width }) => sum + pitchOf(width), from);
  const scale = Math.max(0.5, Math.min(1, most / reach));
  let away = from * scale;
  const outward = (atEnd ? numbers : [...numbers].reverse()).map(({ width }) => {
    const middle = away + (pitchOf(width) * scale) / 2;
    away += pitchOf(width) * scale;
    return { x: x + dx * middle, y: y + dy * middle, width: width * scale };
  });
  return { spots: atEnd ? outward : outward.reverse(), scale, reach };
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

/** How far a clue reaches until it meets a cell, at most `most`. @param {Layout} layout @param {Exit} exit @param {number} most */
function roomAt({ outlines }, { x, y, dx, dy }, most) {
  for (let far = 0.1; far < most; far += 0.1)
    if (outlines.some((corners) => holds(corners, x + dx * far, y + dy * far))) return far - 0.1;
  return most;
}

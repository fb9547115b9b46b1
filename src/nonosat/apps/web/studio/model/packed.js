/**
 * A drawn picture in few bytes, for a link: width, height and number of colours; the packed cells; the rest as JSON. Clues
 * follow from the cells. A number has seven bits per byte, the lowest first, and the highest bit is set in all bytes but
 * the last.
 */

import { blank, geometry, MAX_OPENED, toJSON } from "../../shared/puzzle.js";

const MOST_COLOURS = 256;

/** Bits of a cell. @param {number} colours */
const bitsOf = (colours) => Math.max(1, Math.ceil(Math.log2(colours)));

/** @param {number} value @returns {number[]} */
function number(value) {
  return value < 128 ? [value] : [(value & 127) | 128, ...number(value >> 7)];
}

/**
 * The bytes of a puzzle; null for one that is not just a drawn rectangle.
 * @param {import("../../shared/puzzle.js").Puzzle} puzzle
 * @param {object} more further members of the JSON
 * @returns {Uint8Array<ArrayBuffer>|null}
 */
export function packed(puzzle, more) {
  const { kind, width, height } = geometry(puzzle);
  const { cells, palette } = puzzle;
  if (!cells || puzzle.pattern || kind !== "rectangle") return null;
  const bits = bitsOf(palette.length);
  const body = new Uint8Array(Math.ceil((bits * cells.length) / 8));
  cells.forEach((colour, cell) => {
    for (let bit = 0; bit < bits; bit++)
      if ((colour >> bit) & 1) body[(cell * bits + bit) >> 3] |= 1 << ((cell * bits + bit) & 7);
  });
  const { rows, columns, goal, ...rest } = { ...toJSON(puzzle), ...more };
  const text = Object.keys(rest).length ? new TextEncoder().encode(JSON.stringify(rest)) : [];
  return Uint8Array.from([...number(width), ...number(height), ...number(palette.length), ...body, ...text]);
}

/**
 * Unpacks a puzzle as JSON, with the further members.
 * @param {Uint8Array} bytes
 * @throws {Error} for anything else
 */
export function unpackedFrom(bytes) {
  let at = 0;
  const read = () => {
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      value |= (bytes[at] & 127) << shift;
      if (!(bytes[at++] & 128)) return value;
    }
    throw new Error("no number");
  };
  const [width, height, colours] = [read(), read(), read()];
  const fits = width >= 1 && height >= 1 && Math.max(width, height) <= MAX_OPENED;
  if (!fits || colours < 2 || colours > MOST_COLOURS) throw new Error("no size");
  const bits = bitsOf(colours);
  const end = at + Math.ceil((bits * width * height) / 8);
  if (end > bytes.length) throw new Error("too short");
  const puzzle = blank(width, height);
  const cells = new Uint8Array(width * height);
  for (let place = 0; place < bits * width * height; place++)
    if ((bytes[at + (place >> 3)] >> (place & 7)) & 1) cells[Math.floor(place / bits)] |= 1 << (place % bits);
  const text = new TextDecoder().decode(bytes.subarray(end));
  const { palette = puzzle.palette, ...rest } = text ? JSON.parse(text) : {};
  if (palette.length !== colours) throw new Error("no colours");
  return { ...toJSON({ ...puzzle, cells, palette }), ...rest };
}

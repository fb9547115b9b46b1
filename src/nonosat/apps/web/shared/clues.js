/**
 * Clues: read off a picture, compared, written and typed.
 *
 * @typedef {[number|"?", number]} Block a length ("?": blotted) and a colour
 * @typedef {Block[]|null} Clue null for a line without a clue
 */

import { nameOfColour } from "./colours.js";
import { runsOf } from "./lines.js";
import { t } from "./words.js";

/** @import { Colour } from "./puzzle.js" */

/**
 * The clue of the cells of a line.
 * @param {ArrayLike<number>} cells colours of a picture
 * @param {number[]} line cell numbers
 * @returns {[number, number][]}
 */
export function clueOf(cells, line) {
  return runsOf(line.map((cell) => cells[cell])).map(({ start, end, colour }) => [end - start, colour]);
}

/**
 * The clue without the parts that a pattern hides: all of it, or some lengths.
 * @param {Clue|undefined} pattern
 * @param {Block[]} clue
 * @returns {Clue}
 */
export function veiled(pattern, clue) {
  if (pattern === null) return null;
  if (!pattern || pattern.every(([length]) => length !== "?")) return clue;
  return clue.map(([length, colour], at) => [pattern[at] && pattern[at][0] === "?" ? "?" : length, colour]);
}

/** Whether a clue is hidden or blotted. @param {Clue} clue */
export function hides(clue) {
  return clue === null || clue.some(([length]) => length === "?");
}

/** The name of a colour of a palette. @param {Colour[]} palette @param {number} colour */
export function colourName(palette, colour) {
  const name = nameOfColour(palette, colour);
  const shared = palette.some((_, other) => other !== colour && nameOfColour(palette, other) === name);
  if (!name) return t("colour {number}", { number: colour });
  return shared && palette[colour][0] !== name ? `${t(name)} ${colour}` : t(name);
}

/** A clue in words. @param {Clue} clue @param {Colour[]} palette */
export function clueText(clue, palette) {
  if (clue === null) return t("no clue");
  if (!clue.length) return "0";
  const several = palette.length > 2;
  return clue
    .map(([length, colour]) => `${length}${several ? ` ${colourName(palette, colour)}` : ""}`)
    .join(several ? ", " : " ");
}

/** A clue in the spelling for typing: lengths, "?" for a blot, a colour's letter after its length; "*" for no clue. @param {Clue} clue @param {Colour[]} palette */
export function typed(clue, palette) {
  if (clue === null) return "*";
  return clue.map(([length, colour]) => `${length}${palette.length > 2 ? palette[colour][2] : ""}`).join(" ");
}

/**
 * Reads a typed clue.
 * @param {string} text
 * @param {string[][]} palette
 * @returns {Clue}
 * @throws {Error} with the fault
 */
export function parsed(text, palette) {
  const trimmed = text.trim();
  if (trimmed === "*") return null;
  /** @type {[number|"?", number][]} */
  const clue = [];
  for (const word of trimmed.split(/[\s,;.]+/).filter(Boolean)) {
    const match = /^(\d{1,4}|\?)(.*)$/u.exec(word);
    if (!match) throw new Error(t("“{word}” is not a length", { word }));
    const letter = match[2];
    const colour = letter ? palette.findIndex((ink) => ink[2] === letter) : 1;
    if (colour < 1) throw new Error(t("no ink has the letter “{letter}”", { letter }));
    const length = match[1] === "?" ? "?" : Number(match[1]);
    if (length !== 0) clue.push([length, colour]);
  }
  return clue;
}

/** Whether two clues are equal. @param {Clue} one @param {Clue} other */
export function sameClue(one, other) {
  if (one === null || other === null) return one === other;
  return (
    one.length === other.length &&
    one.every(([length, colour], at) => length === other[at][0] && colour === other[at][1])
  );
}

/** A clue of the puzzle's JSON as a list of blocks. @param {any} clue @returns {Clue} */
export function fromJson(clue) {
  return clue === null
    ? null
    : clue.map((/** @type {any} */ block) => (Array.isArray(block) ? [block[0], block[1]] : [block, 1]));
}

/** And back. @param {Clue} clue */
export function toJson(clue) {
  return clue === null ? null : clue.map(([length, colour]) => (colour === 1 ? length : [length, colour]));
}

/** The minimum number of cells of a clue. @param {Clue} clue */
export function leastLength(clue) {
  if (!clue) return 0;
  return clue.reduce(
    (sum, [length, colour], at) =>
      sum + (length === "?" ? 1 : length) + (at && clue[at - 1][1] === colour ? 1 : 0),
    0,
  );
}

/** Backup of the shelf in one file: each puzzle with its folder, without its strokes. */

import { carried, unpacked } from "./link.js";

const MARK = "nonosat-shelf";

/** @param {import("./shelf.js").Entry[]} entries @returns {string} */
export function written(entries) {
  const puzzles = entries.map(({ puzzle, changed, folder = "" }) => ({
    ...carried(puzzle),
    changed,
    folder,
  }));
  return JSON.stringify({ [MARK]: 1, puzzles });
}

/**
 * The entries of a backup; throws an error if it or any puzzle in it is damaged.
 * @param {string} text
 * @returns {import("./shelf.js").Entry[]}
 */
export function read(text) {
  const data = JSON.parse(text);
  if (data[MARK] !== 1) throw new Error("no backup");
  return data.puzzles.map((/** @type {any} */ { changed, folder, ...carried }) => ({
    id: crypto.randomUUID(),
    puzzle: unpacked(carried),
    at: 0,
    changed: Number(changed) || Date.now(),
    folder: String(folder ?? "").slice(0, 80),
  }));
}

/** Whether two entries have the same puzzle. @param {import("./shelf.js").Entry} one @param {import("./shelf.js").Entry} other */
export function same(one, other) {
  return JSON.stringify(carried(one.puzzle)) === JSON.stringify(carried(other.puzzle));
}

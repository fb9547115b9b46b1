/**
 * The puzzles of the page: one, or a collection; then the fragment of the address chooses one.
 *
 * @typedef {object} Page
 * @property {string} key of the game in the browser's storage
 * @property {object} puzzle as nonosat's JSON
 * @property {string} explained
 * @property {string} title
 * @property {string} author
 * @property {string} rights copyright and licence
 * @property {string} hardest technique of the hardest step; empty if it is not known
 * @property {string} time that the puzzle takes people, in English; empty if it is not known
 *
 * @typedef {{cells?: number[], seconds: number, best?: number, solved?: boolean}} Kept
 */

import { data } from "./packing.js";
import { byId } from "../shared/dom.js";
import { sizeText } from "../shared/geometry.js";
import { fromJSON, geometry } from "../shared/puzzle.js";
import { stored } from "../shared/stored.js";
import { t, time } from "../shared/words.js";

/** @type {Page[]} */
export const pages = data.puzzles;
export const isCollection = pages.length > 1;

const asked = Number(location.hash.slice(1));

/** Whether the address names a puzzle. */
export const isChosen = Boolean(pages[asked - 1]);
export const number = isChosen ? asked - 1 : 0;
export const page = pages[number];

/** The saved game of a puzzle, if any. @param {Page} page @returns {Kept|null} */
export function kept({ key }) {
  try {
    return JSON.parse(stored(`nonosat ${key}`) ?? "null");
  } catch {
    return null; // written by another program
  }
}

/** Goes to a puzzle of the collection. @param {number} to */
export function goTo(to) {
  location.hash = `#${to + 1}`;
  location.reload();
}

/** The title of a puzzle. @param {Page} page */
export const titleOf = ({ title }) => title || t("Nonogram");

const collection = data.title || t("{n} nonogram|{n} nonograms", { n: pages.length });
/** The size of a puzzle in words. @param {Page} page */
export const sizeOf = ({ puzzle }) => sizeText(geometry(fromJSON(puzzle)));

/** The minutes of a puzzle and its hardest step, as far as they are known. @param {Page} page */
export const difficultyOf = ({ time: minutes, hardest }) =>
  [time(minutes), hardest && t("hardest step: {name}", { name: t(hardest) })]
    .filter(Boolean)
    .join(" \u00b7 ");

const { author, rights } = page;
document.title = isCollection ? `${titleOf(page)} \u2013 ${collection}` : titleOf(page);
byId("title").textContent = titleOf(page);
byId("about").textContent = [author && t("by {author}", { author }), sizeOf(page), time(page.time), rights]
  .filter(Boolean)
  .join(" \u00b7 ");
byId("collection").textContent = collection;

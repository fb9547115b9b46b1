/** The page's data, written by Python: puzzles and languages. */

import { byId } from "./shared/dom.js";

/** @type {{title: string, languages: {names: string[], words: string}, puzzles: import("./pages.js").Page[]}} */
export const data = JSON.parse(byId("puzzle").textContent);

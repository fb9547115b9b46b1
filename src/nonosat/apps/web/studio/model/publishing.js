/**
 * Requirements of sites for published puzzles, as far as their public pages state them; docs/designers.md names these
 * pages. Each check returns a fault in words, or "".
 *
 * @typedef {{puzzle: import("../../shared/puzzle.js").Puzzle, answers: import("./state.js").Answers}} Subject
 * @typedef {{name: string, format: string, checks: string[]}} Site with keys of `CHECKS`
 */

import { colourName } from "../../shared/clues.js";
import { geometry, isRectangle } from "../../shared/puzzle.js";
import { t } from "../../shared/words.js";
import { symmetriesOf } from "./symmetry.js";

/** @type {Record<string, (subject: Subject) => string>} */
const CHECKS = {
  rectangle: ({ puzzle }) => (isRectangle(puzzle) ? "" : t("Triddlers are not taken.")),
  picture: ({ puzzle }) => (puzzle.cells ? "" : t("It needs a picture: “Draw on its solution” makes one.")),
  title: ({ puzzle }) => (puzzle.texts.title ? "" : t("It has no title yet.")),
  unique: ({ answers }) =>
    answers.check?.verdict === "unique" ? "" : t("It must have one solution: Repair makes it so."),
  noSearch: ({ answers }) =>
    answers.rating?.grade === "search" ? t("It takes a search: solvers would have to guess.") : "",
  background: ({ puzzle: { cells, palette } }) => {
    if (!cells) return "";
    const counts = palette.map(() => 0);
    for (const colour of cells) counts[colour]++;
    const largest = counts.indexOf(Math.max(...counts));
    const colour = colourName(palette, largest);
    return largest ? t("The background should be {colour}, which has the most cells.", { colour }) : "";
  },
  asymmetric: ({ puzzle }) => {
    if (!puzzle.cells || !isRectangle(puzzle)) return "";
    const how = symmetriesOf(geometry(puzzle), puzzle.cells).map((symmetry) => t(symmetry));
    if (!how.length) return "";
    return t("It is symmetrical ({how}): that is taken for children only.", { how: how.join(", ") });
  },
};

const USUAL = ["rectangle", "picture", "title", "unique", "noSearch"];

/** @type {Site[]} */
export const SITES = [
  { name: "webpbn.com", format: "webpbn", checks: USUAL },
  {
    name: "griddlers.net",
    format: "png",
    checks: ["picture", "title", "unique", "noSearch", "background", "asymmetric"],
  },
  { name: "nonograms.org", format: "png", checks: USUAL },
];

/** The faults of a puzzle for a site. @param {Site} site @param {Subject} subject */
export function faultsFor(site, subject) {
  return site.checks.map((name) => CHECKS[name](subject)).filter(Boolean);
}

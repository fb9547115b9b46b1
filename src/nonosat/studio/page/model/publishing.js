/**
 * Requirements of sites for published puzzles, as far as their public pages state them; docs/designers.md names these
 * pages. Each check returns a fault in words, or "".
 *
 * @typedef {{puzzle: import("../shared/puzzle.js").Puzzle, answers: import("./state.js").Answers}} Subject
 * @typedef {{name: string, format: string, checks: ((subject: Subject) => string)[]}} Site
 */

import { colourName } from "../shared/clues.js";
import { geometry, isRectangle } from "../shared/puzzle.js";
import { t } from "../shared/words.js";
import { symmetriesOf } from "./symmetry.js";

/** @param {Subject} subject */
const oneSolution = ({ answers }) =>
  answers.check?.verdict === "unique" ? "" : t("It must have one solution: Mend makes it so.");
/** @param {Subject} subject */
const picture = ({ puzzle }) =>
  puzzle.cells ? "" : t("It needs a picture: “Draw on its solution” makes one.");
/** @param {Subject} subject */
const rectangle = ({ puzzle }) => (isRectangle(puzzle) ? "" : t("Triddlers are not taken."));
/** @param {Subject} subject */
const title = ({ puzzle }) => (puzzle.texts.title ? "" : t("It has no title yet."));
/** @param {Subject} subject */
const noSearch = ({ answers }) =>
  answers.rating?.grade === "needs search" ? t("It takes a search: solvers would have to guess.") : "";

/** @param {Subject} subject */
function largestIsBackground({ puzzle }) {
  if (!puzzle.cells) return "";
  const counts = puzzle.palette.map(() => 0);
  for (const colour of puzzle.cells) counts[colour]++;
  const largest = counts.indexOf(Math.max(...counts));
  return largest
    ? t("The background should be {colour}, which has the most cells.", {
        colour: colourName(puzzle.palette, largest),
      })
    : "";
}

/** @param {Subject} subject */
function notSymmetrical({ puzzle }) {
  if (!puzzle.cells || !isRectangle(puzzle)) return "";
  const found = symmetriesOf(geometry(puzzle), puzzle.cells);
  return found.length
    ? t("It is symmetrical ({how}): that is taken for children only.", {
        how: found.map((each) => t(each)).join(", "),
      })
    : "";
}

/** @type {Site[]} */
export const SITES = [
  { name: "webpbn.com", format: "webpbn", checks: [rectangle, picture, title, oneSolution, noSearch] },
  {
    name: "griddlers.net",
    format: "png",
    checks: [picture, title, oneSolution, noSearch, largestIsBackground, notSymmetrical],
  },
  { name: "nonograms.org", format: "png", checks: [rectangle, picture, title, oneSolution, noSearch] },
];

/** The faults of a puzzle for a site. @param {Site} site @param {Subject} subject */
export function faultsFor(site, subject) {
  return site.checks.map((check) => check(subject)).filter(Boolean);
}

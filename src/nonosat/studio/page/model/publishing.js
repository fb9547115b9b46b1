/**
 * What sites ask of a puzzle that is published there, as far as their public pages say so; docs/designers.md names these
 * pages. Each check gives what is wrong, in words, or "".
 *
 * @typedef {{puzzle: import("../shared/puzzle.js").Puzzle, answers: import("../asking/watch.js").Answers}} Subject
 * @typedef {{name: string, format: string, checks: ((subject: Subject) => string)[]}} Site
 */

import { geometry, isRectangle } from "../shared/puzzle.js";
import { symmetriesOf } from "./symmetry.js";

const oneSolution = ({ answers }) =>
  answers.check?.verdict === "unique" ? "" : "It must have one solution: Mend makes it so.";
const picture = ({ puzzle }) => (puzzle.cells ? "" : "It needs a picture: “Draw on its solution” makes one.");
const rectangle = ({ puzzle }) => (isRectangle(puzzle) ? "" : "Triddlers are not taken.");
const title = ({ puzzle }) => (puzzle.texts.title ? "" : "It has no title yet.");
const noSearch = ({ answers }) =>
  answers.rating?.grade === "needs search" ? "It takes a search: solvers would have to guess." : "";

function largestIsBackground({ puzzle }) {
  if (!puzzle.cells) return "";
  const counts = puzzle.palette.map(() => 0);
  for (const colour of puzzle.cells) counts[colour]++;
  const largest = counts.indexOf(Math.max(...counts));
  return largest ? `The background should be ${puzzle.palette[largest][0]}, which has the most cells.` : "";
}

function notSymmetrical({ puzzle }) {
  if (!puzzle.cells || !isRectangle(puzzle)) return "";
  const found = symmetriesOf(geometry(puzzle), puzzle.cells);
  return found.length ? `It is symmetrical (${found.join(", ")}): that is taken for children only.` : "";
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

/** What is wrong with a puzzle for a site. @param {Site} site @param {Subject} subject */
export function faultsFor(site, subject) {
  return site.checks.map((check) => check(subject)).filter(Boolean);
}

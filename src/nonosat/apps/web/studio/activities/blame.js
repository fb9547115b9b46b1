/** The reasons for no solution: clues that contradict each other, and the likely typing error. */

import { lineOf } from "../asking/questions.js";
import { clueText, fromJson } from "../../shared/clues.js";
import { lineName } from "../../shared/geometry.js";
import { withClue } from "../../shared/puzzle.js";
import { t } from "../../shared/words.js";
import { h, labelled, quiet, row, section } from "../view/dom.js";

/** @import { Api } from "../api.js" */
/** @import { Conflict, Typo } from "../model/state.js" */

/** Clues that contradict each other, and the likely correction. @param {Api} api */
export function blame(api) {
  const { puzzle, check, conflict, typo, problems } = api.state.answers;
  if (!puzzle || (!problems.length && check?.verdict !== "unsolvable")) return null;
  const faults = problems
    .slice(0, 8)
    .map(({ reason, axis, index }) => h("li", axis ? `${lineName({ axis, index })}: ${reason}` : reason));
  return section(
    "Why",
    problems.some(({ axis }) => axis) && h("ul", ...faults),
    conflict && contradiction(conflict),
    !conflict && !problems.length && quiet("Looking for the clues that contradict each other…"),
    typo === null && quiet("Looking for the typing error…"),
    typo?.found &&
      h(
        "div",
        h("h2", "Probably"),
        [typo, ...typo.alternatives].slice(0, 5).map((repair, at) => correction(api, repair, at === 0)),
      ),
    typo && !typo.found && h("p", "No single typing error explains it."),
  );
}

/** @param {Conflict} conflict */
function contradiction({ minimal, lines, givens: { length: n } }) {
  const named = lines.map(lineName);
  if (n) named.push(t("{n} given cell|{n} given cells", { n }));
  const head = minimal
    ? "These clues contradict each other, and none can be spared:"
    : "These clues contradict each other:";
  return h("p", head, " ", named.join(", "), ".");
}

/** @param {Api} api @param {Typo} repair @param {boolean} likeliest */
function correction(api, { changes, verdict }, likeliest) {
  const { palette } = api.state.puzzle;
  const accept = () => {
    const changed = changes.reduce((made, change) => {
      const { family, index } = lineOf(api.state.puzzle, change);
      return withClue(made, family, index, fromJson(change.after));
    }, api.state.puzzle);
    api.session.commit("Correct a clue", changed);
    api.page.say("Corrected", { undo: true });
  };
  const words = changes.map((change) => {
    const [from, to] = [change.before, change.after].map((clue) => clueText(fromJson(clue), palette));
    return h("span.change", `${lineName(change)}: `, h("s", from), " → ", h("b", to));
  });
  return h(
    "div.proposal",
    h("p", ...words),
    row(
      "",
      labelled("Accept", "check", accept, likeliest ? "main" : null),
      h("span.quiet", verdict === "unique" ? "then one solution" : "then several solutions"),
    ),
  );
}

/** The lines to mark on the numbers. @param {Pick<import("../model/state.js").State, "answers"|"puzzle">} state */
export function blamed({ answers: { conflict, problems }, puzzle }) {
  return [...(conflict?.lines ?? []), ...problems.filter(({ axis }) => axis)].map((line) =>
    lineOf(puzzle, line),
  );
}

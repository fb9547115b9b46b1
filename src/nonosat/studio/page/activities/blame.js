/** Why there is no solution: clues that contradict each other, and the likely typing error. */

import { lineOf } from "../asking/questions.js";
import { clueText, fromJson } from "../shared/clues.js";
import { lineName } from "../shared/geometry.js";
import { withClue } from "../shared/puzzle.js";
import { t } from "../shared/words.js";
import { button, h, quiet, row, section } from "../view/dom.js";

/** Clues that contradict each other, and the likely correction. @param {import("../api.js").Api} api */
export function blame(api) {
  const { puzzle, check, conflict, typo, problems } = api.state.answers;
  const impossible = problems.length || check?.verdict === "unsolvable";
  if (!impossible || !puzzle) return null;
  const lines = blamed({ conflict, problems });
  return section(
    t("Why"),
    problems.some(({ axis }) => axis) &&
      h(
        "ul",
        {},
        problems
          .slice(0, 8)
          .map(({ reason, axis, index }) =>
            h("li", {}, axis ? `${lineName({ axis, index })}: ${reason}` : reason),
          ),
      ),
    conflict &&
      h(
        "p",
        {},
        conflict.minimal
          ? t("These clues contradict each other, and none can be spared:")
          : t("These clues contradict each other:"),
        " ",
        [
          ...conflict.lines.map(lineName),
          ...(conflict.givens.length
            ? [t("{n} given cell|{n} given cells", { n: conflict.givens.length })]
            : []),
        ].join(", "),
        ".",
      ),
    !conflict &&
      !lines.length &&
      !problems.length &&
      quiet(t("Looking for the clues that contradict each other…")),
    typo === null && quiet(t("Looking for the typing error…")),
    typo?.found &&
      h(
        "div",
        {},
        h("h2", {}, t("Probably")),
        [typo, ...typo.alternatives].slice(0, 5).map((repair, at) => correction(api, repair, at === 0)),
      ),
    typo && !typo.found && h("p", {}, t("No single typing error explains it.")),
  );
}

/** @param {import("../api.js").Api} api @param {any} repair @param {boolean} likeliest */
function correction(api, repair, likeliest) {
  const { puzzle } = api.state;
  return h(
    "div",
    { class: "proposal" },
    h(
      "p",
      {},
      repair.changes.map((/** @type {any} */ change) =>
        h(
          "span",
          { class: "change" },
          `${lineName(change)}: `,
          h("s", {}, clueText(fromJson(change.from), puzzle.palette)),
          " → ",
          h("b", {}, clueText(fromJson(change.to), puzzle.palette)),
        ),
      ),
    ),
    row(
      "",
      button(t("Accept"), {
        text: true,
        icon: "check",
        class: likeliest ? "main" : null,
        onclick: () => {
          const changed = repair.changes.reduce((/** @type {any} */ made, /** @type {any} */ change) => {
            const { family, index } = lineOf(change);
            return withClue(made, family, index, fromJson(change.to));
          }, api.state.puzzle);
          api.commit("Correct a clue", changed);
          api.say(t("Corrected"), { undo: true });
        },
      }),
      h(
        "span",
        { class: "quiet" },
        t(repair.verdict === "unique" ? "then one solution" : "then several solutions"),
      ),
    ),
  );
}

/** The lines to mark on the numbers. @param {{conflict: any, problems?: any}} options */
export function blamed({ conflict, problems = [] }) {
  return [...(conflict?.lines ?? []), ...problems.filter((/** @type {any} */ each) => each.axis)].map(lineOf);
}

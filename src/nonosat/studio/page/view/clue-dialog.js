/** A clue, typed: of a drawn puzzle its numbers can be hidden, of a puzzle of clues changed. */

import { clues, geometry } from "../shared/puzzle.js";
import { clueOf, parsed, sameClue, typed, veiled } from "../shared/clues.js";
import { AXES, lineName } from "../shared/geometry.js";
import { t } from "../shared/words.js";
import { field, h, openDialog, quiet, row } from "./dom.js";

/** @import { Puzzle } from "../shared/puzzle.js" */

/**
 * Asks for a line's clue.
 * @returns {Promise<import("../shared/clues.js").Clue|undefined>} undefined if nothing is to be changed
 * @param {Puzzle} puzzle
 * @param {any} family
 * @param {number} index
 */
export function askForClue(puzzle, family, index) {
  return new Promise((resolve) => {
    /** @type {import("../shared/clues.js").Clue|undefined} */
    let result;
    const name = lineName({ axis: AXES[family], index });
    const input = h("input", {
      type: "text",
      value: typed(clues(puzzle)[family][index], puzzle.palette),
      autocomplete: "off",
      spellcheck: "false",
    });
    const trouble = h("p", { class: "notice", role: "alert", hidden: true });
    const read = () => {
      const clue = parsed(input.value, puzzle.palette);
      if (!puzzle.cells) return clue;
      const drawn = clueOf(puzzle.cells, geometry(puzzle).families[family][index]);
      if (clue !== null && !sameClue(clue, veiled(clue, drawn)))
        throw new Error(
          t("The picture has another clue: only ? and * can be put in the place of its numbers."),
        );
      return clue;
    };
    const dialog = openDialog(
      t("Clue of {line}", { line: name }),
      h(
        "form",
        {
          method: "dialog",
          onsubmit: (/** @type {any} */ event) => {
            if (event.submitter?.value !== "set") return;
            try {
              result = read();
            } catch (/** @type {any} */ error) {
              event.preventDefault();
              trouble.textContent = error.message;
              trouble.hidden = false;
            }
          },
        },
        h("h2", {}, t("Clue of {line}", { line: name })),
        field("Blocks", input),
        trouble,
        quiet(
          puzzle.cells
            ? "Put ? in the place of a number to hide it, * in the place of all to give no clue."
            : puzzle.palette.length > 2
              ? "Lengths, each with the letter of its ink; ? for a hidden one, * for no clue."
              : "Lengths; ? for a hidden one, * for no clue.",
        ),
        puzzle.palette.length > 2 &&
          quiet(
            puzzle.palette
              .slice(1)
              .map(([word, , letter]) => `${letter} ${t(word)}`)
              .join(", "),
          ),
        row(
          "end",
          h("button", { value: "", type: "button", onclick: () => dialog.close() }, "Cancel"),
          h("button", { value: "set", class: "main" }, "Set"),
        ),
      ),
      () => resolve(result),
    );
    input.select();
  });
}

/** A clue, typed: of a drawn puzzle its numbers can be hidden, of a puzzle of clues changed. */

import { clues, geometry } from "../shared/puzzle.js";
import { clueOf, parsed, sameClue, typed, veiled } from "../shared/clues.js";
import { AXES, lineName } from "../shared/geometry.js";
import { field, h, openDialog, quiet, row } from "./dom.js";

/**
 * Asks for a line's clue.
 * @returns {Promise<import("../shared/clues.js").Clue|undefined>} undefined if nothing is to be changed
 */
export function askForClue(puzzle, family, index) {
  return new Promise((resolve) => {
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
        throw new Error("The picture has another clue: only ? and * can be put in the place of its numbers.");
      return clue;
    };
    const dialog = openDialog(
      `Clue of ${name}`,
      h(
        "form",
        {
          method: "dialog",
          onsubmit: (event) => {
            if (event.submitter?.value !== "set") return;
            try {
              result = read();
            } catch (error) {
              event.preventDefault();
              trouble.textContent = error.message;
              trouble.hidden = false;
            }
          },
        },
        h("h2", {}, `Clue of ${name}`),
        field("Blocks", input),
        trouble,
        quiet(
          puzzle.cells
            ? "Put ? in the place of a number to hide it, * in the place of all to give no clue."
            : `Lengths${puzzle.palette.length > 2 ? ", each with the letter of its ink" : ""}; ? for a hidden one, * for no clue.`,
        ),
        puzzle.palette.length > 2 &&
          quiet(
            puzzle.palette
              .slice(1)
              .map(([word, , letter]) => `${letter} ${word}`)
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

/** A dialog for a clue: hides numbers in a drawn puzzle, changes them in a puzzle of clues. */

import { reasonOf } from "../engine/common.js";
import { clues, geometry } from "../../shared/puzzle.js";
import { clueOf, parsed, sameClue, typed, veiled } from "../../shared/clues.js";
import { lineName } from "../../shared/geometry.js";
import { t } from "../../shared/words.js";
import { closers, field, h, openForm, quiet } from "./dom.js";

/** @import { Puzzle } from "../../shared/puzzle.js" */

/**
 * Asks for a line's clue.
 * @param {Puzzle} puzzle
 * @param {number} family
 * @param {number} index
 * @returns {Promise<import("../../shared/clues.js").Clue|undefined>} undefined for no change
 */
export function askForClue(puzzle, family, index) {
  return new Promise((resolve) => {
    /** @type {import("../../shared/clues.js").Clue|undefined} */
    let result;
    const name = lineName({ axis: geometry(puzzle).axes[family], index });
    const before = typed(clues(puzzle)[family][index], puzzle.palette);
    const input = h("input", { type: "text", value: before, autocomplete: "off", spellcheck: "false" });
    const trouble = h("p.notice", { role: "alert", hidden: true });
    const read = () => {
      const clue = parsed(input.value, puzzle.palette);
      const drawn = puzzle.cells && clueOf(puzzle.cells, geometry(puzzle).families[family][index]);
      if (drawn && clue !== null && !sameClue(clue, veiled(clue, drawn)))
        throw new Error(
          drawn.length
            ? t(
                "The picture has another clue: put ? in the place of some of its numbers, or * in the place of all.",
              )
            : t("Nothing is drawn on this line: only * can be put in the place of its 0."),
        );
      return clue;
    };
    /** @param {SubmitEvent} event */
    const onsubmit = (event) => {
      try {
        result = read();
      } catch (error) {
        event.preventDefault();
        trouble.textContent = reasonOf(error);
        trouble.hidden = false;
      }
    };
    const several = puzzle.palette.length > 2;
    const what = puzzle.cells
      ? "Put ? in the place of a number to hide it, * in the place of all to give no clue."
      : several
        ? "Lengths, each with the letter of its ink; ? for a hidden one, * for no clue."
        : "Lengths; ? for a hidden one, * for no clue.";
    const inks = puzzle.palette.slice(1).map(([word, , letter]) => `${letter} ${t(word)}`);
    openForm(
      t("Clue of {line}", { line: name }),
      [field("Blocks", input), trouble, quiet(what), several && quiet(inks.join(", "))],
      closers(["", "Cancel"], ["set", "Set"]),
      () => resolve(result),
      { onsubmit },
    );
    input.select();
  });
}

/** Asks for the size of a new picture. */

import { INKS } from "../../shared/colours.js";
import { blank, BLACK_AND_WHITE, geometry, MAX_SIDE } from "../../shared/puzzle.js";
import { radio, closers, field, h, openForm, tick } from "./dom.js";

/** @typedef {import("../../shared/puzzle.js").Puzzle} Puzzle */

/** @param {Puzzle} current @returns {Promise<Puzzle|null>} */
export function askForSize(current) {
  return new Promise((resolve) => {
    const { width, height } = geometry(current);
    let [sides, coloured] = [[width, height], false];
    const inputs = sides.map((value, at) => {
      const look = { type: "number", min: 1, max: MAX_SIDE, value, required: true, inputmode: "numeric" };
      return h("input", { ...look, oninput: () => (sides[at] = Number(inputs[at].value)) });
    });
    const [wide, tall] = inputs;
    const presets = ["10", "15", "20", "30", "50", "100"].map((side) => [side, side]);
    const preset = radio("Size", presets, "", (value) => {
      sides = [Number(value), Number(value)];
      for (const input of inputs) input.value = value;
    });
    const content = [
      preset,
      h("div.sizes", field("Width", wide), field("Height", tall)),
      tick("Begin with five inks", false, (on) => (coloured = on)),
    ];
    openForm("New picture", content, closers(["", "Cancel"], ["make", "Begin"]), ({ returnValue }) => {
      const fine = returnValue === "make" && sides.every((each) => each >= 1 && each <= MAX_SIDE);
      resolve(fine ? blank(sides[0], sides[1], coloured ? FIVE_INKS : undefined) : null);
    });
  });
}

/** @type {import("../../shared/puzzle.js").Colour[]} */
const FIVE_INKS = [
  BLACK_AND_WHITE[0],
  ["black", "1f1f24", "#"],
  ...INKS.slice(0, 4).map(([name, rgb]) => /** @type {[string, string, string]} */ ([name, rgb, name[0]])),
];

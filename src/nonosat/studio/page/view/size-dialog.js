/** Asks for the size of a new picture. */

import { blank, geometry, MAX_SIDE } from "../shared/puzzle.js";
import { choice, field, h, openDialog, row, tick } from "./dom.js";

/** @typedef {import("../shared/puzzle.js").Puzzle} Puzzle */

/** @param {Puzzle} current @returns {Promise<Puzzle|null>} */
export function askForSize(current) {
  return new Promise((resolve) => {
    const { width, height } = geometry(current);
    let sides = [width, height],
      coloured = false;
    /** @param {string} name @param {number} at */
    const side = (name, at) => {
      const input = h("input", {
        type: "number",
        min: 1,
        max: MAX_SIDE,
        value: sides[at],
        required: true,
        inputmode: "numeric",
        oninput: () => (sides[at] = Number(input.value)),
      });
      return field(name, input);
    };
    const inputs = [side("Width", 0), side("Height", 1)];
    const preset = choice(
      "Size",
      [
        ["10", "10"],
        ["15", "15"],
        ["20", "20"],
        ["30", "30"],
        ["50", "50"],
        ["100", "100"],
      ],
      "",
      (/** @type {number} */ value) => {
        sides = [Number(value), Number(value)];
        inputs.forEach((each) => (each.querySelector("input").value = value));
      },
    );
    /** @param {{returnValue: any}} options */
    const closed = ({ returnValue }) => {
      const fine = returnValue === "make" && sides.every((each) => each >= 1 && each <= MAX_SIDE);
      resolve(fine ? blank(sides[0], sides[1], coloured ? COLOURS : undefined) : null);
    };
    openDialog(
      "New picture",
      h(
        "form",
        { method: "dialog" },
        h("h2", {}, "New picture"),
        preset,
        h("div", { class: "sizes" }, inputs),
        tick("Begin with five inks", false, (/** @type {boolean} */ on) => (coloured = on)),
        row(
          "end",
          h("button", { value: "", formnovalidate: true }, "Cancel"),
          h("button", { value: "make", class: "main" }, "Begin"),
        ),
      ),
      closed,
    );
  });
}

/** @type {import("../shared/puzzle.js").Colour[]} */
const COLOURS = [
  ["white", "ffffff", "."],
  ["black", "1f1f24", "#"],
  ["red", "c8343d", "r"],
  ["yellow", "f0b429", "y"],
  ["green", "3f8f4f", "g"],
  ["blue", "2f6fb5", "b"],
];

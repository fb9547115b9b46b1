/** Asks for the shape and the size of a new picture. */

import { INKS } from "../../shared/colours.js";
import { blank, BLACK_AND_WHITE, blankOf, geometry, MAX_SIDE } from "../../shared/puzzle.js";
import { LEAST_EDGE, MOST_EDGE, nameOfShape, regular, SHAPES } from "../../shared/regular.js";
import { radio, closers, field, fill, h, openForm, tick } from "./dom.js";

/** @typedef {import("../../shared/puzzle.js").Puzzle} Puzzle */
/** @typedef {{shape: import("../../shared/regular.js").ShapeName, sides: number[], edge: number, isColoured: boolean}} Wish */

const SIDES = [10, 15, 20, 30, 50, 100];
const EDGES = [4, 6, 8, 10, 15];
const USUAL = [15, 15];

/** @param {Puzzle} current @returns {Promise<Puzzle|null>} */
export function askForSize(current) {
  return new Promise((resolve) => {
    const { kind, width, height } = geometry(current);
    const sides = kind === "rectangle" ? [width, height] : [...USUAL];
    /** @type {Wish} */
    const wish = { ...nameOfShape(current), sides, isColoured: false };
    const sizes = h("div.size");
    const draw = () => fill(sizes, wish.shape === "rectangle" ? sidesOf(wish) : edgeOf(wish));
    const reshape = (/** @type {string} */ shape) => {
      Object.assign(wish, { shape });
      draw();
    };
    draw();
    const content = [
      radio("Shape", SHAPES, wish.shape, reshape),
      sizes,
      tick("Begin with five inks", false, (on) => (wish.isColoured = on)),
    ];
    const first = sizes.querySelector(":checked") ?? sizes.querySelector("[type=number]");
    first?.setAttribute("autofocus", ""); // not the first preset, which looks chosen then
    openForm("New picture", content, closers(["", "Cancel"], ["make", "Begin"]), ({ returnValue }) =>
      resolve(returnValue === "make" ? made(wish) : null),
    );
  });
}

/** The empty picture of a wish; null if a number is out of bounds. @param {Wish} wish */
function made({ shape, sides, edge, isColoured }) {
  const palette = isColoured ? FIVE_INKS : undefined;
  if (shape !== "rectangle")
    return isWithin(edge, LEAST_EDGE, MOST_EDGE) ? blankOf(regular(shape, edge), palette) : null;
  return sides.every((side) => isWithin(side, 1, MAX_SIDE)) ? blank(sides[0], sides[1], palette) : null;
}

/** @param {number} value @param {number} least @param {number} most */
const isWithin = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;

/** Width and height, with presets of squares. @param {Wish} wish */
function sidesOf({ sides }) {
  const chosen = () => (sides[0] === sides[1] ? sides[0] : 0);
  const presets = presetsOf("Size", SIDES, chosen, (side) => {
    sides.fill(side);
    for (const input of inputs) input.value = side;
  });
  const inputs = sides.map((value, at) =>
    number(value, 1, MAX_SIDE, (side) => {
      sides[at] = side;
      presets.update();
    }),
  );
  return [presets.element, h("div.sizes", field("Width", inputs[0]), field("Height", inputs[1]))];
}

/** The cells of each side, with presets. @param {Wish} wish */
function edgeOf(wish) {
  const presets = presetsOf(
    "Size",
    EDGES,
    () => wish.edge,
    (edge) => (input.value = wish.edge = edge),
  );
  const input = number(wish.edge, LEAST_EDGE, MOST_EDGE, (edge) => {
    wish.edge = edge;
    presets.update();
  });
  return [presets.element, h("div.sizes", field("Each side", input))];
}

/** A field for a whole number. @param {number} value @param {number} min @param {number} max @param {(value: number) => void} take */
function number(value, min, max, take) {
  const attributes = { type: "number", min, max, value, required: true, inputmode: "numeric" };
  const input = h("input", { ...attributes, oninput: () => take(Number(input.value)) });
  return input;
}

/** Radio buttons with numbers; `update` checks the one of the present number, or none. @param {string} name @param {number[]} numbers @param {() => number} current @param {(value: number) => void} take */
function presetsOf(name, numbers, current, take) {
  const options = numbers.map((number) => [String(number), String(number)]);
  const element = radio(name, options, String(current()), (value) => take(Number(value)));
  const update = () => {
    for (const box of element.querySelectorAll("input")) box.checked = Number(box.value) === current();
  };
  return { element, update };
}

/** @type {import("../../shared/puzzle.js").Colour[]} */
const FIVE_INKS = [
  BLACK_AND_WHITE[0],
  ["black", "1f1f24", "#"],
  ...INKS.slice(0, 4).map(([name, rgb]) => /** @type {[string, string, string]} */ ([name, rgb, name[0]])),
];

/** Inks: swatches to choose from beside the tools, and a list in which they are named, coloured, added, removed. */

import { button, h, tick } from "./dom.js";
import { clues } from "../shared/puzzle.js";
import { colourName } from "../shared/clues.js";
import { isLight, nameOfColour } from "../shared/colours.js";
import { t } from "../shared/words.js";

/** @import { Clue } from "../shared/clues.js" */

/** @typedef {import("../shared/puzzle.js").Colour} Colour @typedef {import("../api.js").Api} Api */

const MOST = 30;
const FRESH = [
  "c8343d",
  "f0b429",
  "3f8f4f",
  "2f6fb5",
  "8a4fa3",
  "d9772b",
  "4fb3bf",
  "8c6239",
  "e58fb1",
  "7a7f87",
];
const NAMES = ["red", "yellow", "green", "blue", "purple", "orange", "teal", "brown", "pink", "grey"];

/** A swatch in the colour of an ink. @param {string} rgb @param {any} attributes @param {...any} children */
export function swatch(rgb, attributes, ...children) {
  const element = h("button", { type: "button", class: "swatch", ...attributes }, children);
  element.style.setProperty("--ink", `#${rgb}`);
  element.dataset.light = isLight(rgb) ? "yes" : "";
  return element;
}

/**
 * The swatches of a palette, of which one is chosen; in play the background is the mark of an empty cell.
 * @param {Colour[]} palette @param {number} ink @param {boolean} plays @param {(ink: number) => void} choose
 */
export function swatches(palette, ink, plays, choose) {
  const looks = (/** @type {Colour} */ [, rgb], /** @type {number} */ at) => ({
    rgb,
    label: at
      ? t("Ink {number}: {colour}", { number: at, colour: colourName(palette, at) })
      : plays
        ? "Empty cell"
        : t("Background: {colour}", { colour: colourName(palette, at) }),
    title: at
      ? `${colourName(palette, at)} (${at})`
      : plays
        ? "Mark a cell as empty (0)"
        : t("{colour}: the background (0)", { colour: colourName(palette, at) }),
    text: !at && plays ? "×" : "",
  });
  return palette.map(looks).map(({ rgb, label, title, text }, at) => {
    const checked = String(ink === at);
    const onclick = () => choose(at);
    return swatch(rgb, { role: "radio", "aria-checked": checked, "aria-label": label, title, onclick }, text);
  });
}

/** The list of inks, with what can be done to each. @param {Api} api */
export function inkRows(api) {
  const { puzzle } = api.state;
  const { palette } = puzzle;
  /** @param {number} at @param {number} part @param {string} value */
  const set = (at, part, value) => {
    const changed = palette.map((colour) => /** @type {Colour} */ ([...colour]));
    changed[at][part] = value;
    api.commit("Ink", { ...puzzle, palette: changed });
  };
  const rows = palette.map(([, rgb], at) =>
    h(
      "div",
      { class: "ink-row" },
      h("input", {
        type: "color",
        value: `#${rgb}`,
        "aria-label": at ? t("Colour of ink {number}", { number: at }) : "Colour of the background",
        onchange: (/** @type {any} */ event) => set(at, 1, event.target.value.slice(1)),
      }),
      h("input", {
        type: "text",
        value: nameOfColour(palette, at),
        maxlength: 40,
        "aria-label": at ? t("Name of ink {number}", { number: at }) : "Name of the background",
        onchange: (/** @type {any} */ event) => set(at, 0, event.target.value),
      }),
      at > 0 &&
        palette.length > 2 &&
        button(t("Remove {name}", { name: colourName(palette, at) }), {
          icon: "trash",
          onclick: () => remove(api, at),
        }),
    ),
  );
  if (palette.length > 2)
    rows.push(tick("Letters on the cells", api.lettered, (/** @type {boolean} */ on) => api.letter(on)));
  if (palette.length <= MOST)
    rows.push(button("Add an ink", { icon: "plus", text: true, onclick: () => add(api) }));
  return rows;
}

/** @param {Api} api */
function add(api) {
  const { puzzle } = api.state;
  const used = new Set(puzzle.palette.map(([, rgb]) => rgb));
  const letters = new Set(puzzle.palette.map((colour) => colour[2]));
  const at = Math.max(
    0,
    FRESH.findIndex((rgb) => !used.has(rgb)),
  );
  const letter = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"].find(
    (each) => !letters.has(each),
  );
  /** @type {Colour[]} */
  const palette = [...puzzle.palette, [NAMES[at], FRESH[at], letter ?? "?"]];
  api.commit("Add an ink", { ...puzzle, palette });
  api.chooseInk(palette.length - 1);
}

/** Removes an ink; its cells become background. @param {Api} api @param {number} ink */
function remove(api, ink) {
  const { puzzle } = api.state;
  if (!puzzle.cells) {
    const used = clues(puzzle).some((family) =>
      family.some((clue) => clue?.some(([, colour]) => colour === ink)),
    );
    if (used) {
      api.say("Clues use this ink.");
      return;
    }
  }
  /** @param {number} colour */
  const without = (colour) => (colour === ink ? 0 : colour > ink ? colour - 1 : colour);
  const palette = puzzle.palette.filter((/** @type {any} */ _, /** @type {number} */ at) => at !== ink);
  const cells = puzzle.cells?.map(without) ?? null;
  const all =
    puzzle.clues?.map((/** @type {any} */ family) =>
      family.map(
        (/** @type {Clue} */ clue) =>
          clue?.map((/** @type {[any, number]} */ [length, colour]) => [length, without(colour)]) ?? null,
      ),
    ) ?? null;
  const givens = new Map([...puzzle.givens].map(([cell, colour]) => [cell, without(colour)]));
  api.commit("Remove an ink", { ...puzzle, palette, cells, clues: all, givens });
}

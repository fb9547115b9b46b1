/** Inks: swatches beside the tools, and a list to name, colour, add and remove them. */

import { button, h, labelled, tick } from "./dom.js";
import { clues } from "../../shared/puzzle.js";
import { colourName } from "../../shared/clues.js";
import { INKS, isLight, nameOfColour } from "../../shared/colours.js";
import { t } from "../../shared/words.js";

/** @import { Clue } from "../../shared/clues.js" */

/** @typedef {import("../../shared/puzzle.js").Colour} Colour @typedef {import("../api.js").Api} Api */

const MOST = 30;
/** A swatch in the colour of an ink. @param {string} rgb @param {Record<string, unknown>} attributes */
function swatch(rgb, attributes) {
  const element = h("button.swatch", { type: "button", ...attributes });
  element.style.setProperty("--ink", `#${rgb}`);
  element.dataset.light = isLight(rgb) ? "yes" : "";
  return element;
}

/** The swatches of a palette. @param {Colour[]} palette @param {number} ink @param {(ink: number) => void} choose */
export function swatches(palette, ink, choose) {
  return palette.map(([, rgb], at) => {
    const colour = colourName(palette, at);
    const [label, title] = at
      ? [t("Ink {number}: {colour}", { number: at, colour }), `${colour} (${at})`]
      : [t("Background: {colour}", { colour }), t("{colour}: the background, which erases (0)", { colour })];
    const attributes = { role: "radio", "aria-checked": String(ink === at), "aria-label": label, title };
    return swatch(rgb, { ...attributes, onclick: () => choose(at) });
  });
}

/** The button that shows the inks on a phone, in the colour of the current one. @param {Colour[]} palette @param {number} ink @param {() => void} onclick */
export function inkButton(palette, ink, onclick) {
  const label = t("Inks: {colour}", { colour: colourName(palette, ink) });
  const element = swatch(palette[ink][1], { "aria-label": label, title: label, onclick });
  element.classList.add("ink-button");
  return element;
}

/** The list of inks, with controls for each. @param {Api} api */
export function inkRows(api) {
  const { palette } = api.state.puzzle;
  /** @param {number} at @param {number} part of the colour @param {Record<string, string|number>} attributes */
  const input = (at, part, attributes) => {
    const onchange = () => {
      const changed = palette.map((colour) => /** @type {Colour} */ ([...colour]));
      changed[at][part] = element.value.replace(/^#/, "");
      api.session.commit("Ink", { ...api.state.puzzle, palette: changed });
    };
    const element = h("input", { ...attributes, onchange });
    return element;
  };
  const rows = palette.map(([, rgb], at) => {
    const removable = at > 0 && palette.length > 2;
    const attributes = { icon: "trash", onclick: () => remove(api, at) };
    const [colour, name] = at
      ? [t("Colour of ink {number}", { number: at }), t("Name of ink {number}", { number: at })]
      : ["Colour of the background", "Name of the background"];
    return h(
      "div.ink-row",
      input(at, 1, { type: "color", value: `#${rgb}`, "aria-label": colour }),
      input(at, 0, { type: "text", value: nameOfColour(palette, at), maxlength: 40, "aria-label": name }),
      removable && button(t("Remove {name}", { name: colourName(palette, at) }), attributes),
    );
  });
  return [
    ...rows,
    palette.length > 2 && tick("Letters on the cells", api.stage.lettered, (on) => api.stage.letter(on)),
    palette.length <= MOST && labelled("Add an ink", "plus", () => add(api)),
  ];
}

/** @param {Api} api */
function add(api) {
  const { puzzle } = api.state;
  const used = new Set(puzzle.palette.map(([, rgb]) => rgb));
  const letters = new Set(puzzle.palette.map((colour) => colour[2]));
  const [name, rgb] = INKS.find((ink) => !used.has(ink[1])) ?? INKS[0];
  const letter = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"].find(
    (letter) => !letters.has(letter),
  );
  /** @type {Colour[]} */
  const palette = [...puzzle.palette, [name, rgb, letter ?? "?"]];
  api.session.commit("Add an ink", { ...puzzle, palette });
  api.chooseInk(palette.length - 1);
}

/** Removes an ink; its cells become background. @param {Api} api @param {number} ink */
function remove(api, ink) {
  const { puzzle } = api.state;
  const used = clues(puzzle).some((family) =>
    family.some((clue) => clue?.some(([, colour]) => colour === ink)),
  );
  if (!puzzle.cells && used) return api.page.say("Clues use this ink.");
  /** @param {number} colour */
  const without = (colour) => (colour === ink ? 0 : colour > ink ? colour - 1 : colour);
  /** @param {Clue} clue @returns {Clue} */
  const changed = (clue) => clue?.map(([length, colour]) => [length, without(colour)]) ?? null;
  const palette = puzzle.palette.filter((_, at) => at !== ink);
  const cells = puzzle.cells?.map(without) ?? null;
  const all = puzzle.clues?.map((family) => family.map(changed)) ?? null;
  const givens = new Map([...puzzle.givens].map(([cell, colour]) => [cell, without(colour)]));
  api.session.commit("Remove an ink", { ...puzzle, palette, cells, clues: all, givens });
}

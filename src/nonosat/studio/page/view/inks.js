/** Inks: swatches to choose from beside the tools, and a list in which they are named, coloured, added, removed. */

import { button, h, tick } from "./dom.js";
import { clues } from "../shared/puzzle.js";
import { colourName } from "../shared/clues.js";
import { isLight, nameOfColour } from "../shared/colours.js";
import { t } from "../shared/words.js";

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

/** A swatch in the colour of an ink. */
export function swatch(rgb, attributes, ...children) {
  const element = h("button", { type: "button", class: "swatch", ...attributes }, children);
  element.style.setProperty("--ink", `#${rgb}`);
  element.dataset.light = isLight(rgb) ? "yes" : "";
  return element;
}

/** The swatches of a palette, of which one is chosen; in play the background is the mark of an empty cell. */
export function swatches(app, plays) {
  const { palette } = app.session.puzzle;
  const looks = ([, rgb], at) => ({
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
    const checked = String(app.drawing.ink === at);
    const onclick = () => app.chooseInk(at);
    return swatch(rgb, { role: "radio", "aria-checked": checked, "aria-label": label, title, onclick }, text);
  });
}

/** The list of inks, with what can be done to each. */
export function inkRows(app) {
  const { session } = app;
  const { palette } = session.puzzle;
  const set = (at, part, value) => {
    const changed = palette.map((colour) => [...colour]);
    changed[at][part] = value;
    session.commit("Ink", { ...session.puzzle, palette: changed });
  };
  const rows = palette.map(([, rgb], at) =>
    h(
      "div",
      { class: "ink-row" },
      h("input", {
        type: "color",
        value: `#${rgb}`,
        "aria-label": at ? t("Colour of ink {number}", { number: at }) : "Colour of the background",
        onchange: (event) => set(at, 1, event.target.value.slice(1)),
      }),
      h("input", {
        type: "text",
        value: nameOfColour(palette, at),
        maxlength: 40,
        "aria-label": at ? t("Name of ink {number}", { number: at }) : "Name of the background",
        onchange: (event) => set(at, 0, event.target.value),
      }),
      at > 0 &&
        palette.length > 2 &&
        button(t("Remove {name}", { name: colourName(palette, at) }), {
          icon: "trash",
          onclick: () => remove(app, at),
        }),
    ),
  );
  if (palette.length > 2)
    rows.push(tick("Letters on the cells", app.stage.lettered, (on) => app.stage.letter(on)));
  if (palette.length <= MOST)
    rows.push(button("Add an ink", { icon: "plus", text: true, onclick: () => add(app) }));
  return rows;
}

function add(app) {
  const { puzzle } = app.session;
  const used = new Set(puzzle.palette.map(([, rgb]) => rgb));
  const letters = new Set(puzzle.palette.map((colour) => colour[2]));
  const at = Math.max(
    0,
    FRESH.findIndex((rgb) => !used.has(rgb)),
  );
  const letter = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"].find(
    (each) => !letters.has(each),
  );
  const palette = [...puzzle.palette, [NAMES[at], FRESH[at], letter]];
  app.session.commit("Add an ink", { ...puzzle, palette });
  app.chooseInk(palette.length - 1);
}

/** Removes an ink; its cells become background. */
function remove(app, ink) {
  const { session } = app;
  const { puzzle } = session;
  if (!puzzle.cells) {
    const used = clues(puzzle).some((family) =>
      family.some((clue) => clue?.some(([, colour]) => colour === ink)),
    );
    if (used) {
      app.say("Clues use this ink.");
      return;
    }
  }
  const without = (colour) => (colour === ink ? 0 : colour > ink ? colour - 1 : colour);
  const palette = puzzle.palette.filter((_, at) => at !== ink);
  const cells = puzzle.cells?.map(without) ?? null;
  const all =
    puzzle.clues?.map((family) =>
      family.map((clue) => clue?.map(([length, colour]) => [length, without(colour)]) ?? null),
    ) ?? null;
  const givens = new Map([...puzzle.givens].map(([cell, colour]) => [cell, without(colour)]));
  session.commit("Remove an ink", { ...puzzle, palette, cells, clues: all, givens });
}

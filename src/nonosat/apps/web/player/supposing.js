/** Draws supposed cells, each with its colour and the number of its link. */

import { colourName } from "../shared/clues.js";
import { svg } from "../shared/dom.js";
import { middle } from "../shared/geometry.js";
import { EMPTY } from "../shared/lines.js";
import { SUPPOSED } from "../shared/teaching.js";
import { t } from "../shared/words.js";
import { pathOf, round } from "./shapes.js";

/** @typedef {import("../shared/teaching.js").Supposed} Supposed */

/**
 * @param {SVGElement} group
 * @param {import("../shared/geometry.js").Outline[]} outlines
 * @param {Map<number, Supposed>} supposed
 * @param {boolean} plain whether there is one ink
 */
export function drawSupposed(group, outlines, supposed, plain) {
  const parts = [...supposed].flatMap(([cell, { colour, label }]) => {
    const inked = colour !== null && colour > EMPTY;
    const area = svg("path", { d: pathOf([outlines[cell]]), class: inked ? "supposed inked" : "supposed" });
    const [x, y] = middle(outlines[cell]);
    const text = svg("text", { x: round(x), y: round(y), dy: ".35em", class: inked ? "inked" : "" });
    text.append(label);
    if (inked && !plain) {
      area.style.fill = `var(--ink${colour})`;
      text.style.fill = `var(--on-ink${colour})`;
    }
    return [area, text];
  });
  group.replaceChildren(...parts);
  group.setAttribute("class", "supposing");
}

/** The same in words, to follow the words of the cell. @param {Supposed | undefined} supposed @param {import("../shared/puzzle.js").Colour[]} palette */
export function supposedWords(supposed, palette) {
  if (!supposed) return "";
  const { colour, label } = supposed;
  const name =
    colour === null ? t("fewer colours") : colour === EMPTY ? t("empty") : colourName(palette, colour);
  return `; ${label === SUPPOSED ? t("suppose {name}", { name }) : t("{name} by link {label}", { name, label })}`;
}

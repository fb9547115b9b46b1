/** Prints a picture of a puzzle, without the page around it. */

import { nameOf } from "../../shared/puzzle.js";
import { byId, h } from "./dom.js";

/** Opens the browser's print dialog. @param {import("../../shared/puzzle.js").Puzzle} puzzle @param {string} picture as SVG */
export async function print(puzzle, picture) {
  const name = nameOf(puzzle);
  const image = h("img", { dir: "auto", alt: name });
  image.src = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
  const about = [puzzle.texts.author, puzzle.texts.copyright].filter(Boolean).join(" · ");
  byId("print").replaceChildren(h("h2", { dir: "auto" }, name), image, h("p", { dir: "auto" }, about));
  await image.decode();
  window.print();
  URL.revokeObjectURL(image.src);
  byId("print").replaceChildren();
}

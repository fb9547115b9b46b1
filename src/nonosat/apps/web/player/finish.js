/** The end of a game: the picture alone, the time, the difficulty, and the next puzzle. */

import { clockText } from "./clock.js";
import { byId, painter } from "../shared/dom.js";
import { EMPTY } from "../shared/lines.js";
import { BLACK_AND_WHITE } from "../shared/puzzle.js";
import { t } from "../shared/words.js";
import { goTo, isCollection, kept, number, pages } from "./pages.js";

const MOST = 640; // pixels of the picture's longer side

/**
 * Paints the picture, each cell in its colour, without rules.
 * @param {HTMLCanvasElement} canvas
 * @param {import("./game.js").Game} game
 * @param {import("./layout.js").Layout} layout
 */
function paint(canvas, { cells, puzzle }, { outlines, width, height }) {
  const scale = Math.max(1, Math.floor(MOST / Math.max(width, height)));
  Object.assign(canvas, { width: Math.ceil(width * scale), height: Math.ceil(height * scale) });
  const context = painter(canvas);
  const colours = puzzle.palette.map(([, rgb]) => `#${rgb}`);
  if (puzzle.palette === BLACK_AND_WHITE) colours.splice(0, 2, "#ffffff", "#22242a");
  outlines.forEach((outline, cell) => {
    context.beginPath();
    for (const [x, y] of outline) context.lineTo(x * scale, y * scale);
    context.closePath();
    context.fillStyle = context.strokeStyle = colours[Math.max(cells[cell], EMPTY)];
    context.fill();
    context.stroke(); // no seam between two cells
  });
}

/** The next puzzle of the collection that is not solved yet, or -1. @returns {number} */
function nextUnsolved() {
  const order = pages.map((_, at) => (number + at) % pages.length).slice(1);
  return order.find((at) => !kept(pages[at])?.solved) ?? -1;
}

/** The message of a solved game. @param {import("./game.js").Game} game @param {string} grade */
export function finishText(game, grade) {
  const isLast = isCollection && nextUnsolved() < 0;
  return [
    t("Solved in {time}.", { time: clockText(game) }),
    grade && t("Difficulty: {grade}.", { grade: t(grade) }),
    isLast && t("All {n} puzzles are solved.", { n: pages.length }),
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * The offers of a solved game: the picture, and the next puzzle.
 * @param {import("./game.js").Game} game
 * @param {import("./layout.js").Layout} layout
 * @param {string} grade
 */
export function finishOffers(game, layout, grade) {
  const show = () => {
    paint(byId("picture"), game, layout);
    byId("finished").textContent = finishText(game, grade);
    byId("finish").showModal();
  };
  const next = nextUnsolved();
  byId("next").hidden = next < 0;
  byId("next").onclick = () => goTo(next);
  const offers = { [t("Picture")]: show };
  return next < 0 ? offers : { [t("Next puzzle")]: () => goTo(next), ...offers };
}

/** The end of a game: the picture alone, the time, the difficulty, and the next puzzle. */

import { clockText, timeText } from "./clock.js";
import { copyText } from "../shared/clipboard.js";
import { byId } from "../shared/dom.js";
import { paint } from "../shared/picture.js";
import { t } from "../shared/words.js";
import { difficultyOf, goTo, isCollection, kept, number, page, pages, titleOf } from "./pages.js";

const MOST = 640; // pixels of the picture's longer side
const [REPLAY_MS, LONGEST_PAUSE_MS] = [8000, 250];

/** The next puzzle of the collection that is not solved yet, or -1. @returns {number} */
function nextUnsolved() {
  const order = pages.map((_, at) => (number + at) % pages.length).slice(1);
  return order.find((at) => !kept(pages[at])?.solved) ?? -1;
}

/** @param {import("./game.js").Game} game */
const hintsText = ({ hints: n }) => (n ? t("{n} hint used.|{n} hints used.", { n }) : t("Without hints."));

/** The message of a solved game. @param {import("./game.js").Game} game */
export function finishText(game) {
  const figures = difficultyOf(page);
  const isLast = isCollection && nextUnsolved() < 0;
  return [
    t("Solved in {time}.", { time: clockText(game) }),
    game.best !== undefined &&
      game.best < game.seconds &&
      t("Best time: {time}.", { time: timeText(game.best) }),
    hintsText(game),
    figures && t("Difficulty: {figures}.", { figures }),
    isLast && t("All {n} puzzles are solved.", { n: pages.length }),
  ]
    .filter(Boolean)
    .join(" ");
}

/** The offers of a solved game: the picture, and the next puzzle. @param {import("./game.js").Game} game */
export function finishOffers(game) {
  const show = () => {
    shown = game;
    paint(byId("picture"), game.puzzle, game.cells, MOST);
    byId("finished").textContent = finishText(game);
    byId("finish").showModal();
  };
  const next = nextUnsolved();
  byId("next").hidden = next < 0;
  byId("next").onclick = () => goTo(next);
  const offers = { [t("Picture")]: show };
  return next < 0 ? offers : { [t("Next puzzle")]: () => goTo(next), ...offers };
}

/** The solved game whose picture is shown. @type {import("./game.js").Game | null} */
let shown = null;

/** Shows the strokes of the game one after another, within a few seconds. */
export function replay() {
  if (!shown) return;
  const game = shown;
  const { history, cells } = game;
  const pause = Math.min(LONGEST_PAUSE_MS, REPLAY_MS / Math.max(1, history.at));
  let strokes = 0;
  const next = () => {
    paint(byId("picture"), game.puzzle, history.after({ cells }, strokes).cells, MOST);
    if (strokes++ < history.at && byId("finish").open) setTimeout(next, pause);
  };
  next();
}

/** Shares the result, without the picture: by the system's dialog, or else as a copied text. */
export async function share() {
  if (!shown) return;
  const game = shown;
  const text = `${titleOf(page)}: ${t("Solved in {time}.", { time: clockText(game) })} ${hintsText(game)}`;
  const address = location.protocol.startsWith("http") ? { url: location.href } : {};
  try {
    if (navigator.share) await navigator.share({ text, ...address });
    else {
      await copyText([text, address.url].filter(Boolean).join(" "));
      byId("finished").textContent = t("Copied: {text}", { text });
    }
  } catch {
    byId("finished").textContent = text; // cancelled, or the browser gives no access
  }
}

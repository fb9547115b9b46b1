/** The start of the page that plays a puzzle. */

import "./language.js";
import { runClock } from "./clock.js";
import { offerList } from "./collection.js";
import { drawTools, listenToControls } from "./controls.js";
import { listenToFrame, tellFrame } from "./frame.js";
import { listenToTheKeys } from "./keys.js";
import { listenToPad } from "./pad.js";
import { isChosen, page, pages, titleOf } from "./pages.js";
import { become, follow, game, say, sayFinish, showState, view } from "./playing.js";
import { byId } from "../shared/dom.js";
import { language, t } from "../shared/words.js";
import { cancel, listenToStrokes } from "./strokes.js";
import { hideHeader } from "./view.js";

drawTools();
view.focus(0, false);
view.zoomToFit();
byId("board").scrollTo(0, 0);
hideHeader();
runClock(game);
showState();
if (game.solved) sayFinish();
else if (!game.history.canUndo) {
  const touched = matchMedia("(pointer: coarse)").matches;
  say(
    touched
      ? t("One finger draws, two move and zoom. Hold it, or choose ×, to mark a cell as empty.")
      : t("The left button draws, the right one marks empty cells. Arrow keys move, Space draws, X marks."),
  );
}
listenToStrokes();
listenToTheKeys();
listenToPad();
listenToControls();
byId("lettered").hidden = view.plain;
byId("blots").hidden = game.clues.every((clue) => clue?.every(([length]) => length !== "?"));
byId("strips").hidden = game.geometry.kind !== "triddler";
addEventListener("resize", () => view.refit());
matchMedia("(max-height: 20rem)").addEventListener("change", hideHeader);
listenToWindows();
offerList(!isChosen);

/** Follows other windows of the same puzzle: each plays the one game that is saved. */
function listenToWindows() {
  const followIfStale = () => {
    if (document.hidden || game.isSaved()) return;
    cancel();
    follow();
  };
  addEventListener("storage", ({ key }) => key === game.key && followIfStale());
  document.addEventListener("visibilitychange", followIfStale);
  addEventListener("pageshow", followIfStale);
}

/** Tells the embedding page the size that needs no scrolling. */
function tellSize() {
  const [wide, high] = view.whole();
  const around = [...document.querySelectorAll("header, footer")].map((part) => part.clientHeight);
  tellFrame("size", { width: wide, height: around.reduce((sum, part) => sum + part, high) });
}

listenToFrame(game.cells.length, game.puzzle.palette.length, become);
tellFrame("ready", {
  title: titleOf(page),
  puzzles: pages.length,
  solved: game.solved,
  language: language(),
});
tellSize();
addEventListener("resize", tellSize);

/** The list of puzzles in a collection, with their progress. */

import { timeText } from "./clock.js";
import { goTo, isCollection, kept, number, pages, sizeOf, titleOf } from "./pages.js";
import { byId, fill, h } from "../shared/dom.js";
import { UNKNOWN } from "../shared/lines.js";
import { paint } from "../shared/picture.js";
import { fromJSON, geometry } from "../shared/puzzle.js";
import { t, time } from "../shared/words.js";

const THUMBNAIL = 96; // pixels: twice those on the page

/** The progress of a puzzle in words. @param {import("./pages.js").Kept|null} state its saved game */
function progress(state) {
  if (state?.solved) return t("solved in {time}", { time: timeText(state.best ?? state.seconds) });
  const cells = state?.cells ?? [];
  const known = cells.filter((value) => value !== UNKNOWN).length;
  const percent = Math.max(1, Math.floor((100 * known) / cells.length));
  return known ? t("{percent} % known", { percent }) : t("not begun");
}

/** The picture so far, as small as a stamp; an empty one for an untouched puzzle. @param {import("./pages.js").Page} page @param {import("./pages.js").Kept|null} state */
function thumbnail(page, state) {
  const canvas = h("canvas.thumbnail", { "aria-hidden": "true" });
  const puzzle = fromJSON(page.puzzle);
  const { size } = geometry(puzzle);
  const cells = state?.cells?.length === size ? state.cells : new Int16Array(size).fill(UNKNOWN);
  paint(canvas, puzzle, cells, THUMBNAIL);
  return canvas;
}

function showList() {
  const solved = pages.filter((page) => kept(page)?.solved).length;
  byId("solved-so-far").textContent = t("{solved} of {all} solved", { solved, all: pages.length });
  const items = pages.map((page, at) => {
    const state = kept(page);
    const attributes = {
      type: "button",
      class: state?.solved ? "puzzle over" : "puzzle",
      onclick: () => goTo(at),
    };
    const current = { "aria-current": at === number ? "true" : null };
    const name = h("b", { dir: "auto" }, `${at + 1} ${titleOf(page)}`);
    const about = [sizeOf(page), time(page.time), progress(state)].filter(Boolean);
    return h(
      "li",
      h(
        "button",
        { ...attributes, ...current },
        thumbnail(page, state),
        name,
        h("span", about.join(" \u00b7 ")),
      ),
    );
  });
  fill(byId("puzzles"), items);
  if (!byId("list").open) byId("list").showModal();
  byId("puzzles").querySelector("[aria-current]")?.focus(); // the one that is played, also far down
}

/** @param {boolean} atOnce whether the page begins with the list */
export function offerList(atOnce) {
  byId("all").hidden = !isCollection;
  if (!isCollection) return;
  byId("all").addEventListener("click", showList);
  if (atOnce) showList();
  addEventListener("hashchange", () => location.reload());
}

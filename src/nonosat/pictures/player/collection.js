/** The list of the puzzles in a collection, with how far each is. */

import { clockText } from "./clock.js";
import { goTo, isCollection, kept, number, pages, titleOf } from "./pages.js";
import { byId, fill, h } from "./shared/dom.js";
import { UNKNOWN } from "./shared/lines.js";
import { t, time } from "./shared/words.js";

/** How far a puzzle is, in words. @param {any} state what is kept of it */
function progress(state) {
  if (state?.solved) return t("solved in {time}", { time: clockText(state) });
  const known = state?.cells?.filter((/** @type {number} */ value) => value !== UNKNOWN).length ?? 0;
  const percent = Math.max(1, Math.floor((100 * known) / (state?.cells?.length ?? 1)));
  return known ? t("{percent} % known", { percent }) : t("not begun");
}

function showList() {
  const solved = pages.filter((page) => kept(page)?.solved).length;
  byId("solved-so-far").textContent = t("{solved} of {all} solved", { solved, all: pages.length });
  const items = pages.map((page, at) => {
    const state = kept(page);
    const open = h(
      "button",
      {
        type: "button",
        "aria-current": at === number ? "true" : null,
        class: state?.solved ? "puzzle over" : "puzzle",
        onclick: () => goTo(at),
      },
      h("b", { dir: "auto" }, `${at + 1} ${titleOf(page)}`),
      h(
        "span",
        {},
        [page.size, page.grade && t(page.grade), time(page.time), progress(state)]
          .filter(Boolean)
          .join(" \u00b7 "),
      ),
    );
    return h("li", {}, open);
  });
  fill(byId("puzzles"), items);
  if (!byId("list").open) byId("list").showModal();
}

/** @param {boolean} atOnce whether the list is what is seen first */
export function offerList(atOnce) {
  byId("all").hidden = !isCollection;
  if (!isCollection) return;
  byId("all").addEventListener("click", showList);
  if (atOnce) showList();
  addEventListener("hashchange", () => location.reload());
}

/** The list of the puzzles in a collection, with how far each is. */

import { clockText } from "./clock.js";
import { goTo, isCollection, kept, number, pages } from "./pages.js";
import { byId, fill, h } from "./shared/dom.js";
import { UNKNOWN } from "./shared/lines.js";

/** How far a puzzle is, in words. @param {import("./pages.js").Page} page */
function progress(page) {
  const state = kept(page);
  if (!state?.cells) return "not begun";
  if (state.solved) return `solved in ${clockText(state)}`;
  const known = state.cells.filter((value) => value !== UNKNOWN).length;
  return known ? `${Math.max(1, Math.floor((100 * known) / state.cells.length))} % known` : "not begun";
}

function showList() {
  const solved = pages.filter((page) => kept(page)?.solved).length;
  byId("solved-so-far").textContent = `${solved} of ${pages.length} solved`;
  const items = pages.map((page, at) => {
    const how = progress(page);
    const open = h(
      "button",
      {
        type: "button",
        "aria-current": at === number ? "true" : null,
        class: how.startsWith("solved") ? "puzzle over" : "puzzle",
        onclick: () => goTo(at),
      },
      h("b", { dir: "auto" }, `${at + 1} ${page.title}`),
      h("span", {}, [page.size, page.grade, how].filter(Boolean).join(" \u00b7 ")),
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

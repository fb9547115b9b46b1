/** The help page: the actions of keys. */

import { t } from "../../shared/words.js";
import { closers, h, openForm, quiet } from "./dom.js";

/** @param {import("../../shared/keyboard.js").Shortcut[]} table */
export function showKeys(table) {
  /** @param {string} keys */
  const names = (keys) => keys.split(" ").flatMap((key, at) => [at > 0 && ` ${t("or")} `, h("kbd", key)]);
  const rows = table
    .filter(({ does }) => does)
    .flatMap(({ keys, does, part }) => [
      part && h("tr.part", h("th", { scope: "colgroup", colSpan: 2 }, part)),
      h("tr", h("th", { scope: "row" }, names(keys)), h("td", does)),
    ]);
  const more = t(
    "Two fingers move and zoom. The right mouse button erases. Click a clue to hide numbers of it, or in a puzzle of clues to change it.",
  );
  const keys = h("table.keys", h("tbody", rows));
  openForm("Keys", [keys, quiet(more)], closers(["", "Close"]));
}

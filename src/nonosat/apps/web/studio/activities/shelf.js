/** The shelf: all puzzles by folder, and copies. */

import { button, field, fill, h, labelled, quiet, row, section } from "../view/dom.js";
import { sizeText } from "../../shared/geometry.js";
import { drawerOf } from "../model/windows.js";
import { geometry, nameOf } from "../../shared/puzzle.js";
import { language, t, time } from "../../shared/words.js";
import { thumbnail } from "../view/thumbnail.js";

const RECENT = 8; // puzzles of a folder that are shown at once

/** @import { Entry } from "../model/shelf.js" */
/** @import { Puzzle } from "../../shared/puzzle.js" */

export class ShelfList {
  /** @param {import("../api.js").Api} api */
  constructor(api) {
    this.api = api;
    this.state = api.state;
    this.body = h("div.folders");
    this.folders = h("datalist", { id: "folders" });
    this.folder = h("input", {
      type: "text",
      list: "folders",
      maxlength: 80,
      placeholder: "none",
      onchange: () => {
        api.session.file(this.folder.value.trim());
        this.list();
      },
    });
  }

  section() {
    const { api } = this;
    return section(
      "Shelf",
      quiet("In this browser."),
      field("Folder of this puzzle", this.folder),
      this.folders,
      row(
        "wrap",
        labelled("Duplicate", "copy", () => api.duplicate()),
        button("Examples", { onclick: () => api.opening.examples() }),
      ),
      this.body,
    );
  }

  async list() {
    const { api, state } = this;
    await api.shelf.saved;
    const entries = await api.shelf.list();
    const byFolder = Map.groupBy(entries, ({ folder = "" }) => folder);
    const folders = [...byFolder.keys()].sort((one, other) => one.localeCompare(other));
    this.folder.value = state.folder;
    fill(this.folders, ...folders.filter(Boolean).map((value) => h("option", { value })));
    fill(
      this.body,
      folders.map((name) => this.group(name, byFolder.get(name) ?? [])),
      api.shelf.damaged.length > 0 && this.damaged(api.shelf.damaged),
    );
  }

  /** Offers to remove records without a puzzle. @param {string[]} ids */
  damaged(ids) {
    const onclick = async () => {
      await Promise.all(ids.map((id) => this.api.shelf.remove(id)));
      this.list();
    };
    return h(
      "div.notice",
      h("p", t("{n} record is damaged.|{n} records are damaged.", { n: ids.length })),
      button("Remove", { onclick }),
    );
  }

  /** @param {string} name @param {Entry[]} entries */
  group(name, entries) {
    const [recent, others] = [entries.slice(0, RECENT), entries.slice(RECENT)].map((some) =>
      h("ul.shelf", ...some.map((entry) => this.entry(entry))),
    );
    const n = entries.length - RECENT;
    const list = [recent, n > 0 && h("details", h("summary", t("and {n} more", { n })), others)];
    const count = t("{n} puzzle|{n} puzzles", { n: entries.length });
    const heading = h("summary", h("strong", { dir: "auto" }, name), ` · ${count}`);
    return name ? h("details", { open: true }, heading, list) : list;
  }

  /** @param {Puzzle} puzzle @param {Node|string} name @param {string} more @param {() => void} onclick */
  entryButton(puzzle, name, more, onclick) {
    const words = h("span", name, h("small", more));
    return h("button.plain", { type: "button", onclick }, thumbnail(puzzle), words);
  }

  /** @param {Entry} entry */
  entry(entry) {
    const { api, state } = this;
    const name = nameOf(entry.puzzle);
    const isElsewhere = entry.id !== state.id && drawerOf(entry.id) !== null;
    const about = [
      sizeText(geometry(entry.puzzle)),
      entry.minutes && time(`${entry.minutes}`),
      isElsewhere ? t("open in another window") : when(entry.changed),
    ];
    const words = about.filter(Boolean).join(" · ");
    return h(
      "li",
      { "data-on": entry.id === state.id ? "yes" : "" },
      this.entryButton(entry.puzzle, h("bdi", name), words, () => api.openEntry(entry.id)),
      entry.id !== state.id &&
        !isElsewhere &&
        button(t("Remove {name}", { name }), {
          icon: "trash",
          "data-key": `remove ${entry.id}`,
          onclick: () => this.remove(entry.id, name),
        }),
    );
  }

  /** @param {string} id @param {string} name */
  async remove(id, name) {
    const back = await this.api.shelf.remove(id);
    this.list();
    const putBack = () => back().then(() => this.list());
    this.api.page.say(t("{name} is off the shelf", { name }), { action: ["Put it back", putBack] });
  }
}

/** @param {number} time */
function when(time) {
  const minutes = Math.round((Date.now() - time) / 60000);
  if (minutes < 1) return t("just now");
  if (minutes < 60) return t("{minutes} min ago", { minutes });
  return new Date(time).toLocaleDateString(language(), { day: "numeric", month: "short", year: "numeric" });
}

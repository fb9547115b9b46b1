/** The shelf: all puzzles by folder, copies, versions, and a file with all of them. */

import { button, field, fill, h, pickFile, quiet, row, section } from "../view/dom.js";
import { read, same, written } from "../model/backup.js";
import { geometry, nameOf } from "../shared/puzzle.js";
import { language, t, time } from "../shared/words.js";
import { download } from "../view/download.js";
import { thumbnail } from "../view/thumbnail.js";

/** @import { Entry } from "../model/shelf.js" */

export class ShelfList {
  /** @param {import("../api.js").Api} api */
  constructor(api) {
    this.api = api;
    this.state = api.state;
    this.body = h("div", { class: "folders" });
    this.versions = h("ul", { class: "shelf versions" });
    this.folders = h("datalist", { id: "folders" });
    this.folder = h("input", {
      type: "text",
      list: "folders",
      maxlength: 80,
      placeholder: "none",
      onchange: () => {
        api.file(this.folder.value.trim());
        this.list();
      },
    });
  }

  section() {
    const { api } = this;
    return section(
      "Shelf",
      quiet("In this browser, each stroke kept."),
      field("Folder of this puzzle", this.folder),
      this.folders,
      row(
        "wrap",
        button("Duplicate", { icon: "copy", text: true, onclick: () => this.duplicate() }),
        button("Keep this version", { icon: "keep", text: true, onclick: () => this.keepVersion() }),
      ),
      this.versions,
      this.body,
      row(
        "wrap",
        button("Back up all", { icon: "save", text: true, onclick: () => this.backUp() }),
        button("Restore", { icon: "open", text: true, onclick: () => this.restore() }),
        button("Examples", { onclick: () => api.opening.examples() }),
      ),
    );
  }

  async list() {
    const { api, state } = this;
    await api.shelf.saved;
    const entries = await api.shelf.list();
    /** @type {Map<string, any[]>} */
    const folders = new Map([["", []]]);
    for (const entry of entries) {
      const folder = entry.folder ?? "";
      folders.set(folder, [...(folders.get(folder) ?? []), entry]);
    }
    const names = [...folders.keys()].sort((one, other) => one.localeCompare(other));
    this.folder.value = state.folder;
    fill(
      this.folders,
      names.filter(Boolean).map((value) => h("option", { value })),
    );
    fill(
      this.body,
      names.map((name) => this.group(name, folders.get(name))),
      api.shelf.damaged.length > 0 && this.damaged(api.shelf.damaged),
    );
    this.listVersions();
  }

  /** Offers to remove records that hold no puzzle. @param {any} ids */
  damaged(ids) {
    const onclick = async () => {
      await Promise.all(ids.map((/** @type {string} */ id) => this.api.shelf.remove(id)));
      this.list();
    };
    return h(
      "div",
      { class: "notice" },
      h("p", {}, t("{n} record is damaged.|{n} records are damaged.", { n: ids.length })),
      button("Remove", { onclick }),
    );
  }

  /** @param {string} name @param {any} entries */
  group(name, entries) {
    const list = h(
      "ul",
      { class: "shelf" },
      entries.map((/** @type {Entry} */ entry) => this.entry(entry)),
    );
    if (!name) return list;
    return h(
      "details",
      { open: true },
      h(
        "summary",
        {},
        h("strong", { dir: "auto" }, name),
        ` · ${t("{n} puzzle|{n} puzzles", { n: entries.length })}`,
      ),
      list,
    );
  }

  /** @param {Entry} entry */
  entry(entry) {
    const { api, state } = this;
    const name = nameOf(entry.puzzle);
    const { width, height } = geometry(entry.puzzle);
    const told = [`${width} × ${height}`, entry.minutes && time(`${entry.minutes}`), when(entry.changed)];
    return h(
      "li",
      { "data-on": entry.id === state.id ? "yes" : "" },
      h(
        "button",
        { type: "button", class: "plain", onclick: () => api.openEntry(entry.id) },
        thumbnail(entry.puzzle),
        h("span", {}, h("bdi", {}, name), h("small", {}, told.filter(Boolean).join(" · "))),
      ),
      entry.id !== state.id &&
        button(t("Remove {name}", { name }), { icon: "trash", onclick: () => this.remove(entry.id, name) }),
    );
  }

  listVersions() {
    const { api, state } = this;
    fill(
      this.versions,
      state.versions.map((version) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: "plain",
              onclick: () => api.commit("Back to a version", version.puzzle),
            },
            thumbnail(version.puzzle),
            h(
              "span",
              {},
              t("Back to {name}", { name: nameOf(version.puzzle) }),
              h("small", {}, when(version.time)),
            ),
          ),
          button("Forget this version", {
            icon: "trash",
            onclick: () => {
              api.forgetVersion(version);
              this.listVersions();
            },
          }),
        ),
      ),
    );
  }

  keepVersion() {
    this.api.keepVersion();
    this.listVersions();
    this.api.say("This version is kept");
  }

  duplicate() {
    const { puzzle, folder } = this.state;
    const title = puzzle.texts.title ? t("{title} (copy)", { title: puzzle.texts.title }) : t("Copy");
    this.api.open({ ...puzzle, texts: { ...puzzle.texts, title } }, { folder });
    this.api.say("A copy is on the desk");
  }

  async backUp() {
    await this.api.shelf.saved;
    const entries = await this.api.shelf.list();
    download({ name: "nonosat-shelf.json", text: written(entries) });
    this.api.say(
      t("Saved {n} puzzle, without its strokes|Saved {n} puzzles, without their strokes", {
        n: entries.length,
      }),
    );
  }

  restore() {
    pickFile(".json,application/json", (file) => this.take(file));
  }

  /** Puts the puzzles of a file on the shelf that are not there yet. @param {File} file */
  async take(file) {
    const { shelf } = this.api;
    try {
      const entries = read(await file.text());
      const present = await shelf.list();
      const missing = entries.filter((entry) => !present.some((other) => same(entry, other)));
      for (const entry of missing) shelf.keep(entry);
      await this.list();
      this.api.say(
        t(
          "{n} puzzle put on the shelf, {others} were there|{n} puzzles put on the shelf, {others} were there",
          { n: missing.length, others: entries.length - missing.length },
        ),
      );
    } catch {
      this.api.say("That is no backup of a shelf, or it is damaged: nothing was taken.");
    }
  }

  /** @param {string} id @param {string} name */
  async remove(id, name) {
    const back = await this.api.shelf.remove(id);
    this.list();
    this.api.say(t("{name} is off the shelf", { name }), {
      action: [
        "Put it back",
        async () => {
          await back();
          this.list();
        },
      ],
    });
  }
}

/** @param {number} time */
function when(time) {
  const minutes = Math.round((Date.now() - time) / 60000);
  if (minutes < 1) return t("just now");
  if (minutes < 60) return t("{minutes} min ago", { minutes });
  return new Date(time).toLocaleDateString(language(), { day: "numeric", month: "short", year: "numeric" });
}

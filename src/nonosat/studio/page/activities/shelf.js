/** The shelf: all puzzles by folder, copies, versions, and a file with all of them. */

import { button, field, fill, h, quiet, row, section } from "../view/dom.js";
import { read, same, written } from "../model/backup.js";
import { geometry, nameOf } from "../shared/puzzle.js";
import { language, t, time } from "../shared/words.js";
import { download } from "../view/download.js";
import { thumbnail } from "../view/thumbnail.js";

export class ShelfList {
  constructor(app) {
    this.app = app;
    this.body = h("div", { class: "folders" });
    this.versions = h("ul", { class: "shelf versions" });
    this.folders = h("datalist", { id: "folders" });
    this.folder = h("input", {
      type: "text",
      list: "folders",
      maxlength: 80,
      placeholder: "none",
      onchange: () => {
        app.session.file(this.folder.value.trim());
        this.list();
      },
    });
  }

  section() {
    const { app } = this;
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
        button("Examples", { text: true, onclick: () => app.showExamples() }),
      ),
    );
  }

  async list() {
    const { app } = this;
    await app.shelf.saved;
    const entries = await app.shelf.list();
    /** @type {Map<string, any[]>} */
    const folders = new Map([["", []]]);
    for (const entry of entries) {
      const folder = entry.folder ?? "";
      folders.set(folder, [...(folders.get(folder) ?? []), entry]);
    }
    const names = [...folders.keys()].sort((one, other) => one.localeCompare(other));
    this.folder.value = app.session.folder;
    fill(
      this.folders,
      names.filter(Boolean).map((value) => h("option", { value })),
    );
    fill(
      this.body,
      names.map((name) => this.group(name, folders.get(name))),
      app.shelf.damaged.length > 0 && this.damaged(app.shelf.damaged),
    );
    this.listVersions();
  }

  /** Offers to remove records that hold no puzzle. */
  damaged(ids) {
    const onclick = async () => {
      await Promise.all(ids.map((id) => this.app.shelf.remove(id)));
      this.list();
    };
    return h(
      "div",
      { class: "notice" },
      h("p", {}, t("{n} record is damaged.|{n} records are damaged.", { n: ids.length })),
      button("Remove", { text: true, onclick }),
    );
  }

  group(name, entries) {
    const list = h(
      "ul",
      { class: "shelf" },
      entries.map((entry) => this.entry(entry)),
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

  entry(entry) {
    const { app } = this;
    const name = nameOf(entry.puzzle);
    const { width, height } = geometry(entry.puzzle);
    const told = [`${width} × ${height}`, entry.minutes && time(`${entry.minutes}`), when(entry.changed)];
    return h(
      "li",
      { "data-on": entry.id === app.session.id ? "yes" : "" },
      h(
        "button",
        { type: "button", class: "plain", onclick: () => app.openEntry(entry.id) },
        thumbnail(entry.puzzle),
        h("span", {}, h("bdi", {}, name), h("small", {}, told.filter(Boolean).join(" · "))),
      ),
      entry.id !== app.session.id &&
        button(t("Remove {name}", { name }), { icon: "trash", onclick: () => this.remove(entry.id, name) }),
    );
  }

  listVersions() {
    const { session } = this.app;
    fill(
      this.versions,
      session.versions.map((version) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: "plain",
              onclick: () => session.commit("Back to a version", version.puzzle),
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
              session.forgetVersion(version);
              this.listVersions();
            },
          }),
        ),
      ),
    );
  }

  keepVersion() {
    this.app.session.keepVersion();
    this.listVersions();
    this.app.say("This version is kept");
  }

  duplicate() {
    const { session, say } = this.app;
    const { puzzle, folder } = session;
    const title = puzzle.texts.title ? t("{title} (copy)", { title: puzzle.texts.title }) : t("Copy");
    session.open({ ...puzzle, texts: { ...puzzle.texts, title } }, { folder });
    say("A copy is on the desk");
  }

  async backUp() {
    await this.app.shelf.saved;
    const entries = await this.app.shelf.list();
    download({ name: "nonosat-shelf.json", text: written(entries) });
    this.app.say(
      t("Saved {n} puzzle, without its strokes|Saved {n} puzzles, without their strokes", {
        n: entries.length,
      }),
    );
  }

  restore() {
    const input = h("input", { type: "file", accept: ".json,application/json" });
    input.addEventListener("change", () => input.files.length && this.take(input.files[0]));
    input.click();
  }

  /** Puts the puzzles of a file on the shelf that are not there yet. @param {File} file */
  async take(file) {
    const { shelf, say } = this.app;
    try {
      const entries = read(await file.text());
      const present = await shelf.list();
      const missing = entries.filter((entry) => !present.some((other) => same(entry, other)));
      for (const entry of missing) shelf.keep(entry);
      await this.list();
      say(
        t(
          "{n} puzzle put on the shelf, {others} were there|{n} puzzles put on the shelf, {others} were there",
          { n: missing.length, others: entries.length - missing.length },
        ),
      );
    } catch {
      say("That is no backup of a shelf, or it is damaged: nothing was taken.");
    }
  }

  async remove(id, name) {
    const back = await this.app.shelf.remove(id);
    this.list();
    this.app.say(t("{name} is off the shelf", { name }), {
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

function when(time) {
  const minutes = Math.round((Date.now() - time) / 60000);
  if (minutes < 1) return t("just now");
  if (minutes < 60) return t("{minutes} min ago", { minutes });
  return new Date(time).toLocaleDateString(language(), { day: "numeric", month: "short", year: "numeric" });
}

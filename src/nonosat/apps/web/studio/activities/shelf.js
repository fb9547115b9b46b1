/** The shelf: all puzzles, and copies. */

import { button, fill, h, labelled, quiet, row, section } from "../view/dom.js";
import { sizeText } from "../../shared/geometry.js";
import { geometry, nameOf } from "../../shared/puzzle.js";
import { language, t } from "../../shared/words.js";
import { thumbnail } from "../view/thumbnail.js";

const RECENT = 8; // puzzles that are shown at once

/** @import { Entry } from "../model/shelf.js" */
/** @import { Puzzle } from "../../shared/puzzle.js" */

export class ShelfList {
  /** @param {import("../api.js").Api} api */
  constructor(api) {
    this.api = api;
    this.state = api.state;
    this.body = h("div");
  }

  section() {
    const { api } = this;
    return section(
      "Shelf",
      this.state.unsaved ? null : quiet("In this browser, each stroke kept."),
      row(
        "wrap",
        labelled("Duplicate", "copy", () => this.duplicate()),
        button("Examples", { onclick: () => api.opening.examples() }),
      ),
      this.body,
    );
  }

  async list() {
    const { api } = this;
    await api.shelf.saved;
    const entries = await api.shelf.list();
    const [recent, others] = [entries.slice(0, RECENT), entries.slice(RECENT)].map((some) =>
      h("ul.shelf", ...some.map((entry) => this.entry(entry))),
    );
    const { length: n } = others.children;
    fill(
      this.body,
      recent,
      n > 0 && h("details", h("summary", t("and {n} more", { n })), others),
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

  /** @param {Puzzle} puzzle @param {Node|string} name @param {string} more @param {() => void} onclick */
  choice(puzzle, name, more, onclick) {
    const words = h("span", name, h("small", more));
    return h("button.plain", { type: "button", onclick }, thumbnail(puzzle), words);
  }

  /** @param {Entry} entry */
  entry(entry) {
    const { api, state } = this;
    const name = nameOf(entry.puzzle);
    const words = `${sizeText(geometry(entry.puzzle))} · ${when(entry.changed)}`;
    return h(
      "li",
      { "data-on": entry.id === state.id ? "yes" : "" },
      this.choice(entry.puzzle, h("bdi", name), words, () => api.openEntry(entry.id)),
      entry.id !== state.id &&
        button(t("Remove {name}", { name }), { icon: "trash", onclick: () => this.remove(entry.id, name) }),
    );
  }

  duplicate() {
    const { puzzle } = this.state;
    const title = puzzle.texts.title ? t("{title} (copy)", { title: puzzle.texts.title }) : t("Copy");
    this.api.session.open({ ...puzzle, texts: { ...puzzle.texts, title } });
    this.api.page.say("A copy is on the desk");
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

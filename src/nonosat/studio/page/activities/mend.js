/**
 * Mend: the fewest pixels or givens, shown on the picture, accepted or refused one by one. A refusal protects the
 * cell and asks again; what was accepted stays.
 */

import { button, fill, h, quiet, row, section } from "../view/dom.js";
import { LONG, cellOf, isCancelled } from "../asking/questions.js";
import { geometry, withCells } from "../shared/puzzle.js";
import { colourName } from "../shared/clues.js";
import { cellName } from "../shared/geometry.js";
import { changesOverlay } from "../view/overlays.js";
import { t } from "../shared/words.js";
import { Regrade } from "./regrade.js";

/** @import { Puzzle } from "../shared/puzzle.js" */

/** @type {Record<string, {name: string, by: string, note: string, lineSolvable?: boolean}>} */
const WISHES = {
  unique: { name: "Make it unique", by: "pixels", note: "repaint the fewest cells that leave one solution" },
  lines: {
    name: "Make it solvable without guessing",
    by: "pixels",
    lineSolvable: true,
    note: "lines alone then suffice",
  },
  givens: {
    name: "Reveal cells instead",
    by: "givens",
    note: "keep the picture, print the fewest cells on the card",
  },
};

export class Mend {
  name = "Mend";
  icon = "mend";
  tools = ["look", "keep", "give", "pencil"];
  shades = true;
  marks = true;

  /** @param {import("../api.js").Api} api */
  constructor(api) {
    this.api = api;
    this.state = api.state;
    this.body = h("div");
    this.regrade = new Regrade(api);
    /** A key of `WISHES`; "" for none. */
    this.wish = "";
    /** @type {{cell: number, colour: number}[]} */
    this.changes = [];
    this.current = 0;
    /** @type {Set<number>} */
    this.accepted = new Set();
    /** @type {Set<number>} */
    this.refused = new Set();
    this.forget();
  }

  changed() {
    this.regrade.forget();
    if (this.mine) return;
    this.forget();
    this.show();
  }

  answered() {
    this.update();
  }

  forget() {
    this.api.questions.cancel("mend");
    this.wish = "";
    this.answer = null;
    this.changes = [];
    this.current = 0;
    this.trouble = "";
    this.progress = null;
    this.accepted = new Set();
    this.refused = new Set();
    this.busy = false;
  }

  panel() {
    this.update();
    return [this.body, this.regrade.element];
  }

  enter() {
    this.show();
  }

  /** A click on a proposed change points to it. @param {number} cell */
  choose(cell) {
    const number = this.changes.findIndex((change) => change.cell === cell);
    if (number >= 0) this.pointTo(number);
  }

  leave() {
    this.regrade.forget();
    this.api.overlay("changes", null);
  }

  /** Changes the puzzle without forgetting what is proposed. @param {string} label @param {Puzzle} puzzle */
  commit(label, puzzle) {
    this.mine = true;
    this.api.commit(label, puzzle);
    this.mine = false;
  }

  /** Asks for what is requested; for `seconds`, else as long as is chosen for all. @param {string} key @param {number} [seconds] */
  async ask(key, seconds) {
    const { api, state } = this;
    if (this.wish !== key) {
      this.forget();
      this.wish = key;
    }
    const wish = WISHES[key];
    const { puzzle } = state;
    this.busy = true;
    this.trouble = "";
    this.progress = null;
    this.update();
    try {
      const answer =
        wish.by === "pixels"
          ? await api.questions.repairPixels(
              "mend",
              puzzle,
              {
                lineSolvable: wish.lineSolvable ?? false,
                seconds,
                protect: new Set([...puzzle.kept, ...this.accepted]),
              },
              (progress) => {
                this.progress = progress;
                this.update();
              },
            )
          : await api.questions.repairGivens("mend", puzzle, {
              seconds,
              protect: new Set([...this.refused, ...puzzle.kept]),
            });
      this.take(answer);
    } catch (/** @type {any} */ error) {
      if (isCancelled(error)) return;
      this.trouble = error.message;
    }
    this.busy = false;
    this.show();
    this.body.querySelector(".proposals, .notice")?.scrollIntoView({ block: "nearest" });
  }

  /** Ends the search; the best repair found by then is proposed. */
  stop() {
    const { progress } = this;
    this.api.questions.cancel("mend");
    this.busy = false;
    if (progress?.changes?.length) this.take({ ...progress, found: true, optimal: false });
    else this.forget();
    this.show();
  }

  /** @param {any} answer */
  take(answer) {
    const { puzzle } = this.state;
    this.answer = answer;
    this.changes = answer.changes.map((/** @type {any} */ change) => ({
      cell: cellOf(puzzle, change),
      colour: change.colour,
    }));
    this.current = 0;
    const { length } = this.changes;
    this.api.say(
      answer.found
        ? length
          ? t("{n} change proposed|{n} changes proposed", { n: length })
          : t("Nothing to mend")
        : t("No way was found"),
    );
  }

  /** The puzzle with some of the changes made. @param {any[]} changes */
  made(changes) {
    const { puzzle } = this.state;
    if (WISHES[this.wish].by === "givens") {
      const givens = new Map(puzzle.givens);
      for (const { cell, colour } of changes) givens.set(cell, colour);
      return { ...puzzle, givens };
    }
    const cells = Uint8Array.from(puzzle.cells ?? []);
    for (const { cell, colour } of changes) cells[cell] = colour;
    return withCells(puzzle, cells);
  }

  accept(number = this.current) {
    const change = this.changes[number];
    this.commit("Mend", this.made([change]));
    this.accepted.add(change.cell);
    this.changes.splice(number, 1);
    this.current = Math.min(number, this.changes.length - 1);
    const { length } = this.changes;
    this.api.say(length ? t("Accepted, {left} left", { left: length }) : t("All accepted"));
    this.show();
  }

  acceptAll() {
    this.commit("Mend", this.made(this.changes));
    for (const { cell } of this.changes) this.accepted.add(cell);
    this.changes = [];
    this.api.say(t("All accepted"), { undo: true });
    this.show();
  }

  /** Protects the cell, and asks for another way. */
  refuse(number = this.current) {
    const { cell } = this.changes[number];
    const { puzzle } = this.state;
    if (WISHES[this.wish].by === "givens") this.refused.add(cell);
    else this.commit("Protect", { ...puzzle, kept: new Set([...puzzle.kept, cell]) });
    this.changes = [];
    this.show();
    this.ask(this.wish);
  }

  /** @param {number} number */
  pointTo(number) {
    this.current = number;
    this.api.goTo(this.changes[number].cell);
    this.show();
  }

  next() {
    this.pointTo((this.current + 1) % this.changes.length);
  }

  show() {
    const here = this.state.activity === this;
    const { changes, current } = this;
    this.api.shade();
    this.api.overlay(
      "changes",
      here && changes.length ? changesOverlay(changes, current, this.wish === "givens") : null,
    );
    this.update();
  }

  update() {
    const { puzzle } = this.state;
    const wishes = Object.entries(WISHES).map(([key, { name, note, by }]) =>
      h(
        "button",
        {
          type: "button",
          class: `wish ${this.wish === key ? "on" : ""}`,
          "aria-pressed": String(this.wish === key),
          disabled: by === "pixels" && !puzzle.cells,
          onclick: () => this.ask(key),
        },
        h("strong", {}, t(name)),
        h("small", {}, t(note)),
      ),
    );
    fill(
      this.body,
      h(
        "section",
        { class: "wishes" },
        wishes,
        !puzzle.cells &&
          quiet(
            t(
              "Without a picture there is nothing to repaint: cells can be revealed, and See finds typing errors.",
            ),
          ),
      ),
      this.busy && this.waiting(),
      this.trouble && h("p", { class: "notice" }, this.trouble),
      !this.busy && this.answer && this.proposals(),
      this.protection(puzzle),
    );
  }

  waiting() {
    const { progress } = this;
    const known =
      progress &&
      [
        t("{n} picture looked at|{n} pictures looked at", { n: progress.pictures }),
        progress.cost !== null && progress.cost !== undefined
          ? t("{n} change suffices|{n} changes suffice", { n: progress.cost })
          : "",
        progress.bound ? t("at least {n} needed", { n: progress.bound }) : "",
      ]
        .filter(Boolean)
        .join(" · ");
    return h(
      "section",
      { class: "waiting", role: "status" },
      h("p", {}, h("span", { class: "spinner" }), known || t("Looking for the fewest changes…")),
      button(t(progress?.changes?.length ? "Stop, and take these" : "Stop"), { onclick: () => this.stop() }),
    );
  }

  longer() {
    return button(t("Look longer"), { onclick: () => this.ask(this.wish, LONG) });
  }

  proposals() {
    const { answer, changes } = this;
    if (!answer.found)
      return h(
        "div",
        { class: "notice" },
        answer.complete
          ? t("There is no way with the cells that are protected.")
          : t("No way was found in the time there was."),
        !answer.complete && this.longer(),
      );
    if (!answer.changes.length)
      return h("p", { class: "notice good" }, t("Nothing to mend: it is so already."));
    if (!changes.length) return h("p", { class: "notice good" }, t("Done."));
    const palette = this.state.puzzle.palette;
    const shape = geometry(this.state.puzzle);
    const proof = answer.optimal
      ? t("Fewer cannot suffice.")
      : t("At least {n} are needed.", { n: answer.bound });
    return section(
      t("{n} change|{n} changes", { n: changes.length }),
      quiet(proof),
      h(
        "ul",
        { class: "proposals" },
        changes.slice(0, 100).map(({ cell, colour }, number) => {
          const dot = h("span", { class: "dot square" });
          dot.style.setProperty("--ink", `#${palette[colour][1]}`);
          return h(
            "li",
            { "data-on": number === this.current ? "yes" : "" },
            h(
              "button",
              { type: "button", class: "plain", onclick: () => this.pointTo(number) },
              dot,
              h(
                "span",
                {},
                cellName(shape, cell),
                h(
                  "small",
                  {},
                  t(this.wish === "givens" ? "reveal {colour}" : "becomes {colour}", {
                    colour: colourName(palette, colour),
                  }),
                ),
              ),
            ),
            button(t("Accept {cell}", { cell: cellName(shape, cell) }), {
              icon: "check",
              onclick: () => this.accept(number),
            }),
            button(t("Refuse {cell}", { cell: cellName(shape, cell) }), {
              icon: "cross",
              onclick: () => this.refuse(number),
            }),
          );
        }),
      ),
      answer.stopped === "seconds" && !answer.optimal && this.longer(),
      row("", button(t("Accept all"), { class: "main", onclick: () => this.acceptAll() })),
      quiet(t("Y accepts, N refuses, J goes to the next.")),
    );
  }

  /** @param {Puzzle} puzzle */
  protection(puzzle) {
    const { api } = this;
    return section(
      t("Protected and revealed"),
      quiet(
        puzzle.kept.size || puzzle.givens.size
          ? [
              t("{n} cell protected|{n} cells protected", { n: puzzle.kept.size }),
              t("{n} cell revealed|{n} cells revealed", { n: puzzle.givens.size }),
            ].join(", ")
          : t(
              "Paint with the lock over cells that must stay as they are; with the card over cells that are given.",
            ),
      ),
      row(
        "wrap",
        puzzle.kept.size > 0 &&
          button(t("Free all"), { onclick: () => api.commit("Free all", { ...puzzle, kept: new Set() }) }),
        puzzle.givens.size > 0 &&
          button(t("Hide all givens"), {
            onclick: () => api.commit("Hide all", { ...puzzle, givens: new Map() }),
          }),
      ),
    );
  }
}

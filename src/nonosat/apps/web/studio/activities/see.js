/** See: the verdict, the number of solutions, their regions and fillings, the difficulty. */

import { button, radio, fill, h, quiet, section } from "../view/dom.js";
import { LONG, cellOf, coloursOf, decidedPart } from "../asking/questions.js";
import { figures, t } from "../../shared/words.js";
import { KINDS, many, MEANINGS, minutesWords, tenths, verdictWords } from "../view/wording.js";
import { hue } from "../view/theme.js";
import { blame } from "./blame.js";
import { HistoryList } from "./history.js";
import { showTechnique } from "./technique.js";

const PATIENCE = [
  ["", "as usual"],
  ["30", "30 s"],
  [String(LONG), "1 min"],
];

const FEW = 12; // changed cells that *Back to one solution* takes back at most, and a fifth of the drawing

/** @typedef {Omit<import("../model/state.js").Region, "cells"> & {cells: number[], label: string}} Open region, its cells as numbers */

export class See {
  name = "See";
  icon = "see";
  tools = ["inspect", "pencil"];
  shades = true;

  /** @param {import("../api.js").Api} api */
  constructor(api) {
    this.api = api;
    this.state = api.state;
    this.body = h("div.answers");
    /** @type {{region: number, filling: number}|null} */
    this.chosen = null;
    /** The answer with the regions `open`. @type {import("../model/state.js").Ambiguity|null} */
    this.known = null;
    /** @type {Open[]} */
    this.open = [];
    this.history = new HistoryList(api, () => this.update());
  }

  /** @param {import("../model/activity.js").PuzzleChange} change */
  changed({ document, statement }) {
    if (statement) this.chosen = null;
    if (document) this.history.forget();
    this.answered();
  }

  answered() {
    if (this.state.activity === this) this.update();
  }

  panel() {
    this.update();
    return [this.body];
  }

  /** The regions of the answer, with the numbers of their cells; cells that nobody has decided are left out. */
  regions() {
    const { ambiguity, puzzle } = this.state.answers;
    if (this.known !== ambiguity) {
      this.known = ambiguity;
      const regions = ambiguity?.regions ?? [];
      const decided = ambiguity?.undecided_cells ? regions.map(decidedPart) : regions;
      this.open = decided
        .filter(({ cells }) => cells.length)
        .map((region) => ({
          ...region,
          cells: region.cells.map((place) => cellOf(puzzle ?? this.state.puzzle, place)),
          label: (region.exact ? "" : "≥") + many(region.count),
        }));
    }
    return this.open;
  }

  /** The chosen region and filling, for the overlay. */
  browsed() {
    if (!this.chosen) return null;
    const region = this.regions()[this.chosen.region];
    const filling = region?.fillings[this.chosen.filling];
    return region ? { region: this.chosen.region, filling: filling ? coloursOf(filling) : null } : null;
  }

  /** Shows the next filling of a clicked region; elsewhere clears the choice. @param {number} cell */
  choose(cell) {
    const number = this.regions().findIndex(({ cells }) => cells.includes(cell));
    if (number >= 0) return this.leaf(number, this.following(number, 1));
    this.chosen = null;
    this.show();
  }

  /** The filling of a region before or after the chosen one; the first if another is chosen. @param {number} number @param {number} step */
  following(number, step) {
    return this.chosen?.region === number ? this.chosen.filling + step : 0;
  }

  /** @param {number} number @param {number} filling */
  leaf(number, filling) {
    const { fillings, label } = this.regions()[number];
    const count = fillings.length;
    this.chosen = { region: number, filling: count ? (filling + count) % count : 0 };
    const place = { region: number + 1, filling: this.chosen.filling + 1, all: label };
    const words = count
      ? t("Region {region}, filling {filling} of {all}", place)
      : t("The fillings of region {region} are too many to list", place);
    this.api.page.say(words, { quiet: true });
    this.show();
  }

  show() {
    this.api.page.shade();
    this.update();
  }

  update() {
    const { answers, stale, busy } = this.state;
    const words = verdictWords(answers);
    fill(
      this.body,
      h(
        "section.headline",
        { "data-kind": words.kind, "data-stale": stale || (busy && !answers.check) ? "yes" : "" },
        h("h2", words.head),
        words.more && h("p", words.more),
      ),
      !busy && this.state.hasRunOut && this.longer(),
      answers.error && !answers.problems.length && answers.check && h("p.notice", answers.error),
      this.culprit(),
      this.difficulty(answers),
      this.regionList(),
      blame(this.api),
      this.history.section(),
    );
  }

  /** The number of drawn cells. */
  get inked() {
    return this.state.puzzle.cells?.filter((colour) => colour).length ?? 0;
  }

  /** The number of changes since there was one solution. */
  culprit() {
    const { length: n } = this.state.culprits;
    const words =
      "It had one solution before {n} cell changed, marked with dashes.|It had one solution before {n} cells changed, marked with dashes.";
    const few = n <= FEW && n * 5 <= this.inked; // not to take back nearly the whole drawing
    const back = few && button("Back to one solution", { onclick: () => this.api.backToOne() });
    return n > 0 && h("div.notice", h("p", t(words, { n })), back);
  }

  /** More time, for this puzzle or from now on. */
  longer() {
    const { api } = this;
    const { questions } = api;
    const seconds = String(questions.seconds ?? "");
    return h(
      "section.longer",
      button("Look longer", { class: "main", onclick: () => api.watch.begin(LONG) }),
      radio("Time for an answer", PATIENCE, seconds, (value) => questions.wait(Number(value) || null)),
    );
  }

  /** @param {import("../model/state.js").Answers} answers */
  difficulty({ check, rating }) {
    if (!rating || check?.verdict !== "unique") return null;
    const grade = rating.grade ?? "";
    const steps = Object.entries(rating.techniques);
    const most = Math.max(1, ...steps.map(([, number]) => number));
    const minutes = minutesWords(rating);
    const { stars } = rating;
    const hardest = rating.hardest && t("hardest step: {name}", { name: t(rating.hardest) });
    /** @param {[name: string, number: number]} step */
    const technique = ([name, number]) => {
      const bar = h("span.bar");
      bar.style.setProperty("--share", String(number / most));
      const term = h("button.term", { type: "button", onclick: () => showTechnique(this.api, name) }, name);
      return h("tr", h("th", { scope: "row" }, term), h("td", bar), h("td", figures(number)));
    };
    return section(
      "Difficulty",
      stars !== null &&
        h(
          "div.grades",
          { role: "img", "aria-label": t("{stars} of 5 stars", { stars: tenths(stars) }) },
          [1, 2, 3, 4, 5].map((star) => h("span", { "data-on": star <= Math.round(stars) ? "yes" : "" })),
        ),
      h(
        "p.grade",
        h("strong", minutes || "not known"),
        [hardest, t("{n} sweep|{n} sweeps", { n: rating.sweeps })].map((words) => words && ` · ${words}`),
      ),
      grade && quiet(MEANINGS[grade]),
      h(
        "table.steps",
        h("caption.unseen", "How often each technique is needed"),
        h("tbody", steps.map(technique)),
      ),
    );
  }

  regionList() {
    const regions = this.regions();
    if (!regions.length) return null;
    const count = String(this.known?.count);
    return section(
      t("{n} region|{n} regions", { n: regions.length }),
      count.length > 15 && h("details", h("summary", "The whole number"), h("p.digits", count)),
      h("ul.regions", ...regions.slice(0, 60).map((region, number) => this.regionRow(region, number))),
      this.chosen && this.unlisted(regions[this.chosen.region]),
      regions.length > 60 && quiet(t("and {n} more", { n: regions.length - 60 })),
    );
  }

  /** A note if only the first fillings of a region are listed. @param {Open} region */
  unlisted({ fillings: { length: n }, count, exact }) {
    if (exact && String(n) === count) return null;
    return quiet(n ? t("The first {n} are browsed.", { n }) : "They are too many to list.");
  }

  /** @param {Open} region @param {number} number */
  regionRow(region, number) {
    const chosen = this.chosen?.region === number;
    const dot = h("span.dot");
    dot.style.setProperty("--ink", hue(number));
    const n = region.cells.length;
    const cells = this.known?.undecided_cells
      ? t("{n} cell at least|{n} cells at least", { n })
      : t("{n} cell|{n} cells", { n });
    const name = t("{cells}, {ways} ways", { cells, ways: region.label });
    /** @param {number} step */
    const leaf = (step) => () => this.leaf(number, this.following(number, step));
    return h(
      "li",
      { "data-on": chosen ? "yes" : "" },
      h(
        "button.plain",
        { type: "button", "aria-pressed": String(chosen), onclick: leaf(1) },
        dot,
        h("span", name, KINDS[region.kind] && h("small", KINDS[region.kind])),
      ),
      chosen &&
        region.fillings.length > 0 &&
        h(
          "div.row.leaf",
          button("Previous filling", { icon: "left", onclick: leaf(-1) }),
          h("span", `${this.following(number, 1)} / ${region.label}`),
          button("Next filling", { icon: "right", onclick: leaf(1) }),
        ),
    );
  }
}

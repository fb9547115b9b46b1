/** See: the verdict, how many solutions, where they differ, how difficult; a region's fillings browsed. */

import { button, choice, fill, h, openDialog, quiet, row, section } from "../view/dom.js";
import { LONG, cellOf, coloursOf } from "../asking/questions.js";
import { figures, t } from "../shared/words.js";
import { GRADES, KINDS, many, MEANINGS, minutesWords, tenths, verdictWords } from "../view/wording.js";
import { hue } from "../view/theme.js";
import { blame } from "./blame.js";
import { graph } from "../view/graph.js";

/** @import { Cells } from "../shared/history.js" */

const PATIENCE = [
  ["", "as usual"],
  ["30", "30 s"],
  [String(LONG), "1 min"],
];

/** @typedef {{cells: number[], label: string, count: string, exact: boolean, kind: string, fillings: any[]}} Region */

export class See {
  name = "See";
  icon = "see";
  tools = ["look", "pencil"];
  shades = true;

  /** @param {import("../api.js").Api} api */
  constructor(api) {
    this.api = api;
    this.state = api.state;
    this.body = h("div", { class: "answers" });
    /** @type {{region: number, filling: number}|null} */
    this.chosen = null;
  }

  /** @param {import("../model/activity.js").PuzzleChange} change */
  changed({ statement }) {
    if (statement) this.chosen = null;
  }

  answered() {
    this.update();
  }

  panel() {
    this.update();
    return [this.body];
  }

  /** The regions of the answer with their cells as numbers. */
  regions() {
    const { answers } = this.state;
    if (this.known !== answers.ambiguity) {
      this.known = answers.ambiguity;
      this.open = (answers.ambiguity?.regions ?? []).map((/** @type {any} */ region) => ({
        ...region,
        cells: region.cells.map((/** @type {any} */ place) =>
          cellOf(answers.puzzle ?? this.state.puzzle, place),
        ),
        label: (region.exact ? "" : "≥") + many(region.count),
      }));
    }
    return this.open;
  }

  /** What the overlay shows as chosen. */
  browsed() {
    if (!this.chosen) return null;
    const region = this.regions()[this.chosen.region];
    const filling = region?.fillings[this.chosen.filling];
    return region ? { region: this.chosen.region, filling: filling ? coloursOf(filling) : null } : null;
  }

  /** A click on a region leafs to its next filling; elsewhere it lets go. @param {number} cell */
  choose(cell) {
    const number = this.regions().findIndex((/** @type {{cells: Cells}} */ { cells }) =>
      cells.includes(cell),
    );
    if (number < 0) {
      this.chosen = null;
      this.show();
      return;
    }
    this.leaf(number, this.following(number, 1));
  }

  /** The filling of a region before or after the chosen one; the first if another is chosen. @param {number} number @param {number} step */
  following(number, step) {
    return this.chosen?.region === number ? this.chosen.filling + step : 0;
  }

  /** @param {number} number @param {any} filling */
  leaf(number, filling) {
    const { fillings } = this.regions()[number];
    this.chosen = {
      region: number,
      filling: fillings.length ? (filling + fillings.length) % fillings.length : 0,
    };
    this.api.say(
      fillings.length
        ? t("Region {region}, filling {filling} of {all}", {
            region: number + 1,
            filling: this.chosen.filling + 1,
            all: this.regions()[number].label,
          })
        : t("The fillings of region {region} are too many to list", { region: number + 1 }),
      { quiet: true },
    );
    this.show();
  }

  show() {
    this.api.shade();
    this.update();
  }

  update() {
    const { answers, stale, busy } = this.state;
    const words = verdictWords(answers);
    fill(
      this.body,
      h(
        "section",
        {
          class: "headline",
          "data-kind": words.kind,
          "data-stale": stale || (busy && !answers.check) ? "yes" : "",
        },
        h("h2", {}, words.head),
        words.more && h("p", {}, words.more),
      ),
      !busy && this.state.hasRunOut && this.longer(),
      answers.error &&
        !answers.problems.length &&
        answers.check &&
        h("p", { class: "notice" }, answers.error),
      this.culprit(),
      this.difficulty(answers),
      this.regionList(),
      blame(this.api),
      this.trend(),
    );
  }

  /** What made it ambiguous, if it was not before. */
  culprit() {
    const cells = this.state.culprits;
    if (!cells.length) return null;
    return h(
      "div",
      { class: "notice" },
      h(
        "p",
        {},
        t(
          "It had one solution before {n} cell changed, marked with dashes.|It had one solution before {n} cells changed, marked with dashes.",
          { n: cells.length },
        ),
      ),
      button(t("Back to one solution"), { onclick: () => this.api.backToOne() }),
    );
  }

  /** How it developed stroke by stroke. */
  trend() {
    const { moments } = this.state.trend;
    if (moments.length < 2) return null;
    const last = moments[moments.length - 1];
    const words = t(
      "The last {n} verdicts: solutions from 10 to the power of {first} to {last}, difficulty from {easy} to {hard}",
      {
        n: moments.length,
        first: tenth(moments[0].solutions),
        last: tenth(last.solutions),
        easy: tenth(moments[0].difficulty),
        hard: tenth(last.difficulty),
      },
    );
    return section(
      t("Stroke by stroke"),
      graph(moments, words),
      h(
        "p",
        { class: "legend" },
        h("span", { class: "key solutions" }, t("solutions, in powers of ten")),
        h("span", { class: "key difficulty" }, t("difficulty, while there is one")),
      ),
    );
  }

  /** More time, for this puzzle or from now on. */
  longer() {
    const { api } = this;
    const { questions } = api;
    /** @param {number} value */
    const change = (value) => questions.wait(Number(value) || null);
    return h(
      "section",
      { class: "longer" },
      button(t("Look longer"), { class: "main", onclick: () => api.lookLonger() }),
      choice(
        t("Time for an answer"),
        PATIENCE.map(([value, name]) => [value, t(name)]),
        String(questions.seconds ?? ""),
        change,
      ),
    );
  }

  /** @param {{check: any, rating: any}} options */
  difficulty({ check, rating }) {
    if (!rating || check?.verdict !== "unique") return null;
    const at = GRADES.indexOf(rating.grade);
    const steps = Object.entries(rating.techniques);
    const most = Math.max(1, ...steps.map(([, number]) => number));
    const minutes = minutesWords(rating);
    /** @param {number} number */
    const bar = (number) => {
      const element = h("span", { class: "bar" });
      element.style.setProperty("--share", String(number / most));
      return element;
    };
    return section(
      t("Difficulty"),
      h(
        "div",
        {
          class: "grades",
          role: "img",
          "aria-label": t("Grade {grade}, {difficulty} of 6", {
            grade: t(rating.grade ?? "not known"),
            difficulty: tenths(rating.difficulty),
          }),
        },
        GRADES.map((_, number) => h("span", { "data-on": number <= at ? "yes" : "" })),
      ),
      h(
        "p",
        { class: "grade" },
        h("strong", { title: MEANINGS[rating.grade] }, t(rating.grade ?? "not known")),
        ` · ${t("{difficulty} of 6", { difficulty: tenths(rating.difficulty) })} · `,
        t("{n} sweep|{n} sweeps", { n: rating.sweeps }),
      ),
      rating.grade && quiet(MEANINGS[rating.grade]),
      minutes && h("p", {}, minutes),
      h(
        "table",
        { class: "steps" },
        h("caption", { class: "unseen" }, t("How often each technique is needed")),
        h(
          "tbody",
          {},
          steps.map(([name, number]) =>
            h(
              "tr",
              {},
              h(
                "th",
                { scope: "row" },
                h("button", { type: "button", class: "term", onclick: () => this.define(name) }, name),
              ),
              h("td", {}, bar(number)),
              h("td", {}, figures(number)),
            ),
          ),
        ),
      ),
    );
  }

  /** Shows the glossary's entry of a technique. @param {string} name */
  async define(name) {
    await this.api.attempt(async () => {
      const [entry] = (await this.api.questions.technique(name)).techniques;
      openDialog(name, [
        h("h2", { dir: "auto" }, t(entry.technique)),
        h("p", { dir: "auto", class: "entry" }, t(entry.text)),
        h("form", { method: "dialog" }, row("end", h("button", { class: "main" }, "Close"))),
      ]);
    });
  }

  regionList() {
    const regions = this.regions();
    if (!regions.length) return null;
    const { answers } = this.state;
    return section(
      t("{n} region|{n} regions", { n: regions.length }),
      String(answers.ambiguity.count).length > 15 &&
        h(
          "details",
          {},
          h("summary", {}, t("The whole number")),
          h("p", { class: "digits" }, answers.ambiguity.count),
        ),
      h(
        "ul",
        { class: "regions" },
        regions
          .slice(0, 60)
          .map((/** @type {Region} */ region, /** @type {number} */ number) =>
            this.regionRow(region, number),
          ),
      ),
      this.chosen && this.unlisted(regions[this.chosen.region]),
      regions.length > 60 && quiet(t("and {n} more", { n: regions.length - 60 })),
    );
  }

  /** Of a region with very many fillings only the first are browsed. @param {Region} options */
  unlisted({ fillings, count, exact }) {
    if (exact && String(fillings.length) === count) return null;
    return quiet(
      fillings.length
        ? t("The first {n} are browsed.", { n: fillings.length })
        : t("They are too many to list."),
    );
  }

  /** @param {Region} region @param {number} number */
  regionRow(region, number) {
    const chosen = this.chosen?.region === number;
    const dot = h("span", { class: "dot" });
    dot.style.setProperty("--ink", hue(number));
    const cells = t("{n} cell|{n} cells", { n: region.cells.length });
    const name = t("{cells}, {ways} ways", { cells, ways: region.label });
    return h(
      "li",
      { "data-on": chosen ? "yes" : "" },
      h(
        "button",
        {
          type: "button",
          class: "plain",
          "aria-pressed": String(chosen),
          onclick: () => this.leaf(number, this.following(number, 1)),
        },
        dot,
        h("span", {}, name, KINDS[region.kind] && h("small", {}, t(KINDS[region.kind]))),
      ),
      chosen &&
        region.fillings.length > 0 &&
        h(
          "div",
          { class: "row leaf" },
          button(t("Previous filling"), {
            icon: "left",
            onclick: () => this.leaf(number, this.following(number, -1)),
          }),
          h("span", {}, `${this.following(number, 1)} / ${region.label}`),
          button(t("Next filling"), {
            icon: "right",
            onclick: () => this.leaf(number, this.following(number, 1)),
          }),
        ),
    );
  }
}

/** @param {number|null} value */
const tenth = (value) => (value === null ? t("not known") : tenths(value));

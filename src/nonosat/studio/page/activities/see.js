/** See: the verdict, how many solutions, where they differ, how difficult; a region's fillings leafed through. */

import { button, choice, fill, h, quiet, row, section } from "../view/dom.js";
import { cellOf, coloursOf, lineOf } from "../asking/questions.js";
import { clueText, fromJson } from "../shared/clues.js";
import { withClue } from "../shared/puzzle.js";
import { lineName } from "../shared/geometry.js";
import { counted, GRADES, KINDS, many, verdictWords } from "../view/wording.js";
import { hue } from "../view/theme.js";
import { graph } from "../view/graph.js";

const LONG = 60; // seconds, which most servers grant
const PATIENCE = [
  ["", "as usual"],
  ["30", "30 s"],
  [String(LONG), "1 min"],
];

export class See {
  name = "See";
  icon = "see";
  tools = ["look", "pencil"];
  shades = true;

  constructor(app) {
    this.app = app;
    this.body = h("div", { class: "answers" });
    /** @type {{region: number, filling: number}|null} */
    this.chosen = null;
    app.watch.onchange(() => this.update());
    app.session.on("puzzle", ({ statement }) => {
      if (statement) this.chosen = null;
    });
  }

  panel() {
    this.update();
    return [this.body];
  }

  /** The regions of the answer with their cells as numbers. */
  regions() {
    const { answers } = this.app.watch;
    if (this.known !== answers.ambiguity) {
      this.known = answers.ambiguity;
      this.cells = (answers.ambiguity?.regions ?? []).map((region) => ({
        ...region,
        cells: region.cells.map((place) => cellOf(answers.puzzle, place)),
        label: (region.exact ? "" : "≥") + many(region.count),
      }));
    }
    return this.cells ?? [];
  }

  /** What the overlay shows as chosen. */
  leafed() {
    if (!this.chosen) return null;
    const region = this.regions()[this.chosen.region];
    const filling = region?.fillings[this.chosen.filling];
    return region ? { region: this.chosen.region, filling: filling ? coloursOf(filling) : null } : null;
  }

  /** A click on a region leafs to its next filling; elsewhere it lets go. */
  choose(cell) {
    const number = this.regions().findIndex(({ cells }) => cells.includes(cell));
    if (number < 0) {
      this.chosen = null;
      this.changed();
      return;
    }
    this.leaf(number, this.chosen?.region === number ? this.chosen.filling + 1 : 0);
  }

  leaf(number, filling) {
    const { fillings } = this.regions()[number];
    this.chosen = {
      region: number,
      filling: fillings.length ? (filling + fillings.length) % fillings.length : 0,
    };
    this.app.say(
      fillings.length
        ? `Region ${number + 1}, filling ${this.chosen.filling + 1} of ${this.regions()[number].label}`
        : `The fillings of region ${number + 1} are too many to list`,
      { quiet: true },
    );
    this.changed();
  }

  changed() {
    this.app.shade();
    this.update();
  }

  update() {
    const { answers, stale, busy } = this.app.watch;
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
      !busy && this.app.watch.hasRunOut && this.longer(),
      answers.error &&
        !answers.problems.length &&
        answers.check &&
        h("p", { class: "notice" }, answers.error),
      this.culprit(),
      this.difficulty(answers),
      this.regionList(),
      this.blame(answers),
      this.trend(),
    );
  }

  /** What made it ambiguous, if it was not before. */
  culprit() {
    const cells = this.app.culprit.cells;
    if (!cells.length) return null;
    return h(
      "div",
      { class: "notice" },
      h("p", {}, `It had one solution before ${counted(cells.length, "cell")} changed, marked with dashes.`),
      button("Back to one solution", { text: true, onclick: () => this.app.culprit.undo() }),
    );
  }

  /** How it developed stroke by stroke. */
  trend() {
    const { moments } = this.app.trend;
    if (moments.length < 2) return null;
    const last = moments.at(-1);
    const words = `The last ${moments.length} verdicts: solutions from 10 to the power of ${tenth(moments[0].solutions)} to ${tenth(last.solutions)}, difficulty from ${tenth(moments[0].difficulty)} to ${tenth(last.difficulty)}`;
    return section(
      "Stroke by stroke",
      graph(moments, words),
      h(
        "p",
        { class: "legend" },
        h("span", { class: "key solutions" }, "solutions, in powers of ten"),
        h("span", { class: "key difficulty" }, "difficulty, while there is one"),
      ),
    );
  }

  /** More time, for this puzzle or from now on. */
  longer() {
    const { questions, watch } = this.app;
    const change = (value) => questions.wait(Number(value) || null);
    return h(
      "section",
      { class: "longer" },
      button("Look longer", { text: true, class: "main", onclick: () => watch.begin(LONG) }),
      choice("Time for an answer", PATIENCE, String(questions.seconds ?? ""), change),
    );
  }

  difficulty({ check, rating }) {
    if (!rating || check?.verdict !== "unique") return null;
    const at = GRADES.indexOf(rating.grade);
    const steps = Object.entries(rating.techniques);
    const most = Math.max(1, ...steps.map(([, number]) => number));
    const bar = (number) => {
      const element = h("span", { class: "bar" });
      element.style.setProperty("--share", String(number / most));
      return element;
    };
    return section(
      "Difficulty",
      h(
        "div",
        {
          class: "grades",
          role: "img",
          "aria-label": `Grade ${rating.grade ?? "unknown"}, ${rating.difficulty.toFixed(1)} of 6`,
        },
        GRADES.map((_, number) => h("span", { "data-on": number <= at ? "yes" : "" })),
      ),
      h(
        "p",
        { class: "grade" },
        h("strong", {}, rating.grade ?? "not known"),
        ` · ${rating.difficulty.toFixed(1)} of 6 · ${counted(rating.sweeps, "sweep")}`,
      ),
      h(
        "table",
        { class: "steps" },
        h("caption", { class: "unseen" }, "How often each technique is needed"),
        h(
          "tbody",
          {},
          steps.map(([name, number]) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, name),
              h("td", {}, bar(number)),
              h("td", {}, String(number)),
            ),
          ),
        ),
      ),
    );
  }

  regionList() {
    const regions = this.regions();
    if (!regions.length) return null;
    const { answers } = this.app.watch;
    return section(
      counted(regions.length, "region"),
      String(answers.ambiguity.count).length > 15 &&
        h(
          "details",
          {},
          h("summary", {}, "The whole number"),
          h("p", { class: "digits" }, answers.ambiguity.count),
        ),
      h(
        "ul",
        { class: "regions" },
        regions.slice(0, 60).map((region, number) => this.regionRow(region, number)),
      ),
      this.chosen && this.unlisted(regions[this.chosen.region]),
      regions.length > 60 && quiet(`and ${regions.length - 60} more`),
    );
  }

  /** Of a region with very many fillings only the first are leafed through. */
  unlisted({ fillings, count, exact }) {
    if (exact && String(fillings.length) === count) return null;
    return quiet(
      fillings.length ? `The first ${fillings.length} are leafed through.` : "They are too many to list.",
    );
  }

  regionRow(region, number) {
    const chosen = this.chosen?.region === number;
    const dot = h("span", { class: "dot" });
    dot.style.setProperty("--ink", hue(number));
    const name = `${counted(region.cells.length, "cell")}, ${region.label} ways`;
    return h(
      "li",
      { "data-on": chosen ? "yes" : "" },
      h(
        "button",
        {
          type: "button",
          class: "plain",
          "aria-pressed": String(chosen),
          onclick: () => this.leaf(number, chosen ? this.chosen.filling + 1 : 0),
        },
        dot,
        h("span", {}, name, KINDS[region.kind] && h("small", {}, KINDS[region.kind])),
      ),
      chosen &&
        region.fillings.length > 0 &&
        h(
          "div",
          { class: "row leaf" },
          button("Previous filling", {
            icon: "left",
            onclick: () => this.leaf(number, this.chosen.filling - 1),
          }),
          h("span", {}, `${this.chosen.filling + 1} / ${region.label}`),
          button("Next filling", {
            icon: "right",
            onclick: () => this.leaf(number, this.chosen.filling + 1),
          }),
        ),
    );
  }

  /** Clues that contradict each other, and the likely correction. */
  blame({ puzzle, check, conflict, typo, problems }) {
    const impossible = problems.length || check?.verdict === "unsolvable";
    if (!impossible || !puzzle) return null;
    const lines = blamed({ conflict, problems });
    return section(
      "Why",
      problems.some(({ axis }) => axis) &&
        h(
          "ul",
          {},
          problems
            .slice(0, 8)
            .map(({ reason, axis, index }) =>
              h("li", {}, axis ? `${lineName({ axis, index })}: ${reason}` : reason),
            ),
        ),
      conflict &&
        h(
          "p",
          {},
          `${conflict.minimal ? "These clues contradict each other, and none can be spared: " : "These clues contradict each other: "}`,
          conflict.lines.map(lineName).join(", "),
          conflict.givens.length ? ` and ${counted(conflict.givens.length, "given")}` : "",
          ".",
        ),
      !conflict &&
        !lines.length &&
        !problems.length &&
        quiet("Looking for the clues that contradict each other…"),
      typo === null && quiet("Looking for the typing error…"),
      typo?.found &&
        h(
          "div",
          {},
          h("h2", {}, "Probably"),
          [typo, ...typo.alternatives].slice(0, 5).map((repair, at) => this.correction(repair, at === 0)),
        ),
      typo && !typo.found && h("p", {}, "No single typing error explains it."),
    );
  }

  correction(repair, likeliest) {
    const { app } = this;
    const { puzzle } = app.session;
    return h(
      "div",
      { class: "proposal" },
      h(
        "p",
        {},
        repair.changes.map((change) =>
          h(
            "span",
            { class: "change" },
            `${lineName(change)}: `,
            h("s", {}, clueText(fromJson(change.from), puzzle.palette)),
            " → ",
            h("b", {}, clueText(fromJson(change.to), puzzle.palette)),
          ),
        ),
      ),
      row(
        "",
        button("Accept", {
          text: true,
          icon: "check",
          class: likeliest ? "main" : null,
          onclick: () => {
            const changed = repair.changes.reduce((made, change) => {
              const { family, index } = lineOf(change);
              return withClue(made, family, index, fromJson(change.to));
            }, app.session.puzzle);
            app.session.commit("Correct a clue", changed);
            app.say("Corrected", { undo: true });
          },
        }),
        h(
          "span",
          { class: "quiet" },
          repair.verdict === "unique" ? "then one solution" : "then several solutions",
        ),
      ),
    );
  }
}

const tenth = (value) => (value === null ? "not known" : value.toFixed(1));

/** The lines to mark on the numbers. */
export function blamed({ conflict, problems = [] }) {
  return [...(conflict?.lines ?? []), ...problems.filter(({ axis }) => axis)].map(lineOf);
}

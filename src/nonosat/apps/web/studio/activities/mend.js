/**
 * Repair: the fewest pixels or givens, shown on the picture, accepted or refused one by one. A refusal protects the
 * cell and asks again; accepted changes stay.
 */

import { button, fill, h, quiet, row, section } from "../view/dom.js";
import { LONG, changesOf, repainted } from "../asking/questions.js";
import { geometry, isRectangle } from "../../shared/puzzle.js";
import { colourName } from "../../shared/clues.js";
import { cellName } from "../../shared/geometry.js";
import { changesOverlay } from "../view/overlays.js";
import { t } from "../../shared/words.js";
import { newMending } from "../model/state.js";
import { pictureButton, thumbnail } from "../view/thumbnail.js";

/** @import { Puzzle } from "../../shared/puzzle.js" */
/** @import { Repair } from "../model/state.js" */

const CHOICES = 4; // repairs to choose from
const [MANY, MUCH] = [6, 10]; // changes, and per cent of the drawn cells, that are worth a warning

/** Ways to repair; `paints` if the picture changes. @type {Record<string, {name: string, note: string, paints: boolean}>} */
const WISHES = {
  unique: { name: "Make it unique", note: "repaint the fewest cells that leave one solution", paints: true },
  lines: { name: "Make it solvable without guessing", note: "lines alone then suffice", paints: true },
  givens: {
    name: "Reveal cells instead",
    note: "keep the picture, print the fewest cells on the card",
    paints: false,
  },
};

export class Mend {
  name = "Repair";
  icon = "mend";
  tools = ["inspect", "protect", "give", "pencil"];
  shades = true;
  marks = true;

  /** @param {import("../api.js").Api} api */
  constructor(api) {
    this.api = api;
    this.state = api.state;
    this.body = h("div");
    this.protected = h("div");
    this.figures = h("div");
    this.stopButton = button("Stop", { onclick: () => this.stop() });
    this.waiting = h("section.waiting", { role: "status" }, this.figures, this.stopButton);
  }

  get mending() {
    return this.state.mending;
  }

  /** @param {import("../model/activity.js").PuzzleChange} change */
  changed({ by }) {
    if (by === this) return; // the proposals stay
    this.forget();
    this.show();
  }

  answered() {
    this.update();
  }

  forget() {
    this.api.questions.cancel("mend");
    this.state.mending = newMending();
  }

  /** The server is back: what it did not answer can be asked again. */
  recover() {
    if (!this.mending.trouble) return;
    this.forget();
    this.show();
  }

  panel() {
    this.update();
    return [this.protected, this.body];
  }

  enter() {
    this.show();
  }

  /** A click on a proposed change points to it. @param {number} cell */
  choose(cell) {
    const number = this.mending.changes.findIndex((change) => change.cell === cell);
    if (number >= 0) this.pointTo(number);
  }

  leave() {
    this.api.stage.overlay("changes", null);
  }

  /** Asks for a repair, with a time limit of `seconds` or the one chosen for all questions. @param {string} key @param {number} [seconds] */
  async ask(key, seconds) {
    if (this.mending.wish !== key) {
      this.forget();
      this.mending.wish = key;
    }
    this.mending.progress = null;
    this.mending.proposed = [];
    this.mending.answer = null;
    await this.#search(async () => {
      const answer = await this.#repair(false, seconds);
      this.take(answer);
      this.reveal();
      if (this.canKeepLook && answer.changes?.length) await this.#addLook(seconds);
    });
  }

  /** Whether the wish can be fulfilled with an eye on the look of the picture. */
  get canKeepLook() {
    return WISHES[this.mending.wish].paints && isRectangle(this.state.puzzle);
  }

  /** Asks for the repair of the fewest changes, or for one that `keeps` the look of the picture. @param {boolean} keeps @param {number} [seconds] @returns {Promise<Repair>} */
  #repair(keeps, seconds) {
    const { wish, accepted, refused } = this.mending;
    const { puzzle } = this.state;
    const { paints } = WISHES[wish];
    const protect = [...puzzle.kept, ...(paints ? accepted : refused)];
    const painting = { line_solvable: wish === "lines", keep_look: keeps, choices: keeps ? 1 : CHOICES };
    const how = { protect, seconds, ...(paints && painting) };
    const question = paints ? "repair-pixels" : "repair-givens";
    return this.api.questions.repair("mend", question, puzzle, how, (progress) => {
      if (keeps) return; // the first repair is on the stage
      this.mending.progress = progress;
      this.mending.proposed = changesOf(puzzle, progress.changes ?? []);
      this.showChanges();
      this.showProgress(); // in place: what is replaced while it is pressed gets no click
    });
  }

  /** Shows a search until it ends. @param {() => Promise<void>} act */
  async #search(act) {
    this.mending.busy = true;
    this.mending.trouble = "";
    this.show();
    if (!(await this.api.attempt(act, (reason) => (this.mending.trouble = reason)))) return;
    this.mending.busy = false;
    if (this.mending.trouble) this.reveal();
    else this.show();
  }

  /** Puts a repair that keeps the look beside those of the fewest changes. @param {number} [seconds] */
  async #addLook(seconds) {
    const { answer } = this.mending;
    const other = await this.#repair(true, seconds);
    if (this.mending.answer === answer) this.add(other);
  }

  /** Scrolls to the proposals. */
  reveal() {
    this.show();
    this.body.querySelector(".proposed, .notice")?.scrollIntoView({ block: "nearest" });
  }

  /** Ends the search; the best repair found by then is proposed. */
  stop() {
    const { progress, answer } = this.mending;
    this.api.questions.cancel("mend");
    this.mending.busy = false;
    if (answer) return this.show();
    if (progress?.changes?.length) this.take({ ...progress, found: true, optimal: false, complete: false });
    else this.forget();
    this.show();
  }

  /** @param {Repair} answer */
  take(answer) {
    this.mending.answer = answer;
    this.mending.progress = null;
    this.mending.proposed = [];
    const { puzzle } = this.state;
    const repairs = [answer, ...(answer.alternatives ?? [])];
    this.mending.repairs = repairs.map(({ changes }) => changesOf(puzzle, changes));
    this.mending.chosen = 0;
    this.mending.kept = -1;
    this.mending.changes = this.mending.repairs[0];
    this.mending.size = this.mending.changes.length;
    this.mending.current = 0;
    const { length: n } = this.mending.changes;
    if (!answer.found) this.api.page.say("No way was found");
    else this.api.page.say(n ? t("{n} change proposed|{n} changes proposed", { n }) : "Nothing to repair");
  }

  /** Puts the repair that keeps the look beside those of the fewest cells. @param {Repair} answer */
  add(answer) {
    if (!answer.found || !this.mending.repairs.length) return; // or some changes are made already
    const changes = changesOf(this.state.puzzle, answer.changes);
    this.mending.kept = this.mending.repairs.length;
    this.mending.repairs = [...this.mending.repairs, changes];
  }

  /** Proposes another of the repairs. @param {number} number */
  turnTo(number) {
    this.mending.chosen = number;
    this.mending.changes = this.mending.repairs[number];
    this.mending.size = this.mending.changes.length;
    this.mending.current = 0;
    this.show();
  }

  /** Makes some of the changes, by default the current one; other repairs no longer fit. */
  accept(changes = [this.mending.changes[this.mending.current]]) {
    const { puzzle } = this.state;
    /** @type {[number, number][]} */
    const given = changes.map(({ cell, colour }) => [cell, colour]);
    const made = WISHES[this.mending.wish].paints
      ? repainted(puzzle, changes)
      : { ...puzzle, givens: new Map([...puzzle.givens, ...given]) };
    this.api.session.commit("Repair", made, this);
    this.mending.repairs = [];
    if (this.mending.busy) {
      this.api.questions.cancel("mend"); // a repair that keeps the look would come too late
      this.mending.busy = false;
    }
    for (const { cell } of changes) this.mending.accepted.add(cell);
    const at = this.mending.changes.indexOf(changes[0]);
    this.mending.changes = this.mending.changes.filter((change) => !changes.includes(change));
    this.mending.current = Math.min(at, this.mending.changes.length - 1);
    const { length: left } = this.mending.changes;
    this.api.page.say(left ? t("Accepted, {left} left", { left }) : "All accepted", { undo: !left });
    this.show();
  }

  /** Protects the cell, and asks for another way. */
  refuse(number = this.mending.current) {
    const { cell } = this.mending.changes[number];
    const { puzzle } = this.state;
    if (!WISHES[this.mending.wish].paints) this.mending.refused.add(cell);
    else this.api.session.commit("Protect", { ...puzzle, kept: new Set([...puzzle.kept, cell]) }, this);
    this.mending.changes = [];
    this.mending.repairs = [];
    this.show();
    this.ask(this.mending.wish);
  }

  /** @param {number} number */
  pointTo(number) {
    this.mending.current = number;
    this.api.stage.goTo(this.mending.changes[number].cell);
    this.show();
  }

  next() {
    this.pointTo((this.mending.current + 1) % this.mending.changes.length);
  }

  show() {
    this.showChanges();
    this.update();
  }

  /** Shows the proposed changes on the stage. */
  showChanges() {
    const here = this.state.activity === this;
    const { current, wish, shown } = this.mending;
    const overlay = here && shown.length > 0 && changesOverlay(shown, current, wish === "givens");
    this.api.page.shade();
    this.api.stage.overlay("changes", overlay || null);
  }

  update() {
    const { puzzle } = this.state;
    if (this.mending.busy) this.showProgress();
    const wishes = Object.entries(WISHES).map(([key, { name, note, paints }]) => {
      const on = this.mending.wish === key;
      const attributes = { type: "button", class: `wish ${on ? "on" : ""}`, "aria-pressed": String(on) };
      const act = { disabled: paints && !puzzle.cells, onclick: () => this.ask(key) };
      return h("button", { ...attributes, ...act }, h("strong", name), h("small", note));
    });
    fill(
      this.body,
      h(
        "section.wishes",
        wishes,
        !puzzle.cells &&
          quiet(
            "Without a picture there is nothing to repaint: cells can be revealed, and See finds typing errors.",
          ),
      ),
      this.mending.busy && this.waiting,
      this.mending.trouble && h("p.notice", this.mending.trouble),
      this.mending.answer && this.proposals(this.mending.answer),
    );
    fill(this.protected, this.protection(puzzle));
  }

  /** Shows figures of the search under way, and the best repair so far. */
  showProgress() {
    const { progress, proposed, answer } = this.mending;
    const { length: n } = answer ? [] : proposed;
    const figures = [
      n > 0 && t("{n} change suffices|{n} changes suffice", { n }),
      progress?.bound && t("at least {n} needed", { n: progress.bound }),
      progress && t("{n} picture looked at|{n} pictures looked at", { n: progress.pictures }),
    ].filter(Boolean);
    const begun = answer ? "Looking for a way that keeps the look…" : "Looking for the fewest changes…";
    const words = figures.length && !answer ? [...figures, t("still looking")].join(" · ") : begun;
    const made = n > 0 && repainted(this.state.puzzle, proposed);
    fill(this.figures, h("p", h("span.spinner"), words), made && h("div.samples", thumbnail(made)));
    const label = n ? t("Stop, and take it|Stop, and take these", { n }) : t("Stop");
    this.stopButton.firstElementChild.textContent = label; // the pressed element stays
  }

  longer() {
    return button("Look longer", { onclick: () => this.ask(this.mending.wish, LONG) });
  }

  /** A warning if much of the drawing changes, and the offer of a way that keeps its look unless that is there. */
  cost() {
    const { busy, changes, kept, size } = this.mending;
    if (busy || changes.length < size || !this.canKeepLook) return null;
    const inked = this.state.puzzle.cells?.filter(Boolean).length ?? 0;
    const share = Math.round((100 * size) / Math.max(1, inked));
    const keep = () => this.#search(() => this.#addLook());
    const offer = kept < 0 && button("Look for a way that keeps the look", { onclick: keep });
    if (size < MANY || share < MUCH) return offer;
    const words = t("This repaints as many cells as {share} % of the drawing.", {
      share: Math.min(100, share),
    });
    return h("div.notice", h("p", words), offer);
  }

  /** What is known of the least number of changes, as it concerns the proposal shown. @param {Repair} answer */
  least({ changes: { length: best }, optimal, bound }) {
    const { changes, size } = this.mending;
    if (optimal && size === best) return "Fewer cannot suffice.";
    if (changes.length < size) return ""; // some are made, so the numbers no longer fit
    if (size > best) return t("{n} change suffices|{n} changes suffice", { n: best });
    return bound > 0 && t("At least {n} is needed.|At least {n} are needed.", { n: bound });
  }

  /** @param {Repair} answer */
  proposals(answer) {
    const { found, complete, changes: best, optimal, stopped } = answer;
    const { changes } = this.mending;
    if (!found && complete) return h("div.notice", "There is no way with the cells that are protected.");
    if (!found) return h("div.notice", "No way was found in the time there was.", this.longer());
    if (!best.length) return h("p.notice.good", "Nothing to repair.");
    if (!changes.length) return h("p.notice.good", "Done.");
    const items = changes.slice(0, 100).map((change, number) => this.proposal(change, number));
    const least = this.least(answer);
    return h(
      "section.proposed",
      h("h2", t("{n} change|{n} changes", { n: changes.length })),
      least && quiet(least),
      this.cost(),
      this.mending.repairs.length > 1 &&
        h("div.samples", ...this.mending.repairs.map((changes, number) => this.option(changes, number))),
      h("ul.proposals", ...items),
      stopped === "seconds" && !optimal && this.longer(),
      row(
        "at-hand",
        button("Accept all", { class: "main", onclick: () => this.accept(this.mending.changes) }),
      ),
      quiet("Y accepts, N refuses, J goes to the next."),
    );
  }

  /** One of the repairs, as it would look. @param {{cell: number, colour: number}[]} changes @param {number} number */
  option(changes, number) {
    const fewest = t("{n} change|{n} changes", { n: changes.length });
    const words = number === this.mending.kept ? `${t("Keeps the look")}: ${fewest}` : fewest;
    const label = t("Way {number}: {changes}", { number: number + 1, changes: words });
    const made = repainted(this.state.puzzle, changes);
    return pictureButton(made, words, number === this.mending.chosen, () => this.turnTo(number), label);
  }

  /** @param {{cell: number, colour: number}} change @param {number} number */
  proposal(change, number) {
    const { puzzle } = this.state;
    const { cell: at, colour: ink } = change;
    const colour = colourName(puzzle.palette, ink);
    const cell = cellName(geometry(puzzle), at);
    const does = t(this.mending.wish === "givens" ? "reveal {colour}" : "becomes {colour}", { colour });
    const dot = h("span.dot.square");
    dot.style.setProperty("--ink", `#${puzzle.palette[ink][1]}`);
    const attributes = { type: "button", onclick: () => this.pointTo(number) };
    return h(
      "li",
      { "data-on": number === this.mending.current ? "yes" : "" },
      h("button.plain", attributes, dot, h("span", cell, h("small", does))),
      button(t("Accept {cell}", { cell }), { icon: "check", onclick: () => this.accept([change]) }),
      button(t("Refuse {cell}", { cell }), { icon: "cross", onclick: () => this.refuse(number) }),
    );
  }

  /** @param {Puzzle} puzzle */
  protection(puzzle) {
    const { kept, givens } = puzzle;
    const free = () => this.api.session.commit("Free all", { ...puzzle, kept: new Set() });
    const hide = () => this.api.session.commit("Hide all", { ...puzzle, givens: new Map() });
    const counts = [
      t("{n} cell protected|{n} cells protected", { n: kept.size }),
      t("{n} cell revealed|{n} cells revealed", { n: givens.size }),
    ];
    if (!kept.size && !givens.size)
      return h(
        "section.quiet",
        "Paint with the lock over cells that must stay as they are; with the card over cells that are given.",
      );
    return section(
      "Protected and revealed",
      quiet(counts.join(", ")),
      row(
        "wrap",
        kept.size > 0 && button("Free all", { onclick: free }),
        givens.size > 0 && button("Hide all givens", { onclick: hide }),
      ),
    );
  }
}

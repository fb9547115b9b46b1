/** The history of the puzzle: a picture of each state, the newest first, with the number of its solutions. */

import { button, h, quiet, section } from "../view/dom.js";
import { thumbnail } from "../view/thumbnail.js";
import { many } from "../view/wording.js";
import { t } from "../../shared/words.js";

const SHOWN = 24; // pictures; *Earlier* shows as many more

export class HistoryList {
  #api;
  #shown = SHOWN;
  /** Drawn pictures by state: see `History.key`. @type {WeakMap<object, HTMLCanvasElement>} */
  #pictures = new WeakMap();

  /** @param {import("../api.js").Api} api @param {() => void} onchange draws the list again */
  constructor(api, onchange) {
    this.#api = api;
    this.onchange = onchange;
  }

  /** Another puzzle was opened. */
  forget() {
    this.#shown = SHOWN;
  }

  section() {
    const { history } = this.#api.state;
    const { length } = history.changes;
    if (!length) return null;
    const least = Math.min(history.at, Math.max(0, length + 1 - this.#shown));
    const states = Array.from({ length: length + 1 - least }, (_, number) =>
      this.#stateButton(length - number),
    );
    const earlier = () => {
      this.#shown += SHOWN;
      this.onchange();
    };
    return section(
      "History",
      quiet("A click goes back to a state, which can be undone. The figure is its number of solutions."),
      h("div.samples", ...states),
      least > 0 && button("Earlier", { onclick: earlier }),
    );
  }

  /** A button with the picture of a state. @param {number} at the number of changes before it */
  #stateButton(at) {
    const { busy, history, puzzle, verdicts } = this.#api.state;
    const key = history.key(at);
    const known = verdicts.of(key);
    const picture = this.#pictures.get(key) ?? thumbnail(history.after(puzzle, at));
    this.#pictures.set(key, picture);
    const count = known && (known.exact ? "" : "≥ ") + many(known.count);
    const step = at
      ? t("Step {number}: {what}", { number: at, what: t(history.changes[at - 1].label) })
      : t("The beginning");
    const name = [step, count && t("solutions: {count}", { count })].filter(Boolean).join(", ");
    const attributes = {
      type: "button",
      "aria-label": name,
      title: name,
      "aria-pressed": String(at === history.at),
    };
    const onclick = () => this.#api.session.goBack(at);
    return h(
      "button.sample",
      { ...attributes, onclick },
      picture,
      h(
        "span",
        { "data-kind": known?.verdict },
        h("span.light"),
        count ?? (at === history.at && busy ? "…" : "–"),
      ),
    );
  }
}

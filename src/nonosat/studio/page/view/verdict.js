/** The verdict above the picture: a light, a headline, figures. */

import { t } from "../shared/words.js";
import { button, byId, fill, h } from "./dom.js";
import { verdictWords } from "./wording.js";

const QUIET = 1200; // milliseconds without a stroke before a new verdict is announced

/** Announces a verdict to screen readers, once. @param {string} words */
function announce(words) {
  const element = byId("spoken");
  if (element.textContent !== words) element.textContent = words;
}

/** @typedef {[name: string, act: () => void]} Action */

const EMPTY = () => ({ kind: "empty", head: t("Draw, or drop an image"), more: "" });

export class VerdictBar {
  /** @param {HTMLElement} element @param {HTMLElement} actions where buttons stand @param {() => void} onclick */
  constructor(element, actions, onclick) {
    this.element = element;
    this.actions = actions;
    element.addEventListener("click", onclick);
  }

  /** @param {Action[]} actions */
  offer(actions) {
    const names = actions.map(([name]) => name).join();
    if (this.actions.dataset.names === names) return;
    this.actions.dataset.names = names;
    fill(
      this.actions,
      actions.map(([name, onclick]) => button(name, { onclick })),
    );
  }

  /**
   * @param {import("../model/state.js").State} state
   * @param {boolean} empty whether nothing is drawn yet
   * @param {Action[]} actions offers below the picture
   */
  show({ answers, busy, stale }, empty, actions) {
    const { element } = this;
    const { kind, head, more } = empty ? EMPTY() : verdictWords(answers);
    this.offer(actions);
    clearTimeout(this.timer);
    if (!busy && !stale && answers.puzzle) this.timer = setTimeout(() => announce(`${head}, ${more}`), QUIET);
    element.dataset.kind = kind;
    element.dataset.busy = busy || stale ? "yes" : "";
    if (element.dataset.words === head + more) return;
    element.dataset.words = head + more;
    const light = h("span.light");
    fill(element, light, h("strong", head), more && " ", more && h("span", more));
  }
}

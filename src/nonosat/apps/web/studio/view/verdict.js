/** The verdict above the picture: a light, a headline, figures. */

import { t } from "../../shared/words.js";
import { button, byId, fill, h } from "./dom.js";
import { verdictWords } from "./wording.js";

const QUIET = 1200; // milliseconds without a stroke before a new verdict is announced

/** @typedef {[name: string, act: () => void]} Action */

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
    const { kind, head, more } = empty
      ? { kind: "empty", head: t("Draw, or drop an image"), more: "" }
      : verdictWords(answers);
    this.offer(actions);
    clearTimeout(this.timer);
    const announce = () => {
      const words = `${head}, ${more}`;
      if (byId("spoken").textContent !== words) byId("spoken").textContent = words; // said once
    };
    if (!busy && !stale && answers.puzzle) this.timer = setTimeout(announce, QUIET);
    element.dataset.kind = kind;
    element.dataset.busy = busy || stale ? "yes" : "";
    if (element.dataset.words === head + more) return;
    element.dataset.words = head + more;
    const light = h("span.light");
    fill(element, light, h("strong", head), more && " ", more && h("span", more));
  }
}

/** The verdict above the picture: a light, a headline, figures. */

import { fill, h } from "./dom.js";
import { verdictWords } from "./wording.js";

const QUIET = 1200; // milliseconds without a stroke before a new verdict is announced

/** Announces a verdict to screen readers, once. @param {string} words */
function announce(words) {
  const element = document.querySelector("#spoken");
  if (element.textContent !== words) element.textContent = words;
}

export class VerdictBar {
  /** @param {any} element @param {() => void} onclick */
  constructor(element, onclick) {
    this.element = element;
    element.addEventListener("click", onclick);
  }

  /** @param {import("../asking/watch.js").Watch} watch */
  show({ answers, busy, stale }) {
    const { element } = this;
    const { kind, head, more } = verdictWords(answers);
    clearTimeout(this.timer);
    if (!busy && !stale && answers.puzzle) this.timer = setTimeout(() => announce(`${head}, ${more}`), QUIET);
    element.dataset.kind = kind;
    element.dataset.busy = busy || stale ? "yes" : "";
    if (element.dataset.words === head + more) return;
    element.dataset.words = head + more;
    const light = h("span", { class: "light" });
    fill(element, light, h("strong", {}, head), more && " ", more && h("span", {}, more));
  }
}

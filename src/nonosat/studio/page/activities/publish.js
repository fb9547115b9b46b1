/** Publish: what a site asks of the puzzle, and the file to take there. */

import { button, field, fill, h, quiet, section } from "../view/dom.js";
import { t } from "../shared/words.js";
import { faultsFor, SITES } from "../model/publishing.js";

export class Publish {
  /** @param {import("../api.js").Api} api @param {(format: string) => void} save */
  constructor(api, save) {
    this.state = api.state;
    this.save = save;
    this.site = SITES[0];
    this.result = h("div", { role: "status" });
  }

  section() {
    const sites = h(
      "select",
      {
        onchange: () => {
          this.site = SITES[sites.selectedIndex];
          this.check();
        },
      },
      SITES.map((site) => h("option", { selected: site === this.site }, site.name)),
    );
    this.check();
    return section(t("Publish"), field(t("Site"), sites), this.result);
  }

  check() {
    if (this.state.stale) return;
    const faults = faultsFor(this.site, this.state);
    fill(
      this.result,
      faults.length
        ? h(
            "ul",
            { class: "faults" },
            faults.map((fault) => h("li", {}, fault)),
          )
        : quiet(t("Nothing is known to be against it at {site}.", { site: this.site.name })),
      button(t("Save for {site}", { site: this.site.name }), {
        icon: "save",
        text: true,
        onclick: () => this.save(this.site.format),
      }),
    );
  }
}

/** Publish: a site's requirements, and the file to take there. */

import { field, fill, h, labelled, quiet, section, select } from "../view/dom.js";
import { t } from "../../shared/words.js";
import { faultsFor, SITES } from "../model/publishing.js";

export class Publish {
  /** @param {import("../api.js").Api} api @param {(format: string) => void} save */
  constructor(api, save) {
    this.state = api.state;
    this.save = save;
    this.result = h("div", { role: "status" });
  }

  section() {
    const named = SITES.map((site, at) => [at, site.name]);
    const { choices } = this.state;
    const sites = select(named, choices.site, (at) => {
      choices.site = Number(at);
      this.check();
    });
    this.check();
    return section("Publish", field("Site", sites), this.result);
  }

  check() {
    if (this.state.stale) return;
    const site = SITES[this.state.choices.site];
    const faults = faultsFor(site, this.state);
    fill(
      this.result,
      faults.length
        ? h("ul.faults", ...faults.map((fault) => h("li", fault)))
        : quiet(t("Nothing is known to be against it at {site}.", { site: site.name })),
      labelled(t("Save for {site}", { site: site.name }), "save", () => this.save(site.format)),
    );
  }
}

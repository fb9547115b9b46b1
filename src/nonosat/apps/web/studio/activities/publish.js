/** Publish: a site's requirements, and the file to take there. */

import { field, fill, h, labelled, quiet, section, select } from "../view/dom.js";
import { t } from "../../shared/words.js";
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
    const named = SITES.map((site, at) => [at, site.name]);
    const sites = select(named, SITES.indexOf(this.site), (at) => {
      this.site = SITES[Number(at)];
      this.check();
    });
    this.check();
    return section("Publish", field("Site", sites), this.result);
  }

  check() {
    if (this.state.stale) return;
    const faults = faultsFor(this.site, this.state);
    fill(
      this.result,
      faults.length
        ? h("ul.faults", ...faults.map((fault) => h("li", fault)))
        : quiet(t("Nothing is known to be against it at {site}.", { site: this.site.name })),
      labelled(t("Save for {site}", { site: this.site.name }), "save", () => this.save(this.site.format)),
    );
  }
}

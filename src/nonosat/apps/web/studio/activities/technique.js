/** The glossary entry of a technique. */

import { t } from "../../shared/words.js";
import { closers, h, openForm, quiet } from "../view/dom.js";

/** Shows the entry in a dialog. @param {import("../api.js").Api} api @param {string} name */
export const showTechnique = (api, name) =>
  api.attempt(async () => {
    const { techniques } = await api.questions.ask("technique", { technique: name });
    /** @type {{technique: string, guides: string[], text: string}} */
    const { technique, guides, text } = techniques[0];
    const others = guides.filter((guide) => guide !== technique).map((guide) => t(guide));
    const names = others.length > 0 && quiet(t("in guides: {names}", { names: others.join(", ") }));
    openForm(t(technique), h("div.entry", names, h("p", text)), closers(["", "Close"]));
  });

/**
 * The page of a scanned puzzle: its numbers to be checked, and the puzzle that they make as a file. It is in the language of
 * its catalogues that the browser's user reads best.
 */

import { byId, h } from "../shared/dom.js";
import { Review } from "../shared/review.js";
import { chosen, speak, t, translate } from "../shared/words.js";

const read = JSON.parse(byId("scan").textContent);
const catalogues = JSON.parse(byId("words").textContent);

const { name, tag } = chosen(navigator.languages, Object.keys(catalogues));
speak(tag, catalogues[name] ?? {});
document.title = t(document.title);
translate();

const output = byId("output");
const review = new Review(read, () => (output.value = review.words));

function save() {
  const file = new Blob([`${JSON.stringify(review.puzzle)}\n`], { type: "application/json" });
  const link = h("a", { href: URL.createObjectURL(file), download: "puzzle.json" });
  link.click();
}

byId("reasons").textContent = read.reasons.join("; ");
byId("review").append(review.element);
byId("save").addEventListener("click", save);
review.fit();
output.value = review.words;

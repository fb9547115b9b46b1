/** A puzzle's address, which has all of it: as a link to copy, and as a QR code. */

import { isCancelled } from "../asking/questions.js";
import { fragmentOf } from "../model/link.js";
import { nameOf } from "../shared/puzzle.js";
import { t } from "../shared/words.js";
import { button, h, openDialog, quiet, row } from "../view/dom.js";
import { download } from "../view/download.js";
import { qrPicture } from "../view/qr.js";

/** @import { Puzzle } from "../shared/puzzle.js" */

const DENSE = 1000; // characters of an address whose code a telephone may not read from a screen

const isLocal = () => ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/** The address that carries a puzzle whole. @param {Puzzle} puzzle */
async function addressOf(puzzle) {
  const address = new URL(location.href);
  address.hash = await fragmentOf(puzzle);
  return address;
}

/** Copies the address. @param {import("../api.js").Api} api */
export async function copyLink(api) {
  const address = await addressOf(api.state.puzzle);
  try {
    await navigator.clipboard.writeText(address.href);
    api.say(t("Link copied ({n} characters)", { n: address.href.length }));
  } catch {
    history.replaceState(null, "", address.hash);
    api.say("The link is in the address bar.");
  }
}

/** Shows the address as a QR code. @param {import("../api.js").Api} api */
export async function showCode(api) {
  const { puzzle } = api.state;
  const { href } = await addressOf(puzzle);
  let rows;
  try {
    ({ rows } = await api.questions.codeOf(href));
  } catch (/** @type {any} */ error) {
    if (!isCancelled(error)) api.say(error.message);
    return;
  }
  const picture = qrPicture(rows, t("QR code of {name}", { name: nameOf(puzzle) }));
  const save = () => download({ name: "puzzle-code.svg", text: picture.outerHTML });
  const remarks = [
    t("{length} characters; a code holds {most}.", { length: href.length, most: 2953 }),
    href.length > DENSE && t("That is much: print it large."),
    isLocal() && t("The address is of this machine: other telephones and computers do not find it."),
  ];
  openDialog("QR code", [
    h("h2", {}, "QR code"),
    h("div", { class: "code" }, picture),
    quiet(remarks.filter(Boolean).join(" ")),
    h(
      "form",
      { method: "dialog" },
      row(
        "end",
        button("Save the code", { icon: "save", text: true, onclick: save }),
        h("button", {}, "Close"),
      ),
    ),
  ]);
}

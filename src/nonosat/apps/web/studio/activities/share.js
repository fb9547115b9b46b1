/** An address that contains a whole puzzle: as a link to copy, and as a QR code. */

import { choice } from "../engine/engine.js";
import { fragmentOf } from "../model/link.js";
import { nameOf } from "../../shared/puzzle.js";
import { t } from "../../shared/words.js";
import { closers, h, labelled, openForm, quiet, svg } from "../view/dom.js";
import { download } from "../view/download.js";

/** @import { Puzzle } from "../../shared/puzzle.js" */

const DENSE = 1000; // characters of an address whose code may be too dense for a phone

const MARGIN = 4; // blank squares around a code, as readers need

/** The address that contains a puzzle: of this page, or of the public one that the server names. @param {Puzzle} puzzle */
async function addressOf(puzzle) {
  const { public_url: publicUrl } = await choice;
  const address = new URL(publicUrl ?? location.href);
  address.hash = await fragmentOf(puzzle);
  return address;
}

/** A warning if nobody else can open an address. @param {URL} address */
const localWarning = ({ hostname }) =>
  ["localhost", "127.0.0.1", "[::1]"].includes(hostname) &&
  t("The address is of this machine: other telephones and computers do not find it.");

/** Copies the address. @param {import("../api.js").Api} api */
export async function copyLink(api) {
  const address = await addressOf(api.state.puzzle);
  try {
    await navigator.clipboard.writeText(address.href);
    const copied = t("Link copied ({n} characters)", { n: address.href.length });
    api.page.say([copied, localWarning(address)].filter(Boolean).join(". "));
  } catch {
    history.replaceState(null, "", address.hash);
    api.page.say("The link is in the address bar.");
  }
}

/** Shows the address as a QR code. @param {import("../api.js").Api} api */
export async function showCode(api) {
  const { puzzle } = api.state;
  const address = await addressOf(puzzle);
  const { href } = address;
  await api.attempt(async () => {
    const { rows } = await api.questions.ask("qr", { text: href });
    const picture = qrPicture(rows, t("QR code of {name}", { name: nameOf(puzzle) }));
    const save = () => download({ name: "puzzle-code.svg", text: picture.outerHTML });
    const remarks = [
      t("{length} characters; a code holds {most}.", { length: href.length, most: 2953 }),
      href.length > DENSE && t("That is much: print it large."),
      localWarning(address),
    ];
    openForm(
      "QR code",
      [h("div.code", picture), quiet(remarks.filter(Boolean).join(" "))],
      [labelled("Save the code", "save", save), closers(["", "Close"])],
    );
  });
}

/** A QR code as a picture. @param {string[]} rows a letter for each square, "1" for a dark one @param {string} name for screen readers */
function qrPicture(rows, name) {
  const side = rows.length + 2 * MARGIN;
  const runs = rows.flatMap((row, at) =>
    [...row.matchAll(/1+/g)].map(
      ({ 0: run, index }) => `M${index + MARGIN} ${at + MARGIN}h${run.length}v1h-${run.length}z`,
    ),
  );
  const look = {
    viewBox: `0 0 ${side} ${side}`,
    "shape-rendering": "crispEdges",
    role: "img",
    "aria-label": name,
  };
  return svg(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", ...look },
    svg("path", { d: `M0 0h${side}v${side}H0z`, fill: "#fff" }),
    svg("path", { d: runs.join(""), fill: "#000" }),
  );
}

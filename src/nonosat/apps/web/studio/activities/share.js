/** An address that contains a whole puzzle, as a link to copy. */

import { configuration } from "../engine/engine.js";
import { fragmentOf } from "../model/link.js";
import { copyText } from "../../shared/clipboard.js";
import { t } from "../../shared/words.js";

/** @import { Puzzle } from "../../shared/puzzle.js" */

/** The address that contains a puzzle: of this page, or of the public one that the server names. @param {Puzzle} puzzle */
async function addressOf(puzzle) {
  const { public_url: publicUrl } = await configuration;
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
    await copyText(address.href);
    const copied = t("Link copied ({n} characters)", { n: address.href.length });
    api.page.say([copied, localWarning(address)].filter(Boolean).join(". "));
  } catch {
    history.replaceState(null, "", address.hash);
    api.page.say("The link is in the address bar.");
  }
}

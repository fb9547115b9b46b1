/** The start of the studio: state, stage, engine and activities. */

import { fetched, reasonOf } from "./engine/common.js";
import { configuration, engine } from "./engine/engine.js";
import { Questions } from "./asking/questions.js";
import { Shelf } from "./model/shelf.js";
import { State } from "./model/state.js";
import { Windows } from "./model/windows.js";
import { blank } from "../shared/puzzle.js";
import { puzzleOf } from "./model/link.js";
import { byId } from "../shared/dom.js";
import { chosen, speak, t, translate } from "../shared/words.js";
import { listenToPrinting } from "./view/print.js";
import { Stage } from "./view/stage.js";
import { Api } from "./api.js";
import { Page } from "./app.js";

const PATIENCE = 3000; // milliseconds for the browser's storage
const STORAGE_WAITS =
  "The browser's storage does not answer: another window of the studio may be writing. The page starts as soon as it does.";

/** Sets the language: the one in the address, or the browser's; English needs no catalogue. */
async function takeLanguage() {
  const requested = [new URLSearchParams(location.search).get("language"), ...navigator.languages];
  const first = requested.find(Boolean) ?? "en";
  const { name, tag } = chosen(requested, /^en\b/i.test(first) ? [] : (await configuration).languages);
  if (name === "en") return;
  const { shared, studio, review, explanation } = await fetched(
    new URL(`../languages/${name}.json`, import.meta.url),
  );
  speak(tag, { ...shared, ...studio, ...review, ...explanation });
  translate();
}

async function start() {
  await takeLanguage();
  const shelf = new Shelf();
  const windows = new Windows();
  const state = new State();
  const questions = new Questions(engine);
  const stage = new Stage(byId("grid"));
  /** @type {Page|undefined} */
  let page;
  const api = new Api({ state, shelf, windows, questions, stage }, (made) => (page = new Page(made, stage)));
  shelf.onclose = () => api.session.storeAgain();
  const waits = setTimeout(() => tellFailure(STORAGE_WAITS), PATIENCE);
  await shelf.open();
  if (shelf.isPersistent) api.meetWindows();
  await openFirst(api);
  clearTimeout(waits);
  tellFailure("");
  await page?.follow(engine);
  listenToPrinting(() => state.puzzle);
  addEventListener("hashchange", () => openLink(api));
  document.documentElement.dataset.started = "yes";
  workOffline(api);
  return { state, api, shelf, questions, stage };
}

/** Stores an exported page, for visits without a network: what it is made of at once, then Python. @param {Api} api */
async function workOffline(api) {
  const { engine: name } = await configuration;
  const { serviceWorker } = navigator;
  if (name !== "pyodide" || !serviceWorker) return;
  serviceWorker.onmessage = ({ data: { missing } }) =>
    missing && api.page.say("All is stored: the page works without a network now");
  await serviceWorker.register(new URL("../offline.js", import.meta.url));
  (await serviceWorker.ready).active?.postMessage("store the rest");
}

/** Says above the page why it does not start; "" if it does. @param {string} words */
function tellFailure(words) {
  const notice = byId("failure");
  notice.hidden = !words;
  notice.textContent = t(words);
}

/** Opens the puzzle of the link, the last one, or an empty picture. @param {Api} api */
async function openFirst(api) {
  const { shelf, state } = api;
  if (await openLink(api)) return;
  const entries = await shelf.list();
  const last = entries.find(({ id }) => id === shelf.current) ?? entries[0];
  if (last) await api.openEntry(last.id);
  if (shelf.damaged.includes(shelf.current ?? "")) api.page.say("The last puzzle cannot be opened any more.");
  if (!state.id) api.session.open(blank(15, 15));
}

/** Whether the address has a puzzle: its fragment names no element of the page. */
const isLink = () => location.hash.length > 1 && !document.getElementById(location.hash.slice(1));

/** @param {Api} api */
async function openLink(api) {
  if (!isLink()) return false;
  try {
    api.replace(await puzzleOf(location.hash));
    return true;
  } catch (error) {
    api.page.say(reasonOf(error));
    return false;
  } finally {
    history.replaceState(null, "", location.pathname + location.search);
  }
}

/** The page's parts, for tests. */
export const studio = start();
studio.catch((error) => {
  console.error(error);
  tellFailure(t("The studio does not start in this browser: {reason}", { reason: reasonOf(error) }));
});

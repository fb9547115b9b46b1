/** The studio: brings the desk, the stage, the engine and the five activities together. */

import { choice, engine } from "./engine/engine.js";
import { keepOffline } from "./engine/offline.js";
import { Questions } from "./asking/questions.js";
import { Watch } from "./asking/watch.js";
import { Session } from "./model/session.js";
import { Shelf } from "./model/shelf.js";
import { blank } from "./shared/puzzle.js";
import { puzzleOf } from "./model/link.js";
import { chosen, speak, translate } from "./shared/words.js";
import { Stage } from "./view/stage.js";
import { App } from "./app.js";

const QUIET = 2000; // milliseconds after the engine's start

/** An engine that may still be starting: a question waits for it. */
const whenStarted = {
  ask: async (question, payload, options) => (await engine).ask(question, payload, options),
};

/** Takes up the language that the address asks for, or that the reader reads best; English needs no catalogue. */
async function takeLanguage() {
  const requested = [new URLSearchParams(location.search).get("language"), ...navigator.languages];
  const first = requested.find(Boolean) ?? "en";
  const { name, tag } = chosen(requested, /^en\b/i.test(first) ? [] : (await choice).languages);
  if (name === "en") return;
  const { shared, studio, review, explanation } = await (
    await fetch(new URL(`languages/${name}.json`, import.meta.url))
  ).json();
  speak(tag, { ...shared, ...studio, ...review, ...explanation });
  translate();
}

async function start() {
  await takeLanguage();
  const shelf = new Shelf();
  const session = new Session(shelf);
  const questions = new Questions(whenStarted);
  const stage = new Stage(document.querySelector("#grid"));
  const watch = new Watch(questions, session);
  const app = new App({ session, shelf, questions, stage, watch });
  await shelf.open();
  await openFirst(app);
  app.follow(engine);
  addEventListener("hashchange", () => openLink(app));
  keepForLater(app);
  document.documentElement.dataset.started = "yes";
  return app;
}

/** A page without a server is kept by the browser, once it has nothing else to do. */
async function keepForLater({ say }) {
  const { kind, ready } = await engine;
  if (kind !== "pyodide") return;
  await ready;
  const offer = (open) => say("A newer version of this page is there.", { action: ["Open it", open] });
  setTimeout(() => keepOffline(offer), QUIET);
}

/** The puzzle of the link; or the one that was on the desk last; or an empty picture. */
async function openFirst(app) {
  const { shelf, session } = app;
  if (await openLink(app)) return;
  const entries = await shelf.list();
  const last = entries.find(({ id }) => id === shelf.current) ?? entries[0];
  if (last) await app.openEntry(last.id);
  if (shelf.damaged.includes(shelf.current)) app.say("The last puzzle cannot be opened any more.");
  if (!session.id) session.open(blank(15, 15));
}

/** Whether the address was meant to carry a puzzle: all that a fragment can be but a place on the page. */
const isLink = () => location.hash.length > 1 && !document.getElementById(location.hash.slice(1));

async function openLink({ session, say }) {
  if (!isLink()) return false;
  try {
    session.open(await puzzleOf(location.hash));
    return true;
  } catch (error) {
    say(error.message);
    return false;
  } finally {
    history.replaceState(null, "", location.pathname + location.search);
  }
}

/** A promise of the page's parts, for whoever wants to look at them. */
export const studio = start();

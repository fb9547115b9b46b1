// The engine that answers the page's questions: a server, or Python in this browser, as studio.json beside the page says.
//
// An engine is an EventTarget with
//   ask(question, payload, {signal, onProgress}) -> a promise of the answer; it rejects with an EngineError;
//   status                                       -> "starting", "ready" or "away"; a change fires the event "status";
//   ready                                        -> a promise, fulfilled once the first question can be answered;
//   python                                       -> of "pyodide": a promise, fulfilled once Python has started.

import { fetched } from "./common.js";
import { PyodideEngine } from "./pyodide.js";
import { ServerEngine } from "./server.js";

const WHERE = new URL("../../studio.json", import.meta.url);

// Content of that file: the engine, and the languages with a catalogue.
export const configuration = fetched(WHERE);

async function chosen() {
  const { engine, kernel, api, health } = await configuration;
  return engine === "pyodide"
    ? new PyodideEngine(kernel)
    : new ServerEngine(new URL(api, WHERE), new URL(health, WHERE));
}

export const engine = chosen();

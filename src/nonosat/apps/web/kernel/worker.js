/**
 * The worker of `nonosat.js`, in a browser or in Node. It gets the compiled module, then puzzles, and posts for each
 * puzzle the answer after a brief search and, if that does not decide it, after longer ones.
 *
 * @typedef {{id: number, puzzle: import("./kernel.js").Lines}} Question
 * @typedef {{id: number, answer?: import("./kernel.js").Answer, error?: string, last: boolean}} Reply
 */

import { kernelOf, WORK_PER_MILLISECOND } from "./kernel.js";

const FIRST = 250 * WORK_PER_MILLISECOND;
const FACTOR = 8; // each search begins anew: the earlier ones cost a seventh of it

/** Where answers go: the page, or Node's thread that started this one. @type {any} */
let port = globalThis;

/** @type {ReturnType<typeof kernelOf>} */
let check;

/** @param {Question & {module?: WebAssembly.Module}} message */
function receive({ module, id, puzzle }) {
  if (module) {
    check = kernelOf(module);
    return;
  }
  try {
    for (let work = FIRST; ; work *= FACTOR) {
      const answer = check(puzzle, work);
      const last = answer.verdict !== "unknown";
      port.postMessage({ id, answer, last });
      if (last) return;
    }
  } catch (error) {
    port.postMessage({ id, error: String(/** @type {Error} */ (error).message), last: true });
  }
}

/** In Node; bundlers for browsers do not look into a name that is computed. */
async function listenInNode() {
  const { parentPort } = await import(/* @vite-ignore */ ["node", "worker_threads"].join(":"));
  port = parentPort;
  port.on("message", receive);
}

// no `await` here: bundlers make a script of this module
if ("postMessage" in globalThis) port.onmessage = (/** @type {MessageEvent} */ { data }) => receive(data);
else listenInNode();

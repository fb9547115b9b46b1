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

// @ts-ignore: Node's
const threads = () => import("node:worker_threads");

/** @type {any} */
const port = "postMessage" in globalThis ? globalThis : (await threads()).parentPort;

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

if (port === globalThis) port.onmessage = (/** @type {MessageEvent} */ { data }) => receive(data);
else port.on("message", receive);

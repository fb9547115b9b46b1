// Python in a web worker: Pyodide and the exported packages answer one question at a time. The worker receives {question,
// payload}, the payload as JSON, and {withdrawn} for a cancelled question; it sends {ready}, {progress}, {answer} or
// {error}, and {fatal} if it must be replaced.
//
// Solvers are loaded for the first question that needs them, which is then asked again.
//
// Messages arrive only while Python pauses: browsers with JavaScript Promise Integration can suspend WebAssembly.

// @ts-ignore: the export puts it there
import { loadPyodide } from "../../python/pyodide.mjs";

const PYTHON = new URL("../../python/", import.meta.url).href;
const CHOICE = new URL("../../studio.json", import.meta.url).href;
const PATIENCE = 30_000; // milliseconds for a small file

async function started() {
  const [lockFileContents, { solvers }] = await Promise.all(
    [`${PYTHON}pyodide-lock.json`, CHOICE].map(async (file) =>
      (await fetch(file, { signal: AbortSignal.timeout(PATIENCE) })).json(),
    ),
  );
  const options = { indexURL: PYTHON, lockFileContents, packageBaseUrl: PYTHON };
  const packages = Object.keys(lockFileContents.packages).filter((name) => !solvers.includes(name));
  const python = await loadPyodide({ ...options, packages });
  const questions = python.pyimport("nonosat.apps.studio.in_browser");
  questions.without_solvers(true);
  const bringSolvers = async () => {
    await python.loadPackage(solvers);
    questions.without_solvers(false);
  };
  return { ask: questions.answered, bringSolvers };
}

const python = started();
python.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ fatal: `Python could not be started: ${error.message}` }),
);

const CAN_PAUSE = "Suspending" in WebAssembly;
const { port1, port2 } = new MessageChannel();
let isWanted = true;

// Lets messages arrive; resolves to whether the answer is still wanted.
function pause() {
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(isWanted);
    port2.postMessage(null);
  });
}

onmessage = async ({ data: { question, payload, withdrawn } }) => {
  if (withdrawn) {
    isWanted = false;
    return;
  }
  isWanted = true;
  try {
    const { ask, bringSolvers } = await python;
    /** @param {string} event */
    const tell = (event) => postMessage({ progress: JSON.parse(event) });
    for (;;) {
      const text = CAN_PAUSE
        ? await ask.callPromising(question, payload, tell, pause)
        : ask(question, payload, tell);
      const answer = JSON.parse(text);
      if (!answer.needs) return postMessage(answer);
      await bringSolvers();
    }
  } catch (error) {
    postMessage({
      fatal: `Python ended: ${String(/** @type {Error} */ (error).message)
        .trim()
        .split("\n")
        .at(-1)}`,
    });
  }
};

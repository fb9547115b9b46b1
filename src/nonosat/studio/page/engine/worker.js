// Python in a web worker: Pyodide and the packages that the export put beside the page, which answer one question after
// another. It is sent {question, payload}, the payload as JSON, and {withdrawn} when nobody waits for the answer any
// more; it sends {ready}, {progress}, {answer} or {error}, and {fatal} when it is of no further use.
//
// While Python works, no message is heard, unless it pauses: browsers with JavaScript Promise Integration can suspend
// WebAssembly in the middle of its work, and go on where it was.

// @ts-ignore: the export puts it there
import { loadPyodide } from "../python/pyodide.mjs";

const WARM_UP = JSON.stringify({ picture: { rows: ["110", "100", "001"] } }); // has two solutions
const PYTHON = new URL("../python/", import.meta.url).href;

async function started() {
  const packages = await (await fetch(new URL("pyodide-lock.json", PYTHON))).json();
  const python = await loadPyodide({
    indexURL: PYTHON,
    lockFileContents: packages,
    packageBaseUrl: PYTHON,
    packages: Object.keys(packages.packages),
  });
  return python.pyimport("nonosat.studio.in_browser").answered;
}

const answered = started();
answered.then(
  (ask) => {
    postMessage({ ready: true });
    ask("examine", WARM_UP, () => {}); // loads most of what the first question needs
  },
  (error) => postMessage({ fatal: `Python could not be started: ${error.message}` }),
);

const CAN_PAUSE = "Suspending" in WebAssembly;
const { port1, port2 } = new MessageChannel();
let isWanted = true;

// Lets messages be heard; then whether the answer is wanted still.
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
  const ask = await answered;
  const tell = (event) => postMessage({ progress: JSON.parse(event) });
  try {
    const answer = CAN_PAUSE
      ? await ask.callPromising(question, payload, tell, pause)
      : ask(question, payload, tell);
    postMessage(JSON.parse(answer));
  } catch (error) {
    postMessage({ fatal: `Python ended: ${String(error.message).trim().split("\n").at(-1)}` });
  }
};

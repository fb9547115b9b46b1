// Python in a web worker: Pyodide and the packages that the export put beside the page, which answer one question after
// another. It is sent {question, payload}, the payload as JSON, and sends {ready}, {progress}, {answer} or {error}, and
// {fatal} when it is of no further use.

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

onmessage = async ({ data: { question, payload } }) => {
  const ask = await answered;
  try {
    postMessage(JSON.parse(ask(question, payload, (event) => postMessage({ progress: JSON.parse(event) }))));
  } catch (error) {
    postMessage({ fatal: `Python ended: ${String(error.message).trim().split("\n").at(-1)}` });
  }
};

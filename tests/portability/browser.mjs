// Every question about ten puzzles in Pyodide, Python compiled for browsers, under Node:
//   node browser.mjs PYODIDE SITE ROOT OUT
// PYODIDE is the folder of the npm package, SITE that of the Python packages it is given, ROOT this project,
// OUT a file for the answers.
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, site, root, out] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const began = Date.now();
const python = await loadPyodide();
const seconds = (Date.now() - began) / 1000;
for (const [mount, folder] of [
  ["/site", site],
  ["/project", root],
]) {
  python.FS.mkdirTree(mount);
  python.mountNodeFS(mount, folder);
}
try {
  const answers = python.runPython(`
import sys
sys.path[:0] = ["/project/src", "/site", "/project/tests/portability"]
sys.dont_write_bytecode = True
import asking
asking.main("/project/puzzles")
`);
  writeFileSync(out, JSON.stringify({ seconds, version: python.version, ...JSON.parse(answers) }));
} catch (error) {
  writeFileSync(out, JSON.stringify({ error: String(error).slice(-4000) })); // Node would print all of Pyodide
  process.exit(1);
}

// Every question about ten puzzles in Pyodide, Python compiled for browsers, under Node:
//   node browser.mjs PYODIDE SITE ROOT OUT [KERNEL]
// PYODIDE is the folder of the npm package, SITE that of the Python packages it is given, ROOT this project,
// OUT a file for the answers, KERNEL the compiled kernel for Pyodide.
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, site, root, out, kernel] = process.argv.slice(2).map((path) => resolve(path));
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
python.FS.mkdirTree("/kernel");
if (kernel) python.FS.writeFile("/kernel/_compiled.so", readFileSync(kernel));
try {
  const answers = python.runPython(`
import sys
sys.path[:0] = ["/project/src", "/site", "/project/tests/portability"]
sys.dont_write_bytecode = True
import nonosat.kernel
nonosat.kernel.__path__.append("/kernel")
import asking
asking.main("/project/puzzles")
`);
  const inUse = python.runPython("import nonosat.lines.compiled; nonosat.lines.compiled.KERNEL_IN_USE");
  writeFileSync(
    out,
    JSON.stringify({ seconds, version: python.version, kernel: inUse, ...JSON.parse(answers) }),
  );
} catch (error) {
  writeFileSync(out, JSON.stringify({ error: String(error).slice(-4000) })); // Node would print all of Pyodide
  process.exit(1);
}

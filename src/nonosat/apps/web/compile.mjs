// In Node: has Pyodide compile the Python in some archives, so that browsers need not.
//
//     node compile.mjs FOLDER ARCHIVE...
//
// FOLDER has Pyodide and the archives, which are replaced.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);

const COMPILE = `
import io
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash

def compiled(path):
    made = io.BytesIO()
    with zipfile.ZipFile(path) as archive, zipfile.ZipFile(made, "w") as writer:
        for name in archive.namelist():
            data = archive.read(name)
            if name.endswith(".py"):
                code = compile(data, name, "exec", dont_inherit=True)
                name, data = f"{name}c", bytes(_code_to_hash_pyc(code, source_hash(data), False))
            about = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            about.compress_type = zipfile.ZIP_DEFLATED
            writer.writestr(about, data)
    with open(path, "wb") as file:
        file.write(made.getvalue())

compiled
`;

const python = await loadPyodide({
  indexURL: `${folder}/`,
  lockFileContents: JSON.parse(readFileSync(`${folder}/pyodide-lock.json`, "utf8")),
  packages: [],
});
const compiled = python.runPython(COMPILE);
for (const archive of archives) {
  python.FS.writeFile("/tmp/archive", readFileSync(`${folder}/${archive}`));
  compiled("/tmp/archive");
  writeFileSync(`${folder}/${archive}`, python.FS.readFile("/tmp/archive"));
}

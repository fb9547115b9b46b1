"""Modules of JavaScript made into one script."""

import re
import shutil
import subprocess

import pytest

from nonosat.apps.web.bundle import bundle, joined


def test_exports_and_addresses_of_modules_stay(tmp_path):
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "main.mjs").write_text(
        'import { one, x, where } from "../shared.js";\nimport { here } from "./b/c.js";\n'
        "export const urls = [where, here, import.meta.url];\nexport function f() {\n  return one + x;\n}\n"
    )
    (tmp_path / "shared.js").write_text(
        "const one = 1,\n  x = 2;\nexport const where = import.meta.url;\nexport { one, x };\n"
    )
    (tmp_path / "a" / "b" / "c.js").write_text(
        'export const here = new URL("d.png", import.meta.url).href;\n'
    )
    main = tmp_path / "a" / "main.mjs"
    assert joined(main) == {main, tmp_path / "shared.js", tmp_path / "a" / "b" / "c.js"}
    script = bundle(main)
    assert script.endswith("\nexport const { urls, f } = module2;")
    if node := shutil.which("node"):
        main.write_text(f"{script}\nconsole.log(f(), ...urls);")
        done = subprocess.run([node, main], capture_output=True, text=True, check=True)
        names = ("shared.js", "a/b/d.png", "a/main.mjs")
        assert done.stdout.split() == ["3", *((tmp_path / name).as_uri() for name in names)]


def test_modules_become_one_script(tmp_path):
    (tmp_path / "a.js").write_text(
        'import { b as c, d } from "./inner/b.js";\nimport "./inner/d.js";\nimport { e } from "./inner/d.js";\n'
        "// a line\n  /** two\n   * lines */\nconsole.log(c(1), new d().x, e); // 'and'\n  // more\nconst f = 1;\n"
    )
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner/b.js").write_text(
        '/** Text. */\nimport { e } from "./d.js";\n/**\n * More of it.\n */\nconst f = /** @type {number} */ (2);\n'
        "export function b(x) {\n  return x + f + e;\n}\n"
        "export class d {\n  x = 4;\n}\n"
    )
    (tmp_path / "inner/d.js").write_text("const f = 3;\nexport const e = f;\nexport async function g() {}\n")
    script = bundle(tmp_path / "a.js")
    assert script.count("const module") == 3
    assert not re.search(r"a line|two|lines|more|^ ", script, re.MULTILINE)
    assert "const f = 1;" in script
    assert "Text" not in script
    assert "More" not in script
    assert "const f = /** @type {number} */ (2);" in script
    if node := shutil.which("node"):
        done = subprocess.run(
            [node, "--input-type=module", "-e", script], capture_output=True, text=True, check=True
        )
        assert done.stdout == "6 4 3\n"


@pytest.mark.parametrize(
    "text",
    [
        "export default 1;\n",
        'import x from "./b.js";\n',
        "export { x as y };\n",
        'export { x } from "./b.js";\n',
        "export let x = 1;\n",
        'a;\n  import "./b.js"\n',
    ],
)
def test_modules_that_cannot_be_joined_are_refused(tmp_path, text):
    (tmp_path / "b.js").write_text("")
    (tmp_path / "a.js").write_text(text)
    with pytest.raises(ValueError, match=r"a\.js: (import|export)"):
        bundle(tmp_path / "a.js")


def test_texts_of_several_lines_are_refused_as_they_would_lose_their_indentation(tmp_path):
    (tmp_path / "a.js").write_text("const one = `a` + `b`;\nconst two = `c\n  d`;\n")
    with pytest.raises(ValueError, match=r"a\.js: const two = `c"):
        bundle(tmp_path / "a.js")


def test_modules_that_import_each_other_are_refused(tmp_path):
    (tmp_path / "a.js").write_text('import "./b.js";\n')
    (tmp_path / "b.js").write_text('import "./a.js";\n')
    with pytest.raises(ValueError, match=r"a.js: imports itself, by way of .*b.js"):
        bundle(tmp_path / "a.js")

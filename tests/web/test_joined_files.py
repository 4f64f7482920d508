"""A page's modules joined into one do what they do one by one, in the same order, and name their lines in errors."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from tests.test_project import dev

from pitboss.web.joined_files import APART, Joined, Unjoinable, join_modules, with_joined_files
from pitboss.web.page_files import PAGES

STATIC = re.compile(r'^\s*(?:import|export)\b[^;"]*"(\.[^"]+)";', re.MULTILINE)
LATER = re.compile(r'[^{]import\("(\.[^"]+)"\)[^.]')
ENTRIES = {
    page.stem: found[1]
    for page in sorted(PAGES.glob("*.html"))
    if (found := re.search(r'type="module" src="/([^"]+)"', page.read_text()))
}

MODULES = {
    APART: 'console.log("words");\nexport const en = { yes: "Yes" };\n',
    "main.js": """// The entry.
import { en } from "./words/en.js";
import { late, Shop } from "./shop.js";
import "./noisy.js";
import { say as told } from "./told.js";

/** @typedef {import("./gone.js").Gone} Gone */
const shop = new Shop("main");
console.log("main", told(en.yes), shop.name, /** @type {import("./gone.js").Gone} */ (shop.sold));
const [{ visits }, again] = await Promise.all([late(), import("./inner/late.js")]);
console.log(visits(), visits(), again.visits === visits, Object.keys(again).sort().join());
const { words } = await import(`./words/${encodeURIComponent("de")}.js`);
console.log(words.yes, (await import("./told.js")).say === told);
""",
    "words/de.js": 'export const words = { yes: "Ja" };\n',
    "told.js": """const here = await Promise.resolve("told");
console.log("told");
export const say = (text) => `${here}: ${text}`;
export { pack, unpack as open } from "./pack.js";
""",
    "pack.js": """export async function pack() {}
function open() {}
export { open as unpack };
console.log("pack");
""",
    "shop.js": """import {
  open,
  say,
} from "./told.js";

export class Shop {
  /** @param {string} name */
  constructor(name) {
    this.name = say(name);
    this.sold = typeof open;
  }
}
export const late = () => import("./inner/late.js");
""",
    "noisy.js": 'import { say } from "./told.js";\n\nconsole.log("noisy", say("n"));\n',
    "inner/late.js": """import { en } from "../words/en.js";
import { say } from "../told.js";
import "./effect.js";
import { only } from "./only.js";

export { passed } from "./passed.js";

console.log("late", say(only), en.yes);
let count = 0;
export function visits() {
  count += 1;
  return count;
}
export const deeper = () => import("./only.js");
""",
    "inner/effect.js": 'console.log("effect");\n',
    "inner/passed.js": 'console.log("passed");\nexport const passed = 1;\n',
    "inner/only.js": 'console.log("only");\nexport const only = "only";\n',
}


def written(folder: Path, modules: dict[str, str]) -> Path:
    for name, text in {"package.json": '{"type": "module"}', **modules}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def joined(folder: Path, entry: str = "main.js") -> Path:
    script, mapped = join_modules(folder, entry, "page.js")
    return written(folder, {"joined/page.js": script, "joined/page.js.map": mapped}) / "joined" / "page.js"


def run(script: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(dev.node()), *options, str(script)], capture_output=True, text=True, check=False)


def test_a_joined_script_does_what_its_modules_do_one_by_one(tmp_path: Path) -> None:
    """Order, waiting at the top, renamed names, names passed on, and modules that come when they are needed, once."""
    folder = written(tmp_path, MODULES)
    one_by_one, at_once = run(folder / "main.js"), run(joined(folder))
    assert (one_by_one.stderr, at_once.stderr) == ("", "")
    assert at_once.stdout == one_by_one.stdout
    assert at_once.stdout.splitlines()[-2:] == ["1 2 true deeper,passed,visits", "Ja true"]


def test_an_error_names_the_line_of_the_module(tmp_path: Path) -> None:
    broken = MODULES["inner/late.js"].replace("let count = 0;", 'throw new Error("spilled");')
    done = run(joined(written(tmp_path, MODULES | {"inner/late.js": broken})), "--enable-source-maps")
    assert "spilled" in done.stderr
    assert re.search(r"inner/late\.js:9\b", done.stderr), done.stderr


@pytest.mark.parametrize(
    "line",
    [
        "export let count = 0;",
        "export default 1;",
        'export * from "./told.js";',
        'import * as told from "./told.js";',
        'import told from "./told.js";',
        'import { say } from "told";',
        'import { say } from "./told.js" with { type: "json" };',
        "const at = import.meta.url;",
        "const room = await import(name);",
        'const room = await import(name + ".js");',
        "const room = await import(`${name}.js`);",
        "const __1 = 1;",
        'import { nothing } from "./circle.js";',
    ],
)
def test_what_cannot_be_carried_over_is_refused(line: str, tmp_path: Path) -> None:
    circle = 'import { other } from "./entry.js";\nexport const nothing = other;\n'
    folder = written(tmp_path, {**MODULES, "circle.js": circle, "entry.js": f"{line}\n"})
    with pytest.raises(Unjoinable):
        join_modules(folder, "entry.js", "page.js")


def reached(entry: str) -> set[str]:
    """Every module that a page may ever load, but for the texts."""
    seen: set[Path] = set()
    todo = [PAGES / entry]
    while todo:
        one = todo.pop().resolve()
        if one not in seen and one != PAGES / APART:
            seen.add(one)
            text = one.read_text()
            todo += [one.parent / name for name in (*STATIC.findall(text), *LATER.findall(text))]
    return {one.relative_to(PAGES).as_posix() for one in seen}


@pytest.mark.parametrize("page", ENTRIES)
def test_every_page_is_joined_whole_and_asks_for_nothing_else(page: str) -> None:
    files = Joined(PAGES)
    script, mapped = files.file(f"{page}.js"), files.file(f"{page}.js.map")
    assert script is not None
    assert mapped is not None
    sources = [source.removeprefix("../") for source in json.loads(mapped.plain)["sources"]]
    assert len(sources) == len(set(sources))
    assert set(sources) == reached(ENTRIES[page])
    assert re.findall(r"^(?:import|export)\b.*", script.plain.decode(), re.MULTILINE) == [
        f'import * as __0 from "../{APART}";'
    ]
    html = with_joined_files((PAGES / f"{page}.html").read_text(), page)
    assert re.findall(r'<link rel="modulepreload" href="/([^"]+)">', html) == [APART]
    assert re.findall(r'rel="stylesheet" href="/([^"]+)"', html) == [f"joined/{page}.css"]


def test_a_page_has_its_styles_in_their_order() -> None:
    sheet = Joined(PAGES).file("table.css")
    assert sheet is not None
    assert sheet.plain == b"".join((PAGES / f"{name}.css").read_bytes() for name in ("look", "floor", "coach"))

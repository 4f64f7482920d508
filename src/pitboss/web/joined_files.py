"""What a page loads, joined: one script and one style instead of fifty files, so that a slow line is waited for once.

Nobody builds anything: plain modules are joined when a browser first asks for them, and each stays reachable by itself.
A module becomes a block with a scope of its own, in the order in which a browser would run it; one that is imported
when it is needed becomes a function that runs once. A form of import or export that this cannot carry over is refused.
"""

from __future__ import annotations

import gzip
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Final

__all__ = ["APART", "JOINED", "Joined", "Packed", "Unjoinable", "join_modules", "with_joined_files"]

JOINED: Final = "joined"
"""The folder in which joined files seem to lie."""
APART: Final = "words/en.js"
"""The texts of all pages, which stay a file of their own: whoever comes to the next page has them already."""

_STYLE: Final = re.compile(r'<link rel="stylesheet" href="/([\w/.-]+\.css)">\n')
_ENTRY: Final = re.compile(r'<script type="module" src="/([\w/.-]+\.js)"></script>')
_TYPES: Final = {"js": "text/javascript", "css": "text/css", "js.map": "application/json"}

_COMMENT: Final = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)$", re.MULTILINE)
_FROM: Final = re.compile(r'^(import|export)(?: (\{[^{}]*\}) from)? "(\.[^"]+)";$', re.MULTILINE)
_LISTED: Final = re.compile(r"^export (\{[^{}]*\});$", re.MULTILINE)
_DECLARED: Final = re.compile(r"^export (?=(?:const|class|(?:async )?function) (\w+)\b)", re.MULTILINE)
_LATER: Final = re.compile(r'/\*.*?\*/|\bimport\((?:"(\.[^"]+)"|`(\.[^`$]*)/(\$\{[^`]*`))\)')
_REFUSED: Final = re.compile(r"^(?:import|export)\b.*|\bimport\s*[(.].*|\b__\w.*", re.MULTILINE)

_ONCE: Final = "const __once = (run) => { let ran; return () => (ran ??= run()); };"


class Unjoinable(ValueError):
    """A module says something that a joined file cannot carry over."""


def _kept_lines(found: re.Match[str]) -> str:
    """Nothing, in as many lines as there were, so that a line keeps its number."""
    return "\n" * found[0].count("\n")


def _listed(names: str) -> list[tuple[str, str]]:
    """``{ a, b as c }`` as pairs of what is taken and what it is called."""
    pairs = (one.split(" as ") for one in names.strip("{} \n").split(",") if one.strip())
    return [(pair[0].strip(), pair[-1].strip()) for pair in pairs]


@dataclass(frozen=True)
class _Module:
    """A module without its comments."""

    name: str
    text: str

    @classmethod
    def read(cls, folder: Path, name: str) -> _Module:
        """Return the module of a file; raise `Unjoinable` where it has a form that cannot be joined."""
        text = _COMMENT.sub(_kept_lines, (folder / name).read_text(encoding="utf-8"))
        rest = text
        for known in (_FROM, _LISTED, _DECLARED, _LATER):
            rest = known.sub("", rest)
        if refused := _REFUSED.search(rest):
            raise Unjoinable(f"{name}: {refused[0]}")
        return cls(name, text)

    def _at(self, path: str) -> str:
        return os.path.normpath(os.path.join(os.path.dirname(self.name), path))

    @cached_property
    def first(self) -> list[str]:
        """The modules that run before this one."""
        return [self._at(found[3]) for found in _FROM.finditer(self.text)]

    @cached_property
    def later(self) -> list[str]:
        """The modules that it imports when they are needed."""
        return [self._at(found[1]) for found in _LATER.finditer(self.text) if found[1]]

    def body(self, called: Callable[[str], str], promised: Callable[[str], str]) -> str:
        """Its lines, with what it imports taken from those that are joined with it."""

        def taken(found: re.Match[str]) -> str:
            module = called(self._at(found[3]))
            if found[1] == "export" or not found[2]:
                return f"{module};{_kept_lines(found)}"  # it runs where it has not yet
            return f"const {found[2].replace(' as ', ': ')} = {module};"

        def asked(found: re.Match[str]) -> str:
            if found[1]:
                return promised(self._at(found[1]))
            return f"import(`{os.path.relpath(self._at(found[2]), JOINED)}/{found[3]})" if found[2] else found[0]

        text = _LATER.sub(asked, _FROM.sub(taken, self.text))
        return _DECLARED.sub("", _LISTED.sub(_kept_lines, text)).rstrip()

    def exports(self, called: Callable[[str], str]) -> str:
        """What it exports, as an object."""
        own = {found[1]: found[1] for found in _DECLARED.finditer(self.text)}
        own |= {name: one for found in _LISTED.finditer(self.text) for one, name in _listed(found[1])}
        for found in _FROM.finditer(self.text):
            if found[1] == "export":
                own |= {name: f"{called(self._at(found[3]))}.{one}" for one, name in _listed(found[2])}
        return f"{{ {', '.join(f'{name}: {one}' for name, one in own.items())} }}"


class _Page:
    """The modules of a page: those that run as it opens, in their order, and those that run when they are needed."""

    def __init__(self, folder: Path, entry: str) -> None:
        self.read = cache(lambda name: _Module.read(folder, name))
        self.first = self._in_order([entry])
        self.later: list[str] = []
        found = [name for one in self.first for name in self.read(one).later]
        while found:
            fresh = [name for name in self._in_order(found) if name not in (*self.first, *self.later)]
            self.later += fresh
            found = [name for one in fresh for name in self.read(one).later]
        self._number = {name: number for number, name in enumerate((APART, *self.later, *self.first))}

    def _in_order(self, entries: Iterable[str]) -> list[str]:
        """Every module after those that it imports."""
        run: dict[str, bool] = {APART: True}

        def add(name: str) -> None:
            if run.get(name):
                return
            if name in run:
                raise Unjoinable(f"{name} imports itself in a circle")
            run[name] = False
            for one in self.read(name).first:
                add(one)
            del run[name]
            run[name] = True

        for entry in entries:
            add(entry)
        return [*run][1:]

    def called(self, name: str) -> str:
        """What a module's exports are called in the joined file."""
        return f"(await __{self._number[name]}())" if name in self.later else f"__{self._number[name]}"

    def promised(self, name: str) -> str:
        """What stands there for the import of a module when it is needed."""
        number = self._number[name]
        return f"__{number}()" if name in self.later else f"Promise.resolve(__{number})"

    def blocks(self) -> Iterator[tuple[str, str, str, str]]:
        """Each module by its name: how its block begins, its lines, how it ends."""
        for name in (*self.later, *self.first):
            module, number = self.read(name), self._number[name]
            exports = module.exports(self.called)
            late = name in self.later
            begin = f"const __{number} = " + ("__once(async () => {" if late else "{}; {")
            end = f"return {exports}; }});" if late else f"Object.assign(__{number}, {exports}); }}"
            yield name, begin, module.body(self.called, self.promised), end


_DIGITS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def _digits(number: int) -> str:
    """A number as source maps write it: base 64, the sign in the lowest bit, the lowest digits first."""
    left, text = (-number << 1 | 1) if number < 0 else number << 1, ""
    while True:
        left, digit = left >> 5, left & 31
        text += _DIGITS[digit | 32 if left else digit]
        if not left:
            return text


def join_modules(folder: Path, entry: str, name: str) -> tuple[str, str]:
    """Return one module that does what the entry does with all that it imports, and its source map, line by line."""
    page = _Page(folder, entry)
    lines = [f'import * as __0 from "../{APART}";', _ONCE]
    mapped = ["", ""]
    line = 0  # of the source before, from which the next is counted
    for at, (_, begin, body, end) in enumerate(page.blocks()):
        own = body.split("\n")
        lines += [begin, *own, end]
        first = f"A{_digits(1 if at else 0)}{_digits(-line)}A"
        mapped += ["", first, *["AACA"] * (len(own) - 1), ""]
        line = len(own) - 1
    lines.append(f"//# sourceMappingURL={name}.map\n")
    sources = [f"../{one}" for one, *_ in page.blocks()]
    return "\n".join(lines), json.dumps({"version": 3, "sources": sources, "names": [], "mappings": ";".join(mapped)})


def _join_styles(folder: Path, names: list[str]) -> str:
    text = "".join((folder / name).read_text(encoding="utf-8") for name in names)
    if found := re.search(r"@import|url\(", text):
        raise Unjoinable(f"{', '.join(names)}: {found[0]} is counted from where a file lies")
    return text


def with_joined_files(page: str, name: str) -> str:
    """The HTML of a page with its styles and its modules joined; one that names them otherwise stays as it is."""
    if not (entry := _ENTRY.search(page)):
        return page
    styles = f'<link rel="stylesheet" href="/{JOINED}/{name}.css">\n' if _STYLE.search(page) else ""
    script = entry[0].replace(entry[1], f"{JOINED}/{name}.js")
    script = f'<link rel="modulepreload" href="/{APART}">\n{script}'
    return _STYLE.sub("", page).replace(entry[0], styles + script)


@dataclass(frozen=True, slots=True)
class Packed:
    """A joined file as it is sent, compressed once."""

    plain: bytes
    packed: bytes
    media_type: str


class Joined:
    """The joined files of all pages, each made when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names = {f"{page.stem}{kind}" for page in folder.glob("*.html") for kind in (".js", ".css", ".js.map")}
        self._made = cache(self._make)

    def file(self, name: str) -> Packed | None:
        """Return the file of a name such as ``table.js``, or None where no page has it."""
        return self._made(name) if name in self._names else None

    def _make(self, name: str) -> Packed | None:
        page, _, kind = name.partition(".")
        html = (self._folder / f"{page}.html").read_text(encoding="utf-8")
        if not (entry := _ENTRY.search(html)):
            return None
        if kind == "css":
            text = _join_styles(self._folder, _STYLE.findall(html))
        else:
            text = join_modules(self._folder, entry[1], f"{page}.js")[kind == "js.map"]
        plain = text.encode()
        return Packed(plain, gzip.compress(plain, mtime=0), _TYPES[kind])

"""The documentation as pages: the same Markdown that stands in the repository, read where the server runs."""

from __future__ import annotations

import html
import re
from functools import cache
from pathlib import Path
from typing import Annotated, Final

from fastapi import APIRouter
from fastapi import Path as PathPart
from fastapi.responses import HTMLResponse

from pitboss.rules import SHIPPED, load
from pitboss.service.floor.floor import Unknown

__all__ = ["DOCS", "router"]

router = APIRouter(include_in_schema=False)

_INSTALLED: Final = Path(__file__).parent / "docs"
DOCS: Final = _INSTALLED if _INSTALLED.is_dir() else Path(__file__).resolve().parents[3] / "docs"
"""Beside the package where it was installed from a wheel, else in the repository."""
ORDER: Final = (
    "installing", "rule-sheets", "hand-records", "library", "mathematics", "par-sheets", "strategy-charts",
    "simulation", "shuffles", "operations", "capacity", "consoles", "school", "money", "audit", "security",
    "command-line", "api", "architecture", "contributing", "house-rules", "glossary",
)  # fmt: skip
PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Pitboss</title><link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="manifest" href="/pitboss.webmanifest"><meta name="theme-color" content="#0d1315">
<link rel="stylesheet" href="/look.css"><link rel="stylesheet" href="/floor.css">
<link rel="stylesheet" href="/public.css"><link rel="stylesheet" href="/docs.css"><script src="/theme.js"></script>
<script type="module" src="/docs.js"></script></head><body class="docs-page" data-page="docs">
<header class="public-top" id="top"></header><nav class="docs-list" aria-label="Documentation"><ul>{links}</ul></nav>
<main>{body}</main></body></html>
"""


@router.get("/docs")
@router.get("/docs/")
def first() -> HTMLResponse:
    """What there is to read."""
    found = "".join(
        f'<dt><a href="/docs/{name}">{html.escape(_title(name))}</a></dt><dd>{_opening(name)}</dd>' for name in _names()
    )
    games = "".join(
        f'<dt><a href="/play.html?sheet={sheet.name}">How to play '
        f"{html.escape(sheet.display_title or sheet.title)}</a></dt><dd>{html.escape(sheet.about)}</dd>"
        for sheet in map(load, SHIPPED)
    )
    players = f'<h2>For players</h2><dl class="pages">{games}</dl>'
    rest = f'<h2>For the house, mathematicians and developers</h2><dl class="pages">{found}</dl>'
    return _page("Documentation", f"<h1>Documentation</h1>{players}{rest}", "")


@router.get("/docs/{name}")
def page(name: Annotated[str, PathPart(pattern=r"^[a-z-]+(\.md)?$")]) -> HTMLResponse:
    """One page."""
    wanted = name.removesuffix(".md")
    if wanted not in _names():
        raise Unknown("page.none")
    return _page(_title(wanted), _body(wanted), wanted)


def _page(title: str, body: str, here: str) -> HTMLResponse:
    links = "".join(  # the first page is the list itself
        f'<li><a href="/docs/{name}"{" aria-current=page" if name == here else ""}>{html.escape(_title(name))}</a></li>'
        for name in (_names() if here else ())
    )
    return HTMLResponse(PAGE.format(title=html.escape(title), links=links, body=body))


@cache
def _names() -> tuple[str, ...]:
    """The pages that are there, those of the reading order first."""
    found = {path.stem for path in DOCS.glob("*.md")}
    return (*(name for name in ORDER if name in found), *sorted(found - {*ORDER}))


@cache
def _title(name: str) -> str:
    first_line = (DOCS / f"{name}.md").read_text(encoding="utf-8").partition("\n")[0]
    return first_line.removeprefix("#").strip()


@cache
def _opening(name: str) -> str:
    """The first sentence of a page, as HTML; empty where it begins with something else."""
    found = re.search(r"</h1>\s*<p>(.+?\.)(?=\s|</p>)", _body(name), re.DOTALL)
    return re.sub(r"</?a\b[^>]*>", "", found[1]) if found else ""


@cache
def _body(name: str) -> str:
    """A page as HTML; links to other pages and headings lead there."""
    from markdown_it import MarkdownIt

    made = str(MarkdownIt("commonmark", {"html": False}).enable("table").render(_text(name)))
    made = re.sub(r'href="(?:\.\./docs/|docs/)?([a-z-]+)\.md(#[^"]*)?"', r'href="/docs/\1\2"', made)
    made = re.sub(r'<a href="\.\./[^"]*">(.*?)</a>', r"\1", made)  # a file of the repository is not on the floor
    return re.sub(r"<h([23])>(.*?)</h\1>", _with_id, made)


def _with_id(found: re.Match[str]) -> str:
    """A heading that can be led to, by the name that the repository's own pages give it."""
    words = html.unescape(re.sub(r"<[^>]+>", "", found[2])).lower()
    name = re.sub(r"[^\w -]", "", words).replace(" ", "-")
    return f'<h{found[1]} id="{name}">{found[2]}</h{found[1]}>'


def _text(name: str) -> str:
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")

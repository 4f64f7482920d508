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
from starlette.exceptions import HTTPException

__all__ = ["DOCS", "router"]

router = APIRouter(include_in_schema=False)

_INSTALLED: Final = Path(__file__).parent / "docs"
DOCS: Final = _INSTALLED if _INSTALLED.is_dir() else Path(__file__).resolve().parents[3] / "docs"
"""Beside the package where it was installed from a wheel, else in the repository."""
ORDER: Final = (
    "rule-sheets", "hand-records", "library", "mathematics", "par-sheets", "strategy-charts", "simulation", "shuffles",
    "operations", "command-line", "audit", "api", "security", "architecture", "contributing",
)  # fmt: skip
PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Pitboss</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/look.css"><link rel="stylesheet" href="/docs.css"><script src="/theme.js"></script>
</head><body class="docs-page"><nav aria-label="Documentation"><p><a href="/">Pitboss</a></p><ul>{links}</ul></nav>
<main>{body}</main></body></html>
"""


@router.get("/docs")
@router.get("/docs/")
def first() -> HTMLResponse:
    """What there is to read."""
    found = "".join(f'<li><a href="/docs/{name}">{html.escape(_title(name))}</a></li>' for name in _names())
    return _page("Documentation", f"<h1>Documentation</h1><ul>{found}</ul>", "")


@router.get("/docs/{name}")
def page(name: Annotated[str, PathPart(pattern=r"^[a-z-]+(\.md)?$")]) -> HTMLResponse:
    """One page."""
    wanted = name.removesuffix(".md")
    if wanted not in _names():
        raise HTTPException(404, "there is no such page; /docs has the list")
    return _page(_title(wanted), _body(wanted), wanted)


def _page(title: str, body: str, here: str) -> HTMLResponse:
    links = "".join(
        f'<li><a href="/docs/{name}"{" aria-current=page" if name == here else ""}>{html.escape(_title(name))}</a></li>'
        for name in _names()
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
def _body(name: str) -> str:
    """A page as HTML; links to other pages lead there."""
    from markdown_it import MarkdownIt

    made = str(MarkdownIt("commonmark", {"html": False}).enable("table").render(_text(name)))
    return re.sub(r'href="(?:\.\./docs/|docs/)?([a-z-]+)\.md(#[^"]*)?"', r'href="/docs/\1\2"', made)


def _text(name: str) -> str:
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")

"""The placard as text, Markdown and HTML."""

from __future__ import annotations

import textwrap
from html import escape
from typing import Final

from pitboss.rules.placard import Line, Part, Placard

__all__ = ["as_html", "as_markdown", "as_text"]

_PAY_WIDTH: Final = 52


def as_text(placard: Placard, *, width: int = 96) -> str:
    """Plain text for a terminal or a file."""
    out = [placard.title.upper(), placard.subtitle, ""]
    for note in placard.notes:
        out += _wrapped(note, width)
    for part in placard.parts:
        out += ["", part.title.upper(), "-" * len(part.title)]
        for line in part.lines:
            out += _wrapped(line, width)
    return "\n".join(out) + "\n"


def _wrapped(line: Line, width: int) -> list[str]:
    text = f"{line.text} {'.' * max(_PAY_WIDTH - len(line.text), 3)} {line.pays}" if line.pays else line.text
    return textwrap.wrap(
        f"{text}{_mark(line)}  {_cited(line)}".rstrip(),
        width,
        initial_indent="  ",
        subsequent_indent="      ",
        break_on_hyphens=False,
        break_long_words=False,
    )


def _mark(line: Line) -> str:
    return " (departs from the document)" if line.departs and "departs" not in line.text else ""


def _cited(line: Line) -> str:
    return f"[{', '.join(line.clauses)}]" if line.clauses else "[house setting]"


def as_markdown(placard: Placard) -> str:
    """Markdown, readable as it is."""
    out = [f"# {_md(placard.title)}", "", _md(placard.subtitle), ""]
    out += [f"- {_md(note.text)} `{_cited(note)}`" for note in placard.notes]
    for part in placard.parts:
        out += ["", f"## {_md(part.title)}", ""]
        out += [f"- {_md(line.text)}{_mark(line)} `{_cited(line)}`" for line in part.lines if not line.pays]
        pays = [line for line in part.lines if line.pays]
        if pays:
            out += ["", "| hand | pays | clause |", "| --- | --- | --- |"]
            out += [f"| {_md(line.text)}{_mark(line)} | {line.pays} | `{', '.join(line.clauses)}` |" for line in pays]
    return "\n".join(out) + "\n"


def _md(text: str) -> str:
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>#|" else c for c in text)


_STYLE: Final = """
:root { color-scheme: light dark; --page: #EFF1EB; --surface: #FAFBF7; --text: #172022; --quiet: #536160;
  --accent: #9A4114; --line: #D2D8CE; }
@media (prefers-color-scheme: dark) { :root { --page: #0D1315; --surface: #141C1F; --text: #EEF2EC;
  --quiet: #A8B6B4; --accent: #F3A56D; --line: #2D3B40; } }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 "Avenir Next", "Segoe UI", Roboto,
  "Noto Sans", "DejaVu Sans", sans-serif; font-variant-numeric: tabular-nums lining-nums; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 26px; margin: 0; } h2 { font-size: 20px; margin: 0 0 .5rem; }
.subtitle { color: var(--quiet); margin: .25rem 0 1rem; overflow-wrap: anywhere; }
section, .notes { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1.25rem;
  margin: 1rem 0; }
ul { list-style: none; margin: 0; padding: 0; }
li { display: flex; gap: 1.5rem; align-items: baseline; padding: .3rem 0; border-top: 1px solid var(--line); }
li > :first-child { flex: 1; } li .clause { flex: 0 1 auto; max-width: 16rem; }
li:first-child { border-top: 0; } table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; padding: .3rem .75rem .3rem 0; border-top: 1px solid var(--line); font-weight: 400; }
ul + table { margin-top: .5rem; border-top: 1px solid var(--quiet); }
td.pays { text-align: right; font-weight: 700; white-space: nowrap; padding-right: 1.5rem; }
td:last-child { padding-right: 0; text-align: right; }
.clause { color: var(--quiet); font-size: 12px; text-align: right; }
.clause b { font-weight: 400; white-space: nowrap; }
.departs { color: var(--accent); font-weight: 700; }
@media (max-width: 40rem) { section, .notes { padding: .75rem 1rem; } li { display: block; }
  li .clause { display: block; max-width: none; text-align: left; } td.pays { padding-right: .75rem; } }
@media print { body { background: #fff; color: #000; } section, .notes { break-inside: avoid; border-color: #999; } }
"""


def as_html(placard: Placard) -> str:
    """A page that stands alone: it loads no other file."""
    notes = "".join(f"<li>{_text(note)}</li>" for note in placard.notes)
    parts = "".join(_section(part) for part in placard.parts)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(placard.title)}: rules</title><style>{_STYLE}</style></head>\n<body><main>"
        f'<h1>{escape(placard.title)}</h1><p class="subtitle">{escape(placard.subtitle)}</p>'
        f'<div class="notes"><ul>{notes}</ul></div>\n{parts}</main></body></html>\n'
    )


def _section(part: Part) -> str:
    items = "".join(f"<li>{_text(line)}</li>" for line in part.lines if not line.pays)
    rows = "".join(
        f'<tr><th scope="row">{escape(line.text)}{_departs(line)}</th><td class="pays">{escape(line.pays)}</td>'
        f"<td>{_clauses(line)}</td></tr>"
        for line in part.lines
        if line.pays
    )
    listed = f"<ul>{items}</ul>" if items else ""
    table = f"<table><tbody>{rows}</tbody></table>" if rows else ""
    return f"<section><h2>{escape(part.title)}</h2>{listed}{table}</section>\n"


def _text(line: Line) -> str:
    style = ' class="departs"' if line.departs else ""
    return f"<span{style}>{escape(line.text + _mark(line))}</span> {_clauses(line)}"


def _departs(line: Line) -> str:
    return f'<span class="departs">{escape(_mark(line))}</span>' if _mark(line) else ""


def _clauses(line: Line) -> str:
    named = ", ".join(f"<b>{escape(clause)}</b>" for clause in line.clauses)
    return f'<span class="clause">{named or "house setting"}</span>'

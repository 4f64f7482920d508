"""`pitboss rules`: the placard of a sheet, or its options."""

from __future__ import annotations

import shutil
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from pitboss.cli.common import Json, Sets, SheetName, json_text, say, write_file
from pitboss.rules import Sheet, load

__all__ = ["rules"]


class Form(StrEnum):
    text = "text"
    markdown = "markdown"
    html = "html"
    toml = "toml"


def rules(
    sheet: SheetName,
    set: Sets = [],  # noqa: B006  (typer reads the name and copies the default)
    format: Annotated[Form, typer.Option("--format", "-f", help="How to print it.")] = Form.text,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write to a file instead.")] = None,
    options: Annotated[
        bool, typer.Option("--options", help="List every value, what it may be and what it touches.")
    ] = False,
    json: Json = False,
) -> None:
    """Print the whole game as its placard, each line with its clauses.

    Examples: `pitboss rules catfish-blackjack`, `pitboss rules blackjack-v5 --set decks=8 --options`,
    `pitboss rules free-bet-blackjack -f html -o free-bet.html`
    """
    loaded = load(sheet, sets=set)
    if json:
        text = json_text(_as_json(loaded))
    elif options:
        text = _options(loaded)
    else:
        text = _rendered(loaded, format, to_file=output is not None)
    if output is not None:
        write_file(output, text)
        say(f"wrote {output}")
    else:
        sys.stdout.write(text)


def _rendered(sheet: Sheet, form: Form, *, to_file: bool) -> str:
    from pitboss.rules.placard import placard
    from pitboss.rules.posted import as_html, as_markdown, as_text
    from pitboss.rules.write import sheet_text

    if form is Form.toml:
        return sheet_text(sheet)
    if form is Form.html:
        return as_html(placard(sheet))
    if form is Form.markdown:
        return as_markdown(placard(sheet))
    wide = 96 if to_file else min(max(shutil.get_terminal_size((96, 24)).columns, 50), 110)
    return as_text(placard(sheet), width=wide)


def _choice(may: Any) -> str:
    """What a document lets a house choose, in words."""
    if isinstance(may, dict):
        return f"in proportion to {may['with']}" if "with" in may else f"from {may['from']} to {may['to']}"
    if isinstance(may, list):
        return " or ".join(
            (" and ".join(map(str, one)) or "none") if isinstance(one, list) else str(one) for one in may
        )
    return str(may)


def _options(sheet: Sheet) -> str:
    rows = []
    for entry in _values(sheet):
        value = entry["value"]
        shown = (
            ", ".join(map(str, value))
            if isinstance(value, list)
            else str(value).lower()
            if isinstance(value, bool)
            else value
        )
        rows.append(f"{entry['path']} = {shown}")
        rows.append(f"    may be     {entry['values']}")
        within = f" (within the document: {_choice(entry['within_document'])})" if entry["clauses"] else ""
        rows.append(f"    comes from {', '.join(entry['clauses']) or 'the house'}{within}")
        rows.append(f"    touches    {', '.join(entry['touches']) or 'nothing: it cannot vary'}")
    return "\n".join(rows) + "\n"


def _values(sheet: Sheet) -> list[dict[str, Any]]:
    departing = {departure.path for departure in sheet.departures}
    entries = []
    for path in sheet.values:
        field, source = sheet.fields[path], sheet.sources.get(path)
        assert field.option is not None
        may = source.may if source else "any"
        entries.append(
            {
                "path": path,
                "value": sheet.written(path),
                "values": field.expected,
                "touches": field.option.touches.split(),
                "clauses": list(sheet.clauses(path)),
                "within_document": "fixed" if may is None else may,
                "departs": path in departing,
            }
        )
    return entries


def _as_json(sheet: Sheet) -> dict[str, Any]:
    from pitboss.rules.placard import placard

    posted = placard(sheet)
    return {
        "sheet": sheet.name,
        "title": sheet.title,
        "game": sheet.game,
        "version": sheet.version,
        "hash": sheet.hash,
        "approved": sheet.approved,
        "departures": [str(departure) for departure in sheet.departures],
        "values": _values(sheet),
        "placard": [
            {
                "heading": part.title,
                "lines": [{"text": line.text, "pays": line.pays, "clauses": list(line.clauses)} for line in part.lines],
            }
            for part in posted.parts
        ],
    }

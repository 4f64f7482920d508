"""`pitboss rules`: the placard of a sheet, or its options."""

from __future__ import annotations

import shutil
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from pitboss.cli.common import Json, Sets, SheetName, json_text, load, say, write_file
from pitboss.errors import NotationError
from pitboss.reports.output_files import form_of

if TYPE_CHECKING:
    from pitboss.rules import Sheet

__all__ = ["rules"]


class Form(StrEnum):
    text = "text"
    markdown = "markdown"
    html = "html"
    toml = "toml"
    pdf = "pdf"


class SignPaper(StrEnum):
    a4 = "a4"
    letter = "letter"
    card = "card"


_ENDINGS: Final = {"txt": Form.text, "md": Form.markdown, "html": Form.html, "toml": Form.toml, "pdf": Form.pdf}


def rules(
    sheet: SheetName,
    set: Sets = [],  # noqa: B006  (typer reads the name and copies the default)
    format: Annotated[
        Form | None, typer.Option("--format", "-f", help="How to print it; else by the ending of the file, or text.")
    ] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write to a file instead.")] = None,
    sign: Annotated[
        bool, typer.Option("--sign", help="One page for the table as PDF: limits, pays, and the rules to know.")
    ] = False,
    paper: Annotated[SignPaper, typer.Option("--paper", help="The size of a PDF's pages.")] = SignPaper.a4,
    options: Annotated[
        bool, typer.Option("--options", help="List every value, what it may be and what it touches.")
    ] = False,
    json: Json = False,
) -> None:
    """Print the whole game as its placard, each line with its clauses.

    Examples: `pitboss rules catfish-blackjack`, `pitboss rules blackjack-v5 --set decks=8 --options`,
    `pitboss rules free-bet-blackjack -o free-bet.html`, `pitboss rules blackjack-v5 --sign --paper card -o sign.pdf`
    """
    form = _form(Form.text if json or options else format, output, sign=sign)
    loaded = load(sheet, sets=set)
    if form is Form.pdf:
        assert output is not None
        write_file(output, _typeset(loaded, sign=sign, paper=paper))
        say(f"wrote {output}")
        return
    if json:
        text = json_text(_as_json(loaded))
    elif options:
        text = _options(loaded)
    else:
        text = _rendered(loaded, form, to_file=output is not None)
    if output is not None:
        write_file(output, text)
        say(f"wrote {output}")
    else:
        sys.stdout.write(text)


def _form(asked: Form | None, output: Path | None, *, sign: bool) -> Form:
    """What is printed or written: what was asked for, else what the ending of the file says, else text."""
    ending = output.suffix.lower().removeprefix(".") if output is not None else ""
    meant = _ENDINGS.get(ending)
    form = asked or meant or (Form.pdf if sign else Form.text)
    if sign and form is not Form.pdf:
        raise NotationError("a sign is a page to print", expected="-o sign.pdf")
    if (form is Form.pdf or meant is Form.pdf) and meant is not form:
        given = f'"{output}" is no name for {form.value}' if output else "a PDF is not printed in a terminal"
        raise NotationError(given, expected="-o and a name that ends in .pdf, without another --format")
    if output is not None and form is Form.pdf:
        form_of(output, ("pdf",))
    return form


def _typeset(sheet: Sheet, *, sign: bool, paper: SignPaper) -> bytes:
    from pitboss.reports.placards import placard_pdf, sign_pdf

    if sign:
        return sign_pdf(sheet, paper=paper.value)
    if paper is SignPaper.card:
        raise NotationError("the whole placard does not go on a card", expected="--sign, or --paper a4 or letter")
    return placard_pdf(sheet, paper="letter" if paper is SignPaper.letter else "a4")


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

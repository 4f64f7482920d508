"""What hangs at a table, on paper: the whole placard, and a sign of one page with what a player must know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any, Final, Literal

from pitboss.errors import NotationError
from pitboss.reports.look import FELTS
from pitboss.reports.par import PAPERS, Paper, figure_rules
from pitboss.reports.typesetting import typeset
from pitboss.rules import Sheet
from pitboss.rules.placard import Approval, Line, Part, placard

__all__ = ["SIGN_PAPERS", "SignPaper", "placard_pdf", "sign_pdf"]

SignPaper = Literal["a4", "letter", "card"]
TOO_MUCH: Final = "too much for the page"
"""What the template says where the words do not fit."""
SIGN_PAPERS: Final[tuple[SignPaper, ...]] = ("a4", "letter", "card")


def placard_pdf(sheet: Sheet, approval: Approval | None = None, *, paper: Paper = "a4") -> bytes:
    """The whole placard, each line with its clauses, as a document of several pages."""
    posted = placard(sheet, approval)
    return typeset("placard.typ", {**asdict(posted), **_look(sheet), "paper": PAPERS[paper]}, "pdf")


def sign_pdf(sheet: Sheet, approval: Approval | None = None, *, paper: SignPaper = "a4") -> bytes:
    """One page for the table: limits, what each bet pays, and every rule that moves a figure.

    A card is half a letter page on its side. The words are set as large as the page allows; NotationError is raised
    where they would be too small to read.
    """
    posted, parts = placard(sheet, approval), figure_rules(sheet)
    said = [line for part in parts for line in part.lines if _is_large(line)]
    small = [replace(part, lines=tuple(line for line in part.lines if line not in said)) for part in parts]
    data = {
        "title": sheet.title,
        "house": sheet.house,
        "subtitle": posted.subtitle,
        "notes": [posted.notes[0].text, *_departing(sheet)],
        "large": [line.text for line in said],
        "parts": [asdict(part) for part in sorted(small, key=_has_no_pay_table) if part.lines],
        "paper": PAPERS.get(paper, paper),
    }
    try:
        return typeset("sign.typ", {**data, **_look(sheet)}, "pdf")
    except RuntimeError as error:
        if TOO_MUCH not in str(error):
            raise
        raise NotationError(f"{sheet.title} has more rules than the page holds", expected="larger paper") from None


def _departing(sheet: Sheet) -> Iterator[str]:
    """That the sheet departs from its document, where it does; the rules that do so are marked."""
    if sheet.departures:
        yield "What stands in bold among the rules departs from the document; the placard says from which clause."


def _look(sheet: Sheet) -> dict[str, Any]:
    return {"felt": FELTS[sheet.felt]}


def _is_large(line: Line) -> bool:
    """Whether a line stands under the title: the limits of the main bets, and what a blackjack or insurance pays."""
    return line.path == "table.minimum" or (line.path.endswith(".pays") and not line.pays)


def _has_no_pay_table(part: Part) -> bool:
    return not any(line.pays for line in part.lines)

"""What wagers and lines are called on a page, in the words of the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.rules.game import wager_of

if TYPE_CHECKING:
    from pitboss.rules import Sheet

__all__ = ["line_title", "wager_in_words", "wager_title"]

TOKE = "toke:"
COUNTER = {"counter": "Counter's bets"}
"""What a simulation adds up beside the wagers."""


def wager_title(sheet: Sheet, wager: str) -> str:
    """A wager by its name on the layout.

    >>> from pitboss.rules import load
    >>> sheet = load("catfish-blackjack")
    >>> wager_title(sheet, "kings_bounty"), wager_title(sheet, "toke:main")
    ("King's Bounty", 'Toke: main bet')
    """
    if wager.startswith(TOKE):
        title = wager_title(sheet, wager.removeprefix(TOKE))
        return f"Toke: {title[0].lower()}{title[1:]}"
    found = wager_of(sheet.game, sheet.rules, wager)
    return found.title if found is not None else COUNTER.get(wager, wager)


def wager_in_words(wager: str) -> str:
    """A wager in words where no sheet is at hand that gives it a title.

    >>> wager_in_words("kings_bounty"), wager_in_words("toke:main")
    ('kings bounty', 'the toke on main')
    """
    words = wager.removeprefix(TOKE).replace("_", " ")
    return f"the toke on {words}" if wager.startswith(TOKE) else words


def line_title(sheet: Sheet, wager: str, line: str) -> str:
    """A line by its words in the pay table; lines that were paid together are joined.

    >>> from pitboss.rules import load
    >>> line_title(load("catfish-blackjack"), "kings_bounty", "suited_kings")
    'Two kings of one suit'
    >>> line_title(load("free-bet-blackjack"), "push22", "other")
    'Any other dealer 22'
    """
    found = wager_of(sheet.game, sheet.rules, wager.removeprefix(TOKE).removesuffix("_award"))
    section = found.pays if found is not None else ""
    return " and ".join(_title(sheet, f"{section}.{part}", part) for part in line.split("+"))


def _title(sheet: Sheet, path: str, line: str) -> str:
    if path in sheet.values:
        return sheet.fields[path].sentence(sheet.values[path])
    return line.replace("_", " ").capitalize()

"""What wagers and lines are called on a page, in the words of the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.bets import BETS

if TYPE_CHECKING:
    from pitboss.rules import Sheet

__all__ = ["line_title", "wager_title"]

BLACKJACK = {"main": "Main bet", "insurance": "Insurance", "counter": "Counter's bets"}
HOLDEM = {"main": "Ante, Blind, Play", "trips": "Trips", "progressive": "Progressive"}
TOKE = "toke:"


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
    words = HOLDEM if sheet.game == "holdem" else BLACKJACK
    return words.get(wager) or (BETS[wager].title if wager in BETS else wager)


def line_title(sheet: Sheet, wager: str, line: str) -> str:
    """A line by its words in the pay table; lines that were paid together are joined.

    >>> from pitboss.rules import load
    >>> line_title(load("catfish-blackjack"), "kings_bounty", "suited_kings")
    'Two kings of one suit'
    >>> line_title(load("free-bet-blackjack"), "push22", "other")
    'Any other dealer 22'
    """
    section = _pay_table(wager.removeprefix(TOKE))
    return " and ".join(_title(sheet, f"{section}.{part}", part) for part in line.split("+"))


def _pay_table(wager: str) -> str:
    """Where in a sheet the lines of a wager stand."""
    if wager in ("main", "blind"):
        return "blind.pays"
    return f"bets.{BETS[wager].section if wager in BETS else wager.removesuffix('_award')}.pays"


def _title(sheet: Sheet, path: str, line: str) -> str:
    if path in sheet.values:
        return sheet.fields[path].sentence(sheet.values[path])
    return line.replace("_", " ").capitalize()

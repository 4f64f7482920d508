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
    """
    from pitboss.maths.sidebets.money import titles_of

    wager = wager.removeprefix(TOKE)
    rules = sheet.rules
    section = rules.blind if wager == "main" else getattr(rules.bets, BETS[wager].section if wager in BETS else wager)  # type: ignore[attr-defined]
    titles = titles_of(section.pays)
    return " and ".join(titles.get(part) or part.replace("_", " ").capitalize() for part in line.split("+"))

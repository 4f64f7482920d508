"""What a list of the shipped sheets says of each: read from its text, because building its rules takes longer."""

from __future__ import annotations

from typing import Any, NamedTuple

import tomli

from pitboss.sheets import sheet_text

__all__ = ["Glance", "glance"]


class Glance(NamedTuple):
    """The values of a sheet that a list shows, as its text writes them."""

    title: str
    called: str
    """The game as the lobby lists it among others."""
    minimum: str
    maximum: str
    decks: int
    side_bets: tuple[str, ...]


def glance(name: str) -> Glance:
    """Look at a shipped sheet.

    >>> glance("free-bet-blackjack").side_bets
    ('push22',)
    """
    chain = _chain(name)
    table, cards = ({key: _value(chain, section, key) for key in keys} for section, keys in _SHOWN.items())
    side_bets = tuple(table.pop("side_bets"))
    title = chain[0]["title"]
    return Glance(title=title, called=chain[0].get("display_title", title), side_bets=side_bets, **table, **cards)


_SHOWN = {"table": ("minimum", "maximum", "side_bets"), "cards": ("decks",)}


def _chain(name: str) -> list[dict[str, Any]]:
    """The tables of a sheet, and of all it extends."""
    chain = [tomli.loads(sheet_text(name))]
    while "extends" in chain[-1]:
        chain.append(tomli.loads(sheet_text(chain[-1]["extends"])))
    return chain


def _value(chain: list[dict[str, Any]], section: str, key: str) -> Any:
    """A value of the highest sheet that states it, without the clauses that it is stated with."""
    written = next(tables[section][key] for tables in chain if key in tables.get(section, {}))
    return written["is"] if isinstance(written, dict) else written

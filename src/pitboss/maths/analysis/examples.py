"""Worked examples of the documents, held against the cards: can what they tell of happen at all?

Both documents with a limit on very high awards show by an example how several such awards of one round share it.
Whether N hands can win that line at once is found by looking at every way the cards could lie.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.maths.games import GAME_MATHS
from pitboss.money import dollars, parse_cents
from pitboss.rules import Sheet
from pitboss.rules.game import bet_title, wager_of
from pitboss.rules.register import clause

__all__ = ["Example", "example_findings", "hands_at_once"]


@dataclass(frozen=True, slots=True)
class Example:
    """An example of several bets that win one line in the same round; its stakes stand in the clause."""

    clause: str
    wager: str
    line: str

    @property
    def stakes(self) -> tuple[int, ...]:
        """The bets it names, in cents: the amounts before what they give."""
        entry = clause(self.clause)
        assert entry is not None, self.clause
        before, gives, _ = entry.text.partition(" give")
        assert gives, entry.text
        return tuple(parse_cents(amount) for amount in re.findall(r"\$\d+(?:,\d{3})*(?:\.\d\d)?", before))


def example_findings(sheet: Sheet) -> Iterator[str]:
    """What cannot happen in the examples of a sheet's document."""
    for example in GAME_MATHS[sheet.game].examples:
        entry = clause(example.clause)
        assert entry is not None
        if entry.document != sheet.document or wager_of(sheet.game, sheet.rules, example.wager) is None:
            continue
        wanted, most = len(example.stakes), hands_at_once(sheet, example)
        if most < wanted:
            title = bet_title(sheet.game, sheet.rules, example.wager)
            stakes = " and ".join(dollars(cents) for cents in example.stakes)
            yield (
                f"The example of {example.clause} cannot happen: it pays {wanted} hands of one round ({stakes}) for "
                f"{example.line.replace('_', ' ')} on {title}, and {_counted(most)} can win it at once."
            )


def _counted(most: int) -> str:
    return f"at most {most} of them" if most else "none of them"


def hands_at_once(sheet: Sheet, example: Example) -> int:
    """How many hands of one round can win the line together, as far as the example goes.

    >>> from pitboss.rules import load
    >>> hands_at_once(load("catfish-blackjack"), Example("BJ-KBLIM-3a", "kings_bounty", "spade_kings_dealer_blackjack"))
    3
    """
    game = GAME_MATHS[sheet.game]
    tried = range(len(example.stakes), 0, -1)
    return next((hands for hands in tried if game.win_at_once(sheet, example, hands)), 0)

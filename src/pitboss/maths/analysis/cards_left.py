"""What a wager's edge is with some cards of the shoe gone, by effects of removal; and how far that is off.

The edge is taken as a straight line in the cards that are gone: each changes it by its effect of removal, the more the
fewer cards are left. What that leaves out, the play that changes with the cards above all, grows with the cards gone;
its mean is measured on shoes solved exactly and added, and what remains is stated as the error.

>>> from pitboss.rules import load
>>> line = lines_of(load("catfish-blackjack"), ("main",))["main"]
>>> line.sample, line.error < 0.002
(16, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Final

from pitboss.cards import DECK, Card
from pitboss.errors import NotationError
from pitboss.maths import results
from pitboss.maths.analysis.stakes import stakes_of
from pitboss.maths.games import GAME_MATHS
from pitboss.rules import Sheet

__all__ = ["EdgeLine", "edge_from", "lines_of"]

SAMPLE: Final = 16
"""Shoes that are solved exactly to measure the error."""
DEEPEST: Final = 0.75
"""The largest share of the shoe that is gone in one of them."""
KIND: Final = "cards left"


@dataclass(frozen=True, slots=True)
class EdgeLine:
    """A wager's edge from a full shoe, what each card's removal does to it, and how far the line is off."""

    edge: float
    effects: tuple[float, ...]
    """By card, in the order of the deck."""
    cards: int
    """Cards in the full shoe."""
    bend: float
    """What the line leaves out on average, by cards gone over cards left."""
    error: float
    """The root of the mean square of what it is off after that."""
    sample: int

    def shift(self, gone: float, count: int) -> float:
        """Return the change of the edge, given the sum of the effects of the cards gone and their number."""
        left = self.cards - count
        return (gone * (self.cards - 1) + self.bend * count) / left if left > 0 else 0.0


SHAPES: Final = (EdgeLine,)


def edge_from(sheet: Sheet, wager: str, cards: Sequence[Card], *, stake: int, main: int) -> float | None:
    """Return the exact house edge of a wager dealt from these cards; None where it cannot be said."""
    from pitboss.maths import sidebets

    try:
        if wager == "main":
            return GAME_MATHS[sheet.game].edge_from(sheet, main, cards)
        return sidebets.bet_figures(sheet, wager, shoe=cards, stake_cents=stake, main_cents=main).house_edge
    except NotationError:
        return None


def lines_of(sheet: Sheet, wagers: Sequence[str], *, cache: bool = True) -> dict[str, EdgeLine]:
    """Return the lines of these wagers at the sheet's own stakes; none for a game that deals every round afresh.

    They are worked out once for a sheet and kept; that takes some seconds for each wager.
    """
    if not GAME_MATHS[sheet.game].from_shoe:
        return {}
    found = {}
    for wager in wagers:
        key: dict[str, Any] = {"sheet": sheet.hash, "wager": wager}
        line = results.recall(KIND, key, shapes=SHAPES) if cache else None
        if not isinstance(line, EdgeLine):
            line = _fresh(sheet, wager)
            if cache:
                results.keep(KIND, key, line)
        found[wager] = line
    return found


def _fresh(sheet: Sheet, wager: str) -> EdgeLine:
    from pitboss.maths import sidebets

    stakes = stakes_of(sheet)
    stake, main = stakes[wager], stakes["main"]
    full = DECK * sheet.rules.cards.decks
    if wager == "main":
        effects = GAME_MATHS[sheet.game].main_effects(sheet, main, None)
        assert effects is not None
    else:
        effects = dict(sidebets.effects_of_removal(sheet, wager, stake_cents=stake, main_cents=main))
    edge = edge_from(sheet, wager, full, stake=stake, main=main)
    assert edge is not None
    straight = EdgeLine(edge, tuple(float(effects[card]) for card in DECK), len(full), 0.0, 0.0, 0)
    return _measured(straight, sheet, wager, stake, main)


def _measured(line: EdgeLine, sheet: Sheet, wager: str, stake: int, main: int) -> EdgeLine:
    """The line beside exact solves of shoes that have been dealt from at random, to different depths."""
    chance, off = Random(f"{KIND} {sheet.hash} {wager}"), []
    full = DECK * sheet.rules.cards.decks
    for number in range(SAMPLE):
        cards = list(full)
        chance.shuffle(cards)
        count = round(len(full) * DEEPEST * (number + 1) / SAMPLE)
        exact = edge_from(sheet, wager, cards[count:], stake=stake, main=main)
        if exact is not None:
            guess = line.edge + line.shift(sum(line.effects[card] for card in cards[:count]), count)
            off.append((count / (len(full) - count), exact - guess))
    bend = sum(x * y for x, y in off) / sum(x * x for x, _ in off) if off else 0.0
    error = sqrt(sum((y - bend * x) ** 2 for x, y in off) / len(off)) if off else 0.0
    return EdgeLine(line.edge, line.effects, line.cards, bend, error, len(off))

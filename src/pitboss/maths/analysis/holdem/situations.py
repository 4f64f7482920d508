"""What each choice of a hold'em hand is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.cards import Card, parse_cards
from pitboss.errors import NotationError
from pitboss.maths.analysis.holdem.notation import read_situation
from pitboss.maths.analysis.situations import Valuation, ordered
from pitboss.money import dollars
from pitboss.rules import Sheet

if TYPE_CHECKING:
    pass

__all__ = ["value_holdem"]


def value_holdem(
    sheet: Sheet, situation: str, stake: int, *, shoe: str | Iterable[Card] | None, seen: str, cache: bool
) -> Valuation:
    from pitboss.maths.holdem import live

    spot = read_situation(situation)
    if shoe is not None:
        raise NotationError("hold'em is valued from one deck", expected="cards of other seats as seen, and no shoe")
    if spot.board:
        dead = parse_cards(seen)
        found = live.value(sheet, spot.hole, spot.board, dead=dead, stake_cents=stake).choices
    elif seen:
        raise NotationError("before the flop only the own cards count", expected="nothing seen, or a board")
    else:
        found = _starting_hands(sheet, stake, cache=cache)[spot.kind]
    deck = f"one deck without {seen}" if seen else "one deck"
    basis = f"an Ante of {dollars(stake)}, {deck}, best play from here on"
    return Valuation(sheet.name, spot.text, stake, basis, ordered(found, stake))


def _starting_hands(sheet: Sheet, stake: int, *, cache: bool) -> Mapping[str, Mapping[str, Fraction]]:
    """What each choice before the flop is worth for all 169 hands: the whole game must be solved for one."""
    from pitboss.maths import results

    key = {"sheet": sheet.hash, "stake": stake}
    found: Mapping[str, Mapping[str, Fraction]] | None = None
    if cache:
        found = results.recall("starting-hands", key, shapes=())
    if found is None:
        from pitboss.maths.holdem import solve

        found = solve(sheet, stake_cents=stake).hands
        if cache:
            results.keep("starting-hands", key, found)
    return found

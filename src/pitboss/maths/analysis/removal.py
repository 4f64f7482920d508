"""By how much the edge of every wager changes when one card is gone from the shoe."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from pitboss.cards import Card
from pitboss.maths.analysis.stakes import stakes_of
from pitboss.maths.games import GAME_MATHS
from pitboss.rules import Sheet

__all__ = ["Effects", "effects_of_removal"]

Effects = dict[str, dict[Card, Fraction | float]]


def effects_of_removal(
    sheet: Sheet, *, stakes: Mapping[str, int] | None = None, shoe: Iterable[Card] | str | None = None
) -> Effects:
    """For every wager and every kind of card the change of the house edge, each shoe played as is best for it.

    A game of one deck has no main bet here, since its best play is worked out for a whole deck; nor has it the
    progressive, whose hands are folded by that play.
    """
    from pitboss.maths import sidebets

    chosen = stakes_of(sheet, stakes)
    found: Effects = {}
    main = GAME_MATHS[sheet.game].main_effects(sheet, chosen["main"], shoe)
    if main is not None:
        found["main"] = main
    for wager in sidebets.side_wagers(sheet):
        effects = sidebets.effects_of_removal(
            sheet, wager, shoe=shoe, stake_cents=chosen[wager], main_cents=chosen["main"]
        )  # fmt: skip
        found[wager] = dict(effects)
    return found

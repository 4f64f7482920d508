"""By how much the edge of every wager changes when one card is gone from the shoe."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from pitboss.cards import DECK, Card
from pitboss.maths.analysis.stakes import stakes_of
from pitboss.rules import Sheet
from pitboss.rules.blackjack import BlackjackRules

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
    if isinstance(sheet.rules, BlackjackRules):
        found["main"] = _main(sheet, chosen["main"], shoe)
    for wager in sidebets.side_wagers(sheet):
        main = chosen["main"] if isinstance(sheet.rules, BlackjackRules) else None
        effects = sidebets.effects_of_removal(
            sheet, wager, shoe=shoe, stake_cents=chosen[wager], main_cents=main
        )  # fmt: skip
        found[wager] = dict(effects)
    return found


def _main(sheet: Sheet, stake: int, shoe: Iterable[Card] | str | None) -> dict[Card, Fraction | float]:
    from pitboss.cards import parse_cards
    from pitboss.maths.blackjack import solve

    given = parse_cards(shoe) if isinstance(shoe, str) else shoe
    cards = list(given if given is not None else DECK * sheet.rules.cards.decks)
    whole = solve(sheet, shoe=cards, stake_cents=stake).house_edge
    known: dict[str, float] = {}
    for card in dict.fromkeys(cards):
        if card.rank not in known:
            left = list(cards)
            left.remove(card)
            known[card.rank] = solve(sheet, shoe=left, stake_cents=stake).house_edge - whole
    return {card: known[card.rank] for card in DECK if card.rank in known}

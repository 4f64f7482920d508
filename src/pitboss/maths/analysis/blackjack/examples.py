"""The worked example of a blackjack document: can what it tells of happen with the cards of a shoe?"""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

from pitboss.bets import BETS, SpotFacts
from pitboss.cards import DECK, Card, parse_cards
from pitboss.maths.analysis.examples import Example
from pitboss.rules import Sheet

__all__ = ["EXAMPLES", "win_at_once"]

EXAMPLES = (Example("BJ-KBLIM-3a", "kings_bounty", "spade_kings_dealer_blackjack"),)


def win_at_once(sheet: Sheet, example: Example, hands: int) -> bool:
    """Whether a shoe holds first cards that win the line for N hands, and a dealer's hand beside them."""
    bet = BETS[example.wager]
    rules = getattr(sheet.rules.bets, bet.section)
    shoe = Counter(DECK * sheet.rules.cards.decks)
    ways = []
    for dealer in (parse_cards("As Kh"), parse_cards("2s 3h")):  # with a blackjack and without one
        told = {"dealer": dealer, "dealer_blackjack": dealer[0].rank == "A"}
        winning = [
            pair
            for pair in combinations_with_replacement(DECK, 2)
            if example.line in bet.lines(SpotFacts(pair, dealer[0], **told), rules)  # type: ignore[arg-type]
        ]
        ways.append((dealer, winning))
    return any(_lies(shoe - Counter(dealer), winning, hands) for dealer, winning in ways)


def _lies(shoe: Counter[Card], pairs: list[tuple[Card, Card]], hands: int) -> bool:
    if hands == 0:
        return True
    return any(
        _lies(shoe - Counter(pair), pairs[i:], hands - 1) for i, pair in enumerate(pairs) if Counter(pair) <= shoe
    )

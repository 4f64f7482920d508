"""Whether a shoe can run out before a round of one spot is over."""

from __future__ import annotations

from collections import Counter

from pitboss.bets import bets_in
from pitboss.errors import NotationError
from pitboss.hands.totals import POINTS
from pitboss.maths.sidebets.cards import CardShoe
from pitboss.rules.blackjack import BlackjackRules

__all__ = ["check_round"]


def check_round(rules: BlackjackRules, shoe: CardShoe) -> None:
    """Refuse a shoe that a round of one spot can exhaust: what happens to the bets then depends on the play."""
    needed = _most_cards(rules, shoe)
    if shoe.cards < needed:
        raise NotationError(
            f"{shoe.words} can run out before a round is over", expected=f"at least {needed} such cards"
        )


def _most_cards(rules: BlackjackRules, shoe: CardShoe) -> int:
    """As many of the smallest cards as all hands and the dealer could take, and one more for each."""
    pairs = [n for n in _by_points(shoe.counts).values() if n > 1]
    hands = rules.split.max_hands if pairs else 1
    room = 21 * hands + rules.dealer.draws_to
    fit = 0
    for points, n in sorted(_by_points(shoe.counts).items()):
        taken = min(n, room // points)
        room -= taken * points
        fit += taken
    extra = any(getattr(bet.section_in(rules.bets), "third_card", "") == "always_dealt" for bet in bets_in(rules.bets))
    return fit + hands + 1 + extra


def _by_points(counts: tuple[int, ...]) -> Counter[int]:
    held: Counter[int] = Counter()
    for card, n in enumerate(counts):
        held[POINTS[card]] += n
    return held

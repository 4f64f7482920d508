"""What a dealer of blackjack does next, in the words of the pit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pitboss.games.blackjack import BlackjackRound
from pitboss.service.games.words import Words, cite, place_of, worded
from pitboss.service.tables.live_table import Live

__all__ = ["ASKED", "CARDS_DUE", "DECISIONS", "STEPS"]


def _insurance(live: Live) -> Words:
    assert live.round is not None
    if live.round.unanswered():
        return worded("step.ask_insurance"), cite(live, "insurance_answers")
    return worded("step.close_insurance"), cite(live, "calls.insurance_closed")


def _peek(live: Live) -> Words:
    return worded("step.look_at_hole_card"), cite(live, "deal.peek_on_ten")


ASKED: Final[Mapping[str, Callable[[Live], Words]]] = {"insurance": _insurance, "peek": _peek}

DECISIONS: Final = frozenset({"play", "fives", "natural", "early_surrender", "offer_card", "choice"})


def _draw(live: Live, box: int, hand: int, why: str) -> Words:
    place = place_of(live, box)
    if why == "hole":
        return worded("step.deal_hole_card"), "deal.dealer_up_card"
    if why == "dealer":
        return worded("step.draw_for_dealer"), "dealer.draws_to"
    if why == "deal":
        return worded("step.deal_to", place=place) if box else worded("step.deal_up_card"), "deal.start"
    if hand:
        return worded("step.deal_to_hand", place=place, hand=hand + 1), "deal.signals"
    return worded("step.deal_to", place=place), "deal.signals"


STEPS: Final[Mapping[str, Callable[..., Words]]] = {
    "draw": _draw,
    "settle_natural": lambda live, box, hand: (
        worded("step.pay_blackjack", place=place_of(live, box)),
        "blackjack.pays",
    ),
    "turn_hole": lambda live: (worded("step.turn_hole_card"), "hole_turned"),
    "pay_spot": lambda live, box: (worded("step.take_and_pay", place=place_of(live, box)), "hands_stay"),
    "pay_original": lambda live, box: (
        worded("step.take_and_pay", place=place_of(live, box)),
        "deal.blackjack_takes",
    ),
}


def _drawn(live: Live, box: int, hand: int, why: str) -> tuple[int, int, str]:
    round_ = live.round
    assert isinstance(round_, BlackjackRound)
    if box == 0:
        return 0, 0, worded("card_due.up_card" if why == "deal" else "card_due.dealer_drew")
    hands, place = round_.spots[box].hands, place_of(live, box)
    number = len(hands[hand].cards) + 1
    if len(hands) > 1:
        return box, hand, worded("card_due.of_hand", number=number, place=place, hand=hand + 1)
    return box, hand, worded("card_due.of_place", number=number, place=place)


CARDS_DUE: Final[Mapping[str, Callable[..., tuple[int, int, str]]]] = {
    "drawn": _drawn,
    "drawn_for_bet": lambda live, box: (box, 0, worded("card_due.third_for_bet", place=place_of(live, box))),
    "exposed": lambda live, box: (box, 0, worded("card_due.in_question")),
    "hole_is": lambda live, box: (0, 0, worded("card_due.hole")),
    "hole_shown": lambda live, box: (0, 0, worded("card_due.hole_seen")),
}

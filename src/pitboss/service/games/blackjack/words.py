"""What a dealer of blackjack does next, in the words of the pit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pitboss.service.games.words import Words, cite, nth, place_of
from pitboss.service.tables.live_table import Live

__all__ = ["ASKED", "CARDS_DUE", "DECISIONS", "STEPS"]


def _insurance(live: Live) -> Words:
    assert live.round is not None
    if live.round.unanswered():
        return "ask every hand for insurance", cite(live, "insurance_answers")
    return "close insurance", cite(live, "calls.insurance_closed")


def _peek(live: Live) -> Words:
    return "look at the hole card", cite(live, "deal.peek_on_ten")


ASKED: Final[Mapping[str, Callable[[Live], Words]]] = {"insurance": _insurance, "peek": _peek}

DECISIONS: Final[Mapping[str, str]] = {
    "play": "plays",
    "fives": "says whether the fives are split or doubled",
    "natural": "says whether the blackjack is doubled",
    "early_surrender": "may surrender",
    "offer_card": "takes the card or refuses it",
    "choice": "chooses",
}


def _draw(live: Live, box: int, hand: int, why: str) -> Words:
    place = place_of(live, box)
    if why == "hole":
        return "deal your hole card, face down", "deal.dealer_up_card"
    if why == "dealer":
        return "draw a card for your hand", "dealer.draws_to"
    if why == "deal":
        return f"deal {'your card, face up' if not box else f'a card to {place}'}", "deal.start"
    return f"deal a card to {place}{f', hand {hand + 1}' if hand else ''}", "deal.signals"


STEPS: Final[Mapping[str, Callable[..., Words]]] = {
    "draw": _draw,
    "settle_natural": lambda live, box, hand: (f"pay the blackjack of {place_of(live, box)}", "blackjack.pays"),
    "turn_hole": lambda live: ("turn the hole card", "hole_turned"),
    "pay_spot": lambda live, box: (f"take and pay at {place_of(live, box)}", "hands_stay"),
}


def _drawn(live: Live, box: int, hand: int, why: str) -> tuple[int, int, str]:
    round_: Any = live.round
    if box == 0:
        return 0, 0, "dealer's up card" if why == "deal" else "card that the dealer drew"
    held = len(round_.spots[box].hands[hand].cards)
    which = f", hand {hand + 1}" if len(round_.spots[box].hands) > 1 else ""
    return box, hand, f"{nth(held)} card of {place_of(live, box)}{which}"


CARDS_DUE: Final[Mapping[str, Callable[..., tuple[int, int, str]]]] = {
    "drawn": _drawn,
    "drawn_for_bet": lambda live, box: (box, 0, f"third card for the bet of {place_of(live, box)}"),
    "exposed": lambda live, box: (box, 0, "card in question"),
    "hole_is": lambda live, box: (0, 0, "hole card"),
    "hole_shown": lambda live, box: (0, 0, "hole card that was seen"),
}

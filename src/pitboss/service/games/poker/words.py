"""What a dealer of poker against the players does next, in the words of the pit, as far as these games are alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pitboss.service.games.words import Words, place_of, worded

__all__ = ["CARDS_DUE", "STEPS"]

STEPS: Final[Mapping[str, Callable[..., Words]]] = {
    "coin_in": lambda live: (worded("step.coin_in"), "coin_in"),
    "deal_packet": lambda live, box, count: (
        worded("step.deal_packet", count=count, place=place_of(live, box)) if box
        else worded("step.deal_own_packet", count=count), "packets"
    ),
    "end_of_deal": lambda live: (worded("step.end_of_deal"), "end_of_deal"),
    "settle_seat": lambda live, box: (worded("step.settle_seat", place=place_of(live, box)), "hands_exposed"),
}  # fmt: skip

CARDS_DUE: Final[Mapping[str, Callable[..., tuple[int, int, str]]]] = {
    "dealer_card": lambda live, box, at: (0, 0, worded("card_due.dealers", number=at + 1)),
    "seat_card": lambda live, box, at: (box, 0, worded("card_due.of_place", number=at + 1, place=place_of(live, box))),
}

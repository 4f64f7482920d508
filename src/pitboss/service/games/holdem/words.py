"""What a dealer of hold'em does next, in the words of the pit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pitboss.service.games.words import Words, nth, place_of

__all__ = ["CARDS_DUE", "DECISIONS", "STEPS"]

DECISIONS: Final[Mapping[str, str]] = {
    "preflop": "checks or bets before the flop",
    "flop": "checks or bets on the flop",
    "river": "bets or folds",
}

STEPS: Final[Mapping[str, Callable[..., Words]]] = {
    "coin_in": lambda live: ("press COIN IN", "coin_in"),
    "burn_board": lambda live, box: ("burn a card", "deal.burn_board"),
    "deal_board": lambda live, box: ("deal a community card, face down", "board_from_right"),
    "deal_packet": lambda live, box, count: (
        f"deal {count} card{'s' if count > 1 else ''} to {place_of(live, box) if box else 'yourself'}", "packets"
    ),
    "end_of_deal": lambda live: ("press END OF DEAL: the stub goes to the rack", "end_of_deal"),
    "turn_flop": lambda live: ("turn the flop", "flop"),
    "turn_river": lambda live: ("turn the last two community cards", "turn_river"),
    "show_dealer": lambda live: ("turn your own cards", "dealer.qualifies"),
    "settle_seat": lambda live, box: (f"open and settle {place_of(live, box)}", "hands_exposed"),
}  # fmt: skip

CARDS_DUE: Final[Mapping[str, Callable[..., tuple[int, int, str]]]] = {
    "board_turned": lambda live, box, start, end, at: (0, 0, f"{nth(at)} community card"),
    "dealer_card": lambda live, box, at: (0, 0, f"dealer's {nth(at)} card"),
    "seat_card": lambda live, box, at: (box, 0, f"{nth(at)} card of {place_of(live, box)}"),
}

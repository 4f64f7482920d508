"""What a dealer of hold'em does next, in the words of the pit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pitboss.service.games.poker import words as poker_words
from pitboss.service.games.words import Words, worded

__all__ = ["CARDS_DUE", "DECISIONS", "STEPS"]

DECISIONS: Final = frozenset({"preflop", "flop", "river"})

STEPS: Final[Mapping[str, Callable[..., Words]]] = {
    **poker_words.STEPS,
    "burn_board": lambda live, box: (worded("step.burn"), "deal.burn_board"),
    "deal_board": lambda live, box: (worded("step.deal_board"), "board_from_right"),
    "turn_flop": lambda live: (worded("step.turn_flop"), "flop"),
    "turn_river": lambda live: (worded("step.turn_river"), "turn_river"),
    "show_dealer": lambda live: (worded("step.show_dealer"), "dealer.qualifies"),
}

CARDS_DUE: Final[Mapping[str, Callable[..., tuple[int, int, str]]]] = {
    **poker_words.CARDS_DUE,
    "board_turned": lambda live, box, start, end, at: (0, 0, worded("card_due.board", number=at + 1)),
}

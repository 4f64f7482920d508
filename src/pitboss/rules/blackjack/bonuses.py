"""What a house pays on top for rare hands: a blackjack of one suit, 21 with many cards, 6-7-8 and 7-7-7."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Final

from pitboss.money import Odds
from pitboss.options import Option

__all__ = ["LADDERS", "NO_BONUS", "Bonus"]

_TOUCHES = "settlement figures"


@dataclass(frozen=True, slots=True)
class Bonus:
    """The odds of winning hands that are not doubled, in place of what they pay otherwise.

    A hand is paid by the highest line of its ladder that has odds: 7-7-7 of spades by that of one suit, or of any.
    """

    suited_blackjack: Annotated[Odds | None, Option(_TOUCHES, "Blackjack of one suit, as dealt", later=True)] = None
    five_card_21: Annotated[Odds | None, Option(_TOUCHES, "21 of five cards or more", later=True)] = None
    six_card_21: Annotated[Odds | None, Option(_TOUCHES, "21 of six cards or more", later=True)] = None
    seven_card_21: Annotated[Odds | None, Option(_TOUCHES, "21 of seven cards or more", later=True)] = None
    six_seven_eight: Annotated[Odds | None, Option(_TOUCHES, "6-7-8", later=True)] = None
    six_seven_eight_suited: Annotated[Odds | None, Option(_TOUCHES, "6-7-8 of one suit", later=True)] = None
    six_seven_eight_spades: Annotated[Odds | None, Option(_TOUCHES, "6-7-8 of spades", later=True)] = None
    triple_seven: Annotated[Odds | None, Option(_TOUCHES, "7-7-7", later=True)] = None
    triple_seven_suited: Annotated[Odds | None, Option(_TOUCHES, "7-7-7 of one suit", later=True)] = None
    triple_seven_spades: Annotated[Odds | None, Option(_TOUCHES, "7-7-7 of spades", later=True)] = None

    split_hands: Annotated[
        bool,
        Option(
            _TOUCHES,
            {
                False: "Bonuses are for hands that are neither split nor doubled.",
                True: "Bonuses are for split hands too, but not for doubled ones.",
            },
            later=True,
            beside=True,
        ),
    ] = False

    def line(self, ladder: str, step: int) -> tuple[str, Odds] | None:
        """The line that pays a hand on a step of a ladder: its own, or the next one below that has odds."""
        for name in reversed(LADDERS[ladder][: step + 1]):
            odds: Odds | None = getattr(self, name)
            if odds is not None:
                return name, odds
        return None

    def lines(self) -> Iterator[tuple[str, Odds]]:
        """Every line that has odds."""
        for name in (name for ladder in LADDERS.values() for name in ladder):
            odds: Odds | None = getattr(self, name)
            if odds is not None:
                yield name, odds


NO_BONUS: Final = Bonus()

LADDERS: Final = {
    "cards": ("five_card_21", "six_card_21", "seven_card_21"),
    "six_seven_eight": ("six_seven_eight", "six_seven_eight_suited", "six_seven_eight_spades"),
    "triple_seven": ("triple_seven", "triple_seven_suited", "triple_seven_spades"),
    "blackjack": ("suited_blackjack",),
}
"""The lines that one hand may be paid by, the lowest first."""

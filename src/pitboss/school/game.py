"""What the school asks of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, Protocol

from pitboss.cards import Card
from pitboss.games.round import Offer
from pitboss.registry import Rooms
from pitboss.rules import Sheet
from pitboss.school.felt import Layout
from pitboss.shoe import Chance

__all__ = ["SCHOOL_GAMES", "Reading", "SchoolGame", "Situation", "SlipName"]


SlipName = Literal["wrong peek", "no card left", "passed over", "wrong spot", "overlooked"]
"""A mistake of the dealer: a peek that sees nothing, a shoe that ends, a spot forgotten in every pass of the deal, a
card to another spot, something not noticed."""


class Reading(NamedTuple):
    """One thing to be read off the layout: the question, what is right, and what is likely but wrong."""

    text: str
    right: str
    others: Sequence[str]
    clause: str = ""
    value: str = ""
    why: str = ""
    spot: int = 0
    hand: int = 0


class Situation(NamedTuple):
    """A player's decision: in the notation of the mathematics, on the felt, and a name for hands that are alike."""

    text: str
    layout: Layout
    topic: str


class SchoolGame(Protocol):
    """One game's part in the school."""

    @property
    def declared(self) -> frozenset[str]:
        """The irregularities that somebody declares; the others show themselves after a dealer's slip."""

    @property
    def slips(self) -> Mapping[str, SlipName]:
        """What the dealer does wrong where an irregularity is not declared, or not by itself."""

    @property
    def grounds(self) -> Mapping[str, tuple[str, ...]]:
        """Of irregularities that are declared with a ground, the grounds."""

    def hand_words(self, cards: Sequence[Card], board: Sequence[Card], *, split: bool = False) -> str:
        """Return what a hand is, with the cards that everybody plays with; ``split`` where it came of a split."""

    def situation(self, sheet: Sheet, level: int, chance: Chance) -> Situation:
        """Return a decision to be played, as the mathematics reads it and as it lies on the felt."""

    def readings(self, round_: Any) -> Iterator[Reading]:
        """Yield what can be read off a finished round."""

    def boxes(self, sheet: Sheet) -> int:
        """Return how many places the table has."""

    def liking(self, round_: Any, offer: Offer) -> int:
        """Return how often a guest takes an offer, as a weight beside the others'; at least one."""


SCHOOL_GAMES: Final = Rooms[SchoolGame]("pitboss.school")

"""A count as it was studied on a sheet: correlations, efficiency, index plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pitboss.rules import Sheet

__all__ = ["CountStudy", "IndexPlay", "Plays", "Variation"]


@dataclass(frozen=True, slots=True)
class IndexPlay:
    """A play that is better than the book's from a count on, or below one."""

    hand: str
    up: str
    play: str
    count: int
    below: bool
    instead: str
    """What the book does there."""
    threshold: float
    """Where the two plays are worth the same, before the count is rounded."""
    error: float
    """The standard error of that."""
    gain: float
    """What the play adds, in bets in a hundred rounds of flat bets."""
    spread_gain: float
    """The same with bets that follow the edge from one unit to eight, in units."""

    @property
    def text(self) -> str:
        """The play as a simulation reads it."""
        return f"{self.hand} {self.up} {'<' if self.below else ''}{self.count} {self.play}"


@dataclass(frozen=True)
class Plays:
    """All index plays of a count on a sheet."""

    plays: tuple[IndexPlay, ...]
    kept: tuple[str, ...]
    """Plays of the book that must be said again, as an index play of a total would change them."""
    gain: float
    """What all of them add, insurance left out, in bets in a hundred rounds of flat bets ..."""
    perfect: float
    """... and what plays would add that went by the very cards left."""

    @property
    def efficiency(self) -> float:
        """The playing efficiency: the part of all that changed plays can bring that the count brings."""
        return self.gain / self.perfect if self.perfect else 0.0

    def by_value(self, number: int) -> tuple[IndexPlay, ...]:
        """The plays that bring most to somebody who bets by the count."""
        return tuple(sorted(self.plays, key=lambda one: -one.spread_gain)[:number])

    def texts(self, plays: Sequence[IndexPlay] | None = None) -> list[str]:
        """Plays in the order in which a simulation has to read them: later ones change what earlier ones said."""
        chosen = self.plays if plays is None else plays
        hands = {(one.hand, one.up) for one in chosen}
        said = [text for text in self.kept if tuple(text.rsplit(" ", 3)[:2]) in hands]
        totals = [one.text for one in chosen if one.play in ("stand", "hit") and one.instead in ("stand", "hit")]
        return [*totals, *said, *(one.text for one in chosen if one.text not in totals)]


@dataclass(frozen=True)
class Variation:
    """The game with one thing changed, as it is said to `pitboss count --vary`: "cut 104", "cards.decks 8"."""

    change: str
    sheet: Sheet
    cut: int


@dataclass(frozen=True)
class CountStudy:
    """What a count is good for on a sheet."""

    count: str
    title: str
    decks: int
    cut: int
    effects: Mapping[str, float]
    """What the removal of a card of each rank does to the player's return of the main bet, exactly."""
    betting_correlation: float
    insurance_correlation: float
    playing_efficiency: float
    plays: Plays
    shoes: int
    met: int
    seed: int

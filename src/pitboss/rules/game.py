"""What the rules ask of a game: its sections, what must fit together in them, and the wagers they describe."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple, Protocol

from pitboss.errors import Defect
from pitboss.registry import Rooms
from pitboss.rules.common import Cards, Chips, Shuffle, Toke

__all__ = [
    "FELTS",
    "GAME_RULES",
    "Check",
    "GameRules",
    "Rules",
    "TableRules",
    "Wager",
    "WagerKind",
    "bet_title",
    "on_layout",
    "wager_of",
]

Check = Callable[[Any], Iterator[Defect]]
"""Yields the contradictions between some values of a sheet."""


FELTS: Final = ("river", "dusk", "plum", "clay", "moss", "wine")
"""The colours of felt that can be drawn and printed."""


class TableRules(Protocol):
    """What is posted at the table of every game."""

    @property
    def minimum(self) -> int: ...
    @property
    def maximum(self) -> int: ...
    @property
    def bet_step(self) -> int: ...
    @property
    def side_bets(self) -> tuple[str, ...]: ...


class IrregularityRules(Protocol):
    """The mistakes that a sheet has rulings for."""

    @property
    def kinds(self) -> tuple[str, ...]: ...


class Rules(Protocol):
    """The sections that the sheet of every game has."""

    @property
    def table(self) -> TableRules: ...
    @property
    def cards(self) -> Cards: ...
    @property
    def shuffle(self) -> Shuffle: ...
    @property
    def chips(self) -> Chips: ...
    @property
    def toke(self) -> Toke | None: ...
    @property
    def irregularity(self) -> IrregularityRules: ...
    @property
    def bets(self) -> Any: ...
    @property
    def timeout(self) -> Any: ...


WagerKind = Literal["main", "equal", "play", "insurance", "side", "progressive"]
"""What a wager is to its game: the one that the limits of the table are for, one that must equal it, one that is made
while the round is played, insurance, an optional one beside, or the one that is taken for the meters of the link."""


class Wager(NamedTuple):
    """One wager of a sheet, by its name in commands and records and by its title on the layout."""

    name: str
    title: str
    kind: WagerKind
    pays: str = ""
    """The section of the sheet in which its pay lines stand."""

    @property
    def section(self) -> str:
        """The name by which `table.side_bets` offers it and `bets` limits it; empty for a wager of the main game."""
        first, _, name = self.pays.removesuffix(".pays").partition(".")
        return name if first == "bets" else ""

    @property
    def takes_tokes(self) -> bool:
        """Whether a toke can lie beside it."""
        return self.kind not in ("insurance", "progressive")


class GameRules(Protocol):
    """One game's part in reading and posting a sheet."""

    @property
    def sections(self) -> type:
        """The class of a whole sheet."""

    @property
    def checks(self) -> tuple[Check, ...]:
        """What must fit together beyond what is checked in every game."""

    @property
    def main_bets(self) -> str:
        """How a placard calls the wagers that the limits of the table are for."""

    @property
    def headings(self) -> Mapping[str, str]:
        """The headings of a placard under which its own sections stand."""

    @property
    def heading_titles(self) -> Mapping[str, str]:
        """The titles of its own headings that say more than their names."""

    @property
    def settled_with_main(self) -> tuple[str, ...]:
        """The names of wagers and settlements that are won and lost together with the first bet of the main game."""

    @property
    def every_wager(self) -> tuple[Wager, ...]:
        """The wagers that sheets of the game can describe."""

    @property
    def felt(self) -> str:
        """The felt of a sheet that names none."""

    @property
    def asked(self) -> tuple[str, ...]:
        """The values that houses choose most often, which a new sheet shows."""

    @property
    def main_game(self) -> Wager:
        """What figures, which are of all wagers of the main game together, call `main`."""

    def wagers(self, rules: Any) -> tuple[Wager, ...]:
        """Return the wagers that a sheet describes; `table.side_bets` says which optional ones are offered."""


GAME_RULES: Final = Rooms[GameRules]("pitboss.rules")


def on_layout(game: str, rules: Rules) -> tuple[Wager, ...]:
    """Return the wagers with a place before each seat: the main game's, then the side bets in the sheet's order."""
    described = GAME_RULES[game].wagers(rules)
    own = (wager for wager in described if wager.kind in ("main", "equal", "play"))
    return (*own, *(wager for name in rules.table.side_bets for wager in described if wager.section == name))


def bet_title(game: str, rules: Rules, name: str) -> str:
    """Return the title of a wager, or of all wagers of a section, by its name; the name itself where none is known."""
    room = GAME_RULES[game]
    known = {wager.name: wager for wager in (*room.every_wager, *room.wagers(rules))}
    titles = [wager.title for wager in known.values() if name in (wager.section, wager.name)]
    return " and ".join(titles) or name.capitalize()


def wager_of(game: str, rules: Rules, name: str) -> Wager | None:
    """Return the wager of a sheet by its name, `main` for the main game; None where it has no such wager."""
    room = GAME_RULES[game]
    known = {wager.name: wager for wager in (*room.wagers(rules), room.main_game)}
    return known.get(name)

"""What is to be simulated, in one value: the game, its name on a saved run, and the exact figures beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from pitboss import __version__
from pitboss.errors import NotationError
from pitboss.maths.cache import source_hash
from pitboss.maths.games import GAME_MATHS, CardCount, GameMaths
from pitboss.maths.simulation.run import ShardedGame
from pitboss.money import cents_text
from pitboss.rules import Sheet

__all__ = ["Setup"]


@dataclass(frozen=True)
class Setup:
    """Sheet, seats, stakes and way to play; amounts are cents, and what is not said is the sheet's."""

    sheet: Sheet
    seats: int = 1
    stakes: Mapping[str, int] = field(default_factory=dict)
    tokes: Mapping[str, int] = field(default_factory=dict)
    play: str = ""
    """A way to play that the game has, or a chart file; the usual one if empty."""
    cut: int | None = None
    counting: CardCount | None = None
    meters: Mapping[str, int] | None = None
    """Meters of a progressive that are held where they stand; otherwise they grow and are won."""

    def __post_init__(self) -> None:
        if not self.maths.from_shoe and (self.cut is not None or self.counting is not None):
            raise NotationError(f'"{self.sheet.name}" is dealt from a fresh deck', expected="no cut card and no count")
        if self.meters is not None and "progressive" not in self.sheet.rules.table.side_bets:
            raise NotationError(f'"{self.sheet.name}" has no meters', expected="a sheet with a linked progressive")
        self._check_play()

    def _check_play(self) -> None:
        known, charts = self.maths.plays, self.maths.plays_charts
        if self.play and self.play not in known and not (charts and self.play.endswith(".toml")):
            words = " or ".join(known) + (" or a chart file such as house.toml" if charts else "")
            others = {play for game in GAME_MATHS for play in GAME_MATHS[game].plays}
            why = "is not for this game" if self.play in others else "is no way to play"
            raise NotationError(f'"{self.play}" {why}', expected=words)

    @property
    def maths(self) -> GameMaths:
        """The mathematics of the sheet's game."""
        return GAME_MATHS[self.sheet.game]

    @property
    def play_name(self) -> str:
        return self.play or self.maths.plays[0]

    @property
    def all_stakes(self) -> dict[str, int]:
        """The stakes with the main bet's, which is the minimum where nothing is said."""
        return {"main": self.sheet.rules.table.minimum} | dict(self.stakes)

    @property
    def about(self) -> dict[str, str]:
        """Return what must be the same to continue a saved run."""
        said = {
            "sheet": f"{self.sheet.name} ({self.sheet.hash[:16]})",
            "seats": str(self.seats),
            "stakes": _amounts(self.all_stakes),
            "tokes": _amounts(self.tokes),
            "play": self._play_about(),
            "cut card": "" if self.cut is None else str(self.cut),
            "count": "" if self.counting is None else self.counting.text,
            "meters": "" if self.meters is None else f"held at {_amounts(self.meters) or 'their seeds'}",
            "version": f"{__version__} ({source_hash()[:16]})",
        }
        return {name: value for name, value in said.items() if value}

    def _play_about(self) -> str:
        if not self.play.endswith(".toml"):
            return self.play_name
        return f"{self.play} ({hashlib.sha256(_read(Path(self.play))).hexdigest()[:16]})"

    @cached_property
    def game(self) -> ShardedGame:
        """The compiled game."""
        return self.maths.simulated(self)

    # what is known exactly

    def exact_edges(self) -> dict[str, float]:
        """The exact edges of the wagers that are made; for a shoe, of its first round.

        A wager is left out where its exact edge is not known, or is that of another game than the one played.
        """
        if self.counting is not None:
            return {}
        found: dict[str, float] = {}
        for wager in (wager for wager, cents in self.all_stakes.items() if cents):
            with suppress(NotationError):
                if (edge := self.maths.exact_edge(self, wager)) is not None:
                    found[wager] = edge
        return found


def _amounts(amounts: Mapping[str, int]) -> str:
    return " ".join(f"{name}={cents_text(cents)}" for name, cents in sorted(amounts.items()))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise NotationError(f'cannot read "{path}": {error.strerror}') from None

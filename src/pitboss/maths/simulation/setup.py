"""What is to be simulated, in one value: the game, its name on a saved run, and the exact figures beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss import __version__
from pitboss.errors import NotationError
from pitboss.maths.cache import source_hash
from pitboss.maths.simulation.run import Game
from pitboss.money import cents_text
from pitboss.rules import Sheet
from pitboss.rules.holdem import HoldemRules

if TYPE_CHECKING:
    from pitboss.maths.blackjack.playbook import Playbook
    from pitboss.maths.simulation.blackjack import BlackjackGame
    from pitboss.maths.simulation.counting import Counting
    from pitboss.maths.simulation.holdem import HoldemGame
    from pitboss.maths.simulation.plays import WayToPlay

__all__ = ["Setup"]

BLACKJACK_PLAYS = ("total", "two-card")
HOLDEM_PLAYS = ("best", "simple")


@dataclass(frozen=True)
class Setup:
    """Sheet, seats, stakes and way to play; amounts are cents, and what is not said is the sheet's."""

    sheet: Sheet
    seats: int = 1
    stakes: Mapping[str, int] = field(default_factory=dict)
    tokes: Mapping[str, int] = field(default_factory=dict)
    play: str = ""
    """``total``, ``two-card`` or a chart file for blackjack, ``best`` or ``simple`` for hold'em; the first if empty."""
    cut: int | None = None
    counting: Counting | None = None
    meters: Mapping[str, int] | None = None
    """Meters of a progressive that are held where they stand; otherwise they grow and are won."""

    def __post_init__(self) -> None:
        if self.is_holdem and (self.cut is not None or self.counting is not None):
            raise NotationError("hold'em is dealt from a fresh deck", expected="no cut card and no count")
        if not self.is_holdem and self.meters is not None:
            raise NotationError(f'"{self.sheet.name}" has no meters', expected="a sheet with a linked progressive")
        self._check_play()

    def _check_play(self) -> None:
        known, other = (HOLDEM_PLAYS, BLACKJACK_PLAYS) if self.is_holdem else (BLACKJACK_PLAYS, HOLDEM_PLAYS)
        chart = not self.is_holdem and self.play.endswith(".toml")
        if self.play and self.play not in known and not chart:
            words = " or ".join(known) + ("" if self.is_holdem else " or a chart file such as house.toml")
            why = "is not for this game" if self.play in other else "is no way to play"
            raise NotationError(f'"{self.play}" {why}', expected=words)

    @property
    def is_holdem(self) -> bool:
        return isinstance(self.sheet.rules, HoldemRules)

    @property
    def play_name(self) -> str:
        return self.play or (HOLDEM_PLAYS if self.is_holdem else BLACKJACK_PLAYS)[0]

    @property
    def all_stakes(self) -> dict[str, int]:
        """The stakes with the main bet's, which is the minimum where nothing is said."""
        return {"main": self.sheet.rules.table.minimum} | dict(self.stakes)

    @property
    def about(self) -> dict[str, str]:
        """What must be the same for a saved run to be gone on with."""
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

    @property
    def game(self) -> Game:
        """The compiled game."""
        return self._holdem if self.is_holdem else self._blackjack

    @cached_property
    def _holdem(self) -> HoldemGame:
        from pitboss.maths.simulation.holdem import HoldemGame

        return HoldemGame(
            self.sheet, seats=self.seats, stakes=self.all_stakes, tokes=self.tokes, playbook=self.play_name,
            meters=self.meters,
        )  # fmt: skip

    @property
    def way(self) -> WayToPlay:
        """How hold'em is played, and what that is worth."""
        assert self._holdem.way is not None
        return self._holdem.way

    @cached_property
    def _blackjack(self) -> BlackjackGame:
        from pitboss.maths.simulation.blackjack import BlackjackGame

        return BlackjackGame(
            self.sheet, seats=self.seats, stakes=self.all_stakes, tokes=dict(self.tokes), playbook=self._playbook(),
            cut=self.cut, counting=self.counting,
        )  # fmt: skip

    def _playbook(self) -> Playbook | None:
        """A playbook other than the best one by totals, which the game finds itself."""
        if self.play_name == "total":
            return None
        if self.play_name == "two-card":
            from pitboss.maths.blackjack import solve
            from pitboss.maths.blackjack.strategies import two_card

            return two_card(solve(self.sheet, stake_cents=self.all_stakes["main"]))
        from pitboss.maths.blackjack import read_chart
        from pitboss.maths.record import compile_record

        return read_chart(Path(self.play), compile_record(self.sheet, stake_cents=self.all_stakes["main"]))

    # what is known exactly

    def exact_edges(self) -> dict[str, float]:
        """The exact edges of the wagers that are made; for a shoe, of its first round.

        A wager is left out where its exact edge is not known, or is that of another game than the one played.
        """
        if self.counting is not None:
            return {}
        edge_of = self._holdem_edge if self.is_holdem else self._blackjack_edge
        found: dict[str, float] = {}
        for wager in (wager for wager, cents in self.all_stakes.items() if cents):
            with suppress(NotationError):
                if (edge := edge_of(wager)) is not None:
                    found[wager] = edge
        return found

    def _holdem_edge(self, wager: str) -> float | None:
        from pitboss.maths.progressive import progressive_figures
        from pitboss.maths.sidebets import bet_figures

        assert isinstance(self.sheet.rules, HoldemRules)
        if wager == "main":
            return self.way.house_edge
        if wager == "trips" and self.sheet.rules.play.fold_tucks_automatically:
            return bet_figures(self.sheet, wager, stake_cents=self.stakes[wager]).house_edge
        if wager == "progressive" and self.meters is not None:
            meters, kept = self.meters or None, self.way.not_folded
            return float(progressive_figures(self.sheet, meters=meters, bettors=self.seats, not_folded=kept).house_edge)
        return None

    def _blackjack_edge(self, wager: str) -> float:
        from pitboss.maths.blackjack.evaluate import evaluate
        from pitboss.maths.sidebets import bet_figures

        game = self._blackjack
        if wager == "main":
            return -evaluate(game.record, game.book)
        main = game.made["main"]
        return bet_figures(self.sheet, wager, stake_cents=game.made[wager], main_cents=main).house_edge


def _amounts(amounts: Mapping[str, int]) -> str:
    return " ".join(f"{name}={cents_text(cents)}" for name, cents in sorted(amounts.items()))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise NotationError(f'cannot read "{path}": {error.strerror}') from None

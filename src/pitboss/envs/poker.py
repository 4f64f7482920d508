"""What environments of poker against the dealer share: the stakes, the round and the names of its answers."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from pitboss.cards import Card
from pitboss.envs.rounds import RoundEnv
from pitboss.errors import NotationError
from pitboss.games import actions as a
from pitboss.games.poker.round import PokerRound
from pitboss.rules.game import bet_title
from pitboss.rules.progressive import progressive_of

__all__ = ["PokerEnv"]

R = TypeVar("R", bound=PokerRound)


class PokerEnv(RoundEnv[R]):
    """One seat against the dealer; the meters of a progressive stand at their seeds."""

    round_type: type[R]
    wagers: ClassVar[tuple[str, ...]]
    """Ante, its equal, the optional bet and the progressive, in the order in which they are laid."""

    def _stakes(self, asked: dict[str, int]) -> dict[str, int]:
        _, equal, side, _ = self.wagers
        unknown = [wager for wager in asked if wager not in (*self.wagers, "main")]
        if unknown or {"ante", equal} & {*asked}:
            title = bet_title(self.sheet.game, self.sheet.rules, equal)
            raise NotationError(
                f"{(unknown or ['ante'])[0]} cannot be staked",
                expected=f"main (Ante and {title} alike), {side}, progressive",
            )
        self.unit = asked.get("main", self.sheet.rules.table.minimum)
        stakes = {**asked, "ante": self.unit, equal: self.unit}
        return {wager: stakes[wager] for wager in self.wagers if wager in stakes}

    def _round(self, cards: tuple[Card, ...]) -> R:
        progressive = progressive_of(self.sheet.rules)
        meters = None
        if progressive is not None:
            meters = {"major": progressive.major.seed, "minor": progressive.minor.seed}
        return self.round_type(self.sheet, cards, meters=meters)

    def _answers(self, round_: R) -> dict[str, a.Action]:
        return {_name(offer.action): offer.action for offer in round_.offers()}


def _name(action: a.Action) -> str:
    match action:
        case a.PlayBet():
            return f"bet_{action.multiple}x"
        case a.Check():
            return "check"
        case _:
            assert isinstance(action, a.Fold)
            return "fold"

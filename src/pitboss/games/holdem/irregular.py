"""An early community card: the irregularity that hold'em has beside those of all poker against the dealer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.errors import NotNow
from pitboss.games.actions import Declare
from pitboss.games.poker.irregular import declared, open_case, void_round

if TYPE_CHECKING:
    from pitboss.games.holdem.round import HoldemRound

__all__ = ["early_board"]


def early_board(r: HoldemRound, action: Declare) -> None:
    """A community card turned too early: the supervisor rules, or the round is void by the sheet."""
    if r.turned >= len(r.board):
        raise NotNow("irregular.board_is_up", r.cites["irregular_early_board_card"])
    declared(r, action)
    if r.t.irregularity.early_board_exposure == "void":
        void_round(r, action.kind)
    else:
        open_case(r, action.kind, 0, "supervisor")

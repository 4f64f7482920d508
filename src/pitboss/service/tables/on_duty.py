"""Who is on duty at a staffed table, and who may do what there."""

from __future__ import annotations

from typing import Final

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.service.floor.decisions import Given
from pitboss.service.people.accounts import plain_name
from pitboss.service.tables.live_table import Live

__all__ = [
    "BETS", "STAFF", "SUPERVISORS", "VISITOR", "check_on_duty", "check_supervises", "is_visitor",
    "visitor", "visitor_standing",
]  # fmt: skip

BETS: Final = (a.PlaceBet, a.TakeBackBet, a.PlaceToke)
STAFF: Final = ("dealer", "floor", "shift_manager")
"""The roles that run a staffed table."""
SUPERVISORS: Final = ("floor", "shift_manager")
VISITOR: Final = "@"
"""What stands between a guest's name and their table; no account has it in its name."""


def visitor(name: str, table: str) -> str:
    """A guest at a real table, as a player."""
    return f"{name}{VISITOR}{table}"


def visitor_standing(name: str) -> str:
    """Under which name the house keeps what it has ruled on a guest's conduct, at whichever table they sit."""
    return f"{plain_name(name.partition(VISITOR)[0])}{VISITOR}"


def is_visitor(player: str) -> bool:
    return VISITOR in player


def check_on_duty(live: Live, given: Given, *, or_floor: bool = False) -> None:
    """Only the dealer who has tapped in runs the table; some things the floor may do as well."""
    if or_floor and given.role in SUPERVISORS:
        return
    dealer, clause = live.table.dealer, live.table.cite("only_dealer_handles_cards")
    if given.role != "dealer":
        raise IllegalAction("role.dealer_of_table", clause)
    if not dealer:
        raise IllegalAction("dealer.tap_in_first", clause)
    if given.actor != dealer:
        raise IllegalAction("dealer.other_deals", clause, dealer=dealer)


def check_supervises(live: Live, given: Given, what: str, point: str) -> None:
    """A supervisor or the shift manager, and nobody else."""
    if given.role not in SUPERVISORS:
        raise IllegalAction("role.supervisor", live.table.cite(point), what=what)

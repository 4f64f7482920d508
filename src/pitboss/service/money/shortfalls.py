"""What a round takes back from a player who no longer has it: the house pays the rest, and the entry says so.

A misdeal takes early payouts back. What the same entry pays them counts first; what is missing then stays with the
player and is gone from the tray, as with a correction that the house pays. At a staffed table the floor says so with
its ruling; at an automatic one, where nobody could, it is what is posted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.accounts import postings as moved_by
from pitboss.games.events import SettlementReversed
from pitboss.ledger import TAKEN_BACK, Posting, is_player, needed, player, tray
from pitboss.service.floor import commands as c
from pitboss.service.floor import recorded as r
from pitboss.service.floor.decisions import Decided, Given
from pitboss.service.floor.events import PayoutKept
from pitboss.service.tables.live_table import Live
from pitboss.service.tables.on_duty import SUPERVISORS

__all__ = ["bears", "check_bears", "kept", "postings_of", "shortfalls"]

_BORNE: Final = (r.Act, r.TimeOut, r.Policy)
"""The commands that may void a round."""


def bears(live: Live, command: c.Command) -> bool:
    """Whether the house pays what players no longer have of what this command takes back."""
    if not isinstance(command, _BORNE):
        return False
    return not live.staffed or (isinstance(command, c.Act) and command.borne_by == "house")


def check_bears(command: c.Command, given: Given) -> None:
    """Refuse the house's paying for a player unless the floor orders it with what voids the round."""
    if not isinstance(command, c.Act) or command.borne_by == "player":
        return
    if given.role not in SUPERVISORS or not isinstance(command.action, (a.Rule, a.Declare)):
        raise IllegalAction("borne.floor_only")


def shortfalls(lines: Iterable[Posting], balances: Mapping[str, int]) -> r.Borne:
    """Return how much each player lacks of what is taken back; stakes of the same entry must be covered."""
    lines = tuple(lines)
    staked = needed(line for line in lines if line.why != TAKEN_BACK)
    short = {
        account: least - max(balances.get(account, 0), staked.get(account, 0))
        for account, least in needed(lines).items() if is_player(account)
    }  # fmt: skip
    return tuple((account.partition(":")[2], cents) for account, cents in short.items() if cents > 0)


def kept(live: Live, command: c.Command, decided: Decided, given: Given) -> Decided:
    """A decision with what each player keeps of it, wager by wager: first what it had won, then its stake."""
    left = dict(command.borne) if isinstance(command, _BORNE) else {}
    if not left:
        return decided
    owners = {**live.owners(), **decided.live.owners()}
    taken = [event for event in decided.events if isinstance(event, SettlementReversed) and _from_player(event)]
    cents = dict.fromkeys(range(len(taken)), 0)
    for won in (True, False):
        for at, event in enumerate(taken):
            most = min(max(event.pays, 0) if won else _from_player(event), _from_player(event)) - cents[at]
            share = min(left.get(owners[event.spot], 0), most)
            if share > 0:
                cents[at] += share
                left[owners[event.spot]] -= share
    if any(left.values()):
        raise IllegalAction("borne.at_most")
    told = (_kept(event, owners[event.spot], cents[at], given) for at, event in enumerate(taken) if cents[at])
    return Decided(decided.live, (*decided.events, *told))


def _from_player(event: SettlementReversed) -> int:
    """What the player of a wager pays back by it."""
    return -sum(cents for account, cents in moved_by(event) if account.kind == "player")


def _kept(event: SettlementReversed, name: str, cents: int, given: Given) -> PayoutKept:
    return PayoutKept(
        spot=event.spot, hand=event.hand, wager=event.wager, player=name, cents=cents, by=given.actor,
        clause=event.clause,
    )  # fmt: skip


def postings_of(table: str, events: Iterable[object]) -> tuple[Posting, ...]:
    """The chips are gone from the tray, and stay gone."""
    kept = [event for event in events if isinstance(event, PayoutKept)]
    return tuple(
        line
        for event in kept
        for line in (
            Posting(tray(table), -event.cents, "PayoutKept"),
            Posting(player(event.player), event.cents, "PayoutKept"),
        )
    )

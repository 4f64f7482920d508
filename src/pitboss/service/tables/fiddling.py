"""How often one thing may be done at a table, so that a round, and what is shown of it, stay of bounded size.

A log from before any of this was a rule replays all the same: what is refused here is no part of what a command does.
"""

from __future__ import annotations

from typing import Final

from pitboss.errors import NotNow
from pitboss.games import actions as a
from pitboss.games.round import Round
from pitboss.service.floor import commands as c
from pitboss.service.floor.decisions import Given
from pitboss.service.tables.live_table import Live
from pitboss.service.tables.on_duty import BETS

__all__ = [
    "MOST_CHANGES", "MOST_COUNTED", "MOST_LOOKS", "MOST_SEATINGS", "MOST_WAITING", "check_fiddling", "seatings_after",
]  # fmt: skip

MOST_CHANGES: Final = 50
"""How often the bets in one box may be changed before the deal of a round."""
MOST_LOOKS: Final = 10
"""How often the cards in one box may be looked at in a round."""
MOST_SEATINGS: Final = 25
"""How often one person may sit down at a table, or join its line, in one round."""
SEATINGS_COUNT: Final = 3_600_000
"""How long these count at most, in milliseconds: where nobody bets, the next round does not come."""
MOST_COUNTED: Final = 500
"""People whose seatings are counted at a table, the latest: guests are made at will, and all would be kept an hour."""
MOST_WAITING: Final = 30
"""How many people may stand in line for a table: all who look at it are told their names."""
_SEATS: Final = (c.Sit, c.Wait)
"""What is counted: whoever gets up, or leaves the line, was there before."""


def check_fiddling(live: Live, command: c.Command, *, actor: str, at: int) -> None:
    """Refuse what one person has done again and again, and a line that is too long; nobody is kept from getting up."""
    if isinstance(command, _SEATS) and _counted_seatings(live, actor, at)[0] >= MOST_SEATINGS:
        raise NotNow("place.too_many_changes", most=MOST_SEATINGS)
    if isinstance(command, c.Wait) and len(live.table.waiting) >= MOST_WAITING:
        raise NotNow("waiting.full", most=MOST_WAITING)
    if isinstance(command, c.Ready) and actor in live.ready:
        raise NotNow("deal.ready_already")
    if live.round is not None and isinstance(command, c.Act):
        _check_action(live.round, command.action, bets_open=live.table.bets_open)


def _check_action(round_: Round, action: a.Action, *, bets_open: bool) -> None:
    """Refuse one more change to a box whose bets were changed again and again; the last of them is a bet, and stays."""
    box = getattr(action, "spot", 0)
    if bets_open and isinstance(action, BETS):
        last = isinstance(action, a.PlaceBet)  # or the box would be empty, and nobody could bet there
        if _times(round_, BETS, box) >= (MOST_CHANGES if last else MOST_CHANGES - 1):
            raise NotNow("bets.too_many_changes", most=MOST_CHANGES, spot=box)
    if isinstance(action, a.Look) and _times(round_, (a.Look,), box) >= MOST_LOOKS:
        raise NotNow("look.too_often", most=MOST_LOOKS)


def _times(round_: Round, kinds: tuple[type[a.Action], ...], box: int) -> int:
    """How often something of these kinds was done in a box in this round."""
    return sum(isinstance(action, kinds) and getattr(action, "spot", 0) == box for action, _ in round_.inputs)


def _counted_seatings(live: Live, actor: str, at: int) -> tuple[int, int]:
    """How often a person has sat down in this round, and when the first of these was."""
    found = next(((times, first) for name, times, first in live.seatings if name == actor), (0, at))
    return found if at - found[1] < SEATINGS_COUNT else (0, at)


def seatings_after(before: Live, after: Live, command: c.Command, given: Given) -> tuple[tuple[str, int, int], ...]:
    """Return who has sat down how often after an entry; a round that begins counts anew."""
    if before.round is None and after.round is not None:
        return ()
    if not isinstance(command, _SEATS):
        return after.seatings
    times, first = _counted_seatings(before, given.actor, given.at)
    others = (one for one in before.seatings if one[0] != given.actor and given.at - one[2] < SEATINGS_COUNT)
    return (*others, (given.actor, times + 1, first))[-MOST_COUNTED:]

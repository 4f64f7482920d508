"""A mis-keyed entry of a staffed table is taken back by another one: the last only, and never what cannot be undone.

What a card of the program has shown stays shown, a wager that is locked stays locked, and what the link has taken, a
ruling, a correction, a count and a player's own word stand. Where a dealer takes an entry back the floor is
called to look.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.events import (
    BetsLocked,
    DealerShown,
    DoubleCardTurned,
    EvenMoneyTaken,
    FlopTurned,
    HandDoubled,
    HandExposed,
    HandSplit,
    HoleCardsSeen,
    HoleExposed,
    HoleTurned,
    InsuranceBet,
    JackpotHit,
    Peeked,
    PlayBetMade,
    ProgressiveLocked,
    SettlementReversed,
    TokePlaced,
    TurnRiverTurned,
)
from pitboss.service.floor import commands as c
from pitboss.service.floor.decisions import Decided, Given
from pitboss.service.floor.events import EntryRetracted
from pitboss.service.tables.live_table import Before, Live
from pitboss.service.tables.on_duty import check_on_duty
from pitboss.shoe import Ceremony

__all__ = ["TAKEN_BACK", "check_retract", "remembered", "retract"]

TAKEN_BACK: Final = "the dealer has taken an entry back: look at the table"
"""The call that a dealer's retraction makes."""

_TAKEN_BACK: Final = (
    c.Act, c.HandleCards, c.SeatVisitor, c.UnseatVisitor, c.VisitorBuysIn, c.StartRound, c.SetSpots, c.GrantThree,
    c.AskRelease, c.CallFloor, c.AnswerCall,
)  # fmt: skip
"""What can be mis-keyed; everything else stands once it is entered."""
_LOCKED: Final = (BetsLocked, InsuranceBet, EvenMoneyTaken, HandDoubled, HandSplit, PlayBetMade)
"""What locks a wager, or makes one that is locked at once."""
_FINAL: Final = (a.Rule, a.Reshuffled, a.JackpotPaid)
_SHOWN: Final = (
    HoleTurned, HoleExposed, Peeked, DoubleCardTurned, FlopTurned, TurnRiverTurned, HoleCardsSeen, HandExposed,
    DealerShown,
)  # fmt: skip
"""What lets somebody see a face."""
_OF_THE_LINK: Final = (ProgressiveLocked, JackpotHit)


def remembered(live: Live, command: c.Command, given: Given, decided: Decided) -> Live:
    """A staffed table after an entry, with what a retraction of it needs, which is None once a round is in the rack."""
    if not live.staffed or isinstance(command, (c.EndRound, c.Retract)):
        return decided.live if decided.live.before is None else replace(decided.live, before=None)
    before = Before(given.version, replace(live, before=None), command, given.role, tuple(decided.events))
    return replace(decided.live, before=before)


def retract(live: Live, command: c.Retract, given: Given) -> Decided:
    """The table stands as it did before its last entry; the money goes back by postings of this one."""
    check_on_duty(live, given, or_floor=True)
    before = live.before
    if before is None:
        raise IllegalAction("retract.not_this")
    if command.version != before.version:
        raise IllegalAction("retract.last_only", version=before.version)
    if given.role == "dealer" and before.role != "dealer":
        raise IllegalAction("retract.floors")
    check_retract(live, before)
    told = given.role == "dealer" and given.engine.floor_hears_retractions
    after = before.live.called(TAKEN_BACK) if told else before.live
    return Decided(after, (EntryRetracted(version=before.version, by=given.actor),))


def check_retract(live: Live, before: Before) -> None:
    """Whether the last entry may be taken back."""
    command = before.command
    if before.role == "player":
        raise IllegalAction("retract.players_answer")
    counted = isinstance(command, c.HandleCards) and command.move == "count_deck"
    if counted or not isinstance(command, _TAKEN_BACK):
        raise IllegalAction("retract.stands")
    if isinstance(command, c.Act) and isinstance(command.action, _FINAL):
        raise IllegalAction("retract.ruling_final", live.table.cite("ruling_final"))
    _check_link(live, before)
    _check_locked(live, before)
    _check_shown(live, before)


def _check_link(live: Live, before: Before) -> None:
    for event in before.events:
        progressive = isinstance(event, SettlementReversed) and event.wager == "progressive"
        if progressive or isinstance(event, _OF_THE_LINK):
            raise IllegalAction("retract.link_took", live.table.cite("wagers_taken"))


def _check_locked(live: Live, before: Before) -> None:
    """A wager that is locked is never unlocked; before the deal all may still be changed."""
    open_ = before.live.table.bets_open
    for event in before.events:
        if isinstance(event, _LOCKED) or (isinstance(event, TokePlaced) and not open_):
            raise IllegalAction("retract.locked", live.table.cite("bets_locked"))


def _check_shown(live: Live, before: Before) -> None:
    """The program's cards do not go back into the shoe, nor face down, nor is its shuffle done anew."""
    shown = any(isinstance(event, _SHOWN) for event in before.events)
    if not live.declared and (shown or _cards_out(live) != _cards_out(before.live)):
        raise IllegalAction("retract.cards_out")


def _cards_out(live: Live) -> tuple[object, ...]:
    """What was shuffled, and how much of it has been drawn, where the program has the cards."""
    cards, round_ = live.table.cards, live.round
    if not isinstance(cards, Ceremony):
        return cards.ready, round_.next_card if round_ is not None else 0
    shoe = cards.shoe
    drawn = round_.next_card if round_ is not None else shoe.drawn if shoe is not None else 0
    return cards.root, drawn

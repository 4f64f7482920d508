"""What was paid wrongly is reversed and paid again, by entries that carry the same name.

A table remembers what was settled in its last rounds, so that a correction names the wager it is about. It is made by
the floor, and never by whoever dealt the round.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from pitboss.errors import IllegalAction
from pitboss.games.events import HandSplit, SettlementReversed, WagerSettled
from pitboss.games.hand_numbers import moved_up
from pitboss.ledger import CAGE, Posting, player, tokes, tray
from pitboss.service.floor import commands as c
from pitboss.service.floor.decisions import Decided, Decider, Given, Poster
from pitboss.service.floor.events import PaidAgain, PaidOtherwise, PayoutKept, PayoutReversed
from pitboss.service.money.counts_and_fills import check_open
from pitboss.service.tables.live_table import Live, OpenCorrection, Settled
from pitboss.service.tables.on_duty import is_visitor
from pitboss.table import Happening

if TYPE_CHECKING:
    from pitboss.service.floor.streams import TableChange

__all__ = ["DECIDERS", "POSTERS", "ROUNDS", "noted"]

ROUNDS: Final = 10
"""How many rounds back what was paid can be corrected: what a table remembers. Later it is for the house to settle on
the records of the round, away from the table and its tray."""


# what can be corrected


def noted(before: Live, live: Live, events: Iterable[Happening], version: int) -> Live:
    """A table that remembers what these events settled, by the entry they belong to."""
    settled = live.settled
    for event in events:
        if isinstance(event, WagerSettled) and event.result != "stays":
            owner = live.owners().get(event.spot) or before.owners()[event.spot]
            settled += (_settled(live, owner, event, version),)
        elif isinstance(event, HandSplit):
            settled = tuple(_after_split(one, live.table.rounds, event) for one in settled)
        elif isinstance(event, SettlementReversed):
            settled = _without(settled, live.table.rounds, event)
        elif isinstance(event, PayoutKept):
            settled = _with_kept(settled, live.table.rounds, event)
    if settled == live.settled:
        return live
    return replace(live, settled=tuple(one for one in settled if one.round > live.table.rounds - ROUNDS))


def _settled(live: Live, name: str, event: WagerSettled, version: int) -> Settled:
    """A toke that is given back is the player's again (BJ-S11)."""
    back = event.result in ("push", "void")
    return Settled(
        version=version, round=live.table.rounds, spot=event.spot, hand=event.hand, wager=event.wager,
        player=name, owner="player" if back else event.owner, dealer=live.table.dealer,
        stake=event.stake, due=event.pays, paid=event.pays, line=event.line, clause=event.clause,
    )  # fmt: skip


def _after_split(one: Settled, round_: int, split: HandSplit) -> Settled:
    """A settled hand that lay behind a split one has moved up."""
    if (one.round, one.spot) != (round_, split.spot):
        return one
    return msgspec.structs.replace(one, hand=moved_up(one.hand, split.new_hand))


def _without(settled: tuple[Settled, ...], round_: int, event: SettlementReversed) -> tuple[Settled, ...]:
    """The round itself has taken a settlement back."""
    place = _place(settled, round_, event)
    return settled if place is None else settled[:place] + settled[place + 1 :]


def _with_kept(settled: tuple[Settled, ...], round_: int, event: PayoutKept) -> tuple[Settled, ...]:
    """What a player kept counts as paid: once they have it again, it can be reversed."""
    place = _place(settled, round_, event)
    if place is None:
        return settled
    after = msgspec.structs.replace(settled[place], paid=settled[place].paid + event.cents)
    return (*settled[:place], after, *settled[place + 1 :])


def _place(settled: tuple[Settled, ...], round_: int, event: SettlementReversed | PayoutKept) -> int | None:
    """Where the last settlement of a wager of this round stands."""
    which = round_, event.spot, event.hand, event.wager
    places = reversed(range(len(settled)))
    return next((at for at in places if _facts(settled[at]) == which), None)


def _facts(one: Settled) -> tuple[int, int, int, str]:
    return one.round, one.spot, one.hand, one.wager


def _find(live: Live, command: c.DeclarePaid | c.Reverse, given: Given) -> Settled:
    """The wager that a correction is about, if this person may correct it."""
    check_open(live)
    which = command.version, command.spot, command.hand, command.wager
    found = [one for one in live.settled if (one.version, one.spot, one.hand, one.wager) == which]
    if not found:
        raise IllegalAction(
            "correction.not_settled", version=command.version, wager=command.wager, spot=command.spot, rounds=ROUNDS
        )
    one = found[0]
    _check_corrects(given, one)
    if one.round == live.table.rounds and live.round is not None and not live.round.over:
        raise IllegalAction("correction.round_under_way")
    if one.wager == "progressive":
        raise IllegalAction("link.wager_taken", live.table.cite("wagers_taken"))
    if one.wager == "progressive_award" and one.line in ("major", "minor"):
        raise IllegalAction("correction.link_says", one.clause, meter=one.line)
    if any(_same(one, other) for other in live.corrections):
        raise IllegalAction("correction.reversed", correction=one.correction)
    return one


def _check_corrects(given: Given, one: Settled | OpenCorrection) -> None:
    if given.actor == one.dealer:
        raise IllegalAction("correction.dealer")
    if given.actor == one.player:
        raise IllegalAction("correction.own")


def _same(one: Settled, other: OpenCorrection) -> bool:
    facts = other.settled, other.spot, other.hand, other.wager
    return (one.version, one.spot, one.hand, one.wager) == facts


def _changed(live: Live, one: Settled, **named: object) -> tuple[Settled, ...]:
    after = msgspec.structs.replace(one, **named)
    return tuple(after if other is one else other for other in live.settled)


# corrections


def _declare_paid(live: Live, command: c.DeclarePaid, given: Given) -> Decided:
    """What was really paid; the books follow the chips."""
    one = _find(live, command, given)
    _check_amount(command.cents, one.stake)
    if command.cents == one.paid:
        raise IllegalAction("correction.already_paid", cents=one.paid)
    event = PaidOtherwise(
        settled=one.version, spot=one.spot, hand=one.hand, wager=one.wager, player=one.player,
        owner=one.owner, due=one.due, before=one.paid, paid=command.cents, by=given.actor, note=command.note,
        clause=one.clause,
    )  # fmt: skip
    return Decided(replace(live, settled=_changed(live, one, paid=command.cents)), (event,))


def _check_amount(cents: int, stake: int) -> None:
    if cents < -stake:
        raise IllegalAction("correction.above_stake", stake=stake)


def _reverse(live: Live, command: c.Reverse, given: Given) -> Decided:
    """What was paid comes back; where the player cannot pay it, the house may, and they keep it."""
    one = _find(live, command, given)
    _check_names(live, command)
    borne = command.borne_by == "house"
    if borne and one.paid <= 0:
        raise IllegalAction("correction.nothing_to_bear")
    if not borne and one.paid > 0 and one.owner == "player" and _gone(live, one.player):
        raise IllegalAction("correction.player_left", player=one.player)
    opened = OpenCorrection(
        correction=command.correction, version=given.version, settled=one.version, spot=one.spot, hand=one.hand,
        wager=one.wager, player=one.player, owner=one.owner, dealer=one.dealer, stake=one.stake,
        kept=one.paid if borne else 0,
    )  # fmt: skip
    event = PayoutReversed(
        correction=command.correction, settled=one.version, spot=one.spot, hand=one.hand, wager=one.wager,
        player=one.player, owner=one.owner, cents=one.paid, borne_by=command.borne_by, by=given.actor,
        reason=command.reason, clause=one.clause,
    )  # fmt: skip
    settled = _changed(live, one, correction=command.correction)
    return Decided(replace(live, settled=settled, corrections=(*live.corrections, opened)), (event,))


def _gone(live: Live, name: str) -> bool:
    """Whether a guest without an account has left the table."""
    return is_visitor(name) and name not in live.table.boxes


def _check_names(live: Live, command: c.Reverse) -> None:
    if not command.correction or not command.reason:
        raise IllegalAction("correction.needs_name_and_reason")
    used = {one.correction for one in live.settled} | {one.correction for one in live.corrections}
    if command.correction in used:
        raise IllegalAction("correction.name_taken", correction=command.correction)


def _pay_again(live: Live, command: c.PayAgain, given: Given) -> Decided:
    """The right amount, under the name of the reversal."""
    check_open(live)
    opened = next((one for one in live.corrections if one.correction == command.correction), None)
    if opened is None:
        raise IllegalAction("correction.none_open", correction=command.correction)
    if not command.reason:
        raise IllegalAction("correction.payment_needs_reason")
    _check_amount(command.cents, opened.stake)
    _check_corrects(given, opened)
    one = next((one for one in live.settled if _same(one, opened)), None)
    event = PaidAgain(
        correction=opened.correction, reversed=opened.version, spot=opened.spot, hand=opened.hand, wager=opened.wager,
        player=opened.player, owner=opened.owner, cents=command.cents, kept=opened.kept, by=given.actor,
        reason=command.reason, clause=command.clause or (one.clause if one is not None else ""),
    )  # fmt: skip
    settled = live.settled if one is None else _changed(live, one, paid=max(command.cents, opened.kept))
    left = tuple(other for other in live.corrections if other is not opened)
    return Decided(replace(live, settled=settled, corrections=left), (event,))


# postings


def _moved(change: TableChange, cents: int) -> tuple[Posting, ...]:
    """An amount from the tray to whoever the wager was for; back to the tray where it is below 0."""
    live, (event,) = change.prior, change.events
    why = type(event).__name__
    return (Posting(tray(live.id), -cents, why), Posting(_account(live, event), cents, why)) if cents else ()


def _account(live: Live, event: PaidOtherwise | PayoutReversed | PaidAgain) -> str:
    """Where it goes; for a guest who has left it lies at the cage."""
    if event.owner == "dealers":
        return tokes(live.id)
    return CAGE if _gone(live, event.player) else player(event.player)


def _otherwise(change: TableChange, command: c.DeclarePaid) -> tuple[Posting, ...]:
    (event,) = change.events
    return _moved(change, event.paid - event.before)


def _came_back(change: TableChange, command: c.Reverse) -> tuple[Posting, ...]:
    """No posting where the house pays: the chips have left the tray already."""
    (event,) = change.events
    return _moved(change, 0 if event.borne_by == "house" else -event.cents)


def _paid_again(change: TableChange, command: c.PayAgain) -> tuple[Posting, ...]:
    """Whoever has kept a wrong payment gets only what the right one is beyond it."""
    (event,) = change.events
    return _moved(change, max(event.cents - event.kept, 0) if event.kept else event.cents)


DECIDERS: Final[dict[type, Decider]] = {
    c.DeclarePaid: _declare_paid,
    c.Reverse: _reverse,
    c.PayAgain: _pay_again,
}
POSTERS: Final[dict[type, Poster]] = {
    c.DeclarePaid: _otherwise,
    c.Reverse: _came_back,
    c.PayAgain: _paid_again,
}

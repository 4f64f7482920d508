"""The progressive at a staffed table: chips counted against sensors, and a win on its way to the player.

The steps of a payment and their order are those of :class:`~pitboss.progressive.jackpot.Payment`; here they are
entered one by one, each by whoever the clause names, and no bets are taken before all of them are done.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.events import JackpotHit, RoundVoided, Ruled, WagerSettled
from pitboss.games.round import Round
from pitboss.ledger import CAGE, Posting, player, round_postings, transfer
from pitboss.progressive import Payment
from pitboss.rules.progressive import Progressive
from pitboss.service.floor import commands as c
from pitboss.service.floor import recorded as r
from pitboss.service.floor.decisions import Decided, Decider, Given, Happenings, Poster
from pitboss.service.floor.events import JackpotStep, SensorsDiffer
from pitboss.service.tables.live_table import Live, PaymentUnderWay
from pitboss.service.tables.on_duty import check_on_duty
from pitboss.table import Happening, Table

if TYPE_CHECKING:
    from pitboss.service.floor.streams import TableChange

__all__ = ["DECIDERS", "DIFFER", "POSTERS", "check_done", "check_sensors", "noted", "parts", "undone", "wants_award"]

AWARD: Final = "progressive_award"
METERS: Final = ("major", "minor")
FORFEIT: Final = "void_and_forfeit"
DIFFER: Final = "chips and sensors differ"
"""The call that keeps the deal waiting."""


def check_done(live: Live) -> None:
    """No bets before every progressive win is paid and the game ended on the keypad (UTH-PWIN-5b)."""
    if live.payments:
        raise IllegalAction("bets.win_being_paid", live.table.cite("end_game"), seat=live.payments[0].seat)


# COIN IN


def check_sensors(live: Live) -> None:
    """While a sensor is lit, the deal begins with COIN IN and a count (UTH-PROG-2a)."""
    if on_sensors(live.round):
        raise IllegalAction("coin_in.press", live.table.cite("coin_in"))


def on_sensors(round_: Round | None) -> tuple[int, ...]:
    """The seats whose sensor has detected a wager."""
    places = round_.places.items() if round_ is not None else ()
    return tuple(box for box, place in places if "progressive" in place.wagers)


def _coin_in(live: Live, command: r.CoinIn, given: Given) -> Decided:
    """No more bets, and COIN IN, once the chips are as many as the sensors (UTH-PROG-2a, UTH-PROG-2b)."""
    check_on_duty(live, given)
    table, log = live.table, ()  # type: tuple[Table, Happenings]
    if table.round is None or "progressive" not in live.sheet.rules.table.side_bets:
        raise IllegalAction("coin_in.no_round", table.cite("coin_in"))
    if command.chips < 0:
        raise IllegalAction("count.negative", table.cite("coin_in"))
    if DIFFER in live.calls:
        raise IllegalAction("coin_in.floor_first", table.cite("sensors_show"), call=DIFFER)
    if not command.link_up:
        table, log = _given_back(table)
    lit = on_sensors(table.round)
    if command.link_up and command.chips != len(lit):
        if not table.bets_open:
            raise IllegalAction("bets.locked", table.cite("bets_locked"))
        differ = SensorsDiffer(lit=lit, counted=command.chips, by=given.actor, clause=table.cite("sensors_show"))
        return Decided(live.called(DIFFER), (differ,))
    for action in (a.StartDeal(), a.Proceed()):
        table, events = table.act(action, role="dealer")
        log = (*log, *events)
    return Decided(replace(live, table=table), log)


def _given_back(table: Table) -> tuple[Table, Happenings]:
    """The link has gone down since: what lies on the sensors goes back, and the game goes on (UTH-PMULT-4)."""
    log: Happenings = ()
    for box in on_sensors(table.round):
        table, events = table.act(a.TakeBackBet(spot=box, wager="progressive"), role="player")
        log = (*log, *events)
    return table, log


# wins


def noted(live: Live, events: Iterable[Happening]) -> Live:
    """A staffed table with the progressive wins that these events bring, and without those that became void."""
    if not live.staffed:
        return live
    payments, owners = live.payments, live.owners()
    for event in events:
        match event:
            case WagerSettled() if event.wager == AWARD and event.result == "win" and event.line not in METERS:
                payments += (_to_pay(owners, event.spot, event.line, award=event.pays),)
            case JackpotHit():
                hand: str = getattr(_progressive(live), event.meter).hand
                payments += (_to_pay(owners, event.spot, hand, meter=event.meter),)
            case RoundVoided():
                payments = ()
            case Ruled() if event.choice == FORFEIT:
                payments = tuple(one for one in payments if one.seat != event.spot)
    return live if payments == live.payments else replace(live, payments=payments)


def _to_pay(owners: Mapping[int, str], seat: int, hand: str, *, award: int = 0, meter: str = "") -> PaymentUnderWay:
    return PaymentUnderWay(seat=seat, player=owners[seat], hand=hand, award=award, meter=meter)


def undone(live: Live, event: Happening) -> tuple[int, ...]:
    """The seats whose hit of a meter becomes void by an event of the round under way."""
    round_ = live.round
    if round_ is None:
        return ()
    hits = tuple(box for box, _ in round_.jackpots)
    match event:
        case RoundVoided():
            forfeited = {one.spot for one in round_.events if isinstance(one, Ruled) and one.choice == FORFEIT}
            return tuple(box for box in hits if box not in forfeited)
        case Ruled() if event.choice == FORFEIT:
            return tuple(box for box in hits if box == event.spot)
    return ()


def _progressive(live: Live) -> Progressive:
    progressive = live.sheet.rules.bets.progressive
    assert isinstance(progressive, Progressive)
    return progressive


def wants_award(live: Live, command: c.Command) -> int:
    """The seat whose jackpot a command asks the link for; 0 where it asks for none."""
    question = live.question
    if isinstance(command, c.Policy):
        return question.spot if question is not None and question.kind == "jackpot" else 0
    if isinstance(command, c.Jackpot) and command.step in ("do_paperwork", "pay") and live.round is not None:
        return command.seat if any(one.seat == command.seat and one.meter for one in live.payments) else 0
    return 0


# the steps of a payment


def _jackpot(live: Live, command: r.Jackpot, given: Given) -> Decided:
    """One step, by the one it is for (UTH-PWIN-3a to 5b)."""
    before = _under_way(live, command.seat)
    if given.role == "dealer":
        check_on_duty(live, given)
    payment = _stepped(live, before, command, given)
    _check_once(payment)
    after = msgspec.structs.replace(before, steps=payment.steps, award=payment.award_cents)
    event = _event(payment, command, given)
    payments = tuple(after if one is before else one for one in live.payments if one is not before or not payment.done)
    table, log = live.table, ()  # type: tuple[Table, Happenings]
    if command.step == "pay" and before.meter:
        paid = a.JackpotPaid(spot=command.seat, meter=before.meter, cents=command.award)  # type: ignore[arg-type]
        table, log = table.act(paid, role=given.role)
    if command.step == "call_supervisor":
        live = live.called(f"seat {before.seat}: {before.hand.replace('_', ' ')} on the progressive")
    return Decided(replace(live, table=table, payments=payments), (event, *log))


def _under_way(live: Live, seat: int) -> PaymentUnderWay:
    for payment in live.payments:
        if payment.seat == seat:
            return payment
    raise IllegalAction("jackpot.none_to_pay", live.table.cite("hand_button"), seat=seat)


def _stepped(live: Live, before: PaymentUnderWay, command: r.Jackpot, given: Given) -> Payment:
    """The payment with one more step; a meter's amount is known from the paperwork on."""
    payment = Payment(
        live.sheet, before.seat, before.hand, award_cents=before.award, meter=before.meter, steps=before.steps
    )
    match command.step:
        case "check_offsets":
            return payment.check_offsets(given.role, command.found)
        case "pay":
            _check_chips(live, command.chips)
            return payment.pay(given.role, chips_cents=command.chips, check_cents=command.check)
        case "do_paperwork" if before.meter:
            payment = payment.do_paperwork(given.role)
            return dataclasses.replace(payment, award_cents=command.award + _wager_back(live))
        case "end_game" | "game_over":
            return payment.end_game(given.role)
    stepped: Payment = getattr(payment, command.step)(given.role)
    return stepped


def _wager_back(live: Live) -> int:
    """The wager itself, where the sheet returns it to a winner (UTH-PTAB-3)."""
    progressive = _progressive(live)
    return progressive.wager if progressive.returns_wager else 0


def parts(live: Live, award: int) -> tuple[int, int]:
    """The most of an award that whole chips can pay, and what is left for a check."""
    left = award % min(live.sheet.rules.chips.denominations)
    return award - left, left


def _check_chips(live: Live, cents: int) -> None:
    if parts(live, cents)[1]:
        smallest = min(live.sheet.rules.chips.denominations)
        raise IllegalAction("jackpot.smallest_chip", live.table.cite("payment_parts"), smallest=smallest)


def _check_once(payment: Payment) -> None:
    """No step is done twice: a second press would switch the hand button off."""
    done = payment.log[-1]
    if payment.steps.count(done.step) > 1:
        raise IllegalAction("jackpot.step_done", done.clause, step=done.step)


_KEYS: Final = {"press_hand": "HAND", "end_game": "END GAME", "game_over": "GAME OVER"}
"""What is pressed on the keypad; the last two are one key (UTH-PWIN-5b, UTH-PMULT-3)."""


def _event(payment: Payment, command: r.Jackpot, given: Given) -> JackpotStep:
    done = payment.log[-1]
    return JackpotStep(
        seat=payment.seat, step=done.step, by=given.actor, role=done.role, cents=payment.award_cents,
        detail=done.detail, key=_KEYS.get(command.step, ""), clause=done.clause,
    )  # fmt: skip


def _paid(change: TableChange, command: r.Jackpot) -> tuple[Posting, ...]:
    """What a meter gave goes by way of the tray to the player; what they take by check goes on to the cage."""
    live = change.prior
    lines = round_postings(live.id, live.owners(), change.events)
    if command.step != "pay" or not command.check:
        return lines
    return (*lines, *transfer(player(_under_way(live, command.seat).player), CAGE, command.check, "check"))


DECIDERS: Final[dict[type, Decider]] = {c.CoinIn: _coin_in, c.Jackpot: _jackpot}
POSTERS: Final[dict[type, Poster]] = {c.Jackpot: _paid}

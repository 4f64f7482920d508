"""The progressive of a round: fixed lines from the tray, meters from the link, envy at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.errors import IllegalAction
from pitboss.games.actions import JackpotPaid
from pitboss.games.events import JackpotHit, WagerSettled
from pitboss.games.poker.notices import late_notice, notice
from pitboss.games.poker.state import Seat
from pitboss.games.round import check_role
from pitboss.hands.poker import evaluate, line_of
from pitboss.money import Rounding, even_split, pay

if TYPE_CHECKING:
    from pitboss.games.poker.round import PokerRound

__all__ = [
    "ask_jackpot", "jackpot_due", "jackpot_paid", "lose_progressive", "pay_envy", "pay_jackpots", "settle_progressive",
]  # fmt: skip


def _meter_of(r: PokerRound, line: str) -> str | None:
    progressive = r.t.progressive
    assert progressive is not None
    return next((name for name in ("major", "minor") if getattr(progressive, name).hand == line), None)


def settle_progressive(r: PokerRound, seat: Seat) -> None:
    """Fixed lines are paid from the tray, meters later (UTH-PWIN-1, UTH-PWIN-2, UTH-PWIN-6a, C4-PROG-6)."""
    progressive = r.t.progressive
    if progressive is None or seat.folded:  # UTH-PWIN-6b
        lose_progressive(r, seat)
        return
    bettor = seat.box in r.progressive_seats
    if not bettor and progressive.envy_from != "any_player":  # UTH-S11
        return
    line = line_of(evaluate(r.progressive_cards(seat)))
    meter = _meter_of(r, line)
    if meter is not None:
        r.envy_hands += ((seat.box, meter),)
    if not bettor:
        return
    if meter is not None:
        r.jackpots += ((seat.box, meter),)
        r.emit(JackpotHit(spot=seat.box, meter=meter, clause=r.cites[f"bets.progressive.{meter}.hand"]))  # type: ignore[arg-type]
    elif (odds := getattr(progressive.pays, line, None)) is not None:  # UTH-PROG-0b
        cents = _with_wager(r, pay(progressive.wager, odds, rounding=Rounding.EXACT_CENT))
        notice(r, seat, "progressive", cents)
        _awarded(r, seat, "progressive_award", cents, line, r.cites[f"bets.progressive.pays.{line}"])
    else:
        lose_progressive(r, seat)


def _with_wager(r: PokerRound, cents: int) -> int:
    """An award; the wager itself stays with the house unless the sheet gives it back (UTH-PTAB-3)."""
    progressive = r.t.progressive
    assert progressive is not None
    return cents + progressive.wager if progressive.returns_wager else cents


def _awarded(r: PokerRound, seat: Seat, wager: str, cents: int, line: str, clause: str) -> None:
    r.settled(
        WagerSettled(
            spot=seat.box, hand=0, wager=wager, stake=0, result="win", pays=cents, line=line, clause=clause
        )
    )  # fmt: skip


def lose_progressive(r: PokerRound, seat: Seat, clause: str = "") -> None:
    """The wager, which was taken before the deal, has lost."""
    if seat.box in r.progressive_seats:
        clause = clause or r.cites["folded_no_progressive" if seat.folded else "progressive_lost"]
        r.settled(
            WagerSettled(
                spot=seat.box, hand=0, wager="progressive_award", stake=0, result="lose", pays=0, clause=clause
            )
        )


def pay_jackpots(r: PokerRound) -> None:
    """Meters are paid when all hands are known, in the order of the deal (UTH-PMULT-1a)."""
    r.plan(*(("ask_jackpot", box) for box, _ in sorted(r.jackpots)))


def ask_jackpot(r: PokerRound, box: int) -> None:
    """The seat waits until its jackpot has been paid, or the meter's value is known (UTH-PROG-3b, UTH-S10)."""
    if r.seats[box].out:
        return
    due = jackpot_due(r, box)
    if due is not None and r.automatic:
        _pay_jackpot(r, due)
    else:
        r.ask("jackpot", "shift_manager", box)


def jackpot_due(r: PokerRound, box: int) -> JackpotPaid | None:
    """What a seat's hit wins where the meters are known: winners share as the sheet says (UTH-PMULT-1b)."""
    meter = dict(r.jackpots)[box]
    value = (r.meters or {}).get(meter)
    progressive = r.t.progressive
    if value is None or progressive is None:
        return None
    rules = getattr(progressive, meter)
    winners = sorted(hit for hit, won in r.jackpots if won == meter and not r.seats[hit].out)
    pot = int(value * rules.share)
    place = winners.index(box)
    if progressive.jackpot_tie == "split_evenly":
        return JackpotPaid(box, meter, even_split(pot, len(winners))[place])
    return JackpotPaid(box, meter, pot if place == 0 else rules.seed)


def jackpot_paid(r: PokerRound, action: JackpotPaid, role: str) -> None:
    """The Shift Manager reports what the link awarded and was paid (UTH-PWIN-4c)."""
    question = r.check_question("jackpot", code="jackpot.none_waiting", clause=r.cites["jackpot_procedure"])
    check_role(role, "shift_manager", clause=r.cites["jackpot_by_shift_manager"])
    meter = dict(r.jackpots)[question.spot]
    if (action.spot, action.meter) != (question.spot, meter):
        raise IllegalAction("jackpot.other_waiting", r.cites["jackpot_procedure"], meter=meter, spot=question.spot)
    due = jackpot_due(r, question.spot)
    share = r.stated(f"bets.progressive.{meter}.share")
    if due is not None and action.cents != due.cents:
        raise IllegalAction("jackpot.other_amount", share, meter=meter, cents=due.cents)
    if action.cents <= 0:
        raise IllegalAction("jackpot.not_positive", share)
    r.question = None
    _pay_jackpot(r, action)


def _pay_jackpot(r: PokerRound, paid: JackpotPaid) -> None:
    seat, cents = r.seats[paid.spot], _with_wager(r, paid.cents)
    late_notice(r, seat, "progressive", cents)
    clause = r.cites[f"bets.progressive.{paid.meter}.share"]
    _awarded(r, seat, "progressive_award", cents, paid.meter, clause)


def pay_envy(r: PokerRound) -> None:
    """At the end every other progressive bettor wins from each envy hand, never from one of their own.

    (UTH-ENVY-1a, UTH-ENVY-1b, UTH-ENVY-1c, UTH-ENVY-1d, UTH-ENVY-3a, UTH-ENVY-3b)
    """
    progressive = r.t.progressive
    if progressive is None or not r.envy_hands:
        return
    for seat in r.seats_in_pay_order():
        if seat.box not in r.progressive_seats or seat.out or (seat.folded and not progressive.envy_to_folded):
            continue
        for hit, meter in r.envy_hands:
            if r.seats[hit].player != seat.player and not r.seats[hit].out:
                cents = getattr(progressive, meter).envy
                late_notice(r, seat, "envy", cents)
                _awarded(r, seat, "envy", cents, f"seat {hit}", r.cites[f"bets.progressive.{meter}.envy"])

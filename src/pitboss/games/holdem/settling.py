"""Settlement: seat by seat from the dealer's right, Ante, Blind, Play, Trips and the progressive together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitboss.cards import UNKNOWN, Card
from pitboss.errors import IllegalAction
from pitboss.games.actions import JackpotPaid
from pitboss.games.events import (
    CardsDiscarded,
    HandExposed,
    HandLeftForEnvy,
    JackpotHit,
    KeyPressed,
    RoundEnded,
    SensorLit,
    SupervisorNotified,
    WagerSettled,
)
from pitboss.games.holdem.playing import collect_folded, discard_hand, hand_name
from pitboss.games.holdem.state import Seat
from pitboss.games.round import check_role
from pitboss.hands.poker import evaluate, line_of
from pitboss.money import Odds, Rounding, even_split, pay, pro_rata

if TYPE_CHECKING:
    from pitboss.games.holdem.round import HoldemRound

__all__ = [
    "ask_jackpot", "clear_seat", "end_round", "expose", "jackpot_due", "jackpot_paid", "lose_progressive", "notice",
    "pay_envy", "pay_jackpots", "return_antes", "seat_card", "settle", "settle_seat",
]  # fmt: skip

EVEN_MONEY = Odds(1, 1)


def settle(r: HoldemRound) -> None:
    """Antes first where the dealer does not qualify, then hand by hand, envy at the end (UTH-NOQ-1b, UTH-ENVY-3a)."""
    steps = ("expose", "settle_seat") if _hidden(r) else ("settle_seat",)
    seats = [(step, seat.box) for seat in r.seats_in_pay_order() for step in steps]
    r.plan(("return_antes",), *seats, ("pay_jackpots",), ("pay_envy",), ("end_round",))


def _hidden(r: HoldemRound) -> list[int]:
    """The seats, in the order of payment, whose cards have not shown their faces."""
    return [seat.box for seat in r.seats_in_pay_order() if UNKNOWN in seat.cards and not seat.out]


def return_antes(r: HoldemRound) -> None:
    """Without a pair the dealer refunds the Antes before looking at any hand (UTH-NOQ-1a, UTH-NOQ-1b)."""
    if r.qualifies:
        return
    for seat in r.seats_in_pay_order():
        if seat.out or (seat.folded and not r.t.dealer.refund_folded_ante):
            continue
        if "ante" in seat.settled:
            r.take_back(seat, "ante", clause=r.cites["dealer.refund_folded_ante"])
        r.push(seat, "ante", clause=r.cites["ante_returned"])


def expose(r: HoldemRound, box: int) -> None:
    """A player's cards of a declared deal show their faces when the hand is opened.

    An award that shares the limit needs all hands open before it can be worked out.
    """
    seat = r.seats[box]
    if UNKNOWN in seat.cards and not seat.out:
        r.ask_face("seat_card", box, seat.cards.index(UNKNOWN))
    elif _limited_odds(r, seat) is not None:
        r.plan(*(("expose", other) for other in _hidden(r)))


def seat_card(r: HoldemRound, box: int, position: int, card: Card) -> None:
    seat = r.seats[box]
    seat.cards = (*seat.cards[:position], card, *seat.cards[position + 1 :])
    expose(r, box)


def settle_seat(r: HoldemRound, box: int) -> None:
    """One player's wagers in one block: exposed, decided, and the cards cleared (UTH-PROG-3a, UTH-NOQ-2, UTH-NOQ-3)."""
    seat = r.seats[box]
    if seat.out:
        return
    if seat.folded and not seat.tucked:
        collect_folded(r, seat)
        lose_progressive(r, seat)
        return
    strength = evaluate((*seat.cards, *r.board))
    r.emit(HandExposed(spot=box, cards=seat.cards, hand=hand_name(strength), clause=r.cites["hands_exposed"]))
    exposed = len(r.events)
    if seat.folded:
        collect_folded(r, seat)
    elif strength > r.dealer_strength:  # nobody's hand but the dealer's counts (UTH-SUM-1)
        _win(r, seat, strength)
    elif strength < r.dealer_strength:
        _lose(r, seat)
    else:
        _tie(r, seat)
    if "trips" in seat.wagers:
        _trips(r, seat, strength)
    _settle_progressive(r, seat)
    _notice_total(r, seat, exposed)
    r.plan(("clear_seat", box))


def _win(r: HoldemRound, seat: Seat, strength: int) -> None:
    """Play and Ante pay even money, the Blind by its table from a straight up (UTH-QUAL-1, UTH-QUAL-4, UTH-BLIND-1)."""
    r.win(seat, "play", r.t.play.win, clause=r.cites["play.win"])
    if "ante" not in seat.settled:
        r.win(seat, "ante", r.t.play.win, clause=r.cites["play.win"])
    line = line_of(strength)
    odds = getattr(r.t.blind.pays, line, None)
    if odds is None:  # UTH-QUAL-5, UTH-BLIND-2
        r.push(seat, "blind", clause=r.cites["blind_pushes"])
        return
    if _limited_odds(r, seat) is not None:
        _share_limit(r)
    for wager, cents in _blind_awards(r, seat, odds):
        clause = r.cites[f"blind.pays.{line}" if wager == "blind" else "toke.follows_wager"]
        r.pay_out(seat, wager, r.blind_shares.get((seat.box, wager), cents), clause=clause, line=line)


def _blind_awards(r: HoldemRound, seat: Seat, odds: Odds) -> Iterator[tuple[str, int]]:
    """What the table pays for a winning Blind and the toke beside it (UTH-S5, UTH-S6)."""
    yield "blind", pay(seat.wagers["blind"], odds, rounding=r.t.blind_rounding)
    toke = seat.tokes.get("blind", 0)
    if toke and _tokes_follow(r):
        yield "toke:blind", pay(toke, odds, rounding=r.t.blind_rounding)
    elif toke:
        yield "toke:blind", pay(toke, EVEN_MONEY, rounding=Rounding.EXACT_CENT)


def _tokes_follow(r: HoldemRound) -> bool:
    return r.t.toke is None or r.t.toke.follows_wager


def _limited_odds(r: HoldemRound, seat: Seat) -> Odds | None:
    """The odds of a Blind that wins at the odds under the aggregate limit, if the hand is one (UTH-PAY-2)."""
    if r.t.aggregate is None or seat.folded or seat.out or not seat.cards:
        return None
    strength = evaluate((*seat.cards, *r.board))
    odds: Odds | None = getattr(r.t.blind.pays, line_of(strength), None)
    if strength <= r.dealer_strength or odds is None or odds.ratio < r.t.aggregate.pays_from.ratio:
        return None
    return odds


def _share_limit(r: HoldemRound) -> None:
    """Blinds at the limit's odds share it pro rata, worked out once for the round (UTH-PAY-4, UTH-PAY-5, UTH-S12)."""
    limit = r.t.aggregate
    if limit is None or r.blind_shares:
        return
    awards: dict[tuple[int, str], int] = {}
    for seat in r.seats.values() if limit.tie == "deal_order" else r.seats_in_pay_order():
        odds = _limited_odds(r, seat)
        for wager, cents in _blind_awards(r, seat, odds) if odds is not None else ():
            if wager == "blind" or (limit.tokes_in_aggregate and _tokes_follow(r)):
                awards[seat.box, wager] = cents
    exact = limit.rounding == "nearest_cent"
    shares = pro_rata(list(awards.values()), limit_cents=limit.limit, exact_total=exact).shares_cents
    r.blind_shares = dict(zip(awards, shares, strict=True))


def _lose(r: HoldemRound, seat: Seat) -> None:
    """A lower hand loses what is left of Play, Ante and Blind (UTH-QUAL-2, UTH-BLIND-3, UTH-DEAL-16a)."""
    for wager in ("play", "ante", "blind"):
        if wager not in seat.settled:
            r.take(seat, wager, clause=r.cites["lower_loses"])


def _tie(r: HoldemRound, seat: Seat) -> None:
    """Equal hands push Play, Ante and Blind (UTH-QUAL-3, UTH-BLIND-4)."""
    for wager in ("play", "ante", "blind"):
        if wager not in seat.settled:
            r.push(seat, wager, clause=r.cites["tie_pushes"])


def _trips(r: HoldemRound, seat: Seat, strength: int) -> None:
    """Trips is decided by the final hand alone, whatever the dealer has (UTH-QUAL-6, UTH-TRIPS-2a, UTH-TRIPS-2b)."""
    assert r.t.trips is not None
    line = line_of(strength)
    odds = getattr(r.t.trips.pays, line, None)
    if odds is None:
        r.take(seat, "trips", clause=r.cites["trips_lost"])
    else:
        r.win(seat, "trips", odds, clause=r.cites[f"bets.trips.pays.{line}"], line=line)


# a supervisor is told


def notice(r: HoldemRound, seat: Seat, wager: str, cents: int) -> None:
    """A supervisor is told before a payout of the notice amount is made (UTH-PAY-1)."""
    rule = r.t.notice
    if rule.supervisor_notice == "per_wager" and cents >= rule.amount:
        r.emit(SupervisorNotified(spot=seat.box, wager=wager, cents=cents, clause=r.cites["notice.amount"]))


def _notice_total(r: HoldemRound, seat: Seat, place: int, more: int = 0) -> None:
    """Where a player's payouts count together, those of all their hands, the notice comes before a hand's first."""
    rule = r.t.notice
    if rule.supervisor_notice != "per_player_total":
        return
    paid = [done for done in r.settlements if (done.result, done.owner) == ("win", "player")]
    total = sum(done.pays for done in paid if r.seats[done.spot].player == seat.player) + more
    if total >= rule.amount and (more or any(done.spot == seat.box for done in paid)):
        told = SupervisorNotified(spot=seat.box, wager="all", cents=total, clause=r.cites["notice.supervisor_notice"])
        r.events.insert(place, told)


def _late_notice(r: HoldemRound, seat: Seat, wager: str, cents: int) -> None:
    """The notice of a payout that follows after the seat's own settlement."""
    notice(r, seat, wager, cents)
    _notice_total(r, seat, len(r.events), cents)


# the progressive


def _meter_of(r: HoldemRound, line: str) -> str | None:
    progressive = r.t.progressive
    assert progressive is not None
    return next((name for name in ("major", "minor") if getattr(progressive, name).hand == line), None)


def _settle_progressive(r: HoldemRound, seat: Seat) -> None:
    """Two hole cards and the flop: fixed lines from the tray, meters later (UTH-PWIN-1, UTH-PWIN-2, UTH-PWIN-6a)."""
    progressive = r.t.progressive
    if progressive is None or seat.folded:  # UTH-PWIN-6b
        lose_progressive(r, seat)
        return
    bettor = seat.box in r.progressive_seats
    if not bettor and progressive.envy_from != "any_player":  # UTH-S11
        return
    line = line_of(evaluate((*seat.cards, *r.board[: r.t.deal.flop_cards])))
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


def _with_wager(r: HoldemRound, cents: int) -> int:
    """An award; the wager itself stays with the house unless the sheet gives it back (UTH-PTAB-3)."""
    progressive = r.t.progressive
    assert progressive is not None
    return cents + progressive.wager if progressive.returns_wager else cents


def _awarded(r: HoldemRound, seat: Seat, wager: str, cents: int, line: str, clause: str) -> None:
    r.settled(
        WagerSettled(
            spot=seat.box, hand=0, wager=wager, stake=0, result="win", pays=cents, line=line, clause=clause
        )
    )  # fmt: skip


def lose_progressive(r: HoldemRound, seat: Seat, clause: str = "") -> None:
    """The wager, which was taken before the deal, has brought nothing."""
    if seat.box in r.progressive_seats:
        clause = clause or r.cites["folded_no_progressive" if seat.folded else "progressive_lost"]
        r.settled(
            WagerSettled(
                spot=seat.box, hand=0, wager="progressive_award", stake=0, result="lose", pays=0, clause=clause
            )
        )


def pay_jackpots(r: HoldemRound) -> None:
    """Meters are paid when all hands are known, in the order of the deal (UTH-PMULT-1a)."""
    r.plan(*(("ask_jackpot", box) for box, _ in sorted(r.jackpots)))


def ask_jackpot(r: HoldemRound, box: int) -> None:
    """The seat waits until its jackpot has been paid, or the meter's value is at hand (UTH-PROG-3b, UTH-S10)."""
    if r.seats[box].out:
        return
    due = jackpot_due(r, box)
    if due is not None and r.automatic:
        _pay_jackpot(r, due)
    else:
        r.ask("jackpot", "shift_manager", box)


def jackpot_due(r: HoldemRound, box: int) -> JackpotPaid | None:
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


def jackpot_paid(r: HoldemRound, action: JackpotPaid, role: str) -> None:
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


def _pay_jackpot(r: HoldemRound, paid: JackpotPaid) -> None:
    seat, cents = r.seats[paid.spot], _with_wager(r, paid.cents)
    _late_notice(r, seat, "progressive", cents)
    clause = r.cites[f"bets.progressive.{paid.meter}.share"]
    _awarded(r, seat, "progressive_award", cents, paid.meter, clause)


def clear_seat(r: HoldemRound, box: int) -> None:
    """A hand that brings envy stays face up, any other goes to the rack (UTH-ENVY-2a, UTH-ENVY-2b)."""
    if any(box == hit for hit, _ in r.envy_hands):
        r.emit(HandLeftForEnvy(spot=box, clause=r.cites["envy_hand_stays"]))
    else:
        discard_hand(r, r.seats[box])


def pay_envy(r: HoldemRound) -> None:
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
                _late_notice(r, seat, "envy", cents)
                _awarded(r, seat, "envy", cents, f"seat {hit}", r.cites[f"bets.progressive.{meter}.envy"])


def end_round(r: HoldemRound) -> None:
    """GAME OVER: sensors off, all cards back together for the shuffle (UTH-PMULT-3, UTH-NOQ-4a)."""
    for seat in r.seats_in_pay_order():
        discard_hand(r, seat)
    rest = (*r.dealer, *r.board)
    if rest:
        r.emit(CardsDiscarded(spot=0, hand=0, cards=rest, clause=r.cites["decided_hand_cleared"]))
        r.discarded += rest
    lit = [box for box, seat in r.seats.items() if "progressive" in seat.wagers]
    if lit:
        r.emit(KeyPressed(key="GAME OVER", clause=r.cites["game_over"]))
        for box in lit:
            r.emit(SensorLit(spot=box, state="off", clause=r.cites["game_over"]))
    r.over = True
    r.emit(RoundEnded(shuffle_due=True, clause=r.cites["shuffle_each_round"]))

"""Settlement of hold'em: Antes returned by a dealer without a pair, and Ante, Blind and Play against the dealer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitboss.games.poker.round import EVEN_MONEY
from pitboss.games.poker.state import Seat
from pitboss.hands.poker import evaluate, line_of
from pitboss.money import Odds, Rounding, pay, pro_rata

if TYPE_CHECKING:
    from pitboss.games.holdem.round import HoldemRound

__all__ = ["limited_odds", "lose", "return_antes", "tie", "win"]


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


def win(r: HoldemRound, seat: Seat, strength: int) -> None:
    """Play and Ante pay even money, the Blind by its table from a straight up (UTH-QUAL-1, UTH-QUAL-4, UTH-BLIND-1)."""
    r.win(seat, "play", r.t.play.win, clause=r.cites["play.win"])
    if "ante" not in seat.settled:
        r.win(seat, "ante", r.t.play.win, clause=r.cites["play.win"])
    line = line_of(strength)
    odds = getattr(r.t.blind.pays, line, None)
    if odds is None:  # UTH-QUAL-5, UTH-BLIND-2
        r.push(seat, "blind", clause=r.cites["blind_pushes"])
        return
    if limited_odds(r, seat) is not None:
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


def limited_odds(r: HoldemRound, seat: Seat) -> Odds | None:
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
        odds = limited_odds(r, seat)
        for wager, cents in _blind_awards(r, seat, odds) if odds is not None else ():
            if wager == "blind" or (limit.tokes_in_aggregate and _tokes_follow(r)):
                awards[seat.box, wager] = cents
    exact = limit.rounding == "nearest_cent"
    shares = pro_rata(list(awards.values()), limit_cents=limit.limit, exact_total=exact).shares_cents
    r.blind_shares = dict(zip(awards, shares, strict=True))


def lose(r: HoldemRound, seat: Seat) -> None:
    """A lower hand loses what is left of Play, Ante and Blind (UTH-QUAL-2, UTH-BLIND-3, UTH-DEAL-16a)."""
    for wager in ("play", "ante", "blind"):
        if wager not in seat.settled:
            r.take(seat, wager, clause=r.cites["lower_loses"])


def tie(r: HoldemRound, seat: Seat) -> None:
    """Equal hands push Play, Ante and Blind (UTH-QUAL-3, UTH-BLIND-4)."""
    for wager in ("play", "ante", "blind"):
        if wager not in seat.settled:
            r.push(seat, wager, clause=r.cites["tie_pushes"])

"""Taking and paying: one function for each way a wager leaves the layout."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.bets import SpotFacts
from pitboss.games.blackjack.state import SideBet, Spot
from pitboss.games.events import CardsDiscarded, HandVerified, LammerCollected, Owner, PushMarked, Result, WagerSettled
from pitboss.money import Odds, Rounding, pay, pro_rata

if TYPE_CHECKING:
    from pitboss.games.blackjack.round import BlackjackRound

__all__ = [
    "Award", "awards", "collect_lammers", "discard", "give_back", "lose", "pay_award", "pay_blackjack", "pay_hand",
    "pay_winner", "settle_hand", "settle_tie", "surrender_hand", "tie_hand",
]  # fmt: skip

EVEN_MONEY = Odds(1, 1)


def pay_winner(r: BlackjackRound, spot: Spot, hand_id: int, *, clause: str) -> None:
    """A hand that beats the dealer's, at the odds of its bonus where it has one."""
    bonus = r.t.bonus_of(spot.hands[hand_id])
    if bonus is None:
        pay_hand(r, spot, hand_id, r.t.payouts.win, clause=clause)
    else:
        line, odds = bonus
        pay_hand(r, spot, hand_id, odds, clause=r.cite(f"bonus.{line}") or clause, line=line)


def pay_blackjack(r: BlackjackRound, spot: Spot, hand_id: int, *, clause: str) -> None:
    """A blackjack that wins, at the odds of one suit where it is of one and they are offered."""
    line, odds = r.t.blackjack_pays(spot.hands[hand_id])
    cited = (r.cite(f"bonus.{line}") if line else "") or clause
    pay_hand(r, spot, hand_id, odds, clause=cited, line=line, rounding=r.t.blackjack_rounding)


def pay_hand(
    r: BlackjackRound,
    spot: Spot,
    hand_id: int,
    odds: Odds,
    *,
    clause: str,
    line: str = "",
    rounding: Rounding | None = None,
) -> None:
    """A winning hand: bet and doubles in one payment, then lammers, then the dealers' toke (BJ-PAY-7b, FB-OVER-2)."""
    hand = spot.hands[hand_id]
    rounding = rounding or r.t.other_rounding
    stake = hand.stake + hand.extra
    if stake:
        _settled(r, spot, hand_id, "main", stake, "win", pay(stake, odds, rounding=rounding), clause, line)
    for why in hand.lammers:
        pays = pay(hand.base, EVEN_MONEY, rounding=r.t.other_rounding)
        _settled(r, spot, hand_id, f"free_{why}", 0, "win", pays, r.cite(f"free_{why}_wins"))
        r.emit(LammerCollected(spot=spot.box, hand=hand_id, clause=r.cite(f"free_{why}_wins")))
    _pay_toke(r, spot, hand_id, odds, rounding)
    hand.lammers = hand.toke_lammers = ()
    hand.settled = True


def _pay_toke(r: BlackjackRound, spot: Spot, hand_id: int, odds: Odds, rounding: Rounding) -> None:
    hand, toke = spot.hands[hand_id], r.t.toke
    if toke is None or not (hand.toke or hand.toke_lammers):
        return
    odds, unit = (odds, rounding) if toke.follows_wager else (EVEN_MONEY, r.t.other_rounding)
    stake = hand.toke + hand.toke_extra
    if stake:
        _settled(
            r, spot, hand_id, "toke:main", stake, "win", pay(stake, odds, rounding=unit), r.cite("toke.follows_wager")
        )
    for cents in hand.toke_lammers:
        pays = pay(cents, EVEN_MONEY, rounding=r.t.other_rounding)
        _settled(r, spot, hand_id, "toke:free", 0, "win", pays, r.cite("toke.free_bets"))
        r.emit(LammerCollected(spot=spot.box, hand=hand_id, owner="dealers", clause=r.cite("toke.free_bets")))


def lose(r: BlackjackRound, spot: Spot, hand_id: int, *, clause: str) -> None:
    """A losing hand: bet, doubles and toke are taken, lammers go without value."""
    hand = spot.hands[hand_id]
    stake = hand.stake + hand.extra
    if stake:
        _settled(r, spot, hand_id, "main", stake, "lose", -stake, clause)
    toke = hand.toke + hand.toke_extra
    if toke:
        _settled(r, spot, hand_id, "toke:main", toke, "lose", -toke, r.cite("toke.follows_wager"))
    collect_lammers(r, spot, hand_id, "loses")
    hand.settled = True


def tie_hand(r: BlackjackRound, spot: Spot, hand_id: int, *, clause: str) -> None:
    """A push: the dealer pats the layout, own money goes back, lammers go (BJ-INTRO-5, BJ-DEAL-17)."""
    hand = spot.hands[hand_id]
    r.emit(PushMarked(spot=spot.box, hand=hand_id, clause=r.cite("push_marked")))
    give_back(r, spot, hand_id, "push", clause)
    collect_lammers(r, spot, hand_id, "ties")
    hand.settled = True


def give_back(r: BlackjackRound, spot: Spot, hand_id: int, result: Result, clause: str) -> None:
    """Own money returns to the player; a pushed toke too, or it stays up for the next round (BJ-S11)."""
    hand = spot.hands[hand_id]
    if hand.stake + hand.extra:
        _settled(r, spot, hand_id, "main", hand.stake + hand.extra, result, 0, clause)
    toke = hand.toke + hand.toke_extra
    if toke:
        stays = result == "push" and r.t.toke is not None and r.t.toke.push == "stays"
        why = r.cite("toke.push") if result == "push" else clause
        _settled(r, spot, hand_id, "toke:main", toke, "stays" if stays else result, 0, why)


def collect_lammers(r: BlackjackRound, spot: Spot, hand_id: int, outcome: str) -> None:
    """Lammers go without value: they are nobody's money (FB-S8)."""
    hand = spot.hands[hand_id]
    for why in hand.lammers:
        clause = r.cite(f"free_{why}_{outcome}") or r.cite("void_lammers")
        r.emit(LammerCollected(spot=spot.box, hand=hand_id, clause=clause))
    for _ in hand.toke_lammers:
        r.emit(LammerCollected(spot=spot.box, hand=hand_id, owner="dealers", clause=r.cite("toke.free_bets")))
    hand.lammers = hand.toke_lammers = ()


def surrender_loss(r: BlackjackRound, stake: int) -> int:
    """Return what a surrendered stake loses, in cents."""
    surrender = r.t.surrender
    assert surrender is not None
    return int(stake * surrender.loss)


def surrender_hand(r: BlackjackRound, spot: Spot, hand_id: int) -> None:
    """A surrendered hand loses its share, the rest goes back; a toke goes with it (GC-SURR-3)."""
    hand = spot.hands[hand_id]
    for wager, stake in (("main", hand.stake), ("toke:main", hand.toke)):
        if stake:
            loss = surrender_loss(r, stake)
            _settled(r, spot, hand_id, wager, stake, "surrender", -loss, r.cite("surrender.loss"))
    collect_lammers(r, spot, hand_id, "loses")
    hand.settled = hand.surrendered = hand.done = True


def _settled(
    r: BlackjackRound,
    spot: Spot,
    hand_id: int,
    wager: str,
    stake: int,
    result: Result,
    pays: int,
    clause: str,
    line: str = "",
) -> None:
    owner: Owner = "dealers" if wager.startswith("toke:") else "player"
    r.settled(
        WagerSettled(
            spot=spot.box, hand=hand_id, wager=wager, stake=stake, result=result, pays=pays, owner=owner, line=line,
            clause=clause,
        )
    )  # fmt: skip


def discard(r: BlackjackRound, spot: Spot, hand_id: int, *, face_down: bool = False, clause: str = "") -> None:
    """The cards of a hand go to the rack."""
    hand = spot.hands[hand_id]
    if hand.cards:
        clause = clause or r.cite("cards_cleared")
        r.emit(CardsDiscarded(spot=spot.box, hand=hand_id, cards=tuple(hand.cards), face_down=face_down, clause=clause))
        r.discarded += hand.cards
        if hand_id == 0:
            spot.cleared = tuple(hand.cards)
        hand.cards = []


def settle_hand(r: BlackjackRound, spot: Spot, hand_id: int) -> None:
    """A hand against the dealer's, at take and pay (BJ-INTRO-11, BJ-INTRO-12, BJ-PAY-2, FB-P22-3b)."""
    hand = spot.hands[hand_id]
    if hand.broken:
        lose(r, spot, hand_id, clause=r.cite("broken_lost"))
    elif hand.natural and not (hand.missed and r.t.irregularity.missed_blackjack == "counts_21"):
        _settle_natural(r, spot, hand_id)
    elif r.dealer_natural:
        lose(r, spot, hand_id, clause=r.cite("lost_to_blackjack"))
    elif r.t.is_charlie(hand):
        pay_winner(r, spot, hand_id, clause=r.cite("payouts.charlie") or r.cite("payouts.win"))
    elif r.dealer.total > 21:
        _against_broken_dealer(r, spot, hand_id)
    elif hand.total > r.dealer.total:
        pay_winner(r, spot, hand_id, clause=r.cites["payouts.win"])
    elif hand.total < r.dealer.total:
        lose(r, spot, hand_id, clause=r.cite("lower_loses"))
    else:
        settle_tie(r, spot, hand_id, clause=r.cite("payouts.tie"))


def settle_tie(r: BlackjackRound, spot: Spot, hand_id: int, *, clause: str) -> None:
    """A hand with the dealer's total: it pushes, or the dealer wins it, or a 21 wins."""
    if r.t.payouts.tie == "dealer_wins":
        lose(r, spot, hand_id, clause=clause)
    elif r.t.payouts.tie == "21_wins" and spot.hands[hand_id].total == 21:
        pay_winner(r, spot, hand_id, clause=clause)
    else:
        tie_hand(r, spot, hand_id, clause=clause)


def _settle_natural(r: BlackjackRound, spot: Spot, hand_id: int) -> None:
    from pitboss.games.blackjack.insurance import pay_natural, tie_natural

    if r.dealer_natural:
        tie_natural(r, spot, hand_id)
        return
    if r.dealer.total > 21:
        _verify(r, spot, hand_id)
    pay_natural(r, spot, hand_id)


def _verify(r: BlackjackRound, spot: Spot, hand_id: int) -> None:
    """Before paying on a dealer's break every hand is checked (BJ-PAY-2)."""
    total = spot.hands[hand_id].total
    r.emit(HandVerified(spot=spot.box, hand=hand_id, total=total, clause=r.cite("hands_verified")))


def _against_broken_dealer(r: BlackjackRound, spot: Spot, hand_id: int) -> None:
    if r.t.dealer.push_22 and r.dealer.total == 22:
        tie_hand(r, spot, hand_id, clause=r.cite("dealer.push_22"))
        return
    _verify(r, spot, hand_id)
    pay_winner(r, spot, hand_id, clause=r.cite("dealer_breaks"))


class Award:
    """What a side wager is worth now: the bet that it settles, its stake, its line and what it pays."""

    __slots__ = ("bet", "clause", "line", "odds", "pays", "result", "spot", "stake", "wager")

    def __init__(self, spot: Spot, bet: SideBet, wager: str, stake: int) -> None:
        self.spot, self.bet, self.wager, self.stake = spot, bet.wager, wager, stake
        self.line, self.pays, self.result, self.clause = "", -stake, "lose", ""
        self.odds: tuple[Odds, ...] = ()


def awards(r: BlackjackRound, wagers: list[tuple[Spot, SideBet]]) -> list[Award]:
    """The awards of side wagers settled together, the aggregate limit applied (BJ-KBLIM-2a to 2d)."""
    found: list[Award] = []
    for spot, bet in wagers:
        for name, stake in ((bet.wager, spot.wagers[bet.wager]), (f"toke:{bet.wager}", spot.tokes.get(bet.wager, 0))):
            if stake:
                found.append(_award(r, spot, bet, name, stake))
    _limit(r, found)
    return found


def _award(r: BlackjackRound, spot: Spot, bet: SideBet, wager: str, stake: int) -> Award:
    award = Award(spot, bet, wager, stake)
    first, second = spot.first
    seen = SpotFacts(
        (first, second), r.up, spot.third, r.dealer_cards(), r.dealer_natural, stake, spot.main, spot.final
    )
    lines, lost = bet.compiled.award(seen)
    award.clause = r.cites[f"bets.{bet.bet.section}.{lost}"] or r.cites[f"bets.{bet.bet.section}.lost"]
    if lines:
        award.line, award.result = "+".join(lines), "win"
        award.clause = r.cites[f"bets.{bet.bet.section}.pays.{lines[-1]}"]
        award.odds = tuple(bet.odds[line] for line in lines)
        if wager.startswith("toke:") and r.t.toke is not None and not r.t.toke.follows_wager:
            award.odds, award.clause = (EVEN_MONEY,), r.cites["toke.follows_wager"]
        award.pays = sum(pay(stake, odds, rounding=r.t.other_rounding) for odds in award.odds)
    return award


def _limit(r: BlackjackRound, found: list[Award]) -> None:
    """Awards at the aggregate's odds or better share what is left of the limit in this round."""
    limit = r.t.aggregate
    if limit is None or all(award.result == "lose" for award in found):
        return
    capped = [
        award for award in found
        if award.result == "win"
        and max(odds.ratio for odds in award.odds) >= limit.pays_from.ratio
        and (limit.tokes_in_aggregate or not award.wager.startswith("toke:"))
    ]  # fmt: skip
    if limit.tie == "deal_order":
        capped.sort(key=lambda award: r.boxes_in_turn().index(award.spot.box))
    shares = pro_rata(
        [award.pays for award in capped],
        limit_cents=limit.limit - r.aggregate_paid,
        exact_total=limit.rounding == "nearest_cent",
    )
    for award, share in zip(capped, shares.shares_cents, strict=True):
        award.pays = share
    r.aggregate_paid += sum(shares.shares_cents)


def pay_award(r: BlackjackRound, award: Award) -> None:
    _settled(r, award.spot, 0, award.wager, award.stake, award.result, award.pays, award.clause, award.line)  # type: ignore[arg-type]

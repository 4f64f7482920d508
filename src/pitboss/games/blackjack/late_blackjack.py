"""A dealer blackjack found late: it counts as 21 and takes no more than original stakes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.games.blackjack.insurance import settle_insurance, tie_natural
from pitboss.games.blackjack.rulings import Case, open_case
from pitboss.games.blackjack.settling import lose, pay_blackjack, pay_winner, settle_tie
from pitboss.games.blackjack.state import Spot
from pitboss.games.blackjack.taking import turn_double_card
from pitboss.games.events import WagerSettled

if TYPE_CHECKING:
    from pitboss.games.blackjack.round import BlackjackRound

__all__ = [
    "late_blackjack",
    "pay_late",
    "pay_original",
    "settle_late",
]


def late_blackjack(r: BlackjackRound) -> None:
    """The peek missed a dealer blackjack: it counts as 21 and takes no more than original stakes (BJ-IRR-4a to 4d).

    Without a ruling on the sheet it is the blackjack it is, and what was settled on the word of the check is put right
    (GC-S13, V5-S14).
    """
    if "late_dealer_blackjack" not in r.t.irregularity.kinds:
        r.dealer_natural = True
        _pay_insurance_late(r)
        _reopen_naturals(r)
        return
    r.late = True
    open_case(r, Case("late_dealer_blackjack"), ("call",), ("settle_late",))


def settle_late(r: BlackjackRound) -> None:
    """Plan the settlement against 21: side bets as the sheet says, then box by box (BJ-IRR-4b)."""
    r.case = None
    r.agenda[:] = [step for step in r.agenda if step[0] not in ("take_and_pay", "dealer_plays", "resume")]
    if r.t.irregularity.late_blackjack_side_bets == "as_blackjack":
        r.dealer_natural = True
        _pay_insurance_late(r)
    r.plan_end_bets()
    r.dealer_natural = False
    r.plan(*(("pay_late", spot.box) for spot in r.spots_in_pay_order()))


def _pay_insurance_late(r: BlackjackRound) -> None:
    for done in [done for done in r.settlements if done.wager == "insurance" and done.result == "lose"]:
        r.reverse(done, r.cite("irregularity.late_blackjack_side_bets") or r.cite("missed_check"))
        spot = r.spots[done.spot]
        spot.insurance = done.stake
        settle_insurance(r, spot, won=True)


def _reopen_naturals(r: BlackjackRound) -> None:
    """Blackjacks that were paid tie the dealer's after all; even money was taken before the check (V5-TEN-2)."""
    for done in [done for done in r.settlements if done.result == "win" and done.wager in ("main", "toke:main")]:
        spot = r.spots[done.spot]
        hand = spot.hands[done.hand]
        if hand.natural and spot.answer != "even_money":
            r.reverse(done, r.cite("missed_check"))
            hand.settled = False


def pay_late(r: BlackjackRound, box: int) -> None:
    """Each hand against 21; what a spot loses in all is its original stake at most (BJ-IRR-4c, BJ-IRR-4d)."""
    spot = r.spots[box]
    if spot.out:
        return
    if r.t.irregularity.late_blackjack_broken_extra == "returned":
        _reopen_broken(r, spot, _returned_by(r, spot))
    clause = r.cite("late_settled")
    allowed, toke_allowed = spot.main, spot.tokes.get("main", 0)
    for done in r.settlements:
        if done.spot == box and done.result == "lose":
            allowed -= done.stake if done.wager == "main" else 0
            toke_allowed -= done.stake if done.wager == "toke:main" else 0
    for hand_id, hand in enumerate(spot.hands):
        if hand.settled:
            continue
        if hand.hidden is not None:
            turn_double_card(r, box, hand_id)
        if hand.natural and not (hand.missed and r.t.irregularity.missed_blackjack == "counts_21"):
            pay_blackjack(r, spot, hand_id, clause=clause)
        elif r.t.is_charlie(hand):
            pay_winner(r, spot, hand_id, clause=clause)
        elif not hand.broken and hand.total == 21 and r.t.payouts.tie != "dealer_wins":
            settle_tie(r, spot, hand_id, clause=clause)
        else:
            by_itself = hand.broken and r.engine.broken_before_late_blackjack
            lost = r.cite("broken_lost") if by_itself else clause
            allowed, toke_allowed = _lose_at_most(
                r, spot, hand_id, max(allowed, 0), max(toke_allowed, 0), back=_returned_by(r, spot), lost=lost
            )
    r.pay_end_bets(spot)


def pay_original(r: BlackjackRound, box: int) -> None:
    """A blackjack that nobody checked for takes no more of a spot than its original bet, where the sheet says so."""
    spot = r.spots[box]
    if spot.out:
        return
    clause = r.cite("deal.blackjack_takes")
    _reopen_broken(r, spot, clause)
    allowed, toke_allowed = spot.main, spot.tokes.get("main", 0)
    for hand_id, hand in enumerate(spot.hands):
        if hand.settled:
            continue
        if hand.hidden is not None:
            turn_double_card(r, box, hand_id)
        if hand.natural:
            tie_natural(r, spot, hand_id)
        else:
            allowed, toke_allowed = _lose_at_most(
                r, spot, hand_id, allowed, toke_allowed, back=clause, lost=clause or r.cite("lost_to_blackjack")
            )
    r.pay_end_bets(spot)


def _lose_at_most(
    r: BlackjackRound, spot: Spot, hand_id: int, allowed: int, toke_allowed: int, *, back: str, lost: str
) -> tuple[int, int]:
    """Take what may be taken of a losing hand, never its doubles; return the rest, and say what may still be taken."""
    hand = spot.hands[hand_id]
    taken, toke_taken = min(hand.stake, allowed), min(hand.toke, toke_allowed)
    spared, toke_spared = hand.stake + hand.extra - taken, hand.toke + hand.toke_extra - toke_taken
    hand.stake, hand.extra, hand.toke, hand.toke_extra = taken, 0, toke_taken, 0
    for wager, cents in (("main", spared), ("toke:main", toke_spared)):
        if cents:
            owner: Any = "dealers" if wager == "toke:main" else "player"
            r.settled(
                WagerSettled(
                    spot=spot.box,
                    hand=hand_id,
                    wager=wager,
                    stake=cents,
                    result="push",
                    pays=0,
                    owner=owner,
                    clause=back,
                )
            )
    lose(r, spot, hand_id, clause=lost)
    return allowed - taken, toke_allowed - toke_taken


def _returned_by(r: BlackjackRound, spot: Spot) -> str:
    """The clause by which a stake goes back: that of doubles, or of split hands (BJ-IRR-4c, BJ-IRR-4d)."""
    return r.cite("late_double_returned" if len(spot.hands) == 1 else "late_split_returned")


def _reopen_broken(r: BlackjackRound, spot: Spot, clause: str) -> None:
    """Hands that broke earlier are settled anew, so that their extra stakes can go back."""
    for done in list(r.settlements):
        if (
            done.spot == spot.box
            and done.result == "lose"
            and done.wager in ("main", "toke:main")
            and spot.hands[done.hand].broken
        ):
            r.reverse(done, clause)
            spot.hands[done.hand].settled = False

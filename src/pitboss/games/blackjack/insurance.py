"""Before the first decision: early surrender, insurance, even money, the peek, and the naturals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.errors import IllegalAction, NotNow
from pitboss.games.actions import CloseInsurance, DeclineInsurance, GoOn, Insure, Overlook, PeekSays, TakeEvenMoney
from pitboss.games.blackjack.settling import EVEN_MONEY, discard, lose, pay_blackjack, pay_hand, tie_hand
from pitboss.games.blackjack.state import Spot
from pitboss.games.blackjack.taking import turn_double_card
from pitboss.games.events import (
    BlackjackOverlooked,
    Called,
    EvenMoneyTaken,
    InsuranceBet,
    InsuranceDeclined,
    Peeked,
    Result,
    WagerSettled,
)
from pitboss.games.limits import check_chips
from pitboss.games.round import check_role
from pitboss.hands.totals import POINTS
from pitboss.money import pay

if TYPE_CHECKING:
    from pitboss.games.blackjack.round import BlackjackRound

__all__ = [
    "after_peek", "close_insurance", "decline_insurance", "insure", "natural", "natural_stands", "naturals",
    "offer_early_surrender", "offer_insurance", "overlook", "pay_natural", "peek", "peek_says", "take_even_money",
    "tie_natural",
]  # fmt: skip


def offer_early_surrender(r: BlackjackRound) -> None:
    """Where surrender comes before the check, each hand is asked in turn."""
    if r.surrenders_early():
        r.plan(*(("ask_early_surrender", spot.box) for spot in r.spots.values() if not spot.out))


def ask_early_surrender(r: BlackjackRound, box: int) -> None:
    r.ask("early_surrender", spot=box)


def go_on(r: BlackjackRound, action: GoOn, role: str) -> None:
    """No early surrender, or a blackjack that is taken as it is."""
    question = r.check_question("early_surrender", "natural", code="insurance.nothing_to_decline")
    check_role(role, "player")
    _check_turn(r, action.spot, question.spot)
    r.question = None
    if question.kind == "natural":
        natural_stands(r, question.spot, question.hand)


def _check_turn(r: BlackjackRound, asked: int, due: int) -> None:
    if asked not in (0, due):
        raise NotNow("turn.other_place", r.cite("in_turn"), spot=asked, place="spot")


def offer_insurance(r: BlackjackRound) -> None:
    """With an ace up the dealer calls for insurance and every hand answers (BJ-INS-1, BJ-INS-3A, BJ-INS-3B)."""
    insurance = r.t.insurance
    if insurance is None or not r.ace_up or (r.hole_exposed and not r.t.irregularity.insurance_with_exposed_hole):
        return
    if r.t.calls.insurance_open:
        r.emit(Called(text=r.t.calls.insurance_open, gesture="wave", clause=r.cite("calls.insurance_open")))
    r.ask("insurance")
    _close_if_answered(r)


def _asked(r: BlackjackRound) -> list[Spot]:
    return [spot for spot in r.spots.values() if spot.live and not spot.answer]


def _check_insurance(r: BlackjackRound, box: int) -> Spot:
    r.check_question("insurance", code="insurance.not_open", clause=r.cite("insurance_with_ace"))
    spot = r.spots.get(box)
    if spot is None or not spot.live:
        raise IllegalAction("insurance.no_hand", spot=box)
    if spot.answer:
        code = "insurance.made" if spot.insurance else "insurance.answered"
        raise IllegalAction(code, r.cite("bets_locked_later"))
    return spot


def _check_hole_unknown(r: BlackjackRound) -> None:
    if r.hole_exposed and not r.t.irregularity.insurance_with_exposed_hole:
        clause = r.cite("irregularity.insurance_with_exposed_hole")
        raise IllegalAction("insurance.hole_card_known", clause)


def insure(r: BlackjackRound, action: Insure, role: str) -> None:
    """A bet of its own that the dealer has blackjack, up to half the bet on any hand (BJ-INS-2a, BJ-INS-2c, BJ-INS-4).

    It lies on the insurance line (BJ-WAG-4).
    """
    check_role(role, "player")
    spot = _check_insurance(r, action.spot)
    insurance = r.t.insurance
    assert insurance is not None
    _check_hole_unknown(r)
    if spot.dealt_hand.natural and not insurance.insure_blackjack:
        raise IllegalAction("insurance.no_blackjack", r.stated("insurance.insure_blackjack"))
    most = int(spot.main * insurance.share)
    if action.cents > most:
        raise IllegalAction("insurance.above_share", r.stated("insurance.share"), most=most)
    if action.cents <= 0 or action.cents % insurance.step:
        raise IllegalAction("insurance.step", r.stated("insurance.step"), step=insurance.step)
    check_chips(r, action.cents)
    spot.insurance, spot.answer = action.cents, "insured"
    r.emit(InsuranceBet(spot=spot.box, cents=action.cents, clause=r.cite("insurance_line")))
    _close_if_answered(r)


def decline_insurance(r: BlackjackRound, action: DeclineInsurance, role: str) -> None:
    check_role(role, "player")
    spot = _check_insurance(r, action.spot)
    spot.answer = "declined"
    r.emit(InsuranceDeclined(spot=spot.box, clause=r.cite("insurance_answers")))
    _close_if_answered(r)


def take_even_money(r: BlackjackRound, action: TakeEvenMoney, role: str) -> None:
    """A blackjack against an ace is paid even money at once and its cards go (BJ-INS-8a, BJ-INS-8b)."""
    check_role(role, "player")
    spot = _check_insurance(r, action.spot)
    insurance = r.t.insurance
    assert insurance is not None
    if not insurance.even_money or not spot.dealt_hand.natural:
        raise IllegalAction("insurance.even_money", r.stated("insurance.even_money"))
    _check_hole_unknown(r)
    spot.answer = "even_money"
    r.emit(EvenMoneyTaken(spot=spot.box, clause=r.cite("insurance.even_money")))
    pay_hand(r, spot, 0, EVEN_MONEY, clause=r.cite("even_money_paid") or r.cite("insurance.even_money"))
    r.end_hand_bets(spot)
    discard(r, spot, 0)
    _close_if_answered(r)


def _close_if_answered(r: BlackjackRound) -> None:
    """At an automatic table insurance closes when everybody has answered."""
    if r.automatic and not _asked(r):
        _close(r)


def close_insurance(r: BlackjackRound, action: CloseInsurance, role: str) -> None:
    """The dealer closes insurance, once everybody had the chance (BJ-INS-3B, BJ-INS-3C)."""
    r.check_question("insurance", code="insurance.not_open", clause=r.cite("insurance_with_ace"))
    check_role(role, "dealer")
    if _asked(r):
        raise NotNow("insurance.unanswered", r.cite("insurance_answers"), spots=[spot.box for spot in _asked(r)])
    _close(r)


def _close(r: BlackjackRound) -> None:
    r.question = None
    if r.t.calls.insurance_closed:
        r.emit(Called(text=r.t.calls.insurance_closed, gesture="wave_back", clause=r.cite("calls.insurance_closed")))


def peek(r: BlackjackRound) -> None:
    """The dealer looks at the hole card under an ace or, where the sheet says so, a ten (BJ-DEAL-15a, BJ-INS-5)."""
    if not r.up.known or not r.t.checks(POINTS[r.up]):
        return
    if r.automatic and r.hole.known:
        after_peek(r, r.hole_makes_blackjack())
    else:
        r.ask("peek", "dealer")


def peek_says(r: BlackjackRound, action: PeekSays, role: str) -> None:
    """The dealer's word on the hole card; a blackjack must be there, a missed one comes out later (BJ-IRR-4a)."""
    r.check_question("peek", code="peek.not_now", clause=r.cite("deal.peek_on_ten"))
    check_role(role, "dealer", clause=r.cite("only_dealer_handles_cards"))
    if action.blackjack and r.hole.known and not r.hole_makes_blackjack():
        raise IllegalAction("peek.no_blackjack")
    r.question = None
    after_peek(r, action.blackjack)


def after_peek(r: BlackjackRound, blackjack: bool) -> None:
    """A blackjack ends the round; without one insurance is taken and the bets stay (BJ-INS-7A, BJ-INS-7B)."""
    r.peeked, r.peek_found = True, blackjack
    r.emit(Peeked(blackjack=blackjack, clause=r.cites["deal.peek_on_ten"]))
    if blackjack:
        r.agenda.clear()
        r.plan(("turn_hole",), *r.third_cards_due(), ("dealer_blackjack",), ("end_round",))
        return
    settle_insurances(r, won=False)


def settle_insurances(r: BlackjackRound, *, won: bool) -> None:
    """All insurance bets, box by box in the order of payment."""
    for spot in r.spots_in_pay_order():
        if spot.insurance:
            settle_insurance(r, spot, won=won)


def settle_insurance(r: BlackjackRound, spot: Spot, *, won: bool) -> None:
    """Insurance pays two to one on a dealer blackjack and loses otherwise (BJ-PAY-6a, BJ-INS-7B)."""
    insurance = r.t.insurance
    assert insurance is not None
    stake, spot.insurance = spot.insurance, 0
    pays = pay(stake, insurance.pays, rounding=r.t.other_rounding) if won else -stake
    clause = r.cite("insurance.pays") if won else r.cite("insurance_lost")
    result: Result = "win" if won else "lose"
    r.settled(
        WagerSettled(spot=spot.box, hand=0, wager="insurance", stake=stake, result=result, pays=pays, clause=clause)
    )


def naturals(r: BlackjackRound) -> None:
    """Player blackjacks that are sure to win are paid now, before any third card (BJ-DEAL-15b, FB-P22-3a)."""
    if not r.no_dealer_blackjack():
        return
    if r.t.blackjack.payment == "at_once" and not _paid_now(r):
        r.before_dealer(("pay_waiting_naturals",))
    r.plan(*(("natural", spot.box) for spot in _naturals(r)))


def _paid_now(r: BlackjackRound) -> bool:
    """Whether a blackjack that is sure to win is paid before the hands act."""
    blackjack = r.t.blackjack
    return blackjack.payment == "at_once" and not (r.ten_up and blackjack.vs_ten_payment == "after_all_hands")


def pay_waiting_naturals(r: BlackjackRound) -> None:
    """Blackjacks against a ten that waited until all hands had acted."""
    r.plan(*(("settle_natural", spot.box, 0) for spot in _naturals(r)))


def _naturals(r: BlackjackRound) -> list[Spot]:
    """The spots with a blackjack that is not paid yet, in the order of payment."""
    return [spot for spot in r.spots_in_pay_order() if spot.dealt_hand.natural and spot.dealt_hand.live]


def natural(r: BlackjackRound, box: int) -> None:
    """Pay one blackjack, after asking whether it is doubled where that is allowed (GC-RULE-15, GC-DBL-3)."""
    if not r.t.double.blackjack:
        natural_stands(r, box, 0)
    elif r.t.double.natural_double == "at_settlement":
        r.ask("natural", spot=box)


def natural_stands(r: BlackjackRound, box: int, hand_id: int) -> None:
    """A blackjack that is not doubled is paid now, or waits for its time."""
    if _paid_now(r):
        r.plan(("settle_natural", box, hand_id))


def settle_natural(r: BlackjackRound, box: int, hand_id: int) -> None:
    """The dealer pays a blackjack, clears its cards at once, and play goes on (BJ-DEAL-15c, BJ-DEAL-15d)."""
    spot = r.spots[box]
    hand = spot.hands[hand_id]
    if not hand.live or hand.missed:
        return
    hand.done = True
    pay_natural(r, spot, hand_id)
    r.end_hand_bets(spot)
    discard(r, spot, hand_id)


def pay_natural(r: BlackjackRound, spot: Spot, hand_id: int) -> None:
    """A blackjack that wins; against an ace its player has declined even money (GC-RULE-17, V5-EVEN-2)."""
    after_decline = r.cites["blackjack_after_decline"] if r.ace_up else ""
    pay_blackjack(r, spot, hand_id, clause=after_decline or r.cites["blackjack.pays"])


def overlook(r: BlackjackRound, action: Overlook, role: str) -> None:
    """A blackjack the dealer does not notice stays until take and pay (BJ-DEAL-16a)."""
    question = r.check_question("proceed", code="irregular.no_blackjack_overlooked")
    check_role(role, "dealer")
    if r.agenda[-1] != ("settle_natural", question.spot, 0) or action.spot != question.spot:
        raise NotNow("irregular.no_blackjack_to_overlook_now", r.cite("missed_blackjack"))
    if "missed_blackjack" not in r.t.irregularity.kinds:
        raise IllegalAction("irregular.no_ruling_on_blackjack")
    r.agenda.pop()
    r.question = None
    hand = r.spots[action.spot].dealt_hand
    hand.missed = hand.done = True
    r.emit(BlackjackOverlooked(spot=action.spot, clause=r.cite("missed_blackjack")))


def dealer_blackjack(r: BlackjackRound) -> None:
    """The dealer has blackjack: hands lose or tie, then insurance is paid (BJ-INS-6A, BJ-INS-6Ba, BJ-PAY-4A)."""
    r.dealer_natural = True
    lost = (r.cite("lost_under_ace") if r.ace_up else "") or r.cite("lost_to_blackjack")
    r.plan_end_bets()
    for spot in r.spots_in_pay_order():
        if spot.out:
            continue
        for hand_id, hand in enumerate(spot.hands):
            if hand.settled:
                continue
            if hand.hidden is not None:
                turn_double_card(r, spot.box, hand_id)
            if hand.natural:
                tie_natural(r, spot, hand_id)
            else:
                lose(r, spot, hand_id, clause=lost)
        if spot.insurance:
            settle_insurance(r, spot, won=True)
        r.pay_end_bets(spot)


def tie_natural(r: BlackjackRound, spot: Spot, hand_id: int) -> None:
    """Blackjack against blackjack: a push, or even money unless it was declined (GC-RULE-14, GC-RULE-18, V5-EVEN-3)."""
    declined = r.ace_up and spot.answer in ("insured", "declined")
    clause = (r.cite("tie_after_decline") if declined else "") or r.cite("blackjack.tie")
    if r.t.blackjack.tie == "push" or declined:
        tie_hand(r, spot, hand_id, clause=clause)
    else:
        pay_hand(r, spot, hand_id, EVEN_MONEY, clause=clause)

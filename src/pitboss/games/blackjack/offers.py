"""The legal answers to the open question, each with the clause that allows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.blackjack.playing import check_double, check_hit, check_split, check_surrender, fullest_double
from pitboss.games.blackjack.rulings import CHOICES, permitted
from pitboss.games.blackjack.settling import EVEN_MONEY, surrender_loss
from pitboss.games.round import Amounts, Offer
from pitboss.money import dollars

if TYPE_CHECKING:
    from pitboss.games.blackjack.round import BlackjackRound
    from pitboss.games.blackjack.state import Hand

__all__ = ["offers", "timeout_answer"]


def offers(r: BlackjackRound) -> list[Offer]:
    """Every answer the open question takes; amounts are shown at their fullest (V5-DECK-3)."""
    question = r.question
    return list(_OFFERS[question.kind](r)) if question is not None else []


def _play(r: BlackjackRound) -> Iterator[Offer]:
    assert r.question is not None
    spot = r.spots[r.question.spot]
    hand = spot.hands[r.question.hand]
    yield Offer(a.Stand(), r.cite("stand_signal") or r.cite("deal.signals"), "stand")
    if _allowed(lambda: check_hit(r, hand)):
        yield Offer(a.Hit(), r.cite("deal.signals"), "hit: one more card")
    yield from _doubles(r)
    if _allowed(lambda: check_split(r, spot, hand)):
        free = check_split(r, spot, hand)
        words = "split: free" if free else f"split: {dollars(hand.base)} more"
        clause = r.cite("free_split") if free else r.cite("split.match")
        yield Offer(a.Split(), clause, words, cents=0 if free else hand.base, free=free)
        if free and _allowed(lambda: check_split(r, spot, hand, paid=True)):
            words = f"split: {dollars(hand.base)} of your own"
            yield Offer(a.Split(paid=True), r.cite("free.decline_free"), words, "split_paid", hand.base)
    if _allowed(lambda: check_surrender(r, hand)):
        yield _surrender(r, hand)


def _surrender(r: BlackjackRound, hand: Hand) -> Offer:
    return Offer(a.Surrender(), r.cite("surrender.loss"), "surrender", cents=hand.stake - surrender_loss(r, hand.stake))


def _doubles(r: BlackjackRound) -> Iterator[Offer]:
    assert r.question is not None
    hand = r.spots[r.question.spot].hands[r.question.hand]
    if not _allowed(lambda: fullest_double(r, hand)):
        return
    stake, free = fullest_double(r, hand)
    if free:
        yield Offer(a.DoubleDown(), r.cite("free_double"), "double: free, one card", free=True)
        if _allowed(lambda: check_double(r, hand, paid=True)):
            words = f"double: {dollars(hand.base)} of your own, one card"
            yield Offer(a.DoubleDown(paid=True), r.cite("free.decline_free"), words, "double_paid", hand.base)
        return
    whole = hand.base + hand.extra
    action = a.DoubleDown() if stake == whole else a.DoubleDown(cents=stake)
    yield Offer(action, r.cite("double.cards"), f"double: {dollars(stake)} more, one card", cents=stake)
    half = whole // 2
    if r.t.double.stake == "full_or_half" and half < stake and _allowed(lambda: check_double(r, hand, half)):
        words = f"double for half: {dollars(half)} more, one card"
        yield Offer(a.DoubleDown(cents=half), r.cite("double.stake"), words, "double_for_half", half)
    if r.t.double.stake == "up_to_bet" and _least_double(r) < stake and not hand.doubled:
        yield _double_for_less(r, stake)


def _least_double(r: BlackjackRound) -> int:
    """The smallest double for less: the first step that reaches the minimum."""
    step = r.t.double.less_step
    return -(-r.t.double.less_minimum // step) * step


def _double_for_less(r: BlackjackRound, most: int) -> Offer:
    least, step = _least_double(r), r.t.double.less_step
    words = f"double for less: from {dollars(least)}, one card"
    action, amounts = a.DoubleDown(cents=least), Amounts(least, most, step)
    return Offer(action, r.cite("double.stake"), words, "double_for_less", least, amounts=amounts)


def _allowed(check: Callable[[], object]) -> bool:
    try:
        check()
    except IllegalAction:
        return False
    return True


def _fives(r: BlackjackRound) -> Iterator[Offer]:
    yield Offer(a.Split(), r.cite("calls.fives"), "splitting")
    yield from _doubles(r)


def _insurance(r: BlackjackRound) -> Iterator[Offer]:
    insurance = r.t.insurance
    assert insurance is not None
    waiting = [spot for spot in r.spots.values() if spot.live and not spot.answer]
    closed = r.hole_exposed and not r.t.irregularity.insurance_with_exposed_hole
    for spot in waiting:
        hand = spot.dealt_hand
        most = int(spot.main * insurance.share) // insurance.step * insurance.step
        if most and not closed and (insurance.insure_blackjack or not hand.natural):
            action, words = a.Insure(spot=spot.box, cents=most), f"insure: up to {dollars(most)}"
            amounts = Amounts(insurance.step, most, insurance.step)
            pays = insurance.pays.words
            yield Offer(action, r.cite("insurance.share"), words, cents=most, pays=pays, amounts=amounts)
        if hand.natural and insurance.even_money and not closed:
            clause, pays = r.cite("insurance.even_money"), EVEN_MONEY.words
            yield Offer(a.TakeEvenMoney(spot=spot.box), clause, "even money", pays=pays)
        yield Offer(a.DeclineInsurance(spot=spot.box), r.cite("insurance_answers"), "decline")
    if not waiting:
        yield Offer(a.CloseInsurance(), r.cite("calls.insurance_closed"), "close insurance")


def _natural(r: BlackjackRound) -> Iterator[Offer]:
    assert r.question is not None
    _, odds = r.t.blackjack_pays(r.spots[r.question.spot].hands[r.question.hand])
    pays = odds.words
    yield Offer(a.GoOn(), r.cite("blackjack.pays"), f"take the blackjack: paid {pays}", "take_blackjack", pays=pays)
    yield from _doubles(r)


def _early_surrender(r: BlackjackRound) -> Iterator[Offer]:
    assert r.question is not None
    yield Offer(a.GoOn(), r.cite("surrender.timing"), "play on", "play_on")
    yield _surrender(r, r.spots[r.question.spot].hands[r.question.hand])


def _wagers(r: BlackjackRound) -> Iterator[Offer]:
    if r.spots:
        yield Offer(a.StartDeal(), r.cite("bet_before_cards"), "no more bets: deal")


def _card_offer(r: BlackjackRound) -> Iterator[Offer]:
    assert r.case is not None
    clause = r.cite(f"offered_{r.case.kind}")
    hand = r.spots[r.case.box].hands[r.case.hand]
    if r.case.kind != "exposed_card" or _allowed(lambda: check_hit(r, hand)):
        yield Offer(a.TakeCard(), clause, f"take the {r.case.card.name}", card=r.case.card.text)
    yield Offer(a.RefuseCard(), clause, "refuse it")


def _choice(r: BlackjackRound) -> Iterator[Offer]:
    assert r.case is not None
    for choice in CHOICES[r.case.kind]:
        yield Offer(a.Choose(choice), r.cite(f"choices_{r.case.kind}"), choice.replace("_", " "))


def _ruling(r: BlackjackRound) -> Iterator[Offer]:
    assert r.case is not None
    for choice in permitted(r):
        at_discretion = r.case.kind == "dealer_no_cards" and choice == "misdeal"  # which takes a note (BJ-IRR-10B)
        action = a.Rule(choice, note="at discretion" if at_discretion else "")
        yield Offer(action, r.cite(f"choices_{r.case.kind}"), choice.replace("_", " "))


def _peek(r: BlackjackRound) -> Iterator[Offer]:
    none = r.hole.known and not r.hole_makes_blackjack()
    for blackjack in (False,) if none else (False, True):
        yield Offer(a.PeekSays(blackjack), r.cite("deal.peek_on_ten"), "blackjack" if blackjack else "no blackjack")


_OFFERS: dict[str, Callable[[BlackjackRound], Iterator[Offer]]] = {
    "wagers": _wagers,
    "play": _play,
    "fives": _fives,
    "insurance": _insurance,
    "natural": _natural,
    "early_surrender": _early_surrender,
    "offer_card": _card_offer,
    "choice": _choice,
    "ruling": _ruling,
    "peek": _peek,
    "card": lambda r: iter(()),
    "reshuffle": lambda r: iter(()),
    "call": lambda r: iter(
        [Offer(a.CallSupervisor(), r.cite(f"irregular_{r.case.kind}") if r.case else "", "call the supervisor")]
    ),
    "proceed": lambda r: iter([Offer(a.Proceed(), "", f"go on: {r.agenda[-1][0].replace('_', ' ')}")]),
}


def timeout_answer(r: BlackjackRound) -> a.Action | None:
    """What a player who does not answer in time has answered, as the sheet says."""
    question = r.question
    if question is None or question.role != "player":
        return None
    if question.kind == "play":
        hand = r.spots[question.spot].hands[question.hand]
        safe = r.t.rules.timeout.decision == "never_bust" and hand.points <= 11 and not hand.soft
        return a.Hit() if safe and _allowed(lambda: check_hit(r, hand)) else a.Stand()
    if question.kind == "insurance":
        return next(
            offer.action for offer in offers(r) if isinstance(offer.action, (a.DeclineInsurance, a.CloseInsurance))
        )
    answers: dict[str, a.Action] = {
        "fives": a.DoubleDown(),
        "natural": a.GoOn(),
        "early_surrender": a.GoOn(),
        "offer_card": a.RefuseCard(),
    }
    if question.kind == "choice":
        assert r.case is not None
        return a.Choose(CHOICES[r.case.kind][0])
    return answers.get(question.kind)

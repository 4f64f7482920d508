"""A playbook as the engine's player: the action for every question of a round."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.games import actions as a
from pitboss.games.actions import Action
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.blackjack.state import Hand
from pitboss.hands.totals import POINTS
from pitboss.maths.blackjack.playbook import Move, Playbook
from pitboss.maths.blackjack.record import ACE_LAMMER, LAMMER, SPLIT, SPLIT_ACE, UNSPLIT, BlackjackRecord
from pitboss.maths.blackjack.redoubles import raised_as


def kind_of(hand: Hand) -> int:
    if not hand.split:
        return UNSPLIT
    if hand.stake:
        return SPLIT_ACE if hand.aces else SPLIT
    return ACE_LAMMER if hand.aces else LAMMER


def on_doubled(r: BlackjackRound, book: Playbook, record: BlackjackRecord, hand: Hand) -> Action:
    """What the book does with a hand that was doubled."""
    kind, times = kind_of(hand), hand.doubled - 1
    lies, free = hand.stake + hand.extra, "double" in hand.lammers
    began = raised_as(record.kinds[kind], lies=lies, times=times, free=free)
    assert began is not None
    double = record.kinds[kind].raises()[began]
    assert double is not None
    least = int(book.again[kind, POINTS[r.up] - 1, int(hand.soft), hand.total])
    return a.DoubleDown() if 0 < least <= len(double.again) - times else a.Stand()


def by_the_book(book: Playbook, record: BlackjackRecord) -> Callable[[BlackjackRound], Action | None]:
    """What a player does who keeps to the book."""

    def choose(r: BlackjackRound) -> Action | None:
        question = r.question
        assert question is not None
        hand = r.spots[1].hands[question.hand]
        kind, up = kind_of(hand), POINTS[r.up] - 1
        values = [POINTS[card] - 1 for card in hand.cards]
        first = Move(book.first[kind, up, values[0], values[1]]) if len(values) == 2 else None
        natural = sorted(values) == [0, 9]
        if question.kind == "insurance":
            if natural and book.even_money and record.even_money is not None:
                return a.TakeEvenMoney(1)
            insures = book.insure and (record.insure_natural or not natural)
            return a.Insure(1, cents=record.insurance_stake) if insures else a.DeclineInsurance(1)
        if question.kind == "early_surrender":
            return a.Surrender() if first == Move.SURRENDER else a.GoOn()
        if question.kind not in ("play", "fives", "natural"):
            return None
        if hand.doubled:
            return on_doubled(r, book, record, hand)
        return action(r, first, kind, up, values)

    def action(r: BlackjackRound, first: Move | None, kind: int, up: int, values: list[int]) -> Action:
        offers = [offer.action for offer in r.offers()]
        if first == Move.SPLIT:
            split = [offer for offer in offers if isinstance(offer, a.Split)]
            if split:
                return split[0]
            first = Move(book.unsplit[kind, up, values[0]])
        move = first
        if move is None:
            points = sum(values) + len(values)
            soft = 0 in values and points < 12
            move = Move(book.later[kind, up, int(soft), points + 10 * soft])
        if move == Move.STAND and r.question is not None and r.question.kind == "natural":
            return a.GoOn()
        terms = record.kinds[kind]
        less = terms.doubles[1].lose - terms.lose if len(terms.doubles) > 1 else 0
        return {
            Move.STAND: a.Stand(),
            Move.HIT: a.Hit(),
            Move.DOUBLE: a.DoubleDown(),
            Move.DOUBLE_LESS: a.DoubleDown(cents=less),
            Move.SURRENDER: a.Surrender(),
        }[move]

    return choose

"""The dealer's hand, and take and pay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cards import UNKNOWN, Card
from pitboss.games.blackjack.settling import discard, settle_hand
from pitboss.games.events import Called, CardsDiscarded, DoubleCardTurned, HandBroke, HoleTurned, RoundEnded

if TYPE_CHECKING:
    from pitboss.games.blackjack.round import BlackjackRound

__all__ = [
    "dealer_plays", "dealer_turn", "end_round", "hole_is", "pay_spot", "second_is",
    "take_and_pay", "take_second", "turn_hole",
]  # fmt: skip


def dealer_turn(r: BlackjackRound) -> None:
    """The hole card is turned; the dealer draws while a hand or a bet waits for more cards (BJ-S3, BJ-INTRO-10)."""
    r.plan(("turn_hole",) if r.t.takes_hole_card else ("take_second",), ("dealer_plays",))
    if not (r.dealer.cards or r.hole_dealt):
        r.forgotten_dealer()


def turn_hole(r: BlackjackRound) -> None:
    if r.hole is UNKNOWN:
        r.want_card("hole_is", 0)
    else:
        hole_is(r, 0, r.hole)


def take_second(r: BlackjackRound) -> None:
    """Where the dealer took no hole card, the second card comes when all hands have acted."""
    r.plan(("draw", 0, 0, "dealer"), ("second_is",))


def second_is(r: BlackjackRound) -> None:
    """The dealer's second card lies open: insurance is decided, and a blackjack may have come out."""
    r.turned = True
    r.dealer_natural = r.dealer_has_blackjack()
    r.settle_insurances(won=r.dealer_natural)


def hole_is(r: BlackjackRound, box: int, card: Card) -> None:
    """The hole card lies open; a blackjack that the peek missed comes out now (BJ-IRR-4a)."""
    r.hole = card
    r.turned = True
    r.dealer.add(card)
    r.emit(HoleTurned(card=card, clause=r.cites["hole_turned"]))
    _announce(r)
    if r.dealer_has_blackjack():
        if r.peeked and not r.peek_found:
            r.late_blackjack()
        else:
            r.dealer_natural = True


def _announce(r: BlackjackRound) -> None:
    """The dealer calls the total after the hole card and after every further card (BJ-DEAL-21c)."""
    r.emit(Called(text=str(r.dealer.total), clause=r.cites["totals_called"]))


def dealer_plays(r: BlackjackRound) -> None:
    """Draw on sixteen or less and, by the sheet, on soft seventeen; stand otherwise (BJ-DEAL-18 to 20)."""
    if must_draw(r) and (r.t.dealer.draws_without_hands or r.someone_waits()):
        r.plan(("draw", 0, 0, "dealer"), ("dealer_plays",))


def must_draw(r: BlackjackRound) -> bool:
    total, rules = r.dealer.total, r.t.dealer
    if r.dealer_natural or r.late:
        return False
    return total <= rules.draws_to or (total == 17 and r.dealer.soft and rules.soft_17 == "hit")


def after_dealer_card(r: BlackjackRound, box: int, hand_id: int) -> None:
    _announce(r)


def take_and_pay(r: BlackjackRound) -> None:
    """Box by box from the dealer's right to the left (BJ-DEAL-23, BJ-PAY-1a)."""
    r.plan_end_bets()
    unchecked = r.dealer_natural and not r.peeked
    step = "pay_original" if unchecked and r.t.deal.blackjack_takes == "original_bets" else "pay_spot"
    r.plan(*((step, spot.box) for spot in r.spots_in_pay_order()))


def pay_spot(r: BlackjackRound, box: int) -> None:
    """All that is left on a box: its hands, then the side bets that waited."""
    spot = r.spots[box]
    if spot.out:
        return
    for hand_id, hand in enumerate(spot.hands):
        if hand.settled:
            continue
        if hand.hidden is not None:
            turn_double_card(r, box, hand_id)
        settle_hand(r, spot, hand_id)
    r.pay_end_bets(spot)


def turn_double_card(r: BlackjackRound, box: int, hand_id: int) -> None:
    """A double card dealt face down is turned when its hand is settled (BJ-DBL-6a)."""
    hand = r.spots[box].hands[hand_id]
    assert hand.hidden is not None
    r.emit(DoubleCardTurned(spot=box, hand=hand_id, card=hand.cards[hand.hidden], clause=r.cites["double.face_down"]))
    hand.hidden = None
    if hand.points > 21:
        hand.broken = True
        r.emit(HandBroke(spot=box, hand=hand_id, total=hand.points, clause=r.cites["deal.broken"]))


def end_round(r: BlackjackRound) -> None:
    """When all is taken and paid the cards go to the rack (BJ-DEAL-14)."""
    for spot in r.spots_in_pay_order():
        for hand_id in range(len(spot.hands)):
            discard(r, spot, hand_id, clause=r.cites["hands_stay"])
    dealer = (*r.dealer_cards(), r.hole) if r.hole_dealt and not r.turned else r.dealer_cards()
    if dealer:
        r.emit(CardsDiscarded(spot=0, hand=0, cards=dealer, clause=r.cites["hands_stay"]))
        r.discarded += dealer
    r.over = True
    r.emit(RoundEnded(shuffle_due=r.cut_card_spot is not None, clause=r.cites["cut_card_out"]))

"""Mistakes of the deal: cards on the wrong spot, too few or too many, a dealer who dealt themselves none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cards import Card
from pitboss.errors import IllegalAction, NotNow
from pitboss.games.actions import Deal, Declare, Overlook
from pitboss.games.blackjack.insurance import overlook as overlook_blackjack
from pitboss.games.blackjack.playing import hand_ended
from pitboss.games.blackjack.rulings import Case, burn, cannot_open, open_case, refund_spot, void_round
from pitboss.games.blackjack.state import DrawStep, Hand, PassedOver, is_draw
from pitboss.games.events import (
    CardMoved,
)
from pitboss.games.round import StepTuple, check_role

if TYPE_CHECKING:
    from pitboss.games.blackjack.round import BlackjackRound

__all__ = [
    "back_up",
    "check_counts",
    "deal_to",
    "dealer_no_cards",
    "mend_dealer",
    "move_back",
    "no_hand",
    "open_dealer_no_cards",
    "overlook",
    "sit_out_or_keep",
]


def overlook(r: BlackjackRound, action: Overlook, role: str) -> None:
    """What the dealer does not notice: a player's blackjack or turn, or their own card of the deal (spot 0)."""
    if action.spot and r.question is not None and r.question.kind == "play":
        _pass_over(r, action, role)
        return
    if action.spot:
        overlook_blackjack(r, action, role)
        return
    r.check_question("proceed", code="deal.no_card_due")
    check_role(role, "dealer")
    if "dealer_no_cards" not in r.t.irregularity.kinds:
        raise IllegalAction("irregular.no_ruling_on_dealer")
    mended = r.dealer_mended or not _deal_under_way(r)
    if mended or r.agenda[-1] not in (("draw", 0, 0, "deal"), ("draw", 0, 0, "hole")):
        raise NotNow("deal.no_card_due_to_dealer")
    r.agenda.pop()
    r.question = None


def _pass_over(r: BlackjackRound, action: Overlook, role: str) -> None:
    """The dealer goes on although a hand wanted a card; that it missed a hit may be declared later (BJ-IRR-5a)."""
    check_role(role, "dealer")
    question = r.question
    assert question is not None
    if "missed_hit" not in r.t.irregularity.kinds:
        raise IllegalAction("irregular.no_ruling_on_passed_over")
    if r.automatic:
        raise IllegalAction("irregular.program_passes_nobody")
    if action.spot != question.spot:
        raise NotNow("turn.other_place", r.cite("in_turn"), spot=action.spot, place="spot")
    r.question = None
    spot = r.spots[question.spot]
    hand_ended(r, spot, spot.hands[question.hand])


def deal_to(r: BlackjackRound, action: Deal, role: str) -> None:
    """The dealer deals a card of the deal, perhaps to the wrong spot, or one too many to themselves."""
    check_role(role, "dealer", clause=r.cite("only_dealer_handles_cards"))
    if action.spot == 0 and _all_is_dealt(r):
        _third_card(r)
        return
    r.check_question("proceed", code="deal.no_card_due")
    step = r.agenda[-1]
    if not is_draw(step) or step[3] not in ("deal", "hole"):
        raise NotNow("deal.no_card_due")
    if action.spot and action.spot not in r.spots:
        raise IllegalAction("deal.no_bet", r.cite("bet_before_cards"), spot=action.spot)
    if action.spot != step[1] and not _deal_under_way(r):
        raise NotNow("deal.card_is_dealers", r.cite("irregular_dealer_no_cards"))
    r.question = None
    if action.spot == step[1]:
        _do_draw(r, r.agenda.pop())
        return
    _misdeal_card(r, action.spot)


def _deal_under_way(r: BlackjackRound) -> bool:
    return ("look_at_hands",) in r.agenda


def _all_is_dealt(r: BlackjackRound) -> bool:
    """Whether the deal is over, the dealer has two cards, and nobody has acted on theirs yet."""
    hole = r.hole_dealt or not r.t.takes_hole_card
    dealer = hole and len(r.dealer.cards) == 1 and not (r.turned or r.dealer_mended or r.automatic)
    if not dealer or r.case is not None or r.pending is not None or _deal_under_way(r):
        return False
    return not any(
        spot.out or spot.answer or len(spot.hands) > 1 or spot.dealt_hand.done or len(spot.dealt_hand.cards) != 2
        for spot in r.spots.values()
    )


def _third_card(r: BlackjackRound) -> None:
    """The dealer deals themselves a card after the hole card; what was asked waits for the case (BJ-IRR-9a)."""
    assert r.question is not None
    r.agenda.append(("resume", *r.question))
    r.question = None
    r.plan(("check_counts",), *_take_back_side_bets(r))
    _do_draw(r, ("draw", 0, 0, "extra"))


def _take_back_side_bets(r: BlackjackRound) -> list[StepTuple]:
    """Bets on the deal were settled before it was right: they lie there again, and are settled after the case."""
    moments = {bet.wager: bet.when for bet in r.t.bets}
    done = list(r.settlements)
    for one in done:
        r.reverse(one, r.cite("irregular_dealer_wrong_count"))
        r.spots[one.spot].settled = ()
    r.aggregate_paid = 0
    taken = {moments[one.wager.removeprefix("toke:")] for one in done}
    return [("settle_bets", when) for when in ("after_deal", "after_insurance") if when in taken]


def _do_draw(r: BlackjackRound, step: StepTuple) -> None:
    r.STEPS["draw"](r, *step[1:])


def _misdeal_card(r: BlackjackRound, box: int) -> None:
    """The card lands on the wrong spot: those in between are passed over, or the card is one too many."""
    ahead: list[DrawStep] = []
    for step in reversed(r.agenda):
        if not is_draw(step):
            break
        ahead.append(step)
        if step[1] == 0:
            break
    due = next((at for at, step in enumerate(ahead) if step[1] == box), None)
    twice_to_himself = box == 0 and bool(r.dealer.cards) and len(ahead) > len(r.spots)
    if due is None or twice_to_himself:
        r.skipped = None
        if box:
            hand = r.spots[box].dealt_hand
            hand.undue += (len(hand.cards),)
        _do_draw(r, ("draw", box, 0, "deal" if box else "extra"))
        return
    r.skipped = PassedOver(tuple(ahead[: due + 1]), r.next_card + 1)
    del r.agenda[len(r.agenda) - due - 1 :]
    _do_draw(r, ahead[due])


def back_up(r: BlackjackRound, action: Declare) -> None:
    """The card just dealt goes back one spot, before the dealer's own first card (BJ-IRR-6a, BJ-IRR-6b)."""
    if r.dealer.cards or r.hole_dealt:
        raise cannot_open(r, action.kind, "irregular.dealer_has_first_card")
    if r.skipped is None or r.skipped.next_card != r.next_card:
        raise cannot_open(r, action.kind, "irregular.no_spot_passed")
    if len(r.skipped.draws) != 2:
        raise cannot_open(r, action.kind, "irregular.backed_up_once")
    open_case(r, Case(action.kind, r.skipped.draws[0][1]), ("call",), ("ask_ruling",), note=action.note)


def move_back(r: BlackjackRound) -> None:
    assert r.skipped is not None
    right, wrong = r.skipped.draws
    hand = r.spots[wrong[1]].dealt_hand
    card = hand.cards[-1]
    r.spots[wrong[1]].hands = [hand.left_with(range(len(hand.cards) - 1))]
    r.spots[right[1]].dealt_hand.add(card)
    r.emit(CardMoved(card=card, from_spot=wrong[1], to_spot=right[1], clause=r.cite("irregular_back_up")))
    r.skipped = None
    r.agenda.insert(-1, wrong)  # after the question that was open


def check_counts(r: BlackjackRound) -> None:
    """After the deal every hand has two cards; any other number opens a case (BJ-IRR-7a, BJ-IRR-8a, BJ-IRR-9a)."""
    for box, spot in r.spots.items():
        count = len(spot.dealt_hand.cards)
        if spot.out or count == 2:
            continue
        kind = "wrong_count" if count else "no_cards"
        if _no_ruling(r, kind):
            return
        steps = (("call",), ("ask_choice", box)) if count else (("call",), ("no_hand", box))
        r.plan(("check_counts",))
        open_case(r, Case(kind, box), *steps)
        return
    if len(r.dealer.cards) == 2 and not r.hole_dealt and r.t.takes_hole_card:
        _second_card_open(r)
        return
    cards = len(r.dealer.cards) + r.hole_dealt
    if cards not in (0, 1 + r.t.takes_hole_card) and not r.dealer_mended:
        if _no_ruling(r, "dealer_wrong_count"):
            return
        r.plan(("check_counts",))
        r.dealer_mended = True
        asks = (("ask_choice", box) for box, spot in r.spots.items() if not spot.out)
        open_case(r, Case("dealer_wrong_count"), ("call",), *asks, ("ask_ruling",))


def _no_ruling(r: BlackjackRound, kind: str) -> bool:
    """Where a sheet lays down no ruling on a mistake of the deal, the deal is void and all bets go back."""
    if kind in r.t.irregularity.kinds:
        return False
    void_round(r, kind)
    return True


def _second_card_open(r: BlackjackRound) -> None:
    """Two cards, but both dealt face up: the second is a hole card that was exposed while dealing (BJ-IRR-3a)."""
    (r.hole,), r.hole_dealt = _keep_up_card(r), True
    open_case(r, Case("hole_exposed"), ("show_hole",), ("call",), ("close_case",))


def no_hand(r: BlackjackRound, box: int) -> None:
    """No cards, no hand: the bet goes back (BJ-IRR-8b)."""
    r.case = None
    refund_spot(r, box, r.cite("no_hand"))


def dealer_no_cards(r: BlackjackRound, action: Declare) -> None:
    """Players act, and the dealer has no cards (BJ-IRR-10-1)."""
    if r.dealer.cards or r.hole_dealt or r.question is None or r.question.kind not in ("play", "proceed"):
        raise cannot_open(r, action.kind, "irregular.dealer_has_cards")
    if _deal_under_way(r):
        raise cannot_open(r, action.kind, "irregular.deal_under_way")
    open_dealer_no_cards(r, action.note)


def open_dealer_no_cards(r: BlackjackRound, note: str = "") -> None:
    open_case(r, Case("dealer_no_cards"), ("call",), ("ask_ruling",), note=note)


def sit_out_or_keep(r: BlackjackRound, box: int, choice: str) -> None:
    """Sit the hand out with the bet returned, or play on with two cards (BJ-IRR-7b)."""
    if choice == "sit_out":
        refund_spot(r, box, r.cite("choices_wrong_count"))
        return
    spot = r.spots[box]
    hand = spot.dealt_hand
    if len(hand.cards) < 2:
        r.plan(*([("draw", box, 0, "deal")] * (2 - len(hand.cards))))
        return
    kept = _kept_places(r, hand)
    spot.hands = [hand.left_with(kept)]
    for place, card in enumerate(hand.cards):
        if place not in kept:
            burn(r, card, "wrong_count", box)


def _kept_places(r: BlackjackRound, hand: Hand) -> list[int]:
    """The two cards that were due to a hand, or the first two where the sheet says so (BJ-IRR-7b)."""
    places = range(len(hand.cards))
    if r.engine.keeps_due_cards and r.t.irregularity.kept_cards == "due":
        places = sorted(places, key=lambda place: place in hand.undue)  # type: ignore[assignment]
    return sorted(places[:2])


def mend_dealer(r: BlackjackRound) -> None:
    """Those who play on do so against a dealer with two cards (BJ-IRR-9b)."""
    for card in _keep_up_card(r):
        burn(r, card, "dealer_wrong_count")
    missing = []
    if not r.dealer.cards:
        missing.append(("draw", 0, 0, "deal"))
    if not r.hole_dealt and r.t.takes_hole_card:
        missing.append(("draw", 0, 0, "hole"))
    r.plan(*missing)


def _keep_up_card(r: BlackjackRound) -> list[Card]:
    """Leave the dealer the first open card; return the other open ones."""
    first, others = r.dealer.cards[:1], r.dealer.cards[1:]
    r.dealer = Hand(0, 0)
    for card in first:
        r.dealer.add(card)
    return others

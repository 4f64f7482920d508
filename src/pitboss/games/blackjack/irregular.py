"""The irregularities of the documents, each as a few steps put on the agenda."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pitboss.cards import UNKNOWN, Card
from pitboss.errors import IllegalAction, NotNow
from pitboss.games.actions import Declare, RefuseCard, Reshuffled, TakeCard
from pitboss.games.blackjack.dealing import drawn
from pitboss.games.blackjack.misdeals import back_up, dealer_no_cards, mend_dealer, move_back, sit_out_or_keep
from pitboss.games.blackjack.playing import check_hit
from pitboss.games.blackjack.rulings import Case, burn, cannot_open, open_case, refund_spot, void_round
from pitboss.games.blackjack.settling import collect_lammers, give_back, lose
from pitboss.games.blackjack.state import Hand, Spot, is_draw, is_resume
from pitboss.games.blackjack.taking import must_draw
from pitboss.games.events import (
    CardExposed,
    CardOffered,
    CardsDiscarded,
    CardsReshuffled,
    HoleExposed,
)
from pitboss.games.round import CardStep, StepTuple, box_in, check_role

if TYPE_CHECKING:
    from pitboss.games.blackjack.round import BlackjackRound

_AFTER_DEAL: tuple[StepTuple, ...] = (
    ("call_blackjacks",), ("offer_insurance",), ("settle_bets", "after_insurance"), ("peek",), ("naturals",),
)  # fmt: skip
"""What follows the deal also follows the cards that a dealer who had dealt themselves none gets later (BJ-IRR-10A)."""

__all__ = [
    "chosen",
    "declare",
    "out_of_cards",
    "refuse_card",
    "ruled",
    "take_card",
]


def declare(r: BlackjackRound, action: Declare, role: str) -> None:
    """Something went wrong: the dealer or the floor says so, and the case opens."""
    check_role(role, "dealer", "supervisor", "floor", "floor_manager", "shift_manager")
    if r.case is not None and not (action.kind == "shoe_exhausted" and _wants_from_shoe(r)):
        raise NotNow("irregular.case_open", r.cite(f"irregular_{r.case.kind}"), kind=r.case.kind)
    if r.pending is not None and action.kind != "shoe_exhausted":
        raise NotNow("irregular.name_card_first")
    opening = OPENINGS.get(action.kind)
    if opening is None or action.kind not in r.t.irregularity.kinds:
        raise IllegalAction("irregular.no_ruling", kind=action.kind)
    opening(r, action)


# a card exposed by error (irregularity 1)


def exposed_card(r: BlackjackRound, action: Declare) -> None:
    """A card comes out that the hand on turn did not ask for (BJ-IRR-1a)."""
    if r.question is None or r.question.kind != "play":
        raise cannot_open(r, action.kind, "irregular.no_hand_on_turn")
    _, _, box, hand_id = r.question
    open_case(r, Case(action.kind, box, hand_id), ("expose", box), ("call",), ("offer_card",), note=action.note)


def expose(r: BlackjackRound, box: int) -> None:
    r.want_card("exposed", box)


def exposed(r: BlackjackRound, box: int, card: Card) -> None:
    assert r.case is not None
    r.case = r.case._replace(card=card, left=len(r.spots) if r.t.irregularity.exposed_card_offers == "all" else 1)
    r.emit(CardExposed(card=card, spot=box, clause=r.cite(f"irregular_{r.case.kind}")))


def offer_card(r: BlackjackRound) -> None:
    """The supervisor offers the card (BJ-IRR-1A1)."""
    assert r.case is not None
    clause = r.cite(f"offered_{r.case.kind}")
    r.emit(CardOffered(card=r.case.card, spot=r.case.box, hand=r.case.hand, clause=clause))
    r.ask("offer_card", "player", r.case.box, r.case.hand)


def _check_offer(r: BlackjackRound, spot: int, role: str) -> Case:
    question = r.check_question("offer_card", code="irregular.no_card_offered")
    check_role(role, "player")
    assert r.case is not None
    if spot not in (0, question.spot):
        raise IllegalAction("irregular.card_offered_to", r.cite(f"offered_{r.case.kind}"), spot=question.spot)
    return r.case


def take_card(r: BlackjackRound, action: TakeCard, role: str) -> None:
    """The player takes the card that was offered."""
    case = _check_offer(r, action.spot, role)
    if case.kind == "exposed_card":
        check_hit(r, r.spots[case.box].hands[case.hand])
    r.question = None
    if case.kind != "exposed_card":
        _give_due_card(r, case)
        return
    waiting = r.agenda.pop()
    assert is_resume(waiting)
    original = waiting[3:5]
    r.case = None
    if (case.box, case.hand) == original:
        drawn(r, case.box, case.hand, "hit", case.card)
    else:
        # another player took it: play goes on to the last player, then back to the first (BJ-IRR-1B)
        _postpone(r, original)
        drawn(r, case.box, case.hand, "offered", case.card)


def _postpone(r: BlackjackRound, original: tuple[int, int]) -> None:
    """The hand waits for the last player, and the hands split from it wait with it (BJ-SPLIT-2c)."""
    later: list[StepTuple] = [("play", *original)]
    while box_in(r.agenda[-1]) == original[0]:  # whoever took the card still has to play
        later.append(r.agenda.pop())
    for step in later:
        r.before_dealer(step)


def refuse_card(r: BlackjackRound, action: RefuseCard, role: str) -> None:
    """Refused, the card goes to one further player, then to the burn cards (BJ-IRR-1A2, BJ-IRR-1A3)."""
    case = _check_offer(r, action.spot, role)
    r.question = None
    if case.kind != "exposed_card":
        _replace_due_card(r, case)
        return
    boxes = r.boxes_in_turn()
    following = [box for box in boxes[boxes.index(case.box) + 1 :] if _may_take(r, box)]
    if case.left and following:
        r.case = case._replace(box=following[0], hand=0, left=case.left - 1)
        r.plan(("offer_card",))
    else:
        burn(r, case.card, case.kind)


def _may_take(r: BlackjackRound, box: int) -> bool:
    spot = r.spots[box]
    hand = spot.dealt_hand
    return not (spot.out or hand.done or hand.natural)


# a card face up in the shoe, or dropped (BJ-IRR-12, GC-DROP-1 to 3)


def due_card(r: BlackjackRound, action: Declare) -> None:
    """The next card lies face up, or falls to the floor, on its way to a hand."""
    if r.question is None or r.question.kind != "proceed" or r.agenda[-1][0] != "draw":
        raise cannot_open(r, action.kind, "card.none_due")
    if r.order is not None and r.next_card >= len(r.order):
        raise cannot_open(r, action.kind, "shoe.empty")
    step = r.agenda.pop()
    assert is_draw(step)
    _, box, hand_id, why = step
    case = Case(action.kind, box, hand_id, choice=why)
    r.question = None
    call: tuple[StepTuple, ...] = (("call",),) if action.kind == "dropped_card" else ()
    offer: StepTuple = ("offer_card",) if box else ("dealer_due_card",)
    open_case(r, case, ("expose", box), *call, offer, note=action.note)


def _give_due_card(r: BlackjackRound, case: Case) -> None:
    r.case = None
    r.hole_exposed = r.hole_exposed or case.choice == "hole"
    drawn(r, case.box, case.hand, case.choice, case.card)


def _replace_due_card(r: BlackjackRound, case: Case) -> None:
    """The card is burned or mucked, and the next one takes its place."""
    r.case = None
    if case.kind == "dropped_card":
        r.emit(CardsDiscarded(spot=case.box, hand=case.hand, cards=(case.card,), clause=r.cite("mucked")))
        r.discarded.append(case.card)
    else:
        burn(r, case.card, case.kind)
    r.plan(("draw", case.box, case.hand, case.choice))


def dealer_due_card(r: BlackjackRound) -> None:
    """A card meant for the dealer: used, burned, or as the floor manager decides."""
    case = r.case
    assert case is not None
    if case.kind == "dropped_card" and r.t.irregularity.dropped_dealer_card == "floor_manager":
        r.plan(("ask_ruling",))
    elif case.kind == "dropped_card" or r.t.irregularity.faceup_card_dealer == "use":
        _give_due_card(r, case)
    else:
        _replace_due_card(r, case)


# the dealer's own cards (irregularities 2 to 4)


def dealer_overdraw(r: BlackjackRound, action: Declare) -> None:
    """The dealer drew where they had to stand: the card is burned (BJ-IRR-2a to 2c)."""
    if not r.turned or must_draw(r) or r.question is None or r.question.kind != "proceed":
        raise cannot_open(r, action.kind, "irregular.dealer_below_17")
    open_case(r, Case(action.kind), ("expose", 0), ("call",), ("burn_exposed",), note=action.note)


def burn_exposed(r: BlackjackRound) -> None:
    """The card is burned, and the dealer stands on what they had (BJ-IRR-2b, BJ-IRR-2c)."""
    assert r.case is not None
    burn(r, r.case.card, r.case.kind)


def hole_exposed(r: BlackjackRound, action: Declare) -> None:
    """The hole card was seen: dealing goes on and players may use what they know (BJ-IRR-3a, BJ-IRR-3b)."""
    if r.turned or not r.hole_dealt or r.hole_exposed:
        raise cannot_open(r, action.kind, "irregular.no_hidden_hole_card")
    open_case(r, Case(action.kind), ("show_hole",), ("call",), note=action.note)


def show_hole(r: BlackjackRound) -> None:
    if r.hole is UNKNOWN:
        r.want_card("hole_shown", 0)
    else:
        hole_shown(r, 0, r.hole)


def hole_shown(r: BlackjackRound, box: int, card: Card) -> None:
    r.hole = card
    r.hole_exposed = True
    r.emit(HoleExposed(card=card, clause=r.cite("irregular_hole_exposed")))


# a hand that was passed over (irregularity 5)


def missed_hit(r: BlackjackRound, action: Declare) -> None:
    """A player who wanted a card was passed over: the hole card stays down until this is settled (BJ-IRR-5a)."""
    spot = r.spots.get(action.spot)
    if r.turned or spot is None or spot.out or not (r.hole_dealt or (r.dealer.cards and not r.t.takes_hole_card)):
        raise cannot_open(r, action.kind, "irregular.no_missed_hit")
    passed_over = [i for i, hand in enumerate(spot.hands) if action.hand in (-1, i) and _could_hit(r, hand)]
    if not passed_over:
        raise cannot_open(r, action.kind, "irregular.not_passed_over")
    hand_id = passed_over[0]
    case = Case(action.kind, action.spot, hand_id)
    open_case(r, case, ("call",), ("ask_choice", action.spot), note=action.note)


def _could_hit(r: BlackjackRound, hand: Hand) -> bool:
    """Whether a hand that has ended could have been given one more card."""
    one_card = (hand.aces and not r.t.split.hit_split_aces) or r.t.is_charlie(hand)
    return hand.done and hand.live and not (hand.doubled or hand.natural or one_card)


# what choices and rulings do


def chosen(r: BlackjackRound, kind: str, box: int, choice: str) -> None:
    """A player's choice takes effect, or waits for the supervisor to confirm it."""
    if kind == "missed_hit":
        assert r.case is not None
        case, r.case = r.case, None
        if choice == "dead_hand":
            _dead_hand(r, r.spots[box], case.hand)
        else:
            r.spots[box].hands[case.hand].done = False
            r.before_dealer(("play", box, case.hand))
    elif kind == "wrong_count":
        assert r.case is not None
        r.case = r.case._replace(choice=choice)
        if r.t.irregularity.final_say == "player":
            ruled(r, kind, choice)
        else:
            r.plan(("ask_ruling",))
    elif choice in ("fold", "not_play"):
        refund_spot(r, box, r.cite(f"choices_{kind}"))


def _dead_hand(r: BlackjackRound, spot: Spot, hand_id: int) -> None:
    """A dead hand takes no part; its bet goes back, or is lost where the sheet says so (BJ-IRR-5b)."""
    clause = r.cite("irregularity.dead_hand_bet")
    if r.t.irregularity.dead_hand_bet == "returned":
        give_back(r, spot, hand_id, "void", clause)
        collect_lammers(r, spot, hand_id, "void")
        spot.hands[hand_id].settled = True
    else:
        lose(r, spot, hand_id, clause=clause)


def ruled(r: BlackjackRound, kind: str, choice: str) -> None:
    """The ruling changes the agenda by a named move (BJ-IRR-9b, BJ-IRR-10A)."""
    case, r.case = r.case, None
    assert case is not None
    if choice == "misdeal":
        if kind == "wrong_count" and r.t.irregularity.misdeal_scope == "hand":
            refund_spot(r, case.box, r.cite("irregularity.misdeal_scope"))
        else:
            void_round(r, kind)
    elif kind == "back_up":
        move_back(r)
    elif kind == "wrong_count":
        sit_out_or_keep(r, case.box, choice)
    elif kind == "dealer_wrong_count":
        mend_dealer(r)
    elif kind == "dealer_no_cards":
        asks = [("ask_choice", box) for box, spot in r.spots.items() if spot.live]
        r.case = case
        up_first = r.t.deal.dealer_up_card == "first"
        first, second = ("deal", "hole") if up_first else ("hole", "deal")
        deal = (("draw", 0, 0, first), *((("draw", 0, 0, second),) if r.t.takes_hole_card else ()))
        r.plan(*deal, *asks, ("close_case",), ("settle_bets", "after_deal"), *_AFTER_DEAL)
    elif kind == "shoe_exhausted":
        r.case = case.within
        r.ask("reshuffle", "dealer")
    elif choice == "keep":
        _give_due_card(r, case)
    else:
        _replace_due_card(r, case)


def close_case(r: BlackjackRound) -> None:
    r.case = None


def out_of_cards(r: BlackjackRound, then: CardStep) -> None:
    """Too few cards to finish the round (BJ-IRR-11a)."""
    r.pending = then
    r.question = None
    open_case(r, Case("shoe_exhausted", then[1], within=r.case), ("call",), ("ask_ruling",))


def _wants_from_shoe(r: BlackjackRound) -> bool:
    """Whether the card to be named is still to be drawn; a hole card or an exposed one lies on the table."""
    return r.pending is not None and r.pending[0] in ("drawn", "drawn_for_bet")


def shoe_exhausted(r: BlackjackRound, action: Declare) -> None:
    """Where cards are declared, the dealer says that there is none left for the hand that is due one."""
    if r.question is None or r.question.kind != "card":
        raise cannot_open(r, action.kind, "card.none_due")
    assert r.pending is not None
    if not _wants_from_shoe(r):
        raise cannot_open(r, action.kind, "irregular.hole_card_out")
    out_of_cards(r, r.pending)


def reshuffled(r: BlackjackRound, action: Reshuffled, role: str) -> None:
    """The discards are in the shoe again, where the sheet lets the round go on (GC-S10)."""
    r.check_question("reshuffle", code="irregular.no_reshuffle_due")
    check_role(role, "dealer")
    if not action.cards:
        raise IllegalAction("irregular.no_cards_left")
    _check_discards(r, action.cards)
    r.question = None
    if r.order is not None:
        r.order = r.order[: r.next_card] + action.cards
    if r.cut_card_spot is None:
        r.cut_card = None
    lying = Counter([*_on_the_table(r), *r.burned])
    for card in filter(r.seen.__contains__, action.cards):
        r.seen[card] = max(r.seen[card] - 1, lying[card])
    r.discarded = []
    r.emit(CardsReshuffled(count=len(action.cards), clause=r.cite("irregularity.shoe_exhausted")))
    then, r.pending = r.pending, None
    assert then is not None
    r.want_card(*then)


def _on_the_table(r: BlackjackRound) -> list[Card]:
    hands = [card for spot in r.spots.values() for hand in spot.hands for card in hand.cards]
    return [*hands, *r.dealer.cards, *(() if r.turned else (r.hole,))]


def _check_discards(r: BlackjackRound, cards: tuple[Card, ...]) -> None:
    """What comes back into the shoe is not on the table: no card more often than the decks hold it."""
    known = Counter([*cards, *_on_the_table(r)])
    decks = r.t.rules.cards.decks
    wrong = [card for card in dict.fromkeys(cards) if (known[card] > decks if card.known else r.order is not None)]
    if wrong:
        raise IllegalAction("irregular.not_in_discards", r.stated("cards.decks"), card=wrong[0].text)


OPENINGS = {
    "exposed_card": exposed_card,
    "faceup_card": due_card,
    "dropped_card": due_card,
    "dealer_overdraw": dealer_overdraw,
    "hole_exposed": hole_exposed,
    "missed_hit": missed_hit,
    "back_up": back_up,
    "dealer_no_cards": dealer_no_cards,
    "shoe_exhausted": shoe_exhausted,
}
"""The irregularities that somebody declares; the others show themselves."""

"""Playing the hands: hit, stand, double, split, surrender."""

from __future__ import annotations

from contextlib import suppress
from math import lcm
from typing import TYPE_CHECKING

from pitboss.errors import IllegalAction, NotNow
from pitboss.games.actions import DoubleDown, Hit, Signal, Split, Stand, Surrender
from pitboss.games.blackjack.dealing import is_natural
from pitboss.games.blackjack.insurance import natural_stands
from pitboss.games.blackjack.settling import discard, lose, surrender_hand
from pitboss.games.blackjack.state import Hand, Spot
from pitboss.games.blackjack.wagers import check_toke, emit_toke
from pitboss.games.events import (
    Called,
    HandBroke,
    HandDoubled,
    HandHit,
    HandSplit,
    HandStood,
    HandSurrendered,
    HandTucked,
    LammerPlaced,
)
from pitboss.games.limits import check_chips
from pitboss.games.round import check_role
from pitboss.hands.totals import POINTS
from pitboss.rules.blackjack.decisions import SplitHands

if TYPE_CHECKING:
    from pitboss.games.blackjack.round import BlackjackRound

__all__ = [
    "after_double", "after_hit", "after_offered", "after_split", "can_resplit", "check_double", "check_hit",
    "check_split", "check_surrender", "double_down", "hand_ended", "hit", "play", "play_all", "signal", "split",
    "stand", "surrender", "take_broken",
]  # fmt: skip


def play_all(r: BlackjackRound) -> None:
    """Hand by hand from the first box on, each finished before the next (BJ-INTRO-8, BJ-SPLIT-2c)."""
    r.plan(*(("play", box, 0) for box in r.boxes_in_turn()))


def play(r: BlackjackRound, box: int, hand_id: int) -> None:
    """Ask for the next decision on a hand, unless it has ended."""
    spot = r.spots[box]
    hand = spot.hands[hand_id]
    if spot.out or hand.settled or hand.done:
        return
    if hand.natural:
        _play_natural(r, spot, hand_id)
    else:
        r.question = r.play_question(box, hand_id)


def _play_natural(r: BlackjackRound, spot: Spot, hand_id: int) -> None:
    """A blackjack may be doubled in its turn, where the sheet says so or a split made it (GC-S12, V5-S1)."""
    hand = spot.hands[hand_id]
    if not r.no_dealer_blackjack() or not (hand.split or r.t.double.natural_double == "in_turn"):
        return
    if _can_double(r, hand):
        r.ask("natural", spot=spot.box, hand=hand_id)
    elif hand.split:
        natural_stands(r, spot.box, hand_id)


def on_turn(r: BlackjackRound, spot: int, hand: int, role: str, *kinds: str) -> tuple[Spot, int, Hand]:
    """The hand that a decision is for: the one on turn and no other (BJ-INTRO-8, BJ-SPLIT-2c)."""
    question = r.check_question(*(kinds or ("play",)), code="turn.nobody", clause=r.cites["in_turn"])
    check_role(role, "player")
    if spot not in (0, question.spot):
        raise NotNow("turn.other_place", r.cites["in_turn"], spot=spot, place="spot")
    if hand not in (-1, question.hand):
        raise NotNow("turn.other_hand", r.cites["hands_in_order"], hand=hand + 1, open=question.hand + 1)
    found = r.spots[question.spot]
    return found, question.hand, found.hands[question.hand]


def _check_signal(r: BlackjackRound, signal: str, by_voice: str) -> None:
    """Words alone do not count where the sheet asks for a hand signal (BJ-DEAL-10b, BJ-DEAL-11b)."""
    if signal == "voice" and r.t.deal.signals == "hand_only":
        raise IllegalAction("signal.required", r.cites[by_voice])


def signal(r: BlackjackRound, action: Signal, role: str) -> None:
    """What the player shows and says: the hand motion overrules the voice (GC-DEAL-8)."""
    meant = action.hand or action.voice
    by = "hand" if action.hand else "voice"
    said = action.voice if action.hand else ""
    if meant == "hit":
        hit(r, Hit(spot=action.spot, signal=by, said=said), role)  # type: ignore[arg-type]
    elif meant == "stand":
        stand(r, Stand(spot=action.spot, signal=by, said=said), role)  # type: ignore[arg-type]
    elif meant:
        raise IllegalAction("signal.not_a_signal", meant=meant)
    else:
        raise IllegalAction("signal.none", r.stated("deal.signals"))


def check_hit(r: BlackjackRound, hand: Hand) -> None:
    if hand.doubled:
        raise IllegalAction("hand.doubled", r.cites["hit_after_double"])
    if hand.aces and not r.t.split.hit_split_aces:
        raise IllegalAction("split.aces_one_card", r.stated("split.hit_split_aces"))


def hit(r: BlackjackRound, action: Hit, role: str) -> None:
    """One more card, after a clear signal (BJ-DEAL-10a)."""
    spot, hand_id, hand = on_turn(r, action.spot, action.hand, role)
    _check_signal(r, action.signal, "hit_by_voice")
    check_hit(r, hand)
    r.question = None
    r.emit(HandHit(spot=spot.box, hand=hand_id, signal=action.signal, said=action.said, clause=r.cites["deal.signals"]))
    r.agenda.append(("draw", spot.box, hand_id, "hit"))


def after_hit(r: BlackjackRound, box: int, hand_id: int) -> None:
    spot = r.spots[box]
    hand = spot.hands[hand_id]
    note_third_card(r, spot, hand_id)
    if hand.points > 21:
        _break(r, spot, hand_id)
    elif r.t.is_charlie(hand):
        hand_ended(r, spot, hand)
    else:
        r.question = r.play_question(box, hand_id)


def after_offered(r: BlackjackRound, box: int, hand_id: int) -> None:
    """A card taken out of turn: the hand plays on when its turn comes, unless it is broken."""
    spot = r.spots[box]
    note_third_card(r, spot, hand_id)
    hand = spot.hands[hand_id]
    if hand.points > 21:
        _break(r, spot, hand_id)
    elif r.t.is_charlie(hand):
        hand_ended(r, spot, hand)


def stand(r: BlackjackRound, action: Stand, role: str) -> None:
    """No more cards (BJ-INTRO-9, BJ-DEAL-11a)."""
    spot, hand_id, hand = on_turn(r, action.spot, action.hand, role)
    _check_signal(r, action.signal, "stand_by_voice")
    r.question = None
    r.emit(
        HandStood(
            spot=spot.box,
            hand=hand_id,
            signal=action.signal,
            said=action.said,
            clause=r.cites["stand_signal"] or r.cites["deal.signals"],
        )
    )
    hand_ended(r, spot, hand)


def hand_ended(r: BlackjackRound, spot: Spot, hand: Hand) -> None:
    """A hand has acted; when it was the spot's last, side bets that wait for it are settled."""
    hand.done = True
    if r.waits_for_hand and all(h.done for h in spot.hands):
        r.end_hand_bets(spot)


def _break(r: BlackjackRound, spot: Spot, hand_id: int) -> None:
    """A broken hand: chips first, then cards, at once, unless it is tucked for its lammers (BJ-DEAL-13b, FB-FSPL-6)."""
    hand = spot.hands[hand_id]
    hand.broken = True
    r.emit(HandBroke(spot=spot.box, hand=hand_id, total=hand.points, clause=r.cites["deal.broken"]))
    if hand.stake and any(h.lammers and not h.stake for h in spot.hands):
        hand.tucked = True
        r.emit(HandTucked(spot=spot.box, hand=hand_id, clause=r.cites["tucked"]))
    elif r.t.deal.broken == "at_once":
        take_broken(r, spot, hand_id)
    hand_ended(r, spot, hand)
    if all(h.broken for h in spot.hands):
        for other, h in enumerate(spot.hands):
            if h.tucked and not h.settled:
                take_broken(r, spot, other)


def take_broken(r: BlackjackRound, spot: Spot, hand_id: int) -> None:
    lose(r, spot, hand_id, clause=r.cites["broken_lost"])
    discard(r, spot, hand_id, face_down=True, clause=r.cites["broken_cards"])


def note_third_card(r: BlackjackRound, spot: Spot, hand_id: int) -> None:
    """The first card that the spot's first hand draws decides a bet on three cards (GC-SUP7-1)."""
    if spot.third is None:
        spot.third = spot.hands[hand_id].cards[-1]
        if r.waits_for_third:
            r.settle_bets_of(spot, "third_card")


def free_double(r: BlackjackRound, hand: Hand) -> bool:
    """Whether a double is at the house's expense: two cards that make a hard nine to eleven (FB-BASE-1, FB-FDBL-4)."""
    free = r.t.free
    return (
        free is not None
        and len(hand.cards) == 2
        and not hand.soft
        and not hand.doubled
        and hand.points in free.double_totals
        and (free.lammer_stack or not hand.lammers)
    )


def check_double(r: BlackjackRound, hand: Hand, cents: int = 0, *, paid: bool = False) -> tuple[int, bool]:
    """The stake of a double and whether it is free, or why it may not be made."""
    double = r.t.double
    if hand.doubled and not double.redouble:
        raise IllegalAction("hand.doubled", r.cites["one_card_on_double"])
    if hand.doubled > double.redoubles:
        raise IllegalAction("double.most_times", r.stated("double.redoubles"), count=double.redoubles)
    if len(hand.cards) > 2 and double.cards == "two" and not hand.doubled:
        raise IllegalAction("double.two_cards_only", r.stated("double.cards"))
    if hand.split and not double.after_split:
        raise IllegalAction("double.split_hand", r.stated("double.after_split"))
    if hand.aces and not double.double_split_aces:
        raise IllegalAction("double.split_aces", r.stated("double.double_split_aces"))
    if hand.natural and not double.blackjack:
        raise IllegalAction("double.blackjack", r.stated("double.blackjack"))
    _check_total(r, hand)
    free, paid = free_double(r, hand), paid or bool(cents)
    if free and paid and r.t.free is not None and not r.t.free.decline_free:
        raise IllegalAction("double.free_first", r.stated("free.decline_free"))
    if free and not paid:
        return 0, True
    return _double_stake(r, hand, cents), False


def _check_total(r: BlackjackRound, hand: Hand) -> None:
    """Only some totals, or hard ones, may be doubled where the sheet says so; a blackjack has a rule of its own."""
    double = r.t.double
    if double.totals and hand.total not in double.totals and not hand.natural:
        raise IllegalAction("double.other_total", r.stated("double.totals"), totals=list(double.totals))
    if hand.soft and not double.soft_hands and not hand.natural:
        raise IllegalAction("double.soft_hand", r.stated("double.soft_hands"))


def fullest_double(r: BlackjackRound, hand: Hand) -> tuple[int, bool]:
    """The largest double and whether it is free, or why none may be made; the maximum may leave less than the bet."""
    try:
        return check_double(r, hand)
    except IllegalAction:
        for cents in _smaller_doubles(r, hand):
            with suppress(IllegalAction):
                return check_double(r, hand, cents)
        raise


def _smaller_doubles(r: BlackjackRound, hand: Hand) -> list[int]:
    """What is left to try where the whole bet would pass the maximum."""
    double = r.t.double
    if double.stake == "full_or_half":
        return [hand.base // 2]
    step = lcm(double.less_step, min(r.t.rules.chips.denominations))
    room = (r.t.table.maximum - hand.stake) // step * step
    return [room] if double.stake == "up_to_bet" else []


def _double_stake(r: BlackjackRound, hand: Hand, cents: int) -> int:
    """How much a double may be: any amount up to the bet, the whole or half of it, or the whole."""
    double = r.t.double
    if not hand.stake and hand.lammers and r.t.free is not None and not r.t.free.paid_double_on_lammer:
        raise IllegalAction("double.on_lammer", r.stated("free.paid_double_on_lammer"))
    full = hand.base + hand.extra
    cents = cents or full
    if hand.doubled and cents != full:
        raise IllegalAction("double.again_in_full", r.stated("double.redouble"), cents=full)
    if double.stake == "up_to_bet":
        if cents > full:
            raise IllegalAction("double.above_bet", r.stated("double.stake"), most=full)
        if cents != full and cents < double.less_minimum:
            raise IllegalAction("double.below_minimum", r.stated("double.less_minimum"), minimum=double.less_minimum)
        if cents != full and cents % double.less_step:
            raise IllegalAction("double.step", r.stated("double.less_step"), step=double.less_step)
    elif cents != full and not (double.stake == "full_or_half" and cents * 2 == full):
        raise IllegalAction("double.other_amount", r.stated("double.stake"), amounts=_double_amounts(r, full))
    elif cents != full and double.half_only_on is not None and full != double.half_only_on:
        raise IllegalAction("double.half_only_on", r.stated("double.half_only_on"), bet=double.half_only_on)
    if not double.double_at_maximum and hand.stake + hand.extra + cents > r.t.table.maximum:
        raise IllegalAction("double.above_maximum", r.stated("double.double_at_maximum"))
    check_chips(r, cents)
    return cents


def _double_amounts(r: BlackjackRound, full: int) -> list[int]:
    double = r.t.double
    half = double.stake == "full_or_half" and double.half_only_on in (None, full)
    return [full, full // 2] if half else [full]


def _needs_fives_answer(r: BlackjackRound, hand: Hand) -> bool:
    """A raised bet on a pair of fives: the dealer must ask what is meant (BJ-SPLIT-9, BJ-DBL-5)."""
    return bool(r.t.calls.fives) and [POINTS[card] for card in hand.cards] == [5, 5]


def _ask_about_fives(r: BlackjackRound, spot: Spot, hand_id: int) -> None:
    r.emit(Called(text=r.t.calls.fives, spot=spot.box, clause=r.cites["calls.fives"]))
    r.ask("fives", spot=spot.box, hand=hand_id)


def double_down(r: BlackjackRound, action: DoubleDown, role: str) -> None:
    """Raise the bet on two cards by up to as much, for one more card (BJ-DBL-1a, BJ-DBL-1b, BJ-DBL-2)."""
    spot, hand_id, hand = on_turn(r, action.spot, action.hand, role, "play", "fives", "natural")
    stake, free = check_double(r, hand, action.cents, paid=action.paid)
    toke = _toke_for_double(r, hand, stake, action.toke_cents, free=free)
    if (
        r.question is not None
        and r.question.kind == "play"
        and can_split(r, spot, hand)
        and _needs_fives_answer(r, hand)
    ):
        _ask_about_fives(r, spot, hand_id)
        return
    r.question = None
    hand.doubled, hand.natural = hand.doubled + 1, False
    hand.extra += stake
    hand.toke_extra += toke
    clause = r.cites["free_double"] if free else r.cites["double.cards"]
    r.emit(HandDoubled(spot=spot.box, hand=hand_id, cents=stake, free=free, clause=clause))
    if free:
        place_lammers(r, spot, hand_id, "double", toke=hand.toke_base)
    elif stake < hand.base and r.t.calls.double_for_less:
        r.emit(
            Called(
                text=r.t.calls.double_for_less, to="supervisor", spot=spot.box, clause=r.cites["calls.double_for_less"]
            )
        )
    if toke:
        emit_toke(r, spot.box, hand_id, "main", toke, "adjacent")
    if action.face_down and r.t.double.face_down:
        hand.hidden = len(hand.cards)
    r.agenda.append(("draw", spot.box, hand_id, "double"))


def _toke_for_double(r: BlackjackRound, hand: Hand, stake: int, toke: int, *, free: bool) -> int:
    """A toke is doubled only by choice, and for less by no more than the same share (BJ-S5, BJ-S13)."""
    if not toke:
        return 0
    rules = r.t.toke
    if rules is None or rules.doubles == "never" or free or not hand.toke_base:
        raise IllegalAction("toke.none_to_double", r.stated("toke.doubles"))
    if toke > hand.toke_base or toke * hand.base > hand.toke_base * stake or toke % rules.step:
        raise IllegalAction("toke.double_share", r.stated("toke.doubles"))
    return toke


def place_lammers(r: BlackjackRound, spot: Spot, hand_id: int, why: str, *, toke: int) -> None:
    """A lammer marks a free bet, and one of its own the toke beside it (FB-FSPL-0b, FB-FDBL-0b, FB-TOKE-1)."""
    hand = spot.hands[hand_id]
    hand.lammers += (why,)
    r.emit(LammerPlaced(spot=spot.box, hand=hand_id, why=why, clause=r.cites[f"free_{why}_lammer"]))  # type: ignore[arg-type]
    if toke and r.t.toke is not None and r.t.toke.free_bets:
        hand.toke_lammers += (toke,)
        r.emit(LammerPlaced(spot=spot.box, hand=hand_id, why=why, owner="dealers", clause=r.cites["toke.free_bets"]))  # type: ignore[arg-type]


def after_double(r: BlackjackRound, box: int, hand_id: int) -> None:
    """The one card of a double ends the hand, unless it may be doubled again (BJ-DBL-1c)."""
    spot = r.spots[box]
    hand = spot.hands[hand_id]
    note_third_card(r, spot, hand_id)
    if hand.points > 21 and hand.hidden is None:
        _break(r, spot, hand_id)
    elif r.t.double.redouble and hand.hidden is None and not r.t.is_charlie(hand) and _can_double(r, hand):
        r.question = r.play_question(box, hand_id)
    else:
        hand_ended(r, spot, hand)


def can_split(r: BlackjackRound, spot: Spot, hand: Hand) -> bool:
    try:
        check_split(r, spot, hand)
    except IllegalAction:
        return False
    return True


def can_resplit(r: BlackjackRound, spot: Spot, hand: Hand) -> bool:
    """Whether a hand that may take no further card can still be split."""
    return len(hand.cards) == 2 and can_split(r, spot, hand)


def check_split(r: BlackjackRound, spot: Spot, hand: Hand, cents: int = 0, *, paid: bool = False) -> bool:
    """Whether the split is free, or why the hand may not be split (BJ-SPLIT-1a, BJ-SPLIT-1b, BJ-SPLIT-4a)."""
    rules = r.t.split
    cards = hand.cards
    if len(cards) != 2 or hand.doubled:
        raise IllegalAction("split.two_cards_only", r.stated("split.match"))
    first, second = cards
    same = first.rank == second.rank if rules.match == "rank" else POINTS[first] == POINTS[second]
    if not same:
        raise IllegalAction("split.no_pair", r.stated("split.match"), match=rules.match)
    most = rules.most_of(POINTS[first])
    if len(spot.hands) >= most:
        code = "split.most_hands" if most > 1 else "split.never"
        raise IllegalAction(code, r.stated(_most_hands_by(r, POINTS[first])), most=most)
    if first >= 48 and rules.split_aces == "never":
        raise IllegalAction("split.aces", r.stated("split.split_aces"))
    if hand.aces and not rules.resplit_aces:
        raise IllegalAction("split.aces_again", r.stated("split.resplit_aces"))
    if cents not in (0, hand.base):
        raise IllegalAction("split.bet", r.cites["split_equal_bet"], cents=hand.base)
    free, paid = free_split(r, hand), paid or bool(cents)
    if free and paid and r.t.free is not None and not r.t.free.decline_free:
        raise IllegalAction("split.free_first", r.stated("free.decline_free"))
    free = free and not paid
    if not free and not rules.split_at_maximum and sum(h.stake for h in spot.hands) + hand.base > r.t.table.maximum:
        raise IllegalAction("split.above_maximum", r.stated("split.split_at_maximum"))
    return free


def _most_hands_by(r: BlackjackRound, value: int) -> str:
    """The value that says how many hands a pair makes: its own, or that of all pairs."""
    own = f"split.hands.{SplitHands.__slots__[value - 1]}"
    return own if own in r.sheet.values else "split.max_hands"


def free_split(r: BlackjackRound, hand: Hand) -> bool:
    """Every pair but ten-value cards is split without a further bet (FB-OVER-1, FB-BASE-2)."""
    free = r.t.free
    return free is not None and (
        free.split_pairs == "all" or (free.split_pairs == "all_but_tens" and POINTS[hand.cards[0]] != 10)
    )


def split(r: BlackjackRound, action: Split, role: str) -> None:
    """Two hands out of a pair; the first gets its card and is finished before the second (BJ-SPLIT-2a, BJ-SPLIT-6).

    Each hand keeps its cards and its stake, and the toke stays on the first (BJ-SPLIT-3, BJ-SPLIT-4c).
    """
    spot, hand_id, hand = on_turn(r, action.spot, action.hand, role, "play", "fives")
    free = check_split(r, spot, hand, action.cents, paid=action.paid)
    if action.toke_cents:
        check_toke(r, "main", hand.base, action.toke_cents)
    asked = r.question is not None and r.question.kind == "fives"
    if not asked and _needs_fives_answer(r, hand) and _can_double(r, hand):
        _ask_about_fives(r, spot, hand_id)
        return
    r.question = None
    new = Hand(0 if free else hand.base, hand.base, action.toke_cents, split=True)
    first, second = hand.cards
    hand.cards, hand.points, hand.ace = [], 0, False
    hand.split = True
    hand.add(first)
    new.add(second)
    hand.aces = new.aces = first >= 48
    new_id = _lay_beside(r, spot, hand_id, new)
    clause = r.cites["free_split"] if free else r.cites["split.match"]
    r.emit(HandSplit(spot=spot.box, hand=hand_id, new_hand=new_id, cents=new.stake, free=free, clause=clause))
    if free:
        place_lammers(r, spot, new_id, "split", toke=hand.toke_base)
    if action.toke_cents:
        emit_toke(r, spot.box, new_id, "main", action.toke_cents, "adjacent", point="split_toke")
    box = spot.box
    r.plan(
        ("draw", box, hand_id, "split"), ("play", box, hand_id), ("draw", box, new_id, "split"), ("play", box, new_id)
    )


def _lay_beside(r: BlackjackRound, spot: Spot, hand_id: int, new: Hand) -> int:
    """Lay a new hand behind the one it was split from, and return its number; hands behind it move up (BJ-SPLIT-2c)."""
    if not r.engine.hands_as_they_lie:
        spot.hands.append(new)
        return len(spot.hands) - 1
    new_id = hand_id + 1
    spot.hands.insert(new_id, new)
    r.renumber(spot.box, new_id)
    return new_id


def _can_double(r: BlackjackRound, hand: Hand) -> bool:
    try:
        fullest_double(r, hand)
    except IllegalAction:
        return False
    return True


def after_split(r: BlackjackRound, box: int, hand_id: int) -> None:
    """The second card of a split hand; split aces end with it unless they may be hit or split again (BJ-SPLIT-5b)."""
    spot = r.spots[box]
    hand = spot.hands[hand_id]
    note_third_card(r, spot, hand_id)
    if r.t.split.split_blackjack and is_natural(hand):
        hand.natural = True
    elif (
        hand.aces
        and not r.t.split.hit_split_aces
        and not can_resplit(r, spot, hand)
        and not r.t.double.double_split_aces
    ):
        hand_ended(r, spot, hand)


def check_surrender(r: BlackjackRound, hand: Hand) -> None:
    """Two cards, not doubled, and split hands only where the sheet allows it (GC-SURR-2, GC-SPLIT-6)."""
    surrender = r.t.surrender
    if surrender is None:
        raise IllegalAction("surrender.not_offered", r.stated("surrender.offered"))
    if hand.doubled or len(hand.cards) != 2:
        raise IllegalAction("surrender.too_late", r.cites["no_late_surrender"])
    if hand.split and not surrender.after_split:
        raise IllegalAction("surrender.split_hand", r.stated("surrender.after_split"))
    if hand.aces and not surrender.surrender_split_aces:
        raise IllegalAction("surrender.split_aces", r.stated("surrender.surrender_split_aces"))
    if r.up.known and not surrender.open_against(POINTS[r.up]):
        raise IllegalAction("surrender.not_against", r.stated("surrender.against"))
    if surrender.timing == "late" and not r.no_dealer_blackjack():
        raise IllegalAction("surrender.after_check", r.stated("surrender.timing"))
    asked_before = r.surrenders_early() and not hand.split
    if asked_before and r.question is not None and r.question.kind == "play":
        raise IllegalAction("surrender.early_over", r.stated("surrender.timing"))


def surrender(r: BlackjackRound, action: Surrender, role: str) -> None:
    """Give the hand up for a share of the bet, once the dealer's check is done (GC-SURR-1)."""
    if r.t.surrender is not None and r.question is not None and r.question.kind in ("insurance", "peek"):
        raise IllegalAction("surrender.after_check", r.stated("surrender.timing"))
    spot, hand_id, hand = on_turn(r, action.spot, action.hand, role, "play", "early_surrender")
    check_surrender(r, hand)
    r.question = None
    r.emit(HandSurrendered(spot=spot.box, hand=hand_id, clause=r.cites["surrender.loss"]))
    surrender_hand(r, spot, hand_id)
    hand_ended(r, spot, hand)
    discard(r, spot, hand_id)

"""What a staffed table waits for, in the words of the pit: the next thing to do, who does it, and the call to make."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from pitboss.games.events import Called
from pitboss.service.games import FLOOR_GAMES
from pitboss.service.games.words import Words, cite, place_of, worded
from pitboss.service.staff.payment_steps import step_due
from pitboss.service.tables.live_table import Live, PaymentUnderWay
from pitboss.shoe import Ceremony, DeckRotation

__all__ = ["Next", "card_due", "next_of", "what_happened"]


class Next(NamedTuple):
    """The next thing at a table: its words and clause, who is waited for, and what is called aloud with it."""

    text: str
    clause: str = ""
    who: str = "dealer"
    spot: int = 0
    hand: int = 0
    call: str = ""


_FLOOR: Final = ("supervisor", "floor", "floor_manager")


def next_of(live: Live, *, book: int = 0) -> Next | None:
    """What the table waits for; None once it is closed. ``book`` is what the books have in its tray."""
    if live.closed:
        return None
    if live.round is None:
        return _between_rounds(live, book)
    if live.round.over:
        return Next(worded("next.end_round"), live.table.cite("hands_stay"), call=_call(live))
    question = live.question
    assert question is not None
    for payment in live.payments:
        if question.kind == "jackpot" and payment.seat == question.spot:
            return _paying(live, payment)
    who = "floor" if question.role in _FLOOR else question.role
    asked = {**_ASKED, **FLOOR_GAMES[live.sheet.game].asked}
    text, clause = asked[question.kind](live) if question.kind in asked else _decides(live)
    return Next(text, clause, _waited_for(live, who), question.spot, question.hand, _call(live))


def _waited_for(live: Live, who: str) -> str:
    """The dealer is waited for where players have all bet or answered."""
    question, round_ = live.question, live.round
    assert question is not None
    if question.kind == "wagers" and live.table.spots:
        return "dealer"
    closes = FLOOR_GAMES[live.sheet.game].closed_by_dealer
    if who == "player" and not question.spot and question.kind in closes and round_ is not None:
        return "player" if round_.unanswered() else "dealer"
    return who


def _call(live: Live) -> str:
    """What was last said aloud, if no other event has followed."""
    last = live.round.events[-1] if live.round is not None and live.round.events else None
    return last.text if isinstance(last, Called) else ""


# a progressive win on its way


def _paying(live: Live, payment: PaymentUnderWay) -> Next:
    step = step_due(payment)
    assert step is not None, "a payment that is done is no longer under way"
    text = worded("next.won_progressive", place=place_of(live, payment.seat), step=step.step)
    return Next(text, live.table.cite(step.point), step.who, payment.seat)


# between rounds


def _between_rounds(live: Live, book: int) -> Next:
    if live.payments:
        return _paying(live, live.payments[0])
    if not live.table.dealer:
        return Next(worded("next.tap_in"), live.table.cite("shoe.new_dealer"))
    cards = live.table.cards
    next_ = _shoe(live, cards) if isinstance(cards, Ceremony) else _decks(cards)
    if next_ is not None:
        return next_
    if live.staffed and live.counted != "opening":
        return Next(worded("next.count_tray"), who="floor")
    if live.staffed and book < 0:
        return Next(worded("next.fill_tray"), who="floor")
    return Next(worded("next.open_bets"))


_PHASES: Final[Mapping[str, str]] = {
    "opening": "spread",
    "shuffle_due": "call",
    "ready": "by_hand",
    "shuffled": "offer_cut",
    "cut": "place_cut_card",
    "cut_card_placed": "load",
    "closed": "close",
}
"""The phases of the cards in which the next thing to do follows from the phase, and its point of procedure."""


def _shoe(live: Live, cards: Ceremony) -> Next | None:
    """What is to be done with a shoe; None where the bets can be opened."""
    clause = cards.rules.clause
    if cards.phase == "called":
        return Next(worded("next.acknowledge"), clause("acknowledge"), "floor")
    if cards.phase == "cut_offered" and cards.offered:
        text = worded("next.cuts", place=place_of(live, cards.offered))
        return Next(text, clause("offer_cut"), "player", cards.offered)
    if cards.phase == "cut_offered":
        return Next(worded("next.cut_yourself"), clause("dealer_cuts"), call=cards.rules.dealer_cuts_call)
    if cards.phase == "between_rounds":
        return Next(worded("next.burn"), clause("burn")) if cards.can_burn() else None
    text, point = worded("next.phase", phase=cards.phase), _PHASES[cards.phase]
    call = cards.rules.shuffle_call if cards.phase == "shuffle_due" else ""
    return Next(text, clause(point), "floor" if cards.phase == "closed" else "dealer", call=call)


def _decks(cards: DeckRotation) -> Next | None:
    """What is to be done with single decks; None where the bets can be opened."""
    clause = cards.rules.clause
    if cards.short:
        return Next(worded("next.bring_deck"), clause("bad_deck"))
    if cards.count_due:
        return Next(worded("next.count_deck"), clause("count"))
    if cards.can_start_round():
        return None
    return Next(worded("next.shuffle_deck"), clause("reshuffle" if cards.mode == "hand" else "machine_riffle"))


# within a round


def _wagers(live: Live) -> Words:
    cards = live.table.cards
    burns = isinstance(cards, Ceremony) and cards.can_burn()
    code = "next.bets_are_open" if not live.table.spots else "next.burn_and_deal" if burns else "next.deal"
    return worded(code), cite(live, "bet_before_cards") or cite(live, "equal_bets")


def _card(live: Live) -> Words:
    due = card_due(live)
    assert due is not None
    return worded("next.name_card", card=due[2]), cite(live, "only_dealer_handles_cards")


def _decides(live: Live) -> Words:
    """A player decides about a hand, or several in any order."""
    question, round_ = live.question, live.round
    assert question is not None
    assert round_ is not None
    found = round_.offers()
    clause = found[0].clause if found else ""
    decision = question.kind if question.kind in FLOOR_GAMES[live.sheet.game].decisions else "any"
    if not question.spot:
        return worded("next.everybody_decides", decision=decision), clause
    return worded("next.decides", place=place_of(live, question.spot), decision=decision), clause


def _case_words(live: Live) -> Words:
    kind = _kind(live)
    return worded("next.call_supervisor", kind=kind), cite(live, f"irregular_{kind}")


def _ruling(live: Live) -> Words:
    kind = _kind(live)
    return worded("next.rule", kind=kind), cite(live, f"irregular_{kind}")


def what_happened(kind: str) -> str:
    """Return what went wrong in words, by its name on the sheets."""
    return worded("irregular.what_happened", kind=kind)


def _kind(live: Live) -> str:
    round_ = live.round
    assert round_ is not None
    assert round_.open_case is not None
    return round_.open_case.kind


def _jackpot(live: Live) -> Words:
    round_, question = live.round, live.question
    assert round_ is not None
    assert question is not None
    meter = dict(round_.jackpots)[question.spot]
    text = worded("next.pay_meter", meter=meter, place=place_of(live, question.spot))
    return text, cite(live, "jackpot_procedure")


def _reshuffle(live: Live) -> Words:
    return worded("next.shuffle_again"), cite(live, "irregularity.shoe_exhausted") or cite(
        live, "irregular_shuffler_jam"
    )


def _proceed(live: Live) -> Words:
    round_ = live.round
    assert round_ is not None
    step = round_.agenda[-1]
    words, point = FLOOR_GAMES[live.sheet.game].steps[step[0]](live, *step[1:])
    return words, cite(live, point)


_ASKED: Final[Mapping[str, Callable[[Live], Words]]] = {
    "wagers": _wagers,
    "card": _card,
    "call": _case_words,
    "ruling": _ruling,
    "jackpot": _jackpot,
    "reshuffle": _reshuffle,
    "proceed": _proceed,
}


# a face that is due


def card_due(live: Live) -> tuple[int, int, str] | None:
    """The card whose face is to be named now: its spot, its hand, and what it is."""
    round_, question = live.round, live.question
    if round_ is None or question is None or question.kind != "card" or round_.pending is None:
        return None
    return FLOOR_GAMES[live.sheet.game].cards_due[round_.pending[0]](live, *round_.pending[1:])

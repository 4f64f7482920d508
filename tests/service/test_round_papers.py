"""What the floor knows of a round for the report of an incident: who, when, and what became of the money."""

from __future__ import annotations

from tests.service.shift import Shift
from tests.service.test_corrections import dealt, declared, reversal

from pitboss.records import read, settle
from pitboss.rules import load
from pitboss.service.audit.round_papers import _told, papers_of
from pitboss.service.floor import commands as c
from pitboss.service.floor.events import PaidOtherwise


def test_who_dealt_when_and_what_was_paid(shift: Shift) -> None:
    dealt(shift)
    found = papers_of(shift.floor, "t", 1)
    facts = dict(found.facts)
    assert (facts["Table"], facts["Round"], facts["Dealer"]) == ("t", "1", "Dora")
    assert facts["Began"].endswith("(UTC)")
    assert facts["Gaming day"] == facts["Began"][:10]
    assert found.paid == {(1, "main", 0): 1000, (2, "main", 0): shift.settled(2).due}
    assert settle(read(found.record)).net == {1: 1000, 2: shift.settled(2).due}
    assert (found.afterwards, found.rulings) == ((), ())


def test_what_was_paid_otherwise_and_put_right_is_told_in_order(shift: Shift) -> None:
    dealt(shift)
    shift.do("Flo", declared(shift, 1500))
    assert papers_of(shift.floor, "t", 1).paid[1, "main", 0] == 1500
    shift.do("Flo", reversal(shift))
    shift.do("Mia", c.PayAgain(correction="k1", cents=1000, reason="as due"))
    found = papers_of(shift.floor, "t", 1)
    assert found.paid[1, "main", 0] == 1000
    otherwise, back, again = found.afterwards
    assert "spot 1, Main bet, hand 1: $15 was paid where $10 was due (Flo)" in otherwise
    assert "saw it" in otherwise
    assert "$15 was taken back, borne by player (Flo, miscounted)" in back
    assert "$10 was paid instead (Mia, as due)" in again


def test_a_toke_is_told_in_words() -> None:
    wrong = PaidOtherwise(
        settled=1, spot=1, hand=0, wager="toke:main", player="Ann", owner="dealers",
        due=500, before=500, paid=0, by="Flo",
    )  # fmt: skip
    assert _told(wrong, load("catfish-blackjack")).startswith("spot 1, Toke: main bet, hand 1: $0 was paid")


def test_corrections_of_another_round_are_left_out(shift: Shift) -> None:
    dealt(shift)
    shift.blackjack("Ts 9h Td 9c 8d 7c", bets={1: 1000, 2: 2000})
    shift.end()
    shift.do("Flo", declared(shift, 1500))
    assert papers_of(shift.floor, "t", 1).afterwards == ()
    assert papers_of(shift.floor, "t", 2).paid[1, "main", 0] == 1500

"""Whatever sequence the floor accepts can be exported, verified and settled."""

from __future__ import annotations

from typing import Any

import pytest
from tests.service.evidence_evenings import RoughEvening, evidence_faults
from tests.service.staffed_floor import StaffedPit

from pitboss.games import actions as a
from pitboss.records import read, settle
from pitboss.rules import SHIPPED
from pitboss.service.audit.recall import recall
from pitboss.service.floor import commands as c
from pitboss.service.floor.floor import Unknown

HOLDEM = "ultimate-texas-holdem"


@pytest.mark.parametrize("cards", ["program", "declared"])
@pytest.mark.parametrize("sheet", SHIPPED)
def test_every_evening_exports_verifies_and_settles(sheet: str, cards: str) -> None:
    evening = RoughEvening(sheet, cards, f"evidence {sheet} {cards}")
    evening.play(150)
    assert evening.declared > 4
    assert evidence_faults(evening) == []


@pytest.mark.parametrize("cards", ["program", "declared"])
@pytest.mark.parametrize("bets_before", [0, 1, 2, 3, 4])
def test_a_failed_shuffle_before_or_between_bets_stands_in_the_record_where_it_was(
    cards: str, bets_before: int
) -> None:
    """The order of bets and declarations is told as it was, so that the record replays to the same events."""
    pit = StaffedPit(HOLDEM, cards).ready()
    pit.account(1, "Ann")
    pit.account(2, "Ben")
    pit.start()
    bets = [(box, wager) for box in (1, 2) for wager in ("ante", "blind")]
    for number in range(len(bets) + 1):
        if number == bets_before:
            pit.deals(a.Declare("shuffler_jam"))
            pit.deals(a.Reshuffled(()))
        if number < len(bets):
            pit.bet(bets[number][0], 1000, bets[number][1])
    _play_out(pit)
    recalled = recall(pit.floor, "t", 1)
    assert settle(read(recalled.record())).right
    assert recalled.record().index("shuffler_jam") > 0
    if cards == "program":
        with pytest.raises(Unknown) as refused:
            recalled.openings()
        assert refused.value.code == "history.shuffled_again"


def _play_out(pit: StaffedPit) -> None:
    """Everybody folds, and the round ends."""
    pit.deals(a.StartDeal())
    faces = iter(["2c", "3c", "4c", "5d", "7h", "8h", "9s", "Js", "Qs"])
    while (live := pit.live()).round is not None and not live.round.over:
        question: Any = live.question
        if question.kind == "card":
            pit.go_on(next(faces))
        elif question.role == "player":
            box = question.spot or live.round.unanswered()[0]
            folds = a.Fold(spot=box) if question.kind == "river" else a.Check(spot=box)
            pit.answers(box, folds)
        else:
            pit.deals(a.Proceed())
    pit.dealer(c.EndRound())

"""Whether visits of a real log follow the count: a planted counter, an honest guest beside them, and the evidence."""

from __future__ import annotations

import msgspec
import pytest
from tests.service.audit_floor import PlayedFloor
from tests.service.counted_floor import COUNTER, PRESSER, CopyingFloor, CountedFloor

from pitboss.maths.analysis.cards_left import lines_of
from pitboss.maths.analysis.progress import silent
from pitboss.maths.counting import read_count
from pitboss.maths.counting.studies import IndexPlay as Studied
from pitboss.maths.following.index_plays import PUBLISHED, IndexBook, IndexPlay, book_of
from pitboss.service.audit.recall import recall
from pitboss.service.ratings import Visit, VisitBook
from pitboss.service.ratings.desk import Known, solved_evidence, told_of
from pitboss.service.ratings.findings import findings
from pitboss.service.ratings.following import followed, visit_figures
from pitboss.store import MemoryStore
from pitboss.web.figure_process import figure

TABLE = "catfish-blackjack-1"
ROUNDS = 120


@pytest.fixture(scope="module")
def floor() -> CountedFloor:
    played = CountedFloor(MemoryStore(), "a counted night", sheets=("catfish-blackjack",))
    played.play(ROUNDS)
    return played


def visit_by(floor: CountedFloor, person: str) -> Visit:
    book = VisitBook(floor.store)
    book.update()
    return book.visits(person=person)[0]


def test_the_counter_is_seen_and_who_presses_is_not(floor: CountedFloor) -> None:
    seen, other = followed(visit_by(floor, COUNTER)), followed(visit_by(floor, PRESSER))
    assert seen is not None
    assert other is not None
    assert seen.ratio > seen.alarm
    assert seen.crossed is not None
    assert max(other.path) < 1
    assert other.crossed is None
    assert other.took is None


def test_evidence_is_rounds_that_can_be_replayed(floor: CountedFloor) -> None:
    visit = visit_by(floor, COUNTER)
    found = followed(visit)
    assert found is not None
    rounds = {one.number: one for one in visit.rounds}
    assert len(found.path) == len(found.counts) == len(found.rounds) == len(visit.counted)
    assert found.evidence
    assert [one.round for one in found.evidence] == sorted((one.round for one in found.evidence), reverse=True)
    for one in found.evidence:
        played = rounds[one.round]
        assert (one.bet, one.after, one.time) == (played.bets["main"], played.after, played.at)
        assert one.factor >= 1.5
    assert recall(floor.floor, TABLE, found.evidence[0].round).number == found.evidence[0].round


def test_evidence_is_solved_from_the_cards_that_were_left(floor: CountedFloor) -> None:
    """The edge by effects of removal is near it, and where the counter raised the guest has it."""
    visit = visit_by(floor, COUNTER)
    known = Known(lines=lines_of(visit.sheet, ("main",)))
    told = told_of(visit, known, count=read_count("hi-lo"))
    assert told.following is not None
    solved = solved_evidence(visit, told, known)
    assert list(solved) == [one.number for one in told.following.evidence[:12]]
    line = known.lines["main"] if known.lines else None
    assert line is not None
    for one in told.following.evidence[:12]:
        main = solved[one.number].wagers[0]
        assert main.exact is not None
        assert main.line == pytest.approx(main.exact, abs=6 * line.error)
        if one.count >= 3 and one.bet > 1500:
            assert main.exact < 0, "the guest's edge"


def test_it_says_the_models_the_rate_and_what_speaks_against_it(floor: CountedFloor) -> None:
    found = followed(visit_by(floor, COUNTER))
    assert found is not None
    assert "1,000 to 1" in found.false_alarm
    assert "at most 1 in 1,000" in found.false_alarm
    assert "last results" in found.models
    assert found.against.startswith("At +2 or more the bet was the usual one or less in ")
    assert found.took == found.rounds.index(found.crossed or 0) + 1


def test_counts_are_those_of_the_cards_that_lay_open(floor: CountedFloor) -> None:
    visit = visit_by(floor, COUNTER)
    figures = visit_figures(visit)
    assert figures is not None
    hilo = read_count("hi-lo")
    for one, lead in zip(figures.rounds, figures.visit.leads[:, 0], strict=True):
        assert one is not None
        running = hilo.running(one.seen, decks=6)
        assert lead == pytest.approx(running / (6 - len(one.seen) / 52))


def test_insurance_and_index_plays_are_read_from_the_log(floor: CountedFloor) -> None:
    visit = visit_by(floor, COUNTER)
    figures = visit_figures(visit)
    assert figures is not None
    plays = figures.visit.plays
    events = [event.type for one in visit.counted for event in one.events]
    insured = sum(kind in ("InsuranceBet", "EvenMoneyTaken") for kind in events)
    asked = insured + events.count("InsuranceDeclined")
    of_insurance = plays.situations < 3
    assert of_insurance.sum() == asked > 0
    assert plays.taken[of_insurance].sum() == insured
    assert (~of_insurance).sum() > 5


def studied(
    hand: str, up: str, play: str, count: int, instead: str, *, below: bool = False, gain: float = 1.0
) -> Studied:
    return Studied(hand, up, play, count, below, instead, float(count), 0.1, gain, gain)


def test_index_plays_of_a_sheet_are_read_as_what_holds_from_a_count_on() -> None:
    """What is done below an index is the other side of what the book does from it on; the rest is left out."""
    book = book_of([
        studied("12", "4", "hit", 1, "stand", below=True),
        studied("16", "T", "stand", 0, "hit", gain=3.0),
        studied("11", "A", "double", -1, "hit"),
        studied("insurance", "A", "insure", 2, "decline"),
        studied("TT", "5", "split", 5, "stand"),
        studied("soft 18", "2", "double", 1, "stand"),
        studied("15", "T", "surrender", 0, "hit"),
        studied("10", "9", "double", -40, "hit"),
    ])  # fmt: skip
    assert book.plays == (
        IndexPlay(16, 10, 0, usual=False), IndexPlay(12, 4, 1, usual=True), IndexPlay(11, 1, -1, usual=False),
    )  # fmt: skip
    assert (book.insurance, book.of_sheet) == (2, True)


def test_plays_are_judged_by_the_indices_of_the_sheet_and_it_says_so(floor: CountedFloor) -> None:
    visit = visit_by(floor, COUNTER)
    own = IndexBook((IndexPlay(16, 10, 7, usual=False),), insurance=5, of_sheet=True)
    figures, published = visit_figures(visit, own), visit_figures(visit)
    assert figures is not None
    assert published is not None
    assert set(figures.visit.plays.indices) == {5.0, 7.0}
    assert {float(one.holds_from) for one in PUBLISHED.plays} | {3.0} >= set(published.visit.plays.indices)
    found, usual = followed(visit, own), followed(visit)
    assert found is not None
    assert usual is not None
    assert found.models.endswith("worked out for the rules of this sheet.")
    assert "published indices" in usual.models
    assert found.channels["plays"] != usual.channels["plays"]
    told = told_of(visit, Known(indices=own), count=None)
    assert told.following is not None
    assert told.following.models == found.models


def test_the_indices_of_a_sheet_are_worked_out_beside_the_server(floor: CountedFloor) -> None:
    """Few shoes are enough to find those that everybody publishes."""
    sheet = visit_by(floor, COUNTER).sheet
    task = {"kind": "index_plays", "sheet": msgspec.to_builtins(sheet.content), "sets": [], "shoes": 36}
    book = msgspec.convert(figure(task, silent), IndexBook)
    assert book.of_sheet
    assert abs(book.insurance - PUBLISHED.insurance) <= 1
    own = {(one.total, one.up): one.holds_from for one in book.plays}
    near = [abs(own[one.total, one.up] - one.holds_from) for one in PUBLISHED.plays if (one.total, one.up) in own]
    assert len(near) >= 8
    assert sum(distance <= 1 for distance in near) >= len(near) - 2


def test_a_round_sat_out_is_part_of_the_visit() -> None:
    played = CountedFloor(MemoryStore(), "one sits out", sheets=("catfish-blackjack",))
    played.play(2)
    played.out = (COUNTER,)
    played.play(2)
    played.out = ()
    played.play(1)
    figures = visit_figures(visit_by(played, COUNTER))
    assert figures is not None
    assert [one is not None for one in figures.rounds] == [True, True, False, False, True]
    assert figures.visit.bets.tolist()[2:4] == [0, 0]
    assert figures.visit.leads[2:4, 0].any()
    found = followed(visit_by(played, COUNTER))
    assert found is not None
    assert len(found.path) == 3


def test_where_no_card_is_seen_before_a_bet_there_is_nothing_to_follow() -> None:
    played = PlayedFloor(MemoryStore(), "poker", sheets=("ultimate-texas-holdem",))
    played.play(2)
    book = VisitBook(played.store)
    book.update()
    assert followed(book.visits()[0]) is None


def test_findings_of_a_day_name_who_moves_with_whom_and_leave_honest_guests_alone(floor: CountedFloor) -> None:
    book = VisitBook(floor.store)
    book.update()
    assert findings(book.visits()) == []
    copied = CopyingFloor(MemoryStore(), "a copied night", sheets=("catfish-blackjack",))
    copied.play(ROUNDS)
    book = VisitBook(copied.store)
    book.update()
    found = findings(book.visits())
    assert ("moves_together", PRESSER, COUNTER) in [(one.kind, one.person, one.other) for one in found]
    assert f"{PRESSER} raises when {COUNTER} does" in found[0].said or f"{COUNTER} raises" in found[0].said
    assert all(one.ratio > one.alarm for one in found)

"""Visits read from the log: who sat, what they bet, saw, did and were paid, at live and at staffed tables."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping

import pytest
from tests.harness.simulated_floor import Evening
from tests.service.staffed_floor import DORA, StaffedPit
from tests.service.test_staffed_random import Evening as StaffedEvening

from pitboss.games import actions as a
from pitboss.rules import SHIPPED
from pitboss.service.accounting import Books
from pitboss.service.accounting.sums import ALL
from pitboss.service.accounting.table_totals import group_of
from pitboss.service.floor import commands as c
from pitboss.service.floor.gaming_days import DayRule, GamingDays
from pitboss.service.floor.stream_names import table_stream
from pitboss.service.ratings import Visit, VisitBook, visits_of
from pitboss.service.tables.shoe_census import RoundCards
from pitboss.store import Store


@pytest.fixture(scope="module")
def evening(request: pytest.FixtureRequest) -> Evening:
    found = Evening(f"visits {request.config.getoption('--seed')}", rounds=60, tables_each=1, guests=8)
    found.run()
    return found


def against_the_books(store: Store) -> None:
    """All visits of a table together have staked and lost what its books say, wager by wager."""
    books = Books(store, keeps=False)
    books.update()
    for table, totals in books.tables.items():
        sums = totals.cells.total(totals.cells.days)
        visits = visits_of(store, table=table)
        handle: Counter[str] = Counter()
        won = 0
        for visit in visits:
            for box in (box for one in visit.rounds for box in one.boxes):
                settled = {payout.wager for payout in box.payouts if payout.result != "void"}
                for wager in settled & box.bets.keys():
                    if group_of(wager) != "main" or wager == visit.main:
                        handle[group_of(wager)] += box.bets[wager]
                won += box.result
            for one in visit.rounds:
                assert not one.dealt.over or all(
                    box.stakes.keys() <= {payout.wager for payout in box.payouts} for box in one.boxes
                )
            won += visit.corrected
        theirs = {wager: cell for wager, cell in sums.items() if wager != ALL and not wager.startswith("toke:")}
        expected = {wager: cell["handle"] for wager, cell in theirs.items() if cell.get("handle")}
        assert {wager: cents for wager, cents in handle.items() if cents} == {
            wager: cents for wager, cents in expected.items() if wager != "insurance"
        }
        assert won == sum(cell.get("result", 0) for cell in theirs.values())


def test_all_visits_together_have_staked_and_won_what_the_books_say(evening: Evening) -> None:
    against_the_books(evening.store)


def test_a_visit_is_from_sitting_down_to_leaving(evening: Evening) -> None:
    """Told again from the log, by its seats alone."""
    sitting: dict[tuple[str, str], set[int]] = {}
    began: dict[tuple[str, str], int] = {}
    spans = []
    for stream in evening.store.heads():
        if not stream.startswith("table:"):
            continue
        for entry in evening.store.read(stream):
            for event in json.loads(entry.events):
                if event["type"] == "PlayerSat":
                    key = stream, event["player"]
                    if not sitting.get(key):
                        began[key] = entry.at
                    sitting.setdefault(key, set()).add(event["box"])
                if event["type"] == "BoxFreed":
                    key = stream, event["player"]
                    sitting[key].discard(event["box"])
                    if not sitting[key]:
                        spans.append((stream, event["player"], began[key], entry.at))
        still = [name for (at, name), held in sitting.items() if at == stream and held]
        spans += [(stream, name, began[stream, name], None) for name in still]
    found = [(table_stream(one.table), one.person, one.began, one.left) for one in visits_of(evening.store)]
    assert sorted(found, key=str) == sorted(spans, key=str)


def faces_before(store: Store, table: str) -> Mapping[int, Counter[str]]:
    """By round, the faces that the shoe had shown before it, told again by the census of cards."""
    shown: Counter[str] = Counter()
    found: dict[int, Counter[str]] = {}
    cards = RoundCards(single=False)
    for entry in store.read(table_stream(table)):
        for event in json.loads(entry.events):
            if event["type"] == "Shoe" and event["name"] == "shoe_loaded":
                shown = Counter()
            if event["type"] == "RoundStarted":
                cards = RoundCards(single=False)
                found[event["number"]] = shown.copy()
            cards.hear(event)
            if event["type"] == "RoundEnded":
                shown += cards.faces()
    return found


def test_the_cards_seen_before_a_bet_are_those_that_lay_open_since_the_shuffle(evening: Evening) -> None:
    checked = 0
    for visit in visits_of(evening.store):
        if visit.sheet.game != "blackjack":
            assert all(not one.seen for one in visit.rounds)
            continue
        before = faces_before(evening.store, visit.table)
        for one in visit.rounds:
            assert Counter(card.text for card in one.seen) == before[one.number]
            checked += bool(one.seen)
    assert checked > 20


def test_rounds_say_what_the_one_before_was(evening: Evening) -> None:
    for visit in visits_of(evening.store):
        outcomes = ["", *(one.outcome for one in visit.rounds)]
        assert [one.after for one in visit.rounds] == outcomes[:-1]


def test_a_book_goes_on_where_it_was_left(evening: Evening) -> None:
    def told(visits: list[Visit]) -> list[tuple[object, ...]]:
        return [(one.id, one.person, one.left, one.result, one.handle, len(one.rounds)) for one in visits]

    book = VisitBook(evening.store)
    book.update(tables=["catfish-blackjack-1"])
    book.update()
    book.update()
    assert told(book.visits()) == told(visits_of(evening.store))
    one = book.visits()[0]
    assert book.visit(one.id) is one
    assert book.visit("nowhere.1") is None


@pytest.mark.parametrize("cards", ["program", "declared"])
@pytest.mark.parametrize("sheet", SHIPPED)
@pytest.mark.slow
def test_staffed_tables_with_mistakes_and_rulings_add_up(
    sheet: str, cards: str, request: pytest.FixtureRequest
) -> None:
    found = StaffedEvening(sheet, cards, f"visits {sheet} {cards} {request.config.getoption('--seed')}")
    found.play(120)
    against_the_books(found.pit.store)


def test_what_was_taken_back_was_never_bet() -> None:
    pit = StaffedPit("catfish-blackjack", "declared").ready()
    guest = pit.guest(1, "Hana")
    pit.start()
    pit.bets(1, cents=2500)
    pit.bet(1, 1000, "trilux")
    book = VisitBook(pit.store)
    book.update()
    pit.by(DORA, c.Retract(version=pit.floor.table("t").version))
    pit.deal("Th 9c Ts Kd")
    pit.answers(1, a.Stand(spot=1))
    pit.go_on("8d")
    book.update()
    (visit,) = book.visits()
    assert (visit.person, visit.name, visit.walk_in, visit.seats) == (guest, "Hana", True, [1])
    (one,) = visit.rounds
    assert one.bets == {"main": 2500}
    (again,) = visits_of(pit.store)
    assert [each.bets for each in again.rounds] == [one.bets]


def test_the_gaming_day_of_a_visit_is_the_houses(evening: Evening) -> None:
    days = GamingDays((DayRule(since=0, zone="Pacific/Kiritimati", starts="06:00"),))
    for visit in visits_of(evening.store, days=days):
        assert visit.day == days.day_of(visit.began)

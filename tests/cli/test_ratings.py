"""`pitboss ratings`: the visits of a gaming day and one visit, as text, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from contextlib import closing
from pathlib import Path

import pytest
from tests.commands import Run
from tests.service.counted_floor import COUNTER, PRESSER, WatchedFloor
from tests.service.staffed_floor import StaffedPit

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.service.audit.audit import verify
from pitboss.service.floor import commands as c
from pitboss.service.floor.floor import Floor
from pitboss.service.ratings import visits_of
from pitboss.service.ratings.looks import Look, looks_of
from pitboss.store import open_store

DAY = "2023-11-14"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Hana at a real table: $25 on ten-six against a nine, which she stands on, and loses."""
    address = f"sqlite:///{tmp_path_factory.mktemp('floor') / 'floor.db'}"
    store = open_store(address)
    pit = StaffedPit("catfish-blackjack", "declared", store=store).ready()
    pit.guest(1, "Hana")
    pit.start()
    pit.bets(1, cents=2500)
    pit.deal("Th 9c 6d")
    pit.answers(1, a.Stand(spot=1))
    pit.go_on("Td")
    pit.dealer(c.EndRound())
    store.close()
    return address


def test_a_visit_is_listed_as_a_sum(run: Run, database: str) -> None:
    """Best play costs 0.615 % of $25, which is 15 cents; standing on sixteen against a nine costs more."""
    status, out, err = run("ratings", "--database", database, "--day", DAY, "--quick")
    assert (status, err) == (0, "")
    (row,) = [line.split() for line in out.splitlines() if "Hana" in line]
    sheet, cards, skill, exact, actual, follows = row[-6:]
    assert (sheet, cards, actual, follows) == ("0.15", "-", "25.00", "-"), "no card was seen before the bet"
    assert round(float(exact) * 100) == round(float(sheet) * 100) + round(float(skill) * 100)
    assert 0 < float(skill) < 3


def test_json_and_csv_have_the_same_figures(run: Run, database: str, tmp_path: Path) -> None:
    status, out, _ = run("ratings", "--database", database, "--json", "--quick")
    found = json.loads(out)
    (visit,) = found["visits"]
    assert (status, found["day"], visit["person"], visit["walk_in"], visit["played"]) == (0, DAY, "Hana", True, 1)
    place = tmp_path / "visits.csv"
    run("ratings", "--database", database, "--quick", "--csv", str(place))
    (row,) = csv.DictReader(io.StringIO(place.read_text()))
    assert row["exact_theo"] == f"{visit['theo']['exact'] / 100:.2f}"


def test_one_visit_with_its_rounds(run: Run, database: str) -> None:
    (visit,) = json.loads(run("ratings", "--database", database, "--json", "--quick")[1])["visits"]
    status, out, _ = run("ratings", "--database", database, "--visit", visit["id"], "--quick")
    assert status == 0
    assert "1 of 1 choices not best" in out
    told = json.loads(run("ratings", "--database", database, "--visit", visit["id"], "--json", "--quick")[1])
    assert [(one["bet"], one["result"], one["counts"]) for one in told["rounds"]] == [(2500, -2500, {"hi-lo": 0.0})]


@pytest.mark.parametrize("day", ["nonsense", "2023-11-31", "2023-11-14x"])
def test_what_is_no_day_is_refused_before_a_look_is_noted(run: Run, database: str, day: str) -> None:
    with closing(open_store(database)) as store:
        before = len(looks_of(store))
    status, out, err = run("ratings", "--database", database, "--day", day, "--quick")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "cannot read a day" in err
    with closing(open_store(database)) as store:
        assert len(looks_of(store)) == before


def test_what_is_not_there_is_said_in_a_line(run: Run, database: str) -> None:
    assert "nobody has played" in run("ratings", "--database", database, "--day", "2023-01-01")[1]
    status, _, err = run("ratings", "--database", database, "--visit", "t.9999")
    assert (status, err.count("\n")) == (2, 1)
    status, _, err = run("ratings", "--database", database, "--visit", "t.9999", "--count", "none")
    assert status == 2


# each look is noted, and what is too old is not told


def noted(address: str) -> list[Look]:
    store = open_store(address)
    found = looks_of(store)
    store.close()
    return found


def test_each_look_is_noted_in_the_log(run: Run, database: str) -> None:
    before = len(noted(database))
    (visit,) = json.loads(run("ratings", "--database", database, "--json", "--quick")[1])["visits"]
    run("ratings", "--database", database, "--visit", visit["id"], "--quick")
    run("ratings", "--database", database, "--visit", visit["id"], "--quick", "--csv", "-")
    run("ratings", "--database", database, "--visit", "t.9999")
    latest = noted(database)[: -before or None]
    assert [(one.by, one.what, one.visit, one.day) for one in latest] == [
        ("house", "export", visit["id"], ""), ("house", "visit", visit["id"], ""), ("house", "list", "", DAY),
    ]  # fmt: skip


def test_what_is_older_than_the_house_tells_is_refused(run: Run, tmp_path: Path) -> None:
    """A visit of 2023, and a house that tells ratings for a year."""
    address = f"sqlite:///{tmp_path / 'old.db'}"
    store = open_store(address)
    pit = StaffedPit("catfish-blackjack", "declared", store=store).ready()
    pit.guest(1, "Hana")
    change = c.RatingsRetention(days=365)
    with pytest.raises(IllegalAction, match="1 to 36500 days"):
        pit.floor.plan_house(
            c.Propose(proposal="never", change=c.RatingsRetention(days=0), reason="x"), actor="A", role="shift_manager"
        )
    steps = (c.Propose(proposal="year", change=change, reason="the law"), c.Approve(proposal="year"))
    for actor, command in zip("ABA", (*steps, c.Apply(proposal="year")), strict=True):
        pit.floor.do(
            lambda actor=actor, command=command: pit.floor.plan_house(command, actor=actor, role="shift_manager")
        )
    assert Floor(store, pit.floor.keys, clock=pit.floor.clock).house().ratings_days == 365
    (visit,) = visits_of(store)
    for words in (("--visit", visit.id), ("--day", DAY), ("--day", DAY, "--csv", "-")):
        status, out, err = run("ratings", "--database", address, *words, "--quick")
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert "for 365 days" in err
    assert noted(address) == []
    assert run("ratings", "--database", address, "--day", "2999-01-01")[0] == 0
    assert [one.what for one in noted(address)] == ["list"]
    assert verify(store, pit.floor.keys).good
    store.close()


# who follows the count


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A floor on which one guest counts at one table, and another raises with the first at the other."""
    address = f"sqlite:///{tmp_path_factory.mktemp('watched') / 'floor.db'}"
    with closing(open_store(address)) as store:
        WatchedFloor(store)
    return address


def test_the_list_says_who_follows_the_count(run: Run, watched: str, tmp_path: Path) -> None:
    status, out, _ = run("ratings", "--database", watched, "--quick")
    assert status == 0
    alarmed = [line for line in out.splitlines() if "from round" in line]
    assert len(alarmed) == 1
    assert f"{COUNTER} " in alarmed[0]
    place = tmp_path / "visits.csv"
    run("ratings", "--database", watched, "--quick", "--csv", str(place))
    rows = list(csv.DictReader(io.StringIO(place.read_text())))
    assert [float(row["follows_count"]) >= 1000 for row in rows] == [bool(row["alarm_in_round"]) for row in rows]
    assert sum(bool(row["alarm_in_round"]) for row in rows) == 1


def test_one_visit_says_by_what_it_follows_the_count_and_what_speaks_against_it(run: Run, watched: str) -> None:
    listed = json.loads(run("ratings", "--database", watched, "--quick", "--json")[1])["visits"]
    (seen,) = (one for one in listed if one["alarmed"] is not None)
    status, out, _ = run("ratings", "--database", watched, "--quick", "--visit", seen["id"])
    assert status == 0
    assert f"1,000:1 reached in round {seen['alarmed']}" in out
    for words in ("at most 1 in 1,000", "each way by itself: bets", "plays", "against it: At +2", "A person decides."):
        assert words in out
    evidence = [line for line in out.splitlines() if line.startswith("round ") and ": count " in line]
    assert 1 <= len(evidence) <= 12
    assert any(line.endswith(", by bets") for line in evidence)


def test_findings_of_a_day(run: Run, watched: str) -> None:
    status, out, _ = run("ratings", "--database", watched, "--findings")
    assert status == 0
    assert f"{PRESSER} raises when {COUNTER} does" in out
    told = json.loads(run("ratings", "--database", watched, "--findings", "--json")[1])
    assert {one["kind"] for one in told["findings"]} == {"moves_together"}
    for wrong in (("--csv", "-"), ("--visit", told["findings"][0]["visits"][0])):
        status, out, err = run("ratings", "--database", watched, "--findings", *wrong)
        assert (status, out, err.count("\n")) == (2, "", 1)


def test_a_day_without_findings_says_so(run: Run, database: str) -> None:
    assert "Nobody raises with another guest" in run("ratings", "--database", database, "--findings")[1]

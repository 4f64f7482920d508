"""The money of the floor, folded from its log: known totals, the ledger to the cent, and sums that go on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from tests.harness.simulated_floor import Evening
from tests.service.audit_floor import PlayedFloor
from tests.service.shift import NOTHING, STRAIGHT_FLUSH, Shift

from pitboss.errors import IllegalAction, NotationError
from pitboss.games import actions as a
from pitboss.ledger import over_short, tray
from pitboss.maths.expectation import Expectation, Linked, Sharing
from pitboss.reports.money import COLUMNS, money_csv, money_page
from pitboss.rules import SHIPPED, load
from pitboss.service.accounting import Books, Period, floor_totals, report
from pitboss.service.accounting.report import BEING_COMPUTED, Expected
from pitboss.service.accounting.table_totals import TableTotals, Terms
from pitboss.service.audit.audit import verify
from pitboss.service.floor import commands as c
from pitboss.store import Commit, Entry, MemoryStore, Store, chained, open_store

MIDNIGHT = 1_790_035_200_000
"""2026-09-22, the first moment of it."""
HOUR = 3_600_000
WIN, PUSH = "Ts 9h Td 9c 8d 7c", "Ts 9h Td 9c 8d 9s"
"""Box 1 has 19, box 2 has 17 and the dealer 17 or 19, in the order of the deal."""


def not_known(terms: Terms) -> str:
    return BEING_COMPUTED


def made(store: Store, kind: str = "life", day: str = "2026-09-22", **named: Any) -> dict[str, Any]:
    read = Books(store)
    read.update()
    expected: Expected = named.pop("expected", not_known)
    return report(read, Period.of(kind, day), expected, made_at=MIDNIGHT, **named)


# --- a log by hand ----------------------------------------------------------------------------------------------


class Log:
    """Entries of one table, with whatever events and postings a test wants."""

    def __init__(self, game: str = "catfish-blackjack") -> None:
        self.store = MemoryStore()
        self.at = MIDNIGHT
        opening = {
            "type": "OpenTable", "title": "By hand", "sheet": game, "sets": [],
            "sheet_hash": load(game).hash, "tray": 100_000,
        }  # fmt: skip
        self.add(
            opening,
            [{"type": "TableOpened", "sheet": game}],
            [["house", -100_000, "fill"], ["tray:t", 100_000, "fill"]],
        )

    def add(
        self, command: dict[str, Any], events: Sequence[Any] = (), postings: Sequence[Any] = (), stream: str = "table:t"
    ) -> None:
        version, previous = self.store.head(stream)
        entry = Entry(
            stream=stream, version=version + 1, at=self.at, actor="Dora", role="dealer", client="",
            command=json.dumps(command, separators=(",", ":")), events=json.dumps(events),
            postings=json.dumps(postings), engine="x", schema=1, previous=previous,
        )  # fmt: skip
        self.store.append([Commit(entries=(chained(entry),))])

    def round(self, *events: dict[str, Any], **bets: int) -> None:
        """A round with these main bets by spot, and what was settled."""
        started = {"type": "RoundStarted", "number": 1, "slot": 0, "deck": ""}
        placed = [bet(int(spot[1:]), cents) for spot, cents in bets.items()]
        self.add({"type": "StartRound"}, [started])
        self.add({"type": "Act"}, placed)
        lines = [["tray:t", -sum(_pays(event) for event in events), "WagerSettled"]]
        self.add({"type": "Act"}, [*events, {"type": "RoundEnded"}], lines)

    def report(self, kind: str = "life", day: str = "2026-09-22", **named: Any) -> dict[str, Any]:
        return made(self.store, kind, day, **named)


def _pays(event: dict[str, Any]) -> int:
    return int(event["pays"]) * (-1 if event["type"] == "SettlementReversed" else 1) if "pays" in event else 0


def bet(spot: int, cents: int, wager: str = "main") -> dict[str, Any]:
    return {"type": "BetPlaced", "spot": spot, "wager": wager, "cents": cents}


def settled(
    spot: int,
    stake: int,
    pays: int,
    wager: str = "main",
    *,
    hand: int = 0,
    result: str = "win",
    kind: str = "WagerSettled",
) -> dict[str, Any]:
    return {
        "type": kind, "spot": spot, "hand": hand, "wager": wager, "stake": stake, "result": result, "pays": pays,
        "owner": "player",
    }  # fmt: skip


def line(found: dict[str, Any], wager: str = "main", table: int = 0) -> dict[str, Any]:
    (one,) = [each for each in found["tables"][table]["wagers"] if each["wager"] == wager]
    return one  # type: ignore[no-any-return]


def sums(found: dict[str, Any], wager: str = "main") -> tuple[int, ...]:
    one = line(found, wager)
    return one["wagers"], one["handle"], one["action"], one["win"]


def test_a_main_bet_counts_by_its_first_stake_with_all_that_splits_and_doubles_come_to() -> None:
    log = Log()
    log.round(settled(1, 1000, 1000), settled(1, 2000, -2000, hand=1, result="lose"), s1=1000)
    assert sums(log.report()) == (1, 1000, 3000, 1000)
    assert line(log.report())["hold"] == 1.0


def test_the_report_says_beside_the_figures_what_handle_and_hold_go_by() -> None:
    for game, words in (
        ("ultimate-texas-holdem", "Handle and hold of Ante, Blind and Play go by the Ante alone"),
        ("free-bet-blackjack", "Handle and hold of the main bet go by the initial bet"),
    ):
        found = Log(game).report()
        assert found["tables"][0]["measured"].startswith(words)
        assert words in money_page(found)


def test_free_bets_are_part_of_the_main_bet() -> None:
    log = Log("free-bet-blackjack")
    log.round(settled(1, 1000, 1000), settled(1, 0, 1000, "free_split", hand=1), s1=1000)
    assert sums(log.report()) == (1, 1000, 1000, -2000)


def test_ante_blind_and_play_are_one_wager_by_the_ante() -> None:
    log = Log("ultimate-texas-holdem")
    log.add({"type": "StartRound"}, [{"type": "RoundStarted", "number": 1, "slot": 0, "deck": "a"}])
    log.add({"type": "Act"}, [bet(3, 500, "ante"), bet(3, 500, "blind"), bet(3, 100, "trips")])
    ends = [settled(3, 2000, 2000, "play"), settled(3, 500, 500, "ante"), settled(3, 500, 0, "blind", result="push")]
    log.add({"type": "Act"}, [*ends, settled(3, 100, -100, "trips", result="lose")])
    assert sums(log.report()) == (1, 500, 3000, -2500)
    assert sums(log.report(), "trips") == (1, 100, 100, 100)


def test_a_progressive_wager_is_one_with_its_award_and_envy() -> None:
    log = Log("ultimate-texas-holdem")
    taken = [settled(1, 500, -500, "progressive", result="taken"), settled(2, 500, -500, "progressive", result="taken")]
    log.round(*taken, settled(1, 0, 25_000, "progressive_award"), settled(2, 0, 10_000, "envy"))
    assert sums(log.report(), "progressive") == (2, 1000, 1000, -34_000)


def test_what_went_back_void_was_never_bet() -> None:
    log = Log()
    log.round(settled(1, 1000, 0, result="void"), settled(2, 500, 500), s1=1000, s2=500)
    assert sums(log.report()) == (1, 500, 500, -500)


def test_a_settlement_that_is_taken_back_counts_no_more_and_may_count_again() -> None:
    log = Log()
    undone = settled(1, 1000, 1000, kind="SettlementReversed")
    log.round(settled(1, 1000, 1000), undone, settled(1, 1000, 0, result="void"), s1=1000)
    assert "main" not in [each["wager"] for each in log.report()["tables"][0]["wagers"] if each["handle"]]
    log.round(settled(1, 1000, 1000), undone, settled(1, 1000, -1000, result="lose"), s1=1000)
    assert sums(log.report()) == (1, 1000, 1000, 1000)


def test_boxes_of_one_round_go_together_in_the_deviation() -> None:
    """Two boxes of a round are not two rounds of one box, whose variances simply add up."""
    even = {"main": Expectation("main", "Main", 0.02, 1.1, 0.0, 0.5, 500, "by hand")}
    together, apart = Log(), Log()
    together.round(settled(1, 1000, -1000, result="lose"), settled(2, 1000, -1000, result="lose"), s1=1000, s2=1000)
    for _ in range(2):
        apart.round(settled(1, 1000, -1000, result="lose"), s1=1000)
    one = line(together.report(expected=lambda terms: even))["expected"]
    two = line(apart.report(expected=lambda terms: even))["expected"]
    assert one["win"] == two["win"] == 40
    assert one["deviation"] == round(1000 * sqrt(2 * 1.21 + 2 * 0.5))
    assert two["deviation"] == round(1000 * sqrt(2 * 1.21))
    assert two["z"] == pytest.approx((2000 - 40) / (1000 * sqrt(2.42)))


def test_a_day_a_month_a_year_and_a_life_hold_what_was_settled_in_them() -> None:
    log = Log()
    for hours in (-25, -1, 1, 2, 24 * 12):
        log.at = MIDNIGHT + hours * HOUR
        log.round(settled(1, 1000, -1000, result="lose"), s1=1000)
    rounds = {
        ("day", "2026-09-20"): 1, ("day", "2026-09-21"): 1, ("day", "2026-09-22"): 2, ("day", "2026-09-23"): 0,
        ("month", "2026-09-01"): 4, ("month", "2026-10-31"): 1, ("year", "2026-01-01"): 5,
        ("year", "2025-12-31"): 0, ("life", "2020-01-01"): 5,
    }  # fmt: skip
    for (kind, day), expected in rounds.items():
        found = log.report(kind, day)
        assert (found["floor"]["rounds"], found["floor"]["win"]) == (expected, 1000 * expected), (kind, day)
        result = found["tables"][0]["result"]
        assert result["closing"] - result["opening"] == 1000 * expected == result["ledger"]
    assert log.report("day", "2026-09-22")["tables"][0]["result"]["opening"] == 102_000


@pytest.mark.parametrize(("kind", "day"), [("night", "2026-09-22"), ("day", "yesterday"), ("day", "2026-13-01")])
def test_a_period_that_cannot_be_read_is_refused(kind: str, day: str) -> None:
    with pytest.raises(NotationError):
        Period.of(kind, day)


def test_the_course_of_a_day_goes_by_the_quarter_of_an_hour_and_ends_where_the_day_does() -> None:
    even = {"main": Expectation("main", "Main", 0.02, 1.1, 0.0, 0.5, 500, "by hand")}
    log = Log()
    for quarter in range(8):
        log.at = MIDNIGHT + quarter * HOUR // 4
        log.round(settled(1, 1000, -1000, result="lose"), s1=1000)
    found = log.report("day", expected=lambda terms: even)["tables"][0]
    course = found["course"]
    assert [point["rounds"] for point in course] == list(range(1, 9))
    assert (course[-1]["win"], course[-1]["expected"]) == (found["win"], found["together"]["win"]) == (8000, 160)
    assert course[0]["until"] == "2026-09-22T00:00"


def test_of_long_ago_the_days_are_kept_and_the_hours_are_not() -> None:
    log = Log()
    for day in range(40):
        log.at = MIDNIGHT + day * 24 * HOUR
        log.round(settled(1, 1000, -1000, result="lose"), s1=1000)
    read = Books(log.store)
    read.update()
    times = read.tables["t"].cells.sums
    assert sum(len(time) == 10 for time in times) == 40
    assert sum(len(time) > 10 for time in times) <= 9


def test_an_entry_that_was_taken_back_counts_for_nothing() -> None:
    log = Log()
    log.round(settled(1, 1000, -1000, result="lose"), s1=1000)
    before = log.report()["floor"]
    log.add({"type": "StartRound"}, [{"type": "RoundStarted", "number": 2, "slot": 9, "deck": ""}])
    log.add({"type": "Act"}, [bet(1, 700)])
    log.add(
        {"type": "Act"},
        [settled(1, 700, 700), {"type": "IrregularityDeclared", "kind": "x", "spot": 1, "note": ""}],
        [["tray:t", -700, "x"]],
    )
    version = log.store.head("table:t")[0]
    log.add(
        {"type": "Retract", "version": version},
        [{"type": "EntryRetracted", "version": version, "by": "Dora"}],
        [["tray:t", 700, "x"]],
    )
    found = log.report()
    assert found["floor"] == before
    assert found["tables"][0]["irregular"]["irregularities"] == 0
    assert found["tables"][0]["irregular"]["retracted"] == 1
    assert found["tables"][0]["result"]["ledger"] == 1000
    log.add({"type": "Act"}, [settled(1, 700, -700, result="lose")], [["tray:t", 700, "x"]])
    assert sums(log.report()) == (2, 1700, 1700, 1700)


def test_a_progressive_is_measured_at_the_meters_it_was_played_for() -> None:
    """Two bettors at a Major of 100 and one at 300: the return is that of both, by their number."""
    linked = Linked(500, 0.001, 0.0, 10_000, 0, (Sharing(0.5, 1e-6, 0.0), Sharing(0.6, 1e-6, 0.0)))
    figures = {"progressive": Expectation("progressive", "Progressive", 0.4, 3.0, None, 0.0, 500, "by hand", linked)}
    log = Log("ultimate-texas-holdem")
    log.round(*(settled(spot, 500, -500, "progressive", result="taken") for spot in (1, 2, 3)))
    read = Books(log.store)
    read.update()
    day = {"t": {"wagers 2": 2, "major 2": 20_000, "minor 2": 0, "wagers 1": 1, "major 1": 30_000, "minor 1": 0}}
    read.link.cells.sums["2026-09-22"] = day
    found = line(report(read, Period.of("day", "2026-09-22"), lambda terms: figures, made_at=0), "progressive")
    returned = (2 * 0.6 + 20_000e-6 + 0.5 + 30_000e-6) / 3
    assert found["expected"]["edge"] == pytest.approx(1 - returned)
    assert found["expected"]["enough"] is False


# --- floors that were played on ------------------------------------------------------------------------------------


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    found: Store = MemoryStore() if request.param == "memory" else open_store(f"sqlite:///{tmp_path / 'floor.db'}")
    yield found
    found.close()


def check_against_the_ledger(found: dict[str, Any], store: Store) -> None:
    """Every win is the movement of a tray, to the cent."""
    balances = store.balances()
    for table in found["tables"]:
        result = table["result"]
        assert result["ledger"] == table["win"] - table["tokes"]["won"] + result["from_meters"], table["table"]
        assert result["closing"] == balances[tray(table["table"])], table["table"]
    players = found["liabilities"]["players"] + found["liabilities"]["layouts"]
    assert players == sum(cents for account, cents in balances.items() if account.startswith(("player:", "layout:")))
    if found["progressive"] is not None:
        assert found["progressive"]["difference"] == 0


def test_the_win_is_the_ledgers_to_the_cent(store: Store) -> None:
    floor = PlayedFloor(store)
    floor.play(6)
    floor.hit_the_minor()
    found = made(store)
    check_against_the_ledger(found, store)
    assert found["floor"]["rounds"] == 6 * len(SHIPPED) + 1
    assert found["progressive"]["in_period"]["awards"] == 1
    progressive = sum(
        each["handle"] for table in found["tables"] for each in table["wagers"] if each["wager"] == "progressive"
    )
    assert found["progressive"]["wagered"] == progressive == 7000 + 6000  # at both games of the link


def test_an_evening_with_faults_and_tokes_is_the_ledgers_to_the_cent() -> None:
    evening = Evening("the books", rounds=60, tables_each=1, guests=8)
    evening.run()
    found = made(evening.store)
    check_against_the_ledger(found, evening.store)
    assert found["floor"]["tokes"]["bet"] > 0
    boxes = sum(cents for account, cents in evening.store.balances().items() if account.startswith("tokes:"))
    assert found["floor"]["tokes"]["into_the_box"] == boxes


def test_sums_go_on_from_where_they_were_left(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(floor_totals, "WORTH_KEEPING", 50)
    monkeypatch.setattr(floor_totals, "PAGE", 7)
    floor = PlayedFloor(store, sheets=("catfish-blackjack", "ultimate-texas-holdem"))
    floor.play(4)
    going = Books(store)
    first = going.update()
    floor.play(3)
    second = going.update()
    assert going.update() == 0
    assert first + second == sum(
        version for stream, (version, _) in store.heads().items() if not stream.startswith(("person:", "sheet:"))
    )
    anew, without = Books(store), Books(store, keeps=False)
    assert anew.update() < second  # the rest was kept beside the log
    for table, fold in going.tables.items():
        assert anew.tables[table].cells == fold.cells
    period = Period.of("life", "2026-09-22")
    without.tables = {name: TableTotals(name) for name in going.tables}
    without.update()
    reports = [report(read, period, not_known, made_at=0) for read in (going, anew, without)]
    assert reports[0] == reports[1] == reports[2]
    assert verify(store, floor.keys).good  # what is kept beside the log is no part of it


def test_sums_of_another_log_are_not_taken_over(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(floor_totals, "WORTH_KEEPING", 1)
    PlayedFloor(store, sheets=("catfish-blackjack",)).play(2)
    Books(store).update()
    kept = store.get("books", "table:catfish-blackjack-1")
    assert kept is not None
    forged = json.loads(kept[0]["sums"]) | {"hash": "0" * 64}
    forged["cells"]["sums"] = {}
    store.put("books", "table:catfish-blackjack-1", {**kept[0], "sums": json.dumps(forged)})
    found = made(store)
    assert found["floor"]["rounds"] == 2
    check_against_the_ledger(found, store)


# --- a shift -----------------------------------------------------------------------------------------------------


def test_a_shift_by_its_counts_and_by_the_ledger(shift: Shift) -> None:
    shift.open("catfish-blackjack")
    shift.seat("Ann", "Ben", cents=50_000)
    shift.blackjack(WIN, bets={1: 1000, 2: 2000})
    shift.end()
    shift.do("Flo", c.RequestFill(kind="fill", slip="f1", chips=((10_000, 5),)))
    shift.do("Dora", c.ConfirmFill(slip="f1"))
    shift.do("Flo", c.RequestFill(kind="credit", slip="c1", chips=((10_000, 2),)))
    shift.do("Dora", c.ConfirmFill(slip="c1"))
    shift.do("Flo", c.RequestFill(kind="fill", slip="f2", chips=((10_000, 1),)))
    shift.do("Flo", c.CancelFill(slip="f2", reason="not needed"))
    shift.count("closing", off=-500)
    found = made(shift.store)
    table = found["tables"][0]
    result = table["result"]
    assert (result["fills"], result["credits"], result["drop"]) == (50_000, 20_000, 100_000)
    assert (result["opening_counted"], result["closing_counted"]) == (True, True)
    assert result["ledger"] == table["win"] == -1000
    assert result["counted"] == -1500
    assert result["difference"] == -500 == -result["over_short"]
    assert shift.balance(over_short("t")) == 500
    assert table["drop"] == 100_000
    assert table["win_by_drop"] == -0.01
    what = [(event["what"], event["before"], event["after"], event["who"]) for event in found["events"]]
    assert ("fill f1 signed for", "", "$500", "Dora") in what
    assert ("fill f2 cancelled", "$100", "$0", "Flo") in what
    assert any(text == "tray counted, closing" and who == "Flo" for text, _, _, who in what)
    shift.check()


@pytest.mark.parametrize("paid", [1500, 0, -1000])
def test_a_correction_changes_the_win_until_it_is_put_right(shift: Shift, paid: int) -> None:
    shift.open("catfish-blackjack")
    shift.seat("Ann", "Ben")
    shift.blackjack(WIN, bets={1: 1000, 2: 2000})
    shift.end()
    entry = shift.settled(1).version
    shift.do("Flo", c.DeclarePaid(version=entry, spot=1, wager="main", cents=paid, note="saw it"))
    assert line(made(shift.store))["win"] == -paid
    shift.do("Flo", c.Reverse(correction="k1", version=entry, spot=1, wager="main", reason="miscounted"))
    shift.do("Mia", c.PayAgain(correction="k1", cents=1000, reason="as due"))
    found = made(shift.store)
    assert sums(found) == (2, 3000, 3000, -1000)
    assert found["tables"][0]["irregular"]["corrections"] == 3
    check_against_the_ledger(found, shift.store)
    told = [event for event in found["events"] if "correction k1" in event["what"]]
    assert [(event["who"], event["role"], event["why"]) for event in told] == [
        ("Flo", "floor", "miscounted"), ("Mia", "shift_manager", "as due"),
    ]  # fmt: skip


def test_a_mis_keyed_bet_that_was_taken_back_is_in_no_sum(shift: Shift) -> None:
    shift.open("catfish-blackjack")
    shift.seat("Ann", "Ben")
    shift.start()
    shift.bet(1, main=5000)
    version, _ = shift.store.head("table:t")
    shift.do("Dora", c.Retract(version=version))
    shift.bet(1, main=1000)
    shift.bet(2, main=2000)
    shift.deal(WIN)
    shift.end()
    found = made(shift.store)
    assert sums(found) == (2, 3000, 3000, -1000)
    check_against_the_ledger(found, shift.store)


def test_what_each_meter_has_paid_out_is_added_up_and_taken_back_with_an_award() -> None:
    log = Log()
    for type_, name, cents in (
        ("JackpotAwarded", "major", 900), ("JackpotAwarded", "minor", 70), ("JackpotAwarded", "minor", 5),
        ("AwardReturned", "minor", 70),
    ):  # fmt: skip
        log.add({"type": "Several"}, [{"type": type_, "id": "t/1/1", "meter": name, "cents": cents}], stream="link")
    made = log.report()
    found = made["progressive"]
    assert (found["major_paid_out"], found["minor_paid_out"], found["awarded"]) == (900, 5, 905)
    assert "Major awarded, seat 1 in round 1 of table t" in [one["what"] for one in made["events"]]


def test_a_jackpot_of_a_staffed_table_reconciles(shift: Shift) -> None:
    shift.open()
    shift.seat("Ann", "Ben")
    shift.holdem([STRAIGHT_FLUSH[0], NOTHING], STRAIGHT_FLUSH[1], on=(1, 2))
    shift.call(1)
    award = shift.paperwork(1)
    shift.step("Mia", 1, "pay", chips=100_000, check=award - 100_000)
    shift.finish(1)
    found = made(shift.store)
    assert found["progressive"]["difference"] == 0
    assert found["progressive"]["awarded"] == award == found["tables"][0]["result"]["from_meters"]
    assert (found["progressive"]["minor_paid_out"], found["progressive"]["major_paid_out"]) == (award, 0)
    check_against_the_ledger(found, shift.store)
    assert any(event["what"].startswith("Minor awarded") for event in found["events"])


def test_a_void_round_is_counted_and_nothing_was_bet_in_it(shift: Shift) -> None:
    shift.open()
    shift.seat("Ann")
    shift.start()
    shift.bet(1, ante=1000, blind=1000, progressive=500)
    shift.do("Dora", c.CoinIn(chips=1))
    assert sums(made(shift.store), "progressive") == (1, 500, 500, 500)
    shift.act("Dora", a.Proceed())
    shift.act("Dora", a.Declare(kind="wrong_count"))
    shift.end()
    found = made(shift.store)
    irregular = found["tables"][0]["irregular"]
    assert (irregular["irregularities"], irregular["voided"], irregular["kinds"]) == (1, 1, {"wrong_count": 1})
    assert (found["floor"]["handle"], found["floor"]["win"], found["progressive"]["wagered"]) == (0, 0, 0)
    assert found["progressive"]["difference"] == 0


# --- what is told of it -------------------------------------------------------------------------------------------


def test_the_report_of_one_table_and_of_one_game(store: Store) -> None:
    floor = PlayedFloor(store, sheets=("catfish-blackjack", "blackjack-v5"))
    floor.play(2)
    whole, one = made(store), made(store, table="blackjack-v5-1")
    assert one["tables"] == [each for each in whole["tables"] if each["table"] == "blackjack-v5-1"]
    assert made(store, game="catfish-blackjack")["games"][0]["tables"] == ["catfish-blackjack-1"]
    for named in ({"table": "nowhere"}, {"game": "poker"}):
        with pytest.raises(NotationError):
            made(store, **named)


def test_what_is_being_computed_is_said_and_no_verdict_is_given() -> None:
    log = Log()
    log.round(settled(1, 1000, -1000, result="lose"), s1=1000)
    found = log.report()
    assert line(found)["expected"] == {"state": BEING_COMPUTED}
    assert found["floor"]["together"] is None
    assert BEING_COMPUTED in money_page(found)


def test_page_and_csv_say_what_the_report_says() -> None:
    even = {"main": Expectation("main", "Main bet", 0.02, 1.1, 0.0, 0.5, 500, "by hand")}
    log = Log()
    for quarter in range(40):
        log.at = MIDNIGHT + quarter * HOUR // 4
        log.round(settled(1, 123_400, -123_400, result="lose"), s1=123_400)
    found = log.report("day", expected=lambda terms: even)
    page, table = money_page(found), money_csv(found)
    assert "$49,360.00" in page
    assert "<svg" in page
    assert "this good for the house or better comes less than once in a million days." in page
    assert "<script" not in page
    rows = [row.split(",") for row in table.split("\r\n")]
    assert rows[0] == list(COLUMNS)
    (main,) = [row for row in rows if row[0] == "table wager"]
    assert main[COLUMNS.index("win")] == "49360.00"
    assert main[COLUMNS.index("expected_win")] == "987.20"


@pytest.mark.parametrize(("lost", "percent"), [(225, 0), (228, 95), (234, 99), (183, 0), (180, 95), (174, 99)])
def test_a_result_outside_chance_is_listed_with_the_reasons_that_were_signed(lost: int, percent: int) -> None:
    """Of 400 even bets of $1, expected are $8 for the house, and the deviation is $22."""
    even = {"main": Expectation("main", "Main bet", 0.02, 1.1, 0.0, 0.5, 100, "by hand")}
    log = Log()
    for number in range(400):
        pays, result = (-100, "lose") if number < lost else (100, "win")
        log.round(settled(1, 100, pays, result=result), s1=100)
    z = (100 * (2 * lost - 400) - 800) / (1.1 * 100 * sqrt(400))
    assert percent == (99 if abs(z) > 2.5758 else 95 if abs(z) > 1.96 else 0)
    said = {"type": "ResultExplained", "by": "Mona", "table": "t", "period": "day", "why": "a week of <b>luck</b>"}
    for table, day in (("t", "2026-09-22"), ("t", "2026-09-21"), ("u", "2026-09-22")):
        log.add({"type": "ExplainResult"}, [{**said, "table": table, "day": day}], stream="house")
    found = log.report("day", expected=lambda terms: even)
    assert [one["percent"] for one in found["outside"]] == ([percent] if percent else [])
    if percent:
        (one,) = found["outside"]
        assert (one["table"], one["expected"], one["deviation"]) == ("t", 800, 2200)
        assert [(why["by"], why["why"]) for why in one["explanations"]] == [("Mona", "a week of <b>luck</b>")]
        assert "a week of &lt;b&gt;luck&lt;/b&gt; (Mona)" in money_page(found)
        assert log.report("month", expected=lambda terms: even)["outside"][0]["explanations"] == []


def test_a_manager_signs_for_a_reason_and_the_log_has_it() -> None:
    shift = Shift()
    shift.open("catfish-blackjack")
    explain = c.ExplainResult(table="t", period="day", day="2026-09-21", reason="one guest, all evening")
    for role in ("dealer", "floor", "regulator"):
        with pytest.raises(IllegalAction, match="to do"):
            shift.floor.plan_house(explain, actor="Mona", role=role)
    shift.floor.do(lambda: shift.floor.plan_house(explain, actor="Mona", role="shift_manager"))
    read = Books(shift.store)
    read.update()
    assert [(one.table, one.why, one.by) for one in read.house.explanations] == [
        ("t", "one guest, all evening", "Mona")
    ]
    assert verify(shift.store, shift.floor.keys).good


def test_a_name_in_a_report_is_text_and_never_part_of_the_page() -> None:
    log = Log()
    log.add({"type": "CallFloor", "note": "x"}, [{"type": "FloorCalled", "by": "Dora", "note": "<b>come</b>"}])
    found = log.report("day")
    assert "&lt;b&gt;come&lt;/b&gt;" in money_page(found)
    assert found["tables"][0]["irregular"]["calls"] == 1

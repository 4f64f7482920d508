"""`pitboss simulate`: figures, JSON, saving and going on, stopping, and trouble in one line."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.commands import Run
from tests.waiting import eventually

from pitboss.cli.simulate import read_rounds
from pitboss.cli.simulate_pages import COLUMNS
from pitboss.errors import NotationError

GAME = ("simulate", "catfish-blackjack")
SHARD = 1 << 16
PITBOSS = [sys.executable, "-m", "pitboss"]


def as_json(run: Run, *arguments: str, status: int = 0) -> Any:
    code, out, err = run(*arguments, "--json")
    assert (code, err) == (status, "")
    return json.loads(out)


def without_time(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name not in ("seconds", "rounds_per_second", "workers")}


def test_what_other_programs_rely_on(run: Run) -> None:
    found = as_json(run, *GAME, "--rounds", "200000", "--seats", "2", "--seed", "7", "--stake", "trilux=1")
    assert (found["sheet"], found["rounds"], found["seed"], found["seats"]) == ("catfish-blackjack", 200_000, 7, 2)
    assert found["seconds"] > 0
    assert found["rounds_per_second"] == pytest.approx(200_000 / found["seconds"], rel=0.05, abs=2000)
    assert set(found["wagers"]) == {"main", "trilux"}
    main = found["wagers"]["main"]
    assert main["bets"] == 400_000
    assert main["staked"] == "2000000.00"
    assert 0.001 < main["standard_error"] < 0.004
    assert main["interval"][0] < main["house_edge"] < main["interval"][1]
    assert main["exact_edge"] == pytest.approx(0.0062, abs=0.0002)
    for wager in found["wagers"].values():
        assert abs(wager["z_score"]) < 4
        assert wager["z_score"] == pytest.approx((wager["house_edge"] - wager["exact_edge"]) / wager["standard_error"])
    assert found["wagers"]["trilux"]["lines"]["straight_flush"] > 0


def test_csv_has_a_row_for_every_wager(run: Run, tmp_path: Path) -> None:
    options = ("-n", "70k", "--seats", "2", "--seed", "7", "--stake", "trilux=1", "--shift", "960")
    told = as_json(run, *GAME, *options)
    code, out, err = run(*GAME, *options, "--csv", "-")
    assert (code, err) == (0, "")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert tuple(rows[0]) == COLUMNS
    assert [row["wager"] for row in rows] == list(told["wagers"])
    for row in rows:
        wager = told["wagers"][row["wager"]]
        assert (row["sheet"], row["seed"], row["rounds"], row["seats"]) == ("catfish-blackjack", "7", "70000", "2")
        assert (row["staked"], row["won"], row["best"]) == (wager["staked"], wager["won"], wager["best"])
        for name in ("house_edge", "standard_error", "exact_edge", "z_score"):
            assert float(row[name]) == wager[name]
        assert [float(row["low"]), float(row["high"])] == wager["interval"]
        assert (row["shift_rounds"], float(row["shift_hold"])) == ("960", wager["shift"]["hold"])
        assert all(row.values())
    page = run(*GAME, *options, "--csv", str(tmp_path / "run.csv"))[1]
    assert (tmp_path / "run.csv").read_text(encoding="utf-8") == out
    assert "95 % interval" in page


def test_the_seed_alone_decides(run: Run) -> None:
    runs = [
        without_time(as_json(run, *GAME, "-n", "300k", "--no-exact", "--seed", seed, "--workers", workers))
        for seed, workers in (("5", "1"), ("5", "3"), ("five", "1"))
    ]
    assert runs[0] == runs[1]
    assert runs[0]["wagers"] != runs[2]["wagers"]
    assert runs[0]["wagers"]["main"]["exact_edge"] is None


def test_a_page_for_people_and_no_bar_in_a_pipe(run: Run) -> None:
    code, out, err = run(*GAME, "--rounds", "100000", "--shift", "960", "--side-bets")
    assert (code, err) == (0, "")
    for words in ("100,000 rounds, 1 seat, seed 1", "95 % interval", "a shift of 960 rounds", "Lines of King's Bounty"):
        assert words in out
    assert "\x1b" not in out


def test_a_counter_bets_more_when_the_count_is_high(run: Run) -> None:
    found = as_json(
        run, *GAME, "-n", "200k", "--count", "hi-lo", "--spread", "-99:5 2:50 4:100", "--index", "16 T 0 stand",
        "--index", "insurance A 3 insure", "--seed", "2",
    )  # fmt: skip
    main = found["wagers"]["main"]
    assert float(main["staked"]) / main["bets"] > 5.5
    assert main["exact_edge"] is None
    assert "insurance" in found["wagers"]
    earns = found["counter"]
    assert earns["won_per_100_rounds"] == pytest.approx(float(main["won"]) / 2000)
    assert earns["won_by_insurance"] == pytest.approx(float(found["wagers"]["insurance"]["won"]) / 2000)
    assert earns["average_bet"] == pytest.approx(float(main["staked"]) / main["bets"])


def test_knock_out_is_counted_as_its_authors_do(run: Run) -> None:
    """It starts at -20 and is not divided: bets from -4 on are the bets of a shoe well ahead."""
    found = as_json(run, *GAME, "-n", "200k", "--count", "ko", "--spread", "-40:5 -4:50", "--no-exact")
    zero = as_json(run, *GAME, "-n", "200k", "--count", "2-7=1 T-A=-1; divide nothing", "--spread", "-40:5 16:50",
                   "--no-exact")  # fmt: skip
    assert found["counter"] == zero["counter"], "twenty points further up is the same count from 0"
    assert 5 < found["counter"]["average_bet"] < 25
    assert min(map(int, found["by_count"])) < -20 < max(map(int, found["by_count"]))


def test_what_a_counter_earns_is_said_in_words(run: Run) -> None:
    options = ("-n", "70k", "--seats", "2", "--count", "hi-lo", "--spread", "-99:5 2:50", "--side-bets", "--no-exact")
    code, out, err = run(*GAME, *options)
    assert (code, err) == (0, "")
    words = " ".join(out.split())
    assert "count hi-lo, bets $5 from -99, $50 from +2." in words
    assert "in 100 rounds of the table on average (standard error $" in words
    assert [line for line in out.splitlines() if line.startswith(" Main bet")]
    assert "Counter's bets" in out
    assert "Lines of King's Bounty" in out
    assert "Two kings of one suit" in out


def test_a_chart_of_the_house_is_played(run: Run, tmp_path: Path) -> None:
    chart = tmp_path / "stand.toml"
    rows = "\n".join(f'"{span}" = "{"S " * 10}"' for span in ("4-11", "12-21"))
    chart.write_text(f'[hard]\n{rows}\n[soft]\n"12-21" = "{"S " * 10}"\n')
    main = as_json(run, *GAME, "-n", "100k", "--play", str(chart))["wagers"]["main"]
    assert main["house_edge"] > 0.1, "who never draws loses a lot"
    assert abs(main["z_score"]) < 4
    chart.write_text("[hard]\n")
    code, out, err = run(*GAME, "-n", "100k", "--play", str(chart))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "no row for" in err


def test_a_saved_run_goes_on(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "run.json")
    options = ("--rounds", str(3 * SHARD), "--seed", "9", "--no-exact")
    whole = as_json(run, *GAME, *options, "--save", path)
    kept = json.loads(Path(path).read_text())
    kept["done"], kept["played"], kept["wagers"], kept["counts"], kept["seconds"] = [], 0, {}, {}, 0.0
    Path(path).write_text(json.dumps(kept))
    again = as_json(run, *GAME, "--seed", "9", "--no-exact", "--resume", path)
    assert without_time(again) == without_time(whole)
    for other, says in (
        (("--seed", "8"), "its seed is 9"),
        (("--seats", "2"), "its seats is 1"),
        (("-n", "5"), "rounds"),
    ):
        options = ("--seed", "9") if other[0] != "--seed" else ()
        code, out, err = run(*GAME, *options, *other, "--resume", path)
        assert (code, out) == (2, "")
        assert says in err
        assert err.count("\n") == 1


@pytest.mark.slow
def test_ctrl_c_prints_what_there_is_and_the_rest_follows(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    options = [*GAME, "--rounds", "2e9", "--no-exact", "--workers", "1", "--save", str(path), "--json"]
    environment = {name: value for name, value in os.environ.items() if name != "PITBOSS_CACHE"}  # compiled before
    started = subprocess.Popen(
        [*PITBOSS, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )
    try:
        eventually(lambda: path.exists() and json.loads(path.read_text())["played"], "nothing is saved", seconds=300)
        os.kill(started.pid, signal.SIGINT)
        out, err = started.communicate(timeout=120)
    finally:
        started.kill()
    assert started.returncode == 130
    found = json.loads(out)
    kept = json.loads(path.read_text())
    assert found["stopped"]
    assert 0 < found["rounds"] == kept["played"] < 2 * 10**9
    last = err.splitlines()[-1]
    assert last.startswith(f"pitboss: stopped after {found['rounds']:,} of 2,000,000,000 rounds; go on with --resume")


@pytest.mark.parametrize("form", ["png", "svg", "html"])
def test_a_picture_of_bankrolls_and_results(run: Run, tmp_path: Path, form: str) -> None:
    path = tmp_path / f"out.{form}"
    code, _, err = run(*GAME, "-n", "70k", "--no-exact", "--plot", str(path))
    assert (code, err) == (0, "")
    assert path.read_bytes()[:5] in (b"\x89PNG\r", b"<?xml", b"<!DOC", b"<!doc")


TROUBLE = [
    (("--rounds", "0"), "1 to"),
    (("--rounds", "many"), "number of rounds"),
    (("--rounds", "1e30"), "rounds"),
    (("--rounds", "-5"), "rounds"),
    (("--seats", "0"), "seats"),
    (("--seats", "8"), "seats"),
    (("--seed", " "), "seed"),
    (("--workers", "-1"), "workers"),
    (("--workers", "99999"), "workers"),
    (("--stake", "main=3"), "minimum"),
    (("--stake", "nonsense=5"), "nonsense"),
    (("--stake", "main=ten"), "amount"),
    (("--play", "luck"), '"luck" is no way to play'),
    (("--play", "simple"), '"simple" is not for this game'),
    (("--play", "no-such.toml"), "no-such.toml"),
    (("--cut", "9999"), "cut card"),
    (("--count", "nothing"), "nothing"),
    (("--count", "ko; divide decks"), "unbalanced"),
    (("--count", "2-6=1 1=1"), "cannot read a tag"),
    (("--json", "--csv", "-"), "would both be printed"),
    (("--spread", "1:10"), "--count"),
    (("--count", "hi-lo", "--spread", "lots"), "bet spread"),
    (("--count", "hi-lo", "--index", "16 stand"), "index play"),
    (("--meter", "major=25000"), "no meters"),
    (("--cluster", "tcp://127.0.0.1:9"), "no cluster answers"),
    (("--resume", "no-such.json"), "no-such.json"),
    (("--save", "/no/such/folder/run.json"), "cannot save the run"),
    (("--plot", "out.doc"), "out.doc"),
    (("--years", "5"), "no progressive"),
]


@pytest.mark.parametrize(
    ("options", "says"), TROUBLE, ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_trouble_is_one_line(run: Run, options: tuple[str, ...], says: str) -> None:
    code, out, err = run(*GAME, "--no-exact", *options)
    assert (code, out) == (2, "")
    assert err.startswith("pitboss: ")
    assert err.count("\n") == 1
    assert says in err


@pytest.mark.parametrize("options", [("--cut", "30"), ("--count", "hi-lo"), ("--play", "total"), ("--seats", "7")])
def test_trouble_of_holdem_is_one_line(run: Run, options: tuple[str, ...]) -> None:
    code, out, err = run("simulate", "ultimate-texas-holdem", *options)
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_rounds_are_read_as_people_write_them() -> None:
    assert [read_rounds(text) for text in ("1000", "1,000,000", "1.5e3", "2e0", "3B", "12e2k")] == [
        1000, 1_000_000, 1500, 2, 3 * 10**9, 1_200_000,
    ]  # fmt: skip
    for text in ("", "e5", "1.5", "0x10", "1e", "_", "9" * 30):
        with pytest.raises(NotationError):
            read_rounds(text)


def test_years_of_the_link(run: Run) -> None:
    options = ("--years", "2", "--tables", "4", "--seats", "5", "--hands-per-hour", "40", "--histories", "50")
    found = as_json(run, "simulate", "ultimate-texas-holdem", *options)
    assert found["basis"] == {
        "meters": {"major": "20000.00", "minor": "1500.00"},
        "tables": 4, "also": {}, "bettors": 5, "hands_per_hour": 40, "hours_per_day": 24, "rounds_per_day": 3840,
    }  # fmt: skip
    minor = found["meters"]["minor"]
    assert minor["hits_per_year"] == pytest.approx(minor["expected_hits_per_year"], rel=0.1)
    assert float(minor["value_at_hit"]["quantiles"]["least"]) >= 1500
    assert minor["days_between_hits"]["mean"] > 0
    code, out, err = run("simulate", "ultimate-texas-holdem", *options)
    assert (code, err) == (0, "")
    assert "days between major hits" in out


def test_years_of_a_link_with_both_games(run: Run) -> None:
    uth, options = ("simulate", "ultimate-texas-holdem"), ("--years", "1", "--tables", "12", "--histories", "20")
    both = ("--also", "crazy-4-poker=4")
    found = as_json(run, *uth, *options, *both)
    assert found["basis"]["also"] == {"crazy-4-poker": 4}
    assert found["basis"]["rounds_per_day"] == 12 * 30 * 24
    minor = found["meters"]["minor"]
    assert minor["hits_per_year"] == pytest.approx(minor["expected_hits_per_year"], rel=0.1)
    code, out, err = run(*uth, *options, *both)
    assert (code, err) == (0, "")
    assert "4 of the tables are of Crazy 4 Poker, crazy-4-poker." in out
    for also, says in (
        ("crazy-4-poker=12", "fewer tables"),
        ("crazy-4-poker", "crazy-4-poker=4"),
        ("nobody=1", "nobody"),
    ):
        code, out, err = run(*uth, *options, "--also", also)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert says in err


def test_years_begin_where_the_meters_stand_and_can_be_drawn(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "years.png"
    options = ("--years", "1", "--tables", "2", "--histories", "40", "--meter", "minor=40000", "--plot", str(path))
    code, out, err = run("simulate", "ultimate-texas-holdem", *options)
    assert (code, err) == (0, "")
    assert "Minor from $40,000 on" in out
    assert path.read_bytes()[:4] == b"\x89PNG"
    found = as_json(run, "simulate", "ultimate-texas-holdem", *options)
    plain = as_json(run, "simulate", "ultimate-texas-holdem", *options[:6])
    first = [float(years["meters"]["minor"]["value_at_hit"]["quantiles"]["most"]) for years in (found, plain)]
    assert first[0] > 40_000 < first[0] + first[1]
    assert found["meters"]["minor"]["hits_per_year"] == plain["meters"]["minor"]["hits_per_year"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--years", "0"), "1 to 1,000 years"),
        (("--years", "1", "--rounds", "5"), "--rounds does not go with --years"),
        (("--years", "1", "--save", "run.json"), "--save does not go with --years"),
        (("--years", "1", "--meter", "major=10"), "its seed, or more"),
        (("--years", "1", "--plot", "out.doc"), "out.doc"),
        (("--hands-per-hour", "30"), "--hands-per-hour goes with --years only"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_options_of_another_kind_of_run_are_refused(run: Run, options: tuple[str, ...], says: str) -> None:
    code, out, err = run("simulate", "ultimate-texas-holdem", *options)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err


def test_help_has_examples(run: Run) -> None:
    code, out, _ = run("simulate", "--help")
    assert code == 0
    assert "--resume" in out
    assert "Examples" in out

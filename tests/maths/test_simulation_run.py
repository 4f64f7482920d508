"""Running: the same result for the same seed whoever plays it, stopping, saving and going on."""

from __future__ import annotations

import os
import resource
import signal
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from pitboss.errors import NotationError
from pitboss.maths.holdem.play import BestPlay
from pitboss.maths.simulation.figures import simulated
from pitboss.maths.simulation.holdem import HoldemGame
from pitboss.maths.simulation.run import LARGEST_SHARD, SMALLEST_SHARD, Done, Plan, Threads, simulate
from pitboss.maths.simulation.saving import SaveError, read_run, write_run
from pitboss.maths.simulation.tally import Tally, WagerTally
from pitboss.rules import load

UTH = load("ultimate-texas-holdem")
BLIND_RAISER = BestPlay(
    np.full(1326, 4, dtype=np.uint8), np.zeros((1755, 21), dtype=np.uint64), np.zeros((134_459, 21), dtype=np.uint64)
)
"""Somebody who raises four times the Ante with any two cards: the same deals without the work of finding best play."""
ROUNDS = 5 * SMALLEST_SHARD + 1000
ABOUT = {"sheet": "ultimate-texas-holdem", "play": "raise with anything"}


@pytest.fixture(scope="module")
def game() -> HoldemGame:
    stakes = {"main": 500, "trips": 100, "progressive": 500}
    return HoldemGame(UTH, seats=3, stakes=stakes, tokes={"ante": 50}, playbook=BLIND_RAISER)


@pytest.fixture(scope="module")
def whole(game: HoldemGame) -> Tally:
    return simulate(game, ROUNDS, seed=11, workers=1).tally


@pytest.mark.parametrize("workers", [2, 3])
def test_the_number_of_workers_changes_nothing(game: HoldemGame, whole: Tally, workers: int) -> None:
    result = simulate(game, ROUNDS, seed=11, workers=workers)
    assert result.tally == whole
    assert (result.rounds, result.shards, result.stopped) == (ROUNDS, 6, False)


def test_another_seed_gives_another_result_and_words_are_seeds(game: HoldemGame, whole: Tally) -> None:
    assert simulate(game, ROUNDS, seed="11").tally == whole
    assert simulate(game, ROUNDS, seed="eleven").tally != whole


def test_shards_are_cut_by_the_rounds_alone() -> None:
    for rounds in (1, SMALLEST_SHARD, 10**7, 123_456_789, 10**10, 10**13):
        plan = Plan(rounds, 1)
        jobs = [plan.job(shard) for shard in (0, plan.shards - 1)]
        assert SMALLEST_SHARD <= plan.shard_rounds <= LARGEST_SHARD
        assert (plan.shards - 1) * plan.shard_rounds + jobs[-1].rounds == rounds
    assert [job.shard for job in Plan(4 * SMALLEST_SHARD, 1).jobs(done=[0, 2])] == [1, 3]


@pytest.mark.parametrize(("rounds", "seed"), [(0, 1), (-5, 1), (10**14, 1), (10, ""), (10, "  "), (10, "x" * 300)])
def test_impossible_runs_are_refused(rounds: int, seed: int | str) -> None:
    with pytest.raises(NotationError, match=r"^[^\n]+$"):
        Plan(rounds, seed)


@pytest.mark.parametrize("workers", [-1, 5000])
def test_impossible_crews_are_refused(game: HoldemGame, workers: int) -> None:
    with pytest.raises(NotationError, match="workers"):
        simulate(game, 10, workers=workers)


# --- stopping and going on --------------------------------------------------------------------------------


def interrupted(game: HoldemGame) -> Done:
    """A run that gets one Ctrl-C after its first shard."""
    done = Done()

    def progress(done: Done, _: Plan) -> None:
        if len(done.shards) == 1:
            os.kill(os.getpid(), signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    result = simulate(game, ROUNDS, seed=11, workers=1, progress=progress, done=done)
    assert signal.getsignal(signal.SIGINT) is before
    assert result.stopped
    assert 1 <= result.shards < 6
    assert result.rounds == result.shards * SMALLEST_SHARD
    return done


def test_ctrl_c_ends_with_whole_shards_and_the_rest_can_follow(game: HoldemGame, whole: Tally) -> None:
    done = interrupted(game)
    assert simulate(game, ROUNDS, seed=11, workers=2, done=done).tally == whole


def test_a_second_ctrl_c_interrupts_as_always(game: HoldemGame) -> None:
    def progress(done: Done, _: Plan) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        simulate(game, ROUNDS, seed=11, workers=1, progress=progress)


def test_it_runs_beside_the_main_thread(game: HoldemGame, whole: Tally) -> None:
    found: list[Tally] = []
    thread = threading.Thread(target=lambda: found.append(simulate(game, ROUNDS, seed=11, workers=1).tally))
    thread.start()
    thread.join()
    assert found == [whole]


def test_trouble_in_a_shard_comes_out(game: HoldemGame) -> None:
    class Broken:
        def run(self, seed: int | str, shard: int, rounds: int) -> Tally:
            if shard == 2:
                raise ZeroDivisionError
            return Tally(rounds)

    with pytest.raises(ZeroDivisionError):
        simulate(Broken(), ROUNDS, crew=Threads(2))


# --- on disk ----------------------------------------------------------------------------------------------


def test_a_saved_run_goes_on_to_the_same_result(game: HoldemGame, whole: Tally, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    write_run(path, ABOUT, Plan(ROUNDS, 11), interrupted(game))
    saved = read_run(path)
    saved.check(ABOUT, rounds=ROUNDS, seed=11)
    done = saved.restored()
    assert simulate(game, ROUNDS, seed=11, done=done).tally == whole
    write_run(path, ABOUT, Plan(ROUNDS, 11), done)
    again = read_run(path).restored()
    assert (again.tally, again.shards) == (done.tally, done.shards)
    assert len(read_run(path).done) == 1, "shards that lie side by side are one range"
    assert [file.name for file in tmp_path.iterdir()] == ["run.json"]


@pytest.mark.parametrize(
    ("about", "rounds", "seed", "says"),
    [
        (ABOUT | {"play": "best"}, ROUNDS, 11, "its play is raise with anything, asked for is best"),
        (ABOUT | {"meters": "held"}, ROUNDS, 11, "its meters is nothing, asked for is held"),
        (ABOUT, ROUNDS + 1, 11, "number of rounds"),
        (ABOUT, ROUNDS, 12, "its seed is 11, asked for is 12"),
    ],
)
def test_another_run_is_not_gone_on_with(tmp_path: Path, about: Any, rounds: int, seed: int, says: str) -> None:
    path = tmp_path / "run.json"
    write_run(path, ABOUT, Plan(ROUNDS, 11), Done())
    with pytest.raises(NotationError, match=says):
        read_run(path).check(about, rounds=rounds, seed=seed)


@pytest.mark.parametrize(
    "change",
    [
        {"format": 7}, {"rounds": 0}, {"played": 5}, {"done": [[0, 2]]}, {"done": [[-1, 1]]}, {"done": [[0, 10**9]]},
        {"done": [[0, 1], [0, 1]], "played": 2 * SMALLEST_SHARD}, {"more": 1}, {"seed": None},
    ],
    ids=str,
)  # fmt: skip
def test_a_file_that_is_no_run_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    path = tmp_path / "run.json"
    write_run(path, ABOUT, Plan(ROUNDS, 11), Done())
    path.write_bytes(msgspec.json.encode(msgspec.json.decode(path.read_bytes()) | change))
    with pytest.raises(NotationError, match=r"^[^\n]+$"):
        read_run(path)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[]", b'{"format": 1}'])
def test_rubbish_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(content)
    with pytest.raises(NotationError, match="is no saved run"):
        read_run(path)
    with pytest.raises(NotationError, match="cannot read"):
        read_run(tmp_path / "none.json")


def test_a_full_disk_leaves_the_last_save_whole(tmp_path: Path) -> None:
    """A limit on the size of files stands in for the end of the disk: the system refuses the write just so."""
    path = tmp_path / "run.json"
    write_run(path, ABOUT, Plan(ROUNDS, 11), Done())
    before = path.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        with pytest.raises(SaveError, match="cannot save the run"):
            write_run(path, ABOUT, Plan(ROUNDS, 11), Done({0}, Tally(SMALLEST_SHARD), 1.0))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["run.json"]


def test_a_folder_that_is_not_there_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"^cannot save the run to [^\n]+$"):
        write_run(tmp_path / "none" / "run.json", ABOUT, Plan(10, 1), Done())


# --- figures ----------------------------------------------------------------------------------------------


def tally_of(rounds: list[list[int]], stake: int) -> WagerTally:
    """A tally of rounds with the results of their seats, as a kernel would make it."""
    results = [cents for seats in rounds for cents in seats]
    return WagerTally(
        bets=len(results), staked=stake * len(results), action=stake * len(results), won=sum(results),
        squares=sum(cents * cents for cents in results), round_squares=sum(sum(seats) ** 2 for seats in rounds),
        results=Counter(results),
    )  # fmt: skip


def test_figures_are_those_of_the_results() -> None:
    rounds = [[500, -500], [-500, -500], [750, 500], [0, -500]]
    found = simulated(tally_of(rounds, 500), 4)
    results = np.array(rounds).ravel() / 500
    assert found.house_edge == pytest.approx(-results.mean())
    assert found.standard_deviation == pytest.approx(results.std())
    assert (found.worst, found.best) == (-500, 750)
    of_rounds = np.array(rounds).sum(axis=1)
    assert found.standard_error == pytest.approx(of_rounds.std() / np.sqrt(4) / 1000)
    assert found.interval[1] - found.house_edge == pytest.approx(1.959964 * found.standard_error)
    assert found.z_score(found.house_edge - 2 * found.standard_error) == pytest.approx(2)


def test_seats_that_win_together_make_the_error_larger() -> None:
    rng = np.random.default_rng(1)
    together = [[int(result)] * 4 for result in rng.choice([-500, 500], 1000)]
    alone = [[seat] for seats in together for seat in seats]
    assert simulated(tally_of(together, 500), 1000).standard_error == pytest.approx(
        2 * simulated(tally_of(alone, 500), 4000).standard_error, rel=1e-9
    )


def test_the_hold_over_a_shift_follows_from_edge_and_spread() -> None:
    rng = np.random.default_rng(2)
    rounds = [[int(cents)] for cents in rng.choice([-500, 500], 100_000, p=[0.51, 0.49])]
    shift = simulated(tally_of(rounds, 500), 100_000).shift(400)
    sums = rng.choice([-1, 1], (5_000, 400), p=[0.51, 0.49]).mean(axis=1)
    low, high = np.quantile(-sums, [0.025, 0.975])
    assert shift.hold == pytest.approx(0.02, abs=0.01)
    assert (shift.low, shift.high) == (pytest.approx(low, abs=0.02), pytest.approx(high, abs=0.02))
    assert shift.house_loses == pytest.approx((sums > 0).mean() + (sums == 0).mean() / 2, abs=0.03)


def test_a_kernels_round_squares_are_of_whole_rounds(whole: Tally) -> None:
    for name in ("main", "trips", "progressive", "toke:main"):
        tally = whole.wagers[name]
        assert tally.squares == sum(cents * cents * times for cents, times in tally.results.items())
        assert tally.bets == 3 * ROUNDS
        assert tally.round_squares > tally.squares, "seats that share board and dealer win and lose together"

"""The hold'em kernels: in lock step with the dealt round, to the cent, on any sheet and with any choices."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.holdem.test_uth_random import BASE, CHOICES, deck_for, sheet_with

from pitboss import records
from pitboss.errors import IllegalAction, NotationError, PitbossError
from pitboss.games import actions as a
from pitboss.games.actions import Fold, PlayBet
from pitboss.games.holdem.round import HoldemRound
from pitboss.maths._kernels.holdem_rounds import PAID, Terms
from pitboss.maths._kernels.holdem_rounds_play import COUNTED
from pitboss.maths.holdem.play import BestPlay
from pitboss.maths.simulation.holdem import HoldemGame, HoldemTable, SeatBets, compile_table, settle
from pitboss.maths.simulation.run import Done, simulate
from pitboss.maths.simulation.saving import read_run, write_run
from pitboss.maths.simulation.setup import Setup
from pitboss.maths.simulation.tally import Tally
from pitboss.progressive import Link
from pitboss.rules import Sheet, load

MORE_CHOICES = [
    "blind.pays.flush=3:1", "blind.pays.straight=7:3", "play.win=3:2", "trips.pays.flush=13:7",
    "aggregate.tokes_in_aggregate=false",
    "progressive.major.share=70%", "progressive.minor.share=50%", "progressive.major.reseed=7%",
    "progressive.minor.seed=0.00", "deal.device=hand", "table.pay_order=left_to_right",
]  # fmt: skip
LIMITS = ["1.00", "7.77", "33.33", "100.01"]
"""Limits so low that straights and flushes share them."""
SWAPPED = ["progressive.minor.hand=royal_flush", "progressive.major.hand=straight_flush"]


def random_sets(rng: random.Random) -> list[str]:
    """Values of the sheet that go together."""
    while True:
        sets = rng.sample(CHOICES + MORE_CHOICES, rng.randint(0, 7)) + SWAPPED * (rng.random() < 0.2)
        if rng.random() < 0.5:
            sets += [f"aggregate.limit={rng.choice(LIMITS)}", f"aggregate.pays_from={rng.choice(['1:1', '3:2'])}"]
            sets += rng.choice([[], ["aggregate.rounding=down"]])
        if sheet_with(sets) != BASE or not sets:
            return sets


def random_bets(rng: random.Random, sheet: Sheet) -> SeatBets:
    """What one seat bets: whatever the sheet takes."""
    rules = sheet.rules
    ante = rng.choice([500, 700, 1000, 2500, 5000])
    offered = rules.table.side_bets
    trips = rng.choice([0, 100, 1300, 5000]) if "trips" in offered else 0
    progressive = rules.bets.progressive.wager if "progressive" in offered and rng.random() < 0.7 else 0
    tokes = {wager: rng.choice([50, 150, 500]) for wager in ("ante", "blind", "play", "trips") if rng.random() < 0.3}
    return SeatBets(ante, trips, progressive, {wager: c for wager, c in tokes.items() if wager != "trips" or trips})


@dataclass
class Table:
    """A sheet, how it is loaded, seats and bets that it takes, and all that compiled."""

    sets: list[str]
    sheet: Sheet
    seats: list[SeatBets]
    compiled: HoldemTable


def random_table(rng: random.Random, **kwargs: Any) -> Table:
    while True:
        sets = random_sets(rng)
        sheet = sheet_with(sets)
        seats = [random_bets(rng, sheet) for _ in range(rng.randint(1, sheet.rules.table.seats))]
        try:
            return Table(sets, sheet, seats, compile_table(sheet, seats, **kwargs))
        except IllegalAction:  # a toke above its cap, or beside what it may not lie at
            continue


def dealt(sheet: Sheet, deck: list[Any], seats: list[SeatBets], rng: random.Random, **kwargs: Any) -> HoldemRound:
    """A round of the engine, played by chance."""
    r = HoldemRound(sheet, deck, **kwargs)
    for box, bets in enumerate(seats, start=1):
        laid = {"ante": bets.ante, "blind": bets.ante, "trips": bets.side, "progressive": bets.progressive}
        for wager, cents in laid.items():
            if cents:
                r.act(a.PlaceBet(spot=box, cents=cents, wager=wager, player=f"spot {box}"))
        for wager, cents in bets.tokes.items():
            if wager != "play":
                r.act(a.PlaceToke(spot=box, cents=cents, wager=wager))
    r.act(a.StartDeal())
    while r.question is not None:
        action = rng.choice(r.offers()).action
        if isinstance(action, PlayBet):
            toke = seats[action.spot - 1].tokes.get("play", 0)
            action = PlayBet(action.multiple, spot=action.spot, toke_cents=toke)
        elif isinstance(action, Fold):
            action = Fold(spot=action.spot, tuck=rng.choice([None, True, False]))
        r.act(action)
    assert r.over
    return r


def paid_by(r: HoldemRound) -> np.ndarray[Any, Any]:
    """What the engine paid, in the kernel's columns."""
    paid = np.zeros((len(r.seats), len(PAID)), dtype=np.int64)
    for done in r.settlements:
        paid[done.spot - 1, PAID.index(done.wager)] += done.pays
    return paid


def choices_of(r: HoldemRound) -> tuple[list[int], list[int]]:
    return [seat.play for seat in r.seats.values()], [int(seat.tucked) for seat in r.seats.values()]


def kernel_pays(table: HoldemTable, r: HoldemRound, meters: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    plays, tucked = (np.array([row], dtype=np.int64) for row in choices_of(r))
    assert r.order is not None
    return settle(table, np.array([r.order], dtype=np.uint8), plays, tucked, meters)[0]


def check_same(r: HoldemRound, kernel: np.ndarray[Any, Any], table: Table, folder: Path) -> None:
    """The two agree; if not, the round is kept as a record that ``pitboss settle`` replays."""
    engine = paid_by(r)
    if not np.array_equal(engine, kernel):
        path = folder / "difference.toml"
        path.write_text(records.write(records.record_of(r, sets=table.sets)))
        where = [
            f"seat {seat + 1} {PAID[wager]}: engine {engine[seat, wager]}, kernel {kernel[seat, wager]}"
            for seat, wager in np.argwhere(engine != kernel)
        ]
        pytest.fail(f"{'; '.join(where)}; replay with: pitboss settle {path}\n{path.read_text()}")


def dealt_rounds(seed: int, tables: int, rounds: int) -> Iterator[tuple[Table, HoldemRound]]:
    """Rounds at random tables with the meters held."""
    rng = random.Random(seed)
    for _ in range(tables):
        by_hand = rng.random() < 0.3
        meters = {"major": rng.choice([2_000_001, 2_345_678]), "minor": rng.choice([150_000, 333_333])}
        table = random_table(rng, meters=meters, by_hand=by_hand)
        for _ in range(rounds):
            yield table, dealt(table.sheet, deck_for(rng), table.seats, rng, by_hand=by_hand, meters=meters)


def live_lock_step(seed: int, tables: int, rounds: int, folder: Path) -> int:
    """Rounds one after another whose meters are those of a real link."""
    rng = random.Random(seed)
    hits = 0
    for _ in range(tables):
        table = random_table(rng)
        sheet = table.sheet
        if "progressive" not in sheet.rules.table.side_bets:
            continue
        link, meters = Link.of(sheet), table.compiled.meters.copy()
        bettors = sum(bets.progressive > 0 for bets in table.seats)
        for at in range(rounds):
            if bettors:
                link.contribute(f"round {at}", table="1", game=sheet.name, wagers=bettors)
            r = dealt(sheet, deck_for(rng), table.seats, rng, meters={"major": link.major, "minor": link.minor})
            check_same(r, kernel_pays(table.compiled, r, meters), table, folder)
            for box, meter in sorted(r.jackpots):
                link.hit(f"{at} {box}", meter=meter, table="1", game=sheet.name, seat=box, dealt=box)
            for meter in sorted({meter for _, meter in r.jackpots}):
                link.award(meter)
            hits += len(r.jackpots)
            assert meters.tolist() == [link.major, link.minor, link.reserve, link.house_seed]
    return hits


def test_kernel_and_engine_settle_alike(tmp_path: Path) -> None:
    """A million rounds: ``PITBOSS_LOCK_STEP=1000000 pytest tests/maths/test_simulation_holdem.py -k alike``."""
    hits = shared = 0
    for table, r in dealt_rounds(seed=1, tables=int(os.environ.get("PITBOSS_LOCK_STEP", "960")) // 12, rounds=12):
        check_same(r, kernel_pays(table.compiled, r, table.compiled.meters.copy()), table, tmp_path)
        hits += len(r.jackpots)
        shared += len(r.blind_shares) > 1
    assert min(hits, shared) > 20


def test_every_term_is_felt() -> None:
    """A kernel that reads any one of the terms otherwise settles some of these rounds otherwise."""
    rounds = [
        (table.compiled, kernel_pays(table.compiled, r, table.compiled.meters.copy()), r)
        for table, r in dealt_rounds(seed=2, tables=120, rounds=4)
    ]
    unfelt = {name for name in Terms._fields if not any(felt(name, *one) for one in rounds)}
    assert unfelt == set()


def felt(name: str, table: HoldemTable, paid: np.ndarray[Any, Any], r: HoldemRound) -> bool:
    """Whether a term that is another changes what is paid; numbers grow by one, and what is so is not."""
    value = getattr(table.terms, name)
    flag = name.startswith(("qualifies", "refund", "limit_", "splits", "envy_"))
    other = table.terms._replace(**{name: 1 - value if flag else value + 1})
    return not np.array_equal(kernel_pays(replace(table, terms=other), r, table.meters.copy()), paid)


def test_the_first_difference_is_a_record_that_can_be_settled(tmp_path: Path) -> None:
    rng = random.Random(4)
    table = random_table(rng, meters={})
    meters = {"major": 2_000_000, "minor": 150_000}
    r = dealt(table.sheet, deck_for(rng), table.seats, rng, meters=meters)
    wrong = kernel_pays(table.compiled, r, table.compiled.meters.copy())
    wrong[0, 1] += 1
    with pytest.raises(pytest.fail.Exception, match=r"seat 1 blind: engine .*replay with: pitboss settle"):
        check_same(r, wrong, table, tmp_path)
    settled = records.verify(records.read(tmp_path / "difference.toml"))
    assert settled.right
    assert settled.net == r.net()


def test_meters_move_as_the_link_moves_them(tmp_path: Path) -> None:
    assert live_lock_step(seed=2, tables=40, rounds=25, folder=tmp_path) > 20


# --- by the shard -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"seats": 0}, "seats"), ({"seats": 7}, "seats"), ({"stakes": {"main": 300}}, "minimum"),
        ({"stakes": {"progressive": 700}}, "exactly"), ({"stakes": {"pairs": 100}}, "no wager called pairs"),
        ({"tokes": {"ante": 7}}, "toke"), ({"tokes": {"progressive": 500}}, "progressive"),
        ({"meters": {"mega": 1}}, "mega"), ({"meters": {"major": 10**12}}, "more than can be simulated"),
        ({"playbook": "luck"}, "best or simple"),
    ],
    ids=str,
)  # fmt: skip
def test_what_cannot_be_played_is_refused_before_the_work(options: dict[str, Any], says: str) -> None:
    with pytest.raises(PitbossError, match=says):
        HoldemGame(BASE, **options)


def test_no_other_game_is_played_as_holdem() -> None:
    with pytest.raises(PitbossError, match="not of holdem"):
        HoldemGame(load("catfish-blackjack"))


@pytest.mark.slow
@pytest.mark.parametrize("play", ["best", "simple"])
def test_the_exact_figures_are_met(play: str) -> None:
    """Three million rounds of six seats against what is known exactly, with the meters held at their seeds."""
    setup = Setup(BASE, seats=6, stakes={"main": 500, "trips": 100, "progressive": 500}, play=play, meters={})
    result, exact = simulate(setup.game, 3_000_000, seed=2025), setup.exact_edges()
    assert set(exact) == {"main", "trips", "progressive"}
    for name, wager in result.wagers.items():
        score = wager.z_score(exact[name])
        assert score is not None
        assert abs(score) < 4, (name, score)
    main = result.wagers["main"]
    assert main.standard_deviation == pytest.approx(4.94 if play == "best" else 4.9, abs=0.1)
    counts = result.tally.counts
    assert sum(counts[name] for name in COUNTED[:-1]) == 18_000_000


@pytest.mark.slow
def test_meters_that_are_played_give_back_what_they_take() -> None:
    """Wagers and the house's seeds go to the meters, the reserve and the house, to the cent."""
    game = HoldemGame(BASE, seats=6, stakes={"progressive": 500}, playbook="best")
    rounds = 400_000
    tally = game.run(3, 0, rounds).closed()
    paid = tally.wagers["progressive"].won + 6 * 500 * rounds
    fixed = {"four_of_a_kind": 300, "full_house": 50, "flush": 40, "straight": 30, "three_of_a_kind": 9}
    lines = tally.wagers["progressive"].lines
    from_meters = paid - sum(500 * odds * lines[line] for line, odds in fixed.items())
    envy = 5 * (lines["royal_flush"] * 500_000 + lines["straight_flush"] * 150_000)
    put_in = 6 * rounds * (70 + 40) + tally.counts["put up by the house for new starts"]
    from_reserve = 6 * rounds * 10 - tally.counts["left in the reserve"]
    left = tally.counts["left on the meters above their seeds"]
    assert lines["straight_flush"] > 10
    assert from_meters - envy == put_in + from_reserve - left


# --- one link through all shards ---------------------------------------------------------------------------


def linked_game(*sets: str) -> HoldemGame:
    """Six bettors, whose way to play matters little to the meters: they never fold."""
    sheet = load("ultimate-texas-holdem", sets=list(sets))
    everything = BestPlay(
        np.full(1326, 4, dtype=np.uint8), np.zeros((1, 21), dtype=np.uint64), np.zeros((1, 21), dtype=np.uint64)
    )
    return HoldemGame(sheet, seats=6, stakes={"progressive": 500}, playbook=everything)


def replayed_by_link(game: HoldemGame, sheet: Sheet, shards: list[Tally]) -> tuple[Counter[int], Link]:
    """The rounds with hits, their meters those of a real link that goes through all shards."""
    link, results = Link.of(sheet), Counter[int]()
    meters = {int(game.table.terms.major_hand): "major", int(game.table.terms.minor_hand): "minor"}
    for number, shard in enumerate(shards):
        assert shard.link is not None
        noted, at = shard.link.waiting[number], 0
        for played, *row in noted.hits:
            name = f"shard {number} round {played}"
            link.contribute(name, table="1", game=sheet.name, wagers=6 * (played - at))
            at = played
            won = {seat: meters[hand] for seat, hand in enumerate(row[:6]) if hand}
            nets = row[6:]
            for seat, meter in won.items():
                link.hit(f"{name} {seat}", meter=meter, table="1", game=sheet.name, seat=seat, dealt=seat)  # type: ignore[arg-type]
            for meter in sorted({*won.values()}):
                for award in link.award(meter):  # type: ignore[arg-type]
                    nets[award.hit.seat] += award.cents + game.table.terms.award_returns
            results.update(nets)
        if noted.rounds > at:
            link.contribute(f"shard {number}", table="1", game=sheet.name, wagers=6 * (noted.rounds - at))
    return results, link


@pytest.mark.parametrize(
    "sets",
    [
        [],
        ["jackpot_tie=first_takes_meter", "meter_reset=greater_of_seed_and_reserve"],
        ["progressive.major.share=70%", "progressive.minor.share=50%"],
    ],
    ids=lambda sets: sets[0] if sets else "as printed",
)
def test_meters_go_on_from_shard_to_shard(sets: list[str]) -> None:
    """What the shards noted, awarded by a real link one shard after another, is what the run comes to."""
    game = linked_game(*sets)
    shards = [game.run(5, number, 100_000) for number in range(4)]
    results, link = replayed_by_link(game, load("ultimate-texas-holdem", sets=sets), shards)
    assert sum(results.values()) > 6 * 20
    whole, backwards, plain = Tally(), Tally(), Counter[int]()
    for forth, back in zip(shards, reversed(shards), strict=True):
        plain += forth.wagers["progressive"].results
        whole += forth
        backwards += back
    assert whole.closed() == backwards.closed()
    found = whole.closed()
    assert found.wagers["progressive"].results == plain + results
    assert found.wagers["progressive"].bets == 6 * 400_000
    seeds = Link.of(link.sheet)
    assert found.counts["left on the meters above their seeds"] == link.major + link.minor - seeds.major - seeds.minor
    assert found.counts["left in the reserve"] == link.reserve
    assert found.counts["put up by the house for new starts"] == link.house_seed - seeds.house_seed


def test_a_run_that_is_saved_between_hits_goes_on_with_its_meters(tmp_path: Path) -> None:
    game = linked_game()
    unbroken = simulate(game, 300_000, 5, workers=2)
    plan, done = unbroken.plan, Done()
    for number in (0, 2, 3):  # shard 1 is missing, so the hits of the two after it wait
        done.add(number, game.run(5, number, plan.job(number).rounds))
    assert done.tally.link is not None
    assert sorted(done.tally.link.waiting) == [2, 3]
    write_run(tmp_path / "run.json", {}, plan, done)
    restored = read_run(tmp_path / "run.json").restored()
    assert restored.tally == done.tally
    done.tally.link.waiting[2].hits[0].pop()
    write_run(tmp_path / "torn.json", {}, plan, done)
    with pytest.raises(NotationError, match="its hits are not those of its shards"):
        read_run(tmp_path / "torn.json")
    assert simulate(game, 300_000, 5, done=restored).tally == unbroken.tally

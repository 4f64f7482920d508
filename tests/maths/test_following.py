"""Does somebody follow the count: the rate holds whatever a guest does without it, and counters are seen."""

from __future__ import annotations

import importlib.util
from functools import cache
from itertools import product
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from pitboss.maths.following import Visit, following
from pitboss.maths.following.blackjack.dealing import Dealt, dealt_visits
from pitboss.maths.following.blackjack.guests import COUNTERS, GUESTS, OUTSIDE, counter
from pitboss.maths.following.blackjack.measuring import crossings
from pitboss.maths.following.channels import BETTORS, channels_of
from pitboss.maths.following.habits import usual_bets
from pitboss.maths.following.leads import leads_of
from pitboss.maths.following.ratio import Choices, Followers, log_ratio
from pitboss.rules import load

SHEET = "catfish-blackjack"
TWO_SIGNALS = Followers((("one", 1.0), ("other", 3.0)), (0.4, 0.9), ((0.1, 0.3), (0.5, 0.5)))


def every_course(length: int) -> np.ndarray:
    return np.array(list(product((0, 1), repeat=length)), dtype=np.uint8)


def choices_of(taken: np.ndarray, seed: int) -> Choices:
    """Choices whose groups and signals depend on nothing but the past: the group on the choice before."""
    chance = np.random.default_rng(seed)
    length = len(taken)
    before = np.concatenate([[0], taken[:-1]])
    strata = np.stack([before, np.arange(length) % 2], axis=1).astype(np.int64)
    signals = chance.integers(0, 2, (length, 2)).astype(np.uint8)
    return Choices(taken, chance.integers(0, 2, length).astype(np.uint8), strata, signals)


def chance_of(choices: Choices, rates: tuple[float, float], column: int) -> float:
    """How likely the choices are for a guest of one class with these rates."""
    rate = np.array(rates)[choices.strata[:, column]]
    return float(np.where(choices.taken, rate, 1 - rate).prod())


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("rates", [(0.5, 0.5), (0.05, 0.9)])
@pytest.mark.parametrize("column", [0, 1])
def test_no_guest_of_any_class_reaches_a_ratio_more_often_than_its_rate(
    seed: int, rates: tuple[float, float], column: int
) -> None:
    """Every course of eight choices with its exact chance: Ville's inequality at any time, and a mean of at most 1."""
    ever = {2.0: 0.0, 5.0: 0.0, 20.0: 0.0}
    mean = np.zeros(8)
    whole = 0.0
    for taken in every_course(8):
        choices = choices_of(taken, seed)
        ratios, chance = np.exp(log_ratio(choices, TWO_SIGNALS)), chance_of(choices, rates, column)
        whole += chance
        mean += chance * ratios
        for alarm in ever:
            ever[alarm] += chance * (ratios.max() >= alarm)
    assert whole == pytest.approx(1)
    assert (mean <= 1 + 1e-9).all()
    assert all(happens <= 1 / alarm for alarm, happens in ever.items())


def test_the_followers_are_one_law_of_chance() -> None:
    """Their chances of all courses add up to 1; with a group for each choice the ratio is that chance."""
    total = 0.0
    for taken in every_course(8):
        choices = choices_of(taken, 1)
        alone = Choices(choices.taken, choices.moods, np.arange(8)[:, None], choices.signals)
        total += float(np.exp(log_ratio(alone, TWO_SIGNALS)[-1]))
    assert total == pytest.approx(1)
    assert BETTORS.weights.sum() == pytest.approx(1)


@cache
def dealt(visits: int = 30, rounds: int = 220, seats: int = 3) -> list[Dealt]:
    return list(dealt_visits(load(SHEET), visits=range(visits), rounds=rounds, seed=5, seats=seats))


def made(guest: str, number: int) -> Visit:
    everybody = {**GUESTS, **OUTSIDE, **COUNTERS}
    return everybody[guest](dealt()[number], np.random.default_rng(number))


@pytest.mark.parametrize("guest", [*GUESTS, *OUTSIDE])
def test_who_takes_no_notice_of_the_count_is_not_seen(guest: str) -> None:
    """At 20 to 1, one or two of thirty visits are allowed; at 1,000 to 1, one in a thousand."""
    highest = [10 ** following(made(guest, number)).path.max() for number in range(30)]
    assert sum(ratio >= 20 for ratio in highest) <= 1
    assert max(highest) < 1000


@pytest.mark.parametrize("guest", [name for name in COUNTERS if "1-" in name and "one round in three" not in name])
def test_a_counter_is_seen(guest: str) -> None:
    crossed = [following(made(guest, number)).crossed() for number in range(15)]
    assert sum(at is not None for at in crossed) >= 11, crossed
    if guest == "Hi-Lo 1-8":
        assert 40 <= sorted(at for at in crossed if at is not None)[7] <= 110


@pytest.mark.parametrize(("guest", "channel"), [
    ("sits out below +1", "sitting out"), ("flat bets, index plays", "plays"), ("side bet from +2", "a side bet"),
])  # fmt: skip
def test_each_way_of_following_is_seen_where_it_happens(guest: str, channel: str) -> None:
    found = [following(made(guest, number)) for number in range(12)]
    seen = {name: np.median([one.channels[name].max() for one in found]) for name in found[0].channels}
    assert max(seen, key=lambda name: seen[name]) == channel
    assert seen[channel] > 1.5
    assert all(ratio < 1 for name, ratio in seen.items() if name != channel)


def test_the_same_bets_on_another_shoe_are_no_evidence() -> None:
    """A counter's bets laid over the cards of somebody else's visit: nothing else has changed."""
    for number in range(15):
        visit, other = made("Hi-Lo 1-8, basic plays", number), dealt()[(number + 1) % 15]
        there = Visit(visit.bets, other.nets, other.depths, other.shoes, other.leads)
        assert following(there).path.max() < 3


def test_nothing_ahead_of_a_bet_is_looked_at() -> None:
    """The ratio after a round is the same whatever comes later."""
    visit = made("Hi-Lo 1-8", 3)
    whole = following(visit).path
    for rounds in (1, 17, 120):
        fields = (visit.bets, visit.nets, visit.depths, visit.shoes, visit.leads)
        part, without_plays = Visit(*(field[:rounds] for field in fields)), Visit(*fields)
        assert following(part).path == pytest.approx(following(without_plays).path[:rounds])
    assert len(whole) == len(visit)


def test_the_factors_of_the_rounds_multiply_to_the_ratio() -> None:
    found = following(made("Hi-Lo 1-8", 2))
    assert found.factors.prod() == pytest.approx(found.ratio)
    crossed = found.crossed()
    assert crossed is not None
    assert found.path[crossed] >= 3 > found.path[:crossed].max()


def test_leads_are_those_of_the_cards() -> None:
    """The kernel's rounds and the counts: after a whole deck of low cards Hi-Lo is 4 to 1 up."""
    sums = np.zeros((2, 8))
    sums[1, 0] = 20.0
    leads = leads_of(sums, np.array([0, 52]), decks=6)
    assert leads[0, 0] == 0
    assert leads[1, 0] == 4
    visit = dealt()[0]
    assert (visit.leads[visit.depths < 0.01] == 0).any()
    assert set(np.diff(visit.shoes)) == {0, 1}


def test_the_usual_bet_is_of_the_past() -> None:
    bets = np.array([500, 1000, 1000, 2000, 0, 2000, 2000, 2000])
    assert usual_bets(bets).tolist() == [0, 500, 500, 1000, 1000, 1000, 1000, 1000]
    assert len(list(channels_of(made("basic, flat bets", 0)))) == 3


def test_an_empty_visit_says_nothing() -> None:
    nothing = np.zeros(0, dtype=np.int64)
    found = following(Visit(nothing, nothing, nothing.astype(float), nothing, np.zeros((0, 8))))
    assert (found.ratio, found.crossed()) == (1.0, None)


@cache
def curve() -> ModuleType:
    path = Path(__file__).parents[2] / "scripts" / "following_curve.py"
    spec = importlib.util.spec_from_file_location("following_curve", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_curve_goes_on_where_it_was_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    asked = ["--rounds", "60", "--out", str(tmp_path / "curve"), "--save", str(tmp_path / "kept.json")]
    for visits in ("3", "6"):
        assert curve().main([*asked, "--visits", visits]) == 0
    of_two = (tmp_path / "curve.csv").read_text()
    (tmp_path / "kept.json").unlink()
    assert curve().main([*asked, "--visits", "6"]) == 0
    assert (tmp_path / "curve.csv").read_text() == of_two
    assert (tmp_path / "curve.svg").read_text().startswith("<?xml")
    assert "Hi-Lo 1-8 " in capsys.readouterr().out


def test_a_measurement_depends_on_its_seed_alone() -> None:
    guests = {"one": counter(8)}
    asked = {"rounds": 80, "seed": 3}
    whole = crossings(load(SHEET), guests, visits=range(4), **asked)["one"]
    parts = [crossings(load(SHEET), guests, visits=part, **asked)["one"] for part in (range(2), range(2, 4))]
    assert whole == parts[0] + parts[1]

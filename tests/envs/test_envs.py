"""The environments: checked by Gymnasium, rewarded by the round, masked, and silent about hidden cards."""

from __future__ import annotations

import warnings
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is an optional extra")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from pitboss.cards import UNKNOWN  # noqa: E402
from pitboss.envs import BLACKJACK, CRAZY4, ULTIMATE_HOLDEM  # noqa: E402
from pitboss.envs.rounds import SEAT, RoundEnv  # noqa: E402
from pitboss.errors import IllegalAction, NotationError, PitbossError  # noqa: E402
from pitboss.games.blackjack.round import BlackjackRound  # noqa: E402
from pitboss.games.holdem.round import HoldemRound  # noqa: E402
from pitboss.games.poker.round import PokerRound  # noqa: E402

SHEETS = [
    (BLACKJACK, "catfish-blackjack"), (BLACKJACK, "games-of-chance-blackjack"), (BLACKJACK, "free-bet-blackjack"),
    (BLACKJACK, "blackjack-v5"), (ULTIMATE_HOLDEM, "ultimate-texas-holdem"), (CRAZY4, "crazy-4-poker"),
]  # fmt: skip


def make(name: str, **options: Any) -> Any:
    return gymnasium.make(name, **options)


def inner(env: Any) -> RoundEnv[Any]:
    found = env.unwrapped
    assert isinstance(found, RoundEnv)
    return found


def episodes(env: Any, rounds: int, rng: np.random.Generator) -> list[float]:
    """The rewards of somebody who takes any action that is offered."""
    rewards = []
    _, info = env.reset(seed=int(rng.integers(2**31)))
    for _ in range(rounds):
        total, done = 0.0, False
        while not done:
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            _, reward, done, truncated, info = env.step(np.int64(action))
            assert not truncated
            total += reward
        rewards.append(total)
        _, info = env.reset()
    return rewards


@pytest.mark.parametrize(("name", "sheet"), SHEETS)
def test_gymnasium_finds_nothing_to_say(name: str, sheet: str) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        check_env(make(name, sheet=sheet, render_mode="ansi").unwrapped)
    assert [str(one.message) for one in said] == []


@pytest.mark.parametrize(("name", "sheet"), SHEETS)
def test_every_round_ends_with_what_the_engine_settled(name: str, sheet: str) -> None:
    env = make(name, sheet=sheet)
    rng = np.random.default_rng(3)
    _, info = env.reset(seed=3)
    for _ in range(150):
        done, rewards = False, []
        while not done:
            observation, reward, done, _, info = env.step(env.action_space.sample(mask=info["action_mask"]))
            assert env.observation_space.contains(observation)
            rewards.append(reward)
        round_ = inner(env).round
        assert isinstance(round_, BlackjackRound | PokerRound)
        assert round_.over
        assert rewards[-1] == round_.net()[SEAT] / inner(env).unit == info["net_cents"] / inner(env).unit
        assert not any(rewards[:-1])
        assert info["action_mask"].all()  # a policy can be asked as ever; what it says is not looked at
        assert np.array_equal(info["action_mask"], inner(env).action_mask())
        _, info = env.reset(seed=int(rng.integers(2**31)))


@pytest.mark.parametrize(("name", "sheet"), SHEETS)
def test_an_action_that_is_not_offered_changes_nothing(name: str, sheet: str) -> None:
    env, strict = make(name, sheet=sheet), make(name, sheet=sheet, illegal="raise")
    for seed in range(20):
        before, info = env.reset(seed=seed)
        strict.reset(seed=seed)
        mask = info["action_mask"]
        for action in np.flatnonzero(mask == 0):
            round_ = inner(env).round
            assert round_ is not None
            key, events = round_.key(), list(round_.events)
            observation, reward, done, truncated, info = env.step(np.int64(action))
            assert (round_.key(), round_.events) == (key, events)
            assert np.array_equal(observation, before)
            assert (reward, done, truncated) == (0.0, False, False)
            assert "is not offered now" in info["illegal"]
            assert np.array_equal(info["action_mask"], mask)
            with pytest.raises(IllegalAction, match="is not offered now"):
                strict.step(np.int64(action))


@pytest.mark.parametrize(("name", "sheet"), SHEETS)
def test_the_same_seed_deals_the_same_cards(name: str, sheet: str) -> None:
    one, two = make(name, sheet=sheet), make(name, sheet=sheet)
    rewards = [episodes(env, 30, np.random.default_rng(8)) for env in (one, two)]
    assert rewards[0] == rewards[1]


def test_blackjack_shows_nothing_of_the_hole_card() -> None:
    """The same round with any other hole card is seen alike until the dealer turns it."""
    env = make(BLACKJACK)
    rng = np.random.default_rng(5)
    seen = 0
    for seed in range(60):
        env.reset(seed=seed)
        own = inner(env)
        round_ = own.round
        assert isinstance(round_, BlackjackRound)
        if round_.over or round_.turned:
            continue
        before, mask = own._observation(), own.action_mask()
        hole = round_.hole
        for card in rng.choice(52, 5):
            round_.hole = UNKNOWN.__class__(int(card))
            assert np.array_equal(own._observation(), before)
            assert np.array_equal(own.action_mask(), mask)
        round_.hole = hole
        seen += 1
    assert seen > 30


def test_holdem_shows_the_board_as_it_is_turned_and_never_the_dealers_cards() -> None:
    env = make(ULTIMATE_HOLDEM)
    fields = inner(env).fields
    for seed in range(30):
        observation, info = env.reset(seed=seed)
        round_ = inner(env).round
        assert isinstance(round_, HoldemRound)
        turned, done = [], False
        while not done:
            shown = dict(zip(fields, observation.tolist(), strict=True))
            board = [shown[f"board_{n}"] for n in range(1, 6)]
            known = [card for card in board if card < 52]
            assert known == [int(card) for card in round_.board[: (0, 3, 5)[shown["street"]]]]
            assert not {int(card) for card in round_.dealer} & {*known, shown["hole_1"], shown["hole_2"]}
            turned.append(len(known))
            slow = 0 if info["action_mask"][0] else 1
            observation, _, done, _, info = env.step(np.int64(slow))
        assert turned == [0, 3, 5]


@pytest.mark.slow
def test_who_plays_at_random_loses_more_than_best_play_and_less_than_all() -> None:
    """Best play loses 0.62 % and 2.185 % of the main bet; nobody can lose more than he may lay out."""
    rng = np.random.default_rng(12)
    for name, edge, most in ((BLACKJACK, 0.0062, 8.5), (ULTIMATE_HOLDEM, 0.0218, 6)):
        rewards = np.array(episodes(make(name), 4000, rng))
        error = rewards.std() / np.sqrt(len(rewards))
        assert rewards.mean() < -edge - 4 * error
        assert rewards.min() >= -most
        assert rewards.mean() > -2


def test_who_always_raises_wins_and_loses_as_often_as_two_equal_hands() -> None:
    """Four times the Ante with any two cards: player and dealer have the same chances on the same board."""
    env = make(ULTIMATE_HOLDEM)
    raises = np.int64(inner(env).actions.index("bet_4x"))
    results = []
    env.reset(seed=21)
    for _ in range(1500):
        results.append(env.step(raises)[1])
        env.reset()
    signs = np.sign(results)
    assert abs((signs > 0).sum() - (signs < 0).sum()) < 4 * np.sqrt(1500)
    assert {-5.0, -6.0} == {reward for reward in results if reward < 0}
    assert any(a != b for a, b in pairwise(results))


def test_side_bets_are_part_of_the_reward() -> None:
    plain, with_trips = (
        make(ULTIMATE_HOLDEM),
        make(ULTIMATE_HOLDEM, stakes={"main": 10, "trips": "5", "progressive": 5}),
    )
    assert inner(with_trips).stakes == {"ante": 1000, "blind": 1000, "trips": 500, "progressive": 500}
    raises, differences = np.int64(inner(plain).actions.index("bet_4x")), set()
    for seed in range(60):
        plain.reset(seed=seed)
        with_trips.reset(seed=seed)
        differences.add(round(with_trips.step(raises)[1] - plain.step(raises)[1], 6))
    assert -1.0 in differences  # both lost: five dollars each of ten
    assert max(differences) > 0
    catfish = make(BLACKJACK, stakes={"main": 25, "trilux": 1})
    assert inner(catfish).stakes == {"main": 2500, "trilux": 100}


def test_many_at_once() -> None:
    for name in (BLACKJACK, ULTIMATE_HOLDEM):
        envs = gymnasium.make_vec(name, num_envs=3, vectorization_mode="sync")
        _, info = envs.reset(seed=1)
        ended = 0
        for _ in range(60):
            actions = np.array([np.flatnonzero(mask)[0] for mask in info["action_mask"]])
            observations, _, done, _, info = envs.step(actions)
            assert envs.observation_space.contains(observations)
            ended += int(done.sum())
        envs.close()
        assert ended > 20


def test_what_cannot_be_is_refused_in_one_line() -> None:
    for name, options, error in (
        (BLACKJACK, {"sheet": "ultimate-texas-holdem"}, NotationError),
        (ULTIMATE_HOLDEM, {"sheet": "catfish-blackjack"}, NotationError),
        (BLACKJACK, {"sheet": "no-such-sheet"}, PitbossError),
        (BLACKJACK, {"stakes": {"main": 3}}, IllegalAction),
        (BLACKJACK, {"stakes": {"trips": 5}}, IllegalAction),
        (ULTIMATE_HOLDEM, {"stakes": {"blind": 5}}, NotationError),
        (ULTIMATE_HOLDEM, {"stakes": {"progressive": 7}}, IllegalAction),
        (BLACKJACK, {"illegal": "shrug"}, NotationError),
        (BLACKJACK, {"sets": ["soft_17=perhaps"]}, PitbossError),
    ):
        with pytest.raises(error, match=r"^[^\n]+$"):
            make(name, **options)
    env = make(BLACKJACK).unwrapped
    with pytest.raises(IllegalAction, match="reset"):
        env.step(np.int64(0))
    env.reset(seed=1)
    with pytest.raises(NotationError, match="there is no action 99"):
        env.step(np.int64(99))


def test_a_table_in_words() -> None:
    env = make(ULTIMATE_HOLDEM, render_mode="ansi").unwrapped
    assert env.render() == "no round yet"
    observation, _ = env.reset(seed=7)
    assert env.render() == env.describe(observation)
    assert env.render().startswith("before the flop: ")
    blackjack = make(BLACKJACK, render_mode="ansi").unwrapped
    blackjack.reset(seed=7)
    assert " against " in blackjack.render()

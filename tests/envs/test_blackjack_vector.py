"""Many tables at once: equal to the engine decision by decision, and by Gymnasium's conventions."""

from __future__ import annotations

import importlib
import sys
from random import Random
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is an optional extra")

from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402
from gymnasium.wrappers.vector import RecordEpisodeStatistics  # noqa: E402
from tests.harness.lock_step import SHEETS, any_sheet  # noqa: E402
from tests.harness.stepped_tables import CARDS, Played, finished_rounds, replayed  # noqa: E402
from tests.seeding import chance  # noqa: E402

from pitboss import MissingExtra, PitbossError  # noqa: E402
from pitboss.envs import BLACKJACK  # noqa: E402
from pitboss.envs.blackjack import ACTIONS, QUESTIONS  # noqa: E402
from pitboss.envs.blackjack_vector import BlackjackVectorEnv  # noqa: E402
from pitboss.errors import IllegalAction, NotationError  # noqa: E402
from pitboss.maths._kernels import blackjack_tables as b  # noqa: E402
from pitboss.maths._kernels.blackjack_steps_layout import HOLE  # noqa: E402
from pitboss.maths.counting import read_count  # noqa: E402

STAND, HIT, GO_ON = (ACTIONS.index(name) for name in ("stand", "hit", "go_on"))
RARE = {
    "catfish-blackjack": {"double", "double_for_less", "split", "insure"},
    "free-bet-blackjack": {"double", "double_for_less", "split", "insure"},
    "games-of-chance-blackjack": {"double", "split", "surrender", "insure"},
    "blackjack-v5": {"double", "split", "surrender", "insure"},
}  # fmt: skip
"""Actions of each sheet that a walk must have met."""


def dice() -> Random:
    """Chance that depends on the run's seed and the test's name."""
    return Random(chance(16))


def make(tables: int = 8, **options: Any) -> BlackjackVectorEnv:
    env = gymnasium.make_vec(BLACKJACK, num_envs=tables, **options)
    assert isinstance(env, BlackjackVectorEnv)
    return env


def any_legal(mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return (rng.random(mask.shape) * mask).argmax(axis=1)


def agree(env: BlackjackVectorEnv, steps: int, random: Random, rich: str = "") -> list[Played]:
    """Rounds that the engine plays alike, to the cent."""
    rounds = list(finished_rounds(env, steps, random, rich=rich))
    for played in rounds:
        assert replayed(env, played) is None, (env.sheet.name, env.sheet.values, replayed(env, played))
        assert round(played.reward * env.unit) == played.net_cents
    return rounds


# the engine


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("whole_shoe", [False, True])
def test_every_sheet_in_lock_step_with_the_engine(name: str, whole_shoe: bool) -> None:
    """What is seen, what is offered and what it comes to, with a bet chosen before the deal."""
    env = make(60, sheet=name, bets=(1, 3), whole_shoe=whole_shoe)
    rounds = agree(env, 40, dice())
    done = {env.actions[action] for played in rounds for action in played.done}
    assert len(rounds) > 500
    assert done >= {"stand", "hit", "go_on", "bet_1", "bet_3"} | RARE[name]


@pytest.mark.parametrize("changes", [3, 12, 30])
def test_houses_with_flipped_options_in_lock_step_with_the_engine(changes: int) -> None:
    random, rounds = dice(), 0
    for number in range(8):
        sheet = any_sheet(random, SHEETS[number % 4], changes)
        table = sheet.rules.table
        stakes = [*range(table.minimum, table.maximum + 1, table.bet_step)]
        stake = random.choice((*stakes[:20], table.maximum))
        try:
            env = make(24, sheet=sheet, stakes={"main": f"{stake / 100:.2f}"}, whole_shoe=number % 2 == 0)
        except NotationError:
            continue  # a combination that no solver treats
        rounds += len(agree(env, 20, random))
    assert rounds > 500


@pytest.mark.parametrize(
    ("name", "sets"),
    [
        ("free-bet-blackjack", ["free.decline_free=true", "free.lammer_stack=true"]),
        ("free-bet-blackjack", ["double.redouble=true", "double.redoubles=4", "double.cards=any"]),
        ("games-of-chance-blackjack", ["surrender.timing=early", "surrender.after_split=true"]),
        ("games-of-chance-blackjack", ["double.natural_double=in_turn", "split.split_blackjack=true"]),
        ("catfish-blackjack", ["deal.hole_card=none", "split.hit_split_aces=true", "split.resplit_aces=true"]),
        ("catfish-blackjack", ["double.less_minimum=1.00", "double.less_step=2.50"]),
        ("catfish-blackjack", ["payouts.charlie=5", "bonus.five_card_21=2:1", "cards.decks=8"]),
    ],
)
def test_what_few_houses_allow(name: str, sets: list[str]) -> None:
    assert len(agree(make(60, sheet=name, sets=sets), 25, dice())) > 300


@pytest.mark.parametrize("timing", ["late", "early"])
def test_aces_that_may_only_be_split_again_are_given_up_too(timing: str) -> None:
    """Shoes of little but aces; the house lets split aces surrender and gives them one card."""
    sets = ["surrender.after_split=true", "surrender.surrender_split_aces=true", f"surrender.timing={timing}"]
    sets += ["split.resplit_aces=true", "split.hit_split_aces=false", "double.double_split_aces=false"]
    env = make(60, sheet="games-of-chance-blackjack", sets=[*sets, "split.hands.aces=4"])
    rounds = agree(env, 25, dice(), rich="A")
    split, give_up = ACTIONS.index("split"), ACTIONS.index("surrender")
    assert any(split in played.done and give_up in played.done for played in rounds)


def test_every_card_is_as_likely_as_any_other_in_a_round_of_fresh_cards() -> None:
    env, rng = make(2000), np.random.default_rng(dice().getrandbits(32))
    seen, info = env.reset(seed=dice().getrandbits(32))
    ups: list[int] = []
    place = env.fields.index("up_card")
    for _ in range(60):
        seen, _, terminated, _, info = env.step(any_legal(info["action_mask"], rng))
        ups += seen[terminated, place].tolist()
    counts = np.bincount(ups, minlength=11)[1:]
    likely = np.array([1] * 9 + [4]) / 13 * len(ups)
    assert ((counts - likely) ** 2 / likely).sum() < 45  # chi-square of 9 degrees: one run in a million is beyond


# the shoe


def test_count_and_cards_left_are_those_of_all_cards_that_lie_open() -> None:
    """Burn cards and the hole card are not known; the count is added up anew from the shoe."""
    random, count = dice(), read_count("hi-lo")
    env = make(20, sheet="blackjack-v5", count="hi-lo", cards_left=True, whole_shoe=True)
    rng, decks = np.random.default_rng(random.getrandbits(32)), env.sheet.rules.cards.decks
    seen, info = env.reset(seed=random.getrandbits(32))
    burned = int(env._pit.values[0, b.BURN_FIRST])
    first = env.fields.index("left_A")
    hidden_holes = 0
    for _ in range(120):
        assert env.observation_space.contains(seen)
        for table, row in enumerate(seen.tolist()):
            at, codes = int(env._pit.work[table, b.AT]), env._pit.shoes[table].tolist()
            hole = int(env._pit.state[table, HOLE]) if QUESTIONS[row[0]] != "over" else -1
            hidden_holes += hole >= 0
            open_ = [CARDS[codes[place]] for place in range(burned, at) if place != hole]
            running = count.running(open_, decks=decks)
            values = [b.card_code(card) & 15 for card in open_]
            left = [(4 if value < 9 else 16) * decks - values.count(value) for value in range(10)]
            assert row[first:] == [*left, running, count.true_count(running, 52 * decks - at)]
        seen, _, _, _, info = env.step(any_legal(info["action_mask"], rng))
    assert hidden_holes > 500


def test_a_shoe_is_dealt_to_its_cut_card_and_no_further() -> None:
    env, rng = make(6, whole_shoe=True), np.random.default_rng(4)
    _, info = env.reset(seed=3)
    shoes, starts = env._pit.shoes.copy(), [[int(at)] for at in env._pit.work[:, b.AT]]
    for _ in range(400):
        ended_at = env._pit.work[:, b.AT].copy()
        _, _, terminated, _, info = env.step(any_legal(info["action_mask"], rng))
        shuffled = (env._pit.shoes != shoes).any(axis=1)
        cut = int(env._pit.values[0, b.CUT])
        assert (ended_at[shuffled] >= cut).all()
        for table in np.flatnonzero(terminated):
            starts[table].append(int(env._pit.work[table, b.AT]))
        shoes = env._pit.shoes.copy()
    assert all(max(row) > 200 for row in starts)
    assert all(sorted(shoe[:312]) == sorted(shoes[0][:312]) for shoe in shoes)


def test_a_bet_is_chosen_before_the_deal_and_told_after_it() -> None:
    env = make(4, bets=(1, 2, 5), count="hi-lo")
    seen, info = env.reset(seed=5)
    names = dict(zip(env.fields, seen[0].tolist(), strict=True))
    assert (names["question"], names["bet"], names["up_card"]) == (len(QUESTIONS), 0, 0)
    assert [env.actions[action] for action in np.flatnonzero(info["action_mask"][0])] == ["bet_1", "bet_2", "bet_5"]
    seen, *_ = env.step(np.array([env.actions.index(name) for name in ("bet_1", "bet_2", "bet_5", "bet_1")]))
    assert seen[:, env.fields.index("bet")].tolist() == [1, 2, 5, 1]
    assert env.observation_space.contains(seen)


# Gymnasium's conventions


def test_make_vec_is_the_native_environment_and_sync_still_gymnasiums_own() -> None:
    env = make(3, sheet="free-bet-blackjack")
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert env.spec is not None
    assert env.spec.id == BLACKJACK
    sync = gymnasium.make_vec(BLACKJACK, num_envs=3, vectorization_mode="sync", sheet="free-bet-blackjack")
    assert isinstance(sync, SyncVectorEnv)
    assert sync.single_action_space == env.single_action_space
    assert sync.single_observation_space == env.single_observation_space
    sync.close()


def test_a_round_that_ended_begins_anew_with_the_next_step_whatever_is_chosen() -> None:
    env, rng = make(50), np.random.default_rng(2)
    _, info = env.reset(seed=2)
    before = np.zeros(50, dtype=bool)
    resets = 0
    for _ in range(30):
        actions = any_legal(info["action_mask"], rng)
        actions[before] = len(ACTIONS) - 2  # even money, which nobody is asked about
        seen, rewards, terminated, truncated, info = env.step(actions)
        assert not (terminated | truncated)[before].any()
        assert not rewards[before].any()
        assert "illegal" not in info
        assert info["action_mask"].any(axis=1).all()
        assert info["action_mask"][terminated].all()
        assert (seen[terminated, 0] == QUESTIONS.index("over")).all()
        assert np.array_equal(info.get("_net_cents", np.zeros(50, dtype=bool)), terminated)
        before, resets = terminated, resets + int(before.sum())
    assert resets > 300


def test_the_same_step_mode_tells_the_last_observation_beside_the_next_round() -> None:
    """The same seeds and answers bring the same rounds in both modes."""
    rewards: dict[str, list[list[float]]] = {}
    for mode in ("NextStep", "SameStep"):
        env = make(30, autoreset_mode=mode)
        assert env.metadata["autoreset_mode"] is AutoresetMode(mode)
        _, info = env.reset(seed=9)
        found: list[list[float]] = [[] for _ in range(30)]
        for _ in range(60):
            _, reward, ended, _, info = env.step(info["action_mask"].argmax(axis=1))
            for table in np.flatnonzero(ended):
                found[table].append(float(reward[table]))
            if mode == "SameStep" and ended.any():
                assert np.array_equal(info["_final_obs"], ended)
                assert (info["final_obs"][ended, 0] == QUESTIONS.index("over")).all()
                assert info["final_info"]["action_mask"][ended].all()
                cents = info["final_info"]["net_cents"][ended]
                assert np.array_equal(cents / env.unit, reward[ended])
                assert info["action_mask"].any(axis=1).all()
        rewards[mode] = found
    for slow, fast in zip(rewards["NextStep"], rewards["SameStep"], strict=True):
        assert slow == fast[: len(slow)]
        assert len(fast) > len(slow) > 10


def test_tables_that_do_not_reset_by_themselves_are_reset_by_a_mask() -> None:
    """A table's shoe goes on, the others stand as they are, and a round that is over takes no step."""
    env = make(12, autoreset_mode="Disabled", whole_shoe=True)
    _, info = env.reset(seed=6)
    shoes, ended = env._pit.shoes.copy(), np.zeros(12, dtype=bool)
    while not ended.any():
        seen, _, ended, _, info = env.step(info["action_mask"].argmax(axis=1))
    with pytest.raises(IllegalAction, match="reset"):
        env.step(info["action_mask"].argmax(axis=1))
    again, info = env.reset(options={"reset_mask": ended})
    assert np.array_equal(again[~ended], seen[~ended])
    assert (again[ended] != seen[ended]).any(axis=1).all()
    assert np.array_equal(env._pit.shoes, shoes)
    assert env.step(info["action_mask"].argmax(axis=1))[4]["action_mask"].any(axis=1).all()


def test_seeds_are_reproducible_and_a_table_is_the_same_alone_and_among_others() -> None:
    def walk(env: BlackjackVectorEnv, seed: Any) -> list[list[Any]]:
        found, (seen, info) = [], env.reset(seed=seed)
        for _ in range(40):
            found.append(seen.tolist())
            seen, _, _, _, info = env.step(info["action_mask"].argmax(axis=1))
        return found

    env = make(4, whole_shoe=True)
    one, again, others = walk(env, 7), walk(env, 7), walk(env, 8)
    assert one == again
    assert one != others
    assert walk(make(4, whole_shoe=True), [7, 8, 9, 10]) == one
    alone = walk(make(1, whole_shoe=True), 9)
    assert [rows[2] for rows in one] == [rows[0] for rows in alone]
    assert walk(make(4), None) != walk(make(4), None)


def test_an_action_that_is_not_offered_changes_nothing() -> None:
    env = make(40)
    before, info = env.reset(seed=1)
    wrong = (1 - info["action_mask"]).argmax(axis=1)
    for _ in range(3):
        seen, rewards, terminated, truncated, told = env.step(wrong)
        assert np.array_equal(seen, before)
        assert np.array_equal(told["action_mask"], info["action_mask"])
        assert told["illegal"].all()
        assert not rewards.any()
        assert not (terminated | truncated).any()
    strict = make(40, illegal="raise")
    _, info = strict.reset(seed=1)
    with pytest.raises(IllegalAction, match="is not offered now"):
        strict.step(wrong)
    strict.step(info["action_mask"].argmax(axis=1))


def test_who_goes_on_choosing_what_is_refused_is_stopped() -> None:
    env = make(10, max_episode_steps=4)
    _, info = env.reset(seed=1)
    wrong = (1 - info["action_mask"]).argmax(axis=1)
    cut = [env.step(wrong)[3].all() for _ in range(4)]
    assert cut == [False, False, False, True]
    _, _, terminated, truncated, info = env.step(wrong)
    assert not (terminated | truncated).any()
    assert "illegal" not in info


def test_wrappers_of_gymnasium_work_with_it() -> None:
    env: Any = RecordEpisodeStatistics(make(20))
    _, info = env.reset(seed=4)
    lengths: list[int] = []
    for _ in range(20):
        _, _, terminated, _, info = env.step(info["action_mask"].argmax(axis=1))
        if terminated.any():
            lengths += info["episode"]["l"][terminated].tolist()
    assert lengths
    assert min(lengths) >= 1


def test_what_cannot_be_is_refused_in_one_line() -> None:
    for options, error in (
        ({"num_envs": 0}, NotationError),
        ({"sheet": "ultimate-texas-holdem"}, NotationError),
        ({"stakes": {"main": 3}}, IllegalAction),
        ({"stakes": {"main": 25, "trilux": 1}}, NotationError),
        ({"bets": (2, 1)}, NotationError),
        ({"bets": (1, 100_000)}, NotationError),
        ({"count": "by ear"}, NotationError),
        ({"illegal": "shrug"}, NotationError),
        ({"bets": (1, 1.5)}, NotationError),
        ({"bets": (1, 2.0)}, NotationError),
        ({"bets": ("1", "2")}, NotationError),
        ({"bets": "12"}, NotationError),
        ({"autoreset_mode": "Sometimes"}, NotationError),
        ({"bets": range(1, 60)}, NotationError),
    ):
        with pytest.raises(error, match=r"^[^\n]+$"):
            BlackjackVectorEnv(**options)
    env = make(2)
    with pytest.raises(IllegalAction, match="reset"):
        env.step(np.zeros(2, dtype=np.int64))
    env.reset(seed=1)
    for actions in ([0, 99], [0, -1], [0]):
        with pytest.raises(NotationError, match="these are no actions"):
            env.step(np.array(actions))
    with pytest.raises(NotationError, match="seeds"):
        env.reset(seed=[1])
    with pytest.raises(NotationError, match="reset_mask"):
        env.reset(options={"reset_mask": np.ones(3, dtype=bool)})


def test_a_missing_extra_is_an_error_of_pitboss_and_of_imports(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("pitboss.envs")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(MissingExtra, match="comes with the extra gym") as caught:
        importlib.import_module("pitboss.envs")
    assert isinstance(caught.value, PitbossError)
    assert isinstance(caught.value, ImportError)

"""Counts on a sheet: correlations and efficiency beside published ones, index plays beside published ones."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss.cards import Card
from pitboss.errors import NotationError
from pitboss.maths.analysis.progress import silent
from pitboss.maths.blackjack.record import compile_record
from pitboss.maths.blackjack.shoe import Shoe, full_shoe
from pitboss.maths.blackjack.solver import solve_record
from pitboss.maths.blackjack.tables import shape
from pitboss.maths.counting import COUNTS, read_count
from pitboss.maths.counting.blackjack.decisions import VALUES, Scene, decisions_of
from pitboss.maths.counting.blackjack.fitted import fit
from pitboss.maths.counting.blackjack.indices import index_plays
from pitboss.maths.counting.blackjack.met import features, meet
from pitboss.maths.counting.blackjack.solved import Asked, first_row, solve_shoes
from pitboss.maths.counting.blackjack.study import by_rank, main_effects, study_count
from pitboss.maths.counting.efficiency import correlation, insurance_effects
from pitboss.maths.counting.studies import Plays
from pitboss.maths.games import GAME_MATHS
from pitboss.maths.simulation.blackjack import best_book
from pitboss.maths.simulation.blackjack.counting import Deviation
from pitboss.rules import load

SHEET = load("catfish-blackjack", sets=["dealer.soft_17=stand"])
RECORD = compile_record(SHEET, stake_cents=1000)
CUT = 78

PUBLISHED = {
    "hi-lo": (0.97, 0.51, 0.76), "ko": (0.98, 0.55, 0.78), "red-7": (0.98, 0.54, 0.78), "halves": (0.99, 0.56, 0.72),
    "zen": (0.96, 0.63, 0.85), "omega-2": (0.92, 0.67, 0.85), "hi-opt-1": (0.88, 0.61, 0.85),
    "hi-opt-2": (0.91, 0.67, 0.91),
}  # fmt: skip
"""Betting correlation, playing efficiency, insurance correlation: qfit.com/card-counting-systems.htm, for one deck."""

ALSO_PUBLISHED = {
    "uston-apc": (0.91, 0.90), "uston-ss": (0.99, 0.73), "revere-point": (0.99, 0.78), "revere-14": (0.92, 0.82),
    "revere-plus-minus": (0.89, 0.76), "silver-fox": (0.96, 0.69), "canfield-expert": (0.87, 0.76),
    "mentor": (0.97, 0.80),
}  # fmt: skip
"""Betting and insurance correlation of further counts, from the same page."""
GRIFFIN = {
    "2": 0.38, "3": 0.44, "4": 0.55, "5": 0.69, "6": 0.46, "7": 0.28, "8": 0.0, "9": -0.18, "T": -0.51, "A": -0.61,
}  # fmt: skip
"""Effects of removal in %, one deck, soft 17 stands, no doubling after splits: P. Griffin, The Theory of Blackjack."""
ONE_DECK = ["cards.decks=1", "shuffle.cut_card_depth=14", "shuffle.cut_minimum_cards=5", "dealer.soft_17=stand"]

ILLUSTRIOUS = {
    "insurance A": 3, "16 T": 0, "15 T": 4, "TT 5": 5, "TT 6": 4, "10 T": 4, "12 3": 2, "12 2": 3, "11 A": 1, "9 2": 1,
    "10 A": 4, "9 7": 3, "16 9": 5, "13 2": -1, "12 4": 0, "12 5": -2, "12 6": -1, "13 3": -2,
}  # fmt: skip
"""The Illustrious 18 for Hi-Lo, several decks, soft 17 stands: Don Schlesinger, Blackjack Attack, chapter 5."""


@pytest.fixture(scope="module")
def scene() -> Scene:
    book = best_book(SHEET, RECORD)
    fitted = fit(solve_shoes(Asked(RECORD, book, CUT, shoes=44, seed=1)))
    return Scene(RECORD, book, fitted, meet(COUNTS["hi-lo"], decks=6, cut=CUT, number=6000, seed=1))


@pytest.fixture(scope="module")
def plays(scene: Scene) -> Plays:
    return index_plays(scene)


# effects of removal


@pytest.fixture(scope="module")
def effects() -> dict[Card, float]:
    return main_effects(SHEET, 1000)


def test_effects_of_removal_are_those_of_griffin(effects: dict[Card, float]) -> None:
    """Six decks feel a card a sixth as much as one, near enough."""
    found = by_rank(effects)
    for rank, published in GRIFFIN.items():
        assert 600 * found[rank] == pytest.approx(published, abs=0.09), rank


@pytest.fixture(scope="module")
def of_one_deck() -> dict[Card, float]:
    sets = [*ONE_DECK, "double.after_split=false", "split.resplit_aces=false"]
    return main_effects(load("catfish-blackjack", sets=sets), 1000)


def test_effects_of_removal_of_one_deck_are_those_of_griffin(of_one_deck: dict[Card, float]) -> None:
    """His add up to nothing over the deck, so ours are told less their mean."""
    mean = sum(of_one_deck.values()) / len(of_one_deck)
    found = by_rank(of_one_deck)
    for rank, published in GRIFFIN.items():
        assert 100 * (found[rank] - mean) == pytest.approx(published, abs=0.035), rank


@pytest.mark.parametrize("name", [*PUBLISHED, *ALSO_PUBLISHED])
def test_correlations_of_one_deck_are_the_published_ones(name: str, of_one_deck: dict[Card, float]) -> None:
    betting = PUBLISHED[name][0] if name in PUBLISHED else ALSO_PUBLISHED[name][0]
    insurance = PUBLISHED[name][2] if name in PUBLISHED else ALSO_PUBLISHED[name][1]
    assert correlation(COUNTS[name].betting, of_one_deck) == pytest.approx(betting, abs=0.0125)
    assert correlation(COUNTS[name], insurance_effects()) == pytest.approx(insurance, abs=0.01)


def test_a_single_deck_is_studied_where_some_hands_are_in_too_few_shoes() -> None:
    """Its insurance is Stanford Wong's +1.4 for one deck (Professional Blackjack); with several decks it is +3."""
    study = study_count(load("catfish-blackjack", sets=ONE_DECK), COUNTS["hi-lo"], cut=20, shoes=34, met=6000)
    insured = next(one for one in study.plays.plays if one.hand == "insurance")
    assert insured.threshold == pytest.approx(1.4, abs=0.15 + 2 * insured.error)
    assert study.playing_efficiency == pytest.approx(PUBLISHED["hi-lo"][1], abs=0.04)
    assert all(np.isfinite(one.threshold) for one in study.plays.plays)


@pytest.mark.parametrize("name", PUBLISHED)
def test_correlations_are_the_published_ones(name: str, effects: dict[Card, float]) -> None:
    """Betting correlations are for one deck where published, so they differ a little; insurance is the same."""
    betting, _, insurance = PUBLISHED[name]
    assert correlation(COUNTS[name].betting, effects) == pytest.approx(betting, abs=0.02)
    assert correlation(COUNTS[name], insurance_effects()) == pytest.approx(insurance, abs=0.01)


def test_aces_aside_are_worth_their_trouble(effects: dict[Card, float]) -> None:
    """Hi-Opt II and Omega II with aces aside bet as well as any count."""
    for name in ("hi-opt-1", "hi-opt-2", "omega-2"):
        plain, aside = COUNTS[name], COUNTS[f"{name}-aces"]
        assert correlation(aside.betting, effects) > correlation(plain.betting, effects) + 0.03


# playing


@pytest.mark.parametrize("name", ["hi-lo", "omega-2", "halves"])
def test_playing_efficiency_is_near_the_published_one(name: str, scene: Scene) -> None:
    """Published ones are for one deck; with six a count finds a little less."""
    met = meet(COUNTS[name], decks=6, cut=CUT, number=4000, seed=2)
    found = index_plays(Scene(RECORD, scene.book, scene.fit, met))
    assert found.efficiency == pytest.approx(PUBLISHED[name][1], abs=0.07)
    assert 0 < found.gain < found.perfect


@pytest.mark.parametrize("name", ILLUSTRIOUS)
def test_indices_are_the_published_ones(name: str, plays: Plays) -> None:
    """Published ones are rounded in several ways, so each lies within a count of ours before rounding."""
    hand, up = name.rsplit(" ", 1)
    near = [one for one in plays.plays if (one.hand, one.up) == (hand, up)]
    found = min(near, key=lambda one: abs(one.threshold - ILLUSTRIOUS[name]))
    assert abs(found.threshold - ILLUSTRIOUS[name]) < 1 + 2 * found.error
    assert found.error < 0.5


def test_the_plays_that_bring_most_are_those_that_everybody_learns_first(plays: Plays) -> None:
    best = {f"{one.hand} {one.up}" for one in plays.by_value(18)}
    assert {"insurance A", "16 T", "15 T", "12 3", "TT 6", "12 2"} <= best
    assert len(best & set(ILLUSTRIOUS)) >= 12
    assert [one.hand for one in plays.by_value(2)] in (["insurance", "16"], ["16", "insurance"])


def test_every_index_play_is_read_by_the_simulation(plays: Plays) -> None:
    texts = plays.texts()
    assert len(texts) == len(plays.plays) + len(plays.kept)
    for text in texts:
        assert Deviation.parse(text).text == text
    assert all(one.gain >= -1e-4 for one in plays.plays), "no play is learned that costs"


def test_hands_that_are_given_up_are_no_part_of_a_total() -> None:
    """Where the book surrenders two cards of a total, hit or stand is about longer hands alone."""
    sheet = load("blackjack-v5")
    record = compile_record(sheet, stake_cents=1000)
    book = best_book(sheet, record)
    fitted = fit(solve_shoes(Asked(record, book, 200, shoes=34, seed=1)))
    found = {(one.hand, one.up, one.kind): one for one in decisions_of(record, book, fitted)}
    assert found["15", 9, "total"].pairs == ()
    assert found["15", 9, "first"].pairs
    assert found["12", 2, "total"].pairs


def test_insurance_is_exact(plays: Plays, scene: Scene) -> None:
    """It pays when a third of the cards left are tens: Hi-Lo is near that at +3."""
    found = next(one for one in plays.plays if one.hand == "insurance")
    assert (found.play, found.count) == ("insure", 3)
    assert found.threshold == pytest.approx(3.0, abs=0.4)


def test_values_of_a_shoe_that_was_not_fitted_are_told(scene: Scene) -> None:
    """Shoes drawn anew and solved exactly lie where the fit says, within a few errors of its own."""
    random = np.random.default_rng(7)
    for hand, up, one, other in (((5, 9), 9, 0, 1), ((1, 9), 2, 0, 1), ((2, 7), 0, 2, 1), ((9, 9), 5, 4, 0)):
        place = first_row(*hand)
        left_over = scene.fit.first_left[:, place, up, one] - scene.fit.first_left[:, place, up, other]
        gain = scene.fit.first[place, up, one] - scene.fit.first[place, up, other]
        for left in (110, 220):
            shoe = random.multivariate_hypergeometric([24] * 9 + [96], left)
            solution = solve_record(RECORD, Shoe(tuple(shoe.tolist())))
            cards = " ".join(f"{VALUES[value]}s" for value in hand)
            worth = solution.values(cards, f"{VALUES[up]}h")
            names = ("stand", "hit", "double", "surrender", "split")
            exact = worth[names[one]] - worth[names[other]]
            assert float(features(shoe[None])[0] @ gain) == pytest.approx(exact, abs=6 * left_over.std() + 1e-4)


@pytest.mark.parametrize("left", [60, 140, 260])
def test_shoes_may_share_the_hands_of_a_fuller_one(left: int) -> None:
    values = np.random.default_rng(left).multivariate_hypergeometric([24] * 9 + [96], left)
    shoe = Shoe(tuple(values.tolist()))
    alone, shared = solve_record(RECORD, shoe), solve_record(RECORD, shoe, held=shape(full_shoe(6).values))
    assert alone.expectation == shared.expectation
    assert alone.split_sums == shared.split_sums


def test_a_study_is_the_same_for_a_seed_and_knows_its_bounds(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    found = study_count(SHEET, read_count("ko"), cut=200, shoes=36, met=800)
    assert found == study_count(SHEET, read_count("ko"), cut=200, shoes=36, met=800), "kept, and read again"
    insured = next(one for one in found.plays.plays if one.hand == "insurance")
    assert -4 < insured.threshold < 8, "KO: +3 with any number of decks, by its authors"
    with pytest.raises(NotationError, match="behind the cut"):
        study_count(SHEET, read_count("ko"), cut=312)
    poker = load("ultimate-texas-holdem")
    with pytest.raises(NotationError, match="fresh deck"):
        GAME_MATHS[poker.game].study_count(poker, read_count("ko"), cut=None, stake=None, progress=silent)

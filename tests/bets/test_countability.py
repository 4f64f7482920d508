"""How countable a bet is: exact effects, whole tags, and what published counts bring in our shoes."""

from __future__ import annotations

import numpy as np
import pytest
from tests.bets.sheets import declaring

from pitboss.cards import DECK
from pitboss.errors import NotationError, Refusal
from pitboss.games.blackjack.state import terms_of
from pitboss.maths.sidebets import bet_figures
from pitboss.maths.sidebets.bets import countability
from pitboss.maths.sidebets.blackjack.spread import exact_edges
from pitboss.maths.sidebets.countability import BY_SUITS, best_tags
from pitboss.rules import Sheet, load, parse_sheet
from pitboss.rules.catalogue_sheets import offering, pay_tables

BUSTER = (-2, -3, -2, 0, 0, 0, 1, 1, 1, 1)
BUST_IT = (3, 2, 2, 1, 0, -2, 0, -1, -1, -1)


def test_the_published_count_for_buster_brings_what_was_published() -> None:
    """E. Jacobson: six decks, 52 behind the cut, from +4 on: 13.29 % of hands, 5.28 % ahead, 0.702 in a hundred."""
    sheet = offering("buster", pay_tables("buster")["200-100-30-6-3-1"])
    found = countability(sheet, "buster", decks=6, cut=52, tags=BUSTER, trigger=4, shoes=3000)
    count = found.counters[0]
    assert count.correlation > 0.97
    assert count.bets == pytest.approx(0.1329, abs=0.015)
    assert count.edge == pytest.approx(0.0528, abs=3 * count.error / count.bets / 100)
    assert count.per_hundred == pytest.approx(0.702, abs=3 * count.error)
    assert 0.05 < count.error < 0.2
    assert "is worth a counter's time" in found.finding


def test_the_best_simple_count_for_bust_it_is_like_the_published_one() -> None:
    found = countability(offering("bust_it"), "bust_it", decks=6, cut=52, shoes=500)
    assert np.corrcoef(found.tags, BUST_IT)[0, 1] > 0.95
    assert found.counters[0].correlation > 0.97


def test_suits_hide_21_3_from_a_count_of_values() -> None:
    found = countability(offering("21+3"), "21+3", decks=6, cut=52, shoes=500)
    assert all(who.per_hundred >= -3 * who.error for who in found.counters if who.trigger is not None), (
        "who is not ahead does not bet"
    )
    assert found.counters[0].correlation < 0.9
    assert found.counters[0].per_hundred < 0.05
    assert "cannot be counted" in found.finding


def test_the_suits_of_21_3_can_be_counted_to_little_use_as_published() -> None:
    """E. Jacobson: from a difference of 8 between suits on 3.53 % of hands, 5.04 % ahead, 0.178 in a hundred."""
    found = countability(offering("21+3"), "21+3", decks=6, cut=52, trigger=8, shoes=3000)
    count = next(one for one in found.counters if one.name == BY_SUITS)
    assert count.bets == pytest.approx(0.0353, abs=0.006)
    assert count.edge == pytest.approx(0.0504, abs=3 * count.error / count.bets / 100)
    assert count.per_hundred == pytest.approx(0.178, abs=3 * count.error)
    assert count.error < 0.06
    assert found.card_tags["Ks"] == found.card_tags["Kh"], "no suit is worth more than another while none is gone"


def test_over_13_brings_a_counter_what_was_published() -> None:
    """E. Jacobson: 0.7697 in a hundred for perfect play of Over 13, 0.3875 of Under 13; the tags are S. Wong's."""
    crush = (2, 2, 1, 0, 0, 0, 0, 0, -1, -1)
    sheet = offering("overunder")
    over = countability(sheet, "over", decks=6, cut=52, tags=crush, shoes=1500)
    assert over.counters[0].correlation > 0.94
    under = countability(sheet, "under", decks=6, cut=52, shoes=1500)
    for found, published in ((over, 0.7697), (under, 0.3875)):
        perfect = found.counters[-1]
        assert perfect.per_hundred == pytest.approx(published, abs=3 * perfect.error)
        assert perfect.error < 0.06
    assert 0.4 < over.counters[0].per_hundred <= over.counters[-1].per_hundred + 0.1
    assert "is worth a counter's time" in over.finding


def test_queens_of_hearts_and_tens_are_what_a_counter_of_lucky_ladies_wants() -> None:
    found = countability(offering("lucky_ladies"), "lucky_ladies", decks=2, cut=29, shoes=500)
    assert found.tags[-1] == min(found.tags) < 0 < found.tags[4]
    assert found.card_tags["Qh"] == min(found.card_tags.values())
    simple, by_card = found.counters[:2]
    assert by_card.correlation > simple.correlation


def test_lucky_ladies_of_two_decks_is_worth_a_counters_time_as_published() -> None:
    """E. Jacobson: two decks dealt to 80 and more of 104 cards were beaten for years; no count gains more than all."""
    found = countability(offering("lucky_ladies"), "lucky_ladies", decks=2, cut=20, shoes=1500)
    simple, every = found.counters[0], found.counters[-1]
    assert sum(found.tags[:-1]) + 4 * found.tags[-1] != 0, "its tags do not add up to 0"
    assert 0.5 < simple.per_hundred <= every.per_hundred + 3 * every.error
    assert simple.bets > every.bets / 2
    assert "is worth a counter's time" in found.finding


def test_a_match_with_the_dealer_has_no_count_by_value() -> None:
    """Any lack of balance helps the guest, as E. Jacobson found; no card is good or bad by itself."""
    found = countability(load("blackjack-v5"), "match", decks=6, cut=52, shoes=500)
    assert max(abs(effect) for effect in found.effects.values()) < 1e-9
    assert set(found.tags) == {0}
    assert "cannot be counted" in found.finding


UP_CARD = parse_sheet(declaring("up_card", {"seven": "any 7"}))


@pytest.mark.parametrize("sheet", [offering("perfect_pairs"), offering("21+3"), UP_CARD], ids=lambda one: one.name)
def test_the_edge_of_a_depleted_shoe_is_exact(sheet: Sheet) -> None:
    """Weighing every deal by the cards that are left gives what the exact figures of that shoe give."""
    (side,) = terms_of(sheet).bets
    left = np.random.default_rng(5).integers(0, 3, (3, len(DECK)))
    found = exact_edges(side, left)
    assert found is not None
    for row, edge in zip(left, found, strict=True):
        shoe = [card for card, many in zip(DECK, row, strict=True) for _ in range(many)]
        assert -edge == pytest.approx(bet_figures(sheet, side.wager, shoe=shoe).house_edge, abs=1e-12)


def test_the_guests_edge_fans_out_from_the_house_edge_while_a_shoe_is_dealt() -> None:
    found = countability(offering("21+3"), "21+3", decks=6, cut=52, shoes=300)
    start, *_, last = found.fan
    assert found.fan_exact
    assert (start.dealt, last.dealt) == (0, 258)
    assert (start.low, start.high) == pytest.approx((-found.house_edge, -found.house_edge), abs=1e-12)
    widths = [point.high - point.low for point in found.fan]
    assert widths == sorted(widths)
    for point in found.fan:
        assert point.low <= point.quarter <= point.middle <= point.three_quarters <= point.high
    assert last.low < -0.05 < 0 < last.high, "deep in the shoe one of twenty favours the guest"


def test_bets_on_a_final_hand_fan_out_by_the_effects_of_removal() -> None:
    found = countability(offering("buster"), "buster", decks=6, cut=52, shoes=300)
    assert not found.fan_exact
    assert found.fan[-1].low < found.fan[0].middle < found.fan[-1].high


def test_tags_are_small_whole_numbers_that_follow_the_effects() -> None:
    effects = np.array([-0.5, 0.4, 0.45, 0.5, 0.6, 0.45, 0.28, 0.0, -0.18, -0.5])
    tags = best_tags(effects)
    assert all(abs(tag) <= 3 for tag in tags)
    assert np.corrcoef(tags, effects)[0, 1] > 0.97


def test_bets_that_the_play_decides_and_cuts_that_cannot_be_are_refused() -> None:
    with pytest.raises(NotationError, match="played"):
        countability(load("games-of-chance-blackjack"), "super7")
    with pytest.raises(NotationError, match="behind the cut"):
        countability(offering("21+3"), "21+3", cut=5)


@pytest.mark.parametrize(("sheet", "wager"), [("ultimate-texas-holdem", "trips"), ("crazy-4-poker", "queens_up")])
def test_a_game_of_whole_decks_leaves_nothing_to_count(sheet: str, wager: str) -> None:
    with pytest.raises(Refusal, match="every round is dealt from a whole deck") as caught:
        countability(load(sheet), wager, decks=1)
    assert (caught.value.code, caught.value.params) == ("figures.nothing_to_count", {"wager": wager})

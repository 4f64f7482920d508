"""Side bets by any count: published counts bring what was published, and what is told of each count adds up."""

from __future__ import annotations

import pytest

from pitboss.cards import DECK
from pitboss.errors import NotationError, Refusal
from pitboss.games.blackjack.state import terms_of
from pitboss.maths.counting import COUNTS, read_count
from pitboss.maths.sidebets.bets import by_count
from pitboss.maths.sidebets.blackjack.by_count import counts_of
from pitboss.maths.sidebets.blackjack.countability import Shoes
from pitboss.maths.sidebets.countability import Counting
from pitboss.rules import load
from pitboss.rules.catalogue_sheets import offering, pay_tables

SHEET = load("catfish-blackjack")


def test_the_published_count_for_buster_brings_what_was_published() -> None:
    """E. Jacobson: six decks, 52 behind the cut, from +4 on: 13.29 % of hands, 5.28 % ahead, 0.702 in a hundred."""
    sheet = offering("buster", pay_tables("buster")["200-100-30-6-3-1"])
    found = by_count(sheet, "buster", read_count("A=-2 2=-3 3=-2 7-K=1"), cut=52, shoes=3000)
    assert (found.trigger, found.below) == (4, False)
    assert found.correlation > 0.97
    assert found.bets == pytest.approx(0.1329, abs=0.015)
    assert found.edge == pytest.approx(0.0528, abs=3 * found.error / found.bets / 100)
    assert found.per_hundred == pytest.approx(0.702, abs=3 * found.error)


def test_rounds_by_count_add_up_to_the_whole_bet() -> None:
    """Every count weighed by its frequency is the bet from a full shoe, within the error from shoe to shoe."""
    found = by_count(SHEET, "kings_bounty", COUNTS["hi-lo"], cut=52, shoes=2000)
    assert sum(row.share for row in found.rows) == pytest.approx(1)
    mean = sum(row.share * row.mean for row in found.rows)
    assert mean == pytest.approx(-found.house_edge, abs=0.03)
    square = sum(row.share * row.square for row in found.rows)
    assert square**0.5 == pytest.approx(4.87, abs=0.8), "published: a deviation of 4.871 (King's Bounty, six decks)"
    bet = [row for row in found.rows if found.trigger is not None and row.count >= found.trigger]
    assert sum(row.share for row in bet) == pytest.approx(found.bets)
    assert 100 * sum(row.share * row.mean for row in bet) == pytest.approx(found.per_hundred)


def test_a_count_that_goes_against_a_bet_is_used_the_other_way() -> None:
    """The tags of Buster's count turned round say the same, with the sign turned."""
    sheet = offering("buster", pay_tables("buster")["200-100-30-6-3-1"])
    found = by_count(sheet, "buster", read_count("A=2 2=3 3=2 7-K=-1; round toward zero"), cut=52, shoes=800)
    assert (found.trigger, found.below) == (-4, True)
    assert found.correlation < -0.97
    assert 0.1 < found.bets < 0.17
    assert found.per_hundred > 0


@pytest.mark.parametrize(
    "name", ["hi-lo; divide half decks; round nearest", "ko", "halves; round toward zero", "red-7"]
)
def test_counts_are_those_that_people_have(name: str) -> None:
    """Each place of a few shoes, counted card by card."""
    count = read_count(name)
    side = next(bet for bet in terms_of(SHEET).bets if bet.wager == "trilux")
    shoes = Shoes(side, terms_of(SHEET).dealer, Counting(6, 60, None, None, 3, 1))
    found = counts_of(shoes, count, 6)
    for shoe, cards in enumerate(shoes.order):
        for place, start in enumerate(shoes.starts):
            running = count.running([DECK[card] for card in cards[:start]], decks=6)
            assert found[shoe, place] == count.true_count(running, 312 - int(start))


def test_a_bet_that_the_play_decides_has_its_correlation_alone() -> None:
    found = by_count(load("games-of-chance-blackjack"), "super7", COUNTS["hi-lo"], cut=104)
    assert (found.rows, found.trigger, found.shoes) == ((), None, 0)
    assert abs(found.correlation) < 1


def test_what_cannot_be_counted() -> None:
    with pytest.raises(NotationError, match="cannot lie behind the cut"):
        by_count(SHEET, "trilux", COUNTS["hi-lo"], cut=400)
    with pytest.raises(NotationError, match="offers no side bet"):
        by_count(SHEET, "no-such", COUNTS["hi-lo"])
    with pytest.raises(Refusal):
        by_count(load("ultimate-texas-holdem"), "trips", COUNTS["hi-lo"])

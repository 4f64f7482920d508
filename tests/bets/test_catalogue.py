"""The catalogue: every file is a bet that a sheet can use, and its figures are those that others have published."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.bets.sheets import offering as house

from pitboss.bets.catalogue import in_catalogue, names
from pitboss.cards import DECK
from pitboss.errors import NotationError
from pitboss.maths.sidebets import bet_figures, effects_of_removal
from pitboss.rules import load, parse_sheet
from pitboss.rules.catalogue_sheets import offered_wagers, offering, offering_text, pay_tables

ISSUED = {
    "21+3", "perfect_pairs", "lucky_ladies", "lucky_lucky", "royal_match", "buster", "bust_it", "hot_3", "in_between",
    "match", "overunder", "super7", "kings_bounty", "trilux", "pair_square", "dealer_bust",
}  # fmt: skip
WIZARD, JACOBSON, HOW = "wizardofodds.com", "888casino.com/blog (E. Jacobson)", "discountgambling.net (S. How)"


def test_the_bets_that_are_most_played_are_in_it() -> None:
    assert set(names()) >= ISSUED
    assert len(pay_tables("21+3")) >= 3


@pytest.mark.parametrize("name", names())
def test_a_sheet_uses_a_bet_by_its_name_alone(name: str) -> None:
    sheet = offering(name)
    assert sheet.rules.table.side_bets == (name,)
    usual = in_catalogue(name)["pays"]
    assert {line: sheet.values[f"bets.{name}.pays.{line}"].text for line in usual} == dict(usual)
    for table in pay_tables(name).values():
        assert set(table) == set(usual), "every pay table is for the same lines"


def test_a_house_changes_some_odds_and_keeps_the_others() -> None:
    sheet = house("21+3", {"suited_trips": "100:1"})
    assert sheet.values["bets.21+3.pays.suited_trips"].text == "100:1"
    assert sheet.values["bets.21+3.pays.flush"].text == "9:1"
    assert bet_figures(sheet, "21+3").exact_edge < bet_figures(offering("21+3"), "21+3").exact_edge


def test_a_bet_of_a_document_can_be_taken_to_another_houses_sheet() -> None:
    sheet = house("perfect_pair")
    assert offered_wagers(sheet) == ("perfect_pair",)
    assert load("catfish-blackjack").rules.bets.perfect_pair is None


def test_a_bet_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(NotationError, match=r"zebra.*21\+3"):
        offering_text("zebra")


PUBLISHED = [
    ("21+3", "usual", 6, 3.2386, 4, WIZARD),
    ("21+3", "30-20-10-5", 6, 13.39, 2, WIZARD),
    ("royal_match", "usual", 1, 10.86, 2, WIZARD),
    ("royal_match", "usual", 2, 8.33, 2, WIZARD),
    ("royal_match", "usual", 4, 7.08, 2, WIZARD),
    ("royal_match", "usual", 6, 6.67, 2, WIZARD),
    ("royal_match", "usual", 8, 6.46, 2, WIZARD),
    ("royal_match", "10-3", 1, 3.77, 2, WIZARD),
    ("lucky_ladies", "1000-125-19-9-4", 1, 38.16, 2, WIZARD),
    ("lucky_ladies", "1000-125-19-9-4", 6, 24.71, 2, WIZARD),
    ("lucky_ladies", "1000-125-19-9-4", 8, 24.05, 2, WIZARD),
    ("lucky_ladies", "usual", 8, 16.73, 2, "betfirm.com, the least of all pay tables"),
    ("hot_3", "usual", 4, 5.6542, 4, WIZARD),
    ("hot_3", "usual", 6, 5.4894, 4, WIZARD),
    ("hot_3", "usual", 8, 5.40, 2, WIZARD),
    ("pair_square", "usual", 6, 10.6109, 4, WIZARD),
    ("pair_square", "25-10", 2, 10.6796, 4, WIZARD),
    ("pair_square", "15-15", 1, 5.8824, 4, WIZARD),
    ("lucky_lucky", "usual", 6, 2.66, 2, WIZARD),
    ("perfect_pairs", "usual", 2, 22.3301, 4, WIZARD),
    ("perfect_pairs", "usual", 8, 4.0964, 4, WIZARD),
    ("perfect_pairs", "30-10-5", 8, 3.3735, 4, WIZARD),
    ("perfect_pairs", "25-12-5", 8, 7.9518, 4, WIZARD),
    ("perfect_pairs", "25-15-5", 8, 2.1687, 4, WIZARD),
    ("in_between", "usual", 1, 10.46, 2, WIZARD),
    ("in_between", "usual", 2, 7.76, 2, WIZARD),
    ("bust_it", "usual", 2, 7.568, 3, JACOBSON),
    ("bust_it", "usual", 6, 6.912, 3, JACOBSON),
    ("buster", "200-100-30-6-3-1", 2, 5.478, 3, JACOBSON),
    ("kings_bounty", "usual", 6, 23.164, 3, "published analysis"),
    ("push22", "usual", 6, 5.854, 3, "published analysis"),
]


@pytest.mark.parametrize(("name", "table", "decks", "edge", "digits", "source"), PUBLISHED)
def test_our_edge_is_the_published_one(
    name: str, table: str, decks: int, edge: float, digits: int, source: str
) -> None:
    sheet = offering(name, pay_tables(name)[table])
    figures = bet_figures(sheet, offered_wagers(sheet)[0], decks=decks)
    assert round(100 * figures.house_edge, digits) == edge, source


@pytest.mark.parametrize(
    ("name", "deals", "published"),
    [
        ("lucky_lucky", 5_013_320, (80, 864, 1_944, 12_960, 26_568, 406_296, 377_568, 364_320)),
        ("hot_3", 5_013_320, (2_024, 27_432, 419_256, 377_568, 364_320)),
        ("lucky_ladies", 9_294_695_280, (135_360, 2_738_340, 43_105_500, 193_112_640, 744_863_040)),
        ("pair_square", 48_516, (780, 2_808)),
    ],
)
def test_six_decks_have_the_published_combinations(name: str, deals: int, published: tuple[int, ...]) -> None:
    """Whatever the lines pay, the edge follows from these."""
    figures = bet_figures(offering(name), name)
    assert tuple(Fraction(one.probability) * deals for one in figures.lines[:-1]) == published, WIZARD


@pytest.mark.parametrize(("decks", "edge"), [(4, 15.92), (5, 13.25), (6, 11.40), (8, 9.01)])
def test_super_sevens_with_a_third_card_for_every_pair_have_the_published_edge(decks: int, edge: float) -> None:
    sheet = parse_sheet(offering_text("super7") + '\n[bets.super7]\nthird_card = "always_dealt"\n')
    assert round(100 * bet_figures(sheet, "super7", decks=decks).house_edge, 2) == edge, WIZARD


def test_match_the_dealer_from_spanish_decks_has_the_published_figures() -> None:
    """Six decks without tens, four to one for a match and nine to one for a suited one."""
    pays = {
        "two_suited": "18:1",
        "one_of_each": "13:1",
        "two_unsuited": "8:1",
        "one_suited": "9:1",
        "one_unsuited": "4:1",
    }
    spanish = [card for card in DECK for _ in range(6) if card.rank != "T"]
    figures = bet_figures(offering("match", pays), "match", shoe=spanish)
    hits = 1 - Fraction(figures.lines[-1].probability)
    assert (round(100 * figures.house_edge, 3), round(100 * float(hits), 3)) == (3.055, 15.411), JACOBSON
    assert round(figures.standard_deviation, 3) == 2.448


def test_over_and_under_thirteen_with_aces_low() -> None:
    sheet = offering("overunder")
    edges = [round(100 * bet_figures(sheet, wager).house_edge, 2) for wager in ("over", "under")]
    assert edges == [6.55, 10.07], WIZARD


def test_buster_has_the_published_deviation_and_hits() -> None:
    sheet = offering("buster", pay_tables("buster")["200-100-30-6-3-1"])
    figures = bet_figures(sheet, "buster", decks=2)
    assert round(figures.standard_deviation, 3) == 2.591, JACOBSON
    assert round(100 * float(1 - Fraction(figures.lines[-1].probability)), 3) == 28.645


@pytest.mark.parametrize(
    ("line", "decks", "share"),
    [("seven", 1, 0.259854), ("seven", 2, 0.261143), ("ace", 1, 0.169815), ("ace", 2, 0.168096)],
)
def test_a_dealer_who_stands_on_soft_17_breaks_as_often_as_published(line: str, decks: int, share: float) -> None:
    """The published chance of an ace is that after the check for blackjack; ours counts blackjacks as no break."""
    sheet = parse_sheet(offering_text("dealer_bust") + '\n[dealer]\nsoft_17 = "stand"\n')
    figures = bet_figures(sheet, "dealer_bust", decks=decks)
    chance = next(float(one.probability) for one in figures.lines if one.line == line)
    checked = 1 - 16 * decks / (52 * decks - 1) if line == "ace" else 1.0
    assert round(13 * chance / checked, 6) == share, WIZARD


def test_effects_of_removal_are_those_that_were_published() -> None:
    effects = effects_of_removal(offering("bust_it"), "bust_it")
    published = {"2": 0.006589, "3": 0.005042, "6": -0.006910, "9": -0.003001, "A": 0.009038}
    for rank, effect in published.items():
        mean = sum(float(-effects[card]) for card in DECK if card.rank == rank) / 4
        assert round(mean, 6) == pytest.approx(effect, abs=2e-6), HOW

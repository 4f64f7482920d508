"""The progressive: return by meters, break-even, envy, hits, the meter at a hit, the reserve behind the Major."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb, exp, log
from random import Random
from typing import Any

import pytest

from pitboss.cards import DECK, Card
from pitboss.errors import NotationError
from pitboss.hands.poker import evaluate, line_of
from pitboss.maths.holdem.joint_progressive import joint_progressive
from pitboss.maths.holdem.shared_meters import shared_chance
from pitboss.maths.progressive import (
    line_chances,
    meter_at_hit,
    progressive_figures,
    reserve_at_hit,
)
from pitboss.maths.sidebets import pay_table_findings
from pitboss.maths.sidebets.findings import findings_of_lines
from pitboss.progressive import Link
from pitboss.progressive.events import MeterReset
from pitboss.rules import Sheet, load

HOLDEM = "ultimate-texas-holdem"
MAJOR, MINOR = Fraction(4, 2_598_960), Fraction(36, 2_598_960)


def sheet_of(*sets: str) -> Sheet:
    return load(HOLDEM, sets=sets)


# --- lines and return -------------------------------------------------------------------------------------


def test_two_cards_and_the_flop_are_the_counted_hands_of_five_cards() -> None:
    hands = {line: chance * comb(52, 5) for line, chance in line_chances(load(HOLDEM)).items()}
    assert hands == {
        "royal_flush": 4, "straight_flush": 36, "four_of_a_kind": 624, "full_house": 3_744, "flush": 5_108,
        "straight": 10_200, "three_of_a_kind": 54_912, "two_pair": 123_552, "pair": 1_098_240,
        "high_card": 1_302_540,
    }  # fmt: skip


def test_the_fixed_lines_return_the_known_share_where_no_hand_is_folded() -> None:
    assert progressive_figures(load(HOLDEM)).fixed == Fraction(1_378_928, 2_598_960)


def test_the_return_is_linear_in_the_meters() -> None:
    found = progressive_figures(load(HOLDEM))
    assert found.slope("major") == MAJOR / 500
    assert found.slope("minor") == MINOR / 500
    for major, minor in ((0, 0), (2_000_000, 150_000), (123_456_789, 987_654)):
        at = progressive_figures(load(HOLDEM), meters={"major": major, "minor": minor})
        assert 1 - at.exact == found.expected_return({"major": major, "minor": minor})
        assert at.expected_return() == found.fixed + (MAJOR * major + MINOR * minor) / 500


def test_folded_hands_win_nothing() -> None:
    reached = line_chances(load(HOLDEM))
    kept = {**reached, "three_of_a_kind": reached["three_of_a_kind"] * Fraction(9, 10)}
    found = progressive_figures(load(HOLDEM), not_folded=kept)
    assert found.fixed == Fraction(1_378_928, 2_598_960) - reached["three_of_a_kind"] * Fraction(9, 10)
    assert found.figures.lines[-1].probability == 1 - sum(found.chances.values())
    assert "folded hands win nothing" in found.figures.basis


def test_a_wager_that_is_given_back_returns_more() -> None:
    plain, back = progressive_figures(load(HOLDEM)), progressive_figures(sheet_of("progressive.returns_wager=true"))
    assert plain.exact - back.exact == sum(plain.chances.values())
    assert 1 - back.exact == back.expected_return()


def test_a_share_of_a_meter_is_cut_at_the_cent() -> None:
    found = progressive_figures(sheet_of("major.share=1/3"), meters={"major": 100, "minor": 0})
    (royal,) = [line for line in found.figures.lines if line.line == "royal_flush"]
    assert royal.pays == Fraction(33, 500) - 1
    assert found.expected_return() - (1 - found.exact) == MAJOR * Fraction(1, 3) / 500


# --- break-even -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bettors", [1, 4, 6])
@pytest.mark.parametrize("sets", [(), ("jackpot_tie=first_takes_meter", "progressive.returns_wager=true")])
def test_at_the_break_even_meters_the_wager_is_even(bettors: int, sets: tuple[str, ...]) -> None:
    found = progressive_figures(sheet_of(*sets), bettors=bettors)
    major = found.break_even("major")
    assert found.expected_return({"major": major}) == 1
    assert found.expected_return({"minor": found.break_even("minor")}) == 1
    assert found.break_even("major", other_cents=1_000_000) < major
    wagers = found.break_even_wagers()
    both = {"major": 2_000_000 + 70 * wagers, "minor": 150_000 + 40 * wagers}
    assert found.expected_return(both) == 1


def test_the_edge_changes_sides_at_the_break_even_meter() -> None:
    sheet = load(HOLDEM)
    even = progressive_figures(sheet).break_even("major")
    assert even == 151_154_000
    below, above = (progressive_figures(sheet, meters={"major": int(even) + cents}) for cents in (-500, 500))
    assert below.house_edge > 0 > above.house_edge


def test_over_many_hits_players_get_seeds_and_all_that_goes_into_the_meters() -> None:
    found = progressive_figures(load(HOLDEM))
    seeds = MAJOR * 2_000_000 + MINOR * 150_000
    assert found.long_run_return() == found.fixed + seeds / 500 + Fraction(14, 100) + Fraction(8, 100)


# --- envy and shared meters -------------------------------------------------------------------------------


@pytest.mark.parametrize("bettors", range(1, 7))
def test_envy_grows_with_every_other_bettor(bettors: int) -> None:
    found = progressive_figures(load(HOLDEM), bettors=bettors)
    assert found.envy == (bettors - 1) * (MAJOR * 500_000 + MINOR * 150_000) / 500
    assert found.figures.exact is not None
    assert found.exact == found.figures.exact - found.envy


def test_any_players_hand_brings_envy_where_the_sheet_says_so() -> None:
    one = progressive_figures(load(HOLDEM), bettors=2, players=5).envy
    assert progressive_figures(sheet_of("envy_from=any_player"), bettors=2, players=5).envy == 4 * one


def test_where_folding_forfeits_envy_the_chances_of_both_are_asked_for() -> None:
    sheet, chances = sheet_of("envy_to_folded=false"), line_chances(load(HOLDEM))
    assert progressive_figures(sheet, bettors=3).envy == progressive_figures(load(HOLDEM), bettors=3).envy
    with pytest.raises(NotationError, match="folding forfeits envy"):
        progressive_figures(sheet, bettors=3, not_folded=chances)
    envied = {"major": MAJOR / 2, "minor": MINOR / 2}
    half = progressive_figures(sheet, bettors=3, not_folded=chances, envied=envied)
    assert 2 * half.envy == progressive_figures(load(HOLDEM), bettors=3).envy


def test_two_players_make_straight_flushes_with_one_flop_as_counted_by_hand() -> None:
    """Three cards in a row of one suit take the two below them and the two above, an ace at either end."""
    runs = 0
    for suit in range(4):
        in_order = [Card(4 * rank + suit) for rank in (12, *range(13))]
        for at in range(2, 10):
            hands = in_order[at - 2 : at + 3], in_order[at : at + 5]
            runs += [line_of(evaluate(hand)) for hand in hands] == ["straight_flush"] * 2
    deals = comb(52, 3) * comb(49, 2) * comb(47, 2)
    assert runs == 4 * 7
    assert shared_chance("straight_flush") == Fraction(2 * runs, deals)
    assert shared_chance("royal_flush") == 0


def test_shared_flushes_of_a_small_deck_are_those_of_every_deal() -> None:
    deck = [card for card in DECK if card & 3 == 3 and card >> 2 < 9]
    counts = tuple(int(card in deck) for card in DECK)
    both = deals = 0
    for flop in combinations(deck, 3):
        left = [card for card in deck if card not in flop]
        for one in combinations(left, 2):
            for two in combinations([card for card in left if card not in one], 2):
                deals += 1
                lines = [line_of(evaluate((*flop, *hole))) for hole in (one, two)]
                both += lines == ["straight_flush"] * 2
    assert shared_chance("straight_flush", counts) == Fraction(both, deals) > 0


def test_who_folds_a_jackpot_hand_shares_nothing_that_could_be_said() -> None:
    chances = line_chances(load(HOLDEM))
    folded = {**chances, "straight_flush": chances["straight_flush"] / 2}
    assert progressive_figures(load(HOLDEM), not_folded=folded).prizes["minor"].chance == MINOR / 2
    with pytest.raises(NotationError, match="who shares the minor cannot be said"):
        progressive_figures(load(HOLDEM), not_folded=folded, bettors=2)


# --- the meter at a hit -----------------------------------------------------------------------------------


def test_a_major_comes_once_in_its_number_of_wagers_whatever_the_table() -> None:
    for bettors in (1, 3, 6):
        hit = meter_at_hit(progressive_figures(load(HOLDEM), bettors=bettors), "major")
        assert hit.mean_rounds * bettors == 649_740
        assert hit.mean_cents == 2_000_000 + 70 * 649_740
        assert hit.hours(tables=10, rounds_per_hour=40) == hit.mean_rounds / 400


def test_rounds_with_two_minors_count_once() -> None:
    pair = shared_chance("straight_flush")
    hit = meter_at_hit(progressive_figures(load(HOLDEM), bettors=6), "minor")
    assert hit.chance == 6 * MINOR - 15 * pair
    assert (hit.start, hit.step) == (150_000, 240)


@pytest.mark.parametrize("level", [0.01, 0.25, 0.5, 0.9, 0.999])
def test_quantiles_are_the_first_round_that_reaches_the_chance(level: float) -> None:
    hit = meter_at_hit(progressive_figures(load(HOLDEM)), "minor")
    rounds = hit.rounds_by(level)
    none = [exp(n * log(1 - float(hit.chance))) for n in (rounds - 1, rounds)]
    assert 1 - none[0] < level <= 1 - none[1] + 1e-12
    assert hit.quantile(level) == 150_000 + 40 * rounds
    assert hit.hours_by(level, tables=2, rounds_per_hour=30) == Fraction(rounds, 60)


def test_a_quantile_on_a_whole_round_is_that_round() -> None:
    hit = meter_at_hit(progressive_figures(load(HOLDEM)), "major")
    assert hit.rounds_by(hit.chance) == 1
    assert hit.rounds_by(1 - (1 - hit.chance) ** 3) == 3


def test_the_tail_of_the_meter_is_that_of_rounds_without_a_hit() -> None:
    hit = meter_at_hit(progressive_figures(load(HOLDEM)), "minor", start_cents=200_000)
    q = float(hit.chance)
    assert hit.chance_of_at_least(200_000) == hit.chance_of_at_least(200_040) == 1
    assert hit.chance_of_at_least(200_041) == pytest.approx(1 - q)
    assert hit.chance_of_at_least(200_000 + 40 * 1000) == pytest.approx((1 - q) ** 999)
    expected = sum(hit.chance_of_at_least(200_000 + 40 * n) for n in range(1, 3_000_000, 1000)) * 1000 * 40
    assert 200_000 + expected == pytest.approx(float(hit.mean_cents), rel=0.01)


# --- the reserve ------------------------------------------------------------------------------------------


def house_bears(sheet: Sheet, *, bettors: int, rounds: int, reserve: int = 0, start: int | None = None) -> int:
    """What the link takes from the house when the Major is won in that round."""
    link = Link.of(sheet)
    link.reserve = reserve
    link.major = start or link.major
    link.contribute("rounds", table="1", game=HOLDEM, wagers=bettors * rounds)
    link.hit("hit", meter="major", table="1", game=HOLDEM, seat=1, dealt=1)
    link.award("major")
    (reset,) = [entry for entry in link.log if isinstance(entry, MeterReset)]
    return reset.from_house


@pytest.mark.parametrize(
    ("sets", "bettors", "reserve", "start"),
    [
        ((), 1, 0, None),
        ((), 6, 0, None),
        ((), 3, 1_234_567, None),
        (("major.share=1/2",), 2, 0, 1_500_000),
        (("meter_reset=greater_of_seed_and_reserve",), 4, 500_000, None),
    ],
)
def test_the_reserve_falls_short_exactly_as_long_as_the_link_takes_from_the_house(
    sets: tuple[str, ...], bettors: int, reserve: int, start: int | None
) -> None:
    sheet = sheet_of(*sets)
    figures = progressive_figures(sheet, bettors=bettors)
    found = reserve_at_hit(figures, reserve_cents=reserve, start_cents=start)
    asked: dict[str, Any] = {"bettors": bettors, "reserve": reserve, "start": start}
    assert house_bears(sheet, rounds=found.rounds_needed, **asked) == 0
    assert house_bears(sheet, rounds=found.rounds_needed - 1, **asked) > 0
    assert found.wagers_needed == bettors * found.rounds_needed
    q = float(meter_at_hit(figures, "major").chance)
    assert found.chance_short == pytest.approx(1 - (1 - q) ** (found.rounds_needed - 1), rel=1e-9)


def test_what_the_house_bears_is_the_sum_over_every_early_hit() -> None:
    figures = progressive_figures(load(HOLDEM), bettors=6)
    found = reserve_at_hit(figures, reserve_cents=1_990_000)
    q = float(meter_at_hit(figures, "major").chance)
    rounds = range(1, found.rounds_needed)
    borne = [house_bears(load(HOLDEM), bettors=6, rounds=n, reserve=1_990_000) for n in rounds]
    assert found.expected_house_cents == pytest.approx(
        sum(q * (1 - q) ** (n - 1) * cents for n, cents in zip(rounds, borne, strict=True)), rel=1e-9
    )
    assert reserve_at_hit(figures, reserve_cents=2_000_000).chance_short == 0


def test_the_reserve_by_many_hits_of_the_link() -> None:
    """A seeded run of single hits: short about as often as the formula says."""
    figures = progressive_figures(load(HOLDEM), bettors=6)
    found, hit = reserve_at_hit(figures), meter_at_hit(figures, "major")
    random = Random(2025)
    runs = 3000
    short = sum(
        house_bears(load(HOLDEM), bettors=6, rounds=int(log(random.random()) / log(1 - float(hit.chance))) + 1) > 0
        for _ in range(runs)
    )
    assert abs(short / runs - found.chance_short) < 4 * (found.chance_short * (1 - found.chance_short) / runs) ** 0.5


def test_a_share_that_stays_on_the_meter_can_make_the_reserve_needless() -> None:
    sheet = sheet_of("major.reseed=0", "major.share=1/2")
    found = reserve_at_hit(progressive_figures(sheet))
    assert house_bears(sheet, bettors=1, rounds=found.rounds_needed) == 0
    assert house_bears(sheet, bettors=1, rounds=found.rounds_needed - 1) > 0


# --- as the main game is played ---------------------------------------------------------------------------


@pytest.mark.slow
def test_a_hand_that_is_folded_for_the_main_bets_is_kept_for_the_progressive() -> None:
    from pitboss.maths.holdem import progressive_under_play, rank_all, solve

    sheet, boards = load(HOLDEM), rank_all()
    alone = solve(sheet, boards=boards)
    apart = progressive_figures(sheet, not_folded=progressive_under_play(alone))
    found = joint_progressive(sheet, alone, boards=boards)
    never_folded = progressive_figures(sheet)
    assert apart.fixed < found.progressive.fixed <= never_folded.fixed == Fraction(1_378_928, 2_598_960)
    assert apart.prizes == never_folded.prizes  # nobody folds a straight flush
    assert found.main_house_edge - alone.house_edge == found.main_cost > 0
    assert apart.exact - found.progressive.exact > found.main_cost  # both wagers are five dollars


# --- findings and bad input -------------------------------------------------------------------------------


def test_a_meter_that_cannot_be_won_is_told() -> None:
    figures = progressive_figures(load(HOLDEM), shoe=[card for card in DECK if card.rank != "A"])
    assert findings_of_lines(figures.figures)[0] == "Progressive: “Royal flush: the Major” can never come."
    with pytest.raises(NotationError, match="the major cannot be won"):
        figures.break_even("major")
    with pytest.raises(NotationError, match="the major can never be won"):
        meter_at_hit(figures, "major")
    nothing = progressive_figures(sheet_of("major.share=0", "minor.rate=0"))
    with pytest.raises(NotationError, match="no meter that can be won grows"):
        nothing.break_even_wagers()
    with pytest.raises(NotationError, match="not won whole"):
        nothing.long_run_return()


def test_a_low_seed_is_told_as_out_of_order() -> None:
    (found,) = pay_table_findings(sheet_of("minor.seed=1000"))
    assert found.startswith("Progressive: “Straight flush: the Minor” pays 199 to 1, less than “Four of a kind” at 299")
    assert pay_table_findings(sheet_of("side_bets=[trips]")) == []


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"meters": {"mega": 1}}, "no meter called mega: expected major or minor"),
        ({"meters": {"major": -1}}, "cannot stand at"),
        ({"bettors": 0}, "0 bettors among 0 players"),
        ({"bettors": 9}, "cannot sit at this table: expected 1 to"),
        ({"bettors": 3, "players": 2}, "3 bettors among 2 players"),
        ({"not_folded": {}}, "the chance of royal_flush not folded cannot be nothing"),
        ({"not_folded": {"royal_flush": Fraction(1)}}, "cannot be 1: expected up to 1/649740"),
        ({"shoe": "As Ks"}, "too small for a round"),
        ({"shoe": [*DECK, *DECK]}, "no card more than once"),
    ],
)
def test_what_cannot_be_worked_out_is_said(asked: dict[str, Any], says: str) -> None:
    with pytest.raises(NotationError, match=says):
        progressive_figures(load(HOLDEM), **asked)


def test_a_sheet_without_a_progressive_is_refused() -> None:
    with pytest.raises(NotationError, match="has no progressive"):
        progressive_figures(load("catfish-blackjack"))
    with pytest.raises(NotationError, match="does not offer its progressive"):
        progressive_figures(sheet_of("side_bets=[trips]"))


def test_bad_questions_about_a_hit_are_refused() -> None:
    figures = progressive_figures(load(HOLDEM))
    hit = meter_at_hit(figures, "major")
    for wrong in (
        lambda: meter_at_hit(figures, "mega"),
        lambda: meter_at_hit(figures, "major", start_cents=-1),
        lambda: reserve_at_hit(figures, reserve_cents=-1),
        lambda: hit.rounds_by(1),
        lambda: hit.rounds_by(0),
        lambda: hit.hours(tables=0, rounds_per_hour=40),
        lambda: hit.hours(tables=1, rounds_per_hour=0),
        lambda: reserve_at_hit(progressive_figures(sheet_of("major.reseed=0"))),
    ):
        with pytest.raises(NotationError):
            wrong()

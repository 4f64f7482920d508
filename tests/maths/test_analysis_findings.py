"""Findings: worked out from the sheet, so they come and go with its values."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pitboss.errors import NotationError
from pitboss.maths.analysis import Strategy, analyze
from pitboss.maths.analysis.blackjack import _findings, _main_edges
from pitboss.maths.analysis.blackjack.strategies import gain_notes
from pitboss.maths.analysis.blackjack.unused import unused_options
from pitboss.maths.analysis.checks import check_pay_tables
from pitboss.maths.analysis.examples import example_findings, hands_at_once
from pitboss.maths.analysis.findings import about_sheet, at_other_stakes, percent, player_edges, rounding_costs
from pitboss.maths.analysis.progress import Step
from pitboss.maths.analysis.stakes import offered, ranges, stakes_of, telling_stakes
from pitboss.maths.blackjack import solve
from pitboss.maths.figures import WagerFigures
from pitboss.maths.games import GAME_MATHS
from pitboss.maths.sidebets import bet_figures
from pitboss.maths.sidebets import blackjack as sidebets
from pitboss.maths.sidebets.blackjack import third_card
from pitboss.rules import SHIPPED, load


def unused(name: str, *sets: str, stake_cents: int | None = None) -> list[str]:
    return list(unused_options(solve(load(name, sets=sets), stake_cents=stake_cents)))


def test_the_edge_is_told_as_soon_as_it_is_known() -> None:
    """The steps that come after best play name it, for whoever waits for the rest."""
    told: list[str] = []

    @contextmanager
    def progress(_: float) -> Iterator[Step]:
        yield lambda name, share=1.0: told.append(name)

    sheet = load("catfish-blackjack", sets=["decks=1", "cut_minimum_cards=10", "cut_card_depth=10", "max_hands=2"])
    found = analyze(sheet, cache=False, progress=progress)
    assert told[0] == "best play"
    assert [name.partition(";")[0] for name in told[1:]] == [
        f"house edge {percent(found.wagers['main'].house_edge)}"
    ] * (len(told) - 1)


def test_a_third_card_is_walked_over_once_for_all_stakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies on the side bet changes what it pays, not how often its lines come."""
    asked: list[object] = []
    walk = third_card.third_chances
    monkeypatch.setattr(third_card, "third_chances", lambda *args, **kw: asked.append(args) or walk(*args, **kw))
    monkeypatch.setattr(sidebets, "_THIRDS", {})
    sheet = load("games-of-chance-blackjack", sets=["soft_17=stand"])
    low, high = (bet_figures(sheet, "super7", stake_cents=cents) for cents in (100, 200))
    assert len(asked) == 1
    assert [line.probability for line in low.lines] == [line.probability for line in high.lines]


def test_a_simpler_play_that_does_better_is_said() -> None:
    """Split hands are played as is best for a hand alone, so a strategy chosen for all of them can do better."""
    better = Strategy("two-card", "the first two cards, then totals", 0.010143558, -1.36e-7)
    same = Strategy("total", "totals only", 0.0101, 1e-15)
    (note,) = gain_notes([same, better])
    assert note.startswith("“The first two cards, then totals” does better than best play by 0.000014 %")


# --- options nobody uses ----------------------------------------------------------------------------------


def test_options_that_best_play_never_uses_are_named() -> None:
    found = unused("catfish-blackjack")
    assert found == [
        "Best play never takes insurance in the first round of a shoe.",
        "Best play never takes even money.",
        "Best play never doubles for less than the bet.",
        "Best play never splits fives or ten-value cards.",
    ]


def test_an_option_that_pays_is_no_longer_named() -> None:
    assert not any("insurance" in each for each in unused("catfish-blackjack", "insurance.pays=3:1"))
    assert "Best play never takes even money." in unused("games-of-chance-blackjack")


def test_even_money_that_is_right_is_said_with_what_it_is_worth() -> None:
    """At 6 to 5 a blackjack played on against an ace is worth 1.2 x 214/309, and even money 1."""
    found = [each for each in unused("catfish-blackjack", "blackjack.pays=6:5") if "even money" in each]
    gain = 1 - 1.2 * 214 / 309
    lowers = gain * 2 * 24 * 96 / (312 * 311) * 23 / 310
    assert found == [
        f"Best play always takes even money: it is worth {gain * 100:.4f} % of the bet more than playing the "
        f"blackjack on, and lowers the edge by {lowers * 100:.4f} %."
    ]
    without = solve(load("catfish-blackjack", sets=["blackjack.pays=6:5", "insurance.even_money=false"]))
    assert without.house_edge - solve(load("catfish-blackjack", sets=["blackjack.pays=6:5"])).house_edge == (
        pytest.approx(lowers, abs=1e-12)
    )
    assert not any("even money" in each for each in unused("catfish-blackjack", "insurance.even_money=false"))


def test_what_rounding_costs_is_said_at_the_stake_and_where_it_costs_most() -> None:
    (found,) = rounding_costs("Match", {100: 0.25, 300: 0.3, 400: 0.2}, {100: 0.2, 300: 0.2, 400: 0.2}, 100)
    assert found == "Winnings that are rounded down cost the player of Match 5.0000 % at $1 and 10.0000 % at $3."
    (dear,) = rounding_costs("Match", {100: 0.25, 400: 0.2}, {100: 0.2, 400: 0.2}, 400)
    assert dear == "Winnings that are rounded down cost the player of Match 5.0000 % at $1."
    assert list(rounding_costs("Match", {100: 0.25}, {100: 0.25}, 100)) == []


def test_winnings_rounded_to_the_dollar_cost_what_blackjacks_lose() -> None:
    sheet = load("games-of-chance-blackjack", sets=["blackjack.rounding=1.00", "table.side_bets=[]"])
    solution = solve(sheet)
    figures_of = {"main": figures("main", solution.house_edge)}
    found = list(_findings(sheet, {"main": 100}, None, solution, figures_of))
    cost = f"{worse_naturals(1 / 2) * 100:.4f} %"
    assert f"Winnings that are rounded down cost the player of the main bet {cost} at $1." in found


def test_an_option_is_named_only_where_it_is_offered() -> None:
    assert "Best play never doubles a blackjack." in unused("games-of-chance-blackjack")
    assert "Best play never surrenders a split ace." in unused("games-of-chance-blackjack")
    without = unused("games-of-chance-blackjack", "double.blackjack=false", "surrender.offered=false")
    assert not any("blackjack" in each or "surrender" in each for each in without)


def test_surrender_that_costs_all_is_never_used() -> None:
    assert "Best play never surrenders." in unused("blackjack-v5", "surrender.loss=1")
    assert "Best play never surrenders." not in unused("blackjack-v5")


def test_doubling_for_less_is_used_where_nothing_else_brings_a_card() -> None:
    """Split aces that may not be hit but doubled: the smallest double is a cheap hit."""
    found = unused("catfish-blackjack", "double.double_split_aces=true")
    assert "Best play never doubles for less than the bet." not in found


# --- edges ------------------------------------------------------------------------------------------------


def figures(wager: str, edge: float) -> WagerFigures:
    return WagerFigures(wager, wager.title(), edge, 1.0, None, (), "a test")


def test_a_wager_that_favours_the_player_is_named_with_edge_and_stake() -> None:
    found = list(player_edges([figures("main", -0.0005479), figures("over", 0.01)], {"main": 100, "over": 100}))
    assert found == ["The main bet favours the player by 0.0548 % at a stake of $1."]


def test_the_one_dollar_game_favours_the_player_and_over_does_far_more() -> None:
    sheet = load("games-of-chance-blackjack")
    assert solve(sheet).house_edge == pytest.approx(-0.000547928, abs=5e-10)
    over = bet_figures(sheet, "over")
    assert over.exact is not None
    assert over.exact.as_integer_ratio() == (-837, 4043)
    low = bet_figures(load("games-of-chance-blackjack", sets=["overunder.ace=1"]), "over")
    assert low.house_edge == pytest.approx(0.0655, abs=5e-5)  # aces low, as is published


def test_an_edge_that_depends_on_the_stake_is_said() -> None:
    assert list(at_other_stakes("Match", {100: 0.2, 200: 0.2}, 100)) == []
    (found,) = at_other_stakes("Match", {100: 0.2, 200: 0.2, 400: -0.01}, 100)
    assert found == "The edge of Match depends on the stake: it is 1.0000 % for the player at $4."


def test_rounding_of_blackjacks_shows_at_small_stakes() -> None:
    sheet = load("games-of-chance-blackjack", sets=["blackjack.rounding=1.00"])
    edges = _main_edges(sheet, solve(sheet))
    assert list(edges) == [100, 200, 300, 400]
    assert edges[200] == edges[400] == pytest.approx(-0.000547928, abs=5e-10)  # $3 and $6 are whole
    assert edges[100] - edges[200] == pytest.approx(worse_naturals(1 / 2), abs=1e-12)
    assert edges[300] - edges[200] == pytest.approx(worse_naturals(1 / 6), abs=1e-12)


def worse_naturals(by: float) -> float:
    """What blackjacks that pay so much less than three to two cost, six decks, even money being taken then."""
    ace, late = 23 / 310, 95 / 310 * 23 / 309
    declined = 1.5 * (1 - 95 / 309) - 1  # what going on against an ace was worth beyond even money
    return 2 * 24 * 96 / (312 * 311) * (by * (1 - ace - late) + ace * declined)


def test_stakes_that_pay_alike_are_not_solved_again(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = load("catfish-blackjack")
    solution = solve(sheet)

    def refused(*_: object, **__: object) -> None:
        raise AssertionError("every stake pays three to two in full")

    monkeypatch.setattr("pitboss.maths.blackjack.solver.solve_record", refused)
    edges = _main_edges(sheet, solution)
    assert len(edges) == 11
    assert set(edges.values()) == {solution.house_edge}


# --- stakes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_every_wager_is_staked_at_its_least_where_nothing_is_asked(name: str) -> None:
    sheet = load(name)
    assert stakes_of(sheet) == {wager: limits.least for wager, limits in ranges(sheet).items()}
    assert tuple(stakes_of(sheet)) == offered(sheet)
    for wager, limits in ranges(sheet).items():
        assert all(limits.holds(cents) for cents in telling_stakes(sheet, wager, limits.least))


@pytest.mark.parametrize(
    ("name", "stakes", "says"),
    [
        ("catfish-blackjack", {"main": 400}, "$5 to $10,000 in steps of $1"),
        ("catfish-blackjack", {"main": 550}, "cannot be bet"),
        ("catfish-blackjack", {"trips": 500}, "main, trilux, kings_bounty"),
        ("catfish-blackjack", {"ante": 500}, 'no wager "ante"'),
        ("ultimate-texas-holdem", {"progressive": 100}, "exactly $5"),
        ("games-of-chance-blackjack", {"match": 500}, "on match cannot be bet"),
    ],
)
def test_a_stake_that_cannot_be_bet_is_refused(name: str, stakes: dict[str, int], says: str) -> None:
    with pytest.raises(NotationError) as refused:
        stakes_of(load(name), stakes)
    assert says in str(refused.value)


def test_the_ante_is_the_main_bet_of_holdem() -> None:
    sheet = load("ultimate-texas-holdem")
    assert stakes_of(sheet, {"ante": 1000}) == stakes_of(sheet, {"main": 1000})
    assert stakes_of(sheet, {"ante": 1000})["main"] == 1000


# --- worked examples --------------------------------------------------------------------------------------


def test_two_royal_flushes_cannot_win_in_one_round() -> None:
    (found,) = example_findings(load("ultimate-texas-holdem"))
    assert found.startswith("The example of UTH-AGG-4a cannot happen: it pays 2 hands of one round ($50 and $30)")
    assert found.endswith("at most 1 of them can win it at once.")


def test_three_pairs_of_spade_kings_need_six_decks() -> None:
    assert list(example_findings(load("catfish-blackjack"))) == []
    (found,) = example_findings(load("catfish-blackjack", sets=["decks=5"]))
    assert found.startswith("The example of BJ-KBLIM-3a cannot happen")
    (example,) = GAME_MATHS["blackjack"].examples
    most = [hands_at_once(load("catfish-blackjack", sets=[f"decks={decks}"]), example) for decks in (3, 4, 6)]
    assert most == [1, 2, 3]


def test_an_example_of_a_wager_that_is_not_there_is_left_out() -> None:
    taken_out = ["bets.kings_bounty.offered=false", "table.side_bets=trilux", "toke.wagers=main"]
    sheet = load("catfish-blackjack", sets=["decks=4", *taken_out])
    assert list(example_findings(sheet)) == []


def test_the_stakes_of_examples_stand_in_their_clauses() -> None:
    told = [example.stakes for game in GAME_MATHS for example in GAME_MATHS[game].examples]
    assert told == [(2500, 2000, 1000), (5000, 3000)]


def test_departures_are_findings() -> None:
    found = list(about_sheet(load("catfish-blackjack", sets=["soft_17=stand"])))
    assert found == ["The sheet leaves its document: dealer.soft_17 = stand departs from BJ-DEAL-20 (hit)."]


# --- pay tables -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_pay_tables_are_in_order(name: str) -> None:
    check_pay_tables(load(name))


@pytest.mark.parametrize(
    ("name", "setting", "says"),
    [
        ("ultimate-texas-holdem", "blind.pays.flush=4:1", "blind.pays is out of order: Full house pays 3 to 1"),
        ("ultimate-texas-holdem", "bets.trips.pays.royal_flush=5:1", "bets.trips.pays is out of order"),
        ("ultimate-texas-holdem", "bets.progressive.pays.straight=90:1", "bets.progressive.pays is out of order"),
        ("catfish-blackjack", "bets.trilux.pays.flush=11:1", "Straight pays 10 to 1, Flush pays 11 to 1"),
        ("games-of-chance-blackjack", "bets.match.pays.one_unsuited=9:1", "bets.match.pays is out of order"),
    ],
)
def test_a_pay_table_out_of_order_is_refused(name: str, setting: str, says: str) -> None:
    with pytest.raises(NotationError) as refused:
        check_pay_tables(load(name, sets=[setting]))
    assert says in str(refused.value)


def test_over_and_under_stand_in_no_order() -> None:
    check_pay_tables(load("games-of-chance-blackjack", sets=["overunder.pays.under=2:1"]))

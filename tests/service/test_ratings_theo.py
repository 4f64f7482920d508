"""Exact theoretical loss: every visit of a seeded floor beside a plain recomputation, and the sums that are shown."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.harness.simulated_floor import Evening

from pitboss.cards import DECK, parse_cards
from pitboss.games import actions as a
from pitboss.maths.analysis.cards_left import edge_from, lines_of
from pitboss.maths.analysis.stakes import stakes_of
from pitboss.maths.expectation import Expectation
from pitboss.maths.games import GAME_MATHS
from pitboss.rules import load
from pitboss.service.accounting.table_totals import group_of
from pitboss.service.advice.answer_values import Position
from pitboss.service.advice.coach import GivenAnswer, decided
from pitboss.service.floor.sheets import Sheets
from pitboss.service.games import FLOOR_GAMES
from pitboss.service.ratings import Visit, visits_of
from pitboss.service.ratings.replayed import replay_hidden, replayed_answers
from pitboss.service.ratings.theo import VisitTheo, cents, edge_of, visit_theo
from pitboss.service.ratings.visits import Answered

OPEN = "blackjack"


@pytest.fixture(scope="module")
def evening(request: pytest.FixtureRequest) -> Evening:
    found = Evening(f"theo {request.config.getoption('--seed')}", rounds=60, tables_each=1, guests=8)
    found.run()
    return found


def of_shoe_games(evening: Evening) -> list[Visit]:
    return [one for one in visits_of(evening.store) if one.sheet.game == OPEN and one.counted]


def told_again(evening: Evening, visit: Visit) -> tuple[dict[str, float], float, int]:
    """By wager, skill and number of choices: the table is replayed, and each decision solved from its own full shoe."""
    counted = visit.counted
    by_wager: dict[str, float] = {}
    for one in counted:
        for box in one.boxes:
            for wager, stake in box.stakes.items():
                if wager in stakes_of(visit.sheet):
                    stakes = {"main": box.bets["main"], wager: stake}
                    edge = GAME_MATHS[visit.sheet.game].edges(visit.sheet, stakes)[wager]
                    by_wager[wager] = by_wager.get(wager, 0.0) + edge * stake
    skill, choices = 0.0, 0
    sheets = Sheets(evening.store)
    for _, answers in replayed_answers(visit, counted, evening.store, evening.keys_with(bytes), sheets):
        for answer in answers:
            fresh = replace(answer.position, seen=())
            cost = decided(GivenAnswer(fresh, answer.action, 0, True)).cost
            if answer.position.question == "natural" and isinstance(answer.action, a.GoOn):
                assert cost == 0, "a blackjack that is taken as it is counts as no decision"
                continue
            skill += cost * fresh.stake
            choices += 1
    return by_wager, skill, choices


@pytest.mark.slow
def test_the_theo_of_every_visit_is_that_of_a_plain_recomputation(evening: Evening) -> None:
    visits = of_shoe_games(evening)
    assert len({visit.sheet.name for visit in visits}) > 1
    for visit in visits:
        found = visit_theo(visit)
        by_wager, skill, choices = told_again(evening, visit)
        assert {one.wager: one.sheet for one in found.wagers} == {
            wager: cents(theo) for wager, theo in by_wager.items()
        }
        assert sum(one.skill for one in found.rounds) == pytest.approx(skill, abs=1e-6)
        assert (found.choices, found.unvalued) == (choices, 0)


def adds_up(found: VisitTheo) -> None:
    assert found.sheet == sum(one.sheet for one in found.wagers)
    assert found.fresh == found.sheet + found.skill
    assert found.exact == found.sheet + (found.cards or 0) + found.skill
    for amount in (found.sheet, found.skill, found.exact, found.actual):
        assert isinstance(amount, int)


def test_what_is_shown_adds_up(evening: Evening) -> None:
    """Sums are of what is shown, whole cents, and the actual result of the wagers is that of the visit."""
    for visit in of_shoe_games(evening):
        found = visit_theo(visit)
        adds_up(found)
        assert sum(one.actual for one in found.wagers) == found.actual + visit.corrected
        assert found.handle == sum(visit.handle.values())
        assert found.skill >= 0


def test_all_persons_together_are_what_the_pit_expects(evening: Evening) -> None:
    """By wager: the sum over everybody is the sum over the bets of the log, whoever made them."""
    for table in {visit.table for visit in of_shoe_games(evening)}:
        visits = visits_of(evening.store, table=table)
        together: dict[str, float] = {}
        for visit in visits:
            for one in visit_theo(visit).rounds:
                for wager, theo in one.sheet.items():
                    together[wager] = together.get(wager, 0.0) + theo
        pit: dict[str, float] = {}
        boxes = [(visit, box) for visit in visits for one in visit.counted for box in one.boxes]
        for visit, box in boxes:
            for wager, stake in box.stakes.items():
                edge = edge_of(visit.sheet, group_of(wager), stake, box.bets["main"])
                assert edge is not None
                pit[wager] = pit.get(wager, 0.0) + edge * stake
        assert together == pytest.approx(pit)


def test_a_bet_at_best_play_costs_the_sheets_edge_whatever_the_stake() -> None:
    sheet = load("catfish-blackjack")
    edges = GAME_MATHS[sheet.game].edges(sheet, stakes_of(sheet))
    assert edge_of(sheet, "main", 2500, 2500) == pytest.approx(edges["main"])
    assert edge_of(sheet, "trilux", 500, 2500) == pytest.approx(edges["trilux"])
    assert edge_of(sheet, "toke:main", 500, 2500) is None


def test_a_stake_at_which_blackjacks_are_rounded_has_its_own_edge() -> None:
    """On a sheet that pays to the half dollar, $1 at 3 to 2 is exact, and half dollars are not."""
    sheet = load("games-of-chance-blackjack", sets=["blackjack.rounding=1.00"])
    by_stake = {stake: edge_of(sheet, "main", stake, stake) for stake in (100, 200, 300)}
    assert by_stake[100] != by_stake[200]


# --- the cards that were seen ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_effects_of_removal_are_off_by_what_is_stated() -> None:
    """The error is measured on exact solves; other shoes, of another seed, lie within a few times of it."""
    sheet = load("blackjack-v5")
    line = lines_of(sheet, ("main",))["main"]
    assert line.edge == pytest.approx(edge_of(sheet, "main", 200, 200))
    assert 0 < line.error < 0.003
    assert line.sample == 16
    gone = parse_cards("As Ah Ks Qd Jc Tc Th 9h Kd Ks Qs Td")
    left = list(DECK * 6)
    for card in gone:
        left.remove(card)
    guess = line.edge + line.shift(sum(line.effects[card] for card in gone), len(gone))
    exact = edge_from(sheet, "main", left, stake=200, main=200)
    assert exact is not None
    assert guess > line.edge
    assert guess == pytest.approx(exact, abs=4 * line.error)


@pytest.mark.slow
def test_the_cards_as_they_lay_move_every_bet_by_what_had_gone(evening: Evening) -> None:
    visit = of_shoe_games(evening)[0]
    lines = lines_of(visit.sheet, ("main",))
    found = visit_theo(visit, lines=lines)
    line, moved = lines["main"], 0.0
    for one in visit.counted:
        shift = line.shift(sum(line.effects[card] for card in one.seen), len(one.seen))
        moved += shift * one.bets["main"]
    assert found.cards == cents(moved)
    assert found.exact == found.fresh + cents(moved)
    adds_up(found)


def test_a_game_with_a_fresh_deck_has_no_cards_as_they_lay(evening: Evening) -> None:
    assert lines_of(load("ultimate-texas-holdem"), ("main",)) == {}
    for visit in visits_of(evening.store):
        if visit.sheet.game != OPEN:
            assert all(not one.seen for one in visit.rounds)


# --- poker ----------------------------------------------------------------------------------------------------


def test_folded_hands_are_valued_by_a_replay_and_told_nowhere(evening: Evening) -> None:
    visits = [one for one in visits_of(evening.store) if one.sheet.game != OPEN and one.counted]
    assert visits
    decisions = 0
    for visit in visits:
        replay_hidden(visit, evening.store, evening.keys_with(bytes), Sheets(evening.store))
        for one in visit.counted:
            for box in one.boxes:
                assert box.hidden == 0
                assert box.answers is not None
                decisions += len(box.answers)
                for answer in box.answers:
                    assert len(answer.position.cards) >= 2
    assert decisions > 0


# --- deviations -----------------------------------------------------------------------------------------------


def test_the_deviation_is_that_of_the_bets_made(evening: Evening) -> None:
    visit = of_shoe_games(evening)[0]
    unit = Expectation("main", "Main bet", 0.0, 1.0, 0.0, 0.0, 500, "an example")
    found = visit_theo(visit, expected={"main": unit})
    squares = sum(box.stakes["main"] ** 2 for one in visit.counted for box in one.boxes)
    assert found.deviation == pytest.approx(squares**0.5)
    assert found.deviations == pytest.approx((found.actual - found.exact) / squares**0.5)
    assert visit_theo(visit).deviations is None


def test_answers_that_cannot_be_valued_are_counted_not_guessed() -> None:
    game, sheet = FLOOR_GAMES[OPEN].rating, load("catfish-blackjack")
    hand = Position(
        sheet=sheet, question="play", spot=1, hand=0, stake=500, cards=parse_cards("Ts 6d"),
        against=parse_cards("Tc"), seen=(), offers=(),
    )  # fmt: skip
    assert game.cost(Answered(hand, a.Hit())) == 0.0
    assert game.cost(Answered(hand, a.Surrender())) is None
    stand = game.cost(Answered(hand, a.Stand()))
    assert stand is not None
    assert 0 < stand < 0.02

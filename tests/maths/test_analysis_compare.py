"""Two sheets held against each other, and single choices: figures met, rules carried over one by one."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from pitboss.cards import DECK, Card, parse_cards
from pitboss.errors import NotationError, SheetError
from pitboss.hands.poker import Category, evaluate
from pitboss.maths import cache, results
from pitboss.maths.analysis import compare, value
from pitboss.maths.analysis.edges import house_edges
from pitboss.maths.analysis.rule_changes import changes, with_values, with_values_of
from pitboss.maths.analysis.stakes import stakes_of
from pitboss.maths.games import GAME_MATHS
from pitboss.money import Odds
from pitboss.rules import SHIPPED, Sheet, load, parse_sheet
from pitboss.rules.catalogue_sheets import offering

BLACKJACKS = [name for name in SHIPPED if load(name).game == "blackjack"]
CATFISH = load("catfish-blackjack")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.folder()
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))


# --- grafting ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_a_sheet_with_nothing_grafted_is_itself(name: str) -> None:
    sheet = load(name)
    same = with_values_of(sheet, sheet, [])
    assert (same.hash, dict(same.values)) == (sheet.hash, dict(sheet.values))


@pytest.mark.parametrize("setting", ["soft_17=stand", "decks=8", "surrender.offered=true", "insurance.offered=false"])
def test_a_grafted_sheet_is_the_one_that_was_set(setting: str) -> None:
    changed = load("catfish-blackjack", sets=[setting])
    (change,) = changes(CATFISH, changed)
    grafted = with_values_of(CATFISH, changed, change.paths)
    assert (grafted.hash, dict(grafted.values)) == (changed.hash, dict(changed.values))
    assert grafted.rules == changed.rules


@pytest.mark.parametrize("a", BLACKJACKS)
@pytest.mark.parametrize("b", BLACKJACKS)
def test_all_changes_together_make_the_main_game_of_the_other_sheet(a: str, b: str) -> None:
    from pitboss.maths.blackjack.record import compile_record

    one, other = load(a), load(b)
    paths = [path for change in changes(one, other) for path in change.paths if not path.startswith("bets.")]
    made = with_values_of(one, other, [*paths, "bets", "table.side_bets"])
    assert compile_record(made) == compile_record(other)


def test_values_that_contradict_each_other_are_refused() -> None:
    deep = load("catfish-blackjack", sets=["decks=8", "cut_card_depth=200"])
    shallow = load("catfish-blackjack", sets=["decks=3"])
    with pytest.raises(SheetError, match="cut_card_depth"):
        with_values_of(deep, shallow, ["cards.decks"])


# --- comparing --------------------------------------------------------------------------------------------


def test_each_change_alone_meets_its_published_figure() -> None:
    found = compare(CATFISH, load("catfish-blackjack", sets=["soft_17=stand", "decks=8"]))
    edges = {effect.change.name: effect.edges["main"] for effect in found.effects}
    assert found.edges_a["main"] == pytest.approx(0.00615389123, abs=5e-12)
    assert edges["dealer.soft_17"] == pytest.approx(0.00402870, abs=5e-9)
    assert edges["cards.decks"] == pytest.approx(0.00644554, abs=5e-9)
    assert found.edges_b == house_edges(found.b, stakes_of(found.b))
    assert [effect.size for effect in found.effects] == sorted((e.size for e in found.effects), reverse=True)


@pytest.mark.slow
def test_the_parts_and_what_they_do_together_add_up() -> None:
    found = compare(CATFISH, load("games-of-chance-blackjack"))
    alone = sum(effect.moved.get("main", 0.0) for effect in found.effects)
    assert alone + found.together["main"] == pytest.approx(found.edges_b["main"] - found.edges_a["main"], abs=1e-15)
    assert {"double.cards", "surrender", "blackjack.tie"} <= {effect.change.name for effect in found.effects}
    assert "limits" in [change.name for change in found.neutral]
    assert set(found.moved) == {"main"}  # the side bets are others


def test_a_pay_line_moves_its_own_wager_only() -> None:
    found = compare(CATFISH, load("catfish-blackjack", sets=["bets.trilux.pays.flush=4:1"]))
    (effect,) = found.effects
    flushes = Fraction(292896, 5013320)
    assert effect.moved["trilux"] == pytest.approx(float(flushes), abs=1e-12)
    assert effect.moved["main"] == effect.moved["kings_bounty"] == 0


def test_what_moves_no_figure_is_named_apart() -> None:
    found = compare(CATFISH, load("catfish-blackjack", sets=["toke.maximum=500.00", "table.maximum=5000.00"]))
    assert found.effects == ()
    assert {change.name for change in found.neutral} == {"limits", "toke.maximum"}


ROUNDED = "doubles for less (double.stake) cannot be solved with rounded winnings"


def test_what_the_solver_refuses_is_named_and_the_rest_is_compared() -> None:
    found = compare(CATFISH, load("catfish-blackjack", sets=["other_rounding=1.00", "soft_17=stand"]))
    assert [effect.change.name for effect in found.effects] == ["dealer.soft_17"]
    assert [(effect.change.name, effect.refused) for effect in found.refused] == [("payouts.other_rounding", ROUNDED)]
    assert found.refused_b == ROUNDED
    assert found.edges_b == {}


def test_a_rule_that_makes_no_sense_alone_goes_with_what_it_needs() -> None:
    """What a late blackjack takes is no rule where the dealer checks for every one: it goes with the hole card."""
    sets = ["deal.hole_card=none", "deal.blackjack_takes=original_bets", "soft_17=stand"]
    found = changes(CATFISH, load("catfish-blackjack", sets=sets))
    assert [change.name for change in found] == ["deal.hole_card, deal.blackjack_takes", "dealer.soft_17"]
    assert found[0].after == "none, original_bets"
    here = load("catfish-blackjack", sets=sets[:1])
    assert [change.name for change in changes(here, load("catfish-blackjack", sets=sets[:2]))] == [
        "deal.blackjack_takes"
    ]


def test_a_departure_from_an_empty_list_names_no_value_instead() -> None:
    (departure,) = load("catfish-blackjack", sets=["double.totals=9,10,11"]).departures
    assert str(departure) == "double.totals = 9, 10, 11 is not in the document"


def test_two_games_cannot_be_compared() -> None:
    with pytest.raises(NotationError, match="two sheets of one game"):
        compare(CATFISH, load("ultimate-texas-holdem"))


def test_edges_are_kept_by_sheet_and_stake(monkeypatch: pytest.MonkeyPatch) -> None:
    stakes = stakes_of(CATFISH)
    first = house_edges(CATFISH, stakes)
    monkeypatch.setattr(type(GAME_MATHS["blackjack"]), "edges", lambda *_: {"main": 7.0})
    assert house_edges(CATFISH, stakes) == first
    assert house_edges(CATFISH, {**stakes, "main": 1000}) == {"main": 7.0}
    assert house_edges(CATFISH, stakes, cache=False) == {"main": 7.0}
    assert results.recall("edges", {"sheet": CATFISH.hash, "stakes": stakes}, shapes=()) == first


# --- one situation ----------------------------------------------------------------------------------------


def named(sheet: Sheet, situation: str, **more: str) -> dict[str, float]:
    return {choice.name: choice.value for choice in value(sheet, situation, **more).choices}  # type: ignore[arg-type]


def test_choices_come_best_first_with_what_the_others_cost() -> None:
    found = value(CATFISH, "8 8 against T", stake_cents=1000)
    assert found.best.name == "split"
    worth = [choice.value for choice in found.choices]
    assert worth == sorted(worth, reverse=True)
    assert [found.cost(choice) for choice in found.choices] == [worth[0] - each for each in worth]
    assert found.best.dollars == pytest.approx(10 * worth[0])


def test_a_situation_is_valued_as_the_solver_does() -> None:
    from pitboss.maths import blackjack

    assert named(CATFISH, "T 6 against T") == blackjack.value(CATFISH, "Ts 6s", "Ts")
    solution = blackjack.solve(CATFISH)
    assert named(CATFISH, "A 7 against 6 after a split") == solution.values("As 7s", "6s", kind="split")
    assert named(CATFISH, "5 4 3 against 2") == solution.values("5s 4s 3s", "2s")


def test_split_aces_have_one_card_and_are_split_again_only_where_allowed() -> None:
    assert set(named(CATFISH, "A A against 6 after a split")) == {"stand"}
    again = load("catfish-blackjack", sets=["resplit_aces=true"])
    assert set(named(again, "A A against 6 after a split")) == {"stand", "split"}
    hit = load("catfish-blackjack", sets=["hit_split_aces=true"])
    assert set(named(hit, "A A against 6 after a split")) == {"stand", "hit"}
    assert "hit" in named(hit, "A A 2 against 6 split aces")


def test_a_pair_after_a_split_is_split_again_while_there_is_room() -> None:
    from pitboss.maths.blackjack.in_play import InPlay
    from pitboss.maths.blackjack.record import SPLIT, compile_record

    hand, up = parse_cards("8s 8d"), Card.parse("Tc")
    found = value(CATFISH, "8 8 against T after a split")
    wanted = InPlay(compile_record(CATFISH), DECK * 6, up).choices(hand, SPLIT, hands=2)
    assert {choice.name: choice.value for choice in found.choices} == pytest.approx(wanted)
    assert "second of two hands" in found.basis
    assert "split" not in named(load("catfish-blackjack", sets=["max_hands=2"]), "8 8 against T after a split")


def test_a_total_is_the_mean_of_its_two_cards_as_they_are_dealt() -> None:
    """T 6 comes four times as often as 9 7, but against a ten one ten fewer is left, and the check is passed less."""
    found = value(CATFISH, "16 vs T")
    assert found.situation == "hard 16 as T 6 or 9 7 against T"
    assert "as often as they are dealt" in found.basis
    ten_six, nine_seven = named(CATFISH, "T 6 against T"), named(CATFISH, "9 7 against T")
    weights = 95 * 24 * (1 - 24 / 309), 24 * 24 * (1 - 24 / 309)
    for choice in found.choices:
        mean = (ten_six[choice.name] * weights[0] + nine_seven[choice.name] * weights[1]) / sum(weights)
        assert choice.value == pytest.approx(mean, abs=1e-12)
    assert named(CATFISH, "soft 18 vs 9") == named(CATFISH, "A 7 against 9")
    assert named(CATFISH, "pair of 8s vs T") == named(CATFISH, "8 8 against T")


def test_a_total_against_an_ace_has_its_insurance_and_early_surrender() -> None:
    early = load("games-of-chance-blackjack", sets=["surrender.timing=early"])
    found = value(early, "16 vs A")
    tens = 96 / 309 * 24 * 24, 95 / 309 * 96 * 24
    assert found.insurance == pytest.approx(3 * sum(tens) / (24 * 24 + 96 * 24) - 1)
    assert {choice.name: choice.value for choice in found.before_check}["surrender"] == -0.5


def test_a_total_leaves_out_cards_that_the_shoe_no_longer_holds() -> None:
    assert value(CATFISH, "16 vs T", seen="9" * 24).situation == "hard 16 as T 6 against T"


def test_before_the_check_stand_insurance_and_even_money() -> None:
    found = value(CATFISH, "A K against A")
    assert {choice.name for choice in found.before_check} == {"go on", "even money"}
    assert found.insurance == pytest.approx(3 * 95 / 309 - 1)
    assert value(CATFISH, "T 6 against T").insurance is None


def test_cards_that_were_seen_change_the_values() -> None:
    tens = "T" * 24 + "J" * 24
    assert value(CATFISH, "T 6 against A", seen="9 8 7 6 5").insurance == pytest.approx(3 * 95 / 304 - 1)
    assert value(CATFISH, "Q 6 against A", seen=tens).insurance == pytest.approx(3 * 47 / 261 - 1)
    assert named(CATFISH, "Q 6 against K", seen=tens)["hit"] > named(CATFISH, "Q 6 against K")["hit"]


def test_a_shoe_can_be_given_whole() -> None:
    one_deck = "".join(rank * 4 for rank in "23456789TJQKA")
    sets = ["decks=1", "cut_minimum_cards=10", "cut_card_depth=10"]
    single = load("catfish-blackjack", sets=sets)
    assert named(CATFISH, "8 8 against T", shoe=one_deck) == named(single, "8 8 against T")


@pytest.mark.parametrize(
    ("situation", "more", "says"),
    [
        ("9 9 9 against 2", {}, "not broken"),
        ("8 8 against T on a lammer", {}, "lammer"),
        ("8h 8h 8h 8h 8h 8h 8h against Tc", {}, "holds too few of eight of hearts"),
        ("8 8 against T", {"seen": "8" * 23}, "holds too few of 8"),
        ("16 against T", {"seen": "9" * 24 + "6" * 24}, "holds too few of 6"),
        ("A 5 4 against 6 split aces", {}, "one card beside it"),
        ("8 8 against 6 split aces", {}, "one card beside it"),
        ("8 8 against T", {"seen": "8" * 25}, "holds too few 8 in"),
        ("8 8 against T", {"shoe": "8 8 T 9 5 3"}, "cards can run out"),
        ("8 8 against T", {"shoe": "88T"}, "too small"),
    ],
)
def test_what_cannot_be_valued_is_said(situation: str, more: dict[str, str], says: str) -> None:
    with pytest.raises(NotationError) as refused:
        value(CATFISH, situation, **more)  # type: ignore[arg-type]
    assert says in str(refused.value)


def counted(hole: tuple[Card, ...], board: tuple[Card, ...]) -> Fraction:
    """What a bet of one Ante brings with a hand below a straight, over every hand of the dealer's."""
    mine, total = evaluate((*hole, *board)), 0
    dealers = list(combinations((card for card in DECK if card not in (*hole, *board)), 2))
    for dealer in dealers:
        his = evaluate((*dealer, *board))
        staked = 1 + (his >> 12 >= Category.PAIR)
        total += staked if mine > his else -staked - 1 if mine < his else 0
    return Fraction(total, len(dealers))


def test_holdem_is_valued_on_flop_and_river() -> None:
    sheet = load("ultimate-texas-holdem")
    found = value(sheet, "Kh4h on Ks 4d 2c 9s 9h")
    won = counted(parse_cards("Kh 4h"), parse_cards("Ks 4d 2c 9s 9h"))
    assert [(choice.name, choice.exact) for choice in found.choices] == [("1x", won), ("fold", Fraction(-2))]
    assert value(sheet, "Kh4h on Ks 4d 2c").best.name == "2x"
    assert value(sheet, "Kh4h on Ks 4d 2c 9s 9h", seen="9c 9d").best.value > found.best.value
    with pytest.raises(NotationError, match="no shoe"):
        value(sheet, "Kh4h on Ks 4d 2c", shoe="Ah")


def test_a_house_sheet_is_valued_and_compared() -> None:
    house = parse_sheet('extends = "catfish-blackjack"\n[blackjack]\npays = "6:5"\n', name="six to five")
    found = compare(CATFISH, house)
    (effect,) = found.effects
    assert effect.change.name == "blackjack.pays"
    assert (effect.change.before, effect.change.after) == ("3:2", "6:5")
    ace, late = 23 / 310, 95 / 310 * 23 / 309
    taken = 1.5 * (1 - 95 / 309) - 1  # at 6 to 5 even money is better against an ace
    naturals = 2 * 24 * 96 / (312 * 311)
    assert effect.moved["main"] == pytest.approx(naturals * (0.3 * (1 - ace - late) + ace * taken), abs=1e-12)


def test_a_bet_whose_name_is_no_identifier_goes_over_with_the_others() -> None:
    sheet = offering("21+3")
    made = with_values(sheet, {"bets.21+3.pays.flush": Odds(5, 1)})
    assert made.values["bets.21+3.pays.flush"] == Odds(5, 1)
    assert dict(with_values(made, {"bets.21+3.pays.flush": Odds(9, 1)}).values) == dict(sheet.values)

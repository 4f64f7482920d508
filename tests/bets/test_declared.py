"""A bet that a house writes into its sheet: read, refused with reasons, posted, hashed, settled, and calculated."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from tests.bets.sheets import RIVERSIDE, declaring
from tests.harness.every_draw import enumerate_round
from tests.maths.test_sidebets_engine import hits_below_15

from pitboss.bets.catalogue import SHIPPED, names
from pitboss.cards import parse_cards
from pitboss.errors import SheetError
from pitboss.games.actions import PlaceBet, PlaceToke, Stand, StartDeal
from pitboss.games.blackjack import BlackjackRound
from pitboss.maths.analysis import analyze
from pitboss.maths.sidebets import bet_figures, effects_of_removal
from pitboss.maths.simulation.blackjack import BlackjackGame
from pitboss.maths.simulation.figures import simulated
from pitboss.records import read, settle, write
from pitboss.rules import Sheet, load, parse_sheet
from pitboss.rules.placard import placard
from pitboss.rules.posted import as_text
from pitboss.rules.write import sheet_text

SEVENS = {"both": "all of 7", "one": "any 7"}


def refused(text: str) -> dict[str, str]:
    with pytest.raises(SheetError) as error:
        parse_sheet(text)
    return {defect.place: defect.problem for defect in error.value.defects}


# --- the sheet ----------------------------------------------------------------------------------------------


def test_a_house_declares_a_bet_and_its_sheet_goes_there_and_back() -> None:
    sheet = parse_sheet(RIVERSIDE)
    assert sheet.rules.table.side_bets == ("trilux", "lucky_sevens", "big_bust")
    assert sheet.values["bets.lucky_sevens.pays.three"].text == "77:1"
    assert {departure.path for departure in sheet.departures} == {
        "table.side_bets", "toke.wagers", "bets.lucky_sevens.offered", "bets.big_bust.offered",
    }  # fmt: skip
    again = parse_sheet(sheet_text(sheet))
    assert again == sheet
    assert placard(again).parts == placard(sheet).parts
    assert type(again.rules) is type(sheet.rules), "the same text makes the same classes"


def test_a_pattern_is_part_of_the_rules() -> None:
    plain, other = (parse_sheet(declaring("first_two", {"own": pattern})) for pattern in ("pair", "suited"))
    assert plain.hash != other.hash


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        (declaring("first_two", {"a": "pair", "b": "pair and suited"}), "bets.own.lines.b", "taken by a above it"),
        (declaring("first_two", {"a": "total over 21"}), "bets.own.lines.a", "can never win"),
        (declaring("first_two", {"a": "pair and suited or red"}), "bets.own.lines.a", "`and` beside `or`"),
        (declaring("first_two", {"a": "pairs"}), "bets.own.lines.a", "is no test"),
        (declaring("first_two", {"a": "import os"}), "bets.own.lines.a", "is no test"),
        (declaring("dealer_hand", {"a": "at least four of a kind and suited"}), "bets.own.lines", "hands apart"),
        (declaring("all_cards", {"a": "pair"}), "bets.own.cards", "cannot be"),
        (declaring("first_two", {"a": "pair"}, colour="red"), "bets.own.colour", "is not known"),
        (declaring("first_two", {"A b": "pair"}).replace("A b", '"A b"'), "bets.own.lines.A b", "has a name"),
        (declaring("first_two", {"a": "pair"}, {"b": "2:1"}), "bets.own.pays.b", "is not known"),
        (declaring("first_two", {"a": "pair"}, {"a": "2 for 1"}), "bets.own.pays.a", "cannot read"),
        (declaring("first_two", {"a": "pair and dealer blackjack"}, settlement="after_deal"),
         "bets.own.settlement", "cannot be"),
        (declaring("dealer_hand", {"a": "bust"}, settlement="after_deal"), "bets.own.settlement", "is not known"),
        (declaring("first_two", {"a": "pair"}).replace('max = "10.00"', 'max = "0.50"'), "bets.own.min", "above"),
        ('extends = "catfish-blackjack"\n[table]\nside_bets = ["zebra"]', "table.side_bets", "cannot be"),
        ('extends = "catfish-blackjack"\n[bets.zebra]\nmin = "1.00"', "bets.zebra.title", "is missing"),
        ('extends = "ultimate-texas-holdem"\n[bets.own]\ntitle = "x"', "bets.own", "is not known"),
        (declaring("first_two", {"lose": "pair"}), "bets.own.lines.lose", "has a name"),
        (declaring("first_two", {"a": "pair"}).replace("own", "main"), "bets.main", "means something else"),
        (declaring("first_two", {"a": "pair"}).replace("own", "over"), "bets.over", "means something else"),
        (declaring("first_two", {"a": "pair"}).replace("own", "progressive"), "bets.progressive", "something else"),
        (declaring("first_two", {"a": "pair"}).replace("Our Own", " "), "bets.own.title", "is missing"),
        (declaring("first_two", {"a": "pair"}).replace("Our Own", "TRILUX"), "bets.own.title", "as trilux has"),
        (declaring("first_two", {"a": "pair"}).replace("Our Own", "x" * 10_000), "bets.own.title", "cannot be"),
        (declaring("first_two", {"a": "pair"}).replace("step =", "titles = 7\nstep ="), "bets.own.titles", "no table"),
        (declaring("first_two", {"a": "pair", "b": "suited"}) + '\n[bets.own.titles]\na = "b"', "bets.own.titles.b",
         "as a has"),
        (declaring("first_two", {"a": "("* 60 + "pair" + ")" * 60}), "bets.own.lines.a", "nested more than 8 deep"),
        (declaring("first_two", {"a": "pair and " * 1000 + "pair"}), "bets.own.lines.a", "longer than 200"),
        (declaring("first_two", {f"l{at}": "pair" for at in range(25)}), "bets.own.lines", "are 25"),
        (declaring("first_two_and_up", {f"l{at}": " and ".join(["straight"] * 14) for at in range(24)}),
         "bets.own.lines", "ask for 336 things"),
        (declaring("first_two", {f"l{at}": f"bet is {at + 1}" for at in range(9)}), "bets.own.lines", "8 amounts"),
        (declaring("dealer_hand", {"a": " and ".join(f"any {rank}{suit}" for rank in "234567" for suit in "cdh")}),
         "bets.own.lines", "hands apart"),
        (declaring("first_two", {"a": "pair"}, {"a": "9" * 400 + ":1"}), "bets.own.pays.a", "cannot read odds"),
        ('extends = "catfish-blackjack"\n' + "".join(f"[bets.b{at}]\ncards = 7\n" for at in range(500)), "bets",
         "declares 500 side bets"),
    ],
)  # fmt: skip
def test_a_declaration_is_refused_at_its_place_with_the_reason(text: str, place: str, problem: str) -> None:
    found = refused(text)
    assert place in found, found
    assert problem in found[place]


@pytest.mark.parametrize(
    ("cards", "pattern", "settled"),
    [
        ("first_two", "pair", "after_deal"),
        ("first_two", "pair and dealer blackjack", "end_of_player_hand"),
        ("player_hand", "bust", "end_of_player_hand"),
    ],
)
def test_it_is_settled_as_soon_as_it_can_be_unless_the_house_waits(cards: str, pattern: str, settled: str) -> None:
    assert parse_sheet(declaring(cards, {"a": pattern})).values["bets.own.settlement"] == settled
    later = parse_sheet(declaring(cards, {"a": pattern}, settlement="end_of_round"))
    assert later.values["bets.own.settlement"] == "end_of_round"


def test_every_defect_of_a_declaration_is_told_at_once() -> None:
    assert set(refused(declaring("first_two", {"a": "pairs", "b": "any Ks", "c": "pair"}))) == {
        "bets.own.lines.a", "bets.own.lines.b",
    }  # fmt: skip


def test_it_is_posted_with_its_lines_and_without_its_patterns() -> None:
    text = as_text(placard(parse_sheet(RIVERSIDE)))
    assert "LUCKY SEVENS" in text
    assert "Three sevens of one suit ............................ 500 to 1" in text
    assert "It looks at the player's first two cards and the dealer's up card." in text
    assert "all of 7" not in text


# --- the table ----------------------------------------------------------------------------------------------


def played(cards: str, *, tokes: bool = False, sheet: Sheet | None = None) -> BlackjackRound:
    round_ = BlackjackRound(sheet or parse_sheet(RIVERSIDE), parse_cards(cards))
    round_.act(PlaceBet(spot=1, cents=1000)).act(PlaceBet(spot=1, cents=200, wager="lucky_sevens"))
    round_.act(PlaceBet(spot=1, cents=100, wager="big_bust"))
    if tokes:
        round_.act(PlaceToke(spot=1, cents=50, wager="lucky_sevens"))
    round_.act(StartDeal())
    while not round_.over:
        round_.act(Stand())
    return round_


def paid(round_: BlackjackRound) -> dict[str, tuple[str, int]]:
    return {done.wager: (done.line, done.pays) for done in round_.settlements}


def test_the_engine_settles_it_by_its_lines_with_its_tokes() -> None:
    round_ = played("7h 7d 9h Td Tc", tokes=True)
    assert paid(round_) == {
        "lucky_sevens": ("two", 2800), "toke:lucky_sevens": ("two", 700), "main": ("", -1000), "big_bust": ("", -100),
    }  # fmt: skip


def test_the_limit_on_very_high_awards_holds_for_it_too() -> None:
    text = RIVERSIDE.replace('max = "50.00"', 'max = "100.00"')
    round_ = BlackjackRound(parse_sheet(text), parse_cards("7h 7h 7h 9d Ts"))
    round_.act(PlaceBet(spot=1, cents=1000)).act(PlaceBet(spot=1, cents=10_000, wager="lucky_sevens")).act(StartDeal())
    assert paid(round_)["lucky_sevens"] == ("three_suited", 2_500_000), "$50,000 by the odds, $25,000 by the limit"


def test_a_record_of_it_settles_and_goes_there_and_back(tmp_path: Path) -> None:
    (tmp_path / "riverside-blackjack.toml").write_text(RIVERSIDE, encoding="utf-8")
    record = tmp_path / "round.toml"
    record.write_text(
        'sheet = "riverside-blackjack.toml"\ncards = "7h 7d 9h Td"\n[[spot]]\nbox = 1\nmain = "10.00"\n'
        'lucky_sevens = "2.00"\nanswers = ["stand"]\npaid = { lucky_sevens = "28.00" }\n',
        encoding="utf-8",
    )
    found = settle(read(record))
    assert {one.wager: one.pays for one in found.wagers}["lucky_sevens"] == 2800
    assert not found.differences
    record.write_text(write(read(record)), encoding="utf-8")
    assert read(record).spots[0].wagers == {"main": 1000, "lucky_sevens": 200}


# --- the figures --------------------------------------------------------------------------------------------

SMALL = [
    ("first_two", {"a": "pair and suited", "b": "soft total 19 to 21", "c": "any Q"},
     "Qs Qs Qd As Ad 9c 8h Kc Kc 5d Kd"),
    ("first_two_and_up", {"a": "three of a kind", "b": "at least 1 suited match", "c": "between"},
     "9s 9s 9d Ts Ts Qd 8h Kc Kc 5d"),
    ("first_two", {"a": "pair and dealer blackjack", "b": "pair"}, "Qs Qs Qd As Ad 9c 9c Kc Kc 5d Kd"),
    ("first_two_and_up", {"a": "up card is A and dealer blackjack", "b": "dealer blackjack", "c": "suited"},
     "Qs Qs Qd As Ad 9s 9c Ks Kc 5d Kd"),
    ("up_card", {"a": "up card is A", "b": "up card is black"}, "Qs Qs Qd As Ad 9c 9c Kc Kc 5d Kd"),
    ("dealer_first_two", {"a": "blackjack and player blackjack", "b": "blackjack", "c": "pair and suited"},
     "Qs Qs Qd As Ad 9c 9c Kc Kc 5d Kd"),
    ("dealer_hand", {"a": "bust and suited", "b": "bust and at least 4 cards", "c": "bust and up card is T"},
     "6s 6s 6h Ts Ts Td 5s 5c 4h Td Ks Kc"),
    ("dealer_hand", {"a": "bust and player blackjack", "b": "total 17 and exactly 2 cards", "c": "bust"},
     "As Ad Ts Td 6s 6c 5h 4d Kc Ks Kd Qd"),
]  # fmt: skip
ODDS = ("100003:1", "1009:1", "2:1")
ROOMY = '\n[split]\nmax_hands = 2\n[aggregate]\nlimit = "999999999.00"\n'


@pytest.mark.parametrize(("cards", "lines", "shoe"), SMALL)
def test_exact_figures_are_those_of_every_deal_played_by_the_engine(
    cards: str, lines: dict[str, str], shoe: str
) -> None:
    sheet = parse_sheet(declaring(cards, lines, dict(zip(lines, ODDS, strict=False))) + ROOMY)
    held = parse_cards(shoe)
    found = enumerate_round(sheet, held, bets={"main": 500, "own": 100}, choose=hits_below_15)
    figures = bet_figures(sheet, "own", shoe=held)
    assert figures.exact == -found.wagers["own"]
    assert sum((Fraction(line.probability) for line in figures.lines), Fraction(0)) == 1


def test_simulated_lines_come_as_often_as_exact_ones() -> None:
    sheet = parse_sheet(RIVERSIDE)
    rounds = 400_000
    game = BlackjackGame(sheet, stakes={"main": 500, "lucky_sevens": 100, "big_bust": 100}, cut=300)
    tally = game.run(17, 0, rounds)
    for wager in ("lucky_sevens", "big_bust"):
        exact, found = bet_figures(sheet, wager), tally.wagers[wager]
        assert abs(simulated(found, rounds).z_score(exact.house_edge)) < 4
        for line in exact.lines:
            name = "lost" if line.line == "lose" else line.line
            expected = float(line.probability) * rounds
            assert abs(found.lines[name] - expected) < 5 * max(expected, 4) ** 0.5, (wager, name)


def test_effects_of_removal_and_the_analysis_know_it() -> None:
    sheet = parse_sheet(RIVERSIDE)
    effects = effects_of_removal(sheet, "lucky_sevens")
    assert all((effects[card] > 0) == (card.rank == "7") for card in effects), "a seven gone helps the house"
    assert analyze(sheet).wagers["lucky_sevens"].exact == bet_figures(sheet, "lucky_sevens").exact


def test_the_bets_of_the_documents_stand_first_in_the_catalogue() -> None:
    assert names()[: len(SHIPPED)] == SHIPPED
    assert load("catfish-blackjack").rules.bets.trilux is not None


def test_single_settings_may_declare_it_in_other_words(tmp_path: Path) -> None:
    """Its title, lines, cards and patterns are read as if the sheet said so: posted, settled and refused alike."""
    path = tmp_path / "riverside.toml"
    path.write_text(RIVERSIDE, encoding="utf-8")
    sets = ["bets.lucky_sevens.title=Seven Heaven", "bets.lucky_sevens.titles.one=A lone seven"]
    text = as_text(placard(load(path, sets=sets)))
    assert "SEVEN HEAVEN" in text
    assert "A lone seven" in text
    assert "Lucky Sevens" not in text
    sets = ["bets.lucky_sevens.lines.one=any 8", "bets.lucky_sevens.lines.two=exactly two of 8"]
    assert paid(played("8h 8d 9h Td Tc", sheet=load(path, sets=sets)))["lucky_sevens"] == ("two", 2800), "both are set"
    two = load(path, sets=["bets.big_bust.cards=player_hand", "bets.big_bust.lines.five_natural=total 21 and suited"])
    assert two.rules.bets.big_bust.declaration.bets[0].needs == ("hand",)
    for pattern, reason in (("all of 7s", "could mean"), ("total 99", "can never win"), ("any 7", "taken by")):
        with pytest.raises(SheetError, match=reason):
            load(path, sets=[f"bets.lucky_sevens.lines.{'one' if reason == 'taken by' else 'three'}={pattern}",
                             *(["bets.lucky_sevens.lines.two=any 7"] if reason == "taken by" else [])])  # fmt: skip

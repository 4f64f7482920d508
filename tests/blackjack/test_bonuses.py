"""Bonuses that a house pays: suited blackjacks, 21 of many cards, 6-7-8 and 7-7-7."""

from __future__ import annotations

import pytest
from tests.blackjack.table import BJ, check_conserved, play, shoe

from pitboss.errors import SheetError
from pitboss.games import events as e
from pitboss.games.blackjack import BlackjackRound
from pitboss.rules import Sheet, load, parse_sheet
from pitboss.rules.placard import placard
from pitboss.rules.wager_words import line_title

SUITED = "bonus.suited_blackjack=2:1"
MANY = ("bonus.five_card_21=3:2", "bonus.seven_card_21=3:1")
SPLIT_TOO, WINS = "bonus.split_hands=true", "payouts.tie=21_wins"
SIX_SEVEN_EIGHT = ("six_seven_eight=3:2", "six_seven_eight_suited=2:1", "six_seven_eight_spades=3:1")


def settled(round_: BlackjackRound, wager: str = "main") -> list[tuple[str, int]]:
    """The lines and amounts by which a wager was settled."""
    done = (event for event in round_.events if isinstance(event, e.WagerSettled))
    return [(event.line, event.pays) for event in done if event.wager == wager]


def drawn(first: str, then: str, *sets: str, dealer: str = "Tc 9d", answers: tuple[str, ...] = ()) -> BlackjackRound:
    answers = answers or ("hit",) * len(then.split())
    round_ = play(BJ, shoe(first, dealer=dealer, then=then), bets={1: 1000}, answers=answers, sets=sets)
    if not round_.over:
        round_ = play(BJ, shoe(first, dealer=dealer, then=then), bets={1: 1000}, answers=(*answers, "stand"), sets=sets)
    check_conserved(round_)
    return round_


def test_a_blackjack_of_one_suit_is_paid_its_own_odds() -> None:
    for hand, paid in (("Ah Kh", ("suited_blackjack", 2000)), ("Ah Kd", ("", 1500))):
        round_ = play(BJ, shoe(hand, dealer="6c Td"), bets={1: 1000}, sets=[SUITED])
        assert settled(round_) == [paid]
    tie = play(BJ, shoe("Ah Kh", dealer="Tc Ad"), bets={1: 1000}, sets=[SUITED])
    assert settled(tie) == [("", 0)]


def test_a_blackjack_of_one_suit_is_rounded_as_blackjacks_are() -> None:
    sets = ["bonus.suited_blackjack=8:5", "blackjack.rounding=1.00", "table.bet_step=1.00"]
    assert settled(play(BJ, shoe("Ah Kh", dealer="6c Td"), bets={1: 700}, sets=sets)) == [("suited_blackjack", 1100)]


def test_a_toke_that_follows_the_wager_gets_the_same_odds() -> None:
    cards = shoe("Ah Kh", dealer="6c Td")
    for follows, pays in (("true", 200), ("false", 100)):
        sets = [SUITED, f"toke.follows_wager={follows}"]
        round_ = play(BJ, cards, bets={1: 1000}, tokes={1: 100}, sets=sets)
        assert [paid for _, paid in settled(round_, "toke:main")] == [pays]


@pytest.mark.parametrize(
    ("then", "paid"),
    [
        ("2s 5c Th", ("five_card_21", 1500)),
        ("2s 3c 5c 7h", ("five_card_21", 1500)),
        ("2s 3c 3h 4c 5c", ("seven_card_21", 3000)),
        ("2s 2c 3c 3h 2h 5c", ("seven_card_21", 3000)),
        ("2s 5c 9h", ("", 1000)),
        ("8s 9c", ("", 1000)),
    ],
)
def test_21_of_many_cards_is_paid_by_the_highest_line_that_has_odds(then: str, paid: tuple[str, int]) -> None:
    assert settled(drawn("2h 2d", then, *MANY)) == [paid]


@pytest.mark.parametrize(
    ("cards", "paid"),
    [
        ("6h 7d 8s", ("six_seven_eight", 1500)),
        ("8h 6h 7h", ("six_seven_eight_suited", 2000)),
        ("7s 8s 6s", ("six_seven_eight_spades", 3000)),
        ("5s 8s 8s", ("", 1000)),
    ],
)
def test_6_7_8_in_any_order_is_paid_by_its_suits(cards: str, paid: tuple[str, int]) -> None:
    first, third = cards[:5], cards[6:]
    assert settled(drawn(first, third, *SIX_SEVEN_EIGHT)) == [paid]


def test_a_line_without_odds_leaves_the_one_below() -> None:
    assert settled(drawn("7s 7s", "7s", "triple_seven=5:1")) == [("triple_seven", 5000)]
    assert settled(drawn("7s 7s", "7s", "triple_seven_suited=9:1")) == [("triple_seven_suited", 9000)]
    assert settled(drawn("7s 7s", "7h", "triple_seven_suited=9:1")) == [("", 1000)]


def test_a_bonus_is_for_hands_that_win() -> None:
    assert settled(drawn("7s 7s", "7s 5c", "triple_seven=5:1", dealer="Tc 6d", answers=("hit",))) == [("", 0)]
    broken = drawn("7s 7s", "7s Kc", "triple_seven=5:1", dealer="Tc 6d", answers=("hit",))
    assert settled(broken) == [("triple_seven", 5000)]


def test_a_bonus_is_for_hands_that_are_neither_split_nor_doubled() -> None:
    doubled = drawn("6s 7s", "8s", *SIX_SEVEN_EIGHT, answers=("double",))
    assert settled(doubled) == [("", 2000)]
    split = drawn("7s 7s", "7h 7d 3c Tc", "triple_seven=5:1", answers=("split", "hit", "stand", "hit", "stand"))
    assert {line for line, _ in settled(split)} == {""}


def test_a_charlie_of_21_is_paid_the_bonus() -> None:
    charlie = drawn("2h 2d", "2s 5c Th", *MANY[:1], "payouts.charlie=5", dealer="Tc 9d")
    assert settled(charlie) == [("five_card_21", 1500)]


@pytest.mark.parametrize(
    ("sets", "reason"),
    [
        (["payouts.charlie=5", "bonus.six_card_21=2:1"], "never comes about"),
        (["bonus.suited_blackjack=1:1"], "pays less than blackjack.pays"),
        (["bonus.triple_seven=3:1", "bonus.triple_seven_spades=2:1"], "pays less than bonus.triple_seven"),
        (["payouts.win=2:1", "bonus.five_card_21=3:2"], "pays less than payouts.win"),
        (["bonus.split_hands=true"], "has no effect where no bonus is paid"),
    ],
)
def test_bonuses_that_make_no_sense_are_refused_with_the_reason(sets: list[str], reason: str) -> None:
    with pytest.raises(SheetError, match=reason):
        load(BJ, sets=sets)


@pytest.mark.parametrize("path", ["bonus.triple_seven", "payouts.win", "blackjack.pays", "payouts.charlie"])
def test_a_value_that_cannot_be_read_is_one_clear_defect(path: str) -> None:
    said = (
        'extends = "catfish-blackjack"',
        f'{path} = "x"',
        'bonus.suited_blackjack = "2:1"',
        'bonus.six_card_21 = "2:1"',
    )
    text = "\n".join(said)
    with pytest.raises(SheetError, match=f"1 defect: {path}"):
        parse_sheet(text)


def test_a_sheet_without_bonuses_has_the_hash_it_had() -> None:
    assert load(BJ).hash == parse_sheet('extends = "catfish-blackjack"\nname = "own"\n').hash
    assert not list(load(BJ).rules.bonus.lines())
    assert load(BJ, sets=[SUITED]).hash != load(BJ).hash


def test_bonuses_are_posted_with_their_odds() -> None:
    sheet = load(BJ, sets=[SUITED, *MANY])
    lines = posted(sheet)
    assert lines["Blackjack of one suit, as dealt"] == ("2 to 1", True)
    assert lines["21 of seven cards or more"] == ("3 to 1", True)
    assert line_title(sheet, "main", "suited_blackjack") == "Blackjack of one suit, as dealt"


def posted(sheet: Sheet) -> dict[str, tuple[str, bool]]:
    """Every line of the placard: what it pays, and whether it departs from the document."""
    return {line.text: (line.pays, line.departs) for part in placard(sheet).parts for line in part.lines}


NEITHER = "Bonuses are for hands that are neither split nor doubled."
TOO = "Bonuses are for split hands too, but not for doubled ones."


def test_whose_hands_are_paid_is_posted_with_the_bonuses_and_nowhere_else() -> None:
    assert not {NEITHER, TOO} & set(posted(load(BJ)))
    assert posted(load(BJ, sets=MANY))[NEITHER] == ("", False)
    assert posted(load(BJ, sets=[*MANY, SPLIT_TOO]))[TOO] == ("", True)


def test_split_hands_are_paid_where_the_house_says_so() -> None:
    answers = ("split", "hit", "stand", "hit", "stand")
    for more, lines in (((), {""}), ((SPLIT_TOO,), {"", "triple_seven"})):
        split = drawn("7s 7s", "7h 7d 3c Tc", "triple_seven=5:1", "split.max_hands=2", *more, answers=answers)
        assert {line for line, _ in settled(split)} == lines


def test_a_blackjack_of_a_split_hand_is_never_one_as_dealt() -> None:
    sets = (SUITED, SPLIT_TOO, "split.split_blackjack=true", "split.max_hands=2")
    split = drawn("Ah Ad", "Kh Qd", *sets, answers=("split",))
    assert settled(split) == [("", 1500), ("", 1500)]


def test_a_21_wins_against_a_21_where_the_house_says_so() -> None:
    """Drawn to, doubled to and split, and with its bonus; lower totals push, and a blackjack is no 21."""
    for sets, paid in (((), ("", 0)), ((WINS,), ("", 1000)), ((WINS, "triple_seven=5:1"), ("triple_seven", 5000))):
        assert settled(drawn("7s 7s", "7h 5c", *sets, dealer="Tc 6d", answers=("hit",))) == [paid]
    assert settled(drawn("6s 5s", "Th 5c", WINS, dealer="Tc 6d", answers=("double",))) == [("", 2000)]
    assert settled(drawn("Ts 9s", "3c", WINS, dealer="Tc 6d", answers=("stand",))) == [("", 0)]
    late = drawn("7s 7s", "7h", WINS, "deal.peek_on_ten=false", dealer="Tc Ad", answers=("hit",))
    assert settled(late) == [("", -1000)]


def test_a_21_that_always_wins_is_posted() -> None:
    sentence = "Equal totals are a push, but a 21 wins against anything but a blackjack."
    assert posted(load(BJ, sets=[WINS]))[sentence] == ("", True)

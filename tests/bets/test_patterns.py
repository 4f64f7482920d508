"""Patterns in words: what each test means, and that whatever could be read in two ways is refused with both."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from tests.bets.sheets import declaring

from pitboss.bets import SpotFacts
from pitboss.bets.automaton import Automaton
from pitboss.bets.check import unwinnable_lines
from pitboss.bets.declaration import compile_lines
from pitboss.cards import Card, parse_cards
from pitboss.errors import NotationError
from pitboss.games.actions import DeclineInsurance, GoOn, Hit, PlaceBet, Stand, StartDeal
from pitboss.games.blackjack import BlackjackRound
from pitboss.hands.totals import total
from pitboss.maths.sidebets.blackjack.tables import axis, line_table
from pitboss.rules import parse_sheet

TWO, THREE = "first_two", "first_two_and_up"


FILLERS = ("9d 8c", "Td 7c")
"""Hands of whoever a bet does not look at: nobody breaks and nobody draws."""


def dealt(cards: str, text: str) -> tuple[list[Card], list[Card]]:
    """The player's and the dealer's hands in which a bet sees these cards; after `|` stand those of the other one."""
    seen, _, beside = text.partition("|")
    hand, other = parse_cards(seen), list(parse_cards(beside))
    mine, theirs = map(list, map(parse_cards, FILLERS))
    if cards.startswith("dealer"):
        return other or mine, [*hand, *theirs[len(hand) :]]
    if cards == "up_card":
        return mine, [hand[0], theirs[1]]
    if cards == "first_two_and_up":
        return list(hand[:2]), [hand[2], *(other or theirs[1:])]
    return list(hand), other or theirs


def settled(cards: str, pattern: str, text: str, stake: int = 100) -> bool:
    """Whether a table pays the bet on these cards; every answer is to hit until the hand is as it was written."""
    player, dealer = dealt(cards, text)
    shoe = [player[0], dealer[0], player[1], dealer[1], *player[2:], *dealer[2:], *parse_cards("2c 2d 3c 3d 2h 3h")]
    round_ = BlackjackRound(parse_sheet(declaring(cards, {"own": pattern})), tuple(shoe))
    round_.act(PlaceBet(spot=1, cents=500)).act(PlaceBet(spot=1, cents=stake, wager="own")).act(StartDeal())
    while not round_.over:
        question = round_.question
        assert question is not None
        asked = {"insurance": DeclineInsurance(1), "natural": GoOn()}
        more = len(round_.spots[1].hands[0].cards) < len(player)
        round_.act(asked.get(question.kind) or (Hit() if more else Stand()))
    done = next(one for one in round_.settlements if one.wager == "own")
    return done.line == "own"


def tabled(cards: str, pattern: str, text: str, stake: int = 100) -> bool:
    """Whether the arrays that solvers and kernel read have the line for these cards."""
    player, dealer = dealt(cards, text)
    compiled = compile_lines(cards, [("own", pattern)])
    naturals = [len(hand) == 2 and total(hand).points == 21 for hand in (dealer, player)]
    facts = {"dealer_blackjack": naturals[0], "player_blackjack": naturals[1], "bet": stake, "main": 500}
    if not compiled.look.fixed:
        automaton = Automaton(compiled)
        state = 0
        for card in player if cards == "player_hand" else dealer:
            state = automaton.steps[state][automaton.kinds[card]]
        return bool(compiled.decoded(automaton.code(state, facts))[0])
    hand = {"first_two": player[:2], "up_card": dealer[:1], "first_two_and_up": [*player[:2], dealer[0]]}.get(
        cards, player[:3]
    )
    size = len(hand)
    table = line_table(compiled, [axis(place, size) for place in range(size)], facts, (52,) * size)
    return bool(table.lines[table.ways[tuple(map(int, hand))]])


@pytest.mark.parametrize(
    ("cards", "pattern", "made", "not_made"),
    [
        (TWO, "pair", "7h 7s", "7h 8h"),
        (TWO, "pair of K", "Kh Ks", "7h 7s"),
        (TWO, "pair and suited", "7h 7h", "7h 7d"),
        (TWO, "pair and one colour", "7h 7d", "7h 7s"),
        (TWO, "suited", "2h 9h", "2h 9d"),
        (TWO, "all of red", "2h 9d", "2h 9s"),
        (TWO, "any hearts", "2h 9s", "2c 9s"),
        (TWO, "no A", "2h 9s", "Ah 9s"),
        (TWO, "none of A, K", "2h 9s", "Kh 9s"),
        (TWO, "total 20", "Ah 9s", "Ah 8s"),
        (TWO, "hard total 20", "Kh Qs", "Ah 9s"),
        (TWO, "soft total 20", "Ah 9s", "Kh Qs"),
        (TWO, "soft total 21", "Ah Ks", "Ah 9s"),
        (TWO, "total at least 19", "Kh 9s", "Kh 8s"),
        (TWO, "total at most 5", "2h 3s", "2h 4s"),
        (TWO, "high total over 13", "Ah 3s", "Kh 3s"),
        (TWO, "low total under 13", "Ah Ks", "Kh 3s"),
        (TWO, "one suit", "2h 9h", "2h 9d"),
        (TWO, "one colour", "2h 9d", "2h 9s"),
        (TWO, "any of A / K", "Ah 9s", "Qh 9s"),
        (TWO, "any seven", "7h 2s", "8h 2s"),
        (TWO, "all of kings", "Kh Ks", "Kh Qs"),
        (TWO, "any 10", "Th 2s", "Jh 2s"),
        (TWO, "any Kh", "Kh 2s", "Ks 2h"),
        (TWO, "at most 1 of 7", "7s Kh", "7s 7h"),
        (TWO, "any diamonds", "2d 9s", "2h 9s"),
        (TWO, "any clubs", "2c 9s", "2h 9s"),
        (TWO, "all of black", "2c 9s", "2c 9h"),
        (TWO, "second card is K", "7h Ks", "Kh 7s"),
        (TWO, "spread over 2", "4h 8s", "4h 7s"),
        (TWO, "pair and dealer blackjack", "2h 2s|Ah Kd", "2h 2s"),
        (TWO, "total 9 to 11", "5h 5s", "6h 6s"),
        (TWO, "total over 13", "Kh 4s", "Kh 3s"),
        (TWO, "total under 13", "Kh 2s", "Kh 3s"),
        (TWO, "high total 22", "Ah As", "Kh Ks"),
        (TWO, "low total 2", "Ah As", "Ah 2s"),
        (TWO, "blackjack", "Ah Ks", "9h 2s"),
        (TWO, "all of king of spades", "Ks Ks", "Ks Kh"),
        (TWO, "exactly 1 of 7", "7s Kh", "7s 7h"),
        (TWO, "at least two of faces", "Js Qh", "Js Th"),
        (TWO, "all of ten-values", "Ts Qh", "9s Qh"),
        (TWO, "all of 2-6", "2s 6h", "7s 6h"),
        (TWO, "any red 7", "7h 2s", "7s 2h"),
        (TWO, "first card is 7", "7h 2s", "2h 7s"),
        (TWO, "spread 2", "4h 7s", "4h 6s"),
        (TWO, "any K and any Q and suited", "Kh Qh", "Kh Qs"),
        (TWO, "pair or suited", "7h 9h", "7h 9s"),
        (TWO, "suited and not pair", "7h 9h", "7h 7h"),
        (TWO, "suited and (pair or total 20)", "Kh Qh", "Kh 9h"),
        (THREE, "three of a kind", "7h 7d 7s", "7h 7d 8s"),
        (THREE, "exactly two of a kind", "7h 7d 8s", "7h 7d 7s"),
        (THREE, "at least two of a kind", "7h 8d 7s", "7h 8d 9s"),
        (THREE, "at most two of a kind", "7h 8d 7s", "7h 7d 7s"),
        (THREE, "exactly 3 of 7", "7h 7d 7s", "7h 7d 8s"),
        (THREE, "first two are total 20", "Kh Qd 2s", "Kh 2d Qs"),
        (THREE, "dealer blackjack and suited", "2h 3h Ah|Kd", "2h 3h Ah|9d"),
        (THREE, "straight", "Ah 2d 3s", "Kh Ad 2s"),
        (THREE, "ace high straight", "Qh Kd As", "Ah 2d 3s"),
        (THREE, "straight and flush", "4h 6h 5h", "4h 6h 5d"),
        (THREE, "up card is A", "2h 3d As", "As 3d 2h"),
        (THREE, "first two are suited", "2h 3h As", "2h 3d Ah"),
        (THREE, "first two (pair and suited)", "2h 2h As", "2h 2d Ah"),
        (THREE, "exactly 2 suited matches", "7h 7h 7h", "7h 7d 7h"),
        (THREE, "exactly 1 unsuited match", "7h 2d 7s", "7s 2d 7s"),
        (THREE, "at least 1 match", "7h 2d 7s", "8h 2d 7s"),
        (THREE, "between", "2h 9d 5s", "2h 5d 9s"),
        ("up_card", "up card is 2-6", "4h", "7h"),
        ("first_three", "at least 3 of 7", "7h 7d 7s", "7h 7d"),
        ("first_three", "third card is 7", "5h 4d 7s", "7h 4d 5s"),
        ("first_three", "exactly 2 cards", "5h 4d", "5h 4d 7s"),
        ("dealer_hand", "bust and exactly 3 cards", "Kh 6d Ts", "Kh 2d 4s Ks"),
        ("dealer_hand", "at most 2 cards", "Kh 8d", "Kh 6d Ts"),
        ("dealer_hand", "hole card is 6", "Kh 6d Ts", "6h Kd Ts"),
        ("dealer_hand", "first two are blackjack", "Ah Kd", "Kh 6d 5s"),
        ("dealer_hand", "no A", "Kh 8d", "Ah 8d"),
        ("dealer_hand", "at least two of a kind and total 17 to 21", "Kh 5d 5s", "Kh 4d 5s"),
        ("dealer_hand", "total 22 and one colour", "Kh 6d 6h", "Kh 6d 6s"),
        ("dealer_hand", "bust and up card is 6", "6h Kd Qs", "Kh 6d Qs"),
        ("dealer_hand", "third card is 8 and bust", "9h 5d 8s", "9h 8d 5s"),
        ("dealer_hand", "bust and player blackjack", "9h 5d 8s|As Ks", "9h 5d 8s"),
        ("dealer_first_two", "blackjack", "Ah Ks", "9h Ks"),
        ("dealer_first_two", "pair and suited", "9h 9h", "9h 9d"),
        ("dealer_first_two", "hole card is A", "9h Ad", "Ah 9d"),
        ("player_hand", "at least 5 cards and not bust", "2h 3d 4s 5c 6h", "Kh 6d Qs"),
        ("player_hand", "total 21 and straight", "6h 7d 8s", "5h 7d 9s"),
        ("player_hand", "straight", "2h 3d 4s 5c", "5h 6d"),
        ("player_hand", "straight", "Ah 2d 3s", "3h 4d 4s"),
        ("player_hand", "all of 7", "7h 7d 7s", "7h 7d 5s"),
    ],
)
def test_a_pattern_means_what_it_says(cards: str, pattern: str, made: str, not_made: str) -> None:
    """At the table, and in the arrays that the mathematics reads."""
    assert settled(cards, pattern, made)
    assert tabled(cards, pattern, made)
    assert not settled(cards, pattern, not_made)
    assert not tabled(cards, pattern, not_made)


@pytest.mark.parametrize(("pattern", "stake", "other"), [("pair and bet is 4.00", 400, 300), ("bet is 2", 200, 100)])
def test_a_pattern_may_ask_for_what_was_staked(pattern: str, stake: int, other: int) -> None:
    assert settled(TWO, pattern, "2h 2s", stake)
    assert tabled(TWO, pattern, "2h 2s", stake)
    assert not settled(TWO, pattern, "2h 2s", other)
    assert not tabled(TWO, pattern, "2h 2s", other)
    assert settled(TWO, "pair and main bet is 5", "2h 2s")


@pytest.mark.parametrize(
    ("cards", "pattern", "reason"),
    [
        (TWO, "pair and suited or total 20", "(a and b) or c, or a and (b or c)"),
        (TWO, "not pair and suited", "(not a) and b, or not (a and b)"),
        (TWO, "any 7s", "every 7 or the 7 of spades"),
        (TWO, "K", "any K or all of K"),
        (TWO, "2 of K", "exactly 2 or at least 2"),
        ("dealer_hand", "bust and 5 cards", "exactly 5 or at least 5"),
        (THREE, "pair", "exactly or at least two of a kind"),
        ("dealer_hand", "three of a kind", "exactly or at least 3"),
    ],
)
def test_what_two_readings_could_mean_is_refused_with_both(cards: str, pattern: str, reason: str) -> None:
    with pytest.raises(NotationError) as refused:
        compile_lines(cards, [("line", pattern)])
    assert reason in refused.value.what
    assert refused.value.expected


@pytest.mark.parametrize(
    ("cards", "pattern"),
    [
        (TWO, ""), (TWO, "pairs"), (TWO, "pair and"), (TWO, "(pair"), (TWO, "pair)"), (TWO, "total"), (TWO, "total x"),
        (TWO, "total 9 to 5"), (TWO, "any of"), (TWO, "any zebra"), (TWO, "any 6-2"), (TWO, "king"), (TWO, "straight"),
        (TWO, "up card is A"), (TWO, "exactly 1 match"), (TWO, "between"), (TWO, "player blackjack"), (TWO, "bet is x"),
        (TWO, "__import__('os')"), (TWO, "pair; pair"), (TWO, "(" * 20 + "pair" + ")" * 20), (TWO, "pair " * 100),
        (THREE, "five of a kind"), (THREE, "at least 9 of a kind"), (THREE, "king of zebras"), (THREE, "first two"),
        ("dealer_hand", "first two are suited"), ("dealer_hand", "dealer blackjack"), ("up_card", "second card is 7"),
        ("first_two_and_up", "up card (straight)"), ("first_two", "straight"),
        ("dealer_hand", "spread 2"), ("dealer_first_two", "spread 2"), (THREE, "up card (spread 2)"),
        (THREE, "first two (between)"), (THREE, "up card (exactly 1 match)"), (TWO, "total \u0662\u0660"),
        (TWO, "total 100"), (TWO, "total " + "9" * 150), (TWO, "up between"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_in_one_line(cards: str, pattern: str) -> None:
    with pytest.raises(NotationError) as refused:
        compile_lines(cards, [("line", pattern)])
    assert "\n" not in str(refused.value)


# --- lines that cannot win ----------------------------------------------------------------------------------


def hopeless(cards: str, *patterns: str, every_line: bool = False) -> dict[str, str]:
    named = [(f"line{place}", pattern) for place, pattern in enumerate(patterns, 1)]
    return dict(unwinnable_lines(compile_lines(cards, named, every_line=every_line)))


@pytest.mark.parametrize(
    ("cards", "patterns"),
    [
        (TWO, ("pair and suited and total 15",)),
        (TWO, ("total over 21",)),
        (THREE, ("straight and at least two of a kind",)),
        (THREE, ("exactly 2 suited matches and exactly 1 unsuited match",)),
        ("dealer_hand", ("bust and exactly 2 cards",)),
        ("dealer_hand", ("total 22 and blackjack",)),
    ],
)
def test_a_line_that_no_cards_make_is_found(cards: str, patterns: tuple[str, ...]) -> None:
    assert hopeless(cards, *patterns) == {"line1": "can never win: no cards make it"}


@pytest.mark.parametrize(
    ("cards", "patterns", "by"),
    [
        (TWO, ("pair", "pair and suited"), "line1"),
        (TWO, ("suited", "pair", "pair and suited"), "line1 and line2"),
        (TWO, ("all of red", "all of black", "one colour"), "line1 and line2"),
        (THREE, ("flush", "three of a kind", "straight and flush"), "line1"),
        ("dealer_hand", ("bust", "bust and at least 5 cards"), "line1"),
    ],
)
def test_a_line_that_earlier_ones_swallow_is_found_with_those(cards: str, patterns: tuple[str, ...], by: str) -> None:
    last = f"line{len(patterns)}"
    assert hopeless(cards, *patterns) == {last: f"can never win: every hand that makes it is taken by {by} above it"}


def test_where_every_line_is_paid_none_swallows_another() -> None:
    assert hopeless(TWO, "pair", "pair and suited", every_line=True) == {}


# --- one meaning everywhere ---------------------------------------------------------------------------------


def test_arrays_of_deals_are_asked_as_single_deals_are() -> None:
    lines = [("a", "straight and flush"), ("b", "at least two of a kind and up card is K"),
             ("c", "soft total 17 to 21"), ("d", "exactly 1 suited match"), ("e", "between and spread 3"),
             ("f", "first card is red 7")]  # fmt: skip
    compiled = compile_lines(THREE, lines)
    table = line_table(compiled, [axis(0, 3), axis(1, 3), axis(2, 3)], {}, (52, 52, 52))
    few = np.random.default_rng(7).choice(52, size=(400, 3))
    for one, two, up in few.tolist():
        made = compiled.lines(SpotFacts((Card(one), Card(two)), Card(up)))
        assert table.lines[table.ways[one, two, up]] == made


def test_an_automaton_folds_every_hand_to_the_lines_of_its_cards() -> None:
    lines = [("a", "bust and at least 6 cards"), ("b", "total 22 and suited"), ("c", "bust and up card is A, 2"),
             ("d", "blackjack"), ("f", "third card is red 8 and not bust"),
             ("g", "soft total 17 to 21 and any king of spades")]  # fmt: skip
    compiled = compile_lines("dealer_hand", lines)
    automaton = Automaton(compiled)
    outcomes = [compiled.decoded(automaton.code(state, {})) for state in range(len(automaton.states))]
    classes, steps = automaton.smallest(list(outcomes))
    assert max(classes) + 1 < len(automaton.states)
    decoded = dict(zip(classes, outcomes, strict=True))
    few = parse_cards("As 2h 8d 8s Ks 6c")
    for size in (2, 3, 4):
        for hand in product(few, repeat=size):
            if total(hand[:-1]).broken:
                continue
            state = 0
            for card in hand:
                state = steps[52 * state + card]
            assert decoded[state] == compiled.award(SpotFacts((hand[0], hand[1]), hand[0], dealer=hand))


def test_an_automaton_that_would_grow_too_large_is_refused() -> None:
    with pytest.raises(NotationError, match="hands apart"):
        Automaton(compile_lines("player_hand", [("line", "at least four of a kind and suited and total 21")]))

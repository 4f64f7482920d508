"""One hand in the middle of a round: the same values as the whole solution, and splits that add up."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from tests.solver.house import SHEETS

from pitboss.cards import DECK, Card, parse_cards
from pitboss.errors import NotationError
from pitboss.hands.totals import POINTS
from pitboss.maths.blackjack import solve
from pitboss.maths.blackjack.in_play import InPlay
from pitboss.maths.blackjack.record import KINDS, LAMMER, SPLIT, UNSPLIT, compile_record
from pitboss.maths.blackjack.solver import no_blackjack
from pitboss.rules import load

HANDS = ("8s 8d", "As Ad", "Ts Td", "Ts Kd", "5s 5d", "As Kd", "As 7h", "2s 3h 4d", "Th 6h")
UPS = ("Tc", "Ac", "6h", "2c")


def left(decks: int, seen: str) -> list[Card]:
    cards = Counter(DECK * decks)
    cards.subtract(parse_cards(seen))
    return list(cards.elements())


@pytest.mark.parametrize("name", SHEETS)
def test_a_hand_has_the_values_of_the_whole_solution(name: str) -> None:
    sheet = load(name)
    record, cards = compile_record(sheet), left(sheet.rules.cards.decks, "8s Td 3c 4h 9h")
    solution = solve(sheet, shoe=cards)
    for up in (Card.parse(text) for text in UPS):
        play = InPlay(record, cards, up)
        for hand in map(parse_cards, HANDS):
            assert play.choices(hand, UNSPLIT) == pytest.approx(solution.values(hand, up), abs=1e-12)


@pytest.mark.parametrize("name", SHEETS)
def test_split_hands_have_the_values_of_their_kind(name: str) -> None:
    sheet = load(name)
    record, cards, up = compile_record(sheet), left(sheet.rules.cards.decks, "8c"), Card.parse("6h")
    solution = solve(sheet, shoe=cards)
    play = InPlay(record, cards, up)
    for kind in solution.kinds:
        if "ace" in KINDS[kind] or kind == UNSPLIT:
            continue
        found = play.choices(parse_cards("8s 3d"), kind, hands=4)
        assert found == pytest.approx(solution.values("8s 3d", up, kind=KINDS[kind]), abs=1e-12)


@pytest.mark.parametrize(
    ("name", "pair", "up"),
    [
        ("catfish-blackjack", "8s 8d", "6c"),
        ("catfish-blackjack", "Ts Td", "6c"),
        ("free-bet-blackjack", "8s 8d", "Tc"),
        ("free-bet-blackjack", "8s 8d", "6c"),
        ("free-bet-blackjack", "Ts Td", "6c"),
    ],
)
def test_a_split_is_worth_what_its_first_hand_and_those_that_wait_bring(name: str, pair: str, up: str) -> None:
    """Card by card for the first hand: split again where it pairs, played where it does not, and the other hand waits.

    In these positions the play that is best for a hand alone is not changed by the card that the other one was dealt.
    """
    record, hand, shown = compile_record(load(name)), parse_cards(pair), Card.parse(up)
    value = POINTS[hand[0]] - 1
    new = LAMMER if record.free_pairs[value] else SPLIT
    whole = InPlay(record, DECK * 6, shown)
    rest = Counter(POINTS[card] for card in left(6, f"{pair} {up}"))
    total = 0.0
    for points, ways in rest.items():
        drawn = next(card for card in DECK if POINTS[card] == points)
        first = InPlay(record, left(6, hand[1].text), shown)
        choices = first.choices((hand[0], drawn), SPLIT, hands=2, waiting=1)
        after = InPlay(record, left(6, drawn.text), shown)
        same, plays = after.same_left(hand), after.played_out(value, {new})[new]
        assert same is not None
        sure = no_blackjack(record, after.shoe.values, 2 * np.eye(10, dtype=np.int8)[value], after.up)
        waits = after.all_open(value, same, 1, 2, (plays, plays)) / sure
        played = choices.get("split", max(choices.values()))
        total += ways / rest.total() * sure / whole.no_blackjack(hand) * (played + waits)
    assert whole.choices(hand, UNSPLIT)["split"] == pytest.approx(total, abs=1e-12)


def test_no_more_hands_than_the_sheet_allows() -> None:
    play = InPlay(compile_record(load("catfish-blackjack")), DECK * 6, Card.parse("6c"))
    eights, aces = parse_cards("8s 8d"), parse_cards("As Ad")
    assert "split" in play.choices(eights, SPLIT, hands=3, waiting=1)
    assert "split" not in play.choices(eights, SPLIT, hands=4)
    assert "split" in play.choices(aces, UNSPLIT)
    assert "split" not in play.choices(aces, SPLIT, hands=2, waiting=1)


def test_what_is_no_hand_is_refused() -> None:
    play = InPlay(compile_record(load("catfish-blackjack")), DECK * 6, Card.parse("6c"))
    with pytest.raises(NotationError, match="no hand to decide on"):
        play.choices(parse_cards("Ts 9s 8s"), UNSPLIT)
    with pytest.raises(NotationError, match="run out"):
        InPlay(compile_record(load("catfish-blackjack")), parse_cards("8s 8d 8c 8h 6c 7c 7d"), Card.parse("6c"))

"""Cards, hands and decks as text that round-trips."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK, RANKS, SUITS, UNKNOWN, Card, cards_text, parse_cards
from pitboss.errors import NotationError

ALL = (*DECK, UNKNOWN)
HANDS = st.lists(st.sampled_from(ALL), max_size=12)


def test_a_deck_holds_each_card_once() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert {card.text for card in DECK} == {rank + suit for rank in RANKS for suit in SUITS}


@pytest.mark.parametrize("card", ALL, ids=str)
def test_every_card_is_read_back_from_each_of_its_texts(card: Card) -> None:
    written = [card.text, card.text.lower(), card.text.upper(), card.symbol, str(card), f" {card.text}\n"]
    written += [card.text.replace("T", "10")]
    assert all(Card.parse(text) is card for text in written)


@given(HANDS)
def test_a_hand_is_read_back_from_its_text(hand: list[Card]) -> None:
    assert list(parse_cards(cards_text(hand))) == hand
    assert list(parse_cards("".join(card.text for card in hand))) == hand
    assert list(parse_cards(", ".join(card.symbol for card in hand))) == hand


def test_a_whole_deck_is_read_back_from_its_text() -> None:
    assert parse_cards(cards_text(DECK)) == DECK
    assert parse_cards("") == ()


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("As Kx", 3),
        ("Zs", 0),
        ("As 1s", 3),
        ("As,,K", 4),
        ("As ?", 3),
        ("As 10", 3),
        ("10h10", 3),
        ("♠A", 0),
        ("As\tQq", 3),
    ],
)
def test_an_unreadable_card_is_shown_with_its_place(text: str, at: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_cards(text)
    assert caught.value.at == at
    assert f"at character {at + 1}" in str(caught.value)
    assert "2-9 T J Q K A" in str(caught.value)


@pytest.mark.parametrize("text", ["", "As Kd", "A"])
def test_one_card_is_asked_for_and_not_none_or_two(text: str) -> None:
    with pytest.raises(NotationError):
        Card.parse(text)


@pytest.mark.parametrize("number", [-1, 53])
def test_there_is_no_card_beyond_the_deck(number: int) -> None:
    with pytest.raises(NotationError, match=f"no card number {number}"):
        Card(number)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_there_is_one_object_per_card_even_after_pickling(protocol: int) -> None:
    assert all(pickle.loads(pickle.dumps(card, protocol)) is card for card in ALL)
    assert all(copy.deepcopy(card) is card and Card(int(card)) is card for card in ALL)


def test_cards_sort_by_rank_then_suit() -> None:
    shown = cards_text(sorted(parse_cards("As 2s Td 2c Kh Tc")))
    assert shown == "2c 2s Tc Td Kh As"
    assert [card.rank for card in DECK[::4]] == list(RANKS)


def test_red_and_black() -> None:
    assert {card.colour for card in DECK if card.suit in "dh"} == {"red"}
    assert {card.colour for card in DECK if card.suit in "cs"} == {"black"}


def test_the_unknown_card_says_nothing() -> None:
    assert (UNKNOWN.rank, UNKNOWN.suit, UNKNOWN.colour, UNKNOWN.symbol) == ("?", "?", "?", "??")
    assert (UNKNOWN.name, UNKNOWN.known) == ("unknown card", False)
    assert all(card.known for card in DECK)


def test_cards_have_names_for_people() -> None:
    assert Card.parse("As").name == "ace of spades"
    assert Card.parse("Th").name == "ten of hearts"
    assert (Card.parse("Th").symbol, repr(Card.parse("Th"))) == ("T♥", "Card('Th')")


def test_every_card_is_true_the_first_one_too() -> None:
    assert all(bool(card) for card in ALL)
    assert int(Card.parse("2c")) == 0

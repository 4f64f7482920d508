"""Decks: complete, of one back, and told apart."""

from __future__ import annotations

import pytest

from pitboss.cards import DECK, UNKNOWN, parse_cards
from pitboss.errors import IllegalAction
from pitboss.shoe import NEW_DECK_ORDER, Deck, card_defects, census, check_decks, fresh_decks
from pitboss.shoe.deck import check_backs, check_deck, stray_backs


def test_new_decks() -> None:
    assert set(NEW_DECK_ORDER) == set(DECK)
    assert [card.text for card in NEW_DECK_ORDER[::13]] == ["As", "Ad", "Kc", "Kh"]
    assert set(census(fresh_decks(6)).values()) == {6}


def test_every_defect_is_listed_at_once() -> None:
    cards = (*fresh_decks(6)[2:], *parse_cards("Kh Kh"))
    assert [str(defect) for defect in card_defects(cards)] == [
        "2s missing",
        "Kh too many 2 times",
        "As missing",
    ]
    with pytest.raises(IllegalAction, match=r"^the cards: 2s missing, Kh too many 2 times, As missing \[X-1\]$"):
        check_decks(cards, clause="X-1")
    with pytest.raises(IllegalAction, match=r"311 cards where 312 belong: As missing"):
        check_decks(fresh_decks(6)[1:])
    check_decks(fresh_decks(8), 8)


def test_an_unseen_card_is_no_card_of_a_deck() -> None:
    assert [str(defect) for defect in card_defects((*NEW_DECK_ORDER, UNKNOWN), decks=1)] == ["?? too many"]


@pytest.mark.clause("UTH-SHUF-2b")
def test_a_foreign_back_is_reported_by_its_place() -> None:
    backs = ("red",) * 30 + ("blue",) + ("red",) * 21
    deck = Deck("A", "red", backs=backs)
    assert stray_backs(deck) == ((30, "blue"),)
    with pytest.raises(IllegalAction, match="card 31 has a blue back") as refusal:
        check_deck(deck, back_clause="UTH-SHUF-2b")
    assert refusal.value.clause == "UTH-SHUF-2b"
    assert deck.cards[30].text not in refusal.value.reason  # a face is nobody's business here
    check_deck(Deck("A", "red", backs=("red",) * 52))


def test_backs_are_compared_over_all_decks() -> None:
    with pytest.raises(IllegalAction, match="decks A and C both have red backs"):
        check_backs([Deck("A", "red"), Deck("B", "blue"), Deck("C", "red")])

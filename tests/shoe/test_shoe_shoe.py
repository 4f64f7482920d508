"""The shoe as a value."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import UNKNOWN, Card, parse_cards
from pitboss.errors import IllegalAction
from pitboss.shoe import SeededChance, Shoe, assert_conserved, fresh_decks

SIX = fresh_decks(6)


def drawn(shoe: Shoe, cards: int) -> Shoe:
    for _ in range(cards):
        _, shoe = shoe.draw()
    return shoe


@pytest.mark.clause("GC-EQUIP-4")
def test_cards_come_from_the_shoe_in_order_until_it_is_empty() -> None:
    shoe, seen = Shoe(SIX, 260), []
    while shoe.can_draw():
        card, shoe = shoe.draw()
        seen.append(card)
    assert tuple(seen) == SIX
    assert (shoe.cards_left, shoe.penetration) == (0, (312, 312))
    for draw in (shoe.draw, shoe.burn):
        with pytest.raises(IllegalAction, match="empty"):
            draw()


def test_drawing_copies_nothing_and_changes_nothing() -> None:
    shoe = Shoe(SIX, 260)
    _, after = shoe.draw()
    assert after.order is shoe.order
    assert (shoe.drawn, after.drawn) == (0, 1)
    assert shoe.draw() == shoe.draw()
    assert len({shoe, after, drawn(shoe, 1)}) == 2
    assert pickle.loads(pickle.dumps(after)) == after


def test_the_cut_card_is_out_when_all_before_it_are() -> None:
    shoe = drawn(Shoe(SIX, 260), 259)
    assert not shoe.cut_card_out
    assert shoe.can_start_round("finish_round")
    shoe = drawn(shoe, 1)
    assert shoe.cut_card_out
    assert shoe.last_round("finish_round")
    with pytest.raises(IllegalAction, match=r"shuffle before the next round \[X-2\]"):
        shoe.check_start_round("finish_round", clause="X-2")


def test_one_more_round_is_one_more() -> None:
    shoe = drawn(Shoe(SIX, 260).start_round("one_more_round"), 261)
    assert not shoe.last_round("one_more_round")
    shoe = shoe.start_round("one_more_round")
    assert shoe.last_round("one_more_round")
    with pytest.raises(IllegalAction):
        shoe.start_round("one_more_round")


def test_burned_and_discarded_cards_are_gathered_again() -> None:
    shoe = drawn(Shoe(SIX, 260).burn(), 4).burn_from_table(2).discard([3, 1])
    assert (shoe.burned, shoe.discards, shoe.on_table) == ((0, 2), (3, 1), (4,))
    assert_conserved(shoe, SIX)
    slots = [*range(5, 312), 2, 0, 4, 1, 3]
    assert shoe.gather() == tuple(SIX[slot] for slot in slots)
    for wrong in ([3], [0], [4, 4], [5]):
        with pytest.raises(IllegalAction):
            shoe.discard(wrong)


def test_the_stub_goes_in_the_rack() -> None:
    shoe = drawn(Shoe(fresh_decks(1), 52), 5 + 2 * 4).discard().eject()
    assert (shoe.cards_left, len(shoe.discards)) == (0, 52)
    assert_conserved(shoe, fresh_decks(1))


def test_a_declared_card_is_unseen_until_told_and_never_too_often() -> None:
    shoe = drawn(Shoe((UNKNOWN,) * 312, 260), 8)
    ace = Card.parse("As")
    for slot in range(6):
        assert shoe.order[slot] is UNKNOWN
        shoe = shoe.tell(slot, ace)
    with pytest.raises(IllegalAction, match="As is out already 6 of 6 times"):
        shoe.tell(6, ace)
    assert not shoe.can_tell(6, ace)
    assert shoe.can_tell(5, ace)  # the same again is no contradiction
    for slot, card, why in (
        (5, "Ks", "was told as As"),
        (8, "Ks", "still in the shoe"),
        (400, "Ks", "no slot"),
    ):
        with pytest.raises(IllegalAction, match=why):
            shoe.tell(slot, Card.parse(card))
    with pytest.raises(IllegalAction, match="must have a face"):
        shoe.tell(6, UNKNOWN)
    assert_conserved(shoe, SIX)


@given(st.lists(st.sampled_from(["draw", "burn", "discard", "burn_from_table"]), max_size=80), st.integers())
def test_cards_are_conserved_whatever_is_done(actions: list[str], seed: int) -> None:
    chance = SeededChance(seed)
    start = tuple(chance.shuffled(fresh_decks(1)))
    shoe = Shoe(start, 40)
    for action in actions:
        if action == "draw" and shoe.can_draw():
            _, shoe = shoe.draw()
        elif action == "burn" and shoe.can_draw():
            shoe = shoe.burn()
        elif shoe.on_table:
            slot = chance.choice(shoe.on_table)
            shoe = shoe.discard([slot]) if action == "discard" else shoe.burn_from_table(slot)
        assert_conserved(shoe, start)
    assert sorted(shoe.gather()) == sorted(start)


def test_a_lost_or_made_card_is_our_bug() -> None:
    ace, king = parse_cards("As Ks")
    with pytest.raises(AssertionError, match="did not begin with"):
        assert_conserved(Shoe((ace, ace), 2), (ace, king))
    with pytest.raises(AssertionError, match="two places"):
        assert_conserved(Shoe((ace, king), 2, drawn=1, burned=(0,), discards=(0,)), (ace, king))
    with pytest.raises(AssertionError, match="lost"):
        assert_conserved(Shoe((ace,), 1), (ace, king))

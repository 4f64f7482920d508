"""Where the order comes from."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pitboss.cards import UNKNOWN, parse_cards
from pitboss.errors import IllegalAction
from pitboss.shoe import (
    CardSource,
    CryptographicSource,
    DeclaredSource,
    ManualSource,
    SeededChance,
    SeededSource,
    ShuffleRules,
    fresh_decks,
)
from pitboss.shoe.procedures import perform, two_stack_shuffle

Rules = Callable[..., ShuffleRules]
SIX = fresh_decks(6)


@pytest.mark.parametrize(
    "source",
    [CryptographicSource(), SeededSource(1), ManualSource(SeededChance(1))],
    ids=lambda source: str(source.name),
)
def test_every_source_keeps_the_cards_and_logs_the_documents_steps(rules_of: Rules, source: CardSource) -> None:
    shuffled = source.shuffled(SIX, rules_of("catfish-blackjack"))
    assert sorted(shuffled.order) == sorted(SIX)
    assert [step.name for step in shuffled.steps][:2] == ["split", "riffle"]
    assert shuffled.order != SIX


def test_the_uniform_order_comes_first_and_the_procedure_after(rules_of: Rules) -> None:
    rules, chance = rules_of("catfish-blackjack"), SeededChance(5)
    by_hand, steps = perform(two_stack_shuffle(tuple(chance.shuffled(SIX)), chance, rules))
    source = SeededSource(5)
    shuffled = source.shuffled(SIX, rules)
    assert (shuffled.order, shuffled.steps) == (by_hand, steps)
    assert source.shuffled(SIX, rules).order != by_hand  # the stream reads on
    assert SeededSource("5").shuffled(SIX, rules) == shuffled


def test_the_manual_source_uses_only_the_hands(rules_of: Rules) -> None:
    rules = rules_of("catfish-blackjack")
    by_hand, _ = perform(two_stack_shuffle(SIX, SeededChance(5), rules))
    assert ManualSource(SeededChance(5)).shuffled(SIX, rules).order == by_hand


def test_two_cryptographic_orders_differ(rules_of: Rules) -> None:
    rules = rules_of("catfish-blackjack")
    assert CryptographicSource().shuffled(SIX, rules).order != CryptographicSource().shuffled(SIX, rules).order


def test_declared_cards_come_first_and_the_rest_is_unseen(rules_of: Rules) -> None:
    rules = rules_of("catfish-blackjack")
    shuffled = DeclaredSource(parse_cards("As ?? Kd")).shuffled(SIX, rules)
    assert shuffled.order[:4] == parse_cards("As ?? Kd ??")
    assert (len(shuffled.order), shuffled.order.count(UNKNOWN)) == (312, 310)


def test_a_card_cannot_be_declared_more_often_than_the_decks_hold_it(rules_of: Rules) -> None:
    rules = rules_of("catfish-blackjack")
    DeclaredSource(parse_cards("As " * 6 + "?? " * 9)).shuffled(SIX, rules)
    with pytest.raises(IllegalAction, match=r"As is declared 7 times of 6 \[BJ-CARD-1\]"):
        DeclaredSource(parse_cards("As " * 7)).shuffled(SIX, rules)
    with pytest.raises(IllegalAction, match="313 cards are declared of 312"):
        DeclaredSource((UNKNOWN,) * 313).shuffled(SIX, rules)
    assert len(DeclaredSource((UNKNOWN,) * 312).shuffled(SIX, rules).order) == 312, "every card may be declared"

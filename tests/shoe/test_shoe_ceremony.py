"""The ceremony as a whole: any order of actions, and nothing is ever lost or leaked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.errors import IllegalAction
from pitboss.rules import load, parse_sheet
from pitboss.shoe import (
    Ceremony,
    Deck,
    SeededChance,
    SeededSource,
    assert_conserved,
    fresh_decks,
    shuffle_rules,
)
from pitboss.shoe.rules import POINTS

SHEETS = ["catfish-blackjack", "games-of-chance-blackjack", "blackjack-v5"]


def attempts(
    chance: SeededChance, source: SeededSource, state: Ceremony
) -> list[tuple[str, tuple[Any, ...], dict[str, Any]]]:
    """One try at everything, with right and wrong arguments."""
    role = chance.choice(["dealer", "supervisor", "shift_manager"])
    shoe = state.shoe
    if shoe is not None:
        for _ in range(min(shoe.cards_left, chance.below(60))):
            _, shoe = shoe.draw()
    return [
        ("spread_decks", (), {}),
        ("call_shuffle", (), {}),
        ("acknowledge", (role,), {}),
        ("shuffle", (source,), {}),
        ("offer_cut", ([1, 4, 6],), {}),
        ("refuse_cut", (), {}),
        ("cut", (chance.between(20, 300),), {"by": chance.choice([state.offered or 0, 5])}),
        ("place_cut_card", (chance.choice([None, 80]),), {"ordered_by": role}),
        ("load", (), {}),
        ("burn", (chance.between(1, 2),), {}),
        ("start_round", (), {}),
        ("end_round", (shoe,), {"cut_card_seat": chance.choice([None, 4])}),
        ("tap_in", ("Bo",), {}),
        ("show_burn", (), {"asked_by": 1, "approved_by": role}),
        ("spread_cards", (), {}),
        ("request_shuffle", (1,), {"leave_of": role}),
        ("show_commitment", ("aa",), {}),
    ]


@settings(max_examples=30)
@given(st.sampled_from(SHEETS), st.integers())
def test_any_order_of_actions_keeps_the_cards(sheet: str, seed: int) -> None:
    rules = shuffle_rules(load(sheet))
    chance, source = SeededChance(seed), SeededSource(seed)
    state, _ = Ceremony.open(rules, [Deck(str(number), "blue") for number in range(rules.decks)])
    start = fresh_decks(rules.decks)
    for _ in range(300):
        name, args, kwargs = chance.choice(attempts(chance, source, state))
        if name == "end_round" and state.phase != "in_round":
            continue
        before = hash(state)
        try:
            state, events = getattr(state, name)(*args, **kwargs)
        except IllegalAction:
            assert hash(state) == before
            continue
        assert events or name in ("start_round", "end_round")
        assert sorted(state.stack) == sorted(start)
        if state.shoe is not None:
            assert_conserved(state.shoe, start)
        if state.phase != "closed":
            assert state.question.options
        hash(state)


def test_no_event_before_the_deal_names_a_card(table: Callable[..., Any]) -> None:
    for sheet in SHEETS:
        driver = table(sheet).to_shoe()
        if not driver.state.can_burn():
            driver.do("start_round")
        driver.do("burn")
        texts = {card.text for card in driver.state.shoe.order}
        words = {word for event in driver.events for _, value in event.data for word in str(value).split()}
        assert not texts & words


@pytest.mark.parametrize("sheet", [*SHEETS, "free-bet-blackjack", "ultimate-texas-holdem"])
def test_every_sheet_has_rules_for_its_cards(sheet: str) -> None:
    rules = shuffle_rules(load(sheet))
    assert rules.clauses == {
        k.removeprefix("shoe."): v[0] for k, v in load(sheet).points.items() if k.startswith("shoe.")
    }
    assert len(rules.clauses) > 10
    assert rules.clauses.keys() <= POINTS.keys()


def test_another_document_names_its_own_clauses() -> None:
    house = 'extends = "catfish-blackjack"\ndocument = "HR"\n[procedure]\n"shoe.cut_minimum" = "HR-7"\n'
    rules = shuffle_rules(parse_sheet(house))
    assert (rules.clause("cut_minimum"), rules.clause("burn")) == ("HR-7", "BJ-SDS-5a")

"""Two single decks taking turns, and one dealt by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pitboss.errors import IllegalAction
from pitboss.shoe import NEW_DECK_ORDER, Deck, DeckRotation, Event, SeededSource, ShuffleRules

RED, BLUE = Deck("A", "red"), Deck("B", "blue")


class Pit:
    def __init__(self, rules: ShuffleRules, decks: tuple[Deck, ...] = (RED, BLUE)) -> None:
        self.state, events = DeckRotation.open(rules, decks)
        self.events: list[Event] = list(events)
        self.source = SeededSource("pit")

    def do(self, action: str, *args: Any) -> list[tuple[str, str]]:
        self.state, events = getattr(self.state, action)(*args)
        self.events += events
        return [(event.name, event.clause) for event in events]

    def refused(self, action: str, *args: Any) -> str:
        before = hash(self.state)
        with pytest.raises(IllegalAction) as refusal:
            getattr(self.state, action)(*args)
        assert hash(self.state) == before
        return refusal.value.clause

    def ready(self) -> Pit:
        while self.state.can_shuffle():
            self.do("shuffle", self.source)
        return self

    def round(self, cards: int = 15) -> str:
        name = self.state.in_play.name
        self.state, shoe = self.state.start_round()
        for _ in range(cards):
            _, shoe = shoe.draw()
        self.do("end_round", shoe)
        return name

    def by_hand(self) -> Pit:
        self.do("report_shuffler", False)
        self.do("deal_by_hand")
        return self


@pytest.fixture
def rules(rules_of: Callable[..., ShuffleRules]) -> ShuffleRules:
    return rules_of("ultimate-texas-holdem")


@pytest.mark.clause("UTH-SHUF-2a")
def test_two_decks_alternate_round_by_round(rules: ShuffleRules) -> None:
    pit = Pit(rules)
    assert [len(deck.cards) for deck in pit.state.decks] == [52, 52]
    assert [pit.ready().round() for _ in range(5)] == ["A", "B", "A", "B", "A"]
    for decks in ((RED,), (RED, BLUE, Deck("C", "green"))):
        with pytest.raises(IllegalAction) as refusal:
            DeckRotation.open(rules, decks)
        assert refusal.value.clause == "UTH-SHUF-2a"


@pytest.mark.clause("UTH-SHUF-2a")
def test_the_option_of_one_deck(rules_of: Callable[..., ShuffleRules]) -> None:
    pit = Pit(rules_of("ultimate-texas-holdem", "decks_in_rotation=1"), (RED,))
    assert [pit.ready().round() for _ in range(3)] == ["A", "A", "A"]


@pytest.mark.clause("UTH-SHUF-2b", "UTH-SHUF-2c")
def test_backs_are_one_in_a_deck_and_two_on_the_table(rules: ShuffleRules) -> None:
    stray = replace(BLUE, backs=("red", *("blue",) * 51))
    short = replace(BLUE, cards=NEW_DECK_ORDER[1:])
    for decks, clause in (
        ((RED, replace(BLUE, back="red")), "UTH-SHUF-2c"),
        ((RED, stray), "UTH-SHUF-2b"),
        ((RED, short), "UTH-SHUF-2a"),
    ):
        with pytest.raises(IllegalAction) as refusal:
            DeckRotation.open(rules, decks)
        assert refusal.value.clause == clause


@pytest.mark.clause("UTH-SHUF-1a", "UTH-SHUF-1b", "UTH-NOQ-4a", "UTH-NOQ-4b")
def test_the_deck_is_riffled_and_put_in_the_shuffler_before_and_after_every_round(
    rules: ShuffleRules,
) -> None:
    pit = Pit(rules)
    fresh = [("cut_card_placed", "UTH-NOQ-4b"), ("riffle", "UTH-SHUF-1a"), ("to_shuffler", "UTH-SHUF-1b")]
    assert pit.refused("start_round") == "UTH-SHUF-1a"
    assert pit.do("shuffle", pit.source) == fresh
    assert pit.refused("start_round") == "UTH-SHUF-1a"  # the other deck is not in the shuffler yet
    assert pit.do("shuffle", pit.source) == fresh
    assert not pit.state.can_shuffle()
    for _ in range(3):
        used = pit.round()
        assert pit.refused("start_round") == "UTH-SHUF-1a"
        assert pit.do("shuffle", pit.source) == [("discards_taken", "UTH-NOQ-4a"), *fresh]
        taken = [event for event in pit.events if event.name == "discards_taken"][-1]
        assert (taken["deck"], taken["count"]) == (used, 52)


def test_the_order_dealt_is_the_order_shuffled_and_no_card_is_lost(rules: ShuffleRules) -> None:
    pit = Pit(rules).ready()
    before = pit.state.in_play.cards
    pit.state, shoe = pit.state.start_round()
    assert shoe.order == before != NEW_DECK_ORDER
    assert sorted(before) == sorted(NEW_DECK_ORDER)
    assert not pit.state.can_shuffle()
    pit.do("end_round", shoe)
    assert all(sorted(deck.cards) == sorted(NEW_DECK_ORDER) for deck in pit.state.decks)
    assert not pit.state.can_end_round()


@pytest.mark.clause("UTH-HAND-0a", "UTH-HAND-0b")
def test_by_hand_only_when_the_shuffler_has_failed(rules: ShuffleRules) -> None:
    pit = Pit(rules).ready()
    assert pit.state.mode == "shuffler"
    assert (pit.events[-1 - 6].name, pit.events[2].clause) == ("dealt_from", "UTH-HAND-0a")
    assert pit.refused("deal_by_hand") == "UTH-HAND-0b"
    assert pit.do("report_shuffler", False) == [("shuffler_status", "UTH-HAND-0b")]
    assert pit.events[-1]["status"] == "failed"
    pit.round()
    assert pit.refused("shuffle", pit.source) == "UTH-HAND-0b"
    assert pit.do("deal_by_hand")[0] == ("dealt_from", "UTH-HAND-0b")
    assert pit.refused("deal_by_hand") == "UTH-HAND-0b"
    assert pit.refused("deal_from_shuffler") == "UTH-HAND-0b"
    pit.do("report_shuffler", True)
    pit.do("deal_from_shuffler")
    assert (pit.state.mode, {deck.name for deck in pit.state.decks}) == ("shuffler", {"A", "B"})
    assert pit.refused("start_round") == "UTH-SHUF-1a"
    pit.ready().round()


@pytest.mark.clause("UTH-HAND-0b")
def test_the_mode_does_not_change_within_a_round(rules: ShuffleRules) -> None:
    pit = Pit(rules).ready()
    pit.state, _ = pit.state.start_round()
    pit.do("report_shuffler", False)
    assert pit.refused("deal_by_hand") == "UTH-HAND-0b"


@pytest.mark.clause("UTH-HAND-0c")
def test_by_hand_one_deck_is_on_the_table(rules: ShuffleRules) -> None:
    pit = Pit(rules).ready()
    pit.do("report_shuffler", False)
    assert pit.do("deal_by_hand") == [("dealt_from", "UTH-HAND-0b"), ("deck_removed", "UTH-HAND-0c")]
    assert [deck.name for deck in pit.state.decks] == ["A"]
    assert [deck.name for deck in pit.state.removed] == ["B"]


@pytest.mark.clause("UTH-HAND-3", "UTH-HAND-0d", "UTH-HAND-0e")
def test_by_hand_the_deck_is_shuffled_the_same_way_after_each_hand(rules: ShuffleRules) -> None:
    pit = Pit(rules).by_hand()
    moves = [(name, "UTH-HAND-0d") for name in ("riffle", "strip", "riffle", "strip", "riffle")]
    for _ in range(3):
        assert pit.refused("start_round") == "UTH-HAND-3"
        assert pit.do("shuffle", pit.source)[-6:] == [*moves, ("dealer_cut", "UTH-HAND-0e")]
        pit.round()
    pit.ready()
    pit.state, shoe = pit.state.start_round()
    assert shoe.cut_card == 52  # under the bottom card, so that no one sees it


def test_a_house_that_always_deals_by_hand(rules_of: Callable[..., ShuffleRules]) -> None:
    pit = Pit(rules_of("ultimate-texas-holdem", "device=hand"))
    assert (pit.state.mode, len(pit.state.decks)) == ("hand", 1)


@pytest.mark.clause("UTH-HAND-4")
def test_a_new_dealer_has_the_deck_counted_in_hand_mode(rules: ShuffleRules) -> None:
    pit = Pit(rules).ready()
    pit.do("tap_in", "Bo")
    assert pit.state.can_start_round()  # with the shuffler no count is needed
    pit = Pit(rules).by_hand().ready()
    assert pit.do("tap_in", "Bo") == [("dealer_change", "UTH-HAND-4")]
    assert pit.refused("start_round") == "UTH-HAND-4"
    assert pit.do("count_deck", 52) == [("deck_count", "UTH-HAND-4")]
    assert pit.events[-1]["count"] == 52
    pit.state, _ = pit.state.start_round()
    assert pit.refused("tap_in", "Cy") == "UTH-HAND-4"
    assert pit.refused("count_deck", 52) == "UTH-HAND-4"


@pytest.mark.clause("UTH-HAND-4")
def test_the_option_to_count_always(rules_of: Callable[..., ShuffleRules]) -> None:
    pit = Pit(rules_of("ultimate-texas-holdem", "count_on_new_dealer=always")).ready()
    pit.do("tap_in", "Bo")
    assert pit.refused("start_round") == "UTH-HAND-4"


@pytest.mark.clause("UTH-S9")
@pytest.mark.parametrize("ruling", ["void", "supervisor"])
def test_a_deck_that_fails_the_count_is_replaced(rules_of: Callable[..., ShuffleRules], ruling: str) -> None:
    pit = Pit(rules_of("ultimate-texas-holdem", f"bad_deck={ruling}")).by_hand().ready()
    pit.do("tap_in", "Bo")
    assert pit.do("count_deck", 51) == [("deck_count", "UTH-HAND-4"), ("deck_withdrawn", "UTH-S9")]
    assert pit.events[-1]["ruling"] == ruling
    assert pit.refused("start_round") == "UTH-S9"
    assert pit.refused("shuffle", pit.source) == "UTH-S9"
    assert pit.refused("bring_deck", replace(RED, cards=NEW_DECK_ORDER[1:])) == "UTH-SHUF-2a"
    pit.do("bring_deck", Deck("C", "red"))
    assert pit.refused("bring_deck", Deck("D", "red")) == "UTH-S9"
    assert pit.refused("start_round") == "UTH-HAND-3"
    assert pit.ready().round() == "C"

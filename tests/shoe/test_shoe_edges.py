"""The shoe and its ceremony at their ends: the first card, the last one, and nobody to ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from tests.shoe.conftest import Driver

from pitboss.cards import UNKNOWN, parse_cards
from pitboss.errors import IllegalAction, SheetError
from pitboss.shoe import Deck, DeckRotation, SeededChance, Shoe, ShuffleRules, fresh_decks
from pitboss.shoe.deck import CardDefect, card_defects, check_backs, check_decks
from pitboss.shoe.moves import riffle

Rules = Callable[..., ShuffleRules]
Table = Callable[..., Any]


def told(drawn: int = 3) -> Shoe:
    """One deck of which nothing is known."""
    return Shoe((UNKNOWN,) * 52, 52, drawn=drawn)


@pytest.mark.parametrize(
    ("slot", "says"), [(-1, "no slot -1"), (52, "no slot 52"), (3, "slot 3 is still"), (51, "slot 51 is still")]
)
def test_a_card_is_told_for_a_slot_that_is_out(slot: int, says: str) -> None:
    (card,) = parse_cards("As")
    with pytest.raises(IllegalAction, match=says):
        told().tell(slot, card)
    assert told().tell(2, card).order[2] == card


def test_a_card_is_told_no_more_often_than_the_decks_hold_it() -> None:
    (card,) = parse_cards("As")
    shoe = told().tell(0, card)
    assert shoe.tell(0, card) == shoe  # the same again changes nothing
    with pytest.raises(IllegalAction, match="As is out already 1 of 1 times"):
        shoe.tell(1, card)
    two = Shoe((UNKNOWN,) * 104, 104, drawn=3).tell(0, card).tell(1, card)
    assert not two.can_tell(2, card)


def test_rounds_after_the_cut_card_are_counted_from_it() -> None:
    shoe = Shoe(fresh_decks(1), 2, drawn=1)
    assert (shoe.cut_card_out, shoe.start_round("one_more_round").rounds_since_cut_card) == (False, 0)
    _, out = shoe.draw()
    assert out.cut_card_out
    assert not out.can_start_round("finish_round")
    last = out.start_round("one_more_round")
    assert (last.rounds_since_cut_card, last.can_start_round("one_more_round")) == (1, False)


def test_an_empty_shoe_has_no_card_to_draw_or_burn() -> None:
    last = Shoe(fresh_decks(1), 52, drawn=51)
    assert (last.can_draw(), last.cards_left, last.penetration) == (True, 1, (51, 52))
    card, empty = last.draw()
    assert (card, empty.can_draw(), empty.cards_left) == (fresh_decks(1)[-1], False, 0)
    for move in (empty.draw, empty.burn):
        with pytest.raises(IllegalAction, match="empty"):
            move()


def test_the_cards_are_gathered_with_the_rest_of_the_shoe_on_top() -> None:
    order = fresh_decks(1)[:6]
    shoe = Shoe(order, 6).burn().draw()[1].draw()[1].discard([1]).draw()[1]
    assert shoe.on_table == (2, 3)
    assert shoe.gather() == (order[4], order[5], order[0], order[3], order[2], order[1])
    for wrong in ([0], [1], [2, 2], [4]):
        with pytest.raises(IllegalAction, match="only cards on the table"):
            shoe.discard(wrong)


def test_who_is_asked_in_each_phase(table: Table) -> None:
    driver = table()
    assert driver.state.question.asked == "dealer"
    driver.do("call_shuffle")
    assert driver.state.question.asked == "supervisor"
    driver.do("acknowledge", "supervisor")
    driver.do("shuffle", driver.source)
    assert driver.state.question.asked == "dealer"
    driver.do("offer_cut", [3, 5])
    assert driver.state.question.asked == "seat 3"
    driver.do("refuse_cut")
    driver.do("refuse_cut")
    assert (driver.state.phase, driver.state.question.asked) == ("cut_offered", "dealer")
    driver.do("cut", 100, by=0)
    assert driver.state.question.asked == "dealer"
    driver.do("place_cut_card")
    driver.do("load")
    driver.do("close", "supervisor")
    assert driver.state.question.asked == "nobody"


@pytest.mark.parametrize(("depth", "fits"), [(-1, False), (0, True), (312, True), (313, False)])
def test_a_cut_card_is_ordered_to_a_place_in_the_brick(table: Table, depth: int, fits: bool) -> None:
    driver = table().to_brick()
    driver.do("offer_cut", [1])
    driver.do("cut", 100, by=1)
    assert driver.state.can_place_cut_card(depth, ordered_by="supervisor") is fits
    if fits:
        (placed,) = driver.do("place_cut_card", depth, ordered_by="supervisor")
        assert placed["position"] == 312 - depth


@pytest.mark.parametrize(("at", "fits"), [(38, False), (39, True), (273, True), (274, False)])
def test_a_cut_leaves_enough_cards_at_both_ends(table: Table, at: int, fits: bool) -> None:
    driver = table().to_brick()
    driver.do("offer_cut", [1])
    assert driver.state.can_cut(at, by=1) is fits


def test_more_than_one_burn_card_is_noted_and_the_last_is_shown(table: Table) -> None:
    driver = table().to_shoe()
    for wrong in (0, 313):
        driver.refused("burn", wrong)
    burned, extra = driver.do("burn", 3)
    assert (burned["cards"], burned["slot"], extra["cards"]) == (1, 0, 2)
    shoe = driver.state.shoe
    assert shoe is not None
    assert (shoe.burned, shoe.drawn) == ((0, 1, 2), 3)
    (shown,) = driver.do("show_burn", asked_by=4, approved_by="supervisor")
    assert (shown["slot"], shown["card"], shown["seat"]) == (2, shoe.order[2].text, 4)


def test_a_deck_of_no_cards_fails_the_count_and_one_of_fewer_cannot_be_counted(rules_of: Rules) -> None:
    rotation, _ = DeckRotation.open(rules_of("ultimate-texas-holdem"), (Deck("A", "red"), Deck("B", "blue")))
    assert not rotation.can_count_deck(-1)
    for count in (0, 51, 53):
        withdrawn, events = rotation.count_deck(count)
        assert (withdrawn.short, len(events)) == (True, 2)
    assert not rotation.count_deck(52)[0].short


def test_defects_of_a_stack_are_counted() -> None:
    deck = fresh_decks(1)
    assert str(CardDefect(deck[0], 0, 1)) == "As missing"
    assert str(CardDefect(deck[0], 0, 2)) == "As missing 2 times"
    assert str(CardDefect(deck[0], 3, 1)) == "As too many 2 times"
    assert [str(each) for each in card_defects((*deck, UNKNOWN), 1)] == ["?? too many"]
    with pytest.raises(IllegalAction, match="51 cards where 52 belong: As missing"):
        check_decks(deck[1:], 1)
    with pytest.raises(IllegalAction, match=r"^the cards: 2s too many, As missing"):
        check_decks((deck[1], *deck[1:]), 1)


def test_backs_are_told_apart_pair_by_pair() -> None:
    red, blue, again = Deck("A", "red"), Deck("B", "blue"), Deck("C", "red")
    check_backs((red, blue))
    with pytest.raises(IllegalAction, match="decks A and C both have red backs"):
        check_backs((red, blue, again))


# the shuffle at its edges


@pytest.mark.parametrize(
    ("name", "last", "first"),
    [
        ("clumpiness", 99, 100), ("clumpiness", 0, -1), ("wash_strength", 100, 101), ("wash_strength", 0, -1),
        ("grab_wobble", 0, -1), ("grab_cards", 1, 0), ("cut_minimum_cards", 0, -1), ("cut_minimum_cards", 156, 157),
        ("cut_card_depth", 0, -1), ("cut_card_depth", 312, 313), ("decks_in_rotation", 1, 0),
        ("strip_min", 1, 0), ("strip_min", 10, 11), ("strip_max", 4, 3), ("grabs_min", 1, 0), ("grabs_min", 7, 8),
    ],
)  # fmt: skip
def test_the_last_value_of_a_shuffle_that_fits_and_the_first_that_does_not(name: str, last: int, first: int) -> None:
    rules = ShuffleRules(decks=6, procedure="two_stacks")
    assert getattr(replace(rules, **{name: last}), name) == last  # type: ignore[arg-type]
    with pytest.raises(SheetError):
        replace(rules, **{name: first})  # type: ignore[arg-type]


class Scripted(SeededChance):
    """Chance that gives these numbers one after another, and says among how many each was drawn."""

    def __init__(self, *numbers: int) -> None:
        super().__init__(0)
        self.numbers = list(numbers)
        self.asked: list[int] = []

    def below(self, bound: int) -> int:
        self.asked.append(bound)
        return self.numbers.pop(0)


@pytest.mark.parametrize(("numbers", "order"), [((2, 29), "abcd"), ((2, 30, 0, 99, 0), "cabd")])
def test_a_card_falls_from_the_same_packet_in_exactly_so_many_cases_of_a_hundred(
    numbers: tuple[int, ...], order: str
) -> None:
    """The first card falls from the right; at a clumpiness of 30 the next follows it on 29, and on 30 it need not."""
    assert "".join(riffle("ab", "cd", Scripted(*numbers), clumpiness=30)) == order


def test_a_packet_lets_a_card_fall_in_proportion_to_what_it_holds() -> None:
    chance = Scripted(1, 1, 0)
    assert "".join(riffle("ab", "cd", chance)) == "cadb"
    assert chance.asked == [4, 3, 2]


def test_the_last_card_of_a_shoe_can_be_burned_and_no_second_one(table: Table) -> None:
    driver = table().to_shoe()
    last = replace(driver.state, shoe=replace(driver.state.shoe, drawn=311))
    assert (last.can_burn(), last.can_burn(2), last.can_burn(0)) == (True, False, False)
    burned, _ = last.burn()
    assert burned.shoe.cards_left == 0


# what can be done when, and why not

ASKED: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {
    "spread_decks": ((), {}),
    "call_shuffle": ((), {}),
    "acknowledge": (("supervisor",), {}),
    "shuffle": ((), {}),
    "show_commitment": (("root",), {}),
    "offer_cut": ((), {}),
    "refuse_cut": ((), {}),
    "cut": ((100,), {"by": 1}),
    "place_cut_card": ((), {}),
    "load": ((), {}),
    "burn": ((), {}),
    "show_burn": ((), {"asked_by": 1, "approved_by": "supervisor"}),
    "start_round": ((), {}),
    "spread_cards": ((), {}),
    "request_shuffle": ((1,), {"leave_of": "shift_manager"}),
    "tap_in": (("Dee",), {}),
    "close": (("supervisor",), {}),
}
ALLOWED = {
    "shuffle_due": "call_shuffle tap_in close",
    "called": "acknowledge tap_in close",
    "ready": "shuffle tap_in close",
    "shuffled": "show_commitment offer_cut tap_in close",
    "cut_offered 1": "show_commitment refuse_cut cut tap_in close",
    "cut_offered 3": "show_commitment refuse_cut tap_in close",
    "cut_offered 0": "show_commitment tap_in close",
    "cut": "place_cut_card tap_in close",
    "cut_card_placed": "load tap_in close",
    "between_rounds, burn due": "burn start_round spread_cards request_shuffle tap_in close",
    "between_rounds": "show_burn start_round spread_cards request_shuffle tap_in close",
    "in_round": "show_burn",
}
REASONS = {
    "shuffle": {"shuffle_due": "shuffle.call_first", "called": "shuffle.not_acknowledged", "": "shuffle.not_due"},
    "refuse_cut": {"cut_offered 0": "cut.dealer_cuts", "": "cut.not_offered"},
    "cut": {
        "cut_offered 3": "cut.offered_to_seat", "cut_offered 0": "cut.offered_to_dealer", "cut": "cut.once",
        "cut_card_placed": "cut.once", "": "cut.not_offered",
    },
    "burn": {"between_rounds": "burn.not_due", "in_round": "burn.too_late", "": "shuffle.new_decks"},
    "start_round": {"in_round": "round.under_way", "": "shuffle.new_decks"},
    "tap_in": {"": "dealer.taps_in_between_rounds"},
    "close": {"": "table.finish_round"},
    "call_shuffle": {"": "shuffle.called_already"},
    "acknowledge": {"": "shuffle.no_call"},
    "request_shuffle": {"": "shuffle.asked_between_rounds"},
}  # fmt: skip
"""Why something cannot be done at a moment; the empty one is any other."""


def moments(driver: Any) -> Iterator[tuple[str, Any]]:
    """A ceremony from the first shuffle to the first round, moment by moment."""
    yield "shuffle_due", driver.state
    for name, action, *asked in (
        ("called", "call_shuffle"),
        ("ready", "acknowledge", "supervisor"),
        ("shuffled", "shuffle", driver.source),
        ("cut_offered 1", "offer_cut", [1, 3]),
        ("cut_offered 3", "refuse_cut"),
        ("cut_offered 0", "refuse_cut"),
    ):
        driver.do(action, *asked)
        yield name, driver.state
    driver.do("cut", 100, by=0)
    yield "cut", driver.state
    for name, action in (
        ("cut_card_placed", "place_cut_card"),
        ("between_rounds, burn due", "load"),
        ("between_rounds", "burn"),
        ("in_round", "start_round"),
    ):
        driver.do(action)
        yield name, driver.state


def test_at_each_moment_of_the_ceremony_what_is_due_can_be_done_and_nothing_else(table: Table) -> None:
    for moment, state in moments(table()):
        for action, (asked, named) in ASKED.items():
            may = action in ALLOWED[moment].split()
            assert getattr(state, f"can_{action}")(*asked, **named) is may, (moment, action)
            if not may:
                with pytest.raises(IllegalAction) as refusal:
                    getattr(state, f"check_{action}")(*asked, **named)
                reasons = REASONS.get(action, {"": refusal.value.code})
                assert refusal.value.code == reasons.get(moment, reasons[""]), (moment, action)


@pytest.mark.parametrize(
    ("sheet", "role", "code"),
    [
        ("catfish-blackjack", "supervisor", "shuffle.leave_of_shift_manager"),
        ("catfish-blackjack", None, "shuffle.leave_of_shift_manager"),
        ("games-of-chance-blackjack", "dealer", "shuffle.leave_of_supervisor"),
        ("games-of-chance-blackjack", None, "shuffle.leave_of_supervisor"),
    ],
)
def test_a_shuffle_that_a_player_asks_for_needs_the_leave_that_the_sheet_names(
    rules_of: Rules, sheet: str, role: Any, code: str
) -> None:
    driver = Driver(rules_of(sheet)).to_shoe()
    with pytest.raises(IllegalAction) as refusal:
        driver.state.check_request_shuffle(1, leave_of=role)
    assert refusal.value.code == code
    driver.state.check_request_shuffle(1, leave_of="shift_manager")


def test_without_a_cut_nobody_has_cut_before(rules_of: Rules) -> None:
    driver = Driver(replace(rules_of("catfish-blackjack"), offers_cut=False)).to_brick()
    assert driver.state.phase == "cut"
    assert driver.state.can_show_commitment("root")
    with pytest.raises(IllegalAction) as refusal:
        driver.state.check_cut(100, by=1)
    assert refusal.value.code == "cut.not_offered"


def test_a_cut_card_that_a_burn_brings_out_is_nobodys(table: Table) -> None:
    driver = table().to_shoe()
    state = replace(driver.state, shoe=replace(driver.state.shoe, cut_card=1))
    after, events = state.burn()
    assert [(event["seat"], event["drawn"]) for event in events if event.name == "cut_card_out"] == [(0, 1)]
    assert (after.phase, after.reason) == ("shuffle_due", "cut_card")

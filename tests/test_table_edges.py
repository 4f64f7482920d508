"""A table between its rounds, and the shape of what it logs."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import msgspec
import pytest
from tests.holdem.table import ACES, LOW
from tests.holdem.table import play as play_holdem
from tests.house_rules import any_round, any_sheet, place_bets, to_the_end
from tests.test_table import Pit

from pitboss.cards import parse_cards
from pitboss.games import actions as a
from pitboss.games import events as e
from pitboss.games.events import Event
from pitboss.games.holdem import HoldemRound
from pitboss.shoe import DeclaredSource
from pitboss.table import events as t


def sits_late(pit: Pit, player: str, box: int) -> bool:
    (sat,) = pit.do("sit", player, box)
    assert isinstance(sat, t.PlayerSat)
    return sat.from_next_shoe


def test_a_round_that_nobody_bet_in_does_not_begin_the_shoe() -> None:
    pit = Pit("catfish-blackjack", "table.midshoe_entry=false").seat(("Ann", 1)).ready()
    pit.do("end_round")
    assert not sits_late(pit, "Bo", 2)
    pit.play(1)
    assert sits_late(pit, "Cy", 3)


def test_until_the_first_card_of_the_shoe_a_newcomer_is_in_time() -> None:
    pit = Pit("catfish-blackjack", "table.midshoe_entry=false").seat(("Ann", 1)).ready()
    assert not sits_late(pit, "Bo", 2)
    pit.bet(1)
    pit.play_out()
    assert sits_late(pit, "Cy", 3)


def check_hands(events: list[Event]) -> None:
    """Every entry names a hand that its spot has; the dealer has one."""
    hands: Counter[int] = Counter()
    for event in events:
        if isinstance(event, e.HandSplit):
            hands[event.spot] += 1
            assert 1 <= event.new_hand <= hands[event.spot], event
        if isinstance(hand := getattr(event, "hand", None), int):
            assert 0 <= hand <= hands[event.spot], event  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", range(40))
def test_entries_name_hands_that_are_there(seed: int) -> None:
    rng = random.Random(f"hands {seed}")
    round_ = any_round(any_sheet(rng.choice), rng.choice, rng.shuffle)
    for action in place_bets(round_, rng.choice):
        round_.act(action)
    to_the_end(round_, rng.choice)
    check_hands(round_.events)


@pytest.mark.parametrize("plan", ["4x", "check 2x", "check check fold", "check check 1x"])
def test_in_hold_em_a_seat_has_one_hand(plan: str) -> None:
    bets = {1: {"trips": 500, "progressive": 500}}
    tokes = {1: {"ante": 100, "blind": 100, "trips": 100}}
    check_hands(play_holdem({1: ACES, 2: LOW}, bets=bets, tokes=tokes, plans={1: plan, 2: plan}).events)


def test_there_is_no_box_before_the_first_and_none_after_the_last() -> None:
    pit = Pit().seat(("Ann", 1), ("Bo", 7))
    assert [pit.table.holder(box) for box in (-1, 0, 1, 7, 8)] == ["", "", "Ann", "Bo", ""]


def test_who_asks_for_a_shuffle_is_named_by_their_box() -> None:
    for player, box in (("Bo", 3), ("Cy", 0)):  # who holds none has none
        pit = Pit().seat(("Ann", 1), ("Bo", 3))
        pit.play(1)
        (given,) = pit.do("request_shuffle", player, leave_of="shift_manager")
        assert given["seat"] == box


def test_the_house_asks_for_the_extra_box_of_somebody_and_of_nobody() -> None:
    """Ann has two boxes, Bo has one, and the rest are free, of which there are several."""
    pit = Pit("games-of-chance-blackjack").seat(("Ann", 1), ("Ann", 2), ("Bo", 3))
    pit.do("wait", "Cy")
    for box in (3, 4):
        assert pit.refused("ask_to_release", box, role="supervisor").code == "release.no_extra_spot"
    assert pit.do("ask_to_release", 2, role="supervisor")


def test_without_a_way_back_to_three_the_refusal_names_no_clause() -> None:
    pit = Pit("blackjack-v5").seat(("Ann", 1))
    refusal = pit.refused("grant_three", "Ann", role="shift_manager")
    assert (refusal.code, refusal.clause) == ("spots.no_return", "")


def test_cards_that_a_ruling_burned_lie_with_the_burn_cards_of_the_shoe() -> None:
    pit = Pit().seat(("Ann", 1))
    pit.do("prepare", pit.source)
    pit.stack("Th 7h 6d Tc 5d").do("start_round")
    shoe = pit.table.ceremony.shoe
    assert shoe is not None
    first = shoe.drawn
    pit.bet(1)
    for action in (a.StartDeal(), a.Declare("exposed_card"), a.CallSupervisor(), a.RefuseCard()):
        pit.do("act", action)
    pit.play_out()
    after = pit.table.ceremony.shoe
    assert after is not None
    assert after.burned == (*shoe.burned, first + 4)


def test_a_hole_card_that_nobody_turned_is_out_of_a_shoe_of_real_cards() -> None:
    pit = Pit(source=DeclaredSource()).seat(("Ann", 1)).ready()
    before = pit.table.ceremony.shoe
    assert before is not None
    pit.bet(1)
    pit.do("act", a.StartDeal())
    for action in (*map(a.CardIs, parse_cards("Th 7h 8d")), a.Hit(), a.Declare("shoe_exhausted")):
        pit.do("act", action)
    pit.do("end_round")
    after = pit.table.ceremony.shoe
    assert after is not None
    assert after.drawn == before.drawn + 4


def test_who_names_no_box_gives_up_all_of_them() -> None:
    pit = Pit().seat(("Bo", 1), ("Ann", 2), ("Ann", 3))
    assert pit.table.can_leave("Ann")
    pit.table.check_leave("Ann")
    assert [freed.box for freed in pit.do("leave", "Ann")] == [2, 3]  # type: ignore[union-attr]
    assert pit.table.holder(1) == "Bo"


@pytest.mark.parametrize(("receiver", "asked"), [(None, [2, 5, 0]), (3, [3, 5, 0]), (5, [5, 2, 0]), (7, [2, 5, 0])])
def test_everybody_is_asked_once_to_cut_from_the_box_that_got_the_cut_card_on(
    receiver: int | None, asked: list[int]
) -> None:
    """Ann holds boxes 2 and 3, and Bo box 5; after them it is the dealer's."""
    pit = Pit().seat(("Ann", 3), ("Ann", 2), ("Bo", 5))
    for action, *given in (("call_shuffle",), ("acknowledge", "supervisor"), ("shuffle", pit.source)):
        pit.do(action, *given)
    pit.table = msgspec.structs.replace(pit.table, cards=replace(pit.table.ceremony, cut_card_seat=receiver))
    pit.do("offer_cut")
    found = [pit.table.ceremony.offered]
    while found[-1]:
        pit.do("refuse_cut")
        found.append(pit.table.ceremony.offered)
    assert found == asked


def test_one_card_is_burned_where_no_number_is_said() -> None:
    pit = Pit().seat(("Ann", 1))
    while pit.table.ceremony.shoe is None:
        moved = pit.table.game.next_move(pit.table, pit.source, None)
        assert moved is not None
        pit.table = moved[0]
    pit.do("burn")
    assert pit.table.ceremony.shoe is not None
    assert pit.table.ceremony.shoe.burned == (0,)


def test_a_round_is_dealt_by_the_program_with_its_link_up_unless_it_is_said_otherwise() -> None:
    pit = Pit("ultimate-texas-holdem").seat(("Ann", 1)).ready()
    assert isinstance(pit.table.round, HoldemRound)
    assert (pit.table.round.automatic, pit.table.round.link_up, pit.table.round.by_hand) == (True, True, False)
    assert Pit().seat(("Ann", 1)).ready().table.round.automatic  # type: ignore[union-attr]

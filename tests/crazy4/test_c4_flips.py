"""Every value of the sheet that touches order, role or settlement changes just that when it is turned over."""

from __future__ import annotations

from typing import Any

import pytest
from tests.crazy4.table import C4, NINES, NOT_OPEN, decision, open_round
from tests.holdem.test_uth_flips import LINK_FLIPS
from tests.poker_flips import SWAPPED, ToldRound, touched

from pitboss.games.actions import Action, Declare
from pitboss.rules import load

ACES, LOW = "Ac Ad 8s 5h 3c", "Jc Th 8d 6c 4d"
HANDS = {1: "Qs Qh 8h 5s 3s", 2: LOW, 3: ACES}
HITS = {1: "5h 6h 7h 8h 9h", 2: "5s 6s 7s 8s 9s", 3: ACES.replace("5h", "5d").replace("8s", "8c")}
ROYAL = {1: "As Ks Qs Js Ts", 2: LOW}
METERS = {"major": 25_000_00, "minor": 3_000_00}
IN = {seat: {"progressive": 500} for seat in (1, 2, 3)}
SIDE = {seat: {"queens_up": 500} for seat in (1, 2, 3)}


def trace(
    *sets: str,
    hands: dict[int, str] = HANDS,
    dealer: str = NINES,
    ante: int = 1000,
    bets: dict[int, dict[str, int]] = {},  # noqa: B006
    tokes: dict[int, dict[str, int]] = {},  # noqa: B006
    plans: dict[int, str] = {},  # noqa: B006
    base: tuple[str, ...] = (),
    declare: Declare | None = None,
    after: str = "wagers",
    ruling: str = "",
    players: dict[int, str] = {},  # noqa: B006
    last_first: bool = False,
    silent: bool = False,
    **more: Any,
) -> dict[str, Any]:
    """A round told by what it settles, in what order, and by whom."""
    cards = " ".join([*(hands[seat] for seat in sorted(hands)), dealer])
    told = ToldRound(r := open_round(cards, sets=[*base, *sets], **more))
    told.lay({seat: {"ante": ante, "super_bonus": ante, **bets.get(seat, {})} for seat in hands}, tokes, players)

    def decide(box: int) -> Action:
        return r.timeout_answer() if silent else decision(plans.get(box, "3x"), box)

    return told.play(decide, declare=declare, after=after, ruling=ruling, last_first=last_first)


FOURS = {
    "four_aces": "Ac Ad As Ah 2c", "four_of_a_kind": "8c 8d 8s 8h 2c", "straight_flush": "5s 6s 7s 8s Kd",
    "three_of_a_kind": "8c 8d 8s Kh 2c", "flush": "2s 5s 9s Ks 8d", "straight": "5s 6d 7s 8h Kd",
    "two_pair": "8c 8d Ks Kh 2c", "queens_or_better": "Qc Qd 8s 5h 3c",
}  # fmt: skip
FIVES = {
    "four_of_a_kind": "8c 8d 8s 8h 2c", "full_house": "8c 8d 8h 2c 2h", "flush": "2s 5s 9s Ks 8s",
    "straight": "4s 5d 6c 7h 8d", "three_of_a_kind": "8c 8d 8s Kh 2c",
}  # fmt: skip
BONUS = ("four_aces", "four_of_a_kind", "straight_flush", "three_of_a_kind", "flush", "straight")
PAIRED = [line for line in FOURS if line != "four_aces"]
DEALER = "Tc Td Js 4h 3h"
LINE_FLIPS: dict[str, tuple[str, dict[str, Any]]] = {
    **{f"super_bonus.pays.{line}": ("12:1", {"hands": {1: FOURS[line]}, "dealer": DEALER}) for line in BONUS},
    **{
        f"bets.queens_up.pays.{line}": ("12:1", {"hands": {1: FOURS[line]}, "dealer": DEALER, "bets": SIDE})
        for line in PAIRED
    },
    **{
        f"bets.progressive.pays.{line}": ("12:1", {"hands": {1: hand}, "dealer": DEALER, "bets": IN})
        for line, hand in FIVES.items()
    },
}
TOKE: Any = {"tokes": {1: {"ante": 500}}}

FLIPS: dict[str, tuple[str, dict[str, Any]]] = {
    "table.minimum": ("20.00", {}),
    "table.maximum": ("5.00", {}),
    "table.bet_step": ("5.00", {"ante": 1100}),
    "table.seats": ("2", {}),
    "table.hands_per_player": ("2", {"players": {1: "Ann", 2: "Ann"}}),
    "table.side_bets": ("queens_up", {"bets": IN}),
    "table.decision_order": ("any_order", {"last_first": True}),
    "table.pay_order": ("left_to_right", {}),
    "deal.device": ("hand", {}),
    "deal.hand_deal_packets": ("one", {"by_hand": True}),
    "play.multiple": ("2", {"plans": {1: "1x"}}),
    "play.aces_multiple": ("2", {}),
    "play.win": ("2:1", {}),
    "play.play_bet_capped": ("true", {"ante": 5000}),
    "play.fold_collect": ("at_settlement", {"plans": {2: "fold"}}),
    "play.fold_keeps_queens_up": ("false", {"plans": {1: "fold"}, "bets": SIDE}),
    "dealer.opens": ("any", {"dealer": NOT_OPEN.replace("9s 7h", "9h 7d")}),
    "notice.amount": ("20.00", {}),
    "notice.supervisor_notice": ("per_player_total", {"ante": 3000}),
    "irregularity.kinds": ("faceup_card", {"declare": Declare("wrong_count"), "after": "fold_or_play"}),
    "irregularity.shuffler_jam_bets": ("returned", {"declare": Declare("shuffler_jam")}),
    "irregularity.collusion_ruling_role": (
        "shift_manager",
        {"declare": Declare("information_shared", 1, "verbal"), "after": "fold_or_play", "ruling": "no_action"},
    ),
    "chips.denominations": ("5.00", {"ante": 600}),
    "timeout.decision": ("bet", {"silent": True}),
    "bets.queens_up.min": ("10.00", {"bets": SIDE}),
    "bets.queens_up.max": ("2.00", {"bets": SIDE}),
    "bets.queens_up.step": ("2.00", {"bets": SIDE, "base": ("queens_up.min=2.00",)}),
    "bets.progressive.wager": ("10.00", {"bets": IN}),
    "bets.progressive.returns_wager": ("true", {"bets": IN, "hands": HITS, "meters": METERS}),
    "bets.progressive.void_returns_progressive": (
        "false", {"bets": IN, "declare": Declare("wrong_count"), "after": "fold_or_play"},
    ),
    "bets.progressive.jackpot_tie": ("first_takes_meter", {"bets": IN, "hands": HITS, "meters": METERS}),
    "bets.progressive.envy_to_folded": ("false", {"bets": IN, "hands": HITS, "plans": {3: "fold"}}),
    "bets.progressive.envy_from": ("any_player", {"bets": {3: IN[3]}, "hands": HITS}),
    "bets.progressive.major.envy": ("1.00", {"hands": ROYAL, "bets": IN, "meters": METERS}),
    "bets.progressive.minor.envy": ("1.00", {"bets": IN, "hands": HITS}),
    "toke.offered": ("false", TOKE),
    "toke.wagers": ("super_bonus", TOKE),
    "toke.minimum": ("10.00", TOKE),
    "toke.maximum": ("2.00", TOKE),
    "toke.step": ("2.00", {**TOKE, "base": ("toke.minimum=2.00",)}),
    "toke.cap_share": ("50%", {"tokes": {1: {"ante": 5000}}}),
    "toke.cap": ("share_of_maximum", TOKE),
    "toke.push": ("stays", {"tokes": {3: {"super_bonus": 500}}}),
    "toke.follows_wager": ("false", {"hands": {1: FOURS["two_pair"]}, "dealer": DEALER, "bets": SIDE,
                                     "tokes": {1: {"queens_up": 500}}}),
    **LINE_FLIPS,
}  # fmt: skip

ELSEWHERE = {"deal.count_on_new_dealer", "deal.bad_deck", "bets.queens_up.offered", "bets.progressive.offered"}
"""Shown with the shoe; and a bet that the sheet does not describe cannot be among its side bets."""
SHEET = load(C4)
TOUCHED = touched(SHEET)


@pytest.mark.parametrize(("path", "touch"), [each for each in TOUCHED if each[0] in FLIPS])
def test_a_flipped_value_changes_what_it_touches(path: str, touch: str) -> None:
    value, scenario = FLIPS[path]
    assert trace(**scenario)[touch] != trace(f"{path}={value}", **scenario)[touch]


def test_the_hands_of_the_meters_can_be_exchanged() -> None:
    scenario: Any = {"bets": IN, "hands": HITS, "meters": METERS}
    swapped = ("major.hand=straight_flush", "minor.hand=royal_flush")
    assert trace(**scenario)["settlement"] != trace(*swapped, **scenario)["settlement"]


def test_every_value_that_touches_the_table_is_flipped() -> None:
    known = {*FLIPS, *LINK_FLIPS, *SWAPPED}
    missing = {path for path, _ in TOUCHED if path not in known and path.split(".")[0] not in ("shuffle", "cards")}
    assert missing == ELSEWHERE

"""Every value of the sheet that touches order, role or settlement changes just that when it is turned over."""

from __future__ import annotations

from typing import Any

import pytest
from tests.holdem.table import ACES, BOARD, HIGH, LOW, PAIR, UTH, decision, deck, open_round
from tests.poker_flips import SWAPPED, ToldRound, touched

from pitboss.games.actions import Action, Declare, PlayBet
from pitboss.progressive import Link
from pitboss.rules import load

HANDS = {1: "Tc 8s", 2: LOW, 3: ACES}
SUITED = "5s 6s 7s Kd 2c"
HITS = {1: "8s 9s", 2: "3s 4s", 3: ACES}
METERS = {"major": 25_000_00, "minor": 3_000_00}
IN = {seat: {"progressive": 500} for seat in (1, 2, 3)}
TRIPS = {seat: {"trips": 500} for seat in (1, 2, 3)}
FOLDS = {2: "check check fold"}
STRAIGHTS: Any = {"hands": {1: "8s 9s", 2: "8h 9h", 3: "8d 9d"}, "board": "5h 6d 7c Kd Qs", "ante": 5000}
LIMITED = ("aggregate.pays_from=200:1", "blind.pays.straight=200:1")
ROYAL: Any = {"hands": {1: "Ks As"}, "board": "Ts Js Qs 2c 3d", "dealer": "2d 9h", "ante": 5000}
JAM: Any = {"declare": Declare("shuffler_jam")}


def trace(
    *sets: str,
    hands: dict[int, str] = HANDS,
    board: str = BOARD,
    dealer: str = PAIR,
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
    play_toke: int = 0,
    **more: Any,
) -> dict[str, Any]:
    """A round told by what it settles, in what order, and by whom."""
    told = ToldRound(r := open_round(deck(hands, board, dealer), sets=[*base, *sets], **more))
    told.lay({seat: {"ante": ante, "blind": ante, **bets.get(seat, {})} for seat in hands}, tokes, players)
    left = {seat: plans.get(seat, "4x").split() for seat in r.seats}

    def decide(box: int) -> Action:
        word = left[box].pop(0) if left[box] else ""
        action = r.timeout_answer() if silent or not word else decision(word, box)
        if play_toke and isinstance(action, PlayBet):
            return PlayBet(action.multiple, spot=box, toke_cents=play_toke)
        return action

    return told.play(decide, declare=declare, after=after, ruling=ruling, last_first=last_first)


def link_trace(*sets: str) -> dict[str, Any]:
    """What the meters hold and pay: 210,000 wagers, then two hits of the Minor and one of the Major."""
    link = Link.of(load(UTH, sets=sets))
    states: list[Any] = [(link.major, link.minor)]
    link.contribute("c1", table="1", game=UTH, wagers=210_000)
    states.append((link.major, link.minor, link.reserve))
    for number, meter in enumerate(("minor", "minor", "major")):
        link.hit(f"h{number}", meter=meter, table="1", game=UTH, seat=number + 1, dealt=number)  # type: ignore[arg-type]
    states.append([award.cents for meter in ("minor", "major") for award in link.award(meter)])  # type: ignore[arg-type]
    states.append((link.major, link.minor, link.reserve))
    return {"settlement": states}


PAY_LINES = {
    "royal_flush": ("Ts Js Qs 2c 3d", "Ks As"),
    "straight_flush": (SUITED, "8s 9s"),
    "four_of_a_kind": ("7c 7d 2c Jh Kd", "7h 7s"),
    "full_house": ("7c 7d 2c Jh Kd", "7h 2d"),
    "flush": ("2c 7c 9c Jh Kd", "Ac 4c"),
    "straight": ("7d 9h Js 2c Kd", "Tc 8s"),
    "three_of_a_kind": ("7c 7d 2c Jh Kd", "7h 4c"),
}
LINE_FLIPS: dict[str, tuple[str, dict[str, Any]]] = {
    f"{section}.{line}": (
        "2:1",
        {"hands": {1: hand}, "board": board, "dealer": "Kh 3c", "bets": {1: more}, "ante": 500},
    )
    for section, more in (("blind.pays", {}), ("bets.trips.pays", {"trips": 500}), ("bets.progressive.pays", IN[1]))
    for line, (board, hand) in PAY_LINES.items()
}

FLIPS: dict[str, tuple[str, dict[str, Any]]] = {
    "table.minimum": ("20.00", {}),
    "table.maximum": ("5.00", {}),
    "table.bet_step": ("5.00", {"ante": 1100}),
    "table.seats": ("2", {}),
    "table.hands_per_player": ("2", {"players": {1: "Ann", 2: "Ann"}}),
    "table.side_bets": ("trips", {"bets": IN}),
    "table.decision_order": ("any_order", {"last_first": True}),
    "table.pay_order": ("left_to_right", {}),
    "deal.device": ("hand", {}),
    "deal.hand_deal_packets": ("one", {"by_hand": True}),
    "deal.burn_board": ("true", {}),
    "play.preflop_multiples": ("3", {}),
    "play.flop_multiple": ("3", {"plans": {1: "check 2x"}}),
    "play.river_multiple": ("2", {"plans": {1: "check check 1x"}}),
    "play.win": ("2:1", {}),
    "play.play_bet_capped": ("true", {"ante": 5000}),
    "play.fold_early": ("true", {"plans": {2: "fold"}}),
    "play.fold_collect": ("at_settlement", {"plans": FOLDS}),
    "play.fold_tucks_automatically": ("false", {"plans": {1: "check check fold"}, "bets": TRIPS}),
    "dealer.qualifies": ("any", {"dealer": HIGH}),
    "dealer.refund_folded_ante": ("true", {"dealer": HIGH, "plans": FOLDS}),
    "blind.rounding": ("1.00", {"hands": {1: "Ac 4c"}, "board": "2c 7c 9c Jh Kd", "ante": 500}),
    "notice.amount": ("40.00", {}),
    "notice.supervisor_notice": ("per_player_total", {"ante": 2000}),
    "irregularity.kinds": (
        "faceup_card", {"declare": Declare("early_board_card"), "after": "preflop", "ruling": "void"},
    ),
    "irregularity.early_board_exposure": (
        "void", {"declare": Declare("early_board_card"), "after": "preflop", "ruling": "go_on"},
    ),
    "irregularity.shuffler_jam_bets": ("returned", JAM),
    "irregularity.collusion_ruling_role": (
        "shift_manager",
        {"declare": Declare("information_shared", 1, "verbal"), "after": "preflop", "ruling": "no_action"},
    ),
    "chips.denominations": ("5.00", {"ante": 600}),
    "timeout.decision": ("check_bet", {"silent": True}),
    "bets.trips.min": ("10.00", {"bets": TRIPS}),
    "bets.trips.max": ("2.00", {"bets": TRIPS}),
    "bets.trips.step": ("2.00", {"bets": TRIPS, "base": ("trips.min=2.00",)}),
    "bets.progressive.wager": ("10.00", {"bets": IN}),
    "bets.progressive.returns_wager": ("true", {"bets": IN, "hands": HITS, "board": SUITED, "meters": METERS}),
    "bets.progressive.void_returns_progressive": (
        "false", {"bets": IN, "declare": Declare("wrong_count"), "after": "preflop"},
    ),
    "bets.progressive.jackpot_tie": (
        "first_takes_meter", {"bets": IN, "hands": HITS, "board": SUITED, "meters": METERS},
    ),
    "bets.progressive.envy_to_folded": (
        "false", {"bets": IN, "hands": HITS, "board": SUITED, "plans": {3: "check check fold"}},
    ),
    "bets.progressive.envy_from": (
        "any_player", {"bets": {3: IN[3]}, "hands": HITS, "board": SUITED, "plans": {3: "check check fold"}},
    ),
    "bets.progressive.major.envy": ("1.00", {**ROYAL, "hands": {1: "Ks As", 2: "4d 5d"}, "bets": IN, "meters": METERS}),
    "bets.progressive.minor.envy": ("1.00", {"bets": IN, "hands": HITS, "board": SUITED}),
    "toke.offered": ("false", {"tokes": {1: {"ante": 500}}}),
    "toke.wagers": ("blind", {"tokes": {1: {"ante": 500}}}),
    "toke.minimum": ("10.00", {"tokes": {1: {"ante": 500}}}),
    "toke.maximum": ("2.00", {"tokes": {1: {"ante": 500}}}),
    "toke.step": ("2.00", {"tokes": {1: {"ante": 500}}, "base": ("toke.minimum=2.00",)}),
    "toke.cap_share": ("50%", {"tokes": {1: {"ante": 5000}}}),
    "toke.cap": ("share_of_maximum", {"tokes": {1: {"ante": 500}}}),
    "toke.push": ("stays", {"tokes": {3: {"blind": 500}}}),
    "toke.follows_wager": ("false", {"tokes": {1: {"trips": 500}}, "bets": TRIPS}),
    "aggregate.limit": ("10000.00", ROYAL),
    "aggregate.pays_from": ("501:1", {**ROYAL, "tokes": {1: {"blind": 500}}}),
    "aggregate.rounding": ("down", {**STRAIGHTS, "base": LIMITED}),
    "aggregate.tokes_in_aggregate": ("false", {**ROYAL, "tokes": {1: {"blind": 500}}}),
    "aggregate.tie": ("pay_order", {**STRAIGHTS, "base": LIMITED}),
    "aggregate.offered": ("false", {**ROYAL, "tokes": {1: {"blind": 500}}}),
    **LINE_FLIPS,
}  # fmt: skip

LINK_FLIPS = {
    "bets.progressive.meter_reset": "greater_of_seed_and_reserve",
    "bets.progressive.major.share": "50%",
    "bets.progressive.major.seed": "10000.00",
    "bets.progressive.major.rate": "10%",
    "bets.progressive.major.reseed": "1%",
    "bets.progressive.minor.share": "50%",
    "bets.progressive.minor.seed": "1000.00",
    "bets.progressive.minor.rate": "10%",
    "bets.progressive.minor.reseed": "1%",
    "bets.progressive.wager": "10.00",
}

ELSEWHERE = {"deal.count_on_new_dealer", "deal.bad_deck", "bets.trips.offered", "bets.progressive.offered"}
"""Shown with the shoe; and a bet that the sheet does not describe cannot be among its side bets."""

SHEET = load(UTH)
TOUCHED = touched(SHEET)


def here(path: str) -> bool:
    return path in FLIPS or path in LINK_FLIPS or path in SWAPPED


@pytest.mark.parametrize(("path", "touch"), [each for each in TOUCHED if each[0] in FLIPS])
def test_a_flipped_value_changes_what_it_touches(path: str, touch: str) -> None:
    value, scenario = FLIPS[path]
    assert trace(**scenario)[touch] == trace(**scenario)[touch]
    assert trace(**scenario)[touch] != trace(f"{path}={value}", **scenario)[touch]


@pytest.mark.parametrize("path", LINK_FLIPS)
def test_a_flipped_value_changes_the_meters(path: str) -> None:
    assert link_trace() != link_trace(f"{path}={LINK_FLIPS[path]}")


def test_the_hands_of_the_meters_can_be_exchanged() -> None:
    scenario: Any = {"bets": IN, "hands": HITS, "board": SUITED, "meters": METERS}
    swapped = ("major.hand=straight_flush", "minor.hand=royal_flush")
    assert trace(**scenario)["settlement"] != trace(*swapped, **scenario)["settlement"]


def test_every_value_that_touches_the_table_is_flipped() -> None:
    missing = {path for path, _ in TOUCHED if not here(path) and path.split(".")[0] not in ("shuffle", "cards")}
    assert missing == ELSEWHERE

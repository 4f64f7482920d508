"""A flipped rule changes something: every option, every other value, every effect it declares.

For each option of the blackjack sheets the table below holds scenarios: a sheet, cards in the order of the shoe, bets
and answers, and the value that takes the place of the sheet's own. Both rounds get the same commands; a command that
is refused is left out. Then the order of events, who is asked or may act, or the amounts must differ, as declared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import msgspec
import pytest
from tests.house_rules import KINDS, to_the_end

from pitboss.cards import UNKNOWN, parse_cards
from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.events import WagerSettled
from pitboss.games.notation import parse_action
from pitboss.options import walk
from pitboss.rules import Sheet, load
from pitboss.rules.blackjack import BlackjackRules
from pitboss.rules.blackjack.decisions import SplitHands
from pitboss.shoe import Ceremony, Deck, SeededSource, shuffle_rules
from pitboss.table import Table

BJ, FB, GC, V5 = "catfish-blackjack", "free-bet-blackjack", "games-of-chance-blackjack", "blackjack-v5"
SHOWN = ("order", "role", "settlement")
"""The effects that a round, a shoe or a table can show; figures are the mathematics' to show."""


# --- the scenarios of a round -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Trace:
    """What a scenario came to: the log without clauses, who was asked or refused, and what was settled."""

    order: tuple[Any, ...]
    role: tuple[Any, ...]
    settlement: tuple[Any, ...]


@dataclass(frozen=True)
class Scenario:
    """Commands for a round on a sheet; ``value`` is what the option is set to instead of the sheet's own."""

    sheet: str
    value: str
    cards: str = ""
    bets: Mapping[int, int | Mapping[str, int]] = field(default_factory=lambda: {1: 1000})
    answers: tuple[str | tuple[str, str] | a.Action, ...] = ()
    base: tuple[str, ...] = ()
    manual: bool = False
    player: str = ""
    fill: bool = True
    run: Callable[[Sheet], Trace] | None = None

    def trace(self, sheet: Sheet) -> Trace:
        return self.run(sheet) if self.run is not None else play(self, sheet)


def shoe(*hands: str, dealer: str, then: str = "") -> str:
    """The cards in the order of the deal: first cards, second cards, then those to come."""
    both = [hand.split() for hand in (*hands, dealer)]
    return " ".join([*(first for first, _ in both), *(second for _, second in both), *then.split()])


def play(scenario: Scenario, sheet: Sheet) -> Trace:
    round_ = BlackjackRound(sheet, parse_cards(scenario.cards + FILL * scenario.fill), automatic=not scenario.manual)
    asked: list[Any] = []
    for action, role in commands(scenario, round_):
        asked.append(attempt(round_, action, role))
    if round_.spots:
        while not round_.over:
            asked.append(round_.question and (round_.question.kind, round_.question.role))
            to_the_next(round_)
    return Trace(
        tuple(msgspec.structs.replace(event, clause="") for event in round_.events),
        tuple(entry for entry in asked if entry is not None),
        tuple(sorted(_settled(event) for event in round_.events if isinstance(event, WagerSettled))),
    )


FILL = " 2c 3d 4h" * 8
"""Low cards to go on with when the scripted ones are out."""


def commands(scenario: Scenario, round_: BlackjackRound) -> Iterator[tuple[a.Action, str]]:
    for spot, wagers in scenario.bets.items():
        for wager, cents in ({"main": wagers} if isinstance(wagers, int) else wagers).items():
            owner = scenario.player or f"P{spot}"
            toke = wager.removeprefix("toke:")
            yield (a.PlaceToke(spot, cents, toke) if toke != wager else a.PlaceBet(spot, cents, wager, owner)), ""
    yield a.StartDeal(), ""
    for answer in scenario.answers:
        words, role = answer if isinstance(answer, tuple) else (answer, "")
        if isinstance(words, str) and words.split()[0] == "go" and words != "go on":
            for _ in range(int(words.split()[1]) if " " in words else 1000):
                if round_.question is None or round_.question.kind != "proceed":
                    break
                yield a.Proceed(), ""
        else:
            yield (parse_action(words) if isinstance(words, str) else words), role


def attempt(round_: BlackjackRound, action: a.Action, role: str) -> Any:
    """Act if that is allowed; who was asked, and whether a command that names its role was taken."""
    question = round_.question
    try:
        round_.act(action, role=role)
    except IllegalAction:
        return (type(action).__name__, role, "refused") if role else None
    return (question and (question.kind, question.role), role)


def to_the_next(round_: BlackjackRound) -> None:
    """One answer as silence gives it; a question to the staff gets its first offer."""
    question = round_.question
    assert question is not None
    if question.kind == "reshuffle":
        round_.act(a.Reshuffled(parse_cards("9c 9d 9h 8c 8d 8h")))
        return
    action = round_.timeout_answer() if question.kind != "wagers" else None
    round_.act(action or round_.offers()[0].action)


def _settled(event: WagerSettled) -> tuple[Any, ...]:
    return event.spot, event.hand, event.wager, event.stake, event.result, event.pays, event.owner


def S(sheet: str, value: str, cards: str = "", bets: Any = None, *answers: Any, **more: Any) -> Scenario:
    return Scenario(sheet, value, cards, bets or {1: 1000}, answers, **more)


WIN = shoe("Th 9h", dealer="6c Td", then="Tc")
LOSE = shoe("Th 7h", dealer="Tc 9d")
TWO = shoe("Th 9h", "Kh 8d", dealer="6c Td", then="Tc")
PAIR = shoe("8h 8d", dealer="6c Td", then="8s 8c 3c 2d 9c 9d 9h Ts")
ACES = shoe("Ah Ad", dealer="6c Td", then="9s 5d Tc 7d 8d")
ELEVEN = shoe("6h 5h", dealer="6c Td", then="9s Tc")
NATURAL = shoe("Ah Kd", dealer="6c Td", then="Tc")
DEALER_BLACKJACK = shoe("Th 9h", dealer="Ac Kd")
BREAKS = shoe("Th 6h", dealer="6c Td", then="9s Tc")
QUEENS = shoe("Qh Qd", dealer="6c Td", then="5s 4s Tc")
TRIPS = shoe("7h 7d", dealer="7c Td", then="Tc")
BOUNTIES = {n: {"main": 1000, "kings_bounty": 2500} for n in (1, 2, 3)}
SPADE_KINGS = shoe("Ks Ks", "Ks Ks", "Ks Ks", dealer="As Td")


def limits(section: str, sheet: str, wager: str, main: int, *, most: int, step: int) -> dict[str, list[Scenario]]:
    """Smallest, largest and step of a side bet: a bet that the other limit refuses."""
    other = f"{step / 100:.2f}"
    bets = [{1: {"main": main, wager: stake}} for stake in (100, most, step + 100)]
    return {
        f"bets.{section}.min": [S(sheet, other, WIN, bets[0])],
        f"bets.{section}.max": [S(sheet, other, WIN, bets[1])],
        f"bets.{section}.step": [S(sheet, other, WIN, bets[2], base=(f"bets.{section}.min={other}",))],
    }


def lines(
    section: str, sheet: str, wager: str, main: int, stake: int, cards: Mapping[str, Any]
) -> dict[str, list[Scenario]]:
    """Every pay line at other odds."""
    found = {}
    for line, dealt in cards.items():
        text, *answers = dealt if isinstance(dealt, tuple) else (dealt,)
        found[f"bets.{section}.pays.{line}"] = [S(sheet, "99:1", text, {1: {"main": main, wager: stake}}, *answers)]
    return found


FLIPS: dict[str, list[Scenario]] = {
    "table.minimum": [S(BJ, "10.00", WIN, {1: 500})],
    "table.maximum": [S(BJ, "25.00", WIN, {1: 3000})],
    "table.bet_step": [S(BJ, "5.00", WIN, {1: 600})],
    "table.betting_area": [S(BJ, "circle", WIN), S(BJ, "position", WIN)],
    "table.boxes": [S(BJ, "6", TWO, {1: 1000, 7: 1000})],
    "table.spots_per_player": [S(BJ, "2", TWO, {1: 1000, 2: 1000, 3: 1000}, player="Ann")],
    "table.side_bets": [S(BJ, "[trilux]", WIN, {1: {"main": 1000, "kings_bounty": 500}})],
    "table.limit_scope": [S(BJ, "player", TWO, {1: 600_000, 2: 600_000}, player="Ann")],
    "deal.start": [S(BJ, "dealer_right", TWO, {1: 1000, 2: 1000})],
    "deal.dealer_up_card": [S(BJ, "second", WIN)],
    "deal.player_cards": [S(BJ, "face_down", WIN)],
    "deal.peek_on_ten": [S(BJ, "false", shoe("6h 5h", dealer="Tc Ad", then="9s"), None, "double")],
    "deal.hole_card": [S(BJ, "none", shoe("6h 5h", dealer="Tc Ad", then="9s Ks"), None, "double")],
    "deal.blackjack_takes": [
        S(BJ, "original_bets", shoe("6h 5h", dealer="Tc Ad", then="9s"), None, "double", base=("peek_on_ten=false",)),
    ],
    "deal.signals": [S(BJ, "hand_overrules_voice", WIN, None, "hit by voice")],
    "deal.broken": [S(BJ, "end_of_round", BREAKS, None, "hit")],
    "deal.pay_order": [S(BJ, "left_to_right", TWO, {1: 1000, 2: 1000})],
    "split.match": [S(BJ, "rank", shoe("Th Kd", dealer="6c Td", then="9c 9d Tc"), None, "split")],
    "split.max_hands": [S(BJ, str(n), PAIR, None, *["split"] * 3) for n in (2, 3)],
    **{
        f"split.hands.{ranks}": [
            S(
                BJ, most, shoe(f"{rank}h {rank}d", dealer="6c Td", then=f"{rank}s {rank}c 3c 2d 9c 9d 9h Ts"), None,
                *["split"] * 6, base=(f"split.max_hands={2 if most == '3' else 3}", "split.resplit_aces=true"),
            )
            for most in ("1", "2", "3", "4")
        ]
        for ranks, rank in zip(SplitHands.__slots__, "A23456789T", strict=True)
    },
    "split.split_aces": [S(BJ, "never", ACES, None, "split")],
    "split.resplit_aces": [S(BJ, "true", shoe("Ah Ad", dealer="6c Td", then="As 5d 6d 7d Tc"), None, "split", "split")],
    "split.hit_split_aces": [
        S(BJ, "true", shoe("Ah Ad", dealer="6c Td", then="9s 5d Tc 5c"), None, "split", "stand", "hit")
    ],
    "split.split_blackjack": [S(BJ, "true", shoe("Ah Ad", dealer="6c Td", then="Ks 5d Tc"), None, "split")],
    "split.split_at_maximum": [S(BJ, "false", PAIR, {1: 1_000_000}, "split")],
    "double.cards": [S(BJ, "any", shoe("2h 3h", dealer="6c Td", then="6s Tc Tc"), None, "hit", "double")],
    "double.after_split": [S(BJ, "false", shoe("8h 8d", dealer="6c Td", then="3s Tc 9d Tc"), None, "split", "double")],
    "double.double_split_aces": [S(BJ, "true", ACES, None, "split", "double")],
    "double.stake": [S(BJ, value, ELEVEN, None, "double 3") for value in ("full_or_half", "full")],
    "double.half_only_on": [S(V5, "6.00", ELEVEN, {1: 400}, "double 2")],
    "double.less_minimum": [S(BJ, "5.00", ELEVEN, None, "double 3")],
    "double.less_step": [S(BJ, "5.00", ELEVEN, None, "double 3")],
    "double.blackjack": [S(BJ, "true", NATURAL, None, "double")],
    "double.natural_double": [
        S(GC, "in_turn", shoe("Th 5h", "Ah Kd", dealer="6c Td", then="9s"), {1: 400, 2: 400}, "go on", "stand", "go on")
    ],
    "double.totals": [S(BJ, "9,10", ELEVEN, None, "double")],
    "double.soft_hands": [S(BJ, "false", shoe("Ah 6h", dealer="6c Td", then="9s Tc"), None, "double")],
    "double.redoubles": [
        S(BJ, "1", shoe("2h 3h", dealer="6c Td", then="2s 2c Tc Tc"), None, *["double"] * 3, base=("redouble=true",))
    ],
    "double.redouble": [S(BJ, "true", shoe("2h 3h", dealer="6c Td", then="6s Tc Tc"), None, "double", "double")],
    "double.face_down": [S(BJ, "false", ELEVEN, None, "double face down")],
    "double.double_at_maximum": [S(BJ, "false", ELEVEN, {1: 1_000_000}, "double")],
    "dealer.draws_to": [
        S(BJ, "15", shoe("Th 7h", dealer="Tc 6d", then="5c")),
        S(BJ, "14", shoe("Th 7h", dealer="Tc 5d", then="5c")),
        S(BJ, "17", shoe("Th 8h", dealer="Tc 7d", then="4c")),
    ],
    "dealer.soft_17": [S(BJ, "stand", shoe("Th 8h", dealer="Ac 6d", then="4c"), None, "1: decline")],
    "dealer.draws_without_hands": [S(BJ, "true", BREAKS, None, "hit")],
    "dealer.push_22": [S(BJ, "true", shoe("Th 9h", dealer="6c 6d", then="Tc"))],
    "blackjack.pays": [S(BJ, "6:5", NATURAL)],
    "blackjack.rounding": [
        S(BJ, "1.00", NATURAL, {1: 500}),
        S(BJ, "none", NATURAL, {1: {"main": 500, "toke:main": 50}}),
        *(S(BJ, f"0.50_{way}", NATURAL, {1: 500}, base=("blackjack.rounding=1.00",)) for way in ("up", "nearest")),
        *(S(BJ, f"1.00_{way}", NATURAL, {1: 500}) for way in ("up", "nearest")),
    ],
    "blackjack.tie": [S(BJ, "even_money_unless_declined", shoe("Ah Kd", dealer="Tc As"))],
    "blackjack.payment": [S(BJ, "end_of_round", shoe("Ah Kd", "Th 9h", dealer="6c Td", then="Tc"), {1: 1000, 2: 1000})],
    "blackjack.vs_ten_payment": [
        S(BJ, "after_all_hands", shoe("Ah Kd", "Th 9h", dealer="Tc 7d"), {1: 1000, 2: 1000})
    ],
    "payouts.win": [S(BJ, "6:5", WIN)],
    "payouts.tie": [
        S(BJ, "dealer_wins", shoe("Th 9h", dealer="Tc 9d")),
        S(BJ, "21_wins", shoe("5h 6h", dealer="Tc 6d", then="Th 5c"), None, "hit"),
    ],
    "payouts.charlie": [
        S(BJ, str(n), shoe("2h 2d", dealer="Tc 9d", then="2s 3c 2c 3d 2h"), None, *["hit"] * (n - 2)) for n in (5, 6, 7)
    ],
    "bonus.suited_blackjack": [S(BJ, "2:1", shoe("Ah Kh", dealer="6c Td"))],
    **{
        f"bonus.{cards}_card_21": [
            S(BJ, "2:1", shoe("2h 2d", dealer="Tc 9d", then=then), None, *["hit"] * len(then.split()))
        ]
        for cards, then in (("five", "2s 5c Th"), ("six", "2s 3c 5c 7h"), ("seven", "2s 3c 3h 4c 5c"))
    },
    **{
        f"bonus.{line}{of}": [S(BJ, "3:1", shoe(first, dealer="Tc 9d", then=then), None, "hit")]
        for line, first, then in (("six_seven_eight", "6s 7s", "8s"), ("triple_seven", "7s 7s", "7s"))
        for of in ("", "_suited", "_spades")
    },
    "bonus.split_hands": [
        S(
            BJ,
            "true",
            shoe("7s 7s", dealer="Tc 9d", then="7h 7d 3c Tc"),
            None,
            *("split", "hit", "stand", "hit", "stand"),
            base=("bonus.triple_seven=3:1", "split.max_hands=2"),
        )
    ],
    "payouts.other_rounding": [
        S(BJ, value, WIN, {1: {"main": 500, "toke:main": 50}}, base=("payouts.win=3:2",)) for value in ("0.50", "1.00")
    ],
    "chips.denominations": [S(BJ, "[5.00]", WIN, {1: 600})],
    "calls.playing_three": [S(BJ, "", TWO, {1: 1000, 2: 1000, 3: 1000}, player="Ann")],
    "calls.double_for_less": [S(BJ, "", ELEVEN, None, "double 3")],
    "calls.fives": [S(BJ, "", shoe("5h 5d", dealer="6c Td", then="9s Tc"), None, "double", "double")],
    "calls.insurance_open": [S(BJ, "", DEALER_BLACKJACK, None, "1: decline")],
    "calls.insurance_closed": [S(BJ, "", DEALER_BLACKJACK, None, "1: decline")],
    "calls.blackjack": [S(BJ, "", shoe("Ah Kd", dealer="Tc 7d"))],
    "timeout.decision": [S(BJ, "never_bust", shoe("6h 5h", dealer="6c Td", then="9s 5c"))],
    "insurance.pays": [S(BJ, "3:1", DEALER_BLACKJACK, None, "1: insure 5")],
    "insurance.share": [S(BJ, "1/4", DEALER_BLACKJACK, None, "1: insure 5")],
    "insurance.step": [S(BJ, "1.00", DEALER_BLACKJACK, {1: 500}, "1: insure 2.50")],
    "insurance.insure_blackjack": [S(BJ, "false", shoe("Ah Kd", dealer="Ac 7d", then="9s"), None, "1: insure 5")],
    "insurance.even_money": [S(BJ, "false", shoe("Ah Kd", dealer="Ac 7d", then="9s"), None, "1: even money")],
    "surrender.loss": [S(GC, "3/4", LOSE, {1: 400}, "surrender")],
    "surrender.timing": [S(GC, "early", shoe("Th 6h", dealer="Tc Ad"), {1: 400}, "surrender")],
    "surrender.against": [
        S(GC, "not_ace", shoe("Th 6h", dealer="Ac 7d", then="9s"), {1: 400}, "1: decline", "surrender"),
        S(GC, "ace_and_ten", shoe("Th 6h", dealer="9c 7d", then="9s"), {1: 400}, "surrender"),
        S(GC, "ten", shoe("Th 6h", dealer="9c 7d", then="9s"), {1: 400}, "surrender"),
        S(GC, "ace", LOSE, {1: 400}, "surrender"),
    ],
    "surrender.after_split": [S(GC, "false", PAIR, {1: 400}, "split", "surrender")],
    "surrender.surrender_split_aces": [S(GC, "false", ACES, {1: 400}, "split", "surrender")],
    "free.double_totals": [S(FB, "[9, 10]", ELEVEN, None, "double")],
    "free.split_pairs": [S(FB, "none", PAIR, None, "split"), S(FB, "all", QUEENS, None, "split")],
    "free.decline_free": [S(FB, "true", ELEVEN, None, "double paid")],
    "free.paid_double_on_lammer": [
        S(FB, "false", shoe("6h 6d", dealer="5c Td", then="Ts 6s Tc Td"), None, "split", "stand", "double")
    ],
    "free.lammer_stack": [
        S(FB, "false", shoe("6h 6d", dealer="5c Td", then="Ts 5s Tc Td"), None, "split", "stand", "double")
    ],
    "toke.wagers": [S(BJ, "[main]", WIN, {1: {"main": 1000, "trilux": 500, "toke:trilux": 100}})],
    "toke.minimum": [S(BJ, "1.00", WIN, {1: {"main": 1000, "toke:main": 50}})],
    "toke.maximum": [S(BJ, "1.00", WIN, {1: {"main": 1000, "toke:main": 200}})],
    "toke.step": [S(BJ, "1.00", WIN, {1: {"main": 1000, "toke:main": 150}}, base=("toke.minimum=1.00",))],
    "toke.cap_share": [S(BJ, "5%", WIN, {1: {"main": 1_000_000, "toke:main": 80_000}})],
    "toke.cap": [S(BJ, "share_of_maximum", WIN, {1: {"main": 500_000, "toke:main": 100}})],
    "toke.push": [S(BJ, "stays", shoe("Th 9h", dealer="Tc 9d"), {1: {"main": 1000, "toke:main": 100}})],
    "toke.follows_wager": [S(BJ, "false", NATURAL, {1: {"main": 1000, "toke:main": 100}})],
    "toke.doubles": [S(BJ, "never", ELEVEN, {1: {"main": 1000, "toke:main": 100}}, "double 10 toke 1")],
    "toke.free_bets": [S(FB, "false", ELEVEN, {1: {"main": 1000, "toke:main": 100}}, "double")],
    "aggregate.limit": [S(BJ, "10000.00", SPADE_KINGS, BOUNTIES)],
    "aggregate.pays_from": [
        S(BJ, "2000:1", SPADE_KINGS, BOUNTIES)
    ],
    "aggregate.rounding": [S(BJ, "down", SPADE_KINGS, BOUNTIES)],
    "aggregate.tokes_in_aggregate": [
        S(BJ, "false", SPADE_KINGS, {n: bets | {"toke:kings_bounty": 200} for n, bets in BOUNTIES.items()})
    ],
    "aggregate.tie": [S(BJ, "pay_order", SPADE_KINGS, BOUNTIES)],
    **limits("trilux", BJ, "trilux", 1000, most=10_000, step=500),
    "bets.trilux.settlement": [S(BJ, "end_of_round", TRIPS, {1: {"main": 1000, "trilux": 500}})],
    "bets.trilux.mini_royal": [S(BJ, "no_pay", shoe("Ah Kh", dealer="Qh 7d"), {1: {"main": 1000, "trilux": 500}})],
    "bets.trilux.ace_low": [
        S(BJ, "false", shoe("Ah 2d", dealer="3c 7d", then="9c"), {1: {"main": 1000, "trilux": 500}})
    ],
    **lines("trilux", BJ, "trilux", 1000, 500, {
        "straight_flush": shoe("5h 6h", dealer="7h 7d"), "three_of_a_kind": TRIPS,
        "straight": shoe("5h 6d", dealer="7h 7d"), "flush": shoe("5h 9h", dealer="7h 7d"),
    }),
    **limits("kings_bounty", BJ, "kings_bounty", 1000, most=2500, step=500),
    "bets.kings_bounty.settlement": [S(BJ, "end_of_player_hand", QUEENS, {1: {"main": 1000, "kings_bounty": 500}})],
    "bets.kings_bounty.soft20": [
        S(BJ, "false", shoe("Ah 9d", dealer="6c Td", then="Tc"), {1: {"main": 1000, "kings_bounty": 500}})
    ],
    **lines("kings_bounty", BJ, "kings_bounty", 1000, 500, {
        "spade_kings_dealer_blackjack": shoe("Ks Ks", dealer="As Td"), "spade_kings": shoe("Ks Ks", dealer="9s 9d"),
        "suited_kings": shoe("Kh Kh", dealer="9s 9d"), "suited_tens": shoe("Qh Qh", dealer="9s 9d"),
        "suited_20": shoe("Qh Kh", dealer="9s 9d"), "kings": shoe("Kh Kd", dealer="9s 9d"),
        "unsuited_20": shoe("Qh Kd", dealer="9s 9d"),
    }),
    **limits("match", GC, "match", 400, most=400, step=200),
    "bets.match.settlement": [S(GC, "end_of_round", TRIPS, {1: {"main": 400, "match": 100}})],
    "bets.match.before_insurance": [
        S(V5, "false", shoe("Ah 9d", dealer="Ac 7d", then="9s"), {1: {"main": 400, "match": 100}}, "1: decline")
    ],
    "bets.match.three_aces_stake": [
        S(GC, "2.00", shoe("Ah Ah", dealer="Ah 7d", then="9s"), {1: {"main": 400, "match": 400}}, "1: decline")
    ],
    "bets.match.three_aces_wager": [
        S(GC, "ante", shoe("Ah Ah", dealer="Ah 7d", then="9s"), {1: {"main": 400, "match": 100}}, "1: decline")
    ],
    **lines("match", GC, "match", 400, 400, {
        "two_suited": shoe("7h 7h", dealer="7h 9d"), "one_of_each": shoe("7h 7d", dealer="7h 9d"),
        "two_unsuited": TRIPS, "one_suited": shoe("7h 9c", dealer="7h 9d"),
        "one_unsuited": shoe("7c 9c", dealer="7h 9d"),
        "three_suited_aces": (shoe("Ah Ah", dealer="Ah 7d", then="9s"), "1: decline"),
    }),
    **limits("super7", GC, "super7", 400, most=400, step=200),
    "bets.super7.third_card": [
        S(GC, "always_dealt", shoe("7h 7d", dealer="6c Td", then="7s Tc"), {1: {"main": 400, "super7": 100}})
    ],
    "bets.super7.stack": [S(GC, "true", shoe("7h 7d", dealer="6c Td", then="Tc"), {1: {"main": 400, "super7": 100}})],
    **lines("super7", GC, "super7", 400, 100, {
        "three_suited": (shoe("7h 7h", dealer="6c Td", then="7h Tc"), "hit"),
        "three_unsuited": (shoe("7h 7d", dealer="6c Td", then="7s Tc"), "hit"),
        "two_suited": shoe("7h 7h", dealer="6c Td", then="Tc"),
        "two_unsuited": shoe("7h 7d", dealer="6c Td", then="Tc"),
        "first_seven": shoe("7h 9d", dealer="6c Td", then="Tc"),
    }),
    **limits("overunder", GC, "over", 400, most=400, step=200),
    "bets.overunder.settlement": [S(GC, "end_of_round", WIN, {1: {"main": 400, "over": 100}})],
    "bets.overunder.point": [
        S(GC, "12", shoe("Th 3h", dealer="6c Td", then="9s"), {1: {"main": 400, "over": 100}}),
        S(GC, "14", shoe("Th 4h", dealer="6c Td", then="9s"), {1: {"main": 400, "over": 100}}),
    ],
    "bets.overunder.ace": [S(GC, "1", shoe("Ah 4h", dealer="6c Td", then="9s"), {1: {"main": 400, "over": 100}})],
    **lines("overunder", GC, "over", 400, 100, {"over": WIN}),
    **lines("overunder", GC, "under", 400, 100, {"under": shoe("2h 3h", dealer="6c Td", then="9s")}),
    **limits("perfect_pair", GC, "perfect_pair", 400, most=400, step=200),
    "bets.perfect_pair.settlement": [S(GC, "end_of_round", PAIR, {1: {"main": 400, "perfect_pair": 100}})],
    **lines("perfect_pair", GC, "perfect_pair", 400, 100, {
        "perfect": shoe("9h 9h", dealer="6c Td", then="9s"), "coloured": shoe("9h 9d", dealer="6c Td", then="9s"),
        "red_and_black": shoe("9h 9c", dealer="6c Td", then="9s"),
    }),
    **limits("push22", FB, "push22", 1000, most=2500, step=500),
    **lines("push22", FB, "push22", 1000, 500, {
        "same_suit": shoe("Th 9h", dealer="6c 6c", then="Tc"), "same_colour": shoe("Th 9h", dealer="6c 6s", then="Tc"),
        "other": shoe("Th 9h", dealer="6c 6h", then="Tc"),
    }),
}  # fmt: skip


# --- irregularities ---------------------------------------------------------------------------------------


def without(kind: str, sheet: str = BJ) -> str:
    """All irregularities that a sheet rules on but one."""
    return f"[{', '.join(name for name in load(sheet).rules.irregularity.kinds if name != kind)}]"


def M(value: str, cards: str, bets: Any, *answers: Any, sheet: str = BJ, fill: bool = True) -> Scenario:
    """A staffed table, where mistakes happen."""
    return Scenario(sheet, value, cards, bets or {1: 1000}, answers, manual=True, fill=fill)


TWO_BETS = {1: 1000, 2: 1000}
THREE_BETS = {1: 1000, 2: 1000, 3: 1000}
EXPOSED = ("go", "declare exposed_card", "call", "refuse", "refuse", "refuse")
LATE = ("go", "peek no", "double", "go", "call", "go")
WRONG_COUNT = ("go 1", "deal 1", "go", "call", "1: choose misdeal", ("rule misdeal", "supervisor"))
NO_DEALER = (
    "go 2",
    "overlook 0",
    "go 2",
    "overlook 0",
    "go",
    "stand",
    "stand",
    "call",
    ("rule misdeal: forgotten", "supervisor"),
)
MISTAKES: dict[str, Scenario] = {
    "exposed_card": M("", TWO, TWO_BETS, *EXPOSED),
    "dealer_overdraw": M(
        "", shoe("Th 9h", dealer="Tc 8d", then="5c"), None,
        "go", "peek no", "stand", "go 1", "declare dealer_overdraw", "call",
    ),
    "hole_exposed": M("", WIN, None, "go", "declare hole_exposed", "call"),
    "late_dealer_blackjack": M("", shoe("6h 5h", dealer="Tc Ad", then="9s"), None, *LATE),
    "missed_hit": M("", TWO, TWO_BETS, "go", "stand", "1: declare missed_hit", "call", "1: choose dead_hand"),
    "back_up": M("", TWO, THREE_BETS, "go 1", "deal 3", "declare back_up", "call", ("rule back_up", "supervisor")),
    "wrong_count": M("", TWO, TWO_BETS, *WRONG_COUNT[:4], "1: choose keep", ("rule keep", "supervisor")),
    "no_cards": M("", TWO, TWO_BETS, "deal 2", "go 1", "deal 2", "go", "call"),
    "dealer_wrong_count": M(
        "", TWO, TWO_BETS,
        "go 3", "deal 0", "go", "call", "choose play", "choose play", ("rule go_on", "supervisor"),
    ),
    "dealer_no_cards": M("", TWO, TWO_BETS, *NO_DEALER),
    "shoe_exhausted": M("", TWO, TWO_BETS, "go", "hit", "go", "hit", "go", "call", fill=False),
    "faceup_card": M("", TWO, TWO_BETS, "declare faceup_card", "refuse"),
    "missed_blackjack": M("", NATURAL, None, "go 4", "overlook 1"),
    "dropped_card": M("", TWO, {1: 400, 2: 400}, "declare dropped_card", "call", "refuse", sheet=GC),
}  # fmt: skip


FLIPS |= {
    "irregularity.kinds": [
        replace(scenario, value=without(kind, scenario.sheet)) for kind, scenario in MISTAKES.items()
    ],
    "irregularity.exposed_card_offers": [
        M("all", shoe("Th 9h", "Kh 8d", "Kc 8s", dealer="6c Td", then="Tc"), THREE_BETS, *EXPOSED)
    ],
    "irregularity.missed_blackjack": [
        M("counts_21", shoe("Ah Kd", dealer="Tc 9d"), None, "go 4", "peek no", "overlook 1")
    ],
    "irregularity.insurance_with_exposed_hole": [
        M("false", DEALER_BLACKJACK, None,
          "go", "declare hole_exposed", "call", "1: insure 5", "1: decline", "close", "peek yes")
    ],
    "irregularity.late_blackjack_side_bets": [
        M("as_blackjack", DEALER_BLACKJACK, None, "go", "1: insure 5", "close", "peek no", "stand", "go", "call", "go")
    ],
    "irregularity.late_blackjack_broken_extra": [
        M("kept", shoe("6h 6d", "Th 9h", dealer="Tc Ad", then="Ks"), TWO_BETS,
          "go", "peek no", "double", "go", "stand", "go", "call", "go")
    ],
    "irregularity.dead_hand_bet": [replace(MISTAKES["missed_hit"], value="lost")],
    "irregularity.kept_cards": [replace(MISTAKES["wrong_count"], value="first_two")],
    "irregularity.misdeal_scope": [M("hand", TWO, TWO_BETS, *WRONG_COUNT)],
    "irregularity.misdeal_settled": [
        S(BJ, "stand", shoe("2h 3h", dealer="6c Td"), {1: {"main": 1000, "trilux": 500}}, "hit", fill=False)
    ],
    "irregularity.shoe_exhausted": [
        S(GC, "reshuffle_discards", shoe("2h 3h", "Th 6h", dealer="6c Td", then="9s"), {1: 400, 2: 400},
          "stand", "hit", fill=False)
    ],
    "irregularity.final_say": [M("player", TWO, TWO_BETS, *WRONG_COUNT)],
    "irregularity.free_ruling": [M("false", TWO, TWO_BETS, *NO_DEALER)],
    "irregularity.faceup_card_dealer": [
        M("burn", "Th 6c 7h Td 5d Tc", None, "go 1", "declare faceup_card", "go", "stand")
    ],
    "irregularity.dropped_dealer_card": [
        M("keep", WIN, {1: 400}, "go 1", "declare dropped_card", "call", ("rule next", "floor_manager"), sheet=GC)
    ],
}  # fmt: skip


# --- the shoe and the table -------------------------------------------------------------------------------


class Attempts:
    """Moves tried one after another on a state that refuses some; what happened, and who was allowed."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.happened: list[Any] = []
        self.roles: list[Any] = []

    def do(self, move: str, *args: Any, **named: Any) -> bool:
        role = named.get("role") or named.get("leave_of") or (args[0] if move == "acknowledge" else "")
        try:
            self.state, events = getattr(self.state, move)(*args, **named)
        except IllegalAction:
            self.roles += [(move, role, "refused")] if role else []
            return False
        self.roles += [(move, role, "done")] if role else []
        self.happened += [_plain(event) for event in events]
        return True

    def trace(self) -> Trace:
        return Trace(tuple(self.happened), tuple(self.roles), ())


def _plain(event: Any) -> Any:
    """An event without its clause."""
    return msgspec.structs.replace(event, clause="") if isinstance(event, msgspec.Struct) else replace(event, clause="")


def at_the_shoe(sheet: Sheet, *, seat_cuts: bool = False) -> Trace:
    """From new decks through shuffle, cut, burn and two dealers to the cut card and beyond."""
    rules = shuffle_rules(sheet)
    state, events = Ceremony.open(rules, [Deck(str(n), "blue") for n in range(rules.decks)])
    shoe_ = Attempts(state)
    shoe_.happened += [_plain(event) for event in events]
    for move in ("spread_decks", "call_shuffle"):
        shoe_.do(move)
    for role in ("dealer", "supervisor"):
        shoe_.do("acknowledge", role)
    shoe_.do("shuffle", SeededSource("a"))
    shoe_.do("offer_cut", [1])
    if not seat_cuts:
        shoe_.do("refuse_cut")
    for place in (20, 50, 100):
        shoe_.do("cut", place, by=shoe_.state.offered)
    for move in ("place_cut_card", "load", "burn"):
        shoe_.do(move)
    for cards in (10, 260, 10):
        _round(shoe_, cards)
        shoe_.do("request_shuffle", 1, leave_of="supervisor")
    return shoe_.trace()


def _round(shoe_: Attempts, cards: int) -> None:
    shoe_.do("burn")
    if not shoe_.do("start_round"):
        return
    dealt = shoe_.state.shoe
    for _ in range(cards):
        _, dealt = dealt.draw()
    if shoe_.do("tap_in", "Al", shoe=dealt):
        dealt = shoe_.state.shoe
    shoe_.do("end_round", dealt)
    shoe_.do("tap_in", "Cy")


def at_the_table(sheet: Sheet) -> Trace:
    """Ann on three spots for a round, then on two; somebody waits, the house decides, a newcomer sits down."""
    rules = shuffle_rules(sheet)
    ceremony, _ = Ceremony.open(rules, [Deck(str(n), "blue") for n in range(rules.decks)])
    table = Attempts(Table(sheet, ceremony, ("",) * 7))
    for box in (1, 2, 3):
        table.do("sit", "Ann", box)
    table.do("prepare", SeededSource("flips"))
    table.do("start_round")
    for box in (1, 2, 3):
        table.do("act", a.PlaceBet(box, 1000 if sheet.name == BJ else 400, player="Ann"))
    table.do("act", a.StartDeal())
    round_ = table.state.round.copy()
    to_the_end(round_, lambda options: options[0])
    table.state = msgspec.structs.replace(table.state, round=round_)
    table.do("end_round")
    table.do("leave", "Ann", 3)
    table.do("grant_three", "Ann", role="shift_manager")
    table.do("sit", "Ann", 3)
    table.do("wait", "Bob")
    table.do("ask_to_release", 2, role="floor")
    table.do("set_spots", "Ann", 1, role="floor")
    table.do("sit", "Cy", 5)
    return table.trace()


def at_the_shoe_with_a_cut(sheet: Sheet) -> Trace:
    return at_the_shoe(sheet, seat_cuts=True)


def shown_at(run: Callable[[Sheet], Trace], **options: Any) -> dict[str, list[Scenario]]:
    """Options that the shoe or the table shows: the sheet, then the other values; `__` stands for a dot."""
    found = {}
    for name, (sheet, *values) in options.items():
        base = values.pop() if isinstance(values[-1], tuple) else ()
        found[name.replace("__", ".")] = [Scenario(sheet, value, base=base, run=run) for value in values]
    return found


FLIPS |= shown_at(
    at_the_shoe,
    cards__decks=(BJ, "8"),
    cards__spread_on_opening=(GC, "false"),
    shuffle__method=(BJ, "machine"),
    shuffle__procedure=(BJ, "half_decks", "riffle_strip", ("shuffle.grab_cards=26",)),
    shuffle__grabs_min=(BJ, "7"),
    shuffle__grabs_max=(BJ, "5"),
    shuffle__grab_cards=(GC, "30"),
    shuffle__supervisor_acknowledges=(BJ, "false"),
    shuffle__player_request=(BJ, "supervisor"),
    shuffle__cut_fallback=(BJ, "no_cut"),
    shuffle__cut_card_depth=(BJ, "78"),
    shuffle__cut_card=(BJ, "one_more_round"),
    shuffle__burn=(BJ, "per_round", "none"),
    shuffle__burn_on_new_dealer=(BJ, "false"),
    shuffle__dealer_change=(BJ, "any_time"),
    calls__shuffle=(BJ, ""),
    calls__dealer_cuts=(BJ, ""),
)
FLIPS |= shown_at(at_the_shoe_with_a_cut, shuffle__cut_minimum_cards=(BJ, "60"))
FLIPS |= shown_at(
    at_the_table,
    table__release_spot=(BJ, "someone_waits"),
    table__house_sets_spots=(GC, "false"),
    table__three_hand_return=(BJ, "never"),
    table__midshoe_entry=(BJ, "false"),
    shuffle__burn_after_bets=(GC, "false"),
)


# --- the tests --------------------------------------------------------------------------------------------

DECLARED = dict(walk(BlackjackRules))


def effects(path: str) -> list[str]:
    option = DECLARED[path].option
    assert option is not None
    return [word for word in option.touches.split() if word in SHOWN]


@cache
def sheet_with(name: str, sets: tuple[str, ...]) -> Sheet:
    return load(name, sets=sets)


def changed(path: str, scenario: Scenario) -> set[str]:
    """Which of the three differ when only this value is flipped."""
    plain = scenario.trace(sheet_with(scenario.sheet, scenario.base))
    flipped = scenario.trace(sheet_with(scenario.sheet, (*scenario.base, f"{path}={scenario.value}")))
    return {word for word in SHOWN if getattr(plain, word) != getattr(flipped, word)}


FLIPPED = [(path, scenario) for path, scenarios in FLIPS.items() for scenario in scenarios]


@pytest.mark.parametrize(
    ("path", "scenario"), FLIPPED, ids=[f"{path}={scenario.value[:40]}" for path, scenario in FLIPPED]
)
def test_a_flipped_value_shows_what_it_declares(path: str, scenario: Scenario) -> None:
    found, wanted = changed(path, scenario), set(effects(path))
    if path == "irregularity.kinds":  # one kind of mistake need not show all that the others do
        assert found & wanted
    else:
        assert found >= wanted, f"{path}={scenario.value} declares {wanted}, shows {found or 'nothing'}"


def test_the_kinds_of_irregularity_show_all_they_declare_between_them() -> None:
    shown = set().union(*(changed("irregularity.kinds", scenario) for scenario in FLIPS["irregularity.kinds"]))
    assert shown == set(SHOWN)
    assert set(MISTAKES) == set(KINDS)


def test_every_declared_effect_of_every_option_has_its_scenario() -> None:
    """The table holds every option with an effect to show, and every other value of those that list their values."""
    missing = []
    for path, declared in DECLARED.items():
        if not effects(path):
            continue
        scenarios = FLIPS.get(path, [])
        given = {(scenario.sheet, scenario.value) for scenario in scenarios}
        if not given:
            missing.append(path)
        for name in {scenario.sheet for scenario in scenarios}:
            own = load(name).values.get(path)
            if declared.values and not isinstance(own, tuple):
                others = {str(v).lower() if isinstance(v, bool) else v for v in declared.values if v != own}
                missing += [
                    f"{path}={value}" for value in others if all((s, value) not in given for s in (BJ, FB, GC, V5))
                ]
    assert missing == []
    assert set(FLIPS) <= set(DECLARED)


def test_scripted_cards_are_cards() -> None:
    for _, scenario in FLIPPED:
        assert UNKNOWN not in parse_cards(scenario.cards)

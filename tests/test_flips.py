"""A flipped rule changes something: every option, every other value, every effect it declares.

For each option of the blackjack sheets the table below holds scenarios: a sheet, cards in the order of the shoe, bets
and answers, and the value that takes the place of the sheet's own. Both rounds get the same commands; a command that
is refused is left out. Then the order of events, who is asked or may act, or the amounts must differ, as declared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.cards import UNKNOWN, parse_cards
from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.events import WagerSettled
from pitboss.games.notation import parse_action
from pitboss.options import walk
from pitboss.rules import Sheet, load
from pitboss.rules.blackjack import BlackjackRules
from pitboss.shoe import Ceremony, Deck, SeededSource, shuffle_rules
from pitboss.table import Table
from tests.house_rules import KINDS, to_the_end

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
    run: Callable[[Sheet], Trace] | None = None

    def trace(self, sheet: Sheet) -> Trace:
        return self.run(sheet) if self.run is not None else play(self, sheet)


def shoe(*hands: str, dealer: str, then: str = "") -> str:
    """The cards in the order of the deal: first cards, second cards, then those to come."""
    both = [hand.split() for hand in (*hands, dealer)]
    return " ".join([*(first for first, _ in both), *(second for _, second in both), *then.split()])


def play(scenario: Scenario, sheet: Sheet) -> Trace:
    round_ = BlackjackRound(sheet, parse_cards(scenario.cards + FILL), automatic=not scenario.manual)
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


def S(sheet: str, value: str, cards: str = "", bets: Any = None, *answers: Any, **more: Any) -> Scenario:  # noqa: N802
    return Scenario(sheet, value, cards, bets or {1: 1000}, answers, **more)


WIN = shoe("Th 9h", dealer="6c Td", then="Tc")
LOSE = shoe("Th 7h", dealer="Tc 9d")
TWO = shoe("Th 9h", "Kh 8d", dealer="6c Td", then="Tc")
PAIR = shoe("8h 8d", dealer="6c Td", then="8s 3c 8c 2d 9c 9d 9h Ts")
ACES = shoe("Ah Ad", dealer="6c Td", then="9s 5d Tc 7d 8d")
ELEVEN = shoe("6h 5h", dealer="6c Td", then="9s Tc")
NATURAL = shoe("Ah Kd", dealer="6c Td", then="Tc")
DEALER_BLACKJACK = shoe("Th 9h", dealer="Ac Kd")
BREAKS = shoe("Th 6h", dealer="6c Td", then="9s Tc")
QUEENS = shoe("Qh Qd", dealer="6c Td", then="5s 4s Tc")
TRIPS = shoe("7h 7d", dealer="7c Td", then="Tc")
SPADE_KINGS = shoe("Ks Ks", "Ks Ks", "Ks Ks", dealer="As Td")


def limits(section: str, sheet: str, wager: str, main: int, cents: tuple[int, int, int]) -> dict[str, list[Scenario]]:
    """Smallest, largest and step of a side bet: a bet that the other limit refuses."""
    low, high, odd = cents
    bet = [{1: {"main": main, wager: stake}} for stake in cents]
    return {
        f"bets.{section}.min": [S(sheet, f"{low * 2 / 100:.2f}", WIN, bet[0])],
        f"bets.{section}.max": [S(sheet, f"{high / 200:.2f}", WIN, bet[1])],
        f"bets.{section}.step": [S(sheet, f"{high / 100:.2f}", WIN, bet[2], base=(f"bets.{section}.min={high / 100:.2f}",))]
        if odd == 0
        else [S(sheet, "2.00", WIN, bet[2], base=(f"bets.{section}.min=2.00",))],
    }


def lines(section: str, sheet: str, wager: str, main: int, stake: int, cards: Mapping[str, Any]) -> dict[str, list[Scenario]]:
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
    "deal.signals": [S(BJ, "hand_overrules_voice", WIN, None, "hit by voice")],
    "deal.broken": [S(BJ, "end_of_round", BREAKS, None, "hit")],
    "deal.pay_order": [S(BJ, "left_to_right", TWO, {1: 1000, 2: 1000})],
    "split.match": [S(BJ, "rank", shoe("Th Kd", dealer="6c Td", then="9c 9d Tc"), None, "split")],
    "split.max_hands": [S(BJ, str(n), PAIR, None, *["split"] * 3) for n in (2, 3)],
    "split.split_aces": [S(BJ, "never", ACES, None, "split")],
    "split.resplit_aces": [S(BJ, "true", shoe("Ah Ad", dealer="6c Td", then="As 5d 6d 7d Tc"), None, "split", "split")],
    "split.hit_split_aces": [S(BJ, "true", ACES, None, "split", "stand", "hit")],
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
    ],
    "blackjack.tie": [S(BJ, "even_money_unless_declined", shoe("Ah Kd", dealer="Tc As"))],
    "blackjack.payment": [S(BJ, "end_of_round", shoe("Ah Kd", "Th 9h", dealer="6c Td", then="Tc"), {1: 1000, 2: 1000})],
    "blackjack.vs_ten_payment": [
        S(BJ, "after_all_hands", shoe("Ah Kd", "Th 9h", dealer="Tc 7d"), {1: 1000, 2: 1000})
    ],
    "payouts.win": [S(BJ, "6:5", WIN)],
    "payouts.tie": [S(BJ, "dealer_wins", shoe("Th 9h", dealer="Tc 9d"))],
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
    "timeout.decision": [S(BJ, "never_bust", ELEVEN)],
    "insurance.pays": [S(BJ, "3:1", DEALER_BLACKJACK, None, "1: insure 5")],
    "insurance.share": [S(BJ, "1/4", DEALER_BLACKJACK, None, "1: insure 5")],
    "insurance.step": [S(BJ, "1.00", DEALER_BLACKJACK, {1: 500}, "1: insure 2.50")],
    "insurance.insure_blackjack": [S(BJ, "false", shoe("Ah Kd", dealer="Ac 7d", then="9s"), None, "1: insure 5")],
    "insurance.even_money": [S(BJ, "false", shoe("Ah Kd", dealer="Ac 7d", then="9s"), None, "1: even money")],
    "surrender.loss": [S(GC, "3/4", LOSE, {1: 400}, "surrender")],
    "surrender.timing": [S(GC, "early", shoe("Th 6h", dealer="Tc Ad"), {1: 400}, "surrender")],
    "surrender.after_split": [S(GC, "false", PAIR, {1: 400}, "split", "surrender")],
    "surrender.surrender_split_aces": [S(GC, "false", ACES, {1: 400}, "split", "surrender")],
    "free.double_totals": [S(FB, "[9, 10]", ELEVEN, None, "double")],
    "free.split_pairs": [S(FB, "none", PAIR, None, "split"), S(FB, "all", QUEENS, None, "split")],
    "free.decline_free": [S(FB, "true", ELEVEN, None, "double paid")],
    "free.paid_double_on_lammer": [
        S(FB, "false", shoe("6h 6d", dealer="5c Td", then="Ts 6s Tc Td"), None, "split", "stand", "double")
    ],
    "free.lammer_stack": [S(FB, "false", shoe("6h 6d", dealer="5c Td", then="Ts 5s Tc Td"), None, "split", "stand", "double")],
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
    "aggregate.limit": [S(BJ, "10000.00", SPADE_KINGS, {n: {"main": 1000, "kings_bounty": 2500} for n in (1, 2, 3)})],
    "aggregate.pays_from": [
        S(BJ, "2000:1", SPADE_KINGS, {n: {"main": 1000, "kings_bounty": 2500} for n in (1, 2, 3)})
    ],
    "aggregate.rounding": [S(BJ, "down", SPADE_KINGS, {n: {"main": 1000, "kings_bounty": 2500} for n in (1, 2, 3)})],
    "aggregate.tokes_in_aggregate": [
        S(BJ, "false", SPADE_KINGS, {n: {"main": 1000, "kings_bounty": 2500, "toke:kings_bounty": 200} for n in (1, 2, 3)})
    ],
    "aggregate.tie": [S(BJ, "pay_order", SPADE_KINGS, {n: {"main": 1000, "kings_bounty": 2500} for n in (1, 2, 3)})],
    **limits("trilux", BJ, "trilux", 1000, (100, 10_000, 300)),
    "bets.trilux.settlement": [S(BJ, "end_of_round", TRIPS, {1: {"main": 1000, "trilux": 500}})],
    "bets.trilux.mini_royal": [S(BJ, "no_pay", shoe("Ah Kh", dealer="Qh 7d"), {1: {"main": 1000, "trilux": 500}})],
    "bets.trilux.ace_low": [S(BJ, "false", shoe("Ah 2d", dealer="3c 7d", then="9c"), {1: {"main": 1000, "trilux": 500}})],
    **lines("trilux", BJ, "trilux", 1000, 500, {
        "straight_flush": shoe("5h 6h", dealer="7h 7d"), "three_of_a_kind": TRIPS,
        "straight": shoe("5h 6d", dealer="7h 7d"), "flush": shoe("5h 9h", dealer="7h 7d"),
    }),
    **limits("kings_bounty", BJ, "kings_bounty", 1000, (100, 2500, 300)),
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
    **limits("match", GC, "match", 400, (100, 400, 300)),
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
    **limits("super7", GC, "super7", 400, (100, 400, 300)),
    "bets.super7.third_card": [
        S(GC, "always_dealt", shoe("7h 7d", dealer="6c Td", then="7s Tc"), {1: {"main": 400, "super7": 100}})
    ],
    "bets.super7.stack": [S(GC, "true", shoe("7h 7d", dealer="6c Td", then="Tc"), {1: {"main": 400, "super7": 100}})],
    **lines("super7", GC, "super7", 400, 100, {
        "three_suited": (shoe("7h 7h", dealer="6c Td", then="7h Tc"), "hit"),
        "three_unsuited": (shoe("7h 7d", dealer="6c Td", then="7s Tc"), "hit"),
        "two_suited": shoe("7h 7h", dealer="6c Td", then="Tc"), "two_unsuited": shoe("7h 7d", dealer="6c Td", then="Tc"),
        "first_seven": shoe("7h 9d", dealer="6c Td", then="Tc"),
    }),
    **limits("overunder", GC, "over", 400, (100, 400, 300)),
    "bets.overunder.settlement": [S(GC, "end_of_round", WIN, {1: {"main": 400, "over": 100}})],
    "bets.overunder.point": [
        S(GC, "12", shoe("Th 3h", dealer="6c Td", then="9s"), {1: {"main": 400, "over": 100}}),
        S(GC, "14", shoe("Th 4h", dealer="6c Td", then="9s"), {1: {"main": 400, "over": 100}}),
    ],
    "bets.overunder.ace": [S(GC, "1", shoe("Ah 4h", dealer="6c Td", then="9s"), {1: {"main": 400, "over": 100}})],
    **lines("overunder", GC, "over", 400, 100, {"over": WIN}),
    **lines("overunder", GC, "under", 400, 100, {"under": shoe("2h 3h", dealer="6c Td", then="9s")}),
    **limits("perfect_pair", GC, "perfect_pair", 400, (100, 400, 300)),
    "bets.perfect_pair.settlement": [S(GC, "end_of_round", PAIR, {1: {"main": 400, "perfect_pair": 100}})],
    **lines("perfect_pair", GC, "perfect_pair", 400, 100, {
        "perfect": shoe("9h 9h", dealer="6c Td", then="9s"), "coloured": shoe("9h 9d", dealer="6c Td", then="9s"),
        "red_and_black": shoe("9h 9c", dealer="6c Td", then="9s"),
    }),
    **limits("push22", FB, "push22", 1000, (100, 2500, 300)),
    **lines("push22", FB, "push22", 1000, 500, {
        "same_suit": shoe("Th 9h", dealer="6c 6c", then="Tc"), "same_colour": shoe("Th 9h", dealer="6c 6s", then="Tc"),
        "other": shoe("Th 9h", dealer="6c 6h", then="Tc"),
    }),
}  # fmt: skip


# --- irregularities ---------------------------------------------------------------------------------------


def without(kind: str, sheet: str = BJ) -> str:
    """All irregularities that a sheet rules on but one."""
    return f"[{', '.join(name for name in load(sheet).rules.irregularity.kinds if name != kind)}]"


def M(value: str, cards: str, bets: Any, *answers: Any, sheet: str = BJ, base: tuple[str, ...] = ()) -> Scenario:  # noqa: N802
    """A staffed table, where mistakes happen."""
    return Scenario(sheet, value, cards, bets or {1: 1000}, answers, base=base, manual=True)


TWO_BETS = {1: 1000, 2: 1000}
THREE_BETS = {1: 1000, 2: 1000, 3: 1000}
EXPOSED = ("go", "declare exposed_card", "call", "refuse", "refuse", "refuse")
LATE = ("go", "peek no", "double", "go", "call", "go")
WRONG_COUNT = ("go 1", "deal 1", "go", "call", "1: choose misdeal", ("rule misdeal", "supervisor"))
NO_DEALER = ("go 2", "overlook 0", "go 2", "overlook 0", "go", "stand", "stand", "call", ("rule misdeal: forgotten", "supervisor"))
MISTAKES: dict[str, Scenario] = {
    "exposed_card": M("", TWO, TWO_BETS, *EXPOSED),
    "dealer_overdraw": M("", shoe("Th 9h", dealer="Tc 8d", then="5c"), None, "go", "peek no", "stand", "go 1", "declare dealer_overdraw", "call"),
    "hole_exposed": M("", WIN, None, "go", "declare hole_exposed", "call"),
    "late_dealer_blackjack": M("", shoe("6h 5h", dealer="Tc Ad", then="9s"), None, *LATE),
    "missed_hit": M("", TWO, TWO_BETS, "go", "stand", "1: declare missed_hit", "call", "1: choose dead_hand"),
    "back_up": M("", TWO, THREE_BETS, "go 1", "deal 3", "declare back_up", "call", ("rule back_up", "supervisor")),
    "wrong_count": M("", TWO, TWO_BETS, *WRONG_COUNT[:4], "1: choose keep", ("rule keep", "supervisor")),
    "no_cards": M("", TWO, TWO_BETS, "deal 2", "go 1", "deal 2", "go", "call"),
    "dealer_wrong_count": M("", TWO, TWO_BETS, "go 3", "go 2", "deal 0", "deal 0", "go", "call", "choose play", "choose play", ("rule go_on", "supervisor")),
    "dealer_no_cards": M("", TWO, TWO_BETS, *NO_DEALER),
    "shoe_exhausted": M("", TWO, TWO_BETS, "go"),
    "faceup_card": M("", TWO, TWO_BETS, "declare faceup_card", "refuse"),
    "missed_blackjack": M("", NATURAL, None, "go 4", "overlook 1"),
    "dropped_card": M("", TWO, {1: 400, 2: 400}, "declare dropped_card", "call", "refuse", sheet=GC),
}  # fmt: skip

"""Bots: what they answer to what they are shown, and whole rounds of every game at a real server."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from tests.seeding import chance

from pitboss.cards import DECK, RANKS, Card
from pitboss.client import Client
from pitboss.client.bots import Bot, play_tables, stakes, tables_at
from pitboss.client.load_test import Line
from pitboss.client.play import play_of
from pitboss.client.play.holdem import raises_before_flop
from pitboss.errors import PitbossError
from pitboss.games import actions as a
from pitboss.maths.blackjack import solve
from pitboss.rules import SHIPPED, load
from pitboss.service.floor.commands import encode

ROOT = Path(__file__).resolve().parents[2]
BLACKJACK = [name for name in SHIPPED if load(name).game == "blackjack"]


def offered(*actions: a.Action) -> list[dict[str, Any]]:
    """Offers as they come over the wire."""
    return [{"action": json.loads(encode(action)), "text": "", "clause": ""} for action in actions]


def dealt(spot: int, *cards: str, hand: int = 0) -> list[dict[str, Any]]:
    return [{"type": "CardDealt", "spot": spot, "hand": hand, "card": card} for card in cards]


PLAY = offered(a.Stand(), a.Hit(), a.DoubleDown(), a.Split())


def answer(name: str, mine: str, up: str, offers: list[dict[str, Any]] = PLAY, kind: str = "play") -> str:
    events = [*dealt(1, *mine.split()), *dealt(0, up, "??")]
    question = {"kind": kind, "role": "player", "spot": 1, "hand": 0}
    return str(play_of(load(name)).answer(question, offers, events)["type"])


# --- blackjack --------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", BLACKJACK)
def test_hands_are_played_as_the_solver_says(name: str) -> None:
    """Hands whose best play by totals is the best play by cards, so that the solver itself can be asked."""
    solution = solve(load(name))
    for mine, up in (("Ts 6c", "7d"), ("Ts 9c", "6d"), ("5s 6c", "6d"), ("As 8c", "Td"), ("Ts 2c", "3d")):
        wanted = solution.choice(mine, up).partition(" ")[0]
        names = {"stand": "Stand", "hit": "Hit", "double": "DoubleDown", "free": "DoubleDown"}
        assert answer(name, mine, up) == names[wanted], (mine, up)
    assert answer(name, "8s 8c", "6d") == "Split"


def test_a_hand_of_three_cards_and_one_after_a_split_are_read_from_the_events() -> None:
    play = play_of(load("catfish-blackjack"))
    events = [*dealt(1, "2s", "4c"), *dealt(0, "Td", "??"), *dealt(1, "Ts")]
    question = {"kind": "play", "role": "player", "spot": 1, "hand": 0}
    assert play.answer(question, offered(a.Stand(), a.Hit()), events)["type"] == "Hit"
    split = {"type": "HandSplit", "spot": 1, "hand": 0, "new_hand": 1, "cents": 500, "free": False}
    events = [*dealt(1, "8s", "8c"), *dealt(0, "6d", "??"), split, *dealt(1, "Ts"), *dealt(1, "3s", hand=1)]
    assert play.answer(question, offered(a.Stand(), a.Hit(), a.DoubleDown()), events)["type"] == "Stand"
    second = {**question, "hand": 1}
    assert play.answer(second, offered(a.Stand(), a.Hit(), a.DoubleDown()), events)["type"] == "DoubleDown"


def test_what_the_book_wants_and_nobody_offers_is_not_done() -> None:
    assert answer("catfish-blackjack", "5s 6c", "6d", offered(a.Stand(), a.Hit())) == "Hit"
    assert answer("catfish-blackjack", "8s 8c", "6d", offered(a.Stand(), a.Hit())) == "Stand"


@pytest.mark.slow
def test_insurance_is_declined_and_a_blackjack_taken() -> None:
    insurance = offered(a.Insure(spot=1, cents=250), a.TakeEvenMoney(spot=1), a.DeclineInsurance(spot=1))
    assert answer("catfish-blackjack", "As Kc", "Ad", insurance, "insurance") == "DeclineInsurance"
    assert answer("games-of-chance-blackjack", "As Kc", "7d", offered(a.GoOn(), a.DoubleDown()), "natural") == "GoOn"


@pytest.mark.slow
def test_surrender_is_asked_of_the_book() -> None:
    """A sheet with surrender: sixteen against a ten is given up, nineteen is not."""
    offers = offered(a.GoOn(), a.Surrender())
    assert answer("blackjack-v5", "Ts 6c", "Td", offers, "early_surrender") == "Surrender"
    assert answer("blackjack-v5", "Ts 9c", "Td", offers, "early_surrender") == "GoOn"


# --- hold'em ----------------------------------------------------------------------------------------------

UTH = "ultimate-texas-holdem"


def holdem(hole: str, *board: str) -> dict[str, Any]:
    streets = {0: "preflop", 1: "flop", 2: "river"}
    events = [{"type": "HoleCardsSeen", "spot": 2, "cards": hole.split()}]
    events += [{"type": "FlopTurned", "cards": board[0].split()}] if board else []
    events += [{"type": "TurnRiverTurned", "cards": board[1].split()}] if board[1:] else []
    bets: dict[str, list[a.Action]] = {
        "preflop": [a.Check(spot=2), a.PlayBet(4, spot=2), a.PlayBet(3, spot=2)],
        "flop": [a.Check(spot=2), a.PlayBet(2, spot=2)],
        "river": [a.PlayBet(1, spot=2), a.Fold(spot=2)],
    }
    street = streets[len(board)]
    return play_of(load(UTH)).answer({"kind": street, "spot": 0, "hand": 0}, offered(*bets[street]), events)


def test_holdem_is_raised_checked_and_folded_by_its_value() -> None:
    assert holdem("As 2c") == {"type": "PlayBet", "multiple": 4, "spot": 2, "cents": 0, "toke_cents": 0}
    assert holdem("9s 2c")["type"] == "Check"
    assert holdem("9s 8c", "9d 4h 2s")["multiple"] == 2
    assert holdem("6s 2c", "9d Th Ks")["type"] == "Check"
    assert holdem("Kh 4h", "Ks 4d 2c", "9s 9h")["multiple"] == 1
    assert holdem("6s 2c", "9d Th Ks", "As Qd")["type"] == "Fold"


@pytest.mark.slow
def test_before_the_flop_the_rules_to_remember_raise_what_the_solution_raises() -> None:
    from pitboss.maths.analysis import value
    from pitboss.maths.holdem.play import hole_class

    best = {}
    for hole in combinations(DECK, 2):
        kind = hole_class(hole)
        if kind not in best:
            best[kind] = value(load(UTH), kind).best.name
        assert raises_before_flop(hole) == (best[kind] == "4x"), kind


def test_a_pair_below_the_lowest_is_no_raise() -> None:
    twos = [Card.parse(f"{RANKS[0]}{suit}") for suit in "cs"]
    assert not raises_before_flop(twos)


# --- at a server ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_bots_play_whole_rounds_of_every_game(floor: str) -> None:
    """Two at each table, side bets and all: rounds are finished, and what they do is hardly ever refused."""

    async def evening() -> tuple[list[Bot], list[dict[str, Any]]]:
        async with Client(floor) as client:
            tables = await client.call("GET", "/api/tables")
            bots = []
            while any(one["round"] < 2 for one in tables):
                chosen = [one["table"] for one in tables if one["round"] < 2]
                bots += await play_tables(
                    floor, chosen, seats=2, seconds=4, think=0.01, side_bets=0.3, seed=chance.seed
                )
                tables = await client.call("GET", "/api/tables")
            return bots, tables

    bots, tables = asyncio.run(evening())
    assert {one["sheet"] for one in tables} == {*SHIPPED}
    assert all(one["round"] >= 2 for one in tables), {one["table"]: one["round"] for one in tables}
    assert not any(one["taken"] for one in tables), "who has played gets up"
    assert sum(bot.actions for bot in bots) > 50
    assert sum(bot.refusals for bot in bots) <= sum(bot.actions for bot in bots) // 20


@pytest.mark.slow
def test_a_bot_that_has_little_left_buys_chips(floor: str) -> None:
    async def evening() -> tuple[int, int]:
        async with await Client(floor).guest() as client:
            spent = client.balance - 10_00
            await client.call("POST", "/api/cage/cash-out", {"id": "most", "cents": spent})
            bot = Bot(client, "catfish-blackjack-1", chance=random.Random(1))
            task = asyncio.create_task(bot.play())
            while bot.actions < 2:
                await asyncio.sleep(0.01)
            task.cancel()
            await asyncio.wait([task])
            await bot.get_up()
            return 10_00, (await client.call("GET", "/api/me"))["balance"]

    before, after = asyncio.run(evening())
    assert after > before


def test_tables_are_found_by_name_and_by_sheet(floor: str) -> None:
    async def ask() -> None:
        assert await tables_at(floor, ["blackjack-v5"]) == ["blackjack-v5-1"]
        assert await tables_at(floor, ()) == sorted(f"{sheet}-1" for sheet in SHIPPED)
        with pytest.raises(PitbossError, match="there is no table roulette"):
            await tables_at(floor, ["roulette"])

    asyncio.run(ask())


@pytest.mark.slow
def test_the_command_has_bots_play(floor: str) -> None:
    command = [sys.executable, "-m", "pitboss", "bots", floor, "--seats", "1", "--think", "0.01"]
    actions = 0
    for seconds in ("4", "20", "60"):  # on a busy machine an evening is longer
        words = [*command, "--tables", "blackjack-v5", "--seconds", seconds]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        assert "1 bot plays at 1 table of " in done.stdout
        actions = int(done.stdout.splitlines()[-1].partition(" ")[0])
        if actions >= 3:
            break
    assert actions >= 3, "it sits down, bets and has the cards dealt"


# --- small parts ------------------------------------------------------------------------------------------


def test_the_least_stakes_of_every_sheet_are_within_its_limits() -> None:
    needed, others = stakes(load(UTH))
    assert needed == [("ante", 500), ("blind", 500)]
    assert dict(others)["progressive"] == 500
    assert Counter(wager for name in BLACKJACK for wager, _ in stakes(load(name))[0]) == {"main": 4}


def test_a_line_moves_at_its_rate_and_makes_nothing_up() -> None:
    async def stand_in_line() -> float:
        line, clock = Line(200), asyncio.get_running_loop().time
        await line.turn()
        await asyncio.sleep(0.1)  # twenty turns that nobody wants
        began = clock()
        for _ in range(11):
            await line.turn()
        return clock() - began

    assert asyncio.run(stand_in_line()) >= 0.045


@pytest.mark.slow
def test_a_small_load_holds() -> None:
    """More players than one address may be connected with elsewhere."""
    command = [sys.executable, ROOT / "scripts" / "load.py", "--players", "505", "--tables", "78", "--seconds", "3"]
    done = subprocess.run(
        [*command, "--warm-up", "1", "--rate", "60", "--json"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["actions"] > 20
    assert found["recomputed"] > 0
    assert found["refused"] <= found["actions"] // 10

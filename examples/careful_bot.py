"""A bot for the live tables: it sits down, bets the minimum, and never breaks a hand.

Start a floor with `pitboss serve`, then run `python examples/careful_bot.py http://127.0.0.1:8765 3` for three rounds.
"""

from __future__ import annotations

import argparse
import asyncio
from typing import Any

from pitboss.client import Client, Refused

TABLE = "catfish-blackjack-1"
CALM = ("Stand", "DeclineInsurance", "GoOn", "RefuseCard", "CloseInsurance")


def total(events: list[dict[str, Any]], spot: int, hand: int) -> int:
    """A hand as the table shows it, with aces as one."""
    cards = [e["card"] for e in events if e["type"] == "CardDealt" and (e["spot"], e["hand"]) == (spot, hand)]
    return sum(1 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in cards)


def answer(seat: Any) -> dict[str, Any]:
    """Hit while nothing can break, otherwise the calmest thing on offer."""
    actions = {offer["action"]["type"]: offer["action"] for offer in reversed(seat.offers)}
    question = seat.state["question"]
    if "Hit" in actions and total(seat.events, question["spot"], question["hand"]) <= 11:
        return actions["Hit"]
    return next(actions[kind] for kind in (*CALM, *actions) if kind in actions)


async def step(seat: Any, box: int) -> None:
    """Answer what the table asks of this box, or wait for the next change."""
    if seat.state["cut"] == box:
        await seat.do({"type": "RefuseCut"})
    elif seat.offers and seat.question != "wagers":
        try:
            await seat.act(answer(seat))
        except Refused:  # the table has gone on meanwhile
            await seat.change()
    else:
        await seat.change()


async def play_round(seat: Any, box: int) -> None:
    """Bet the minimum, and answer until the next round begins."""
    while seat.question != "wagers":
        await step(seat, box)
    number = seat.state["round"]
    await seat.bet(box, 500)
    await seat.ready()
    while seat.state["round"] == number:
        await step(seat, box)


async def play(address: str, rounds: int) -> int:
    """So many rounds; gives what was won or lost, in cents."""
    async with Client(address) as client:
        await client.guest()
        seat = await client.watch(TABLE)
        before = client.balance
        box = seat.state["boxes"].index("") + 1
        await seat.sit(box)
        for _ in range(rounds):
            await play_round(seat, box)
        await seat.do({"type": "Leave", "box": 0})  # or the table would wait for an empty box
        return int(seat.you["balance"]) - before


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A bot for the live tables that never breaks a hand.")
    parser.add_argument("address", nargs="?", default="http://127.0.0.1:8765")
    parser.add_argument("rounds", nargs="?", type=int, default=3)
    wanted = parser.parse_args()
    print(f"{asyncio.run(play(wanted.address, wanted.rounds)) / 100:+.2f} dollars")

"""Nobody sees or does anything of another's seat."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any, get_args

import httpx
import pytest
from tests.web.house import COOKIE, Server, bet, play_round, run, said, sit, until

from pitboss.client import Client, Refused, Seat
from pitboss.service.floor import commands as c

BLACKJACK, HOLDEM = "catfish-blackjack-1", "ultimate-texas-holdem-1"

ACTIONS = [kind.__struct_config__.tag for kind in get_args(c.AnyAction)]
FULL: dict[str, dict[str, Any]] = {
    "PlaceBet": {"cents": 500, "wager": "main"},
    "TakeBackBet": {"wager": "main"},
    "PlaceToke": {"cents": 500, "wager": "main"},
    "Insure": {"cents": 250},
    "DoubleDown": {"cents": 500},
    "Signal": {"sign": "hit"},
    "Choose": {"option": "go_on"},
    "PlayBet": {"times": 4},
}


def asked_of(kind: str) -> dict[str, Any]:
    """The least that an action of a kind has, for box 1."""
    struct = next(one for one in get_args(c.AnyAction) if one.__struct_config__.tag == kind)
    action: dict[str, Any] = {"type": kind}
    if "spot" in struct.__struct_fields__:
        action["spot"] = 1
    more = {name: value for name, value in FULL.get(kind, {}).items() if name in struct.__struct_fields__}
    return {**action, **more}


async def two(server: Server, table: str) -> tuple[Client, Seat, Client, Seat]:
    """Ann at box 1, Bob at box 2."""
    ann, bob = Client(server.address), Client(server.address)
    return ann, await sit(ann, table, 1), bob, await sit(bob, table, 2)


async def refused(seat: Seat, command: dict[str, Any]) -> str:
    try:
        await seat.do(command)
    except Refused as why:
        return why.reason
    return ""


@pytest.fixture
def apart(server: Server) -> Iterator[None]:
    """Whoever sat down has got up again afterwards."""
    yield
    for table in (BLACKJACK, HOLDEM):
        held = server.running.floor.known(f"table:{table}")
        assert held is not None
        assert not any(held.live.table.boxes), "somebody still sits there"


async def leave(*seats: Seat) -> None:
    for seat in seats:
        await seat.do({"type": "Leave"})
        await seat._client.close()


@pytest.mark.usefixtures("apart")
def test_no_command_of_a_player_moves_another_players_bet_or_hand(server: Server) -> None:
    """Bob tries every action there is on Ann's box: while bets are open, and while she is asked how to play."""

    async def attack(seat: Seat, before: Any) -> None:
        for kind in ACTIONS:
            reason = await refused(seat, {"type": "Act", "action": asked_of(kind)})
            assert reason, f"Bob did {kind} for Ann"
        assert server.running.floor.known(f"table:{BLACKJACK}").live.table.spots == before  # type: ignore[union-attr]

    async def go() -> None:
        _, ann, _, bob = await two(server, BLACKJACK)
        asked = False
        for _ in range(20):
            await bet(ann, whole=False)
            await bet(bob, whole=False)
            live = server.running.floor.known(f"table:{BLACKJACK}").live  # type: ignore[union-attr]
            await attack(bob, live.table.spots)
            await ann.ready()
            await bob.ready()
            await until(ann, lambda: ann.question != "wagers")
            if ann.question == "play" and ann.state["question"]["spot"] == 1:
                live = server.running.floor.known(f"table:{BLACKJACK}").live  # type: ignore[union-attr]
                await attack(bob, live.table.spots)
                assert bob.offers == []
                asked = True
            await finish([ann, bob])
            if asked:
                break
        assert asked, "Ann was never asked"
        await leave(ann, bob)

    run(go())


async def finish(seats: list[Seat]) -> None:
    """Whoever is asked takes the last answer, until bets are open again."""
    while not all(seat.question == "wagers" for seat in seats):
        for seat in seats:
            if seat.question not in ("", "wagers") and seat.offers:
                found = [one["action"] for one in seat.offers]
                stand = next((one for one in found if one["type"] in ("Stand", "DeclineInsurance", "Fold")), found[-1])
                await refused(seat, {"type": "Act", "action": stand})
        await asyncio.sleep(0.01)


@pytest.mark.usefixtures("apart")
def test_nobody_gets_up_or_sits_down_for_another_or_bets_in_his_name(server: Server) -> None:
    async def go() -> None:
        ann_client, ann, _, bob = await two(server, BLACKJACK)
        assert await refused(bob, {"type": "Leave", "box": 1})
        assert await refused(bob, {"type": "Sit", "box": 1})
        assert await refused(bob, {"type": "Act", "action": {**asked_of("PlaceBet"), "player": ann_client.name}})
        assert "that is for the floor" in await refused(bob, {"type": "Unseat", "player": ann_client.name})
        for outside in ("CloseTable", "EndRound", "Policy", "Deal", "StartRound", "OpenTable", "Prepare"):
            assert "cannot be read" in await refused(bob, {"type": outside, "player": ann_client.name})
        assert ann.state["boxes"][:2] == [ann_client.name, bob.you["name"]]
        await until(bob, lambda: bob.question == "wagers")
        await bob.act({"type": "PlaceBet", "spot": 2, "cents": 500, "wager": "main", "player": ann_client.name})
        live = server.running.floor.known(f"table:{BLACKJACK}").live  # type: ignore[union-attr]
        assert live.owners() == {2: bob.you["name"]}
        await bob.act({"type": "TakeBackBet", "spot": 2, "wager": "main"})
        await leave(ann, bob)

    run(go())


@pytest.mark.usefixtures("apart")
def test_the_two_cards_of_a_seat_are_in_nobody_elses_messages_views_or_recalls(server: Server) -> None:
    """Of a hold'em round that Bob folds: Ann, a visitor and another guest never learn his cards, in any way."""
    seen: dict[str, list[Any]] = {"ann": [], "visitor": []}

    async def look(socket: Any, into: list[Any]) -> None:
        while True:
            into.append(said(await socket.recv()))

    async def go() -> tuple[list[str], int, str, str]:
        ann_client, ann, bob_client, bob = await two(server, HOLDEM)
        async with (
            server.socket(Cookie=f"{COOKIE}={ann_client.cookie}") as mine,
            server.socket() as theirs,
        ):
            tasks = [asyncio.create_task(look(one, seen[who])) for one, who in ((mine, "ann"), (theirs, "visitor"))]
            for one in (mine, theirs):
                await one.send(json.dumps({"type": "watch", "table": HOLDEM}))
            await bet(ann, whole=False)
            await bet(bob)
            await ann.ready()
            number = ann.state["round"]
            await until(bob, lambda: any(event["type"] == "HoleCardsSeen" for event in bob.events))
            cards = next(
                event["cards"] for event in bob.events if event["type"] == "HoleCardsSeen" and event["spot"] == 2
            )
            for viewer in (server.client(), server.client(cookies={COOKIE: ann_client.cookie})):
                view = (await asyncio.to_thread(viewer.get, f"/api/tables/{HOLDEM}")).json()
                looked = [e for e in view["events"] if e["type"] == "HoleCardsSeen" and e["spot"] == 2]
                assert [e["cards"] for e in looked] == [["??", "??"]]
                assert not {*cards} & _known(view["events"])
                assert view["you"] is None or view["you"]["name"] == ann_client.name
            await _fold(bob, [ann, bob])
            for task in tasks:
                task.cancel()
        await leave(ann, bob)
        return cards, number, ann_client.cookie, bob_client.cookie

    cards, number, anns, bobs = run(go())
    for who, messages in seen.items():
        assert messages, who
        events = [event for message in messages for event in message.get("events", [])]
        assert not {*cards} & _known(events), who
    _recalls(server, number, cards, anns=anns, bobs=bobs)


def _known(events: list[dict[str, Any]]) -> set[str]:
    """Every face in these events."""
    many = [event["cards"] for event in events if isinstance(event.get("cards"), list)]
    found = {card for cards in many for card in cards}
    return found | {event["card"] for event in events if isinstance(event.get("card"), str)}


async def _fold(folder: Seat, seats: list[Seat]) -> None:
    """One folds as soon as he may, the others check or bet on, until the round is over."""
    folded = False
    while not all(seat.question == "wagers" for seat in seats):
        for seat in seats:
            if seat.question in ("", "wagers") or not seat.offers:
                continue
            found = {one["action"]["type"]: one["action"] for one in seat.offers}
            liked = ("Fold", "Check", "PlayBet") if seat is folder else ("Check", "PlayBet")
            action = next(found[kind] for kind in liked if kind in found)
            folded |= action["type"] == "Fold"
            await refused(seat, {"type": "Act", "action": action})
        await asyncio.sleep(0.01)
    assert folded


def _recalls(server: Server, number: int, cards: list[str], *, anns: str, bobs: str) -> None:
    """The round afterwards: as its owner saw it, with his cards; as the others did, without."""
    path = f"/api/tables/{HOLDEM}/rounds/{number}"
    clients: dict[str, httpx.Client] = {
        "visitor": server.client(),
        "guest": server.enter("guest"),
        "administrator": server.enter("administrator"),
        "surveillance": server.enter("surveillance"),
        "ann": server.client(cookies={COOKIE: anns}),
    }
    owner = server.client(cookies={COOKIE: bobs})
    mine = owner.get(path).raise_for_status().json()
    assert {*cards} <= _known([event for step in mine["steps"] for event in step["events"]])
    assert {*cards} <= {one["card"] for one in owner.get(f"{path}/openings").json()["openings"]}
    for who, client in clients.items():
        theirs = client.get(path).raise_for_status().json()
        assert not {*cards} & _known([event for step in theirs["steps"] for event in step["events"]]), who
        openings = client.get(f"{path}/openings").raise_for_status().json()["openings"]
        assert not {*cards} & {one["card"] for one in openings}, who
        record = client.get(f"{path}/record").raise_for_status().text
        assert "??" in record
        shown = next(line for line in record.splitlines() if line.startswith("cards"))
        assert not any(card in shown for card in cards), who


@pytest.mark.usefixtures("apart")
def test_a_round_under_way_cannot_be_recalled(server: Server) -> None:
    async def go() -> None:
        client = Client(server.address)
        seat = await sit(client, BLACKJACK, 3)
        await bet(seat, whole=False)
        path = f"/api/tables/{BLACKJACK}/rounds/{seat.state['round']}"
        for tail in ("", "/record", "/openings"):
            got = await asyncio.to_thread(server.client().get, path + tail)
            assert got.status_code == 404
        await play_round([seat])
        await until(seat, lambda: seat.question == "wagers")
        assert (await asyncio.to_thread(server.client().get, path)).status_code == 200
        await leave(seat)

    run(go())


def test_the_last_rounds_are_ones_own(server: Server) -> None:
    server.play(BLACKJACK, [Client(server.address)])
    other = server.enter("guest")
    assert other.get("/api/my/rounds").json() == []


def test_the_name_of_a_command_is_ones_own(server: Server) -> None:
    """Another's command of the same name is another command."""
    one, other = server.enter("guest"), server.enter("guest")
    for client in (one, other):
        before = client.get("/api/me").json()["balance"]
        got = client.post("/api/cage/buy-in", json={"id": "same", "cents": 700}).json()
        assert got == {"balance": before + 700}

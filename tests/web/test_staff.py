"""A staffed table over the wire: commands by role, the staff's part of every message, the floor at a glance."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import jsonschema_rs
import pytest
from tests.web.house import EVERYBODY, Server, answer, run

from pitboss.rules import SHIPPED
from pitboss.service.floor import commands as c
from pitboss.service.people.permissions import PERMITTED
from pitboss.web.messages import schema

STAFF = [role for role in EVERYBODY if role not in ("visitor", "guest", "player", "teacher")]
TRAY = [[50_000, 100]]
OUT = jsonschema_rs.Draft202012Validator({"$ref": "#/$defs/ServerMessage", "$defs": schema()["$defs"]})


def opened(server: Server, boss: httpx.Client, table: str, **terms: Any) -> str:
    wanted = {"table": table, "sheet": "blackjack-v5", "tray": 5_000_000, "dealer": "staffed", **terms}
    got = boss.post("/api/admin/tables", json=wanted)
    assert got.status_code == 201, got.text
    return table


def send(client: httpx.Client, table: str, kind: str, /, **fields: Any) -> httpx.Response:
    """A command over HTTP, under a name of its own."""
    send.number += 1  # type: ignore[attr-defined]
    seen = client.get(f"/api/tables/{table}")
    asked = seen.json()["state"]["asked"] if seen.status_code == 200 else 0
    body = {"id": f"s{send.number}", "command": {"type": kind, **fields}, "question": asked}  # type: ignore[attr-defined]
    return client.post(f"/api/tables/{table}/commands", json=body)


send.number = 0  # type: ignore[attr-defined]


def act(client: httpx.Client, table: str, kind: str, /, **fields: Any) -> httpx.Response:
    return send(client, table, "Act", action={"type": kind, **fields})


def staff_of(client: httpx.Client, table: str) -> Any:
    message = client.get(f"/api/tables/{table}").json()
    OUT.validate(message)
    return message["staff"]


@pytest.fixture(scope="module")
def everybody(server: Server) -> dict[str, httpx.Client]:
    return {role: server.enter(role) for role in EVERYBODY}


@pytest.fixture
def people(server: Server, everybody: dict[str, httpx.Client]) -> dict[str, httpx.Client]:
    """Somebody of each role, the dealer known to no other test: who deals at a table can deal at no other."""
    return {**everybody, "dealer": server.enter("dealer")}


CALM = ("Stand", "DeclineInsurance", "GoOn")


def calm(offers: list[dict[str, Any]]) -> dict[str, Any]:
    """The answer that puts no more at stake, whatever the cards ask; otherwise the most usual thing to do."""
    commands: list[dict[str, Any]] = [offer["command"] for offer in offers]
    return next((one for one in commands if one.get("action", {}).get("type") in CALM), commands[0])


def ready(people: dict[str, httpx.Client], table: str) -> None:
    """Everything that is due before bets can be taken: each taken from what the staff is offered."""
    dealer, floor = people["dealer"], people["floor"]
    assert send(dealer, table, "TapIn").status_code == 200
    assert send(floor, table, "CountTray", when="opening", chips=TRAY).status_code == 200
    for _ in range(20):
        part = staff_of(dealer, table)
        if part["next"]["text"] == "open the bets":
            return
        client = floor if part["who"] == "floor" else dealer
        offer = staff_of(client, table)["offers"][0]["command"]
        got = send(client, table, offer.pop("type"), **offer)
        assert got.status_code == 200, got.text
    raise AssertionError("the cards are never ready")


def by_hand(server: Server, people: dict[str, httpx.Client], table: str, faces: Iterator[str]) -> list[dict[str, Any]]:
    """A round with one guest, from the shuffle to the rack; returns what was settled."""
    dealer = people["dealer"]
    ready(people, table)
    assert send(dealer, table, "SeatVisitor", box=2, name="Guest").status_code == 200
    assert send(dealer, table, "VisitorBuysIn", box=2, cents=10_000).status_code == 200
    start = staff_of(dealer, table)["offers"][0]["command"]
    assert send(dealer, table, start.pop("type"), **start).status_code == 200
    got = act(dealer, table, "PlaceBet", spot=2, cents=400)
    assert got.status_code == 200, got.text
    for _ in range(60):
        part = staff_of(dealer, table)
        if part["next"]["text"] == "open the bets":
            break
        if part["card"] is not None:
            assert act(dealer, table, "CardIs", card=next(faces)).status_code == 200
            continue
        offer = calm(part["offers"])
        assert send(dealer, table, offer.pop("type"), **offer).status_code == 200
    else:
        raise AssertionError("the round does not end")
    assert send(dealer, table, "UnseatVisitor", box=2).status_code == 200
    assert send(dealer, table, "TapOut").status_code == 200
    recalled = server.client().get(f"/api/tables/{table}/rounds/1").json()
    return [event for step in recalled["steps"] for event in step["events"] if event["type"] == "WagerSettled"]


def test_a_round_by_hand_from_the_programs_shuffle_to_the_rack(server: Server, people: dict[str, httpx.Client]) -> None:
    """Whatever is dealt, the one bet is settled, and nothing beside it."""
    table = opened(server, people["floor"], "hand-program", cards="program")
    settled = by_hand(server, people, table, iter(()))
    assert [(event["spot"], event["wager"], event["stake"]) for event in settled] == [(2, "main", 400)]
    assert server.client().get(f"/api/tables/{table}/rounds/1/openings").json()["openings"]


@pytest.mark.parametrize(
    ("dealt", "pays"),
    [
        ("9h 6c 9d Tc 7s", 400),  # 18 against 16, which drew a seven
        ("9h Ac 9d 7s", 0),  # an ace, so that insurance is offered: 18 against 18
        ("9h Ac 9d Tc", -400),  # and a blackjack under it
        ("9h 6c 9d Tc 4s", -400),
    ],
)
def test_a_round_by_hand_with_the_tables_own_cards(
    server: Server, people: dict[str, httpx.Client], dealt: str, pays: int
) -> None:
    table = opened(server, people["floor"], f"hand-{dealt.replace(' ', '').lower()}", cards="declared")
    (settled,) = by_hand(server, people, table, iter(dealt.split()))
    assert (settled["spot"], settled["wager"], settled["stake"], settled["pays"]) == (2, "main", 400, pays)
    assert f'cards = "{dealt}"' in server.client().get(f"/api/tables/{table}/rounds/1/record").text
    assert server.client().get(f"/api/tables/{table}/rounds/1/openings").status_code == 404


def test_what_everybody_of_the_staff_is_shown_is_the_same(server: Server, people: dict[str, httpx.Client]) -> None:
    table = opened(server, people["administrator"], "shown")
    ready(people, table)
    own = ("role", "yours", "offers")
    parts = {role: staff_of(people[role], table) for role in STAFF}
    assert all(part["role"] == role for role, part in parts.items())
    assert [role for role, part in parts.items() if part["yours"]] == ["dealer"]
    common = [{key: value for key, value in part.items() if key not in own} for part in parts.values()]
    assert all(part == common[0] for part in common)
    assert parts["surveillance"]["offers"] == parts["regulator"]["offers"] == []
    assert all(staff_of(people[role], table) is None for role in ("visitor", "guest", "player"))


def test_offers_are_what_can_be_sent(server: Server, people: dict[str, httpx.Client]) -> None:
    table = opened(server, people["shift_manager"], "offered")
    for role in STAFF:
        for offer in staff_of(people[role], table)["offers"]:
            kind = next(kind for kind in PERMITTED if kind.__name__ == offer["command"]["type"])
            assert role in PERMITTED[kind].roles
    assert [offer["text"] for offer in staff_of(people["dealer"], table)["offers"]] == ["tap in"]


@pytest.mark.parametrize("role", EVERYBODY)
def test_the_floor_at_a_glance_is_for_the_staff(everybody: dict[str, httpx.Client], role: str) -> None:
    got = everybody[role].get("/api/floor")
    if role in STAFF:
        assert got.status_code == 200
        listed = {one["table"]: one for one in got.json()}
        one = listed["blackjack-v5-1"]
        assert (one["mode"], one["dealer"], one["tray"]) == ("automatic", "", 5_000_000)
    else:
        assert got.status_code == (401 if role == "visitor" else 403)


PROBES: dict[str, dict[str, Any]] = {
    "Sit": {"box": 3}, "Leave": {}, "Wait": {}, "StopWaiting": {}, "Ready": {}, "Cut": {"at": 100}, "RefuseCut": {},
    "Act": {"action": {"type": "StartDeal"}}, "TapIn": {}, "TapOut": {}, "TimeOut": {}, "Unseat": {"player": "Ann"},
    "HandleCards": {"move": "burn"}, "StartRound": {"sheet_hash": "0"}, "EndRound": {},
    "SeatVisitor": {"box": 9, "name": "Guest"},
    "UnseatVisitor": {"box": 4}, "VisitorBuysIn": {"box": 4, "cents": 100}, "Retract": {"version": 1}, "CallFloor": {},
    "AnswerCall": {}, "SetSpots": {"player": "Nobody", "spots": 1}, "GrantThree": {"player": "Nobody"},
    "AskRelease": {"box": 1}, "DeclarePaid": {"version": 1, "spot": 1, "wager": "main", "cents": 0},
    "Reverse": {"correction": "k", "version": 1, "spot": 1, "wager": "main", "reason": "x"},
    "PayAgain": {"correction": "k", "cents": 1, "reason": "x"}, "CoinIn": {"chips": 0},
    "Jackpot": {"seat": 1, "step": "press_hand"}, "CountTray": {"when": "closing", "chips": [[1, 1]]},
    "RequestFill": {"kind": "fill", "slip": "f", "chips": [[1, 1]]}, "ConfirmFill": {"slip": "none"},
    "CancelFill": {"slip": "none", "reason": "x"}, "PullDrop": {"counted": -1}, "CountTokes": {"counted": -1},
    "CloseTable": {}, "ChangeLimits": {"minimum": 200, "maximum": 100, "reason": "x"},
}  # fmt: skip
"""Every command of a table, so that it changes nothing: what is allowed by the role is refused by the table."""
HOUSE_ONLY = ("OpenTable", "Prepare", "Deal", "Policy", "Unseat")


@pytest.fixture(scope="module")
def probed(server: Server, everybody: dict[str, httpx.Client]) -> str:
    table = opened(server, everybody["floor"], "probed")
    assert send(everybody["dealer"], table, "TapIn").status_code == 200
    return table


@pytest.mark.parametrize("role", EVERYBODY)
@pytest.mark.parametrize("kind", PROBES)
def test_every_role_against_every_command_of_a_table(
    everybody: dict[str, httpx.Client], probed: str, kind: str, role: str
) -> None:
    client = everybody[role]
    before = everybody["player"].get(f"/api/tables/{probed}").json()["version"]
    got = send(client, probed, kind, **PROBES[kind])
    if kind == "TapOut" and got.status_code == 200:
        assert send(client, probed, "TapIn").status_code == 200
    if role == "visitor":
        assert got.status_code == 401
    else:
        allowed = next(permit for command, permit in PERMITTED.items() if command.__name__ == kind).roles
        own = "player" if role == "guest" else role
        refused = got.status_code == 409 and ", not for " in got.json()["reason"]
        assert refused == (own not in allowed), got.text
        assert got.status_code in (200, 409)
    if got.status_code != 200:
        assert everybody["player"].get(f"/api/tables/{probed}").json()["version"] == before


def test_the_probes_are_all_commands_that_come_over_the_wire() -> None:
    wire = {kind.__name__ for kind in (c.PlayerCommand | c.StaffCommand).__args__}
    assert set(PROBES) == wire


@pytest.mark.parametrize("kind", HOUSE_ONLY)
def test_what_the_program_does_comes_from_nobody(everybody: dict[str, httpx.Client], probed: str, kind: str) -> None:
    assert send(everybody["administrator"], probed, kind).status_code == 422


def test_over_the_websocket_the_staff_drives_and_everybody_sees(
    server: Server, people: dict[str, httpx.Client]
) -> None:
    table = opened(server, people["floor"], "wired")

    async def go() -> None:
        async with server.socket(people["dealer"]) as dealer, server.socket(people["player"]) as player:
            for socket in (dealer, player):
                await socket.send(f'{{"type":"watch","table":"{table}"}}')
                whole = await answer(socket, "table")
                assert (whole["staff"] is None) == (socket is player)
            tap = f'{{"type":"command","id":"ws1","table":"{table}","command":{{"type":"TapIn"}}}}'
            await player.send(tap)
            refused = await answer(player, "refused")
            assert refused["reason"] == "that is for the dealer to do, not for a player"
            await dealer.send(tap)
            change = await answer(dealer, "change")
            assert change["staff"]["yours"]
            OUT.validate(change)
            assert (await answer(player, "change"))["staff"] is None
            call = f'{{"type":"command","id":"ws2","table":"{table}","command":{{"type":"CallFloor","note":"chips"}}}}'
            await dealer.send(call)
            assert (await answer(dealer, "change"))["staff"]["calls"] == ["chips"]
            await dealer.send(
                f'{{"type":"command","id":"ws3","table":"{table}","command":{{"type":"Retract","version":3}}}}'
            )
            for socket in (dealer, player):
                whole = await answer(socket, "table")
                assert whole["version"] == 4
            await dealer.send(f'{{"type":"command","id":"ws4","table":"{table}","command":{{"type":"TapOut"}}}}')
            assert (await answer(dealer, "change"))["version"] == 5

    run(go())


def test_who_becomes_staff_is_shown_its_part_from_then_on(server: Server, people: dict[str, httpx.Client]) -> None:
    table = opened(server, people["floor"], "promoted")
    client = server.enter("player")
    name = client.get("/api/me").json()["name"]

    async def go() -> None:
        async with server.socket(client) as socket:
            await socket.send(f'{{"type":"watch","table":"{table}"}}')
            assert (await answer(socket, "table"))["staff"] is None
            boss = people["administrator"]
            role = {"role": "surveillance", "reason": "a new colleague"}
            put = await asyncio.to_thread(boss.put, f"/api/admin/people/{name}/role", json=role)
            assert put.status_code == 200
            assert (await answer(socket, "hello"))["role"] == "surveillance"
            await asyncio.to_thread(send, people["dealer"], table, "TapIn")
            change = await answer(socket, "change")
            assert change["staff"]["role"] == "surveillance"
            assert change["staff"]["offers"] == []

    run(go())


def test_a_demo_floor_has_tables_for_dealers_where_they_are_wanted(serve: Callable[..., Server]) -> None:
    server = serve(staffed=True)
    listed = {one["table"]: one for one in server.enter("floor").get("/api/floor").json()}
    for sheet in SHIPPED:
        modes = {
            (listed[f"{sheet}-{end}"]["mode"], listed[f"{sheet}-{end}"]["cards"]) for end in ("program", "declared")
        }
        assert modes == {("staffed", "program"), ("staffed", "declared")}
        assert listed[f"{sheet}-1"]["mode"] == "automatic"
    assert listed["catfish-blackjack-program"]["state"] == "a dealer taps in"

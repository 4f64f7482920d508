"""The house and people's standing over HTTP and the WebSocket."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.house import PASSWORD, QUICK, ROOMY, Server, answer, names, run, said
from tests.web.stacked import order
from tests.web.test_api import validator

from pitboss.ledger import HOUSE, meter
from pitboss.rules import load
from pitboss.service.audit.audit import verify
from pitboss.service.audit.significant_events import FIELDS
from pitboss.service.floor.house import placard_hash

TABLE, GC = "catfish-blackjack-1", "games-of-chance-blackjack-1"
WHY = {"reason": "a new dealer"}
MINOR = {"type": "meter", "meter": "minor", "to": 200_000}


@pytest.fixture(scope="module")
def boss(server: Server) -> httpx.Client:
    return server.enter("administrator")


@pytest.fixture(scope="module")
def shift(server: Server) -> httpx.Client:
    return server.enter("shift_manager")


def name_of(client: httpx.Client) -> str:
    name: str = client.get("/api/me").json()["name"]
    return name


def propose(client: httpx.Client, change: dict[str, Any], **other: str) -> httpx.Response:
    name = next(names)
    wanted = {"id": name.replace(" ", ""), "proposal": name, "change": change, "reason": "a busier night", **other}
    got = client.post("/api/house/proposals", json=wanted)
    got.extensions["proposal"] = wanted["proposal"]
    return got


def decide(client: httpx.Client, proposal: str, what: str, **other: str) -> httpx.Response:
    body = {"id": f"{what}-{proposal}".replace(" ", "-"), **other}
    return client.post(f"/api/house/proposals/{proposal}/{what}", json=body)


def at(table: str, client: httpx.Client, command: dict[str, Any]) -> httpx.Response:
    seen = client.get(f"/api/tables/{table}")
    asked = seen.json()["state"]["asked"] if seen.status_code == 200 else 0
    body = {"id": next(names).replace(" ", ""), "command": command, "question": asked}
    return client.post(f"/api/tables/{table}/commands", json=body)


def events(client: httpx.Client, **asked: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("/api/house/events", params=asked).raise_for_status().json()
    return found


# --- two people -------------------------------------------------------------------------------------------


def test_the_floor_opens_with_its_sheets_approved_by_the_program(server: Server, boss: httpx.Client) -> None:
    approved = {one["sheet"]: one for one in boss.get("/api/house").json()["approved"]}
    for name in ("catfish-blackjack", "ultimate-texas-holdem", "games-of-chance-blackjack", "free-bet-blackjack"):
        sheet = load(name)
        assert (approved[name]["sheet_hash"], approved[name]["placard"]) == (sheet.hash, placard_hash(sheet))
        assert (approved[name]["proposed_by"], approved[name]["approved_by"]) == ("house", "pitboss")
    for name in ("house", "pitboss"):
        got = server.client().post("/api/people", json={"name": name, "password": PASSWORD})
        assert got.status_code == 409, "nobody can sign in the house's name"


def test_a_meter_is_raised_and_put_right_again_by_two_people(
    server: Server, boss: httpx.Client, shift: httpx.Client
) -> None:
    before = server.running.floor.store.balances([HOUSE])[HOUSE]
    got = propose(boss, MINOR)
    assert got.status_code == 201, got.text
    proposal = got.extensions["proposal"]
    (waiting,) = [one for one in shift.get("/api/house").json()["proposals"] if one["proposal"] == proposal]
    assert (waiting["by"], waiting["approved_by"], waiting["change"]["to"]) == (name_of(boss), "", 200_000)
    own = decide(boss, proposal, "approve")
    assert (own.status_code, own.json()["reason"][:38]) == (409, "nobody approves what they have propose")
    assert decide(boss, proposal, "apply").status_code == 409
    assert decide(shift, proposal, "approve").status_code == 200
    assert decide(boss, proposal, "apply").json()["stream"] == "house"
    assert boss.get("/api/meters").json()["minor"] == 200_000
    store = server.running.floor.store
    assert store.balances([HOUSE, meter("minor")]) == {HOUSE: before - 50_000, meter("minor"): 200_000}
    again = propose(boss, {**MINOR, "to": 150_000}).extensions["proposal"]
    (waiting,) = [one for one in shift.get("/api/house").json()["proposals"] if one["proposal"] == again]
    assert (waiting["change"]["shown"], waiting["change"]["to"]) == (200_000, 150_000)
    decide(shift, again, "approve")
    assert decide(boss, again, "apply").status_code == 200
    assert store.balances([HOUSE, meter("minor")]) == {HOUSE: before, meter("minor"): 150_000}
    found = [one for one in events(shift, kind="meter") if one["stream"] == "house"][-2:]
    assert [(one["before"], one["after"]) for one in found] == [("$1,500", "$2,000"), ("$2,000", "$1,500")]
    assert {one["why"] for one in found} == {
        f"a busier night (proposed by {name_of(boss)}, approved by {name_of(shift)})"
    }
    assert {(one["what"], one["who"]) for one in found} == {("the minor is put right by the house", name_of(boss))}


def test_a_command_sent_twice_is_one_proposal(boss: httpx.Client) -> None:
    first = propose(boss, MINOR, id="twice", proposal="said twice")
    second = propose(boss, MINOR, id="twice", proposal="said twice")
    assert first.json() == second.json()
    assert first.status_code == second.status_code == 201


@pytest.mark.parametrize(
    ("change", "status", "reason"),
    [
        ({"type": "sheet", "sheet": "/etc/passwd"}, 422, "cannot be read"),
        ({"type": "sheet", "sheet": "catfish-blackjack", "sets": ["no such=1"]}, 422, "no such"),
        ({"type": "sheet", "sheet": "catfish-blackjack", "sets": ["soft_17=stand"]}, 409, "BJ-DEAL-20"),
        ({"type": "sheet", "sheet": "catfish-blackjack", "sheet_hash": "0" * 64}, 409, "the hash of the sheet"),
        ({"type": "sheet", "sheet": "catfish-blackjack", "placard": "0" * 64}, 409, "the hash of the placard"),
        ({"type": "meter", "meter": "grand", "to": 1}, 422, "cannot be read"),
        ({"type": "meter", "meter": "minor", "to": 0}, 422, "cannot be read"),
        ({"type": "meter", "meter": "minor", "to": 149_999}, 409, "the minor is never below its seed of $1,500"),
    ],
)
def test_proposals_that_are_not_taken(boss: httpx.Client, change: dict[str, Any], status: int, reason: str) -> None:
    got = propose(boss, change)
    assert got.status_code == status
    assert reason in got.json()["reason"]


def test_a_sheet_that_was_withdrawn_opens_no_table(server: Server, boss: httpx.Client) -> None:
    sets = ["table.minimum=15"]
    hash_ = load("catfish-blackjack", sets=sets).hash
    wanted = {"table": "fifteen", "sheet": "catfish-blackjack", "sets": sets}
    server.decide({"type": "sheet", "sheet": "catfish-blackjack", "sets": sets})
    assert boss.post("/api/admin/tables", json=wanted).status_code == 201
    server.decide({"type": "withdrawal", "sheet": "catfish-blackjack", "sheet_hash": hash_})
    assert boss.post("/api/admin/tables", json={**wanted, "table": "fifteen-too"}).status_code == 409
    assert boss.get("/api/tables/fifteen").json()["sheet_hash"] == hash_


def test_a_role_is_in_the_log_before_it_is_given(server: Server, boss: httpx.Client) -> None:
    player = server.enter("player")
    name = name_of(player)
    boss.put(f"/api/admin/people/{name.upper()}/role", json={"role": "dealer", **WHY}).raise_for_status()
    last = events(boss, kind="role")[-1]
    assert last["why"] == "a new dealer"
    assert (last["what"], last["before"], last["after"]) == (f"the role of {name}", "player", "dealer")
    assert (last["who"], last["role"]) == (name_of(boss), "administrator")
    count = len(events(boss, kind="role"))
    for unsaid in ({}, {"reason": ""}, {"reason": "  "}):
        asked = boss.put(f"/api/admin/people/{name}/role", json={"role": "player", **unsaid})
        assert asked.status_code in (409, 422)
    assert boss.put("/api/admin/people/No Such Person/role", json={"role": "dealer", **WHY}).status_code == 404
    assert len(events(boss, kind="role")) == count


# --- the link ---------------------------------------------------------------------------------------------


def test_the_floor_takes_the_link_down_and_up(server: Server) -> None:
    floor, watcher = server.enter("floor"), server.enter("surveillance")
    assert floor.post("/api/house/link/down", json={"id": "d", "reason": "a cable"}).status_code == 200
    assert floor.get("/api/meters").json()["up"] is False
    assert floor.post("/api/house/link/up", json={"id": "u"}).status_code == 200
    assert floor.get("/api/meters").json()["up"] is True
    down, up = [one for one in events(watcher, kind="link") if one["who"] == name_of(floor)]
    assert (down["what"], down["why"], up["what"]) == ("the link is down", "a cable", "the link is back")
    assert down["clause"] == "UTH-PMULT-4"


# --- significant events -----------------------------------------------------------------------------------


def test_significant_events_by_time_kind_and_table(server: Server, boss: httpx.Client) -> None:
    floor, player = server.enter("floor"), server.enter("player")
    for table in (TABLE, GC):
        ruling = {"id": table, "ruling": "warned", "reason": "=HYPERLINK(1)", "table": table}
        floor.post(f"/api/people/{name_of(player)}/conduct", json=ruling).raise_for_status()
    conduct = [one for one in events(boss, kind="conduct") if one["stream"] == f"person:{name_of(player)}"]
    assert [(one["table"], one["clause"]) for one in conduct] == [(TABLE, ""), (GC, "GC-RULE-20")]
    assert [one["table"] for one in events(boss, table=GC)] == [GC]
    assert events(boss, kind="conduct", until=conduct[0]["at"]) == []
    assert events(boss, kind="conduct", since=conduct[1]["at"] + 1) == []
    assert {one["kind"] for one in events(boss, kind=["conduct", "sheet"])} == {"conduct", "sheet"}
    assert events(boss, limit=1, since=0) == events(boss)[-1:]
    assert [one["at"] for one in events(boss)] == sorted(one["at"] for one in events(boss))
    got = boss.get("/api/house/events.csv", params={"kind": "conduct"})
    assert got.headers["content-type"].startswith("text/plain")
    rows = list(csv.reader(io.StringIO(got.text)))
    assert tuple(rows[0]) == FIELDS
    assert len(rows) == 1 + len(events(boss, kind="conduct"))
    assert {row[FIELDS.index("why")] for row in rows[1:]} == {"'=HYPERLINK(1)"}, "no formula for a spreadsheet"


# --- house rules ------------------------------------------------------------------------------------------


@pytest.mark.clause("GC-RULE-20")
def test_the_house_rules_are_linked_from_every_table(server: Server) -> None:
    visitor = server.client()
    for table in (TABLE, GC):
        link = visitor.get(f"/api/tables/{table}/posted").raise_for_status().json()["house_rules"]
        got = visitor.get(link)
        assert got.status_code == 200
        assert "# House rules" in got.text
        for ruling in ("warned", "asked to leave", "barred", "readmitted"):
            assert f"| {ruling} |" in got.text
    page = Path(__file__).resolve().parents[2] / "docs" / "house-rules.md"
    assert page.read_text(encoding="utf-8") == got.text


# --- people -----------------------------------------------------------------------------------------------


def test_limits_are_set_and_read(server: Server) -> None:
    player = server.enter("player")
    before = player.get("/api/my/limits").json()
    assert before["loss_cents"] == {"now": 0, "later": None, "since": None}
    got = player.put("/api/my/limits", json={"id": "a", "loss_cents": 2000, "session_minutes": 60}).json()
    assert (got["loss_cents"]["now"], got["session_minutes"]["now"], got["result_today"]) == (2000, 60, 0)
    wider = player.put("/api/my/limits", json={"id": "b", "loss_cents": 0, "session_minutes": 30}).json()
    assert (wider["loss_cents"]["now"], wider["loss_cents"]["later"]) == (2000, 0)
    assert wider["loss_cents"]["since"] > server.running.floor.clock() + 23 * 3_600_000
    assert wider["session_minutes"] == {"now": 30, "later": None, "since": None}
    assert player.put("/api/my/limits", json={"id": "c", "loss_cents": -1}).status_code == 422
    player.put("/api/my/limits", json={"id": "d", "deposit_cents": 1000}).raise_for_status()
    assert player.post("/api/cage/buy-in", json={"id": "e", "cents": 600}).status_code == 200
    refused = player.post("/api/cage/buy-in", json={"id": "f", "cents": 500})
    assert (refused.status_code, refused.json()["code"]) == (409, "limits.deposit")
    assert player.get("/api/my/limits").json()["deposited"] == 600


def test_who_is_excluded_is_told_so_and_may_look_and_cash_out(server: Server) -> None:
    player = server.enter("player")
    assert player.get("/api/me").json()["may_not_play"] == ""
    got = player.post("/api/my/exclusion", json={"id": "x", "days": 30}).json()
    assert got["excluded"] is True
    shorter = player.post("/api/my/exclusion", json={"id": "y", "days": 7})
    assert (shorter.status_code, "nobody can make that shorter" in shorter.json()["reason"]) == (409, True)
    signed_in = server.client().post("/api/session", json={"name": name_of(player), "password": PASSWORD})
    assert signed_in.status_code == 200
    reason = signed_in.json()["may_not_play"]
    assert reason.startswith("you have excluded yourself from play for 30 days more")
    for refused in (
        at(TABLE, player, {"type": "Sit", "box": 7}),
        at(TABLE, player, {"type": "Wait"}),
        player.post("/api/cage/buy-in", json={"id": "in", "cents": 100}),
    ):
        assert (refused.status_code, refused.json()["reason"]) == (409, reason)
    assert player.get("/api/my/rounds").status_code == 200
    out = player.post("/api/cage/cash-out", json={"id": "out", "cents": 100_000})
    assert out.json()["balance"] == 0


def test_who_is_excluded_does_not_come_back_as_somebody_new(server: Server) -> None:
    """Neither as a guest nor with a second account, signed in or not; an account there is already may sign in."""
    player = server.enter("player")
    name = name_of(player)
    other = {"name": next(names), "password": PASSWORD}
    server.client().post("/api/people", json=other).raise_for_status()
    player.post("/api/my/exclusion", json={"id": "x", "days": 2}).raise_for_status()
    again = {"name": next(names), "password": PASSWORD}
    for found in (player.post("/api/guests"), player.post("/api/people", json=again)):
        assert (found.status_code, "for 2 days more" in found.text) == (403, True)
    player.delete("/api/session").raise_for_status()
    for found in (player.post("/api/guests"), player.post("/api/people", json=again)):
        assert (found.status_code, "in this browser is kept from play" in found.text) == (403, True)
        assert name not in found.text
    assert player.post("/api/session", json=other).json()["name"] == other["name"]
    assert server.client().post("/api/guests").status_code == 201  # another browser is somebody new


def test_a_browser_is_somebody_new_again_when_its_person_plays_again(server: Server) -> None:
    """So is one whose mark was tampered with."""
    player, floor = server.enter("player"), server.enter("floor")
    where = f"/api/people/{name_of(player)}/conduct"
    floor.post(where, json={"id": "b1", "ruling": "barred", "reason": "threw a glass"}).raise_for_status()
    player.get("/api/me").raise_for_status()
    mark = player.cookies["pitboss_kept"]
    player.delete("/api/session").raise_for_status()
    assert player.post("/api/guests").status_code == 403
    floor.post(where, json={"id": "b2", "ruling": "readmitted", "reason": "apologised"}).raise_for_status()
    assert player.post("/api/guests").status_code == 201
    for wrong in (mark[:-4] + "AAA=", "no mark of ours", "é"):
        found = server.client().post("/api/guests", headers={b"Cookie": f"pitboss_kept={wrong}".encode()})
        assert found.status_code == 201


def test_the_floor_bars_a_guest_of_the_real_tables_by_name(server: Server) -> None:
    floor = server.enter("floor")
    ruling = {"ruling": "barred", "reason": "threw a glass"}
    found = floor.post("/api/people/Zoe/conduct", json={"id": "z1", **ruling})
    assert (found.status_code, "ruled on as such" in found.text) == (404, True)
    found = floor.post("/api/people/Zoe/conduct", json={"id": "z2", "visitor": True, **ruling})
    assert (found.status_code, found.json()["stream"]) == (200, "person:zoe@")
    assert floor.post("/api/people/@/conduct", json={"id": "z3", "visitor": True, **ruling}).status_code == 422


def test_who_does_not_play_is_not_seated_as_a_guest_of_a_real_table(server: Server) -> None:
    floor, dealer, player = (server.enter(role) for role in ("floor", "dealer", "player"))
    table = {"table": "real-seats", "sheet": "catfish-blackjack", "dealer": "staffed", "cards": "declared"}
    floor.post("/api/admin/tables", json=table).raise_for_status()
    assert at("real-seats", dealer, {"type": "TapIn"}).status_code == 200
    player.post("/api/my/exclusion", json={"id": "x", "days": 30}).raise_for_status()
    ruling = {"id": "z", "visitor": True, "ruling": "barred", "reason": "threw a glass"}
    floor.post("/api/people/Yves/conduct", json=ruling).raise_for_status()
    for name, reason in ((name_of(player).upper(), "has excluded themselves"), ("yves", "threw a glass")):
        refused = at("real-seats", dealer, {"type": "SeatVisitor", "box": 1, "name": name})
        assert (refused.status_code, reason in refused.json()["reason"]) == (409, True), refused.text
    assert at("real-seats", dealer, {"type": "SeatVisitor", "box": 1, "name": "Yvonne"}).status_code == 200


@pytest.mark.clause("GC-RULE-20")
def test_the_floor_bars_a_player_and_readmits_him(server: Server) -> None:
    floor, player = server.enter("floor"), server.enter("player")
    where = f"/api/people/{name_of(player)}/conduct"
    barred = {"id": "b", "ruling": "barred", "reason": "threw the cards", "table": GC}
    assert floor.post(where, json=barred).json()["stream"] == f"person:{name_of(player)}"
    refused = at(GC, player, {"type": "Sit", "box": 2})
    assert refused.status_code == 409
    assert refused.json() == {
        "reason": "the house has barred you from play: threw the cards",
        "clause": "GC-RULE-20",
        "code": "play.barred",
        "params": {"why": "threw the cards"},
    }
    assert player.get("/api/me").json()["may_not_play"] == refused.json()["reason"]
    floor.post(where, json={"id": "r", "ruling": "readmitted", "reason": "has apologised"}).raise_for_status()
    assert at(GC, player, {"type": "Sit", "box": 2}).status_code == 200
    assert floor.post("/api/people/Nobody Here/conduct", json=barred).status_code == 404
    assert floor.post(where, json={**barred, "id": "n", "table": "nowhere"}).status_code == 404


def test_two_servers_over_one_floor_know_the_same(serve: Callable[..., Server]) -> None:
    one, other = serve(), serve()
    player = one.enter("player")
    there = other.client(cookies=player.cookies, headers={"X-Pitboss-Token": player.headers["X-Pitboss-Token"]})
    assert at(TABLE, there, {"type": "Sit", "box": 1}).status_code == 200
    player.post("/api/my/exclusion", json={"id": "x", "days": 0}).raise_for_status()
    assert "for good" in at(TABLE, there, {"type": "Sit", "box": 2}).json()["reason"]
    one.decide({"type": "sheet", "sheet": "blackjack-v5", "sets": ["cards.decks=8"]})
    wanted = {"table": "eight-decks", "sheet": "blackjack-v5", "sets": ["cards.decks=8"]}
    assert other.enter("administrator").post("/api/admin/tables", json=wanted).status_code == 201
    floor = one.running.floor
    one.use_up_link()
    assert verify(floor.store, floor.keys).findings == []


# --- reminders --------------------------------------------------------------------------------------------


async def until_pong(socket: Any) -> list[str]:
    """What came before the answer to a ping: all that was sent until then."""
    await socket.send('{"type":"ping"}')
    kinds = []
    while (kind := said(await socket.recv())["type"]) != "pong":
        kinds.append(kind)
    return kinds


def test_a_player_is_reminded_until_it_is_acknowledged(serve: Callable[..., Server]) -> None:
    server = serve(limits=replace(ROOMY, reminder_check_seconds=0.05), pace=QUICK)
    player = server.enter("player")
    shifted = 0
    floor = server.running.floor
    real = floor.clock
    floor.clock = lambda: real() + shifted

    async def play() -> list[dict[str, Any]]:
        nonlocal shifted
        heard = []
        async with server.socket(player) as socket:
            await answer(socket, "hello")
            at(TABLE, player, {"type": "Sit", "box": 1}).raise_for_status()
            player.put("/api/my/limits", json={"id": "r", "reminder_minutes": 10}).raise_for_status()
            bet = {"type": "Act", "action": {"type": "PlaceBet", "spot": 1, "cents": 700}}
            while at(TABLE, player, bet).status_code != 200:
                await asyncio.sleep(0.02)
            shifted = 11 * 60_000
            heard += [await answer(socket, "reminder"), await answer(socket, "reminder")]
            await socket.send('{"type":"acknowledge"}')
            await until_pong(socket)
            for _ in range(3):
                await asyncio.to_thread(order, server, server.app.state.reminders.remind())
            assert (await until_pong(socket)).count("reminder") <= 1, "one may have been looked up before"
            shifted = 21 * 60_000
            heard.append(await answer(socket, "reminder"))
        return heard

    first, again, second = run(play())
    assert first == again == {"type": "reminder", "schema": 1, "minutes": 11, "result": -700}
    assert (second["minutes"], second["result"]) == (21, -700)
    validator(server.client().get("/api/messages.json").json(), "ServerMessage").validate(second)

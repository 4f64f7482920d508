"""A staffed table with an open case, made over HTTP by a dealer and a supervisor."""

from __future__ import annotations

import itertools
from typing import Any

import httpx
from tests.web.house import Server

__all__ = ["open_case"]

ids = itertools.count(1)


def open_case(server: Server, table: str) -> None:
    """A blackjack table at which a card was exposed by error, and the player is offered it."""
    floor, dealer = server.enter("floor"), server.enter("dealer")
    opened = {"table": table, "sheet": "catfish-blackjack", "dealer": "staffed", "cards": "declared"}
    floor.post("/api/admin/tables", json=opened).raise_for_status()
    tray = next(one["tray"] for one in floor.get("/api/floor").json() if one["table"] == table)
    _do(floor, table, {"type": "CountTray", "when": "opening", "chips": [[100, tray // 100]]})
    _do(dealer, table, {"type": "TapIn"})
    while _seen(dealer, table)["state"]["question"] is None:
        _do(*next(_usual(who, table) for who in (dealer, floor) if _offered(who, table)))
    _do(dealer, table, {"type": "SeatVisitor", "box": 1, "name": "Guest"})
    _do(dealer, table, {"type": "VisitorBuysIn", "box": 1, "cents": 10_000})
    _act(dealer, table, type="PlaceBet", spot=1, cents=1000)
    _act(dealer, table, type="StartDeal")
    faces = iter(("Th", "7c", "6d", "5s"))
    while (asked := _seen(dealer, table)["state"]["question"])["kind"] != "play":
        _name_or_go_on(dealer, table, asked["kind"], faces)
    _act(dealer, table, type="Declare", kind="exposed_card")
    _act(dealer, table, type="CardIs", card=next(faces))
    _act(dealer, table, type="CallSupervisor")


def _name_or_go_on(dealer: httpx.Client, table: str, kind: str, faces: Any) -> None:
    if kind == "card":
        _act(dealer, table, type="CardIs", card=next(faces))
    else:
        _act(dealer, table, type="Proceed")


def _seen(client: httpx.Client, table: str) -> dict[str, Any]:
    seen: dict[str, Any] = client.get(f"/api/tables/{table}").json()
    return seen


def _offered(client: httpx.Client, table: str) -> list[dict[str, Any]]:
    offers = [one["command"] for one in _seen(client, table)["staff"]["offers"]]
    return [one for one in offers if one["type"] in ("HandleCards", "StartRound")]


def _usual(client: httpx.Client, table: str) -> tuple[httpx.Client, str, dict[str, Any]]:
    return client, table, _offered(client, table)[0]


def _act(client: httpx.Client, table: str, **action: Any) -> None:
    _do(client, table, {"type": "Act", "action": action})


def _do(client: httpx.Client, table: str, command: dict[str, Any]) -> None:
    body = {"id": f"s{next(ids)}", "command": command, "question": _seen(client, table)["state"]["asked"]}
    client.post(f"/api/tables/{table}/commands", json=body).raise_for_status()

"""A house's own sheet over HTTP: read, proposed, approved, opened, played, named everywhere, and withdrawn."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.seeding import chance
from tests.waiting import eventually
from tests.web.house import Server, names

from pitboss.client.bots import play_tables
from pitboss.rules import filed_sheet

EXAMPLE = Path(__file__).parents[2] / "examples" / "river-room.toml"
DEPARTING = """\
extends = "catfish-blackjack"
name = "red-lantern"
title = "Red Lantern Blackjack"
house = "Red Lantern"
edition = "May 2026"

[dealer]
soft_17 = "stand"
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("sheets"), sheets=(filed_sheet(EXAMPLE),)) as found:
        yield found


@pytest.fixture(scope="module")
def boss(server: Server) -> httpx.Client:
    return server.enter("administrator")


@pytest.fixture(scope="module")
def shift(server: Server) -> httpx.Client:
    return server.enter("shift_manager")


def read(client: httpx.Client, text: str, name: str = "ours") -> dict[str, Any]:
    found: dict[str, Any] = client.post("/api/house/sheets/read", json={"name": name, "text": text}).json()
    return found


def carried(boss: httpx.Client, shift: httpx.Client, change: dict[str, Any]) -> None:
    """Two people of the house carry a change out."""
    proposal = next(names)
    wanted = {"id": f"p{proposal}".replace(" ", ""), "proposal": proposal, "change": change, "reason": "our own rules"}
    assert boss.post("/api/house/proposals", json=wanted).status_code == 201
    for who, what in ((shift, "approve"), (boss, "apply")):
        body = {"id": f"{what}{proposal}".replace(" ", "")}
        assert who.post(f"/api/house/proposals/{proposal}/{what}", json=body).status_code == 200


def test_serve_opens_a_house_sheet_signed_for_the_house_and_the_placard_says_so(server: Server) -> None:
    guest = server.client()
    listed = {one["table"]: one for one in guest.get("/api/tables").json()}
    ours = listed["river-room-blackjack-1"]
    assert (ours["title"], ours["house"], ours["departures"]) == ("River Room Blackjack", "River Room", [])
    placard = guest.get("/api/tables/river-room-blackjack-1/placard").json()
    assert (placard["house"], placard["title"]) == ("River Room", "River Room Blackjack")
    assert not placard["approved"], "by a person"
    assert placard["approved_on"]
    assert (placard["approved_by"], placard["proposed_by"]) == ("", "")
    assert "Signed by the program for the house on " in placard["notes"][0]["text"]
    assert "Catfish" not in str([placard["house"], placard["title"], placard["notes"]])
    sheets = {one["sheet"]: one for one in guest.get("/api/sheets").json()}
    assert sheets["river-room-blackjack"]["text"] == placard["text"] == filed_sheet(EXAMPLE).text_hash
    assert guest.get("/api/sheets/river-room-blackjack/options").json()["title"] == "River Room Blackjack"
    assert guest.get("/api/sheets/nowhere/placard").status_code == 404


def test_values_are_changed_in_the_text_of_a_sheet_by_a_form(boss: httpx.Client) -> None:
    form = read(boss, DEPARTING)["form"]
    assert (form["extends"], form["own"][-1]) == ("catfish-blackjack", "dealer.soft_17")
    assert form["head"] == {
        "name": "red-lantern", "title": "Red Lantern Blackjack", "house": "Red Lantern", "edition": "May 2026",
        "felt": "river", "about": "",
    }  # fmt: skip
    options = {one["path"]: one for one in form["options"]}
    assert options["dealer.soft_17"]["departs"]
    assert {one["value"] for one in options["dealer.soft_17"]["choices"]} == {"hit", "stand"}
    assert (options["shuffle.cut_card_depth"]["low"], options["shuffle.cut_card_depth"]["high"]) == (0, 260)
    assert "surrender.offered" in options
    assert "surrender.timing" not in options, "which stands there once surrender is offered"
    offered = next(one for one in options["surrender.offered"]["choices"] if one["value"] == "true")
    asked = {"name": "ours", "text": DEPARTING, "sets": offered["sets"], "unset": ["dealer.soft_17"]}
    text = boss.post("/api/house/sheets/edit", json=asked).json()["text"]
    assert "soft_17" not in text
    again = read(boss, text)
    assert again["defects"] == []
    assert "surrender.timing" in {one["path"] for one in again["form"]["options"]}
    wrong = boss.post("/api/house/sheets/edit", json=asked | {"sets": ["dealer.nowhere=1"]})
    assert wrong.status_code == 422
    assert 'no value called \\"dealer.nowhere' in wrong.text


def test_the_text_of_a_posted_sheet_is_read_by_anybody(server: Server) -> None:
    guest = server.client()
    kept = guest.get("/api/tables/river-room-blackjack-1/sheet").json()
    assert kept == guest.get("/api/sheets/river-room-blackjack/text").json()
    assert kept["hash"] == filed_sheet(EXAMPLE).text_hash
    assert [one["shipped"] for one in kept["texts"]] == [False, True]
    assert kept["texts"][0]["text"] == EXAMPLE.read_text()
    assert guest.get("/api/sheets/nowhere/text").status_code == 404


@pytest.mark.slow
def test_bots_play_at_a_house_sheet(server: Server) -> None:
    table = "river-room-blackjack-1"
    (bot,) = asyncio.run(play_tables(server.address, [table], seats=1, seconds=4, think=0.01, seed=chance.seed))
    assert bot.sheet is not None
    assert (bot.sheet.name, bot.sheet.text_hash) == ("river-room-blackjack", filed_sheet(EXAMPLE).text_hash)
    assert bot.actions > 0


def test_a_text_is_read_while_it_is_written_and_nothing_changes(server: Server, boss: httpx.Client) -> None:
    before = server.running.floor.store.heads()
    wrong = read(boss, 'extends = "catfish-blackjack"\nhouze = "x"\n[dealer]\nsoft_17 = "perhaps"\n')
    assert {one["place"] for one in wrong["defects"]} == {"houze", "dealer.soft_17"}
    assert wrong["placard"] is None
    (outside,) = read(boss, 'extends = "../../etc/passwd"\n')["defects"]
    assert (outside["place"], "there is no sheet called" in outside["problem"]) == ("extends", True)
    found = read(boss, DEPARTING)
    assert (found["defects"], found["refusal"]) == ([], "")
    assert found["placard"]["house"] == "Red Lantern"
    (departure,) = found["departures"]
    assert departure == {"path": "dealer.soft_17", "value": "stand", "instead_of": "hit", "clauses": ["BJ-DEAL-20"]}
    nameless = read(boss, DEPARTING.replace('house = "Red Lantern"\n', ""))
    assert "states house" in nameless["refusal"]
    assert server.running.floor.store.heads() == before


def test_the_effect_of_every_change_on_every_edge_is_worked_out(boss: httpx.Client) -> None:
    given = {"name": "ours", "text": DEPARTING}
    found: dict[str, Any] = {}

    def done() -> bool:
        found.update(boss.post("/api/house/sheets/effects", json=given).json())
        return bool(found["state"] == "done")

    eventually(done, "the figures are not worked out", seconds=900)
    (change,) = found["figures"]["changes"]
    assert change["paths"] == ["dealer.soft_17"]
    assert change["difference"]["main"] < 0  # a dealer who stands is better for the player
    assert found["figures"]["departures"] == ["dealer.soft_17 = stand departs from BJ-DEAL-20 (hit)"]


@pytest.mark.parametrize("role", ["player", "dealer", "floor", "surveillance"])
def test_only_managers_read_and_propose_sheets(server: Server, role: str) -> None:
    client = server.enter(role)
    for path in ("read", "effects"):
        assert client.post(f"/api/house/sheets/{path}", json={"name": "x", "text": ""}).status_code == 403
    change = {"type": "text", "name": "x", "text": DEPARTING}
    body = {"id": "x", "proposal": "x", "change": change, "reason": "x"}
    assert client.post("/api/house/proposals", json=body).status_code == 403


def test_a_departing_sheet_goes_from_its_text_to_a_table_and_is_withdrawn(
    server: Server, boss: httpx.Client, shift: httpx.Client
) -> None:
    carried(boss, shift, {"type": "text", "name": "red", "text": DEPARTING})
    opened = {"table": "red-lantern-1", "sheet": "red-lantern"}
    assert boss.post("/api/admin/tables", json=opened).status_code == 201
    placard = boss.get("/api/tables/red-lantern-1/placard").json()
    people = [client.get("/api/me").json()["name"] for client in (shift, boss)]
    assert [placard["approved_by"], placard["proposed_by"]] == people
    assert f"Edition: May 2026. Approved by {people[0]} on " in placard["notes"][0]["text"]
    assert placard["notes"][1] == {
        "text": "dealer.soft_17 = stand departs from BJ-DEAL-20 (hit).", "clauses": ["BJ-DEAL-20"], "pays": "",
        "departs": True,
    }  # fmt: skip
    assert placard["house"] == "Red Lantern"
    played = boss.get("/api/sheets/red-lantern/play").json()
    assert played["title"] == placard["title"]
    assert "The dealer stands on soft 17." in [line for part in played["parts"] for line in part["lines"]]
    posted = boss.get("/api/tables/red-lantern-1/posted").json()
    assert (posted["house"], posted["approved"], len(posted["departures"])) == ("Red Lantern", True, 1)
    approved = next(one for one in boss.get("/api/house").json()["approved"] if one["sheet"] == "red-lantern")
    assert boss.get(f"/api/house/sheets/{approved['text']}").text == DEPARTING
    kept = boss.get(f"/api/house/sheets/{approved['text']}/read").json()
    assert (kept["text"], kept["refusal"]) == (approved["text"], "")
    assert {one["path"] for one in kept["departures"]} == {one.split(" = ")[0] for one in approved["departures"]}
    gone = {"type": "withdrawal", **{key: approved[key] for key in ("sheet", "sheet_hash", "text")}}
    carried(boss, shift, gone)
    assert boss.post("/api/admin/tables", json={**opened, "table": "red-lantern-2"}).status_code in (404, 409)
    still = boss.get("/api/tables/red-lantern-1/placard").json()
    assert still["approved_by"] == people[0]
    assert boss.get("/api/sheets/red-lantern/play").json()["title"] == placard["title"], "as long as a table goes on"


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"type": "text", "name": "red", "text": "x" * 50_000}, 422),
        ({"type": "text", "name": "../red", "text": DEPARTING}, 422),
        ({"type": "text", "name": "red", "text": DEPARTING.replace("edition", "about")}, 409),
        ({"type": "text", "name": "red", "text": 'extends = "river-room.toml"'}, 422),
        ({"type": "sheet", "sheet": "catfish-blackjack", "sets": ["soft_17=stand"]}, 409),
    ],
)
def test_a_bad_proposal_is_one_line_and_changes_nothing(
    server: Server, boss: httpx.Client, change: dict[str, Any], status: int
) -> None:
    before = server.running.floor.store.heads()
    body = {"id": "bad", "proposal": "bad", "change": change, "reason": "x"}
    answer = boss.post("/api/house/proposals", json=body)
    assert answer.status_code == status, answer.text
    assert "\n" not in answer.json()["reason"]
    assert server.running.floor.store.heads() == before

"""Sheets and figures over HTTP: what the library says, nothing that cannot be read, and no visitor who exhausts it."""

from __future__ import annotations

import io
import json
import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from tests.waiting import eventually
from tests.web.house import ROOMY, Server

from pitboss.maths import analysis
from pitboss.maths.analysis.edges import house_edges
from pitboss.maths.analysis.stakes import stakes_of
from pitboss.maths.cache import caches
from pitboss.reports.as_json import analysis_json, chart_json, comparison_json
from pitboss.reports.placards import placard_pdf, sign_pdf
from pitboss.reports.strategy import Style, strategy_chart
from pitboss.rules import filed_sheet, load
from pitboss.rules.load import SHIPPED
from pitboss.rules.placard import placard
from pitboss.rules.register import clause
from pitboss.web.figure_process import FIGURES, main
from pitboss.web.figure_queue import FORGOTTEN, LEFT
from pitboss.web.placards import approval_of

BLACKJACK = tuple(name for name in SHIPPED if load(name).game == "blackjack")
LONG = 900.0
"""Seconds that the longest figures may take on a busy machine."""


def worked_out(client: httpx.Client, path: str, sets: tuple[str, ...] = (), **query: str) -> dict[str, Any]:
    """The figures, once they are there."""
    said: dict[str, Any] = {}

    def done() -> bool:
        answer = client.get(f"/api/sheets/{path}", params={**query, "set": list(sets)})
        if answer.status_code not in (429, 503):
            said.update(answer.raise_for_status().json())
        return said.get("state") == "done"

    eventually(done, f"{path} is not there after {LONG} seconds", seconds=LONG)
    figures: dict[str, Any] = said["figures"]
    return figures


# --- what is posted ---------------------------------------------------------------------------------------


def test_the_sheets_are_the_shipped_ones(server: Server) -> None:
    found = server.client().get("/api/sheets").json()
    assert [one["sheet"] for one in found] == list(SHIPPED)
    assert {one["sheet"]: one["title"] for one in found} == {name: load(name).title for name in SHIPPED}


@pytest.mark.parametrize("name", SHIPPED)
def test_a_placard_is_the_librarys_word_for_word(server: Server, name: str) -> None:
    sheet, posted = load(name), placard(load(name))
    found = server.client().get(f"/api/sheets/{name}/placard").raise_for_status().json()
    assert [(part["title"], [line["text"] for line in part["lines"]]) for part in found["parts"]] == [
        (part.title, [line.text for line in part.lines]) for part in posted.parts
    ]
    told = [line for part in found["parts"] for line in part["lines"]]
    assert {one for line in (*told, *found["notes"]) for one in line["clauses"]} == posted.clauses
    assert (found["hash"], found["approved"], found["edition"]) == (sheet.hash, sheet.approved, sheet.edition)
    assert (found["minimum"], found["maximum"]) == (sheet.rules.table.minimum, sheet.rules.table.maximum)
    assert found["sets"] == []


def test_a_table_posts_the_sheet_it_plays_by(server: Server) -> None:
    client = server.client()
    for listed in client.get("/api/tables").json():
        posted = client.get(f"/api/tables/{listed['table']}/placard").raise_for_status().json()
        played = server.running.tables()
        assert posted["hash"] == next(live.sheet.hash for live in played if live.id == listed["table"])
        shipped = client.get(f"/api/sheets/{listed['sheet']}/placard").json()
        assert "Signed by the program for the house on " in posted["notes"][0]["text"]
        signed = {"approved_on": posted["approved_on"], "notes": [posted["notes"][0], *shipped["notes"][1:]]}
        assert posted == shipped | signed


def test_a_placard_says_what_was_set_so_that_it_can_be_set_again(server: Server) -> None:
    client, path = server.client(), "/api/sheets/catfish-blackjack/placard"
    wanted = ["table.minimum=25", "table.side_bets=trilux", "insurance.offered=false"]
    found = client.get(path, params={"set": wanted}).raise_for_status().json()
    assert found["minimum"] == 2500
    assert "Main bets from $25 to $10,000" in str(found["parts"])
    assert set(found["sets"]) == {"table.minimum=25.00", "table.side_bets=trilux", "insurance.offered=false"}
    again = client.get(path, params={"set": found["sets"]}).raise_for_status().json()
    assert again == found | {"text": again["text"]}, "written in another way, and the same rules"


def test_a_clause_says_what_was_decided_and_where_it_is_posted(server: Server) -> None:
    for clause_id in ("BJ-SPLIT-5b", "BJ-META-1", "UTH-AGG-1", "V5-BET-4"):
        known = clause(clause_id)
        assert known is not None
        found = server.client().get(f"/api/clauses/{clause_id}").raise_for_status().json()
        assert (found["text"], found["decision"], found["place"]) == (known.text, known.decision, known.place)
        for where in found["posted"]:
            posted = server.client().get(f"/api/sheets/{where['sheet']}/placard").json()
            lines = {part["title"]: part["lines"] for part in posted["parts"]}
            lines["Edition and approval"] = posted["notes"]
            assert clause_id in str(lines[where["part"]])
        assert found["posted"]


# --- options ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_every_choice_of_every_option_can_be_set(server: Server, name: str) -> None:
    """Alone, and with all that it brings along; what contradicts another value is refused by name."""
    found = server.client().get(f"/api/sheets/{name}/options").raise_for_status().json()
    assert found["departures"] == []
    sheet = load(name)
    for option in found["options"]:
        field = sheet.fields[option["path"]]
        assert field.option is not None
        assert "figures" in field.option.touches
        assert tuple(option["clauses"]) == sheet.clauses(option["path"])
        values = [one["value"] for one in option["choices"]]
        if option["kind"] == "choice":
            assert option["value"] in values
        for one in option["choices"]:
            with suppress_contradiction(option["path"]):
                changed = load(name, sets=one["sets"])
                assert changed.values[option["path"]] == field.reader(one["value"])


class suppress_contradiction:
    """A value that is no defect of its own may contradict another one of the sheet."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
        return isinstance(error, Exception) and "defect" in str(error) and "cannot be" not in str(error)


def test_a_section_that_is_added_brings_its_values(server: Server) -> None:
    def options(*sets: str) -> dict[str, Any]:
        found = server.client().get("/api/sheets/catfish-blackjack/options", params={"set": list(sets)})
        by_path: dict[str, Any] = {one["path"]: one for one in found.raise_for_status().json()["options"]}
        return by_path

    free = next(one for one in options()["free.offered"]["choices"] if one["value"] == "true")
    assert "free.split_pairs=all_but_tens" in free["sets"]
    changed = options(*free["sets"])
    assert changed["free.split_pairs"]["value"] == "all_but_tens"
    assert changed["free.offered"]["departs"]


def test_what_leaves_the_document_is_named(server: Server) -> None:
    query = {"set": ["soft_17=stand", "split.match=rank"]}
    found = server.client().get("/api/sheets/catfish-blackjack/options", params=query).json()
    assert found["departures"] == ["dealer.soft_17 = stand departs from BJ-DEAL-20 (hit)"]
    assert [one["path"] for one in found["options"] if one["departs"]] == ["dealer.soft_17"]
    posted = server.client().get("/api/sheets/catfish-blackjack/placard", params=query).json()
    assert [line["text"] for line in posted["notes"] if line["departs"]] == [f"{found['departures'][0]}."]
    assert not posted["approved"]


# --- figures ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_the_edges_are_the_librarys(server: Server, name: str) -> None:
    sheet = load(name)
    found = worked_out(server.client(), f"{name}/edges")
    assert found["wagers"] == house_edges(sheet, stakes_of(sheet))
    assert found["departures"] == []


def test_the_edges_of_a_changed_sheet_are_the_librarys(server: Server) -> None:
    sets = ("soft_17=stand", "cards.decks=2")
    sheet = load("blackjack-v5", sets=sets)
    found = worked_out(server.client(), "blackjack-v5/edges", sets)
    assert found["wagers"] == house_edges(sheet, stakes_of(sheet))
    assert found["departures"] == [str(one) for one in sheet.departures]


@pytest.mark.parametrize("play", Style)
def test_the_chart_is_the_librarys(server: Server, play: Style) -> None:
    for name in BLACKJACK[:2]:
        found = worked_out(server.client(), f"{name}/chart", play=play.value)
        assert chart_json(strategy_chart(load(name), play)).items() <= found.items()
        assert found["values"]["T6 T"]["stand"] == pytest.approx(_worth(name, "T6 v T")["stand"], abs=1e-12)
        assert len(found["values"]) == 55 * 10


def _worth(name: str, situation: str) -> dict[str, float]:
    return {choice.name: choice.value for choice in analysis.value(load(name), situation).choices}


def test_the_chart_of_holdem_has_all_169_hands(server: Server) -> None:
    found = worked_out(server.client(), "ultimate-texas-holdem/chart")
    assert chart_json(strategy_chart(load("ultimate-texas-holdem"))).items() <= found.items()
    assert len(found["values"]) == 169
    assert found["values"]["K4o"] == _worth("ultimate-texas-holdem", "K4o")
    assert sum("play to remember" in note for note in found["notes"]) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_the_analysis_is_the_librarys(server: Server, name: str) -> None:
    found = worked_out(server.client(), f"{name}/analysis")
    known = json.loads(json.dumps(analysis_json(analysis.analyze(load(name)))))
    assert known.items() <= found.items()
    assert sum(one["probability"] for one in found["main_game"]["distribution"]) == pytest.approx(1, abs=1e-9)


@pytest.mark.slow
def test_the_meters_grow_to_where_the_wager_is_even(server: Server) -> None:
    found = worked_out(server.client(), "ultimate-texas-holdem/analysis")
    assert [one["meter"] for one in found["meters"]] == ["major", "minor"]
    edge = house_edges(load("ultimate-texas-holdem"), stakes_of(load("ultimate-texas-holdem")))["progressive"]
    for meter in found["meters"]:
        first, last = meter["curve"]
        assert first["returns"] == pytest.approx(1 - edge, abs=1e-12)
        slope = (last["returns"] - first["returns"]) / (last["cents"] - first["cents"])
        assert first["returns"] + slope * (meter["break_even"] - first["cents"]) == pytest.approx(1, abs=1e-7)
        levels = [one["cents"] for one in meter["at_hit"]]
        assert levels == sorted(levels)
        assert meter["seed"] < levels[0]


def test_a_comparison_is_the_librarys(server: Server) -> None:
    for name, other, sets in (
        ("catfish-blackjack", "blackjack-v5", ()),
        ("blackjack-v5", "blackjack-v5", ("soft_17=stand",)),
    ):
        found = worked_out(server.client(), f"{name}/comparisons/{other}", sets)
        known = comparison_json(analysis.compare(load(name), load(other, sets=sets)), sets)
        assert found == json.loads(json.dumps(known))


# --- bad input --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "status", "reason"),
    [
        ("sheets/nothing/edges", 404, "nothing"),
        ("sheets/..%2f..%2fetc%2fpasswd/placard", 404, "Not Found"),
        ("sheets/blackjack-v5/edges?set=soft_17", 422, "key=value"),
        ("sheets/blackjack-v5/edges?set=soft_17=perhaps", 422, "expected hit or stand"),
        ("sheets/blackjack-v5/edges?set=no_such=1", 422, "there is no value called"),
        ("sheets/blackjack-v5/edges?set=cards.decks=0", 422, "cards.decks"),
        ("sheets/blackjack-v5/options?set=%00=%0a", 422, "there is no value called"),
        ("sheets/blackjack-v5/chart?play=badly", 422, "query.play"),
        ("sheets/blackjack-v5/placard?set=" + "x" * 201, 422, "at most 200"),
        ("sheets/blackjack-v5/placard?" + "&".join(["set=soft_17=hit"] * 61), 422, "at most 60"),
        ("sheets/ultimate-texas-holdem/chart?play=total", 422, "a way to play blackjack"),
        ("sheets/ultimate-texas-holdem/comparisons/blackjack-v5", 422, "two sheets of one game"),
        ("clauses/BJ-NONE-1", 404, "there is no clause"),
        ("tables/nowhere/placard", 404, "nowhere"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(server: Server, path: str, status: int, reason: str) -> None:
    client = server.client()
    eventually(lambda: client.get(f"/api/{path}").status_code != 200, "the mathematics never refuses it")
    answer = client.get(f"/api/{path}")
    assert answer.status_code == status
    said = answer.json()["reason"]
    assert reason in said
    assert "\n" not in said
    assert "Traceback" not in said


# --- floods -----------------------------------------------------------------------------------------------


@pytest.fixture
def serve(
    serve: Callable[..., Server], tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Server]:
    """Servers for which no figures are kept, whatever an earlier run has asked for, and all that is compiled is."""
    empty = tmp_path_factory.mktemp("caches")
    for part in ("kernels", "plays"):
        (caches() / part).mkdir(parents=True, exist_ok=True)
        (empty / part).symlink_to(caches() / part)
    monkeypatch.setenv("PITBOSS_CACHE", str(empty))
    return serve


def changed(number: int) -> list[str]:
    """A sheet that nobody has asked for before."""
    return [f"blackjack.pays={1000 + number}:999"]


@pytest.fixture
def children() -> Callable[[], list[int]]:
    """The processes that work figures out and were not there before the test."""
    before = workers()
    return lambda: sorted(workers() - before)


def workers() -> set[int]:
    """The processes that work figures out for servers of this program."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (folder / "cmdline").read_text().split("\0")
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            if "pitboss.web.figure_process" in words and int(parent) == os.getpid():
                found.add(int(folder.name))
    return found


def test_a_flood_of_figures_is_bounded_and_the_server_stays_quick(
    serve: Callable[..., Server], children: Callable[[], list[int]]
) -> None:
    tight = replace(ROOMY, figures_waiting=3, figures_each=2, figures_burst=5, figures_per_second=0.001)
    server = serve(limits=tight, demo=False)
    client = server.client()
    codes = []
    for number in range(30):
        answer = client.get("/api/sheets/free-bet-blackjack/analysis", params={"set": changed(number)})
        codes.append(answer.status_code)
        assert client.get("/healthz").status_code == 200
        assert len(server.app.state.backroom) > 0, "it was answered while figures are worked out"
    assert set(codes) == {200, 429}
    assert codes.count(200) <= 3  # one under way and two that wait
    assert len(server.app.state.backroom) <= 3
    assert len(children()) == 1


def test_so_many_callers_wait_and_no_more(serve: Callable[..., Server]) -> None:
    server = serve(limits=replace(ROOMY, figures_waiting=2, figures_each=10), demo=False)
    client = server.client()
    codes = [
        client.get("/api/sheets/free-bet-blackjack/analysis", params={"set": changed(number)}).status_code
        for number in range(6)
    ]
    assert codes == [200, 200, 200, 503, 503, 503]
    said = client.get("/api/sheets/free-bet-blackjack/analysis", params={"set": changed(7)}).json()
    assert (said["code"], said["reason"]) == (
        "rate.figures_all",
        "too many figures are asked for; try again in a moment",
    )


def test_quick_figures_go_before_long_ones(serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.web.figure_queue.PATIENCE", 0.05)
    client = serve(limits=replace(ROOMY, figures_each=10), demo=False).client()

    def ask(kind: str, number: int) -> dict[str, Any]:
        found: dict[str, Any] = client.get(
            f"/api/sheets/free-bet-blackjack/{kind}", params={"set": changed(number)}
        ).json()
        return found

    assert ask("analysis", 1)["state"] == "working"
    assert [ask("analysis", number)["ahead"] for number in (2, 3)] == [1, 2]
    assert ask("edges", 4) == {"state": "waiting", "ahead": 1}
    assert ask("analysis", 3)["ahead"] == 3


def test_sheets_of_ones_own_are_bounded(serve: Callable[..., Server]) -> None:
    server = serve(limits=replace(ROOMY, sheets_burst=3, sheets_per_second=0.001), demo=False)
    client = server.client()
    answers = [client.get("/api/sheets/blackjack-v5/options", params={"set": changed(one)}) for one in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 3 + [429] * 3
    assert client.get("/api/sheets/blackjack-v5/options").status_code == 200


def test_what_nobody_wants_any_more_makes_room(serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch) -> None:
    """An analysis that was left alone is given up as soon as somebody else waits, and so are those in the line."""
    late = 0.0
    clock = SimpleNamespace(monotonic=lambda: time.monotonic() + late)
    monkeypatch.setattr("pitboss.web.figure_queue.time", clock)
    monkeypatch.setattr("pitboss.web.figure_queue.GLANCE", 0.1)
    server = serve(limits=replace(ROOMY, figures_each=10), demo=False)
    client = server.client()
    for number in (1, 2, 3):
        client.get("/api/sheets/free-bet-blackjack/analysis", params={"set": changed(number)}).raise_for_status()
    late = FORGOTTEN + 1
    assert worked_out(client, "blackjack-v5/edges", ("soft_17=stand",))["departures"]
    backroom = server.app.state.backroom
    assert len(backroom) == 0
    assert [key[0] for key in backroom._known] == ["edges"], "no analysis came first"


def test_what_was_left_alone_is_given_up_where_nobody_else_waits(
    serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch, children: Callable[[], list[int]]
) -> None:
    """Who has left the page keeps no processor busy; whoever comes back in time finds it under way."""
    late = 0.0
    clock = SimpleNamespace(monotonic=lambda: time.monotonic() + late)
    monkeypatch.setattr("pitboss.web.figure_queue.time", clock)
    monkeypatch.setattr("pitboss.web.figure_queue.GLANCE", 0.05)
    server = serve(demo=False)
    client, path, query = server.client(), "/api/sheets/free-bet-blackjack/analysis", {"set": changed(1)}
    assert client.get(path, params=query).json()["state"] == "working"
    (child,) = children()
    late = LEFT - 5
    assert client.get(path, params=query).json()["state"] == "working"
    assert children() == [child]
    late += LEFT + 1
    eventually(lambda: len(server.app.state.backroom) == 0, "it goes on for nobody")
    assert children() == []


def test_figures_that_take_too_long_are_given_up(
    serve: Callable[..., Server], children: Callable[[], list[int]]
) -> None:
    server = serve(limits=replace(ROOMY, figures_seconds=1.0), demo=False)
    client, path, query = server.client(), "/api/sheets/free-bet-blackjack/analysis", {"set": changed(1)}
    while (answer := client.get(path, params=query)).status_code == 200:
        assert answer.json()["state"] != "done"
    assert answer.status_code == 422
    assert "longer than 1 seconds" in answer.json()["reason"]
    assert children() == []


def test_a_process_that_dies_is_followed_by_another(
    serve: Callable[..., Server], children: Callable[[], list[int]]
) -> None:
    server = serve(demo=False)
    client, path = server.client(), "/api/sheets/free-bet-blackjack/analysis"
    assert client.get(path, params={"set": changed(1)}).json()["state"] == "working"
    (child,) = children()
    os.kill(child, signal.SIGKILL)
    answer = client.get(path, params={"set": changed(1)})
    while answer.status_code == 200:  # its end is not noticed yet
        answer = client.get(path, params={"set": changed(1)})
    assert answer.status_code == 503
    assert "ask again" in answer.json()["reason"]
    assert worked_out(client, "blackjack-v5/edges")["wagers"]["main"] == pytest.approx(0.00527, abs=1e-5)
    assert children() != [child]


def test_no_process_is_left_behind(serve: Callable[..., Server], children: Callable[[], list[int]]) -> None:
    server = serve(demo=False)
    server.client().get("/api/sheets/free-bet-blackjack/analysis", params={"set": changed(1)})
    assert len(children()) == 1
    server.stop()
    assert children() == []


# --- before somebody asks ---------------------------------------------------------------------------------


@pytest.fixture
def foreseeing(serve: Callable[..., Server], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    """A floor with a sheet of its own that works the figures of this one out ahead."""
    monkeypatch.setattr("pitboss.web.figures_ahead.SHIPPED", ())
    monkeypatch.setattr("pitboss.web.figures_ahead.LOOK_SECONDS", 0.05)
    monkeypatch.setattr("pitboss.web.figure_queue.GLANCE", 0.05)
    own = tmp_path / "own.toml"
    head = 'extends = "catfish-blackjack"\nname = "own"\ntitle = "Own"\nhouse = "Own House"\nedition = "First"\n'
    own.write_text(f'{head}[blackjack]\npays = "{1000 + a_new_one()}:997"\n')
    return serve(figures_ahead=True, sheets=(filed_sheet(own),))


a_new_one = count().__next__


def _known(server: Server) -> list[str]:
    return [key[0] for key in server.app.state.backroom._known]


def test_charts_of_posted_sheets_are_there_before_somebody_asks(foreseeing: Server) -> None:
    eventually(lambda: _known(foreseeing)[:1] == ["chart"], "it was not worked out", seconds=LONG)
    answer = foreseeing.client().get("/api/sheets/own/chart")
    assert answer.json()["state"] == "done", "it was asked for once"


def test_what_somebody_waits_for_goes_before_what_is_done_ahead(foreseeing: Server) -> None:
    """What is done ahead is given up for it, and taken up again after it."""
    backroom = foreseeing.app.state.backroom
    eventually(lambda: len(backroom) == 1, "nothing is worked out", seconds=LONG)
    assert worked_out(foreseeing.client(), "free-bet-blackjack/edges", ("soft_17=stand",))["departures"]
    assert _known(foreseeing) == ["edges"], "the chart that was under way is not there"
    eventually(lambda: "chart" in _known(foreseeing), "what was given up does not go on", seconds=LONG)


# --- the process ------------------------------------------------------------------------------------------


def test_the_process_answers_line_by_line() -> None:
    tasks = [
        {"kind": "edges", "sheet": "blackjack-v5", "sets": []},
        {"kind": "edges", "sheet": "blackjack-v5", "sets": ["soft_17=perhaps"]},
        {"kind": "nothing"},
    ]
    out = io.StringIO()
    main(io.StringIO("".join(json.dumps(task) + "\n" for task in tasks)), out)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [next(iter(line)) for line in lines] == ["step", "figures", "refused", "failed"]
    assert lines[1]["figures"]["wagers"] == house_edges(load("blackjack-v5"), stakes_of(load("blackjack-v5")))
    assert "expected hit or stand" in lines[2]["refused"]
    assert "KeyError: 'nothing'" in lines[3]["failed"]
    assert [kind for kind in FIGURES if kind in ("analysis", "chart", "comparison", "edges")] == [
        "edges", "chart", "comparison", "analysis",
    ]  # fmt: skip


# --- what hangs at a table --------------------------------------------------------------------------------


def test_staff_print_the_sign_and_the_placard_of_a_table(server: Server) -> None:
    dealer, table = server.enter("dealer"), "catfish-blackjack-1"
    live = server.running.floor.table(table).live
    approval = approval_of(server.running.floor.house().signed_for(live.opened.approval))
    for asked, expected in (
        ({}, sign_pdf(live.sheet, approval)),
        ({"paper": "card"}, sign_pdf(live.sheet, approval, paper="card")),
        ({"kind": "placard", "paper": "letter"}, placard_pdf(live.sheet, approval, paper="letter")),
    ):
        found = dealer.get(f"/api/tables/{table}/paper", params=asked).raise_for_status()
        assert (found.headers["content-type"], found.content) == ("application/pdf", expected)
    refused = dealer.get(f"/api/tables/{table}/paper", params={"kind": "placard", "paper": "card"})
    assert refused.status_code == 422
    assert "whole pages" in refused.json()["reason"]

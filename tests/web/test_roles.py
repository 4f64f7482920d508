"""Every operation against every role: who may, who may not."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from tests.web.house import EVERYBODY, Server, names
from tests.web.teaching import COURSE, EXAM

from pitboss.client import Client
from pitboss.rules import load

TABLE = "catfish-blackjack-1"
ROUND = f"/api/tables/{TABLE}/rounds/1"
PROPOSAL = "/api/house/proposals/by shift_manager"
SHEET = "/api/sheets/catfish-blackjack"
VISIT = f"/api/ratings/visits/{TABLE}.1"

TAUGHT = "/api/school/sheets/catfish-blackjack"
QUESTION = {"sheet": "catfish-blackjack", "drill": "pay_it"}
TAUGHT_IN = "/api/school/courses/c1"
SAT, MINE = "/api/school/exams/e2", "/api/school/my/exams/e2"

OWN = {"name": "own", "text": 'extends = "catfish-blackjack"\nname = "own"\n[dealer]\nsoft_17 = "stand"\n'}
KEPT = load("catfish-blackjack").text_hash

ANYBODY = set(EVERYBODY)
KNOWN = ANYBODY - {"visitor"}
ADMINISTRATOR = {"administrator"}
OPENERS = {"floor", "shift_manager", "administrator"}
STAFF = KNOWN - {"guest", "player", "teacher"}
TEACHERS = {"teacher"}
MANAGERS = {"shift_manager", "administrator"}
KEEPERS = {"shift_manager", "compliance", "administrator"}
READERS = {"floor", "shift_manager", "surveillance", "regulator", "administrator"}
SUPERVISORS = {"floor", "shift_manager"}
PIT = {"dealer", "floor", "shift_manager"}
CASHIERS = {"shift_manager", "compliance", "regulator"}
COMPLIANCE = {"compliance"}
EXPLAINED = {"id": "e1", "table": TABLE, "period": "day", "day": "2026-09-21", "reason": "one guest, all evening"}
JUDGED = {"id": "j1", "day": "2026-09-21", "pattern": "none", "finding": "nothing", "note": "a known guest"}
PLAYERS = {"guest", "player"}
WHY = {
    frozenset(ADMINISTRATOR): "only an administrator may do that",
    frozenset(KEEPERS): "only a shift manager, compliance or an administrator may see that",
    frozenset(OPENERS): "only the floor or an administrator may do that",
    frozenset(STAFF): "only the staff may see that",
    frozenset(MANAGERS): "only a shift manager or an administrator may do that",
    frozenset(READERS): "only the floor, surveillance, a regulator or an administrator may see that",
    frozenset(SUPERVISORS): "only the floor may do that",
    frozenset(PLAYERS): "only a player may do that",
    frozenset(PIT): "only a dealer or the floor may see that",
    frozenset(CASHIERS): "only a shift manager, compliance or a regulator may see that",
    frozenset(COMPLIANCE): "only compliance may see that",
    frozenset(TEACHERS): "only a teacher may do that",
}
"""What is said to others who are known."""

MATRIX: dict[tuple[str, str], tuple[set[str], str, Any]] = {
    ("get", "/healthz"): (ANYBODY, "/healthz", None),
    ("post", "/api/guests"): (ANYBODY, "/api/guests", None),
    ("post", "/api/people"): (ANYBODY, "/api/people", "a new person"),
    ("post", "/api/session"): (set(), "/api/session", {"name": "Nobody", "password": "not the password"}),
    ("post", "/api/setup"): (set(), "/api/setup", {"name": "Boss", "password": "long enough it is", "token": "no"}),
    ("delete", "/api/session"): (KNOWN, "/api/session", None),
    ("get", "/api/me"): (KNOWN, "/api/me", None),
    ("get", "/api/tables"): (ANYBODY, "/api/tables", None),
    ("get", "/api/meters"): (ANYBODY, "/api/meters", None),
    ("get", "/api/messages.json"): (ANYBODY, "/api/messages.json", None),
    ("get", "/api/tables/{table}"): (ANYBODY, f"/api/tables/{TABLE}", None),
    ("get", "/api/tables/{table}/posted"): (ANYBODY, f"/api/tables/{TABLE}/posted", None),
    ("get", "/api/clauses/{clause_id}"): (ANYBODY, "/api/clauses/BJ-DEAL-1", None),
    ("post", "/api/tables/{table}/commands"): (KNOWN, f"/api/tables/{TABLE}/commands", "wait"),
    ("get", "/api/tables/{table}/rounds/{number}"): (ANYBODY, ROUND, None),
    ("get", "/api/tables/{table}/rounds/{number}/record"): (ANYBODY, f"{ROUND}/record", None),
    ("get", "/api/tables/{table}/rounds/{number}/openings"): (ANYBODY, f"{ROUND}/openings", None),
    ("post", "/api/cage/buy-in"): (PLAYERS, "/api/cage/buy-in", {"id": "in", "cents": 100}),
    ("post", "/api/cage/cash-out"): (PLAYERS, "/api/cage/cash-out", {"id": "out", "cents": 100}),
    ("get", "/api/my/rounds"): (KNOWN, "/api/my/rounds", None),
    ("get", "/api/my/coach"): (KNOWN, "/api/my/coach", None),
    ("get", "/api/tables/{table}/coach"): (KNOWN, f"/api/tables/{TABLE}/coach", None),
    ("get", "/api/tables/{table}/rounds/{number}/coach"): (KNOWN, f"{ROUND}/coach", None),
    ("get", "/api/floor"): (STAFF, "/api/floor", None),
    ("get", "/api/tables/{table}/settled"): (STAFF, f"/api/tables/{TABLE}/settled", None),
    ("get", "/api/tables/{table}/census"): (STAFF, f"/api/tables/{TABLE}/census", None),
    ("get", "/api/cash"): (CASHIERS, "/api/cash", None),
    ("get", "/api/cash/forms"): (CASHIERS, "/api/cash/forms", None),
    ("get", "/api/cash/patterns"): (COMPLIANCE, "/api/cash/patterns", None),
    ("post", "/api/cash/judgements"): (COMPLIANCE, "/api/cash/judgements", JUDGED),
    ("get", "/api/tables/{table}/boxes/{box}/cash"): (PIT, f"/api/tables/{TABLE}/boxes/1/cash?cents=100", None),
    ("get", "/api/ratings/visits"): (READERS, "/api/ratings/visits", None),
    ("get", "/api/ratings/visits/{visit}"): (READERS, VISIT, None),
    ("get", "/api/ratings/visits/{visit}/rounds/{number}"): (READERS, f"{VISIT}/rounds/1", None),
    ("get", "/api/ratings/findings"): (READERS, "/api/ratings/findings", None),
    ("get", "/api/ratings/looks"): (READERS, "/api/ratings/looks", None),
    ("get", "/api/reports/money"): (READERS, "/api/reports/money", None),
    ("post", "/api/reports/explanations"): (MANAGERS, "/api/reports/explanations", EXPLAINED),
    ("post", "/api/reports/shift-end"): (MANAGERS, "/api/reports/shift-end", None),
    ("get", "/api/tables/{table}/worth"): (SUPERVISORS, f"/api/tables/{TABLE}/worth", None),
    ("get", "/api/sheets"): (ANYBODY, "/api/sheets", None),
    ("get", "/api/sheets/{sheet}/play"): (ANYBODY, f"{SHEET}/play", None),
    ("get", "/api/sheets/{sheet}/placard"): (ANYBODY, f"{SHEET}/placard", None),
    ("get", "/api/sheets/{sheet}/options"): (ANYBODY, f"{SHEET}/options", None),
    ("get", "/api/sheets/{sheet}/edges"): (ANYBODY, f"{SHEET}/edges", None),
    ("get", "/api/sheets/{sheet}/chart"): (ANYBODY, f"{SHEET}/chart", None),
    ("get", "/api/sheets/{sheet}/analysis"): (ANYBODY, f"{SHEET}/analysis", None),
    ("get", "/api/counts"): (ANYBODY, "/api/counts", None),
    ("get", "/api/sheets/{sheet}/counting"): (ANYBODY, f"{SHEET}/counting", None),
    ("get", "/api/sheets/{sheet}/protection"): (ANYBODY, f"{SHEET}/protection", None),
    ("get", "/api/sheets/{sheet}/comparisons/{other}"): (ANYBODY, f"{SHEET}/comparisons/blackjack-v5", None),
    ("get", "/api/tables/{table}/paper"): (STAFF, f"/api/tables/{TABLE}/paper", None),
    ("get", "/api/tables/{table}/placard"): (ANYBODY, f"/api/tables/{TABLE}/placard", None),
    ("get", "/api/bets"): (ANYBODY, "/api/bets", None),
    ("get", "/api/bets/{bet}"): (ANYBODY, "/api/bets/match", None),
    ("get", "/api/bets/{bet}/count"): (ANYBODY, "/api/bets/match/count", None),
    ("get", "/api/bets/{bet}/sheet"): (ANYBODY, "/api/bets/match/sheet", None),
    ("get", "/api/checkpoint"): (ANYBODY, "/api/checkpoint", None),
    ("get", "/api/sheets/{sheet}/text"): (ANYBODY, "/api/sheets/blackjack-v5/text", None),
    ("get", "/api/tables/{table}/sheet"): (ANYBODY, f"/api/tables/{TABLE}/sheet", None),
    ("post", "/api/house/sheets/read"): (MANAGERS, "/api/house/sheets/read", OWN),
    ("post", "/api/house/sheets/edit"): (MANAGERS, "/api/house/sheets/edit", {**OWN, "sets": ["soft_17=stand"]}),
    ("post", "/api/house/sheets/effects"): (MANAGERS, "/api/house/sheets/effects", OWN),
    ("get", "/api/house/sheets/{text}"): (READERS, f"/api/house/sheets/{KEPT}", None),
    ("get", "/api/house/sheets/{text}/read"): (READERS, f"/api/house/sheets/{KEPT}/read", None),
    ("get", "/api/eye/rounds"): (READERS, "/api/eye/rounds", None),
    ("get", "/api/eye/tables/{table}/rounds/{number}"): (READERS, f"/api/eye/tables/{TABLE}/rounds/1", None),
    ("get", "/api/eye/tables/{table}/rounds/{number}/incident"): (
        READERS, f"/api/eye/tables/{TABLE}/rounds/1/incident", None
    ),
    ("get", "/api/eye/tables/{table}/rounds/{number}/record"): (
        READERS, f"/api/eye/tables/{TABLE}/rounds/1/record", None
    ),
    ("get", "/api/eye/audit"): (READERS, "/api/eye/audit", None),
    ("get", "/api/eye/bundle"): (READERS, "/api/eye/bundle", None),
    ("post", "/api/admin/tables"): (OPENERS, "/api/admin/tables", "a new table"),
    ("post", "/api/admin/tables/{table}/close"): (OPENERS, "/api/admin/tables/blackjack-v5-1/close", None),
    ("get", "/api/admin/people"): (ADMINISTRATOR, "/api/admin/people", None),
    ("put", "/api/admin/people/{name}/role"): (
        ADMINISTRATOR, "/api/admin/people/Staff/role", {"role": "dealer", "reason": "new"}
    ),
    ("get", "/api/house"): (READERS, "/api/house", None),
    ("get", "/api/house/events"): (READERS, "/api/house/events", None),
    ("get", "/api/house/events.csv"): (READERS, "/api/house/events.csv", None),
    ("post", "/api/house/events/acknowledge"): (
        MANAGERS, "/api/house/events/acknowledge", {"id": "h6", "stream": "house", "version": 1}
    ),
    ("get", "/api/house/rules"): (ANYBODY, "/api/house/rules", None),
    ("post", "/api/house/proposals"): (MANAGERS, "/api/house/proposals", "a proposal"),
    ("post", "/api/house/proposals/{proposal}/approve"): (MANAGERS, f"{PROPOSAL}/approve", {"id": "h1"}),
    ("post", "/api/house/proposals/{proposal}/apply"): (MANAGERS, f"{PROPOSAL}/apply", {"id": "h2"}),
    ("post", "/api/house/proposals/{proposal}/reject"): (MANAGERS, f"{PROPOSAL}/reject", {"id": "h3", "reason": "no"}),
    ("post", "/api/house/link/down"): (OPENERS, "/api/house/link/down", {"id": "h4", "reason": "a cable"}),
    ("post", "/api/house/link/up"): (OPENERS, "/api/house/link/up", {"id": "h5"}),
    ("get", "/api/my/limits"): (KNOWN, "/api/my/limits", None),
    ("put", "/api/my/limits"): (PLAYERS, "/api/my/limits", {"id": "l1", "loss_cents": 10**8}),
    ("post", "/api/people/{name}/conduct"): (
        SUPERVISORS, "/api/people/Staff/conduct", {"id": "c1", "ruling": "warned", "reason": "loud words"}
    ),
    ("post", "/api/my/exclusion"): (PLAYERS, "/api/my/exclusion", {"id": "x1", "days": 1}),
    ("get", "/api/my/data"): (KNOWN, "/api/my/data", None),
    ("put", "/api/my/details"): (PLAYERS, "/api/my/details", {"id": "d1", "details": {"email": "a@example.org"}}),
    ("post", "/api/my/forgetting"): (PLAYERS, "/api/my/forgetting", {"id": "f1", "password": "no"}),
    ("post", "/api/people/{name}/details"): (KEEPERS, "/api/people/Staff/details", {"id": "d2", "reason": "a report"}),
    ("put", "/api/people/{name}/details"): (
        KEEPERS, "/api/people/Staff/details", {"id": "d3", "details": {"phone": "555"}}
    ),
    ("post", "/api/admin/people/{name}/forgetting"): (
        ADMINISTRATOR, "/api/admin/people/Staff/forgetting", {"id": "f2", "reason": "asked for"}
    ),
    ("get", "/api/school"): (ANYBODY, "/api/school", None),
    ("get", "/api/school/sheets/{sheet}/felt"): (ANYBODY, f"{TAUGHT}/felt", None),
    ("get", "/api/school/sheets/{sheet}/progress"): (ANYBODY, f"{TAUGHT}/progress", None),
    ("get", "/api/school/sheets/{sheet}/map"): (ANYBODY, f"{TAUGHT}/map", None),
    ("post", "/api/school/questions"): (ANYBODY, "/api/school/questions", QUESTION),
    ("get", "/api/school/questions/{number}"): (ANYBODY, "/api/school/questions/1", None),
    ("post", "/api/school/questions/{number}/hints"): (ANYBODY, "/api/school/questions/1/hints", {"part": "1"}),
    ("post", "/api/school/questions/{number}/answers"): (ANYBODY, "/api/school/questions/1/answers", {"part": "1"}),
    ("get", "/api/school/questions/{number}/worth"): (ANYBODY, "/api/school/questions/1/worth", None),
    ("post", "/api/school/take-along"): (KNOWN, "/api/school/take-along", None),
    ("get", "/api/school/courses"): (TEACHERS, "/api/school/courses", None),
    ("post", "/api/school/courses"): (TEACHERS, "/api/school/courses", COURSE),
    ("get", "/api/school/courses/{course}"): (TEACHERS, f"{TAUGHT_IN}", None),
    ("put", "/api/school/courses/{course}"): (TEACHERS, f"{TAUGHT_IN}", COURSE),
    ("post", "/api/school/courses/{course}/trainees"): (TEACHERS, f"{TAUGHT_IN}/trainees", {"trainee": "Staff"}),
    ("get", "/api/school/courses/{course}/trainees/{name}/map"): (TEACHERS, f"{TAUGHT_IN}/trainees/Staff/map", None),
    ("get", "/api/school/courses/{course}/trainees/{name}/transcript"): (
        TEACHERS, f"{TAUGHT_IN}/trainees/Staff/transcript", None
    ),
    ("post", "/api/school/courses/{course}/exams"): (TEACHERS, f"{TAUGHT_IN}/exams", EXAM),
    ("post", "/api/school/exams/{exam}/open"): (TEACHERS, f"{SAT}/open", None),
    ("get", "/api/school/exams/{exam}"): (TEACHERS, f"{SAT}", None),
    ("get", "/api/school/exams/{exam}/papers/{name}/certificate"): (TEACHERS, f"{SAT}/papers/Staff/certificate", None),
    ("post", "/api/school/exams/{exam}/close"): (TEACHERS, f"{SAT}/close", None),
    ("delete", "/api/school/courses/{course}/trainees/{name}"): (TEACHERS, f"{TAUGHT_IN}/trainees/Staff", None),
    ("get", "/api/school/my/courses"): (KNOWN, "/api/school/my/courses", None),
    ("get", "/api/school/my/exams/{exam}"): (KNOWN, MINE, None),
    ("post", "/api/school/my/exams/{exam}/begin"): (KNOWN, f"{MINE}/begin", None),
    ("get", "/api/school/my/exams/{exam}/questions/{number}"): (KNOWN, f"{MINE}/questions/1", None),
    ("post", "/api/school/my/exams/{exam}/questions/{number}/answers"): (
        KNOWN, f"{MINE}/questions/1/answers", {"part": "1"}
    ),
    ("post", "/api/school/my/exams/{exam}/hand-in"): (KNOWN, f"{MINE}/hand-in", None),
}  # fmt: skip
"""Operation -> who may, a path that exists, and a body that is taken."""
REFUSED_BY_RULES = (
    "/commands", "/close", "/coach", "/census", "/worth", "/approve", "/apply", "/reject", "/take-along",
    "/my/exams/{exam}", "/begin", "/my/exams/{exam}/questions/{number}", "/my/exams/{exam}/questions/{number}/answers",
    "/hand-in", "/certificate", "/open", "/forgetting", "/acknowledge",
)  # fmt: skip
"""Where somebody may do it, and a rule may still say no."""
NOT_THERE = ("/judgements", "/boxes/{box}/cash", "/visits/{visit}", "/visits/{visit}/rounds/{number}")
"""Where somebody may do it, and there is nothing here to do it with."""


@pytest.fixture(scope="module")
def played(server: Server) -> Server:
    server.play(TABLE, [Client(server.address)])
    server.client().post("/api/people", json={"name": "Staff", "password": "long enough it is"}).raise_for_status()
    teacher = server.enter("teacher")
    assert teacher.post("/api/school/courses", json=COURSE).raise_for_status().json() == {"course": "c1"}
    assert teacher.post(f"{TAUGHT_IN}/exams", json=EXAM).raise_for_status().json() == {"exam": "e2"}
    teacher.post(f"{SAT}/open").raise_for_status()
    return server


@pytest.fixture(scope="module")
def people(played: Server) -> dict[str, httpx.Client]:
    return {role: played.enter(role) for role in EVERYBODY}


def body_of(body: Any, role: str) -> Any:
    if body == "a new person":
        return {"name": next(names), "password": "long enough it is"}
    if body == "a new table":
        return {"table": f"new-{role.replace('_', '-')}", "sheet": "blackjack-v5"}
    if body == "a proposal":
        meter = {"type": "meter", "meter": "minor", "to": 200_000}
        return {"id": "h0", "proposal": f"by {role}", "change": meter, "reason": "a feast"}
    if body == "wait":
        return {"id": "w1", "command": {"type": "Sit", "box": EVERYBODY.index(role)}}
    return body


def test_the_matrix_has_every_operation(played: Server) -> None:
    paths = played.client().get("/api/openapi.json").json()["paths"]
    assert {(method, path) for path, item in paths.items() for method in item} == set(MATRIX)


@pytest.mark.parametrize("role", EVERYBODY)
@pytest.mark.parametrize(("method", "path"), MATRIX)
def test_who_may(played: Server, people: dict[str, httpx.Client], method: str, path: str, role: str) -> None:
    may, where, body = MATRIX[method, path]
    client = people[role]
    if (method, path) in {("delete", "/api/session"), ("post", "/api/my/exclusion")}:
        client = played.enter(role)  # of its own, or the others had no session or could not play any more
    if (method, path) in {("post", "/api/guests"), ("post", "/api/people")}:
        client = played.client(cookies=client.cookies)
    if path.startswith("/api/school/questions/{number}"):
        asked = client.post("/api/school/questions", json={**QUESTION, "another": True}).raise_for_status().json()
        where = where.replace("/questions/1", f"/questions/{asked['number']}")
        body = body and {"part": asked["parts"][0]["id"]}
    got = client.request(method, where, json=body_of(body, role))
    if role in may:
        taken = {200, 201, 204} | ({409} if path.endswith(REFUSED_BY_RULES) else set())
        taken |= {404} if path.endswith(NOT_THERE) else set()
        assert got.status_code in taken, got.text
    elif frozenset(may) in WHY and role != "visitor":
        assert got.status_code == 403
        assert got.json()["reason"] == WHY[frozenset(may)]
    else:
        assert got.status_code == 401


AREAS = {
    "playing": PLAYERS, "tables_at_a_glance": STAFF, "worth_of_rulings": SUPERVISORS, "conduct_of_players": SUPERVISORS,
    "opening_and_closing": OPENERS, "house_decisions": MANAGERS, "whole_log": READERS, "accounts": ADMINISTRATOR,
    "ratings": READERS,
    "cash_at_a_table": PIT, "cash_log": CASHIERS, "suspicious_cash": COMPLIANCE,
    "personal_details": KEEPERS, "teaching": TEACHERS,
}  # fmt: skip


@pytest.mark.parametrize("role", sorted(KNOWN))
def test_everybody_is_told_what_they_may(people: dict[str, httpx.Client], role: str) -> None:
    """The pages show by this what somebody may do: it says what the operations above let through."""
    may = people[role].get("/api/me").raise_for_status().json()["may"]
    assert set(may["areas"]) == {area for area, roles in AREAS.items() if role in roles}
    assert ("CloseTable" in may["commands"]) == (role in OPENERS)
    assert ("Propose" in may["commands"]) == (role in MANAGERS)
    assert bool(may["consoles"]) == (role in STAFF | TEACHERS)
    assert (
        ("eye" in may["consoles"])
        == ("reports" in may["consoles"])
        == ("ratings" in may["consoles"])
        == (role in READERS)
    )
    assert ("cash" in may["consoles"]) == (role in CASHIERS)
    assert bool(may["roles"]) == (role in ADMINISTRATOR)


@pytest.mark.parametrize(("method", "path"), [key for key in MATRIX if key[0] != "get"])
def test_without_the_token_of_the_session_nothing_changes(
    played: Server, people: dict[str, httpx.Client], method: str, path: str
) -> None:
    may, where, body = MATRIX[method, path]
    if may in (ANYBODY, set()):
        return  # coming in: there is no session yet that another page could misuse
    bare = played.client(cookies=people["administrator"].cookies)
    for token in ({}, {"X-Pitboss-Token": "guessed"}, {"X-Pitboss-Token": people["player"].headers["X-Pitboss-Token"]}):
        got = bare.request(method, where, json=body_of(body, "administrator"), headers=token)
        assert got.status_code == 403
        assert "token" in got.json()["reason"]


# --- administration ---------------------------------------------------------------------------------------


def test_an_administrator_opens_a_table_and_closes_it(played: Server, people: dict[str, httpx.Client]) -> None:
    boss, player = people["administrator"], people["player"]
    wanted = {"table": "high-limit", "sheet": "catfish-blackjack", "title": "High limit", "sets": ["table.minimum=25"]}
    assert "not the one that was approved" in boss.post("/api/admin/tables", json=wanted).json()["reason"]
    played.decide({"type": "sheet", "sheet": "catfish-blackjack", "sets": ["table.minimum=25"]})
    got = boss.post("/api/admin/tables", json=wanted)
    assert got.status_code == 201, got.text
    assert boss.post("/api/admin/tables", json=wanted).status_code == 409
    listed = {one["table"]: one for one in player.get("/api/tables").json()}
    assert (listed["high-limit"]["title"], listed["high-limit"]["minimum"]) == ("High limit", 2500)
    sit = {"id": "hl", "command": {"type": "Sit", "box": 1}}
    assert player.post("/api/tables/high-limit/commands", json=sit).status_code == 200
    assert boss.post("/api/admin/tables/high-limit/close").status_code == 200
    assert "high-limit" not in {one["table"] for one in player.get("/api/tables").json()}
    late = {"id": "hl2", "command": {"type": "Sit", "box": 2}}
    assert player.post("/api/tables/high-limit/commands", json=late).json()["reason"] == "the table is closed"


@pytest.mark.parametrize(
    ("wanted", "status"),
    [
        ({"table": "x1", "sheet": "/etc/passwd"}, 422),
        ({"table": "x1", "sheet": "../sheets/blackjack-v5"}, 422),
        ({"table": "X 1", "sheet": "blackjack-v5"}, 422),
        ({"table": "x1", "sheet": "blackjack-v5", "sets": ["no such key=1"]}, 422),
        ({"table": "x1", "sheet": "catfish-blackjack", "sets": ["soft_17=stand"]}, 409),
        ({"table": "x1", "sheet": "blackjack-v5", "title": "a\nb"}, 422),
        ({"table": "x1", "sheet": "blackjack-v5", "title": "x" * 81}, 422),
        ({"table": "x1", "sheet": "blackjack-v5", "tray": -1}, 422),
    ],
)
def test_tables_that_do_not_open(
    played: Server, people: dict[str, httpx.Client], wanted: dict[str, Any], status: int
) -> None:
    got = people["administrator"].post("/api/admin/tables", json=wanted)
    assert got.status_code == status, got.text
    assert played.client().get("/api/tables/x1").status_code == 404


def test_markup_in_a_title_stays_text_in_json(played: Server, people: dict[str, httpx.Client]) -> None:
    title = "<script>alert(1)</script>'; DROP TABLE entries; --"
    wanted = {"table": "odd-title", "sheet": "blackjack-v5", "title": title}
    assert people["administrator"].post("/api/admin/tables", json=wanted).status_code == 201
    got = played.client().get("/api/tables")
    assert title in {one["title"] for one in got.json()}
    assert got.headers["content-type"] == "application/json"
    assert got.headers["x-content-type-options"] == "nosniff"
    assert played.client().get("/api/tables/odd-title").json()["title"] == title


def test_nobody_changes_their_own_role_and_unknown_people_have_none(people: dict[str, httpx.Client]) -> None:
    boss = people["administrator"]
    own = boss.get("/api/me").json()["name"]
    player = {"role": "player", "reason": "new"}
    for written in (own, own.upper(), own.replace(" ", "  ")):
        assert boss.put(f"/api/admin/people/{written}/role", json=player).status_code == 409
    assert boss.put("/api/admin/people/No Such Person/role", json=player).status_code == 404
    assert boss.put("/api/admin/people/Staff/role", json={"role": "emperor", "reason": "new"}).status_code == 422
    guest = people["guest"].get("/api/me").json()["name"]
    assert boss.put(f"/api/admin/people/{guest}/role", json={"role": "dealer", "reason": "new"}).status_code == 409


def test_who_is_known_is_listed_without_secrets(people: dict[str, httpx.Client]) -> None:
    got = people["administrator"].get("/api/admin/people")
    assert {tuple(sorted(one)) for one in got.json()} == {("guest", "name", "role")}
    assert "argon2" not in got.text

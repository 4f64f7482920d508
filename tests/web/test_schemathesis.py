"""Schemathesis over the whole description, as each kind of user: no 5xx, and every answer is as described."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.transport.requests import ManagedCookiesSession
from tests.waiting import PATIENCE_SECONDS
from tests.web.house import COOKIE, PASSWORD, Server, names
from tests.web.schooling import LEARNER, answer_all, ask
from tests.web.staffed_case import open_case
from tests.web.teaching import COURSE, EXAM, Classroom, name_of

from pitboss.client import Client
from pitboss.rules import load

pytestmark = pytest.mark.slow

TABLE, DOOMED, ASKED, STOPPED = "catfish-blackjack-1", "doomed", "free-bet-blackjack-1", "stopped-1"
SHEETS = {"sheet": "catfish-blackjack", "other": "blackjack-v5"}
KEPT = {"text": load("catfish-blackjack").text_hash, "bet": "match"}
CHECKS: list[Any] = [
    content_type_conformance,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
]
USERS = ("visitor", "guest", "player", "shift_manager", "compliance", "teacher", "administrator")
METER = {"type": "meter", "meter": "minor", "to": 200_000}
WITH_REASON = ("/reject", "/down")
EXAMPLES = 10
"""Of each operation, both of requests that fit the description and of such that do not; each is sent as each user."""
GROUPS = 8
"""Of operations, each a test, so that processes share them."""


class Floor:
    """A server with a round played, a question open, somebody of each kind, and what operations need to succeed."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.line = ManagedCookiesSession()  # one connection for all requests; no cookie that comes back is kept
        self.line.headers.clear()  # its own would be laid over those of the case
        self.line.trust_env = False  # or each request would look for proxies and a .netrc
        self.users = {user: server.enter(user) for user in USERS}
        server.play(TABLE, [Client(server.address, cookie=self.users["player"].cookies[COOKIE])])
        server.ask(self.users["player"], ASKED, 1)
        open_case(server, STOPPED)
        self.known = "Known Person"
        known = {"name": self.known, "password": PASSWORD}
        server.client().post("/api/people", json=known).raise_for_status()
        self._propose()
        self._learn()
        self._teach()
        self._pay_in()
        described = server.client().get("/api/openapi.json").raise_for_status().json()
        self.schema = schemathesis.openapi.from_dict(described)
        self.operations = [found.ok() for found in self.schema.get_all_operations()]
        self.reached: set[str] = set()

    def _propose(self) -> None:
        """Proposals for each thing that can become of one."""
        for name in ("approve", "reject", "apply"):
            proposal = {"id": name, "proposal": f"to {name}", "change": METER, "reason": "a feast"}
            self.server.enter("shift_manager").post("/api/house/proposals", json=proposal).raise_for_status()
        approval = self.server.enter("administrator").post("/api/house/proposals/to apply/approve", json={"id": "a"})
        approval.raise_for_status()

    def _learn(self) -> None:
        """A guest who has learnt, whom the player can take along; and questions of the player's, open and answered."""
        guest, player = self.server.client(), self.users["player"]
        answer_all(guest, ask(guest, "next_step"))
        player.cookies.set(LEARNER, guest.cookies[LEARNER])
        self.asked = {"answers": ask(player, "pay_it", level=5), "hints": ask(player, "next_step")}
        self.asked["worth"] = answer_all(player, ask(player, "rule_it"))
        while not self.asked["worth"]["weighed"]:
            self.asked["worth"] = answer_all(player, ask(player, "rule_it"))

    def _teach(self) -> None:
        """A course with an exam to open, one to close, one for the player to sit, and one that somebody has passed."""
        room = self.room = Classroom.of(self.server)
        self.exams = {"/open": room.set_exam(opens=False), "/close": room.set_exam()}
        player = {"trainee": name_of(self.users["player"])}
        room.teacher.post(f"/api/school/courses/{room.course}/trainees", json=player).raise_for_status()
        self.exams["/my/"], self.exams["/certificate"] = room.set_exam(), room.set_exam()
        room.sit(room.trainees[0], self.exams["/certificate"])

    def _pay_in(self) -> None:
        """Cash that compliance should look at: just below what is noted."""
        server = self.server
        paid = server.enter("player").post("/api/cage/buy-in", json={"id": "cash", "cents": 299_900})
        paid.raise_for_status()
        self.pattern = self.users["compliance"].get("/api/cash/patterns").raise_for_status().json()[0]

    @cached_property
    def visit(self) -> str:
        """A visit with a bet in the first round of the table."""
        found = self.server.enter("surveillance").get("/api/ratings/visits", params={"table": TABLE})
        return next(one["id"] for one in reversed(found.raise_for_status().json()["visits"]) if one["played"])

    def leaver(self) -> httpx.Client:
        """Somebody without chips, who can be forgotten."""
        client = self.server.enter("player")
        cents = client.get("/api/me").json()["balance"]
        client.post("/api/cage/cash-out", json={"id": "all", "cents": cents}).raise_for_status()
        return client

    def real(self, operation: Any) -> dict[str, Any]:
        """Path parameters that lead somewhere."""
        found = {"table": TABLE, "number": 1, "name": self.known, "clause_id": "BJ-CARD-1", **SHEETS, **KEPT}
        if operation.path.endswith("/close"):
            found["table"] = DOOMED
        if operation.path == "/api/tables/{table}/coach":
            found["table"] = ASKED
        if operation.path.endswith(("/worth", "/boxes/{box}/cash")):
            found["table"] = STOPPED
        if "/school/questions/" in operation.path:
            found["number"] = self.asked.get(operation.path.rpartition("/")[2], self.asked["hints"])["number"]
        found["box"] = 1
        found["visit"] = self.visit
        found["course"] = self.room.course
        found["exam"] = next((exam for sign, exam in self.exams.items() if sign in operation.path), self.exams["/open"])
        if operation.path.endswith("/{name}/forgetting"):
            found["name"] = name_of(self.leaver())
        if operation.path.endswith("/certificate"):
            found["name"] = name_of(self.room.trainees[0])
        found["proposal"] = f"to {operation.path.rpartition('/')[2]}"
        return {one.name: found[one.name] for one in operation.path_parameters}

    def body(self, operation: Any, user: str) -> Any:
        """A body that is taken."""
        match operation.label:
            case "POST /api/people":
                return {"name": next(names), "password": PASSWORD}
            case "POST /api/session":
                return {"name": self.known, "password": PASSWORD}
            case "POST /api/setup":
                return {"name": next(names), "password": PASSWORD, "token": self.server.tokens[-1]}
            case "POST /api/tables/{table}/commands":
                return {"id": "sit", "command": {"type": "Sit", "box": 1 + USERS.index(user)}, "schema": 1}
            case "POST /api/cage/buy-in" | "POST /api/cage/cash-out":
                return {"id": operation.path.replace("/", "-"), "cents": 100}
            case "POST /api/admin/tables":
                return {"table": DOOMED, "sheet": "blackjack-v5", "sets": [], "title": "Doomed"}
            case "PUT /api/admin/people/{name}/role":
                return {"role": "dealer", "reason": "a new dealer"}
            case "POST /api/house/proposals":
                return {"id": "p", "proposal": f"new by {user}", "change": METER, "reason": "a feast"}
            case "POST /api/house/sheets/read" | "POST /api/house/sheets/effects":
                return {"name": "own", "text": 'extends = "blackjack-v5"\nname = "own"\n'}
            case "POST /api/house/sheets/edit":
                return {"name": "own", "text": 'extends = "blackjack-v5"\n', "sets": ["soft_17=stand"]}
            case "PUT /api/my/limits":
                return {"id": "limits", "reminder_minutes": 60}
            case "POST /api/my/exclusion":
                return {"id": "exclusion", "days": 1}
            case "PUT /api/my/details" | "PUT /api/people/{name}/details":
                return {"id": "details", "details": {"phone": "555 0100"}}
            case "POST /api/people/{name}/details":
                return {"id": "look", "reason": "a report"}
            case "POST /api/my/forgetting" | "POST /api/admin/people/{name}/forgetting":
                return {"id": "forgetting", "password": PASSWORD}
            case "POST /api/people/{name}/conduct":
                return {"id": "conduct", "ruling": "warned", "reason": "loud words"}
            case "POST /api/school/courses" | "PUT /api/school/courses/{course}":
                return COURSE
            case "POST /api/school/courses/{course}/trainees":
                return {"trainee": self.known}
            case "POST /api/school/courses/{course}/exams":
                return EXAM
            case "POST /api/school/my/exams/{exam}/questions/{number}/answers":
                asked = self.users["player"].get(f"/api/school/my/exams/{self.exams['/my/']}/questions/1").json()
                return {"part": asked["parts"][0]["id"], "given": []}
            case "POST /api/school/questions":
                return {"sheet": "blackjack-v5", "drill": "next_step"}
            case label if label.startswith("POST /api/school/questions/"):
                return {"part": self.asked[label.rpartition("/")[2]]["parts"][0]["id"]}
            case "POST /api/reports/explanations":
                return {"id": "why", "table": TABLE, "period": "day", "day": "2026-09-21", "reason": "one lucky guest"}
            case "POST /api/cash/judgements":
                judged = {"pattern": self.pattern["id"], "day": self.pattern["day"], "finding": "watched"}
                return {"id": f"judged by {user}".replace(" ", "-"), "note": "every friday", **judged}
            case "POST /api/house/events/acknowledge":
                given = self.users["administrator"].get("/api/house/events", params={"kind": "role", "since": 0}).json()
                return {"id": "seen", "stream": given[0]["stream"], "version": given[0]["version"], "note": "known"}
            case label if label.startswith("POST /api/house/"):
                return {
                    "id": label.rpartition("/")[2],
                    **({"reason": "a cable"} if label.endswith(WITH_REASON) else {}),
                }
        return None

    def call(self, case: Any, user: str) -> int:
        """Send a request as somebody and hold the answer against the description."""
        client = self.users[user]
        if case.operation.label == "DELETE /api/session":
            client = self.server.enter(user)  # or the others would have no session any more
        if (case.operation.label, user) == ("POST /api/my/forgetting", "player"):
            client = self.leaver()
        token = client.headers.get("X-Pitboss-Token")
        headers = {"X-Pitboss-Token": token} if token else {}
        response = case.call(
            base_url=self.server.address,
            session=self.line,
            headers=headers,
            cookies={name: client.cookies[name] for name in (COOKIE, LEARNER) if name in client.cookies},
            timeout=PATIENCE_SECONDS,
        )
        case.validate_response(response, checks=CHECKS)
        if 200 <= response.status_code < 300:
            self.reached.add(case.operation.label)
        return int(response.status_code)


@pytest.fixture(scope="module")
def floor(server: Server) -> Iterator[Floor]:
    found = Floor(server)
    yield found
    found.line.close()


def good_case(floor: Floor, operation: Any, user: str) -> Any:
    body = floor.body(operation, user)
    given = {"body": body, "media_type": "application/json"} if body is not None else {}
    query = {"query": {"cents": 100}} if operation.path.endswith("/boxes/{box}/cash") else {}
    return operation.Case(path_parameters=floor.real(operation), **query, **given)


def test_every_operation_is_reached_and_answers_as_described(floor: Floor) -> None:
    """With what exists: a table, a round, a person, a token."""
    for operation in floor.operations:
        for user in USERS:
            floor.call(good_case(floor, operation, user), user)
    assert {operation.label for operation in floor.operations} == floor.reached


def fuzz(floor: Floor, operation: Any, mode: Any) -> list[tuple[str, int]]:
    """Made-up requests to one operation, each sent as everybody; gives who sent it and the answer."""
    sent: list[tuple[str, int]] = []
    fixed = operation.path == "/api/admin/people/{name}/role"  # a real one would change who somebody is

    @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode), real=st.booleans())
    def send(case: Any, real: bool) -> None:
        if real and not fixed:
            case.path_parameters = floor.real(operation)
        sent.extend((user, floor.call(case, user)) for user in USERS)

    send()
    return sent


@pytest.mark.parametrize("group", range(GROUPS))
def test_made_up_requests_are_answered_as_described(floor: Floor, group: int) -> None:
    """Requests that fit and that do not, with paths that lead somewhere and such that do not; no 5xx among them."""
    sent: list[tuple[str, int]] = []
    for operation in floor.operations[group::GROUPS]:
        sent += fuzz(floor, operation, schemathesis.GenerationMode.POSITIVE)
        if operation.body or list(operation.path_parameters):
            sent += fuzz(floor, operation, schemathesis.GenerationMode.NEGATIVE)
    for user in USERS:
        answers = [status for one, status in sent if one == user]
        assert len(answers) > 50
        assert max(answers) < 500
        assert {200, 422} <= set(answers), user
    assert floor.server.healthy()

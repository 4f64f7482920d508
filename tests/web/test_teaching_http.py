"""Teachers over HTTP: courses and classes, exams that tell nothing too early, results, and papers to print."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from collections import defaultdict
from typing import Any

import httpx
import pytest
from tests.reports.pdf import words_of
from tests.web.house import Server, run
from tests.web.schooling import answer_all, ask
from tests.web.teaching import COURSE, EXAM, SHEET, Classroom, name_of

from pitboss.school.aiming import kinds_kept
from pitboss.school.teaching import question_seed
from pitboss.service.floor.stream_names import learner_stream, paper_stream


def refused(got: httpx.Response) -> str:
    assert got.status_code in (400, 403, 409, 422), got.text
    return str(got.json()["code"])


# --- courses and classes ----------------------------------------------------------------------------------


def test_a_teacher_sets_a_course_and_its_class_is_seen_in_it(server: Server) -> None:
    room = Classroom.of(server, 2)
    trainee = room.trainees[0]
    for _ in range(3):
        answer_all(trainee, ask(trainee, "pay_it"))
    shown = room.teacher.get(f"/api/school/courses/{room.course}").raise_for_status().json()
    assert shown["terms"] == {
        **COURSE, "right": 95, "payout_milliseconds": 5000, "irregularities": [], "homework": [],
        "lessons": [{"drill": "pay_it", "level": 0}, {"drill": "rule_it", "level": 2}],
    }  # fmt: skip
    lines = {one["name"]: one for one in shown["standing"]["trainees"]}
    assert {name: line["answered"] for name, line in lines.items()} == {
        name_of(trainee): 3,
        name_of(room.trainees[1]): 0,
    }
    assert lines[name_of(trainee)]["shaky"] + lines[name_of(trainee)]["shown"] > 0
    assert {one["trainees"] for one in shown["standing"]["shaky"]} == {1}
    listed = room.teacher.get("/api/school/courses").json()["courses"]
    assert {"course": room.course, "title": "Evening class", "sheet": SHEET, "trainees": 2} in [
        {key: one[key] for key in ("course", "title", "sheet", "trainees")} for one in listed
    ]


def test_the_map_of_a_trainee_is_the_one_they_see(server: Server) -> None:
    room = Classroom.of(server)
    (trainee,) = room.trainees
    answer_all(trainee, ask(trainee, "next_step"))
    own = trainee.get(f"/api/school/sheets/{SHEET}/map").json()
    where = f"/api/school/courses/{room.course}/trainees"
    assert room.teacher.get(f"{where}/{name_of(trainee)}/map").json() == own
    other = server.enter("player")
    assert refused(room.teacher.get(f"{where}/{name_of(other)}/map")) == "school.not_enrolled"


def test_trainees_see_their_course_its_goal_and_its_homework(server: Server) -> None:
    room = Classroom.of(server)
    terms = {**COURSE, "homework": ["BJ-INS-5"], "right": 90, "irregularities": ["exposed_card"]}
    room.teacher.put(f"/api/school/courses/{room.course}", json=terms).raise_for_status()
    (course,) = room.trainees[0].get("/api/school/my/courses").json()["courses"]
    assert (course["terms"]["homework"], course["terms"]["right"]) == (["BJ-INS-5"], 90)
    assert server.enter("player").get("/api/school/my/courses").json() == {"courses": []}


def test_practice_in_a_course_keeps_to_its_irregularities(server: Server) -> None:
    """A trainee's cases are those that the teacher has named, and their answers name the course."""
    room = Classroom.of(server, irregularities=["exposed_card"])
    (trainee,), others = room.trainees, server.enter("player")
    for learner, course in ((trainee, room.course), (others, "")):
        for _ in range(4):
            answer_all(learner, ask(learner, "rule_it", level=3))
        stream = server.running.floor.stream(learner_stream(name_of(learner)))
        answers = stream.state.answers
        assert {one.course for one in answers} == {course}
        assert {kinds_kept(one.seed) for one in answers} == {("exposed_card",) if course else ()}


def test_who_leaves_a_course_keeps_what_they_learnt_and_sat(server: Server) -> None:
    room = Classroom.of(server)
    (trainee,) = room.trainees
    exam = room.set_exam()
    room.sit(trainee, exam)
    name = name_of(trainee)
    room.teacher.delete(f"/api/school/courses/{room.course}/trainees/{name}").raise_for_status()
    assert trainee.get("/api/school/my/courses").json() == {"courses": []}
    assert [one["trainee"] for one in room.teacher.get(f"/api/school/exams/{exam}").json()["papers"]] == [name]
    assert trainee.get(f"/api/school/sheets/{SHEET}/progress").json()["answered"] == 2
    assert room.teacher.get(f"/api/school/courses/{room.course}/trainees/{name}/transcript").status_code == 200


def test_what_cannot_be_taught_is_refused_with_a_reason(server: Server) -> None:
    room = Classroom.of(server)
    teacher, where = room.teacher, "/api/school/courses"
    assert refused(teacher.post(where, json={**COURSE, "lessons": [{"drill": "nap"}]})) == "exam.no_such_drill"
    assert refused(teacher.post(where, json={**COURSE, "irregularities": ["flood"]})) == "exam.no_such_irregularity"
    other = {**COURSE, "sheet": "blackjack-v5"}
    assert refused(teacher.put(f"{where}/{room.course}", json=other)) == "school.course_keeps_its_sheet"
    assert refused(teacher.put(f"{where}/c999999", json=COURSE)) == "school.no_such_course"
    enrol = f"{where}/{room.course}/trainees"
    again = {"trainee": name_of(room.trainees[0])}
    assert refused(teacher.post(enrol, json=again)) == "school.enrolled_already"
    assert refused(teacher.post(enrol, json={"trainee": name_of(server.enter("guest"))})) == "person.guest_stays"
    assert teacher.post(enrol, json={"trainee": "Nobody at all"}).status_code == 404
    sections = [{"drill": "rule_it", "questions": 121}]
    assert teacher.post(f"{where}/{room.course}/exams", json={**EXAM, "sections": sections}).status_code == 422


# --- an exam ----------------------------------------------------------------------------------------------


def test_an_exam_is_set_opened_sat_and_its_marks_come_at_the_end(server: Server) -> None:
    room = Classroom.of(server, 2)
    good, bad = room.trainees
    exam = room.set_exam(opens=False)
    begin = f"/api/school/my/exams/{exam}/begin"
    assert refused(good.post(begin)) == "school.exam_is"
    room.teacher.post(f"/api/school/exams/{exam}/open").raise_for_status()
    paper = room.sit(good, exam, hands_in=False)
    assert (paper["result"], paper["review"]) == (None, False)
    shown = {one["trainee"]: one for one in room.teacher.get(f"/api/school/exams/{exam}").json()["papers"]}
    assert (shown[name_of(good)]["answered"], shown[name_of(good)]["result"]) == (2, None)
    done = good.post(f"/api/school/my/exams/{exam}/hand-in").json()
    assert (done["result"]["right"], done["result"]["questions"], done["result"]["passed"]) == (2, 2, True)
    assert room.sit(bad, exam, right=False)["result"]["passed"] is False
    shown = {one["trainee"]: one["result"] for one in room.teacher.get(f"/api/school/exams/{exam}").json()["papers"]}
    assert (shown[name_of(good)]["right"], shown[name_of(bad)]["right"]) == (2, 0)


def test_all_get_the_same_questions(server: Server) -> None:
    room = Classroom.of(server, 2)
    exam = room.set_exam()
    for one in room.trainees:
        one.post(f"/api/school/my/exams/{exam}/begin").raise_for_status()
    for number in (1, 2):
        first, second = (one.get(f"/api/school/my/exams/{exam}/questions/{number}").json() for one in room.trainees)
        assert first == second
    other = room.set_exam()
    room.trainees[0].post(f"/api/school/my/exams/{other}/begin").raise_for_status()
    again = room.trainees[0].get(f"/api/school/my/exams/{other}/questions/1").json()
    assert again["layout"] != room.trainees[0].get(f"/api/school/my/exams/{exam}/questions/1").json()["layout"]


def test_answers_of_an_exam_count_as_learnt_once_it_is_handed_in(server: Server) -> None:
    room = Classroom.of(server)
    (trainee,) = room.trainees
    exam = room.set_exam()
    room.sit(trainee, exam, hands_in=False)
    assert trainee.get(f"/api/school/sheets/{SHEET}/progress").json()["answered"] == 0
    trainee.post(f"/api/school/my/exams/{exam}/hand-in").raise_for_status()
    learner = server.running.floor.stream(learner_stream(name_of(trainee))).state
    assert [(one.exam, one.course, one.right) for one in learner.answers] == [(exam, room.course, True)] * 2  # type: ignore[union-attr]
    assert learner.answers[0].payouts > 0  # type: ignore[union-attr]


def test_an_answer_stays_and_a_paper_is_handed_in_once(server: Server) -> None:
    room = Classroom.of(server)
    (trainee,) = room.trainees
    exam = room.set_exam()
    where = f"/api/school/my/exams/{exam}"
    assert refused(trainee.get(f"{where}/questions/1")) == "school.paper_not_begun"
    assert refused(trainee.post(f"{where}/hand-in")) == "school.paper_not_begun"
    trainee.post(f"{where}/begin").raise_for_status()
    assert refused(trainee.post(f"{where}/begin")) == "school.paper_begun"
    first = trainee.get(f"{where}/questions/1").json()["parts"][0]["id"]
    answer = {"part": first, "given": ["push"]}
    kept = trainee.post(f"{where}/questions/1/answers", json=answer).raise_for_status().json()
    assert trainee.post(f"{where}/questions/1/answers", json=answer).json() == kept, "the same again changes nothing"
    other = {"part": first, "given": ["take"]}
    assert refused(trainee.post(f"{where}/questions/1/answers", json=other)) == "school.answered_already"
    assert refused(trainee.post(f"{where}/questions/1/answers", json={"part": "none"})) == "school.no_such_part"
    assert refused(trainee.get(f"{where}/questions/3")) == "exam.no_such_question"
    result = trainee.post(f"{where}/hand-in").json()
    assert trainee.post(f"{where}/hand-in").json()["result"] == result["result"]
    late = {"part": "1", "given": ["push"]}
    assert refused(trainee.post(f"{where}/questions/2/answers", json=late)) in (
        "school.paper_handed_in",
        "school.no_such_part",
    )


def test_closing_hands_in_what_is_written_and_then_what_is_right_is_told(server: Server) -> None:
    room = Classroom.of(server, 3)
    writing, done, absent = room.trainees
    exam = room.set_exam()
    room.sit(done, exam)
    writing.post(f"/api/school/my/exams/{exam}/begin").raise_for_status()
    room.write(writing, exam, 1)
    question = f"/api/school/my/exams/{exam}/questions/1"
    assert refused(done.get(question)) == "school.paper_handed_in", "others still sit it"
    for _ in range(2):  # it may be asked for again
        closed = room.teacher.post(f"/api/school/exams/{exam}/close").raise_for_status().json()
    results = {one["trainee"]: one["result"] for one in closed["papers"]}
    assert results[name_of(writing)]["right"] == 1
    assert results[name_of(absent)] is None
    assert refused(absent.post(f"/api/school/my/exams/{exam}/begin")) == "school.exam_is"
    review = done.get(question).raise_for_status().json()
    assert review["right"] is True
    assert all(part["judged"]["right"] and part["right"] for part in review["parts"])
    missed = writing.get(f"/api/school/my/exams/{exam}/questions/2").json()
    assert not any(part["judged"] for part in missed["parts"]), "what was not answered is not told part by part"


def test_an_exam_is_for_its_class_alone(server: Server) -> None:
    room = Classroom.of(server)
    exam = room.set_exam()
    stranger = server.enter("player")
    assert refused(stranger.get(f"/api/school/my/exams/{exam}")) == "school.no_such_exam"
    assert refused(stranger.post(f"/api/school/my/exams/{exam}/begin")) == "school.no_such_exam"
    assert refused(room.teacher.post(f"/api/school/my/exams/{exam}/begin")) == "school.no_such_exam"


def test_when_time_is_over_nothing_more_is_taken(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    room = Classroom.of(server)
    (trainee,) = room.trainees
    exam = room.set_exam(minutes=10)
    where = f"/api/school/my/exams/{exam}"
    trainee.post(f"{where}/begin").raise_for_status()
    room.write(trainee, exam, 1)
    floor = server.running.floor
    clock = floor.clock
    monkeypatch.setattr(floor, "clock", lambda: clock() + 10 * 60_000)
    part = room.task(exam, 2).question.parts[0].id
    assert refused(trainee.post(f"{where}/questions/2/answers", json={"part": part})) == "school.exam_time_over"
    assert trainee.get(where).json()["late"] is True
    assert trainee.post(f"{where}/hand-in").json()["result"]["right"] == 1


def test_an_exam_stays_sealed_through_a_restart_of_the_floor(server: Server) -> None:
    from pitboss.service.floor.floor import Floor

    room = Classroom.of(server)
    exam = room.set_exam()
    room.sit(room.trainees[0], exam)
    floor = server.running.floor
    anew = Floor(floor.store, floor.keys, clock=floor.clock)
    assert anew.stream("school").state == floor.stream("school").state
    paper = paper_stream(exam, name_of(room.trainees[0]))
    assert anew.stream(paper).state == floor.stream(paper).state
    assert anew.stream("school").state.exam(exam).paper.seed == room.sealed(exam).paper.seed  # type: ignore[union-attr]


# --- nothing is told too early ----------------------------------------------------------------------------


def secrets_of(room: Classroom, exam: str) -> list[str]:
    """What nobody may be told while an exam is sat: its seeds, and the reasons of its answers."""
    paper = room.sealed(exam).paper
    found = [paper.seed, *(question_seed(paper, number) for number in range(1, len(paper.questions) + 1))]
    return [one for seed in found for one in (seed, seed.removeprefix("exam:").partition(".")[0])]


def every_answer(room: Classroom, exam: str, client: httpx.Client) -> str:
    """All that the server says to somebody who asks for everything."""
    paths: dict[str, Any] = client.get("/api/openapi.json").json()["paths"]
    filled = {
        "course": room.course, "exam": exam, "name": name_of(room.trainees[0]), "sheet": SHEET, "number": "1",
        "table": f"{SHEET}-1", "clause_id": "BJ-INS-5", "bet": "match", "other": "blackjack-v5",
        "text": room.sealed(exam).text,
    }  # fmt: skip
    said = []
    for path in [path for path, item in paths.items() if "get" in item and path != "/api/openapi.json"]:
        if "analysis" in path or "comparisons" in path or "/count" in path:
            continue  # figures of a sheet: long work that knows no exam
        got = client.get(path.format_map(defaultdict(lambda: "1", filled)))
        said.append(unzipped(got.content) if got.content[:2] == b"PK" else got.text)
    for number in range(1, 3):
        for what in ("hints", "answers", "worth"):
            wanted = {"part": "1", "given": ["push"]}
            said.append(client.post(f"/api/school/questions/{number}/{what}", json=wanted).text)
            said.append(client.post(f"/api/school/my/exams/{exam}/questions/{number}/{what}", json=wanted).text)
    return "\n".join(said)


def unzipped(content: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(content)) as bundle:
        return "\n".join(bundle.read(name).decode("utf-8", "replace") for name in bundle.namelist())


@pytest.mark.parametrize(
    "role", ["trainee", "player", "dealer", "floor", "surveillance", "regulator", "teacher", "administrator", "visitor"]
)
def test_no_answer_of_the_server_tells_the_seed_of_an_open_exam(server: Server, role: str) -> None:
    room = Classroom.of(server)
    (trainee,) = room.trainees
    exam = room.set_exam()
    trainee.post(f"/api/school/my/exams/{exam}/begin").raise_for_status()
    client = trainee if role == "trainee" else room.teacher if role == "teacher" else server.enter(role)
    said = every_answer(room, exam, client)
    assert len(said) > 10_000
    for secret in secrets_of(room, exam):
        assert secret not in said


def test_no_question_of_an_open_exam_comes_with_its_answer(server: Server) -> None:
    room = Classroom.of(server)
    (trainee,) = room.trainees
    sections = [{"drill": drill, "level": 3, "questions": 2} for drill in ("pay_it", "read_it", "next_step", "rule_it")]
    exam = room.set_exam(sections=sections)
    paper = trainee.post(f"/api/school/my/exams/{exam}/begin").raise_for_status().json()
    for one in paper["questions"]:
        task, where = room.task(exam, one["number"]), f"/api/school/my/exams/{exam}/questions/{one['number']}"
        texts = [trainee.get(where).text, json.dumps(room.write(trainee, exam, one["number"])), trainee.get(where).text]
        for text in texts:
            shown = json.loads(text)
            assert (shown["seed"], shown["right"], shown["hint"], shown["weighed"]) == ("", None, False, False)
            for part in shown["parts"]:
                assert (part["judged"], part["right"], part["hint"]) == (None, [], "")
            for solution in task.solutions.values():
                assert solution.clause not in text or not solution.clause
                assert solution.calculation not in text or not solution.calculation
    assert trainee.get(f"/api/school/my/exams/{exam}").json()["result"] is None


def test_nobody_is_helped_in_an_exam(server: Server) -> None:
    room = Classroom.of(server)
    (trainee,) = room.trainees
    exam = room.set_exam()
    trainee.post(f"/api/school/my/exams/{exam}/begin").raise_for_status()
    hint = trainee.post(f"/api/school/my/exams/{exam}/questions/1/hints", json={"part": "1"})
    assert hint.status_code in (404, 405)
    for seed in secrets_of(room, exam):
        asked = {"sheet": SHEET, "drill": "pay_it", "level": 2, "seed": seed}
        assert trainee.post("/api/school/questions", json=asked).status_code == 422, "practice takes no seed"
    exam_question = trainee.get(f"/api/school/my/exams/{exam}/questions/1").json()
    for _ in range(5):
        practised = ask(trainee, "pay_it", level=2, another=True)
        assert practised["layout"] != exam_question["layout"]


def test_no_message_of_the_live_connection_tells_of_an_exam(server: Server) -> None:
    room = Classroom.of(server)
    (trainee,) = room.trainees
    watchers = [trainee, room.teacher, server.enter("surveillance"), server.enter("floor")]

    async def go() -> tuple[str, list[str]]:
        sockets = [await server.socket(client) for client in watchers]
        for socket in sockets:
            await socket.send(json.dumps({"type": "watch", "table": f"{SHEET}-1"}))
        exam = await asyncio.to_thread(room.set_exam)
        await asyncio.to_thread(room.sit, trainee, exam)
        heard = []
        for socket in sockets:
            await socket.send(json.dumps({"type": "watch", "table": "blackjack-v5-1"}))
            while True:
                text = str(await socket.recv())
                heard.append(text)
                if '"blackjack-v5-1"' in text:
                    break
            await socket.close()
        return "\n".join(heard), secrets_of(room, exam)

    messages, secrets = run(go())
    assert not any(secret in messages for secret in secrets)
    assert "paper:" not in messages
    assert "ExamPartAnswered" not in messages


# --- beside everything else -------------------------------------------------------------------------------


def test_the_school_touches_no_ledger_lobby_or_table(server: Server) -> None:
    room = Classroom.of(server)
    store, lobby = server.running.floor.store, server.client().get("/api/tables").json()
    before = store.balances()
    heads = {name: head for name, head in store.heads().items() if name.partition(":")[0] in ("table", "link", "house")}
    exam = room.set_exam()
    room.sit(room.trainees[0], exam)
    assert store.balances() == before
    assert {name: store.head(name) for name in heads} == heads
    assert server.client().get("/api/tables").json() == lobby


# --- on paper ---------------------------------------------------------------------------------------------


def test_certificate_and_transcript_are_printed_for_the_teacher_alone(server: Server) -> None:
    room = Classroom.of(server, 2)
    good, bad = room.trainees
    exam = room.set_exam()
    result = room.sit(good, exam)["result"]
    room.sit(bad, exam, right=False)
    where = f"/api/school/exams/{exam}/papers/{name_of(good)}/certificate"
    got = room.teacher.get(where).raise_for_status()
    assert got.headers["content-type"] == "application/pdf"
    words = words_of(got.content)
    assert name_of(good).upper().replace(" ", "") in words
    assert result["check"].replace(" ", "") in words
    assert room.teacher.get(where).content == got.content
    assert room.teacher.get(where, params={"paper": "letter"}).content != got.content
    assert refused(good.get(where)) == "role.teacher"
    failed = where.replace(name_of(good), name_of(bad))
    assert refused(room.teacher.get(failed)) == "exam.not_passed"
    paper = room.teacher.get(
        f"/api/school/courses/{room.course}/trainees/{name_of(good)}/transcript"
    ).raise_for_status()
    said = words_of(paper.content)
    assert "Friday" in said
    assert result["check"].replace(" ", "") in said
    absent = f"/api/school/exams/{room.set_exam()}/papers/{name_of(good)}/certificate"
    assert refused(room.teacher.get(absent)) == "school.paper_not_handed_in"

"""Teacher and trainee in a real browser: a course, a class, an exam that is sat by keys, and papers to print."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.axe import serious_trouble
from tests.web.house import COOKIE, Server
from tests.web.schooling import answer_all, ask
from tests.web.teaching import SHEET, Classroom, keyed, name_of
from tests.web.visits import SIZES, Visit

pytestmark = pytest.mark.slow
Opens = Callable[..., Visit]


@pytest.fixture
def opens(server: Server, browser: Browser) -> Iterator[Opens]:
    """Opens a page for somebody; at the end no page has said that something is wrong."""
    visits: list[Visit] = []

    def open_page(client: httpx.Client, path: str, size: str = "desktop") -> Visit:
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
        context.add_cookies([{"name": COOKIE, "value": client.cookies[COOKIE], "url": server.address}])
        visits.append(Visit(context.new_page(), server.address))
        visits[-1].page.goto(server.address + path)
        return visits[-1]

    yield open_page
    for visit in visits:
        visit.page.context.close()
        assert visit.troubles == []


def looked_at(page: Page) -> list[str]:
    """What axe finds, in both themes, and whether the page is wider than its window."""
    found = serious_trouble(page)
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    return [*found, *([f"{wide[0]} pixels in a window of {wide[1]}"] if wide[0] > wide[1] else [])]


def class_of(server: Server) -> Classroom:
    room = Classroom.of(server, 2, lessons=[{"drill": "pay_it"}, {"drill": "next_step"}])
    for drill in ("pay_it", "next_step"):
        answer_all(room.trainees[0], ask(room.trainees[0], drill))
    return room


# --- the teacher ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_the_teachers_page_at_every_size(server: Server, opens: Opens, size: str) -> None:
    room = class_of(server)
    exam = room.set_exam()
    room.sit(room.trainees[0], exam)
    page = opens(room.teacher, f"/teacher.html?course={room.course}", size).page
    expect(page.locator(".class-list tbody tr")).to_have_count(2)
    expect(page.locator(".exam-card")).to_have_count(1)
    expect(page.locator(".trainee-map .clause-cell").first).to_be_visible()
    assert looked_at(page) == []
    page.get_by_role("button", name="Change the course").click()
    page.locator("summary").click()
    assert looked_at(page) == []


def test_a_teacher_begins_a_course_takes_somebody_in_and_gives_homework(server: Server, opens: Opens) -> None:
    room = class_of(server)
    visit = opens(room.teacher, f"/teacher.html?course={room.course}")
    page = visit.page
    page.get_by_role("button", name="New course").click()
    page.get_by_label("Title").first.fill("Morning class")
    page.get_by_role("spinbutton", name="Right at once").first.press("ArrowDown")
    page.get_by_role("button", name="Begin the course").click()
    expect(page.get_by_role("heading", name="Morning class")).to_be_visible()
    expect(page.get_by_text("Goal: 94 % right at once")).to_be_visible()
    page.get_by_label("Name of the account").fill("Nobody of that name")
    page.get_by_role("button", name="Add a trainee").click()
    expect(page.locator(".add-trainee [role=alert]")).not_to_be_empty()
    visit.forgive_the_network()
    name = name_of(room.trainees[0])
    page.get_by_label("Name of the account").fill(name)
    page.get_by_role("button", name="Add a trainee").click()
    expect(page.locator(".class-list tbody tr")).to_have_count(1)
    page.get_by_role("button", name="Give these as homework").click()
    expect(page.locator("#homework-given")).to_be_visible()
    courses = room.trainees[0].get("/api/school/my/courses").json()["courses"]
    assert [bool(one["terms"]["homework"]) for one in courses] == [False, True]


def test_the_map_of_a_trainee_is_walked_by_keys(server: Server, opens: Opens) -> None:
    room = class_of(server)
    page = opens(room.teacher, f"/teacher.html?course={room.course}").page
    name = name_of(room.trainees[1])
    page.get_by_role("button", name=name, exact=True).press("Enter")
    expect(page.get_by_role("heading", name=f"{name}, clause by clause")).to_be_visible()
    expect(page.get_by_role("button", name=name, exact=True)).to_be_focused()
    cells = page.locator(".trainee-map .clause-cell")
    cells.first.focus()
    for key, at in (("ArrowRight", 1), ("ArrowLeft", 0)):
        page.keyboard.press(key)
        expect(cells.nth(at)).to_be_focused()
        expect(page.locator("#clause-told .clause-id")).to_have_text(cells.nth(at).get_attribute("data-clause") or "")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".chapter").nth(1).locator(".clause-cell").first).to_be_focused()


def test_an_exam_is_set_opened_closed_and_its_papers_are_printed(server: Server, opens: Opens) -> None:
    room = class_of(server)
    page = opens(room.teacher, f"/teacher.html?course={room.course}").page
    for drill in ("Pay it", "What comes next"):
        figure = page.get_by_role("spinbutton", name=drill)
        for _ in range(8):
            figure.press("ArrowDown")
        expect(figure).to_have_text("2")
    page.get_by_role("button", name="Less: Pass: right at once, at least").click()
    page.get_by_role("button", name="Set the exam").click()
    card = page.locator(".exam-card")
    expect(card).to_have_attribute("data-state", "set")
    card.get_by_role("button", name="Open the exam").click()
    expect(card).to_have_attribute("data-state", "open")
    exam = card.get_attribute("data-exam") or ""
    assert room.sit(room.trainees[0], exam)["result"]["right"] == 4
    page.reload()
    line = card.locator("li", has_text=name_of(room.trainees[0]))
    expect(line).to_contain_text("4 of 4 right")
    where = line.get_by_role("link", name="Certificate").get_attribute("href") or ""
    transcript = page.get_by_role("link", name="Transcript").get_attribute("href") or ""
    for one in (where, transcript):
        assert room.teacher.get(one).content[:5] == b"%PDF-"
    close = card.get_by_role("button", name="Close the exam")
    close.click()
    close.click()
    expect(card).to_have_attribute("data-state", "closed")


@pytest.mark.parametrize("role", ["player", "floor"])
def test_the_page_is_for_teachers_alone(server: Server, opens: Opens, role: str) -> None:
    visit = opens(server.enter(role), "/teacher.html")
    expect(visit.page.get_by_role("alert")).to_have_text("Only a teacher may do that.")
    visit.forgive_the_network()


# --- the trainee ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_an_exam_at_every_size(server: Server, opens: Opens, size: str) -> None:
    room = class_of(server)
    exam = room.set_exam()
    page = opens(room.trainees[0], "/school.html", size).page
    page.get_by_role("link", name="My courses").click()
    expect(page.get_by_role("link", name="Friday")).to_be_visible()
    assert looked_at(page) == []
    page.get_by_role("link", name="Friday").click()
    page.locator("#begin").click()
    expect(page.locator(".part-now")).to_be_visible()
    expect(page.locator("#clock")).to_contain_text("left")
    assert looked_at(page) == []
    assert page.url.endswith(f"exam={exam}")


def test_an_exam_is_sat_by_keys_without_hints_or_marks_before_the_end(server: Server, opens: Opens) -> None:
    room = class_of(server)
    sections = [{"drill": "next_step", "level": 2, "questions": 3}]
    exam = room.set_exam(sections=sections)
    (trainee, _) = room.trainees
    page = opens(trainee, f"/exam.html?exam={exam}").page
    page.locator("#begin").click()
    for number in (1, 2, 3):
        expect(page.locator("#count")).to_have_text(f"Question {number} of 3")
        task = room.task(exam, number)
        for part in task.question.parts:
            page.locator(".part-now").wait_for()
            assert page.locator("button.hint").count() == 0
            page.keyboard.press("h")
            assert page.locator(".mark-right, .mark-wrong").count() == 0
            (right,) = keyed(task, part.id)
            at = [option.id for option in part.options].index(right)
            page.keyboard.press(str(at + 1))
    expect(page.locator(".paper-step.answered")).to_have_count(3)
    assert page.locator(".mark-right, .mark-wrong, .verdict").count() == 0
    hand_in = page.locator("#hand-in")
    hand_in.click()
    hand_in.click()
    expect(page.locator("#result")).to_contain_text("3 of 3 right")
    expect(page.locator("#result")).to_contain_text("Passed")
    room.teacher.post(f"/api/school/exams/{exam}/close").raise_for_status()
    page.reload()
    expect(page.locator(".review .reviewed").first).to_contain_text("Right")


def test_who_leaves_an_exam_goes_on_where_they_were(server: Server, opens: Opens) -> None:
    room = class_of(server)
    exam = room.set_exam()
    (trainee, _) = room.trainees
    trainee.post(f"/api/school/my/exams/{exam}/begin").raise_for_status()
    room.write(trainee, exam, 1)
    page = opens(trainee, f"/exam.html?exam={exam}").page
    expect(page.locator("#count")).to_have_text("Question 2 of 2")
    expect(page.locator(".paper-step").first).to_have_attribute("aria-label", "Question 1, answered")
    assert page.evaluate("document.body.innerText").count(SHEET) == 0
    page.locator(".paper-step").first.click()
    expect(page.locator("#count")).to_have_text("Question 1 of 2")
    model = page.evaluate("JSON.stringify(document.querySelector('pit-felt').model)")
    assert re.findall(r'"total":"[^"]+"', model) == [], "not even the total of a hand is told"

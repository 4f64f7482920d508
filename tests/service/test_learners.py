"""Learners on a floor: their streams, what is kept from whom, and that the school touches nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.service.audit_floor import PROGRESSIVE, PlayedFloor
from tests.service.test_floor import Pit, refusal

from pitboss.ledger import CAGE, HOUSE, player, tray
from pitboss.rules import SHIPPED, load
from pitboss.school import Task, drills_of, make
from pitboss.school.learning import schedule
from pitboss.service.audit.audit import verify
from pitboss.service.floor import commands as c
from pitboss.service.floor import streams
from pitboss.service.floor.floor import Floor
from pitboss.service.floor.recorded import recorded
from pitboss.service.floor.running import Running
from pitboss.service.floor.stream_names import learner_stream
from pitboss.service.floor.streams import LearnerStream
from pitboss.service.school import classroom
from pitboss.service.school.classroom import Classroom, as_keyed, as_meant
from pitboss.service.school.desk import LearnerDesk
from pitboss.service.school.learners import AskedQuestion, Learner
from pitboss.service.school.plans import plan_learner
from pitboss.service.school.shown import ShownQuestion, shown
from pitboss.service.school.standing import marks_of, progress_of
from pitboss.store import MemoryStore, Store, open_store

SHEET = load("catfish-blackjack")
HOUR = 3_600_000


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    found: Store = MemoryStore() if request.param == "memory" else open_store(str(tmp_path / "floor.sqlite3"))
    yield found
    found.close()


class Pupil:
    """Somebody who learns on a floor, with the clock in the hand."""

    def __init__(self, pit: Pit, name: str = "Ann") -> None:
        self.pit, self.name = pit, name
        self.room = Classroom(clock=lambda: pit.now, chance=pit.floor.chance)

    @property
    def learner(self) -> Learner:
        return learner_on(self.pit.floor, self.name)

    def do(self, command: Any, seed: str = "") -> int:
        floor, self.pit.now = self.pit.floor, self.pit.now + 1000
        return floor.do(
            lambda: plan_learner(floor, self.name, command, actor=self.name, role="player", seed=seed)
        ).version

    def ask(self, drill: str = "pay_it", level: int = 0, **more: Any) -> AskedQuestion:
        wanted = c.AskQuestion(sheet=SHEET.name, drill=drill, level=level, **more)
        number = self.do(*self.room.ask(self.name, self.learner, SHEET, wanted))
        return self.learner.asked(number)

    def answer(self, asked: AskedQuestion, *keyed: str, part: str = "") -> AskedQuestion:
        command = c.AnswerPart(question=asked.number, part=part or asked.now, given=keyed, milliseconds=900)
        self.do(self.room.judged(SHEET, asked, command))
        return self.learner.asked(asked.number)

    def finish(self, asked: AskedQuestion, *, right: bool = True) -> AskedQuestion:
        """Answer all that is left, rightly or not."""
        task = self.task(asked)
        parts = {part.id: part for part in task.question.parts}
        while not asked.over:
            keyed = as_keyed(parts[asked.now], task.solutions[asked.now].right) if right else ("nonsense",)
            asked = self.answer(asked, *keyed)
        return asked

    def task(self, asked: AskedQuestion) -> Task:
        return self.room.task(SHEET, asked)

    def sees(self, asked: AskedQuestion) -> ShownQuestion:
        return shown(asked, self.task(asked))


def learner_on(floor: Floor, name: str) -> Learner:
    held = floor.stream(learner_stream(name))
    assert isinstance(held, LearnerStream)
    return held.state or Learner()


# --- the stream ---------------------------------------------------------------------------------------------


def test_every_answer_is_an_event_that_another_process_reads_again(store: Store) -> None:
    pupil = Pupil(Pit(store))
    for drill in drills_of(SHEET)[:3]:
        pupil.finish(pupil.ask(drill))
    pupil.ask("rule_it")
    again = learner_on(pupil.pit.another(), "Ann")
    assert again == pupil.learner
    assert [answer.drill for answer in again.answers] == list(drills_of(SHEET)[:3])
    assert all(answer.right and answer.version and answer.clauses for answer in again.answers)
    written = [entry.events for entry in store.read(learner_stream("Ann"))]
    assert sum('"type":"Answered"' in events for events in written) == 3
    assert verify(store, pupil.pit.keys()).findings == []


def test_a_stream_is_read_without_making_a_question_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """So a later program, which may make another question of the same seed, reads the same answers."""
    pupil = Pupil(Pit(store))
    pupil.finish(pupil.ask())
    for module in (schedule, classroom):
        monkeypatch.setattr(module, "make", None)
    assert learner_on(pupil.pit.another(), "Ann") == pupil.learner


def test_a_long_stream_is_taken_up_from_a_snapshot(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "LEARNER_SNAPSHOT_EVERY", 3)
    pupil = Pupil(Pit(store))
    for _ in range(3):
        pupil.finish(pupil.ask("next_step"))
    kept = store.snapshot(learner_stream("Ann"))
    assert kept is not None
    assert kept.version == 6
    assert learner_on(pupil.pit.another(), "Ann") == pupil.learner
    assert verify(store, pupil.pit.keys()).findings == []


def test_what_is_refused_changes_nothing() -> None:
    pupil = Pupil(Pit())
    asked = pupil.answer(pupil.ask("rule_it", level=3), "a")
    before = pupil.learner
    later = asked.parts[-1]
    for part, code in ((asked.parts[0], "school.answered_already"), (later, "school.not_yet_asked")):
        if part == asked.now:
            continue
        assert refusal(pupil.pit, lambda part=part: pupil.answer(asked, "b", part=part)).code == code  # type: ignore[misc]
    gone = msgspec.structs.replace(asked, number=99)
    assert refusal(pupil.pit, lambda: pupil.answer(gone, "a")).code == "school.no_such_question"
    assert refusal(pupil.pit, lambda: pupil.answer(asked, "a", part="x")).code == "school.no_such_part"
    assert refusal(pupil.pit, lambda: pupil.ask("rule_it")).code == "school.question_open"
    assert pupil.learner == before


def test_time_is_what_the_server_saw_at_most() -> None:
    pupil = Pupil(Pit())
    asked = pupil.ask("rule_it", level=3)
    spent = 0
    while not asked.over:
        command = c.AnswerPart(question=asked.number, part=asked.now, given=("a",), milliseconds=10**9)
        pupil.do(pupil.room.judged(SHEET, asked, command))
        asked, spent = pupil.learner.asked(asked.number), spent + 1000
    assert pupil.learner.answers[-1].milliseconds == spent


def test_a_hint_is_taken_once_and_counts_as_practised() -> None:
    pupil = Pupil(Pit())
    asked = pupil.ask()
    pupil.do(c.TakeHint(question=asked.number, part=asked.now))
    asked = pupil.learner.asked(asked.number)
    assert pupil.sees(asked).parts[0].hint
    again = c.TakeHint(question=asked.number, part=asked.now)
    assert refusal(pupil.pit, lambda: pupil.do(again)).code == "school.hint_taken"
    pupil.finish(asked)
    assert pupil.learner.answers[-1].hint
    assert progress_of(SHEET, pupil.learner.answers, pupil.room.memory("Ann", ()), pupil.room.now()).right_today == 0


def test_an_exam_has_no_hints_and_its_answers_say_whose_they_are() -> None:
    pupil = Pupil(Pit())
    asked = pupil.ask(exam="spring", course="blackjack 1")
    hinted = c.TakeHint(question=asked.number, part=asked.now)
    assert refusal(pupil.pit, lambda: pupil.do(hinted)).code == "school.no_hints_in_exams"
    untold = shown(pupil.finish(asked), pupil.task(asked), told=False)
    assert (untold.over, untold.right, untold.seed) == (True, None, "")
    assert all(part.judged is None and not part.right for part in untold.parts)
    answer = pupil.learner.answers[-1]
    assert (answer.exam, answer.course, answer.seed) == ("spring", "blackjack 1", asked.seed)


# --- the schedule -------------------------------------------------------------------------------------------


def test_what_is_asked_next_follows_from_the_stream_and_the_clock() -> None:
    pupil = Pupil(Pit())
    missed = pupil.finish(pupil.ask("next_step", level=2), right=False)
    for _ in range(4):
        pupil.finish(pupil.ask("next_step", level=2))
    pupil.pit.now += 30 * 24 * HOUR
    first, twin = Pupil(pupil.pit), Pupil(pupil.pit)
    wanted = c.AskQuestion(sheet=SHEET.name, drill="next_step", level=2)
    asked = [one.room.ask("Ann", one.learner, SHEET, wanted)[0] for one in (first, twin)]
    assert asked[0].again == asked[1].again
    memory = first.room.memory("Ann", first.learner.answers)
    assert memory.due(first.room.now() + timedelta(days=365))
    assert missed.seed in {answer.seed for answer in first.learner.answers}


def test_memory_is_folded_on_from_where_it_was_left() -> None:
    pupil = Pupil(Pit())
    for _ in range(3):
        pupil.finish(pupil.ask("next_step"))
        folded = pupil.room.memory("Ann", pupil.learner.answers)
    fresh = Classroom(clock=lambda: 0, chance=bytes).memory("Ann", pupil.learner.answers)
    assert folded.cards == fresh.cards


def test_a_clause_that_was_chosen_on_the_map_is_asked_for() -> None:
    """Of sixteen questions of this drill at least one is about it, or the most wanted one comes."""
    pupil = Pupil(Pit())
    asked = pupil.ask("pay_it", level=2, clause="BJ-PAY-1a")
    assert "BJ-PAY-1a" in pupil.task(asked).clauses


def test_a_clause_that_was_tried_leads_to_its_drill_and_others_by_their_kind() -> None:
    pupil = Pupil(Pit())
    pupil.finish(pupil.ask("read_it"), right=False)
    marks = {one.mark.clause: one for one in marks_of(SHEET, pupil.learner.answers)}
    (tried,) = {one.drill for one in marks.values() if one.mark.tries}
    assert tried == "read_it"
    assert {one.drill for one in marks.values()} <= set(drills_of(SHEET))
    assert marks["BJ-PAY-5b"].drill == "pay_it"


# --- secrets ------------------------------------------------------------------------------------------------


def test_the_seed_is_sealed_until_the_answer() -> None:
    pupil = Pupil(Pit())
    asked = pupil.ask()
    stream, store = learner_stream("Ann"), pupil.pit.store
    first = asked.seed.partition(".")[0]
    assert len(first) == 32
    assert all(first not in entry.command + entry.events for entry in store.read(stream))
    pupil.finish(asked)
    assert asked.seed in store.read(stream)[-1].events


@pytest.mark.parametrize("drill", drills_of(SHEET))
@pytest.mark.parametrize("level", [1, 3, 5])
def test_a_page_is_told_nothing_before_the_answer(drill: str, level: int) -> None:
    pupil = Pupil(Pit())
    asked = pupil.ask(drill, level=level)
    while not asked.over:
        view = pupil.sees(asked)
        assert view.right is None
        assert asked.seed.partition(".")[0] not in str(msgspec.to_builtins(view))
        for part in view.parts:
            assert (part.judged is not None) <= (part.state == "answered")
            assert bool(part.right) <= (part.judged is not None)
        kinds = [part.kind for part in view.parts if part.state != "answered"]
        if "order" in kinds:
            assert kinds == ["order"], "the list of wagers would be its answer"
        assert "chips" not in kinds[1:], "a wager with chips would be one that is paid"
        now = next(part for part in view.parts if part.state == "now")
        asked = pupil.answer(asked, *([now.options[-1].id] if now.options else ["1"]))
    view = pupil.sees(asked)
    assert view.seed == asked.seed
    assert all(part.judged is not None for part in view.parts)
    assert len(view.parts) == len(asked.parts)


def test_the_line_of_a_mistake_is_judged_when_its_kind_was_named_too() -> None:
    pupil = Pupil(Pit())
    asked = pupil.answer(pupil.ask("find_mistake"), "1")
    assert [part.judged for part in pupil.sees(asked).parts] == [None, None]
    assert all(part.judged for part in pupil.sees(pupil.finish(asked)).parts)


def test_the_order_is_not_told_by_the_names_of_its_options() -> None:
    seeds = (str(number) for number in range(1000))
    tasks = (make(SHEET, "pay_it", 4, seed) for seed in seeds)
    orders = (part for task in tasks for part in task.question.parts if part.kind == "order" and len(part.options) > 2)
    part = next(orders)
    ids = tuple(option.id for option in part.options)
    assert as_keyed(part, ids) == tuple("abcdefgh"[: len(ids)])
    assert as_meant(part, as_keyed(part, ids)) == ids
    assert as_meant(part, ("z", "a")) == ("", ids[0])


def test_a_question_that_would_be_another_one_by_now_is_put_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    pupil = Pupil(Pit())
    asked = pupil.ask()
    later = Pupil(pupil.pit)
    monkeypatch.setattr(classroom, "make", lambda sheet, drill, level, seed: make(sheet, drill, level, f"other {seed}"))
    assert refusal(pupil.pit, lambda: later.task(asked)).code == "school.question_changed"
    other = pupil.ask(instead=asked.number)
    assert [one.number for one in pupil.learner.open] == [other.number]
    assert not pupil.learner.answers


# --- guests -------------------------------------------------------------------------------------------------


def test_a_guest_takes_their_stream_along_once() -> None:
    pit = Pit()
    guest, ann = Pupil(pit, "~guest"), Pupil(pit)
    guest.finish(guest.ask())
    ann.finish(ann.ask("next_step"))
    guest.finish(guest.ask("read_it"))
    along: Any = recorded(c.TakeAlong(guest="~guest"), answers=guest.learner.answers)
    ann.do(along)
    assert [answer.drill for answer in ann.learner.answers] == ["pay_it", "next_step", "read_it"]
    assert guest.learner.handed_to == "Ann"
    assert refusal(pit, lambda: guest.ask("rule_it")).code == "school.handed_over"
    assert refusal(pit, lambda: ann.do(along)).code == "school.taken_along"
    assert refusal(pit, lambda: Pupil(pit, "Bob").do(along)).code == "school.handed_over"
    assert learner_on(pit.another(), "Ann") == ann.learner
    assert verify(pit.store, pit.keys()).findings == []
    assert ann.room.memory("Ann", ann.learner.answers).cards == guest.room.memory("x", ann.learner.answers).cards


# --- the school touches nothing else ------------------------------------------------------------------------


def everything_else(floor: PlayedFloor) -> dict[str, Any]:
    """All that a floor knows, but for its learners."""
    store = floor.store
    accounts = [HOUSE, CAGE, *(player(name) for name in ("Ann", "Béla O'Neill")), *(tray(one) for one in floor.tables)]
    link = floor.floor.link()
    return {
        "heads": {name: head for name, head in store.heads().items() if not name.startswith("learner:")},
        "balances": store.balances(accounts),
        "rounds": [store.rounds(player=name, limit=100) for name in ("Ann", "Béla O'Neill")],
        "link": (link.version, link.state),
        "tables": list(floor.floor.known_tables()),
        "people": {name: store.documents(name) for name in ("person", "session")},
        "standing": floor.floor.standing("Ann"),
        "hold": floor.floor.played("Ann"),
    }


def test_the_school_touches_no_ledger_lobby_hold_rating_or_link(store: Store) -> None:
    played = PlayedFloor(store, sheets=("catfish-blackjack", PROGRESSIVE))
    played.play(1)
    before = everything_else(played)
    pit = Pit(store)
    pit.floor, pit.now = played.floor, played.now
    pupil = Pupil(pit)
    for drill in drills_of(SHEET):
        pupil.finish(pupil.ask(drill, level=4), right=drill != "pay_it")
    assert everything_else(played) == before
    entries = store.read(learner_stream("Ann"))
    assert entries
    assert {entry.postings for entry in entries} == {"[]"}


def test_every_sheet_is_taught() -> None:
    for name in SHIPPED:
        assert {"pay_it", "read_it", "next_step", "rule_it", "find_mistake"} <= set(drills_of(load(name)))


# --- many learners ------------------------------------------------------------------------------------------


def test_learners_of_long_ago_are_read_again_from_the_store() -> None:
    """And whoever hears of an entry meanwhile waits for the lock of its stream, so that it is not taken twice."""

    async def evening() -> None:
        pit = Pit()
        pit.floor = pit.another()
        running = Running(pit.floor)
        desk, pupil = LearnerDesk(running, most=2), Pupil(pit)
        for name in ("Ann", "Bob", "Cy"):
            pupil.name = name
            wanted = c.AskQuestion(sheet=SHEET.name, drill="next_step")
            asked, seed = pupil.room.ask(name, await desk.learner(name), SHEET, wanted)
            await desk.do(name, asked, actor=name, role="player", seed=seed)
        assert pit.floor.known(learner_stream("Ann")) is None
        assert pit.floor.known(learner_stream("Cy")) is not None
        assert len((await desk.learner("Ann")).open) == 1
        assert running.lock(learner_stream("Ann")) is running.lock(learner_stream("Ann"))
        await running.stop()

    asyncio.run(evening())

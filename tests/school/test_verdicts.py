"""Right or wrong, and why: each kind of answer beside its solution."""

from __future__ import annotations

import msgspec
import pytest

from pitboss.games.events import WagerSettled
from pitboss.rules import SHIPPED, load
from pitboss.rules.register import clause
from pitboss.school import DRILLS, Option, Part, Question, Solution, Task, judge, make
from pitboss.school.calculation import calculate
from pitboss.school.felt import Layout

CATFISH = load("catfish-blackjack")


def task_of(part: Part, solution: Solution) -> Task:
    question = Question(
        sheet="s", sheet_hash="", drill="pay_it", level=1, seed="1", text="", layout=Layout(), parts=(part,)
    )
    return Task(question, {part.id: solution})


def settled(wager: str, stake: int, pays: int, clause_id: str, line: str = "") -> WagerSettled:
    result = "win" if pays > 0 else "lose"
    return WagerSettled(spot=1, hand=0, wager=wager, stake=stake, result=result, pays=pays, line=line, clause=clause_id)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("done", "line"),
    [
        (settled("main", 1750, 2600, "BJ-PAY-3a"), "$17.50 × 3:2 = $26.25, rounded down to $26.00"),
        (settled("main", 1000, 1000, "BJ-PAY-5a"), "$10.00 × 1:1 = $10.00"),
        (settled("trilux", 500, 15000, "BJ-TRIPAY-2", "straight_flush"), "$5.00 × 30:1 = $150.00"),
        (settled("insurance", 500, 1000, "BJ-PAY-6a"), "$5.00 × 2:1 = $10.00"),
    ],
)
def test_the_line_of_the_calculation(done: WagerSettled, line: str) -> None:
    found = calculate(CATFISH, done)
    assert found is not None
    assert found.text == line


def test_awards_that_share_the_limit_say_so() -> None:
    line = "spade_kings_dealer_blackjack"
    found = calculate(CATFISH, settled("kings_bounty", 2500, 1136364, "BJ-KBPAY-1", line))
    assert found is not None
    assert found.text == "$25.00 × 1000:1 = $25,000.00, shared under the limit of $25,000.00: $11,363.64"


PAY = Part(id="1", kind="settle", text="", stake=1750)
PAID = Solution(right=("pay", "26.00"), shown="pay $26.00", clause="BJ-PAY-1b", calculation="$17.50 × 3:2 = …")


@pytest.mark.parametrize(
    ("given", "note"),
    [
        (("pay", "26"), ""),
        (("pay", "$26.00"), ""),
        (("pay", "22.00"), "You said $22.00: $4.00 short."),
        (("pay", "26.25"), "You said $26.25: $0.25 too much."),
        (("take",), "You said take."),
        (("push",), "You said push."),
        (("pay", "plenty"), "Cannot read “pay plenty”."),
        ((), "Cannot read “”."),
    ],
)
def test_a_payment_is_judged_to_the_cent(given: tuple[str, ...], note: str) -> None:
    (judged,) = judge(task_of(PAY, PAID), {"1": given}).parts
    assert (judged.right, judged.note) == (not note, note)
    assert (judged.answer, judged.calculation) == ("pay $26.00", "$17.50 × 3:2 = …")
    stated = clause("BJ-PAY-1b")
    assert stated is not None
    assert judged.clause_text == stated.text, "the clause is told in our words"


def test_a_take_without_an_amount_is_of_the_whole_stake() -> None:
    task = task_of(PAY, Solution(right=("take",), shown="take $17.50"))
    assert judge(task, {"1": ("take", "17.50")}).right
    assert not judge(task, {"1": ("take", "10")}).right


@pytest.mark.parametrize(
    ("given", "note"),
    [
        (("25", "1"), ""),
        (("1", "25"), ""),
        (("25",), "These chips make $25.00, not $26.00."),
        (("5", "5", "5", "5", "5", "1"), "The amount is right with 6 chips; colour it up to 2."),
        (("a stack",), "Cannot read “a stack”."),
    ],
)
def test_chips_are_the_fewest_of_the_tray(given: tuple[str, ...], note: str) -> None:
    part = Part(id="1", kind="chips", text="")
    (judged,) = judge(task_of(part, Solution(right=("25.00", "1.00"), shown="")), {"1": given}).parts
    assert (judged.right, judged.note) == (not note, note)


OPTIONS = (Option("a", "first"), Option("b", "second"), Option("c", "third"))


@pytest.mark.parametrize(
    ("kind", "right", "given", "note"),
    [
        ("choice", ("a",), ("a",), ""),
        ("choice", ("a",), ("b",), "You said: second."),
        ("several", ("a", "b"), ("b", "a"), ""),
        ("several", ("a", "b"), ("a",), "Left out: second."),
        ("several", ("a",), ("a", "c"), "Not so: third."),
        ("order", ("a", "b", "c"), ("a", "b", "c"), ""),
        ("order", ("a", "b", "c"), ("a", "c", "b"), "In place 2 comes second, not third."),
        ("order", ("a", "b", "c"), ("a", "b"), "All 3 have to be named, each once."),
        ("number", ("3",), ("+3",), ""),
        ("number", ("-3",), ("3",), "You said: 3."),
        ("line", ("7",), ("7",), ""),
        ("amount", ("5.00",), ("5",), ""),
        ("amount", ("5.00",), ("4",), "You said $4.00: $1.00 short."),
    ],
)
def test_each_kind_of_answer(kind: str, right: tuple[str, ...], given: tuple[str, ...], note: str) -> None:
    part = Part(id="1", kind=kind, text="", options=OPTIONS)  # type: ignore[arg-type]
    (judged,) = judge(task_of(part, Solution(right=right, shown="")), {"1": given}).parts
    assert (judged.right, judged.note) == (not note, note)


@pytest.mark.parametrize("drill", DRILLS)
def test_a_question_travels_without_its_solutions(drill: str) -> None:
    """A page is sent the question; that holds neither the right answer's mark nor its reason."""
    task = make(CATFISH, drill, 2, "sent")
    sent = msgspec.json.decode(msgspec.json.encode(task.question), type=Question)
    assert sent == task.question
    assert make(load(sent.sheet), sent.drill, sent.level, sent.seed) == task, "the server makes the rest again"


@pytest.mark.parametrize("sheet", SHIPPED)
def test_levels_grow_from_one_wager_to_a_full_table(sheet: str) -> None:
    loaded = load(sheet)
    first = [make(loaded, "pay_it", 1, str(seed)).question for seed in range(5)]
    last = [make(loaded, "pay_it", 5, str(seed)).question for seed in range(5)]
    assert all(sum(part.kind == "settle" for part in question.parts) == 1 for question in first)
    assert max(len({hand.spot for hand in question.layout.hands}) for question in last) >= 5
    assert any(part.kind == "order" for question in last for part in question.parts)
    tokes = any(part.wager.startswith("toke:") for question in last for part in question.parts)
    assert tokes == (loaded.rules.toke is not None)

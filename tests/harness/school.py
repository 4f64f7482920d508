"""Questions of the school held against the engine's ordinary way: the round behind each is settled again as a record.

A question's solutions must come out of that settlement, its own right answers must be judged right, and a wrong answer
must be judged wrong with a reason.
"""

from __future__ import annotations

import re
from fractions import Fraction

from tests.harness import school_again

from pitboss.games.events import BlackjackOverlooked, IrregularityDeclared
from pitboss.games.round import Round
from pitboss.money import parse_cents
from pitboss.records import record_of
from pitboss.records.replaying import replay_with
from pitboss.rules import Sheet
from pitboss.rules.register import clause, document_of
from pitboss.school import Part, Solution, Task, judge, make
from pitboss.school.aiming import aimed
from pitboss.school.drills.find_mistake import first_difference
from pitboss.school.drills.pay_it import settle_answer
from pitboss.school.happenings import happening_text, step_text
from pitboss.words import wording

__all__ = ["KINDS", "UNREACHED", "aimed_at", "check", "check_answers", "settled_again", "wanted"]

KINDS = ("payout", "procedure", "irregularity", "role")
"""The kinds of clauses that a trainee has to show."""

LAID = "how cards and chips are laid on the felt; the log of a round does not hold it"
SIGNED = "about the document and its approval, not about the game"
UNREACHED: dict[str, str] = {
    "BJ-META-1": SIGNED,
    "BJ-WAG-2": LAID,
    "BJ-WAG-3": LAID,
    "BJ-DEAL-12": LAID,
    "BJ-DEAL-21b": LAID,
    "BJ-DEAL-22": LAID,
    "BJ-SPLIT-4b": LAID,
    "BJ-SPLIT-4c": LAID,
    "BJ-DBL-6b": LAID,
    "BJ-INS-6Bb": "which chips a dealer pays with is left to them",
    "BJ-PAY-7a": "which chips a dealer pays with is left to them",
    "BJ-PAY-7b": LAID,
    "UTH-META-1": SIGNED,
    "UTH-PWIN-3b": "a button of the display that is pressed by mistake; the round does not know it",
    "UTH-PMULT-1a": "two meters won in one round are too rare to be dealt",
    "UTH-PMULT-2a": "two tables of the link at once; a question is about one table",
    "GC-RULE-20": "conduct is ruled by the house, beside the game",
    "C4-META-1": SIGNED,
    "C4-PLAY-7": "only where real cards are declared; practice rounds have the program's",
}
"""The clauses that no drill reaches, each with the reason."""


def wanted(sheet: str) -> list[str]:
    """Return the clauses of a sheet's document that drills should reach."""
    return [one.id for one in document_of(sheet).clauses if one.kind in KINDS]


SHOWN_BY = {
    "payout": ("pay_it", "read_it", "next_step", "find_mistake", "rule_it"),
    "procedure": ("next_step", "read_it", "rule_it", "find_mistake", "pay_it"),
    "irregularity": ("rule_it", "read_it", "next_step", "find_mistake"),
    "role": ("rule_it", "next_step", "read_it", "pay_it"),
}
"""The drills that a clause of each kind is likely shown by, the likeliest first."""


def aimed_at(sheet: Sheet, wanted_clause: str, seed: str) -> Task | None:
    """Return a question that was made to show a clause, after all its checks; None where no drill makes one."""
    stated = clause(wanted_clause)
    assert stated is not None
    for level in (2, 3, 5, 1, 4):
        for drill in SHOWN_BY[stated.kind]:
            if wanted_clause in make(sheet, drill, level, aimed(seed, wanted_clause)).clauses:
                return check(sheet, drill, level, aimed(seed, wanted_clause))
    return None


def check(sheet: Sheet, drill: str, level: int, seed: str) -> Task:
    """Return a question after all its checks."""
    task = make(sheet, drill, level, seed)
    assert task == make(sheet, drill, level, seed), "a question is made from its four values alone"
    assert set(task.solutions) == {part.id for part in task.question.parts}
    _check_verdicts(task)
    for solution in task.solutions.values():
        _check_solution(solution)
    check_answers(task, sheet)
    return task


def check_answers(task: Task, sheet: Sheet) -> None:
    """Derive every answer of a question a second time, from its round settled again or its table asked again."""
    drill, solutions = task.question.drill, task.solutions
    again = settled_again(task.round, sheet) if task.round is not None else None
    match drill, again:
        case "pay_it", Round():
            _check_payments(task, again)
        case "find_mistake", Round():
            _check_mistake(task, again)
        case "read_it", Round():
            school_again.check_readings(task, again)
        case "next_step", Round():
            school_again.check_next_step(task, again)
        case "next_step", None if task.again is not None:
            (part,) = task.question.parts
            assert school_again.said(part, solutions[part.id].right) == step_text(sheet, task.again())
        case "next_step", None:
            school_again.check_paying(task)
        case "rule_it", Round() if "outcome" in solutions:
            school_again.check_ruling(task, again)
        case "rule_it", Round():
            school_again.check_request(task, again)
        case "rule_it", None:
            school_again.check_permission(task, sheet)
        case "deal_a_shoe" | "fast_deal", Round():
            school_again.check_deal(task, again)
        case "count_it", None:
            school_again.check_count(task)


def settled_again(round_: Round, sheet: Sheet) -> Round:
    """Return the round replayed from its own hand record, which must bring the same events."""
    record = record_of(round_, sheet=sheet.name)
    again = replay_with(record, sheet, record.cards, finish=round_.over)
    assert again.events == round_.events
    return again


def _check_verdicts(task: Task) -> None:
    right = {part: solution.right for part, solution in task.solutions.items()}
    assert judge(task, right).right, (task.question, right)
    for part in task.question.parts:
        for wrong in _wrong(part, task.solutions[part.id]):
            verdict = judge(task, right | {part.id: wrong})
            judged = next(one for one in verdict.parts if one.part == part.id)
            assert not judged.right, (part, wrong)
            assert judged.note, (part, wrong)
            assert judged.answer


def _wrong(part: Part, solution: Solution) -> list[tuple[str, ...]]:
    """Answers that are wrong whatever was asked, and some that nobody can read."""
    found: list[tuple[str, ...]] = [("nonsense",), ("pay", "a lot")]
    if solution.right and part.kind != "chips":
        found.append(())
    if part.kind == "choice":
        found += [(option.id,) for option in part.options if option.id != solution.right[0]]
    if part.kind == "order" and len(solution.right) > 1:
        found.append(solution.right[::-1])
    if part.kind == "chips":
        found.append((*solution.right, "0.01"))
    return found


def _check_solution(solution: Solution) -> None:
    """Clauses exist, and the sums in the line of a calculation are right."""
    assert all(clause(one) is not None for one in solution.every_clause), solution.every_clause
    line = solution.calculation
    for left, right in re.findall(r"((?:[+ ]*\$[\d,.]+ × \d+:\d+)+) = (\$[\d,.]+)", line):
        factors = re.findall(r"(\$[\d,.]+) × (\d+):(\d+)", left)
        product = sum((Fraction(parse_cents(one) * int(pays), int(per)) for one, pays, per in factors), Fraction(0))
        assert abs(product - parse_cents(right[: right.index(".") + 3])) < 1, line
    for pairs, total in re.findall(r"((?:[+ ]*\d+ × \$[\d,.]+)+) = (\$[\d,.]+)", line):
        chips = sum(int(count) * parse_cents(chip) for count, chip in re.findall(r"(\d+) × (\$[\d,.]+)", pairs))
        assert chips == parse_cents(total), line


def _check_payments(task: Task, again: Round) -> None:
    due = [done for done in again.settlements if done.result != "void"]
    asked = [part for part in task.question.parts if part.kind == "settle"]
    known = {(done.spot, done.hand, done.wager, done.stake, settle_answer(done)) for done in due}
    for part in asked:
        solution = task.solutions[part.id]
        assert (part.spot, part.hand, part.wager, part.stake, solution.right) in known
        _check_amount(solution, part)
    if task.question.level > 1:
        assert [(part.spot, part.wager) for part in asked] == [(done.spot, done.wager) for done in due]
    for part in task.question.parts:
        if part.kind == "chips":
            _check_chips(part, task)
    if "order" in task.solutions:
        order = [int(number) for number in task.solutions["order"].right]
        assert order == sorted(order)


def _check_chips(part: Part, task: Task) -> None:
    """The chips make the payment but for less than the smallest, and each is the largest that fits what is left."""
    paid = parse_cents(task.solutions[part.id.removesuffix(".chips")].right[1])
    tray = sorted(task.question.chips, reverse=True)
    for chip in task.solutions[part.id].right:
        assert parse_cents(chip) == next((one for one in tray if one <= paid), 0), (part, task.solutions[part.id])
        paid -= parse_cents(chip)
    assert paid < tray[-1]


def _check_amount(solution: Solution, part: Part) -> None:
    """What is paid ends the line of its calculation."""
    if solution.right[0] == "pay" and "×" in solution.calculation:
        last = re.findall(r"\$[\d,.]+\d", solution.calculation)[-1]
        assert parse_cents(last) == parse_cents(solution.right[1]), (solution, part)


def _check_mistake(task: Task, again: Round) -> None:
    """The line to be found is the first that differs from the engine's log."""
    log = [line.text for line in task.question.log]
    events = [happening_text(again.sheet, event) for event in again.events]
    true = events[events.index(log[0]) :] if log[0] in events else events
    at = first_difference(true, log)
    assert task.solutions["line"].right == ("0" if at is None else str(at + 1),)
    what = next(part for part in task.question.parts if part.id == "what")
    assert school_again.said(what, task.solutions["what"].right) == wording(f"school.{_mistake(true, log, at)}", {})


def _mistake(true: list[str], log: list[str], at: int | None) -> str:
    """What is wrong with a log beside the true one, by its lines alone."""
    if at is None:
        return "no_mistake"
    if len(log) < len(true):
        missing = true[at : at + len(true) - len(log)]
        return "missed_insurance" if any(line.startswith("No insurance") for line in missing) else "left_out"
    if sorted(log) == sorted(true):
        return "wrong_order"
    if any(word in true[at] for word in (" is paid ", " is taken: ", " goes back: ")):
        return "paid_wrongly"
    return "wrong_hand" if re.search(r"cards? .*to (the dealer|spot)|card to ", true[at]) else "unchecked"


def declared(task: Task) -> set[str]:
    """Return the irregularities that came up in a question's round."""
    events = task.round.events if task.round is not None else ()
    kinds = task.round.sheet.rules.irregularity.kinds if task.round is not None else ()
    shown = {event.kind for event in events if isinstance(event, IrregularityDeclared)}
    overlooked = {event.clause for event in events if isinstance(event, BlackjackOverlooked)}
    return shown | {kind for kind in kinds if task.round is not None and task.round.cite(kind) in overlooked}

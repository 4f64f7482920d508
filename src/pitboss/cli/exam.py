"""`pitboss exam`: set an exam of the dealer school, sit it, and print what it came to."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.common import Json, PaperSize, Sets, SheetName, full_name, print_json, say, write_file
from pitboss.cli.help_pages import PlainCommand, PlainGroup, spread
from pitboss.cli.school import BROKEN_OFF, data_folder
from pitboss.errors import NotationError

if TYPE_CHECKING:
    from pitboss.reports.certificates import Sat
    from pitboss.rules import Sheet
    from pitboss.school.teaching import Result, Section

__all__ = ["exam"]

exam = typer.Typer(
    name="exam",
    cls=PlainGroup,
    help=spread(
        """Set an exam of the dealer school, sit it, and print certificate and transcript.

        Examples: `pitboss exam make catfish-blackjack --ask pay_it=30 --ask next_step=20 -o friday.json`,
        `pitboss exam sit friday.json --learner ann -o ann.json`,
        `pitboss exam certificate ann.json -o ann.pdf`,
        `pitboss exam transcript catfish-blackjack --learner ann --paper-of ann.json -o transcript.pdf`
        """
    ),
    rich_markup_mode=None,
    no_args_is_help=True,
)

Output = Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")]
Learner = Annotated[str, typer.Option("--learner", metavar="NAME", help="Whose it is.")]
Home = Annotated[
    Path | None,
    typer.Option("--home", metavar="DIR", help="Where progress is kept (default: $PITBOSS_HOME or your data folder)."),
]
OwnSheet = Annotated[
    str,
    typer.Option("--sheet", metavar="SHEET", help="The sheet it was set on, where that is a file.", callback=full_name),
]
Script = Annotated[Path, typer.Argument(metavar="PAPER", help="A paper that was handed in, of `pitboss exam sit`.")]
Printed = Annotated[PaperSize, typer.Option("--paper", help="The size of the pages.")]


def make(
    sheet: SheetName,
    output: Output,
    ask: Annotated[
        list[str],
        typer.Option("--ask", metavar="DRILL=COUNT[@LEVEL]", help="Questions of a drill; may be given again."),
    ],
    set: Sets = [],  # noqa: B006  (typer reads the name and copies the default)
    title: Annotated[str, typer.Option("--title", help="What it is called.")] = "Exam",
    seed: Annotated[str, typer.Option("--seed", help="Draws the questions; a secret one if left out.")] = "",
    minutes: Annotated[int, typer.Option("--minutes", help="How long it takes; 0 for no limit.")] = 40,
    right: Annotated[int, typer.Option("--right", help="How many of a hundred are to be right.")] = 95,
    payout: Annotated[float, typer.Option("--payout", help="Seconds for one payout, to pass; 0: no matter.")] = 0.0,
    irregularity: Annotated[
        list[str],
        typer.Option("--irregularity", metavar="NAME", help="Rule on these alone; may be given again."),
    ] = [],  # noqa: B006
    json: Json = False,
) -> None:
    """Set an exam: the same questions for everybody, drawn by a seed that stays with you.

    The file holds the seed, and so every answer: give it to nobody who sits the exam on a machine of their own.

    Examples: `pitboss exam make catfish-blackjack --ask pay_it=30 --ask next_step=20@4 -o friday.json`,
    `pitboss exam make house.toml --ask rule_it=10 --irregularity exposed_card --minutes 20 -o rulings.json`
    """
    from secrets import token_hex

    import msgspec

    from pitboss.rules import load
    from pitboss.school.teaching import Exam, set_paper

    loaded = load(sheet, sets=set)
    terms = Exam(
        title=title, sections=tuple(_section(loaded, said) for said in ask), minutes=minutes, right=right,
        payout_milliseconds=round(payout * 1000), irregularities=tuple(irregularity),
    )  # fmt: skip
    paper = set_paper(loaded, terms, seed or token_hex(16))
    write_file(output, msgspec.json.encode(paper) + b"\n")
    if json:
        print_json({"file": str(output), "sheet": loaded.name, "exam": msgspec.to_builtins(terms)})
    else:
        say(f"wrote {output}: {terms.questions} questions of {loaded.name}; keep it to yourself, it holds the answers")


def _section(sheet: Sheet, said: str) -> Section:
    """`pay_it=30@3` as a part of an exam."""
    from pitboss.cli.classroom.desk import drill_named
    from pitboss.school.teaching import Section

    drill, _, counted = said.partition("=")
    count, _, level = counted.partition("@")
    if not count.isdigit() or not (level or "3").isdigit():
        raise NotationError("cannot read --ask", text=said, expected="DRILL=COUNT or DRILL=COUNT@LEVEL, as pay_it=30@3")
    return Section(drill_named(sheet, drill), int(level or 3), int(count))


def sit(
    file: Annotated[Path, typer.Argument(metavar="EXAM", help="The file of `pitboss exam make`.")],
    output: Output,
    learner: Learner = "me",
    sheet: OwnSheet = "",
    set: Sets = [],  # noqa: B006
    home: Home = None,
    json: Json = False,
) -> int:
    """Sit an exam: no hints, and no marks before it is handed in; exit status 1 where it is not passed.

    Each answer is kept in the file at once: whoever breaks off goes on with the same command, while time goes on.

    Examples: `pitboss exam sit friday.json --learner ann -o ann.json`
    """
    from pitboss.cli.classroom.sitting import Sitting, read_file, script_at
    from pitboss.rules import load
    from pitboss.school.learning.stream import StreamFile
    from pitboss.school.teaching import Paper, answered_in, task_of

    paper: Paper = read_file(file, Paper, "the file of `pitboss exam make`")
    loaded, stream = load(sheet or paper.sheet, sets=set), StreamFile.of(home or data_folder(), learner)
    task_of(loaded, paper, 1)  # refused before it begins where it could not be marked
    sitting = Sitting(loaded, paper, script_at(output, learner, datetime.now(UTC)), output)
    if sitting.script.sat is None:
        if not sitting.sit():
            return BROKEN_OFF
        for event in answered_in(_sat(sitting.script).result, paper.exam.title, at=datetime.now(UTC)):
            stream.append(event)
    return _report(_sat(sitting.script), json=json)


def _sat(script: Any) -> Sat:
    if script.sat is None:
        raise NotationError("this paper has not been handed in", expected="one that `pitboss exam sit` has finished")
    found: Sat = script.sat
    return found


def _report(sat: Sat, *, json: bool) -> int:
    import msgspec

    result = sat.result
    if json:
        print_json({"learner": sat.learner, "day": sat.day, "check": sat.check, **msgspec.to_builtins(result)})
    else:
        say(*_lines(result), f"Check {sat.check}")
    return 0 if result.passed else 1


def _lines(result: Result) -> list[str]:
    wrong = sorted(clause for clause, right in result.clauses.items() if not right and "-" in clause)
    pace = f", {result.payout_milliseconds / 1000:.1f} s a payout" if result.payout_milliseconds else ""
    lines = [f"{result.right} of {result.questions} right{pace}: {'passed' if result.passed else 'not passed'}"]
    return [*lines, f"Not right: {', '.join(wrong)}"] if wrong else lines


def certificate(
    script: Script,
    output: Output,
    teacher: Annotated[str, typer.Option("--teacher", metavar="NAME", help="Who signs.")] = "",
    sheet: OwnSheet = "",
    set: Sets = [],  # noqa: B006
    home: Home = None,
    paper: Printed = PaperSize.a4,
) -> None:
    """Print the certificate of an exam that was passed, as PDF.

    Examples: `pitboss exam certificate ann.json -o ann.pdf --teacher Rosa`
    """
    from msgspec.structs import replace

    from pitboss.cli.classroom import sitting
    from pitboss.reports.certificates import certificate_pdf
    from pitboss.rules import load
    from pitboss.school.learning.stream import StreamFile

    sat = _sat(sitting.read_file(script, sitting.Script, "a paper of `pitboss exam sit`"))
    loaded = load(sheet or sat.result.sheet, sets=set)
    events = StreamFile.of(home or data_folder(), sat.learner).read()
    write_file(output, certificate_pdf(loaded, replace(sat, teacher=teacher), events, paper=paper.value))
    say(f"wrote {output}")


def transcript(
    sheet: SheetName,
    output: Output,
    learner: Learner = "me",
    set: Sets = [],  # noqa: B006
    paper_of: Annotated[
        list[Path],
        typer.Option("--paper-of", metavar="PAPER", help="An exam that was sat; may be given again."),
    ] = [],  # noqa: B006
    home: Home = None,
    paper: Printed = PaperSize.a4,
) -> None:
    """Print the transcript of a trainee: work by drill, exams, and each clause that was shown, as PDF.

    Examples: `pitboss exam transcript catfish-blackjack --learner ann -o ann.pdf`
    """
    from pitboss.cli.classroom import sitting
    from pitboss.reports.certificates import transcript_pdf
    from pitboss.rules import load
    from pitboss.school.learning.stream import StreamFile

    scripts = [sitting.read_file(path, sitting.Script, "a paper of `pitboss exam sit`") for path in paper_of]
    events = StreamFile.of(home or data_folder(), learner).read()
    day = datetime.now(UTC).date().isoformat()
    made = transcript_pdf(load(sheet, sets=set), learner, events, map(_sat, scripts), day=day, paper=paper.value)
    write_file(output, made)
    say(f"wrote {output}")


for _made in (make, sit, certificate, transcript):
    exam.command(cls=PlainCommand, help=spread(_made.__doc__ or ""))(_made)

"""`pitboss simulate`: rounds by the million, or a progressive link over years."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.common import (
    Csv,
    Json,
    Sets,
    SheetName,
    check_one_form,
    complain,
    load,
    print_json,
    write_csv,
    write_file,
)  # fmt: skip
from pitboss.cli.math_pages import Stakes, read_stakes
from pitboss.errors import NotationError
from pitboss.money import parse_cents

if TYPE_CHECKING:
    from pitboss.maths.games import CardCount
    from pitboss.maths.simulation.run import Done, Plan, Result
    from pitboss.maths.simulation.setup import Setup
    from pitboss.rules import Sheet

__all__ = ["Run", "given", "read_rounds", "read_seed", "simulate"]

ROUNDS = 1_000_000
SHIFT = 480
"""Rounds of a shift: eight hours of sixty."""
SAVE_SECONDS = 2.0
INTERRUPTED = 130
NOT_SAVED = 2

_ROUNDS = re.compile(r"\s*([\d_,]+|\d+(?:\.\d+)?e\d+)\s*([kmb]?)\s*", re.ASCII | re.IGNORECASE)


def simulate(
    context: typer.Context,
    sheet: SheetName,
    set: Sets = [],  # noqa: B006  (typer reads the name and copies the default)
    rounds: Annotated[
        str, typer.Option("--rounds", "-n", metavar="N", help="Rounds to play: 1000000, 1e9 or 500M. Default: 1M.")
    ] = "",
    seats: Annotated[
        int | None, typer.Option("--seats", metavar="K", help="Seats in play; default 1, with --years all.")
    ] = None,
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="The same seed gives the same cards.")] = "1",
    stake: Stakes = [],  # noqa: B006
    side_bets: Annotated[bool, typer.Option("--side-bets", help="Make every side bet, at its minimum.")] = False,
    toke: Annotated[
        list[str], typer.Option("--toke", metavar="WAGER=AMOUNT", help="A bet for the dealers; may be given again.")
    ] = [],  # noqa: B006
    play: Annotated[
        str,
        typer.Option("--play", metavar="WAY", help="Blackjack: total, two-card, a chart file. Hold'em: best, simple."),
    ] = "",
    cut: Annotated[
        int | None,
        typer.Option("--cut", metavar="CARDS", help="Cards behind the cut card; all of them: a new shoe each round."),
    ] = None,
    count: Annotated[
        str,
        typer.Option(
            "--count", metavar="NAME", help='The last seat counts: hi-lo, ko, zen, or tags such as "2-6=1 T-A=-1".'
        ),
    ] = "",
    spread: Annotated[
        str, typer.Option("--spread", metavar="BETS", help='What it bets from which true count on: "1:10 3:50 5:100".')
    ] = "",
    index: Annotated[
        list[str],
        typer.Option("--index", metavar="PLAY", help='A play by the count: "16 T 0 stand"; may be given again.'),
    ] = [],  # noqa: B006
    meter: Annotated[
        list[str],
        typer.Option(
            "--meter",
            metavar="NAME=AMOUNT",
            help="Hold a meter there: major=25000 or seeds. With --years: begin there.",
        ),
    ] = [],  # noqa: B006
    workers: Annotated[int, typer.Option("--workers", "-w", metavar="W", help="Threads; 0 is one for each core.")] = 0,
    cluster: Annotated[
        str, typer.Option("--cluster", metavar="ADDRESS", help="A dask scheduler: tcp://host:8786.")
    ] = "",
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Keep what is done there.")] = None,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved run.")] = None,
    exact: Annotated[bool, typer.Option("--exact/--no-exact", help="Compare with the exact figures.")] = True,
    shift: Annotated[int, typer.Option("--shift", metavar="ROUNDS", min=1, help="The rounds of a shift.")] = SHIFT,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw bankrolls and results: .png, .svg or .html.")
    ] = None,
    years: Annotated[
        int, typer.Option("--years", metavar="Y", help="Play the progressive link over years instead.")
    ] = 0,
    tables: Annotated[int, typer.Option("--tables", metavar="T", help="With --years: tables on the link.")] = 12,
    also: Annotated[
        list[str],
        typer.Option("--also", metavar="SHEET=T", help="With --years: this many of the tables are of another game."),
    ] = [],  # noqa: B006
    hands_per_hour: Annotated[int, typer.Option("--hands-per-hour", metavar="H", help="With --years.")] = 30,
    hours_per_day: Annotated[int, typer.Option("--hours-per-day", metavar="H", help="With --years.")] = 24,
    histories: Annotated[
        int, typer.Option("--histories", metavar="N", help="With --years: how often they are played.")
    ] = 200,
    json: Json = False,
    csv: Csv = "",
) -> int:
    """Play a sheet by the million rounds: edge, error, spread, extremes, hold over a shift, beside the exact figures.

    The same seed gives the same result, whatever the number of workers or machines. Ctrl-C ends a run with what it has.

    Examples: `pitboss simulate catfish-blackjack --rounds 100M`,
    `pitboss simulate games-of-chance-blackjack --seats 5 --stake match=1 --seed 7`,
    `pitboss simulate catfish-blackjack --count hi-lo --spread "1:10 3:50 5:100" --index "16 T 0 stand"`,
    `pitboss simulate ultimate-texas-holdem -n 1e9 --save run.json`, then the same with `--resume run.json`,
    `pitboss simulate ultimate-texas-holdem --years 10 --tables 12 --also crazy-4-poker=4 --seats 6`
    """
    loaded = load(sheet, sets=set)
    of_years = given(context, "years")
    _check_options(context, of_years=of_years)
    check_one_form(json=json, csv=csv)
    if of_years:
        from pitboss.cli.simulate_years import show_years

        return show_years(
            loaded, years=years, tables=tables, seats=seats, hands_per_hour=hands_per_hour,
            hours_per_day=hours_per_day, histories=histories, seed=read_seed(seed), meters=_meters(meter),
            also=_also(also), plot=plot, json=json,
        )  # fmt: skip
    from pitboss.maths.simulation.setup import Setup

    setup = Setup(
        loaded,
        seats=1 if seats is None else seats,
        stakes=_stakes(loaded, stake, side_bets=side_bets),
        tokes=read_stakes(toke),
        play=play,
        cut=cut,
        counting=_counting(loaded, count, spread, index),
        meters=_meters(meter),
    )
    run = Run(setup, rounds, read_seed(seed), workers=workers, cluster=cluster, save=save, resume=resume)
    picture = _drawer(setup, run, plot) if plot is not None else None
    result = run.play()
    _shown(setup, result, shift=shift, exact=exact, json=json, csv=csv)
    if picture is not None and plot is not None:
        write_file(plot, picture(result))
    return run.status(result)


# --- what was asked for -----------------------------------------------------------------------------------

OF_ROUNDS = (
    "rounds", "stake", "side_bets", "toke", "play", "cut", "count", "spread", "index", "workers", "cluster", "save",
    "resume", "shift", "csv",
)  # fmt: skip
OF_YEARS = ("tables", "also", "hands_per_hour", "hours_per_day", "histories")
"""Options that only one kind of run has."""


def given(context: typer.Context, option: str) -> bool:
    """Whether an option was given, rather than left as it is."""
    source = context.get_parameter_source(option)
    return source is not None and source.name != "DEFAULT"


def _check_options(context: typer.Context, *, of_years: bool) -> None:
    """Refuse options that this kind of run ignores."""
    for option in OF_ROUNDS if of_years else OF_YEARS:
        if given(context, option):
            name = "--" + option.replace("_", "-")
            raise NotationError(f"{name} does not go with --years" if of_years else f"{name} goes with --years only")


def _also(texts: list[str]) -> list[tuple[Sheet, int]]:
    """The tables of other games on a link."""
    found = []
    for text in texts:
        name, _, number = text.rpartition("=")
        if not name or not number.isdigit():
            raise NotationError("cannot read tables of another game", text=text, expected="such as crazy-4-poker=4")
        found.append((load(name), int(number)))
    return found


def read_seed(text: str) -> int | str:
    words = text.strip()
    return int(words) if words.isascii() and words.isdigit() and len(words) < 60 else words


def read_rounds(text: str) -> int:
    """How many rounds a number such as 1e6 or 500M says.

    >>> read_rounds("1_000"), read_rounds("2.5e6"), read_rounds("500M")
    (1000, 2500000, 500000000)
    """
    match = _ROUNDS.fullmatch(text)
    digits = match[1].replace("_", "").replace(",", "") if match else ""
    if not match or not digits or len(digits) > 20:
        raise NotationError("cannot read the number of rounds", text=text, expected="such as 1000000, 1e9 or 500M")
    times = {"": 1, "k": 10**3, "m": 10**6, "b": 10**9}[match[2].lower()]
    if "e" not in digits.lower():
        return int(digits) * times
    mantissa, power = digits.lower().split("e")
    whole, _, part = mantissa.partition(".")
    if int(power) > 20:
        raise NotationError("cannot play this number of rounds", text=text, expected="such as 1e9")
    return int((whole + part).ljust(len(whole) + int(power), "0")[: len(whole) + int(power)]) * times


def _stakes(sheet: Sheet, asked: list[str], *, side_bets: bool) -> dict[str, int]:
    """The stakes in cents; with every side bet, those not named are at their minimum."""
    stakes = read_stakes(asked)
    if side_bets:
        from pitboss.maths.analysis.stakes import stakes_of

        return stakes_of(sheet, stakes)
    return stakes


def _counting(sheet: Sheet, count: str, spread: str, index: list[str]) -> CardCount | None:
    if not count:
        if spread or index:
            raise NotationError("a bet spread and index plays need a count", expected="--count hi-lo")
        return None
    from pitboss.maths.games import GAME_MATHS

    return GAME_MATHS[sheet.game].counting(count, _spread(spread), index)


def _spread(text: str) -> list[tuple[int, int]]:
    bets = []
    for part in text.replace(",", " ").split():
        least, colon, amount = part.partition(":")
        if not colon or not re.fullmatch(r"[+-]?\d{1,3}", least, re.ASCII):
            raise NotationError(
                "cannot read a bet spread", text=text, expected='true counts and bets such as "1:10 3:50"'
            )
        bets.append((int(least), parse_cents(amount)))
    return bets


def _meters(asked: list[str]) -> dict[str, int] | None:
    """Meters to be held; ``seeds`` holds both at theirs."""
    if not asked:
        return None
    return {name: cents for text in asked if text.strip() != "seeds" for name, cents in read_stakes([text]).items()}


# --- the run ----------------------------------------------------------------------------------------------


@dataclass
class Run:
    """A run with its crew, its bar and its file."""

    setup: Setup
    rounds_text: str
    seed: int | str
    workers: int = 0
    cluster: str = ""
    save: Path | None = None
    resume: Path | None = None
    not_saved: str = ""
    saved_at: float = field(default=0.0, repr=False)

    def play(self) -> Result:
        """Play it, with a progress bar if stderr is a terminal."""
        from pitboss.maths.simulation.run import Plan, checked_workers, simulate

        done = self._restored()
        plan = Plan(self.rounds, self.seed)
        self.save = self.save or self.resume
        self._write(plan, done)
        if self.not_saved:
            raise NotationError(self.not_saved)
        game = self.setup.game
        with self._crew(checked_workers(self.workers)) as crew, _bar(plan, done) as show:

            def progress(done: Done, plan: Plan) -> None:
                show(done)
                if time.monotonic() - self.saved_at > SAVE_SECONDS:
                    self._write(plan, done)

            result = simulate(game, plan.rounds, plan.seed, progress=progress, crew=crew, done=done)
        self._write(plan, done)
        return result

    @property
    def rounds(self) -> int:
        return read_rounds(self.rounds_text) if self.rounds_text else ROUNDS

    def _restored(self) -> Done:
        """What a saved run had done; its rounds are taken from the file where none are asked for."""
        from pitboss.maths.simulation.run import Done
        from pitboss.maths.simulation.saving import read_run

        if self.resume is None:
            return Done()
        saved = read_run(self.resume)
        self.rounds_text = self.rounds_text or str(saved.rounds)
        saved.check(self.setup.about, rounds=self.rounds, seed=self.seed)
        return saved.restored()

    def _write(self, plan: Plan, done: Done) -> None:
        """Save the run; where that fails, note why: the run goes on and is shown anyway."""
        from pitboss.maths.simulation.saving import SaveError, write_run

        if self.save is None:
            return
        self.saved_at = time.monotonic()
        try:
            write_run(self.save, self.setup.about, plan, done)
            self.not_saved = ""
        except SaveError as error:
            self.not_saved = str(error)

    def _crew(self, workers: int) -> Any:
        if not self.cluster:
            from pitboss.maths.simulation.run import Threads

            return nullcontext(Threads(workers))
        from pitboss.maths.simulation.cluster import Cluster

        return Cluster(self.cluster)

    def status(self, result: Result) -> int:
        """0, or what a shell should know: it was stopped, or could not be saved."""
        if self.not_saved:
            complain(f"{self.not_saved}; the result above is whole")
            return NOT_SAVED
        if result.stopped:
            how = f"; go on with --resume {self.save}" if self.save is not None else ""
            said = f"stopped after {result.rounds:,} of {result.plan.rounds:,} rounds{how}"
            complain(said)
            return INTERRUPTED
        return 0


@contextmanager
def _bar(plan: Plan, done: Done) -> Iterator[Callable[[Done], None]]:
    """Show progress, speed and the time left on stderr, if it is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    before, seconds = done.tally.rounds, done.seconds
    said, rate = TextColumn("{task.completed:,.0f} rounds"), TextColumn("{task.fields[rate]}")
    columns = (said, BarColumn(), TaskProgressColumn(), rate, TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=plan.rounds, completed=before, rate="getting ready")

        def show(done: Done) -> None:
            rate = (done.tally.rounds - before) / max(done.seconds - seconds, 1e-9)
            bar.update(task, completed=done.tally.rounds, rate=f"{rate / 1e6:.2f} M/s")

        yield show


# --- the result -------------------------------------------------------------------------------------------


def _shown(setup: Setup, result: Result, *, shift: int, exact: bool, json: bool, csv: str) -> None:
    from pitboss.cli.simulate_pages import as_csv, as_json, show

    edges = setup.exact_edges() if exact and result.rounds else {}
    if csv:
        write_csv(csv, as_csv(setup, result, edges, shift=shift))
    if json:
        print_json(as_json(setup, result, edges, shift=shift))
    elif csv != "-":
        show(setup, result, edges, shift=shift)


def _drawer(setup: Setup, run: Run, plot: Path) -> Callable[[Result], bytes]:
    """Check before the work whether the picture can be drawn."""
    from pitboss.cli.simulate_pages import drawn
    from pitboss.reports.output_files import form_of
    from pitboss.reports.pictures import FORMS

    form = form_of(plot, FORMS)
    return lambda result: drawn(setup, result, form)

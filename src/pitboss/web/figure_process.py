"""Figures that take long, worked out by a process of its own: tasks come in line by line, and answers go out so.

It is started by :mod:`pitboss.web.figure_queue` as `python -m pitboss.web.figure_process`, and ends when nobody writes
to it any more. A task is one line of JSON; each line of the answer is a step (`step`, `share`) until the last one,
which has the figures (`figures`), the reason why there are none (`refused`), or a mistake of ours (`failed`).
"""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from fractions import Fraction
from typing import IO, TYPE_CHECKING, Any, Final

import msgspec

from pitboss.errors import PitbossError
from pitboss.rules import Content, Sheet, load, sheet_of
from pitboss.typed import noted

if TYPE_CHECKING:
    from pitboss.maths.analysis import Analysis
    from pitboss.maths.analysis.progress import Step, Steps
    from pitboss.maths.counting.risk import AtCount, Bettor

__all__ = ["FIGURES", "figure", "main"]

POLITENESS: Final = 5
"""The tables come first: nobody at one waits for a figure."""
RANKS: Final = "AT98765432"
LEVELS: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
PLAYED: Final = 18
"""Index plays that a counter is taken to know, those that bring most."""
SPREADS: Final = (2, 4, 8, 12, 16, 24)
COMPARED: Final = 8
"""The spread by which games are compared."""

Task = Mapping[str, Any]


def figure(task: Task, progress: Steps) -> dict[str, Any]:
    """The figures of a task."""
    return FIGURES[task["kind"]](task, progress)


def _sheet(task: Task, name: str = "sheet") -> Sheet:
    """The sheet of a task: a shipped one by its name, or any other by its content, with what is set on it."""
    given = task[name]
    if isinstance(given, str):
        return load(given, sets=task["sets"])
    content = msgspec.convert(given, noted(Content))
    return sheet_of(msgspec.structs.replace(content, sets=(*content.sets, *task["sets"])))


def _edges(task: Task, progress: Steps) -> dict[str, Any]:
    """Only the edge of every wager."""
    from pitboss.maths.analysis.checks import check_pay_tables
    from pitboss.maths.analysis.edges import house_edges
    from pitboss.maths.analysis.stakes import stakes_of
    from pitboss.money import cents_text

    sheet = _sheet(task)
    check_pay_tables(sheet)
    stakes = stakes_of(sheet)
    with progress(1) as step:
        step("best play")
        edges = house_edges(sheet, stakes)
    return {
        "sheet": sheet.name,
        "hash": sheet.hash,
        "stakes": {wager: cents_text(cents) for wager, cents in stakes.items()},
        "wagers": edges,
        "departures": [str(departure) for departure in sheet.departures],
    }


def _analysis(task: Task, progress: Steps) -> dict[str, Any]:
    """What `pitboss analyze --json` gives, and the curves of a progressive."""
    from pitboss.maths import analysis
    from pitboss.reports.as_json import analysis_json

    sheet = _sheet(task)
    found = analysis.analyze(sheet, progress=progress)
    return analysis_json(found) | {
        "departures": [str(departure) for departure in sheet.departures],
        "meters": _meters(sheet, found) if "progressive" in found.wagers else [],
    }


def _comparison(task: Task, progress: Steps) -> dict[str, Any]:
    """What `pitboss compare --json` gives; the values that were set are those of the second sheet."""
    from pitboss.maths import analysis
    from pitboss.reports.as_json import comparison_json

    found = analysis.compare(_sheet({**task, "sets": []}), _sheet(task, "other"), progress=progress)
    return comparison_json(found, task["sets"])


def _chart(task: Task, progress: Steps) -> dict[str, Any]:
    """The strategy card of one way to play, and what each choice is worth."""
    from pitboss.maths.games import GAME_MATHS
    from pitboss.reports.as_json import chart_json
    from pitboss.reports.strategy import Style, strategy_chart

    sheet = _sheet(task)
    with progress(2) as step:
        step("best play")
        card = chart_json(strategy_chart(sheet, Style(task["play"])))
        step("what each choice is worth")
        worth = GAME_MATHS[sheet.game].opening_values(sheet)
    return card | {"sheet": sheet.name, "values": worth, "departures": [str(one) for one in sheet.departures]}


def _expectation(task: Task, progress: Steps) -> dict[str, Any]:
    """What to expect of every wager, for whoever compares it with what was won."""
    from pitboss.maths.expectation import expectations

    with progress(1) as step:
        step("what to expect")
        found = expectations(_sheet(task))
    return {wager: dataclasses.asdict(figures) for wager, figures in found.items()}


def _cards_left(task: Task, progress: Steps) -> dict[str, Any]:
    """How the edge of every wager changes with the cards that are gone, and how far that is off."""
    from pitboss.maths.analysis.cards_left import EdgeLine, lines_of
    from pitboss.maths.analysis.stakes import stakes_of

    sheet = _sheet(task)
    wagers = tuple(stakes_of(sheet))
    found: dict[str, EdgeLine] = {}
    with progress(len(wagers)) as step:
        for wager in wagers:
            step(wager)
            found |= lines_of(sheet, (wager,))
    return {wager: dataclasses.asdict(line) for wager, line in found.items()}


def _count(task: Task, progress: Steps) -> dict[str, Any]:
    """How countable the one side bet of a sheet is, as `pitboss bets BET --count --json` gives it."""
    from pitboss.maths.sidebets import countability
    from pitboss.rules.catalogue_sheets import offered_wagers

    sheet = _sheet(task)
    with progress(1) as step:
        step("random shoes")
        found = countability(sheet, offered_wagers(sheet)[0], decks=task["decks"], cut=task["cut"])
    listed = {key: [dataclasses.asdict(one) for one in getattr(found, key)] for key in ("counters", "fan")}
    plain = ("title", "decks", "cut", "house_edge", "shoes", "fan_exact", "finding")
    told = {key: getattr(found, key) for key in plain}
    return {**told, **listed, "effects": dict(found.effects), "tags": list(found.tags)}


def _counting(task: Task, progress: Steps) -> dict[str, Any]:
    """A count studied, the rounds played by it, and the best bets of somebody with a bank."""
    from pitboss.maths.analysis.progress import part_of
    from pitboss.maths.counting import read_count
    from pitboss.maths.counting.worth import played_by_count
    from pitboss.maths.games import GAME_MATHS
    from pitboss.reports.counts import study_json

    sheet, count = _sheet(task), read_count(task["count"])
    with progress(1.0) as step:
        study = GAME_MATHS[sheet.game].study_count(
            sheet, count, cut=task["cut"], stake=None, progress=part_of(step, 0.75), shoes=task["shoes"]
        )
        plays = study.plays.by_value(len(study.plays.plays))
        texts = study.plays.texts(plays[:PLAYED])
        rows = played_by_count(
            sheet, count, plays=texts, cut=study.cut, rounds=task["rounds"], progress=part_of(step, 0.1)
        )
        others = GAME_MATHS[sheet.game].count_variations(sheet, study.cut)
        varied = {
            one.change: played_by_count(
                one.sheet, count, plays=texts, cut=one.cut, rounds=task["rounds"],
                progress=part_of(step, 0.15 / len(others)),
            )
            for one in others
        }  # fmt: skip
    told = study_json(sheet, study, plays) | {"texts": texts, "played": min(PLAYED, len(plays))}
    departures = [str(one) for one in sheet.departures]
    return {**told, "rounds": task["rounds"], "departures": departures, **_bets(sheet, rows, task, varied)}


def _index_plays(task: Task, progress: Steps) -> dict[str, Any]:
    """The index plays of a sheet by which visits are judged, for Hi-Lo and the sheet's own cut."""
    from pitboss.maths.counting import COUNTS
    from pitboss.maths.following.index_plays import book_of
    from pitboss.maths.games import GAME_MATHS

    sheet = _sheet(task)
    study = GAME_MATHS[sheet.game].study_count(
        sheet, COUNTS["hi-lo"], cut=None, stake=None, progress=progress, shoes=task["shoes"]
    )
    return dataclasses.asdict(book_of(study.plays.plays))


def _protection(task: Task, progress: Steps) -> dict[str, Any]:
    """Which bets of a sheet counters can beat, and what stops them."""
    from pitboss.maths.counting import read_count
    from pitboss.maths.games import GAME_MATHS
    from pitboss.reports.protection import protection_json

    sheet = _sheet(task)
    found = GAME_MATHS[sheet.game].protect(
        sheet, read_count(task["count"]), cut=task["cut"], spread=task["spread"], per_hour=task["per_hour"],
        rounds=task["rounds"], seed=1, shoes=task["shoes"], progress=progress,
    )  # fmt: skip
    departures = [str(one) for one in sheet.departures]
    return {**protection_json(sheet, found), "rounds": task["rounds"], "departures": departures}


def _bets(
    sheet: Sheet, rows: tuple[AtCount, ...], task: Task, varied: Mapping[str, tuple[AtCount, ...]]
) -> dict[str, Any]:
    """The best bets by the rounds at each count, also with other spreads, and with one thing changed."""
    from pitboss.maths.counting.risk import best_bets, score
    from pitboss.maths.counting.worth import mean_edge
    from pitboss.reports.counts import count_rows, outcome_json

    bettor = _bettor(sheet, task)
    best, all_rounds = best_bets(rows, bettor), bettor.play_all
    spreads = []
    for spread in SPREADS:
        within = dataclasses.replace(bettor, maximum=min(bettor.maximum, spread * bettor.smallest))
        compared = score(rows, spread=spread, play_all=all_rounds)
        told = {"best": outcome_json(best_bets(rows, within)), "score": compared.score}
        spreads.append({"spread": spread, **told, "n0": outcome_json(compared)["n0"]})
    return {
        "by_count": count_rows(rows, best),
        "flat_edge": mean_edge(rows),
        "bettor": dataclasses.asdict(bettor),
        "best": outcome_json(best),
        "compared": outcome_json(score(rows, spread=COMPARED, play_all=all_rounds)),
        "spreads": spreads,
        "varied": [_changed(sheet, name, found, bettor) for name, found in varied.items()],
    }


def _bettor(sheet: Sheet, task: Task) -> Bettor:
    """Who bets, as they are asked for; on several spots with the covariance of their results."""
    from pitboss.maths.counting.risk import Bettor
    from pitboss.maths.counting.worth import TOGETHER, covariance

    hands = task["hands"]
    both = 0.0 if hands == 1 else covariance(sheet, cut=task["cut"], rounds=TOGETHER, seed=1).covariance
    return Bettor(
        task["bank"], task["risk"], task["least"], task["most"], task["chips"], hands, both,
        play_all=not task["back_count"],
    )  # fmt: skip


def _changed(sheet: Sheet, change: str, rows: tuple[AtCount, ...], bettor: Bettor) -> dict[str, Any]:
    """What bets by the count bring with one thing changed."""
    from pitboss.maths.counting.risk import best_bets, score
    from pitboss.maths.counting.worth import mean_edge
    from pitboss.reports.counts import outcome_json, varied_words

    best, compared = best_bets(rows, bettor), score(rows, spread=COMPARED, play_all=bettor.play_all)
    return {
        "change": change, "words": varied_words(sheet, change), "flat_edge": mean_edge(rows),
        "best": outcome_json(best), "score": compared.score, "n0": outcome_json(compared)["n0"],
    }  # fmt: skip


FIGURES: Final[Mapping[str, Callable[[Task, Steps], dict[str, Any]]]] = {
    "edges": _edges,
    "chart": _chart,
    "count": _count,
    "comparison": _comparison,
    "analysis": _analysis,
    "counting": _counting,
    "protection": _protection,
    "expectation": _expectation,
    "index_plays": _index_plays,
    "cards_left": _cards_left,
}
"""What can be asked for, the quick ones first."""


# the progressive


def _meters(sheet: Sheet, found: Analysis) -> list[dict[str, Any]]:
    """How the return grows with each meter, and what the meter shows when it is won."""
    from pitboss.maths.analysis.progressive_notes import BETTORS, ROUNDS_PER_HOUR, TABLES
    from pitboss.maths.progressive import meter_at_hit, progressive_figures

    lines = found.wagers["progressive"].lines
    chances = {line.line: Fraction(line.probability) for line in lines}
    alone = progressive_figures(sheet, not_folded=chances)
    table = progressive_figures(sheet, bettors=BETTORS, players=BETTORS, not_folded=chances)
    basis = f"{TABLES} tables of {BETTORS} bettors, {ROUNDS_PER_HOUR} rounds an hour"
    made = []
    for meter, prize in alone.prizes.items():
        if not prize.chance:
            continue
        even, hit = alone.break_even(meter), meter_at_hit(table, meter)
        seed = alone.meters[meter]
        amounts = (seed, int(max(even, Fraction(seed)) * Fraction(5, 4)))  # the return grows evenly
        made.append({
            "meter": meter,
            "seed": seed,
            "break_even": int(-(-even // 1)),
            "curve": [{"cents": cents, "returns": float(alone.expected_return({meter: cents}))} for cents in amounts],
            "at_hit": [{"level": level, "cents": hit.quantile(level)} for level in LEVELS],
            "mean_at_hit": int(hit.mean_cents),
            "days": float(hit.hours(tables=TABLES, rounds_per_hour=ROUNDS_PER_HOUR)) / 24,
            "basis": basis,
        })  # fmt: skip
    return made


# the process


def main(tasks: IO[str], answers: IO[str]) -> None:
    """Answer task after task, until there are no more."""

    def say(**line: Any) -> None:
        answers.write(json.dumps(line, separators=(",", ":"), allow_nan=False) + "\n")
        answers.flush()

    @contextmanager
    def told(work: float) -> Iterator[Step]:
        """Each step as it begins, with the share of the work that is done."""
        done, under_way = 0.0, 0.0

        def step(name: str, share: float = 1.0) -> None:
            nonlocal done, under_way
            done, under_way = done + under_way, share
            say(step=name, share=min(done / work, 1.0))

        yield step

    for line in tasks:
        try:
            say(figures=figure(json.loads(line), told))
        except PitbossError as error:
            say(refused=str(error))
        except Exception:
            say(failed=traceback.format_exc())


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C of the terminal; the server ends this process
    if sys.platform != "win32":
        os.nice(POLITENESS)
    with redirect_stdout(sys.stderr):
        main(sys.stdin, sys.__stdout__ or sys.stderr)

"""`pitboss count --rounds`: what bets by the count bring, at which risk, and what changes it."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, replace
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.cli.common import print_json, write_csv, write_file
from pitboss.cli.math_pages import page, plain, table
from pitboss.cli.simulate import INTERRUPTED, Run, read_rounds, read_seed
from pitboss.errors import NotationError
from pitboss.maths.counting.risk import AtCount, Bettor, Outcome, best_bets, score
from pitboss.maths.counting.worth import TOGETHER, at_counts, counter_setup, covariance, mean_edge
from pitboss.maths.simulation.run import Plan
from pitboss.money import dollars
from pitboss.reports.counts import COUNT_COLUMNS, COUNT_KINDS, bet_at, count_rows, outcome_json, varied_words
from pitboss.reports.output_files import form_of
from pitboss.rules import load

if TYPE_CHECKING:
    from pitboss.maths.counting import Count
    from pitboss.maths.simulation.run import Result
    from pitboss.rules import Sheet

__all__ = ["Paper", "Played", "check_worth", "show_worth"]

Change = tuple[str, float, Outcome, Outcome]
"""What is varied, the edge with flat bets, the best bets, and those that games are compared by."""
SPREAD = 8


@dataclass(frozen=True)
class Played:
    """What is played by the count."""

    sheet: Sheet
    count: Count
    plays: tuple[str, ...]
    cut: int | None
    seats: int
    stake: int | None
    rounds: str
    seed: str
    save: Path | None
    resume: Path | None
    name: str
    sets: tuple[str, ...]

    def run(self) -> tuple[int, Result, tuple[AtCount, ...]]:
        """Play it with flat bets; the status for a shell, the result, and its rounds by count."""
        setup = counter_setup(
            self.sheet, self.count, plays=self.plays, cut=self.cut, seats=self.seats, stake=self.stake
        )
        run = Run(setup, self.rounds, read_seed(self.seed), save=self.save, resume=self.resume)
        result = run.play()
        return run.status(result), result, at_counts(result.tally.by_count, setup.all_stakes["main"])

    def beside(self, change: str) -> Played:
        """The same with one thing changed, saved in a file of its own beside the other, where it goes on as well."""
        file = self.save or self.resume
        if file is None:
            return self
        own = file.with_name(f"{file.stem}.{re.sub(r'[^A-Za-z0-9_.-]', '-', change)}{file.suffix}")
        return replace(self, save=own, resume=own if self.resume is not None and own.exists() else None)


@dataclass(frozen=True)
class Paper:
    """A PDF to write, and the study of the count that stands in it."""

    file: Path
    study: dict[str, Any]


def check_worth(played: Played, vary: list[str], *, plot: Path | None, pdf: Path | None) -> None:
    """Raise NotationError for what cannot be played, varied or written, before anything is worked out."""
    from pitboss.reports.pictures import FORMS

    counter_setup(played.sheet, played.count, cut=played.cut, seats=played.seats, stake=played.stake)
    Plan(read_rounds(played.rounds) if played.rounds else 1, read_seed(played.seed))
    if plot is not None:
        form_of(plot, FORMS)
    if pdf is not None:
        form_of(pdf, ("pdf",))
    for name, value in _asked(vary):
        if name == "spread":
            _whole(name, value, least=1)
        else:
            _changed(played, name, value)


def show_worth(
    played: Played, bettor: Bettor, vary: list[str], *, plot: Path | None, paper: Paper | None, json: bool, csv: str
) -> int:
    """Play, find the best bets, and show them; returns the status for a shell."""
    status, result, rows = played.run()
    bettor = _together(played, bettor)
    best = best_bets(rows, bettor)
    others = []
    for name, value in _asked(vary):
        if status == INTERRUPTED:  # it goes on with --resume, and so do the changes after it
            break
        ended, change = _varied(replace(played, rounds=str(result.plan.rounds)), bettor, name, value, rows)
        status = max(status, ended)
        others.append(change)
    if plot is not None:
        write_file(plot, _drawn(played, rows, bettor, best, others, plot))
    if paper is not None:
        from pitboss.reports.counting_paper import counting_pdf

        told = {**paper.study, **_as_json(played, result, rows, bettor, best, others)}
        told["plays"] = paper.study["plays"]
        write_file(paper.file, counting_pdf(played.sheet, told))
    if csv:
        from pitboss.reports.as_csv import csv_text

        write_csv(csv, csv_text(COUNT_COLUMNS, count_rows(rows, best)), COUNT_KINDS)
    if json:
        print_json(_as_json(played, result, rows, bettor, best, others))
    elif csv != "-":
        _show(played, result, rows, bettor, best, others)
    return status


def _together(played: Played, bettor: Bettor) -> Bettor:
    """The bettor with the covariance of several spots, which two seats are played for."""
    if bettor.hands == 1:
        return bettor
    found = covariance(played.sheet, cut=played.cut, rounds=TOGETHER, seed=read_seed(played.seed))
    return replace(bettor, covariance=found.covariance)


# what else could be


def _asked(vary: list[str]) -> list[tuple[str, str]]:
    """What is varied, one value at a time."""
    return [(text.partition("=")[0].strip(), value) for text in vary for value in _values(text)]


def _values(text: str) -> list[str]:
    name, equals, values = text.partition("=")
    if not equals or not name.strip() or not values.split():
        raise NotationError("cannot read what is varied", text=text, expected='such as "cut=52 104" or "spread=4 12"')
    return values.replace(",", " ").split()


def _varied(played: Played, bettor: Bettor, name: str, value: str, rows: tuple[AtCount, ...]) -> tuple[int, Change]:
    """One change: its name, the edge with flat bets, the best bets, and those that games are compared by."""
    if name == "spread":
        spread = _whole(name, value, least=1)
        limited = replace(bettor, maximum=min(bettor.maximum, spread * bettor.minimum))
        return 0, (f"spread 1 to {value}", mean_edge(rows), best_bets(rows, limited), _compared(rows, bettor, spread))
    status, _, found = _changed(played.beside(f"{name}-{value}"), name, value).run()
    return status, (f"{name} {value}", mean_edge(found), best_bets(found, bettor), _compared(found, bettor))


def _compared(rows: tuple[AtCount, ...], bettor: Bettor, spread: int = SPREAD) -> Outcome:
    """The bets that games are compared by, of somebody who sits out if this bettor does."""
    return score(rows, spread=spread, play_all=bettor.play_all)


def _changed(played: Played, name: str, value: str) -> Played:
    """The same with another cut, or with a rule changed."""
    if name != "cut":
        return replace(played, sheet=load(played.name, sets=[*played.sets, f"{name}={value}"]))
    cut, cards = _whole(name, value, least=0), 52 * played.sheet.rules.cards.decks
    if cut >= cards:
        raise NotationError(f"{cut} cards cannot lie behind the cut", expected=f"0 to {cards - 1}")
    return replace(played, cut=cut)


def _whole(name: str, value: str, *, least: int) -> int:
    if not (value.isascii() and value.isdecimal() and len(value) < 10 and int(value) >= least):
        raise NotationError(f"cannot vary the {name} so", text=value, expected=f"whole numbers from {least} on")
    return int(value)


# showing


def _as_json(
    played: Played, result: Result, rows: tuple[AtCount, ...], bettor: Bettor, best: Outcome,
    others: list[Change],
) -> dict[str, Any]:  # fmt: skip
    told = [
        {
            "change": name,
            "words": varied_words(played.sheet, name),
            "flat_edge": edge,
            "best": outcome_json(outcome),
            "score": compared.score,
            "n0": outcome_json(compared)["n0"],
        }
        for name, edge, outcome, compared in others
    ]
    return {
        "sheet": played.sheet.name, "hash": played.sheet.hash, "count": played.count.text, "plays": list(played.plays),
        "rounds": result.rounds, "seed": result.plan.seed, "by_count": count_rows(rows, best),
        "flat_edge": mean_edge(rows), "bettor": asdict(bettor), "best": outcome_json(best),
        "compared": outcome_json(_compared(rows, bettor)), "varied": told,
    }  # fmt: skip


def _show(
    played: Played, result: Result, rows: tuple[AtCount, ...], bettor: Bettor, best: Outcome,
    others: list[Change],
) -> None:  # fmt: skip
    out = page()
    out.print(f"[bold]{plain(str(played.count))}[/] on {plain(played.sheet.title)}, {result.rounds:,} rounds")
    shown = table("count", "of rounds", "edge", "±", "deviation", "bet", title="By count", right=range(6))
    for row in _gathered(rows):
        shown.add_row(
            f"{row.count:+d}", f"{row.share:.2%}", f"{100 * row.mean:+.2f} %", f"{100 * row.error:.2f}",
            f"{row.deviation:.3f}", dollars(bet_at(best, row.count)),
        )  # fmt: skip
    out.print(shown)
    out.print(f"With flat bets the edge is {100 * mean_edge(rows):+.3f} % of a bet.")
    for line in _figures(bettor, best, _compared(rows, bettor)):
        out.print(line)
    if others:
        _show_varied(out, played.sheet, others)


def _figures(bettor: Bettor, best: Outcome, compared: Outcome) -> list[str]:
    bets = ", ".join(f"{dollars(cents) if cents else 'nothing'} from {count:+d}" for count, cents in best.bets)
    spots = f" on each of {bettor.hands} spots" if bettor.hands > 1 else ""
    return [
        f"Best bets{spots} with {dollars(bettor.bank)} at a risk of {bettor.risk:.1%}: {bets}.",
        f"They win {_dollars(best.win)} ± {_dollars(best.win_error)} in 100 rounds of the table (deviation "
        f"{_dollars(best.deviation)}), playing {best.played:.1%} of them with {_dollars(best.average_bet)} on average.",
        f"Risk of ruin {best.risk_of_ruin:.2%}, N0 {_count(best.n0)} rounds, desirability {best.desirability:.2f}, "
        f"SCORE {best.score:.2f}, certainty equivalent {_dollars(best.certainty)} in 100 rounds.",
        f"Compared with other games (best bets of 1 to {SPREAD}, $10,000, risk 13.5 %): c-SCORE {compared.score:.2f}, "
        f"N0 {_count(compared.n0)} rounds.",
    ]


def _dollars(cents: float) -> str:
    return f"{'-' if cents < 0 else ''}${abs(cents) / 100:,.2f}"


def _count(number: float) -> str:
    return f"{number:,.0f}" if isfinite(number) else "never"


def _gathered(rows: tuple[AtCount, ...]) -> list[AtCount]:
    """Counts that come up more than once in ten thousand rounds."""
    return [row for row in rows if row.share >= 1e-4]


def _show_varied(out: Any, sheet: Sheet, others: list[Change]) -> None:
    shown = table(
        "what else", "flat", "win / 100", "risk", "c-SCORE", "N0", title="What it depends on", right=range(1, 6)
    )
    for name, edge, best, compared in others:
        shown.add_row(
            plain(varied_words(sheet, name)), f"{100 * edge:+.3f} %", _dollars(best.win), f"{best.risk_of_ruin:.1%}",
            f"{compared.score:.2f}", _count(compared.n0),
        )  # fmt: skip
    out.print(shown)


def _drawn(
    played: Played,
    rows: tuple[AtCount, ...],
    bettor: Bettor,
    best: Outcome,
    others: list[Change],
    plot: Path,
) -> bytes:
    """Edge, rounds and bets by count; below it c-SCORE as it is and with everything that is varied."""
    from pitboss.reports.panels import ByCount, Compared, Panel
    from pitboss.reports.pictures import FORMS, picture

    kept = _gathered(rows)
    panels: list[Panel] = []
    by_count = ByCount(
        [row.count for row in kept], [row.share for row in kept], [row.mean for row in kept],
        [row.error for row in kept], [bet_at(best, row.count) / 100 for row in kept],
    )  # fmt: skip
    panels.append(by_count)
    if others:
        varied = {varied_words(played.sheet, name): one.score for name, _, _, one in others}
        scores = {"as it is": _compared(rows, bettor).score} | varied
        panels.append(Compared(scores, "c-SCORE, dollars in 100 rounds", "What it depends on"))
    return picture(panels, form_of(plot, FORMS), title=f"{played.sheet.title}: {played.count}")

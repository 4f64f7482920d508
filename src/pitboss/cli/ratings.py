"""`pitboss ratings`: what the house expected of each visit, by its very bets and decisions, from the log of a floor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from time import time_ns
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.common import Csv, Json, as_table, check_one_form, complain, print_json, say, write_csv
from pitboss.cli.floor import Database, Home, keys_beside, store_of
from pitboss.cli.math_pages import shown_progress
from pitboss.errors import NotationError, PitbossError
from pitboss.money import cents_text

if TYPE_CHECKING:
    from pitboss.maths.following.index_plays import IndexBook
    from pitboss.rules import Sheet
    from pitboss.service.accounting import Books
    from pitboss.service.floor.commands import LookedAt
    from pitboss.service.floor.comp_rules import CompRules
    from pitboss.service.ratings import Visit, VisitBook
    from pitboss.service.ratings.desk import FollowingTold, Known, VisitLine, VisitTold
    from pitboss.service.ratings.findings import Finding
    from pitboss.store import Store

__all__ = ["ratings"]

EVIDENCE = 12
"""Rounds that speak for it, of one visit in a terminal."""
MOST = 1e9
"""Ratios beyond this are told as more."""


def ratings(
    day: Annotated[str, typer.Option(metavar="DAY", help="The gaming day; default: the last one.")] = "",
    visit: Annotated[str, typer.Option(metavar="VISIT", help="One visit by its name, with its rounds.")] = "",
    table: Annotated[str, typer.Option(help="Only this table.")] = "",
    person: Annotated[str, typer.Option(help="Only this person.")] = "",
    count: Annotated[str, typer.Option(metavar="COUNT", help="The count that rounds are told with.")] = "hi-lo",
    findings: Annotated[
        bool,
        typer.Option("--findings", help="What no single visit shows: guests who raise together, tracked shuffles."),
    ] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Leave out what takes long: cards seen, deviations.")] = False,
    home: Home = None,
    database: Database = None,
    csv: Csv = "",
    json: Json = False,
) -> None:
    """List the visits of a gaming day with what the house expected of each, and what it won; money is the house's.

    Expected is a sum: the bets made at best play by the sheet, what the cards seen since each shuffle changed, and
    what errors of play gave away, each exact by full-shoe values but the cards, whose error is measured and told.

    Beside it stands how far each follows the count, as a likelihood ratio: a guest who takes no notice of the count
    reaches 1,000 to 1 in at most one visit in 1,000. One visit tells the rounds behind it. It is no verdict.

    The look is noted in the log, as every other. What is older than the house tells ratings for is refused.

    Examples: `pitboss ratings`, `pitboss ratings --day 2026-09-21 --json`, `pitboss ratings --findings`,
    `pitboss ratings --visit catfish-blackjack-1.332 --csv rounds.csv`
    """
    import msgspec

    from pitboss.service.accounting import Books, Period
    from pitboss.service.ratings import VisitBook
    from pitboss.service.ratings.desk import line_of, pit_of, rounds_csv, visits_csv

    check_one_form(json=json, csv=csv)
    if findings and (visit or csv):
        raise NotationError("findings are of a whole day, as text or JSON", expected="--findings alone or with --json")
    day = Period.of("day", day).day if day else ""
    look: LookedAt = "export" if csv else "visit" if visit else "list"
    with store_of(home, database) as store:
        books, book = Books(store, keeps=False), VisitBook(store)
        books.update()
        book.update(books.days, [visit.rpartition(".")[0]] if visit else None)
        if visit:
            one = _visit(book, visit, count)
            _note_look(store, books, one.day, what=look, visit=visit)
            told = _one(book, one, count, store, home, comps=books.house.comps, quick=quick)
            _answer(csv, json, rounds_csv(told), msgspec.to_builtins(told), _visit_lines(told))
            return
        wanted = day or max((one.day for one in book.visits() if one.counted), default=books.latest)
        _note_look(store, books, wanted, what=look)
        found = [one for one in book.visits(table=table, day=wanted) if one.counted and person in ("", one.name)]
        if findings:
            _tell_findings(wanted, found, json=json)
            return
        known = {one.sheet.hash: one.sheet for one in found}
        figures = {name: _known(sheet, books.house.comps, quick=quick) for name, sheet in known.items()}
        for one in found:
            _replay(one, store, book, home)
        lines = [line_of(one, figures[one.sheet.hash]) for one in found]
    together = msgspec.to_builtins(pit_of(lines))
    plain = {"unit": "cents", "day": wanted, "together": together, "visits": msgspec.to_builtins(lines)}
    _answer(csv, json, visits_csv(lines), plain, _list_lines(wanted, lines))


def _answer(csv: str, json: bool, text: str, plain: dict[str, Any], lines: Iterator[str]) -> None:
    if csv:
        from pitboss.service.ratings.desk import COLUMN_KINDS

        write_csv(csv, text, COLUMN_KINDS)
    elif json:
        print_json(plain)
    else:
        say(*lines)


def _visit(book: VisitBook, visit: str, count: str) -> Visit:
    """The visit that is asked for; raises NotationError where there is none, and for an unknown count."""
    from pitboss.maths.counting import COUNTS

    found = book.visit(visit)
    if found is None:
        raise NotationError(f'there is no visit "{visit}"', expected="one that `pitboss ratings` lists")
    if count not in COUNTS:
        raise NotationError(f'there is no count "{count}"', expected=", ".join(COUNTS))
    return found


def _note_look(store: Store, books: Books, day: str, *, what: LookedAt, visit: str = "") -> None:
    """Put into the log that somebody looks here, by the house's name; refuse what is no longer told."""
    from pitboss.service.floor.commands import LookAtRating
    from pitboss.service.floor.floor import HOUSE_ACTOR, Floor
    from pitboss.service.floor.ratings_retention import check_told
    from pitboss.service.operations.keys import Keys
    from pitboss.store.sqlite import SqliteStore

    now = time_ns() // 1_000_000
    check_told(day, books.days.day_of(now), books.house.ratings_days)
    if isinstance(store, SqliteStore) and store.read_only:
        complain("this look is not noted: the database may not be written here")
        return
    floor = Floor(store, Keys.fresh(), clock=lambda: now)
    command = LookAtRating(what=what, visit=visit, day="" if visit else day)
    floor.do(lambda: floor.plan_look(command, actor=HOUSE_ACTOR, role=HOUSE_ACTOR))


def _one(
    book: VisitBook, found: Visit, count: str, store: Store, home: Path | None, *, comps: CompRules, quick: bool
) -> VisitTold:
    from pitboss.maths.counting import COUNTS
    from pitboss.maths.games import GAME_MATHS
    from pitboss.service.ratings.desk import told_of

    _replay(found, store, book, home)
    others = [one for one in book.visits(table=found.table) if one.last >= found.first and one.first <= found.last]
    known = _known(found.sheet, comps, quick=quick)
    counted = COUNTS[count] if GAME_MATHS[found.sheet.game].from_shoe else None
    return told_of(found, known, count=counted, others=others)


def _replay(visit: Visit, store: Store, book: VisitBook, home: Path | None) -> None:
    """Decisions on hidden cards are valued where the keys of the floor are at hand."""
    from pitboss.service.ratings.replayed import replay_hidden

    keys = keys_beside(store, home)
    if keys is not None:
        with suppress(PitbossError):
            replay_hidden(visit, store, keys, book.sheets)


def _known(sheet: Sheet, comps: CompRules, *, quick: bool) -> Known:
    from pitboss.maths.analysis.cards_left import lines_of
    from pitboss.maths.analysis.stakes import stakes_of
    from pitboss.maths.expectation import expectations
    from pitboss.service.ratings.desk import Known

    if quick:
        return Known(comps=comps)
    with shown_progress(2.0) as step:
        step(f"working out what the cards of {sheet.name} change")
        lines = lines_of(sheet, tuple(stakes_of(sheet)))
        step(f"working out how far results of {sheet.name} lie apart")
        return Known(lines=lines, expected=expectations(sheet), comps=comps, indices=_indices(sheet))


def _indices(sheet: Sheet) -> IndexBook | None:
    """The index plays of the sheet's own rules, where `pitboss count` or the server has worked them out."""
    from pitboss.maths.counting import COUNTS
    from pitboss.maths.following.index_plays import book_of
    from pitboss.maths.games import GAME_MATHS

    study = GAME_MATHS[sheet.game].kept_study(sheet, COUNTS["hi-lo"])
    return None if study is None else book_of(study.plays.plays)


# --- to read in a terminal --------------------------------------------------------------------------------------


def _list_lines(day: str, lines: Sequence[VisitLine]) -> Iterator[str]:
    if not lines:
        yield f"{day}: nobody has played."
        return
    heads = [
        "visit", "person", "rounds", "handle", "average", "by the sheet", "cards", "skill", "exact theo", "actual",
        "follows the count",
    ]  # fmt: skip
    rows = [
        [one.id, f"{one.person} (guest)" if one.walk_in else one.person, str(one.played), cents_text(one.handle),
         cents_text(one.average_bet), *_sum(one), cents_text(one.actual), _follows(one)]
        for one in lines
    ]  # fmt: skip
    yield f"Visits of {day}; money from the house's side"
    yield from as_table(heads, rows, right=range(2, 11)).splitlines()
    yield _pit_line(lines)
    hidden = sum(one.unvalued for one in lines)
    if hidden:
        yield f"{hidden} decisions could not be valued: their cards are not in the log."


def _pit_line(lines: Sequence[VisitLine]) -> str:
    from pitboss.service.ratings.desk import pit_of

    pit = pit_of(lines)
    hold = "" if pit.hold is None else f" ({pit.expected_hold:.2%} of handle expected, {pit.hold:.2%} held)"
    return f"all: exact theo {cents_text(pit.theo.exact)}, actual {cents_text(pit.actual)}{hold}"


def _follows(one: VisitLine) -> str:
    """The likelihood ratio, and where it reached the alarm."""
    if one.follows is None:
        return "-"
    return _ratio(one.follows) if one.alarmed is None else f"{_ratio(one.follows)} from round {one.alarmed}"


def _ratio(ratio: float) -> str:
    beyond = "> " if ratio > MOST else ""
    return f"{beyond}{min(ratio, MOST):,.0f}:1" if ratio >= 10 else f"{ratio:.2f}:1"


def _tell_findings(day: str, visits: Sequence[Visit], *, json: bool) -> None:
    import msgspec

    from pitboss.service.ratings.findings import findings

    found = findings(visits)
    if json:
        print_json({"day": day, "findings": msgspec.to_builtins(found)})
    else:
        say(*_finding_lines(day, found))


def _finding_lines(day: str, found: Sequence[Finding]) -> Iterator[str]:
    yield f"What no single visit of {day} shows; things to look at, no verdict"
    for one in found:
        yield f"{one.table} ({', '.join(one.visits)}): {one.said} Now {_ratio(one.ratio)}."
    if not found:
        yield "Nobody raises with another guest, follows a shuffle or is called in, by 1,000:1."


def _sum(one: VisitLine) -> list[str]:
    theo = one.theo
    cards = "-" if theo.cards is None else cents_text(theo.cards)
    return [cents_text(theo.sheet), cards, cents_text(theo.skill), cents_text(theo.exact)]


def _visit_lines(told: VisitTold) -> Iterator[str]:
    sheet, cards, skill, exact = _sum(told)
    yield f"{told.person} at {told.table}, {told.day}: {told.played} rounds, handle {cents_text(told.handle)}"
    yield f"theo by the sheet {sheet}, cards as they lay {cards}, skill cost {skill}: exact theo {exact}"
    off = "" if told.deviations is None else f", {told.deviations:+.1f} deviations"
    yield f"actual {cents_text(told.actual)}{off}; {told.mistakes} of {told.choices} choices not best"
    if told.error is not None:
        yield f"edges by the cards seen are off by {told.error:.2%}, measured on {told.sample} shoes solved exactly"
    if told.following is not None:
        yield from _following_lines(told.following)
    heads = ["round", "shoe", "seen", told.count or "count", "bet", "after", "result", "edge", "theo"]
    rows = [
        [str(one.number), str(one.shoe), str(one.seen), f"{one.counts.get(told.count, 0.0):+.1f}", cents_text(one.bet),
         one.after, cents_text(one.result), "" if one.edge is None else f"{one.edge:.2%}", cents_text(one.theo)]
        for one in told.rounds
    ]  # fmt: skip
    yield from as_table(heads, rows, right=(0, 1, 2, 3, 4, 6, 7, 8)).splitlines()


def _following_lines(found: FollowingTold) -> Iterator[str]:
    """How far the visit follows the count, by what, and the rounds that speak for it."""
    reached = "not reached" if found.crossed is None else f"reached in round {found.crossed}, after {found.took} rounds"
    yield f"follows the count, {found.count} at best: {_ratio(found.ratio)}; {found.alarm:,}:1 {reached}"
    yield f"{found.false_alarm} {found.models}"
    yield "each way by itself: " + ", ".join(f"{name} {_ratio(10**log)}" for name, log in found.channels.items())
    for one in found.evidence[:EVIDENCE]:
        bet = cents_text(one.bet) + (f" after a {one.after}" if one.after else "")
        yield f"round {one.number}: count {one.count:+.1f}, bet {bet}: times {one.factor:.1f}, by {one.by}"
    yield f"against it: {found.against} A person decides."

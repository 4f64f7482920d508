"""The money report: what a period brought at every table and game, beside what it should have; as plain data.

Every amount is in cents. The page, the CSV and the JSON are all made of what :func:`report` returns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from pitboss.errors import NotationError
from pitboss.ledger import RESERVE, is_player, meter
from pitboss.maths.expectation import AtMeters, Expectation, Judgement, Stakes, edge_at, judge, summed, unusual
from pitboss.service.accounting.floor_totals import Books
from pitboss.service.accounting.link_totals import METERS
from pitboss.service.accounting.period import Period
from pitboss.service.accounting.sums import ALL, Cells, Sums, join
from pitboss.service.accounting.table_totals import TableTotals, Terms
from pitboss.service.floor.event_json import JsonObject
from pitboss.service.floor.stream_names import person_named, table_named
from pitboss.service.games import FLOOR_GAMES

__all__ = ["BEING_COMPUTED", "Expected", "report"]

BEING_COMPUTED: Final = "being computed"
Expected = Callable[[Terms], Mapping[str, Expectation] | str]
"""What to expect of the wagers of a sheet, or why that is not known."""

BASIS: Final = (
    "Win is what the players lost, tokes apart, by the settled wagers of the log. With the tokes, and with the awards "
    "that came from meters, it is the ledger's result to the cent.",
    "Hold is win by handle. Handle counts initial stakes: of blackjack the main bet without its splits and doubles, of "
    "hold'em the Ante without Blind and Play; the results of those are in the win.",
    "The expectation is the exact edge of each wager under best play, fresh cards and the stake named beside it. "
    "Players decide otherwise: most of them lose more than that, so the house is ahead of it in the long run.",
    "The deviation takes rounds as independent of each other. Boxes of a round share the dealer's cards: their "
    "covariance is measured over a million simulated rounds and counted in. Different wagers are taken as independent.",
    "The progressive is measured at the meters that each of its wagers was made for, envy included, against the "
    "players; its deviation leaves envy out.",
)  # fmt: skip


def report(
    books: Books, period: Period, expected: Expected, *, table: str = "", game: str = "", made_at: int
) -> JsonObject:
    """The report of a period, for the whole floor or for one table or game (by the name of its sheet)."""
    tables = [totals for _, totals in sorted(books.tables.items()) if totals.terms is not None]
    chosen = [totals for totals in tables if table in ("", totals.table) and game in ("", _terms(totals).sheet)]
    if not chosen and (table or game):
        raise NotationError(f'there is no table "{table}"' if table else f'no table has played "{game}"')
    pages = [_Page([totals], books, period, _expected([totals], period, expected)) for totals in chosen]
    games: dict[str, list[TableTotals]] = {}
    for totals in chosen:
        games.setdefault(_terms(totals).hash, []).append(totals)
    rule = books.days.rule_at(made_at)
    return {
        "unit": "cents",
        "period": {
            "kind": period.kind,
            "day": period.day,
            "text": period.text(rule),
            "zone": rule.zone,
            "starts": rule.starts,
        },
        "made_at": rule.local(made_at).isoformat(timespec="seconds"),
        "scope": {"table": table, "game": game},
        "floor": _floor(pages, period),
        "games": [
            _Page(all_totals, books, period, _expected(all_totals, period, expected)).as_game()
            for all_totals in games.values()
        ],
        "tables": [page.as_table for page in pages],
        "outside": [_outside(page, books, period) for page in pages if _out(page.all_together)],
        "liabilities": _liabilities(books),
        "progressive": _progressive(books, period),
        "events": _events(books, period, {totals.table for totals in chosen}, whole=not (table or game)),
        "basis": list(BASIS),
    }


def _expected(all_totals: list[TableTotals], period: Period, expected: Expected) -> Mapping[str, Expectation] | str:
    """What to expect of the wagers of these tables; where no money was staked, none of it has to be worked out."""
    for totals in all_totals:
        sums = totals.cells.total([day for day in totals.cells.days if period.holds(day)])
        if any(cell.get("handle") for cell in sums.values()):
            return expected(_terms(totals))
    return {}


def _terms(totals: TableTotals) -> Terms:
    assert totals.terms is not None
    return totals.terms


# --- wagers -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Page:
    """One table, or all tables of one game, over a period."""

    all_totals: list[TableTotals]
    books: Books
    period: Period
    expected: Mapping[str, Expectation] | str

    @property
    def terms(self) -> Terms:
        return _terms(self.all_totals[0])

    @property
    def link(self) -> Cells:
        return self.books.link.cells

    def days(self, cells: Cells) -> list[str]:
        return [day for day in cells.days if self.period.holds(day)]

    @cached_property
    def sums(self) -> dict[str, Sums]:
        """The sums of the period by wager."""
        found: dict[str, Sums] = {}
        for totals in self.all_totals:
            join(found, totals.cells.total(self.days(totals.cells)))
        return found

    @cached_property
    def meters(self) -> dict[str, Sums]:
        """What the link has counted in the period, by table."""
        return self.link.total(self.days(self.link))

    # wagers

    def judged(self, wager: str, cell: Sums, meters: Mapping[str, Sums]) -> Judgement | None:
        """A wager's win beside its expectation, where that is known."""
        found = self.expected.get(wager) if not isinstance(self.expected, str) else None
        if found is None or not cell.get("handle"):
            return None
        stakes = Stakes(cell["wagers"], cell["handle"], cell["squares"], cell["round_squares"])
        played = self._played(meters) if found.linked is not None else []
        edge, deviation = edge_at(found, played) if played else (None, None)
        return judge(found, stakes, win=-cell.get("result", 0), edge=edge, deviation=deviation)

    def _played(self, meters: Mapping[str, Sums]) -> list[AtMeters]:
        """The progressive wagers of these tables by the number of bettors, with their meters."""
        by_bettors: dict[int, list[int]] = {}
        for totals in self.all_totals:
            for key, amount in meters.get(totals.table, {}).items():
                name, _, bettors = key.partition(" ")
                if bettors:
                    row = by_bettors.setdefault(int(bettors), [0, 0, 0])
                    row[("wagers", *METERS).index(name)] += amount
        return [AtMeters(bettors, *row) for bettors, row in sorted(by_bettors.items()) if row[0]]

    def together(self, sums: Mapping[str, Sums], meters: Mapping[str, Sums]) -> Judgement | None:
        """All wagers that were made, where each has its expectation."""
        made = [wager for wager, cell in sums.items() if cell.get("handle") and _of_players(wager)]
        found = [self.judged(wager, sums[wager], meters) for wager in made]
        known = [one for one in found if one is not None]
        return summed(known) if known and len(known) == len(found) else None

    @cached_property
    def all_together(self) -> Judgement | None:
        return self.together(self.sums, self.meters)

    @cached_property
    def lines(self) -> list[JsonObject]:
        wagers = [wager for wager in _in_order(self.sums, self.expected) if _of_players(wager)]
        return [self._line(wager, self.sums[wager]) for wager in wagers]

    def _line(self, wager: str, cell: Sums) -> JsonObject:
        handle, win = cell.get("handle", 0), -cell.get("result", 0)
        known = None if isinstance(self.expected, str) else self.expected.get(wager)
        return {
            "wager": wager,
            "title": known.title if known is not None else wager.replace("_", " ").capitalize(),
            "wagers": cell.get("wagers", 0),
            "handle": handle,
            "action": cell.get("action", 0),
            "win": win,
            "hold": win / handle if handle else None,
            "expected": self._expected(known, self.judged(wager, cell, self.meters), handle),
        }

    def _expected(self, known: Expectation | None, found: Judgement | None, handle: int) -> JsonObject:
        if isinstance(self.expected, str):
            return {"state": self.expected}
        if known is None or found is None:
            return {"state": "there is no exact figure" if known is None else "nothing was staked"}
        return _judgement(found, self.period) | {
            "state": "known",
            "edge": found.expected / handle,
            "standard_deviation": known.standard_deviation,
            "shared": known.shared,
            "stake": known.stake,
            "basis": known.basis,
        }

    def course(self) -> list[JsonObject]:
        """How the win went through the period, beside its expectation: sums from its beginning on."""
        points: list[JsonObject] = []
        sums: dict[str, Sums] = {}
        meters: dict[str, Sums] = {}
        for time in self.period.slots(sorted({time for totals in self.all_totals for time in totals.cells.sums})):
            for totals in self.all_totals:
                join(sums, totals.cells.sums.get(time, {}))
            join(meters, self.link.sums.get(time, {}))
            if (total := self.together(sums, meters)) is not None:
                point = {
                    "until": self.books.days.shown(time),
                    "rounds": sums.get(ALL, {}).get("rounds", 0),
                    "win": total.win,
                }
                points.append(point | {"expected": round(total.expected), "deviation": round(total.deviation)})
        return points

    # a table, a game

    @cached_property
    def as_table(self) -> JsonObject:
        terms = self.terms
        return {
            "table": self.all_totals[0].table,
            "title": terms.title,
            **self._of_the_sheet(),
            **self._common(),
            "result": self._result(),
        }

    def as_game(self) -> JsonObject:
        return {**self._of_the_sheet(), "tables": [totals.table for totals in self.all_totals], **self._common()}

    def _of_the_sheet(self) -> JsonObject:
        terms = self.terms
        felt = self.books.sheets.of(terms).felt
        return {"sheet": terms.sheet, "sets": list(terms.sets), "hash": terms.hash, "text": terms.text, "felt": felt}

    def _common(self) -> JsonObject:
        whole, lines, together = self.sums.get(ALL, {}), self.lines, self.all_together
        handle, win = sum(line["handle"] for line in lines), sum(line["win"] for line in lines)
        drop = whole.get("drop", 0)
        return {
            "rounds": whole.get("rounds", 0),
            "handle": handle,
            "win": win,
            "hold": win / handle if handle else None,
            "drop": drop,
            "win_by_drop": win / drop if drop else None,
            "together": None if together is None else _judgement(together, self.period),
            "wagers": lines,
            "measured": FLOOR_GAMES[self.books.sheets.of(self.terms).game].handle,
            "tokes": _tokes(self.sums),
            "irregular": _irregular(whole),
            "course": self.course(),
        }

    def _result(self) -> JsonObject:
        """The table's result by its counts, and by the ledger; what differs was found or missed by counting."""
        (totals,) = self.all_totals
        now, from_meters = self.sums.get(ALL, {}), self.meters.get(totals.table, {}).get("tray", 0)
        book_opening = self._tray_before() + now.get("opening", 0)
        ledger = now.get("game", 0) + now.get("corrected", 0) + from_meters
        fills, credits, drop = (now.get(name, 0) for name in ("fills", "credits", "drop"))
        book_closing = book_opening + ledger + fills - credits + now.get("sold", 0) + now.get("found", 0)
        counted = [totals.counts[day] for day in sorted(totals.counts) if self.period.holds(day)]
        opening = next((day["opening"] for day in counted if "opening" in day), None)
        closing = counted[-1].get("closing") if counted else None
        first = book_opening if opening is None else opening
        last = book_closing if closing is None else closing
        classic = last + credits + drop - first - fills
        return {
            "opening": first,
            "opening_counted": opening is not None,
            "closing": last,
            "closing_counted": closing is not None,
            "fills": fills,
            "credits": credits,
            "drop": drop,
            "counted": classic,
            "ledger": ledger,
            "difference": classic - ledger,
            "over_short": now.get("over_short", 0),
            "from_meters": from_meters,
            "corrected": now.get("corrected", 0),
        }

    def _tray_before(self) -> int:
        """What the tray held when the period began, by the ledger."""
        (totals,) = self.all_totals
        own = totals.cells.total(day for day in totals.cells.days if self.period.before(day)).get(ALL, {})
        link = self.link.total(day for day in self.link.days if self.period.before(day)).get(totals.table, {})
        fields = ("opening", "game", "corrected", "fills", "sold", "found", "closing")
        return sum(own.get(field, 0) for field in fields) - own.get("credits", 0) + link.get("tray", 0)


def _of_players(wager: str) -> bool:
    """Whether a wager is the players' own, and not a bet for the dealers."""
    return wager != ALL and not wager.startswith("toke:")


def _in_order(sums: Mapping[str, Sums], expected: Mapping[str, Expectation] | str) -> list[str]:
    """The wagers in the order of the sheet, the rest by name."""
    known = [] if isinstance(expected, str) else [wager for wager in expected if wager in sums]
    rest = sorted(wager for wager in sums if wager != ALL and wager not in known)
    return [*known, *sorted(rest, key=lambda wager: wager != "main")]


OUTSIDE: Final = ((99, 0.005), (95, 0.025))
"""In so many of a hundred periods chance stays nearer to the expectation, if a side has less than this chance."""


def _out(found: Judgement | None) -> int:
    """Return 95 or 99 where a result lies outside what chance explains in so many of a hundred, else 0."""
    if found is None or not found.enough or found.chance is None:
        return 0
    return next((percent for percent, tail in OUTSIDE if found.chance < tail), 0)


def _outside(page: _Page, books: Books, period: Period) -> JsonObject:
    """A table's result that chance does not explain, with the reasons that managers have signed."""
    found, table = page.all_together, page.all_totals[0].table
    assert found is not None
    return {
        "table": table,
        "title": page.terms.title,
        "sheet": page.terms.sheet,
        "percent": _out(found),
        "win": found.win,
        "expected": round(found.expected),
        "deviation": round(found.deviation),
        "explanations": [
            {"why": one.why, "by": one.by, "at": one.at}
            for one in books.house.explanations
            if (one.table, one.period) == (table, period.kind) and period.holds(one.day)
        ],
    }


def _judgement(found: Judgement, period: Period) -> JsonObject:
    return {
        "win": round(found.expected),
        "deviation": round(found.deviation),
        "z": found.z,
        "chance": found.chance,
        "enough": found.enough,
        "words": unusual(found, period.span),
    }


def _tokes(sums: Mapping[str, Sums]) -> dict[str, int]:
    """What players have bet for the dealers, what that won or lost, and what went into and out of their box."""
    bet = [cell for wager, cell in sums.items() if wager.startswith("toke:")]
    whole = sums.get(ALL, {})
    return {
        "bet": sum(cell.get("action", 0) for cell in bet),
        "won": sum(cell.get("result", 0) for cell in bet),
        "into_the_box": whole.get("tokes", 0),
        "counted_out": -whole.get("tokes_paid", 0),
    }


def _irregular(whole: Sums) -> JsonObject:
    kinds = {key.partition(" ")[2]: times for key, times in whole.items() if key.startswith("irregularity ") and times}
    names = ("irregularities", "rulings", "voided", "corrections", "retracted", "calls")
    return {name: whole.get(name, 0) for name in names} | {"kinds": dict(sorted(kinds.items()))}


# --- the floor ----------------------------------------------------------------------------------------------------


def _floor(pages: list[_Page], period: Period) -> JsonObject:
    """All tables together."""
    tables = [page.as_table for page in pages]
    judged = [page.all_together for page in pages if page.lines]
    known = [one for one in judged if one is not None]
    together = summed(known) if known and len(known) == len(judged) else None
    handle, win = sum(table["handle"] for table in tables), sum(table["win"] for table in tables)
    drop = sum(table["drop"] for table in tables)
    return {
        "tables": len(tables),
        "rounds": sum(table["rounds"] for table in tables),
        "handle": handle,
        "win": win,
        "hold": win / handle if handle else None,
        "drop": drop,
        "win_by_drop": win / drop if drop else None,
        "together": None if together is None else _judgement(together, period),
        "tokes": {key: sum(table["tokes"][key] for table in tables) for key in _tokes({})},
        "ledger": sum(table["result"]["ledger"] for table in tables),
        "difference": sum(table["result"]["difference"] for table in tables),
    }


def _liabilities(books: Books) -> dict[str, int]:
    """What the house owes at this moment, whoever's it is."""
    balances = books.store.balances()
    parts = {
        "players": sum(cents for account, cents in balances.items() if is_player(account)),
        "layouts": sum(cents for account, cents in balances.items() if account.startswith("layout:")),
        "meters": sum(balances.get(meter(name), 0) for name in METERS),
        "reserve": balances.get(RESERVE, 0),
        "tokes": sum(cents for account, cents in balances.items() if account.startswith("tokes:")),
    }
    return parts | {"total": sum(parts.values())}


def _progressive(books: Books, period: Period) -> JsonObject | None:
    """Wagers and the house's seeds against meters, reserve, awards and the house's share: to the cent."""
    link = books.link
    if not link.version:
        return None
    life = link.cells.total(link.cells.days).get(ALL, {})
    now = link.cells.total(day for day in link.cells.days if period.holds(day)).get(ALL, {})
    held = {name: link.meters.get(meter(name), 0) for name in METERS} | {"reserve": link.meters.get(RESERVE, 0)}
    money_in = life.get("wagered", 0) + life.get("house", 0)
    money_out = sum(held.values()) + life.get("awarded", 0) + life.get("house_share", 0)
    fields = {"wagered": "wagered", "house_money": "house", "awarded": "awarded", "house_share": "house_share"}
    return {
        **held,
        **{name: life.get(field, 0) for name, field in fields.items()},
        **{f"{name}_paid_out": life.get(f"awarded {name}", 0) for name in METERS},
        "difference": money_in - money_out,
        "in_period": {name: now.get(field, 0) for name, field in fields.items()} | {"awards": now.get("awards", 0)},
    }


def _events(books: Books, period: Period, tables: set[str], *, whole: bool) -> list[JsonObject]:
    """The significant events of the period: what, before, after, who and why."""
    found = []
    for one in books.notices():
        at = books.days.rule_at(one.at).local(one.at)
        where = table_named(one.stream) or person_named(one.stream) or one.stream
        if period.holds(books.days.day_of(one.at)) and (whole or table_named(one.stream) in tables):
            found.append({
                "at": at.isoformat(timespec="seconds"), "where": where, "entry": one.version, "what": one.what,
                "before": one.before, "after": one.after, "who": one.who, "role": one.role, "why": one.why,
            })  # fmt: skip
    return found

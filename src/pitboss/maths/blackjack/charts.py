"""A house's own strategy chart: TOML with rows by total and columns by the dealer's up card, read and written.

A cell is a line of preferences in letters: S stand, H hit, D double, L double for less, R surrender, P split. The first
letter that is allowed is done; further ones say what else, and where none does it is a hit: "Ds" doubles, else stands,
"R" surrenders, else hits, "Rd" surrenders, else doubles, else hits. docs/strategy-charts.md describes the file.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from pitboss.errors import NotationError
from pitboss.maths.blackjack.moves import CHAINS, Chain, first_moves, follow, is_natural, later_moves, total_of
from pitboss.maths.blackjack.playbook import Move, Playbook
from pitboss.maths.blackjack.record import ACE_LAMMER, KINDS, LAMMER, SPLIT, SPLIT_ACE, UNSPLIT, BlackjackRecord
from pitboss.maths.blackjack.redoubles import most_again

__all__ = ["chart_text", "parse_chart", "read_chart"]

COLUMNS = (*range(1, 10), 0)
"""The up cards of a row from the two on: the ace comes last."""
LETTERS = "SHDLPR"
CARDS = "A23456789T"
TOTALS = {"hard": tuple(range(4, 22)), "soft": tuple(range(12, 22))}
SAID = {("hard", 21): (Move.STAND,), ("soft", 21): (Move.STAND,), ("soft", 12): (Move.HIT,)}
"""Rows that may be left out, as everybody plays them alike."""
MONEY, ON_LAMMER = (UNSPLIT, SPLIT, SPLIT_ACE), (LAMMER, ACE_LAMMER)
SPLITS: dict[str, Chain] = {"-": (), "P": (Move.SPLIT,), "Rp": (Move.SURRENDER, Move.SPLIT)}
"""The cells of a pair: played by its total, split, and given up or else split."""

AGAIN_CELLS = {"-": 0, "D": 1, "2": 2, "3": 3, "4": 4}
"""The cells of a doubled hand: it stands, is doubled again where that is open, or where N more doubles are."""

Row = tuple[Chain, ...]
"""The preferences against each up card, from the ace on."""


def cell_text(chain: Chain) -> str:
    """The letters of a line of preferences."""
    letters = "".join(LETTERS[move] for move in chain)
    if len(letters) > 1 and letters.endswith("H"):
        letters = letters[:-1]
    return letters[0] + letters[1:].lower()


CELLS = {cell_text(chain): chain for chain in CHAINS}
PAIR_CELLS = {**SPLITS, **CELLS}


# reading


def read_chart(path: str | Path, record: BlackjackRecord) -> Playbook:
    """The playbook of a chart file, for the game of a record."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise NotationError(f'cannot read "{path}": {getattr(error, "strerror", None) or "it is no text"}') from None
    return parse_chart(text, record, name=str(path))


def parse_chart(text: str, record: BlackjackRecord, *, name: str = "chart") -> Playbook:
    """The playbook of a chart's text; all that is wrong with it is said at once."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        reason = error if isinstance(error, tomllib.TOMLDecodeError) else "it is nested too deeply or out of range"
        raise NotationError(f'"{name}" is no chart: {reason}') from None
    reading = _Reading(record, data)
    wrong = reading.wrong
    if wrong:
        many = "1 defect" if len(wrong) == 1 else f"{len(wrong)} defects"
        more = "; ..." if len(wrong) > 5 else ""
        raise NotationError(f'the chart "{name}" has {many}: {"; ".join(wrong[:5])}{more}')
    return reading.playbook()


class _Reading:
    """A chart being read."""

    def __init__(self, record: BlackjackRecord, data: Mapping[str, Any]) -> None:
        self.record, self.wrong = record, list[str]()
        self.free = any(record.free_pairs)
        self.rows: dict[tuple[str, str], Row] = {}
        """By table and row; tables of hands on lammers begin with "lammer."."""
        self.again = np.zeros((len(KINDS), 10, 2, 22), dtype=np.uint8)
        self.flags = {name: data.get(name, False) for name in ("insurance", "even_money")}
        self.wrong += [f"{name} is true or false" for name, said in self.flags.items() if not isinstance(said, bool)]
        known = {"title", "hard", "soft", "cards", "pairs", "again", "lammer", *self.flags}
        self.wrong += [f"{name} is no part of a chart" for name in data if name not in known]
        self.read_tables("", data)
        if self.free:
            self.read_tables("lammer.", self.section(data, "lammer") or data)
        elif "lammer" in data:
            self.wrong.append("lammer is for a game with free splits")
        for key, text in self.section(data, "pairs").items():
            self.read_pair(key, text)

    def section(self, data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
        found = data.get(name, {})
        if isinstance(found, dict):
            return found
        self.wrong.append(f"{name} is no table")
        return {}

    def read_tables(self, prefix: str, data: Mapping[str, Any]) -> None:
        self.read_again(prefix, data)
        for table in TOTALS:
            for key, text in self.section(data, table).items():
                for total in self.totals(key, prefix + table, TOTALS[table]):
                    if (prefix + table, str(total)) in self.rows:
                        self.wrong.append(f"{prefix}{table} {total} has two rows")
                    self.read_row(prefix + table, str(total), text, CELLS)
            for (of_table, total), chain in SAID.items():
                if of_table == table:
                    self.rows.setdefault((prefix + table, str(total)), (chain,) * 10)
            missing = [str(total) for total in TOTALS[table] if (prefix + table, str(total)) not in self.rows]
            if missing:
                self.wrong.append(f"there is no row for {prefix}{table} {', '.join(missing)}")
        for key, text in self.section(data, "cards").items():
            cards = sorted(key.upper().replace("10", "T").split(), key=lambda card: CARDS.find(card))
            if len(cards) != 2 or any(len(card) != 1 or card not in CARDS for card in cards):
                self.wrong.append(f'{prefix}cards "{key}" are not two cards')
                continue
            self.read_row(f"{prefix}cards", " ".join(cards), text, CELLS)

    def read_again(self, prefix: str, data: Mapping[str, Any]) -> None:
        """The hands that are doubled again; without a row they stand."""
        again = self.section(data, "again")
        self.wrong += [f"{prefix}again.{name} is no table of a chart" for name in again if name not in TOTALS]
        for soft, table in enumerate(TOTALS):
            for key, text in self.section(again, table).items():
                for total in self.totals(key, f"{prefix}again.{table}", TOTALS[table]):
                    self.read_again_row(prefix, soft, total, text)

    def read_again_row(self, prefix: str, soft: int, total: int, text: object) -> None:
        words, name = text.split() if isinstance(text, str) else [], f"{prefix}again.{tuple(TOTALS)[soft]} {total}"
        if len(words) != 10 or any(word not in AGAIN_CELLS for word in words):
            self.wrong.append(f"{name}: ten entries of {' '.join(AGAIN_CELLS)} are expected")
            return
        kinds = ON_LAMMER if prefix else MONEY if self.free else MONEY + ON_LAMMER
        most = {kind: most_again(self.record, kind) for kind in kinds}
        least = np.zeros(10, dtype=np.uint8)
        least[list(COLUMNS)] = [AGAIN_CELLS[word] for word in words]
        if least.max() > max(most.values()) or (least.any() and not self.record.may_double(total, soft=bool(soft))):
            self.wrong.append(f"{name}: asks for what the rules never allow there")
        for kind in kinds:
            self.again[kind, :, soft, total] = np.where(least <= most[kind], least, 0)

    def totals(self, key: str, table: str, known: tuple[int, ...]) -> Iterator[int]:
        """The totals of a row: one, or from one to another."""
        match = re.fullmatch(r"\s*(\d{1,2})\s*(?:-\s*(\d{1,2})\s*)?", key, re.ASCII)
        span = range(int(match[1]), int(match[2] or match[1]) + 1) if match else range(0)
        if not span or span[0] not in known or span[-1] not in known:
            self.wrong.append(f"{table} {key} is no total that a hand can have")
            return
        yield from span

    def read_pair(self, key: str, text: object) -> None:
        ranks = key.strip().upper().replace("10", "T").replace(" ", "")
        if not ranks or ranks[0] not in CARDS or ranks not in (ranks[0], ranks[0] * 2):
            self.wrong.append(f"pairs {key} is no pair")
            return
        self.read_row("pairs", ranks[0], text, PAIR_CELLS)

    def read_row(self, table: str, key: str, text: object, codes: Mapping[str, Chain]) -> None:
        words = text.split() if isinstance(text, str) else []
        unknown = [word for word in words if word not in codes]
        row: list[Chain] = [(Move.STAND,)] * 10
        if len(words) != 10 or unknown:
            what = f'"{unknown[0]}" is none of {" ".join(codes)}' if unknown else f"{len(words)} entries, not 10"
            self.wrong.append(f"{table} {key}: {what}")
        else:
            for up, word in zip(COLUMNS, words, strict=True):
                row[up] = codes[word]
                if any(not self.ever_allowed(table, key, up, move) for move in codes[word]):
                    against = f"{table} {key} against {CARDS[up]}"
                    self.wrong.append(f'{against}: "{word}" asks for what the rules never allow there')
        self.rows[table, key] = tuple(row)

    def ever_allowed(self, table: str, key: str, up: int, move: Move) -> bool:
        """Whether a preference can ever be followed: by any hand, with two cards or with more."""
        lammer, _, name = table.rpartition(".")
        for kind in ON_LAMMER if lammer else MONEY:
            if move in (Move.STAND, Move.HIT):
                return True
            if name in TOTALS and move in later_moves(self.record, kind, int(key), soft=name == "soft"):
                return True
            if any(move in first_moves(self.record, kind, up, a, b) for a, b in two_cards(name, key)):
                return True
        return False

    # the playbook

    def playbook(self) -> Playbook:
        kinds = len(KINDS)
        first, unsplit = np.zeros((kinds, 10, 10, 10), dtype=np.uint8), np.zeros((kinds, 10, 10), dtype=np.uint8)
        later = np.zeros((kinds, 10, 2, 22), dtype=np.uint8)
        for kind, up, a, b in product(range(kinds), range(10), range(10), range(10)):
            chain = self.chain(kind, up, a, b)
            pair = self.rows.get(("pairs", CARDS[a]), (SPLITS["-"],) * 10)[up] if a == b else ()
            moves = pair_moves(self.record, kind, up, a, b, pair, chain)
            first[kind, up, a, b] = moves[0]
            if a == b:
                unsplit[kind, up, a] = moves[1]
        for kind, up, (soft, table) in product(range(kinds), range(10), enumerate(TOTALS)):
            for total in TOTALS[table]:
                chain = self.rows[self.prefix(kind) + table, str(total)][up]
                allowed = later_moves(self.record, kind, total, soft=bool(soft))
                later[kind, up, soft, total] = follow(chain, allowed)
        return Playbook(first, unsplit, later, self.flags["insurance"], self.flags["even_money"], self.again)

    def prefix(self, kind: int) -> str:
        return "lammer." if self.free and kind in ON_LAMMER else ""

    def chain(self, kind: int, up: int, a: int, b: int) -> Chain:
        """The preferences for two cards: their own row, else that of their total; a blackjack is taken as it is."""
        low, high = sorted((a, b))
        own = self.rows.get((self.prefix(kind) + "cards", f"{CARDS[low]} {CARDS[high]}"))
        if own is not None:
            return own[up]
        if is_natural(self.record, kind, a, b):
            return (Move.STAND,)
        total, soft = total_of(a, b)
        return self.rows[self.prefix(kind) + ("soft" if soft else "hard"), str(total)][up]


def pair_moves(
    record: BlackjackRecord, kind: int, up: int, a: int, b: int, pair: Chain, chain: Chain
) -> tuple[Move, Move]:
    """What two cards do by the preferences of a pair and then of its total: as they are, and once they cannot split."""
    allowed = first_moves(record, kind, up, a, b)
    alone = tuple(move for move in allowed if move != Move.SPLIT)
    return follow(pair + chain, allowed), follow(pair + chain, alone)


def two_cards(table: str, key: str) -> Iterator[tuple[int, int]]:
    """The first two cards that a row is for."""
    if table == "cards":
        low, high = key.split()
        yield CARDS.index(low), CARDS.index(high)
    elif table == "pairs":
        yield CARDS.index(key), CARDS.index(key)
    else:
        for a in range(10):
            for b in range(a, 10):
                if total_of(a, b) == (int(key), table == "soft"):
                    yield a, b


# writing


def chart_text(book: Playbook, record: BlackjackRecord, *, title: str = "") -> str:
    """A playbook as a chart that reads back as the same playbook."""
    lines = [f'title = "{title}"'] if title else []
    lines += [f"insurance = {str(book.insure).lower()}", f"even_money = {str(book.even_money).lower()}"]
    prefixes = ("", "lammer.") if any(record.free_pairs) else ("",)
    parts = [_Writing(book, record, prefix) for prefix in prefixes]
    for part in parts:
        lines += part.tables()
    lines += ["", "[pairs]"]
    for value in COLUMNS:
        cells = []
        for up in COLUMNS:
            fit = [cell for cell in SPLITS if all(cell in part.cells_of_pair(value, up) for part in parts)]
            if not fit:
                raise not_a_chart(f"{CARDS[value]} {CARDS[value]}", up)
            cells.append(fit[0])
        lines.append(f'{CARDS[value]} = "{spaced(cells)}"')
    return "\n".join(lines) + "\n"


def spaced(cells: Iterable[str]) -> str:
    return " ".join(f"{cell:3}" for cell in cells).rstrip()


def not_a_chart(held: str, up: int) -> NotationError:
    return NotationError(
        f"this playbook cannot be written as a chart: {held} against {CARDS[up]} is played in several ways",
        expected="a playbook that looks at totals, or at the first two cards",
    )


class _Writing:
    """The tables for hands with the player's money, or on lammers."""

    def __init__(self, book: Playbook, record: BlackjackRecord, prefix: str) -> None:
        self.book, self.record, self.prefix = book, record, prefix
        self.kinds = ON_LAMMER if prefix else MONEY if any(record.free_pairs) else MONEY + ON_LAMMER
        self.rows: dict[tuple[int, int], Row] = {
            (soft, total): tuple(self.total_chain(soft, total, up) for up in range(10))
            for soft, table in enumerate(TOTALS)
            for total in TOTALS[table]
        }
        self.own = {
            (a, b): tuple(self.own_chain(a, b, up) for up in range(10))
            for a, b in product(range(10), range(10))
            if a <= b and not all(self.fits(self.by_total(a, b, up), up, a, b) for up in range(10))
        }

    def tables(self) -> list[str]:
        lines = []
        for soft, table in enumerate(TOTALS):
            lines += ["", f"[{self.prefix}{table}]", f"#     {spaced(CARDS[up] for up in COLUMNS)}"]
            for total in TOTALS[table]:
                row = self.rows[soft, total]
                lines.append(f'{total:2} = "{spaced(cell_text(row[up]) for up in COLUMNS)}"')
        if self.own:
            lines += ["", f"[{self.prefix}cards]"]
        for (a, b), row in self.own.items():
            lines.append(f'"{CARDS[a]} {CARDS[b]}" = "{spaced(cell_text(row[up]) for up in COLUMNS)}"')
        return lines + self.again_tables()

    def again_tables(self) -> list[str]:
        """The hands that are doubled again, where there are any."""
        lines = []
        names = {least: cell for cell, least in AGAIN_CELLS.items()}
        for soft, table in enumerate(TOTALS):
            rows = [(total, self.again_row(soft, total)) for total in TOTALS[table]]
            told = [f'{total:2} = "{spaced(names[row[up]] for up in COLUMNS)}"' for total, row in rows if any(row)]
            if told:
                lines += ["", f"[{self.prefix}again.{table}]", *told]
        return lines

    def again_row(self, soft: int, total: int) -> list[int]:
        """From how many doubles left on a total is doubled again, which all kinds of hand must share."""
        found: list[int] = self.book.again[self.kinds[0], :, soft, total].tolist()
        for up, kind in product(range(10), self.kinds):
            most = most_again(self.record, kind)
            if self.book.again[kind, up, soft, total] != (found[up] if found[up] <= most else 0):
                raise not_a_chart(f"{tuple(TOTALS)[soft]} {total} that was doubled", up)
        return found

    def total_chain(self, soft: int, total: int, up: int) -> Chain:
        """The preferences that fit three cards and more, and most of the first two cards of a total."""
        fit = []
        for chain in CHAINS:
            done = [follow(chain, later_moves(self.record, kind, total, soft=bool(soft))) for kind in self.kinds]
            if done == [self.book.later[kind, up, soft, total] for kind in self.kinds]:
                fit.append(chain)
        table = tuple(TOTALS)[soft]
        if not fit:
            raise not_a_chart(f"{table} {total}", up)
        met: Counter[Chain] = Counter()
        for chain in fit:
            met[chain] = sum(self.fits(chain, up, a, b) for a, b in two_cards(table, str(total)))
        return max(fit, key=lambda chain: (met[chain], -len(chain)))

    def own_chain(self, a: int, b: int, up: int) -> Chain:
        """The preferences for two cards that are not played by their total, the shortest line that fits."""
        for chain in sorted(CHAINS, key=len):
            if self.fits(chain, up, a, b):
                return chain
        raise not_a_chart(f"{CARDS[a]} {CARDS[b]}", up)

    def by_total(self, a: int, b: int, up: int) -> Chain:
        total, soft = total_of(a, b)
        return self.rows[int(soft), total][up]

    def fits(self, chain: Chain, up: int, a: int, b: int) -> bool:
        """Whether preferences say what the book does with two cards of every kind of hand."""
        if a == b:
            return any(self.fits_pair(pair, chain, up, a) for pair in SPLITS.values())
        for kind in self.kinds:
            found = self.book.first[kind, up, a, b]
            taken = is_natural(self.record, kind, a, b) and found == Move.STAND
            if not taken and follow(chain, first_moves(self.record, kind, up, a, b)) != found:
                return False
        return True

    def fits_pair(self, pair: Chain, chain: Chain, up: int, value: int) -> bool:
        for kind in self.kinds:
            found = pair_moves(self.record, kind, up, value, value, pair, chain)
            if found != (self.book.first[kind, up, value, value], self.book.unsplit[kind, up, value]):
                return False
        return True

    def cells_of_pair(self, value: int, up: int) -> list[str]:
        """The cells of a pair that fit, its total or its own row being what it is."""
        chain = self.own[value, value][up] if (value, value) in self.own else self.by_total(value, value, up)
        return [cell for cell, pair in SPLITS.items() if self.fits_pair(pair, chain, up, value)]

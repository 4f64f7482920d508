"""Card counters: bets by the count, and plays that change with it.

A count is any :class:`pitboss.maths.counting.Count`; the counter sits last, sees every card that lies open, and not the
hole card or a burn card.

>>> hilo = Counting(bets=[(-99, 500), (2, 1000), (4, 5000)], deviations=[Deviation("16", "T", 0, "stand")])
>>> hilo.stake_at(3), hilo.stake_at(-1)
(1000, 500)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Final, Literal, cast, get_args

from pitboss.errors import NotationError
from pitboss.maths.blackjack.moves import ACE, first_moves, is_natural, later_moves, total_of
from pitboss.maths.blackjack.playbook import Move, Playbook
from pitboss.maths.blackjack.record import KINDS, BlackjackRecord
from pitboss.maths.counting import COUNTS, Count, read_count
from pitboss.money import dollars

__all__ = ["HIGHEST", "LOWEST", "Counting", "Deviation"]

LOWEST, HIGHEST = -40, 40
"""Counts beyond these are bet and played as these."""
VALUES: Final = "A23456789T"
Play = Literal["stand", "hit", "double", "split", "surrender", "insure"]


@dataclass(frozen=True, slots=True)
class Deviation:
    """A play that depends on the true count: from ``count`` on, or below it, the hand is played otherwise.

    The hand is a total (``"16"``, ``"soft 18"``) or a pair (``"TT"``), the up card a value from ``2`` to ``T`` and
    ``A``; the hand ``"insurance"`` has no up card. Where surrender is asked before the dealer's check and the count
    has come so far only when the hand is on turn, it is too late: such a hand stands on a hard 17 or more, else hits.
    """

    hand: str
    up: str
    count: int
    play: Play
    below: bool = False

    @property
    def text(self) -> str:
        return f"{self.hand} {self.up} {'<' * self.below}{self.count} {self.play}"

    @classmethod
    def parse(cls, text: str) -> Deviation:
        """Read an index play: hand, up card, true count and play; a ``<`` before the count means below it.

        >>> Deviation.parse("16 T 0 stand") == Deviation("16", "T", 0, "stand")
        True
        """
        words = re.fullmatch(r"\s*(.+?)\s+(\S+)\s+(<?)([+-]?\d{1,3})\s+(\w+)\s*", text, re.ASCII)
        if words is None or words[5] not in get_args(Play):
            raise NotationError(
                "cannot read an index play", text=text, expected='hand, up card, count, play: "16 T 0 stand"'
            )
        return cls(words[1], words[2], int(words[4]), cast(Play, words[5]), below=bool(words[3]))

    def holds(self, count: int) -> bool:
        return count < self.count if self.below else count >= self.count


@dataclass(frozen=True)
class Counting:
    """How a counter counts, bets and plays."""

    count: Count = COUNTS["hi-lo"]
    """What is counted; its name or its text will do."""
    bets: Sequence[tuple[int, int]] = ()
    """The cents bet from each count on, in rising order; 0 sits out, an empty spread always bets the stake."""
    deviations: Sequence[Deviation] = field(default=())

    def __post_init__(self) -> None:
        if isinstance(self.count, str):
            object.__setattr__(self, "count", read_count(self.count))
        object.__setattr__(self, "bets", tuple((int(count), int(cents)) for count, cents in self.bets))
        object.__setattr__(self, "deviations", tuple(self.deviations))
        counts = [count for count, _ in self.bets]
        if counts != sorted(set(counts)):
            raise NotationError("the true counts of a bet spread must rise", expected="such as 1:10 2:50 4:100")
        for deviation in self.deviations:
            _cells(deviation)

    @property
    def text(self) -> str:
        """The count in words, with all that makes it another.

        >>> Counting(bets=[(-99, 500), (2, 5000)], deviations=[Deviation("16", "T", 0, "stand")]).text
        'hi-lo, bets $5 from -99, $50 from +2, plays 16 T 0 stand'
        """
        said = [self.count.text]
        bets = [f"{dollars(cents) if cents else 'nothing'} from {count:+d}" for count, cents in self.bets]
        said += ["bets " + ", ".join(bets)] if bets else []
        plays = [one.text for one in self.deviations]
        return ", ".join([*said, "plays " + ", ".join(plays)] if plays else said)

    def bet_count(self, running: int, left: int) -> int:
        """Return the count that is bet by, within the range that is told apart, of its own running count."""
        return _told_apart(self.count.betting.true_count(running, left))

    def play_count(self, running: int, left: int) -> int:
        """Return the count that is played by, within the range that is told apart."""
        return _told_apart(self.count.true_count(running, left))

    def stake_at(self, count: int, stake: int = 0) -> int:
        """What is bet at a true count, in cents; below the lowest that is named, and without a spread, the stake."""
        found = [cents for least, cents in self.bets if count >= least]
        return found[-1] if found else stake

    def book_at(self, count: int, book: Playbook, record: BlackjackRecord) -> Playbook:
        """A playbook as it is played at a true count; a play that is not allowed is left out."""
        found = replace(book, first=book.first.copy(), unsplit=book.unsplit.copy(), later=book.later.copy())
        insure = book.insure
        for deviation in self.deviations:
            if not deviation.holds(count):
                continue
            if deviation.play == "insure":
                insure = True
            else:
                _apply(deviation, found, record)
        return replace(found, insure=insure)


def _told_apart(count: int) -> int:
    return min(max(count, LOWEST), HIGHEST)


def _cells(deviation: Deviation) -> tuple[int, int | None, tuple[int, bool] | None]:
    """What a deviation is about: its up card, and either the value of a pair or a total and whether it is soft."""
    hand, up = deviation.hand.strip(), deviation.up.strip().upper()
    if (deviation.play == "insure") != (hand == "insurance"):
        raise NotationError(f'"{hand}" cannot be played as "{deviation.play}"', expected="insurance and insure")
    if hand == "insurance":
        return ACE, None, None
    if len(up) != 1 or up not in VALUES:
        raise NotationError(f'"{deviation.up}" is no up card', expected="A or 2 to 9 or T")
    pair = len(hand) == 2 and hand[0] == hand[1] and hand[0].upper() in VALUES and hand != "11"
    if pair:
        return VALUES.index(up), VALUES.index(hand[0].upper()), None
    soft = hand.startswith("soft ")
    number = hand.removeprefix("soft ")
    if not number.isdecimal() or not (13 if soft else 4) <= int(number) <= 21 or deviation.play == "split":
        raise NotationError(
            f'"{hand}" cannot be played as "{deviation.play}"',
            expected="a total such as 16 or soft 18, or a pair such as TT",
        )
    return VALUES.index(up), None, (int(number), soft)


def _apply(deviation: Deviation, book: Playbook, record: BlackjackRecord) -> None:
    """Put a deviation in the book wherever it is allowed; a total is not about pairs that are split."""
    up, pair, total = _cells(deviation)
    move = Move[deviation.play.upper()]
    for kind, a, b in product(range(len(KINDS)), range(10), range(10)):
        if ((a, b) != (pair, pair) and total_of(a, b) != total) or is_natural(record, kind, a, b):
            continue
        if move in first_moves(record, kind, up, a, b):
            if pair is not None or book.first[kind, up, a, b] != Move.SPLIT:
                book.first[kind, up, a, b] = move
            if a == b and move != Move.SPLIT:
                book.unsplit[kind, up, a] = move
    for kind in range(len(KINDS)):
        if total is not None and move in later_moves(record, kind, total[0], soft=total[1]):
            book.later[kind, up, int(total[1]), total[0]] = move

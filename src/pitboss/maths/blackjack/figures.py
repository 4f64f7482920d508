"""The figures of a blackjack game's own wagers: the main bet, insurance, and even money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from pitboss.maths.blackjack.amount_bet import average_bet
from pitboss.maths.blackjack.bonuses import BLACKJACK, Prize
from pitboss.maths.blackjack.courses_of_play import BestCourse, BookCourse
from pitboss.maths.blackjack.evaluate import evaluate
from pitboss.maths.blackjack.moves import ACE, TEN
from pitboss.maths.blackjack.playbook import Playbook
from pitboss.maths.blackjack.record import BlackjackRecord, compile_record
from pitboss.maths.blackjack.shoe import Shoe, ShoeLike, full_shoe, read_shoe
from pitboss.maths.blackjack.solver import check_shoe, remembered
from pitboss.maths.blackjack.split_law import Course
from pitboss.maths.blackjack.spreads import ENDINGS, Spread, spread_on
from pitboss.maths.figures import LineFigure, WagerFigures
from pitboss.money import dollars
from pitboss.rules import Sheet

__all__ = ["GameFigures", "figures"]


@dataclass(frozen=True, slots=True)
class GameFigures:
    """All that is said of a game: its wagers, and how the main bet's rounds go."""

    wagers: Mapping[str, WagerFigures]
    spread: Spread
    average_bet: float
    """What is bet in a round on average, in units of the initial bet."""

    @property
    def element_of_risk(self) -> float:
        """The share of all that is bet that the house keeps."""
        return self.wagers["main"].house_edge / self.average_bet


def figures(
    sheet: Sheet, *, shoe: ShoeLike | None = None, stake_cents: int | None = None, book: Playbook | None = None
) -> GameFigures:
    """The figures of a sheet's first round at best play, or as a book plays it."""
    record = compile_record(sheet, stake_cents=stake_cents)
    cards = full_shoe(record.decks) if shoe is None else read_shoe(shoe)
    check_shoe(record, cards, splits=True)
    course: Course
    if book is None:
        solution = remembered(record, cards)
        course, edge, basis = BestCourse(solution), solution.house_edge, solution.basis
    else:
        course = BookCourse(record, cards, book)
        edge = course.played.insurance_taken() - evaluate(record, book, shoe=cards)
        basis = f"a stake of {dollars(record.stake)}, the first round of the shoe, played by the book"
    found = spread_on(course)
    wagers = {"main": main_figures(record, found, edge, basis)}
    if record.insurance_stake:
        wagers["insurance"] = insurance_figures(record, cards)
    if record.even_money is not None:
        wagers["even_money"] = even_money_figures(record, cards)
    return GameFigures(wagers, found, average_bet(course))


def main_figures(record: BlackjackRecord, found: Spread, edge: float, basis: str) -> WagerFigures:
    """The main bet, with a line for every way to end and what it pays."""
    ways = Counter(name for name, _ in found.endings)
    lines = []
    for (name, cents), chance in found.endings.items():
        line, title = name, ENDINGS[name]
        if ways[name] > 1:
            line, title = f"{line} {cents / record.stake:+g}", f"{title}, {cents / record.stake:+g} bets in all"
        lines.append(LineFigure(line, title, Fraction(cents, record.stake), chance))
    return WagerFigures("main", "Main bet", edge, found.standard_deviation, None, tuple(lines), basis)


def insurance_figures(record: BlackjackRecord, shoe: Shoe) -> WagerFigures:
    """Insurance per unit of its own stake, for a player who insures every hand: whether a ten-value card is under."""
    chance = hole_ten(shoe, 0, 1)
    pays = Fraction(record.insurance_pays, record.insurance_stake)
    stake = dollars(record.insurance_stake)
    return wager("insurance", "Insurance", (("blackjack", "dealer has a blackjack", pays, chance),
        ("none", "dealer has none", Fraction(-1), 1 - chance)),
        f"a stake of {stake} on every hand against an ace, the first round of the shoe")  # fmt: skip


def even_money_figures(record: BlackjackRecord, shoe: Shoe) -> WagerFigures:
    """Even money as the bet it is: what taking it wins and loses against playing the blackjack on."""
    assert record.even_money is not None
    chance = hole_ten(shoe, 1, 2)
    against = Fraction(record.even_money - record.tie_against_ace, record.stake)
    plain = (Prize(Fraction(1), record.natural_pays),)
    without = tuple(
        (prize.line or "none", "dealer has none" + ", a blackjack of one suit" * bool(prize.line),
         Fraction(record.even_money - prize.win, record.stake), (1 - chance) * prize.share)
        for prize in record.bonuses[BLACKJACK] or plain
    )  # fmt: skip
    return wager("even_money", "Even money", (("blackjack", "dealer has a blackjack", against, chance), *without),
        f"per unit of a bet of {dollars(record.stake)}, a blackjack against an ace, beside playing it on")  # fmt: skip


def hole_ten(shoe: Shoe, tens: int, aces: int) -> Fraction:
    """The chance of a ten-value card in the hole once N tens and aces are gone."""
    if shoe.values[TEN] < tens or shoe.values[ACE] < aces:
        return Fraction(0)
    return Fraction(shoe.values[TEN] - tens, shoe.cards - tens - aces)


def wager(name: str, title: str, lines: tuple[tuple[str, str, Fraction, Fraction], ...], basis: str) -> WagerFigures:
    """A wager whose lines are known as fractions."""
    mean = sum((pays * chance for _, _, pays, chance in lines), Fraction(0))
    square = sum((pays * pays * chance for _, _, pays, chance in lines), Fraction(0))
    deviation = sqrt(square - mean * mean)
    return WagerFigures(name, title, float(-mean), deviation, -mean, tuple(LineFigure(*line) for line in lines), basis)

"""The line of a calculation: how an amount comes about, by the odds of the sheet and the stake.

>>> from pitboss.money import Odds
>>> Calculation(stake=1750, odds=(Odds(3, 2),), pays=2600).text
'$17.50 × 3:2 = $26.25, rounded down to $26.00'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pitboss.games.events import WagerSettled
from pitboss.money import Odds
from pitboss.rules import Sheet
from pitboss.rules.game import wager_of
from pitboss.rules.progressive import progressive_of
from pitboss.words import wording

__all__ = ["Calculation", "amount", "calculate"]


def amount(cents: int | Fraction) -> str:
    """Money as a line of a calculation has it, always with cents.

    >>> amount(123456), amount(-50), amount(Fraction(5, 2))
    ('$1,234.56', '-$0.50', '$0.025')
    """
    exact = Fraction(cents)
    whole, part = divmod(-exact if exact < 0 else exact, 100)
    digits = f"{int(part):02d}" + f"{int((part - int(part)) * 10)}" * (part != int(part))
    return f"{'-' if cents < 0 else ''}${int(whole):,}.{digits}"


@dataclass(frozen=True, slots=True)
class Calculation:
    """A stake at one or several odds, and what is paid: the product, what rounding leaves of it, or a share."""

    stake: int
    odds: tuple[Odds, ...]
    pays: int
    limit: int = 0
    """The limit of the table that awards of one round share, in cents; 0 where it was not reached."""

    @property
    def exact(self) -> Fraction:
        return sum((self.stake * odds.ratio for odds in self.odds), Fraction(0))

    @property
    def text(self) -> str:
        product = " + ".join(f"{amount(self.stake)} × {odds.text}" for odds in self.odds)
        line = f"{product} = {amount(self.exact)}"
        if self.exact == self.pays:
            return line
        if self.limit:
            return wording("school.shared", {"line": line, "limit": amount(self.limit), "pays": amount(self.pays)})
        if self.exact < self.pays:
            return wording("school.rounded_up", {"line": line, "pays": amount(self.pays)})
        return wording("school.rounded_down", {"line": line, "pays": amount(self.pays)})


def calculate(sheet: Sheet, done: WagerSettled) -> Calculation | None:
    """Return how a payment comes about; None where it comes from no odds: a meter, an envy pay, a lammer."""
    progressive = progressive_of(sheet.rules)
    if progressive is not None and done.wager == "progressive_award" and done.line:
        odds_of_line = sheet.values.get(f"bets.progressive.pays.{done.line}")
        return None if odds_of_line is None else Calculation(progressive.wager, (odds_of_line,), done.pays)
    if done.pays <= 0 or not done.stake:
        return None
    for odds in _candidates(sheet, done):
        found = Calculation(done.stake, odds, done.pays)
        if found.exact == done.pays or abs(found.exact - done.pays) < _widest_rounding(sheet):
            return found
        limit = sheet.values.get("aggregate.limit", 0)
        if limit and done.pays < found.exact and found.odds[-1].ratio >= sheet.values["aggregate.pays_from"].ratio:
            return Calculation(done.stake, odds, done.pays, limit)
    return None


def _widest_rounding(sheet: Sheet) -> int:
    """By how many cents, at most, a payment can be rounded."""
    rounded = [path for path in sheet.values if path.endswith("rounding") and not path.startswith("aggregate.")]
    return 1 if all(sheet.values[path] == "none" for path in rounded) else 100


def _candidates(sheet: Sheet, done: WagerSettled) -> Iterator[tuple[Odds, ...]]:
    """The odds that a payment may be by: of its line, of the value that its clause states, of the wager beside."""
    name = done.wager.removeprefix("toke:")
    wager = wager_of(sheet.game, sheet.rules, name)
    section = wager.pays if wager is not None else ""
    if done.line and section:
        lines = [sheet.values.get(f"{section}.{line}") for line in done.line.split("+")]
        if all(isinstance(odds, Odds) for odds in lines):
            yield tuple(odds for odds in lines if odds is not None)
    stated = [path for path, source in sheet.sources.items() if done.clause in source.clauses]
    main = [path for path in sheet.values if path.count(".") == 1]
    for path in (*stated, *(f"bonus.{line}" for line in (done.line,) if line), *main):
        if isinstance(odds := sheet.values.get(path), Odds) and path != "aggregate.pays_from":
            yield (odds,)
    if done.wager != name:  # a toke follows the wager that it lies beside
        for path, odds in sheet.values.items():
            if isinstance(odds, Odds) and section and path.startswith(section):
                yield (odds,)
        yield (Odds(1, 1),)

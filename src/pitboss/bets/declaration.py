"""A side bet as it is declared: the cards it looks at, its lines from best to worst, and what a house may choose.

A declaration becomes a section of a sheet like any other, so that its odds and limits carry clauses, are overridden,
hashed and posted as every value is.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Annotated, Any, Final, Literal, NamedTuple

from pitboss.bets.base import Limits, Line, SpotFacts
from pitboss.bets.compiled import Compiled, Lines, NamedPattern
from pitboss.bets.parsing import LOOKS, OptionValue, parse_pattern
from pitboss.bets.patterns import BET, DEALER_BLACKJACK, MAIN, PLAYER_BLACKJACK
from pitboss.money import Odds
from pitboss.options import Option

__all__ = ["Bet", "Choice", "Declaration", "DeclaredLine", "attribute_of", "bets_in", "section_named"]

NAME: Final = re.compile(r"[a-z0-9][a-z0-9_+-]{0,29}")
LINE_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")

TAKEN: Final = frozenset(
    (
        "main", "insurance", "double", "split", "free", "free_split", "free_double", "progressive", "over", "under",
        "ante", "blind", "play", "trips", "queens_up", "super_bonus", "toke", "tokes", "box", "player", "answers",
        "paid", "paid_tokes",
    )
)  # fmt: skip
"""Names of other wagers, and words that mean something else in a hand record."""
TAKEN_LINES: Final = frozenset(("lose", "lost"))
"""What a lost bet is called among lines."""

EVERY_LINE: Final = Option(
    "settlement figures", {True: "Every line reached is paid.", False: "Only the highest line is paid."}
)
LOOKS_AT: Final = Option("settlement figures", {name: f"It looks at {look.words}." for name, look in LOOKS.items()})
SETTLEMENTS: Final[Mapping[str, str]] = {
    "after_deal": "Settled right after the first two cards, before insurance and any decision.",
    "end_of_player_hand": "Settled as soon as the player's own hand is over.",
    "end_of_round": "Settled with the main bet when the round is over.",
}
_UNSAID: Final = Option("", "")
"""A value that is posted as part of another sentence and has none itself."""


class DeclaredLine(NamedTuple):
    """A line of a declaration."""

    name: str
    title: str
    pattern: str
    optional: bool = False


class Choice(NamedTuple):
    """Something that a house may choose in a bet, and its sentence or sentences on the placard."""

    name: str
    kind: Any
    option: Option
    default: Any = dataclasses.MISSING


@dataclass(frozen=True, eq=False)
class Declaration:
    """A side bet before a house has chosen anything.

    ``wagers`` are the bets on the layout that share its section, each with its title; with one of them it has the name
    of the section, with several each has the name of its line. ``written`` says that the declaration itself is part of
    the sheet: its patterns are values of it. ``posted`` is the order of the pay table where it is another one.
    """

    name: str
    title: str
    cards: str
    lines: tuple[DeclaredLine, ...]
    loses: tuple[DeclaredLine, ...] = ()
    choices: tuple[Choice, ...] = ()
    wagers: tuple[tuple[str, str], ...] = ()
    every_line: str = ""
    posted: tuple[str, ...] = ()
    written: bool = True

    @cached_property
    def pays(self) -> type:
        """The class of its pay table, lines that a sheet may leave out as None."""
        fields: list[Any] = [
            (line.name, Annotated[Odds | None, Line(line.title)], dataclasses.field(default=None))
            if line.optional
            else (line.name, Annotated[Odds, Line(line.title)])
            for line in sorted(self.lines, key=self._place_on_table)
        ]
        return dataclasses.make_dataclass("Pays", fields, frozen=True, slots=True, kw_only=True)

    def _place_on_table(self, line: DeclaredLine) -> int:
        return self.posted.index(line.name) if line.name in self.posted else len(self.posted)

    @cached_property
    def section(self) -> type:
        """The class of its section in a sheet."""
        asked = [(one.name, Annotated[one.kind, one.option], _default(one.default)) for one in self.choices]
        fields: list[Any] = [*asked, ("pays", self.pays)]
        if self.written:
            fields = [*self._own_fields(), *fields]
        namespace = {"declaration": self}
        return dataclasses.make_dataclass(
            "SideBet", fields, bases=(Limits,), namespace=namespace, frozen=True, slots=True, kw_only=True
        )

    def _own_fields(self) -> list[Any]:
        """What a declaration that stands in a sheet says of itself."""
        texts = [(line.name, Annotated[str, _UNSAID], dataclasses.field(default=line.title)) for line in self.lines]
        patterns = [(line.name, Annotated[str, Option("settlement figures", "")]) for line in self.lines]
        made = [
            dataclasses.make_dataclass(name, fields, frozen=True, slots=True, kw_only=True)
            for name, fields in (("Patterns", patterns), ("Titles", texts))
        ]
        return [
            ("title", Annotated[str, _UNSAID]),
            ("cards", Annotated[Literal[tuple(LOOKS)], LOOKS_AT]),
            ("every_line", Annotated[bool, EVERY_LINE], dataclasses.field(default=False)),
            ("lines", made[0]),
            ("titles", made[1]),
        ]

    @cached_property
    def bets(self) -> tuple[Bet, ...]:
        """Its wagers on the layout."""
        if not self.wagers:
            return (Bet(self.name, self.title, self, tuple(line.name for line in self.lines)),)
        return tuple(Bet(wager, title, self, (wager,)) for wager, title in self.wagers)


def _default(value: Any) -> Any:
    return dataclasses.field() if value is dataclasses.MISSING else dataclasses.field(default=value)


@dataclass(frozen=True, slots=True)
class Bet:
    """A side bet on the layout: its wager, its title, and the lines that it can win."""

    wager: str
    title: str
    declaration: Declaration
    line_names: Lines

    @property
    def section(self) -> str:
        """The name of its section in the sheet."""
        return self.declaration.name

    @property
    def attribute(self) -> str:
        return attribute_of(self.section)

    def section_in(self, bets: object) -> Any:
        """Its section among the side bets of a sheet, None where the sheet does not describe it."""
        return getattr(bets, self.attribute, None)

    @property
    def needs(self) -> tuple[str, ...]:
        """The facts that decide it, so that the mathematics can walk over exactly those."""
        return _needs(self)

    def compiled(self, rules: Any) -> Compiled:
        """Its patterns, read with the choices of a house."""
        return _compiled(self, rules)

    def lines(self, seen: SpotFacts, rules: Any) -> Lines:
        """The lines that the cards make, none where the bet is lost."""
        return self.compiled(rules).lines(seen)


@lru_cache(maxsize=256)
def _compiled(bet: Bet, rules: Any) -> Compiled:
    """Read the patterns of the lines that the house pays."""
    declared = bet.declaration
    chosen: dict[str, OptionValue] = {one.name: getattr(rules, one.name) for one in declared.choices}
    cards = rules.cards if declared.written else declared.cards
    texts = [
        (line.name, getattr(rules.lines, line.name) if declared.written else line.pattern)
        for line in declared.lines
        if line.name in bet.line_names and getattr(rules.pays, line.name) is not None
    ]
    every = rules.every_line if declared.written else bool(chosen.get(declared.every_line, False))
    loses = [(line.name, line.pattern) for line in declared.loses]
    return compile_lines(cards, texts, loses, chosen, every_line=every)


def compile_lines(
    cards: str,
    lines: Iterable[tuple[str, str]],
    loses: Iterable[tuple[str, str]] = (),
    chosen: Mapping[str, OptionValue] | None = None,
    *,
    every_line: bool = False,
) -> Compiled:
    """Read patterns by their names; raises NotationError for one that cannot be read."""
    look = LOOKS[cards]
    read = [
        [NamedPattern(name, parse_pattern(text, look, chosen or {})) for name, text in some] for some in (lines, loses)
    ]
    return Compiled(cards, read[0], read[1], every_line=every_line)


@lru_cache(maxsize=256)
def _needs(bet: Bet) -> tuple[str, ...]:
    """Read the patterns with any choices: which facts they name does not depend on them."""
    declared = bet.declaration
    chosen: dict[str, OptionValue] = {one.name: _some_value(one) for one in declared.choices}
    texts = [(line.name, line.pattern) for line in declared.lines if line.name in bet.line_names]
    facts = compile_lines(declared.cards, texts, (), chosen).facts
    needs = [*LOOKS[declared.cards].needs]
    needs += ["first"] if PLAYER_BLACKJACK in facts and "first" not in needs else []
    needs += [DEALER_BLACKJACK] if DEALER_BLACKJACK in facts else []
    return (*needs, *(["stakes"] if facts & {BET, MAIN} else []))


def _some_value(choice: Choice) -> OptionValue:
    if choice.kind is bool:
        return True
    return choice.option.low or 0 if choice.kind is int else None


def attribute_of(name: str) -> str:
    """The name of a bet's section as an attribute: `21+3` cannot be one as it is."""
    return name if name.isidentifier() else "bet_" + re.sub(r"\W", lambda sign: f"_{ord(sign[0]):x}_", name)


def section_named(bets: object, name: str) -> Any:
    """The section of a bet among the side bets of a sheet, None where the sheet does not describe it."""
    return getattr(bets, attribute_of(name), None)


def bets_in(bets: Any) -> tuple[Bet, ...]:
    """The side bets that a sheet describes, in the order of their declarations."""
    sections = (getattr(bets, field.name) for field in dataclasses.fields(bets))
    declared = (getattr(section, "declaration", None) for section in sections if section is not None)
    return tuple(bet for one in declared if isinstance(one, Declaration) for bet in one.bets)

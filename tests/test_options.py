"""How values are declared, read, written and worded."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Literal

import pytest

from pitboss.errors import NotationError
from pitboss.money import Odds
from pitboss.options import TOUCHES, Cents, Field, Option, fields_of, share_words, walk
from pitboss.rules.game import GAME_RULES
from pitboss.rules.read import leaf_fields

SAYS = Option("settlement", "{}")
SECTIONS = {game: GAME_RULES[game].sections for game in GAME_RULES}
DECLARED = {f"{game}: {path}": field for game in SECTIONS for path, field in leaf_fields(SECTIONS[game]).items()}


@dataclass(frozen=True, slots=True)
class Inner:
    deep: Annotated[bool, SAYS] = True


@dataclass(frozen=True, slots=True)
class Section:
    word: Annotated[Literal["hit", "stand"], Option("order", {"hit": "Hits.", "stand": "Stands."})]
    yes: Annotated[bool, SAYS]
    count: Annotated[int, Option("figures", "{} decks", low=1, high=8)]
    free: Annotated[int, Option("figures", "{}")]
    amount: Annotated[Cents, SAYS]
    odds: Annotated[Odds, SAYS]
    share: Annotated[Fraction, SAYS]
    line: Annotated[str, SAYS]
    words: Annotated[tuple[Literal["a_b", "c"], ...], SAYS]
    amounts: Annotated[tuple[Cents, ...], SAYS]
    maybe: Annotated[Cents | None, SAYS] = None
    inner: Inner = Inner()


FIELDS = fields_of(Section)


@pytest.mark.parametrize(
    ("name", "raw", "value"),
    [
        ("word", "hit", "hit"),
        ("yes", True, True),
        ("yes", "false", False),
        ("count", 8, 8),
        ("count", "1", 1),
        ("free", 0, 0),
        ("amount", "5.00", 500),
        ("amount", 5, 500),
        ("amount", "$1,000", 100_000),
        ("odds", "3 to 2", Odds(3, 2)),
        ("share", "1/2", Fraction(1, 2)),
        ("share", "0.125", Fraction(1, 8)),
        ("share", "10%", Fraction(1, 10)),
        ("share", 1, Fraction(1)),
        ("share", ".5", Fraction(1, 2)),
        ("line", "Playing three", "Playing three"),
        ("words", ["c", "a_b"], ("c", "a_b")),
        ("words", "c, a_b", ("c", "a_b")),
        ("words", '["c"]', ("c",)),
        ("words", "", ()),
        ("amounts", ["0.50", 1], (50, 100)),
        ("maybe", "4.00", 400),
    ],
)
def test_values_are_read_and_written_back(name: str, raw: Any, value: Any) -> None:
    field = FIELDS[name]
    assert field.reader(raw) == value
    assert field.reader(field.writer(value)) == value


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        ("word", "perhaps"),
        ("word", True),
        ("word", 1.5),
        ("word", ["hit"]),
        ("yes", "yes"),
        ("yes", 1),
        ("yes", None),
        ("count", 0),
        ("count", 9),
        ("count", -1),
        ("count", True),
        ("count", "six"),
        ("count", 6.0),
        ("count", "٣"),
        ("free", -1),
        ("amount", "-5.00"),
        ("amount", -5),
        ("amount", 5.5),
        ("amount", True),
        ("odds", 3),
        ("odds", "3"),
        ("share", "3/2"),
        ("share", "1/0"),
        ("share", "110%"),
        ("share", "%"),
        ("share", ""),
        ("share", "-1/2"),
        ("share", 0.5),
        ("share", 2),
        ("line", "two\nlines"),
        ("line", "x" * 201),
        ("line", 5),
        ("words", ["c", "c"]),
        ("words", ["d"]),
        ("words", 5),
        ("words", [["c"]]),
        ("amounts", ["1.00", "1"]),
    ],
)
def test_other_values_are_refused_and_what_is_expected_is_said(name: str, raw: Any) -> None:
    with pytest.raises(NotationError) as caught:
        FIELDS[name].reader(raw)
    assert caught.value.expected
    assert len(str(caught.value)) < 250


def test_a_value_too_large_to_print_is_refused_in_one_short_line() -> None:
    endless: list[Any] = []
    for _ in range(20_000):
        endless = [endless]
    for name in ("word", "amount", "words", "share", "count"):
        with pytest.raises(NotationError, match="cannot be"):
            FIELDS[name].reader(endless)
        with pytest.raises(NotationError, match="cannot be"):
            FIELDS[name].reader(10**6000)


def test_sentences_say_the_value_in_words() -> None:
    assert FIELDS["word"].sentence("stand") == "Stands."
    assert FIELDS["count"].sentence(6) == "six decks"
    assert FIELDS["free"].sentence(52) == "52"
    assert FIELDS["amount"].sentence(1_000_000) == "$10,000"
    assert FIELDS["odds"].sentence(Odds(1000)) == "1,000 to 1"
    assert FIELDS["words"].sentence(("a_b", "c")) == "a b and c"
    assert FIELDS["words"].sentence(()) == "none"


@pytest.mark.parametrize(
    ("share", "words"),
    [("1/2", "half"), ("1", "all"), ("1/4", "a quarter"), ("1/10", "10%"), ("1/3", "1/3"), ("0", "0%")],
)
def test_shares_are_said_as_people_do(share: str, words: str) -> None:
    assert share_words(Fraction(share)) == words


def test_sections_are_walked_in_order() -> None:
    assert [path for path, _ in walk(Section)][-2:] == ["maybe", "inner.deep"]
    assert (FIELDS["maybe"].required, FIELDS["word"].required) == (False, True)


def test_an_option_touches_only_what_there_is_to_touch() -> None:
    with pytest.raises(AssertionError):
        Option("colour", "{}")


def one_value(field: Field) -> bool:
    option = field.option
    return option is not None and option.low is not None and option.low == option.high


@pytest.mark.parametrize("field", DECLARED.values(), ids=DECLARED)
def test_every_declared_value_says_what_it_touches_and_what_it_means(field: Field) -> None:
    assert field.option is not None
    touched = field.option.touches.split()
    assert set(touched) <= set(TOUCHES)
    assert len(touched) == len(set(touched))
    assert bool(touched) != one_value(field), "a value that can vary touches something; a constant nothing"
    if isinstance(field.option.says, str):
        assert field.option.says.strip()
    else:
        assert set(field.option.says) == set(field.values)
        assert len(set(field.option.says.values())) == len(field.values), "two values say the same"

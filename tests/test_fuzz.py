"""Whatever the parsers are given, only our own error ever escapes, and it is one line."""

from __future__ import annotations

import string
from collections.abc import Callable
from importlib import resources

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.cards import cards_text, parse_cards
from pitboss.errors import PitbossError
from pitboss.money import Odds, parse_cents
from pitboss.rules import SHIPPED, Sheet, load, parse_sheet
from pitboss.rules.game import GAME_RULES
from pitboss.rules.placard import placard
from pitboss.rules.posted import as_html, as_markdown, as_text
from pitboss.rules.read import find_path, leaf_fields
from pitboss.rules.write import sheet_text

TEXTS = {
    name: resources.files("pitboss.sheets").joinpath(f"{name}.toml").read_text(encoding="utf-8") for name in SHIPPED
}
LINES = {name: text.splitlines() for name, text in TEXTS.items()}
PATHS = sorted({path for game in GAME_RULES for path in leaf_fields(GAME_RULES[game].sections)})

QUICK = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)

CHARACTERS = st.one_of(
    st.characters(),  # surrogates and controls included
    st.sampled_from(" \t\r\n,.:;=[]{}\"'#$%&/\\?+-0123456789♠♥♦♣AKQJTcdhs\x00\ufeff\u2028\u202e٣①½"),
)
ANY_TEXT = st.text(CHARACTERS, max_size=40)


def only_ours(read: Callable[[str], object], text: str) -> object:
    """Read a text; an error of ours is fine if it is one line, any other escapes and fails the test."""
    said = "-"
    try:
        return read(text)
    except PitbossError as error:
        said = str(error)
        return None
    finally:
        assert said
        assert said.isprintable()


# --- cards, odds, amounts ---------------------------------------------------------------------------------


@QUICK
@given(st.one_of(ANY_TEXT, st.text("AKQJT2345678910cdhs?♠♥♦♣ ,", max_size=30)))
def test_cards(text: str) -> None:
    cards = only_ours(parse_cards, text)
    if cards is not None:
        assert parse_cards(cards_text(cards)) == cards  # type: ignore[arg-type]


@QUICK
@given(st.one_of(ANY_TEXT, st.text("0123456789:,to -", max_size=15)))
def test_odds(text: str) -> None:
    odds = only_ours(Odds.parse, text)
    if isinstance(odds, Odds):
        assert Odds.parse(odds.text) == odds


@QUICK
@given(st.one_of(ANY_TEXT, st.text("0123456789.,$+- ", max_size=18)))
def test_amounts(text: str) -> None:
    cents = only_ours(parse_cents, text)
    assert cents is None or isinstance(cents, int)


# --- settings ---------------------------------------------------------------------------------------------

KEYS = st.one_of(ANY_TEXT, st.sampled_from(PATHS), st.sampled_from([path.rpartition(".")[2] for path in PATHS]))


@QUICK
@given(KEYS, st.sampled_from(SHIPPED))
def test_short_keys(key: str, name: str) -> None:
    found = only_ours(lambda text: find_path(text, load(name).fields), key)
    assert found is None or found in load(name).fields


PLAIN_VALUES = st.one_of(
    ANY_TEXT,
    st.integers().map(str),
    st.integers(-1, 12).map(str),
    st.floats().map(str),
    st.sampled_from(["", "true", "false", "1/0", "0:1", "0.00", "1e9", "[]", "[[]]", "nan", "None", "9" * 5000, ","]),
)


@QUICK
@given(st.sampled_from(SHIPPED), st.lists(st.tuples(KEYS, PLAIN_VALUES), min_size=1, max_size=3))
def test_settings(name: str, pairs: list[tuple[str, str]]) -> None:
    sheet = only_ours(lambda _: load(name, sets=[f"{key}={value}" for key, value in pairs]), "")
    if isinstance(sheet, Sheet):
        use(sheet)


def use(sheet: Sheet) -> None:
    """What loads can be printed in every form and read back."""
    for form in (as_text, as_markdown, as_html):
        assert form(placard(sheet))
    again = parse_sheet(sheet_text(sheet))
    assert (again.hash, again.departures) == (sheet.hash, sheet.departures)


# --- sheets -----------------------------------------------------------------------------------------------

TOML_KEYS = st.one_of(
    st.text(string.ascii_lowercase + "_-", min_size=1, max_size=8),
    st.sampled_from(["table", "bets", "dealer", "may", "is", "by", "offered", "name", "game", "document", "extends"]),
    st.sampled_from(PATHS),
    ANY_TEXT.map(lambda text: '"' + text.replace("\\", "").replace('"', "") + '"'),
)
SCALARS = st.one_of(
    st.sampled_from(
        ["true", "1", "-1", "1.5", "nan", "inf", '""', '"3:2"', '"5.00"', "1979-05-27", "07:32:00", "0xff", "[]", "{}"]
    ),
    st.sampled_from(["0x" + "f" * 5000, "9" * 4000, "9" * 5000, "1e999", '"' + "x" * 5000 + '"', "'\u202e'"]),
    st.integers().map(str),
    ANY_TEXT.map(lambda text: '"' + text.replace("\\", "").replace('"', "") + '"'),
    st.integers(1, 3000).map(lambda depth: "[" * depth + "]" * depth),
    st.integers(1, 3000).map(lambda depth: "{" + ".".join("a" * depth) + " = 1}"),
)
TOML_VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: "[" + ", ".join(items) + "]"),
        st.tuples(inner, inner, inner).map("{{ is = {0[0]}, by = {0[1]}, may = {0[2]} }}".format),
        st.tuples(inner, inner).map("{{ is = {0[0]}, by = [], may = {{ from = {0[1]}, to = {0[0]} }} }}".format),
    ),
    max_leaves=4,
)
TOML_LINES = st.one_of(
    st.tuples(TOML_KEYS, TOML_VALUES).map(" = ".join),
    TOML_KEYS.map("[{}]".format),
    TOML_KEYS.map("[[{}]]".format),
    ANY_TEXT,
)
HEADS = st.sampled_from(
    [
        "",
        'extends = "catfish-blackjack"',
        'extends = "ultimate-texas-holdem"',
        'extends = "free-bet-blackjack"\ndocument = "XX"',
    ]
)


@QUICK
@given(HEADS, st.lists(TOML_LINES, max_size=8))
def test_sheets_of_any_text(head: str, lines: list[str]) -> None:
    sheet = only_ours(parse_sheet, "\n".join([head, *lines]))
    if isinstance(sheet, Sheet):
        use(sheet)


@QUICK
@given(
    st.sampled_from(["catfish-blackjack", "ultimate-texas-holdem"]), st.sampled_from(PATHS), TOML_VALUES, st.booleans()
)
def test_sheets_with_any_value_at_a_known_place(name: str, path: str, value: str, document: bool) -> None:
    section, _, key = path.rpartition(".")
    own = 'document = "XX"\n' if document else ""
    sheet = only_ours(parse_sheet, f'extends = "{name}"\n{own}[{section}]\n{key} = {value}\n')
    if isinstance(sheet, Sheet):
        use(sheet)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A shipped sheet with lines taken out, doubled, swapped, cut short or put in."""
    lines = list(LINES[draw(st.sampled_from(SHIPPED))])
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        other = draw(st.integers(0, len(lines) - 1))
        change = draw(st.sampled_from(["delete", "double", "swap", "cut", "insert", "value", "character"]))
        if change == "delete" and len(lines) > 1:
            del lines[at]
        elif change == "double":
            lines.insert(other, lines[at])
        elif change == "swap":
            lines[at], lines[other] = lines[other], lines[at]
        elif change == "cut":
            lines[at] = lines[at][: draw(st.integers(0, 40))]
        elif change == "insert":
            lines.insert(at, draw(TOML_LINES))
        elif change == "value":
            lines[at] = f"{lines[at].partition(' = ')[0]} = {lines[other].partition(' = ')[2]}"
        else:
            place = draw(st.integers(0, len(lines[at])))
            lines[at] = lines[at][:place] + draw(CHARACTERS) + lines[at][place + 1 :]
    return "\n".join(lines)


@QUICK
@given(mutated())
def test_sheets_that_were_changed_by_accident(text: str) -> None:
    sheet = only_ours(parse_sheet, text)
    if isinstance(sheet, Sheet):
        use(sheet)


@pytest.mark.parametrize("name", SHIPPED)
def test_sheets_with_one_line_left_out(name: str) -> None:
    lines = LINES[name]
    for at in range(0, len(lines), 3):
        only_ours(parse_sheet, "\n".join(lines[:at] + lines[at + 1 :]))

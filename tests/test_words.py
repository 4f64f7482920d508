"""The catalogue: every refusal says its sentence by a code that stands there, and gives what the sentence shows."""

from __future__ import annotations

import ast
import json
import pickle
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import pitboss
from pitboss import words
from pitboss.errors import IllegalAction, NotNow, Refusal
from pitboss.progressive.paying import PAYING
from pitboss.registry import GAMES
from pitboss.rules import load
from pitboss.rules.load import SHIPPED
from pitboss.service.games import FLOOR_GAMES
from pitboss.service.games.words import worded
from pitboss.service.people.permissions import EVERYBODY
from pitboss.service.staff import next_step, offers
from pitboss.words import catalogue, languages, placeholders, wording

SOURCE = Path(pitboss.__file__).parent
NAMES = (
    "decision",
    "drill_name",
    "exam_state",
    "irregularity",
    "join",
    "meter",
    "move",
    "ordinal",
    "paying",
    "phase",
    "wager",
    "whom",
    "word",
)
"""Rooms whose texts are shown inside other ones."""


@dataclass(frozen=True)
class Module:
    """A source file, and the names of its outermost values."""

    place: str
    tree: ast.Module


@dataclass(frozen=True)
class Saying:
    """A place in the sources where a code is given: its codes, and the parameters beside it (None: passed on)."""

    place: str
    codes: tuple[str, ...]
    given: frozenset[str] | None


@cache
def modules() -> tuple[Module, ...]:
    files = sorted(SOURCE.rglob("*.py"))
    return tuple(Module(str(file.relative_to(SOURCE)), ast.parse(file.read_text("utf-8"))) for file in files)


def name_of(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


@cache
def refusals() -> frozenset[str]:
    """The classes of refusals, by name."""
    found = {"Refusal"}
    bases = {
        node.name: {name_of(base) for base in node.bases}
        for module in modules()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
    }
    while more := {name for name, over in bases.items() if over & found} - found:
        found |= more
    return frozenset(found)


@cache
def carriers() -> Mapping[str, int]:
    """Functions and tuples that are given a code, by name, and at which place of a call it stands."""
    found = {}
    for module in modules():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef) and "NamedTuple" in map(name_of, node.bases):
                fields = [one for one in node.body if isinstance(one, ast.AnnAssign)]
                names = [name_of(one.target) for one in fields]
                if "code" in names and name_of(fields[names.index("code")].annotation) == "str":
                    found[node.name] = names.index("code")
            if isinstance(node, ast.FunctionDef):
                names = [one.arg for one in (*node.args.posonlyargs, *node.args.args) if one.arg not in ("self", "cls")]
                spelled = {one.arg: one.annotation for one in (*node.args.posonlyargs, *node.args.args)}
                spelled |= {one.arg: one.annotation for one in node.args.kwonlyargs}
                if name_of(spelled.get("code") or ast.Constant("")) == "str" and node.name != "__init__":
                    found[node.name] = names.index("code") if "code" in names else -1
    return found


def code_in(call: ast.Call, own: frozenset[str]) -> ast.expr | None:
    """The expression of the code in a call that has one; a module's own classes may have the name of a refusal."""
    name = name_of(call.func)
    at = 0 if name in refusals() - own else carriers().get(name)
    if at is None:
        return None
    by_name = next((one.value for one in call.keywords if one.arg == "code"), None)
    return by_name or (call.args[at] if 0 <= at < len(call.args) else None)


def literals(value: ast.expr, scope: tuple[ast.AST, ...]) -> tuple[str, ...] | None:
    """The codes that an expression can be: () where a function hands on the one it is given, None where it is open."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return (value.value,)
    if isinstance(value, ast.IfExp):
        both = [literals(value.body, scope), literals(value.orelse, scope)]
        return None if None in both else tuple(code for one in both for code in one or ())
    if isinstance(value, (ast.Name, ast.Subscript)):
        return _held(value, scope)
    return () if isinstance(value, ast.Attribute) and value.attr == "code" else None  # of another refusal


def _held(value: ast.expr, scope: tuple[ast.AST, ...]) -> tuple[str, ...] | None:
    """The codes in a name, or among the values of a table."""
    name = name_of(value.value if isinstance(value, ast.Subscript) else value)
    for outer in reversed(scope):
        if isinstance(outer, ast.FunctionDef) and name == "code" and outer.name in carriers():
            return ()
        assigned = [
            node.value
            for node in ast.walk(outer)
            if isinstance(node, (ast.Assign, ast.AnnAssign))
            and node.value is not None
            and name in map(name_of, node.targets if isinstance(node, ast.Assign) else [node.target])
        ]
        tables = [one for one in assigned if isinstance(one, ast.Dict)]
        values = [part for one in tables for part in one.values] if tables else assigned
        if values:
            found = [literals(one, scope) for one in values]
            return None if None in found else tuple(code for one in found for code in one or ())
    return None


def _given(call: ast.Call) -> frozenset[str] | None:
    """The names of the parameters in a call; None where they are handed on as a whole."""
    tables = [one for one in call.args if isinstance(one, ast.Dict)]
    if any(one.arg is None for one in call.keywords):
        return None
    if name_of(call.func) == "wording":
        if not tables:
            return None
        return frozenset(str(key.value) for key in tables[0].keys if isinstance(key, ast.Constant))
    return frozenset(str(one.arg) for one in call.keywords)


Call = tuple[str, ast.expr, Saying | None]
"""Where a code is given, its expression, and what is said; None where the code cannot be told."""


@cache
def sayings() -> tuple[Call, ...]:
    """Every call that is given a code."""
    return tuple(call for module in modules() for call in _within(module.tree, (module.tree,), module.place))


@cache
def _other_classes(module: ast.AST) -> frozenset[str]:
    """The classes of a module that are no refusals."""
    classes = (node for node in ast.walk(module) if isinstance(node, ast.ClassDef))
    return frozenset(one.name for one in classes if refusals().isdisjoint(map(name_of, one.bases)))


def _within(node: ast.AST, scope: tuple[ast.AST, ...], place: str) -> Iterator[Call]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call) and (value := code_in(child, _other_classes(scope[0]))) is not None:
            codes, at = literals(value, scope), f"{place}:{child.lineno}"
            yield at, value, None if codes is None else Saying(at, codes, _given(child))
        yield from _within(child, (*scope, child) if isinstance(child, ast.FunctionDef) else scope, place)


def test_no_sentence_is_written_where_something_is_refused() -> None:
    strange = [
        f"{place}: {ast.unparse(value)}"
        for place, value, saying in sayings()
        if saying is None or not all(code in catalogue() for code in saying.codes)
    ]
    assert not strange, "\n".join(["codes of the catalogue are expected at", *strange])


def test_every_parameter_of_a_sentence_is_given() -> None:
    missing = [
        f"{saying.place}: {code} lacks {', '.join(sorted(lacking))}"
        for _, _, saying in sayings()
        if saying is not None and saying.given is not None
        for code in saying.codes
        if (lacking := placeholders(catalogue().get(code, "")) - saying.given)
    ]
    assert not missing, "\n".join(missing)


def test_every_sentence_is_said_somewhere() -> None:
    said = {code for _, _, saying in sayings() if saying is not None for code in saying.codes}
    unsaid = [code for code in catalogue() if code not in said and code.partition(".")[0] not in NAMES]
    assert not unsaid, unsaid


def test_every_language_says_the_same() -> None:
    english = catalogue()
    assert "en" in languages()
    for language in languages():
        other = catalogue(language)
        assert other.keys() == english.keys()
        assert all(placeholders(other[code]) == placeholders(text) for code, text in english.items())


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A house that speaks German, as far as a file says it."""
    (tmp_path / "en.toml").write_bytes((words.FOLDER / "en.toml").read_bytes())
    (tmp_path / "de.toml").write_text('[bets]\nabove_maximum = "{cents:money} sind mehr als {maximum:money}"\n')
    monkeypatch.setattr(words, "FOLDER", tmp_path)
    monkeypatch.setenv("PITBOSS_LANGUAGE", "de")
    catalogue.cache_clear()
    yield
    catalogue.cache_clear()


@pytest.mark.usefixtures("german")
def test_a_further_language_is_a_further_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it leaves out is said in English, and so is all of a language without a file."""
    refusal = IllegalAction("bets.above_maximum", "BJ-LIM-1a", cents=600, maximum=500)
    assert (languages(), refusal.reason) == (("de", "en"), "$6 sind mehr als $5")
    assert IllegalAction("toke.range", minimum=100, maximum=200).reason == "a toke is from $1 to $2"
    monkeypatch.setenv("PITBOSS_LANGUAGE", "fr")
    assert refusal.reason == "$6 is above the maximum $5"


def test_what_pages_tell_a_player_of_themselves_is_said_of_a_player_by_name() -> None:
    told = re.findall(r'"yourself\.([\w.]+)":', (SOURCE / "web/pages/words/en.js").read_text("utf-8"))
    assert told
    assert all("player" in placeholders(catalogue()[code]) for code in told)


def test_pages_say_what_went_wrong_as_the_server_does() -> None:
    told = re.findall(r'"irregularity\.(\w+)": "([^"]+)",', (SOURCE / "web/pages/words/en.js").read_text("utf-8"))
    assert dict(told) == {kind: catalogue()[f"irregularity.{kind}"] for kind in names_in("irregularity")}


def names_in(room: str) -> set[str]:
    return {code.partition(".")[2] for code in catalogue() if code.startswith(f"{room}.")}


def test_every_name_that_the_staff_is_told_has_its_words() -> None:
    irregularities = {kind for sheet in SHIPPED for kind in load(sheet).rules.irregularity.kinds}
    assert irregularities <= names_in("irregularity")
    assert names_in("move") == set(offers._MOVES)
    assert names_in("phase") == set(next_step._PHASES)
    assert names_in("paying") == {step.step for steps in PAYING.values() for step in steps}
    assert names_in("decision") == {"any"}.union(*(FLOOR_GAMES[game].decisions for game in GAMES))
    assert names_in("whom") == {*EVERYBODY, "house", "nobody", "visitor"}


@pytest.mark.parametrize(("number", "says"), [(1, "first"), (5, "fifth"), (6, "6th"), (21, "21st")])
def test_cards_are_counted_in_words(number: int, says: str) -> None:
    assert worded("card_due.board", number=number) == f"{says} community card"


@pytest.mark.parametrize("kind", [Refusal, IllegalAction, NotNow])
def test_a_refusal_is_a_code_with_parameters_and_a_clause(kind: type[Refusal]) -> None:
    refusal = kind("toke.range", "BJ-TOKE-2", minimum=100, maximum=2550)
    assert (refusal.code, refusal.clause) == ("toke.range", "BJ-TOKE-2")
    assert json.loads(json.dumps(refusal.params)) == {"minimum": 100, "maximum": 2550}
    assert refusal.reason == "a toke is from $1 to $25.50"
    assert str(refusal) == "a toke is from $1 to $25.50 [BJ-TOKE-2]"
    assert str(pickle.loads(pickle.dumps(refusal))) == str(refusal)


def test_parameters_are_shown_by_their_kind() -> None:
    assert wording("double.other_amount", {"amounts": [500, 250]}) == "the double must be $5 or $2.50"
    assert wording("irregular.no_ruling", {"kind": "dropped_card"}) == "this sheet has no ruling on dropped card"
    assert wording("insurance.unanswered", {"spots": [1, 3]}) == "not yet answered: spot 1, 3"
    assert wording("place.taken", {"place": "box", "box": 2, "player": ""}) == "box 2 is somebody's"
    assert wording("place.taken", {"place": "box", "box": 2, "player": "{box}"}) == "box 2 is {box}'s"


@pytest.mark.parametrize(
    ("count", "says"), [(1, "1 hand is the most for one player"), (2, "2 hands are the most for one player")]
)
def test_one_and_several_have_their_own_words(count: int, says: str) -> None:
    assert wording("place.most_hands", {"count": count}) == says


def test_a_code_that_nobody_wrote_down_is_shown_as_it_is() -> None:
    assert wording("nowhere.at_all", {}) == "nowhere.at_all"


def test_a_missing_parameter_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError):
        wording("toke.range", {"minimum": 100})


def test_a_player_is_shown_by_name_alone() -> None:
    """A guest at a real table is known to it as name@table."""
    params = {"player": "Guest 1@t", "for_player": "Rosa@t", "box": 2}
    assert wording("offer.shuffle_for", params) == "shuffle for Guest 1"
    texts = [text for language in languages() for text in catalogue(language).values()]
    shown = [form for text in texts for form in ([text] if isinstance(text, str) else text.values())]
    assert [text for text in shown if "{player}" in text or "{for_player}" in text] == []

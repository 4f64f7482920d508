"""The clause register: complete, consistent with itself, the sheets and the code, and with claims that can fail."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from pitboss.rules import SHIPPED, load
from pitboss.rules.read import find_path
from pitboss.rules.register import (
    clause,
    clauses_of,
    code_of,
    document_of,
    register,
    values_of,
)
from pitboss.rules.register import (
    tests_of as proofs,
)

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "pitboss"
CLAUSE_ID = re.compile(rf"\b(?:{'|'.join(register())})-[A-Z0-9]+(?:-[0-9A-Za-z]+)*\b")
EVERY = clauses_of()


def load_mutate() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mutate", ROOT / "scripts" / "mutate.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["mutate"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


mutate = load_mutate()


def test_all_clauses_and_silent_points_are_there() -> None:
    silent = [each for each in EVERY if each.kind == "silent"]
    assert len(EVERY) - len(silent) >= 624
    assert len(silent) >= 60
    assert [document.sheet for document in register().values()] == list(SHIPPED)
    least = {"BJ": 232, "UTH": 175, "GC": 100, "FB": 38, "V5": 79, "C4": 70}
    for prefix, count in least.items():
        assert sum(each.kind != "silent" for each in clauses_of(prefix)) >= count


def test_ids_are_unique_and_carry_their_documents_prefix() -> None:
    entries = [each.id for document in register().values() for each in document.clauses]
    assert len(entries) == len(set(entries))
    assert [each.id for each in EVERY if not CLAUSE_ID.fullmatch(each.id)] == []
    assert [each.id for each in EVERY if not each.id.startswith(f"{each.document}-")] == []
    assert [each.id for each in EVERY if (each.kind == "silent") != bool(re.search(r"-S\d+$", each.id))] == []


def test_every_clause_says_what_it_is_and_how_it_is_seen() -> None:
    assert [each.id for each in EVERY if not (each.text.strip() and each.observable.strip() and each.heading)] == []
    assert {each.need for each in EVERY} == {"engine", "view", "server"}
    assert [each.id for each in EVERY if each.ambiguity and not each.decision] == []
    assert [each.id for each in EVERY if each.kind != "silent" and not each.place] == []


def test_what_repeats_names_a_clause_of_its_own_document_that_does_not_repeat_itself() -> None:
    for each in EVERY:
        if each.same_as:
            original = clause(each.same_as)
            assert original is not None, each.id
            assert not original.same_as, each.id
            assert original.document == each.document
            assert original.need == each.need, each.id


def test_every_option_is_one_value_of_the_documents_sheet() -> None:
    for each in EVERY:
        fields = load(register()[each.document].sheet).fields
        paths = [find_path(option, fields) for option in each.options]
        assert len(paths) == len(set(paths))


def test_clauses_named_in_words_exist() -> None:
    for each in EVERY:
        named = CLAUSE_ID.findall(f"{each.text} {each.observable} {each.decision} {each.ambiguity}")
        assert [other for other in named if clause(other) is None] == [], each.id


def sources() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def test_every_clause_that_code_names_is_in_the_register() -> None:
    unknown = {
        f"{path.relative_to(PACKAGE)}: {found}"
        for path in sources()
        for found in CLAUSE_ID.findall(path.read_text(encoding="utf-8"))
        if clause(found) is None
    }
    assert unknown == set()
    assert [each for each in code_of() if clause(each) is None] == []


def test_code_is_named_by_file_and_line() -> None:
    assert len(code_of()) > 40
    for clause_id, places in code_of().items():
        for place in places:
            name, _, number = place.rpartition(":")
            line = (PACKAGE / name).read_text(encoding="utf-8").splitlines()[int(number) - 1]
            stem = clause_id.rpartition("-")[0]
            assert clause_id in line or (stem in line and " to " in line), place


def test_a_range_of_clauses_in_code_names_each() -> None:
    places = {f"BJ-KBPAY-{number}": code_of()[f"BJ-KBPAY-{number}"] for number in range(1, 8)}
    assert all(any(place.startswith("sheets/bets/kings_bounty.toml:") for place in found) for found in places.values())


def test_values_are_named_by_path() -> None:
    assert values_of()["BJ-DEAL-20"] == ("dealer.soft_17",)
    assert values_of()["FB-BASE-9"] == ("dealer.soft_17",)
    assert set(values_of()["BJ-SPLIT-5b"]) == {"split.split_aces", "split.resplit_aces", "split.hit_split_aces"}
    assert [each for each in values_of() if clause(each) is None] == []


def test_status_is_covered_only_where_a_test_claims_the_clause() -> None:
    claimed = set(json.loads((PACKAGE / "sheets" / "clauses" / "proofs.json").read_text(encoding="utf-8")))
    assert {each.id for each in EVERY if each.status == "covered"} == claimed
    assert {each.status for each in EVERY} == {"covered"}
    assert all(bool(proofs().get(each.id)) == (each.status == "covered") for each in EVERY)


def test_proofs_name_tests_that_exist() -> None:
    for tests in proofs().values():
        for test in tests:
            path, *names = test.split("::")
            text = (ROOT / path).read_text(encoding="utf-8")
            assert all(re.search(rf"^\s*(?:def|class) {re.escape(name)}\b", text, re.MULTILINE) for name in names), test


def test_a_clause_as_json_has_what_other_programs_rely_on() -> None:
    told = EVERY[0].as_json()
    assert {"id", "text", "kind", "status", "code", "tests"} <= set(told)
    json.dumps(told)


@pytest.mark.parametrize("name", SHIPPED)
def test_each_sheet_has_its_document(name: str) -> None:
    document = document_of(name)
    assert document.prefix == load(name).document
    assert document.title


def test_register_files_hold_no_key_the_program_does_not_read() -> None:
    known = {"id", "kind", "need", "text", "observable", "place", "ambiguity", "decision", "options", "same_as"}
    for path in (PACKAGE / "sheets" / "clauses").glob("*.toml"):
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        assert set(tables) == {"document", "headings", "clause", "silent"}
        assert {key for entry in (*tables["clause"], *tables["silent"]) for key in entry} <= known
        used = {entry["id"].split("-")[1] for entry in tables["clause"]} | {"S"}
        assert used == set(tables["headings"])


# --- a claim can fail -------------------------------------------------------------------------------------


def test_a_value_is_changed_on_its_line_of_the_sheet() -> None:
    text = '[a]\nx = { is = "1.00", by = ["A-1"] }\n[b]\nx = { is = 2, by = ["A-2"], may = "any" }\n[c]\ny = 1\n'
    assert mutate.with_value(text, "b.x", 3) == text.replace("is = 2,", "is = 3,")
    assert mutate.with_value(text, "a.x", "5.00") == text.replace('"1.00"', '"5.00"')
    assert mutate.with_value(text, "c.x", 3) is None
    assert mutate.with_value(text, "d.x", 3) is None
    assert mutate.without_choice(text, "b.x") == text.replace(', may = "any" }', " }")
    assert mutate.without_choice(text, "a.x") is None


def test_code_is_changed_in_the_function_that_names_the_clause(tmp_path: Path) -> None:
    file = tmp_path / "code.py"
    file.write_text(
        'def f(a):\n    """It is five (BJ-S1)."""\n    return not a == 5\n\n\ndef g(a):\n    return a < 7\n'
    )
    changed = {mutant.text.splitlines()[2].strip() for mutant in mutate.code_mutants(file, 2)}
    assert changed == {"return not a != 5", "return not a == 6", "return not a == 4", "return a == 5"}
    file.write_text('def f(a, b):\n    """Neither (BJ-S1)."""\n    return not (a or b)\n')
    changed = {mutant.text.splitlines()[2].strip() for mutant in mutate.code_mutants(file, 2)}
    assert changed == {"return (a or b)", "return not (a and b)"}


def flipped(tmp_path: Path, source: str) -> list[str]:
    """The source with each of its flips."""
    tree = ast.parse(source)
    return [mutant.text for mutant in mutate.flips(tmp_path / "code.py", source.encode(), tree)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", ["a >= b", "a <= b"]),
        ("a <= b is None", ["a > b is None", "a < b is None", "a <= b is not None"]),
        ("a not in b", ["a in b"]),
        ("(a) != (b)", ["(a) == (b)"]),
        ('a == "win"', ['a != "win"', 'a == "win!"']),
        ("a and b and c", ["a or b and c", "a and b or c"]),
        ("a[-1]", ["a[+1]", "a[-2]", "a[-0]"]),
        ("a += b // c", ["a -= b // c", "a += b * c"]),
        ("x if f(a) else y", ["x if not f(a) else y"]),
        ("def f(a: int = 3): pass", ["def f(a: int = 4): pass", "def f(a: int = 2): pass"]),
        ("é = '—', not a", ["é = '—', a"]),
        ("(a +  # +\n b)", ["(a -  # +\n b)"]),
        ("f(True)", ["f(False)"]),
    ],
)
def test_a_flip_changes_one_comparison_condition_operator_or_constant(
    tmp_path: Path, source: str, expected: list[str]
) -> None:
    assert flipped(tmp_path, source) == expected


@pytest.mark.parametrize(
    "source",
    [
        '"""One < two, and 3."""', "x: Literal[1] | int", "def f() -> Literal[1]: pass", "assert a == 1",
        'raise E(f"{a + 1}", b == 1)', 'f"{a + 1}"', "__all__ = [1]", "if TYPE_CHECKING:\n    x = 1",
        "zip(a, b, strict=True)", "@lru_cache(maxsize=9)\ndef f(): pass",
    ],
)  # fmt: skip
def test_what_decides_nothing_is_not_flipped(tmp_path: Path, source: str) -> None:
    assert flipped(tmp_path, source) == []


@pytest.mark.slow
def test_flips_are_judged_by_the_tests_that_reach_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Noticed inside a function and by the way a class is declared; unnoticed where the tests do not look."""
    monkeypatch.setattr(mutate, "ENGINE_TESTS", ("tests/test_ledger.py", "tests/test_values.py"))
    assert mutate.judge_flips(1, "1", "if cents <= 0:  ->  if cents < 0:") == 0
    assert "1/1  killed    ledger/posting.py:" in capsys.readouterr().out
    assert mutate.judge_flips(1, "1", "frozen=False") == 0
    assert "1/1  killed" in capsys.readouterr().out
    assert mutate.judge_flips(1, "1", "hands/totals.py") == 1
    assert "1/1  SURVIVED  hands/totals.py:" in capsys.readouterr().out


@pytest.mark.slow
def test_claims_fail_when_what_carries_them_is_changed() -> None:
    sample = [each for each in ("BJ-TRIPAY-2", "GC-OU-3", "BJ-INTRO-2") if each in proofs()]
    assert len(sample) == 3
    assert mutate.survivors(sample, most=3) == {}

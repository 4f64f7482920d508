"""Plots: what they show, in every form, the same bytes each time, and nothing from outside."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from matplotlib import font_manager, get_data_path, rc_context
from matplotlib.figure import Figure

from pitboss.reports.hold import CURVE, hold_over
from pitboss.reports.look import FONT
from pitboss.reports.panels import Bankrolls, HoldBands, Panel, Results, bankrolls_of
from pitboss.reports.pictures import FORMS, PictureForm, inline_svg, picture

SPREAD = {-1.0: 0.55, 1.0: 0.4, 1.5: 0.0499, 30.0: 0.0001}
PATHS = [[0, -500, 500, 1250], [0, 500, 0, -500], [0, -500, -1000, -1500]]


def panels() -> list[Panel]:
    holds = hold_over(0.02, 1.2, {Fraction(result): chance for result, chance in SPREAD.items()}, rounds=CURVE)
    return [bankrolls_of(PATHS, [0, 10, 20, 30]), Results(SPREAD), HoldBands(holds, 0.02)]


@pytest.mark.parametrize("form", FORMS)
def test_pictures_repeat_themselves(form: PictureForm) -> None:
    first = picture(panels(), form, title="Three plots")
    assert picture(panels(), form, title="Three plots") == first
    assert first.lstrip()[:5] in (b"\x89PNG\r", b"<?xml", b"<!doc")


def test_a_users_own_settings_change_nothing() -> None:
    first = picture([Results(SPREAD)], "svg")
    with rc_context({"font.size": 30, "lines.linewidth": 9, "axes.facecolor": "red"}):
        assert picture([Results(SPREAD)], "svg") == first


def test_letters_are_paths_of_a_font_that_comes_along() -> None:
    text = picture(panels(), "svg").decode()
    assert "<text" not in text
    assert FONT.replace(" ", "") in text
    assert font_manager.findfont(FONT).startswith(get_data_path())


def test_pages_stand_alone() -> None:
    page = picture(panels(), "html", title="A & B").decode()
    assert "<h1>A &amp; B</h1>" in page
    assert page.count("<svg") == 3
    outside = set(re.findall(r"https?://[^\s\"'<>]+", page))
    assert outside <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}  # names, which nobody fetches
    assert not re.search(r'(src|href)\s*=\s*"[^#]|@import', page)


def test_inline_svg_has_no_date_and_no_prolog() -> None:
    text = inline_svg(Results(SPREAD))
    assert text.startswith("<svg")
    assert "metadata" not in text


def bars(results: dict[float, float]) -> list[tuple[float, float]]:
    axes = Figure().add_subplot()
    Results(results).draw(axes)
    return [(patch.get_x() + patch.get_width() / 2, patch.get_height()) for patch in axes.patches]  # type: ignore[attr-defined]


def test_few_results_have_a_bar_each_of_their_share() -> None:
    counts = {-500.0: 60.0, 0.0: 10.0, 750.0: 30.0}
    assert bars(counts) == [(pytest.approx(-500), 0.6), (pytest.approx(0), 0.1), (pytest.approx(750), 0.3)]


def test_many_results_are_gathered_without_loss() -> None:
    found = bars({float(cents): 1.0 for cents in range(-5000, 5001)})
    assert 40 <= len(found) <= 62
    assert sum(share for _, share in found) == pytest.approx(1)
    assert found[0][0] == pytest.approx(-5000)


def test_bankrolls_are_dollars_with_mean_and_bands() -> None:
    panel = bankrolls_of(PATHS, [0, 10, 20, 30])
    axes = Figure().add_subplot()
    panel.draw(axes)
    *paths, mean, _ = axes.lines
    assert [list(line.get_ydata()) for line in paths] == [[cents / 100 for cents in path] for path in PATHS]
    assert list(mean.get_ydata()) == pytest.approx([0, -5 / 3, -5 / 3, -2.5])
    legend = axes.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["95 % of 3 players", "50 % of 3 players", "mean"]


def test_a_single_bankroll_has_no_bands() -> None:
    axes = Figure().add_subplot()
    Bankrolls([[0.0, 5.0]], [0, 1]).draw(axes)
    assert not axes.collections


def test_the_command_line_starts_without_heavy_parts() -> None:
    heavy = ("matplotlib", "typst", "jinja2", "numpy")
    code = f"import sys, pitboss.cli.main; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path.cwd())
    assert done.stdout.strip() == "[]"

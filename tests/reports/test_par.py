"""Par sheets: every line of every pay table, rules with their clauses, findings, and the same bytes each time."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape

import pytest
from tests.reports.figures import MAIN, analysis_of, main_figures, side_bets
from tests.reports.pdf import fonts_of, words_of
from tests.reports.test_charts import flat_book

from pitboss.maths.blackjack.playbook import Move
from pitboss.maths.blackjack.record import compile_record
from pitboss.maths.figures import LineFigure, WagerFigures
from pitboss.reports import numbers
from pitboss.reports.par import (
    ParSheet,
    Revised,
    common_denominator,
    figure_rules,
    lines_distribution,
    par_bytes,
    par_sheet,
)
from pitboss.reports.par_gathering import par_of
from pitboss.reports.strategy.blackjack_chart import blackjack_chart
from pitboss.rules import load

SHEET = load("catfish-blackjack")


@pytest.fixture(scope="module")
def par() -> ParSheet:
    chart = blackjack_chart(
        flat_book(Move.HIT), compile_record(SHEET), title="A card", subtitle="6 decks", felt="#14393B"
    )
    return par_of(SHEET, analysis_of(SHEET), chart)


@pytest.fixture(scope="module")
def pdf(par: ParSheet) -> bytes:
    return par_bytes(par, "pdf")


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", text)


def words_of_page(par: ParSheet) -> str:
    page = par_bytes(par, "html").decode()
    body = re.sub(r"<(style|svg).*?</\1>", "", page, flags=re.DOTALL)
    return squeezed(unescape(re.sub(r"<[^>]+>", "", body)))


def both(par: ParSheet, pdf: bytes) -> dict[str, str]:
    return {"pdf": words_of(pdf), "html": words_of_page(par)}


# --- the file ---------------------------------------------------------------------------------------------


def test_par_sheets_repeat_themselves(par: ParSheet, pdf: bytes) -> None:
    again = par_of(SHEET, analysis_of(SHEET), par.chart)
    assert par_bytes(again, "pdf") == pdf
    assert par_bytes(again, "html") == par_bytes(par, "html")


def test_pdf_has_its_own_fonts_and_no_date(pdf: bytes) -> None:
    assert pdf.startswith(b"%PDF-1.7")
    assert fonts_of(pdf) == {"DejaVuSans", "DejaVuSans-Bold"}
    assert not re.search(rb"CreationDate|ModDate|xmp:CreateDate", pdf)


def test_paper_sizes(par: ParSheet, pdf: bytes) -> None:
    assert b"/MediaBox[0 0 595.2756 841.8898]" in pdf
    assert b"/MediaBox[0 0 612 792]" in par_bytes(par, "pdf", paper="letter")


def test_html_stands_alone(par: ParSheet) -> None:
    page = par_bytes(par, "html").decode()
    outside = set(re.findall(r"https?://[^\s\"'<>]+", page))
    assert outside <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}  # names, which nobody fetches
    assert not re.search(r'(src|href)\s*=\s*"[^#]|@import|<script', page)


# --- what it says -----------------------------------------------------------------------------------------


def test_every_line_of_every_pay_table_is_there(par: ParSheet, pdf: bytes) -> None:
    bets = side_bets(SHEET)
    assert set(bets) == {"trilux", "kings_bounty"}
    for form, words in both(par, pdf).items():
        for figures in bets.values():
            assert len(figures.lines) >= 5
            ways = common_denominator(figures)
            assert ways is not None
            assert sum(ways * line.probability for line in figures.lines) == ways
            for line in figures.lines:
                counted = ways * line.probability
                assert counted.denominator == 1
                row = (line.title, numbers.pays(line.pays), f"{counted.numerator:,}", numbers.chance(line.probability))
                assert squeezed("".join(row)) in words, (form, line)
                assert squeezed(numbers.percent(float((1 + line.pays) * line.probability), 4)) in words
                assert squeezed(numbers.percent(float(line.pays * line.probability), 4)) in words


def test_edges_and_deviations_are_there(par: ParSheet, pdf: bytes) -> None:
    for words in both(par, pdf).values():
        for figures in analysis_of(SHEET).wagers.values():
            assert squeezed(numbers.percent(figures.house_edge, 6)) in words
            assert f"{figures.standard_deviation:,.6f}" in words
            assert squeezed(figures.basis)[1:] in words
        assert "83908/626665" in words  # TriLux, exactly


def test_rules_stand_with_their_clauses(par: ParSheet, pdf: bytes) -> None:
    for words in both(par, pdf).values():
        for part in figure_rules(SHEET):
            for line in part.lines:
                assert squeezed(line.text) in words
                assert squeezed(", ".join(line.clauses)) in words
        assert "Thedealerdrawsonsoft17.BJ-DEAL-20" in words
        assert "Mainbetsfrom$5to$10,000,instepsof$1." in words


def test_rules_are_those_that_touch_a_figure() -> None:
    texts = {line.text for part in figure_rules(SHEET) for line in part.lines}
    assert "Blackjack pays 3 to 2." in texts
    assert not [text for text in texts if "Tokes" in text]
    pays = {line.text for part in figure_rules(SHEET) for line in part.lines if line.pays}
    assert len(pays) == 11


def test_sheet_findings_notes_and_card_are_there(par: ParSheet, pdf: bytes) -> None:
    for words in both(par, pdf).values():
        for text in (SHEET.hash, "catfish-blackjack,version1", "notapproved", *par.findings, *par.notes):
            assert squeezed(text) in words
        assert "Acard" in words
        assert "Hardtotals" in words
        assert f"4up{10 * 'H'}" in words  # the made-up card hits every total
        assert "Elementofrisk0.500000%" in words


def test_revisions_stand_with_their_day_hash_and_signatures() -> None:
    rows = (
        Revised("2026-09-01", "approved", "a505ae7cc6f0d1e2", "(the first edition)", "Mona, Paul"),
        Revised("2026-10-01", "approved", "b1b2b3b4b5b6b7b8", "The dealer stands on soft 17. (by law)", "Mona, Rosa"),
    )
    par = par_of(SHEET, analysis_of(SHEET), None, rows)
    for form, said in both(par, par_bytes(par, "pdf")).items():
        for row in rows:
            assert all(squeezed(cell) in squeezed(said) for cell in row), form


def test_departures_are_said() -> None:
    changed = load("catfish-blackjack", sets=["soft_17=stand"])
    par = par_sheet(changed, (main_figures(),))
    for words in both(par, par_bytes(par, "pdf")).values():
        assert "dealer.soft_17=standdepartsfromBJ-DEAL-20(hit)." in words
        assert "Thedealerstandsonsoft17." in words


def test_hold_is_there_for_every_wager(par: ParSheet, pdf: bytes) -> None:
    for wager in par.wagers:
        assert [row.rounds for row in wager.hold] == ["100", "1,000", "10,000", "100,000", "1,000,000"]
    for words in both(par, pdf).values():
        for wager in par.wagers:
            for row in wager.hold:
                assert squeezed(f"{row.rounds}{row.mean}{''.join(row.bands)}{row.behind}") in words


def test_what_the_plots_are_drawn_from(par: ParSheet) -> None:
    plots = {wager.name: wager.results_plot for wager in par.wagers}
    assert set(plots) == {"main", "trilux", "kings_bounty"}
    assert all(plot.startswith("<svg") for plot in plots.values())
    unknown = par_sheet(SHEET, (main_figures(),))
    (wager,) = unknown.wagers
    assert wager.results_plot == ""
    assert {row.note for row in wager.hold} == {"normal curve"}
    assert any("normal curve" in note for note in unknown.notes)


def test_a_wager_that_favours_the_player_says_so() -> None:
    lines = (
        LineFigure("over", "Over", Fraction(1), Fraction(3, 5)),
        LineFigure("lost", "Lost", Fraction(-1), Fraction(2, 5)),
    )
    over = WagerFigures("over", "Over", -0.2, 0.98, Fraction(-1, 5), lines, "made up")
    par = par_sheet(load("games-of-chance-blackjack"), (over,))
    facts = dict(par.wagers[0].facts)
    assert facts["House edge"] == "−20.000000 % (the player has the edge)"
    assert facts["Exactly"] == "−1/5"
    assert par.wagers[0].total is not None
    assert par.wagers[0].total.part == "+20.0000 %"
    assert (par.wagers[0].total.combinations, par.wagers[0].total.returns) == ("5", "120.0000 %")
    assert [line.combinations for line in par.wagers[0].lines] == ["3", "2"]
    assert (facts["Return to the player"], facts["Hit frequency"]) == ("120.000000 %", "60.000000 %, one in 1.67")


def test_lines_that_leave_something_out_are_no_distribution() -> None:
    half = LineFigure("win", "Win", Fraction(1), Fraction(1, 2))
    figures = WagerFigures("x", "X", 0.0, 1.0, None, (half,), "")
    assert lines_distribution(figures) is None
    rest = LineFigure("lost", "Lost", Fraction(-1), 0.5)
    whole = WagerFigures("x", "X", 0.0, 1.0, None, (half, rest), "")
    assert lines_distribution(whole) == {Fraction(-1): 0.5, Fraction(1): Fraction(1, 2)}
    wrong = WagerFigures("x", "X", 0.1, 1.0, None, (half, rest), "")
    assert lines_distribution(wrong) is None


def test_made_up_main_game_is_whole() -> None:
    assert sum(MAIN.values()) == pytest.approx(1)

"""The par sheet: one game on paper, from the sheet's own values and the figures worked out for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from math import ceil, lcm
from typing import Final, Literal, NamedTuple

from pitboss import __version__
from pitboss.maths.figures import LineFigure, WagerFigures
from pitboss.reports import numbers
from pitboss.reports.charts import FILLS, Chart
from pitboss.reports.look import FELTS
from pitboss.rules import Sheet
from pitboss.rules.placard import Line, Part, placard

__all__ = [
    "PAPERS",
    "PAR_FORMS",
    "Distribution",
    "Paper",
    "ParForm",
    "ParSheet",
    "Wager",
    "figure_rules",
    "halves",
    "lines_distribution",
    "par_bytes",
    "par_sheet",
]

ParForm = Literal["pdf", "html"]
PAR_FORMS: Final[tuple[ParForm, ...]] = ("pdf", "html")
Paper = Literal["a4", "letter"]
PAPERS: Final = {"a4": "a4", "letter": "us-letter"}

Distribution = Mapping[Fraction, Fraction | float]
"""The player's result of one round in units of the stake, and how often it comes."""
LONGEST: Final = 64
"""Characters of a fraction that a line of its own can hold."""
PLOT_HEIGHT: Final = 2.3
"""In inches, so that a wager's tables and plots share one page."""
MOST_COUNTED: Final = 27
"""Characters of a number of combinations that a column can hold."""
WHOLE: Final = 1e-9
"""Chances whose sum is this close to one are a whole distribution."""


@dataclass(frozen=True, slots=True)
class PayLine:
    """One line of a pay table, in words and figures."""

    title: str
    pays: str
    chance: str
    one_in: str
    combinations: str
    """How many of all the ways the cards can come win this line, over the common denominator of the whole table."""
    returns: str
    """The share of all stakes that comes back by this line, the stake itself included."""
    part: str
    """What the line adds to the player's expected result."""


@dataclass(frozen=True, slots=True)
class HoldLine:
    """One row of the hold table, in units."""

    rounds: str
    mean: str
    bands: tuple[str, ...]
    behind: str
    note: str


@dataclass(frozen=True, slots=True)
class Wager:
    """One wager's page."""

    name: str
    title: str
    facts: tuple[tuple[str, str], ...]
    lines: tuple[PayLine, ...]
    total: PayLine | None
    """Of all lines together, where they are the whole distribution."""
    basis: str
    results_plot: str
    hold_plot: str
    hold: tuple[HoldLine, ...]


class Revised(NamedTuple):
    """A version of the sheet that the house has approved or withdrawn, as it is printed."""

    day: str
    what: str
    hash: str
    changes: str
    signed: str


@dataclass(frozen=True, slots=True)
class ParSheet:
    """All that the document says, before it is laid out."""

    title: str
    house: str
    facts: tuple[tuple[str, str], ...]
    departures: tuple[str, ...]
    summary: tuple[tuple[str, str, str, str], ...]
    """Every wager with its stakes, edge and deviation."""
    rules: tuple[Part, ...]
    wagers: tuple[Wager, ...]
    chart: Chart | None
    findings: tuple[str, ...]
    notes: tuple[str, ...]
    felt: str
    signing: tuple[str, ...] = ("Prepared by", "Checked by", "Approved by")
    revisions: tuple[Revised, ...] = ()


def par_sheet(
    sheet: Sheet,
    wagers: Sequence[WagerFigures],
    *,
    chart: Chart | None = None,
    findings: Sequence[str] = (),
    notes: Sequence[str] = (),
    distributions: Mapping[str, Distribution] | None = None,
    facts: Mapping[str, Sequence[tuple[str, str]]] | None = None,
    revisions: Sequence[Revised] = (),
) -> ParSheet:
    """Gather a par sheet; `distributions` and `facts` add to what a wager's own figures say of it."""
    known, more = distributions or {}, facts or {}
    limits = _limits(sheet)
    return ParSheet(
        title=sheet.title,
        house=sheet.house,
        facts=_sheet_facts(sheet),
        departures=tuple(f"{departure}." for departure in sheet.departures),
        summary=tuple(
            (
                wager.title,
                limits.get(wager.wager, ""),
                numbers.percent(wager.house_edge),
                f"{wager.standard_deviation:,.3f}",
            )
            for wager in wagers
        ),
        rules=figure_rules(sheet),
        wagers=tuple(_wager(each, known.get(each.wager), more.get(each.wager, ())) for each in wagers),
        chart=chart,
        findings=tuple(findings),
        notes=(*notes, *_method(wagers, known)),
        felt=FELTS[sheet.felt],
        revisions=tuple(revisions),
    )


def _sheet_facts(sheet: Sheet) -> tuple[tuple[str, str], ...]:
    approval = f"by {sheet.approved_by} on {sheet.approved_on}" if sheet.approved else "not approved"
    found = [
        ("Sheet", f"{sheet.name}, version {sheet.version}"),
        ("Hash of the rules", sheet.hash),
        ("Edition of the document", sheet.edition),
        ("Approval", approval),
        ("Worked out by", f"Pitboss {__version__}"),
    ]
    return tuple((label, value) for label, value in found if value)


def _limits(sheet: Sheet) -> dict[str, str]:
    from pitboss.maths.analysis.stakes import ranges

    return {wager: allowed.text for wager, allowed in ranges(sheet).items()}


# rules


def figure_rules(sheet: Sheet) -> tuple[Part, ...]:
    """The part of the placard that the figures rest on: limits, pay lines and every rule that touches a figure."""
    parts = []
    for part in placard(sheet).parts:
        lines = tuple(line for line in part.lines if _counts(sheet, line))
        if lines:
            parts.append(Part(part.title, lines))
    return tuple(parts)


def _counts(sheet: Sheet, line: Line) -> bool:
    option = sheet.fields[line.path].option if line.path else None
    return bool(line.pays) or line.departs or (option is not None and "figures" in option.touches.split())


# wagers


def _wager(figures: WagerFigures, known: Distribution | None, more: Sequence[tuple[str, str]]) -> Wager:
    from pitboss.reports.hold import CURVE, hold_over
    from pitboss.reports.panels import HoldBands, Results
    from pitboss.reports.pictures import inline_svg

    spread, ways = known or lines_distribution(figures), common_denominator(figures)
    holds = hold_over(figures.house_edge, figures.standard_deviation, spread)
    curve = hold_over(figures.house_edge, figures.standard_deviation, spread, rounds=CURVE)
    shown = {float(result): float(share) for result, share in (spread or {}).items() if share}
    return Wager(
        name=figures.wager,
        title=figures.title,
        facts=_wager_facts(figures, more),
        lines=tuple(_pay_line(figures.wager, line, ways) for line in figures.lines),
        total=_total(figures, ways),
        basis=figures.basis[:1].upper() + figures.basis[1:],
        results_plot=inline_svg(Results(shown), height=PLOT_HEIGHT) if shown else "",
        hold_plot=inline_svg(HoldBands(curve, figures.house_edge), height=PLOT_HEIGHT),
        hold=tuple(
            HoldLine(
                f"{hold.rounds:,}",
                numbers.units(hold.mean),
                tuple(f"{numbers.units(band.low)} to {numbers.units(band.high)}" for band in hold.bands),
                _behind(hold.behind),
                "normal curve" if hold.normal else "",
            )
            for hold in holds
        ),
    )


def _behind(share: float) -> str:
    if share < 0.0005:
        return "under 0.1 %"
    return numbers.percent(share, 1) if share <= 0.9995 else "over 99.9 %"


def _wager_facts(figures: WagerFigures, more: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    edge = numbers.percent(figures.house_edge, 6)
    favours = " (the player has the edge)" if figures.house_edge < 0 else ""
    fraction = numbers.exact(figures.exact, most=LONGEST) or (
        "a fraction too long to print" if figures.exact is not None else ""
    )
    found = [
        ("House edge", edge + favours),
        ("Exactly", fraction),
        ("Return to the player", numbers.percent(1 - figures.house_edge, 6)),
        ("Hit frequency", _hits(figures)),
        ("Standard deviation, units", f"{figures.standard_deviation:,.6f}"),
        *more,
    ]
    return tuple((label, value) for label, value in found if value)


def _hits(figures: WagerFigures) -> str:
    """How often the wager wins something."""
    won = sum((line.probability for line in figures.lines if line.pays > 0), Fraction(0))
    return f"{numbers.chance(won)}, one in {numbers.one_in(won)}" if won else ""


def common_denominator(figures: WagerFigures) -> int | None:
    """Of how many equally likely ways the lines of a table are counted; None where they are no fractions."""
    chances = [line.probability for line in figures.lines]
    if not chances or not all(isinstance(chance, Fraction) for chance in chances):
        return None
    return lcm(*(Fraction(chance).denominator for chance in chances))


def _counted(ways: int | None, share: Fraction | float) -> str:
    """A number of combinations; none where there are no fractions, or where it is too long for a column."""
    text = "" if ways is None else f"{int(ways * Fraction(share)):,}"
    return text if ways is not None and len(f"{ways:,}") <= MOST_COUNTED else ""


def _pay_line(wager: str, line: LineFigure, ways: int | None) -> PayLine:
    part = float(line.pays) * float(line.probability)
    return PayLine(
        f"−{line.title[1:]}" if line.title.startswith("-") else line.title,
        numbers.pays(line.pays) + numbers.for_one(wager, line.pays),
        numbers.chance(line.probability),
        numbers.one_in(line.probability),
        _counted(ways, line.probability),
        numbers.percent(part + float(line.probability), 4),
        _part(part),
    )


def _part(share: float) -> str:
    return ("+" if share > 0 else "") + numbers.percent(share, 4) if share else "0"


def _total(figures: WagerFigures, ways: int | None) -> PayLine | None:
    """The sum of a complete table; the player's result is then the edge with the opposite sign."""
    if lines_distribution(figures) is None:
        return None
    whole = sum(float(line.pays) * float(line.probability) for line in figures.lines)
    return PayLine("All", "", numbers.chance(1), "", _counted(ways, 1), numbers.percent(1 + whole, 4), _part(whole))


def lines_distribution(figures: WagerFigures) -> Distribution | None:
    """The distribution of a wager's result where its lines are complete."""
    found: dict[Fraction, Fraction | float] = {}
    for line in figures.lines:
        found[line.pays] = found.get(line.pays, Fraction(0)) + line.probability
    whole = float(sum(found.values()))
    mean = sum(float(result) * float(share) for result, share in found.items())
    if abs(whole - 1) > WHOLE or abs(mean + figures.house_edge) > 1e-6:
        return None
    return dict(sorted(found.items()))


def _method(wagers: Sequence[WagerFigures], known: Mapping[str, Distribution]) -> tuple[str, ...]:
    """What is exact and what is not, from the figures themselves."""
    fractions = [wager.title for wager in wagers if wager.exact is not None]
    floats = [wager.title for wager in wagers if wager.exact is None]
    curves = [wager.title for wager in wagers if wager.wager not in known and lines_distribution(wager) is None]
    said = [
        (fractions, "Worked out in whole fractions, without rounding: {}."),
        (floats, "Worked out in floating point, not as a fraction: {}."),
        (
            curves,
            "Only edge and deviation are known of {}: its hold follows the normal curve and has no plot of results.",
        ),
    ]
    rounds = (
        "Hold takes the rounds as independent of each other and all at one unit; its bands come from the distribution "
        "of a single round where that is known."
    )
    return (*(words.format(", ".join(titles)) for titles, words in said if titles), rounds)


# the document


def par_bytes(par: ParSheet, form: ParForm, *, paper: Paper = "a4") -> bytes:
    """The par sheet as a file."""
    from pitboss.reports.cards import card_data, of_hands
    from pitboss.reports.typesetting import html, typeset

    if form == "html":
        return html("par.html", par=par, fills=FILLS, hands=par.chart is not None and of_hands(par.chart)).encode()
    chart = card_data(par.chart) if par.chart else None
    columns = [[asdict(part) for part in half] for half in halves(par.rules)]
    data = {**asdict(par), "chart": chart, "paper": PAPERS[paper], "rule_columns": columns}
    return typeset("par.typ", data, "pdf")


def halves(parts: Sequence[Part]) -> tuple[Sequence[Part], Sequence[Part]]:
    """Two columns in reading order, as even as whole parts can make them."""
    heights = [2.5 + sum(_height(line) for line in part.lines) for part in parts]
    cut = min(range(len(parts) + 1), key=lambda n: max(sum(heights[:n]), sum(heights[n:])))
    return parts[:cut], parts[cut:]


def _height(line: Line) -> int:
    """About how many lines of a column a sentence takes with its clauses."""
    return ceil((len(line.text) + len(line.pays) + 0.75 * sum(len(each) + 2 for each in line.clauses)) / 58)

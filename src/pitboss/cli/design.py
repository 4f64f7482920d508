"""`pitboss design`: pay tables of a side bet that fulfil what a house wishes."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.common import Json, as_table, print_json, say, write_file
from pitboss.errors import NotationError
from pitboss.money import Odds

if TYPE_CHECKING:
    from pitboss.maths.sidebets.design import Designed, PricedBet, Wishes

__all__ = ["design"]

Bet = Annotated[str, typer.Argument(metavar="BET", help="A bet of `pitboss bets`, or a wager of the house's sheet.")]
On = Annotated[str, typer.Option("--on", metavar="SHEET", help="A house's own sheet, or the one whose deal counts.")]
Edge = Annotated[str, typer.Option("--edge", metavar="FROM..TO", help="The house edge in percent, such as 4..6.")]
Hits = Annotated[float, typer.Option("--hits", metavar="N", help="At least one bet in N wins.")]
Top = Annotated[float, typer.Option("--top", metavar="N", help="No line pays more than N to 1.")]
Deviation = Annotated[float, typer.Option("--deviation", metavar="N", help="At most this deviation, in stakes.")]
Pays = Annotated[list[str], typer.Option("--pays", metavar="LINE=ODDS", help="Odds to start from; may be given again.")]
Keep = Annotated[list[str], typer.Option("--keep", metavar="LINE", help="A line whose odds stay; may be given again.")]
Save = Annotated[str, typer.Option("--save", metavar="FILE", help="Save the first table as a sheet of the house.")]

WISHES = {
    "edge": "the edge", "hits": "the hits", "top": "the top award", "deviation": "the deviation",
    "falling": "lines in falling order", "rounded": "round odds", "keep": "the lines that stay",
}  # fmt: skip


def design(
    bet: Bet,
    on: On = "catfish-blackjack",
    decks: Annotated[int, typer.Option("--decks", help="Decks in the shoe.", min=1, max=8)] = 6,
    edge: Edge = "",
    hits: Hits = 0,
    top: Top = 0,
    deviation: Deviation = 0,
    any_order: Annotated[bool, typer.Option("--any-order", help="Better lines may pay less.")] = False,
    any_odds: Annotated[bool, typer.Option("--any-odds", help="Odds need not be round.")] = False,
    pays: Pays = [],  # noqa: B006
    keep: Keep = [],  # noqa: B006
    most: Annotated[int, typer.Option("--most", help="How many tables to show.", min=1, max=50)] = 5,
    save: Save = "",
    json: Json = False,
) -> None:
    """Find the pay tables of a side bet that fulfil wishes, those nearest to its own first.

    Exit status 1 where no table fulfils them all; the wishes that stand in the way are named.

    Examples: `pitboss design 21+3 --edge 4..6 --hits 12 --top 500`, `pitboss design lucky_ladies --edge 10..12 --json`
    """
    from pitboss.maths.sidebets import design as d

    start = _start(bet, on, decks).paying(dict(map(_odds, pays)))
    wishes = d.Wishes(
        edge=_range(edge),
        hits=Fraction(str(hits)) if hits else None,
        top=Fraction(str(top)) if top else None,
        deviation=Fraction(str(deviation)) if deviation else None,
        falling=not any_order,
        rounded=not any_odds,
        keep=tuple(keep),
    )
    strange = [line for line in keep if line not in {one.line for one in start.lines}]
    if strange:
        raise NotationError(f'{start.title} has no line "{strange[0]}"')
    found = d.design(start, wishes, most=most)
    if json:
        print_json(_as_json(start, wishes, found))
    else:
        _page(start, wishes, found)
    if save and found.tables:
        _save(Path(save), bet, on, found.tables[0])
    raise typer.Exit(0 if found.tables else 1)


def _start(bet: str, on: str, decks: int) -> PricedBet:
    """The bet with the pay table that it has on the sheet, or usually."""
    from pitboss.maths.sidebets import bet_figures
    from pitboss.maths.sidebets.design import PricedBet
    from pitboss.rules import load
    from pitboss.rules.catalogue_sheets import offered_wagers, offering

    sheet = load(on)
    if bet not in offered_wagers(sheet):
        sheet = offering(bet, on=on)
    wager = bet if bet in offered_wagers(sheet) else offered_wagers(sheet)[0]
    return PricedBet.of(bet_figures(sheet, wager, decks=decks))


def _range(text: str) -> tuple[Fraction, Fraction] | None:
    if not text:
        return None
    match = re.fullmatch(r"(-?\d+(?:\.\d+)?)\s*(?:\.\.|-|to)\s*(\d+(?:\.\d+)?)\s*%?", text.strip())
    if match is None or Fraction(match[1]) > Fraction(match[2]):
        raise NotationError("cannot read a range of edges", text=text, expected="percent from and to, such as 4..6")
    return Fraction(match[1]) / 100, Fraction(match[2]) / 100


def _odds(text: str) -> tuple[str, Fraction]:
    line, equals, odds = text.partition("=")
    if not equals:
        raise NotationError("cannot read odds", text=text, expected="line=odds such as flush=5:1")
    return line.strip(), Odds.parse(odds).ratio


def _table_json(table: PricedBet) -> dict[str, Any]:
    from pitboss.maths.sidebets.design import SHIFT_BETS, odds_text

    back = sum(one.chance * (one.pays + 1) for one in table.lines) or Fraction(1)
    low, high = table.hold()
    return {
        "house_edge": table.edge,
        "exact": str(table.exact_edge),
        "hits_one_in": float(1 / table.hits),
        "standard_deviation": table.deviation,
        "top_award": str(table.top),
        "hold_over_a_shift": {"bets": SHIFT_BETS, "from": low, "to": high},
        "lines": [
            {"line": one.line, "title": one.title, "pays": odds_text(one.pays), "probability": float(one.chance),
             "share_of_return": float(one.chance * (one.pays + 1) / back), "one_step_costs": float(one.chance)}
            for one in table.lines
        ],
    }  # fmt: skip


def _as_json(start: PricedBet, wishes: Wishes, found: Designed) -> dict[str, Any]:
    return {
        "bet": start.wager,
        "basis": start.basis,
        "wishes": list(wishes.named()),
        "now": _table_json(start),
        "tables": [_table_json(table) for table in found.tables],
        "conflicts": list(found.conflicts),
        "each_conflicts": found.each,
        "proven": found.proven,
    }


def _page(start: PricedBet, wishes: Wishes, found: Designed) -> None:
    say(f"{start.title}, {start.basis}")
    if not found.tables:
        named = ", ".join(WISHES[name] for name in found.conflicts)
        none = (
            "No pay table fulfils all wishes" if found.proven else "None of the nearest pay tables fulfils all wishes"
        )
        way = "each of these stands in the way" if found.each else "these cannot be fulfilled together"
        say("", f"{none}; {way}: {named}.")
        if not found.proven:
            say("There are more tables than were looked at: keep some lines, or wish for round odds.")
        if found.conflicts == ("hits",):
            say(f"It hits one in {float(1 / start.hits):.2f}, whatever its lines pay.")
    for number, table in enumerate(found.tables, 1):
        say("", f"Table {number}")
        _print_table(table)


def _print_table(table: PricedBet) -> None:
    told = _table_json(table)
    rows = [
        [line["title"], line["pays"], f"{line['probability']:.4%}", f"{line['share_of_return']:.1%}",
         f"{100 * line['one_step_costs']:.3f}"]
        for line in told["lines"]
    ]  # fmt: skip
    print(as_table(["line", "pays", "comes", "of the return", "a step costs"], rows, right=range(1, 5)))
    hold = told["hold_over_a_shift"]
    say(
        f"edge {table.edge:.4%}, hits one in {told['hits_one_in']:.2f}, deviation {table.deviation:.3f}, "
        f"top {told['top_award']} to 1",
        f"hold over a shift of {hold['bets']:,} bets: {hold['from']:.1%} to {hold['to']:.1%} in nine of ten",
    )


def _save(path: Path, bet: str, on: str, table: PricedBet) -> None:
    from pitboss.maths.sidebets.design import odds_text
    from pitboss.rules.catalogue_sheets import offering_text

    pays = {one.line: odds_text(one.pays) for one in table.lines}
    write_file(path, offering_text(bet, pays, on=on, sheet=path.stem))
    say("", f"Saved as {path}: next `pitboss rules {path}`")

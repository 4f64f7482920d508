"""`pitboss value`: what each choice is worth in one situation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.common import Json, Sets, SheetName, load, print_json
from pitboss.cli.math_pages import Fresh, page, plain, shown_progress, table
from pitboss.money import cents_text, parse_cents

if TYPE_CHECKING:
    from pitboss.maths.analysis import Choice, Valuation

__all__ = ["value"]


def value(
    sheet: SheetName,
    situation: Annotated[
        list[str], typer.Argument(metavar="SITUATION", help='Such as "8 8 against T" or "Kh4h on Ks 4d 2c".')
    ],
    set: Sets = [],  # noqa: B006  (typer reads the name and copies the default)
    stake: Annotated[str, typer.Option("--stake", metavar="AMOUNT", help="The main bet, or the Ante.")] = "",
    shoe: Annotated[
        str, typer.Option("--shoe", metavar="CARDS", help="All cards before the deal, if not the sheet's decks.")
    ] = "",
    seen: Annotated[
        str, typer.Option("--seen", metavar="CARDS", help="Cards that have left the shoe before this deal.")
    ] = "",
    no_cache: Fresh = False,
    json: Json = False,
) -> None:
    """Say what each choice is worth in one situation, best first.

    Examples: `pitboss value catfish-blackjack 8 8 against T`,
    `pitboss value free-bet-blackjack "5 3 vs 6 on a lammer"`,
    `pitboss value ultimate-texas-holdem "Kh4h on Ks 4d 2c"`
    """
    loaded = load(sheet, sets=set)
    from pitboss.maths import analysis

    cents = parse_cents(stake.rpartition("=")[2]) if stake else None
    with shown_progress(1) as step:
        step("working it out")
        found = analysis.value(
            loaded, " ".join(situation), stake_cents=cents, shoe=shoe or None, seen=seen, cache=not no_cache
        )
    if json:
        print_json(_as_json(found))
    else:
        _show(found)


def _as_json(found: Valuation) -> dict[str, Any]:
    return {
        "sheet": found.sheet,
        "situation": found.situation,
        "stake": cents_text(found.stake_cents),
        "basis": found.basis,
        "choices": [_choice(found, choice) for choice in found.choices],
        "before_check": [_choice(found, choice) for choice in found.before_check],
        "insurance": found.insurance,
    }


def _choice(found: Valuation, choice: Choice) -> dict[str, Any]:
    amount = cents_text(round(choice.value * choice.stake_cents))
    exact = None if choice.exact is None else f"{choice.exact.numerator}/{choice.exact.denominator}"
    return {
        "choice": choice.name, "value": choice.value, "exact": exact, "amount": amount, "cost": found.cost(choice)
    }  # fmt: skip


def _show(found: Valuation) -> None:
    out = page()
    out.print(f"[bold]{plain(found.situation)}[/bold]  {plain(found.sheet)}")
    out.print(found.basis[:1].upper() + found.basis[1:] + ".")
    if found.before_check:
        out.print(_table(found, found.before_check, "Before the dealer's check"))
    if found.insurance is not None:
        verdict = "pays" if found.insurance > 0 else "costs"
        out.print(f"\nInsurance {verdict} {abs(found.insurance):.4f} per unit of the insurance bet.")
    out.print(_table(found, found.choices, "Then" if found.before_check else ""))


def _table(found: Valuation, choices: tuple[Choice, ...], title: str) -> Any:
    rows = table("choice", "per unit", "at the stake", "cost", title=title, right=(1, 2, 3))
    for choice in choices:
        cost = found.cost(choice)
        sign = "-" if choice.dollars < 0 else ""
        rows.add_row(
            choice.name, f"{choice.value:+.6f}", f"{sign}${abs(choice.dollars):,.4f}", f"{cost:.6f}" if cost else "best"
        )
    return rows

"""`pitboss shuffle`: watch a sheet's shuffle, or measure how far from uniform it leaves the cards."""

from __future__ import annotations

import dataclasses
from typing import Annotated

import typer

from pitboss.cli.common import Json, Sets, SheetName, as_table, load, print_json, say

__all__ = ["shuffle"]


def shuffle(
    sheet: SheetName,
    set: Sets = [],  # noqa: B006  (typer reads the name and copies the default)
    shuffles: Annotated[
        int, typer.Option("--shuffles", min=1, max=100_000, help="How many shuffles to measure.")
    ] = 400,
    passes: Annotated[int, typer.Option("--passes", min=1, max=100, help="How often each stack goes through it.")] = 1,
    wash: Annotated[
        bool, typer.Option("--wash/--no-wash", help="With or without the wash, where there is one.")
    ] = True,
    clumpiness: Annotated[
        int, typer.Option("--clumpiness", min=0, max=99, help="How clumsy the riffles are, in percent.")
    ] = 0,
    seed: Annotated[str, typer.Option("--seed", help="The seed; the same seed gives the same figures.")] = "1",
    watch: Annotated[bool, typer.Option("--watch", help="Show one shuffle step by step instead.")] = False,
    json: Json = False,
) -> None:
    """Measure how far from uniform the shuffle of a sheet leaves the cards, or watch one.

    Examples: `pitboss shuffle catfish-blackjack`, `pitboss shuffle blackjack-v5 --no-wash`,
    `pitboss shuffle ultimate-texas-holdem --set shuffle.method=manual --watch`
    """
    from pitboss.shoe.chance import SeededChance
    from pitboss.shoe.deck import fresh_decks
    from pitboss.shoe.distance import measure
    from pitboss.shoe.from_sheet import shuffle_rules
    from pitboss.shoe.procedures import PROCEDURES

    rules = dataclasses.replace(shuffle_rules(load(sheet, sets=set)), clumpiness=clumpiness)
    rules = rules if wash else dataclasses.replace(rules, wash="never")
    if watch and json:
        steps = PROCEDURES[rules.shuffle_name](fresh_decks(rules.decks), SeededChance(seed), rules)
        print_json(
            {"sheet": sheet, "seed": seed, "steps": [{"text": s.text, "clauses": list(s.clauses)} for s in steps]}
        )
        return
    if watch:
        for step in PROCEDURES[rules.shuffle_name](fresh_decks(rules.decks), SeededChance(seed), rules):
            print(f"{step.text}  [{', '.join(step.clauses)}]" if step.clauses else step.text)
        return
    parts = 12 if rules.cards % 12 == 0 else 13
    result = measure(rules, shuffles=shuffles, seed=seed, passes=passes, cells=parts)
    if json:
        print_json(
            {
                "sheet": sheet,
                "clumpiness": clumpiness,
                **dataclasses.asdict(result),
                "looks_uniform": result.looks_uniform,
            }
        )
        return
    rows = [
        [
            "former neighbours still together",
            f"{_percent(result.neighbours_kept.measured)}",
            f"{_percent(result.neighbours_kept.uniform)}",
        ],
        [
            "runs of the old order left",
            f"{result.rising_sequences.measured:.1f}",
            f"{result.rising_sequences.uniform:.1f}",
        ],
        [
            "places a card moves on average",
            f"{result.mean_displacement.measured:.1f}",
            f"{result.mean_displacement.uniform:.1f}",
        ],
        ["correlation of old and new place", f"{result.rank_correlation.measured:+.4f}", "0"],
        [
            f"chi-square over {result.cells} x {result.cells} parts",
            f"{result.chi_square.measured:,.0f}",
            f"{result.chi_square.uniform:,.0f}",
        ],
    ]
    times = "" if passes == 1 else f", each {passes} times through it"
    say(
        f"{sheet}: {result.procedure.replace('_', ' ')} shuffle of {rules.cards} cards"
        f"{'' if wash else ' without the wash'}, clumpiness {clumpiness}%"
    )
    say(f"{shuffles:,} shuffles{times}, seed {seed}", "")
    print(as_table(["", "measured", "perfect shuffle"], rows, right=(1, 2)))
    verdict = "within what luck gives" if result.looks_uniform else "not uniform"
    print(
        f"\nBy the chi-square the order is {verdict}: "
        f"a perfect shuffle gives as much in {_percent(result.tail_chance)} of runs."
    )


def _percent(share: float) -> str:
    return f"{share * 100:.2f}%" if share > 0.0001 else f"{share * 100:.1e}%" if share else "0%"

"""The strategy card of Ultimate Texas Hold'em: which hands to raise before the flop, and the rest in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pitboss.reports.charts import Cell, Chart, Grid, Key, Play

__all__ = ["RANKS", "holdem_chart", "holdem_class", "holdem_grid"]

RANKS: Final = "AKQJT98765432"
CHECK, FOLD = "check", "fold"


def holdem_class(row: int, column: int) -> str:
    """The name of a starting hand: suited ones lie right of the pairs, the others left of them.

    >>> holdem_class(0, 0), holdem_class(0, 1), holdem_class(1, 0)
    ('AA', 'AKs', 'AKo')
    """
    high, low = sorted((row, column))
    return RANKS[high] + RANKS[low] + ("" if row == column else "s" if row < column else "o")


def holdem_grid(choices: Mapping[str, str]) -> Grid:
    """The 169 starting hands, each with what is best before the flop: "check", "fold", or a raise such as "4x"."""
    plays = _plays(choices)
    rows = []
    for row, rank in enumerate(RANKS):
        names = [holdem_class(row, column) for column in range(13)]
        cells = (
            Cell(name, plays[choices[name]], words=f"{name}: {_words(choices[name])}", hand=name) for name in names
        )
        rows.append((rank, tuple(cells)))
    return Grid("Before the flop", "suited right, offsuit left", tuple(RANKS), tuple(rows))


def _plays(choices: Mapping[str, str]) -> dict[str, Play]:
    """The play of each choice, the largest raise first."""
    raises = sorted({choice for choice in choices.values() if choice not in (CHECK, FOLD)}, key=_multiple, reverse=True)
    found = {choice: Play.RAISE if choice == raises[0] else Play.RAISE_LESS for choice in raises}
    return {**found, CHECK: Play.CHECK, FOLD: Play.FOLD}


def _multiple(choice: str) -> int:
    return int(choice.removesuffix("x"))


def _words(choice: str) -> str:
    return choice if choice in (CHECK, FOLD) else f"raise {_multiple(choice)} times the ante"


def holdem_chart(
    choices: Mapping[str, str],
    *,
    title: str,
    subtitle: str,
    felt: str,
    rules: Sequence[str] = (),
    edge: str = "",
    basis: str = "",
) -> Chart:
    """The whole card; `rules` are the sentences of a strategy for flop and river."""
    grid = holdem_grid(choices)
    used = set(choices.values())
    words = {CHECK: "Check and see the flop", FOLD: "Fold"}
    keys = [
        Key(Cell("AA", play), words.get(choice) or _words(choice).capitalize())
        for choice, play in _plays(choices).items()
        if choice in used
    ]
    return Chart(
        title=title,
        subtitle=subtitle,
        figure_label="House edge of the ante, played this way" if edge else "",
        figure=edge,
        grids=(grid,),
        keys=tuple(keys),
        notes=tuple(rules),
        basis=basis,
        felt=felt,
    )

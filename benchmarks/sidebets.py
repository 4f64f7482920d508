"""How long the side bets of each sheet take, warm and in one process: `python benchmarks/sidebets.py`.

The first number is with every line asked for anew and the main game solved anew, the second with both remembered, as
for further shoes of the same sheet; the third is for the removal of every card.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from pitboss.maths.sidebets import bet_figures, effects_of_removal, side_wagers
from pitboss.maths.sidebets import blackjack as module
from pitboss.maths.sidebets.blackjack.deal_outcomes import lines_of_deals
from pitboss.maths.sidebets.blackjack.dealer import dealer_ends, paid_ends
from pitboss.maths.sidebets.blackjack.third_card import thirds_that_matter
from pitboss.maths.sidebets.poker import line_counts, lines_without
from pitboss.rules import SHIPPED, load

REMEMBERED = (lines_of_deals, paid_ends, dealer_ends, thirds_that_matter, line_counts, lines_without, module._solved)
AIM = 2.0
"""Seconds for all side bets of a sheet."""


def forget() -> None:
    for function in REMEMBERED:
        function.cache_clear()


def cpu_seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    for name in SHIPPED:
        sheet = load(name)
        total = 0.0
        for wager in side_wagers(sheet):
            figures = bet_figures(sheet, wager)  # compiles what there is to compile
            forget()
            anew = cpu_seconds(lambda sheet=sheet, wager=wager: bet_figures(sheet, wager))  # type: ignore[misc]
            again = cpu_seconds(lambda sheet=sheet, wager=wager: bet_figures(sheet, wager))  # type: ignore[misc]
            removal = cpu_seconds(lambda sheet=sheet, wager=wager: effects_of_removal(sheet, wager))  # type: ignore[misc]
            total += anew
            times = f"{anew:.3f} s CPU, again {again:.3f} s, every card removed {removal:.3f} s"
            print(f"{name:28} {wager:13} edge {100 * figures.house_edge:9.4f} %   {times}")
        print(f"{name:28} {'all':13} {total:.3f} s CPU (aim {AIM} s)")


if __name__ == "__main__":
    main()

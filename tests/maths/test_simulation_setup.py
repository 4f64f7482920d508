"""Setups: what they name, what they refuse, and every wager of every sheet beside its exact edge."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pitboss.errors import NotationError
from pitboss.maths.analysis.stakes import stakes_of
from pitboss.maths.simulation.blackjack.counting import Counting
from pitboss.maths.simulation.run import simulate
from pitboss.maths.simulation.setup import Setup
from pitboss.rules import load

BLACKJACK = ("catfish-blackjack", "games-of-chance-blackjack", "free-bet-blackjack", "blackjack-v5")


@pytest.mark.slow
@pytest.mark.parametrize("name", BLACKJACK)
def test_every_wager_meets_its_exact_edge(name: str) -> None:
    """A new shoe for every round, as the exact figures have it."""
    sheet = load(name)
    setup = Setup(sheet, stakes=stakes_of(sheet), cut=52 * sheet.rules.cards.decks)
    result, exact = simulate(setup.game, 3_000_000, seed=2025), setup.exact_edges()
    assert set(exact) == {name for name in result.wagers if name != "insurance"} == set(stakes_of(sheet))
    scores = {name: result.wagers[name].z_score(edge) for name, edge in exact.items()}
    assert all(score is not None and abs(score) < 4 for score in scores.values()), scores


def test_a_setup_says_what_a_saved_run_must_share(tmp_path: Path) -> None:
    sheet = load("catfish-blackjack")
    setups = [
        Setup(sheet),
        Setup(load("catfish-blackjack", sets=["soft_17=stand"])),
        Setup(sheet, seats=2),
        Setup(sheet, stakes={"main": 1000}),
        Setup(sheet, stakes={"trilux": 100}),
        Setup(sheet, tokes={"main": 100}),
        Setup(sheet, play="two-card"),
        Setup(sheet, cut=60),
        Setup(sheet, counting=Counting()),
        Setup(sheet, counting=Counting(bets=[(2, 1000)])),
    ]
    for text in ("one", "other"):
        chart = tmp_path / text / "chart.toml"
        chart.parent.mkdir()
        chart.write_text(text)
        setups.append(Setup(sheet, play=str(chart)))
    assert len({tuple(setup.about.items()) for setup in setups}) == len(setups)
    assert Setup(sheet).about == Setup(sheet, stakes={"main": 500}, play="total").about, "the defaults, said"


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("catfish-blackjack", {"play": "best"}), ("catfish-blackjack", {"play": "chart.txt"}),
        ("catfish-blackjack", {"meters": {}}), ("ultimate-texas-holdem", {"play": "total"}),
        ("ultimate-texas-holdem", {"play": "chart.toml"}), ("ultimate-texas-holdem", {"cut": 5}),
        ("ultimate-texas-holdem", {"counting": Counting()}),
    ],
    ids=str,
)  # fmt: skip
def test_what_does_not_go_together_is_refused(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(NotationError, match=r"^[^\n]+: expected [^\n]+$"):
        Setup(load(name), **options)


def test_a_counters_edge_is_not_known_exactly() -> None:
    assert Setup(load("catfish-blackjack"), counting=Counting()).exact_edges() == {}

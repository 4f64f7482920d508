"""Exact blackjack: what every choice and the whole game are worth, from any shoe."""

from __future__ import annotations

from pitboss.maths.blackjack.charts import chart_text, parse_chart, read_chart
from pitboss.maths.blackjack.choices import ChartRow, Situation, chart_rows, choices
from pitboss.maths.blackjack.evaluate import evaluate
from pitboss.maths.blackjack.figures import GameFigures, figures
from pitboss.maths.blackjack.playbook import Move, Playbook
from pitboss.maths.blackjack.shoe import Shoe, full_shoe
from pitboss.maths.blackjack.solver import Solution, solve, value
from pitboss.maths.blackjack.spreads import Spread, spread, spread_of
from pitboss.maths.blackjack.strategies import best_total_dependent, two_card

__all__ = [
    "ChartRow", "GameFigures", "Move", "Playbook", "Shoe", "Situation", "Solution", "Spread", "best_total_dependent",
    "chart_rows", "chart_text", "choices", "evaluate", "figures", "full_shoe", "parse_chart", "read_chart", "solve",
    "spread", "spread_of", "two_card", "value",
]  # fmt: skip

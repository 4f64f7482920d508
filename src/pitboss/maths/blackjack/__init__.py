"""Exact blackjack: what every choice and the whole game are worth, from any shoe."""

from __future__ import annotations

from pitboss.maths.blackjack.shoe import Shoe, full_shoe
from pitboss.maths.blackjack.solver import Solution, solve, value
from pitboss.maths.blackjack.spreads import Spread, spread

__all__ = ["Shoe", "Solution", "Spread", "full_shoe", "solve", "spread", "value"]

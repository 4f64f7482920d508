"""Exact blackjack: what every choice and the whole game are worth, from any shoe."""

from __future__ import annotations

from pitboss.maths.blackjack.solver import Shoe, Solution, full_shoe, solve, value

__all__ = ["Shoe", "Solution", "full_shoe", "solve", "value"]

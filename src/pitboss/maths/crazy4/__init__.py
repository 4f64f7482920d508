"""Exact Crazy 4 Poker: what every choice and the whole game are worth."""

from __future__ import annotations

from pitboss.maths.crazy4.record import Crazy4Record, compile_crazy4
from pitboss.maths.crazy4.solution import Crazy4Solution
from pitboss.maths.crazy4.solver import evaluate_play, solve

__all__ = ["Crazy4Record", "Crazy4Solution", "compile_crazy4", "evaluate_play", "solve"]

"""Exact hold'em: what every choice and the whole game are worth."""

from __future__ import annotations

from pitboss.maths.holdem.boards import RankedBoards, rank_all
from pitboss.maths.holdem.play import BestPlay
from pitboss.maths.holdem.record import HoldemRecord, compile_holdem
from pitboss.maths.holdem.solution import HoldemSolution
from pitboss.maths.holdem.solver import evaluate_play, progressive_under_play, solve

__all__ = [
    "BestPlay", "HoldemRecord", "HoldemSolution", "RankedBoards", "compile_holdem", "evaluate_play",
    "progressive_under_play", "rank_all", "solve",
]  # fmt: skip

"""Hints: the value in question, or the clause; never the answer."""

from __future__ import annotations

from pitboss.rules.register import clause
from pitboss.school.questions import Solution
from pitboss.words import wording

__all__ = ["hint"]


def hint(solution: Solution) -> str:
    """Return what may be told of a part beforehand."""
    stated = clause(solution.clause)
    value = solution.value if solution.value != solution.shown else ""
    return value or (stated.text if stated is not None else wording("school.no_hint", {}))

"""Lines that more than one game says."""

from __future__ import annotations

import shutil
import textwrap

from pitboss.cli.play.felt import Paint
from pitboss.rules.register import clause as clause_of
from pitboss.shoe import ShuffleRules

__all__ = ["allowed_cut", "item", "width"]


def width() -> int:
    """How wide a line may be: what the terminal has, and no more than reads well."""
    return min(96, shutil.get_terminal_size((100, 24)).columns)


def item(text: str, clause: str, paint: Paint) -> list[str]:
    """A line, and the clause behind it in the register's words."""
    lines = [f"  {text}"]
    known = clause_of(clause) if clause else None
    if known is not None:
        lines += [
            paint("dim", line)
            for line in textwrap.wrap(
                f"{clause}: {known.text}", width(), initial_indent="       ", subsequent_indent="       "
            )
        ]
    return lines


def allowed_cut(rules: ShuffleRules, paint: Paint) -> list[str]:
    """Where the cut may be, and what becomes of it if nobody cuts."""
    fallback = "the dealer cuts" if rules.cut_fallback == "dealer" else "the cards stay as they are"
    return [
        *item(f"at least {rules.cut_minimum_cards} cards stay at both ends", rules.clause("cut_minimum"), paint),
        *item(f"n: somebody else is asked, then {fallback}", rules.clause("dealer_cuts"), paint),
    ]

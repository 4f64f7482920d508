"""A hint at a prompt: what each answer is worth, best first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pitboss.cli.play.felt import Paint
from pitboss.games.events import Event
from pitboss.games.round import Round

if TYPE_CHECKING:
    from pitboss.service.advice.answer_values import Advice, Choice

__all__ = ["hint_for"]


def hint_for(round_: Round, seen: Sequence[Event], box: int, paint: Paint) -> list[str]:
    """Every answer of the box that is asked, with its worth; `seen` are the events as the player saw them."""
    from pitboss.cli.math_pages import shown_progress
    from pitboss.service.advice.answer_values import advise, positions_of

    with shown_progress(1) as step:
        step("working it out")
        asked = {position.spot: position for position in positions_of(round_, seen, round_.offers())}
        advice = advise(asked[box])
    width = max(len(_name(choice)) for choice in advice.choices)
    lines = [f"  {_name(choice).ljust(width)}  {_worth(advice, choice)}" for choice in advice.choices]
    lines[0] = paint("bold", lines[0])
    return [f"{advice.position.basis}:", *lines, f"Best: {advice.best.offer.text.partition(':')[0]}."]


def _name(choice: Choice) -> str:
    """An answer by its words, with the amount where there are several of its kind."""
    return choice.offer.text.partition(", ")[0]


def _worth(advice: Advice, choice: Choice) -> str:
    """What an answer is worth in units and in dollars, and what it gives away."""
    if choice.value is None:
        return "not worked out"
    dollars = choice.value * advice.position.stake / 100
    cost = advice.cost(choice)
    against = f", {cost:.4f} less than the best" if cost else ""
    return f"{choice.value:+.4f} units, {'-' if dollars < 0 else '+'}${abs(dollars):,.2f}{against}"

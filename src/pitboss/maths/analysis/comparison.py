"""Two sheets of one game, rule by rule: what each change does to the edge of every wager, alone and all together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.errors import NotationError, PitbossError
from pitboss.maths.analysis.edges import house_edges
from pitboss.maths.analysis.progress import Steps, silent
from pitboss.maths.analysis.rule_changes import Change, changes, with_values_of
from pitboss.maths.analysis.stakes import stakes_of
from pitboss.maths.display import edge, fragment, html_table
from pitboss.rules import Sheet

__all__ = ["Comparison", "Effect", "compare"]

NOTHING = 1e-12
"""Less than any rule's effect: what rounding leaves."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What one change does by itself: the edges with it, and how far each has moved."""

    change: Change
    edges: Mapping[str, float]
    moved: Mapping[str, float]
    refused: str = ""
    """Why there are no figures with it, where there are none."""

    @property
    def size(self) -> float:
        return max(map(abs, self.moved.values()), default=0.0)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The edges of two sheets, and the changes between them with the largest effect first."""

    a: Sheet
    b: Sheet
    stakes_a: Mapping[str, int]
    stakes_b: Mapping[str, int]
    edges_a: Mapping[str, float]
    edges_b: Mapping[str, float]
    effects: tuple[Effect, ...]
    neutral: tuple[Change, ...]
    """What differs and moves none of these figures."""
    refused: tuple[Effect, ...]
    refused_b: str = ""

    @property
    def moved(self) -> dict[str, float]:
        """How far the edges move with all changes together."""
        return {wager: edge - self.edges_a[wager] for wager, edge in self.edges_b.items() if wager in self.edges_a}

    @property
    def together(self) -> dict[str, float]:
        """What the changes do together beyond the sum of what each does alone."""
        return {
            wager: moved - sum(effect.moved.get(wager, 0.0) for effect in self.effects)
            for wager, moved in self.moved.items()
        }

    def _repr_html_(self) -> str:
        both = [
            [wager, edge(self.edges_a.get(wager)), edge(self.edges_b.get(wager)), edge(self.moved.get(wager))]
            for wager in {**self.edges_a, **self.edges_b}
        ]
        alone = [
            [f"{effect.change.name}: {effect.change.before} → {effect.change.after}", wager, edge(by)]
            for effect in self.effects
            for wager, by in effect.moved.items()
            if abs(by) > NOTHING
        ]
        return fragment(
            f"{self.a.name} against {self.b.name}",
            html_table(["wager", "first", "second", "difference"], both),
            html_table(["each change alone", "wager", "moves by"], alone),
            notes=[f"Not solved: {effect.change.name} alone: {effect.refused}." for effect in self.refused],
        )


def compare(
    a: Sheet,
    b: Sheet,
    *,
    stakes: Mapping[str, int] | None = None,
    cache: bool = True,
    progress: Steps = silent,
) -> Comparison:
    """Compare two sheets of one game at these stakes, by default each at the least it allows."""
    if a.game != b.game:
        raise NotationError(
            f"{a.name} is {a.game} and {b.name} is {b.game}, which have no rules in common",
            expected="two sheets of one game",
        )
    stakes_a, stakes_b = stakes_of(a, stakes), stakes_of(b, stakes)
    differing = list(changes(a, b))
    with progress(len(differing) + 2) as step:
        step(f"{a.name}")
        edges_a = house_edges(a, stakes_a, cache=cache)
        step(f"{b.name}")
        try:
            edges_b, refused_b = house_edges(b, stakes_b, cache=cache), ""
        except PitbossError as error:
            edges_b, refused_b = {}, str(error)
        effects = []
        for change in differing:
            step(change.name)
            effects.append(_effect(a, b, change, edges_a, stakes, cache=cache))
    found = [effect for effect in effects if not effect.refused]
    return Comparison(
        a, b, stakes_a, stakes_b, edges_a, edges_b,
        tuple(sorted((e for e in found if e.size > NOTHING), key=lambda effect: -effect.size)),
        tuple(effect.change for effect in found if effect.size <= NOTHING),
        tuple(effect for effect in effects if effect.refused),
        refused_b,
    )  # fmt: skip


def _effect(
    a: Sheet, b: Sheet, change: Change, before: Mapping[str, float], stakes: Mapping[str, int] | None, *, cache: bool
) -> Effect:
    try:
        changed = with_values_of(a, b, change.paths)
        edges = house_edges(changed, stakes_of(changed, stakes), cache=cache)
    except PitbossError as error:
        return Effect(change, {}, {}, str(error))
    return Effect(change, edges, {wager: edge - before[wager] for wager, edge in edges.items() if wager in before})

"""A strategy card as data: grids of cells with a letter and a fill, the same on screen, on paper and in a terminal."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pitboss.reports.look import EDGE, TEXT, Fill

__all__ = ["FILLS", "Cell", "Chart", "Grid", "Key", "Play"]


class Play(StrEnum):
    """What a cell tells the player to do; its fill and, beside it, its own corner follow from it."""

    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    SURRENDER = "surrender"
    RAISE = "raise"
    RAISE_LESS = "raise-less"
    FOLD = "fold"
    CHECK = "check"


# Lightness steps apart, so that the card survives a black-and-white printer and every kind of colour vision.
FILLS: Final = {
    Play.HIT: Fill("#FFFFFF", TEXT, EDGE),
    Play.STAND: Fill("#24363C", "#FFFFFF", "#24363C"),
    Play.DOUBLE: Fill("#E8924B", TEXT, "#E8924B"),
    Play.SPLIT: Fill("#A6CBEE", TEXT, "#A6CBEE"),
    Play.SURRENDER: Fill("#80609A", "#FFFFFF", "#80609A"),
    Play.RAISE: Fill("#E8924B", TEXT, "#E8924B"),
    Play.RAISE_LESS: Fill("#A6CBEE", TEXT, "#A6CBEE"),
    Play.FOLD: Fill("#24363C", "#FFFFFF", "#24363C"),
    Play.CHECK: Fill("#FFFFFF", TEXT, EDGE),
}


@dataclass(frozen=True, slots=True)
class Cell:
    """One field of a card: its letters, what they mean, and a mark where a note below says more."""

    letters: str
    play: Play
    noted: bool = False
    words: str = ""
    """The whole choice in words, for who hovers over it or has it read out."""
    hand: str = ""
    """The hand that it is for, where the words begin with it; elsewhere row and column tell."""


@dataclass(frozen=True, slots=True)
class Grid:
    """One block of a card, such as the hard totals against every up card."""

    title: str
    corner: str
    """What rows and columns are, where it must be said."""
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]
    hands: tuple[tuple[str, ...], ...] = ()
    """For each row the opening hands that it stands for; empty where rows do not stand for such hands."""


@dataclass(frozen=True, slots=True)
class Key:
    """One entry of the explanation: letters as they stand in a cell, and what they say."""

    cell: Cell
    words: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A whole strategy card."""

    title: str
    subtitle: str
    figure_label: str
    figure: str
    """The house edge when played this way, or None."""
    grids: tuple[Grid, ...]
    keys: tuple[Key, ...]
    notes: tuple[str, ...]
    basis: str
    felt: str

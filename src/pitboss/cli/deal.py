"""`pitboss deal`: play a sheet in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.common import Sets, SheetName
from pitboss.errors import NotationError
from pitboss.money import parse_cents

__all__ = ["deal"]

BROKEN_OFF = 130
"""What a shell reports of a program that was ended with Ctrl-C."""


def deal(
    sheet: SheetName,
    set: Sets = [],  # noqa: B006  (typer reads the name and copies the default)
    spots: Annotated[int, typer.Option("--spots", min=1, max=7, help="How many spots you play.")] = 1,
    seats: Annotated[
        str, typer.Option("--seats", metavar="N,N", help="The boxes you sit at; default: the first ones.")
    ] = "",
    bank: Annotated[str, typer.Option("--bank", metavar="DOLLARS", help="What you bring to the table.")] = "500",
    seed: Annotated[
        str, typer.Option("--seed", help="Deal the same cards again; without it the order is secret.")
    ] = "",
    save: Annotated[
        Path | None, typer.Option("--save", metavar="DIR", help="Write each round there as a hand record.")
    ] = None,
) -> int:
    """Play a game: bets, side bets, tokes, every decision, with the clause behind each.

    At any prompt `?` says what is allowed and why, at a decision `hint` says what each answer is worth, and `quit` or
    Ctrl-D ends the game; Ctrl-C does so with exit status 130. Answers are read from the standard input, so that a game
    can be scripted.

    Examples: `pitboss deal catfish-blackjack`, `pitboss deal free-bet-blackjack --spots 2 --bank 1000`,
    `pitboss deal ultimate-texas-holdem`, `pitboss deal blackjack-v5 --seed 7 --save hands`
    """
    from pitboss.cli.play.session import Session, save_to
    from pitboss.cli.play.terminal import Terminal
    from pitboss.rules import load

    loaded = load(sheet, sets=set)
    boxes = _boxes(seats) or tuple(range(1, spots + 1))
    saved = save_to(save, sheet, tuple(set)) if save is not None else None
    session = Session(loaded, Terminal(), boxes=boxes, bank=_bank(bank), seed=seed)
    session.save = saved
    return 0 if session.play() else BROKEN_OFF


def _bank(text: str) -> int:
    cents = parse_cents(text)
    if cents <= 0:
        raise NotationError("a bank must hold something", text=text, expected="dollars such as 500")
    return cents


def _boxes(text: str) -> tuple[int, ...]:
    """The boxes that a list of numbers names."""
    words = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and len(word) < 3 for word in words):
        raise NotationError("cannot read seats", text=text, expected="box numbers such as 1,2")
    return tuple(dict.fromkeys(int(word) for word in words))

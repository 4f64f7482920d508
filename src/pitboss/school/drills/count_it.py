"""Count it: the running count of cards that come out, the true count, and how many decks are left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pitboss.cards import Card
from pitboss.errors import NotationError
from pitboss.rules import Sheet
from pitboss.school.aiming import Aim
from pitboss.school.felt import Layout
from pitboss.school.making import Asked, task
from pitboss.school.questions import Part, Solution, Task
from pitboss.school.stacking import plain_shoe
from pitboss.shoe import Chance
from pitboss.words import wording

if TYPE_CHECKING:
    from pitboss.maths.counting import Count

__all__ = ["COUNT", "has_count", "make"]

COUNT: Final = "hi-lo"
CARDS: Final = {1: 6, 2: 10, 3: 16, 4: 26, 5: 40}
"""How many cards come out on each level."""


def has_count(sheet: Sheet) -> bool:
    """Return whether cards that are gone matter for the next round."""
    from pitboss.maths.games import GAME_MATHS

    return GAME_MATHS[sheet.game].from_shoe


def _count(sheet: Sheet) -> Count:
    from pitboss.maths.counting import COUNTS

    if not has_count(sheet):
        raise NotationError("cards are not counted in this game", expected="a game that is dealt from a shoe")
    return COUNTS[COUNT]


def make(sheet: Sheet, level: int, seed: str, aim: Aim) -> Task:
    """Return a question of one of the three kinds."""
    chance = aim.chance
    counted = _count(sheet)
    decks = sheet.rules.cards.decks
    shoe = plain_shoe(decks, chance)
    kind = chance.below(3)
    if kind == 0:
        text, layout, asked = _running(counted, shoe[: CARDS[level]], level)
    elif kind == 1:
        text, layout, asked = _true(counted, chance, 52 * decks)
    else:
        text, layout, asked = _decks(chance, decks)
    return task(sheet, "count_it", level, seed, text=text, layout=layout, asked=[asked])


def _running(count: Count, cards: Sequence[Card], level: int) -> tuple[str, Layout, Asked]:
    values = [count.tag(card) for card in cards]
    part = Part(id="count", kind="number", text=wording("school.the_count", {}))
    line = " ".join(f"{value:+d}" for value in values) + f" = {sum(values):+d}"
    found = Solution(right=(str(sum(values)),), shown=f"{sum(values):+d}", topics=(f"count {level}",), calculation=line)
    return (
        wording("school.running_count", {"count": COUNT}),
        Layout(board=tuple(card.text for card in cards)),
        (part, found),
    )


def _true(counted: Count, chance: Chance, cards: int) -> tuple[str, Layout, Asked]:
    left, running = chance.between(cards // 6, cards - 20), chance.between(-15, 15)
    count = counted.true_count(running, left)
    part = Part(id="true", kind="number", text=wording("school.the_true_count", {}))
    line = f"{running:+d} × 52 / {left} = {running * 52 / left:+.2f}"
    found = Solution(right=(str(count),), shown=f"{count:+d}", topics=("true count",), calculation=line)
    text = wording("school.true_count_of", {"running": f"{running:+d}", "count": COUNT, "left": left})
    return text, Layout(), (part, found)


def _decks(chance: Chance, decks: int) -> tuple[str, Layout, Asked]:
    """The rack is drawn as a stack, a sign for each quarter of a deck."""
    gone = chance.between(13, 52 * decks - 26)
    left = 52 * decks - gone
    half = (2 * left + 26) // 52
    part = Part(id="decks", kind="number", text=wording("school.the_half_decks", {}))
    line = f"({52 * decks} - {gone}) / 26 = {left / 26:.2f}"
    found = Solution(right=(str(half),), shown=str(half), topics=("decks left",), calculation=line)
    text = wording("school.decks_left", {"decks": decks})
    return text, Layout(board=("▮" * (gone // 13),)), (part, found)

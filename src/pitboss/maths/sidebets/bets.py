"""What each side bet of a sheet is worth, and what the removal of each card does to it.

>>> from pitboss.rules import load
>>> figures = bet_figures(load("catfish-blackjack"), "trilux")
>>> figures.exact, figures.lines[0].probability
(Fraction(83908, 626665), Fraction(1296, 626665))
"""

from __future__ import annotations

from fractions import Fraction

from pitboss.cards import Card
from pitboss.errors import NotationError
from pitboss.maths.counting import Count
from pitboss.maths.figures import WagerFigures
from pitboss.maths.sidebets.cards import CardShoeLike, read_card_shoe
from pitboss.maths.sidebets.countability import BetByCount, Countability, Counting
from pitboss.maths.sidebets.game import GAMES_SIDE_BETS, JointFigures, PlayName, SideBets
from pitboss.rules import Sheet
from pitboss.rules.progressive import progressive_of

__all__ = ["bet_figures", "by_count", "countability", "effects_of_removal", "joint_figures", "side_wagers"]


def side_wagers(sheet: Sheet) -> tuple[str, ...]:
    """Return the side bets of a sheet whose figures need only its cards."""
    return GAMES_SIDE_BETS[sheet.game].wagers(sheet)


def bet_figures(
    sheet: Sheet,
    wager: str,
    *,
    decks: int | None = None,
    shoe: CardShoeLike | None = None,
    stake_cents: int | None = None,
    main_cents: int | None = None,
    play: PlayName = "best",
) -> WagerFigures:
    """Return the exact chance of every line of a side bet, its edge and its spread, for one spot on a shoe.

    The stakes are by default the smallest allowed; ``play`` counts for bets on the third card
    and on the player's final hand only.
    """
    game, cards = _of(sheet, wager), read_card_shoe(sheet, decks=decks, shoe=shoe)
    return game.figures(sheet, wager, cards, (stake_cents, main_cents), play)


def effects_of_removal(
    sheet: Sheet,
    wager: str,
    *,
    decks: int | None = None,
    shoe: CardShoeLike | None = None,
    stake_cents: int | None = None,
    main_cents: int | None = None,
    play: PlayName = "best",
) -> dict[Card, Fraction]:
    """Return by how much the house edge changes when one card of a kind is gone, for every kind the shoe holds.

    A bet on the third card, or on the player's final hand, is played anew as is best for each shoe.
    """
    game, cards = _of(sheet, wager), read_card_shoe(sheet, decks=decks, shoe=shoe)
    return game.effects(sheet, wager, cards, (stake_cents, main_cents), play)


def joint_figures(
    sheet: Sheet,
    wager: str,
    *,
    decks: int | None = None,
    shoe: CardShoeLike | None = None,
    stake_cents: int | None = None,
    main_cents: int | None = None,
) -> JointFigures:
    """Return the best play for main bet and a bet on the third card together, and what it costs the main bet."""
    game, cards = _of(sheet, wager), read_card_shoe(sheet, decks=decks, shoe=shoe)
    return game.joint(sheet, wager, cards, (stake_cents, main_cents))


def countability(
    sheet: Sheet, wager: str, *, decks: int = 6, cut: int = 52, tags: tuple[int, ...] | None = None,
    trigger: float | None = None, shoes: int = 4000, seed: int = 1,
) -> Countability:  # fmt: skip
    """Return how countable a bet is with some cards behind the cut, by given tags and trigger or by the best."""
    game, counting = _of(sheet, wager), Counting(decks, cut, tags, trigger, shoes, seed)
    return game.countability(sheet, wager, read_card_shoe(sheet, decks=decks, shoe=None), counting)


def by_count(sheet: Sheet, wager: str, count: Count, *, cut: int = 52, shoes: int = 4000, seed: int = 1) -> BetByCount:
    """Return what any count is good for at a side bet of a sheet, with some cards behind the cut."""
    decks = sheet.rules.cards.decks
    counting = Counting(decks, cut, None, None, shoes, seed)
    return _of(sheet, wager).by_count(sheet, wager, read_card_shoe(sheet, decks=decks, shoe=None), counting, count)


def _of(sheet: Sheet, wager: str) -> SideBets:
    """Return the side bets of the sheet's game; raises NotationError where the wager is none of the sheet's."""
    game = GAMES_SIDE_BETS[sheet.game]
    offered = game.wagers(sheet)
    if wager == "progressive" and progressive_of(sheet.rules) is not None:
        raise NotationError("the progressive depends on its meters", expected="pitboss.maths.progressive")
    if wager not in offered:
        names = ", ".join(offered) or "a sheet with side bets"
        raise NotationError(f'"{sheet.name}" offers no side bet called {wager}', expected=names)
    return game

"""The Play bets of a sheet in cents, and the stakes at which a game can be solved."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.errors import NotationError
from pitboss.games.poker.state import PokerTerms
from pitboss.money import Rounding, dollars, pay

__all__ = ["Raise", "check_solvable", "play_bet"]


class Raise(NamedTuple):
    """A Play bet: how many times the Ante, what it wins and what it loses."""

    multiple: int
    win: int
    lose: int


def play_bet(terms: PokerTerms, stake: int, multiple: int) -> Raise | None:
    """Return a Play bet, or None where the table's maximum forbids it."""
    rules, bet = terms.poker, multiple * stake
    if rules.play.play_bet_capped and bet > rules.table.maximum:
        return None
    return Raise(multiple, pay(bet, rules.play.win, rounding=Rounding.EXACT_CENT), bet)


def check_solvable(terms: PokerTerms, stake: int) -> None:
    """Refuse an Ante that cannot be bet, and more than one deck."""
    table, decks = terms.poker.table, terms.poker.cards.decks
    in_limits = table.minimum <= stake <= table.maximum
    if not in_limits or stake <= 0 or stake % table.bet_step or stake % terms.smallest_chip:
        limits = f"{dollars(table.minimum)} to {dollars(table.maximum)} in steps of {dollars(table.bet_step)}"
        raise NotationError(f"an Ante of {dollars(stake)} cannot be bet", expected=limits)
    if decks != 1:
        raise NotationError(f"{decks} decks (cards.decks) cannot be solved", expected="one deck")

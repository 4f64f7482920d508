"""What a player types at poker against the dealer: ``c``, ``4`` or ``4x toke 1``, ``f``, ``fold untucked``."""

from __future__ import annotations

from typing import Final

from pitboss.errors import NotationError
from pitboss.games import actions as a
from pitboss.games.actions import Check, Fold, PlayBet
from pitboss.games.notation import parse_action
from pitboss.games.poker.round import PokerRound
from pitboss.games.round import Offer

__all__ = ["decision_from", "key_of", "offers_to"]

_KEYS: Final = {"c": "check", "b": "bet", "f": "fold"}


def offers_to(round_: PokerRound) -> tuple[int, list[Offer]]:
    """The seat that is asked first, and the answers open to it."""
    offers = round_.offers()
    box = getattr(offers[0].action, "spot", 0)
    return box, [offer for offer in offers if getattr(offer.action, "spot", 0) == box]


def key_of(action: a.Action) -> str:
    """The key for an answer; a Play bet has the number of times the Ante."""
    match action:
        case PlayBet():
            return str(action.multiple)
        case Fold():
            return "f"
        case Check():
            return "c"
    raise AssertionError(f"{action} is no answer of a player")


def decision_from(answer: str, round_: PokerRound, box: int) -> a.Action:
    """The action that an answer to the open question means."""
    verb, *rest = answer.lower().split() or ["nothing"]
    words = [*_bet(verb), *rest] if verb[0] in "$.0123456789" else [_KEYS.get(verb, verb), *rest]
    if words[0] not in ("check", "bet", "fold"):
        problem = f'"{answer}" is no answer here' if answer else "an answer is missing"
        raise NotationError(problem, expected=_expected(round_))
    if words == ["bet"]:
        return _only_bet(round_)
    return parse_action(f"{box}: {' '.join(words)}")


def _bet(amount: str) -> list[str]:
    """A number alone is how many times the Ante; with a dollar sign it is money."""
    return ["bet", amount if amount[0] == "$" or amount[-1] == "x" else f"{amount}x"]


def _only_bet(round_: PokerRound) -> a.Action:
    """The bet of a street that has only one."""
    bets = [offer.action for offer in offers_to(round_)[1] if isinstance(offer.action, PlayBet)]
    if len(bets) != 1:
        raise NotationError("the bet needs its number of times the Ante", expected=_expected(round_))
    return bets[0]


def _expected(round_: PokerRound) -> str:
    keys = [f"{key_of(offer.action)} {offer.text}" for offer in offers_to(round_)[1]]
    return ", ".join(keys) + ", or ? for help"

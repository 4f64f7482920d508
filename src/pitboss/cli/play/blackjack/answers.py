"""What a player types, as actions: ``h``, ``d 5``, ``i``."""

from __future__ import annotations

from typing import Final

from pitboss.errors import NotationError
from pitboss.games import actions as a
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.notation import parse_action

__all__ = ["KEYS", "WORDS", "decision_from"]

KEYS: Final = {
    "h": "hit", "s": "stand", "d": "double", "p": "split", "r": "surrender", "i": "insure", "e": "even money",
    "n": "no",
}  # fmt: skip
"""The key for each word; the word itself works too."""

WORDS: Final[dict[type[a.Action], str]] = {
    a.Hit: "hit", a.Stand: "stand", a.DoubleDown: "double", a.Split: "split", a.Surrender: "surrender",
    a.Insure: "insure", a.TakeEvenMoney: "even money", a.DeclineInsurance: "no", a.GoOn: "no",
}  # fmt: skip
"""The word for each answer, in the order they are offered."""

_NO: Final = {"insurance": "decline", "natural": "go on", "early_surrender": "go on"}
_VERBS: Final = {
    "play": ("hit", "stand", "double", "split", "surrender"),
    "fives": ("split", "double"),
    "insurance": ("insure", "even", "no"),
    "natural": ("double", "no"),
    "early_surrender": ("surrender", "no"),
}
"""What may be typed at each question; whether the hand allows it, the table says."""


def decision_from(answer: str, round_: BlackjackRound, box: int) -> a.Action:
    """The action that an answer to the open question means."""
    question = round_.question
    assert question is not None
    verb, *rest = answer.lower().split() or ["nothing"]
    words = [*KEYS.get(verb, verb).split(), *rest]
    if words[0] not in _VERBS[question.kind]:
        raise NotationError(
            f'"{answer}" is no answer here' if answer else "an answer is missing", expected=_expected(round_)
        )
    if words == ["even"]:
        words.append("money")
    if words == ["insure"]:
        return _fullest_insurance(round_, box)
    if words[0] == "no":
        words = [_NO[question.kind], *rest]
    spot = f"{box}: " if question.kind == "insurance" else ""
    return parse_action(spot + " ".join(words))


def _expected(round_: BlackjackRound) -> str:
    keys = {word: key for key, word in KEYS.items()}
    words = dict.fromkeys(WORDS[type(offer.action)] for offer in round_.offers())
    return ", ".join(f"{keys[word]} {word}" for word in words) + ", or ? for help"


def _fullest_insurance(round_: BlackjackRound, box: int) -> a.Action:
    for offer in round_.offers():
        if isinstance(offer.action, a.Insure) and offer.action.spot == box:
            return offer.action
    return a.Insure(spot=box, cents=round_.spots[box].main)  # the table says why not

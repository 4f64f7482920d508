"""What a player types, as actions: ``10``, ``2: trilux 5``, ``toke 1``, ``back``; ``h``, ``d 5``, ``i``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pitboss.errors import NotationError
from pitboss.games import actions as a
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.notation import parse_action
from pitboss.money import parse_cents

__all__ = ["KEYS", "WORDS", "bets_from", "decision_from", "wagers_of"]

KEYS: Final = {
    "h": "hit", "s": "stand", "d": "double", "p": "split", "r": "surrender", "i": "insure", "e": "even money",
    "n": "no",
}  # fmt: skip
"""The key for each word; the word itself does too."""

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


def wagers_of(round_: BlackjackRound) -> tuple[str, ...]:
    """The wagers of the layout, the main bet first."""
    return ("main", *(bet.wager for bet in round_.t.bets))


def bets_from(line: str, round_: BlackjackRound, boxes: Sequence[int], player: str) -> list[a.Action]:
    """The bets that a line means, for one spot (``2: 10``) or for all of the player's."""
    head, colon, rest = line.lower().partition(":")
    chosen: Sequence[int] = boxes
    if colon:
        if not (head.strip().isdigit() and int(head) in boxes):
            raise NotationError(f'"{head.strip()}" is no spot of yours', expected=" or ".join(map(str, boxes)))
        chosen = [int(head)]
    words = (rest if colon else line.lower()).split()
    if not words:
        raise NotationError("a bet is missing", expected="an amount such as 10")
    return [action for box in chosen for action in _bets_on(box, words, round_, player)]


def _bets_on(box: int, words: list[str], round_: BlackjackRound, player: str) -> Iterator[a.Action]:
    verb, *rest = words
    if verb in ("back", "undo"):
        if box in round_.spots:
            yield a.TakeBackBet(spot=box, wager=_wager(" ".join(rest) or "main", round_))
        return
    toke = verb == "toke"
    *named, amount = rest if toke and rest else words
    wager = _wager(" ".join(named) or "main", round_)
    cents = parse_cents(amount)
    yield (
        a.PlaceToke(spot=box, cents=cents, wager=wager)
        if toke
        else a.PlaceBet(spot=box, cents=cents, wager=wager, player=player)
    )


def _wager(word: str, round_: BlackjackRound) -> str:
    """A wager by its name or the beginning of it."""
    known = wagers_of(round_)
    found = [name for name in known if name.replace("_", " ").startswith(word.replace("_", " "))]
    if len(found) != 1 and word not in known:
        raise NotationError(f'there is no wager "{word}"', expected=" or ".join(known))
    return word if word in known else found[0]


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

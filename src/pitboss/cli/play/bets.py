"""The bets a player types: ``10``, ``2: trilux 5``, ``toke 1``, ``back``; ``trips 5``, ``progressive``."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from pitboss.cli.play.game import TerminalGame
from pitboss.errors import IllegalAction, NotationError
from pitboss.games import actions as a
from pitboss.money import parse_cents

__all__ = ["bets_from"]


def bets_from(
    line: str, game: TerminalGame, *, boxes: Sequence[int], bet_on: Collection[int], player: str
) -> list[a.Action]:
    """The bets that a line means, for one spot (``2: 10``) or for all of the player's."""
    head, colon, rest = line.lower().partition(":")
    chosen: Sequence[int] = boxes
    if colon:
        if head.strip() not in map(str, boxes):
            raise NotationError(f'"{head.strip()}" is no spot of yours', expected=" or ".join(map(str, boxes)))
        chosen = [int(head)]
    words = (rest if colon else line.lower()).split()
    if not words:
        raise NotationError("a bet is missing", expected="an amount such as 10")
    if words[0] in ("back", "undo"):
        wager = _wager(" ".join(words[1:]) or game.wagers[0], game)
        back: list[a.Action] = [a.TakeBackBet(spot=box, wager=wager) for box in chosen if box in bet_on]
        if not back:
            raise IllegalAction("bets.none_to_take_back")
        return back
    return [action for box in chosen for action in _bets_on(box, words, game, player)]


def _bets_on(box: int, words: list[str], game: TerminalGame, player: str) -> Iterator[a.Action]:
    toke = words[0] == "toke" and len(words) > 1
    wager, cents = _amount(words[1:] if toke else words, game)
    if toke:
        yield a.PlaceToke(spot=box, cents=cents, wager=wager)
        return
    for laid in game.laid(wager):
        yield a.PlaceBet(spot=box, cents=cents, wager=laid, player=player)


def _amount(words: list[str], game: TerminalGame) -> tuple[str, int]:
    """The wager that is named and its amount, which one with a single amount does not need."""
    *named, amount = words
    if amount[0].isalpha() and (whole := game.fixed(wager := _wager(" ".join(words), game))) is not None:
        return wager, whole
    return _wager(" ".join(named) or game.wagers[0], game), parse_cents(amount)


def _wager(word: str, game: TerminalGame) -> str:
    """A wager by its name or the beginning of it."""
    known = game.wagers
    found = [name for name in known if name.replace("_", " ").startswith(word.replace("_", " "))]
    if len(found) != 1 and word not in known:
        raise NotationError(f'there is no wager "{word}"', expected=" or ".join(known))
    return word if word in known else found[0]

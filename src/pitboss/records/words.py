"""The words of a record's lines: those of the pit, and the bets, which elsewhere are chips on the layout.

>>> parse_line("1: bet 5.00 trilux")
PlaceBet(spot=1, cents=500, wager='trilux', player='', position='box')
>>> line_text(parse_line("2: take back main"))
'2: take back main'
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from pitboss.errors import NotationError
from pitboss.games import actions as a
from pitboss.games.notation import action_text, parse_action

__all__ = ["ANSWERS", "BETS", "answer_text", "line_text", "parse_line"]

BETS: tuple[type[a.Action], ...] = (a.PlaceBet, a.PlaceToke, a.TakeBackBet)
"""What happens while bets are open."""

ANSWERS: tuple[type[a.Action], ...] = tuple(
    kind for kind in a.PlayerAction.__subclasses__() if kind not in (*BETS, a.Look, a.Signal)
)
"""What a player answers; a signal is written as what it means."""


@lru_cache(maxsize=4096)
def parse_line(text: str, box: int = 0, game: str = "") -> a.Action:
    """Return the action that a line means; ``box`` is the spot whose answer it is, ``game`` whose words are named."""
    action = parse_action(text, game=game)
    if isinstance(action, a.Signal):
        action = _shown(action)
    if not box:
        return _main_bet(action) if isinstance(action, a.PlayBet) and "play" not in text else action
    if not isinstance(action, ANSWERS):
        raise NotationError("is not an answer of a player", text=text, expected="staff lines or actions for the others")
    spot = getattr(action, "spot", 0)
    if spot not in (0, box):
        raise NotationError(f"answers for spot {spot}", text=text, expected=f"spot {box} or none")
    return replace(action, spot=box)


def _main_bet(action: a.PlayBet) -> a.Action:
    """In a line an amount that names no wager is the main bet; a Play bet in money says so."""
    if not action.spot or not action.cents or action.toke_cents:
        return action
    return a.PlaceBet(spot=action.spot, cents=action.cents)


def _shown(action: a.Signal) -> a.Action:
    """A signal as the decision it means."""
    kind = a.Hit if (action.hand or action.voice) == "hit" else a.Stand
    by, said = ("hand", action.voice) if action.hand else ("voice", "")
    return kind(spot=action.spot, signal=by, said=said)  # type: ignore[arg-type]


def line_text(action: a.Action) -> str:
    """The words that :func:`parse_line` reads back: a decision is for the hand on turn, a bet for the box's player."""
    if isinstance(action, a.Signal):
        action = _shown(action)
    if isinstance(action, a.PlaceBet):
        return action_text(replace(action, player=""))
    return action_text(replace(action, hand=-1) if isinstance(action, ANSWERS) and hasattr(action, "hand") else action)


def answer_text(action: a.Action) -> str:
    """The words of a player's answer; whose it is, its spot says."""
    text = line_text(action)
    return text.partition(": ")[2] if getattr(action, "spot", 0) else text

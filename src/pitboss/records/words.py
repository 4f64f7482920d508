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
from pitboss.games.holdem import actions as ha
from pitboss.games.notation import action_text, parse_action
from pitboss.money import cents_text, parse_cents

__all__ = ["ANSWERS", "BETS", "answer_text", "line_text", "parse_line"]

ANSWERS: tuple[type[a.Action], ...] = (
    a.Hit, a.Stand, a.DoubleDown, a.Split, a.Surrender, a.Insure, a.DeclineInsurance, a.TakeEvenMoney, a.GoOn,
    a.TakeCard, a.RefuseCard, a.Choose, ha.Check, ha.PlayBet, ha.Fold,
)  # fmt: skip
"""What a player answers."""

BETS: tuple[type[a.Action], ...] = (a.PlaceBet, a.PlaceToke, a.TakeBackBet)
"""What happens while bets are open."""

_BET_WORDS = "SPOT: bet AMOUNT WAGER [at PLACE], SPOT: toke AMOUNT WAGER [center] or SPOT: take back WAGER"


@lru_cache(maxsize=4096)
def parse_line(text: str, box: int = 0) -> a.Action:
    """The action that a line means; ``box`` is the spot whose answer it is."""
    action = _bet(text.split()) or parse_action(text)
    if isinstance(action, a.Signal):
        action = _shown(action)
    spot = getattr(action, "spot", 0)
    if not box:
        return action
    if not isinstance(action, ANSWERS):
        raise NotationError("is not an answer of a player", text=text, expected="staff lines or actions for the others")
    if spot not in (0, box):
        raise NotationError(f"answers for spot {spot}", text=text, expected=f"spot {box} or none")
    return replace(action, spot=box)


def _shown(action: a.Signal) -> a.Action:
    """A signal as the decision it means."""
    kind = a.Hit if (action.hand or action.voice) == "hit" else a.Stand
    by, said = ("hand", action.voice) if action.hand else ("voice", "")
    return kind(spot=action.spot, signal=by, said=said)  # type: ignore[arg-type]


def _bet(words: list[str]) -> a.Action | None:
    """Words about a bet, if these are such."""
    if len(words) < 3 or not words[0].endswith(":") or not words[0][:-1].isdecimal():
        return None
    spot, verb, rest = int(words[0][:-1]), words[1], words[2:]
    if verb == "bet" and (rest[0].endswith("x") or rest[1:2] == ["play"]):
        return parse_action(" ".join(word for word in words if word != "play"))
    if verb == "bet":
        cents, rest = parse_cents(rest[0]), rest[1:]
        position = "box"
        if "at" in rest:
            at = rest.index("at")
            rest, position = rest[:at], " ".join(rest[at + 1 :])
        return a.PlaceBet(spot=spot, cents=cents, wager=_wager(words, rest), position=position)
    if verb == "toke":
        center = rest[-1] == "center"
        wager = _wager(words, rest[1 : len(rest) - center])
        position = "center" if center else "adjacent"
        return a.PlaceToke(spot=spot, cents=parse_cents(rest[0]), wager=wager, position=position)
    if words[1:3] == ["take", "back"]:
        return a.TakeBackBet(spot=spot, wager=_wager(words, rest[1:]))
    return None


def _wager(words: list[str], rest: list[str]) -> str:
    if len(rest) > 1:
        raise NotationError("cannot read a bet", text=" ".join(words), expected=_BET_WORDS)
    return rest[0] if rest else "main"


def line_text(action: a.Action) -> str:
    """The words that :func:`parse_line` reads back; a decision is for the hand on turn."""
    match action:
        case a.PlaceBet():
            at = "" if action.position == "box" else f" at {action.position}"
            return f"{action.spot}: bet {cents_text(action.cents)} {action.wager}{at}"
        case a.PlaceToke():
            center = " center" if action.position == "center" else ""
            return f"{action.spot}: toke {cents_text(action.cents)} {action.wager}{center}"
        case a.TakeBackBet():
            return f"{action.spot}: take back {action.wager}"
        case ha.PlayBet() if action.spot and action.cents:
            return action_text(action).replace(cents_text(action.cents), f"{cents_text(action.cents)} play", 1)
        case a.Signal():
            return action_text(_shown(action))
    return action_text(action)


def answer_text(action: a.Action) -> str:
    """The words of a player's answer; whose it is, its spot says."""
    text = action_text(_shown(action) if isinstance(action, a.Signal) else action)
    return text.partition(": ")[2] if getattr(action, "spot", 0) else text

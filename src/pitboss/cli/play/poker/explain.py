"""What a player is asked, and on `?` what is allowed, what is not, and which clause says so."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cli.play.felt import Paint
from pitboss.cli.play.poker.answers import key_of, offers_to
from pitboss.cli.play.poker.felt import PokerFelt
from pitboss.cli.play.say import item
from pitboss.errors import IllegalAction
from pitboss.games.actions import Check, Fold, PlayBet
from pitboss.games.poker.round import PokerRound
from pitboss.games.round import Offer

__all__ = ["allowed_now", "prompt_for"]

_PLAIN = Paint(on=False)


def prompt_for(round_: PokerRound, felt: PokerFelt) -> tuple[int, str]:
    """Which seat is asked, and the question with the keys that answer it."""
    box, offers = offers_to(round_)
    keys = ", ".join(f"{key_of(offer.action)} {offer.text}" for offer in offers)
    return box, f"{felt.name(box)}: {felt.hand(box, _PLAIN)}. {keys} > "


def allowed_now(round_: PokerRound, paint: Paint) -> list[str]:
    """Every answer that is open, with its clause, and what is not and why."""
    box, offers = offers_to(round_)
    lines = ["You may:"]
    for offer in offers:
        lines += item(f"{key_of(offer.action)}  {offer.text}", offer.clause, paint)
    refused = list(_refused(round_, box))
    lines += ["Not now:"] if refused else []
    for word, refusal in refused:
        lines += item(f"{word}: {refusal.reason}", refusal.clause, paint)
    return [*lines, f"Words do as well as keys{_longer(round_, box, offers)}. `quit` leaves."]


def _refused(round_: PokerRound, box: int) -> Iterator[tuple[str, IllegalAction]]:
    known = {"check": Check(spot=box), "fold": Fold(spot=box)}
    for word, action in known.items():
        if type(action) not in round_.ACTIONS:
            continue
        try:
            round_.copy().act(action)
        except IllegalAction as refusal:
            yield word, refusal


def _longer(round_: PokerRound, box: int, offers: list[Offer]) -> str:
    """What can be said beyond the keys."""
    toke = round_.t.toke
    actions = [offer.action for offer in offers]
    bet = next((key_of(action) for action in actions if isinstance(action, PlayBet)), "")
    said = (
        [f"`{bet}x toke 1` bets for the dealers beside it"]
        if bet and toke is not None and "play" in toke.wagers
        else []
    )
    side = round_.t.SIDE
    if side in round_.seats[box].wagers and any(isinstance(action, Fold) for action in actions):
        said.append(f"`fold untucked` gives {side.replace('_', ' ').title()} up too")
    return "".join(f", {words}" for words in said)

"""What a player is asked, and on `?` what is allowed, what is not, and which clause says so."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cli.play.blackjack.answers import KEYS, WORDS
from pitboss.cli.play.blackjack.felt import BlackjackFelt
from pitboss.cli.play.felt import Paint
from pitboss.cli.play.say import item
from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.round import Offer
from pitboss.money import dollars

__all__ = ["allowed_now", "prompt_for"]

_KEY = {word: key for key, word in KEYS.items()}
_ORDER = tuple(WORDS)
_PLAIN = Paint(on=False)


def prompt_for(round_: BlackjackRound, felt: BlackjackFelt) -> tuple[int, str]:
    """Which spot is asked, and the question with the keys that answer it."""
    question = round_.question
    assert question is not None
    offers = _offers(round_)
    box = question.spot or getattr(offers[0].action, "spot", 0)
    keys = ", ".join(dict.fromkeys(_key_text(offer) for offer in offers))
    hand = felt.hand(box, question.hand, _PLAIN)
    return box, f"{felt.name(box, question.hand)}: {hand}, dealer {felt.hand(0, 0, _PLAIN)}. {keys} > "


def _offers(round_: BlackjackRound) -> list[Offer]:
    """The answers open to the spot that is asked first."""
    offers = round_.offers()
    box = getattr(offers[0].action, "spot", 0)
    mine = [offer for offer in offers if getattr(offer.action, "spot", 0) == box]
    return sorted(mine, key=lambda offer: _ORDER.index(type(offer.action)))


def _key_text(offer: Offer) -> str:
    action, word = offer.action, WORDS[type(offer.action)]
    if isinstance(action, a.Insure):
        return f"i insure for {dollars(action.cents)} or i AMOUNT"
    if isinstance(action, a.DoubleDown) and action.cents:
        return f"d {dollars(action.cents)} for half" if "half" in offer.text else "d AMOUNT for less"
    if word == "no":
        return f"n {offer.text.partition(':')[0]}"
    return f"{_KEY[word]} {word}" + (" (free)" if "free" in offer.text else "")


def allowed_now(round_: BlackjackRound, paint: Paint) -> list[str]:
    """Every answer that is open, with its clause, and what is not and why."""
    lines = ["You may:"]
    for offer in _offers(round_):
        word = WORDS[type(offer.action)]
        lines += item(f"{_KEY[word]}  {offer.text}", offer.clause, paint)
    refused = list(_refused(round_))
    if refused:
        lines.append("Not now:")
        for word, refusal in refused:
            lines += item(f"{word}: {refusal.reason}", refusal.clause, paint)
    more = ["`double face down`"] if round_.t.double.face_down else []
    more += ["`split toke 1`"] if round_.t.toke is not None else []
    longer = f", and {' or '.join(more)} say more" if more else ""
    return [*lines, f"Words do as well as keys{longer}. `quit` leaves."]


def _refused(round_: BlackjackRound) -> Iterator[tuple[str, IllegalAction]]:
    question = round_.question
    assert question is not None
    if question.kind != "play":
        return
    open_now = {type(offer.action) for offer in round_.offers()}
    for action in (a.Hit(), a.DoubleDown(), a.Split(), a.Surrender()):
        if type(action) not in open_now:
            try:
                round_.copy().act(action)
            except IllegalAction as refusal:
                yield WORDS[type(action)], refusal

"""What a player is asked, and on `?` what is allowed, what is not, and which clause says so."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from pitboss.cli.play.answers import KEYS, WORDS, wagers_of
from pitboss.cli.play.felt import Felt, Paint
from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.round import Offer
from pitboss.money import dollars
from pitboss.rules.register import clause as clause_of
from pitboss.shoe import ShuffleRules

__all__ = ["allowed_bets", "allowed_cut", "allowed_now", "prompt_for"]

_KEY = {word: key for key, word in KEYS.items()}
_ORDER = tuple(WORDS)
_PLAIN = Paint(on=False)


def prompt_for(round_: BlackjackRound, felt: Felt) -> tuple[int, str]:
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
        lines += _item(f"{_KEY[word]}  {offer.text}", offer.clause, paint)
    refused = list(_refused(round_))
    if refused:
        lines.append("Not now:")
        for word, refusal in refused:
            lines += _item(f"{word}: {refusal.reason}", refusal.clause, paint)
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


def allowed_bets(round_: BlackjackRound, boxes: Sequence[int], paint: Paint) -> list[str]:
    """The wagers of the layout with their limits, and how to type them."""
    lines, said = ["You may bet:"], ""
    for wager in wagers_of(round_):
        text, clause = _limits(round_, wager)
        lines += _item(text, clause if clause != said else "", paint)
        said = clause
    toke = round_.t.toke
    if toke is not None:
        limits = (
            f"toke: {dollars(toke.minimum)} to {dollars(toke.maximum)} for the dealers, beside {', '.join(toke.wagers)}"
        )
        lines += _item(limits.replace("_", " "), round_.cite("toke.wagers"), paint)
    least = dollars(round_.t.table.minimum).removeprefix("$")
    ways = [f"`{least}` for the main bet"]
    ways += [f"`{boxes[-1]}: {least}` for one spot only"] if len(boxes) > 1 else []
    ways += [f"`{wager.replace('_', ' ')} 1` for a side bet" for wager in wagers_of(round_)[1:2]]
    ways += ["`toke 1` for the dealers"] if toke is not None else []
    lines.append(f"Type {', '.join(ways)}, `back` to take it back.")
    lines.append("An empty line deals. Bets are locked with the first card; `quit` leaves.")
    return lines


def allowed_cut(rules: ShuffleRules, paint: Paint) -> list[str]:
    """Where the cut may be, and what becomes of it if nobody cuts."""
    fallback = "the dealer cuts" if rules.cut_fallback == "dealer" else "the cards stay as they are"
    return [
        *_item(f"at least {rules.cut_minimum_cards} cards stay at both ends", rules.clause("cut_minimum"), paint),
        *_item(f"n: somebody else is asked, then {fallback}", rules.clause("dealer_cuts"), paint),
    ]


def _limits(round_: BlackjackRound, wager: str) -> tuple[str, str]:
    if wager == "main":
        table = round_.t.table
        text = f"main: {dollars(table.minimum)} to {dollars(table.maximum)} in steps of {dollars(table.bet_step)}"
        return text, round_.cite("table.minimum")
    bet = next(bet for bet in round_.t.bets if bet.wager == wager)
    rules = bet.rules
    text = f"{wager.replace('_', ' ')}: {dollars(rules.min)} to {dollars(rules.max)} in steps of {dollars(rules.step)}"
    return text, round_.cite(f"bets.{bet.bet.section}.min")


def _item(text: str, clause: str, paint: Paint) -> list[str]:
    """A line, and the clause behind it in the register's words."""
    lines = [f"  {text}"]
    known = clause_of(clause) if clause else None
    if known is not None:
        lines += [
            paint("dim", line)
            for line in textwrap.wrap(
                f"{clause}: {known.text}", 96, initial_indent="       ", subsequent_indent="       "
            )
        ]
    return lines

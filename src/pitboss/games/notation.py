"""Actions in the words of the pit, which round-trip: what a player, the dealer or the floor says.

A spot may stand in front: ``3: insure 5.00``. Amounts are dollars.

>>> parse_action("double 5 face down")
DoubleDown(spot=0, hand=-1, cents=500, toke_cents=0, face_down=True, paid=False)
>>> action_text(parse_action("2: rule misdeal: seen by two players"))
'2: rule misdeal: seen by two players'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, get_args

from pitboss.cards import Card, cards_text, parse_cards
from pitboss.errors import NotationError
from pitboss.games import actions as a
from pitboss.games.holdem import actions as ha
from pitboss.money import cents_text, parse_cents

__all__ = ["action_text", "parse_action"]

_EXPECTED: Final = (
    "hit, stand, double, split, surrender, insure AMOUNT, decline, even money, go on, take, refuse, choose CHOICE, "
    "call, rule CHOICE, declare KIND, proceed, deal SPOT, card CARD, peek yes or no; in hold'em check, bet 4x, fold"
)


class _Words:
    """The words of one action, taken off from the left."""

    def __init__(self, text: str) -> None:
        self.text = text
        head, colon, note = text.partition(": ")
        self.note = note if colon else ""
        self.words = head.split()

    def fail(self, problem: str, expected: str = _EXPECTED) -> NotationError:
        return NotationError(problem, text=self.text, expected=expected)

    def take(self) -> str:
        if not self.words:
            raise self.fail("an action ends too early")
        return self.words.pop(0)

    def skip(self, *words: str) -> bool:
        """Take these words if they come next."""
        if self.words[: len(words)] != list(words):
            return False
        del self.words[: len(words)]
        return True

    def number(self) -> int:
        word = self.take()
        if not (word.isascii() and word.isdigit() and len(word) < 4):
            raise self.fail(f'cannot read a spot from "{word}"', "a number")
        return int(word)

    def cents(self) -> int:
        return parse_cents(self.take())

    def amount_if_any(self) -> int:
        return self.cents() if self.words and self.words[0][0] in "$.0123456789" else 0


def parse_action(text: str) -> a.Action:
    """The action that a line of words means."""
    spot, text_left = _leading_spot(text.lstrip())
    words = _Words(text_left)
    verb = words.take()
    reader = _READERS.get(verb)
    if reader is None:
        raise NotationError(f'there is no action "{verb}"', text=text, expected=_EXPECTED)
    action = reader(words, spot)
    if words.words:
        raise NotationError(f'cannot read "{" ".join(words.words)}"', text=text, expected="the end of the action")
    return action


def _leading_spot(text: str) -> tuple[int, str]:
    head, colon, rest = text.partition(":")
    if colon and head.isascii() and head.isdigit() and len(head) < 4:
        return int(head), rest.lstrip()
    return 0, text


def _signalled(kind: type[Any]) -> Callable[[_Words, int], a.Action]:
    def read(words: _Words, spot: int) -> a.Action:
        by = "voice" if words.skip("by", "voice") else "hand"
        said = words.take() if words.skip("said") else ""
        if said not in get_args(a.Said):
            raise words.fail(f'cannot read "{said}"', f"said {' or '.join(filter(None, get_args(a.Said)))}")
        return kind(spot=spot, signal=by, said=said)  # type: ignore[no-any-return]

    return read


def _double(words: _Words, spot: int) -> a.Action:
    cents = words.amount_if_any()
    paid = words.skip("paid")
    down = words.skip("face", "down")
    toke = words.cents() if words.skip("toke") else 0
    return a.DoubleDown(spot=spot, cents=cents, toke_cents=toke, face_down=down, paid=paid)


def _split(words: _Words, spot: int) -> a.Action:
    cents = words.amount_if_any()
    paid = words.skip("paid")
    toke = words.cents() if words.skip("toke") else 0
    return a.Split(spot=spot, cents=cents, toke_cents=toke, paid=paid)


def _even(words: _Words, spot: int) -> a.Action:
    if not words.skip("money"):
        raise words.fail("an action ends too early", "even money")
    return a.TakeEvenMoney(spot=spot)


def _go(words: _Words, spot: int) -> a.Action:
    if not words.skip("on"):
        raise words.fail("an action ends too early", "go on")
    return a.GoOn(spot=spot)


def _peek(words: _Words, spot: int) -> a.Action:
    word = words.take()
    if word not in ("yes", "no"):
        raise words.fail(f'cannot read "{word}"', "peek yes or peek no")
    return a.PeekSays(blackjack=word == "yes")


def _card(words: _Words, spot: int) -> a.Action:
    return a.CardIs(Card.parse(words.take()))


def _hand(words: _Words) -> int:
    """A hand of a split spot, which people count from one."""
    number = words.number()
    if not number:
        raise words.fail("hands are counted from one", "a number")
    return number - 1


def _declare(words: _Words, spot: int) -> a.Action:
    kind = words.take()
    hand = _hand(words) if words.skip("hand") else -1
    return a.Declare(kind=kind, spot=spot, note=words.note, hand=hand)


def _bet(words: _Words, spot: int) -> a.Action:
    """A Play bet: ``bet 4x`` or, in money, ``bet 40.00``."""
    word = words.take()
    times = word.removesuffix("x")
    if word != times and not (times.isascii() and times.isdigit() and len(times) < 3 and int(times)):
        raise words.fail(f'cannot read "{word}"', "a whole multiple such as 4x, or an amount")
    toke = words.cents() if words.skip("toke") else 0
    if word != times:
        return ha.PlayBet(int(times), spot=spot, toke_cents=toke)
    return ha.PlayBet(spot=spot, cents=parse_cents(word), toke_cents=toke)


def _fold(words: _Words, spot: int) -> a.Action:
    tuck = True if words.skip("tucked") else False if words.skip("untucked") else None
    return ha.Fold(spot=spot, tuck=tuck)


def _jackpot(words: _Words, spot: int) -> a.Action:
    meter = words.take()
    if meter not in ("major", "minor"):
        raise words.fail(f'there is no meter "{meter}"', "major or minor")
    return a.JackpotPaid(spot=spot, meter=meter, cents=words.cents())  # type: ignore[arg-type]


def _reshuffled(words: _Words, spot: int) -> a.Action:
    cards = parse_cards(" ".join(words.words))
    words.words = []
    return a.Reshuffled(cards)


_READERS: Final[dict[str, Callable[[_Words, int], a.Action]]] = {
    "hit": _signalled(a.Hit),
    "stand": _signalled(a.Stand),
    "double": _double,
    "split": _split,
    "surrender": lambda words, spot: a.Surrender(spot=spot),
    "insure": lambda words, spot: a.Insure(spot=spot, cents=words.cents()),
    "decline": lambda words, spot: a.DeclineInsurance(spot=spot),
    "even": _even,
    "go": _go,
    "take": lambda words, spot: a.TakeCard(spot=spot),
    "refuse": lambda words, spot: a.RefuseCard(spot=spot),
    "choose": lambda words, spot: a.Choose(choice=words.take(), spot=spot),
    "call": lambda words, spot: a.CallSupervisor(),
    "rule": lambda words, spot: a.Rule(choice=words.take(), spot=spot, note=words.note),
    "declare": _declare,
    "proceed": lambda words, spot: a.Proceed(),
    "deal": lambda words, spot: a.Deal(spot=words.number()),
    "card": _card,
    "peek": _peek,
    "close": lambda words, spot: a.CloseInsurance(),
    "start": lambda words, spot: a.StartDeal(),
    "overlook": lambda words, spot: a.Overlook(spot=words.number()),
    "reshuffled": _reshuffled,
    "check": lambda words, spot: ha.Check(spot=spot),
    "bet": _bet,
    "fold": _fold,
    "look": lambda words, spot: a.Look(spot=spot),
    "jackpot": _jackpot,
}

_WORDS: Final[dict[type[a.Action], str]] = {
    a.Surrender: "surrender",
    a.DeclineInsurance: "decline",
    a.TakeEvenMoney: "even money",
    a.GoOn: "go on",
    a.TakeCard: "take",
    a.RefuseCard: "refuse",
    a.CallSupervisor: "call",
    a.Proceed: "proceed",
    a.CloseInsurance: "close",
    a.StartDeal: "start",
    ha.Check: "check",
    a.Look: "look",
}


def action_text(action: a.Action) -> str:
    """The words that :func:`parse_action` reads back as the same action."""
    spot = getattr(action, "spot", 0) if not isinstance(action, (a.Deal, a.Overlook)) else 0
    return (f"{spot}: " if spot else "") + _text(action)


def _text(action: a.Action) -> str:
    match action:
        case a.Hit() | a.Stand():
            verb = "hit" if isinstance(action, a.Hit) else "stand"
            return (
                verb
                + (" by voice" if action.signal == "voice" else "")
                + (f" said {action.said}" if action.said else "")
            )
        case a.DoubleDown():
            parts = [
                "double",
                _money(action.cents),
                "paid" * action.paid,
                "face down" * action.face_down,
                _toke(action.toke_cents),
            ]
            return " ".join(filter(None, parts))
        case a.Split():
            return " ".join(
                filter(None, ["split", _money(action.cents), "paid" * action.paid, _toke(action.toke_cents)])
            )
        case a.Insure():
            return f"insure {cents_text(action.cents)}"
        case a.Choose():
            return f"choose {action.choice}"
        case a.Rule():
            return f"rule {action.choice}" + (f": {action.note}" if action.note else "")
        case a.Declare():
            hand = f" hand {action.hand + 1}" if action.hand >= 0 else ""
            return f"declare {action.kind}{hand}" + (f": {action.note}" if action.note else "")
        case a.Deal():
            return f"deal {action.spot}"
        case a.Overlook():
            return f"overlook {action.spot}"
        case a.CardIs():
            return f"card {action.card.text}"
        case a.PeekSays():
            return f"peek {'yes' if action.blackjack else 'no'}"
        case ha.PlayBet():
            amount = cents_text(action.cents) if action.cents else f"{action.multiple}x"
            return " ".join(filter(None, ["bet", amount, _toke(action.toke_cents)]))
        case ha.Fold():
            return {None: "fold", True: "fold tucked", False: "fold untucked"}[action.tuck]
        case a.JackpotPaid():
            return f"jackpot {action.meter} {cents_text(action.cents)}"
        case a.Reshuffled():
            return f"reshuffled {cards_text(action.cards)}"
    assert type(action) in _WORDS, f"{type(action).__name__} is said by its own table, not by words"
    return _WORDS[type(action)]


def _money(cents: int) -> str:
    return cents_text(cents) if cents else ""


def _toke(cents: int) -> str:
    return f"toke {cents_text(cents)}" if cents else ""

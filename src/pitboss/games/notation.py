"""Actions in the words of the pit, which round-trip: what a player, the dealer or the floor says.

A spot may stand in front: ``3: insure 5.00``. Amounts are dollars. A bet names its wager, and its player at the end.

>>> parse_action("double 5 face down")
DoubleDown(spot=0, hand=-1, cents=500, toke_cents=0, face_down=True, paid=False)
>>> parse_action("2: bet 5.00 trilux: Ann")
PlaceBet(spot=2, cents=500, wager='trilux', player='Ann', position='box')
>>> action_text(parse_action("2: rule misdeal: seen by two players"))
'2: rule misdeal: seen by two players'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, get_args

from pitboss.cards import Card, cards_text, parse_cards
from pitboss.errors import NotationError
from pitboss.games import actions as a
from pitboss.money import cents_text, parse_cents
from pitboss.words import wording

__all__ = ["action_text", "parse_action"]

_UNDO: Final = frozenset({"undo", "back", "retract", "cancel"})


class _Words:
    """The words of one action, taken off from the left."""

    def __init__(self, text: str, game: str) -> None:
        self.text, self.game = text, game
        head, colon, note = text.partition(": ")
        self.note = note if colon else ""
        self.words = head.split()

    def fail(self, problem: str, expected: str = "") -> NotationError:
        return NotationError(problem, text=self.text, expected=expected or _expected(self.game))

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

    def toke_if_any(self) -> int:
        return self.cents() if self.skip("toke") else 0

    def hand_if_any(self) -> int:
        """A hand of a split spot, which people count from one."""
        if not self.skip("hand"):
            return -1
        number = self.number()
        if not number:
            raise self.fail("hands are counted from one", "a number")
        return number - 1

    def place_if_any(self, usual: str) -> str:
        """Where chips lie: all that is left after ``at``."""
        if not self.skip("at"):
            return usual
        place, self.words = " ".join(self.words), []
        return place

    def wager_if_any(self) -> str:
        named = self.words and self.words[0] not in ("at", "center", "hand")
        return self.take() if named else "main"


def parse_action(text: str, *, game: str = "") -> a.Action:
    """Return the action that a line of words means.

    Raises :class:`NotationError` where it cannot be read, with the words of ``game``, or of all games where it is left
    out.
    """
    spot, text_left = _leading_spot(text.lstrip())
    words = _Words(text_left, game)
    verb = words.take()
    reader = _READERS.get(verb)
    if reader is None:
        problem = f'there is no action "{verb}"' + (f": {wording('round.stays', {})}" if verb in _UNDO else "")
        raise NotationError(problem, text=text, expected=_expected(game))
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
        hand = words.hand_if_any()
        by = "voice" if words.skip("by", "voice") else "hand"
        return kind(spot=spot, hand=hand, signal=by, said=_said(words))  # type: ignore[no-any-return]

    return read


def _said(words: _Words) -> Any:
    said = words.take() if words.skip("said") else ""
    if said not in get_args(a.Said):
        raise words.fail(f'cannot read "{said}"', f"said {' or '.join(filter(None, get_args(a.Said)))}")
    return said


def _signal(words: _Words, spot: int) -> a.Action:
    """What the hand showed and the voice said: ``signal stand said hit``."""
    shown: Any = "hit" if words.skip("hit") else "stand" if words.skip("stand") else ""
    return a.Signal(spot=spot, hand=shown, voice=_said(words))


def _double(words: _Words, spot: int) -> a.Action:
    hand, cents = words.hand_if_any(), words.amount_if_any()
    paid = words.skip("paid")
    down = words.skip("face", "down")
    return a.DoubleDown(spot=spot, hand=hand, cents=cents, toke_cents=words.toke_if_any(), face_down=down, paid=paid)


def _split(words: _Words, spot: int) -> a.Action:
    hand, cents = words.hand_if_any(), words.amount_if_any()
    paid = words.skip("paid")
    return a.Split(spot=spot, hand=hand, cents=cents, toke_cents=words.toke_if_any(), paid=paid)


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


def _declare(words: _Words, spot: int) -> a.Action:
    kind = words.take()
    return a.Declare(kind=kind, spot=spot, note=words.note, hand=words.hand_if_any())


def _bet(words: _Words, spot: int) -> a.Action:
    """A bet before the deal, ``bet 10.00 main``, or a Play bet: ``bet 4x`` or, in money, ``bet 40.00 play``."""
    word = words.take()
    times = word.removesuffix("x")
    if word != times:
        if not (times.isascii() and times.isdigit() and len(times) < 3 and int(times)):
            raise words.fail(f'cannot read "{word}"', "a whole multiple such as 4x, or an amount")
        words.skip("play")
        return a.PlayBet(int(times), spot=spot, toke_cents=words.toke_if_any())
    cents = parse_cents(word)
    if words.skip("play") or words.words[:1] in ([], ["toke"]):
        return a.PlayBet(spot=spot, cents=cents, toke_cents=words.toke_if_any())
    wager, place = words.wager_if_any(), words.place_if_any("box")
    return a.PlaceBet(spot=_named(words, spot), cents=cents, wager=wager, player=words.note, position=place)


def _toke(words: _Words, spot: int) -> a.Action:
    cents, wager, hand = words.cents(), words.wager_if_any(), words.hand_if_any()
    place = "center" if words.skip("center") else words.place_if_any("adjacent")
    return a.PlaceToke(spot=_named(words, spot), cents=cents, wager=wager, position=place, hand=hand)


def _take(words: _Words, spot: int) -> a.Action:
    """A card that is offered, or a bet back."""
    if words.skip("back"):
        return a.TakeBackBet(spot=_named(words, spot), wager=words.wager_if_any())
    return a.TakeCard(spot=spot)


def _named(words: _Words, spot: int) -> int:
    if not spot:
        raise words.fail("a bet does not name its spot", "the spot in front, such as 1: bet 10.00 main")
    return spot


def _fold(words: _Words, spot: int) -> a.Action:
    tuck = True if words.skip("tucked") else False if words.skip("untucked") else None
    return a.Fold(spot=spot, tuck=tuck)


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
    "signal": _signal,
    "surrender": lambda words, spot: a.Surrender(spot=spot, hand=words.hand_if_any()),
    "insure": lambda words, spot: a.Insure(spot=spot, cents=words.cents()),
    "decline": lambda words, spot: a.DeclineInsurance(spot=spot),
    "even": _even,
    "go": _go,
    "take": _take,
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
    "check": lambda words, spot: a.Check(spot=spot),
    "bet": _bet,
    "toke": _toke,
    "fold": _fold,
    "look": lambda words, spot: a.Look(spot=spot),
    "jackpot": _jackpot,
}

_WORDS: Final[dict[type[a.Action], str]] = {
    a.DeclineInsurance: "decline",
    a.TakeEvenMoney: "even money",
    a.GoOn: "go on",
    a.TakeCard: "take",
    a.RefuseCard: "refuse",
    a.CallSupervisor: "call",
    a.Proceed: "proceed",
    a.CloseInsurance: "close",
    a.StartDeal: "start",
    a.Check: "check",
    a.Look: "look",
}


_SAID: Final[dict[type[a.Action], str]] = {
    a.Hit: "hit", a.Stand: "stand", a.DoubleDown: "double", a.Split: "split", a.Surrender: "surrender",
    a.Insure: "insure AMOUNT", a.DeclineInsurance: "decline", a.TakeEvenMoney: "even money", a.GoOn: "go on",
    a.TakeCard: "take", a.RefuseCard: "refuse", a.Choose: "choose CHOICE", a.Check: "check", a.PlayBet: "bet 4x",
    a.Fold: "fold", a.PlaceBet: "SPOT: bet AMOUNT WAGER", a.PlaceToke: "SPOT: toke AMOUNT WAGER",
    a.TakeBackBet: "SPOT: take back WAGER", a.Look: "look", a.Declare: "declare KIND", a.Rule: "rule CHOICE",
    a.CallSupervisor: "call", a.PeekSays: "peek yes or no", a.Overlook: "overlook SPOT", a.Deal: "deal SPOT",
    a.CardIs: "card CARD", a.JackpotPaid: "jackpot METER AMOUNT", a.Proceed: "proceed",
}  # fmt: skip
"""How actions are said, those of players first."""


def _expected(game: str) -> str:
    """The words of a game; of all games where it is not known which."""
    from pitboss.games.game import ENGINES

    known = ENGINES[game].round.ACTIONS if game else _SAID
    return ", ".join(words for kind, words in _SAID.items() if kind in known)


def action_text(action: a.Action) -> str:
    """The words that :func:`parse_action` reads back as the same action."""
    spot = getattr(action, "spot", 0) if not isinstance(action, (a.Deal, a.Overlook)) else 0
    return (f"{spot}: " if spot else "") + _text(action)


def _text(action: a.Action) -> str:
    match action:
        case a.PlaceBet() | a.PlaceToke() | a.TakeBackBet() | a.PlayBet():
            return _bet_text(action)
        case a.Hit() | a.Stand() | a.Signal() | a.DoubleDown() | a.Split() | a.Surrender():
            return _decision_text(action)
        case a.Insure():
            return f"insure {cents_text(action.cents)}"
        case a.Choose():
            return f"choose {action.choice}"
        case a.Rule():
            return f"rule {action.choice}" + _after_colon(action.note)
        case a.Declare():
            return _joined("declare", action.kind, _hand(action.hand)) + _after_colon(action.note)
        case a.Deal():
            return f"deal {action.spot}"
        case a.Overlook():
            return f"overlook {action.spot}"
        case a.CardIs():
            return f"card {action.card.text}"
        case a.PeekSays():
            return f"peek {'yes' if action.blackjack else 'no'}"
        case a.Fold():
            return {None: "fold", True: "fold tucked", False: "fold untucked"}[action.tuck]
        case a.JackpotPaid():
            return f"jackpot {action.meter} {cents_text(action.cents)}"
        case a.Reshuffled():
            return _joined("reshuffled", cards_text(action.cards))
    return _WORDS[type(action)]


def _bet_text(action: a.PlaceBet | a.PlaceToke | a.TakeBackBet | a.PlayBet) -> str:
    match action:
        case a.PlaceBet():
            place = "" if action.position == "box" else f"at {action.position}"
            return _joined("bet", cents_text(action.cents), action.wager, place) + _after_colon(action.player)
        case a.PlaceToke():
            place = {"adjacent": "", "center": "center"}.get(action.position, f"at {action.position}")
            return _joined("toke", cents_text(action.cents), action.wager, _hand(action.hand), place)
        case a.TakeBackBet():
            return f"take back {action.wager}"
        case a.PlayBet():
            amount = f"{cents_text(action.cents)} play" if action.cents else f"{action.multiple}x"
            return _joined("bet", amount, _with_toke(action.toke_cents))


def _decision_text(action: a.Hit | a.Stand | a.Signal | a.DoubleDown | a.Split | a.Surrender) -> str:
    match action:
        case a.Hit() | a.Stand():
            verb = "hit" if isinstance(action, a.Hit) else "stand"
            by_voice = "by voice" if action.signal == "voice" else ""
            return _joined(verb, _hand(action.hand), by_voice, _said_text(action.said))
        case a.Signal():
            return _joined("signal", action.hand, _said_text(action.voice))
        case a.DoubleDown():
            how = _joined("paid" * action.paid, "face down" * action.face_down, _with_toke(action.toke_cents))
            return _joined("double", _hand(action.hand), _money(action.cents), how)
        case a.Split():
            how = _joined("paid" * action.paid, _with_toke(action.toke_cents))
            return _joined("split", _hand(action.hand), _money(action.cents), how)
        case a.Surrender():
            return _joined("surrender", _hand(action.hand))


def _joined(*parts: str) -> str:
    return " ".join(filter(None, parts))


def _after_colon(note: str) -> str:
    return f": {note}" if note else ""


def _said_text(said: str) -> str:
    return f"said {said}" if said else ""


def _hand(hand: int) -> str:
    return f"hand {hand + 1}" if hand >= 0 else ""


def _money(cents: int) -> str:
    return cents_text(cents) if cents else ""


def _with_toke(cents: int) -> str:
    return f"toke {cents_text(cents)}" if cents else ""

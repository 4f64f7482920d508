"""Ratings at blackjack: the decisions of a box as the log shows them, and what each gave away with fresh cards.

All cards lie open, so the log alone tells what was known at each decision. Values are those of a full shoe less the
hand and the dealer's card: what the sheet is worth, whatever else was dealt.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from pitboss.cards import DECK, Card
from pitboss.errors import NotationError
from pitboss.games import actions as a
from pitboss.hands.totals import POINTS
from pitboss.maths.blackjack.record import (
    ACE_LAMMER,
    LAMMER,
    SPLIT,
    SPLIT_ACE,
    UNSPLIT,
    BlackjackRecord,
    compile_record,
)
from pitboss.rules import Sheet
from pitboss.service.advice.answer_values import NOTHING_LOST, Position
from pitboss.service.games.blackjack.coaching import BlackjackCoach, Deal
from pitboss.service.ratings.visits import Answered, BoxPlayed, Dealt, LogEvent

if TYPE_CHECKING:
    from pitboss.maths.blackjack.in_play import InPlay

__all__ = ["BlackjackRating"]

MOST_KNOWN: Final = 200_000
"""Costs that are remembered at a time."""
_CARDS: Final = {card.text: card for card in DECK}
_COACH: Final = BlackjackCoach()


@dataclass(slots=True)
class _Hand:
    """A hand as the log has told it so far."""

    cards: list[Card] = field(default_factory=list)
    split: bool = False
    aces: bool = False
    lammer: bool = False
    doubled: int = 0
    extra: int = 0
    free: bool = False


class BlackjackRating:
    """The decisions of the main bet, insurance among them."""

    def __init__(self) -> None:
        self._known: dict[Hashable, float | None] = {}

    def answers(self, dealt: Dealt, box: BoxPlayed) -> tuple[Answered, ...]:
        """Every decision of a box, in order; none where the cards of the round were unclear.

        A blackjack that is not doubled is none: the log has no event of it, and taking it as it is is never an error.
        """
        up = next((_CARDS[event.card] for event in dealt.shown if event.card in _CARDS), None)
        if dealt.unclear or dealt.void or up is None or "main" not in box.bets:
            return ()
        return tuple(_Told(dealt.sheet, box, up).answers())

    def cost(self, answer: Answered) -> float | None:
        """Units of the stake that an answer gave away against the best one; None where that cannot be worked out."""
        position, action = answer
        meant = _COACH.meaning(position, action)
        full = _in_full(position, action)
        stake = self.unit_stake(position.sheet, position.stake) if full else position.stake
        key = (
            position.sheet.hash, stake, position.question, tuple(sorted(position.cards)), position.against,
            position.kind, position.hands, position.waiting, position.raised, meant[0] if full else meant,
            getattr(action, "paid", False),
        )  # fmt: skip
        if key not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            whole = a.DoubleDown(paid=action.paid) if full and isinstance(action, a.DoubleDown) else action
            self._known[key] = _cost(_at_stake(position, stake), whole)
        return self._known[key]

    def unit_stake(self, sheet: Sheet, stake: int) -> int:
        """The smallest stake at which the game is the same in units of it; it is worked out once."""
        return _unit_stake(sheet, stake)


def _in_full(position: Position, action: a.Action) -> bool:
    """Whether an answer is the same share of the bet at every stake."""
    if position.raised is not None or isinstance(action, a.Insure):
        return False
    return not isinstance(action, a.DoubleDown) or action.cents in (0, position.stake)


def _at_stake(position: Position, stake: int) -> Position:
    return position if stake == position.stake else replace(position, stake=stake)


def _cost(position: Position, action: a.Action) -> float | None:
    try:
        deal = Deal(position, _fresh)
        worth = deal.answers()(action)
    except NotationError:
        return None
    if worth is None:
        return None
    lost = deal.best() - float(worth)
    return lost if lost > NOTHING_LOST else 0.0


@lru_cache(maxsize=64)
def _fresh_work(record: BlackjackRecord, up: Card) -> InPlay:
    from pitboss.maths.blackjack.in_play import InPlay

    return InPlay(record, DECK * record.decks, up)


def _fresh(record: BlackjackRecord, _: tuple[Card, ...], up: Card) -> InPlay:
    """A full shoe against a card of the dealer's; suits count where a bonus is paid for them."""
    return _fresh_work(record, up if any(record.bonuses) else _OF_RANK[up.rank])


_OF_RANK: Final = {card.rank: card for card in DECK}


@lru_cache(maxsize=4096)
def _unit_stake(sheet: Sheet, stake: int) -> int:
    least, own = compile_record(sheet), compile_record(sheet, stake_cents=stake)
    return least.stake if _in_units(least) == _in_units(own) else stake


MONEY: Final = ("early_loss", "natural_pays", "tie_against_ten", "tie_against_ace", "even_money")


def _in_units(record: BlackjackRecord) -> tuple[Any, ...]:
    """All of a record in units of its stake; amounts that a player chooses are left out."""

    def units(cents: int | None) -> Fraction | None:
        return None if cents is None else Fraction(cents, record.stake)

    def double(one: Any) -> tuple[Any, ...] | None:
        if one is None:
            return None
        return units(one.win), units(one.lose), tuple((units(win), units(lose)) for win, lose in one.again)

    kinds = tuple(
        (
            units(kind.win), units(kind.lose), kind.hit, units(kind.surrender), double((*kind.doubles, None)[0]),
            len(kind.doubles), double(kind.free_double), units(kind.natural_pays), units(kind.natural_ties),
            units(kind.natural_ties_ace), kind.natural_doubles,
        )
        for kind in record.kinds
    )  # fmt: skip
    nothing = dict.fromkeys(MONEY, 0)
    plain = replace(record, stake=0, kinds=(), insurance_stake=0, insurance_pays=0, **nothing)  # type: ignore[arg-type]
    paid = record.stake if any(record.bonuses) else 0
    return plain, paid, tuple(units(getattr(record, name)) for name in MONEY), kinds


class _Told:
    """The hands of a box, retold from its events."""

    def __init__(self, sheet: Sheet, box: BoxPlayed, up: Card) -> None:
        self.sheet, self.box, self.up, self.stake = sheet, box, up, box.bets["main"]
        self.record = compile_record(sheet, stake_cents=self.stake)
        self.hands = [_Hand()]

    def answers(self) -> Iterator[Answered]:
        early = self.record.early_surrender and self.record.surrender_against[POINTS[self.up] - 1]
        gave_up = any(event.type == "HandSurrendered" for event in self.box.events)
        for event in self.box.events:
            if event.type == "CardDealt":
                self._dealt(event)
                if early and len(self.hands[0].cards) == 2:
                    early = False
                    yield self._answer("early_surrender", 0, a.Surrender() if gave_up else a.GoOn())
            elif (made := _ANSWERS.get(event.type)) is not None:
                yield from self._decided(event, *made)

    def _decided(self, event: LogEvent, question: str, action: a.Action) -> Iterator[Answered]:
        hand = event.hand if isinstance(event.hand, int) else 0
        if event.type == "HandSurrendered" and self.record.early_surrender:
            return
        if event.type == "HandDoubled":
            paid = not event.free and self._could_be_free(self.hands[hand])
            action = a.DoubleDown(cents=event.cents, paid=paid)
        elif event.type == "HandSplit":
            action = a.Split(paid=not event.free and self.record.free_pairs[POINTS[self.hands[hand].cards[0]] - 1])
        elif event.type == "InsuranceBet":
            action = a.Insure(spot=self.box.spot, cents=event.cents)
        yield self._answer(question, hand, action)
        self._done(event, hand)

    def _could_be_free(self, hand: _Hand) -> bool:
        total = sum(POINTS[card] for card in hand.cards)
        soft = any(POINTS[card] == 1 for card in hand.cards) and total <= 11
        return len(hand.cards) == 2 and not soft and not hand.doubled and total in self.record.free_totals

    def _dealt(self, event: LogEvent) -> None:
        assert isinstance(event.hand, int)
        if event.card in _CARDS:
            self.hands[event.hand].cards.append(_CARDS[event.card])

    def _done(self, event: LogEvent, at: int) -> None:
        """What an answer makes of the hands."""
        hand = self.hands[at]
        if event.type == "HandDoubled":
            hand.doubled, hand.extra = hand.doubled + 1, hand.extra + event.cents
            hand.free = hand.free or event.free
        elif event.type == "HandSplit":
            moved = hand.cards.pop()
            aces = POINTS[moved] == 1
            hand.split, hand.aces = True, aces
            self.hands.insert(event.new_hand, _Hand([moved], split=True, aces=aces, lammer=event.free))

    def _answer(self, question: str, at: int, action: a.Action) -> Answered:
        hand = self.hands[at]
        position = Position(
            sheet=self.sheet, question=question, spot=self.box.spot, hand=at, stake=self.stake,
            cards=tuple(hand.cards), against=(self.up,), seen=(), offers=(), kind=_kind(hand), hands=len(self.hands),
            waiting=sum(len(other.cards) == 1 for other in self.hands), raised=_raised(hand, self.stake),
        )  # fmt: skip
        return Answered(position, action)


def _kind(hand: _Hand) -> int:
    if not hand.split:
        return UNSPLIT
    own, lammer = (SPLIT_ACE, ACE_LAMMER) if hand.aces else (SPLIT, LAMMER)
    return lammer if hand.lammer else own


def _raised(hand: _Hand, stake: int) -> tuple[int, int, bool] | None:
    if not hand.doubled:
        return None
    return (0 if hand.lammer else stake) + hand.extra, hand.doubled - 1, hand.free


_ANSWERS: Final[dict[str, tuple[str, a.Action]]] = {
    "HandHit": ("play", a.Hit()),
    "HandStood": ("play", a.Stand()),
    "HandDoubled": ("play", a.DoubleDown()),
    "HandSplit": ("play", a.Split()),
    "HandSurrendered": ("play", a.Surrender()),
    "InsuranceBet": ("insurance", a.Insure(spot=0, cents=0)),
    "InsuranceDeclined": ("insurance", a.DeclineInsurance(spot=0)),
    "EvenMoneyTaken": ("insurance", a.TakeEvenMoney(spot=0)),
}
"""The question and the answer behind each event."""

"""The coach at blackjack: a decision as its player sees it, and what every answer is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pitboss.cards import DECK, Card
from pitboss.errors import NotationError
from pitboss.games import actions as a
from pitboss.games import events as e
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.blackjack.state import terms_of
from pitboss.games.round import Offer, Round
from pitboss.hands.totals import POINTS, is_ace_ten
from pitboss.maths.blackjack.table_hands import kind_of, raised_of
from pitboss.money import dollars, pay
from pitboss.rules import Sheet
from pitboss.service.advice.answer_values import Position, Values
from pitboss.table import Happening

if TYPE_CHECKING:
    from pitboss.maths.blackjack.in_play import InPlay
    from pitboss.maths.blackjack.record import BlackjackRecord

    Works = Callable[[BlackjackRecord, tuple[Card, ...], Card], InPlay]

__all__ = ["BlackjackCoach", "Deal"]


class BlackjackCoach:
    """Values of the main bet, with insurance."""

    questions = frozenset({"play", "fives", "natural", "early_surrender", "insurance"})

    def basis(self, position: Position) -> str:
        return f"The main bet of {dollars(position.stake)}, from the cards you have seen this round"

    def position(self, round_: Round, box: int, events: Sequence[Happening], offers: tuple[Offer, ...]) -> Position:
        question = round_.question
        assert isinstance(round_, BlackjackRound)
        assert question is not None
        spot = round_.spots[box]
        hand = spot.hands[question.hand]
        known = Counter(event.card for event in events if isinstance(event, (e.CardDealt, e.DoubleCardTurned)))
        others = known - Counter((*hand.cards, round_.up))
        return Position(
            sheet=round_.sheet,
            question=question.kind,
            spot=box,
            hand=question.hand,
            stake=hand.base,
            cards=tuple(hand.cards),
            against=(round_.up,),
            seen=tuple(sorted(card for card in others.elements() if card.known)),
            offers=offers,
            kind=kind_of(hand),
            hands=len(spot.hands),
            waiting=sum(len(other.cards) == 1 for other in spot.hands),
            raised=raised_of(hand),
        )

    def values(self, position: Position) -> Values:
        return Deal(position).answers()

    def prepare(self, sheet: Sheet) -> None:
        """Have the kernels ready."""
        from pitboss.maths.blackjack.in_play import InPlay
        from pitboss.maths.blackjack.record import UNSPLIT, compile_record

        record = compile_record(sheet)
        InPlay(record, DECK * record.decks, DECK[-1]).choices(DECK[:2], UNSPLIT)

    def meaning(self, position: Position, action: a.Action) -> tuple[Any, ...]:
        match action:
            case a.Signal():
                return ((action.hand or action.voice).title(),)
            case a.DoubleDown():
                return "DoubleDown", action.cents or self.whole(position), action.paid
            case a.Split():
                return "Split", action.paid
            case a.Insure():
                return "Insure", action.cents
        return (type(action).__name__,)

    def whole(self, position: Position) -> int:
        """What a double is for where no amount is named: the bet, or all that lies on a hand that was doubled."""
        doubles = [offer.cents for offer in position.offers if isinstance(offer.action, a.DoubleDown)]
        return doubles[0] if position.raised is not None and doubles else position.stake

    def said(self, action: a.Action) -> str:
        if isinstance(action, a.Insure):
            return f"insure: {dollars(action.cents)}"
        assert isinstance(action, a.DoubleDown)
        return f"double for less: {dollars(action.cents)} more, one card"


class Deal:
    """A blackjack position at work; ``works`` finds the solver's work where one serves many positions."""

    def __init__(self, position: Position, works: Works | None = None) -> None:
        from pitboss.maths.blackjack.in_play import InPlay
        from pitboss.maths.blackjack.record import compile_record

        self.position, self.stake = position, position.stake
        self.record = compile_record(position.sheet, stake_cents=position.stake)
        unseen = Counter(DECK * self.record.decks)
        unseen.subtract(position.seen)
        self.cards, self.up = tuple(unseen.elements()), position.against[0]
        self.work = (works or InPlay)(self.record, self.cards, self.up)
        self.values = self._choices(self.work)

    def answers(self) -> Values:
        """What every answer to the question is worth."""
        before_check = {"insurance": self.insurance, "early_surrender": self.early_surrender}
        return before_check.get(self.position.question, self.play)()

    def best(self) -> float:
        """What the best answer is worth of all that the rules allow."""
        if self.position.question == "insurance":
            return max(self._instead())
        if self.position.question == "early_surrender":
            return max(-self.record.early_loss / self.stake, *self._instead())
        return max(self.values.values())

    def _choices(self, work: InPlay) -> dict[str, float]:
        position = self.position
        if position.raised is not None:
            return self._doubled(work, *position.raised)
        return work.choices(position.cards, position.kind, hands=position.hands, waiting=position.waiting)

    def _doubled(self, work: InPlay, lies: int, times: int, free: bool) -> dict[str, float]:
        """A hand that was doubled stands, or is doubled again."""
        from pitboss.maths.blackjack.redoubles import raised_as

        kind = self.position.kind
        began = raised_as(self.record.kinds[kind], lies=lies, times=times, free=free)
        if began is None:
            raise NotationError("a double of this amount cannot be worked out")
        return work.doubled_choices(self.position.cards, kind, began=began, times=times)

    def play(self) -> Values:
        """In the hand's own turn."""

        def worth(action: a.Action) -> float | None:
            match action:
                case a.DoubleDown():
                    return self._double(action)
                case a.Split():
                    return None if action.paid else self.values.get("split")
                case a.GoOn():
                    return self.values.get("go on")
            return self.values.get(type(action).__name__.lower())

        return worth

    def _double(self, action: a.DoubleDown) -> float | None:
        """A double of any amount lies on the line between two that are known."""
        if self.position.raised is not None:
            return self.values.get("double")
        if action.paid:
            return self._paid.get("double")
        terms, full = self.record.kinds[self.position.kind], self.values.get("double")
        most, *less = [one.lose - terms.lose for one in terms.doubles] or [0]
        if action.cents in (0, most) or full is None:
            return full
        if not less:
            return None
        share = (most - action.cents) / (most - less[0])
        return full + share * (self.values[terms.doubles[1].name] - full)

    @property
    def _paid(self) -> dict[str, float]:
        """The same where no double is free."""
        from pitboss.maths.blackjack.in_play import InPlay

        return self._choices(InPlay(replace(self.record, free_totals=()), self.cards, self.up))

    def insurance(self) -> Values:
        """Before the dealer's check, with an ace up."""

        def worth(action: a.Action) -> float | None:
            match action:
                case a.Insure():
                    return self._go_on() + self._insured(action.cents)
                case a.TakeEvenMoney():
                    return None if self.record.even_money is None else self.record.even_money / self.stake
            return self._go_on()

        return worth

    def early_surrender(self) -> Values:
        """Before the dealer's check; insurance and even money may come after it."""

        def worth(action: a.Action) -> float | None:
            if isinstance(action, a.Surrender):
                return -self.record.early_loss / self.stake
            return max(self._instead())

        return worth

    def _go_on(self) -> float:
        """The best play of the hand, unless a blackjack of the dealer takes it or ties."""
        if not self.record.checked[POINTS[self.up] - 1]:
            return max(self.values.values())
        sure = self.work.no_blackjack(self.position.cards)
        lost = -1.0
        if is_ace_ten(self.position.cards):
            ace = self.up.rank == "A"
            lost = (self.record.tie_against_ace if ace else self.record.tie_against_ten) / self.stake
        return sure * max(self.values.values()) + (1.0 - sure) * lost

    def _insured(self, cents: int) -> float:
        """What an insurance bet brings by itself."""
        terms = terms_of(self.position.sheet)
        assert terms.insurance is not None
        pays = pay(cents, terms.insurance.pays, rounding=terms.other_rounding)
        wins = self.work.insurance_wins(self.position.cards)
        return (wins * pays - (1.0 - wins) * cents) / self.stake

    def _instead(self) -> list[float]:
        """What an ace up offers after early surrender is declined."""
        record, natural = self.record, is_ace_ten(self.position.cards)
        found = [self._go_on()]
        if self.up.rank == "A" and record.insurance_stake and (record.insure_natural or not natural):
            found.append(self._go_on() + self._insured(record.insurance_stake))
        if self.up.rank == "A" and natural and record.even_money is not None:
            found.append(record.even_money / self.stake)
        return found

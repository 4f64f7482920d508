"""The coach: what every answer that a player can give is worth, from nothing but what that player can see.

The cards that count are those of the round under way: the whole shoe less every card that this seat has been able to
see since the deal, those of other seats among them. What was dealt in earlier rounds of the shoe is left out, as a
house may forbid to keep count of it. Values are those of the main bet with insurance, or of Ante, Blind and Play, at
the stake that lies there and with best play from here on; other wagers of the spot are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, NamedTuple

from pitboss.cards import DECK, Card
from pitboss.errors import IllegalAction, NotationError
from pitboss.games import actions as a
from pitboss.games import events as e
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.blackjack.state import Hand, terms_of
from pitboss.games.holdem import actions as ha
from pitboss.games.holdem import events as he
from pitboss.games.holdem.playing import STREETS
from pitboss.games.holdem.round import HoldemRound
from pitboss.games.round import Offer
from pitboss.hands.blackjack import is_ace_ten
from pitboss.money import dollars, pay
from pitboss.rules import Sheet
from pitboss.service import commands as c
from pitboss.service.changes import Change, seen_events, viewer_of
from pitboss.service.live import Live
from pitboss.service.views import offers_to

__all__ = [
    "Advice", "Choice", "Decision", "Position", "Summary", "Taken", "advise", "check_allowed", "decided", "positions",
    "prepare", "summed_up", "taken",
]  # fmt: skip

NOTHING_LOST: Final = 1e-9
"""Units that are no mistake: values that are equal may differ in their last digits."""
WORST: Final = 20
"""Mistakes that a summary lists."""
UNCLEAR: Final = (e.IrregularityDeclared, e.HoleExposed, e.CardExposed, e.CardsReshuffled)
"""After these, what is known is no longer the plain course of the cards that solvers work out."""


@dataclass(frozen=True, slots=True)
class Position:
    """A decision as its player sees it; nothing else has a part in its values."""

    sheet: Sheet
    question: str
    spot: int
    hand: int
    stake: int
    """The main bet or the Ante, in cents: the unit of all values."""
    cards: tuple[Card, ...]
    against: tuple[Card, ...]
    """The dealer's up card, or the board."""
    seen: tuple[Card, ...]
    """Other cards that were seen in this round."""
    offers: tuple[Offer, ...]
    kind: int = 0
    """Of a blackjack hand, which of the record's kinds it is."""
    hands: int = 1
    waiting: int = 0
    """Hands of the spot that wait for their second card."""

    @property
    def basis(self) -> str:
        """What the values are for, in words."""
        if self.sheet.game == "holdem":
            return f"Ante, Blind and Play at an Ante of {dollars(self.stake)}, from your cards and the board"
        return f"The main bet of {dollars(self.stake)}, from the cards you have seen this round"


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer and what it is worth in units of the stake; nothing where that is not worked out."""

    offer: Offer
    value: float | None
    exact: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """Every answer to a question, best first."""

    position: Position
    choices: tuple[Choice, ...]

    @property
    def best(self) -> Choice:
        return self.choices[0]

    def cost(self, choice: Choice) -> float | None:
        """What a choice gives away against the best one, in units of the stake."""
        if choice.value is None or self.best.value is None:
            return None
        lost = self.best.value - choice.value
        return lost if lost > NOTHING_LOST else 0.0


class Taken(NamedTuple):
    """An answer that was given in a round: where, what, and whether the player or the clock gave it."""

    position: Position
    action: a.Action
    version: int
    in_time: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """An answer that was given, among all that could have been."""

    advice: Advice
    choice: Choice
    version: int
    in_time: bool

    @property
    def cost(self) -> float:
        """Units of the stake that it gave away; none where that is not worked out."""
        return self.advice.cost(self.choice) or 0.0

    @property
    def cost_cents(self) -> float:
        return self.cost * self.advice.position.stake


@dataclass(frozen=True, slots=True)
class Summary:
    """Rounds together: the decisions that were taken, and the mistakes by what they cost."""

    rounds: int
    decisions: int
    mistakes: int
    cost: float
    cost_cents: float
    worst: tuple[tuple[str, int, Decision], ...]
    """Table, round and decision, the dearest first."""


# --- what is asked ----------------------------------------------------------------------------------------


def check_allowed(live: Live) -> None:
    """A house may want its table played without."""
    if not live.opened.coach:
        raise IllegalAction("this table is played without the coach")


def positions(live: Live, person: str) -> tuple[Position, ...]:
    """The decisions that are open to a person now, one for each hand that may answer."""
    offers, question = offers_to(live, person), live.question
    if question is None or question.kind not in _POSITIONS or not offers:
        raise IllegalAction("nothing is asked of you that can be worked out")
    events = seen_events(viewer_of(live, person), live.round.events if live.round is not None else ())
    if any(isinstance(event, UNCLEAR) for event in events):
        raise IllegalAction("an irregularity has changed what is known of the cards")
    by_spot: dict[int, list[Offer]] = {}
    for offer in offers:
        by_spot.setdefault(question.spot or getattr(offer.action, "spot", 0), []).append(offer)
    make = _POSITIONS[question.kind]
    return tuple(make(live, spot, events, tuple(own)) for spot, own in by_spot.items())


def _blackjack_position(live: Live, box: int, events: Sequence[Any], offers: tuple[Offer, ...]) -> Position:
    round_, question = live.round, live.question
    assert isinstance(round_, BlackjackRound)
    assert question is not None
    spot = round_.spots[box]
    hand = spot.hands[question.hand]
    known = Counter(event.card for event in events if isinstance(event, (e.CardDealt, e.DoubleCardTurned)))
    others = known - Counter((*hand.cards, round_.up))
    return Position(
        sheet=live.sheet,
        question=question.kind,
        spot=box,
        hand=question.hand,
        stake=hand.base,
        cards=tuple(hand.cards),
        against=(round_.up,),
        seen=tuple(sorted(card for card in others.elements() if card.known)),
        offers=offers,
        kind=_kind(hand),
        hands=len(spot.hands),
        waiting=sum(len(other.cards) == 1 for other in spot.hands),
    )


def _kind(hand: Hand) -> int:
    """Which kind of hand of a record it is."""
    from pitboss.maths.record import ACE_LAMMER, LAMMER, SPLIT, SPLIT_ACE, UNSPLIT

    if not hand.split:
        return UNSPLIT
    own, lammer = (SPLIT_ACE, ACE_LAMMER) if hand.aces else (SPLIT, LAMMER)
    return own if hand.stake else lammer


def _holdem_position(live: Live, box: int, events: Sequence[Any], offers: tuple[Offer, ...]) -> Position:
    round_, question = live.round, live.question
    assert isinstance(round_, HoldemRound)
    assert question is not None
    holes = {event.spot: event.cards for event in events if isinstance(event, he.HoleCardsSeen)}
    board = [card for event in events if isinstance(event, (he.FlopTurned, he.TurnRiverTurned)) for card in event.cards]
    cards = holes.get(box, ())
    if len(cards) != 2 or not all(card.known for card in cards):
        raise IllegalAction("look at your cards first")
    return Position(
        sheet=live.sheet,
        question=question.kind,
        spot=box,
        hand=0,
        stake=round_.seats[box].ante,
        cards=tuple(cards),
        against=tuple(board),
        seen=tuple(sorted(card for spot, own in holes.items() if spot != box for card in own if card.known)),
        offers=offers,
    )


_POSITIONS: Final[Mapping[str, Callable[[Live, int, Sequence[Any], tuple[Offer, ...]], Position]]] = {
    **dict.fromkeys(("play", "fives", "natural", "early_surrender", "insurance"), _blackjack_position),
    **dict.fromkeys(STREETS, _holdem_position),
}


# --- what it is worth -------------------------------------------------------------------------------------


Values = Callable[[a.Action], float | Fraction | None]
"""What an action is worth, in units of the stake."""


@lru_cache(maxsize=4096)
def advise(position: Position) -> Advice:
    """Every answer of a position with its value, best first."""
    try:
        value = (_holdem_values if position.sheet.game == "holdem" else _blackjack_values)(position)
        choices = [_choice(offer, value(offer.action)) for offer in position.offers]
    except NotationError as trouble:
        raise IllegalAction(f"this cannot be worked out: {trouble}") from trouble
    worst = float("-inf")
    return Advice(position, tuple(sorted(choices, key=lambda one: -(worst if one.value is None else one.value))))


def prepare(sheet: Sheet) -> None:
    """Have ready what takes long at first: the kernels, and of hold'em the whole game before the flop."""
    if sheet.game == "holdem":
        from pitboss.maths.analysis import value

        value(sheet, "AA")
    else:
        from pitboss.maths.blackjack.in_play import InPlay
        from pitboss.maths.record import UNSPLIT, compile_record

        record = compile_record(sheet)
        InPlay(record, DECK * record.decks, DECK[-1]).choices(DECK[:2], UNSPLIT)


def _choice(offer: Offer, value: float | Fraction | None) -> Choice:
    exact = value if isinstance(value, Fraction) else None
    return Choice(offer, None if value is None else float(value), exact)


def _holdem_values(position: Position) -> Values:
    from pitboss.maths.analysis import value
    from pitboss.maths.holdem import live
    from pitboss.maths.holdem.play import hole_class

    sheet, stake = position.sheet, position.stake
    found: Mapping[str, Fraction | None]
    if position.against:
        dead = position.seen
        found = live.value(sheet, position.cards, position.against, dead=dead, stake_cents=stake).choices
    else:
        solved = value(sheet, hole_class(position.cards), stake_cents=_same_game(sheet, stake))
        found = {choice.name: choice.exact for choice in solved.choices}

    def worth(action: a.Action) -> Fraction | None:
        if isinstance(action, ha.PlayBet):
            return found.get(f"{action.multiple}x")
        return found.get("check" if isinstance(action, ha.Check) else "fold")

    return worth


def _same_game(sheet: Sheet, stake: int) -> int:
    """The smallest Ante at which the game is the same in units of it, as roundings and limits go; it is solved once."""
    from pitboss.maths.holdem.record import HoldemRecord, compile_holdem

    def in_units(record: HoldemRecord) -> tuple[Fraction, ...]:
        amounts = (record.ante_win, *record.blind_pays, *(cents for bet in record.bets for cents in bet[1:]))
        return tuple(Fraction(cents, record.stake) for cents in amounts)

    least, own = compile_holdem(sheet), compile_holdem(sheet, stake_cents=stake)
    return least.stake if in_units(least) == in_units(own) else stake


def _blackjack_values(position: Position) -> Values:
    return {"insurance": _Deal.insurance, "early_surrender": _Deal.early_surrender}.get(position.question, _Deal.play)(
        _Deal(position)
    )


class _Deal:
    """A blackjack position at work."""

    def __init__(self, position: Position) -> None:
        from pitboss.maths.blackjack.in_play import InPlay
        from pitboss.maths.record import compile_record

        self.position, self.stake = position, position.stake
        self.record = compile_record(position.sheet, stake_cents=position.stake)
        unseen = Counter(DECK * self.record.decks)
        unseen.subtract(position.seen)
        self.cards, self.up = tuple(unseen.elements()), position.against[0]
        self.work = InPlay(self.record, self.cards, self.up)
        self.values = self._choices(self.work)

    def _choices(self, work: Any) -> dict[str, float]:
        position = self.position
        found: dict[str, float] = work.choices(
            position.cards, position.kind, hands=position.hands, waiting=position.waiting
        )
        return found

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
        sure = self.work.no_blackjack(self.position.cards)
        return ((1.0 - sure) * pays - sure * cents) / self.stake

    def _instead(self) -> list[float]:
        """What an ace up offers after early surrender is declined."""
        record, natural = self.record, is_ace_ten(self.position.cards)
        found = [self._go_on()]
        if self.up.rank == "A" and record.insurance_stake and (record.insure_natural or not natural):
            found.append(self._go_on() + self._insured(record.insurance_stake))
        if self.up.rank == "A" and natural and record.even_money is not None:
            found.append(record.even_money / self.stake)
        return found


# --- what was done ----------------------------------------------------------------------------------------


def taken(changes: Sequence[Change], person: str) -> list[Taken]:
    """Every answer of a person in a round, or the clock's for that person, in order."""
    found: list[Taken] = []
    raised: Position | None = None
    for before, change in pairwise(changes):
        own, live = before.state, change.state
        if not isinstance(own, Live) or not isinstance(live, Live) or own.round is None or live.round is None:
            continue
        answers = live.round.inputs[len(own.round.inputs) :]
        asked = _asked(own, person) if answers else {}
        clock = isinstance(c.decode(change.entry.command, c.TableCommand), c.TimeOut)
        for action, _ in answers:
            position = asked.get(getattr(action, "spot", 0))
            if position is None:
                continue
            if live.question is not None and live.question.kind == "fives" != position.question:
                raised = position  # the dealer asks what the raised bet means, and that is the answer
                continue
            if position.question == "fives" and raised is not None:
                position, raised = raised, None
            found.append(Taken(position, action, change.entry.version, not clock))
    return found


def _asked(live: Live, person: str) -> dict[int, Position]:
    """The decisions of a person by spot; the only one also by 0, which an answer may leave out."""
    try:
        found = {position.spot: position for position in positions(live, person)}
    except IllegalAction:
        return {}
    return {**found, 0: next(iter(found.values()))} if len(found) == 1 else found


def decided(answer: Taken) -> Decision:
    """An answer among all that could have been given."""
    position, wanted = answer.position, _meaning(answer.position, answer.action)
    known = any(_meaning(position, offer.action) == wanted for offer in position.offers)
    if not known:  # an amount between those that are offered
        own = type(answer.action)
        like = next((offer for offer in position.offers if isinstance(offer.action, own)), position.offers[0])
        position = replace(position, offers=(*position.offers, Offer(answer.action, like.clause, _said(answer.action))))
    advice = advise(position)
    choice = next(one for one in advice.choices if _meaning(position, one.offer.action) == wanted)
    return Decision(advice, choice, answer.version, answer.in_time)


def _meaning(position: Position, action: a.Action) -> tuple[Any, ...]:
    """What an answer means, however it was put."""
    match action:
        case a.Signal():
            return ((action.hand or action.voice).title(),)
        case a.DoubleDown():
            return "DoubleDown", action.cents or position.stake, action.paid
        case a.Split():
            return "Split", action.paid
        case a.Insure():
            return "Insure", action.cents
        case ha.PlayBet():
            offered = [one.action.multiple for one in position.offers if isinstance(one.action, ha.PlayBet)]
            return "PlayBet", action.multiple or action.cents // position.stake or max(offered)
    return (type(action).__name__,)


def _said(action: a.Action) -> str:
    """The words of an answer with an amount of its own."""
    if isinstance(action, a.Insure):
        return f"insure: {dollars(action.cents)}"
    assert isinstance(action, a.DoubleDown)
    return f"double for less: {dollars(action.cents)} more, one card"


def summed_up(rounds: Iterable[tuple[str, int, Sequence[Decision]]]) -> Summary:
    """Rounds by table and number with their decisions, taken together."""
    played = list(rounds)
    all_ = [(table, number, one) for table, number, decisions in played for one in decisions]
    mistakes = sorted((one for one in all_ if one[2].cost), key=lambda one: -one[2].cost_cents)
    return Summary(
        rounds=len(played),
        decisions=len(all_),
        mistakes=len(mistakes),
        cost=sum(one.cost for _, _, one in mistakes),
        cost_cents=sum(one.cost_cents for _, _, one in mistakes),
        worst=tuple(mistakes[:WORST]),
    )

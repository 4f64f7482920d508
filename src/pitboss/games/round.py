"""The machinery of a round: an agenda of named steps, one open question, and the log of what happened.

A step is a small function of the round. It emits events, puts further steps on the agenda, or asks: then the round
stands still until somebody answers. Agenda, facts and question are plain values, so a round can be copied, compared
and used as a key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol, Self

from pitboss.cards import Card
from pitboss.engine import NOW, Engine
from pitboss.errors import IllegalAction, NotNow
from pitboss.games.actions import Action, CardIs, Proceed
from pitboss.games.events import CutCardOut, Event, SettlementReversed, WagerSettled
from pitboss.rules import Sheet

__all__ = ["Amounts", "CardStep", "Cites", "Offer", "OpenCase", "Place", "Question", "Round", "StepTuple", "box_in"]

StepTuple = tuple[str, *tuple[int | str, ...]]
"""The name of a step and its arguments: a box, a hand, a reason, a kind of question."""
CardStep = tuple[str, int, *tuple[int | str, ...]]
"""A step that takes the next card, for the box that it names first; 0 is the dealer."""


def box_in(step: StepTuple) -> int:
    """The box that a step names first; 0 where it names none, or the dealer."""
    named = step[1:]
    return named[0] if named and isinstance(named[0], int) else 0


class Question(NamedTuple):
    """What the round waits for: who is asked, about which spot and hand.

    ``kind`` is the name of the question; one that several may answer in any order has spot 0.
    """

    kind: str
    role: str = "player"
    spot: int = 0
    hand: int = 0


class Amounts(NamedTuple):
    """What an answer may be made for, in cents: from the least to the most, in steps."""

    least: int
    most: int
    step: int


class Offer(NamedTuple):
    """One legal answer to the question: what it is, the clause that allows it, its words, and the facts behind them.

    Whoever branches on an offer reads the facts; the words are for people.
    """

    action: Action
    clause: str
    text: str
    variety: str = ""
    """Which kind of the action it is, where there are several: a double for less, say."""
    cents: int = 0
    """What it stakes further, or what it brings back of the stake."""
    free: bool = False
    """Whether the house stakes it."""
    pays: str = ""
    """The odds that it is paid by."""
    card: str = ""
    amounts: Amounts | None = None

    @property
    def kind(self) -> str:
        """The name of the kind of answer.

        >>> from pitboss.games.actions import DoubleDown
        >>> Offer(DoubleDown(), "", "double").kind, Offer(DoubleDown(), "", "double", "double_for_less").kind
        ('double_down', 'double_for_less')
        """
        return self.variety or re.sub(r"(?<!^)(?=[A-Z])", "_", type(self.action).__name__).lower()

    @property
    def facts(self) -> dict[str, Any]:
        """The kind, and of the other facts those that hold."""
        found: dict[str, Any] = {"kind": self.kind}
        for name in ("cents", "free", "pays", "card"):
            if value := getattr(self, name):
                found[name] = value
        if self.amounts is not None:
            found["amounts"] = self.amounts._asdict()
        return found


class OpenCase(NamedTuple):
    """An irregularity that is being ruled on: its kind, and the box and hand it concerns."""

    kind: str
    box: int = 0
    hand: int = 0


class Place(Protocol):
    """One box of a round: whose it is, and what was bet there."""

    box: int
    player: str
    wagers: dict[str, int]
    tokes: dict[str, int]


class Cites(dict[str, str]):
    """The clause behind each value and point of procedure of a sheet; empty where its document is silent."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__({point: sheet.cite(point) for point in (*sheet.values, *sheet.points)})

    def __missing__(self, point: str) -> str:
        return ""


class Round:
    """A round under way; a game fills in its steps and the actions it knows."""

    __slots__ = (
        "agenda", "automatic", "burned", "cut_card", "cut_card_spot", "engine", "events", "inputs", "next_card",
        "order", "over", "pending", "question", "seen", "settlements", "sheet", "start",
    )  # fmt: skip

    STEPS: ClassVar[Mapping[str, Callable[..., None]]]
    DEALER_STEPS: ClassVar[frozenset[str]]
    ACTIONS: ClassVar[Mapping[type[Action], Callable[..., None]]]

    def __init__(
        self,
        sheet: Sheet,
        cards: tuple[Card, ...] | None = None,
        *,
        start: int = 0,
        cut_card: int | None = None,
        automatic: bool,
        engine: Engine = NOW,
    ) -> None:
        """A round on a sheet.

        ``cards`` is the order of the shoe and ``start`` where it stands in it; without them every card is declared.
        An automatic round does the dealer's steps itself; otherwise the dealer is asked for each.
        """
        self.sheet, self.engine = sheet, engine
        self.order, self.start, self.next_card, self.cut_card = cards, start, start, cut_card
        self.cut_card_spot: int | None = None
        self.automatic = automatic
        self.agenda: list[StepTuple] = []
        self.question: Question | None = None
        self.pending: CardStep | None = None
        self.events: list[Event] = []
        self.inputs: list[tuple[Action, str]] = []
        self.seen: dict[Card, int] = {}
        self.burned: list[Card] = []
        self.settlements: list[WagerSettled] = []
        self.over = False

    discarded: Sequence[Card]
    """The cards that lie in the rack, in the order they came there."""

    @property
    def places(self) -> Mapping[int, Place]:
        """The boxes that take part, with what lies on them."""
        raise NotImplementedError

    @property
    def boxes(self) -> Iterable[int]:
        return self.places

    jackpots: tuple[tuple[int, Any], ...] = ()
    """The boxes that have hit a meter of the progressive, each with the meter."""

    @property
    def cards_out(self) -> int:
        """How many cards have left the shoe or the deck, counted from its first."""
        return self.next_card

    @property
    def open_case(self) -> OpenCase | None:
        """The irregularity that is being ruled on, if there is one."""
        raise NotImplementedError

    def hands_of(self, box: int) -> int:
        """Return how many hands lie in a box."""
        return 1

    def unanswered(self) -> tuple[int, ...]:
        """Return the boxes that a question for several players still waits for."""
        return ()

    def yet_to_look(self) -> tuple[int, ...]:
        """Return the boxes whose players may look at their own cards and have not."""
        return ()

    def offers(self) -> list[Offer]:
        """Return the legal answers to the open question, each with its clause."""
        raise NotImplementedError

    def timeout_answer(self) -> Action | None:
        """Return what silence means, as the sheet says."""
        raise NotImplementedError

    def key(self) -> tuple[Any, ...]:
        """All that decides how the round can go on, as a value to compare and to remember."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def copy(self) -> Self:
        """An independent round in the same state."""
        twin = type(self).__new__(type(self))
        for name in (name for kind in type(self).__mro__ for name in getattr(kind, "__slots__", ())):
            value = getattr(self, name)
            setattr(twin, name, value.copy() if type(value) in (list, dict) else value)
        return twin

    def under(self, sheet: Sheet) -> Self:
        """The same round by another sheet of its game: what it would offer and refuse with that one's values."""
        twin = self.copy()
        twin.sheet = sheet
        return twin

    def settled(self, event: WagerSettled) -> None:
        """A wager has left the layout."""
        self.settlements.append(event)
        self.events.append(event)

    def reverse(self, done: WagerSettled, clause: str) -> None:
        """Take a settlement back: a new entry that names the old one."""
        self.settlements.remove(done)
        taken_back = {name: getattr(done, name) for name in SettlementReversed.__struct_fields__ if name != "clause"}
        self.emit(SettlementReversed(**taken_back, clause=clause))

    def net(self) -> dict[int, int]:
        """What the player of each box has won or lost so far, in cents."""
        net = dict.fromkeys(self.boxes, 0)
        for done in self.settlements:
            if done.owner == "player":
                net[done.spot] += done.pays
        return net

    def emit(self, event: Event) -> None:
        self.events.append(event)

    def cite(self, point: str) -> str:
        """The clause behind a value or a point of procedure on this sheet; empty where its document is silent."""
        return self.sheet.cite(point)

    def stated(self, value: str) -> str:
        """The clause that states a value of the sheet; empty where the sheet departs from what its clause says."""
        return "" if any(value == departure.path for departure in self.sheet.departures) else self.cite(value)

    def plan(self, *steps: StepTuple) -> None:
        """Put steps at the front of the agenda, the first one first."""
        self.agenda.extend(reversed(steps))

    def ask(self, kind: str, role: str = "player", spot: int = 0, hand: int = 0) -> None:
        self.question = Question(kind, role, spot, hand)

    def run(self) -> None:
        """Do step after step until somebody has to answer."""
        agenda, steps = self.agenda, self.STEPS
        while agenda and self.question is None:
            step = agenda.pop()
            if not self.automatic and step[0] in self.DEALER_STEPS:
                agenda.append(step)
                self.ask("proceed", "dealer", box_in(step))
                return
            steps[step[0]](self, *step[1:])

    def want_card(self, name: str, box: int, *rest: int | str) -> None:
        """Draw the next card and go on with a step; where cards are declared the dealer is asked for its face."""
        order = self.order
        then: CardStep = (name, box, *rest)
        if order is None:
            self.pending = then
            self.ask("card", "dealer", box)
        elif self.next_card < len(order):
            self.take_card(order[self.next_card], then)
        else:
            self.out_of_cards(then)

    def take_card(self, card: Card, then: CardStep) -> None:
        """Note that a card has left the shoe for the spot that ``then`` names."""
        if self.next_card == self.cut_card:
            self.cut_card_spot = then[1]
            self.emit(CutCardOut(spot=then[1], clause=self.cite("shuffle.cut_card")))
        self.next_card += 1
        self.seen[card] = self.seen.get(card, 0) + 1
        self.STEPS[then[0]](self, *then[1:], card)

    def check_card(self, card: Card, then: CardStep) -> None:
        """Refuse a declared card that contradicts what was declared before."""

    def out_of_cards(self, then: CardStep) -> None:
        raise NotImplementedError

    def act(self, action: Action, *, role: str = "") -> Self:
        """Carry an action out, or refuse it and change nothing.

        ``role`` is who acts; left out, it is whoever the question is for.
        """
        handler = self.ACTIONS.get(type(action))
        if handler is None:
            words = "".join(f" {c.lower()}" if c.isupper() else c for c in type(action).__name__).strip()
            raise IllegalAction("round.no_such_action", action=words)
        if self.over:
            raise NotNow("round.over")
        handler(self, action, role)
        self.inputs.append((action, role))
        self.run()
        return self

    def check_question(self, *kinds: str, code: str, clause: str = "") -> Question:
        """Return the open question; raises NotNow with the code where it is none of these kinds."""
        if self.question is None or self.question.kind not in kinds:
            raise NotNow(code, clause)
        return self.question


def card_is(round_: Round, action: CardIs, role: str) -> None:
    """The face of the card that is due: never unknown, never more often than the decks hold it."""
    round_.check_question("card", code="card.none_due")
    check_role(role, "dealer", clause=round_.cite("only_dealer_handles_cards"))
    card, decks = action.card, round_.sheet.rules.cards.decks
    if not card.known:
        raise IllegalAction("card.unnamed")
    if card in round_.seen and round_.seen[card] >= decks:
        raise IllegalAction("card.all_out", round_.stated("cards.decks"), card=card.text, count=decks)
    then = round_.pending
    assert then is not None
    round_.check_card(card, then)
    round_.pending = round_.question = None
    round_.take_card(card, then)


def proceed(round_: Round, action: Proceed, role: str) -> None:
    """The dealer does what is due; nobody else handles the cards (BJ-DEAL-8)."""
    round_.check_question("proceed", code="proceed.nothing")
    check_role(role, "dealer", clause=round_.cite("only_dealer_handles_cards"))
    round_.question = None
    step = round_.agenda.pop()
    round_.STEPS[step[0]](round_, *step[1:])


def check_role(role: str, *allowed: str, clause: str = "") -> None:
    """An action given with a role must come from one that may do it."""
    if role and role not in allowed:
        raise IllegalAction("role.only", clause, roles=allowed)

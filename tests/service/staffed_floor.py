"""A staffed table for tests: its dealer, floor and shift manager, and hands that are played by a seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.service.approving import approve
from tests.service.test_floor import Pit

from pitboss.cards import Card
from pitboss.games import actions as a
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.events import WagerSettled
from pitboss.games.game import ENGINES
from pitboss.games.poker.round import PokerRound
from pitboss.games.round import Offer, Round
from pitboss.ledger import tray
from pitboss.rules import load
from pitboss.service.audit.audit import Audit, verify
from pitboss.service.floor import commands as c
from pitboss.service.floor.streams import Answer
from pitboss.service.staff.views import staff_part, staff_shared
from pitboss.service.tables.live_table import Live
from pitboss.service.tables.on_duty import visitor
from pitboss.shoe.chance import SeededChance
from pitboss.store import Store

DORA, DEE, FLO, SHEILA, SAM = "Dora", "Dee", "Flo", "Sheila", "Sam"
ROLES = {DORA: "dealer", DEE: "dealer", FLO: "floor", SHEILA: "shift_manager", SAM: "security"}
CHIPS = ((50_000, 200),)
Answered = Callable[[list[Offer]], Offer]


class StaffedPit(Pit):
    """One staffed table, opened and counted, with Dora tapped in."""

    def __init__(
        self,
        sheet: str = "catfish-blackjack",
        cards: str = "program",
        *,
        store: Store | None = None,
        seed: str = "pit",
        tapped: bool = True,
        **terms: Any,
    ) -> None:
        super().__init__(store, seed)
        self.open_link()
        self.open(sheet, dealer="staffed", cards=cards, **terms)
        if tapped:
            self.dealer(c.TapIn())
            self.floor_does(c.CountTray(when="opening", chips=CHIPS))

    def open(self, sheet: str = "catfish-blackjack", table: str = "t", **terms: Any) -> str:
        sets = tuple(terms.pop("sets", ()))
        approve(self.floor, sheet, sets)
        command = c.OpenTable(
            title=sheet, sheet=sheet, sets=sets, sheet_hash=load(sheet, sets=list(sets)).hash, tray=10_000_000, **terms
        )
        self.do(command, "house", table=table, role="administrator")
        return table

    # people

    def by(self, person: str, command: Any) -> Answer:
        return self.do(command, person, role=ROLES.get(person, "player"))

    def dealer(self, command: Any) -> Answer:
        return self.by(DORA, command)

    def floor_does(self, command: Any) -> Answer:
        return self.by(FLO, command)

    def deals(self, action: a.Action) -> Answer:
        """The dealer does something of the round."""
        return self.dealer(c.Act(action=action))  # type: ignore[arg-type]

    def staff(self, person: str = DORA) -> dict[str, Any]:
        live = self.live()
        found = staff_part(live, staff_shared(live), role=ROLES[person], person=person)
        assert found is not None
        return found

    def offers(self, person: str = DORA) -> list[str]:
        return [offer["text"] for offer in self.staff(person)["offers"]]

    # getting there

    def ready(self) -> StaffedPit:
        """The cards as far as bets can be taken: whatever is next is the first thing offered to whoever it is for."""
        for _ in range(20):
            part = self.staff()
            if part["next"]["text"] == "open the bets":
                return self
            person = FLO if part["who"] == "floor" else DORA
            asked = self.live().table.holder(part["spot"]) if part["who"] == "player" else ""
            if asked and "@" not in asked:
                self.do(c.RefuseCut(), asked)
            else:
                self.by(person, self.staff(person)["offers"][0]["command"])
        raise AssertionError("the cards are never ready")

    def guest(self, box: int = 1, name: str = "Guest", cents: int = 1_000_000) -> str:
        """Somebody at the real table, with chips."""
        self.dealer(c.SeatVisitor(box=box, name=name))
        if cents:
            self.dealer(c.VisitorBuysIn(box=box, cents=cents))
        return visitor(name, "t")

    def account(self, box: int, name: str) -> str:
        self.hello(name, chips=1_000_000)
        self.do(c.Sit(box=box), name)
        return name

    def start(self) -> Live:
        self.dealer(c.StartRound(sheet_hash=self.live().sheet.hash))
        return self.live()

    def bets(self, *boxes: int, cents: int = 0, **others: int) -> None:
        """The whole wager of the game in these boxes, and side bets by their names."""
        live = self.live()
        for box in boxes:
            for wager in ENGINES[live.sheet.game].main_wagers:
                self.bet(box, cents or live.sheet.rules.table.minimum, wager)
            for wager, stake in others.items():
                self.bet(box, stake, wager)

    def bet(self, box: int, cents: int, wager: str = "main") -> None:
        self.answers(box, a.PlaceBet(spot=box, cents=cents, wager=wager))

    def answers(self, box: int, action: a.Action) -> None:
        """A player's answer, by himself where he has an account, else by the dealer."""
        holder = self.live().table.holder(box)
        self.by(DORA if "@" in holder else holder, c.Act(action=action))  # type: ignore[arg-type]

    def deal(self, faces: str = "") -> None:
        """No more bets, and on until somebody else than the dealer is asked or a face is missing."""
        self.deals(a.StartDeal())
        self.go_on(faces)

    def go_on(self, faces: str = "") -> list[str]:
        """The dealer's own steps, with these faces where they are asked for; gives what is left of them."""
        left = faces.split()
        while (question := self.live().question) is not None and question.role == "dealer":
            if question.kind == "card":
                if not left:
                    break
                self.deals(a.CardIs(Card.parse(left.pop(0))))
            elif question.kind == "proceed":
                self.deals(a.Proceed())
            else:
                break
        return left

    def rules(self, choice: str, person: str = FLO, note: str = "") -> None:
        self.by(person, c.Act(action=a.Rule(choice, note=note)))

    def net(self) -> dict[int, int]:
        round_ = self.live().round
        assert round_ is not None
        return round_.net()

    def kind(self) -> str:
        """The question that is open."""
        question = self.live().question
        return "" if question is None else question.kind

    # looking back

    def audited(self) -> Audit:
        return verify(self.store, self.keys())

    def check(self) -> None:
        """Replay, recovery, books and audit agree with the table as it stands."""
        live = self.live()
        assert self.another().table(live.id).live == live
        self.inspect()
        audit = self.audited()
        assert audit.good, audit.findings

    def tray(self) -> int:
        return self.store.balances([tray("t")])[tray("t")]


def settled(round_: Round) -> list[tuple[Any, ...]]:
    """Every wager as it left the layout."""
    return [
        (done.spot, done.hand, done.wager, done.stake, done.result, done.pays, done.owner, done.line, done.clause)
        for done in round_.settlements if isinstance(done, WagerSettled)
    ]  # fmt: skip


def choosing(seed: str) -> Answered:
    """The same answers to the same questions, whoever asks them."""
    chance = SeededChance(seed)

    def choose(found: list[Offer]) -> Offer:
        own = [offer for offer in found if isinstance(offer.action, a.PlayerAction)]
        return chance.choice(own)

    return choose


class Faces:
    """The cards of a real table, in the order in which they come out; told when they are turned."""

    def __init__(self, order: tuple[Card, ...], seats: list[int]) -> None:
        self._order, self._at, self._seats = order, 0, seats
        self._hole: Card | None = None

    def hole_dealt(self) -> None:
        self._hole, self._at = self._order[self._at], self._at + 1

    def face(self, round_: Round) -> Card:
        assert round_.pending is not None
        step, *rest = round_.pending
        if isinstance(round_, PokerRound):
            return self._of_the_deck(round_, step, rest)
        if step in ("hole_is", "hole_shown"):
            assert self._hole is not None
            return self._hole
        self._at += 1
        return self._order[self._at - 1]

    def _of_the_deck(self, round_: PokerRound, step: str, rest: list[Any]) -> Card:
        if step == "board_turned":
            return self._order[rest[-1]]
        place = len(self._seats) if step == "dealer_card" else self._seats.index(rest[0])
        return self._order[len(round_.common) + round_.t.poker.deal.hole_cards * place + rest[-1]]


def by_the_program(round_: Round, choose: Answered) -> Round:
    """A round that an automatic table deals, with answers chosen."""
    while round_.question is not None and round_.question.role == "player":
        round_.act(choose(round_.offers()).action)
    return round_


def by_hand(pit: StaffedPit, choose: Answered, faces: Faces | None = None) -> None:
    """The same round driven by the dealer, to its end."""
    while (live := pit.live()).round is not None and not live.round.over:
        question = live.question
        assert question is not None
        if question.kind == "card":
            assert faces is not None
            pit.deals(a.CardIs(faces.face(live.round)))
        elif question.kind == "insurance" and not _waiting(live.round):
            pit.deals(a.CloseInsurance())
        elif question.role == "player":
            action = choose(live.round.offers()).action
            pit.answers(getattr(action, "spot", 0) or question.spot, action)
        elif question.kind == "peek" and faces is not None:
            assert isinstance(live.round, BlackjackRound)
            twin = live.round.copy()
            assert faces._hole is not None
            twin.hole = faces._hole
            pit.deals(a.PeekSays(twin.hole_makes_blackjack()))
        else:
            hole = live.round.agenda[-1][0] == "draw" and live.round.agenda[-1][3] == "hole"
            pit.deals(a.Proceed())
            if hole and faces is not None:
                faces.hole_dealt()


def _waiting(round_: Round) -> bool:
    return any(isinstance(offer.action, a.PlayerAction) for offer in round_.offers())

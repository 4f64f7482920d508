"""A shift at staffed tables: the people of the pit, real guests, and cards that are dealt or declared as wanted."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import Any, Final

import pytest
from tests.service.approving import approve

from pitboss.cards import Card, parse_cards
from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.holdem.round import HoldemRound
from pitboss.ledger import player, tray
from pitboss.money import chip_stacks
from pitboss.progressive.link import Link
from pitboss.rules import load
from pitboss.service.audit.audit import verify
from pitboss.service.floor import commands as c
from pitboss.service.floor.floor import Floor
from pitboss.service.floor.streams import Answer
from pitboss.service.operations.keys import Keys
from pitboss.service.tables.live_table import Live, Settled
from pitboss.service.tables.on_duty import visitor
from pitboss.shoe import Ceremony
from pitboss.shoe.chance import SeededChance
from pitboss.store import MemoryStore, Store

UTH: Final = "ultimate-texas-holdem"
STAFF: Final = {
    "Dora": "dealer", "Don": "dealer", "Dan": "dealer", "Deb": "dealer", "Flo": "floor", "Fritz": "floor",
    "Mia": "shift_manager", "Gus": "security", "Ada": "administrator",
}  # fmt: skip
TRAY: Final = 5_000_000

ROYAL: Final = "Ah Kh", "Qh Jh Th 2c 3d"
"""Two cards and a board with which they win the Major."""
STRAIGHT_FLUSH: Final = "8h 9h", "7h 6h 5h 2c 3d"
FULL_HOUSE: Final = "8h 8d", "8c 6h 6d 2c 3d"
NOTHING: Final = "4s 9c"


class Shift:
    """A floor with a clock that goes on by itself; everybody signs with the name and the role they have."""

    def __init__(self, store: Store | None = None, seed: str = "a shift", keys: Keys | None = None) -> None:
        self.store = MemoryStore() if store is None else store
        self.keys = keys or Keys.fresh(SeededChance(f"{seed}/keys").octets)
        self._chance = SeededChance(f"{seed}/chance").octets
        self._times = count(1_790_000_000_000, 1000)
        self.floor = self.another()

    def another(self) -> Floor:
        """The same floor as another process reads it from the store."""
        return Floor(self.store, self.keys, clock=lambda: next(self._times), chance=lambda many: self._chance(many))

    def do(self, actor: str, command: Any, table: str = "t") -> Answer:
        role = STAFF.get(actor, "player")
        return self.floor.do(lambda: self.floor.plan(table, command, actor=actor, role=role))

    def act(self, actor: str, action: Any, table: str = "t") -> Answer:
        return self.do(actor, c.Act(action=action), table)

    def link(self, command: Any, actor: str = "Ada") -> Answer:
        return self.floor.do(lambda: self.floor.plan_link(command, actor=actor, role=STAFF[actor]))

    def live(self, table: str = "t") -> Live:
        return self.floor.table(table).live

    @property
    def meters(self) -> Link:
        link = self.floor.link().state
        assert isinstance(link, Link)
        return link

    def balance(self, account: str) -> int:
        return self.store.balances([account])[account]

    def chips(self, name: str, table: str = "t") -> int:
        """What a guest of a table has."""
        return self.balance(player(visitor(name, table)))

    # opening

    def open(
        self,
        sheet: str = UTH,
        table: str = "t",
        *,
        cards: str = "declared",
        dealer: str = "Dora",
        sets: tuple[str, ...] = (),
    ) -> None:
        """A staffed table with its tray counted, its dealer there and its cards ready."""
        self.open_uncounted(sheet, table, cards=cards, sets=sets)
        self.count("opening", table)
        self.do(dealer, c.TapIn(), table)
        self.prepare(table)

    def open_uncounted(
        self, sheet: str = UTH, table: str = "t", *, cards: Any = "declared", sets: tuple[str, ...] = ()
    ) -> None:
        approve(self.floor, sheet, sets)
        hash_ = load(sheet, sets=list(sets)).hash
        if sheet == UTH and not self.floor.link().version:
            self.link(c.OpenLink(sheet=sheet, sets=sets, sheet_hash=hash_))
        command = c.OpenTable(
            title=sheet, sheet=sheet, sets=sets, sheet_hash=hash_, tray=TRAY, dealer="staffed", cards=cards
        )
        self.do("Flo", command, table)

    def count(self, when: Any, table: str = "t", *, off: int = 0, actor: str = "Flo") -> Answer:
        """The tray is counted, with so many cents more or less than the books have."""
        cents = self.balance(tray(table)) + off
        return self.do(actor, c.CountTray(when=when, chips=self.stacks(cents, table)), table)

    def stacks(self, cents: int, table: str = "t") -> c.Chips:
        chips, left = chip_stacks(cents, self.live(table).sheet.rules.chips.denominations)
        assert not left
        return chips

    def prepare(self, table: str = "t") -> None:
        """The ceremony of the cards, by those it is for, until a round can start."""
        while (move := self._next_move(self.live(table))) is not None:
            self.do("Flo" if move.move == "acknowledge" else self.live(table).table.dealer, move, table)

    def _next_move(self, live: Live) -> c.HandleCards | None:
        cards = live.table.cards
        if not isinstance(cards, Ceremony):
            if cards.count_due:
                return c.HandleCards(move="count_deck", number=len(cards.in_play.cards))
            return None if cards.can_start_round() else c.HandleCards(move="shuffle")
        moves = {
            "opening": "spread_decks", "shuffle_due": "call_shuffle", "called": "acknowledge", "ready": "shuffle",
            "shuffled": "offer_cut", "cut": "place_cut_card", "cut_card_placed": "load",
        }  # fmt: skip
        if cards.phase == "cut_offered":
            return c.HandleCards(move="cut", number=len(cards.cards) // 2)
        if cards.phase in moves:
            return c.HandleCards(move=moves[cards.phase])  # type: ignore[arg-type]
        return c.HandleCards(move="burn") if cards.can_burn() or not cards.can_start_round() else None

    # guests and their bets

    def seat(self, *names: str, table: str = "t", cents: int = 100_000) -> None:
        """Guests from box 1 on, who buy in."""
        dealer = self.live(table).table.dealer
        for box, name in enumerate(names, 1):
            self.do(dealer, c.SeatVisitor(box=box, name=name), table)
            self.do(dealer, c.VisitorBuysIn(box=box, cents=cents), table)

    def start(self, table: str = "t") -> None:
        dealer = self.live(table).table.dealer
        self.do(dealer, c.StartRound(sheet_hash=self.live(table).sheet.hash), table)

    def bet(self, box: int, table: str = "t", **wagers: int) -> None:
        dealer = self.live(table).table.dealer
        for wager, cents in wagers.items():
            self.act(dealer, a.PlaceBet(spot=box, cents=cents, wager=wager), table)

    # hold'em

    def holdem(
        self, hands: Iterable[str], board: str, *, on: Iterable[int] = (1,), dealer: str = "4c 9d", table: str = "t"
    ) -> None:
        """A round up to the point where the floor is asked or it is over: every hand plays, ``on`` the progressive."""
        hands = tuple(hands)
        self.start(table)
        for box in range(1, len(hands) + 1):
            self.bet(box, table, ante=1000, blind=1000, **({"progressive": 500} if box in tuple(on) else {}))
        self.do(self.live(table).table.dealer, c.CoinIn(chips=len(tuple(on))), table)
        self.play(hands, board, dealer=dealer, table=table)

    def play(self, hands: tuple[str, ...], board: str, *, dealer: str = "4c 9d", table: str = "t") -> None:
        """The deal and what follows, every card as told and every hand with a bet of four times the Ante."""
        who = self.live(table).table.dealer
        while (question := self.live(table).question) is not None and question.kind != "jackpot":
            if question.kind == "proceed":
                action: Any = a.Proceed()
            elif question.kind == "card":
                action = a.CardIs(self.face(table, hands, board, dealer))
            else:
                action = a.PlayBet(multiple=4, spot=question.spot or self._round(table).waiting[0])
            self.act(who, action, table)

    def _round(self, table: str) -> HoldemRound:
        round_ = self.live(table).round
        assert isinstance(round_, HoldemRound)
        return round_

    def face(self, table: str, hands: tuple[str, ...], board: str, dealer: str) -> Card:
        """The card that is to be turned, by the step that waits for it."""
        pending = self._round(table).pending
        assert pending is not None
        step, box, *rest = pending
        cards = {"board_turned": board, "dealer_card": dealer, "seat_card": hands[box - 1] if box else ""}[step]
        return parse_cards(cards)[rest[-1]]

    # blackjack

    def blackjack(self, faces: str = "", *, bets: dict[int, int], table: str = "t") -> None:
        """A round to its end: everybody stands; where cards are declared, they come out as told."""
        self.start(table)
        for box, cents in bets.items():
            self.bet(box, table, main=cents)
        self.deal(faces, table=table)

    def deal(self, faces: str = "", *, table: str = "t") -> None:
        """No more bets, and all that follows."""
        who, cards = self.live(table).table.dealer, iter(parse_cards(faces))
        self.act(who, a.StartDeal(), table)
        while (question := self.live(table).question) is not None:
            action: Any = a.Proceed()
            if question.role == "player":
                action = a.Stand() if question.kind == "play" else self.live(table).round.timeout_answer()  # type: ignore[union-attr]
            elif question.kind == "card":
                action = a.CardIs(next(cards))
            elif question.kind == "peek" and self.live(table).declared:
                action = a.PeekSays(False)
            self.act(who, action, table)

    def settled(self, spot: int, wager: str = "main", table: str = "t") -> Settled:
        """What the last round settled on a wager."""
        return [one for one in self.live(table).settled if (one.spot, one.wager) == (spot, wager)][-1]

    def end(self, table: str = "t") -> None:
        self.do(self.live(table).table.dealer, c.EndRound(), table)
        self.prepare(table)

    # a win on its way

    def step(self, actor: str, seat: int, step: Any, table: str = "t", **named: Any) -> Answer:
        return self.do(actor, c.Jackpot(seat=seat, step=step, **named), table)

    def call(self, seat: int, table: str = "t", dealer: str = "Dora") -> None:
        """The dealer's first two steps, and the floor comes."""
        self.step(dealer, seat, "press_hand", table)
        self.step(dealer, seat, "call_supervisor", table)
        self.do("Flo", c.AnswerCall(), table)

    def paperwork(self, seat: int, table: str = "t") -> int:
        """All that stands before the payment of a meter; gives the award."""
        self.step("Mia", seat, "do_paperwork", table)
        self.step("Mia", seat, "check_offsets", table)
        self.step("Gus", seat, "confirm_guard", table)
        return next(one.award for one in self.live(table).payments if one.seat == seat)

    def finish(self, seat: int, table: str = "t", dealer: str = "Dora") -> None:
        self.step("Flo", seat, "swipe_card", table)
        self.step(dealer, seat, "end_game", table)

    # what must hold

    def check(self) -> None:
        """The books are even, replaying gives the same, and the audit finds nothing."""
        assert sum(self.store.balances().values()) == 0
        again = self.another()
        for stream in self.store.heads():
            assert again.stream(stream).state == self.floor.stream(stream).state, stream
        audit = verify(self.store, self.keys)
        assert audit.good, audit.findings[:5]


def names(answer: Answer) -> list[str]:
    return [type(event).__name__ for change in answer.changes for event in change.events]


def event(answer: Answer, name: str) -> Any:
    """The one event of this name."""
    (found,) = [one for change in answer.changes for one in change.events if type(one).__name__ == name]
    return found


def refused(shift: Shift, actor: str, command: Any, table: str = "t") -> IllegalAction:
    """The refusal of a command, which has left everything as it was."""
    heads, balances = shift.store.heads(), shift.store.balances()
    before = shift.live(table)
    with pytest.raises(IllegalAction) as found:
        shift.do(actor, command, table)
    assert (shift.store.heads(), shift.store.balances(), shift.live(table)) == (heads, balances, before)
    return found.value

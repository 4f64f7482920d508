"""Poker against the dealer in hand records."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

from pitboss.cards import DECK, Card
from pitboss.errors import Defect
from pitboss.games import actions as a
from pitboss.games.events import (
    DealerShown,
    Event,
    FlopTurned,
    IrregularityDeclared,
    PacketDealt,
    RoundVoided,
    TurnRiverTurned,
)
from pitboss.games.game import ENGINES
from pitboss.games.poker.progressive import jackpot_due
from pitboss.games.poker.round import PokerRound
from pitboss.games.round import Question
from pitboss.money import dollars
from pitboss.records.record import Record, RecordError, SpotRecord
from pitboss.rules import Sheet
from pitboss.rules.progressive import progressive_of

__all__ = ["RecordedPoker", "whole_deck"]


class RecordedPoker:
    """A bet that equals the Ante need not be written, and known meters are paid without a word."""

    keys: ClassVar[tuple[str, ...]] = ("by_hand", "link_down", "meters")
    main: ClassVar[str] = "ante"
    equal: ClassVar[str]
    """The wager that equals the Ante."""
    paid: ClassVar[tuple[str, ...]] = ("play", "progressive_award", "envy")
    paid_tokes: ClassVar[tuple[str, ...]] = ("play",)
    faces_when_asked: ClassVar[bool] = True

    def make(self, record: Record, sheet: Sheet, cards: tuple[Card, ...] | None, *, automatic: bool) -> PokerRound:
        _check_meters(record, sheet)
        of_the_game: Any = ENGINES[sheet.game].round
        round_: PokerRound = of_the_game(
            sheet,
            cards,
            automatic=automatic,
            by_hand=record.by_hand,
            link_up=not record.link_down,
            meters=record.meters or None,
        )
        return round_

    def said(self, round_: PokerRound) -> dict[str, Any]:
        by_hand = round_.by_hand and round_.t.poker.deal.device != "hand"
        return {"by_hand": by_hand, "link_down": not round_.link_up, "meters": dict(round_.meters or {})}

    def laid(self, spot: SpotRecord) -> dict[str, int]:
        """Ante and its equal are alike, so one amount says both (UTH-DEAL-4a, C4-BET-3)."""
        if self.equal in spot.wagers or "ante" not in spot.wagers:
            return spot.wagers
        ante = spot.wagers["ante"]
        return {"ante": ante, self.equal: ante} | spot.wagers

    def short(self, wagers: dict[str, int]) -> dict[str, int]:
        if list(wagers)[:2] == ["ante", self.equal] and wagers["ante"] == wagers[self.equal]:
            return {wager: cents for wager, cents in wagers.items() if wager != self.equal}
        return wagers

    def asked(self, round_: PokerRound, question: Question) -> int:
        return question.spot or round_.waiting[0]

    def due(self, action: a.Action) -> bool:
        if isinstance(action, a.Reshuffled):
            return len(action.cards) in (0, 52)
        return isinstance(action, (a.Proceed, a.StartDeal))

    def dealers_answer(self, round_: PokerRound, question: Question, cards: tuple[Card, ...]) -> a.Action | None:
        """Meters that are known are paid; after a failed shuffle the cards of the record are the new deck's."""
        if question.kind == "jackpot":
            return jackpot_due(round_, question.spot)
        if question.kind == "reshuffle":
            return a.Reshuffled(() if round_.order is None else whole_deck(cards))
        return None

    def wanted(self, question: Question) -> str:
        if question.kind == "jackpot":
            return f'meters = {{ minor = "1500.00" }}, or a staff line "{question.spot}: jackpot minor 1500.00"'
        return ""

    def reshuffled_away(self, round_: PokerRound) -> int:
        """None: the deck is shuffled before a card is out, so all that came out came from the new one."""
        return 0

    def ran_out(self, round_: PokerRound) -> int | None:
        """A deck that ends before the deal voids the round without anybody's word (UTH-S9, C4-SHUF-7)."""
        void = any(isinstance(event, RoundVoided) and event.why == "wrong_count" for event in round_.events)
        found = any(isinstance(event, IrregularityDeclared) and event.kind == "wrong_count" for event in round_.events)
        if not void or found:
            return None
        dealt = Counter(event.spot for event in round_.events if isinstance(event, PacketDealt) for _ in event.cards)
        return next((box for box in round_.seats if dealt[box] < round_.t.poker.deal.hole_cards), 0)

    def packet_place(self, round_: PokerRound, box: int, position: int, *, first: int) -> int:
        """The place in dealt order of a card of a packet, where the packets begin at ``first``."""
        boxes, cards = [*round_.seats, 0], round_.t.poker.deal.hole_cards
        if round_.by_single_cards:
            return first + position * len(boxes) + boxes.index(box)
        return first + cards * boxes.index(box) + position

    def dealer(self, events: list[Event]) -> tuple[Card, ...]:
        return next((event.cards for event in events if isinstance(event, DealerShown)), ())

    def board(self, events: list[Event]) -> tuple[Card, ...]:
        turned = [event.cards for event in events if isinstance(event, (FlopTurned, TurnRiverTurned))]
        return tuple(card for cards in turned for card in cards)

    def suits(self, record: Record) -> bool:
        return True


def _check_meters(record: Record, sheet: Sheet) -> None:
    """Refuse meters below the seeds that they are guaranteed to start from (UTH-PTAB-11)."""
    progressive = progressive_of(sheet.rules)
    defects = []
    for name, cents in record.meters.items() if progressive is not None else ():
        if cents < (seed := getattr(progressive, name).seed):
            clause = sheet.cite(f"bets.progressive.{name}.seed")
            defects.append(
                Defect(f"meters.{name}", f"the {name} is never below its seed of {dollars(seed)} [{clause}]")
            )
    if defects:
        raise RecordError(record.name, defects)


def whole_deck(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """A deck that begins with these cards; how the others lie does not matter, since they never come out."""
    rest = [card for card in DECK if card not in cards]
    return (*cards, *rest[: 52 - len(cards)])

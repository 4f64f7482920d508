"""What lies on the felt, by the log alone: cards open or face down, wagers, and whose they are."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from pitboss.cards import Card
from pitboss.games import events as e
from pitboss.games.accounts import CardPlaces, balances
from pitboss.rules import Sheet
from pitboss.rules.game import bet_title
from pitboss.words import wording

__all__ = ["LaidHand", "LaidWager", "Layout", "layout_of", "wager_title"]

FACE_DOWN = "??"
SETTLED = (e.WagerSettled, e.SettlementReversed)
CLEARED = (e.CardsDiscarded, e.LammerCollected)


class LaidHand(Struct, frozen=True):
    """A hand as it lies before a spot."""

    spot: int
    hand: int
    cards: tuple[str, ...]


class LaidWager(Struct, frozen=True):
    """Chips on the layout."""

    spot: int
    hand: int
    wager: str
    title: str
    cents: int


class Layout(Struct, frozen=True):
    """The table as a dealer sees it."""

    dealer: tuple[str, ...] = ()
    board: tuple[str, ...] = ()
    hands: tuple[LaidHand, ...] = ()
    wagers: tuple[LaidWager, ...] = ()


def wager_title(sheet: Sheet, wager: str) -> str:
    """Return what a wager, or the toke beside it, is called.

    >>> from pitboss.rules import load
    >>> wager_title(load("catfish-blackjack"), "toke:main"), wager_title(load("catfish-blackjack"), "free_split")
    ('toke beside Main bet', 'Free split')
    """
    if wager.startswith("toke:"):
        return wording("school.toke_beside", {"wager": wager_title(sheet, wager.removeprefix("toke:"))})
    return bet_title(sheet.game, sheet.rules, wager).replace("_", " ")


def layout_of(sheet: Sheet, events: Iterable[e.Event], *, whole: bool = False) -> Layout:
    """Return the layout after these events; ``whole``: as if nothing had been settled or cleared, every card open."""
    log = [event for event in events if not (whole and isinstance(event, (*SETTLED, *CLEARED)))]
    felt = _Felt()
    for event in log:
        felt.move(event)
    hands = [LaidHand(spot, hand, felt.shown(spot, hand, whole=whole)) for spot, hand in sorted(felt.hands) if spot]
    wagers = [
        LaidWager(at.spot, at.hand, at.wager, wager_title(sheet, at.wager), cents)
        for at, cents in balances(log).items()
        if at.kind == "layout" and cents
    ]
    return Layout(
        dealer=felt.shown(0, 0, whole=whole),
        board=tuple(card.text if whole or card in felt.turned else FACE_DOWN for card in felt.board),
        hands=tuple(hand for hand in hands if hand.cards),
        wagers=tuple(sorted(wagers, key=lambda one: (one.spot, one.hand))),
    )


class _Felt(CardPlaces):
    """Where the cards are, and which of them lie face down."""

    def __init__(self) -> None:
        super().__init__()
        self.down: list[tuple[int, Card]] = []
        self.board: list[Card] = []
        self.turned: set[Card] = set()

    def shown(self, spot: int, hand: int, *, whole: bool) -> tuple[str, ...]:
        """The cards of a hand in words, those that lie face down without their faces."""
        down = [] if whole else [card for box, card in self.down if box == spot]
        found = []
        for card in self.hands.get((spot, hand), ()):
            if card in down:
                down.remove(card)
                found.append(FACE_DOWN)
            else:
                found.append(card.text)
        return tuple(found)

    def move(self, event: e.Event) -> None:
        match event:
            case e.PacketDealt():
                self.hands.setdefault((event.spot, 0), []).extend(event.cards)
                self.down += [(event.spot, card) for card in event.cards]
                return
            case e.BoardCardDealt():
                self.board.append(event.card)
                return
            case e.FlopTurned() | e.TurnRiverTurned():
                self.turned.update(event.cards)
                return
            case e.CardsDiscarded(spot=0):
                self.board = [card for card in self.board if card not in event.cards]
                self.hands[0, 0] = []
                return
            case e.CardDealt(seen="nobody"):
                self.down.append((event.spot, event.card))
            case e.HoleTurned() | e.HoleExposed():
                self._open(0, [event.card])
            case e.DoubleCardTurned():
                self._open(event.spot, [event.card])
            case e.DealerShown():
                self._open(0, event.cards)
            case e.HandExposed():
                self._open(event.spot, event.cards)
        super().move(event)

    def _open(self, spot: int, cards: Iterable[Card]) -> None:
        for card in cards:
            if (spot, card) in self.down:
                self.down.remove((spot, card))

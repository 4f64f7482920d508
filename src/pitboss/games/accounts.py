"""Where chips and cards are, by the log alone.

Every event that moves money is a handful of postings that add up to zero: what leaves one account arrives in
another. Every event that moves a card takes it from one place to another.

>>> from pitboss.games.events import BetPlaced, WagerSettled
>>> bet = BetPlaced(spot=1, wager="main", cents=500, player="Ann", position="box")
>>> won = WagerSettled(spot=1, hand=0, wager="main", stake=500, result="win", pays=500)
>>> balances([bet, won])
{Account(kind='player', spot=1, hand=0, wager=''): 500, Account(kind='tray', spot=0, hand=0, wager=''): -500}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from pitboss.cards import UNKNOWN, Card
from pitboss.games import events as e
from pitboss.games.events import PlayBetMade
from pitboss.games.hand_numbers import moved_up, renumbered

__all__ = ["Account", "CardPlaces", "Posting", "balances", "card_places", "postings"]


class Account(NamedTuple):
    """Somewhere money can be: a spot's player, a wager on the layout, the tray, the toke box, a toke that stays up."""

    kind: str
    spot: int = 0
    hand: int = 0
    wager: str = ""


class Posting(NamedTuple):
    """What an account gains, or loses, by one event."""

    account: Account
    cents: int


TRAY: Final = Account("tray")
TOKES: Final = Account("tokes")


def balances(events: Iterable[e.Event]) -> dict[Account, int]:
    """Return what is in every account after these events, starting from zero; empty accounts are left out."""
    sums: dict[Account, int] = {}
    for event in events:
        if isinstance(event, e.HandSplit):
            sums = {_after_split(account, event): cents for account, cents in sums.items()}
        for account, cents in postings(event):
            sums[account] = sums.get(account, 0) + cents
    return {account: cents for account, cents in sums.items() if cents}


def _after_split(account: Account, split: e.HandSplit) -> Account:
    return account._replace(hand=moved_up(account.hand, split.new_hand)) if account.spot == split.spot else account


def postings(event: e.Event) -> tuple[Posting, ...]:
    """The money that an event moves, as postings that add up to zero."""
    reader = _POSTINGS.get(type(event))
    return reader(event) if reader is not None else ()


def _staked(event: Any, wager: str, cents: int, hand: int = 0) -> tuple[Posting, ...]:
    """Move money from the player to the layout, or back where it is negative."""
    layout = Account("layout", event.spot, hand, wager)
    return (Posting(Account("player", event.spot), -cents), Posting(layout, cents)) if cents else ()


def _settled(event: e.WagerSettled | e.SettlementReversed) -> tuple[Posting, ...]:
    """The stake leaves the layout, with what it won or without what it lost; the difference is the tray's."""
    layout = Account("layout", event.spot, event.hand, event.wager)
    back = Posting(_receiver(event), event.stake + event.pays)
    return tuple(p for p in (Posting(layout, -event.stake), back, Posting(TRAY, -event.pays)) if p.cents)


def _receiver(event: e.WagerSettled | e.SettlementReversed) -> Account:
    """Who gets the result of a wager: a toke that is given back was the player's to give (BJ-S11)."""
    if event.result == "stays":
        return Account("stays", event.spot, event.hand, event.wager)
    if event.owner == "dealers" and event.result not in ("push", "void"):
        return TOKES
    return Account("player", event.spot)


def _reversed(event: e.SettlementReversed) -> tuple[Posting, ...]:
    return tuple(Posting(account, -cents) for account, cents in _settled(event))


_POSTINGS: Final[dict[type[e.Event], Callable[[Any], tuple[Posting, ...]]]] = {
    e.BetPlaced: lambda event: _staked(event, event.wager, event.cents),
    e.BetChanged: lambda event: _staked(event, event.wager, event.cents - event.before),
    e.BetTakenBack: lambda event: _staked(event, event.wager, -event.cents),
    e.TokePlaced: lambda event: _staked(event, f"toke:{event.wager}", event.cents, event.hand),
    e.InsuranceBet: lambda event: _staked(event, "insurance", event.cents),
    e.HandDoubled: lambda event: _staked(event, "main", event.cents, event.hand),
    e.HandSplit: lambda event: _staked(event, "main", event.cents, event.new_hand),
    PlayBetMade: lambda event: _staked(event, "play", event.cents),
    e.WagerSettled: _settled,
    e.SettlementReversed: _reversed,
}


def card_places(events: Iterable[e.Event]) -> CardPlaces:
    """Where every card that has left the shoe is after these events."""
    places = CardPlaces()
    for event in events:
        places.move(event)
    return places


class CardPlaces:
    """Hands by spot and number (the dealer is spot 0), discards, burns, and a card that lies open between them."""

    def __init__(self) -> None:
        self.hands: dict[tuple[int, int], list[Card]] = {}
        self.discards: list[Card] = []
        self.burns: list[Card] = []
        self.exposed: list[Card] = []

    def all(self) -> list[Card]:
        """Every card out of the shoe."""
        return [*(card for hand in self.hands.values() for card in hand), *self.discards, *self.burns, *self.exposed]

    def move(self, event: e.Event) -> None:
        """Carry out what an event does to the cards."""
        match event:
            case e.CardDealt():
                if event.card in self.exposed:
                    self.exposed.remove(event.card)
                self.hands.setdefault((event.spot, event.hand), []).append(event.card)
            case e.CardExposed():
                self.exposed.append(event.card)
            case e.HoleTurned() | e.HoleExposed():
                self._name_hole(event.card)
            case e.HandSplit():
                self.hands = renumbered(self.hands, spot=event.spot, new_hand=event.new_hand)
                self.hands[event.spot, event.new_hand] = [self.hands[event.spot, event.hand].pop()]
            case e.CardMoved():
                self._take(event.card, event.from_spot)
                self.hands.setdefault((event.to_spot, 0), []).append(event.card)
            case e.CardBurned():
                self._take_from_spot(event.card, event.spot)
                self.burns.append(event.card)
            case e.CardsDiscarded():
                for card in event.cards:
                    self._take(card, event.spot, event.hand)
                self.discards += event.cards
            case e.CardsReshuffled():
                self.discards = []

    def _name_hole(self, card: Card) -> None:
        """A hole card dealt unseen gets its face."""
        dealer = self.hands[0, 0]
        if UNKNOWN in dealer:
            dealer[dealer.index(UNKNOWN)] = card

    def _take_from_spot(self, card: Card, spot: int) -> None:
        """Take a card from whichever hand of a spot has it."""
        hands = [hand for box, hand in self.hands if box == spot and card in self.hands[box, hand]]
        self._take(card, spot, hands[0] if hands else 0)

    def _take(self, card: Card, spot: int, hand: int = 0) -> None:
        """Take a card from where it lies: open on the layout, or the last such card of a hand."""
        if card in self.exposed:
            self.exposed.remove(card)
            return
        cards = self.hands[spot, hand]
        assert card in cards, f"{card.text} does not lie on spot {spot}"
        del cards[len(cards) - 1 - cards[::-1].index(card)]

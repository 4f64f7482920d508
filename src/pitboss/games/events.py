"""What happened in a round: past tense, each with the clause it carries out.

Spot 0 is the dealer; spots are numbered from the dealer's left. Money is in cents.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from pitboss.cards import Card

__all__ = [
    "BetChanged",
    "BetPlaced",
    "BetTakenBack",
    "BetsLocked",
    "BlackjackOverlooked",
    "BoardCardDealt",
    "Called",
    "CardBurned",
    "CardDealt",
    "CardExposed",
    "CardMoved",
    "CardOffered",
    "CardsDiscarded",
    "CardsReshuffled",
    "Checked",
    "ChoiceNamed",
    "CutCardOut",
    "DealerShown",
    "DoubleCardTurned",
    "EvenMoneyTaken",
    "Event",
    "FlopTurned",
    "HandBroke",
    "HandDoubled",
    "HandExposed",
    "HandFolded",
    "HandHit",
    "HandLeftForEnvy",
    "HandSplit",
    "HandStood",
    "HandSurrendered",
    "HandTucked",
    "HandVerified",
    "HoleCardsSeen",
    "HoleExposed",
    "HoleTurned",
    "InsuranceBet",
    "InsuranceDeclined",
    "IrregularityDeclared",
    "JackpotHit",
    "KeyPressed",
    "LammerCollected",
    "LammerPlaced",
    "NoBet",
    "PacketDealt",
    "Peeked",
    "PlayBetMade",
    "PlayDeclined",
    "ProgressiveLocked",
    "PushMarked",
    "RoundEnded",
    "RoundVoided",
    "Ruled",
    "SensorLit",
    "SettlementReversed",
    "StubDiscarded",
    "SupervisorCalled",
    "SupervisorNotified",
    "TokePlaced",
    "TurnRiverTurned",
    "UnseenCardUsed",
    "WagerSettled",
]

Owner = Literal["player", "dealers"]
Result = Literal["win", "lose", "push", "surrender", "void", "taken", "stays"]
Visibility = Literal["all", "owner", "nobody"]
"""Who may see the face of a card: everybody, the player whose hand it is, or nobody yet."""


class Event(Struct, frozen=True, tag=True, kw_only=True):
    """One thing that happened; ``clause`` is the statement of the document behind it."""

    clause: str = ""


class BetPlaced(Event, frozen=True, tag=True):
    spot: int
    wager: str
    cents: int
    player: str
    position: str


class BetChanged(Event, frozen=True, tag=True):
    spot: int
    wager: str
    before: int
    cents: int


class BetTakenBack(Event, frozen=True, tag=True):
    spot: int
    wager: str
    cents: int


class NoBet(Event, frozen=True, tag=True):
    spot: int
    cents: int
    position: str


class TokePlaced(Event, frozen=True, tag=True):
    spot: int
    hand: int
    wager: str
    cents: int
    position: str


class BetsLocked(Event, frozen=True, tag=True):
    spots: tuple[int, ...]


class Called(Event, frozen=True, tag=True):
    """Something said aloud, with the gesture that goes with it."""

    text: str
    to: str = "table"
    gesture: str = ""
    spot: int = 0


class CardDealt(Event, frozen=True, tag=True):
    """A card reached a hand, face up or down."""

    spot: int
    hand: int
    card: Card
    seen: Visibility
    why: str = "deal"


class CardBurned(Event, frozen=True, tag=True):
    """A card goes to the burn cards, from the hand of a spot where one had it."""

    card: Card
    why: str
    spot: int = 0


class CutCardOut(Event, frozen=True, tag=True):
    """The cut card came out in front of the card for this spot."""

    spot: int


class InsuranceBet(Event, frozen=True, tag=True):
    spot: int
    cents: int
    position: str = "insurance_line"


class InsuranceDeclined(Event, frozen=True, tag=True):
    spot: int


class EvenMoneyTaken(Event, frozen=True, tag=True):
    spot: int


class Peeked(Event, frozen=True, tag=True):
    blackjack: bool


class HandHit(Event, frozen=True, tag=True):
    spot: int
    hand: int
    signal: str
    said: str = ""


class HandStood(Event, frozen=True, tag=True):
    spot: int
    hand: int
    signal: str
    said: str = ""


class HandDoubled(Event, frozen=True, tag=True):
    spot: int
    hand: int
    cents: int
    free: bool


class HandSplit(Event, frozen=True, tag=True):
    spot: int
    hand: int
    new_hand: int
    cents: int
    free: bool


class HandSurrendered(Event, frozen=True, tag=True):
    spot: int
    hand: int


class HandBroke(Event, frozen=True, tag=True):
    spot: int
    hand: int
    total: int


class HandTucked(Event, frozen=True, tag=True):
    """Cards set under the bet until the hand is settled."""

    spot: int
    hand: int


class LammerPlaced(Event, frozen=True, tag=True):
    spot: int
    hand: int
    why: Literal["split", "double"]
    owner: Owner = "player"
    position: str = "right_of_bet"


class LammerCollected(Event, frozen=True, tag=True):
    spot: int
    hand: int
    owner: Owner = "player"


class BlackjackOverlooked(Event, frozen=True, tag=True):
    spot: int


class HoleTurned(Event, frozen=True, tag=True):
    card: Card


class HoleExposed(Event, frozen=True, tag=True):
    card: Card


class DoubleCardTurned(Event, frozen=True, tag=True):
    spot: int
    hand: int
    card: Card


class HandVerified(Event, frozen=True, tag=True):
    spot: int
    hand: int
    total: int


class PushMarked(Event, frozen=True, tag=True):
    """The dealer pats the layout."""

    spot: int
    hand: int


class WagerSettled(Event, frozen=True, tag=True):
    """A wager leaves the layout; ``pays`` is what its owner gains or loses."""

    spot: int
    hand: int
    wager: str
    stake: int
    result: Result
    pays: int
    owner: Owner = "player"
    line: str = ""


class CardsDiscarded(Event, frozen=True, tag=True):
    spot: int
    hand: int
    cards: tuple[Card, ...]
    face_down: bool = False


class IrregularityDeclared(Event, frozen=True, tag=True):
    """Something went wrong, with a hand of a spot or (spot 0) with none in particular."""

    kind: str
    spot: int = 0
    note: str = ""
    hand: int = 0


class SupervisorCalled(Event, frozen=True, tag=True):
    role: str


class Ruled(Event, frozen=True, tag=True):
    kind: str
    choice: str
    role: str
    spot: int = 0
    note: str = ""


class ChoiceNamed(Event, frozen=True, tag=True):
    """A player has named a choice; the ruling follows."""

    kind: str
    choice: str
    spot: int


class CardsReshuffled(Event, frozen=True, tag=True):
    count: int


class CardExposed(Event, frozen=True, tag=True):
    card: Card
    spot: int


class CardOffered(Event, frozen=True, tag=True):
    card: Card
    spot: int
    hand: int


class CardMoved(Event, frozen=True, tag=True):
    card: Card
    from_spot: int
    to_spot: int


class PlayDeclined(Event, frozen=True, tag=True):
    """A player takes no part in the hand, and the wagers go back."""

    spot: int


class SettlementReversed(Event, frozen=True, tag=True):
    """A settlement of this round is taken back: the stake lies on the layout again."""

    spot: int
    hand: int
    wager: str
    stake: int
    result: Result
    pays: int
    owner: Owner = "player"


class RoundVoided(Event, frozen=True, tag=True):
    why: str


class RoundEnded(Event, frozen=True, tag=True):
    shuffle_due: bool


# at a poker table


class SensorLit(Event, frozen=True, tag=True):
    """A seat's sensor: a wager lies on it, or after COIN IN it is locked, or it is off again."""

    spot: int
    state: Literal["detected", "locked", "off"]


class KeyPressed(Event, frozen=True, tag=True):
    key: str
    spot: int = 0
    on: bool = True


class ProgressiveLocked(Event, frozen=True, tag=True):
    """COIN IN: these seats have a progressive wager, and it is taken off the table."""

    spots: tuple[int, ...]
    cents: int


class BoardCardDealt(Event, frozen=True, tag=True):
    """A community card, face down; positions count from the dealer's right or left as dealt."""

    position: int
    card: Card
    side: Literal["right", "left"]


class PacketDealt(Event, frozen=True, tag=True):
    """Cards face down before a player or, last, the dealer (spot 0)."""

    spot: int
    cards: tuple[Card, ...]
    seen: Visibility = "nobody"


class StubDiscarded(Event, frozen=True, tag=True):
    count: int


class HoleCardsSeen(Event, frozen=True, tag=True):
    """A player looks at their own cards, and knows them from here on."""

    spot: int
    cards: tuple[Card, ...]


class Checked(Event, frozen=True, tag=True):
    spot: int
    street: str


class PlayBetMade(Event, frozen=True, tag=True):
    spot: int
    multiple: int
    cents: int
    street: str


class HandFolded(Event, frozen=True, tag=True):
    spot: int
    street: str
    tucked: bool


class FlopTurned(Event, frozen=True, tag=True):
    cards: tuple[Card, ...]


class TurnRiverTurned(Event, frozen=True, tag=True):
    cards: tuple[Card, ...]


class DealerShown(Event, frozen=True, tag=True):
    """The dealer's hand by name; ``forward`` are the community cards that complete it."""

    cards: tuple[Card, ...]
    hand: str
    forward: tuple[Card, ...]
    qualifies: bool


class HandExposed(Event, frozen=True, tag=True):
    spot: int
    cards: tuple[Card, ...]
    hand: str


class HandLeftForEnvy(Event, frozen=True, tag=True):
    """A hand that brings others an envy pay stays face up until the round is over."""

    spot: int


class SupervisorNotified(Event, frozen=True, tag=True):
    spot: int
    wager: str
    cents: int


class JackpotHit(Event, frozen=True, tag=True):
    spot: int
    meter: Literal["major", "minor"]


class UnseenCardUsed(Event, frozen=True, tag=True):
    """A card drawn in error whose face nobody saw keeps its place as the next card."""

    note: str = ""

"""What can be asked of a round: imperatives. Spot and hand left at 0 and -1 mean whoever is on turn."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from pitboss.cards import Card

__all__ = [
    "Action",
    "CallSupervisor",
    "CardIs",
    "Check",
    "Choose",
    "CloseInsurance",
    "Deal",
    "Declare",
    "DeclineInsurance",
    "DoubleDown",
    "Fold",
    "GoOn",
    "Hit",
    "Insure",
    "JackpotPaid",
    "Look",
    "Overlook",
    "PeekSays",
    "PlaceBet",
    "PlaceToke",
    "PlayBet",
    "PlayerAction",
    "Proceed",
    "RefuseCard",
    "Reshuffled",
    "Rule",
    "Signal",
    "Split",
    "Stand",
    "StartDeal",
    "Surrender",
    "TakeBackBet",
    "TakeCard",
    "TakeEvenMoney",
]

SignalKind = Literal["hand", "voice"]
Meant = Literal["", "hit", "stand"]
Said = Literal["", "hit", "stand", "double", "split", "surrender"]
"""What a voice may have asked for beside the hand, which overrules it."""


class Action(Struct, frozen=True, tag=True):
    """A command to a round."""


class PlayerAction(Action, frozen=True):
    """What a player does in a round; the rest is the dealer's or the floor's."""


class PlaceBet(PlayerAction, frozen=True, tag=True):
    spot: int
    cents: int
    wager: str = "main"
    player: str = ""
    position: str = "box"


class TakeBackBet(PlayerAction, frozen=True, tag=True):
    spot: int
    wager: str = "main"


class PlaceToke(PlayerAction, frozen=True, tag=True):
    """A bet for the dealers; ``hand`` names a split hand while the round is played."""

    spot: int
    cents: int
    wager: str = "main"
    position: str = "adjacent"
    hand: int = -1


class StartDeal(Action, frozen=True, tag=True):
    """No more bets."""


class Insure(PlayerAction, frozen=True, tag=True):
    spot: int
    cents: int


class DeclineInsurance(PlayerAction, frozen=True, tag=True):
    spot: int


class TakeEvenMoney(PlayerAction, frozen=True, tag=True):
    spot: int


class CloseInsurance(Action, frozen=True, tag=True):
    """The dealer closes insurance once everybody has answered."""


class Hit(PlayerAction, frozen=True, tag=True):
    """Ask for a card; ``said`` is what the voice said beside the hand signal, if anything."""

    spot: int = 0
    hand: int = -1
    signal: SignalKind = "hand"
    said: Said = ""


class Stand(PlayerAction, frozen=True, tag=True):
    spot: int = 0
    hand: int = -1
    signal: SignalKind = "hand"
    said: Said = ""


class Signal(PlayerAction, frozen=True, tag=True):
    """What a player shows by hand and says aloud, either may be missing; the sheet says which counts."""

    spot: int = 0
    hand: Meant = ""
    voice: Said = ""


class DoubleDown(PlayerAction, frozen=True, tag=True):
    """Double for ``cents`` (0: the whole bet), the toke by ``toke_cents``; ``paid`` declines a free double."""

    spot: int = 0
    hand: int = -1
    cents: int = 0
    toke_cents: int = 0
    face_down: bool = False
    paid: bool = False


class Split(PlayerAction, frozen=True, tag=True):
    """Split a pair, the new hand with a toke of ``toke_cents``; ``paid`` declines a free split."""

    spot: int = 0
    hand: int = -1
    cents: int = 0
    toke_cents: int = 0
    paid: bool = False


class Surrender(PlayerAction, frozen=True, tag=True):
    spot: int = 0
    hand: int = -1


class GoOn(PlayerAction, frozen=True, tag=True):
    """Answer "no": no surrender now, no double of a blackjack."""

    spot: int = 0


class TakeCard(PlayerAction, frozen=True, tag=True):
    spot: int = 0


class RefuseCard(PlayerAction, frozen=True, tag=True):
    spot: int = 0


class Proceed(Action, frozen=True, tag=True):
    """The dealer does the next thing as it is due."""


class Deal(Action, frozen=True, tag=True):
    """The dealer deals a card to a spot, which may be the wrong one; 0 is the dealer."""

    spot: int


class CardIs(Action, frozen=True, tag=True):
    """The face of the card that is due."""

    card: Card


class PeekSays(Action, frozen=True, tag=True):
    blackjack: bool


class Overlook(Action, frozen=True, tag=True):
    """What the dealer does not notice: a player's blackjack or turn, or (spot 0) that their own card is due."""

    spot: int


class Declare(Action, frozen=True, tag=True):
    """Something went wrong: its kind, the spot concerned and, where it was split, which hand of it."""

    kind: str
    spot: int = 0
    note: str = ""
    hand: int = -1


class CallSupervisor(Action, frozen=True, tag=True):
    pass


class Choose(PlayerAction, frozen=True, tag=True):
    """A player names one of the choices that an irregularity gives them."""

    choice: str
    spot: int = 0


class Reshuffled(Action, frozen=True, tag=True):
    """The discards are shuffled and in the shoe: the order of the cards to come."""

    cards: tuple[Card, ...]


class Rule(Action, frozen=True, tag=True):
    """A ruling on the case that is open; ``spot`` where players choose one by one."""

    choice: str
    spot: int = 0
    note: str = ""


class Look(PlayerAction, frozen=True, tag=True):
    """A player looks at their own cards."""

    spot: int


class JackpotPaid(Action, frozen=True, tag=True):
    """What the link awarded to a seat that hit a meter, once the payment is done."""

    spot: int
    meter: Literal["major", "minor"]
    cents: int


# at a poker table


class Check(PlayerAction, frozen=True, tag=True):
    spot: int = 0


class PlayBet(PlayerAction, frozen=True, tag=True):
    """A Play bet of ``multiple`` times the Ante; ``cents`` says it in money instead."""

    multiple: int = 0
    spot: int = 0
    cents: int = 0
    toke_cents: int = 0


class Fold(PlayerAction, frozen=True, tag=True):
    """Give up Ante and Blind; ``tuck`` keeps the hand for Trips (left out: as the sheet says)."""

    spot: int = 0
    tuck: bool | None = None

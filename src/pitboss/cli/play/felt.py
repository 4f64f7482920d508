"""The felt in a terminal: cards, hands and what happens on them, in words and suit symbols.

Everything here is drawn from events as a player sees them, so a hidden card cannot show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from pitboss.cards import UNKNOWN, Card
from pitboss.games import events as e
from pitboss.hands.blackjack import is_ace_ten, total
from pitboss.money import dollars
from pitboss.shoe import Event as ShoeEvent

__all__ = ["Felt", "Paint"]

_STYLES: Final = {"red": "31", "green": "32", "yellow": "33", "bold": "1", "dim": "2"}


class Paint:
    """Colour, where the terminal has it."""

    def __init__(self, on: bool) -> None:
        self.on = on

    def __call__(self, style: str, text: str) -> str:
        return f"\033[{_STYLES[style]}m{text}\033[0m" if self.on and text else text

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards with their suit symbols, red ones in red."""
        return " ".join(self("red", card.symbol) if card.colour == "red" else card.symbol for card in cards)

    def clause(self, clause: str) -> str:
        return self("dim", f"  [{clause}]") if clause else ""

    def money(self, cents: int) -> str:
        """A result: what was won or lost."""
        text = f"+{dollars(cents)}" if cents > 0 else dollars(cents)
        return self("green" if cents > 0 else "red" if cents < 0 else "dim", text)


class Felt:
    """What lies on the layout, kept up event by event, and the words for each event."""

    def __init__(self, paint: Paint) -> None:
        self.paint = paint
        self.hands: dict[tuple[int, int], list[Card]] = {}
        self.stakes: dict[tuple[int, int], int] = {}
        self.shown = False

    # what lies there

    def lines(self) -> list[str]:
        """The dealer's cards, and each hand that is on the table."""
        rows = [
            (key, self.name(*key), f"  {dollars(self.stakes.get(key, 0))}" if key[0] else "")
            for key, cards in sorted(self.hands.items())
            if cards
        ]
        wide = max((len(name) for _, name, _ in rows), default=0)
        return [
            f"  {self.paint('bold', name.ljust(wide))}  {self.hand(*key)}" + (self.paint("dim", stake) if stake else "")
            for key, name, stake in rows
        ]

    def hand(self, box: int, hand: int = 0, paint: Paint | None = None) -> str:
        """The cards of a hand and their total, as far as they can be seen."""
        cards = self.hands.get((box, hand), [])
        seen = [card for card in cards if card is not UNKNOWN]
        text = (paint or self.paint).cards(cards)
        if len(seen) < 2:
            return text
        natural = is_ace_ten(cards) and (box, 1) not in self.stakes
        return f"{text} = {'blackjack' if natural else total(seen).text}" + " and one card" * (len(seen) < len(cards))

    def name(self, box: int, hand: int = 0) -> str:
        if not box:
            return "Dealer"
        several = (box, 1) in self.stakes
        return f"Spot {box} hand {hand + 1}" if several else f"Spot {box}"

    # what happens

    def tell(self, event: e.Event) -> list[str]:
        """Take an event in, and say it."""
        teller = _TELLERS.get(type(event))
        dealing = isinstance(event, e.CardDealt) and event.why in ("deal", "hole")
        before = [] if dealing else self.tell_deal()
        return [*before, *(teller(self, event) if teller is not None else [])]

    def tell_deal(self) -> list[str]:
        """The deal is shown whole, once, when all its cards are out."""
        if self.shown or not self.hands:
            return []
        self.shown = True
        return self.lines()

    def _dealt(self, event: e.CardDealt) -> list[str]:
        key = (event.spot, event.hand)
        self.hands.setdefault(key, []).append(event.card)
        if event.why in ("deal", "hole"):
            return []
        if event.why == "side_bet":
            self.hands[key].pop()
            return [f"  A third card for the side bet of spot {event.spot}: {self.paint.cards([event.card])}"]
        gets = {"dealer": "draws", "split": "gets"}.get(event.why, "draws")
        return [f"  {self.name(*key)} {gets} {self.paint.cards([event.card])}: {self.hand(*key)}"]

    def _bet(self, event: e.BetPlaced) -> list[str]:
        if event.wager == "main":
            self.stakes[(event.spot, 0)] = event.cents
        return []

    def _changed(self, event: e.BetChanged) -> list[str]:
        if event.wager == "main":
            self.stakes[(event.spot, 0)] = event.cents
        return []

    def _taken_back(self, event: e.BetTakenBack) -> list[str]:
        if event.wager == "main":
            self.stakes.pop((event.spot, 0), None)
        return []

    def _no_bet(self, event: e.NoBet) -> list[str]:
        return [f"  Chips outside the box are no bet.{self.paint.clause(event.clause)}"]

    def _called(self, event: e.Called) -> list[str]:
        if event.text.isdigit():
            return []  # the total stands beside the cards
        whom = "" if event.to == "table" else f" (to the {event.to})"
        return [f"  {self.paint('yellow', f'“{event.text}”')}{whom}{self.paint.clause(event.clause)}"]

    def _peeked(self, event: e.Peeked) -> list[str]:
        found = "blackjack!" if event.blackjack else "no blackjack."
        return [f"  The dealer looks at the hole card: {found}{self.paint.clause(event.clause)}"]

    def _turned(self, event: e.HoleTurned) -> list[str]:
        cards = self.hands.setdefault((0, 0), [])
        if UNKNOWN in cards:
            cards[cards.index(UNKNOWN)] = event.card
        return [f"  Dealer turns {self.paint.cards([event.card])}: {self.hand(0)}"]

    def _double_turned(self, event: e.DoubleCardTurned) -> list[str]:
        key = (event.spot, event.hand)
        cards = self.hands[key]
        cards[cards.index(UNKNOWN)] = event.card
        return [f"  {self.name(*key)} turns {self.paint.cards([event.card])}: {self.hand(*key)}"]

    def _doubled(self, event: e.HandDoubled) -> list[str]:
        key = (event.spot, event.hand)
        self.stakes[key] = self.stakes.get(key, 0) + event.cents
        how = "free, on a lammer" if event.free else f"for {dollars(event.cents)}"
        return [f"  {self.name(*key)} doubles {how}.{self.paint.clause(event.clause)}"]

    def _split(self, event: e.HandSplit) -> list[str]:
        key, new = (event.spot, event.hand), (event.spot, event.new_hand)
        self.hands[new] = [self.hands[key].pop()]
        self.stakes[new] = event.cents
        how = "free, on a lammer" if event.free else f"for {dollars(event.cents)}"
        return [f"  Spot {event.spot} splits {how}.{self.paint.clause(event.clause)}"]

    def _broke(self, event: e.HandBroke) -> list[str]:
        return [f"  {self.name(event.spot, event.hand)} breaks with {event.total}.{self.paint.clause(event.clause)}"]

    def _tucked(self, event: e.HandTucked) -> list[str]:
        return [f"  Its cards are tucked under the bet until the free hands are over.{self.paint.clause(event.clause)}"]

    def _cut_card(self, event: e.CutCardOut) -> list[str]:
        return [f"  {self.paint('yellow', 'The cut card comes out.')}{self.paint.clause(event.clause)}"]

    def _voided(self, event: e.RoundVoided) -> list[str]:
        return [f"  Misdeal ({event.why.replace('_', ' ')}): all bets go back.{self.paint.clause(event.clause)}"]

    def _discarded(self, event: e.CardsDiscarded) -> list[str]:
        self.hands.pop((event.spot, event.hand), None)
        return []

    def _settled(self, event: e.WagerSettled) -> list[str]:
        results = {"win": "wins", "lose": "loses", "push": "pushes", "surrender": "is surrendered", "void": "goes back"}
        name = event.wager.replace("toke:main", "toke").replace("toke:", "toke on ").replace("_", " ")
        line = f" ({event.line.replace('_', ' ').replace('+', ', ')})" if event.line else ""
        hand = self.name(event.spot, event.hand) if event.wager == "main" else f"Spot {event.spot}"
        bet = f"{name} {dollars(event.stake)}" if event.stake else name
        told = f"  {hand + ':':<15} {bet} {results[event.result]}{line}"
        return [f"{told:<52} {self.paint.money(event.pays)}{self.paint.clause(event.clause)}"]

    # what happens to the cards between rounds

    def tell_shoe(self, event: ShoeEvent) -> list[str]:
        """What the table says of a step at the shoe; the many steps of a shuffle are one line."""
        words = _SHOE.get(event.name)
        if words is None:
            return []
        details = {name: str(value).replace("_", " ") for name, value in event.data}
        return [f"  {words.format(**details)}{self.paint.clause(event.clause)}"]


_TELLERS: Final[dict[type[e.Event], Callable[[Felt, Any], list[str]]]] = {
    e.BetPlaced: Felt._bet,
    e.BetChanged: Felt._changed,
    e.BetTakenBack: Felt._taken_back,
    e.NoBet: Felt._no_bet,
    e.Called: Felt._called,
    e.CardDealt: Felt._dealt,
    e.Peeked: Felt._peeked,
    e.HoleTurned: Felt._turned,
    e.DoubleCardTurned: Felt._double_turned,
    e.HandDoubled: Felt._doubled,
    e.HandSplit: Felt._split,
    e.HandBroke: Felt._broke,
    e.HandTucked: Felt._tucked,
    e.CutCardOut: Felt._cut_card,
    e.RoundVoided: Felt._voided,
    e.CardsDiscarded: Felt._discarded,
    e.WagerSettled: Felt._settled,
}

_SHOE: Final = {
    "decks_brought": "{decks} new decks are brought to the table.",
    "decks_verified": "Each deck is spread and verified.",
    "announced": "“{words}”",
    "supervisor_ack": "The supervisor acknowledges the shuffle.",
    "standard_shuffle": "The dealer shuffles: {procedure}.",
    "cut_passed_to_dealer": "Nobody cuts: the dealer does.",
    "brick_not_cut": "Nobody cuts, and the brick stays as it is.",
    "cards_cut": "Cut with {at} cards in front.",
    "cut_card_placed": "The cut card goes in after {position} cards.",
    "burn": "One card is burned.",
    "cut_card_out": "The cut card is out: the cards are shuffled before the next round.",
    "last_hand": "This is the last round of the shoe.",
}

"""The felt in a terminal: what lies there and what happens on it, in words and suit symbols.

Everything here is drawn from events as a player sees them, so a hidden card cannot show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Final

from pitboss.cards import Card
from pitboss.games import events as e
from pitboss.money import dollars
from pitboss.rules import Sheet
from pitboss.rules.wager_words import line_title
from pitboss.shoe import Event as ShoeEvent

__all__ = ["Felt", "Paint", "Tellers"]

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


_RESULTS: Final = {
    "win": "wins", "lose": "loses", "push": "pushes", "surrender": "is surrendered", "void": "goes back",
    "taken": "is taken", "stays": "stays up",
}  # fmt: skip

Tellers = Mapping[type[e.Event], Callable[[Any, Any], list[str]]]


class Felt:
    """What lies on the layout, kept up event by event, and the words for each event."""

    place: ClassVar[str] = "Spot"
    main: ClassVar[str] = "main"
    shoe_words: ClassVar[Mapping[str, str]] = {}
    """What the table says of a step between rounds; the many steps of a shuffle are one line."""

    def __init__(self, paint: Paint, sheet: Sheet) -> None:
        self.paint, self.sheet = paint, sheet

    def lines(self) -> list[str]:
        """All that lies on the table."""
        raise NotImplementedError

    def name(self, box: int, hand: int = 0) -> str:
        return f"{self.place} {box}" if box else "Dealer"

    # what happens

    def tell(self, event: e.Event) -> list[str]:
        """Take an event in, and say it."""
        teller = self.TELLERS.get(type(event))
        return [] if teller is None else teller(self, event)

    def tell_deal(self) -> list[str]:
        """What is shown when all cards of the deal are out."""
        return []

    def tell_shoe(self, event: ShoeEvent) -> list[str]:
        """What happens to the cards between rounds."""
        words = self.shoe_words.get(event.name)
        if words is None:
            return []
        details = {name: str(value).replace("_", " ") for name, value in event.data}
        return [f"  {words.format(**details)}{self.paint.clause(event.clause)}"]

    def bet(self, wager: str, cents: int, *, toke: bool = False) -> str:
        """A bet in words; a toke beside the main bet needs no more said."""
        if not toke:
            return f"{wager.replace('_', ' ')} {dollars(cents)}"
        beside = "" if wager == self.main else f" on {wager.replace('_', ' ')}"
        return f"toke {dollars(cents)}{beside}"

    def _voided(self, event: e.RoundVoided) -> list[str]:
        return [f"  Misdeal ({event.why.replace('_', ' ')}): all bets go back.{self.paint.clause(event.clause)}"]

    def _settled(self, event: e.WagerSettled) -> list[str]:
        title = line_title(self.sheet, event.wager, event.line) if event.line else ""
        line = f" ({title[0].lower()}{title[1:]})" if title else ""
        hand = self.name(event.spot, event.hand) if event.wager == self.main else f"{self.place} {event.spot}"
        told = f"  {hand + ':':<15} {self.settled_bet(event)} {_RESULTS[event.result]}{line}"
        return [f"{told:<52} {self.paint.money(event.pays)}{self.paint.clause(event.clause)}"]

    def settled_bet(self, event: e.WagerSettled) -> str:
        """The bet that left the layout, in words."""
        name = event.wager.replace(f"toke:{self.main}", "toke").replace("toke:", "toke on ").replace("_", " ")
        return f"{name} {dollars(event.stake)}" if event.stake else name

    TELLERS: ClassVar[Tellers] = {e.RoundVoided: _voided, e.WagerSettled: _settled}

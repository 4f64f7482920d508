"""What bots at poker against the dealer share: the cards they have looked at, and the answer that a solver names."""

from __future__ import annotations

from pitboss.cards import Card, parse_cards
from pitboss.client.play.play import Action, Happened, careful

__all__ = ["chosen", "seen_cards"]


def seen_cards(events: Happened, spot: int) -> tuple[list[Card], list[Card]]:
    """Return the cards of a seat that have been looked at, and the board as far as it is turned."""
    own: list[Card] = []
    board: list[Card] = []
    for event in events:
        if event["type"] == "HoleCardsSeen" and event["spot"] == spot and "??" not in event["cards"]:
            own = list(parse_cards(" ".join(event["cards"])))
        elif event["type"] in ("FlopTurned", "TurnRiverTurned"):
            board += parse_cards(" ".join(event["cards"]))
    return own, board


def chosen(choice: str, actions: list[Action]) -> Action:
    """Return the answer of this name, or the careful one where it is not offered."""
    return next((action for action in actions if _name(action) == choice), None) or careful(actions)


def _name(action: Action) -> str:
    """An action by the name that the solver gives it."""
    return f"{action['multiple']}x" if action["type"] == "PlayBet" else str(action["type"]).lower()

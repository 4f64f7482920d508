"""Poker against the dealer in the school, as far as its games are alike."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from pitboss.cards import DECK, Card
from pitboss.games import actions as a
from pitboss.games import events as e
from pitboss.games.poker.irregular import GROUNDS
from pitboss.games.round import Offer
from pitboss.rules import Sheet
from pitboss.school.game import Reading, SlipName
from pitboss.school.happenings import place_text
from pitboss.table.game import TABLE_GAMES
from pitboss.words import wording

__all__ = ["PokerSchool"]

OUTCOMES: Final = {"win": "school.player_wins", "lose": "school.dealer_wins", "push": "school.nobody_wins"}


class PokerSchool:
    """What the rooms of poker games share."""

    declared: ClassVar[frozenset[str]]
    slips: Mapping[str, SlipName] = {}
    grounds: Mapping[str, tuple[str, ...]] = {"information_shared": GROUNDS}

    def boxes(self, sheet: Sheet) -> int:
        return TABLE_GAMES[sheet.game].places(sheet).boxes

    def liking(self, round_: Any, offer: Offer) -> int:
        return 1 if isinstance(offer.action, a.Fold) else 3

    @abstractmethod
    def hand_words(self, cards: Sequence[Card], board: Sequence[Card], *, split: bool = False) -> str:
        """Return what the best hand is called."""

    def readings(self, round_: Any) -> Iterator[Reading]:
        """The best hand of each player and the dealer, who wins, and whether the dealer qualifies."""
        shown = next((event for event in round_.events if isinstance(event, e.DealerShown)), None)
        if shown is None:
            return
        board = round_.common
        yield self._hand(wording("school.dealer_hand", {}), shown.hand, shown.cards, board, shown.clause)
        for event in round_.events:
            if isinstance(event, e.HandExposed):
                text = wording("school.what_hand", {"place": place_text(event.spot)})
                yield self._hand(text, event.hand, event.cards, board, event.clause)._replace(spot=event.spot)
        yield self._qualifies(round_, shown)
        yield from self._winners(round_, shown)

    def _hand(self, text: str, right: str, cards: Sequence[Card], board: Sequence[Card], clause: str) -> Reading:
        """A hand by its name, beside the names that it would have with one card exchanged."""
        others = [
            self.hand_words([*cards[:-1], other], board)
            for other in DECK[:: 5 if len(cards) < 4 else 3]
            if other not in (*cards, *board)
        ]
        return Reading(text, right, others, clause, right)

    def _qualifies(self, round_: Any, shown: e.DealerShown) -> Reading:
        yes, no = wording("school.qualifies_yes", {}), wording("school.qualifies_no", {})
        path = next((path for path in round_.sheet.values if path.startswith("dealer.qualif")), "")
        clause = (round_.cite(path) if path else "") or shown.clause
        return Reading(
            wording("school.qualifies", {}), yes if shown.qualifies else no, [yes, no], clause, shown.hand
        )  # fmt: skip

    def _winners(self, round_: Any, shown: e.DealerShown) -> Iterator[Reading]:
        outcomes = [wording(OUTCOMES[result], {}) for result in OUTCOMES]
        hands = {event.spot: event.hand for event in round_.events if isinstance(event, e.HandExposed)}
        for done in round_.settlements:
            if done.wager == "play" and done.result in OUTCOMES and done.spot in hands:
                text = wording("school.who_wins", {"place": place_text(done.spot)})
                why = wording("school.against", {"hand": hands[done.spot], "dealer": shown.hand})
                right = wording(OUTCOMES[done.result], {})
                yield Reading(text, right, outcomes, done.clause, why, "", done.spot)

"""Single decks that take turns round by round: one is dealt while the other waits in the shuffler.

As in the ceremony every action is a triad, and a refusal changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from pitboss.errors import IllegalAction
from pitboss.shoe.ceremony.state import allowed
from pitboss.shoe.deck import Deck, check_backs, check_deck
from pitboss.shoe.events import Event, happened
from pitboss.shoe.rules import ShuffleRules
from pitboss.shoe.shoe import Shoe
from pitboss.shoe.sources import CardSource
from pitboss.words import Param

__all__ = ["DeckRotation"]

T = TypeVar("T")
Outcome = tuple["DeckRotation", tuple[Event, ...]]


@dataclass(frozen=True, slots=True)
class DeckRotation:
    """The decks on the table, whose turn it is, which are shuffled, and how the game is dealt."""

    rules: ShuffleRules
    decks: tuple[Deck, ...]
    ready: tuple[bool, ...]
    used: tuple[bool, ...]
    turn: int = 0
    mode: Literal["shuffler", "hand"] = "shuffler"
    shuffler_works: bool = True
    in_round: bool = False
    count_due: bool = False
    short: bool = False
    removed: tuple[Deck, ...] = ()

    @classmethod
    def open(cls, rules: ShuffleRules, decks: Sequence[Deck]) -> Outcome:
        """A table with its decks; refused where they are short, have a foreign back, or look alike."""
        if len(decks) != rules.decks_in_rotation:
            raise IllegalAction(
                "deck.count", rules.clause("rotation"), decks=len(decks), belong=rules.decks_in_rotation
            )
        for deck in decks:
            check_deck(deck, clause=rules.clause("rotation"), back_clause=rules.clause("same_back"))
        check_backs(decks, clause=rules.clause("different_backs"))
        brought = tuple(
            happened(
                "deck_brought",
                rules.clause("rotation"),
                deck=deck.name,
                back=deck.back,
                cards=len(deck.cards),
            )
            for deck in decks
        )
        fresh = (False,) * len(decks)
        table = cls(rules, tuple(decks), fresh, fresh, shuffler_works=rules.device == "shuffler")
        if rules.device == "hand":
            table, events = table.deal_by_hand()
            return table, (*brought, *events)
        mode = happened("dealt_from", rules.clause("shuffler_default"), mode="shuffler")
        return table, (*brought, mode)

    @property
    def in_play(self) -> Deck:
        """The deck that this round is dealt from, or the next one will be."""
        return self.decks[self.turn]

    @property
    def waiting(self) -> tuple[Deck, ...]:
        return tuple(deck for at, deck in enumerate(self.decks) if at != self.turn)

    def _clause(self, point: str) -> str:
        return self.rules.clause(point)

    def _refuse_in_round(self, code: str, point: str, **params: Param) -> None:
        if self.in_round:
            raise IllegalAction(code, self._clause(point), **params)

    # shuffling

    def check_shuffle(self) -> None:
        self._refuse_in_round("shuffle.deck_between_rounds", "reshuffle" if self.mode == "hand" else "machine_riffle")
        if self.short:
            raise IllegalAction("deck.bring_new", self._clause("bad_deck"))
        if all(self.ready):
            raise IllegalAction("shuffle.all_shuffled", self._clause("machine_riffle"))
        if self.mode == "shuffler" and not self.shuffler_works:
            raise IllegalAction("shuffler.failed", self._clause("hand_mode"))

    def can_shuffle(self) -> bool:
        return allowed(self.check_shuffle)

    def shuffle(self, source: CardSource) -> Outcome:
        """Shuffle the first deck that needs it: riffled and put in the shuffler, or by hand."""
        self.check_shuffle()
        at = self.ready.index(False)
        deck = self.decks[at]
        events = []
        if self.used[at]:
            taken = happened("discards_taken", self._clause("discards_taken"), deck=deck.name, count=len(deck.cards))
            events.append(taken)
        events.append(happened("cut_card_placed", self._clause("cut_card_placed"), place="working area"))
        rules = self.rules if self.mode == "shuffler" else replace(self.rules, method="manual")
        shuffled = source.shuffled(deck.cards, rules)
        decks = _with(self.decks, at, replace(deck, cards=shuffled.order, backs=()))
        return replace(self, decks=decks, ready=_with(self.ready, at, True)), (
            *events,
            *(step.event for step in shuffled.steps),
        )

    # rounds

    def check_start_round(self) -> None:
        if self.in_round:
            raise IllegalAction("round.under_way")
        if self.short:
            raise IllegalAction("deck.bring_new", self._clause("bad_deck"))
        if self.count_due:
            raise IllegalAction("deck.count_first", self._clause("count"))
        if not all(self.ready):
            point = "reshuffle" if self.mode == "hand" else "machine_riffle"
            raise IllegalAction("shuffle.before_round", self._clause(point))

    def can_start_round(self) -> bool:
        return allowed(self.check_start_round)

    def start_round(self) -> tuple[DeckRotation, Shoe]:
        """A round begins with the deck whose turn it is; the cut card lies under its bottom card."""
        self.check_start_round()
        cards = self.in_play.cards
        return replace(self, in_round=True), Shoe(cards, len(cards))

    def check_end_round(self) -> None:
        if not self.in_round:
            raise IllegalAction("round.none")

    def can_end_round(self) -> bool:
        return allowed(self.check_end_round)

    def end_round(self, shoe: Shoe) -> Outcome:
        """The round is over and all its cards are in the rack; the other deck's turn comes."""
        self.check_end_round()
        assert len(shoe.order) == len(self.in_play.cards), "another deck came back"
        cards = shoe.discard().eject().gather()
        racked = happened("cards_to_discards", deck=self.in_play.name, count=len(cards))
        state = replace(
            self,
            decks=_with(self.decks, self.turn, replace(self.in_play, cards=cards)),
            ready=_with(self.ready, self.turn, False),
            used=_with(self.used, self.turn, True),
            turn=(self.turn + 1) % len(self.decks),
            in_round=False,
        )
        return state, (racked,)

    # the shuffler fails

    def check_report_shuffler(self, works: bool) -> None:
        if works == self.shuffler_works:
            raise IllegalAction("shuffler.known_to_work" if works else "shuffler.known_to_have_failed")

    def can_report_shuffler(self, works: bool) -> bool:
        return allowed(self.check_report_shuffler, works)

    def report_shuffler(self, works: bool) -> Outcome:
        """The shuffler has failed, or works again."""
        self.check_report_shuffler(works)
        status = happened("shuffler_status", self._clause("hand_mode"), status="works" if works else "failed")
        return replace(self, shuffler_works=works), (status,)

    def check_deal_by_hand(self) -> None:
        if self.shuffler_works:
            raise IllegalAction("shuffler.by_hand_only_failed", self._clause("hand_mode"))
        self._refuse_in_round("shuffler.by_hand_between_rounds", "hand_mode")
        if self.mode == "hand":
            raise IllegalAction("shuffler.by_hand_already", self._clause("hand_mode"))

    def can_deal_by_hand(self) -> bool:
        return allowed(self.check_deal_by_hand)

    def deal_by_hand(self) -> Outcome:
        """Go over to dealing by hand: one deck stays on the table, the others are removed."""
        self.check_deal_by_hand()
        mode = happened("dealt_from", self._clause("hand_mode"), mode="hand")
        gone = tuple(happened("deck_removed", self._clause("one_deck"), deck=deck.name) for deck in self.waiting)
        kept, used = (self.in_play,), (self.used[self.turn],)
        state = replace(self, mode="hand", decks=kept, ready=(False,), used=used, turn=0, removed=self.waiting)
        return state, (mode, *gone)

    def check_deal_from_shuffler(self) -> None:
        if not self.shuffler_works:
            raise IllegalAction("shuffler.failed", self._clause("hand_mode"))
        self._refuse_in_round("shuffler.back_between_rounds", "shuffler_default")
        if self.mode == "shuffler":
            raise IllegalAction("shuffler.in_use_already", self._clause("shuffler_default"))

    def can_deal_from_shuffler(self) -> bool:
        return allowed(self.check_deal_from_shuffler)

    def deal_from_shuffler(self) -> Outcome:
        """Back to the shuffler: the decks that were removed return, and all are shuffled."""
        self.check_deal_from_shuffler()
        decks = self.decks + self.removed
        mode = happened("dealt_from", self._clause("shuffler_default"), mode="shuffler")
        back = tuple(
            happened("deck_brought", self._clause("rotation"), deck=deck.name, back=deck.back) for deck in self.removed
        )
        fresh = (False,) * len(decks)
        used = self.used + fresh[len(self.used) :]
        return replace(self, mode="shuffler", decks=decks, ready=fresh, used=used, removed=()), (mode, *back)

    # a new dealer

    def check_tap_in(self, dealer: str) -> None:
        self._refuse_in_round("dealer.taps_in_between_rounds", "count", dealer=dealer)

    def can_tap_in(self, dealer: str) -> bool:
        return allowed(self.check_tap_in, dealer)

    def tap_in(self, dealer: str) -> Outcome:
        """A new dealer takes over; where the sheet says so the deck is counted before the first hand."""
        self.check_tap_in(dealer)
        wanted = self.rules.count_on_new_dealer
        due = wanted == "always" or (wanted == "hand_mode" and self.mode == "hand")
        changed = happened("dealer_change", self._clause("count"), dealer=dealer, count_due=due)
        return replace(self, count_due=self.count_due or due), (changed,)

    def check_count_deck(self, counted: int) -> None:
        self._refuse_in_round("deck.counted_between_rounds", "count")
        if counted < 0:
            raise IllegalAction("deck.counted", self._clause("count"), cards=counted)

    def can_count_deck(self, counted: int) -> bool:
        return allowed(self.check_count_deck, counted)

    def count_deck(self, counted: int) -> Outcome:
        """The dealer counts the deck in play; one that is not 52 cards is withdrawn for a new one."""
        self.check_count_deck(counted)
        count = happened("deck_count", self._clause("count"), deck=self.in_play.name, count=counted)
        if counted == 52:
            return replace(self, count_due=False), (count,)
        gone = happened(
            "deck_withdrawn",
            self._clause("bad_deck"),
            deck=self.in_play.name,
            count=counted,
            ruling=self.rules.bad_deck,
        )
        return replace(self, short=True, ready=_with(self.ready, self.turn, False)), (count, gone)

    def check_bring_deck(self, deck: Deck) -> None:
        if not self.short:
            raise IllegalAction("deck.none_withdrawn", self._clause("bad_deck"))
        check_deck(deck, clause=self._clause("rotation"), back_clause=self._clause("same_back"))
        check_backs((*self.waiting, deck), clause=self._clause("different_backs"))

    def can_bring_deck(self, deck: Deck) -> bool:
        return allowed(self.check_bring_deck, deck)

    def bring_deck(self, deck: Deck) -> Outcome:
        """A new deck takes the place of one that was withdrawn; it is shuffled before it is dealt."""
        self.check_bring_deck(deck)
        brought = happened(
            "deck_brought", self._clause("rotation"), deck=deck.name, back=deck.back, cards=len(deck.cards)
        )
        decks, used = _with(self.decks, self.turn, deck), _with(self.used, self.turn, False)
        return replace(self, decks=decks, used=used, short=False, count_due=False), (brought,)


def _with(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    return (*items[:at], item, *items[at + 1 :])

"""What a sheet says about its cards, from new decks to the first card, as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal, Self

from pitboss.errors import Defect, SheetError

__all__ = ["POINTS", "ShuffleRules"]

POINTS: Final[Mapping[str, str]] = {
    "deck_count": "how many decks are in play",
    "spread": "each deck is spread on opening",
    "verify": "each deck is verified",
    "new_cards": "new decks are shuffled before they are dealt",
    "new_cards_shuffle": "the standard shuffle for new cards",
    "after_spread": "spread cards are shuffled before play resumes",
    "cut_card_out": "the cut card ends the shoe",
    "by_hand": "how the cards are shuffled",
    "call": "the dealer calls the shuffle",
    "acknowledge": "a supervisor acknowledges the shuffle",
    "player_request": "a shuffle that a player asks for",
    "wash": "the cards are washed into a brick",
    "halve": "the stack is parted in two",
    "riffle": "equal grabs are riffled",
    "grabs": "how many grabs there are",
    "into_middle": "grabs are riffled with the middle pile",
    "halve_again": "the brick is parted a second time",
    "second_pass": "grabs are riffled a second time",
    "machine_riffle": "the dealer riffles before the shuffler",
    "shuffler": "the cards go in the shuffler",
    "hand_shuffle": "riffle and strip by hand",
    "dealer_cut": "the dealer cuts onto the cut card",
    "offer_cut": "a player is asked to cut",
    "cut_card_receiver": "the receiver of the cut card cuts",
    "first_player": "the first player cuts",
    "next_player": "a refused cut is offered on",
    "dealer_cuts": "all refuse: the dealer cuts",
    "cut_once": "one cut only",
    "cut_minimum": "how near an end the cut may be",
    "rotate": "what lay before the cut goes behind",
    "place_cut_card": "the cut card is set near the back",
    "order_cut_card": "who may order another place for it",
    "load": "the stack goes in the shoe",
    "burn": "when a card is burned",
    "extra_burn": "more cards burned than should be",
    "burn_omitted": "a burn that was forgotten",
    "show_burn": "who may see a burn card",
    "new_dealer": "a new dealer burns a card",
    "between_rounds": "when a new dealer may tap in",
    "close": "who closes a table",
    "to_discards": "at closing all cards go in the rack",
    "fan": "the decks are fanned and checked",
    "rack": "the decks go back in the rack",
    "rotation": "how many decks take turns",
    "same_back": "one deck has one back",
    "different_backs": "two decks have two backs",
    "discards_taken": "the cards come out of the rack",
    "cut_card_placed": "the cut card goes in the working area",
    "shuffler_default": "the game is dealt from a shuffler",
    "hand_mode": "when the game may be dealt by hand",
    "one_deck": "by hand only one deck is on the table",
    "reshuffle": "the deck is shuffled again after each hand",
    "count": "a new dealer has the deck counted",
    "bad_deck": "a deck that fails the count",
}
"""Every point that a sheet may give its clause id for."""

_CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "method": ("manual", "machine"),
    "procedure": ("two_stacks", "half_decks", "riffle_strip"),
    "player_request": ("shift_manager", "supervisor"),
    "cut_fallback": ("dealer", "no_cut"),
    "dealer_change": ("between_rounds", "any_time"),
    "device": ("shuffler", "hand"),
    "bad_deck": ("void", "supervisor"),
    "wash": ("every_shuffle", "new_cards", "never"),
    "burn": ("per_shoe", "per_round", "none"),
    "cut_card": ("finish_round", "one_more_round"),
    "count_on_new_dealer": ("hand_mode", "always", "never"),
}
_LEAST: Final[Mapping[str, int]] = {
    "decks": 1,
    "decks_in_rotation": 1,
    "grabs_min": 1,
    "grab_wobble": 0,
    "grab_cards": 1,
    "strip_min": 1,
    "cut_minimum_cards": 0,
    "cut_card_depth": 0,
}


@dataclass(frozen=True, slots=True)
class ShuffleRules:
    """The sheet's values for shuffle, cut, burn and decks; ``clauses`` maps a point to its clause id."""

    decks: int
    procedure: Literal["two_stacks", "half_decks", "riffle_strip"]
    method: Literal["manual", "machine"] = "manual"
    # the shuffle
    grabs_min: int = 5
    grabs_max: int = 7
    grab_wobble: int = 2
    grab_cards: int = 26
    strip_min: int = 4
    strip_max: int = 10
    wash: Literal["every_shuffle", "new_cards", "never"] = "every_shuffle"
    wash_strength: int = 100
    clumpiness: int = 0
    # before and after it
    spread_on_opening: bool = False
    shuffle_call: str = "Shuffle"
    supervisor_acknowledges: bool = True
    player_request: Literal["shift_manager", "supervisor"] = "shift_manager"
    offers_cut: bool = True
    cut_minimum_cards: int = 39
    cut_fallback: Literal["dealer", "no_cut"] = "dealer"
    dealer_cuts_call: str = "Dealer Cuts"
    cut_card_depth: int = 52
    cut_card: Literal["finish_round", "one_more_round"] = "finish_round"
    burn: Literal["per_shoe", "per_round", "none"] = "per_shoe"
    burn_after_bets: bool = False
    burn_on_new_dealer: bool = False
    dealer_change: Literal["between_rounds", "any_time"] = "between_rounds"
    # one deck per round, taking turns
    decks_in_rotation: int = 1
    device: Literal["shuffler", "hand"] = "shuffler"
    count_on_new_dealer: Literal["hand_mode", "always", "never"] = "never"
    bad_deck: Literal["void", "supervisor"] = "void"
    clauses: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "clauses", dict(self.clauses))
        if defects := self._defects():
            raise SheetError("shuffle", defects)

    def _defects(self) -> list[Defect]:
        wrong = [
            Defect(name, f"cannot be {getattr(self, name)!r}", " or ".join(values))
            for name, values in _CHOICES.items()
            if getattr(self, name) not in values
        ]
        wrong += [
            Defect(name, f"cannot be {getattr(self, name)}", f"{least} or more")
            for name, least in _LEAST.items()
            if getattr(self, name) < least
        ]
        for low, high in (("grabs_min", "grabs_max"), ("strip_min", "strip_max")):
            if getattr(self, low) > getattr(self, high):
                wrong.append(Defect(high, f"is less than {low}"))
        for name, most in (("clumpiness", 99), ("wash_strength", 100)):
            if not 0 <= getattr(self, name) <= most:
                wrong.append(Defect(name, f"cannot be {getattr(self, name)}", f"0 to {most} percent"))
        if self.cut_card_depth > self.cards:
            wrong.append(Defect("cut_card_depth", "is more than the shoe holds"))
        if self.offers_cut and self.cut_minimum_cards * 2 > self.cards:
            wrong.append(Defect("cut_minimum_cards", "leaves no place to cut"))
        return wrong + [
            Defect(f"clauses.{point}", "is not a point of the shuffle") for point in self.clauses.keys() - POINTS
        ]

    @property
    def cards(self) -> int:
        """How many cards the shoe holds."""
        return self.decks * 52

    @property
    def shuffle_name(self) -> str:
        """Which of the shuffles is done: the machine's, or the procedure by hand."""
        return "machine" if self.method == "machine" else self.procedure

    def clause(self, point: str) -> str:
        """The clause id that the sheet gives for a point; empty where its document is silent."""
        assert point in POINTS, point
        return self.clauses.get(point, "")

    def for_shuffle(self, *, new_cards: bool) -> Self:
        """The same rules with the wash decided: ``every_shuffle`` or ``never``."""
        washes = self.wash == "every_shuffle" or (self.wash == "new_cards" and new_cards)
        return replace(self, wash="every_shuffle" if washes else "never")

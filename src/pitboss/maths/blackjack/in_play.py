"""What each choice of one hand is worth in the middle of a round, quick enough to be asked at the table.

It is the solver's own work, done for the one card that the dealer shows and, of the pairs, for the one that is held.
The shoe is all cards that the player has not seen, and the hand and the up card with them. A hand of a split may be
split again while others of the spot still wait for their second card: what that leaves them is part of its value.

>>> from pitboss.cards import DECK, parse_cards
>>> from pitboss.maths.blackjack.record import UNSPLIT, compile_record
>>> from pitboss.rules import load
>>> hand, up = parse_cards("8s 8d"), parse_cards("Tc")[0]
>>> found = InPlay(compile_record(load("catfish-blackjack")), DECK * 6, up).choices(hand, UNSPLIT)
>>> {name: round(worth, 4) for name, worth in found.items()}
{'stand': -0.5369, 'hit': -0.5354, 'double': -1.0707, 'double 1.00': -0.6424, 'split': -0.4749}
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.errors import NotationError
from pitboss.hands.totals import POINTS
from pitboss.maths.blackjack import play as k
from pitboss.maths.blackjack.moves import TEN
from pitboss.maths.blackjack.record import UNSPLIT, BlackjackRecord
from pitboss.maths.blackjack.shoe import read_shoe
from pitboss.maths.blackjack.solver import (
    Work,
    as_known,
    check_shoe,
    choice_names,
    doubled_choices,
    insurance_wins,
    no_blackjack,
    pair_left,
    see_suits,
)

__all__ = ["InPlay"]

F64 = NDArray[np.float64]
I16 = NDArray[np.int16]
I64 = NDArray[np.int64]


class InPlay(Work):
    """The hands of a round against the card that the dealer shows."""

    def __init__(self, record: BlackjackRecord, cards: Iterable[Card], up: Card) -> None:
        """``cards`` are those that have not been seen, the hand to decide on and the up card."""
        shoe = read_shoe(cards)
        check_shoe(record, shoe, splits=True)
        self.shown, self.up = up, POINTS[up] - 1
        super().__init__(record, shoe)

    def find_ends(self, rows: I64, ups: tuple[int, ...]) -> None:
        """How the dealer ends, with the dealer's own card up."""
        super().find_ends(rows, (self.up + 1,))

    def find_needed_ends(self, needed: I16) -> None:
        needed[: self.table.hands] = 0
        self.find_ends(np.flatnonzero(needed & (1 << self.up)), ())

    def choices(self, hand: Sequence[Card], kind: int, *, hands: int = 1, waiting: int = 0) -> dict[str, float]:
        """What each choice is worth once the dealer has checked, in units of the bet.

        The spot has N hands by now, of which some wait for their second card.
        """
        row, sure = self.row(hand), self.no_blackjack(hand)
        if sure <= 0.0:
            raise NotationError("the dealer is sure to have a blackjack")
        found = self.play(kind).values[row, self.up]
        names = choice_names(self.record.kinds[kind])
        values = {name: float(found[i]) for i, name in names.items() if found[i] > k.NOT_ALLOWED}
        bonuses = self.record.bonuses_for(kind)
        see_suits(self.record, self.shoe, self.table, self.play(kind), bonuses, hand, self.shown, values)
        split = self.split(hand, kind, hands=hands, waiting=waiting)
        if split is not None:
            values["split"] = split
        return as_known(self.record, self.up, sure, values)

    def doubled_choices(self, hand: Sequence[Card], kind: int, *, began: int, times: int) -> dict[str, float]:
        """What standing and doubling again are worth for a hand that was doubled and then again N times."""
        found = doubled_choices(self.play(kind), self.row(hand), self.up, began, times)
        return as_known(self.record, self.up, self.no_blackjack(hand), found)

    def row(self, hand: Sequence[Card]) -> int:
        """Where the tables hold a hand."""
        points = [POINTS[card] for card in hand]
        found = self.table.row.get(tuple(points.count(value) for value in range(1, 11)))
        if found is None:
            raise NotationError("this is no hand to decide on", expected="two or more cards that are not broken")
        return found

    def no_blackjack(self, hand: Sequence[Card]) -> float:
        """The chance of no blackjack that would take the original bet alone; 1 where none can."""
        return no_blackjack(self.record, self.shoe.values, self.table.counts[self.row(hand)], self.up)

    def insurance_wins(self, hand: Sequence[Card]) -> float:
        """The chance that the dealer has a blackjack with the ace that is up."""
        return insurance_wins(self.shoe.values, self.table.counts[self.row(hand)])

    def split(self, hand: Sequence[Card], kind: int, *, hands: int, waiting: int) -> float | None:
        """What splitting a pair is worth and that the dealer has no blackjack; None where it cannot be split."""
        most, same = self.record.most_hands[POINTS[hand[0]] - 1], self.same_left(hand)
        if same is None or hands >= most:
            return None
        value = POINTS[hand[0]] - 1
        first, new = self.split_kinds(value)[0] if kind == UNSPLIT else kind, self.split_kinds(value)[-1]
        played = self.played_out(value, {first, new})
        slots = most - hands
        split = self.all_open(value, same, waiting + 2, slots - 1, (played[first], played[new]))
        return split - (self.all_open(value, same, waiting, slots, (played[new], played[new])) if waiting else 0.0)

    def same_left(self, hand: Sequence[Card]) -> int | None:
        """Cards left that pair with a pair once it is split; None where the hand is no pair."""
        if len(hand) != 2 or POINTS[hand[0]] != POINTS[hand[1]]:
            return None
        value = POINTS[hand[0]] - 1
        if not self.record.match_rank or value != TEN:
            return pair_left(self.shoe.values, value, self.up)
        if hand[0].rank != hand[1].rank:
            return None
        assert self.shoe.tens is not None
        return self.shoe.tens["TJQK".index(hand[0].rank)] - 2 - (self.shown.rank == hand[0].rank)

    def played_out(self, value: int, kinds: set[int]) -> dict[int, tuple[F64, F64]]:
        """What hands of these kinds are worth that a pair becomes, by cards of its value gone to other hands."""
        needed = np.zeros(len(self.table.counts), dtype=np.int16)
        reached = {kind: self.mark(value, kind, needed) for kind in sorted(kinds)}
        self.find_needed_ends(needed)
        return {kind: self.play_out(value, kind, marks) for kind, marks in reached.items()}

    def all_open(
        self, value: int, same: int, start: int, slots: int, plays: tuple[tuple[F64, F64], tuple[F64, F64]]
    ) -> float:
        """What hands of one card of the pair are worth together, of which N more may be made."""
        up, total = self.up, 0.0
        for (of_other, of_pair), (other, pair) in zip(
            self.split_weights(value, up, same, start + slots, start), plays, strict=True
        ):
            total += float(of_other @ other[up, : len(of_other)] + of_pair @ pair[up, : len(of_pair)])
        return total

"""The exact value of a playbook: what a game is worth to a player who keeps to it."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import NotationError
from pitboss.maths.blackjack import play as k
from pitboss.maths.blackjack.kernel_terms import terms_row
from pitboss.maths.blackjack.moves import ACE, TEN, FirstMoves, choices_of, later_moves, may_split
from pitboss.maths.blackjack.playbook import Move, Playbook
from pitboss.maths.blackjack.record import KINDS, UNSPLIT, BlackjackRecord, compile_record
from pitboss.maths.blackjack.redoubles import most_again, raises_by_book
from pitboss.maths.blackjack.shoe import Shoe, ShoeLike, full_shoe, read_shoe
from pitboss.maths.blackjack.solver import Kind, Work, check_shoe, dealt, no_blackjack
from pitboss.rules import Sheet

__all__ = ["Played", "check_playbook", "evaluate"]

I8 = NDArray[np.int8]


def evaluate(
    game: Sheet | BlackjackRecord, book: Playbook, *, shoe: ShoeLike | None = None, stake_cents: int | None = None
) -> float:
    """The expected result of a round played by the book, in units of the bet, insurance included where it is taken."""
    record = game if isinstance(game, BlackjackRecord) else compile_record(game, stake_cents=stake_cents)
    played = Played(record, full_shoe(record.decks) if shoe is None else read_shoe(shoe), book)
    return played.expectation()


class Played(Work):
    """A game worked out with every choice fixed by a playbook."""

    def __init__(self, record: BlackjackRecord, shoe: Shoe, book: Playbook) -> None:
        check_playbook(record, book)
        splits = bool((book.first[UNSPLIT] == Move.SPLIT).any())
        check_shoe(record, shoe, splits=splits)
        super().__init__(record, shoe)
        self.book = book
        self.play(UNSPLIT)
        if splits:
            self.split_all()

    def play(self, kind: int) -> Kind:
        """The play of a kind of hand that is the only one, as the book says."""
        found = self.kinds.get(kind)
        if found is None:
            hands = self.table.hands
            choice = choices_of(self.book, self.record, self.table, kind)
            found = Kind(
                terms_row(self.record, kind), self.win, self.wins(kind), np.empty((hands, 10, k.CHOICES)),
                np.empty((hands, 10)), choice,
                raises_by_book(self.record, self.table, kind, self.book),
            )  # fmt: skip
            if kind == UNSPLIT:
                self.work_out(kind, found, self.surrender_against(kind, before_check=k.EARLY), fixed=True)
            self.kinds[kind] = found
        return found

    def most_hands(self, value: int, up: int) -> int:
        """How many hands a pair becomes at most, which a book that does not split again leaves at two."""
        again = {bool(self.book.first[kind, up, value, value] == Move.SPLIT) for kind in self.split_kinds(value)}
        if self.record.most_hands[value] > 2 and len(again) > 1:
            raise NotationError(
                "a playbook that splits hands again with the player's money but not on a lammer, or the other way "
                "about, cannot be worked out exactly",
                expected="the same for both",
            )
        return self.record.most_hands[value] if again == {True} else min(2, self.record.most_hands[value])

    def expectation(self) -> float:
        """The value of a round."""
        total = sum(chance * self.deal_worth(a, b, up) for a, b, up, chance in dealt(self.shoe.values))
        return total + self.insurance_taken()

    def insurance_taken(self) -> float:
        """What insurance is worth as the book takes it, in units of the main bet."""
        if not self.book.insure:
            return 0.0
        even_money = self.book.even_money and self.record.even_money is not None
        return self.insurance_of_all(even_money=even_money, gone=self.surrendered_early)

    def surrendered_early(self, a: int, b: int) -> bool:
        """Whether the book gives first two cards up against an ace before insurance is offered."""
        return self.record.surrenders_early(ACE) and bool(self.book.first[UNSPLIT, ACE, a, b] == Move.SURRENDER)

    def deal_worth(self, a: int, b: int, up: int) -> float:
        """What first two cards are worth against an up card."""
        record, natural = self.record, (a, b) == (ACE, TEN)
        if natural and up == ACE and record.even_money is not None and self.book.even_money:
            return record.even_money / record.stake
        hand = tuple((v == a) + (v == b) for v in range(10))
        lost = (record.tie_against_ace if up == ACE else record.tie_against_ten) / record.stake if natural else -1.0
        sure = no_blackjack(record, self.shoe.values, hand, up)
        return self.played(a, b, up, self.table.row[hand]) + (1.0 - sure) * lost

    def played(self, a: int, b: int, up: int, row: int) -> float:
        """The same as far as the dealer has no blackjack."""
        worth = float(self.kinds[UNSPLIT].best[row, up])
        if a == b and self.book.first[UNSPLIT, up, a, a] == Move.SPLIT:
            worth += sum(share * (self.split_sums[a, up, same] - worth) for share, same in self.pair_shares(a, up))
        return worth


def check_playbook(record: BlackjackRecord, book: Playbook) -> None:
    """Say which entry of a playbook, if any, the rules do not allow."""
    check_again(record, book)
    first, unsplit, later = book.first.tolist(), book.unsplit.tolist(), book.later.tolist()
    first_moves = FirstMoves(record)
    for kind, name in enumerate(KINDS):
        for up in range(10):
            for a in range(10):
                for b in range(10):
                    if (move := first[kind][up][a][b]) not in first_moves.of(kind, up, a, b):
                        raise not_allowed(Move(move), f"{card(a)} {card(b)}", up, name)
                left = first_moves.of(kind, up, a, a)[may_split(record, kind, a) :]
                if (move := unsplit[kind][up][a]) not in left:
                    raise not_allowed(Move(move), f"{card(a)} {card(a)} left together", up, name)
            for soft, total in product(range(2), range(4, 22)):
                if (move := later[kind][up][soft][total]) not in later_moves(record, kind, total, soft=bool(soft)):
                    held = f"{('hard', 'soft')[soft]} {total} of three cards or more"
                    raise not_allowed(Move(move), held, up, name)


def check_again(record: BlackjackRecord, book: Playbook) -> None:
    """Say whether a playbook doubles hands again that the rules never let be."""
    for kind, up, soft, total in np.argwhere(book.again).tolist():
        most = most_again(record, kind)
        if book.again[kind, up, soft, total] > most or not record.may_double(total, soft=bool(soft)):
            held = f"{('hard', 'soft')[soft]} {total} that was doubled"
            raise not_allowed(Move.DOUBLE, held, up, KINDS[kind])


def not_allowed(move: Move, held: str, up: int, kind: str) -> NotationError:
    what = move.name.lower().replace("_", " for ")
    return NotationError(
        f"this playbook cannot be played: {what} on {held} against {card(up)} is not allowed ({kind} hand)",
        expected="a playbook made for these rules",
    )


def card(value: int) -> str:
    return "A23456789T"[value]

"""Blackjack worked out plainly in fractions, card after card, to hold the solver against.

Nothing here is clever: the hole card is one of those the player cannot rule out, split hands are played one after the
other, and the dealer plays last against all of them together.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from pitboss.maths.blackjack.record import (
    ACE_LAMMER,
    LAMMER,
    SPLIT,
    SPLIT_ACE,
    TIES,
    UNSPLIT,
    BlackjackRecord,
    Double,
)

Counts = tuple[int, ...]
Amounts = tuple[tuple[int, int], ...]
"""What a doubled hand wins and loses, then the same each time it is doubled again."""
NATURAL = 99
"""The total of a blackjack."""
CHARLIE = 98
"""The total of a hand of so many cards that it wins unbroken."""


def less(left: Counts, value: int) -> Counts:
    return (*left[: value - 1], left[value - 1] - 1, *left[value:])


def more(hand: Counts, value: int) -> Counts:
    return (*hand[: value - 1], hand[value - 1] + 1, *hand[value:])


def points(hand: Counts) -> int:
    return sum(value * n for value, n in enumerate(hand, 1))


def amounts_of(double: Double) -> Amounts:
    return ((double.win, double.lose), *double.again)


def total_of(hand: Counts) -> tuple[int, bool]:
    soft = hand[0] > 0 and points(hand) <= 11
    return points(hand) + 10 * soft, soft


class Reference:
    """One shoe under one record."""

    def __init__(self, record: BlackjackRecord, shoe: Counts) -> None:
        self.record, self.shoe = record, shoe
        self.dealer = cache(self._dealer)
        self.lone = cache(self._lone)
        self.rest = cache(self._rest)
        self.ties: set[tuple[Counts, int]] = set()
        """Hands and up cards at which two choices are worth the same."""

    # what may lie in the hole

    def in_hole(self, left: Counts, up: int) -> list[int]:
        """How many of each value may be the hole card once the dealer has looked."""
        maker = 11 - up if up in (1, 10) and not self.record.opened(up - 1) else 0
        return [0 if value == maker else n for value, n in enumerate(left, 1)]

    def draws(self, left: Counts, up: int) -> list[tuple[int, Fraction]]:
        """The next card from the shoe, by its chance; none if only the hole card is left."""
        hole = self.in_hole(left, up)
        orders = sum(hole) * (sum(left) - 1)
        found = []
        for value, n in enumerate(left, 1):
            ways = n * (sum(hole) - (hole[value - 1] > 0))
            if ways:
                found.append((value, Fraction(ways, orders)))
        return found

    # the dealer

    def ends(self, left: Counts, up: int) -> dict[int, Fraction]:
        hole = self.in_hole(left, up)
        found: dict[int, Fraction] = {}
        for value, n in enumerate(hole, 1):
            if n:
                if {value, up} == {1, 10}:
                    ends = {NATURAL: Fraction(1)}
                else:
                    hand = more(more((0,) * 10, up), value)
                    ends = self.dealer(hand, less(left, value))
                for total, chance in ends.items():
                    found[total] = found.get(total, Fraction(0)) + chance * Fraction(n, sum(hole))
        return found

    def _dealer(self, hand: Counts, left: Counts) -> dict[int, Fraction]:
        total, soft = total_of(hand)
        draws = total <= self.record.draws_to or (total == 17 and soft and self.record.hit_soft_17)
        if not draws:
            return {total: Fraction(1)}
        found: dict[int, Fraction] = {}
        for value, n in enumerate(left, 1):
            if n:
                for end, chance in self.dealer(more(hand, value), less(left, value)).items():
                    found[end] = found.get(end, Fraction(0)) + chance * Fraction(n, sum(left))
        return found

    def result(self, total: int, dealer: int, win: int, lose: int) -> int:
        if dealer == NATURAL:
            return -lose
        if total == CHARLIE:
            return win
        if dealer > 21:
            return 0 if dealer == 22 and self.record.push_22 else win
        if total == dealer:
            wins = TIES[self.record.ties] == "21_wins" and total == 21
            return win if wins else -lose if TIES[self.record.ties] == "dealer_wins" else 0
        return win if total > dealer else -lose

    def shown(self, hand: Counts) -> int:
        """The total that a hand stands on."""
        return CHARLIE if sum(hand) >= self.record.charlie else total_of(hand)[0]

    def stand(self, hand: Counts, up: int, left: Counts, win: int, lose: int) -> Fraction:
        total = self.shown(hand)
        ends = self.ends(left, up).items()
        return sum((chance * self.result(total, end, win, lose) for end, chance in ends), Fraction(0))

    # a hand that is the only one

    def options(self, kind: int, hand: Counts, up: int) -> dict[str, Amounts]:
        """The doubles a hand may make: by name, what they win and lose, and the same each time it is doubled again."""
        terms = self.record.kinds[kind]
        total, soft = total_of(hand)
        if (sum(hand) > 2 and not self.record.double_any) or sum(hand) >= self.record.charlie:
            return {}
        if sum(hand) == 2 and not soft and total in self.record.free_totals and terms.free_double:
            return {"double": amounts_of(terms.free_double)}
        if not self.record.may_double(total, soft=soft) and not self.is_natural(kind, hand):
            return {}
        return {double.name: amounts_of(double) for double in terms.doubles}

    def is_natural(self, kind: int, hand: Counts) -> bool:
        return hand[0] == hand[9] == 1 and sum(hand) == 2 and (kind == UNSPLIT or self.record.split_natural)

    def may_surrender(self, kind: int, up: int) -> bool:
        if self.record.kinds[kind].surrender is None:
            return False
        if not self.record.surrender_against[up - 1]:
            return False
        if self.record.early_surrender:
            return kind != UNSPLIT or up not in (1, 10)
        return self.record.checked[up - 1]

    def tie(self, kind: int, up: int) -> int:
        """What a blackjack is paid against the dealer's."""
        if kind == UNSPLIT:
            return self.record.tie_against_ace if up == 1 else self.record.tie_against_ten
        terms = self.record.kinds[kind]
        return terms.natural_ties_ace if up == 1 else terms.natural_ties

    def left(self, hand: Counts, up: int) -> Counts:
        return less(tuple(a - b for a, b in zip(self.shoe, hand, strict=True)), up)

    def _lone(self, kind: int, hand: Counts, up: int) -> dict[str, Fraction]:
        """What each choice is worth in cents, given that the dealer's check found nothing."""
        terms, left = self.record.kinds[kind], self.left(hand, up)
        values: dict[str, Fraction] = {}
        unseen = not self.record.checked[up - 1]
        if self.is_natural(kind, hand):
            tie = self.tie(kind, up)
            lost = Fraction(left[10 - up], sum(left)) if self.record.opened(up - 1) else Fraction(0)
            values["go on"] = terms.natural_pays * (1 - lost) + tie * lost
            doubles = self.options(kind, hand, up) if terms.natural_doubles and not unseen else {}
        else:
            values["stand"] = self.stand(hand, up, left, terms.win, terms.lose)
            if terms.hit and sum(hand) < self.record.charlie:
                values["hit"] = sum(
                    (chance * self.best(kind, more(hand, c), up, -terms.lose) for c, chance in self.draws(left, up)),
                    Fraction(0),
                )
            if sum(hand) == 2 and terms.surrender is not None and self.may_surrender(kind, up):
                values["surrender"] = Fraction(-terms.surrender)
            doubles = self.options(kind, hand, up)
        for name, amounts in doubles.items():
            values[name] = self.one_more(hand, up, amounts)
        return self.noted(values, hand, up)

    def noted(self, values: dict[str, Fraction], hand: Counts, up: int) -> dict[str, Fraction]:
        if sum(worth == max(values.values()) for worth in values.values()) > 1:
            self.ties.add((hand, up))
        return values

    def tied(self, pair: int, up: int) -> bool:
        """Whether split hands of a pair came to two choices that are worth the same, and the others may not be."""
        return any(hand[pair - 1] and at == up for hand, at in self.ties)

    def best(self, kind: int, hand: Counts, up: int, broken: int) -> Fraction:
        return Fraction(broken) if points(hand) > 21 else max(self.lone(kind, hand, up).values())

    def one_more(self, hand: Counts, up: int, amounts: Amounts) -> Fraction:
        """A hand that gets one card for a double."""
        draws = self.draws(self.left(hand, up), up)
        return sum(
            (chance * max(self.doubled(more(hand, c), up, amounts).values()) for c, chance in draws), Fraction(0)
        )

    def doubled(self, hand: Counts, up: int, amounts: Amounts) -> dict[str, Fraction]:
        """What may be done with a doubled hand: it stands, or is doubled again."""
        (win, lose), *again = amounts
        if points(hand) > 21:
            return {"broken": Fraction(-lose)}
        values = {"stand": self.stand(hand, up, self.left(hand, up), win, lose)}
        total, soft = total_of(hand)
        if again and sum(hand) < self.record.charlie and self.record.may_double(total, soft=soft):
            values["double again"] = self.one_more(hand, up, tuple(again))
        return self.noted(values, hand, up)

    # split hands, one after the other

    def split(self, pair: int, up: int) -> Fraction:
        """What splitting a pair is worth in cents, each hand played as if it were the only one."""
        own, lammer = (SPLIT_ACE, ACE_LAMMER) if pair == 1 else (SPLIT, LAMMER)
        new = lammer if self.record.free_pairs[pair - 1] else own
        left = less(less(less(self.shoe, pair), pair), up)
        return self.rest(pair, up, new, (), (own, new), 2, left)

    def _rest(
        self, pair: int, up: int, new: int, done: tuple[tuple[int, int, int], ...], queue: tuple[int, ...],
        hands: int, left: Counts,
    ) -> Fraction:  # fmt: skip
        """The hands that still wait for their second card, then the dealer."""
        if not queue:
            return sum(
                (chance * sum(self.settle(hand, end) for hand in done) for end, chance in self.ends(left, up).items()),
                Fraction(0),
            )
        value = Fraction(0)
        for card, chance in self.draws(left, up):
            after = less(left, card)
            if card == pair and hands < self.record.most_hands[pair - 1]:
                waiting = (queue[0], new, *queue[1:])
                value += chance * self.rest(pair, up, new, done, waiting, hands + 1, after)
            else:
                hand = more(more((0,) * 10, pair), card)
                value += chance * self.act((pair, up, new), done, queue, hands, hand, after)
        return value

    def settle(self, hand: tuple[int, int, int], dealer: int) -> int:
        total, win, lose = hand
        if total == NATURAL:
            return lose if dealer == NATURAL else win
        return self.result(total, dealer, win, lose)

    def act(
        self, split: tuple[int, int, int], done: tuple[tuple[int, int, int], ...], queue: tuple[int, ...], hands: int,
        hand: Counts, left: Counts,
    ) -> Fraction:  # fmt: skip
        """Play the hand on turn as if it were the only one."""
        kind, up = queue[0], split[1]
        terms = self.record.kinds[kind]

        def go_on(won: int, finished: tuple[int, int, int] | None, left: Counts) -> Fraction:
            hands_done = done if finished is None else tuple(sorted((*done, finished)))
            return won + self.rest(*split, hands_done, queue[1:], hands, left)

        if points(hand) > 21:
            return go_on(-terms.lose, None, left)
        values = self.lone(kind, hand, up)
        choice = max(values, key=lambda name: values[name])
        if choice == "stand":
            return go_on(0, (self.shown(hand), terms.win, terms.lose), left)
        if choice == "surrender":
            return go_on(-(terms.surrender or 0), None, left)
        if choice == "go on":
            return go_on(0, (NATURAL, terms.natural_pays, self.tie(kind, up)), left)
        if choice == "hit":
            return sum(
                (chance * self.act(split, done, queue, hands, more(hand, card), less(left, card))
                 for card, chance in self.draws(left, up)), Fraction(0),
            )  # fmt: skip

        def double(hand: Counts, left: Counts, amounts: Amounts) -> Fraction:
            value = Fraction(0)
            for card, chance in self.draws(left, up):
                third, after, (win, lose) = more(hand, card), less(left, card), amounts[0]
                values = self.doubled(third, up, amounts)
                choice = max(values, key=lambda name: values[name])
                if choice == "double again":
                    value += chance * double(third, after, amounts[1:])
                elif choice == "broken":
                    value += chance * go_on(-lose, None, after)
                else:
                    value += chance * go_on(0, (self.shown(third), win, lose), after)
            return value

        return double(hand, left, self.options(kind, hand, up)[choice])

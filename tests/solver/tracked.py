"""The approximations behind a published figure, to show which part of it is play and which is arithmetic.

hhoppe/blackjack gives 0.617811 % for total-dependent play. Its analysis, at the setting it is published with, removes
from the shoe at most nine cards that were seen; a hand of more than five cards counts as a shorter one with the same
first two cards and total; and a split hand does not see what other hands drew beside cards of the pair's value.
"""

from __future__ import annotations

from functools import cache

from pitboss.maths.blackjack.playbook import Move, Playbook
from pitboss.maths.blackjack.record import SPLIT, SPLIT_ACE, UNSPLIT

SEEN = 9
LONGEST = 5
HANDS = 4
Cards = tuple[int, ...]


def total(cards: Cards) -> tuple[int, bool]:
    points = sum(cards)
    soft = 1 in cards and points < 12
    return points + 10 * soft, soft


class Tracked:
    """The edge of a playbook by that analysis: six decks, the dealer hits soft 17."""

    def __init__(self, book: Playbook) -> None:
        self.book = book
        self.shoe = {value: 24 if value < 10 else 96 for value in range(1, 11)}
        self.draws, self.dealer, self.ends = cache(self._draws), cache(self._dealer), cache(self._ends)
        self.worth = cache(self._worth)

    def edge(self) -> float:
        value = 0.0
        for up in range(1, 11):
            for low in range(1, 11):
                for high in range(low, 11):
                    value += self.deal(low, high, up)
        return -value

    def deal(self, low: int, high: int, up: int) -> float:
        left, chance = dict(self.shoe), 1.0
        for seen, card in enumerate((up, low, high)):
            chance *= left[card] / (312 - seen)
            left[card] -= 1
        blackjack = left[11 - up] / 309 if up in (1, 10) else 0.0
        chance *= 1 + (low != high)
        if (low, high) == (1, 10):
            return chance * 1.5 * (1 - blackjack)
        return chance * ((1 - blackjack) * self.worth((low, high), up, (), UNSPLIT) - blackjack)

    def _draws(self, seen: Cards, up: int) -> tuple[tuple[int, float], ...]:
        """The next card; an ace or a ten up has been checked, so that the hole card is none of some."""
        left: dict[int, float] = dict(self.shoe)
        for card in seen:
            left[card] -= 1
        if up in (1, 10):
            may_lie = sum(n for card, n in left.items() if card != 11 - up)
            left = {card: n if card == 11 - up else n - n / may_lie for card, n in left.items()}
        cards = sum(left.values())
        return tuple((card, n / cards) for card, n in left.items())

    # the dealer

    def _ends(self, up: int, seen: Cards) -> dict[int, float]:
        ends: dict[int, float] = {}
        sure = 0.0
        for card, chance in self.draws(seen, 0):
            if {card, up} == {1, 10}:
                continue
            sure += chance
            for end, part in self.dealer(*total((up, card)), self.more(seen, card)).items():
                ends[end] = ends.get(end, 0.0) + chance * part
        return {end: chance / sure for end, chance in ends.items()}

    def _dealer(self, points: int, soft: bool, seen: Cards) -> dict[int, float]:
        if points > 17 or (points == 17 and not soft):
            return {min(points, 22): 1.0}
        ends: dict[int, float] = {}
        for card, chance in self.draws(seen, 0):
            now, still = points + card, soft
            if now > 21 and soft:
                now, still = now - 10, False
            elif card == 1 and now < 12:
                now, still = now + 10, True
            for end, part in self.dealer(now, still, self.more(seen, card)).items():
                ends[end] = ends.get(end, 0.0) + chance * part
        return ends

    def more(self, seen: Cards, card: int) -> Cards:
        return seen if len(seen) >= SEEN else tuple(sorted((*seen, card)))

    # the player

    def stand(self, cards: Cards, up: int, gone: Cards) -> float:
        points, _ = total(cards)
        if points > 21:
            return -1.0
        ends = self.ends(up, tuple(sorted((*cards, up, *gone)[:SEEN])))
        return sum(chance * (end > 21 or (points > end) - (points < end)) for end, chance in ends.items())

    def move(self, cards: Cards, up: int, kind: int) -> Move:
        if len(cards) > 2:
            points, soft = total(cards)
            return Move(self.book.later[kind, up - 1, int(soft), points])
        a, b = cards[0] - 1, cards[1] - 1
        found = Move(self.book.first[kind, up - 1, a, b])
        return Move(self.book.unsplit[kind, up - 1, a]) if found == Move.SPLIT and kind != UNSPLIT else found

    def _worth(self, cards: Cards, up: int, gone: Cards, kind: int) -> float:
        move = self.move(cards, up, kind)
        if move == Move.STAND:
            return self.stand(cards, up, gone)
        if move == Move.SPLIT:
            return self.split(cards[0], up)
        draws = self.draws(tuple(sorted((*cards, up, *gone))), up)
        if move == Move.DOUBLE:
            return sum(2 * chance * self.stand(self.drawn(cards, card), up, gone) for card, chance in draws)
        value = 0.0
        for card, chance in draws:
            if total((*cards, card))[0] > 21:
                value -= chance
            else:
                value += chance * self.worth(self.drawn(cards, card), up, gone, kind)
        return value

    def drawn(self, cards: Cards, card: int) -> Cards:
        if len(cards) < LONGEST:
            return (*cards[:2], *sorted((*cards[2:], card)))
        points, soft = total((*cards, card))
        if points > 21:
            return (*cards, card)
        return self.shorter(cards[:2], points, soft)

    def shorter(self, first: Cards, points: int, soft: bool) -> Cards:
        """One or two cards on top of the first two that make the same total."""
        for one in range(1, 11):
            if total((*first, one)) == (points, soft):
                return (*first, one)
        low = points - 11 if soft else points - 10
        for one, two in ((1, low - sum(first)), (low - sum(first), 10)):
            if one > 0 and two > 0 and total((*first, one, two)) == (points, soft):
                return (*first, one, two)
        raise AssertionError((first, points, soft))

    def split(self, value: int, up: int) -> float:
        """Hand after hand: only cards of the pair's value are remembered from one to the next."""
        most = 2 if value == 1 else HANDS
        kind = SPLIT_ACE if value == 1 else SPLIT

        def play(gone: Cards, done: int, waiting: int) -> float:
            worth = 0.0
            for card, chance in self.draws(tuple(sorted((value, up, *gone)[:SEEN])), up):
                if card == value and done + waiting < most:
                    worth += chance * play((card, *gone), done, waiting + 1)
                    continue
                low, high = sorted((value, card))
                worth += chance * self.worth((low, high), up, gone, kind)
                if waiting > 1:
                    worth += chance * play(gone, done + 1, waiting - 1)
            return worth

        return play((value,), 0, 2)

"""Strategies a person can learn: the best play by totals, and by the first two cards and totals later.

An entry of such a strategy is a line of preferences, say "surrender, else double, else hit": the first that is allowed
is done, so one entry serves two cards and more, hands as dealt and hands that were split. Hands on lammers have
entries of their own, as a lost lammer costs nothing.

What an entry is worth is added up over all hands it is for, each as often as it comes about under that very strategy,
split hands included. So entries are found from the highest points down, each with what follows fixed, then how often
each hand comes about is found anew, until nothing changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.blackjack import play as k
from pitboss.maths.blackjack.kernel_terms import terms_row
from pitboss.maths.blackjack.moves import (
    CHAINS,
    CHOICE_OF,
    FirstMoves,
    follow,
    is_natural,
    later_moves,
    split_kinds,
    total_of,
)
from pitboss.maths.blackjack.playbook import Move, Playbook
from pitboss.maths.blackjack.record import ACE_LAMMER, KINDS, LAMMER, MOST_AGAIN, UNSPLIT
from pitboss.maths.blackjack.redoubles import Raises, most_again, raises_of
from pitboss.maths.blackjack.solver import Solution, Work, dealt, pair_left
from pitboss.maths.blackjack.tables import ALL_UPS
from pitboss.maths.cache import kernel

__all__ = ["best_total_dependent", "both", "two_card"]

F64 = NDArray[np.float64]
I8 = NDArray[np.int8]
I32 = NDArray[np.int32]
I64 = NDArray[np.int64]

LINKS = np.array([[CHOICE_OF[m] for m in chain] + [k.STAND] * (4 - len(chain)) for chain in CHAINS], dtype=np.int8)
STANDS_FIRST = np.arange(len(CHAINS))
HITS_FIRST = STANDS_FIRST ^ 1
"""What is taken of lines that are worth the same, or that no hand ever follows."""
KEYS = 12
"""Entries for hands of N points: hard and soft ones, and two cards by the lower one."""
ON_LAMMER = (LAMMER, ACE_LAMMER)
ROUNDING = 1e-12
"""What two lines of preferences may differ by and still be equal: then all hands of an entry count alike."""
MOST_ROUNDS = 20
"""More than any strategy takes to settle."""


def best_total_dependent(solution: Solution) -> Playbook:
    """The best play that looks only at the total, whether it is soft, and whether a pair can be split."""
    return _Search(solution).best(by_cards=False)


def two_card(solution: Solution) -> Playbook:
    """The best play that looks at the first two cards, and from the third on at the total only."""
    return _Search(solution).best(by_cards=True)


def both(solution: Solution) -> tuple[Playbook, Playbook]:
    """The best play by totals and the one by two cards, for which most of the work is the same."""
    search = _Search(solution)
    return search.best(by_cards=False), search.best(by_cards=True)


@dataclass
class Stream:
    """All hands of one kind: as dealt, or split from any pair with any number of its cards gone, by their points."""

    kind: int
    place: dict[tuple[int, int], I64]
    """Where the hands split from a pair lie, by its value and how many more of its cards are gone."""
    terms: F64
    surrender: I8
    hands: I32
    counts: I8
    total: I8
    soft: I8
    size: I8
    child: I32
    points: I8
    key: I64
    """Which entry of its points each hand belongs to in the search under way."""
    win: F64
    lose: F64
    wins: F64
    values: F64
    """What each choice is worth, for hands of as many points as are being worked out."""
    best: F64
    choice: I8
    weight: F64
    raises: Raises
    raised_weight: F64
    """How often each doubled hand comes about, by how it began and how often it was doubled again."""


@kernel("void(int64[::1], int8[:, ::1], int32[:, ::1], int8[:, ::1], float64[:, ::1])", makes_arrays=False)
def pass_on(shoe: I64, counts: I8, child: I32, choice: I8, weight: F64) -> None:
    """How often each hand comes about, given how often it is a first one: lower points come first."""
    for hand in range(len(counts)):
        for up in range(10):
            if choice[hand, up] != k.HIT or weight[hand, up] == 0.0:
                continue
            cards = -1.0
            for c in range(10):
                cards += shoe[c] - counts[hand, c]
            for c in range(10):
                left = shoe[c] - counts[hand, c] - (c == up)
                if child[hand, c] >= 0 and left > 0.0:
                    weight[child[hand, c], up] += weight[hand, up] * left / cards


@kernel(
    "void(int64[::1], int8[:, ::1], int8[::1], int8[::1], int8[::1], int32[:, ::1], int8[:, ::1], float64[:, ::1], "
    "int8[::1], int64[::1], int8[:, :, :, ::1], float64[:, :, :, ::1])",
    makes_arrays=False,
)
def pass_on_raised(
    shoe: I64, counts: I8, total: I8, soft: I8, size: I8, child: I32, choice: I8, weight: F64, totals: I8, most: I64,
    again: I8, raised: F64,
) -> None:  # fmt: skip
    """How often each doubled hand comes about, given how often each hand does."""
    for hand in range(len(counts)):
        for up in range(10):
            for b in range(raised.shape[2]):
                for times in range(raised.shape[3]):
                    raised[hand, up, b, times] = 0.0
    for hand in range(len(counts)):
        for up in range(10):
            cards = -1.0
            for c in range(10):
                cards += shoe[c] - counts[hand, c]
            does, began = choice[hand, up], k.FULL
            if does == k.DOUBLE_LESS:
                began = k.LESS
            elif size[hand] == 2 and not soft[hand] and totals[total[hand]] & k.FREE_TOTAL and most[k.FREE] >= 0:
                began = k.FREE
            for c in range(10):
                left = shoe[c] - counts[hand, c] - (c == up)
                if child[hand, c] < 0 or left <= 0.0:
                    continue
                into, p = raised[child[hand, c], up], left / cards
                if does == k.DOUBLE or does == k.DOUBLE_LESS:
                    into[began, 0] += p * weight[hand, up]
                for b in range(len(most)):
                    for times in range(most[b]):
                        if again[hand, up, b, times]:
                            into[b, times + 1] += p * raised[hand, up, b, times]


@kernel(
    "void(int64, int64, int8[::1], float64[:, :, :, :, ::1], int64[::1], float64[:, :, :, ::1], float64[:, :, ::1], "
    "float64[:, :, ::1])",
    makes_arrays=False,
)
def weigh_raises(first: int, last: int, soft: I8, worth: F64, most: I64, weight: F64, weighed: F64, plain: F64) -> None:
    """Add up what doubling again gains by softness, up card and doubles left: as often as it comes, and once each."""
    for hand in range(first, last):
        for up in range(10):
            for began in range(len(most)):
                for times in range(most[began]):
                    row = worth[hand, up, began, times]
                    if row[k.AGAIN] > k.NOT_ALLOWED:
                        gain = row[k.AGAIN] - row[k.STOOD]
                        weighed[soft[hand], up, most[began] - times] += weight[hand, up, began, times] * gain
                        plain[soft[hand], up, most[began] - times] += gain


@kernel(
    "void(int64, int64, float64[:, :, ::1], float64[:, ::1], int64[::1], int8[:, ::1], float64[:, :, ::1], "
    "float64[:, :, ::1])",
    makes_arrays=False,
)
def weigh_chains(
    first: int, last: int, values: F64, weight: F64, key: I64, links: I8, weighed: F64, plain: F64
) -> None:
    """Add up what each line of preferences is worth by key and up card, hands as often as they come and once each."""
    for hand in range(first, last):
        for up in range(10):
            row = values[hand - first, up]
            if row[k.NATURAL] > k.NOT_ALLOWED:
                continue
            for chain in range(len(links)):
                for link in range(links.shape[1]):
                    worth = row[links[chain, link]]
                    if worth > k.NOT_ALLOWED:
                        weighed[key[hand], up, chain] += weight[hand, up] * worth
                        plain[key[hand], up, chain] += worth
                        break


@kernel(
    "void(int64, int64, float64[:, :, ::1], int64[::1], int8[:, ::1], int64[:, ::1], float64[:, ::1], int8[:, ::1])",
    makes_arrays=False,
)
def follow_chains(first: int, last: int, values: F64, key: I64, links: I8, chosen: I64, best: F64, choice: I8) -> None:
    """Play every hand by the line of preferences of its key; a blackjack is never one of them."""
    for hand in range(first, last):
        for up in range(10):
            best[hand, up], row = 0.0, values[hand - first, up]
            natural = row[k.NATURAL]
            if natural > k.NOT_ALLOWED:
                choice[hand, up], best[hand, up] = k.NATURAL, natural
                for double in (k.DOUBLE, k.DOUBLE_LESS):
                    if row[double] > best[hand, up]:
                        choice[hand, up], best[hand, up] = double, row[double]
                continue
            for link in range(links.shape[1]):
                does = links[chosen[key[hand], up], link]
                if row[does] > k.NOT_ALLOWED:
                    choice[hand, up], best[hand, up] = does, row[does]
                    break


class _Search:
    """The search for strategies of one kind and the other."""

    by_cards: bool
    split: NDArray[np.bool_]
    chosen: I64
    again: NDArray[np.uint8]
    """How many more doubles must be open for a doubled hand to be doubled again, by points and softness."""

    def __init__(self, solution: Solution) -> None:
        self.solution, self.record, self.table = solution, solution.record, solution.table
        self.work = Work(solution.record, solution.shoe)
        values = solution.shoe.values
        self.pairs = [v for v in range(10) if solution.splits and self.record.most_hands[v] > 1 and values[v] > 1]
        if self.pairs:
            removed = np.concatenate([self.removed(v).ravel() for v in self.pairs])
            self.work.find_ends(np.unique(removed).astype(np.int64), ALL_UPS)
        self.streams = self._streams()
        self.first_moves = FirstMoves(self.record)
        self.lammers = any(stream.kind in ON_LAMMER for stream in self.streams)

    def best(self, *, by_cards: bool) -> Playbook:
        """Search until no entry changes, from best play on."""
        self.by_cards = by_cards
        self.split = np.zeros((10, 10), dtype=np.bool_)
        self.chosen = np.zeros((2, 22, KEYS, 10), dtype=np.int64)
        self.again = np.zeros((2, 22, 2, 10), dtype=np.uint8)
        for stream in self.streams:
            stream.key = self._keys(stream.hands)
            stream.choice[:] = self.solution.kinds[stream.kind].choice[stream.hands]
            stream.best[:] = self.solution.kinds[stream.kind].best[stream.hands]
            stream.raises.again[:] = self.solution.kinds[stream.kind].raises.again[stream.hands]
        self.choose_splits()
        for _ in range(MOST_ROUNDS):
            chosen, split, again = self.chosen.copy(), self.split.copy(), self.again.copy()
            self.weigh_hands()
            for points in range(21, 1, -1):
                self.choose(points)
            self.choose_splits()
            if (chosen == self.chosen).all() and (split == self.split).all() and (again == self.again).all():
                break
        return self.playbook()

    # hands

    def _streams(self) -> list[Stream]:
        t = self.table
        unsplit = np.arange(t.hands, dtype=np.int32)
        kinds = sorted({kind for v in self.pairs for kind in split_kinds(self.record, v)})
        return [self._stream(UNSPLIT, unsplit, unsplit, t.child, {}), *map(self._split_stream, kinds)]

    def _split_stream(self, kind: int) -> Stream:
        """Hands of a kind, whatever pair they are of: they are played by the same entries, so all at once."""
        t = self.table
        hands, rows, children, at, place = [], [], [], 0, {}
        for v in (v for v in self.pairs if kind in split_kinds(self.record, v)):
            start, end = t.split_start[v : v + 2]
            members = t.split_hand[start:end]
            child = t.child[members]
            within = t.split_place[v][child] - start
            for gone, removed in enumerate(self.removed(v).T):
                hands.append(members)
                rows.append(removed)
                children.append(np.where(child >= 0, within + at, -1))
                place[v, gone] = at + np.arange(len(members))
                at += len(members)
        held, child = np.concatenate(hands), np.concatenate(children)
        order = np.argsort((t.total - 10 * t.soft)[held], kind="stable")
        moved = np.empty(len(order) + 1, dtype=np.int32)
        moved[order], moved[-1] = np.arange(len(order)), -1
        place = {key: moved[where].astype(np.int64) for key, where in place.items()}
        return self._stream(kind, held[order], np.concatenate(rows)[order], moved[child[order]], place)

    def removed(self, value: int) -> I32:
        """Where the cards of the hands split from a pair lie, with as many more of its cards as can be gone."""
        start, end = self.table.split_start[value : value + 2]
        return self.table.split_removed[start:end, : self.work.more(value) + 1]

    def _stream(self, kind: int, hands: I32, rows: I32, child: I32, place: dict[tuple[int, int], I64]) -> Stream:
        t, work, record, n = self.table, self.work, self.record, len(hands)
        total, soft = t.total[hands], t.soft[hands]
        win, lose = np.empty((n, 10)), np.empty((n, 10))
        most = np.bincount(total - 10 * soft).max()
        k.stand_chances(
            total, t.size[hands], rows, work.ends, record.push_22, record.ties, work.late, record.charlie, win, lose,
        )  # fmt: skip
        return Stream(
            kind, place, terms_row(record, kind), work.surrender_against(kind, before_check=k.EARLY), hands,
            t.counts[rows], total, soft, t.size[hands], child, total - 10 * soft, np.empty(0, dtype=np.int64),
            win, lose, work.wins(kind)[hands], np.empty((most, 10, k.CHOICES)), np.zeros((n, 10)),
            np.zeros((n, 10), dtype=np.int8), np.empty((n, 10)), (raises := raises_of(record, kind, n)),
            np.zeros(raises.again.shape),
        )  # fmt: skip

    def _keys(self, hands: I32) -> I64:
        """Which entry a hand belongs to among those of its points: by softness, two cards perhaps by the lower one."""
        t = self.table
        key = t.soft[hands].astype(np.int64)
        if self.by_cards:
            two = t.size[hands] == 2
            key[two] = 2 + np.argmax(t.counts[hands[two]] > 0, axis=1)
        return key

    @cache  # noqa: B019  (a search is over soon)
    def second_cards(self, value: int, gone: int, up: int) -> tuple[list[tuple[int, float]], I64]:
        """The second cards of a split hand by value and chance, and their places among the hands of the pair."""
        left = [n - (c == up) - (c == value) * (2 + gone) for c, n in enumerate(self.work.shoe.values)]
        cards, places = sum(left), self.table.split_place[value, self.two_cards(value)] - self.table.split_start[value]
        held = [c for c, n in enumerate(left) if n > 0]
        return [(c, left[c] / cards) for c in held], places[held]

    @cache  # noqa: B019
    def two_cards(self, value: int) -> I64:
        """The hands of a card of a value and one of each; where there is none, nobody asks."""
        hands = (tuple((x == value) + (x == c) for x in range(10)) for c in range(10))
        return np.array([self.table.row.get(hand, 0) for hand in hands])

    # how often hands come about

    def weigh_hands(self) -> None:
        """How often each hand comes about under the play as it is."""
        for stream in self.streams:
            stream.weight[:] = 0.0
        for a, b, up, chance in dealt(self.work.shoe.values):
            split = 0.0
            if a == b and self.split[a, up]:
                split = sum(share for share, _ in self.work.pair_shares(a, up))
                self.weigh_split(a, up, chance)
            hand = self.table.row[tuple((v == a) + (v == b) for v in range(10))]
            self.streams[0].weight[hand, up] += chance * (1.0 - split)
        for stream in self.streams:
            s = stream
            pass_on(self.work.counts, s.counts, s.child, s.choice, s.weight)
            if self.record.redoubles:
                pass_on_raised(
                    self.work.counts, s.counts, s.total, s.soft, s.size, s.child, s.choice, s.weight, self.work.totals,
                    s.raises.most, s.raises.again, s.raised_weight,
                )  # fmt: skip

    def weigh_split(self, value: int, up: int, chance: float) -> None:
        """The first two cards of every hand that a pair becomes."""
        most = self.record.most_hands[value]
        for share, same in self.work.pair_shares(value, up):
            weights = self.work.split_weights(value, up, same, most)
            for stream, hands, weighed in self.second_hands(value, up, weights):
                stream.weight[hands, up] += [chance * share * weight for weight in weighed]

    def second_hands(
        self, value: int, up: int, weights: tuple[tuple[F64, F64], ...]
    ) -> Iterator[tuple[Stream, I64, list[float]]]:
        """The hands of two cards that a pair becomes, as far as they lie together, and what each counts."""
        for stream, gone, where in self.of_pair(value):
            of_other, of_pair = (float(of[gone]) for of in self.of_kind(weights, stream.kind, value))
            cards, places = self.second_cards(value, gone, up)
            yield stream, where[places], [of_pair if c == value else of_other * part for c, part in cards]

    @cache  # noqa: B019
    def of_pair(self, value: int) -> list[tuple[Stream, int, I64]]:
        """The hands split from a pair: with N more of its cards gone, and where they lie."""
        every = ((stream, *each) for stream in self.streams for each in stream.place.items())
        return [(stream, gone, where) for stream, (v, gone), where in every if v == value]

    def of_kind(self, weights: tuple[tuple[F64, F64], ...], kind: int, value: int) -> tuple[F64, F64]:
        """What hands of a kind count: the first hand and the new ones together where they are of one kind."""
        first, new = weights
        if len(split_kinds(self.record, value)) == 1:
            return first[0] + new[0], first[1] + new[1]
        return new if kind in ON_LAMMER else first

    # the choice of entries

    def choose(self, points: int) -> None:
        """The best entries for hands of N points, all that follows being fixed."""
        weighed, plain = np.zeros((2, 2, KEYS, 10, len(CHAINS)))
        spans = [np.searchsorted(stream.points, (points, points + 1)) for stream in self.streams]
        if self.record.redoubles:
            self.choose_again(points, spans)
        for stream, (first, last) in zip(self.streams, spans, strict=True):
            s, group = stream, self.group(stream.kind)
            self.work_out(s, first, last)
            weigh_chains(first, last, s.values, s.weight, s.key, LINKS, weighed[group], plain[group])
        near = weighed.max(axis=-1, keepdims=True) - ROUNDING * np.abs(weighed).max(axis=-1, keepdims=True)
        order = HITS_FIRST if points < 12 else STANDS_FIRST
        self.chosen[:, points] = order[np.where(weighed >= near, plain, -np.inf)[..., order].argmax(axis=-1)]
        for stream, (first, last) in zip(self.streams, spans, strict=True):
            s, chosen = stream, self.chosen[self.group(stream.kind), points]
            follow_chains(first, last, s.values, s.key, LINKS, chosen, s.best, s.choice)

    def work_out(self, s: Stream, first: int, last: int) -> None:
        """What every choice of some hands is worth, all that follows being fixed."""
        k.best_play(
            self.work.counts, s.counts, s.total, s.soft, s.size, s.child, s.win, s.lose, s.wins, s.terms,
            self.work.totals, self.work.late, s.surrender, self.record.charlie, first, last, True, s.values, s.best,
            s.choice, *s.raises, np.empty(10),
        )  # fmt: skip

    def choose_again(self, points: int, spans: list[I64]) -> None:
        """From how many doubles left on doubled hands of N points are best doubled again."""
        weighed, plain = np.zeros((2, 2, 2, 10, MOST_AGAIN + 1))
        for s, (first, last) in zip(self.streams, spans, strict=True):
            s.raises.again[first:last] = 0
            self.work_out(s, first, last)
            group = self.group(s.kind)
            weigh_raises(
                first, last, s.soft, s.raises.worth, s.raises.most, s.raised_weight, weighed[group], plain[group]
            )
        gains = np.where((weighed != 0.0).any(axis=-1, keepdims=True), weighed, plain)
        from_on = np.flip(np.flip(gains, axis=-1).cumsum(axis=-1), axis=-1)
        from_on[..., 0] = 0.0  # never
        self.again[:, points] = from_on.argmax(axis=-1)
        for s, (first, last) in zip(self.streams, spans, strict=True):
            least = self.again[self.group(s.kind), points][s.soft[first:last]]
            allowed = s.raises.worth[first:last, ..., k.AGAIN] > k.NOT_ALLOWED
            for began, most in enumerate(s.raises.most.tolist()):
                for times in range(most):
                    open_ = (least > 0) & (least <= most - times) & allowed[:, :, began, times]
                    s.raises.again[first:last, :, began, times] = open_

    def group(self, kind: int) -> int:
        return int(self.lammers and kind in ON_LAMMER)

    def choose_splits(self) -> None:
        """Split where the hands are then worth more, played by the entries as they are."""
        lone = self.streams[0].best
        for v in self.pairs:
            pair = self.table.row[tuple(2 * (x == v) for x in range(10))]
            for up in range(10):
                if pair_left(self.work.shoe.values, v, up) < 0:
                    continue
                shares = self.work.pair_shares(v, up)
                worth = sum(share * self.split_worth(v, up, same) for share, same in shares)
                self.split[v, up] = worth > sum(share for share, _ in shares) * lone[pair, up]

    def split_worth(self, value: int, up: int, same: int) -> float:
        weights = self.work.split_weights(value, up, same, self.record.most_hands[value])
        total = 0.0
        for stream, hands, weighed in self.second_hands(value, up, weights):
            for weight, best in zip(weighed, stream.best[hands, up].tolist(), strict=True):
                total += weight * best
        return total

    # the playbook

    def playbook(self) -> Playbook:
        """The entries as tables, each with the first preference that is allowed there."""
        kinds = len(KINDS)
        first, unsplit = np.zeros((kinds, 10, 10, 10), dtype=np.uint8), np.zeros((kinds, 10, 10), dtype=np.uint8)
        later = np.zeros((kinds, 10, 2, 22), dtype=np.uint8)
        for kind, up, a, b in product(range(kinds), range(10), range(10), range(10)):
            first[kind, up, a, b] = self.first_move(kind, up, a, b, split=True)
        for kind, up, v in product(range(kinds), range(10), range(10)):
            unsplit[kind, up, v] = self.first_move(kind, up, v, v, split=False)
        for kind, up, soft, total in product(range(kinds), range(10), range(2), range(4, 22)):
            if total - 10 * soft > 1:
                chain = self.chosen[self.group(kind), total - 10 * soft, soft, up]
                allowed = later_moves(self.record, kind, total, soft=bool(soft))
                later[kind, up, soft, total] = follow(CHAINS[chain], allowed)
        again = np.zeros((kinds, 10, 2, 22), dtype=np.uint8)
        for kind, soft, total in product(range(kinds), range(2), range(4, 22)):
            if total - 10 * soft > 1 and self.record.may_double(total, soft=bool(soft)):
                least = self.again[self.group(kind), total - 10 * soft, soft]
                again[kind, :, soft, total] = np.where(least <= most_again(self.record, kind), least, 0)
        insure, even_money = self.before_check()
        return Playbook(first, unsplit, later, insure, even_money, again)

    def first_move(self, kind: int, up: int, a: int, b: int, *, split: bool) -> Move:
        allowed = self.first_moves.of(kind, up, a, b)
        if is_natural(self.record, kind, a, b):
            return self.natural_move(kind, up, allowed)
        if split and a == b and Move.SPLIT in allowed and self.split[a, up]:
            return Move.SPLIT
        total, soft = total_of(a, b)
        key = 2 + min(a, b) if self.by_cards else int(soft)
        return follow(CHAINS[self.chosen[self.group(kind), total - 10 * soft, key, up]], allowed)

    def natural_move(self, kind: int, up: int, allowed: tuple[Move, ...]) -> Move:
        """A blackjack is doubled where that is worth more than what it pays."""
        row = self.table.row.get((1, *(0,) * 8, 1))
        values = self.solution.kinds[kind].values if kind in self.solution.kinds else None
        if row is None or values is None:
            return Move.STAND
        worth = {move: values[row, up, k.NATURAL if move == Move.STAND else move] for move in allowed}
        return max(worth, key=lambda move: worth[move])

    def before_check(self) -> tuple[bool, bool]:
        """Whether to insure every hand, and whether to take even money."""
        deal = self.solution.deals.get(((1, 10), 1), {})
        even_money = "even money" in deal and max(deal, key=lambda name: deal[name]) == "even money"
        return self.work.insurance_of_all(even_money=even_money) > 0.0, even_money

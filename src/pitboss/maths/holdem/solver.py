"""Exact hold'em: best play over all 27,813,810,024,000 outcomes, in whole numbers from the first to the last.

Every hand on every board up to an exchange of suits is compared with the dealer's 990 (:mod:`.boards`). That gives the
last decision, and summed over turn and river the one on the flop; summed over the flops, the one before it. Of choices
that are worth the same the smallest bet is taken. A second pass counts how the rounds end under this play, and the two
must give the same expectation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb, lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import NotationError
from pitboss.hands.poker import Category
from pitboss.maths._kernels.holdem_boards import PLAIN_SORTS
from pitboss.maths._kernels.holdem_index import BOARDS, FLOPS, PAIRS, WORDS
from pitboss.maths._kernels.holdem_lines import CARDS, tally_lines, weigh_lines
from pitboss.maths._kernels.holdem_tally import (
    DEALT_FLOPS,
    RAISES,
    plays_alike,
    plays_by_sorts,
    spread_flops,
    tally_hands,
    tally_sorts,
)
from pitboss.maths._kernels.holdem_values import (
    CLASS_OF,
    CLASSES,
    PAIR_MOVES,
    SUMS,
    TERMS,
    Term,
    weigh_boards,
)
from pitboss.maths.holdem.boards import (
    Lines,
    RankedBoards,
    Weighed,
    all_flops,
    flop_lines,
    free_pairs,
    in_threads,
    rank_all,
)
from pitboss.maths.holdem.play import BestPlay, bits, class_names, unpacked
from pitboss.maths.holdem.record import HoldemRecord, compile_holdem
from pitboss.maths.holdem.solution import OUTCOMES, Ending, HoldemSolution, endings_of
from pitboss.maths.poker.record import Raise
from pitboss.rules import Sheet

__all__ = ["LINES", "evaluate_play", "progressive_under_play", "solve"]

U8 = NDArray[np.uint8]
I64 = NDArray[np.int64]
U64 = NDArray[np.uint64]
Chosen = NDArray[np.bool_]

LINES = tuple(kind.line for kind in Category if kind >= Category.THREE_OF_A_KIND)
"""The lines that a progressive can pay on hole cards and flop."""
DEALERS = comb(45, 2)
PER_HAND = comb(50, 5) * comb(5, 3) * DEALERS
"""Outcomes for one pair of hole cards."""
EXCHANGED = 24
"""Exchanges of suits."""


class _Game(NamedTuple):
    """One game to be solved: its record in units that make all amounts whole, and the boards."""

    record: HoldemRecord
    boards: RankedBoards
    prizes: dict[str, Fraction]
    scale: Fraction
    """How much of a cent an amount in the sums is."""
    workers: int | None

    def whole(self, cents: Fraction | int) -> int:
        units = Fraction(cents) / self.scale
        assert units.denominator == 1
        return units.numerator

    def terms(self) -> I64:
        record, terms = self.record, np.zeros(TERMS, dtype=np.int64)
        terms[1:11] = [self.whole(cents) for cents in record.blind_pays]
        terms[Term.ANTE_WIN], terms[Term.STAKE] = self.whole(record.ante_win), self.whole(record.stake)
        terms[Term.NEEDS_PAIR] = record.needs_pair
        terms[Term.REFUND] = self.whole(record.stake) if record.refunds_folded else 0
        for place, bet in ((Term.RIVER, record.river), (Term.FLOP, record.flop)):
            if bet is not None:
                terms[place : place + 3] = 1, self.whole(bet.win), self.whole(bet.lose)
        return terms

    def prize_units(self) -> I64:
        """What each category wins by not being folded."""
        units = np.zeros(len(Category) + 1, dtype=np.int64)
        for line, prize in self.prizes.items():
            units[Category[line.upper()]] = self.whole(prize * self.record.stake)
        return units


def solve(
    sheet: Sheet,
    *,
    stake_cents: int | None = None,
    prizes: Mapping[str, Fraction | int] | None = None,
    workers: int | None = None,
    boards: RankedBoards | None = None,
) -> HoldemSolution:
    """Best play of a hold'em sheet, and all that follows from it.

    ``prizes`` are won, in units of the Ante, by hole cards that make a line with the flop and are not folded; play is
    then best for game and prizes together. ``boards`` are those of :func:`~.boards.rank_all`, where several games are
    solved one after another.
    """
    game = _game(compile_holdem(sheet, stake_cents=stake_cents), prizes, boards, workers)
    weighed = _weigh(game)
    off, flops = _weigh_prizes(game, weighed)
    gains = _flop_gains(flops)
    if game.record.flop is not None:
        off += _by_class(_flop_sums(gains))
    hands, chosen = _preflop(game, weighed.holes, off)
    names = class_names()
    multiples = np.array([chosen[name] for name in names], dtype=np.uint8)[CLASS_OF]
    raised = gains > 0 if game.record.flop is not None else np.zeros_like(gains, dtype=np.bool_)
    play = BestPlay(multiples, bits(raised), weighed.rivers)
    solution = _counted(game, play, hands)
    sizes = np.bincount(CLASS_OF, minlength=CLASSES).tolist()
    best = sum((max(hands[name].values()) * size for name, size in zip(names, sizes, strict=True)), Fraction())
    assert best / comb(52, 2) == solution.joint_expectation, "both passes over the boards agree"
    return solution


def evaluate_play(
    sheet: Sheet,
    play: BestPlay,
    *,
    stake_cents: int | None = None,
    workers: int | None = None,
    boards: RankedBoards | None = None,
) -> HoldemSolution:
    """What a given way to play is worth.

    It may not bet what the sheet does not offer, nor tell hands apart by the names of their suits alone.
    """
    game = _game(compile_holdem(sheet, stake_cents=stake_cents), None, boards, workers)
    offered = {0, *(bet.multiple for bet in game.record.preflop)}
    if not set(np.unique(play.preflop).tolist()) <= offered:
        raise NotationError("this way to play bets what is not offered before the flop")
    if (game.record.flop is None and play.flop.any()) or (game.record.river is None and play.river.any()):
        raise NotationError("this way to play bets on a street where no bet is offered")
    by_sorts = plays_by_sorts(game.boards.cards, play.river)
    if not (_plays_alike(play) and (by_sorts or plays_alike(game.boards.cards, play.river))):
        raise NotationError("this way to play depends on the names of suits", expected="the same play for like hands")
    return _counted(game, play, {}, by_sorts=by_sorts)


def _plays_alike(play: BestPlay) -> bool:
    """Whether like hands are played alike before and on the flop."""
    kinds = len(np.unique(np.column_stack((CLASS_OF, play.preflop)), axis=0))
    return kinds == CLASSES and plays_alike(all_flops().cards, play.flop)


def progressive_under_play(game: HoldemSolution | Sheet) -> dict[str, Fraction]:
    """The chance of each progressive line on hole cards and flop in a hand that is not folded."""
    solution = solve(game) if isinstance(game, Sheet) else game
    return {line: Fraction(count, OUTCOMES) for line, count in solution.kept.items()}


def _game(
    record: HoldemRecord,
    prizes: Mapping[str, Fraction | int] | None,
    boards: RankedBoards | None,
    workers: int | None,
) -> _Game:
    given = {line: Fraction(prize) for line, prize in (prizes or {}).items()}
    for line, prize in given.items():
        if line not in LINES or prize < 0:
            raise NotationError(f"no prize of {prize} for {line!r}", expected=f"amounts for {', '.join(LINES)}")
    parts = lcm(*((prize * record.stake / record.unit).denominator for prize in given.values()))
    scale = Fraction(record.unit, parts)
    if any(prize * record.stake / scale > MOST for prize in given.values()) or parts > MOST_PARTS:
        raise NotationError("these prizes are too large or too finely divided to be solved exactly")
    return _Game(record, boards or rank_all(workers=workers), given, scale, workers)


MOST, MOST_PARTS = 10**14, 10**4


# --- best play --------------------------------------------------------------------------------------------


def _weigh(game: _Game) -> Weighed:
    """The first pass over the boards; prizes change nothing in it, so it is done once for all who share the boards."""
    known = game.boards.weighed
    if game.record not in known:
        known.clear()
        known[game.record] = _weigh_boards(game._replace(scale=Fraction(game.record.unit)))
    return known[game.record]


def _weigh_boards(game: _Game) -> Weighed:
    terms, boards, sizes, ranked = game.terms(), game.boards.cards, game.boards.sizes, game.boards.ranked
    rivers = np.zeros((BOARDS, WORDS), dtype=np.uint64)

    def weigh(start: int, first: int, last: int) -> tuple[I64, I64, dict[int, I64]]:
        marks, weak = ranked[start]
        holes, flops = np.zeros((CLASSES, SUMS), dtype=np.int64), np.zeros((FLOPS, PAIRS), dtype=np.int64)
        by_sorts = np.zeros((FLOPS, 1 if start else 4, marks.shape[1]), dtype=np.int64)
        weigh_boards(boards, sizes, start, first, last, terms, marks, weak, rivers, holes, flops, by_sorts)
        return holes, flops, {start: by_sorts}

    parts = in_threads(weigh, workers=game.workers)
    holes, flops = _added_up([part[:2] for part in parts])
    for start in ranked:
        shares = [by_sorts[start] for _, _, by_sorts in parts if start in by_sorts]
        gains = sum(shares[1:], start=shares[0])
        for suit, pairs in enumerate(_sort_pairs(start)):
            flops += gains[:, suit, pairs]
    return Weighed(rivers, holes, flops)


def _weigh_prizes(game: _Game, weighed: Weighed) -> tuple[I64, I64]:
    """By class of hole cards, what prizes take off the best on the river, and what raising on a flop then gains."""
    terms, boards, sizes, ranked = game.terms(), game.boards.cards, game.boards.sizes, game.boards.ranked
    lines, prizes = flop_lines(), game.prize_units()

    def weigh(start: int, first: int, last: int) -> tuple[I64, I64]:
        off, flops = np.zeros(PAIRS, dtype=np.int64), np.zeros((FLOPS, PAIRS), dtype=np.int64)
        rows = boards, sizes, start, first, last, terms, *ranked[start]
        weigh_lines(*rows, *lines, prizes, weighed.rivers, off, flops)
        return off, flops

    if not prizes.any():
        return np.zeros((CLASSES, 1), dtype=np.int64), weighed.flops
    off, flops = _added_up(in_threads(weigh, workers=game.workers))
    return _by_class(off[:, None]), weighed.flops * game.whole(game.record.unit) + flops


def _added_up(parts: list[tuple[I64, I64]]) -> tuple[I64, I64]:
    """What several threads have found, together."""
    first, second = zip(*parts, strict=True)
    return sum(first[1:], start=first[0]), sum(second[1:], start=second[0])


def _sort_pairs(start: int) -> list[I64]:
    """By the suit of which a flush may be, the pair of sorts of each pair of hole cards on a range of boards."""
    if start:
        return [_pair_of_sorts(CARDS >> 2)]
    return [_pair_of_sorts((CARDS >> 2) + PLAIN_SORTS * (suit == CARDS & 3)) for suit in range(4)]


def _pair_of_sorts(sorts: I64) -> I64:
    high, low = sorts.max(axis=1), sorts.min(axis=1)
    return np.asarray(high * (high + 1) // 2 + low)


def _flop_gains(weighed: I64) -> I64:
    """What raising on a class's own flop gains, the hands that an exchange of its suits makes alike taken together.

    The boards of the first pass stand for all others, so that only sums over such hands are right: a class of flops
    with n exchanges that keep it stands for 24/n flops.
    """
    flops = all_flops()
    flat = np.where(free_pairs(flops.cards), weighed, 0)
    gains = np.zeros_like(flat)
    for code, kept in flops.keep.items():
        gains[kept] += flat[kept][:, PAIR_MOVES[code]]
    found = gains // EXCHANGED
    assert np.array_equal(found * EXCHANGED, gains), "hands that suits make alike add up"
    return found


def _flop_sums(gains: I64) -> I64:
    """By pair of hole cards, what the chance to raise on the flop adds over all flops."""
    sums: I64 = (all_flops().sizes[:, None] * np.maximum(gains, 0)).sum(axis=0, dtype=np.int64)
    return sums[:, None]


def _by_class(sums: I64) -> I64:
    """Sums over the pairs of each kind of hole cards."""
    found = np.zeros((CLASSES, sums.shape[1]), dtype=np.int64)
    np.add.at(found, CLASS_OF, sums)
    return found


def _preflop(game: _Game, sums: I64, gains: I64) -> tuple[dict[str, dict[str, Fraction]], dict[str, int]]:
    """What each choice is worth for each kind of hole cards, and the multiple that is bet.

    ``sums`` are those of the game without prizes, ``gains`` what prizes and the chance to raise on the flop add to the
    best on the river.
    """
    record, times = game.record, game.whole(game.record.unit)
    unit = game.scale / record.stake
    sizes = np.bincount(CLASS_OF, minlength=CLASSES).tolist()
    sure = _sure_prizes(game)
    hands, chosen = {}, {}
    for number, name in enumerate(class_names()):
        beaten, lost, kept, best, weak = map(int, sums[number])
        all_of = PER_HAND * sizes[number]
        values = {"check": (10 * best * times + int(gains[number, 0])) * unit / all_of + sure[number]}
        if record.fold_early:
            back = weak * record.needs_pair * record.refunds_folded
            values["fold"] = Fraction(10 * back, all_of) - 2
        for bet in record.preflop:
            total = kept * times + beaten * game.whole(bet.win) - lost * game.whole(bet.lose)
            values[f"{bet.multiple}x"] = 10 * total * unit / all_of + sure[number]
        multiples = {f"{bet.multiple}x": bet.multiple for bet in record.preflop}
        chosen[name] = multiples.get(max(values, key=values.__getitem__), 0)
        hands[name] = values
    return hands, chosen


def _sure_prizes(game: _Game) -> list[Fraction]:
    """By kind of hole cards, what the prizes are worth if no hand is folded."""
    if not game.prizes:
        return [Fraction()] * CLASSES
    counts = _lines_by_class()
    sizes = np.bincount(CLASS_OF, minlength=CLASSES).tolist()
    return [
        sum(
            (prize * int(counts[number, Category[line.upper()]]) for line, prize in game.prizes.items()),
            Fraction(),
        )
        / (comb(50, 3) * size)
        for number, size in enumerate(sizes)
    ]


def _lines_by_class() -> I64:
    """By kind of hole cards and category, the flops and hole cards that make it."""
    lines, flops = flop_lines(), all_flops()
    rows = np.repeat(np.arange(FLOPS), np.diff(lines.starts))
    found = np.zeros((CLASSES, len(Category) + 1), dtype=np.int64)
    np.add.at(found, (CLASS_OF[lines.pairs], lines.kinds), flops.sizes[rows])
    return found


# --- how it ends ------------------------------------------------------------------------------------------


def _counted(
    game: _Game, play: BestPlay, hands: Mapping[str, Mapping[str, Fraction]], *, by_sorts: bool = True
) -> HoldemSolution:
    counts, kept = _tally(game, play, by_sorts=by_sorts)
    made = _lines_by_class().sum(axis=0)
    runouts = comb(47, 2) * DEALERS
    solution = HoldemSolution(
        record=game.record,
        play=play,
        endings=_endings(game.record, counts),
        hands=hands,
        lines={line: int(made[Category[line.upper()]]) * runouts for line in LINES},
        kept={line: int(kept[Category[line.upper()]]) * DEALERS for line in LINES},
        prizes=game.prizes,
    )
    assert sum(end.count for end in solution.endings) == OUTCOMES, "every outcome is counted once"
    return solution


Counting = Callable[[int, int, int, I64], None]
"""Counts decisions on some boards: the first of the range they are in, the first and the last of them."""


def _tally(game: _Game, play: BestPlay, *, by_sorts: bool) -> tuple[I64, I64]:
    """The second pass: every hand on every board under the decisions of a way to play."""
    record, ranked, terms, prizes = game.record, game.boards, game.terms(), game.prize_units()
    places = {bet.multiple: place + 1 for place, bet in enumerate(record.preflop)}
    numbers = np.array([places.get(multiple, 0) for multiple in play.preflop.tolist()], dtype=np.uint8)
    raised = unpacked(play.flop) & free_pairs(all_flops().cards)
    lines, kept_before = _on_the_river(flop_lines(), raised | (numbers > 0))
    count = (_by_sorts if by_sorts else _by_hands)(ranked, numbers, raised, play.river)

    def tally(start: int, first: int, last: int) -> tuple[I64, I64]:
        counts = np.zeros((RAISES + 1 + len(places), len(Category) + 1, 4), dtype=np.int64)
        kept = np.zeros(len(Category) + 1, dtype=np.int64)
        boards, sizes, (marks, weak) = ranked.cards, ranked.sizes, ranked.ranked[start]
        count(start, first, last, counts)
        tally_lines(boards, sizes, start, first, last, terms, marks, weak, *lines, prizes, play.river, kept, counts)
        return counts, kept

    counts, kept = _added_up(in_threads(tally, workers=game.workers))
    return counts, kept + kept_before


def _by_hands(boards: RankedBoards, numbers: U8, raised: Chosen, river: U64) -> Counting:
    """Any way to play."""
    words = np.zeros((DEALT_FLOPS, 52), dtype=np.uint64)
    spread_flops(bits(raised), words)

    def count(start: int, first: int, last: int, counts: I64) -> None:
        marks, weak = boards.ranked[start]
        tally_hands(boards.cards, boards.sizes, start, first, last, marks, weak, numbers, words, river, counts)

    return count


def _by_sorts(boards: RankedBoards, numbers: U8, raised: Chosen, river: U64) -> Counting:
    """A way to play for which cards that count alike on the river are alike."""
    classes, raised = np.zeros(CLASSES, dtype=np.uint8), raised & (numbers == 0)
    classes[CLASS_OF] = numbers
    raises, partners = {start: _raises_by_sorts(raised, start) for start in boards.ranked}, _partners(raised)

    def count(start: int, first: int, last: int, counts: I64) -> None:
        rows = boards.cards, boards.sizes, start, first, last, *boards.ranked[start]
        tally_sorts(*rows, classes, raises[start], partners, river, counts)

    return count


def _on_the_river(lines: Lines, bet: Chosen) -> tuple[Lines, I64]:
    """The lines of hands that do not bet before the river, and by category how many of the others there are."""
    rows = np.repeat(np.arange(FLOPS), np.diff(lines.starts))
    before, sizes = bet[rows, lines.pairs], all_flops().sizes[rows] * comb(47, 2)
    kept = np.zeros(len(Category) + 1, dtype=np.int64)
    np.add.at(kept, lines.kinds[before], sizes[before])
    starts = np.searchsorted(rows[~before], np.arange(FLOPS + 1)).astype(np.int64)
    return Lines(starts, lines.pairs[~before], lines.kinds[~before]), kept


def _raises_by_sorts(raised: Chosen, start: int) -> U8:
    """How many hands raise on each flop, by the suit of which a flush may be on some boards and by pair of sorts."""
    found = []
    for pairs in _sort_pairs(start):
        order = np.argsort(pairs, kind="stable")
        met, begin = np.unique(pairs[order], return_index=True)
        counts = np.zeros((FLOPS, int(pairs.max()) + 1), dtype=np.uint8)
        counts[:, met] = np.add.reduceat(raised[:, order].astype(np.uint8), begin, axis=1)
        found.append(counts)
    return np.ascontiguousarray(np.stack(found, axis=1))


def _partners(raised: Chosen) -> U64:
    """On each flop, the cards that raise with each card, a bit for each."""
    together = np.zeros((FLOPS, 52, 64), dtype=np.bool_)
    together[:, CARDS[:, 0], CARDS[:, 1]] = together[:, CARDS[:, 1], CARDS[:, 0]] = raised
    return bits(together.reshape(-1, 64)).reshape(FLOPS, 52)


def _endings(record: HoldemRecord, counts: I64) -> tuple[Ending, ...]:
    """The sums of the second pass as ends of rounds; those that never come are left out."""
    decisions: list[tuple[str, Raise | None]] = [("fold", None)]
    decisions += [(f"river {record.river.multiple}x", record.river)] if record.river else [("", None)]
    decisions += [(f"flop {record.flop.multiple}x", record.flop)] if record.flop else [("", None)]
    decisions += [(f"preflop {bet.multiple}x", bet) for bet in record.preflop]
    found: list[Ending] = []
    for number, (name, bet) in enumerate(decisions):
        for kind in Category:
            sums = tuple(map(int, counts[number, kind]))
            found += [end for end in endings_of(record, name, bet, kind, sums) if end.count]
    return tuple(reversed(found))

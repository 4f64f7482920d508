"""Exact blackjack: best play by the cards of the hand, from any shoe, splits included.

The round is the first of the shoe given, with one spot. Split hands are played by one fixed strategy for each kind of
hand (with the player's money or on a lammer, aces apart): in each position what would be best if the hand were the only
one, pairs being split again wherever that is allowed. Under a strategy that looks at nothing but the hand itself, the
cards that other hands draw change nothing, so every split hand has the same expectation given how many cards of the
pair's value the other hands were dealt; and what is known of those hands, that their second card is *not* of that
value, is put in by inclusion and exclusion. No approximation enters; a shoe too small to rule out that it runs out in
the middle of split hands is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card, parse_cards
from pitboss.errors import NotationError
from pitboss.hands.totals import POINTS
from pitboss.maths.blackjack import play as k
from pitboss.maths.blackjack.bonuses import BLACKJACK, Bonuses, gains_seen, natural_mean, prize_seen, wins_of
from pitboss.maths.blackjack.dealer import known_ends
from pitboss.maths.blackjack.kernel_terms import late_of, terms_row, totals_of
from pitboss.maths.blackjack.moves import ACE, TEN, split_kinds
from pitboss.maths.blackjack.record import KINDS, NO_CHARLIE, UNSPLIT, BlackjackRecord, HandTerms, compile_record
from pitboss.maths.blackjack.redoubles import Raises, raises_of
from pitboss.maths.blackjack.shoe import Shoe, ShoeLike, full_shoe, read_shoe
from pitboss.maths.blackjack.split_layouts import layout_weights
from pitboss.maths.blackjack.tables import ALL_UPS, Counts, HandTable, hand_table, shape
from pitboss.maths.display import edge, fragment, html_table
from pitboss.rules import Sheet

__all__ = ["Solution", "remembered", "solve", "value"]

F64 = NDArray[np.float64]
I8 = NDArray[np.int8]
I16 = NDArray[np.int16]
I64 = NDArray[np.int64]

LOW_UPS, HIGH_UPS = (2, 3, 4, 5, 6), (1, 7, 8, 9, 10)


@dataclass(frozen=True)
class Kind:
    """How one kind of hand is best played, by hand and up card."""

    terms: F64
    win: F64
    """How often each hand wins that is not doubled ..."""
    wins: F64
    """... and what."""
    values: F64
    best: F64
    choice: I8
    raises: Raises


@dataclass(frozen=True)
class Solution:
    """What the game is worth, and how it is played, in units of the bet; all figures are for best play."""

    record: BlackjackRecord
    shoe: Shoe
    splits: bool
    expectation: float
    """The main bet's expected result, even money included and insurance left out."""
    insurance: float | None
    """The expected result of insuring whenever that pays, in units of the main bet; None where it cannot be said."""
    by_up_card: tuple[float, ...]
    """The main bet's expectation given the dealer's up card, aces first."""
    table: HandTable = field(repr=False)
    kinds: Mapping[int, Kind] = field(repr=False)
    split_sums: Mapping[tuple[int, int, int], float] = field(repr=False)
    """What splitting is worth, by the pair's value, the up card and how many cards are left to split it again."""
    deals: Mapping[tuple[tuple[int, int], int], Mapping[str, float]] = field(repr=False)
    """What each choice is worth before the dealer's check, by first two cards and up card."""

    @property
    def house_edge(self) -> float:
        """The share of the initial bet that the house keeps."""
        return -self.expectation

    @property
    def basis(self) -> str:
        return self.record.basis(splits=self.splits)

    def _repr_html_(self) -> str:
        rows = [[rank, edge(-worth)] for rank, worth in zip("A23456789T", self.by_up_card, strict=True)]
        return fragment(
            f"House edge {edge(self.house_edge)}",
            html_table(["dealer shows", "house edge then"], rows),
            notes=[f"For {self.basis}."],
        )

    def row(self, cards: Iterable[Card] | str) -> int:
        """Where the tables hold a hand."""
        counts = [0] * 10
        for card in parse_cards(cards) if isinstance(cards, str) else cards:
            counts[POINTS[card] - 1] += 1
        found = self.table.row.get(tuple(counts))
        if found is None:
            raise NotationError("this is no hand to decide on", expected="two or more cards that are not broken")
        return found

    def values(
        self, cards: Iterable[Card] | str, up: Card | str, *, kind: str = "unsplit", suits: bool = False
    ) -> dict[str, float]:
        """What each choice is worth once the dealer has checked, in units of the bet.

        Choices are named as the table names them; a blackjack that is taken as it is goes by "go on". Where bonuses
        depend on suits, those of the hand and of the up card are looked at only if asked for.
        """
        hand = parse_cards(cards) if isinstance(cards, str) else tuple(cards)
        up = Card.parse(up) if isinstance(up, str) else up
        row, u, which = self.row(hand), POINTS[up] - 1, KINDS.index(kind)
        if which not in self.kinds:
            raise NotationError(f"on this sheet and shoe there is no hand of the kind {kind!r}")
        sure = no_blackjack(self.record, self.shoe.values, self.table.counts[row], u)
        if sure <= 0.0:
            raise NotationError("the dealer is sure to have a blackjack")
        names = choice_names(self.record.kinds[which])
        found = self.kinds[which].values[row, u]
        values = {name: float(found[i]) for i, name in names.items() if found[i] > k.NOT_ALLOWED}
        if suits:
            bonuses = self.record.bonuses_for(which)
            see_suits(self.record, self.shoe, self.table, self.kinds[which], bonuses, hand, up, values)
        if which == UNSPLIT and len(hand) == 2 and POINTS[hand[0]] == POINTS[hand[1]]:
            split = self.split_value(hand, up)
            if split is not None:
                values["split"] = split
        return as_known(self.record, u, sure, values)

    def doubled_values(
        self, cards: Iterable[Card] | str, up: Card | str, *, kind: str = "unsplit", began: int = k.FULL, times: int = 0
    ) -> dict[str, float]:
        """What standing and doubling again are worth for a hand that was doubled and then again N times."""
        up = Card.parse(up) if isinstance(up, str) else up
        row, u = self.row(cards), POINTS[up] - 1
        sure = no_blackjack(self.record, self.shoe.values, self.table.counts[row], u)
        return as_known(self.record, u, sure, doubled_choices(self.kinds[KINDS.index(kind)], row, u, began, times))

    def choice(self, cards: Iterable[Card] | str, up: Card | str, *, kind: str = "unsplit") -> str:
        """The best choice, the first of several that are equal."""
        values = self.values(cards, up, kind=kind)
        return max(values, key=lambda name: values[name])

    def split_value(self, hand: Sequence[Card], up: Card) -> float | None:
        """What splitting is worth and that the dealer has no blackjack, or None where it is not allowed."""
        value, u = POINTS[hand[0]] - 1, POINTS[up] - 1
        if not self.record.match_rank or value != TEN:
            return self.split_sums.get((value, u, pair_left(self.shoe.values, value, u)))
        if hand[0].rank != hand[1].rank:
            return None
        assert self.shoe.tens is not None
        same = self.shoe.tens["TJQK".index(hand[0].rank)] - 2 - (up.rank == hand[0].rank)
        return self.split_sums.get((value, u, same))

    def insurance_value(self, cards: Iterable[Card] | str) -> float | None:
        """What insurance is worth against an ace, in units of the insurance bet; None where it cannot be said."""
        record = self.record
        if self.insurance is None or not record.insurance_stake:
            return None
        counts = self.table.counts[self.row(cards)]
        tens = insurance_wins(self.shoe.values, counts)
        return tens * (record.insurance_pays / record.insurance_stake + 1.0) - 1.0


def as_known(record: BlackjackRecord, up: int, sure: float, values: Mapping[str, float]) -> dict[str, float]:
    """What choices are worth to a player who knows that there is no blackjack, or, unchecked, loses the bet to one."""
    if record.checked[up]:
        return {name: worth / sure for name, worth in values.items()}
    tie = (record.tie_against_ace if up == ACE else record.tie_against_ten) / record.stake
    return {name: worth + (1.0 - sure) * (tie if name == "go on" else -1.0) for name, worth in values.items()}


def see_suits(
    record: BlackjackRecord, shoe: Shoe, table: HandTable, kind: Kind, bonuses: Bonuses, hand: Sequence[Card],
    up: Card, values: dict[str, float],
) -> None:  # fmt: skip
    """Add what the suits of a hand that are seen do to its choices, where a bonus depends on them."""
    if not any(len(prizes) > 1 for prizes in bonuses):
        return
    u, held = POINTS[up] - 1, table.row[tuple(sum(POINTS[card] == v for card in hand) for v in range(1, 11))]
    for choice, (row, card, cents) in gains_seen(bonuses, table, hand, up, record.decks).items():
        if choice in values:
            gone = table.counts[held].tolist()
            left = shoe.values[card] - gone[card] - (card == u)
            chance = left / (shoe.cards - len(hand) - 1) if choice == "hit" else 1.0
            values[choice] += chance * kind.win[row, u] * cents / record.stake
    if "go on" in values and bonuses[BLACKJACK]:
        seen = prize_seen(bonuses[BLACKJACK], hand, "", record.decks, up)
        paid = seen - natural_mean(bonuses, record.natural_pays)
        values["go on"] += natural_wins(record, shoe, hand, u) * float(paid) / record.stake


def natural_wins(record: BlackjackRecord, shoe: Shoe, hand: Sequence[Card], up: int) -> float:
    """The chance that a blackjack is paid, and that there is none to take the original bet alone."""
    gone = [sum(POINTS[card] == v for card in hand) for v in range(1, 11)]
    if up not in (ACE, TEN):
        return 1.0
    return 1.0 - (shoe.values[TEN - up] - gone[TEN - up]) / (shoe.cards - len(hand) - 1)


def choice_names(terms: HandTerms) -> dict[int, str]:
    """What the choices of a kind of hand are called at the table."""
    names = {k.STAND: "stand", k.HIT: "hit", k.DOUBLE: "double", k.SURRENDER: "surrender", k.NATURAL: "go on"}
    if len(terms.doubles) > 1:
        names[k.DOUBLE_LESS] = terms.doubles[1].name
    return names


def doubled_choices(kind: Kind, row: int, up: int, began: int, times: int) -> dict[str, float]:
    """What may be done with a doubled hand, and what it is worth as far as the dealer has no blackjack."""
    worth = kind.raises.worth[row, up, began, times]
    found = {"stand": float(worth[k.STOOD])}
    if worth[k.AGAIN] > k.NOT_ALLOWED:
        found["double"] = float(worth[k.AGAIN])
    return found


def solve(
    sheet: Sheet, *, shoe: ShoeLike | None = None, stake_cents: int | None = None, splits: bool = True
) -> Solution:
    """The best play of a sheet and what it is worth; `splits=False` is for a player who never splits."""
    record = compile_record(sheet, stake_cents=stake_cents)
    return solve_record(record, full_shoe(record.decks) if shoe is None else read_shoe(shoe), splits=splits)


def value(
    sheet: Sheet,
    cards: Iterable[Card] | str,
    up: Card | str,
    *,
    shoe: ShoeLike | None = None,
    stake_cents: int | None = None,
    splits: bool = True,
) -> dict[str, float]:
    """What each choice is worth in one situation, `shoe` being all cards before the deal."""
    record = compile_record(sheet, stake_cents=stake_cents)
    whole = full_shoe(record.decks) if shoe is None else read_shoe(shoe)
    return remembered(record, whole, splits=splits).values(cards, up, suits=True)


@lru_cache(maxsize=64)
def remembered(record: BlackjackRecord, shoe: Shoe, *, splits: bool = True) -> Solution:
    """The same as :func:`solve_record`, which all parts of an analysis share."""
    return solve_record(record, shoe, splits=splits)


# the solver


def solve_record(record: BlackjackRecord, shoe: Shoe, *, splits: bool = True, held: Counts | None = None) -> Solution:
    """Solve the game of a record from a shoe.

    ``held`` is the shape of a fuller shoe whose table of hands is used, so that many shoes share one.
    """
    check_shoe(record, shoe, splits=splits)
    work = Work(record, shoe, held=held)
    work.play(UNSPLIT)
    if splits:
        work.split_all()
    return finish(work, splits=splits)


def finish(work: Work, *, splits: bool) -> Solution:
    """Add up the deals of a shoe whose hands are worked out."""
    record, shoe = work.record, work.shoe
    deals, by_up, expectation, insurance = work.deals()
    exhausts = shoe.cards < most_cards(record, shoe, hands=1)
    return Solution(
        record, shoe, splits, expectation, None if exhausts else insurance, by_up, work.table, work.kinds,
        work.split_sums, deals,
    )  # fmt: skip


def check_shoe(record: BlackjackRecord, shoe: Shoe, *, splits: bool) -> None:
    """Say before any work whether a shoe can be solved."""
    if shoe.cards < 4:
        raise NotationError(f"a shoe of {shoe.cards} cards is too small for a round", expected="at least four cards")
    if record.match_rank and shoe.tens is None and shoe.values[TEN]:
        raise NotationError("pairs are matched by rank: the ten-value cards must be given by rank")
    hands = max((most for most, n in zip(record.most_hands, shoe.values, strict=True) if n > 1), default=1)
    needed = most_cards(record, shoe, hands=hands if splits else 1)
    if splits and hands > 1 and shoe.cards < needed:
        raise NotationError(
            f"a shoe of {shoe.cards} cards can run out while split hands are played, which is not solved",
            expected=f"at least {needed} such cards, or a player who never splits",
        )
    dealt_late = not record.takes_hole_card or record.charlie < NO_CHARLIE
    if shoe.cards < needed and (record.draws_without_hands or not record.void_when_exhausted or dealt_late):
        raise NotationError(
            f"a shoe of {shoe.cards} cards can run out, which is not solved for this sheet",
            expected=f"at least {needed} such cards",
        )


def most_cards(record: BlackjackRecord, shoe: Shoe, *, hands: int) -> int:
    """More cards than a round of N hands can take: as many small ones as fit, and one more for each hand."""
    points = 21 * hands + record.draws_to
    fit = 0
    for value, n in enumerate(shoe.values, 1):
        taken = min(n, points // value)
        points -= taken * value
        fit += taken
    return fit + hands + 1


def no_blackjack(record: BlackjackRecord, shoe: Sequence[int], gone: Sequence[int] | I8, up: int) -> float:
    """The chance of no blackjack that would take the original bet alone, once a hand and the up card are gone."""
    if up not in (ACE, TEN) or record.opened(up):
        return 1.0
    maker = TEN - up
    return 1.0 - (shoe[maker] - int(gone[maker])) / (sum(shoe) - 1 - int(sum(gone)))


def insurance_wins(shoe: Sequence[int], gone: Sequence[int] | I8) -> float:
    """The chance of a ten-value card under an ace, once a hand and the ace are gone."""
    return (shoe[TEN] - int(gone[TEN])) / (sum(shoe) - 1 - int(sum(gone)))


def pair_left(shoe: Sequence[int], value: int, up: int) -> int:
    """Cards of a pair's value that are left when the pair and the up card are gone."""
    return shoe[value] - 2 - (up == value)


def dealt(shoe: Sequence[int]) -> Iterator[tuple[int, int, int, float]]:
    """Every first two cards, up card and how often they come: values as indices, the lower one first."""
    cards = sum(shoe)
    for up in range(10):
        for a in range(10):
            for b in range(a, 10):
                ways = shoe[a] * (shoe[b] - (a == b)) * (shoe[up] - (up == a) - (up == b))
                if ways > 0 and shoe[b] > (a == b):
                    yield a, b, up, ways * (1 if a == b else 2) / (cards * (cards - 1) * (cards - 2))


class Work:
    """One solution under way."""

    def __init__(self, record: BlackjackRecord, shoe: Shoe, *, held: Counts | None = None) -> None:
        self.record, self.shoe = record, shoe
        self.counts = np.array(shoe.values, dtype=np.int64)
        held = held or shape(shoe.values)
        self.table = hand_table(held)
        self.dealer = known_ends(shoe.values, record.draws_to, record.hit_soft_17, held)
        self.late = late_of(record)
        self.totals = totals_of(record)
        self.kinds: dict[int, Kind] = {}
        self.split_sums: dict[tuple[int, int, int], float] = {}
        hands = self.table.hands
        self.find_ends(np.arange(hands), ALL_UPS)
        self.win, self.lose = np.empty((hands, 10)), np.empty((hands, 10))
        k.stand_chances(
            self.table.total, self.table.size, np.arange(hands, dtype=np.int32), self.ends, record.push_22,
            record.ties, self.late, record.charlie, self.win, self.lose,
        )  # fmt: skip

    def find_ends(self, rows: I64, ups: tuple[int, ...]) -> None:
        """How the dealer ends with one of these values up."""
        self.ends = self.dealer.find(rows, ups)

    def find_needed_ends(self, needed: I16) -> None:
        """The same for marked sets of cards; many are met with low or with high cards up only, which takes less."""
        needed[: self.table.hands] = 0
        low = sum(1 << (up - 1) for up in LOW_UPS)
        only_low, only_high = needed & ~low == 0, needed & low == 0
        self.find_ends(np.flatnonzero((needed != 0) & only_low), LOW_UPS)
        self.find_ends(np.flatnonzero((needed != 0) & only_high), HIGH_UPS)
        self.find_ends(np.flatnonzero(~only_low & ~only_high), ALL_UPS)

    def surrender_against(self, kind: int, *, before_check: int = k.NEVER) -> I8:
        """Whether a hand may be surrendered in its turn, by up card; early surrender comes before."""
        against, record = np.full(10, k.LATE, dtype=np.int8), self.record
        for up in range(10):
            if not record.surrender_against[up] or not (record.checked[up] or record.early_surrender):
                against[up] = k.NEVER
            elif record.surrenders_early(up) and kind == UNSPLIT:
                against[up] = before_check
        return against

    def play(self, kind: int) -> Kind:
        """The best play of a kind of hand that is the only one."""
        found = self.kinds.get(kind)
        if found is None:
            hands = self.table.hands
            found = Kind(
                terms_row(self.record, kind), self.win, self.wins(kind), np.empty((hands, 10, k.CHOICES)),
                np.empty((hands, 10)), np.empty((hands, 10), dtype=np.int8), raises_of(self.record, kind, hands),
            )  # fmt: skip
            self.work_out(kind, found, self.surrender_against(kind), fixed=False)
            self.kinds[kind] = found
        return found

    def wins(self, kind: int) -> F64:
        """What each hand of a kind wins that is not doubled, in units of the bet."""
        return wins_of(self.record.bonuses_for(kind), self.table, self.record.kinds[kind].win) / self.record.stake

    def work_out(self, kind: int, play: Kind, surrender_against: I8, *, fixed: bool) -> None:
        """What every choice of every hand of a kind is worth, its play being the best or fixed."""
        t = self.table
        k.best_play(
            self.counts, t.counts, t.total, t.soft, t.size, t.child, self.win, self.lose, play.wins, play.terms,
            self.totals, self.late, surrender_against, self.record.charlie, 0, t.hands, fixed, play.values, play.best,
            play.choice, *play.raises, np.empty(10),
        )  # fmt: skip

    # splits

    def split_all(self) -> None:
        """What splitting each pair is worth against each up card."""
        pairs = [v for v in range(10) if self.record.most_hands[v] > 1 and self.counts[v] > 1]
        wanted = [(v, kind) for v in pairs for kind in self.split_kinds(v)]
        needed = np.zeros(len(self.table.counts), dtype=np.int16)
        reached = {pair: self.mark(*pair, needed) for pair in wanted}
        self.find_needed_ends(needed)
        for v in pairs:
            first, *rest = (self.play_out(v, kind, reached[v, kind]) for kind in self.split_kinds(v))
            self.add_up(v, first, rest[0] if rest else first)

    def split_kinds(self, value: int) -> tuple[int, ...]:
        return split_kinds(self.record, value)

    def more(self, value: int) -> int:
        return 2 * (self.record.most_hands[value] - 2)

    def mark(self, value: int, kind: int, needed: I16) -> I8:
        t = self.table
        reached = np.zeros((len(t.split_hand), 10), dtype=np.int8)
        k.mark_split_hands(
            value, self.more(value), self.counts, t.split_start, t.split_hand, t.split_place, t.split_removed, t.size,
            t.child, self.play(kind).choice, reached, needed, self.play(kind).raises.again,
        )  # fmt: skip
        return reached

    def play_out(self, value: int, kind: int, reached: I8) -> tuple[F64, F64]:
        t, play, record = self.table, self.play(kind), self.record
        amounts, most, _, again = play.raises
        other, pair = np.empty((10, self.more(value) + 1)), np.empty((10, self.more(value) + 1))
        k.play_split_hands(
            value, self.more(value), self.counts, t.counts, t.total, t.soft, t.size, t.child, t.split_start,
            t.split_hand, t.split_place, t.split_removed, self.ends, play.choice, reached, play.terms,
            play.wins, self.totals, record.push_22, record.ties, self.late, record.charlie, other, pair, amounts, most,
            again, np.empty(10), np.zeros(len(t.split_hand)), np.zeros((len(t.split_hand), *amounts.shape[:2])),
        )  # fmt: skip
        return other, pair

    def add_up(self, value: int, first: tuple[F64, F64], new: tuple[F64, F64]) -> None:
        """The value of splitting a pair, for every number of cards that can be left of its own kind."""
        for up in range(10):
            left = pair_left(self.shoe.values, value, up)
            same = {left}
            if self.record.match_rank and value == TEN:
                assert self.shoe.tens is not None
                same = {n - 2 - taken for n in self.shoe.tens for taken in range(1 + (up == TEN))}
            for n in same:
                if n >= 0 and left >= n:
                    self.split_sums[value, up, n] = self.split_sum(value, up, n, first, new)

    def most_hands(self, value: int, up: int) -> int:
        """How many hands a pair becomes at most."""
        return self.record.most_hands[value]

    def split_sum(self, value: int, up: int, same: int, first: tuple[F64, F64], new: tuple[F64, F64]) -> float:
        """Add up the hands of every layout: the first keeps the player's bet, the others are new."""
        weights = self.split_weights(value, up, same, self.most_hands(value, up))
        total = 0.0
        for (of_other, of_pair), (other, pair) in zip(weights, (first, new), strict=True):
            total += float(of_other @ other[up, : len(of_other)] + of_pair @ pair[up, : len(of_pair)])
        return total

    def split_weights(self, value: int, up: int, same: int, most: int, start: int = 2) -> tuple[tuple[F64, F64], ...]:
        """How much a split hand counts, the first one and the new ones together, by cards of the pair's value gone.

        One row for a second card of another value, whose chance the hand's own value has in it, one for a pair.
        """
        cards, left = self.shoe.cards - 3, pair_left(self.shoe.values, value, up)
        closed, open_ = layout_weights(most, start)
        size = closed.shape[1]
        chance = np.ones(size)
        for n in range(1, size):
            chance[n] = chance[n - 1] * max(same - n + 1, 0) / (cards - n + 1)
        gone = np.arange(size)
        as_closed, as_open = chance * (left - same) / (cards - gone), chance * (left - gone) / (cards - gone)
        return tuple(
            (chance * (shut + free), as_closed * shut + as_open * free)
            for shut, free in zip(closed, open_, strict=True)
        )

    # the deal

    def deals(
        self,
    ) -> tuple[dict[tuple[tuple[int, int], int], dict[str, float]], tuple[float, ...], float, float]:
        """Every first two cards and up card: what each choice before the check is worth, and all together."""
        found: dict[tuple[tuple[int, int], int], dict[str, float]] = {}
        by_up, insurance = [0.0] * 10, 0.0
        rows = self.table.row
        n, cards = self.shoe.values, self.shoe.cards
        for a, b, up, chance in dealt(n):
            hand = tuple((v == a) + (v == b) for v in range(10))
            choices = self.before_check(a, b, up, rows[hand], hand)
            found[(a + 1, b + 1), up + 1] = choices
            by_up[up] += chance * max(choices.values())
            insurance += chance * self.insured(a, b, up, hand, choices)
        expectation = sum(by_up)
        return (
            found,
            tuple(by_up[up] * cards / n[up] if n[up] else 0.0 for up in range(10)),
            expectation,
            insurance,
        )

    def before_check(self, a: int, b: int, up: int, row: int, hand: tuple[int, ...]) -> dict[str, float]:
        """What going on, early surrender and even money are worth."""
        record, stake = self.record, self.record.stake
        natural = (a, b) == (ACE, TEN)
        sure = no_blackjack(record, self.shoe.values, hand, up)
        lost = -1.0
        if natural:
            lost = (record.tie_against_ace if up == ACE else record.tie_against_ten) / stake
        choices = {"go on": self.best_of(a, b, up, row) + (1.0 - sure) * lost}
        if record.surrenders_early(up):
            choices["surrender"] = -record.early_loss / stake
        if natural and up == ACE and record.even_money is not None:
            choices["even money"] = record.even_money / stake
        return choices

    def best_of(self, a: int, b: int, up: int, row: int) -> float:
        """The best choice of the first two cards; pairs by rank are weighted by how often they are pairs."""
        single = float(self.kinds[UNSPLIT].best[row, up])
        gain = 0.0
        for share, same in self.pair_shares(a, up) if a == b else ():
            split = self.split_sums.get((a, up, same))
            if split is not None and split > single:
                gain += share * (split - single)
        return single + gain

    def pair_shares(self, value: int, up: int) -> tuple[tuple[float, int], ...]:
        """How often two cards are a pair with N cards left to split it again, ten-value ones perhaps by rank."""
        if not (self.record.match_rank and value == TEN):
            return ((1.0, pair_left(self.shoe.values, value, up)),)
        assert self.shoe.tens is not None
        tens, found = self.shoe.values[TEN], []
        for rank, n in enumerate(self.shoe.tens):
            ups = [(self.shoe.tens[r] - (r == rank) * 2, r == rank) for r in range(4)] if up == TEN else [(1, False)]
            all_ups = tens - 2 if up == TEN else 1
            for weight, taken in ups:
                chance = n * (n - 1) / (tens * (tens - 1)) * max(weight, 0) / all_ups
                if chance > 0.0:
                    found.append((chance, n - 2 - taken))
        return tuple(found)

    def insured(self, a: int, b: int, up: int, hand: tuple[int, ...], choices: Mapping[str, float]) -> float:
        """What insurance adds to the best choice before the check."""
        record = self.record
        natural = (a, b) == (ACE, TEN)
        if up != ACE or not record.insurance_stake or (natural and not record.insure_natural):
            return 0.0
        tens = insurance_wins(self.shoe.values, hand)
        gain = (tens * (record.insurance_pays + record.insurance_stake) - record.insurance_stake) / record.stake
        return max(choices["go on"] + max(gain, 0.0) - max(choices.values()), 0.0)

    def insurance_of_all(self, *, even_money: bool, gone: Callable[[int, int], bool] = lambda a, b: False) -> float:
        """What insuring every hand is worth, in units of the main bet; blackjacks perhaps take even money.

        ``gone`` says which first two cards were surrendered before insurance is offered.
        """
        record, total = self.record, 0.0
        for a, b, up, chance in dealt(self.shoe.values):
            natural = (a, b) == (ACE, TEN)
            if up != ACE or gone(a, b) or (natural and (even_money or not record.insure_natural)):
                continue
            hand = tuple((v == a) + (v == b) for v in range(10))
            tens = insurance_wins(self.shoe.values, hand)
            gain = tens * (record.insurance_pays + record.insurance_stake) - record.insurance_stake
            total += chance * gain / record.stake
        return total

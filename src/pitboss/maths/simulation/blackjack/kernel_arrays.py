"""A blackjack sheet with its seats, stakes and books as the arrays that the kernel of whole shoes reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import gcd
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK
from pitboss.games.blackjack.state import Terms
from pitboss.maths._kernels import blackjack_tables as b
from pitboss.maths._kernels.blackjack_rounds import Run
from pitboss.maths.blackjack.bonuses import STEPS, step_prizes
from pitboss.maths.blackjack.moves import is_natural, split_kinds, total_of
from pitboss.maths.blackjack.play import DEALER_WINS_TIES, WINS_AT_21
from pitboss.maths.blackjack.playbook import Playbook
from pitboss.maths.blackjack.record import (
    ACE_LAMMER,
    KINDS,
    LAMMER,
    MOST_AGAIN,
    NO_CHARLIE,
    RAISES,
    SPLIT,
    SPLIT_ACE,
    UNSPLIT,
    BlackjackRecord,
    HandTerms,
)
from pitboss.maths.counting import Rounding
from pitboss.maths.simulation.blackjack.counting import HIGHEST, LOWEST, Counting
from pitboss.maths.simulation.blackjack.side_bets import EVEN_MONEY, SideWager
from pitboss.money import Odds, pay

__all__ = [
    "Amounts", "Tables", "amounts_of", "books_of", "count_in", "dealer_of", "rules_of", "tables_of",
]  # fmt: skip

U8 = NDArray[np.uint8]
I64 = NDArray[np.int64]

EVENT_ROWS, SEAT_ROOM = 8192, b.MOST_SEATS + 1
ROUNDINGS: Final[Mapping[Rounding, int]] = {"toward zero": b.TOWARD_ZERO, "down": b.DOWN, "nearest": b.NEAREST}
CODES = {int(card): b.card_code(card) for card in DECK}


# books


def books_of(books: Sequence[Playbook], record: BlackjackRecord) -> U8:
    """Playbooks one after another, with what the rules make of their entries."""
    return np.concatenate([_book(book, record) for book in books])


def _book(book: Playbook, record: BlackjackRecord) -> U8:
    block = np.zeros(b.BOOK, dtype=np.uint8)
    first = np.zeros((len(KINDS), 10, 16, 16), dtype=np.uint8)
    first[:, :, :10, :10] = book.first
    unsplit = np.zeros((len(KINDS), 10, 16), dtype=np.uint8)
    unsplit[:, :, :10] = book.unsplit
    for kind, a, c in product(range(len(KINDS)), range(10), range(10)):
        if is_natural(record, kind, a, c):
            cell = first[kind, :, a, c]
            cell[cell == b.STAND] = b.NATURAL
        elif _is_free(record, kind, a, c):
            first[kind, :, a, c][first[kind, :, a, c] == b.DOUBLE] = b.FREE_DOUBLE
            if a == c:
                unsplit[kind, :, a][unsplit[kind, :, a] == b.DOUBLE] = b.FREE_DOUBLE
    later = np.full((len(KINDS), 10, 2, 32), b.BROKEN, dtype=np.uint8)
    later[:, :, :, :22] = book.later
    block[b.FIRST : b.LATER] = first.reshape(-1)
    block[b.LATER : b.UNSPLIT] = later.reshape(-1)
    block[b.UNSPLIT : b.INSURES] = unsplit.reshape(-1)
    block[b.INSURES], block[b.TAKES_EVEN] = book.insure, book.even_money
    again = np.zeros((len(KINDS), 10, 2, 32), dtype=np.uint8)
    again[:, :, :, :22] = book.again
    block[b.AGAIN :] = again.reshape(-1)
    return block


def _is_free(record: BlackjackRecord, kind: int, a: int, c: int) -> bool:
    total, soft = total_of(a, c)
    return record.kinds[kind].free_double is not None and not soft and total in record.free_totals


# a hand's turn


def turns_of(rules: I64, book: U8) -> U8:
    """The turn of a hand that is not split, by a book: its state after two cards, then after each further one."""
    first, later = book[b.FIRST : b.FIRST_SIZE].reshape(10, 16, 16), book[b.LATER :][: b.LATER_SIZE].reshape(10, 64)
    states, drawn = _states(rules), b.ADDED.reshape(64, 16)
    turns = np.empty((10, b.STATES, 16), dtype=np.uint8)
    turns[:] = np.arange(b.STATES)[:, None]
    turns[:, : b.DOUBLING] = states[later[:, drawn], drawn]
    totals = np.where((drawn > 21) & (drawn < b.SOFT), b.OVER_21, drawn & b.TOTAL)
    turns[:, b.DOUBLING : b.DOUBLING_FREE] = b.DOUBLED + totals
    turns[:, b.DOUBLING_FREE : b.ENDED] = b.DOUBLED_FREE + totals[: b.SOFT]
    openings = states[first, b.PAIRED.reshape(10, 16)[[*range(10), *[0] * 6]]]
    return np.concatenate([openings.reshape(-1), turns.reshape(-1)])


def _states(rules: I64) -> U8:
    """By move and hand, the state of a hand of which the book says so."""
    states, hands = np.full((10, 64), b.ENDED + b.APART, dtype=np.uint8), np.arange(64)
    if rules[b.CHARLIE] < NO_CHARLIE or rules[b.BONUS] & 1 << UNSPLIT:
        return states  # the number of cards or their suits count
    states[b.STAND] = b.ENDED + np.minimum(hands & b.TOTAL, b.OVER_21)
    states[b.HIT] = hands
    states[b.BROKEN] = b.ENDED + b.OVER_21
    if not rules[b.REDOUBLES]:
        states[b.DOUBLE] = b.DOUBLING + hands
        states[b.FREE_DOUBLE, : b.SOFT] = b.DOUBLING_FREE + hands[: b.SOFT]
    if not rules[b.EARLY]:
        states[b.SURRENDER] = b.ENDED + b.GAVE_UP
    if rules[b.PEEK_ACE] and rules[b.PEEK_TEN] and not rules[b.NO_HOLE]:
        states[b.NATURAL] = b.ENDED + b.BEATS_DRAWS
    return states


def _ends() -> I64:
    """By the state in which a hand ended: its total and its class of bet, as a hand waits for the dealer."""
    ends = np.zeros((3, 32), dtype=np.int64)
    for row, bet in enumerate((b.PLAIN, b.FULL, b.FREE)):
        ends[row] = np.arange(32) | bet << b.PENDING_BET
    ends[0, b.GAVE_UP] = b.OVER_21 | b.CLASSES << b.PENDING_BET  # what is given up stands behind all classes of bets
    ends[0, b.BEATS_DRAWS] = b.BEATS_DRAWS | b.BLACKJACK << b.PENDING_BET
    return ends.reshape(-1)


# the dealer


def dealer_of(record: BlackjackRecord) -> U8:
    """The dealer's draws, how they start, and who wins."""
    draws = np.zeros((b.STARTS // 16, 16), dtype=np.uint8)
    draws[:] = (np.arange(b.STARTS // 16) % b.FOR_NOBODY)[:, None]
    draws[b.FOR_NOBODY :][: b.STOPPED] = b.IDLE
    for hand, value in product(range(b.STOPPED), range(10)):
        draws[hand, value] = _dealer_state(record, int(b.ADDED[16 * hand + value]))
    starts = np.zeros((16, 16), dtype=np.uint8)
    for up, hole in product(range(10), range(10)):
        natural = {up, hole} == {b.ACE, b.TEN}
        starts[up, hole] = b.STOPPED + 9 if natural else draws[int(b.ADDED[up]), hole]
    compared = np.zeros((32, 16), dtype=np.uint8)
    for total, end in product(range(32), range(11)):
        compared[total, end] = _result(record, total, end)
    return np.concatenate([draws.reshape(-1), starts.reshape(-1), compared.reshape(-1)])


def _dealer_state(record: BlackjackRecord, hand: int) -> int:
    """The dealer's hand while cards are drawn; once that stops, its end from 64 on: 15 to 21, 22, more."""
    total, soft = hand & b.TOTAL, hand >= b.SOFT
    if total <= record.draws_to or (total == 17 and soft and record.hit_soft_17):
        return hand
    return b.STOPPED + min(total - 15, 8)


def _result(record: BlackjackRecord, total: int, end: int) -> int:
    """The result of a total against the dealer's end; the highest totals stand for hands that no draw beats.

    Those over 21 have lost, and against a dealer who draws for nobody there are no others.
    """
    if b.OVER_21 <= total < b.BEATS_DRAWS:
        return b.LOST
    if end == 9:
        return b.PUSHED if total == b.TIES_BLACKJACK else b.LOST
    if total >= b.BEATS_DRAWS or end == 8 or (end == 7 and not record.push_22):
        return b.WON
    if end == 7:
        return b.PUSHED
    if total == end + 15:
        wins = record.ties == WINS_AT_21 and total == 21
        return b.WON if wins else b.LOST if record.ties == DEALER_WINS_TIES else b.PUSHED
    return b.WON if total > end + 15 else b.LOST


# amounts


@dataclass(frozen=True)
class Amounts:
    """Blocks of results for every stake and for the toke, in units."""

    terms: I64
    unit: int
    width: int
    nil: int
    toke_unit: int
    toke_width: int
    toke_nil: int


def amounts_of(records: Sequence[BlackjackRecord], terms: Terms, *, toke: int, less: bool) -> Amounts:
    """The results of hands at each stake; ``less`` says whether anybody doubles for less."""
    blocks = [_block(record, less=less) for record in records]
    tokes = [_toke_block(terms, records[0], toke, new=new) for new in (False, True)] if toke else []
    unit, toke_unit = _unit(blocks), _unit(tokes)
    nil, toke_nil = _most(blocks) // unit, _most(tokes) // toke_unit
    whole = [block // unit for block in blocks] + [block // toke_unit for block in tokes]
    return Amounts(np.concatenate(whole), unit, 2 * nil + 1, nil, toke_unit, 2 * toke_nil + 1, toke_nil)


def _unit(blocks: Sequence[I64]) -> int:
    return gcd(*(int(cents) for block in blocks for cents in block)) or 1


def _most(blocks: Sequence[I64]) -> int:
    """More than a seat can win or lose with four hands."""
    return max((4 * int(np.abs(block).max()) for block in blocks), default=0)


def _block(record: BlackjackRecord, *, less: bool) -> I64:
    block = np.zeros(b.TERMS, dtype=np.int64)
    for kind, terms in enumerate(record.kinds):
        _put(block, kind, b.PLAIN, -terms.lose, 0, terms.win)
        for raised, double in zip((b.FULL, b.LESS), terms.doubles, strict=False):
            if raised == b.FULL or less:
                _put(block, kind, raised, -double.lose, 0, double.win)
        if terms.free_double is not None:
            _put(block, kind, b.FREE, -terms.free_double.lose, 0, terms.free_double.win)
        for began, doubled in enumerate(terms.raises()):
            for times, (win, lose) in enumerate(doubled.again if doubled is not None else ()):
                if began + b.FULL != b.LESS or less:
                    _put_raised(block, kind, began, times, -lose, win)
        _put(block, kind, b.BLACKJACK, 0, _ties(record, kind, terms), terms.natural_pays)
        block[b.GIVEN_UP + kind] = -(terms.surrender or 0)
    for step, prize in enumerate(step_prizes(record.bonuses)):
        if prize is not None:
            _put_bonus(block, step, -record.stake, record.tie_against_ten, prize.win)
    block[b.EVEN_MONEY], block[b.EARLY_LOSS] = record.even_money or 0, -record.early_loss
    block[b.TIE_ACE], block[b.TIE_TEN] = record.tie_against_ace, record.tie_against_ten
    block[b.INSURED], block[b.INSURANCE_PAYS] = -record.insurance_stake, record.insurance_pays
    return block


def _ties(record: BlackjackRecord, kind: int, terms: HandTerms) -> int:
    return record.tie_against_ten if kind == UNSPLIT else terms.natural_ties


def _put(block: I64, kind: int, raised: int, lost: int, pushed: int, won: int) -> None:
    at = 3 * (5 * kind + raised)
    block[at : at + 3] = lost, pushed, won


def _put_raised(block: I64, kind: int, began: int, times: int, lost: int, won: int) -> None:
    at = 3 * (b.RAISED + (kind * len(RAISES) + began) * MOST_AGAIN + times)
    block[at : at + 3] = lost, 0, won


def _put_bonus(block: I64, step: int, lost: int, tied: int, won: int) -> None:
    """The results of a bonus; a blackjack does not lose, and ties a blackjack that comes out late."""
    natural = STEPS[step][0] == "blackjack"
    at = 3 * (b.BONUSES + step)
    block[at : at + 3] = 0 if natural else lost, tied if natural else 0, won


def _toke_block(terms: Terms, record: BlackjackRecord, cents: int, *, new: bool) -> I64:
    """The result of the toke beside a hand, and the lammers that stand for it on free bets (BJ-S5, FB-TOKE-1)."""
    toke = terms.toke
    assert toke is not None
    own, loss = 0 if new else cents, terms.surrender.loss if terms.surrender is not None else 0
    win, natural = (terms.payouts.win, terms.blackjack.pays) if toke.follows_wager else (EVEN_MONEY, EVEN_MONEY)
    unit = terms.blackjack_rounding if toke.follows_wager else terms.other_rounding
    on_lammer = pay(cents, EVEN_MONEY, rounding=terms.other_rounding)
    block = np.zeros(b.TERMS, dtype=np.int64)

    def paid(odds: Odds, lammers: int) -> int:
        return (pay(own, odds, rounding=terms.other_rounding) if own else 0) + on_lammer * lammers

    for kind in range(len(KINDS)):
        lammer = int(toke.free_bets and new and kind in (LAMMER, ACE_LAMMER))
        for raised in (b.PLAIN, b.FULL, b.LESS):
            _put(block, kind, raised, -own, 0, paid(win, lammer))
        doubled = int(toke.free_bets and (own > 0 or lammer > 0))
        _put(block, kind, b.FREE, -own, 0, paid(win, lammer + doubled))
        for began, times in product(range(len(RAISES)), range(MOST_AGAIN)):
            free = doubled if began + b.FULL == b.FREE else 0
            _put_raised(block, kind, began, times, -own, paid(win, lammer + free))
        tie = paid(EVEN_MONEY, lammer) if _ties(record, kind, record.kinds[kind]) else 0
        won = (pay(own, natural, rounding=unit) if own else 0) + on_lammer * lammer
        _put(block, kind, b.BLACKJACK, 0, tie, won)
        block[b.GIVEN_UP + kind] = -int(own * loss)
    for step, (ladder, n) in enumerate(STEPS):
        bonus = terms.bonus.line(ladder, n)
        odds = bonus[1] if bonus and toke.follows_wager else natural if ladder == "blackjack" else win
        rounding = unit if ladder == "blackjack" else terms.other_rounding
        tie = paid(EVEN_MONEY, 0) if record.tie_against_ten else 0
        _put_bonus(block, step, -own, tie, pay(own, odds, rounding=rounding) if own else 0)
    block[b.EVEN_MONEY], block[b.EARLY_LOSS] = paid(EVEN_MONEY, 0), -int(own * loss)
    block[b.TIE_ACE] = paid(EVEN_MONEY, 0) if record.tie_against_ace else 0
    block[b.TIE_TEN] = paid(EVEN_MONEY, 0) if record.tie_against_ten else 0
    return block


# rules


def rules_of(record: BlackjackRecord, terms: Terms, wagers: Sequence[SideWager], *, seats: int, cut: int) -> I64:
    """The rules of the round and of the shoe, and the order in which boxes are dealt to and paid."""
    rules, shuffle = np.zeros(b.RULES, dtype=np.int64), terms.rules.shuffle
    rules[b.CARDS], rules[b.SEATS] = 52 * record.decks, seats
    rules[b.CUT] = 52 * record.decks - cut
    rules[b.ONE_MORE] = shuffle.cut_card == "one_more_round"
    rules[b.BURN_FIRST], rules[b.BURN_EACH] = shuffle.burn != "none", shuffle.burn == "per_round"
    rules[b.BOXES_BACKWARDS] = terms.deal.start != "dealer_left"
    rules[b.PAID_BACKWARDS] = (terms.deal.start == "dealer_left") == (terms.deal.pay_order == "right_to_left")
    rules[b.UP_SECOND] = terms.deal.dealer_up_card == "second"
    rules[b.PEEK_ACE], rules[b.PEEK_TEN] = record.checked[b.ACE], record.checked[b.TEN]
    rules[b.NO_HOLE], rules[b.ORIGINAL] = not record.takes_hole_card, record.original_bets
    rules[b.CHARLIE], rules[b.TIES_UNDER_ACE] = record.charlie, terms.insurance is None
    rules[b.EARLY] = record.early_surrender
    rules[b.INSURE_NATURAL], rules[b.OFFERS_EVEN] = record.insure_natural, record.even_money is not None
    rules[b.MATCH_RANK] = record.match_rank
    rules[b.SHUT_ACES] = not terms.split.hit_split_aces and not terms.double.double_split_aces
    rules[b.NATURALS_FIRST] = terms.double.blackjack and terms.double.natural_double == "at_settlement"
    rules[b.FINAL_BETS] = any(wager.decided_by in (b.DEALER_CARDS, b.PLAYER_CARDS) for wager in wagers)
    rules[b.DRAWS_ALWAYS] = record.draws_without_hands or any(wager.decided_by == b.DEALER_CARDS for wager in wagers)
    rules[b.THIRD_ALWAYS] = any(wager.third_always for wager in wagers)
    rules[b.WAGERS], rules[b.COUNTER] = len(wagers), -1
    for value in range(10):
        rules[b.MOST_HANDS + value] = record.most_hands[value]
        rules[b.OWN_KIND + value] = SPLIT_ACE if value == b.ACE else SPLIT
        rules[b.NEW_KIND + value] = split_kinds(record, value)[-1]
    rules[b.REDOUBLES] = record.redoubles
    raises = [raised for kind in record.kinds for raised in kind.raises()]
    rules[b.MOST_RAISES : b.BONUS_CLASS] = [0 if raised is None else len(raised.again) for raised in raises]
    rules[b.BONUS] = sum(any(record.bonuses_for(kind)) << kind for kind in range(len(KINDS)))
    for step, prize in enumerate(step_prizes(record.bonuses)):
        rules[b.BONUS_CLASS + step] = 0 if prize is None else b.BONUSES + step
    return rules


# the arrays of a run


@dataclass(frozen=True)
class Tables:
    """What all runs of a table read and none writes."""

    tables: U8
    pairs: NDArray[np.uint16]
    values: I64
    results: int
    """How many places the results of the main bet and of its toke need."""

    def new_run(self, *, log_rounds: int = 0) -> Run:
        """The arrays of one run, with room of its own for the shoe and for what is counted."""
        cards = int(self.values[b.CARDS])
        work = np.zeros(b.WORK, dtype=np.int64)
        work[b.AT], work[b.SINCE] = cards, 1  # a shoe that is over: the first thing done is a shuffle
        return Run(
            shoe=fresh_shoe(cards // 52),
            tables=self.tables,
            pairs=self.pairs,
            values=self.values.copy(),
            words=np.zeros(b.WORDS, dtype=np.uint64),
            work=work,
            sums=np.zeros(b.RESULTS_AT + self.results, dtype=np.int64),
            events=np.zeros(b.EVENTS_AT + EVENT_ROWS * b.EVENT, dtype=np.int64),
            log=np.zeros(log_rounds * SEAT_ROOM * b.LOG, dtype=np.int64),
        )


def fresh_shoe(decks: int) -> U8:
    """The cards of N decks, and tens behind them for a round that runs out of cards."""
    return np.array([*CODES.values()] * decks + [b.TEN] * b.PADDING, dtype=np.uint8)


def tables_of(rules: I64, books: U8, dealer: U8, amounts: Amounts, wagers: Sequence[SideWager], levels: int) -> Tables:
    """Everything in the few arrays that the kernel takes."""
    values = np.zeros(b.VALUES, dtype=np.int64)
    values[: b.RULES] = rules
    values[b.TERMS_AT : b.TERMS_AT + len(amounts.terms)] = amounts.terms
    values[b.WIDTH], values[b.NIL] = amounts.width, amounts.nil
    values[b.TOKES_AT], values[b.TOKE_NIL] = b.RESULTS_AT + levels * amounts.width, amounts.toke_nil
    tables = np.zeros(b.BOOKS_AT, dtype=np.uint8)
    tables[: len(dealer)] = dealer
    if len(books):
        tables[b.OPENINGS_AT : b.BOOKS_AT] = turns_of(rules, books[: b.BOOK])
    values[b.ENDS_AT : b.ENDS_AT + b.STATES - b.ENDED] = _ends()
    for card, code in CODES.items():
        tables[b.NUMBERS_AT + code] = card
    for place, wager in enumerate(wagers):
        at = place * b.MOST_LINES
        values[b.PAYS_AT + at : b.PAYS_AT + at + len(wager.pays)] = np.array(wager.pays) // wager.unit
        tables[b.CAPPED_AT + at : b.CAPPED_AT + at + len(wager.pays)] = wager.capped
    tables = np.concatenate([tables, books])
    pairs, rows, offsets = _side_tables(wagers, levels, len(tables))
    values[b.WAGERS_AT : b.WAGERS_AT + len(offsets)] = offsets
    return Tables(np.concatenate([tables, rows]), pairs, values, levels * amounts.width + amounts.toke_width)


def _side_tables(wagers: Sequence[SideWager], levels: int, at: int) -> tuple[NDArray[np.uint16], U8, I64]:
    """The tables of all side wagers in one piece, and where each begins by stake and wager."""
    pairs: list[NDArray[np.uint16]] = [np.zeros(1, dtype=np.uint16)]
    rows: list[U8] = [np.zeros(1, dtype=np.uint8)]
    offsets = np.zeros((levels, len(wagers), b.WAGER), dtype=np.int64)
    for place, wager in enumerate(wagers):
        known: dict[int, tuple[int, int]] = {}
        steps = sum(map(len, pairs))
        pairs.append(wager.steps)
        for level, table in enumerate(wager.tables):
            if id(table) not in known:
                known[id(table)] = sum(map(len, pairs)), at + sum(map(len, rows))
                pairs.append(table.pairs)
                rows.append(wager.numbers(table))
            offsets[level, place] = (
                *known[id(table)], wager.decided_by, table.columns, *wager.stands_at, steps, wager.pays_on,
            )  # fmt: skip
    return np.concatenate(pairs), np.concatenate(rows), offsets.reshape(-1)


def count_in(values: I64, counting: Counting, spread: Sequence[int]) -> None:
    """The count and the bets by it; the counter sits last in turn. ``spread`` is which stake each count bets."""
    values[b.COUNTER], values[b.LOWEST], values[b.HIGHEST] = values[b.SEATS] - 1, LOWEST, HIGHEST
    count, betting, decks = counting.count, counting.count.betting, int(values[b.CARDS]) // 52
    values[b.START_COUNT], values[b.BET_START] = count.initial(decks), betting.initial(decks)
    values[b.UNIT], values[b.BET_UNIT], values[b.ROUNDING] = count.unit, betting.unit, ROUNDINGS[count.rounding]
    values[b.SPREAD_AT : b.SPREAD_AT + len(spread)] = spread
    for card in DECK:
        values[b.TAGS_AT + b.card_code(card)] = count.tag(card)
        values[b.BET_TAGS_AT + b.card_code(card)] = betting.tag(card)
    for left in range(int(values[b.CARDS]) + 1):
        values[b.DIVISORS_AT + left] = count.divisor(left)

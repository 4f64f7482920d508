"""Blackjack tables that are played step by step: a sheet as the arrays that the kernel of steps reads.

Dealer, amounts and rules are the arrays that whole shoes are simulated by; what a player may answer is written down
from the same record, question by question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from pitboss.games.blackjack.state import Terms, terms_of
from pitboss.maths._kernels import blackjack_steps_layout as w
from pitboss.maths._kernels import blackjack_tables as b
from pitboss.maths.blackjack.moves import first_moves, is_natural, later_moves, total_of
from pitboss.maths.blackjack.playbook import Move
from pitboss.maths.blackjack.record import ACE_LAMMER, KINDS, SPLIT_ACE, UNSPLIT, BlackjackRecord, compile_record
from pitboss.maths.counting import Count
from pitboss.maths.simulation.blackjack import kernel_arrays as f
from pitboss.maths.simulation.blackjack.counting import Counting
from pitboss.maths.simulation.streams import seed_state
from pitboss.rules import Sheet
from pitboss.shoe import shuffle_rules

__all__ = ["new_pit", "new_told", "seed_table"]

I64 = NDArray[np.int64]

LONGEST_HAND, LONGEST_DEALER = 22, 20
"""More cards than a hand can hold: 21 aces and the card that breaks it."""
ANSWERS = {Move.STAND: w.STAND_BIT, Move.HIT: w.HIT_BIT, Move.SURRENDER: w.SURRENDER_BIT, Move.SPLIT: w.SPLIT_BIT}


def new_pit(
    sheet: Sheet,
    tables: int,
    *,
    stakes: Sequence[int],
    unit: int,
    choose: bool = False,
    count: Count | None = None,
    cards_left: bool = False,
    whole_shoe: bool = False,
    same_step: bool = False,
    most_steps: int,
) -> w.Pit:
    """Tables at which the first of some stakes is bet, or the one that is chosen; raises NotationError.

    Results are told in units of ``unit`` cents, of which every stake is a multiple.
    """
    terms = terms_of(sheet)
    records = [_with_aces_given_up(compile_record(sheet, stake_cents=cents), terms) for cents in stakes]
    amounts = [f.amounts_of([record], terms, toke=0, less=True) for record in records]
    cut = shuffle_rules(sheet).cut_card_depth
    made = [_tables(record, terms, one, cut, count) for record, one in zip(records, amounts, strict=True)]
    settings = np.zeros(w.SETTINGS, dtype=np.int64)
    settings[w.WHOLE_SHOE], settings[w.MOST_STEPS], settings[w.SAME_STEP] = whole_shoe, most_steps, same_step
    settings[w.PLACES] = 52 * records[0].decks if whole_shoe else _most_cards(records)
    settings[w.BETS], settings[w.SHOWS_LEFT], settings[w.SHOWS_COUNT] = choose, cards_left, count is not None
    units = np.array([one.unit for one in amounts], dtype=np.int64)
    return w.Pit(
        shoes=np.tile(f.fresh_shoe(records[0].decks), (tables, 1)),
        tables=made[0].tables,
        pairs=made[0].pairs,
        values=np.stack([one.values for one in made]),
        words=np.zeros((tables, b.WORDS), dtype=np.uint64),
        work=_fresh_work(tables),
        state=np.zeros((tables, w.STATE), dtype=np.int64),
        masks=np.stack([_answers(record, terms, len(stakes), unit) for record in records]),
        settings=settings,
        scale=units / unit,
        cents=units,
        sums=np.zeros(b.RESULTS_AT, dtype=np.int64),
        none=np.zeros(0, dtype=np.int64),
    )


def new_told(pit: w.Pit, fields: int, actions: int) -> w.Told:
    """Room for what one step tells."""
    tables = len(pit.state)
    finals = tables if pit.settings[w.SAME_STEP] else 0
    return w.Told(
        observations=np.empty((tables, fields), dtype=np.int64),
        masks=np.empty((tables, actions), dtype=np.int8),
        rewards=np.zeros(tables, dtype=np.float64),
        terminated=np.zeros(tables, dtype=np.bool_),
        truncated=np.zeros(tables, dtype=np.bool_),
        illegal=np.zeros(tables, dtype=np.bool_),
        net_cents=np.zeros(tables, dtype=np.int64),
        final_observations=np.zeros((finals, fields), dtype=np.int64),
    )


def seed_table(pit: w.Pit, table: int, seed: int) -> None:
    """Give a table the random numbers of a seed and new decks, which are shuffled next."""
    pit.work[table, b.FRESH] = 1
    pit.words[table, :4] = seed_state(seed)
    pit.shoes[table] = f.fresh_shoe(int(pit.values[0, b.CARDS]) // 52)


def _fresh_work(tables: int) -> I64:
    work = np.zeros((tables, b.WORK), dtype=np.int64)
    work[:, b.FRESH] = 1
    return work


def _with_aces_given_up(record: BlackjackRecord, terms: Terms) -> BlackjackRecord:
    """The record with the loss of split aces that may be split again or given up and nothing else.

    It leaves them out, as best play does; where such aces get another card they are not asked.
    """
    surrender = terms.surrender
    if surrender is None or not (surrender.after_split and surrender.surrender_split_aces):
        return record
    kinds = [
        hand._replace(surrender=int(hand.lose * surrender.loss)) if kind in (SPLIT_ACE, ACE_LAMMER) else hand
        for kind, hand in enumerate(record.kinds)
    ]
    return replace(record, kinds=tuple(kinds))


def _tables(record: BlackjackRecord, terms: Terms, amounts: f.Amounts, cut: int, count: Count | None) -> f.Tables:
    rules = f.rules_of(record, terms, (), seats=1, cut=cut)
    rules[b.ASKS] = terms.insurance is not None
    tables = f.tables_of(rules, np.zeros(0, dtype=np.uint8), f.dealer_of(record), amounts, (), 1)
    if count is not None:
        f.count_in(tables.values, Counting(count), ())
    return tables


def _most_cards(records: Sequence[BlackjackRecord]) -> int:
    """An even number of cards that no round can use up, or all of them."""
    cards = 52 * records[0].decks
    hands = max(most for record in records for most in record.most_hands)
    return min(cards, 2 * ((LONGEST_HAND * hands + LONGEST_DEALER + 1) // 2))


# what may be answered


def _answers(record: BlackjackRecord, terms: Terms, bets: int, unit: int) -> I64:
    """The legal answers at a stake, by question."""
    masks = np.zeros(w.MASKS, dtype=np.int64)
    first = masks[: w.LATER_AT][: len(KINDS) * b.FIRST_SIZE].reshape(len(KINDS), 10, 16, 16)
    for kind, up, one, two in product(range(len(KINDS)), range(10), range(10), range(10)):
        first[kind, up, one, two] = _on_two_cards(record, terms, kind, up, one, two)
    for kind, soft, total in product(range(len(KINDS)), range(2), range(22)):
        moves = later_moves(record, kind, total, soft=bool(soft))
        masks[w.LATER_AT + 64 * kind + b.SOFT * soft + total] = _bits(record, kind, moves)
    masks[w.AGAIN_AT : w.AGAIN_AT + 64] = record.double_on
    masks[w.INSURANCE_AT : w.INSURANCE_AT + 2] = _insurance(record, natural=False), _insurance(record, natural=True)
    masks[w.BETS_AT] = sum(1 << (w.FIRST_BET + bet) for bet in range(bets))
    paid = len(KINDS) * 100 if terms.split.split_at_maximum else terms.table.maximum // record.stake
    masks[w.MOST_PAID_AT], masks[w.UNITS_AT] = paid, record.stake // unit
    masks[w.EARLY_AT] = sum(record.surrenders_early(up) << up for up in range(10))
    return masks


def _on_two_cards(record: BlackjackRecord, terms: Terms, kind: int, up: int, one: int, two: int) -> int:
    moves = first_moves(record, kind, up, one, two)
    (total, soft), hand = total_of(one, two), record.kinds[kind]
    declines = terms.free is not None and terms.free.decline_free
    if is_natural(record, kind, one, two):
        return w.GO_ON_BIT | _bits(record, kind, moves) & ~w.STAND_BIT
    bits = _bits(record, kind, moves)
    if hand.free_double is not None and not soft and total in record.free_totals:
        own = declines and record.may_double(total, soft=False) and _takes_full(record, kind)
        bits = bits & ~w.DOUBLES | w.DOUBLE_BIT | w.FREE_BIT | (w.DOUBLE_PAID_BIT if own else 0)
    if bits & w.SPLIT_BIT and declines and record.free_pairs[one]:
        bits |= w.SPLIT_PAID_BIT
    if kind == UNSPLIT and record.surrenders_early(up):
        bits &= ~w.SURRENDER_BIT  # it was asked before the check
    return bits


def _takes_full(record: BlackjackRecord, kind: int) -> bool:
    """Whether a kind of hand may be doubled for the whole bet, with money."""
    doubles = record.kinds[kind].doubles
    return bool(doubles) and doubles[0].name == "double"


def _bits(record: BlackjackRecord, kind: int, moves: Sequence[Move]) -> int:
    """Moves as answers; where the whole bet would pass the maximum, the double for less is all that fits."""
    bits = sum(ANSWERS[move] for move in moves if move in ANSWERS)
    if Move.DOUBLE not in moves:
        return bits
    if not _takes_full(record, kind):
        return bits | w.LESS_BIT | w.ALL_THAT_FITS_BIT
    return bits | w.DOUBLE_BIT | (w.LESS_BIT if Move.DOUBLE_LESS in moves else 0)


def _insurance(record: BlackjackRecord, *, natural: bool) -> int:
    insures = record.insurance_stake and (record.insure_natural or not natural)
    even = natural and record.even_money is not None
    return w.GO_ON_BIT | (w.INSURE_BIT if insures else 0) | (w.EVEN_BIT if even else 0)

"""Whole shoes of blackjack: shuffled, dealt to one to seven seats, played by a book and settled, round after round.

The rules come as arrays (:mod:`pitboss.maths._kernels.blackjack_tables` says what stands where), seats are taken in
the order of their turns, and amounts are whole numbers of the largest unit that divides them all. The cards of a round
come out in the very order in which the table deals them, so a shoe given card by card is settled as the table would.
"""

from __future__ import annotations

import numpy as np

from pitboss.maths._kernels import blackjack_tables as b
from pitboss.maths._kernels.blackjack_rounds_bets import log_at, note_facts, note_final_hands, settle_wager
from pitboss.maths._kernels.blackjack_rounds_hands import (
    drawn_from,
    end_turn,
    is_natural,
    is_open,
    on_two_cards,
    play_seat,
    raise_bet,
    settle,
    take_turn,
)
from pitboss.maths._kernels.blackjack_rounds_shoe import (
    ACE,
    BET,
    BLACKJACK_END,
    BOOKS_AT,
    BUST,
    COMPARED,
    DONE,
    DOUBLE,
    DOUBLE_LESS,
    EIGHT,
    FINAL,
    FOR_NOBODY,
    FOUR,
    INSURANCES_AT,
    INSURED,
    LEVEL,
    NET,
    ONE,
    PENDING,
    PENDING_BET,
    PENDING_NEW,
    PENDING_SEAT,
    PLAYED_APART,
    RESULTS_AT,
    SEVEN,
    STARTS,
    STOPPED,
    SURRENDER,
    TEN,
    TERMS,
    TERMS_AT,
    THIRD,
    THREE,
    TIP,
    TOTAL,
    TWO,
    VALUE,
    WAITS,
    ZERO,
    Run,
    U,
    Word,
    book_of,
    burn,
    choose_stakes,
    is_over,
    number_at,
    shuffle,
    value_at,
)
from pitboss.maths._kernels.blackjack_tables import PAIRED
from pitboss.maths.cache import kernel, part

__all__ = ["Run", "play_rounds"]


# before the hands


@part
def third_for_bet(run: Run, seat: Word, one: Word, two: Word, at: Word) -> Word:
    """Two sevens get a third card for a bet on it where the sheet says so, and none was drawn."""
    if run.values[b.THIRD_ALWAYS] and one & VALUE == SEVEN and two & VALUE == SEVEN and not run.work[THIRD + seat]:
        run.work[THIRD + seat] = np.int64(at)
        return at + ONE
    return at


@part
def surrender_early(run: Run, seats: Word, start: Word, up: Word, hole: Word, at: Word) -> Word:
    """Hands given up before the dealer's check, box by box; returns the place in the shoe."""
    for turn in range(seats):
        seat = seats - ONE - turn if run.values[b.BOXES_BACKWARDS] else turn
        one, two = U(run.shoe[start + seat]), U(run.shoe[start + seats + ONE + seat])
        if on_two_cards(run, seat, ZERO, 1, one, two, up, hole, at) == SURRENDER:
            run.sums[b.SURRENDERED] += 1
            run.sums[b.HANDS] += 1
            settle(run, seat, U(b.EARLY_LOSS), ZERO)
            run.work[DONE + seat] = 1
            run.work[WAITS + seat] = b.ENDED_EARLY
            at = third_for_bet(run, seat, one, two, at)
    return at


@part
def insure(run: Run, seats: Word, start: Word, hole: Word, at: Word) -> None:
    """Even money for blackjacks, and insurance, as the books say."""
    for seat in range(seats):
        if run.work[DONE + seat]:
            continue
        book = book_of(run, seat, hole, at)
        natural = is_natural(value_at(run, start + seat), value_at(run, start + seats + ONE + seat))
        if natural and run.values[b.OFFERS_EVEN] and run.tables[BOOKS_AT + book + U(b.TAKES_EVEN)]:
            settle(run, seat, U(b.EVEN_MONEY), ZERO)
            run.work[DONE + seat] = 1
            run.sums[b.HANDS] += 1
        elif run.tables[BOOKS_AT + book + U(b.INSURES)] and (not natural or run.values[b.INSURE_NATURAL]):
            run.work[INSURED + seat] = run.values[TERMS_AT + U(run.work[LEVEL + seat]) * TERMS + U(b.INSURED)] != 0


@part
def lose_to_blackjack(run: Run, seats: Word, start: Word, up: Word, at: Word) -> Word:
    """The dealer's check found a blackjack: blackjacks tie, all else loses; returns the place in the shoe."""
    for seat in range(seats):
        one, two = U(run.shoe[start + seat]), U(run.shoe[start + seats + ONE + seat])
        at = third_for_bet(run, seat, one, two, at)
        if run.work[DONE + seat]:
            continue
        run.sums[b.HANDS] += 1
        run.work[WAITS + seat] = b.ENDS_LAST
        if is_natural(one & VALUE, two & VALUE):
            settle(run, seat, U(b.TIE_ACE if up == ACE else b.TIE_TEN), ZERO)
        else:
            settle(run, seat, ZERO, ZERO)
    return at


@part
def take_originals(run: Run, seats: Word, start: Word, up: Word) -> None:
    """A blackjack that came out late takes original bets only, whatever the hands had won; blackjacks tie with it."""
    for seat in range(seats):
        if run.work[DONE + seat]:
            continue
        run.work[NET + seat] = 0
        run.work[TIP + seat] = 0
        one, two = value_at(run, start + seat), value_at(run, start + seats + ONE + seat)
        tie = U(b.TIE_ACE if up == ACE else b.TIE_TEN)
        settle(run, seat, tie if is_natural(one, two) else ZERO, ZERO)


@part
def double_naturals(
    run: Run, seats: Word, start: Word, up: Word, hole: Word, at: Word, pending: Word
) -> tuple[Word, Word]:
    """Blackjacks that are doubled before the first seat acts, in the order of payment."""
    for turn in range(seats):
        seat = seats - ONE - turn if run.values[b.PAID_BACKWARDS] else turn
        one, two = value_at(run, start + seat), value_at(run, start + seats + ONE + seat)
        if run.work[DONE + seat] or not is_natural(one, two):
            continue
        does = U(run.tables[BOOKS_AT + book_of(run, seat, hole, at) + (up << EIGHT | one << FOUR | two)])
        if does in (DOUBLE, DOUBLE_LESS):
            hand = U(PAIRED[one << FOUR | two])
            run.work[THIRD + seat] = np.int64(at)
            drawn = at
            at, pending = raise_bet(run, seat, hand, TWO, ZERO, ZERO, does, up, hole, at, pending)
            run.work[FINAL + seat] = drawn_from(drawn, at, ZERO)
            run.work[DONE + seat] = 1
            run.sums[b.HANDS] += 1
    return at, pending


# the dealer


@part
def someone_waits(run: Run, first: Word, pending: Word) -> Word:
    """Whether a hand depends on the dealer's draws: one that is over 21, given up or a blackjack does not."""
    waiting = ZERO
    for at in range(first, pending):
        waiting |= U(run.words[PENDING + at] & TOTAL < BUST)
    return waiting


@part
def dealer_draws(run: Run, state: Word, at: Word) -> tuple[Word, Word]:
    """The dealer's end and the place in the shoe; two cards are drawn without a branch, as in a hand's turn."""
    drawn = U(run.tables[state << FOUR | value_at(run, at)])
    more = U(run.tables[drawn << FOUR | value_at(run, at + ONE)])
    at += U(state < STOPPED) + U(drawn < STOPPED)
    state = more
    while state < STOPPED:
        state = U(run.tables[state << FOUR | value_at(run, at)])
        at += ONE
    return state, at


@part
def compare(run: Run, end: Word, pending: Word) -> None:
    """Settle the hands that waited for the dealer."""
    for at in range(pending):
        hand = run.words[PENDING + at]
        result = U(run.tables[COMPARED + ((hand & TOTAL) << FOUR | end)])
        bet = hand >> PENDING_BET & BET
        settle(run, hand >> PENDING_SEAT, bet * THREE + result, hand >> PENDING_NEW & ONE)


@part
def dealer_turn(
    run: Run, seats: Word, start: Word, up: Word, hole: Word, state: Word, blackjack: Word, at: Word, pending: Word,
    waits: Word,
) -> tuple[Word, Word, Word, Word, Word]:  # fmt: skip
    """The dealer's cards once all hands have acted, and what waited for them.

    Returns where the second card lies, where the draws begin, the dealer's state, whether that is a blackjack, and the
    place in the shoe.
    """
    rules = run.values
    if rules[b.NO_HOLE]:
        hole = at
        state = U(run.tables[STARTS + (up << FOUR | value_at(run, hole))])
        blackjack = ONE if state == BLACKJACK_END else ZERO
        at += ONE
    drawn = at
    waits |= U(rules[b.DRAWS_ALWAYS])
    state, at = dealer_draws(run, state | (waits ^ ONE) * FOR_NOBODY, at)
    if blackjack and rules[b.ORIGINAL]:
        take_originals(run, seats, start, up)
    else:
        compare(run, state & VALUE, pending)
    return hole, drawn, state, blackjack, at


# the round


@part
def clear(run: Run, seats: Word) -> None:
    for seat in range(seats):
        run.work[NET + seat] = 0
        run.work[TIP + seat] = 0
        run.work[THIRD + seat] = 0
        run.work[DONE + seat] = 0
        run.work[WAITS + seat] = 0
        run.work[INSURED + seat] = 0
        run.work[FINAL + seat] = 0


@part
def first_cards(run: Run, seats: Word, start: Word) -> tuple[Word, Word, Word, Word, Word]:
    """The deal: where the dealer's cards lie, the state they make, whether that is a blackjack, and the place then."""
    up_at, hole = start + seats, start + seats + seats + ONE
    if run.values[b.UP_SECOND]:
        up_at, hole = hole, up_at
    at = start + seats + seats + TWO
    if run.values[b.NO_HOLE]:
        return up_at, hole, ZERO, ZERO, at - ONE
    state = U(run.tables[STARTS + (value_at(run, up_at) << FOUR | value_at(run, hole))])
    return up_at, hole, state, ONE if state == BLACKJACK_END else ZERO, at


@part
def insurance_net(run: Run, seat: Word, blackjack: Word) -> Word:
    """What a seat's insurance comes to, 0 where it has none."""
    if not run.work[INSURED + seat]:
        return 0
    result = U(b.INSURANCE_PAYS) if blackjack else U(b.INSURED)
    return run.values[TERMS_AT + U(run.work[LEVEL + seat]) * TERMS + result]


@part
def play_hands(
    run: Run, seats: Word, start: Word, up: Word, hole: Word, at: Word, pending: Word
) -> tuple[Word, Word, Word]:
    """The seats in their turns, and third cards that a bet asks for.

    Returns the place in the shoe, how many hands wait to be compared, and whether one depends on the dealer's draws.
    """
    waits = someone_waits(run, ZERO, pending)
    for seat in range(seats):
        one, two = U(run.shoe[start + seat]), U(run.shoe[start + seats + ONE + seat])
        if run.work[DONE + seat] == 0:
            before, waited = at, pending
            ended, at = take_turn(run, one, two, up, at)
            if ended == PLAYED_APART or np.int64(seat) == run.values[b.COUNTER]:
                at, pending = play_seat(run, seat, one, two, up, hole, before, pending)
                waits |= someone_waits(run, waited, pending)
            else:
                run.work[FINAL + seat] = drawn_from(before, at, ZERO)
                pending = end_turn(run, seat, ended, pending)
                waits |= U(ended & TOTAL < BUST)  # not read from what waits, which was only just written
            run.work[THIRD + seat] = np.int64(before) if at > before else 0
        at = third_for_bet(run, seat, one, two, at)
    return at, pending, waits


@part
def tally(run: Run, played: Word, seats: Word, blackjack: Word, at: Word, void: Word) -> None:
    """Add the round's main bets, tokes and insurances to the tallies."""
    rules = run.values
    main, toke, insured = 0, 0, 0
    for seat in range(seats):
        level = run.work[LEVEL + seat]
        net, tip, insurance = run.work[NET + seat], run.work[TIP + seat], insurance_net(run, seat, blackjack)
        if run.work[INSURED + seat] and not void:
            run.sums[INSURANCES_AT + U(level) * TWO + blackjack] += 1
        if void:
            net, tip, insurance = 0, 0, 0
        run.sums[RESULTS_AT + U(level * rules[b.WIDTH] + net + rules[b.NIL])] += 1
        if rules[b.TOKES]:
            run.sums[U(rules[b.TOKES_AT]) + U(tip + rules[b.TOKE_NIL])] += 1
        if np.int64(seat) != rules[b.COUNTER]:
            main += net
        else:
            count = U(run.work[b.BET_COUNT])
            run.sums[count + U(b.PLAYED)] += 1
            run.sums[count + U(b.COUNT_NET)] += net + insurance
            run.sums[count + U(b.COUNT_SQUARES)] += (net + insurance) * (net + insurance)
        toke += tip
        insured += insurance
        if len(run.log):
            run.log[log_at(played, seat) + U(b.MAIN_NET)] = net
            run.log[log_at(played, seat) + U(b.TOKE_NET)] = tip
            run.log[log_at(played, seat) + U(b.INSURANCE_NET)] = insurance
            run.log[log_at(played, seat) + U(b.STAKE_LEVEL)] = level
            run.log[log_at(played, seat) + U(b.SHOE_AT)] = np.int64(at)
    if rules[b.SEATS] > 1:
        run.sums[b.SQUARES] += main * main
        run.sums[b.TOKE_SQUARES] += toke * toke
        run.sums[b.INSURANCE_SQUARES] += insured * insured


@part
def play_round(run: Run, played: Word, begun: Word, seats: Word, at: Word, facts: Word) -> tuple[Word, Word]:
    """One round from the deal to the last payment but for side bets, of which the facts are noted.

    Returns the place in the shoe, and of how many seats facts are noted.
    """
    rules = run.values
    start = at
    up_at, hole, state, blackjack, at = first_cards(run, seats, start)
    up = value_at(run, up_at)
    drawn, pending = at, ZERO
    clear(run, seats)
    if rules[b.EARLY] and up in (ACE, TEN):
        at = surrender_early(run, seats, start, up, hole, at)
    if rules[b.ASKS] and up == ACE:
        insure(run, seats, start, hole, at)
    if blackjack and not is_open(run, up):
        at = lose_to_blackjack(run, seats, start, up, at)
        drawn = at
    else:
        if rules[b.NATURALS_FIRST] and not is_open(run, up):
            at, pending = double_naturals(run, seats, start, up, hole, at, pending)
        at, pending, waits = play_hands(run, seats, start, up, hole, at, pending)
        hole, drawn, state, blackjack, at = dealer_turn(
            run, seats, start, up, hole, state, blackjack, at, pending, waits
        )
    run.sums[b.DEALER_BLACKJACKS] += np.int64(blackjack)
    void = at > U(rules[b.CARDS])
    if void:
        run.sums[b.VOID] += 1
    tally(run, played, seats, blackjack, at, void)
    if rules[b.WAGERS]:
        note_facts(run, seats, start, number_at(run, up_at), blackjack, void, played - begun, facts)
        if rules[b.FINAL_BETS]:
            note_final_hands(run, seats, up_at, hole, drawn, at, state & VALUE, facts)
        facts += seats
    return at, facts


@kernel(makes_arrays=False)
def play_rounds(run: Run, most: int) -> int:
    """Play N rounds, or until a given shoe is over or there is no room for more events; returns how many it was."""
    rules = run.values
    r0, r1, r2, r3 = run.words[0], run.words[1], run.words[2], run.words[3]
    at, since, fresh = U(run.work[b.AT]), run.work[b.SINCE], run.work[b.FRESH]
    room = (len(run.events) - b.EVENTS_AT) // b.EVENT - 2 * b.MOST_FACTS * b.MOST_WAGERS
    played, over = ZERO, False
    while played < U(most) and not over and run.sums[b.EVENTS] <= room:
        begun, facts = played, ZERO
        while played < U(most) and facts <= U(b.MOST_FACTS - b.MOST_SEATS):
            if is_over(rules, at, since):
                if rules[b.GIVEN]:
                    over = True
                    break
                r0, r1, r2, r3 = shuffle(run, U(rules[b.CARDS]), r0, r1, r2, r3)
                fresh = 1
            at, since = burn(run, at, since, fresh)
            fresh = 0
            seats = U(rules[b.SEATS])
            if rules[b.COUNTER] >= 0:
                playing = choose_stakes(run, seats, at)
                run.sums[b.SAT_OUT] += np.int64(seats - playing)
                seats = playing
                if seats == ZERO:
                    at, since = U(rules[b.CARDS]), 1
                    continue
            at, facts = play_round(run, played, begun, seats, at, facts)
            if at > U(rules[b.CARDS]):
                at, since = U(rules[b.CARDS]), 1
            played += ONE
        for wager in range(U(rules[b.WAGERS])):
            settle_wager(run, wager, facts, begun)
    run.words[0], run.words[1], run.words[2], run.words[3] = r0, r1, r2, r3
    run.work[b.AT], run.work[b.SINCE], run.work[b.FRESH] = np.int64(at), since, fresh
    return int(played)

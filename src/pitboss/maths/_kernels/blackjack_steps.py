"""Many blackjack tables at once, each with one player who is asked: a step answers every table's open question.

Which answers are legal is read from tables that were made of the record.
"""

from __future__ import annotations

import numpy as np

from pitboss.maths._kernels import blackjack_steps_layout as w
from pitboss.maths._kernels import blackjack_tables as b
from pitboss.maths._kernels.blackjack_rounds_hands import may_split
from pitboss.maths._kernels.blackjack_rounds_shoe import ONE, TAGS_AT, Run, U, Word, count_now, look, value_at
from pitboss.maths._kernels.blackjack_steps_layout import I8, I64, Flags, Pit, Told
from pitboss.maths._kernels.blackjack_steps_round import answer, begin, first_mask, go_on, has_natural
from pitboss.maths.cache import kernel, part

__all__ = ["reset_tables", "step_tables"]


@part
def run_of(pit: Pit, table: int) -> Run:
    """A table as the kernel of whole rounds knows it, by the rules at the bet that lies there."""
    level = pit.state[table, w.LEVEL_AT]
    return Run(
        pit.shoes[table], pit.tables, pit.pairs, pit.values[level], pit.words[table], pit.work[table], pit.sums,
        pit.none, pit.none,
    )  # fmt: skip


# what is legal, and what is seen


@part
def legal_now(run: Run, s: I64, masks: I64) -> Word:
    """The legal answers to the open question as bits, with what is noted beside them."""
    phase = s[w.PHASE]
    if phase == w.PLAY:
        if s[w.BEGAN]:
            return w.STAND_BIT | w.DOUBLE_BIT
        if s[w.HELD] > 2:
            return masks[w.LATER_AT + 64 * s[w.KIND] + s[w.HAND]]
        legal = first_mask(s, masks)
        if legal & w.SPLIT_BIT and not may_split(run, s[w.HANDS], U(s[w.FIRST_CARD]), U(s[w.SECOND_CARD])):
            legal &= ~(w.SPLIT_BIT | w.SPLIT_PAID_BIT)
        if legal & w.SPLIT_PAID_BIT and s[w.PAID] >= masks[w.MOST_PAID_AT]:
            legal &= ~w.SPLIT_PAID_BIT
        return legal
    if phase == w.BLACKJACK:
        return first_mask(s, masks)
    if phase == w.INSURANCE:
        return masks[w.INSURANCE_AT + (1 if has_natural(s) else 0)]
    if phase == w.EARLY:
        return w.GO_ON_BIT | w.SURRENDER_BIT
    if phase == w.OVER:
        return w.GO_ON_BIT
    if phase == w.BETTING:
        return masks[w.BETS_AT]
    return -1  # whatever is chosen after the end is not looked at


@part
def show(run: Run, settings: I64, masks: I64, s: I64, seen: I64) -> None:
    """What the player sees: the question, the hand on turn and the dealer's card, then what was asked for."""
    phase = s[w.PHASE]
    over = phase in (w.OVER, w.ENDED)
    seen[: w.FIELDS] = 0
    seen[w.QUESTION] = w.OVER if over else phase
    if phase != w.BETTING:
        hand = s[w.SHOWN] if over else s[w.HAND]
        seen[w.TOTAL], seen[w.IS_SOFT], seen[w.UP_CARD] = hand & b.TOTAL, hand >= b.SOFT, s[w.UP] + 1
        seen[w.HAND_COUNT], seen[w.WAS_SPLIT] = s[w.HANDS], s[w.HANDS] > 1
        if not over:  # cards and lammers of a round that is over have left the table
            one, two = s[w.FIRST_CARD] & 15, s[w.SECOND_CARD] & 15
            seen[w.PAIR] = one + 1 if s[w.HELD] == 2 and one == two else 0
            seen[w.CARDS], seen[w.HAND_NUMBER], seen[w.ON_LAMMER] = s[w.HELD], s[w.INDEX], s[w.LAMMERED]
    at = w.FIELDS
    if settings[w.BETS]:
        seen[at] = 0 if phase == w.BETTING else masks[w.UNITS_AT]
        at += 1
    if settings[w.SHOWS_LEFT] or settings[w.SHOWS_COUNT]:
        show_shoe(run, settings, s, seen, at, not over and phase != w.BETTING and not run.values[b.NO_HOLE])


@part
def show_shoe(run: Run, settings: I64, s: I64, seen: I64, place: int, hidden: bool) -> None:
    """The cards that are left by value, and the count: of all that lies open, so without a hole card and burn cards."""
    at = U(run.work[b.AT])
    card = U(run.work[b.SEEN])
    while card < at:
        s[w.LEFT + np.int64(value_at(run, card))] -= 1
        card += ONE
    running = look(run, at)
    hole = U(s[w.HOLE])
    if settings[w.SHOWS_LEFT]:
        for value in range(10):
            seen[place + value] = s[w.LEFT + value]
        if hidden:
            seen[place + np.int64(value_at(run, hole))] += 1
        place += 10
    if settings[w.SHOWS_COUNT]:
        if hidden:
            running -= run.values[TAGS_AT + U(run.shoe[hole])]
        seen[place] = running
        seen[place + 1] = count_now(run, running, run.values[b.UNIT], at) + run.values[b.LOWEST]


# the kernels


@part
def spread(bits: int, mask: I8) -> None:
    for action in range(len(mask)):
        mask[action] = bits >> action & 1


@part
def tell(pit: Pit, told: Told, table: int) -> None:
    s = pit.state[table]
    run, masks = run_of(pit, table), pit.masks[s[w.LEVEL_AT]]
    show(run, pit.settings, masks, s, told.observations[table])
    spread(legal_now(run, s, masks), told.masks[table])


@part
def start(pit: Pit, table: int) -> None:
    """A new round at a table, up to its first question."""
    s = pit.state[table]
    s[w.LEVEL_AT] = 0
    run = run_of(pit, table)
    go_on(run, s, pit.masks[0], begin(run, pit.settings, s))


@kernel(makes_arrays=False)
def reset_tables(pit: Pit, told: Told, chosen: Flags) -> None:
    """Begin a new round at the tables that are chosen, and tell of all."""
    for table in range(len(pit.state)):
        if chosen[table]:
            start(pit, table)
        tell(pit, told, table)


@kernel(makes_arrays=False)
def step_tables(pit: Pit, actions: I64, told: Told) -> None:
    """Answer the question of every table; one whose round has ended begins a new one, then or with its next step."""
    for table in range(len(pit.state)):
        s = pit.state[table]
        again = s[w.PHASE] == w.ENDED
        if not again:
            take(pit, told, table, actions[table])
            again = s[w.PHASE] == w.ENDED and pit.settings[w.SAME_STEP] != 0
            if again:
                masks = pit.masks[s[w.LEVEL_AT]]
                show(run_of(pit, table), pit.settings, masks, s, told.final_observations[table])
        if again:
            start(pit, table)
        tell(pit, told, table)


@part
def take(pit: Pit, told: Told, table: int, action: int) -> None:
    """One answer at one table; the result comes with the last one."""
    s = pit.state[table]
    legal = legal_now(run_of(pit, table), s, pit.masks[s[w.LEVEL_AT]])
    if legal >> action & 1:
        if s[w.PHASE] == w.BETTING:
            s[w.LEVEL_AT] = action - w.FIRST_BET
        run, masks = run_of(pit, table), pit.masks[s[w.LEVEL_AT]]
        if s[w.PHASE] != w.OVER:
            go_on(run, s, masks, answer(run, s, masks, legal, 1 << action))
        if s[w.PHASE] == w.OVER:
            s[w.PHASE] = w.ENDED
            told.terminated[table] = True
            told.rewards[table] = s[w.RESULT] * pit.scale[s[w.LEVEL_AT]]
            told.net_cents[table] = s[w.RESULT] * pit.cents[s[w.LEVEL_AT]]
    else:
        told.illegal[table] = True
    s[w.STEPS] += 1
    if s[w.PHASE] != w.ENDED and s[w.STEPS] >= pit.settings[w.MOST_STEPS]:
        s[w.PHASE] = w.ENDED
        told.truncated[table] = True

"""What each command does to a live table, automatic or staffed; and what the automatic dealer does next, and when.

Everything here is a function of the table, the command, the time it was given and the sealed chance that goes with it,
so that replaying the log makes the same tables again.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from pitboss.engine import NOW, Engine
from pitboss.errors import IllegalAction, NotNow
from pitboss.games import actions as a
from pitboss.games.events import BetsLocked
from pitboss.games.game import ENGINES
from pitboss.rules import Sheet
from pitboss.service.floor import commands as c
from pitboss.service.floor import recorded as r
from pitboss.service.floor.decisions import Decided, Decider, Given, Happenings
from pitboss.service.money import corrections, counts_and_fills, progressive_payments, shortfalls
from pitboss.service.people.permissions import HOUSE
from pitboss.service.staff.next_step import next_of
from pitboss.service.tables import staffed, table_limits
from pitboss.service.tables.card_promises import committed
from pitboss.service.tables.fiddling import seatings_after
from pitboss.service.tables.live_table import Live, asked_seat
from pitboss.service.tables.on_duty import BETS, STAFF, is_visitor
from pitboss.service.tables.retractions import remembered
from pitboss.shoe import Ceremony, SeededSource
from pitboss.shoe.chance import SeededChance
from pitboss.table import Table

__all__ = ["Decided", "Due", "check_named", "check_question", "deadline", "decide", "due", "opened"]


class Due(NamedTuple):
    """What the automatic dealer does next, and when."""

    at: int
    command: c.HouseCommand


def opened(table_id: str, command: r.OpenTable, at: int, *, sheet: Sheet) -> Decided:
    """A table opens on its sheet, which must be the one that was meant."""
    if sheet.hash != command.sheet_hash:
        raise IllegalAction("sheet.not_approved_for_table", sheet=sheet.name)
    if command.cards == "declared" and command.dealer != "staffed":
        raise IllegalAction("table.declared_is_staffed")
    table, events = Table.open(sheet, dealer="" if command.dealer == "staffed" else "automatic")
    return Decided(Live(table_id, command, table, asked_at=at), events)


def decide(
    live: Live,
    command: c.Command,
    *,
    actor: str,
    role: str = "",
    at: int,
    seed: str = "",
    version: int = 0,
    engine: Engine = NOW,
) -> Decided:
    """Carry a command out, or refuse it and change nothing; what the server adds counts as it was recorded."""
    command = r.recorded(command)
    if live.closed and not isinstance(command, _AFTERWARDS):
        raise IllegalAction("table.closed")
    before = live.question, asked_seat(live.table)
    given = Given(actor, role, at, seed, version, engine)
    _check_apart(live, given)
    shortfalls.check_bears(command, given)
    decided = shortfalls.kept(live, command, _decider(live, command, role)(live, command, given), given)
    decided = _noted(live, decided, given)
    after = remembered(live, command, given, decided)
    renewed = isinstance(command, (c.Act, c.TimeOut, c.Policy)) and before[0] is not None and before[0].spot != 0
    changed: dict[str, Any] = {"asked": _asked(live, after, version)}
    if renewed or before != (after.question, asked_seat(after.table)):
        changed["asked_at"] = at
    if (seatings := seatings_after(live, after, command, given)) is not after.seatings:
        changed["seatings"] = seatings
    if after.staffed:
        changed["needed_at"] = (after.needed_at or at) if _needs_floor(after) else 0
    return Decided(replace(after, **changed), decided.events)


def _needs_floor(live: Live) -> bool:
    """Whether somebody of the floor is wanted: called, for a case, to pay, to acknowledge or to count."""
    if live.calls or live.payments or (live.round is not None and live.round.open_case is not None):
        return True
    next_ = next_of(live)
    return next_ is not None and next_.who in ("floor", "shift_manager")


def _asked(before: Live, after: Live, version: int) -> int:
    """The entry that asked what is open now: this one, unless the same question stood before.

    A question that is asked again counts as new even if it reads alike: a second hit is a second question. One that
    several players answer in any order is the same until the last of them has.
    """
    question, seat = after.question, asked_seat(after.table)
    if question is None and not seat:
        return 0
    several = question is not None and question.role == "player" and not question.spot and question == before.question
    same = (question is before.question or several) and seat == asked_seat(before.table)
    return before.asked if same and before.asked else version


_UNBOUND: Final = (a.PlaceToke, a.Look)
"""What a player does beside the question."""
_ANSWERS: Final = (
    c.Act, c.Cut, c.RefuseCut, c.Ready, c.StartRound, c.EndRound, c.HandleCards, c.TimeOut, c.CoinIn, c.Deal, c.Policy,
)  # fmt: skip
"""Commands that answer what the table waits for, and are refused once it waits for something else."""
_NAMED: Final = (c.Act, c.Cut, c.RefuseCut, c.Ready, c.TimeOut, c.CoinIn)
"""Answers that mean nothing without their question; a round begins and ends, and cards are shuffled, with none open."""


def check_named(command: c.Command, question: int | None) -> None:
    """Refuse an answer from outside that does not name its question: it might be meant for the one before.

    The house answers for itself, and a log from before this was a rule replays all the same.
    """
    if question is None and isinstance(command, _NAMED) and not _beside(command):
        raise IllegalAction("question.not_named")


def check_question(live: Live, command: c.Command, question: int | None) -> None:
    """Refuse an answer to another question than the one that is open; whether one must be named is said before."""
    if question is None or question == live.asked or not isinstance(command, _ANSWERS):
        return
    if not _beside(command):
        raise NotNow("question.stale")


def _beside(command: c.Command) -> bool:
    return isinstance(command, c.Act) and isinstance(command.action, _UNBOUND)


def _check_apart(live: Live, given: Given) -> None:
    """Nobody runs a table that they play at, whichever role they were given meanwhile."""
    if given.role not in ("", "player") and given.actor in live.table.boxes:
        raise IllegalAction("table.own_seat")


def _decider(live: Live, command: c.Command, role: str) -> Decider:
    """Who decides: at an automatic table its own dealer, at a staffed one whoever runs it, and players at both."""
    kind = r.asked_kind(command)
    if not live.staffed:
        found = None if role in STAFF and kind in _DRIVES else _AUTOMATIC.get(kind)
        code = "table.deals_by_itself"
    else:
        by_the_clock = kind in (c.TimeOut, c.Unseat) and role == HOUSE
        found = None if by_the_clock else _STAFFED.get(kind) if role not in ("", "player") else _PLAYERS.get(kind)
        code = "table.dealer_runs_it"
    if found is None:
        raise IllegalAction(code)
    return found


def _noted(live: Live, decided: Decided, given: Given) -> Decided:
    """What a table remembers of every entry: when its deal began, what was settled, and wins that are to be paid."""
    after, events = decided
    if any(isinstance(event, BetsLocked) for event in events):
        after = replace(after, dealt_at=given.at)
    after = corrections.noted(live, after, events, given.version)
    return Decided(progressive_payments.noted(after, events), events)


# players


def _sit(live: Live, command: c.Sit, given: Given) -> Decided:
    table, events = live.table.sit(given.actor, command.box)
    colours = live.in_colour(given.actor, command.colour)
    return Decided(live.touched(given.actor, given.at, table=table, colours=colours), events)


def _leave(live: Live, command: c.Leave, given: Given) -> Decided:
    table, events = live.table.leave(given.actor, command.box)
    live = replace(live, table=table)
    return Decided(live if given.actor in table.boxes else live.without(given.actor), events)


def _wait(live: Live, command: c.Wait, given: Given) -> Decided:
    table, events = live.table.wait(given.actor)
    return Decided(replace(live, table=table, colours=live.in_colour(given.actor, command.colour)), events)


def _stop_waiting(live: Live, command: c.StopWaiting, given: Given) -> Decided:
    table, events = live.table.stop_waiting(given.actor)
    return Decided(replace(live, table=table).without(given.actor), events)


def _ready(live: Live, command: c.Ready, given: Given) -> Decided:
    """The player has bet, or sits this round out: the deal need not wait."""
    if not live.table.bets_open or given.actor not in live.table.boxes:
        raise IllegalAction("deal.no_bet_of_yours")
    return Decided(live.touched(given.actor, given.at, ready=live.ready | {given.actor}), ())


def _cut(live: Live, command: c.Cut, given: Given) -> Decided:
    seat = _cutter(live, given.actor)
    table, events = live.table.cut(command.at, by=seat)
    return Decided(live.touched(given.actor, given.at, table=table), events)


def _refuse_cut(live: Live, command: c.RefuseCut, given: Given) -> Decided:
    _cutter(live, given.actor)
    table, events = live.table.refuse_cut()
    return Decided(live.touched(given.actor, given.at, table=table), events)


def _cutter(live: Live, actor: str) -> int:
    seat = asked_seat(live.table)
    if not seat or live.table.holder(seat) != actor:
        raise IllegalAction("cut.not_yours", live.table.cite("shoe.offer_cut"))
    return seat


def _act(live: Live, command: r.Act, given: Given) -> Decided:
    action: Any = command.action
    if not isinstance(action, a.PlayerAction):
        raise IllegalAction("role.dealers_to_do")
    if isinstance(action, a.PlaceBet):
        action = msgspec.structs.replace(action, player=given.actor)
    if given.actor not in live.table.boxes:
        raise IllegalAction("place.none_of_yours")
    table_limits.check_bet(live, action, given.actor)
    table, events = live.table.act(action, role="player", by=given.actor)
    changed: dict[str, Any] = {"table": table}
    if isinstance(action, BETS):
        changed |= {"ready": live.ready - {given.actor}, "bet_at": (live.bet_at or given.at) if table.spots else 0}
    return Decided(live.touched(given.actor, given.at, **changed), events)


# cards


def _prepare(live: Live, command: c.Prepare, given: Given) -> Decided:
    """All moves with the cards until a round can start, or somebody is asked to cut."""
    log: Happenings = ()
    number = 0
    while not asked_seat(live.table):
        seed = f"{given.seed}/{number}"
        moved = live.table.next_move(SeededSource(seed), cut_at=_dealers_cut(live.table, seed))
        if moved is None:
            break
        if not given.seed:
            raise IllegalAction("shuffle.no_chance")
        live, shown = committed(live, moved[0], seed)
        log = (*log, *moved[1], *shown)
        number += 1
    return Decided(live, log)


def _dealers_cut(table: Table, seed: str) -> int | None:
    """Where the dealer cuts when no player does."""
    if not isinstance(table.cards, Ceremony):
        return None
    cards, least = len(table.cards.cards), table.cards.rules.cut_minimum_cards
    return SeededChance(f"{seed}/cut").between(least, cards - least) if cards >= 2 * least else None


# rounds


def _start_round(live: Live, command: r.StartRound, given: Given) -> Decided:
    live, told = table_limits.taking_effect(live, given.at)
    table, events = live.table.start_round(link_up=command.link_up, engine=given.engine)
    return Decided(replace(live, table=table, bet_at=0, ready=frozenset(), asked_at=given.at), (*told, *events))


def _deal(live: Live, command: r.Deal, given: Given) -> Decided:
    """Bets are closed; a bet that is not whole goes back, and players look at their own cards."""
    log: Happenings = ()
    table = live.table
    for box in () if command.link_up else progressive_payments.on_sensors(table.round):
        table, events = table.act(a.TakeBackBet(spot=box, wager="progressive"), role="player")
        log = (*log, *events)
    for box, wager in _unequal(table):
        table, events = table.act(a.TakeBackBet(spot=box, wager=wager), role="player")
        log = (*log, *events)
    if table.spots:
        table, events = table.act(a.StartDeal(), role="dealer")
        log = (*log, *events)
        table, events = _look(table)
        log = (*log, *events)
    return Decided(replace(live, table=table, bet_at=0), log)


def _unequal(table: Table) -> list[tuple[int, str]]:
    """Boxes whose main wagers are not alike, each with the first of them that lies there."""
    main = ENGINES[table.sheet.game].main_wagers
    unequal = {box: place for box, place in table.spots.items() if len({place.wagers.get(one) for one in main}) > 1}
    return [(box, next(one for one in main if one in place.wagers)) for box, place in unequal.items()]


def _look(table: Table) -> tuple[Table, Happenings]:
    log: Happenings = ()
    for box in table.round.yet_to_look() if table.round is not None else ():
        table, events = table.act(a.Look(box), role="player")
        log = (*log, *events)
    return table, log


def _time_out(live: Live, command: r.TimeOut, given: Given) -> Decided:
    """Silence is an answer, too: the sheet's, or not to cut."""
    if asked_seat(live.table):
        return _nobody_cuts(live)
    question = live.question
    if question is None or question.role != "player" or live.round is None:
        raise IllegalAction("clock.nobody_asked")
    log: Happenings = ()
    while live.question == question and (answer := live.table.round.timeout_answer()) is not None:  # type: ignore[union-attr]
        box = getattr(answer, "spot", 0) or question.spot
        table, events = live.table.act(answer, role="player" if box else "dealer")
        live, log = replace(live, table=table), (*log, *events)
        if box:
            live = live.counted_missing(live.table.holder(box) or live.owners().get(box, ""))
        if question.spot:
            break
    if not log:
        raise IllegalAction("clock.nobody_asked")
    return Decided(live, log)


def _passed_over(live: Live, command: r.TimeOut, given: Given) -> Decided:
    """The floor goes on without a player, not before they had the time that they would have at any table."""
    left = live.asked_at + live.opened.pace.decision - given.at
    if left > 0:
        raise IllegalAction("clock.wait", live.table.cite("timeout.decision"), seconds=-(-left // 1000))
    return _time_out(live, command, given)


def _nobody_cuts(live: Live) -> Decided:
    log: Happenings = ()
    table = live.table
    while seat := asked_seat(table):
        live = live.counted_missing(table.holder(seat))
        table, events = table.refuse_cut()
        log = (*log, *events)
    return Decided(replace(live, table=table), log)


def _policy(live: Live, command: r.Policy, given: Given) -> Decided:
    """What is posted for automatic tables, where a clause asks for somebody of the floor.

    A jackpot is paid as the link awarded it; discards are shuffled again by fresh chance; of the rulings that are
    permitted, the first one listed is taken.
    """
    question, round_ = live.question, live.round
    if question is None or round_ is None or question.role == "player":
        raise IllegalAction("clock.nothing_left")
    action: a.Action
    if question.kind == "jackpot":
        action = a.JackpotPaid(spot=question.spot, meter=dict(round_.jackpots)[question.spot], cents=command.award)
    elif question.kind == "reshuffle":
        action = a.Reshuffled(tuple(SeededChance(given.seed).shuffled(live.table.rack)))
    else:
        action = round_.offers()[0].action
    table, events = live.table.act(action, role=question.role)
    return Decided(replace(live, table=table), events)


def _end_round(live: Live, command: r.EndRound, given: Given) -> Decided:
    """The round is over: seats of absent players are given up, and those who wait get what is free."""
    table, log = live.table.end_round()
    live = replace(live, table=table, ready=frozenset(), bet_at=0)
    for player, missed in live.missed:
        if missed >= live.opened.pace.patience and player in live.table.boxes:
            live, events = _gone(live, player)
            log = (*log, *events)
    live, events = _seat_the_waiting(live, given.at)
    return Decided(replace(live, asked_at=given.at), (*log, *events))


def _gone(live: Live, player: str) -> tuple[Live, Happenings]:
    table, events = live.table.leave(player)
    return replace(live, table=table).without(player), events


def _seat_the_waiting(live: Live, at: int) -> tuple[Live, Happenings]:
    """An extra spot is asked for where the table is full, and free ones go to those who wait (BJ-DEAL-4)."""
    log: Happenings = ()
    table = live.table
    for box in range(len(table.boxes), 0, -1):
        if table.waiting and not table.free_boxes and table.can_ask_to_release(box, role="dealer"):
            table, events = table.ask_to_release(box, role="dealer")
            log = (*log, *events)
    live = replace(live, table=table)
    while live.table.waiting and live.table.free_boxes:
        player = live.table.waiting[0]
        table, events = live.table.sit(player, live.table.free_boxes[0])
        live, log = live.touched(player, at, table=table), (*log, *events)
    return live, log


def _unseat(live: Live, command: c.Unseat, given: Given) -> Decided:
    """Give up the seat of a player who has been absent for a while."""
    live, events = _gone(live, command.player)
    live, more = _seat_the_waiting(live, given.at) if live.round is None or live.table.bets_open else (live, ())
    return Decided(live, (*events, *more))


def _sent_away(live: Live, command: c.Unseat, given: Given) -> Decided:
    """The floor frees the seat of a player with an account who is away; a guest leaves with their chips."""
    if is_visitor(command.player):
        raise IllegalAction("guest.leaves_with_chips")
    return _unseat(live, command, given)


def _close(live: Live, command: c.CloseTable, given: Given) -> Decided:
    if live.table.spots:
        raise IllegalAction("round.under_way")
    counts_and_fills.check_closed(live)
    return Decided(replace(live, closed=True), ())


_PLAYERS: Final[dict[type, Decider]] = {
    c.Sit: _sit,
    c.Leave: _leave,
    c.Wait: _wait,
    c.StopWaiting: _stop_waiting,
    c.Ready: _ready,
    c.Cut: _cut,
    c.RefuseCut: _refuse_cut,
    c.Act: _act,
}
_MONEY: Final[dict[type, Decider]] = {
    **corrections.DECIDERS,
    **progressive_payments.DECIDERS,
    **counts_and_fills.DECIDERS,
    **table_limits.DECIDERS,
}
_AUTOMATIC: Final[dict[type, Decider]] = {
    **_PLAYERS,
    c.Prepare: _prepare,
    c.StartRound: _start_round,
    c.Deal: _deal,
    c.TimeOut: _time_out,
    c.Policy: _policy,
    c.EndRound: _end_round,
    c.Unseat: _unseat,
    c.CloseTable: _close,
    **_MONEY,
}
_STAFFED: Final[dict[type, Decider]] = {
    **staffed.DECIDERS, c.TimeOut: _passed_over, c.Unseat: _sent_away, **_MONEY
}  # fmt: skip
_AFTERWARDS: Final = (c.PullDrop, c.CountTokes)
"""The boxes of a table may be counted after it has closed."""
_DRIVES: Final = (c.Act, c.StartRound, c.EndRound, c.TimeOut, c.Unseat)
"""What the dealer of a table does, whether a person or the program."""


# what is due


def due(live: Live) -> Due | None:
    """What the automatic dealer does next; None while only the players can go on, and at a staffed table."""
    if live.closed or live.staffed:
        return None
    if live.round is None:
        return _due_between_rounds(live)
    if live.round.over:
        return Due(live.asked_at, c.EndRound())
    question = live.question
    assert question is not None
    pace = live.opened.pace
    if question.kind == "wagers":
        return _due_in_betting(live, c.Deal())
    if question.role != "player":
        return Due(live.asked_at, c.Policy())
    return Due(live.asked_at + pace.decision, c.TimeOut())


def deadline(live: Live) -> int | None:
    """When the house goes on by itself, as players are told it: where bets lie, when they are dealt for."""
    next_ = due(live)
    if next_ is not None and isinstance(next_.command, c.Unseat) and live.bet_at:
        return live.bet_at + live.opened.pace.betting
    return None if next_ is None else next_.at


def _due_between_rounds(live: Live) -> Due | None:
    pace = live.opened.pace
    if not live.table.players:
        return None
    if asked_seat(live.table):
        return Due(live.asked_at + pace.cut, c.TimeOut())
    if live.table.can_start_round() and not _burn_due(live.table):
        pause = pace.result if live.table.rounds else 0
        return Due(live.asked_at + pause, c.StartRound(sheet_hash=live.sheet.hash))
    return Due(live.asked_at, c.Prepare())


def _burn_due(table: Table) -> bool:
    return isinstance(table.cards, Ceremony) and table.cards.can_burn()


def _due_in_betting(live: Live, deal: c.Deal) -> Due | None:
    """The deal: as soon as everybody who is seated is ready, else when the time after the first bet is over."""
    pace = live.opened.pace
    players = set(live.owners().values())
    awaited = players | set(live.table.players) - set(live.table.newcomers)
    if players and awaited <= live.ready and not _unequal(live.table):
        return Due(live.asked_at, deal)
    found = [Due(live.bet_at + pace.betting, deal)] if live.bet_at else []
    last = dict(live.active)
    waiting = [player for player in live.table.players if player not in players]
    found += (Due(last.get(player, live.asked_at) + pace.idle, c.Unseat(player=player)) for player in waiting)
    return min(found, key=lambda item: item.at, default=None)

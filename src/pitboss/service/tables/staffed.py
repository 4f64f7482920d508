"""A table with a dealer, who claps in, handles the cards, drives the round, and answers for guests at the real table.

No clock is looked at. Players with an account answer for themselves; for a guest without one the dealer enters what was
signalled. What a clause leaves to a supervisor is asked of the floor.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.service.floor import commands as c
from pitboss.service.floor import recorded as r
from pitboss.service.floor.decisions import Decided, Decider, Given, Happenings, Poster
from pitboss.service.floor.events import CallAnswered, DealerLeft, FloorCalled
from pitboss.service.games import FLOOR_GAMES
from pitboss.service.money.counts_and_fills import check_closed, check_filled, check_open, tray_after
from pitboss.service.money.progressive_payments import check_done, check_sensors
from pitboss.service.tables import card_ceremony, retractions, visitors
from pitboss.service.tables.live_table import Live
from pitboss.service.tables.on_duty import check_on_duty, check_supervises, is_visitor
from pitboss.service.tables.table_limits import check_bet, taking_effect
from pitboss.shoe import Ceremony
from pitboss.shoe.chance import SeededChance
from pitboss.table import Table

__all__ = ["DECIDERS", "MOST_CALLS", "POSTERS", "answering_box", "engine_role"]


# on and off duty


def _tap_in(live: Live, command: c.TapIn, given: Given) -> Decided:
    """A dealer takes the table over from whoever had it; a burn or a count follows where the sheet says so."""
    if live.table.dealer == given.actor:
        raise IllegalAction("dealer.here_already", live.table.cite("shoe.new_dealer"))
    table, events = live.table.tap_in(given.actor)
    return Decided(replace(live, table=table), events)


def _tap_out(live: Live, command: c.TapOut, given: Given) -> Decided:
    """The dealer leaves, in a round only where the sheet changes dealers at any time."""
    check_on_duty(live, given)
    rules = live.table.cards.rules
    within = isinstance(live.table.cards, Ceremony) and rules.dealer_change == "any_time"
    if live.round is not None and not within:
        raise IllegalAction("dealer.leaves_between_rounds", rules.clause("between_rounds"))
    left = DealerLeft(dealer=given.actor, clause=rules.clause("new_dealer"))
    return Decided(replace(live, table=replace(live.table, dealer="")), (left,))


# rounds


def _start_round(live: Live, command: r.StartRound, given: Given) -> Decided:
    """Bets are open; whether the progressive's link is up was asked for this entry."""
    check_on_duty(live, given)
    if command.sheet_hash != live.sheet.hash:
        raise IllegalAction("sheet.of_another_table")
    check_open(live)
    check_done(live)
    check_filled(command.book)
    live, told = taking_effect(live, given.at)
    table, events = live.table.start_round(automatic=False, link_up=command.link_up, engine=given.engine)
    return Decided(replace(live, table=table, bet_at=0, ready=frozenset()), (*told, *events))


def _end_round(live: Live, command: r.EndRound, given: Given) -> Decided:
    """All is taken and paid, and the cards are in the rack."""
    check_on_duty(live, given)
    table, events = live.table.end_round()
    live, told = tray_after(replace(live, table=table, ready=frozenset(), bet_at=0), command.book, given)
    return Decided(live, (*events, *told))


def _act(live: Live, command: r.Act, given: Given) -> Decided:
    """Something of the round: the dealer's own step, a guest's signal, a word of the floor."""
    action: Any = command.action
    if live.round is None:
        raise IllegalAction("round.none")
    if isinstance(action, a.PlayerAction):
        table, events = _for_a_guest(live, action, given)
    else:
        if isinstance(action, (a.Declare, a.Rule)):
            check_on_duty(live, given, or_floor=True)
        else:
            check_on_duty(live, given)
        if isinstance(action, a.StartDeal):
            check_sensors(live)
        action = _by_the_program(live, action, given)
        table, events = live.table.act(action, role=engine_role(live, given.role))
    table, more = _follow_on(live, table, action)
    return Decided(replace(live, table=table), (*events, *more))


def engine_role(live: Live, role: str) -> str:
    """What a round calls somebody: one of the floor is whoever of the floor it asks for."""
    question = live.question
    if role != "floor" or question is None or question.role in ("player", "dealer", "shift_manager"):
        return role
    return question.role


def _for_a_guest(live: Live, action: a.Action, given: Given) -> tuple[Table, Happenings]:
    """The dealer enters what a guest signals; players with an account answer for themselves."""
    check_on_duty(live, given)
    box = answering_box(live, action)
    holder = live.table.holder(box)
    if not is_visitor(holder):
        code = "turn.players_to_say" if holder else "turn.no_seat"
        raise IllegalAction(code, live.table.cite("in_turn"), player=holder)
    if isinstance(action, a.PlaceBet):
        action = msgspec.structs.replace(action, player=holder)
    check_bet(live, action, holder)
    return live.table.act(action, role="player", by=holder)


def answering_box(live: Live, action: a.Action) -> int:
    """The box that an action of a player is about."""
    question = live.question
    return getattr(action, "spot", 0) or (question.spot if question is not None else 0)


def _by_the_program(live: Live, action: a.Action, given: Given) -> Any:
    """What the dealer cannot know where the program has the cards: the hole card, and the order of a new shuffle."""
    round_ = live.round
    assert round_ is not None
    if isinstance(action, a.JackpotPaid):
        raise IllegalAction("jackpot.step_by_step", live.table.cite("jackpot_procedure"))
    if isinstance(action, a.Reshuffled):
        return a.Reshuffled(_shuffled_again(live, given))
    return action if round_.order is None else FLOOR_GAMES[live.sheet.game].by_the_program(live, action)


def _shuffled_again(live: Live, given: Given) -> tuple[Any, ...]:
    """The cards that a round goes on with: in fresh order by the program, untold where they are real."""
    assert live.round is not None
    if live.round.order is not None:
        if not given.seed:
            raise IllegalAction("shuffle.no_chance")
        return tuple(SeededChance(given.seed).shuffled(live.table.rack))
    return live.table.rack


def _follow_on(live: Live, table: Table, action: a.Action) -> tuple[Table, Happenings]:
    """What goes with an entry at once: a COIN IN without wagers, a blackjack that is turned, players' own looks."""
    log: Happenings = ()
    round_ = table.round
    assert round_ is not None
    coin_in = isinstance(action, a.StartDeal) and round_.agenda[-1:] == [("coin_in",)]
    if coin_in or (isinstance(action, a.PeekSays) and action.blackjack and round_.order is None):
        table, log = table.act(a.Proceed(), role="dealer")
    else:
        for box in round_.yet_to_look():
            if not is_visitor(round_.places[box].player):
                table, events = table.act(a.Look(box), role="player")
                log = (*log, *events)
    return table, log


# seats


def _set_spots(live: Live, command: c.SetSpots, given: Given) -> Decided:
    table, events = live.table.set_spots(command.player, command.spots, role=given.role)
    return Decided(replace(live, table=table), events)


def _grant_three(live: Live, command: c.GrantThree, given: Given) -> Decided:
    table, events = live.table.grant_three(command.player, role=given.role)
    return Decided(replace(live, table=table), events)


def _ask_release(live: Live, command: c.AskRelease, given: Given) -> Decided:
    check_on_duty(live, given, or_floor=True)
    table, events = live.table.ask_to_release(command.box, role=given.role)
    return Decided(replace(live, table=table), events)


# calls


MOST_CALLS: Final = 12
"""Calls that wait for an answer at once: a table remembers them, and every console of the floor shows them."""
LONGEST_CALL: Final = 200
"""Characters of what is called."""


def _call_floor(live: Live, command: c.CallFloor, given: Given) -> Decided:
    """One call for each reason, until the floor has answered it."""
    check_on_duty(live, given)
    why = command.note or "the dealer asks for somebody of the floor"
    if len(why) > LONGEST_CALL:
        raise IllegalAction("call.too_long", most=LONGEST_CALL)
    if why in live.calls:
        raise IllegalAction("call.already")
    if len(live.calls) >= MOST_CALLS:
        raise IllegalAction("call.too_many", calls=len(live.calls))
    return Decided(live.called(why), (FloorCalled(by=given.actor, note=command.note),))


def _answer_call(live: Live, command: c.AnswerCall, given: Given) -> Decided:
    """The first call is answered."""
    if not live.calls:
        raise IllegalAction("call.none")
    return Decided(replace(live, calls=live.calls[1:]), (CallAnswered(by=given.actor, note=command.note),))


# closing


def _close(live: Live, command: c.CloseTable, given: Given) -> Decided:
    """A supervisor closes the table: the guests are gone, and the cards put away and looked over."""
    check_supervises(live, given, "closing_a_table", "shoe.close")
    if live.table.spots or live.round is not None:
        raise IllegalAction("table.finish_round", live.table.cite("shoe.close"))
    if any(map(is_visitor, live.table.players)):
        raise IllegalAction("table.guests_sit")
    check_closed(live)
    table, events = live.table, ()  # type: tuple[Table, Happenings]
    if isinstance(table.cards, Ceremony) and table.cards.phase != "closed":
        role: Any = given.role
        table, events = table.close(role)
    return Decided(replace(live, table=table, closed=True), events)


DECIDERS: Final[dict[type, Decider]] = {
    c.TapIn: _tap_in,
    c.TapOut: _tap_out,
    c.HandleCards: card_ceremony.handle_cards,
    c.StartRound: _start_round,
    c.EndRound: _end_round,
    c.Act: _act,
    c.Retract: retractions.retract,
    c.SetSpots: _set_spots,
    c.GrantThree: _grant_three,
    c.AskRelease: _ask_release,
    c.CallFloor: _call_floor,
    c.AnswerCall: _answer_call,
    c.CloseTable: _close,
    **visitors.DECIDERS,
}
"""What the staff does at a table; those of players are the same as at any other."""
POSTERS: Final[dict[type, Poster]] = visitors.POSTERS

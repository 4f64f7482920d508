"""The cards of a staffed table between rounds: every move of the ceremony, and whose it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, NamedTuple

from msgspec.structs import replace

from pitboss.errors import IllegalAction
from pitboss.service.floor import commands as c
from pitboss.service.floor.decisions import Decided, Given, Happenings
from pitboss.service.tables.card_promises import committed
from pitboss.service.tables.live_table import Live, asked_seat
from pitboss.service.tables.on_duty import check_on_duty, check_supervises, is_visitor
from pitboss.shoe import Deck, DeclaredSource, SeededSource
from pitboss.table import Table

__all__ = ["MOVES", "CeremonyMove", "check_move", "handle_cards"]

Moved = tuple[Table, Happenings]


class CeremonyMove(NamedTuple):
    """Whose move it is, the point of the sheet behind that, and what it does."""

    whose: Literal["dealer", "supervisor"]
    point: str
    do: Callable[[Live, c.HandleCards, Given], Decided]


def handle_cards(live: Live, command: c.HandleCards, given: Given) -> Decided:
    """One move of the ceremony, by the dealer on duty or by whoever supervises them."""
    check_move(live, command, given)
    return MOVES[command.move].do(live, command, given)


def check_move(live: Live, command: c.HandleCards, given: Given) -> None:
    """Another place for the cut card is a supervisor's to order; the rest goes by the table of moves."""
    ordered = command.move == "place_cut_card" and command.number is not None
    whose, point, _ = MOVES[command.move]
    if whose == "supervisor" or ordered:
        point = "shoe.order_cut_card" if ordered else point
        check_supervises(live, given, command.move, point)
    else:
        check_on_duty(live, given)


def _after(live: Live, moved: Moved) -> Decided:
    return Decided(replace(live, table=moved[0]), moved[1])


def _shuffle(live: Live, command: c.HandleCards, given: Given) -> Decided:
    """Shuffled at the real table, or by sealed chance with the promise about every card shown."""
    if live.declared:
        return _after(live, live.table.shuffle(DeclaredSource()))
    if not given.seed:
        raise IllegalAction("shuffle.no_chance")
    table, events = live.table.shuffle(SeededSource(given.seed))
    live, shown = committed(live, table, given.seed)
    return Decided(live, (*events, *shown))


def _asked(live: Live) -> int:
    """The box whose guest is asked to cut, or 0 where the dealer cuts; players with an account answer themselves."""
    seat = asked_seat(live.table)
    if seat and not is_visitor(live.table.holder(seat)):
        raise IllegalAction("cut.holder_asked", live.table.cite("shoe.offer_cut"), player=live.table.holder(seat))
    return seat


def _cut(live: Live, command: c.HandleCards, given: Given) -> Decided:
    if command.number is None:
        raise IllegalAction("cut.where", live.table.cite("shoe.cut_minimum"))
    return _after(live, live.table.cut(command.number, by=_asked(live)))


def _refuse_cut(live: Live, command: c.HandleCards, given: Given) -> Decided:
    _asked(live)
    return _after(live, live.table.refuse_cut())


def _place_cut_card(live: Live, command: c.HandleCards, given: Given) -> Decided:
    orders: Any = None if command.number is None else given.role
    return _after(live, live.table.place_cut_card(command.number, ordered_by=orders))


def _count(live: Live, command: c.HandleCards, given: Given) -> Decided:
    if command.number is None:
        raise IllegalAction("deck.how_many_counted", live.table.cite("shoe.count"))
    return _after(live, live.table.count_deck(command.number))


def _dealer(do: Callable[[Table, c.HandleCards], Moved]) -> CeremonyMove:
    return CeremonyMove("dealer", "", lambda live, command, given: _after(live, do(live.table, command)))


def _supervisor(point: str, do: Callable[[Table, c.HandleCards, Any], Moved]) -> CeremonyMove:
    return CeremonyMove(
        "supervisor", f"shoe.{point}", lambda live, command, given: _after(live, do(live.table, command, given.role))
    )


MOVES: Final[Mapping[c.Move, CeremonyMove]] = {
    "spread_decks": _dealer(lambda table, command: table.spread_decks()),
    "spread_cards": _dealer(lambda table, command: table.spread_cards()),
    "request_shuffle": _supervisor(
        "player_request", lambda table, command, role: table.request_shuffle(command.player, leave_of=role)
    ),
    "call_shuffle": _dealer(lambda table, command: table.call_shuffle()),
    "acknowledge": _supervisor("acknowledge", lambda table, command, role: table.acknowledge(role)),
    "shuffle": CeremonyMove("dealer", "", _shuffle),
    "offer_cut": _dealer(lambda table, command: table.offer_cut()),
    "refuse_cut": CeremonyMove("dealer", "", _refuse_cut),
    "cut": CeremonyMove("dealer", "", _cut),
    "place_cut_card": CeremonyMove("dealer", "", _place_cut_card),
    "load": _dealer(lambda table, command: table.load()),
    "burn": _dealer(lambda table, command: table.burn(1 if command.number is None else command.number)),
    "show_burn": _supervisor(
        "show_burn", lambda table, command, role: table.show_burn(command.player, approved_by=role)
    ),
    "count_deck": CeremonyMove("dealer", "", _count),
    "bring_deck": _dealer(lambda table, command: table.bring_deck(Deck(command.deck, command.deck))),
    "shuffler_failed": _dealer(lambda table, command: table.report_shuffler(False)),
    "shuffler_works": _dealer(lambda table, command: table.report_shuffler(True)),
    "deal_by_hand": _dealer(lambda table, command: table.deal_by_hand()),
    "deal_from_shuffler": _dealer(lambda table, command: table.deal_from_shuffler()),
    "close": _supervisor("close", lambda table, command, role: table.close(role, imperfect=command.cards)),
}
"""Every move of a ceremony, in the order of a day."""

"""What somebody of the staff can do at a table now: every possible command, tried before it is offered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.round import Amounts
from pitboss.service.floor import commands as c
from pitboss.service.floor.event_json import JsonObject
from pitboss.service.floor.recorded import recorded
from pitboss.service.games import FLOOR_GAMES
from pitboss.service.games.words import place_of, worded
from pitboss.service.money.progressive_payments import on_sensors
from pitboss.service.people.permissions import PERMITTED
from pitboss.service.staff.next_step import next_of
from pitboss.service.staff.payment_steps import step_due
from pitboss.service.tables.card_ceremony import MOVES
from pitboss.service.tables.live_table import Live
from pitboss.service.tables.on_duty import is_visitor
from pitboss.service.tables.retractions import check_retract
from pitboss.service.tables.table_commands import decide
from pitboss.shoe import Ceremony

__all__ = ["offers_for", "retractable"]


def retractable(live: Live) -> int:
    """The last entry, if it can be taken back."""
    if live.before is None:
        return 0
    try:
        check_retract(live, live.before)
    except IllegalAction:
        return 0
    return live.before.version


class Candidate(NamedTuple):
    """Something that might be done now, in words."""

    command: c.Command
    text: str
    clause: str = ""
    kind: str = ""
    """The kind of answer to the question of the round; empty where it is none."""
    amounts: Amounts | None = None
    """What the answer may be made for."""
    confirm: bool = False
    """Whether it undoes something that has been done: who gives it is asked once more."""

    def wire(self, *, due: bool) -> JsonObject:
        return {**self._asdict(), "amounts": None if self.amounts is None else self.amounts._asdict(), "due": due}


def offers_for(live: Live, *, role: str, person: str, book: int = 0) -> list[JsonObject]:
    """What somebody of the staff can do now, most usual first: each was tried on the table as it stands.

    ``book`` is what the books have in its tray: below 0 no bets are opened.
    """
    if not live.staffed or live.closed:
        return []
    possible = [one for one in _candidates(live) if _possible(live, one.command, role, person, book)]
    first = next((one for one in possible if _is_step(one)), None) if _waits_for(live, role, book) else None
    return [one.wire(due=one is first) for one in possible]


_BESIDE: Final = (c.TapIn, c.TapOut, c.Retract, c.CallFloor, c.UnseatVisitor, c.Unseat, c.CloseTable, c.AnswerCall)
"""What can be done beside the round, and never is the next thing in it."""


def _is_step(one: Candidate) -> bool:
    """Whether a command of the staff takes the table a step further."""
    command = one.command
    if isinstance(command, c.Act):
        return not isinstance(command.action, (a.PlayerAction, a.Deal, a.Overlook)) and not one.confirm
    return not isinstance(command, _BESIDE) and not one.confirm


def _waits_for(live: Live, role: str, book: int) -> bool:
    """Whether the table waits for somebody of a role; a dealer also enters what a guest without an account signals."""
    next_ = next_of(live, book=book)
    if next_ is None or next_.who == role:
        return next_ is not None
    return (
        role == "dealer" and next_.who == "player" and is_visitor(live.table.holder(next_.spot) if next_.spot else "")
    )


def _possible(live: Live, command: c.Command, role: str, person: str, book: int) -> bool:
    if role not in PERMITTED[type(command)].roles:
        return False
    try:
        decide(live, _as_recorded(live, command, book), actor=person, role=role, at=live.asked_at, seed="to be drawn")
    except IllegalAction:
        return False
    return True


def _as_recorded(live: Live, command: c.Command, book: int) -> Any:
    """A command with what the server would add: the tray's books to a round, what the link awarded to a payment."""
    if isinstance(command, c.StartRound):
        return recorded(command, book=book)
    if not isinstance(command, c.Jackpot) or command.step != "pay":
        return command
    return recorded(command, award=sum(one.award for one in live.payments if one.seat == command.seat and one.meter))


def _candidates(live: Live) -> Iterator[Candidate]:
    """Yield every command that a button can give; those with a name, an amount or a note have forms instead."""
    yield Candidate(c.TapIn(), worded("offer.tap_in"), live.table.cite("shoe.new_dealer"))
    yield from _of_payments(live)
    yield from _of_the_cards(live) if live.round is None else _of_the_round(live)
    yield from _of_the_seats(live)
    if live.calls:
        yield Candidate(c.AnswerCall(), worded("offer.answer_call", call=live.calls[0]))
    for slip in live.slips:
        cents = sum(value * count for value, count in slip.chips)
        text = worded("offer.sign_slip", kind=slip.kind, slip=slip.slip, cents=cents)
        yield Candidate(c.ConfirmFill(slip=slip.slip), text)
    if version := retractable(live):
        yield Candidate(c.Retract(version=version), worded("offer.retract"))
    yield Candidate(c.CallFloor(), worded("offer.call_floor"))
    yield Candidate(c.TapOut(), worded("offer.tap_out"), live.table.cite("shoe.new_dealer"))
    yield Candidate(c.CloseTable(), worded("offer.close_table"), live.table.cite("shoe.close"), confirm=True)


_MOVES: Final[tuple[c.Move, ...]] = (
    "spread_decks",
    "call_shuffle",
    "acknowledge",
    "shuffle",
    "offer_cut",
    "refuse_cut",
    "place_cut_card",
    "load",
    "burn",
    "deal_by_hand",
    "deal_from_shuffler",
    "shuffler_failed",
    "shuffler_works",
    "spread_cards",
    "close",
)
"""The moves that need nothing said beside them, in the order of a day; the rest of them come after."""
assert set(_MOVES) < MOVES.keys()
_UNDOING: Final = ("spread_cards", "close")
"""The moves after which the cards have to be shuffled again."""


def _of_the_cards(live: Live) -> Iterator[Candidate]:
    """Moves with the cards, and the next round when they are ready."""
    start = Candidate(c.StartRound(sheet_hash=live.sheet.hash), worded("next.open_bets"))
    cards = live.table.cards
    ready = not (isinstance(cards, Ceremony) and cards.can_burn())
    if ready:
        yield start
    if isinstance(cards, Ceremony) and cards.phase == "cut_offered":
        middle = len(cards.cards) // 2
        clause = cards.rules.clause("cut_minimum")
        yield Candidate(c.HandleCards(move="cut", number=middle), worded("offer.cut_at", number=middle), clause)
    if not isinstance(cards, Ceremony) and cards.count_due:
        yield Candidate(
            c.HandleCards(move="count_deck", number=52),
            worded("offer.deck_counted", cards=52),
            cards.rules.clause("count"),
        )
    for move in _MOVES:
        text, clause = worded("offer.move", move=move), live.table.cite(MOVES[move].point)
        yield Candidate(c.HandleCards(move=move), text, clause, confirm=move in _UNDOING)
    for player in live.table.players:
        clause = live.table.cite("shoe.player_request")
        text = worded("offer.shuffle_for", player=player)
        yield Candidate(c.HandleCards(move="request_shuffle", player=player), text, clause)
    if not ready:
        yield start


def _of_the_round(live: Live) -> Iterator[Candidate]:
    """Answers to what is asked, then what may go wrong without anybody saying so."""
    round_, question = live.round, live.question
    assert round_ is not None
    if round_.over or not live.table.spots:
        over = round_.over
        yield Candidate(c.EndRound(), worded("offer.end_round" if over else "offer.nobody_bets"), confirm=not over)
    if question is None:
        return
    instead = FLOOR_GAMES[live.sheet.game].offered_instead(live)
    if instead is not None:
        yield Candidate(c.Act(action=instead[0]), *instead[1:])
    elif question.kind == "reshuffle":
        yield Candidate(c.Act(action=a.Reshuffled(())), worded("offer.shuffled_again"))
    else:
        lit = len(on_sensors(round_))
        if question.kind == "wagers" and lit:
            yield Candidate(
                c.CoinIn(chips=lit),
                worded("offer.coin_in", count=lit),
                round_.cite("coin_in"),
            )
        next_ = next_of(live)
        for offer in round_.offers():
            proceeds = isinstance(offer.action, a.Proceed) and next_ is not None
            text, clause = (next_.text, next_.clause) if proceeds and next_ else (offer.text, offer.clause)
            yield Candidate(c.Act(action=offer.action), text, clause, offer.kind, offer.amounts)
    if question.kind == "proceed":
        yield from _slips_of_the_dealer(live)


def _slips_of_the_dealer(live: Live) -> Iterator[Candidate]:
    """What the dealer may have done wrong, entered as it happened."""
    for action, text, clause in FLOOR_GAMES[live.sheet.game].slips(live):
        yield Candidate(c.Act(action=action), text, clause)


def _of_the_seats(live: Live) -> Iterator[Candidate]:
    table = live.table
    for box, player in enumerate(table.boxes, 1):
        if is_visitor(player):
            text = worded("offer.guest_leaves", player=player, place=place_of(live, box))
            yield Candidate(c.UnseatVisitor(box=box), text)
        elif player:
            text = worded("offer.player_away", player=player, place=place_of(live, box))
            yield Candidate(c.Unseat(player=player), text)
    for box in range(1, len(table.boxes) + 1) if table.waiting else ():
        clause = table.cite("table.release_spot")
        yield Candidate(c.AskRelease(box=box), worded("offer.ask_release", place=place_of(live, box)), clause)
    for player in sorted(table.dropped):
        clause = table.cite("table.three_hand_return")
        yield Candidate(c.GrantThree(player=player), worded("offer.grant_three", player=player), clause)


def _of_payments(live: Live) -> Iterator[Candidate]:
    """The next step of every win that is being paid, in chips as far as they go and the rest by check."""
    for payment in live.payments:
        step = step_due(payment)
        if step is None:
            continue
        pays = step.step == "pay"
        check = payment.award % min(live.sheet.rules.chips.denominations) if pays else 0
        chips = payment.award - check if pays else 0
        command = c.Jackpot(seat=payment.seat, step=step.step, chips=chips, check=check)
        code = "offer.pay_award" if pays else "offer.paying_step"
        text = worded(code, place=place_of(live, payment.seat), step=step.step, cents=payment.award)
        yield Candidate(command, text, live.table.cite(step.point))

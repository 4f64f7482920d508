"""Taking wagers: the Ante and the bet that equals it, the optional bet, the progressive on its sensor, tokes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.errors import IllegalAction
from pitboss.games.actions import PlaceBet, PlaceToke, StartDeal, TakeBackBet
from pitboss.games.events import (
    BetChanged,
    BetPlaced,
    BetsLocked,
    BetTakenBack,
    KeyPressed,
    ProgressiveLocked,
    SensorLit,
    TokePlaced,
    WagerSettled,
)
from pitboss.games.limits import check_amount, check_chips, check_toke_cap, check_toke_on, check_toke_size
from pitboss.games.poker.state import Seat
from pitboss.games.round import check_role

if TYPE_CHECKING:
    from pitboss.games.poker.round import PokerRound

__all__ = [
    "bets_stand",
    "check_bet",
    "check_toke",
    "coin_in",
    "place_bet",
    "place_toke",
    "start_deal",
    "take_back_bet",
    "take_wagers",
]


def take_wagers(r: PokerRound) -> None:
    """Bets are open until the dealer starts."""
    r.ask("wagers")


def place_bet(r: PokerRound, action: PlaceBet, role: str) -> None:
    """A wager in its circle, or on the sensor, which lights up (UTH-DEAL-4a, UTH-PROG-1c, UTH-PROG-1d)."""
    check_role(role, "player")
    check_bet(r, action)
    seat = r.seats.get(action.spot)
    if seat is None:
        seat = r.seats[action.spot] = Seat(action.spot, action.player)
        r.seats = dict(sorted(r.seats.items()))
    before = seat.wagers.get(action.wager)
    seat.wagers[action.wager] = action.cents
    if before is not None:
        r.emit(BetChanged(spot=seat.box, wager=action.wager, before=before, cents=action.cents))
        return
    position = "sensor" if action.wager == "progressive" else action.wager
    placed_by = {r.t.SIDE: "table.side_bets", "progressive": "on_sensor"}
    clause = r.cites[placed_by.get(action.wager, "equal_bets")]
    r.emit(
        BetPlaced(
            spot=seat.box, wager=action.wager, cents=action.cents, player=seat.player, position=position, clause=clause
        )
    )
    if action.wager == "progressive":
        r.emit(SensorLit(spot=seat.box, state="detected", clause=r.cites["sensor_lights"]))


def check_bet(r: PokerRound, action: PlaceBet) -> None:
    """Whether the wager may be made: its time, its seat, its size, and what it stands beside."""
    r.check_question("wagers", code="bets.locked")
    table = r.t.poker.table
    if not 1 <= action.spot <= table.seats:
        raise IllegalAction("place.none", r.stated("table.seats"), most=table.seats, places="seats")
    seat = r.seats.get(action.spot)
    if seat is None:
        held = sum(other.player == action.player for other in r.seats.values())
        if held >= table.hands_per_player:
            raise IllegalAction("place.most_hands", r.stated("table.hands_per_player"), count=table.hands_per_player)
    elif seat.player != action.player:
        raise IllegalAction("place.taken", place="seat", box=action.spot, player=seat.player)
    kinds = {"ante": _check_pair, r.t.EQUAL: _check_pair, r.t.SIDE: _check_side, "progressive": _check_progressive}
    check = kinds.get(action.wager)
    if check is None:
        raise IllegalAction("bets.unknown", wager=action.wager)
    check(r, seat, action)
    check_chips(r, action.cents)
    if seat is not None and action.wager in seat.tokes:
        check_toke(r, action.wager, action.cents, seat.tokes[action.wager])


def _check_pair(r: PokerRound, seat: Seat | None, action: PlaceBet) -> None:
    """The Ante and its equal keep to the limits and are equal (UTH-DEAL-3a, UTH-DEAL-4a, C4-BET-3)."""
    check_amount(r, "table", r.t.poker.table, action.cents)
    other = r.t.EQUAL if action.wager == "ante" else "ante"
    if (
        seat is not None
        and other in seat.wagers
        and seat.wagers[other] != action.cents
        and action.wager not in seat.wagers
    ):
        raise IllegalAction("bets.equal", r.cites["equal_bets"], equal=r.t.EQUAL)


def _check_side(r: PokerRound, seat: Seat | None, action: PlaceBet) -> None:
    side = r.t.side
    if side is None:
        raise IllegalAction("bets.side_not_offered", side=r.t.SIDE)
    _check_regular_wager(r, seat)
    check_amount(r, f"bets.{r.t.SIDE}", side, action.cents)


def _check_progressive(r: PokerRound, seat: Seat | None, action: PlaceBet) -> None:
    """Exactly the one amount, and only while the link is up (UTH-PTAB-9, UTH-PMULT-4)."""
    progressive = r.t.progressive
    if progressive is None:
        raise IllegalAction("bets.no_progressive")
    if not r.link_up:
        raise IllegalAction("bets.progressive_down", r.cites["link_down"])
    _check_regular_wager(r, seat)
    if action.cents != progressive.wager:
        raise IllegalAction("bets.progressive_amount", r.stated("bets.progressive.wager"), cents=progressive.wager)


def _check_regular_wager(r: PokerRound, seat: Seat | None) -> None:
    if seat is None or "ante" not in seat.wagers or r.t.EQUAL not in seat.wagers:  # UTH-PROG-1a, C4-PROG-2
        raise IllegalAction("bets.regular_first", r.cites["regular_wager_first"], equal=r.t.EQUAL)


def take_back_bet(r: PokerRound, action: TakeBackBet, role: str) -> None:
    """Before the deal a wager may be taken back; the Ante or its equal take all that depends on them with them."""
    check_role(role, "player")
    r.check_question("wagers", code="bets.locked")
    seat = r.seats.get(action.spot)
    if seat is None or action.wager not in seat.wagers:
        raise IllegalAction("bets.none")
    for wager in reversed(list(seat.wagers)) if action.wager in ("ante", r.t.EQUAL) else [action.wager]:
        for owner, name in ((seat.tokes, f"toke:{wager}"), (seat.wagers, wager)):
            if wager in owner:
                r.emit(BetTakenBack(spot=seat.box, wager=name, cents=owner.pop(wager)))
        if wager == "progressive":
            r.emit(SensorLit(spot=seat.box, state="off", clause=r.cites["sensor_lights"]))
    if not seat.wagers:
        del r.seats[seat.box]


def place_toke(r: PokerRound, action: PlaceToke, role: str) -> None:
    """A bet for the dealers beside a wager, never on the progressive (UTH-TOKE-1, UTH-TOKE-4)."""
    check_role(role, "player")
    r.check_question("wagers", code="bets.locked")
    seat = r.seats.get(action.spot)
    if action.position not in ("adjacent", "center"):
        raise IllegalAction("toke.position", r.cites["toke_on"])
    if action.wager == "progressive":
        raise IllegalAction("toke.not_on_progressive", r.cites["no_progressive_toke"])
    if seat is None or action.wager not in seat.wagers or action.wager in seat.tokes:
        raise IllegalAction("toke.once", r.cites["toke_on"])
    check_toke(r, action.wager, seat.wagers[action.wager], action.cents)
    seat.tokes[action.wager] = action.cents
    r.emit(
        TokePlaced(
            spot=seat.box,
            hand=0,
            wager=action.wager,
            cents=action.cents,
            position=action.position,
            clause=r.cites["toke_on"],
        )
    )


def check_toke(r: PokerRound, wager: str, bet: int, cents: int) -> None:
    """Range, steps and cap of a toke; beside the Play bet only its own range counts (UTH-TOKE-2, UTH-TOKE-3)."""
    toke = check_toke_on(r.t.toke, wager)
    check_toke_size(r, toke, cents)
    check_chips(r, cents)
    if wager != "play" or toke.cap != "over_maximum":
        maximum = r.t.side.max if wager == r.t.SIDE and r.t.side else r.t.poker.table.maximum
        check_toke_cap(r, toke, bet + cents, maximum=maximum)


def start_deal(r: PokerRound, action: StartDeal, role: str) -> None:
    """No more bets: every seat has an Ante and its equal, then COIN IN takes the progressive wagers."""
    r.check_question("wagers", code="round.dealt")
    check_role(role, "dealer")
    if not r.seats:
        raise IllegalAction("bets.nobody")
    for seat in r.seats.values():
        if not _equal(r, seat):
            raise IllegalAction("bets.equal_at", r.cites["equal_bets"], spot=seat.box, equal=r.t.EQUAL)
    r.question = None
    r.emit(BetsLocked(spots=tuple(r.seats), clause=r.cites["bets_locked"]))


def _equal(r: PokerRound, seat: Seat) -> bool:
    """Whether the Ante and its equal lie there and are alike (UTH-DEAL-4a, UTH-QUAL-7a, C4-BET-3)."""
    return seat.wagers.get("ante") == seat.wagers.get(r.t.EQUAL)


def bets_stand(r: PokerRound) -> bool:
    """Whether the deal may start: somebody has bet, and everybody's Ante has its equal."""
    return bool(r.seats) and all(_equal(r, seat) for seat in r.seats.values())


def coin_in(r: PokerRound) -> None:
    """COIN IN: the sensors show who is in, and the wagers go to the house (UTH-PROG-2a, UTH-PROG-2b, UTH-PROG-2c)."""
    r.progressive_seats = tuple(box for box, seat in r.seats.items() if "progressive" in seat.wagers)
    if not r.progressive_seats or r.t.progressive is None:
        return
    r.emit(KeyPressed(key="COIN IN", clause=r.cites["coin_in"]))
    for box in r.progressive_seats:
        r.emit(SensorLit(spot=box, state="locked", clause=r.cites["sensors_show"]))
    stake = r.t.progressive.wager
    r.emit(ProgressiveLocked(spots=r.progressive_seats, cents=stake, clause=r.cites["wagers_taken"]))
    for box in r.progressive_seats:
        r.settled(
            WagerSettled(
                spot=box,
                hand=0,
                wager="progressive",
                stake=stake,
                result="taken",
                pays=-stake,
                clause=r.cites["wagers_taken"],
            )
        )

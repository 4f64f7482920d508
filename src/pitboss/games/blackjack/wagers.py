"""Taking wagers: what may be bet where, by how much, and for whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.bets import BETS, section_named
from pitboss.errors import IllegalAction, NotNow
from pitboss.games.actions import PlaceBet, PlaceToke, StartDeal, TakeBackBet
from pitboss.games.blackjack.state import Hand, Spot
from pitboss.games.events import BetChanged, BetPlaced, BetsLocked, BetTakenBack, Called, NoBet, TokePlaced
from pitboss.games.limits import check_amount, check_chips, check_toke_cap, check_toke_on, check_toke_size
from pitboss.games.round import check_role

if TYPE_CHECKING:
    from pitboss.games.blackjack.round import BlackjackRound

__all__ = [
    "check_bet", "check_toke", "place_bet", "place_toke", "start_deal", "take_back_bet", "take_wagers",
]  # fmt: skip


def take_wagers(r: BlackjackRound) -> None:
    """Bets are open until the dealer starts (BJ-DEAL-1)."""
    r.ask("wagers")


def place_bet(r: BlackjackRound, action: PlaceBet, role: str) -> None:
    """A bet lies in its box or its marked area; chips elsewhere are no bet (BJ-WAG-1a, BJ-WAG-1b, BJ-KB-3)."""
    check_role(role, "player")
    area = r.t.table.betting_area if action.wager == "main" else action.wager
    if action.position not in ("", "box", area):
        _check_chips_elsewhere(r, action)
        r.emit(NoBet(spot=action.spot, cents=action.cents, position=action.position, clause=r.cite("outside_box")))
        return
    check_bet(r, action)
    spot = r.spots.get(action.spot)
    if spot is None:
        spot = r.spots[action.spot] = Spot(action.spot, action.player)
        r.spots = dict(sorted(r.spots.items()))
    before = spot.wagers.get(action.wager)
    spot.wagers[action.wager] = action.cents
    if before is not None:
        r.emit(
            BetChanged(
                spot=action.spot, wager=action.wager, before=before, cents=action.cents, clause=r.cite("bet_in_box")
            )
        )
        return
    clause = r.cite("bet_in_box" if action.wager == "main" else f"{_section(r, action.wager)}.area")
    r.emit(
        BetPlaced(
            spot=action.spot,
            wager=action.wager,
            cents=action.cents,
            player=spot.player,
            position=area,
            clause=clause,
        )
    )


def _check_chips_elsewhere(r: BlackjackRound, action: PlaceBet) -> None:
    """Chips that are no bet are noted while bets are open, by a box there is and a place in plain words."""
    _check_open(r)
    _check_box(r, action.spot)
    words = action.position
    if action.cents <= 0 or not words.isprintable() or words != " ".join(words.split()):
        raise IllegalAction("bets.chips_elsewhere")


def _check_box(r: BlackjackRound, box: int) -> None:
    if not 1 <= box <= r.t.table.boxes:
        raise IllegalAction("place.none", r.stated("table.boxes"), most=r.t.table.boxes, places="betting boxes")


def check_bet(r: BlackjackRound, action: PlaceBet) -> None:
    """Whether the bet may lie there: its time, its box, its player and its size."""
    wager, box = action.wager, action.spot
    _check_open(r)
    _check_box(r, box)
    spot = r.spots.get(box)
    if spot is not None and spot.player != action.player:
        raise IllegalAction("place.taken", place="box", box=box, player=spot.player)
    if wager != "main":
        _check_side_bet(r, wager, spot)
    elif spot is None:
        check_spots(r, action.player)
    check_limits(r, _section(r, wager), action.cents)
    if spot is not None and wager in spot.tokes:
        check_toke(r, wager, action.cents, spot.tokes[wager])
    if wager == "main" and r.t.table.limit_scope == "player":
        others = sum(s.main for s in r.spots.values() if s.player == action.player and s.box != box)
        if others + action.cents > r.t.table.maximum:
            raise IllegalAction("bets.together_above_maximum", r.stated("table.limit_scope"), maximum=r.t.table.maximum)


def _check_open(r: BlackjackRound) -> None:
    """Nothing is bet or changed once the cards are on their way (BJ-DEAL-2a, BJ-TRI-4b)."""
    if r.question is None or r.question.kind != "wagers":
        raise NotNow("bets.locked", r.cite("bets_locked"))


def check_spots(r: BlackjackRound, player: str) -> None:
    """How many spots one player may play (BJ-DEAL-5a)."""
    most = r.spot_limits.get(player, r.t.table.spots_per_player)
    if sum(spot.player == player for spot in r.spots.values()) >= most:
        raise IllegalAction("place.most_spots", r.stated("table.spots_per_player"), count=most)


def _check_side_bet(r: BlackjackRound, wager: str, spot: Spot | None) -> None:
    """A side bet is one that is offered, beside a blackjack bet (BJ-TRI-4a, BJ-KB-1)."""
    if all(bet.wager != wager for bet in r.t.bets):
        raise IllegalAction("bets.not_offered", _not_offered_by(r, wager), wager=wager)
    if spot is None or "main" not in spot.wagers:
        raise IllegalAction("bets.main_first", r.stated(f"{_section(r, wager)}.needs_main"))


def _not_offered_by(r: BlackjackRound, wager: str) -> str:
    """The clause that leaves a bet out, where the sheet knows the bet and its document says so (FB-S7)."""
    if wager not in BETS:
        return r.cite("bets_among_players")  # whatever the house does not offer would be one (GC-RULE-19)
    known = BETS[wager].section_in(r.t.rules.bets) is not None
    return r.cite("not_offered") if known and r.stated("table.side_bets") else ""


def _section(r: BlackjackRound, wager: str) -> str:
    """The section of the sheet that holds the limits of a wager."""
    return next((f"bets.{bet.bet.section}" for bet in r.t.bets if bet.wager == wager), "table")


def check_limits(r: BlackjackRound, section: str, cents: int) -> None:
    """Smallest, largest and step of a wager, in chips (BJ-LIM-1a, BJ-LIM-1b, BJ-KBLIM-1b, GC-EQUIP-3)."""
    rules = r.t.table if section == "table" else section_named(r.t.rules.bets, section.removeprefix("bets."))
    check_amount(r, section, rules, cents)
    check_chips(r, cents)


def take_back_bet(r: BlackjackRound, action: TakeBackBet, role: str) -> None:
    """Before the first card a bet may be taken back, the main bet with all beside it (BJ-DEAL-2a, BJ-DEAL-2b)."""
    check_role(role, "player")
    if action.wager in ("insurance", "double", "split"):
        raise IllegalAction("bets.stays", r.cite("bets_locked_later"))
    _check_open(r)
    spot = r.spots.get(action.spot)
    if spot is None or action.wager not in spot.wagers:
        raise IllegalAction("bets.none")
    wagers = list(spot.wagers) if action.wager == "main" else [action.wager]
    for wager in reversed(wagers):
        for owner in (spot.tokes, spot.wagers):
            if wager in owner:
                name = wager if owner is spot.wagers else f"toke:{wager}"
                r.emit(BetTakenBack(spot=spot.box, wager=name, cents=owner.pop(wager), clause=r.cite("bets_locked")))
    if not spot.wagers:
        del r.spots[spot.box]


def place_toke(r: BlackjackRound, action: PlaceToke, role: str) -> None:
    """A bet for the dealers beside the player's own (BJ-TOKE-1)."""
    check_role(role, "player")
    _check_open(r)
    spot = r.spots.get(action.spot)
    if spot is None or action.wager not in spot.wagers:
        raise IllegalAction("toke.own_bet", r.stated("toke.wagers"))
    if action.position not in ("adjacent", "center"):
        raise IllegalAction("toke.position", r.stated("toke.wagers"))
    check_toke(r, action.wager, spot.wagers[action.wager], action.cents)
    if action.wager in spot.tokes:
        raise IllegalAction("toke.already")
    spot.tokes[action.wager] = action.cents
    emit_toke(r, spot.box, 0, action.wager, action.cents, action.position)


def emit_toke(
    r: BlackjackRound, box: int, hand: int, wager: str, cents: int, position: str, *, point: str = ""
) -> None:
    clause = r.cite(point) or r.cite(f"toke_on_{wager}") or r.cite("toke.wagers")
    r.emit(TokePlaced(spot=box, hand=hand, wager=wager, cents=cents, position=position, clause=clause))


def check_toke(r: BlackjackRound, wager: str, bet: int, cents: int) -> None:
    """The cap on toke and bet together, then the toke's own range and steps (BJ-TOKE-2, BJ-TOKE-3)."""
    toke = check_toke_on(r.t.toke, wager)
    maximum = r.t.table.maximum if wager == "main" else next(bet.rules.max for bet in r.t.bets if bet.wager == wager)
    check_toke_cap(r, toke, bet + cents, maximum=maximum, point=f"toke_cap_{wager}")
    check_toke_size(r, toke, cents)


def start_deal(r: BlackjackRound, action: StartDeal, role: str) -> None:
    """No more bets: the boxes with a bet are dealt in (BJ-DEAL-1)."""
    r.check_question("wagers", code="round.dealt", clause=r.cite("bets_locked"))
    check_role(role, "dealer")
    if not r.spots:
        raise IllegalAction("bets.nobody", r.cite("bet_before_cards"))
    r.question = None
    for spot in r.spots.values():
        spot.hands = [Hand(spot.main, spot.main, spot.tokes.get("main", 0))]
    r.emit(BetsLocked(spots=tuple(r.spots), clause=r.cite("bets_locked")))
    if r.t.calls.playing_three:
        players = [spot.player for spot in r.spots.values()]
        for player in dict.fromkeys(players):
            if players.count(player) == 3:
                r.emit(Called(text=r.t.calls.playing_three, to="floor", clause=r.cite("calls.playing_three")))

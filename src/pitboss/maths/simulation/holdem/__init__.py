"""Hold'em by the million rounds: a sheet, seats and stakes compiled to amounts, and the kernels that play them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import IllegalAction, NotationError
from pitboss.games import actions as a
from pitboss.games.actions import PlayBet
from pitboss.games.holdem.playing import check_play_bet
from pitboss.games.holdem.round import HoldemRound
from pitboss.games.holdem.state import Terms as RoundTerms
from pitboss.games.holdem.state import terms_of
from pitboss.games.poker.wagers import check_toke
from pitboss.hands.poker import Category
from pitboss.maths._kernels import holdem_rounds as k
from pitboss.maths._kernels.holdem_rounds_play import COUNTED, GROUPS, play_rounds
from pitboss.maths.holdem.play import BestPlay
from pitboss.maths.simulation.holdem.plays import WayToPlay, way_to_play
from pitboss.maths.simulation.meters import LARGEST, link_of, opening_meters
from pitboss.maths.simulation.poker import noted_hits, room_for_hits, wager_tally
from pitboss.maths.simulation.streams import stream
from pitboss.maths.simulation.tally import Tally, WagerTally
from pitboss.money import Odds, Rounding, cents_text, pay
from pitboss.rules import Sheet
from pitboss.rules.holdem import HoldemRules

__all__ = ["HoldemGame", "HoldemTable", "SeatBets", "compile_table", "settle"]

I64 = NDArray[np.int64]
EVEN_MONEY: Final = Odds(1, 1)


@dataclass(frozen=True, slots=True)
class SeatBets:
    """What one seat bets every round, in cents; 0 is no bet. Ante and Blind are equal."""

    ante: int
    trips: int = 0
    progressive: int = 0
    tokes: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HoldemTable:
    """A sheet at given seats and stakes, as the kernels read it; all of it can be sent to another machine."""

    seats: int
    terms: k.Terms
    link: k.Link
    stakes: I64
    pays: I64
    limited: I64
    places: I64
    """Where in the deck the board, every seat's cards and the dealer's lie."""
    meters: I64
    multiples: tuple[tuple[int, ...], int, int]
    """The Play bets that may be made before the flop, on it and at the end, 0 where none may."""
    tucks: bool


def compile_table(
    sheet: Sheet, seats: Sequence[SeatBets], *, meters: Mapping[str, int] | None = None, by_hand: bool = False
) -> HoldemTable:
    """Compile a sheet for these seats; ``meters`` hold the meters at these values, otherwise they are played."""
    if not isinstance(sheet.rules, HoldemRules):
        raise NotationError(f'"{sheet.name}" is no hold\'em sheet')
    round_ = _checked(sheet, seats)
    terms = terms_of(sheet)
    stakes = np.array([_stakes(bets) for bets in seats], dtype=np.int64)
    pays = np.stack([_pays(terms, bets) for bets in seats], axis=1)
    _check_size(stakes, pays, terms, meters)
    limit = terms.aggregate
    limited = [
        limit is not None and odds is not None and odds.ratio >= limit.pays_from.ratio
        for odds in _by_category(terms.blind.pays)
    ]
    return HoldemTable(
        seats=len(seats),
        terms=_terms(terms),
        link=link_of(terms.progressive, live=meters is None),
        stakes=stakes,
        pays=pays,
        limited=np.array(limited, dtype=np.int64),
        places=np.array(_places(terms, len(seats), by_hand=by_hand), dtype=np.int64),
        meters=np.array(opening_meters(terms.progressive, meters), dtype=np.int64),
        multiples=_multiples(round_),
        tucks=terms.play.fold_tucks_automatically,
    )


def _checked(sheet: Sheet, seats: Sequence[SeatBets]) -> HoldemRound:
    """The bets, laid at a table of the sheet, which refuses what may not be bet."""
    round_ = HoldemRound(sheet)
    for box, bets in enumerate(seats, start=1):
        laid = {"ante": bets.ante, "blind": bets.ante, "trips": bets.trips, "progressive": bets.progressive}
        for wager, cents in laid.items():
            if cents or wager in ("ante", "blind"):
                round_.act(a.PlaceBet(spot=box, cents=cents, wager=wager, player=f"spot {box}"))
        for wager, cents in bets.tokes.items():
            if wager == "play":
                check_toke(round_, "play", bets.ante, cents)
            else:
                round_.act(a.PlaceToke(spot=box, cents=cents, wager=wager))
    return round_


def _stakes(bets: SeatBets) -> list[int]:
    tokes = bets.tokes
    own = [bets.ante, bets.ante, 0, bets.trips, bets.progressive, 0, 0]
    return own + [tokes.get(wager, 0) for wager in ("ante", "blind", "play", "trips")]


def _by_category(lines: Any) -> list[Odds | None]:
    """A pay table by category, from none up."""
    return [None, *(getattr(lines, kind.line, None) for kind in Category)]


def _pays(terms: RoundTerms, bets: SeatBets) -> I64:
    """What each hand pays a seat, by table and category; -1 where there is no such line."""
    tokes = bets.tokes
    blind, trips = _by_category(terms.blind.pays), _by_category(terms.trips.pays if terms.trips else None)
    fixed = _by_category(terms.progressive.pays if terms.progressive else None)
    follow = terms.toke is None or terms.toke.follows_wager

    def paid(odds: Odds | None, cents: int, rounding: Rounding = Rounding.EXACT_CENT) -> int:
        return -1 if odds is None else pay(cents, odds, rounding=rounding)

    def toke(odds: Odds | None, wager: str, rounding: Rounding = Rounding.EXACT_CENT) -> int:
        if odds is None or follow:
            return paid(odds, tokes.get(wager, 0), rounding)
        return paid(EVEN_MONEY, tokes.get(wager, 0))

    back = terms.progressive.wager if terms.progressive is not None and terms.progressive.returns_wager else 0
    rows = [
        [paid(odds, bets.ante, terms.blind_rounding) for odds in blind],
        [toke(odds, "blind", terms.blind_rounding) for odds in blind],
        [paid(odds, bets.trips) for odds in trips],
        [toke(odds, "trips") for odds in trips],
        [-1 if odds is None else paid(odds, bets.progressive) + back for odds in fixed],
    ]
    return np.array(rows, dtype=np.int64)


def _check_size(stakes: I64, pays: I64, terms: RoundTerms, meters: Mapping[str, int] | None) -> None:
    """Amounts so large that 64 bits could not hold what is worked out of them are refused."""
    amounts = [int(stakes.max()) * 20, int(pays.max()), *(meters or {}).values()]
    amounts += [terms.aggregate.limit] if terms.aggregate is not None else []
    if terms.progressive is not None:
        amounts += [terms.progressive.major.seed, terms.progressive.minor.seed]
    if (most := max(amounts)) > LARGEST:
        raise NotationError(f"${cents_text(most)} is more than can be simulated", expected="amounts below $30,000,000")


def _terms(terms: RoundTerms) -> k.Terms:
    follow = terms.toke is None or terms.toke.follows_wager
    toke = terms.play.win if follow else EVEN_MONEY
    limit, progressive = terms.aggregate, terms.progressive
    return k.Terms(
        qualifies_any=int(terms.dealer.qualifies == "any"),
        refund_folded=int(terms.dealer.refund_folded_ante),
        win_pays=terms.play.win.pays,
        win_per=terms.play.win.per,
        toke_pays=toke.pays,
        toke_per=toke.per,
        limit=-1 if limit is None else limit.limit,
        limit_exact=int(limit is not None and limit.rounding == "nearest_cent"),
        limit_tokes=int(limit is not None and limit.tokes_in_aggregate and follow),
        limit_from_last=int(
            limit is not None and limit.tie == "pay_order" and terms.table.pay_order == "right_to_left"
        ),
        award_returns=progressive.wager if progressive is not None and progressive.returns_wager else 0,
        splits=int(progressive is not None and progressive.jackpot_tie == "split_evenly"),
        envy_to_folded=int(progressive is not None and progressive.envy_to_folded),
        envy_from_any=int(progressive is not None and progressive.envy_from == "any_player"),
        major_hand=_hand(progressive.major.hand) if progressive is not None else 0,
        minor_hand=_hand(progressive.minor.hand) if progressive is not None else 0,
        major_envy=progressive.major.envy if progressive is not None else 0,
        minor_envy=progressive.minor.envy if progressive is not None else 0,
    )


def _hand(line: str) -> int:
    return int(Category[line.upper()])


def _places(terms: RoundTerms, seats: int, *, by_hand: bool) -> list[int]:
    """Board, seats and dealer in the order in which the round deals them."""
    burns = int(terms.deal.burn_board)
    board = [burns, burns + 1, burns + 2, 2 * burns + 3, 2 * burns + 4]
    first, hands = 5 + 2 * burns, seats + 1
    singly = (by_hand or terms.deal.device == "hand") and terms.deal.hand_deal_packets == "one"
    holes = [(first + hand, first + hands + hand) for hand in range(hands)]
    packets = [(first + 2 * hand, first + 2 * hand + 1) for hand in range(hands)]
    return board + [place for two in (holes if singly else packets) for place in two]


def _multiples(round_: HoldemRound) -> tuple[tuple[int, ...], int, int]:
    """The Play bets every seat may make; what the maximum forbids is not among them."""
    play = round_.t.play

    def allowed(street: str, multiple: int) -> bool:
        try:
            for seat in round_.seats.values():
                check_play_bet(round_, seat, street, PlayBet(multiple))
        except IllegalAction:
            return False
        return True

    return (
        tuple(multiple for multiple in play.preflop_multiples if allowed("preflop", multiple)),
        play.flop_multiple * allowed("flop", play.flop_multiple),
        play.river_multiple * allowed("river", play.river_multiple),
    )


def settle(table: HoldemTable, decks: NDArray[np.uint8], plays: I64, tucked: I64, meters: I64) -> I64:
    """What every seat is paid in rounds whose cards and choices are known, by wager (``PAID``)."""
    paid = np.zeros((len(plays), table.seats, len(k.PAID)), dtype=np.int64)
    k.settle_rounds(
        decks, table.places, plays, tucked, table.stakes, table.pays, table.limited, table.terms, table.link, meters,
        paid,
    )  # fmt: skip
    return paid


class HoldemGame:
    """Hold'em with N seats that all bet and play alike.

    ``stakes`` and ``tokes`` are cents by wager (main is the Ante, and the Blind beside it). The meters begin at their
    seeds, grow and are won from shard to shard; ``meters`` holds them at given values instead. ``playbook`` names a way
    to play, or is one.
    """

    def __init__(
        self,
        sheet: Sheet,
        *,
        seats: int = 1,
        stakes: Mapping[str, int] | None = None,
        tokes: Mapping[str, int] | None = None,
        playbook: BestPlay | str = "best",
        meters: Mapping[str, int] | None = None,
    ) -> None:
        if not isinstance(sheet.rules, HoldemRules):
            raise NotationError(f'"{sheet.name}" is no hold\'em sheet')
        if not 1 <= seats <= sheet.rules.table.seats:
            raise NotationError(f"there cannot be {seats} seats", expected=f"1 to {sheet.rules.table.seats}")
        bets = seat_bets(sheet.rules, stakes or {}, tokes or {})
        self.bets = bets
        self.table = compile_table(sheet, [bets] * seats, meters=meters)
        self.way: WayToPlay | None = None
        """What the way to play is worth exactly, where it was named."""
        if isinstance(playbook, str):
            self.way = way_to_play(sheet, playbook, stake_cents=bets.ante)
            playbook = self.way.tables
        self.playbook = playbook

    def run(self, seed: int | str, shard: int, rounds: int) -> Tally:
        """Play N rounds with the random numbers of this shard; hits of meters that move wait in its history."""
        table, groups = self.table, len(GROUPS)
        room = 1 << (4096 + rounds * table.seats // 4096).bit_length()
        values, times = np.zeros((groups, room), dtype=np.int64), np.zeros((groups, room), dtype=np.int64)
        squares, lines = np.zeros((groups, 2), dtype=np.int64), np.zeros((3, k.CATEGORIES), dtype=np.int64)
        counted, hits = (
            np.zeros(len(COUNTED), dtype=np.int64),
            room_for_hits(rounds, table.seats, live=self.has_history),
        )
        _, on_flop, on_river = table.multiples
        lost, noted = play_rounds(
            stream(seed, shard), rounds, table.places, self.playbook.preflop, self.playbook.flop, self.playbook.river,
            on_flop, on_river, int(table.tucks), table.stakes, table.pays, table.limited, table.terms, table.link,
            table.meters.copy(), values, times, squares, lines, counted, hits,
        )  # fmt: skip
        assert not lost, f"{lost} results found no room"
        tally = Tally(rounds, counts=self._counts(counted))
        if self.has_history:
            tally.link = noted_hits("holdem", table, shard, rounds, hits[:noted].tolist())
        for group, name in enumerate(GROUPS):
            results = {int(values[group, at]): int(times[group, at]) for at in np.flatnonzero(times[group])}
            if results:
                tally.wagers[name] = self._wager(name, results, squares[group], counted)
        for name, row in zip(("main", "trips", "progressive"), lines, strict=True):
            if name in tally.wagers:
                tally.wagers[name].lines.update({kind.line: int(row[kind]) for kind in Category if row[kind]})
        return tally

    def _wager(self, name: str, results: dict[int, int], squares: I64, counted: I64) -> WagerTally:
        """One group's tally; whole numbers of any size."""
        bets, raised, tokes = sum(results.values()), int(counted[:3].sum()), self.bets.tokes
        staked = {
            "main": bets * self.bets.ante,
            "trips": bets * self.bets.trips,
            "progressive": bets * self.bets.progressive,
            "toke:main": bets * (tokes.get("ante", 0) + tokes.get("blind", 0)) + raised * tokes.get("play", 0),
            "toke:trips": bets * tokes.get("trips", 0),
        }[name]
        action = 2 * staked + int(counted[-1]) if name == "main" else staked
        return wager_tally(results, staked, action, squares)

    @property
    def has_history(self) -> bool:
        """Whether meters move by the wagers that are made."""
        return bool(self.table.link.live and self.bets.progressive)

    def _counts(self, counted: I64) -> Counter[str]:
        """How often each decision was made."""
        return Counter({name: int(times) for name, times in zip(COUNTED[:-1], counted, strict=False) if times})


def seat_bets(rules: HoldemRules, stakes: Mapping[str, int], tokes: Mapping[str, int]) -> SeatBets:
    """What one seat bets, the table's minimum where nothing is said of the main bet."""
    unknown = [wager for wager in stakes if wager not in ("main", "trips", "progressive")]
    if unknown:
        raise NotationError(f"there is no wager called {unknown[0]}", expected="main, trips or progressive")
    ante = stakes.get("main", rules.table.minimum)
    return SeatBets(ante, stakes.get("trips", 0), stakes.get("progressive", 0), dict(tokes))

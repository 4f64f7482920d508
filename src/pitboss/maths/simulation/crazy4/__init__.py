"""Crazy 4 Poker by the million rounds: a sheet, seats and stakes compiled to amounts for the kernels that play them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import NotationError
from pitboss.games import actions as a
from pitboss.games.crazy4.round import Crazy4Round
from pitboss.games.crazy4.state import Terms as RoundTerms
from pitboss.games.crazy4.state import terms_of
from pitboss.games.poker.round import EVEN_MONEY
from pitboss.games.poker.wagers import check_toke
from pitboss.hands.four_cards import KING_HIGH, QUEENS, FourCards
from pitboss.hands.poker import Category
from pitboss.maths._kernels import crazy4_rounds as k
from pitboss.maths._kernels.link import Link
from pitboss.maths._kernels.poker_rounds import COLUMNS
from pitboss.maths.crazy4 import Crazy4Solution, evaluate_play, solve
from pitboss.maths.crazy4.simple import simple_play
from pitboss.maths.simulation.meters import LARGEST, link_of, opening_meters
from pitboss.maths.simulation.poker import noted_hits, room_for_hits, wager_tally
from pitboss.maths.simulation.streams import stream
from pitboss.maths.simulation.tally import Tally, WagerTally
from pitboss.money import Odds, Rounding, cents_text, pay
from pitboss.rules import Sheet
from pitboss.rules.crazy4 import Crazy4Rules

__all__ = ["PLAYS", "Crazy4Game", "Crazy4Table", "SeatBets", "compile_table", "settle", "way_to_play"]

I64 = NDArray[np.int64]
PLAYS = ("best", "simple")


@dataclass(frozen=True, slots=True)
class SeatBets:
    """What one seat bets every round, in cents; 0 is no bet. Ante and Super Bonus are equal."""

    ante: int
    queens_up: int = 0
    progressive: int = 0
    tokes: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Crazy4Table:
    """A sheet at given seats and stakes, as the kernels read it; all of it can be sent to another machine."""

    seats: int
    terms: k.Terms
    link: Link
    stakes: I64
    pays: I64
    places: I64
    """Where in the deck every seat's cards and the dealer's lie."""
    meters: I64
    tucks: bool


def compile_table(
    sheet: Sheet, seats: Sequence[SeatBets], *, meters: Mapping[str, int] | None = None, by_hand: bool = False
) -> Crazy4Table:
    """Compile a sheet for these seats; ``meters`` hold the meters at these values, otherwise they are played."""
    if not isinstance(sheet.rules, Crazy4Rules):
        raise NotationError(f'"{sheet.name}" is no sheet of Crazy 4 Poker')
    _check(sheet, seats)
    terms = terms_of(sheet)
    stakes = np.array([_stakes(bets) for bets in seats], dtype=np.int64)
    pays = np.stack([_pays(terms, bets) for bets in seats], axis=1)
    _check_size(stakes, pays, terms, meters)
    return Crazy4Table(
        seats=len(seats),
        terms=_terms(terms),
        link=link_of(terms.progressive, live=meters is None),
        stakes=stakes,
        pays=pays,
        places=np.array(_places(terms, len(seats), by_hand=by_hand), dtype=np.int64),
        meters=np.array(opening_meters(terms.progressive, meters), dtype=np.int64),
        tucks=terms.play.fold_keeps_queens_up,
    )


def _check(sheet: Sheet, seats: Sequence[SeatBets]) -> None:
    """The bets, laid at a table of the sheet, which refuses what may not be bet."""
    round_ = Crazy4Round(sheet)
    for box, bets in enumerate(seats, start=1):
        laid = {
            "ante": bets.ante, "super_bonus": bets.ante, "queens_up": bets.queens_up, "progressive": bets.progressive,
        }  # fmt: skip
        for wager, cents in laid.items():
            if cents or wager in ("ante", "super_bonus"):
                round_.act(a.PlaceBet(spot=box, cents=cents, wager=wager, player=f"spot {box}"))
        for wager, cents in bets.tokes.items():
            if wager == "play":
                check_toke(round_, "play", bets.ante, cents)
            else:
                round_.act(a.PlaceToke(spot=box, cents=cents, wager=wager))


def _stakes(bets: SeatBets) -> list[int]:
    own = [bets.ante, bets.ante, 0, bets.queens_up, bets.progressive, 0, 0]
    return own + [bets.tokes.get(wager, 0) for wager in ("ante", "super_bonus", "play", "queens_up")]


def _by_line(lines: Any) -> list[Odds | None]:
    """A pay table by the lines of four cards, from none up, then queens or better and four aces."""
    found: list[Odds | None] = [None, *(getattr(lines, kind.line, None) for kind in FourCards)]
    return [*found, getattr(lines, "queens_or_better", None), getattr(lines, "four_aces", None)]


def _pays(terms: RoundTerms, bets: SeatBets) -> I64:
    """What each hand pays a seat, by table and line; -1 where there is no such line."""
    tokes = bets.tokes
    bonus, side = _by_line(terms.super_bonus.pays), _by_line(terms.queens_up.pays if terms.queens_up else None)
    lines = terms.progressive.pays if terms.progressive else None
    fixed: list[Odds | None] = [None, *(getattr(lines, kind.line, None) for kind in Category)]
    follow = terms.toke is None or terms.toke.follows_wager

    def paid(odds: Odds | None, cents: int) -> int:
        return -1 if odds is None else pay(cents, odds, rounding=Rounding.EXACT_CENT)

    def toke(odds: Odds | None, wager: str) -> int:
        return paid(odds if odds is None or follow else EVEN_MONEY, tokes.get(wager, 0))

    back = terms.progressive.wager if terms.progressive is not None and terms.progressive.returns_wager else 0
    rows = [
        [paid(odds, bets.ante) for odds in bonus],
        [toke(odds, "super_bonus") for odds in bonus],
        [paid(odds, bets.queens_up) for odds in side],
        [toke(odds, "queens_up") for odds in side],
        [-1 if odds is None else paid(odds, bets.progressive) + back for odds in fixed],
    ]
    return np.array(rows, dtype=np.int64)


def _check_size(stakes: I64, pays: I64, terms: RoundTerms, meters: Mapping[str, int] | None) -> None:
    """Amounts so large that 64 bits could not hold what is worked out of them are refused."""
    amounts = [int(stakes.max()) * 20, int(pays.max()), *(meters or {}).values()]
    if terms.progressive is not None:
        amounts += [terms.progressive.major.seed, terms.progressive.minor.seed]
    if (most := max(amounts)) > LARGEST:
        raise NotationError(f"${cents_text(most)} is more than can be simulated", expected="amounts below $30,000,000")


def _terms(terms: RoundTerms) -> k.Terms:
    toke = terms.play.win if terms.toke is None or terms.toke.follows_wager else EVEN_MONEY
    link = terms.progressive
    return k.Terms(
        opens=0 if terms.dealer.opens == "any" else KING_HIGH,
        queens=QUEENS,
        four_aces=FourCards.FOUR_OF_A_KIND << 12 | 12,
        win_pays=terms.play.win.pays,
        win_per=terms.play.win.per,
        toke_pays=toke.pays,
        toke_per=toke.per,
        award_returns=link.wager if link is not None and link.returns_wager else 0,
        splits=int(link is not None and link.jackpot_tie == "split_evenly"),
        envy_to_folded=int(link is not None and link.envy_to_folded),
        envy_from_any=int(link is not None and link.envy_from == "any_player"),
        major_hand=Category[link.major.hand.upper()] if link is not None else 0,
        minor_hand=Category[link.minor.hand.upper()] if link is not None else 0,
        major_envy=link.major.envy if link is not None else 0,
        minor_envy=link.minor.envy if link is not None else 0,
    )


def _places(terms: RoundTerms, seats: int, *, by_hand: bool) -> list[int]:
    """Seats and dealer in the order in which the round deals them."""
    hands = seats + 1
    if (by_hand or terms.deal.device == "hand") and terms.deal.hand_deal_packets == "one":
        return [hand + hands * at for hand in range(hands) for at in range(5)]
    return list(range(5 * hands))


def settle(table: Crazy4Table, decks: NDArray[np.uint8], plays: I64, tucked: I64, meters: I64) -> I64:
    """Return what every seat is paid in rounds whose cards and choices are known, by wager (``PAID``)."""
    paid = np.zeros((len(plays), table.seats, COLUMNS), dtype=np.int64)
    k.settle_rounds(
        decks, table.places, plays, tucked, table.stakes, table.pays, table.terms, table.link, meters, paid
    )  # fmt: skip
    return paid


@lru_cache(maxsize=4)
def way_to_play(sheet: Sheet, name: str, stake_cents: int) -> Crazy4Solution:
    """Return a way to play by its name, with what it is worth."""
    if name not in PLAYS:
        raise NotationError(f'there is no way to play Crazy 4 Poker called "{name}"', expected=" or ".join(PLAYS))
    if name == "best":
        return solve(sheet, stake_cents=stake_cents)
    return evaluate_play(sheet, simple_play(sheet, stake_cents), stake_cents=stake_cents)


class Crazy4Game:
    """Crazy 4 Poker with N seats that all bet and play alike.

    ``stakes`` and ``tokes`` are cents by wager (main is the Ante, and the Super Bonus beside it). The meters begin at
    their seeds, grow and are won from shard to shard; ``meters`` holds them at given values instead. ``playbook`` names
    a way to play, or has the multiple of the Ante for every hand by its number.
    """

    def __init__(
        self,
        sheet: Sheet,
        *,
        seats: int = 1,
        stakes: Mapping[str, int] | None = None,
        tokes: Mapping[str, int] | None = None,
        playbook: NDArray[np.uint8] | str = "best",
        meters: Mapping[str, int] | None = None,
    ) -> None:
        if not isinstance(sheet.rules, Crazy4Rules):
            raise NotationError(f'"{sheet.name}" is no sheet of Crazy 4 Poker')
        if not 1 <= seats <= sheet.rules.table.seats:
            raise NotationError(f"there cannot be {seats} seats", expected=f"1 to {sheet.rules.table.seats}")
        self.bets = seat_bets(sheet.rules, stakes or {}, tokes or {})
        self.table = compile_table(sheet, [self.bets] * seats, meters=meters)
        self.way: Crazy4Solution | None = None
        """What the way to play is worth exactly, where it was named."""
        if isinstance(playbook, str):
            self.way = way_to_play(sheet, playbook, self.bets.ante)
            playbook = self.way.play
        self.playbook = playbook

    def run(self, seed: int | str, shard: int, rounds: int) -> Tally:
        """Play N rounds with the random numbers of this shard; hits of meters that move wait in its history."""
        table, groups = self.table, len(k.GROUPS)
        room = 1 << (4096 + rounds * table.seats // 4096).bit_length()
        values, times = np.zeros((groups, room), dtype=np.int64), np.zeros((groups, room), dtype=np.int64)
        squares, lines = np.zeros((groups, 2), dtype=np.int64), np.zeros((3, k.LINES), dtype=np.int64)
        counted = np.zeros(len(k.COUNTED), dtype=np.int64)
        hits = room_for_hits(rounds, table.seats, live=self.has_history)
        lost, noted = k.play_rounds(
            stream(seed, shard), rounds, table.places, self.playbook, int(table.tucks), table.stakes, table.pays,
            table.terms, table.link, table.meters.copy(), values, times, squares, lines, counted, hits,
        )  # fmt: skip
        assert not lost, f"{lost} results found no room"
        made = {name: int(number) for name, number in zip(k.COUNTED[:-1], counted, strict=False) if number}
        tally = Tally(rounds, counts=Counter(made))
        if self.has_history:
            tally.link = noted_hits("crazy4", table, shard, rounds, hits[:noted].tolist())
        for group, name in enumerate(k.GROUPS):
            results = {int(values[group, at]): int(times[group, at]) for at in np.flatnonzero(times[group])}
            if results:
                tally.wagers[name] = self._wager(name, results, squares[group], counted)
        for name, row in _named_lines(lines).items():
            if name in tally.wagers:
                tally.wagers[name].lines.update(row)
        return tally

    def _wager(self, name: str, results: dict[int, int], squares: I64, counted: I64) -> WagerTally:
        bets, raised, tokes = sum(results.values()), int(counted[:2].sum()), self.bets.tokes
        beside = bets * (tokes.get("ante", 0) + tokes.get("super_bonus", 0)) + raised * tokes.get("play", 0)
        staked = {
            "main": bets * self.bets.ante,
            "queens_up": bets * self.bets.queens_up,
            "progressive": bets * self.bets.progressive,
            "toke:main": beside,
            "toke:queens_up": bets * tokes.get("queens_up", 0),
        }[name]
        action = 2 * staked + int(counted[-1]) if name == "main" else staked
        return wager_tally(results, staked, action, squares)

    @property
    def has_history(self) -> bool:
        """Whether meters move by the wagers that are made."""
        return bool(self.table.link.live and self.bets.progressive)


def _named_lines(lines: I64) -> dict[str, dict[str, int]]:
    """The lines that were paid, by wager and by the names of the sheet."""
    four = ["", *(kind.line for kind in FourCards), "queens_or_better", "four_aces"]
    five = ["", *(kind.line for kind in Category)]
    named = {"main": four, "queens_up": four, "progressive": five}
    return {
        wager: {names[at]: int(row[at]) for at in range(1, len(names)) if row[at]}
        for (wager, names), row in zip(named.items(), lines, strict=True)
    }


def seat_bets(rules: Crazy4Rules, stakes: Mapping[str, int], tokes: Mapping[str, int]) -> SeatBets:
    """Return what one seat bets, the table's minimum where nothing is said of the main bet."""
    unknown = [wager for wager in stakes if wager not in ("main", "queens_up", "progressive")]
    if unknown:
        raise NotationError(f"there is no wager called {unknown[0]}", expected="main, queens_up or progressive")
    ante = stakes.get("main", rules.table.minimum)
    return SeatBets(ante, stakes.get("queens_up", 0), stakes.get("progressive", 0), dict(tokes))

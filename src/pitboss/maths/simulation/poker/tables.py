"""Seats and stakes at a table of a sheet, compiled to the arrays and numbers that kernels read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import NotationError
from pitboss.games import actions as a
from pitboss.games.poker.round import EVEN_MONEY, PokerRound
from pitboss.games.poker.state import PokerTerms
from pitboss.games.poker.wagers import check_toke
from pitboss.hands.poker import Category
from pitboss.maths._kernels.link import Link
from pitboss.maths.simulation.meters import LARGEST
from pitboss.money import Odds, Rounding, cents_text, pay
from pitboss.rules.poker import PokerDeal

__all__ = [
    "CompiledTable", "SeatBets", "by_category", "check_seats", "check_size", "hand_places",
    "kernel_terms", "lay_bets", "named_stakes", "pay_rows", "stake_columns",
]  # fmt: skip

I64 = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SeatBets:
    """What one seat bets every round, in cents; 0 is no bet. The bet that equals the Ante is not listed."""

    ante: int
    side: int = 0
    """The optional bet of the game: Trips at hold'em, Queens Up at Crazy 4 Poker."""
    progressive: int = 0
    tokes: Mapping[str, int] = field(default_factory=dict)


class CompiledTable(Protocol):
    """A sheet at given seats and stakes, as kernels read it."""

    @property
    def seats(self) -> int: ...
    @property
    def terms(self) -> Any: ...
    @property
    def link(self) -> Link: ...
    @property
    def stakes(self) -> I64: ...
    @property
    def meters(self) -> I64: ...


def named_stakes(stakes: Mapping[str, int], side: str, minimum: int) -> tuple[int, int, int]:
    """Return Ante, optional bet and progressive of one seat, the main bet being the minimum by default."""
    unknown = [wager for wager in stakes if wager not in ("main", side, "progressive")]
    if unknown:
        raise NotationError(f"there is no wager called {unknown[0]}", expected=f"main, {side} or progressive")
    return stakes.get("main", minimum), stakes.get(side, 0), stakes.get("progressive", 0)


def check_seats(seats: int, most: int) -> None:
    """Refuse more seats than a table has."""
    if not 1 <= seats <= most:
        raise NotationError(f"there cannot be {seats} seats", expected=f"1 to {most}")


Laid = TypeVar("Laid", bound=PokerRound)


def lay_bets(round_: Laid, seats: Sequence[SeatBets]) -> Laid:
    """Lay the bets at a table of the sheet, which refuses what may not be bet."""
    terms = round_.t
    for box, bets in enumerate(seats, start=1):
        laid = {"ante": bets.ante, terms.EQUAL: bets.ante, terms.SIDE: bets.side, "progressive": bets.progressive}
        for wager, cents in laid.items():
            if cents or wager in ("ante", terms.EQUAL):
                round_.act(a.PlaceBet(spot=box, cents=cents, wager=wager, player=f"spot {box}"))
        for wager, cents in bets.tokes.items():
            if wager == "play":
                check_toke(round_, "play", bets.ante, cents)
            else:
                round_.act(a.PlaceToke(spot=box, cents=cents, wager=wager))
    return round_


def hand_places(deal: PokerDeal, seats: int, *, first: int = 0, by_hand: bool) -> list[int]:
    """Return where the cards of the seats and the dealer lie in the deck, hand by hand, from a first place on.

    A shuffler deals packets; by hand the cards may come one at a time, once round the table for each.
    """
    hands, each = seats + 1, deal.hole_cards
    if (by_hand or deal.device == "hand") and deal.hand_deal_packets == "one":
        return [first + hand + hands * at for hand in range(hands) for at in range(each)]
    return list(range(first, first + each * hands))


def stake_columns(terms: PokerTerms, seats: Sequence[SeatBets]) -> I64:
    """Return the stakes of every seat by column, tokes beside them."""
    tokes = ("ante", terms.EQUAL, "play", terms.SIDE)
    rows = [
        [bets.ante, bets.ante, 0, bets.side, bets.progressive, 0, 0, *(bets.tokes.get(wager, 0) for wager in tokes)]
        for bets in seats
    ]
    return np.array(rows, dtype=np.int64)


def by_category(lines: Any) -> list[Odds | None]:
    """Return a pay table by category of five cards, from none up."""
    return [None, *(getattr(lines, kind.line, None) for kind in Category)]


def pay_rows(
    terms: PokerTerms,
    bets: SeatBets,
    equal: Sequence[Odds | None],
    side: Sequence[Odds | None],
    *,
    rounding: Rounding = Rounding.EXACT_CENT,
) -> I64:
    """Return what each hand pays a seat, by table and line; -1 where there is no such line.

    ``equal`` and ``side`` are the pay tables of the wager that equals the Ante, rounded so, and of the optional bet.
    """
    follow = terms.toke is None or terms.toke.follows_wager
    link = terms.progressive
    back = link.wager if link is not None and link.returns_wager else 0

    def paid(odds: Odds | None, cents: int, rounding: Rounding = Rounding.EXACT_CENT) -> int:
        return -1 if odds is None else pay(cents, odds, rounding=rounding)

    def toke(odds: Odds | None, wager: str, rounding: Rounding = Rounding.EXACT_CENT) -> int:
        cents = bets.tokes.get(wager, 0)
        return paid(odds, cents, rounding) if odds is None or follow else paid(EVEN_MONEY, cents)

    rows = [
        [paid(odds, bets.ante, rounding) for odds in equal],
        [toke(odds, terms.EQUAL, rounding) for odds in equal],
        [paid(odds, bets.side) for odds in side],
        [toke(odds, terms.SIDE) for odds in side],
        [-1 if odds is None else paid(odds, bets.progressive) + back for odds in by_category(link and link.pays)],
    ]
    return np.array(rows, dtype=np.int64)


def check_size(terms: PokerTerms, stakes: I64, pays: I64, meters: Mapping[str, int] | None, *limits: int) -> None:
    """Refuse amounts so large that 64 bits could not hold what is worked out of them."""
    amounts = [int(stakes.max()) * 20, int(pays.max()), *(meters or {}).values(), *limits]
    if terms.progressive is not None:
        amounts += [terms.progressive.major.seed, terms.progressive.minor.seed]
    if (most := max(amounts)) > LARGEST:
        raise NotationError(f"${cents_text(most)} is more than can be simulated", expected="amounts below $30,000,000")


def kernel_terms(terms: PokerTerms) -> dict[str, int]:
    """Return the odds of Ante and Play, those of tokes beside them, and the rules of the link, by field of a kernel."""
    win, link = terms.poker.play.win, terms.progressive
    toke = win if terms.toke is None or terms.toke.follows_wager else EVEN_MONEY
    return {
        "win_pays": win.pays,
        "win_per": win.per,
        "toke_pays": toke.pays,
        "toke_per": toke.per,
        "award_returns": link.wager if link is not None and link.returns_wager else 0,
        "splits": int(link is not None and link.jackpot_tie == "split_evenly"),
        "envy_to_folded": int(link is not None and link.envy_to_folded),
        "envy_from_any": int(link is not None and link.envy_from == "any_player"),
        "major_hand": int(Category[link.major.hand.upper()]) if link is not None else 0,
        "minor_hand": int(Category[link.minor.hand.upper()]) if link is not None else 0,
        "major_envy": link.major.envy if link is not None else 0,
        "minor_envy": link.minor.envy if link is not None else 0,
    }

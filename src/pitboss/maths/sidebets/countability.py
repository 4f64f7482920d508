"""How countable a side bet is: what each card's removal does, the best simple count, and what it brings in a shoe.

The count's tags are whole numbers by value that follow the exact effects of removal as closely as small numbers can.
What a counter gains is an estimate from random shoes: where the true count is high enough, the bet's result is taken
from every place of the cards that are left, which is unbiased and far less noisy than one deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.bets import patterns as p
from pitboss.bets.automaton import Automaton
from pitboss.cards import DECK
from pitboss.errors import NotationError
from pitboss.games.blackjack.state import SideBet, terms_of
from pitboss.hands.totals import POINTS
from pitboss.maths.sidebets.bets import bet_figures, effects_of_removal
from pitboss.rules import Sheet
from pitboss.rules.blackjack.sections import Dealer

__all__ = ["VALUES", "Countability", "Counter", "best_tags", "countability"]

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

VALUES: Final = "A23456789T"
"""The values that a count tells apart."""
LEVELS: Final = 3
ROUND_CARDS: Final = 6
"""Cards between two bets: one spot and the dealer."""
LONGEST: Final = 14
"""Cards that a deal may take; behind the last cut there are always more."""
WORTH: Final = 0.5
"""Stakes in a hundred rounds from which on counting a bet pays for the attention."""
_VALUE_OF = np.array([(POINTS[card] - 1) for card in DECK])


@dataclass(frozen=True)
class Counter:
    """Somebody who bets when ahead: how often that is, with what edge, and what a hundred rounds bring, in stakes."""

    name: str
    correlation: float
    trigger: float | None
    """The true count from which on they bet; None where every card is known."""
    bets: float
    edge: float
    per_hundred: float


@dataclass(frozen=True)
class Countability:
    """A bet as a counter sees it."""

    wager: str
    title: str
    decks: int
    cut: int
    house_edge: float
    effects: Mapping[str, float]
    """What the removal of one card of a value does to the guest's return, in stakes."""
    tags: tuple[int, ...]
    """The best simple count: a whole number for each value, A to T."""
    counters: tuple[Counter, ...]
    shoes: int

    @property
    def finding(self) -> str:
        """Whether it is worth a counter's time, in plain words."""
        best = self.counters[0]
        if best.per_hundred < 0.05 or not best.bets:
            return f"{self.title} cannot be counted to any use: a simple count brings next to nothing."
        told = f"a simple count bets in {best.bets:.1%} of rounds, ahead by {best.edge:.1%}"
        if best.per_hundred < WORTH:
            return (
                f"{self.title} is hardly worth a counter's time: {told}, {best.per_hundred:.2f} stakes in 100 rounds."
            )
        return f"{self.title} is worth a counter's time: {told}, {best.per_hundred:.2f} stakes in 100 rounds."


def best_tags(effects: F64) -> tuple[int, ...]:
    """The whole numbers up to three that follow the effects by value most closely.

    >>> best_tags(np.array([1.0, 1.0, 0, 0, 0, 0, 0, 0, 0, -0.5]))
    (2, 2, 0, 0, 0, 0, 0, 0, 0, -1)
    """
    weights = np.array([1] * 9 + [4])
    found: tuple[float, int, tuple[int, ...]] = (-1.0, 0, (0,) * 10)
    for scale in np.linspace(0.4, LEVELS + 0.49, 200) / max(float(np.abs(effects).max()), 1e-12):
        tags = np.clip(np.rint(effects * scale), -LEVELS, LEVELS)
        likeness = round(_correlation(np.repeat(tags, weights), np.repeat(effects, weights)), 4)
        size = -int(np.abs(tags).sum())
        found = max(found, (likeness, size, tuple(int(tag) for tag in tags)))
    return found[2]


def _correlation(one: F64, other: F64) -> float:
    if not one.std() or not other.std():
        return 0.0
    return float(np.corrcoef(one, other)[0, 1])


def countability(
    sheet: Sheet, wager: str, *, decks: int = 6, cut: int = 52, tags: tuple[int, ...] | None = None,
    trigger: float | None = None, shoes: int = 4000, seed: int = 1,
) -> Countability:  # fmt: skip
    """Work out how countable a bet is with some cards behind the cut, by given tags and trigger or by the best."""
    terms = terms_of(sheet)
    side = next((bet for bet in terms.bets if bet.wager == wager), None)
    if side is None or {"third", "hand"} & set(side.bet.needs):
        raise NotationError(f"{wager} depends on how the main game is played", expected="a bet on the deal")
    if not LONGEST <= cut < 52 * decks:
        raise NotationError(f"{cut} cards cannot lie behind the cut", expected=f"{LONGEST} to {52 * decks - 1}")
    figures = bet_figures(sheet, wager, decks=decks)
    found = effects_of_removal(sheet, wager, decks=decks)
    gains = np.array([-float(found.get(card, 0)) for card in DECK])
    by_value = np.array([gains[value == _VALUE_OF].mean() for value in range(10)])
    chosen = best_tags(by_value - gains.mean()) if tags is None else tags
    shoe = _Shoes(side, terms.dealer, decks, cut, shoes=shoes, seed=seed)
    centred = gains - gains.mean()
    ahead = shoe.ahead(-figures.house_edge, centred)
    counts = shoe.true_counts(np.array(chosen)[_VALUE_OF])
    from_ = _best_trigger(counts, shoe.worth) if trigger is None else trigger
    likeness = _correlation(np.array(chosen, dtype=float)[_VALUE_OF], gains)
    return Countability(
        wager, figures.title, decks, cut, figures.house_edge,
        {value: float(by_value[place]) for place, value in enumerate(VALUES)}, chosen,
        (shoe.counter("One running count", likeness, from_, counts >= from_),
         shoe.counter("Every card known", 1.0, None, ahead > 0)),
        shoes,
    )  # fmt: skip


def _best_trigger(counts: F64, worth: F64) -> float:
    """The whole true count from which on betting brings most."""
    sums = {trigger: float(worth[counts >= trigger].sum()) for trigger in range(26)}
    return float(max(sums, key=lambda trigger: sums[trigger]))


class _Shoes:
    """Random shoes, what the bet comes to from each of their places, and the places where a round begins."""

    def __init__(self, side: SideBet, dealer: Dealer, decks: int, cut: int, *, shoes: int, seed: int) -> None:
        deck = np.tile(np.arange(52), decks)
        self.order: I64 = np.random.default_rng(seed).permuted(np.tile(deck, (shoes, 1)), axis=1)
        self.cards = 52 * decks
        self.starts = np.arange(0, self.cards - cut, ROUND_CARDS)
        results = _results(side, self.order, dealer)
        whole = np.cumsum(results[:, ::-1], axis=1)[:, ::-1]
        left = results.shape[1] - self.starts
        self.worth: F64 = whole[:, self.starts] / left

    def _gone(self, values: NDArray[Any]) -> F64:
        """What lies before each start of a round, added up."""
        sums = np.concatenate([np.zeros((len(self.order), 1)), np.cumsum(values[self.order], axis=1)], axis=1)
        found: F64 = sums[:, self.starts]
        return found

    def true_counts(self, tags: I64) -> F64:
        counts: F64 = self._gone(tags) * 52 / (self.cards - self.starts)
        return counts

    def ahead(self, start: float, gains: F64) -> F64:
        """The guest's edge before each round as the effects of removal tell it."""
        edge: F64 = start + self._gone(gains) * (self.cards - 1) / (self.cards - self.starts)
        return edge

    def counter(self, name: str, likeness: float, trigger: float | None, bets: NDArray[np.bool_]) -> Counter:
        made = float(bets.mean())
        edge = float(self.worth[bets].mean()) if made else 0.0
        return Counter(name, likeness, trigger, made, edge, 100 * made * edge)


def _results(side: SideBet, order: I64, dealer: Dealer) -> F64:
    """What the bet comes to, in stakes, for the deal that begins at each place of each shoe."""
    last = order.shape[1] - LONGEST
    dealt = [order[:, at : last + at] for at in range(LONGEST)]
    compiled, needs = side.compiled, side.bet.needs
    natural = p.blackjack().holds(p.Known(dealt[:2], {}))
    facts = {p.PLAYER_BLACKJACK: natural, p.BET: side.rules.min, p.MAIN: 0}
    facts[p.DEALER_BLACKJACK] = p.blackjack().holds(p.Known(dealt[2:4], {}))
    if "dealer" in needs and compiled.cards != "dealer_first_two":
        return _dealer_results(side, dealt, natural, dealer)
    cards = {"first_two": dealt[:2], "first_two_and_up": dealt[:3], "up_card": dealt[2:3]}.get(
        compiled.cards, dealt[2:4]
    )
    codes = np.broadcast_to(np.asarray(compiled.code(p.Known(cards, facts))), dealt[0].shape)
    return _paid(side, codes)


def _paid(side: SideBet, codes: I64) -> F64:
    found, places = np.unique(codes, return_inverse=True)
    lines = [side.compiled.decoded(int(code))[0] for code in found]
    pays = [float(sum(side.odds[line].ratio for line in some)) if some else -1.0 for some in lines]
    results: F64 = np.array(pays)[places].reshape(codes.shape)
    return results


def _dealer_results(side: SideBet, dealt: list[I64], natural: NDArray[np.bool_], dealer: Dealer) -> F64:
    """Fold the dealer's hands of all places at once: up card, hole card, then as the rules of drawing say."""
    automaton = Automaton(side.compiled)
    steps = np.array(automaton.steps)[:, np.array(automaton.kinds)]
    codes = np.array([[automaton.code(state, {p.PLAYER_BLACKJACK: n, p.BET: 0, p.MAIN: 0}) if state else 0
                       for n in (0, 1)] for state in range(len(automaton.states))])  # fmt: skip
    points = np.array(POINTS)
    state = np.zeros(dealt[0].shape, dtype=np.int64)
    low, ace = np.zeros_like(state), np.zeros_like(state, dtype=bool)
    for at, card in enumerate(dealt[2:]):
        total = low + 10 * (ace & (low <= 11))
        soft = total != low
        draws = (at < 2) | (total <= dealer.draws_to) | (soft & (total == 17) & (dealer.soft_17 == "hit"))
        state = np.where(draws, steps[state, card], state)
        low, ace = low + draws * points[card], ace | (draws & (card >= 48))
    return _paid(side, codes[state, natural.astype(np.int64)])

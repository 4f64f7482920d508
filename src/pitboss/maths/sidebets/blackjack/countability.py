"""How countable a side bet of blackjack is: exact effects of removal, and random shoes.

What a counter gains is an estimate: where the true count is high enough, the bet's result is taken from every place of
the cards that are left, which is unbiased and far less noisy than one deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.bets import patterns as p
from pitboss.bets.automaton import Automaton
from pitboss.cards import DECK, Card
from pitboss.errors import NotationError
from pitboss.games.blackjack.state import SideBet
from pitboss.hands.totals import POINTS
from pitboss.maths.figures import WagerFigures
from pitboss.maths.sidebets.blackjack.spread import exact_edges, paid_by_code
from pitboss.maths.sidebets.countability import (
    BY_CARD,
    BY_SUITS,
    BY_VALUE,
    EVERY_EFFECT,
    SHARES,
    VALUES,
    Countability,
    Counter,
    Counting,
    FanPoint,
    best_tags,
    correlation,
)
from pitboss.rules.blackjack.sections import Dealer

__all__ = [
    "VALUE_OF",
    "Shoes",
    "check_countable",
    "check_cut",
    "counted",
    "decided_by_play",
    "looks_at_suits",
    "tells_apart",
]

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

ROUND_CARDS: Final = 6
"""Cards between two bets: one spot and the dealer."""
LONGEST: Final = 14
"""Cards that a deal may take; behind the last cut there are always more."""
_DEPTHS: Final = 16
"""Depths of the shoe at which the spread of the edge is told."""
_FANNED: Final = 1000
"""Shoes that are enough for it."""
_TELLS_APART: Final = 1e-6
"""From here on the effect of a card differs from that of its value."""
VALUE_OF = np.array([(POINTS[card] - 1) for card in DECK])


def check_countable(side: SideBet, counting: Counting) -> None:
    """Raise NotationError for a bet that the play decides, and for a cut that cannot be."""
    if decided_by_play(side):
        raise NotationError(f"{side.wager} depends on how the main game is played", expected="a bet on the deal")
    check_cut(counting)


def decided_by_play(side: SideBet) -> bool:
    """Whether a bet depends on how the main game is played."""
    return bool({"third", "hand"} & set(side.bet.needs))


def check_cut(counting: Counting) -> None:
    """Raise NotationError for a cut that cannot be."""
    if not LONGEST <= counting.cut < 52 * counting.decks:
        most = 52 * counting.decks - 1
        raise NotationError(f"{counting.cut} cards cannot lie behind the cut", expected=f"{LONGEST} to {most}")


def counted(
    side: SideBet, dealer: Dealer, figures: WagerFigures, effects: Mapping[Card, Any], counting: Counting
) -> Countability:
    """Return how countable a bet is whose figures and effects of removal are known."""
    gains = np.array([-float(effects.get(card, 0)) for card in DECK])
    by_value = np.array([gains[value == VALUE_OF].mean() for value in range(10)])
    chosen = best_tags(by_value - gains.mean()) if counting.tags is None else counting.tags
    shoe = Shoes(side, dealer, counting)
    ahead = shoe.ahead(-figures.house_edge, gains - gains.mean())
    counters = [shoe.by_count(BY_VALUE, np.array(chosen)[VALUE_OF], gains, ahead, counting.trigger)]
    by_card = (0,) * len(DECK)
    if tells_apart(gains, by_value):
        by_card = best_tags(gains - gains.mean(), np.ones(len(DECK), dtype=np.int64))
        counters.append(shoe.by_count(BY_CARD, np.array(by_card), gains, ahead, None))
    if looks_at_suits(side):
        spread = shoe.suit_spread()
        counters.append(shoe.counter(BY_SUITS, 0.0, *shoe.betting(spread, shoe.worth, counting.trigger)))
    return Countability(
        side.wager, figures.title, counting.decks, counting.cut, figures.house_edge,
        {value: float(by_value[place]) for place, value in enumerate(VALUES)}, chosen,
        {card.text: tag for card, tag in zip(DECK, by_card, strict=True) if tag},
        (*counters, shoe.counter(EVERY_EFFECT, 1.0, None, ahead > 0)), counting.shoes, *shoe.fan(side, ahead),
    )  # fmt: skip


def tells_apart(gains: F64, by_value: F64) -> bool:
    """Whether the effect of a card is another than that of its value."""
    return bool(np.abs(gains - by_value[VALUE_OF]).max() > _TELLS_APART)


def looks_at_suits(side: SideBet) -> bool:
    """Whether a line asks for cards of one suit or colour, so that a shoe with much of one suit is worth more."""
    tests = (test for test in side.compiled.tests if isinstance(test, p.Test))
    return any(feature.kind == "suits" for test in tests for feature in test.features)


def _best_trigger(counts: F64, worth: F64) -> float:
    """The whole true count from which on betting brings most; one that never comes where no count is ahead."""
    sums = {trigger: float(worth[counts >= trigger].sum()) for trigger in range(int(counts.max()) + 2)}
    return float(max(sums, key=lambda trigger: sums[trigger]))


class Shoes:
    """Random shoes, the bet's result from each of their places, and the places where a round begins."""

    def __init__(self, side: SideBet, dealer: Dealer, counting: Counting) -> None:
        decks = np.tile(np.arange(52), counting.decks)
        shoes = np.tile(decks, (counting.shoes, 1))
        self.order: I64 = np.random.default_rng(counting.seed).permuted(shoes, axis=1)
        self.cards = len(decks)
        self.starts = np.arange(0, self.cards - counting.cut, ROUND_CARDS)
        results = _results(side, self.order, dealer)
        self.worth, self.squares = self._from_here_on(results), self._from_here_on(results**2)

    def _from_here_on(self, results: F64) -> F64:
        """The mean of all places that are left before each start of a round."""
        whole = np.cumsum(results[:, ::-1], axis=1)[:, ::-1]
        found: F64 = whole[:, self.starts] / (results.shape[1] - self.starts)
        return found

    def gone(self, values: NDArray[Any]) -> F64:
        """What lies before each start of a round, added up."""
        sums = np.concatenate([np.zeros((len(self.order), 1)), np.cumsum(values[self.order], axis=1)], axis=1)
        found: F64 = sums[:, self.starts]
        return found

    def true_counts(self, tags: I64) -> F64:
        """The count for each deck that is left; one whose tags add up to more or less than 0 starts balanced, too."""
        counts: F64 = self.gone(tags - tags.mean()) * 52 / (self.cards - self.starts)
        return counts

    def ahead(self, start: float, gains: F64) -> F64:
        """The guest's edge before each round as the effects of removal tell it."""
        edge: F64 = start + self.gone(gains) * (self.cards - 1) / (self.cards - self.starts)
        return edge

    def fan(self, side: SideBet, ahead: F64) -> tuple[tuple[FanPoint, ...], bool]:
        """How the guest's edge spreads at some depths of the shoe, and whether it is exact for each shoe."""
        places = np.unique(np.linspace(0, len(self.starts) - 1, _DEPTHS).round().astype(np.int64))
        exact = [exact_edges(side, self._left(int(self.starts[place]))) for place in places]
        points = []
        for place, found in zip(places, exact, strict=True):
            edges = ahead[:, place] if found is None else found
            shares = [float(edge) for edge in np.quantile(edges, SHARES)]
            points.append(FanPoint(int(self.starts[place]), *shares))
        return tuple(points), exact[0] is not None

    def _left(self, dealt: int) -> I64:
        """How many of each card are left of some shoes after some cards."""
        left = self.order[:_FANNED, dealt:]
        return np.stack([np.bincount(shoe, minlength=len(DECK)) for shoe in left])

    def suit_spread(self) -> F64:
        """By how many cards to a deck the largest suit exceeds the smallest among the cards that are left."""
        gone = np.stack([self.gone((np.arange(52) & 3 == suit).astype(np.int64)) for suit in range(4)])
        spread: F64 = (gone.max(axis=0) - gone.min(axis=0)) * 52 / (self.cards - self.starts)
        return spread

    def betting(self, counts: F64, worth: F64, trigger: float | None) -> tuple[float, NDArray[np.bool_]]:
        """From which count on is bet, given what bets are worth, and where that is."""
        from_ = _best_trigger(counts, worth) if trigger is None else trigger
        return from_, counts >= from_

    def by_count(self, name: str, tags: I64, gains: F64, ahead: F64, trigger: float | None) -> Counter:
        """Somebody who bets by the true count of tags, one for each card, from where the effects are ahead on."""
        likeness = correlation(tags.astype(np.float64), gains)
        return self.counter(name, likeness, *self.betting(self.true_counts(tags), ahead, trigger))

    def counter(self, name: str, likeness: float, trigger: float | None, bets: NDArray[np.bool_]) -> Counter:
        made = float(bets.mean())
        edge = float(self.worth[bets].mean()) if made else 0.0
        by_shoe = 100 * np.where(bets, self.worth, 0.0).mean(axis=1)
        error = float(by_shoe.std(ddof=1)) / sqrt(len(by_shoe))
        return Counter(name, likeness, trigger, made, edge, 100 * made * edge, error)


def _results(side: SideBet, order: I64, dealer: Dealer) -> F64:
    """The bet's result, in stakes, for the deal that begins at each place of each shoe."""
    last = order.shape[1] - LONGEST
    dealt = [order[:, at : last + at] for at in range(LONGEST)]
    compiled, needs = side.compiled, side.bet.needs
    natural = p.blackjack().holds(p.DealFacts(dealt[:2], {}))
    facts = {p.PLAYER_BLACKJACK: natural, p.BET: side.rules.min, p.MAIN: 0}
    facts[p.DEALER_BLACKJACK] = p.blackjack().holds(p.DealFacts(dealt[2:4], {}))
    if "dealer" in needs and compiled.cards != "dealer_first_two":
        return _dealer_results(side, dealt, natural, dealer)
    cards = {"first_two": dealt[:2], "first_two_and_up": dealt[:3], "up_card": dealt[2:3]}.get(
        compiled.cards, dealt[2:4]
    )
    codes = np.broadcast_to(np.asarray(compiled.code(p.DealFacts(cards, facts))), dealt[0].shape)
    return paid_by_code(side, codes)


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
    return paid_by_code(side, codes[state, natural.astype(np.int64)])

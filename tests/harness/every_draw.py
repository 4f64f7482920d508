"""Every draw and every choice of a small shoe, walked with the very steps that are dealt.

A declared round asks for each card; here chance answers it with every card that can come, each as often as the shoe
holds it, and the player with every offer of the engine. What comes out counts orders of the shoe: whole numbers that
add up to the factorial of its size, so that every expectation is exact.

The player never knows the hole card. Until it is turned it is one of the cards not yet seen, and after a negative
peek one of those that make no blackjack: a card ``c`` then comes next in ``n_c * (h - [c may be the hole card])`` of
the cases, where ``h`` counts the cards that may lie in the hole.

>>> from pitboss.cards import parse_cards
>>> from pitboss.rules import load
>>> found = enumerate_round(load("catfish-blackjack"), parse_cards("Th 6c 9h Td Tc 8s 5d 3h"))
>>> found.expectation
Fraction(43, 672)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import factorial
from typing import Any, NamedTuple

from pitboss.cards import Card
from pitboss.games.actions import Action, CardIs, PeekSays, PlaceBet, PlaceToke, StartDeal
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.blackjack.state import Hand
from pitboss.games.notation import action_text
from pitboss.games.round import Offer
from pitboss.hands.totals import POINTS
from pitboss.rules import Sheet

__all__ = ["Choice", "Enumeration", "Situation", "enumerate_round", "on_split_hands"]

BOX = 1
"""The one box that is bet on."""

Choose = Callable[[BlackjackRound], Action | None]
"""A fixed strategy: the action in a position, or nothing where the best one is to be taken.

It may look at totals, pairs, the up card and whether a hand was split: what positions that count as one share.
"""

Left = tuple[int, ...]
"""How many of each kind of card nobody has seen, the hole card among them."""

Spread = dict[tuple[int, ...], int]
"""Results in cents, wager by wager, and in how many orders of the unseen cards each comes about."""

HAND_STEPS = frozenset({"play", "draw", "drawn", "settle_natural"})
"""Steps that name a box and one of its hands."""

SUITLESS = frozenset({"over", "under"})
"""Side bets that do not look at suits."""


class Situation(NamedTuple):
    """A decision as the player sees it: the question, the hand on turn, how many hands, the up card, what is left.

    For a doubled hand the question is ``doubled``, what lies on it, how often it was doubled again, and whether free.
    """

    question: str
    hand: str
    hands: int
    up: str
    unseen: str


@dataclass(frozen=True, slots=True)
class Choice:
    """The choice taken in a situation, and what each is worth in units of the main bet."""

    taken: str
    values: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class Enumeration:
    """What a shoe is worth: main bet and insurance together in units of the main bet, and each wager by itself.

    ``wagers`` holds the main bet and insurance in units of the main bet, side bets and tokes in units of their own
    stake; ``distribution`` the net result of main bet and insurance in cents; ``dealer`` his totals, if asked for.
    """

    expectation: Fraction
    wagers: Mapping[str, Fraction]
    distribution: Mapping[int, Fraction]
    choices: Mapping[Situation, Choice]
    states: int
    dealer: Mapping[int, Fraction]

    def first_choices(self) -> dict[Situation, Choice]:
        """The decisions on the first two cards, before anything was drawn or split."""
        return {s: c for s, c in self.choices.items() if s.hands == 1 and len(s.hand.split()) == 2 and s.hand[0] != "s"}


def enumerate_round(
    sheet: Sheet,
    shoe: Iterable[Card],
    *,
    bets: Mapping[str, int] | None = None,
    choose: Choose | None = None,
    consider: Callable[[Offer], bool] = lambda offer: True,
    dealer_totals: bool = False,
) -> Enumeration:
    """Walk a shoe through one round of one spot, at best play or as ``choose`` says.

    ``bets`` is the stake in cents of each wager, tokes as ``toke:main``; the table's minimum on the main bet where
    nothing is said. Choices are made for main bet and insurance together; side bets go along. ``consider`` leaves
    offers out. A round that the shoe cannot finish ends as the sheet rules it: void, unless settled bets stand.
    """
    cards = sorted(shoe)
    if len(cards) < 4:
        raise ValueError("a round takes at least four cards")
    bets = dict(bets or {"main": sheet.rules.table.minimum})
    walk = _Walk(sheet, cards, bets, choose, consider, dealer_totals=dealer_totals)
    return walk.result()


def on_split_hands(strategy: Choose) -> Choose:
    """A strategy for split hands only; all other decisions are left open."""

    def choose(round_: BlackjackRound) -> Action | None:
        question = round_.question
        assert question is not None
        split = question.kind == "play" and round_.spots[question.spot].hands[question.hand].split
        return strategy(round_) if split else None

    return choose


class _Walk:
    """One enumeration under way: the shoe's kinds of cards, and the positions worked out so far."""

    def __init__(
        self,
        sheet: Sheet,
        cards: list[Card],
        bets: Mapping[str, int],
        choose: Choose | None,
        consider: Callable[[Offer], bool],
        *,
        dealer_totals: bool,
    ) -> None:
        self.kinds = tuple(dict.fromkeys(cards))
        self.left = tuple(cards.count(card) for card in self.kinds)
        self.bets, self.choose, self.consider, self.dealer_totals = bets, choose, consider, dealer_totals
        side = [wager for wager in bets if wager != "main" and not wager.startswith("toke:")]
        self.columns = {name: i for i, name in enumerate(("main", "insurance", *side, "tokes"))}
        self.by_value = tuple(POINTS[card] for card in self.kinds)
        self.by_rank = tuple(card >> 2 for card in self.kinds)
        self.by_card = tuple(int(card) for card in self.kinds)
        self.makers = {ace: tuple(p == 10 if ace else p == 1 for p in self.by_value) for ace in (True, False)}
        self.memo: dict[tuple[Any, ...], Spread] = {}
        self.choices: dict[Situation, Choice] = {}
        self.start = BlackjackRound(sheet)
        for wager, cents in bets.items():
            toke, _, on = wager.rpartition("toke:")
            place = PlaceBet(BOX, cents, wager) if on == wager and not toke else PlaceToke(BOX, cents, on)
            self.start.act(place)
        self.start.act(StartDeal())

    def result(self) -> Enumeration:
        spread = self.value(self.start, self.left)
        orders = factorial(sum(self.left))
        assert sum(spread.values()) == orders, "every order of the shoe is counted once"
        main = self.bets["main"]
        tokes = sum(cents for wager, cents in self.bets.items() if wager.startswith("toke:"))
        units = {"main": main, "insurance": main, "tokes": tokes}
        wagers = {}
        for name, column in self.columns.items():
            unit = units.get(name, self.bets.get(name, 0))
            if unit:
                wagers[name] = Fraction(sum(out[column] * n for out, n in spread.items()), orders * unit)
        return Enumeration(
            expectation=Fraction(_score(spread), orders * main),
            wagers=wagers,
            distribution=_shares(((out[0] + out[1], n) for out, n in spread.items()), orders),
            choices=self.choices,
            states=len(self.memo),
            dealer=_shares(((out[-1], n) for out, n in spread.items()), orders) if self.dealer_totals else {},
        )

    # the walk

    def value(self, r: BlackjackRound, left: Left) -> Spread:
        if r.over:
            return {self.outcome(r): self.orders(r, left)}
        key = self.key(r, left)
        found = self.memo.get(key)
        if found is None:
            assert r.question is not None
            asked = {"card": self.draw, "peek": self.peek}.get(r.question.kind, self.decide)
            found = self.memo[key] = asked(r, left)
        return found

    def draw(self, r: BlackjackRound, left: Left) -> Spread:
        """Chance deals the card that is due: any that is left, or turns the hole card."""
        assert r.pending is not None
        hole = self.may_be_hole(r)
        turning = hole is not None and r.pending[0] == "hole_is"
        in_hole = sum(n for n, may in zip(left, hole, strict=True) if may) if hole is not None else 0
        spread: Spread = {}
        for kind, weight in self.groups(left, self.classes(r)):
            may = hole is not None and hole[kind]
            possible = may if turning else hole is None or in_hole > may
            if possible:
                child = self.after(r, CardIs(self.kinds[kind]))
                _add(spread, self.value(child, (*left[:kind], left[kind] - 1, *left[kind + 1 :])), weight)
        return spread or self.run_out(r, left)

    def peek(self, r: BlackjackRound, left: Left) -> Spread:
        """Chance lays the hole card: a blackjack or not, each as often as the unseen cards allow."""
        spread: Spread = {}
        for says in (False, True):
            child = self.after(r, PeekSays(says))
            if self.orders(child, left):
                _add(spread, self.value(child, left), 1)
        return spread

    def run_out(self, r: BlackjackRound, left: Left) -> Spread:
        """The shoe is empty and a card is due: the engine rules on it."""
        end = r.copy()
        assert end.pending is not None
        end.out_of_cards(end.pending)
        end.run()
        if not end.over:
            raise ValueError("this sheet reshuffles when the shoe runs out, and the shoe does")
        return {self.outcome(end): self.orders(r, left)}

    def decide(self, r: BlackjackRound, left: Left) -> Spread:
        """The player takes the best offer, or the one that the fixed strategy names."""
        named = self.choose(r) if self.choose is not None else None
        if named is not None:
            return self.value(self.after(r, named), left)
        best: Spread | None = None
        taken, values = "", {}
        unit = self.orders(r, left) * self.bets["main"]
        for offer in filter(self.consider, r.offers()):
            spread = self.value(self.after(r, offer.action), left)
            text = action_text(offer.action)
            values[text] = Fraction(_score(spread), unit)
            if best is None or values[text] > values[taken]:
                best, taken = spread, text
        assert best is not None, "a question has an answer"
        self.choices[self.situation(r, left)] = Choice(taken, values)
        return best

    def after(self, r: BlackjackRound, action: Action) -> BlackjackRound:
        """The round after an action; what was settled is remembered, the log of how it came there is not."""
        child = r.copy()
        child.events = []
        return child.act(action)

    # cards

    def may_be_hole(self, r: BlackjackRound) -> tuple[bool, ...] | None:
        """Which kinds may lie in the hole, or nothing where no hidden hole card lies."""
        if not r.hole_dealt or r.turned:
            return None
        if not r.peeked:
            return (True,) * len(self.kinds)
        makers = self.makers[r.ace_up]
        return makers if r.peek_found else tuple(not maker for maker in makers)

    def orders(self, r: BlackjackRound, left: Left) -> int:
        """In how many orders the unseen cards can lie."""
        hole = self.may_be_hole(r)
        cards = sum(left)
        if hole is None:
            return factorial(cards)
        return sum(n for n, may in zip(left, hole, strict=True) if may) * factorial(cards - 1) if cards else 0

    def classes(self, r: BlackjackRound) -> tuple[int, ...]:
        """Which cards count as one from here on: by value, unless a bet or a split still looks at more."""
        spot = r.spots[BOX]
        dealt = bool(spot.first)
        for bet in r.t.bets:
            drawn = "hand" in bet.bet.needs and not (spot.hands[0].done or spot.hands[0].settled)
            to_come = not dealt or drawn or {"third", "dealer"} & set(bet.bet.needs)
            if to_come and bet.wager not in SUITLESS and r.waiting(spot, bet):
                return self.by_card
        if _pays_suits(r) and any(_may_win_bonus(r, hand) and not hand.settled for hand in spot.hands):
            return self.by_card
        ranks = r.t.split.match == "rank" and not all(hand.done or hand.settled for hand in spot.hands)
        return self.by_rank if ranks else self.by_value

    def groups(self, left: Left, classes: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        """A kind to stand for each class of cards that are left, and how many cards the class has left."""
        members: dict[int, list[int]] = {}
        for kind, n in enumerate(left):
            if n:
                members.setdefault(classes[kind], []).append(kind)
        for kinds in members.values():
            yield kinds[0], sum(left[kind] for kind in kinds)

    # what counts as one position

    def key(self, r: BlackjackRound, left: Left) -> tuple[Any, ...]:
        """All that decides how the round goes on: the engine's own key without the order of cards, hands and suits."""
        spot = r.spots[BOX]
        hands = [_hand_key(r, hand, first=i == 0) for i, hand in enumerate(spot.hands)]
        waiting = tuple(bet.wager for bet in r.t.bets if r.waiting(spot, bet))
        natural = any(hand.natural and not hand.settled for hand in spot.hands)
        up = POINTS[r.up] if r.up.known and (natural or not r.turned) else 0
        open_hands = sorted(key for key, hand in zip(hands, spot.hands, strict=True) if not hand.settled)
        more = len(hands) if any(not (hand.done or hand.settled) for hand in spot.hands) else 0
        return (
            _question_key(r, hands), self._unseen(r, left), tuple(_step_key(step, hands) for step in r.agenda),
            r.pending and _step_key(r.pending, hands), tuple(open_hands), more,
            (up, r.hole_dealt, r.turned, r.peeked, r.peek_found, r.dealer_natural, r.dealer.points, r.dealer.ace),
            self._taken(r), spot.insurance, spot.answer if natural else "",
            waiting and self._looked_at(r, waiting), self.so_far(r),
        )  # fmt: skip

    def _taken(self, r: BlackjackRound) -> tuple[int, ...]:
        """What broken hands have lost, which goes back where a late blackjack takes original bets only."""
        if r.t.deal.blackjack_takes != "original_bets":
            return ()
        return tuple(sorted(hand.stake + hand.extra for hand in r.spots[BOX].hands if hand.settled and hand.broken))

    def _unseen(self, r: BlackjackRound, left: Left) -> tuple[int, ...]:
        classes = self.classes(r)
        counts = dict.fromkeys(classes, 0)
        for kind, n in zip(classes, left, strict=True):
            counts[kind] += n
        return tuple(counts.values())

    def _looked_at(self, r: BlackjackRound, waiting: tuple[str, ...]) -> tuple[Any, ...]:
        """What side bets that wait will look at; the two first cards change places unless their order counts."""
        spot = r.spots[BOX]
        needs = {fact for bet in r.t.bets if bet.wager in waiting for fact in bet.bet.needs}
        first = spot.first or tuple(spot.hands[0].cards)
        ordered = first if "third" in needs else tuple(sorted(first))
        up = r.up if "up" in needs else None
        suits = self._of_dealer(r, waiting) if "dealer" in needs else None
        third, hand = spot.third if "third" in needs else None, spot.final if "hand" in needs and spot.hands else None
        return waiting, ordered if needs - {"dealer", "hand"} else None, up, third, suits, hand

    def _of_dealer(self, r: BlackjackRound, waiting: tuple[str, ...]) -> object:
        """The dealer's cards, or only their suits where no bet looks at more than those and the total."""
        tests = [test for bet in r.t.bets if bet.wager in waiting for test in bet.compiled.tests]
        kinds = {feature.kind for test in tests for feature in getattr(test, "features", ())}
        if kinds <= {"points", "ace", "suits"}:
            return frozenset(card.suit for card in r.dealer.cards)
        return tuple(r.dealer.cards)

    def so_far(self, r: BlackjackRound) -> tuple[int, ...]:
        """What each wager has won or lost by now; a misdeal may take it back, so it is part of the position."""
        sums = [0] * len(self.columns)
        for done in r.settlements:
            own = "main" if done.wager.startswith("free_") else done.wager
            name = "tokes" if done.owner == "dealers" else own
            sums[self.columns[name]] += done.pays
        return tuple(sums)

    def outcome(self, r: BlackjackRound) -> tuple[int, ...]:
        return (*self.so_far(r), r.dealer.total) if self.dealer_totals else self.so_far(r)

    def situation(self, r: BlackjackRound, left: Left) -> Situation:
        question = r.question
        assert question is not None
        spot = r.spots[BOX]
        hand = spot.hands[question.hand]
        unseen = " ".join(
            f"{self.kinds[kind].text if self.classes(r) is self.by_card else _value_text(self.kinds[kind], r)}x{n}"
            for kind, n in self.groups(left, self.classes(r))
        )
        kind = question.kind
        if hand.doubled:
            kind = f"doubled {hand.stake + hand.extra} {hand.doubled - 1} {'free' if 'double' in hand.lammers else ''}"
        return Situation(kind, _hand_text(hand, r), len(spot.hands), _value_text(r.up, r), unseen)


def _may_win_bonus(r: BlackjackRound, hand: Hand) -> bool:
    """Whether a hand has cards to come that may make it one of a bonus."""
    return not hand.done and (r.t.bonus.split_hands or not hand.split)


def _pays_suits(r: BlackjackRound) -> bool:
    """Whether a bonus looks at suits."""
    return any("suited" in line or "spades" in line for line, _ in r.t.bonus.lines())


def _hand_key(r: BlackjackRound, hand: Hand, *, first: bool) -> tuple[Any, ...]:
    """A hand without the order and suits of its cards; one that has acted is its total and what lies on it."""
    lies = (
        hand.stake + hand.extra,
        hand.base,
        len(hand.lammers),
        hand.lammers,
        hand.toke,
        hand.toke_extra,
        hand.toke_lammers,
    )
    if hand.settled:
        return ()
    if hand.done:
        paid = r.t.blackjack_pays(hand) if hand.natural else r.t.bonus_of(hand)
        return (hand.total, hand.natural, hand.broken, hand.tucked, r.t.is_charlie(hand), str(paid), *lies)
    cards = hand.cards
    rank = r.t.split.match == "rank"
    faces = tuple(sorted(card >> 2 if rank else POINTS[card] for card in cards)) if len(cards) < 3 else ()
    pair = len(faces) == 1 or (len(faces) == 2 and faces[0] == faces[1])
    third = first and r.waits_for_third and r.spots[BOX].third is None
    counted = r.t.charlie or r.t.pays_bonus
    suits: tuple[int, ...] = ()
    if r.t.pays_bonus and _may_win_bonus(r, hand) and len(cards) < 4:
        suits = tuple(sorted(int(card) if _pays_suits(r) else POINTS[card] for card in cards))
    return (
        hand.points, hand.ace, len(cards) if counted else min(len(cards), 3), faces if pair else (), third, suits,
        hand.split, hand.aces, hand.natural, hand.doubled, hand.extra, hand.hidden, *lies,
    )  # fmt: skip


def _question_key(r: BlackjackRound, hands: list[tuple[Any, ...]]) -> tuple[Any, ...]:
    question = r.question
    assert question is not None
    return question.kind, hands[question.hand] if question.kind in ("play", "fives", "natural") else ()


def _step_key(step: tuple[Any, ...], hands: list[tuple[Any, ...]]) -> tuple[Any, ...]:
    """A step with the hand it is for in place of the hand's number."""
    if step[0] in HAND_STEPS and step[1] == BOX and hands:
        return (step[0], hands[step[2]], *step[3:])
    return step


def _value_text(card: Card, r: BlackjackRound) -> str:
    return card.rank if r.t.split.match == "rank" or POINTS[card] != 10 else "T"


def _hand_text(hand: Hand, r: BlackjackRound) -> str:
    if len(hand.cards) == 2:
        return " ".join(_value_text(card, r) for card in sorted(hand.cards))
    return f"soft {hand.total}" if hand.soft else str(hand.total)


def _add(spread: Spread, more: Spread, weight: int) -> None:
    for outcome, n in more.items():
        spread[outcome] = spread.get(outcome, 0) + n * weight


def _score(spread: Spread) -> int:
    """Main bet and insurance together, over all orders."""
    return sum((outcome[0] + outcome[1]) * n for outcome, n in spread.items())


def _shares(counts: Iterable[tuple[int, int]], orders: int) -> dict[int, Fraction]:
    sums: dict[int, int] = {}
    for amount, n in counts:
        sums[amount] = sums.get(amount, 0) + n
    return {amount: Fraction(sums[amount], orders) for amount in sorted(sums)}

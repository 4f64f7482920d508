"""Catfish Bend Blackjack: a referee who knows the document and the log alone settles clumsy rounds over again."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from fractions import Fraction

import pytest
from tests.blackjack.table import BJ, make_room
from tests.blackjack.test_bj_random import place_bets, step

from pitboss.cards import DECK, Card
from pitboss.games import actions as a
from pitboss.games import events as e
from pitboss.games.blackjack import BlackjackRound
from pitboss.rules import load

RANKS = "23456789TJQKA"
LIMIT = 2_500_000
At = tuple[int, int]
"""A box and one of its hands; the dealer is box 0."""


@dataclass
class Layout:
    """What lay on the table when the round ended, as the log tells it."""

    bets: dict[int, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    stakes: dict[At, int] = field(default_factory=dict)
    tokes: Counter[tuple[int, str]] = field(default_factory=Counter)
    hand_tokes: Counter[At] = field(default_factory=Counter)
    cards: dict[At, list[Card]] = field(default_factory=lambda: defaultdict(list))
    first: dict[int, tuple[Card, ...]] = field(default_factory=dict)
    insured: dict[int, int] = field(default_factory=dict)
    split: set[int] = field(default_factory=set)
    even_money: set[int] = field(default_factory=set)
    away: set[At] = field(default_factory=set)
    missed: At = (0, 0)
    void: bool = False
    late: bool = False

    def read(self, event: e.Event) -> None:
        match event:
            case e.BetPlaced():
                self.bets[event.spot][event.wager] = event.cents
                if event.wager == "main":
                    self.stakes[event.spot, 0] = event.cents
            case e.TokePlaced(wager="main"):
                self.tokes[event.spot, "main"] += event.cents * (not self.cards)
                self.hand_tokes[event.spot, event.hand] += event.cents
            case e.TokePlaced():
                self.tokes[event.spot, event.wager] += event.cents
            case e.InsuranceBet():
                self.insured[event.spot] = event.cents
            case e.EvenMoneyTaken():
                self.even_money.add(event.spot)
            case e.HandDoubled():
                self.stakes[event.spot, event.hand] += event.cents
            case e.HandSplit():
                self._split(event)
            case e.RoundVoided():
                self.void = True
            case e.IrregularityDeclared():
                self.late = self.late or event.kind == "late_dealer_blackjack"
                self.missed = (event.spot, event.hand)
            case e.PlayDeclined():
                self.away |= {at for at in self.stakes if at[0] == event.spot}
                self.bets.pop(event.spot)
            case e.ChoiceNamed(choice="dead_hand"):
                self.away.add(self.missed)
            case _:
                self._move(event)

    def _move(self, event: e.Event) -> None:
        match event:
            case e.CardDealt():
                self.cards[event.spot, event.hand].append(event.card)
            case e.CardMoved():
                self.cards[event.to_spot, 0].append(self.cards[event.from_spot, 0].pop())
            case e.CardBurned(why="wrong_count"):
                self.cards[event.spot, 0].remove(event.card)
            case e.CardBurned(why="dealer_wrong_count"):
                del self.cards[0, 0][1]

    def _split(self, event: e.HandSplit) -> None:
        self.first.setdefault(event.spot, tuple(self.cards[event.spot, event.hand]))
        self.split.add(event.spot)
        for kept in (self.stakes, self.cards, self.hand_tokes):
            make_room(kept, event)
        self.away = {(spot, hand + (spot == event.spot and hand >= event.new_hand)) for spot, hand in self.away}
        self.stakes[event.spot, event.new_hand] = event.cents
        self.cards[event.spot, event.new_hand] = [self.cards[event.spot, event.hand].pop()]


def total(cards: list[Card] | tuple[Card, ...]) -> int:
    points = sum(1 if c.rank == "A" else min(RANKS.index(c.rank) + 2, 10) for c in cards)
    return points + 10 if points <= 11 and any(c.rank == "A" for c in cards) else points


def trilux(first: tuple[Card, ...], up: Card) -> int:
    """The odds to one of the player's two cards and the dealer's up card; 0 where they lose."""
    three = (*first, up)
    low, middle, high = sorted(RANKS.index(card.rank) for card in three)
    straight = (middle, high) in ((low + 1, low + 2), (1, 12)) and low in (0, middle - 1)
    flush = len({card.suit for card in three}) == 1
    if straight:
        return 30 if flush else 10
    return 20 if low == high else 5 if flush else 0


def kings_bounty(first: tuple[Card, ...], *, dealer_blackjack: bool) -> int:
    one, other = first
    if total(first) != 20:
        return 0
    if one.text == other.text == "Ks":
        return 1000 if dealer_blackjack else 100
    if one == other and one.rank != "A":
        return 30 if one.rank == "K" else 20
    if one.suit == other.suit:
        return 9
    return 6 if one.rank == other.rank == "K" else 4


class Referee:
    """What every wager of a finished round comes to."""

    def __init__(self, round_: BlackjackRound) -> None:
        self.table = Layout()
        for event in round_.events:
            self.table.read(event)
        self.dealer = self.table.cards[0, 0]
        self.blackjack = len(self.dealer) == 2 and total(self.dealer) == 21 and not self.table.late
        self.due: Counter[tuple[int, str]] = Counter()
        self.limited: dict[tuple[int, str], int] = {}
        if not self.table.void:
            for box in sorted(self.table.bets):
                self._box(box)
            self._share_the_limit()

    def _box(self, box: int) -> None:
        most, most_toke = self.table.bets[box]["main"], self.table.tokes[box, "main"]
        for at in sorted(at for at in self.table.stakes if at[0] == box and at not in self.table.away):
            stake, toke = self.table.stakes[at], self.table.hand_tokes[at]
            times = self._hand(at)
            if times < 0 and self.table.late:  # the original bet is the most that a spot can lose
                stake, toke = min(stake, most), min(toke, most_toke)
                most, most_toke = most - stake, most_toke - toke
            for wager, cents in (("main", stake), ("toke:main", toke)):
                won = int(cents * times)
                self.due[box, wager] += won // 50 * 50 if times == Fraction(3, 2) else won
        if box in self.table.insured:
            self.due[box, "insurance"] += self.table.insured[box] * (2 if self.blackjack else -1)
        self._side_bets(box)

    def _hand(self, at: At) -> Fraction | int:
        """How many times its stake a hand wins or, below nothing, loses."""
        cards, dealer = self.table.cards[at], total(self.dealer)
        if total(cards) > 21:
            return -1
        if len(cards) == 2 and total(cards) == 21 and at[0] not in self.table.split:
            return 1 if at[0] in self.table.even_money else 0 if self.blackjack else Fraction(3, 2)
        if self.blackjack:
            return -1
        return 1 if dealer > 21 else (total(cards) > dealer) - (total(cards) < dealer)

    def _side_bets(self, box: int) -> None:
        first = self.table.first.get(box, tuple(self.table.cards[box, 0][:2]))
        odds = {
            "trilux": trilux(first, self.dealer[0]),
            "kings_bounty": kings_bounty(first, dealer_blackjack=self.blackjack),
        }
        for wager in odds.keys() & self.table.bets[box].keys():
            for name, cents in (
                (wager, self.table.bets[box][wager]),
                (f"toke:{wager}", self.table.tokes[box, wager]),
            ):
                if odds[wager] >= 125:
                    self.limited[box, name] = cents * odds[wager]
                else:
                    self.due[box, name] += cents * (odds[wager] or -1)

    def _share_the_limit(self) -> None:
        """Awards of 125 to 1 and better share the limit in proportion, odd cents to the largest remainders."""
        asked = sum(self.limited.values())
        shares = {at: Fraction(cents * min(LIMIT, asked), asked) for at, cents in self.limited.items() if cents}
        whole = {at: int(share) for at, share in shares.items()}
        odd = min(LIMIT, asked) - sum(whole.values())
        for at in sorted(shares, key=lambda at: whole[at] - shares[at])[:odd]:
            whole[at] += 1
        self.due.update(whole)


def clumsy_round(seed: int) -> BlackjackRound:
    """Random bets, decisions and mistakes, on cards that make pairs, blackjacks and awards likely."""
    rng = random.Random(seed)
    ranks, suits = rng.choice([RANKS, "A7T", "AK", "2A9K", "58T", "KTA", "8TA"]), rng.choice(["cdhs", "hs", "s"])
    cards = [card for card in DECK for _ in range(6) if card.rank in ranks and card.suit in suits]
    rng.shuffle(cards)
    round_ = BlackjackRound(load(BJ), cards, automatic=rng.random() < 0.2)
    place_bets(rng, round_)
    round_.act(a.StartDeal())
    while not round_.over:
        step(rng, round_)
    return round_


@pytest.mark.parametrize("block", range(8))
def test_the_referee_agrees_to_the_cent(block: int) -> None:
    for seed in range(block * 100, block * 100 + 100):
        round_ = clumsy_round(seed)
        paid: Counter[tuple[int, str]] = Counter()
        for done in round_.settlements:
            paid[done.spot, done.wager] += done.pays
        due = Referee(round_).due
        assert {at: cents for at, cents in paid.items() if cents} == {at: due[at] for at in due if due[at]}, seed

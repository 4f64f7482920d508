"""Random rounds of three sheets, options turned over and refusals tried in between: nothing is lost, all is paid."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from fractions import Fraction
from math import ceil, floor
from typing import Any

import pytest
from msgspec.structs import replace
from tests.blackjack.table import check_conserved, make_room

from pitboss.bets import SpotFacts
from pitboss.cards import DECK, Card
from pitboss.errors import IllegalAction, SheetError
from pitboss.games import actions as a
from pitboss.games import events as e
from pitboss.games.blackjack import BlackjackRound
from pitboss.hands.totals import is_ace_ten, total
from pitboss.money import Rounding
from pitboss.rules import Sheet, load

SHEETS = ("free-bet-blackjack", "games-of-chance-blackjack", "blackjack-v5")


# --- the three ledgers, from the log alone ----------------------------------------------------------------


def chips_left(events: list[e.Event]) -> Counter[tuple[int, int, str]]:
    """What lies on the layout by spot, hand and wager; no wager ever holds less than nothing."""
    layout: Counter[tuple[int, int, str]] = Counter()
    for event in events:
        match event:
            case e.BetPlaced():
                layout[event.spot, 0, event.wager] += event.cents
            case e.TokePlaced():
                layout[event.spot, event.hand, f"toke:{event.wager}"] += event.cents
            case e.InsuranceBet():
                layout[event.spot, 0, "insurance"] += event.cents
            case e.HandDoubled():
                layout[event.spot, event.hand, "main"] += event.cents
            case e.HandSplit():
                make_room(layout, event)
                layout[event.spot, event.new_hand, "main"] += event.cents
            case e.WagerSettled():
                assert event.pays >= -event.stake, event
                layout[event.spot, event.hand, event.wager] -= event.stake
            case e.SettlementReversed():
                layout[event.spot, event.hand, event.wager] += event.stake
        assert min(layout.values(), default=0) >= 0, event
    return +layout


def lammers_left(events: list[e.Event]) -> Counter[tuple[int, int, str]]:
    """The lammers on the layout by spot, hand and owner; none is collected that does not lie there."""
    layout: Counter[tuple[int, int, str]] = Counter()
    for event in events:
        if isinstance(event, e.HandSplit):
            make_room(layout, event)
        if isinstance(event, (e.LammerPlaced, e.LammerCollected)):
            layout[event.spot, event.hand, event.owner] += 1 if isinstance(event, e.LammerPlaced) else -1
            assert layout[event.spot, event.hand, event.owner] >= 0, event
    return +layout


def cards_left(events: list[e.Event]) -> Counter[Card]:
    """The cards that came out and have not gone to rack or burn cards; one exposed and then dealt counts twice."""
    table: Counter[Card] = Counter()
    for event in events:
        match event:
            case e.CardDealt() | e.CardExposed():
                table[event.card] += 1
            case e.CardsDiscarded():
                table.subtract(event.cards)
            case e.CardBurned():
                table[event.card] -= 1
    return table


def check_ledgers(round_: BlackjackRound) -> None:
    assert not chips_left(round_.events)
    assert not lammers_left(round_.events)
    kept = Counter(event.card for event in round_.events if isinstance(event, e.CardExposed))
    left = cards_left(round_.events)
    assert all(0 <= count <= kept[card] for card, count in left.items()), left
    check_conserved(round_)


# --- random tables ----------------------------------------------------------------------------------------


def random_sheet(rng: random.Random, name: str) -> Sheet:
    """The sheet with a few of its options turned to another value that makes a valid sheet."""
    base = load(name)
    choices = [
        (path, value)
        for path, field in base.fields.items()
        if path in base.values and field.option is not None and path.split(".")[0] not in ("cards", "shuffle", "chips")
        if path != "deal.blackjack_takes"  # every draw of small shoes is walked for it
        for value in field.values
        if value != base.values[path] and not isinstance(base.values[path], tuple)
    ]
    sets = [f"{path}={str(value).lower()}" for path, value in rng.sample(choices, rng.randint(0, 4))]
    try:
        return load(name, sets=sets)
    except SheetError:
        return base


def random_cards(rng: random.Random) -> list[Card]:
    """A shoe, often rich in a few ranks, so that pairs, sevens, aces and tens come together."""
    ranks = rng.choice(["23456789TJQKA", "A7T", "AKT", "2A9K", "5556T", "7778", "A2345", "38", "238T"])
    cards = [card for card in DECK for _ in range(6) if card.rank in ranks]
    rng.shuffle(cards)
    return cards[: rng.choice([12, 25, 80])]


def place_bets(rng: random.Random, round_: BlackjackRound) -> None:
    table = round_.t.table
    for box in rng.sample(range(1, table.boxes + 1), rng.randint(1, 3)):
        steps = range(table.minimum, min(table.maximum, table.minimum + 1000) + 1, table.bet_step)
        round_.act(a.PlaceBet(spot=box, cents=rng.choice(steps), player=f"P{box}"))
        for bet in round_.t.bets:
            if rng.random() < 0.5:
                limits = range(bet.rules.min, bet.rules.max + 1, bet.rules.step)
                round_.act(a.PlaceBet(spot=box, cents=rng.choice(limits), wager=bet.wager, player=f"P{box}"))
        if round_.t.toke is not None and rng.random() < 0.5:
            round_.act(a.PlaceToke(spot=box, cents=50 * rng.randint(1, 20)))


def random_action(rng: random.Random) -> a.Action:
    """Anything anybody might try, most of it out of place."""
    spot, cents = rng.randint(0, 8), rng.choice([0, 1, 25, 50, 100, 150, 200, 400, 500, 1000, -100])
    return rng.choice(
        [
            a.Hit(spot=spot), a.Hit(signal="voice"), a.Stand(spot=spot), a.Surrender(), a.DoubleDown(cents=cents),
            a.DoubleDown(paid=True), a.Split(cents=cents), a.Split(paid=True), a.Split(toke_cents=cents),
            a.DoubleDown(toke_cents=cents), a.Insure(spot=spot, cents=cents), a.DeclineInsurance(spot=spot),
            a.TakeEvenMoney(spot=spot), a.CloseInsurance(), a.GoOn(spot=spot), a.TakeCard(), a.RefuseCard(),
            a.Proceed(), a.PeekSays(blackjack=True), a.PeekSays(blackjack=False), a.Deal(spot=spot), a.StartDeal(),
            a.PlaceBet(spot=spot, cents=cents), a.TakeBackBet(spot=spot), a.PlaceToke(spot=spot, cents=cents),
            a.Rule("keep"), a.Rule("misdeal"), a.Choose("keep"), a.Declare("dropped_card"), a.CallSupervisor(),
            a.Overlook(spot=spot), a.CardIs(DECK[0]), a.Reshuffled(()), a.Signal(hand="stand", voice="hit"),
        ]
    )  # fmt: skip


def try_something(rng: random.Random, round_: BlackjackRound) -> None:
    """An action on a copy: it is carried out, or refused and nothing has changed."""
    twin = round_.copy()
    key, events = twin.key(), list(twin.events)
    assert twin == round_
    try:
        twin.act(random_action(rng), role=rng.choice(["", "", "player", "dealer", "supervisor", "floor_manager"]))
    except IllegalAction:
        unchanged = (twin.key(), twin.events) == (key, events)
        assert unchanged


def answer(rng: random.Random, round_: BlackjackRound) -> Any:
    question = round_.question
    assert question is not None
    if question.kind == "reshuffle":
        return a.Reshuffled(tuple(round_.discarded) or (next(card for card in DECK if card not in round_.seen),))
    if question.kind == "proceed" and rng.random() < 0.1:
        dropped = a.Declare("dropped_card")
        twin = round_.copy()
        try:
            twin.act(dropped)
        except IllegalAction:
            return a.Proceed()
        return dropped
    if question.kind == "peek":
        return a.PeekSays(round_.hole_makes_blackjack())
    return with_toke(rng, round_, rng.choice([offer.action for offer in round_.offers()]))


def with_toke(rng: random.Random, round_: BlackjackRound, action: a.Action) -> a.Action:
    """Now and then a split or a double brings a toke with it, where one may be laid."""
    if not isinstance(action, (a.Split, a.DoubleDown)) or rng.random() < 0.5:
        return action
    richer = replace(action, toke_cents=50 * rng.randint(1, 6))
    try:
        round_.copy().act(richer)
    except IllegalAction:
        return action
    return richer


def play_random(seed: int) -> BlackjackRound:
    rng = random.Random(seed)
    sheet = random_sheet(rng, SHEETS[seed % 3])
    round_ = BlackjackRound(sheet, random_cards(rng), automatic=rng.random() < 0.7)
    place_bets(rng, round_)
    round_.act(a.StartDeal())
    while not round_.over:
        if rng.random() < 0.3:
            try_something(rng, round_)
        round_.act(answer(rng, round_))
        lammers_left(round_.events)
    return round_


@pytest.mark.parametrize("block", range(8))
def test_nothing_is_lost_in_random_rounds(block: int) -> None:
    for seed in range(block * 60, block * 60 + 60):
        round_ = play_random(seed)
        check_ledgers(round_)


# --- what should have been paid, worked out anew ----------------------------------------------------------


def rounded(cents: Fraction, rounding: Rounding) -> int:
    """Winnings as the sheet rounds them."""
    units = cents / rounding.unit_cents
    whole = {"down": floor(units), "up": ceil(units), "nearest": floor(units + Fraction(1, 2))}[rounding.way]
    return whole * rounding.unit_cents


class Owed:
    """What every spot should have won, from the cards and bets of the log and the values of the sheet alone."""

    def __init__(self, round_: BlackjackRound) -> None:
        self.values = round_.sheet.values
        self.rules = round_.t
        self.cards: dict[tuple[int, int], list[Card]] = defaultdict(list)
        self.first: dict[int, tuple[Card, ...]] = {}
        self.third: dict[int, Card] = {}
        self.stakes: Counter[tuple[int, int]] = Counter()
        self.lammers: Counter[tuple[int, int]] = Counter()
        self.tokes: Counter[tuple[int, int]] = Counter()
        self.toke_lammers: dict[tuple[int, int], list[int]] = defaultdict(list)
        self.bets: dict[int, dict[str, int]] = defaultdict(dict)
        self.marks: set[tuple[str, int, int]] = set()
        for event in round_.events:
            self.note(event)
        dealer = self.cards.pop((0, 0))
        self.up = round_.up
        self.dealer = tuple(dealer)
        self.dealer_blackjack = is_ace_ten(dealer[:2])

    def note(self, event: e.Event) -> None:
        match event:
            case e.BetPlaced() | e.BetChanged():
                self.bets[event.spot][event.wager] = event.cents
                self.stakes[event.spot, 0] = self.bets[event.spot]["main"]
            case e.InsuranceBet():
                self.bets[event.spot]["insurance"] = event.cents
            case e.CardDealt():
                self.note_card(event)
            case e.HandSplit():
                self.make_room(event)
                self.cards[event.spot, event.new_hand] = [self.cards[event.spot, event.hand].pop()]
                self.stakes[event.spot, event.new_hand] = event.cents
                self.marks |= {("split", event.spot, event.hand), ("split", event.spot, event.new_hand)}
                self.note_free_toke(event, event.new_hand)
            case e.HandDoubled():
                self.stakes[event.spot, event.hand] += event.cents
                self.marks.add(("doubled", event.spot, event.hand))
                self.note_free_toke(event, event.hand)
            case e.TokePlaced():
                self.tokes[event.spot, event.hand] += event.cents
            case e.LammerPlaced() if event.owner == "player":
                self.lammers[event.spot, event.hand] += 1
            case e.HandSurrendered():
                self.marks.add(("surrendered", event.spot, event.hand))
            case e.EvenMoneyTaken():
                self.marks.add(("even_money", event.spot, 0))
            case e.InsuranceDeclined():
                self.marks.add(("declined", event.spot, 0))

    def make_room(self, split: e.HandSplit) -> None:
        for kept in (self.cards, self.stakes, self.lammers, self.tokes, self.toke_lammers):
            make_room(kept, split)
        self.marks = {
            (mark, spot, hand + (spot == split.spot and hand >= split.new_hand)) for mark, spot, hand in self.marks
        }

    def note_free_toke(self, event: e.HandSplit | e.HandDoubled, hand: int) -> None:
        """The dealers' bet on the hand that is split or doubled free is carried along with the player's."""
        if event.free and self.values.get("toke.free_bets"):
            carried = self.tokes[event.spot, event.hand] + sum(self.toke_lammers[event.spot, event.hand])
            self.toke_lammers[event.spot, hand] += [carried] * (carried > 0)

    def note_card(self, event: e.CardDealt) -> None:
        if event.spot and event.hand == 0 and event.why != "deal":
            self.third.setdefault(event.spot, event.card)
        if event.why != "side_bet":
            hand = self.cards[event.spot, event.hand]
            hand.append(event.card)
            if len(hand) == 2:
                self.first.setdefault(event.spot, tuple(hand))

    def outcome(self, spot: int, hand: int) -> Fraction:
        """What one unit on a hand wins."""
        cards = self.cards[spot, hand]
        points = total(cards).points
        split, doubled = ("split", spot, hand) in self.marks, ("doubled", spot, hand) in self.marks
        blackjack = is_ace_ten(cards) and not doubled and (not split or self.values["split.split_blackjack"])
        if ("surrendered", spot, hand) in self.marks:
            return -Fraction(self.values["surrender.loss"])
        if ("even_money", spot, hand) in self.marks:
            return Fraction(1)
        if points > 21:
            return Fraction(-1)
        if blackjack and self.dealer_blackjack:
            declined = self.up.rank == "A" and self.values.get("insurance.offered", True)
            pushes = self.values["blackjack.tie"] == "push" or declined
            return Fraction(0 if pushes else 1)
        if blackjack:
            return Fraction(self.values["blackjack.pays"].ratio)
        if self.dealer_blackjack:
            return Fraction(-1)
        house = total(self.dealer).points
        charlie = self.values["payouts.charlie"]
        if charlie != "none" and len(cards) >= int(charlie):
            return Fraction(1)
        if house > 21:
            return Fraction(0 if house == 22 and self.values["dealer.push_22"] else 1)
        tied = -1 if self.values["payouts.tie"] == "dealer_wins" else 0
        return Fraction(tied if points == house else 1 if points > house else -1)

    def hand(self, spot: int, hand: int) -> int:
        outcome, stake = self.outcome(spot, hand), self.stakes[spot, hand]
        paid = stake * outcome
        if outcome not in (-1, 0, 1) and outcome > 0:
            paid = Fraction(rounded(paid, self.rules.blackjack_rounding))
        assert paid.denominator == 1
        return int(paid) + (self.lammers[spot, hand] * self.bets[spot]["main"] if outcome > 0 else 0)

    def dealers(self, spot: int) -> int:
        """What the bets for the dealers on a spot win or lose."""
        won = 0
        for box, hand in self.cards:
            outcome = self.outcome(box, hand) if box == spot else Fraction(0)
            if outcome > 1 and not self.values.get("toke.follows_wager"):
                outcome = Fraction(1)
            rounding = self.rules.blackjack_rounding if outcome > 1 else self.rules.other_rounding
            toke = self.tokes[box, hand] * outcome
            won += rounded(toke, rounding) if outcome > 0 else floor(toke)
            won += sum(rounded(Fraction(cents), rounding) for cents in self.toke_lammers[box, hand] if outcome > 0)
        return won

    def side_bets(self, spot: int) -> int:
        won = 0
        bets = self.bets[spot]
        for bet in self.rules.bets:
            stake = bets.get(bet.wager, 0)
            first, second = self.first[spot]
            seen = SpotFacts(
                (first, second), self.up, self.third.get(spot), self.dealer, self.dealer_blackjack, stake, bets["main"]
            )
            lines = bet.bet.lines(seen, bet.rules)
            won += sum(int(stake * bet.odds[line].ratio) for line in lines) if lines else -stake
        if "insurance" in bets:
            won += bets["insurance"] * (2 if self.dealer_blackjack else -1)
        return won

    def net(self) -> dict[int, int]:
        return {
            spot: sum(self.hand(s, hand) for s, hand in self.cards if s == spot) + self.side_bets(spot)
            for spot in self.bets
        }


def tokes_won(round_: BlackjackRound) -> dict[int, int]:
    """What the dealers' bets on each spot came to by the log."""
    won = dict.fromkeys(round_.spots, 0)
    for done in round_.settlements:
        won[done.spot] += done.pays if done.owner == "dealers" else 0
    return won


@pytest.mark.parametrize("block", range(8))
def test_every_spot_is_paid_what_its_cards_are_worth(block: int) -> None:
    finished = 0
    for seed in range(1000 + block * 60, 1000 + block * 60 + 60):
        round_ = play_random(seed)
        if any(isinstance(event, e.RoundVoided) for event in round_.events):
            assert set(round_.net().values()) == {0} or round_.t.irregularity.misdeal_settled == "stand"
        else:
            finished += 1
            owed = Owed(round_)
            assert round_.net() == owed.net(), seed
            assert tokes_won(round_) == {spot: owed.dealers(spot) for spot in round_.spots}, seed
    assert finished > 20

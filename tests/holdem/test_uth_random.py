"""Random rounds on random sheets, with mistakes: nothing is lost, refusals change nothing, every round ends."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.holdem.table import UTH, check_conserved, happened, money

from pitboss.cards import DECK, UNKNOWN, Card, parse_cards
from pitboss.errors import IllegalAction, SheetError
from pitboss.games import actions as a
from pitboss.games import events as e
from pitboss.games.holdem.round import HoldemRound
from pitboss.games.poker.irregular import GROUNDS
from pitboss.games.poker.views import seen_by
from pitboss.rules import Sheet, load

BASE = load(UTH)
CHOICES = [
    f"{path}={str(value).lower()}"
    for path, field in BASE.fields.items()
    for value in field.values
    if path in BASE.values
    and path.split(".")[0] not in ("cards", "shuffle", "irregularity")
    and not path.endswith((".offered", ".hand"))
    and not isinstance(BASE.values[path], tuple)
    and value != BASE.values[path]
] + [
    "early_board_exposure=void",
    "shuffler_jam_bets=returned",
    "collusion_ruling_role=shift_manager",
    "preflop_multiples=4",
    "river_multiple=2",
    "aggregate.limit=100.00",
    "aggregate.pays_from=1:1",
    "side_bets=trips",
    "toke.offered=false",
    "toke.wagers=ante, play",
    "aggregate.offered=false",
    "progressive.wager=10.00",
    "table.bet_step=5.00",
    "seats=3",
    "hands_per_player=2",
]
KINDS = BASE.values["irregularity.kinds"]
ROLES = ["", "", "", "player", "dealer", "supervisor", "floor", "shift_manager", "security"]


def sheet_with(sets: list[str]) -> Sheet:
    """The sheet with these values, or as it is where they contradict each other."""
    try:
        return load(UTH, sets=sets)
    except SheetError:
        return BASE


def deck_for(rng: random.Random) -> list[Card]:
    """A deck that often begins with cards of few ranks or one suit, so that large hands come."""
    cards = rng.sample(DECK, 52)
    taste = rng.randrange(4)
    if taste == 0:
        cards.sort(key=lambda card: card.suit != "s")
    elif taste == 1:
        ranks = rng.sample("23456789TJQKA", 5)
        cards.sort(key=lambda card: card.rank not in ranks)
    elif taste == 2:  # two seats with straight flushes, or a royal, on the flop
        flop = list(parse_cards("9h Th Jh"))
        holes = list(parse_cards("Qh Kh 7h 8h Ah As"))
        rest = [card for card in cards if card not in flop and card not in holes]
        return flop + rest[:2] + holes + rest[2:]
    top = cards[:20]
    rng.shuffle(top)
    return top + cards[20:]


class Rounds(RuleBasedStateMachine):
    """A round of six seats that anybody may do anything to."""

    @initialize(
        sets=st.lists(st.sampled_from(CHOICES), max_size=5, unique=True),
        seed=st.integers(0, 2**32),
        declared=st.booleans(),
        automatic=st.booleans(),
        by_hand=st.booleans(),
        link_up=st.integers(0, 9),
        meters=st.sampled_from([None, {"major": 2_345_671, "minor": 300_001}, {"minor": 150_000}]),
    )
    def opens(
        self, sets: list[str], seed: int, declared: bool, automatic: bool, by_hand: bool, link_up: int, meters: Any
    ) -> None:
        self.rng = random.Random(seed)
        self.cards = deck_for(self.rng)
        cards = None if declared else self.cards
        self.r = HoldemRound(
            sheet_with(sets), cards, automatic=automatic, by_hand=by_hand, link_up=link_up > 0, meters=meters
        )
        for seat in self.rng.sample(range(1, 7), self.rng.randint(1, 5)):
            self.sits(seat)

    def sits(self, seat: int) -> None:
        cents = self.rng.choice([500, 1000, 2500, 5000])
        for wager in ("ante", "blind"):
            self.tries(a.PlaceBet(spot=seat, cents=cents, wager=wager, player=f"P{seat}"))
        for wager, amount in (("trips", 1000), ("progressive", 500), ("progressive", 1000)):
            if self.rng.random() < 0.6:
                self.tries(a.PlaceBet(spot=seat, cents=amount, wager=wager, player=f"P{seat}"))
        for wager in ("ante", "blind", "trips"):
            if self.rng.random() < 0.3:
                self.tries(a.PlaceToke(spot=seat, cents=self.rng.choice([50, 500, 5000]), wager=wager))

    def tries(self, action: a.Action, role: str = "") -> bool:
        """Do it, or see that the refusal changes nothing; nothing but a refusal may come out."""
        r = self.r
        key, events, inputs = r.key(), list(r.events), list(r.inputs)
        try:
            r.act(action, role=role)
        except IllegalAction:
            assert (r.key(), r.events, r.inputs) == (key, events, inputs)
            return False
        assert r.events[: len(events)] == events
        return True

    @rule(data=st.data())
    def somebody_does_something(self, data: st.DataObject) -> None:
        spot = data.draw(st.integers(0, 7))
        cents = data.draw(st.sampled_from([0, -500, 50, 75, 500, 1000, 1500, 2000, 3500, 4000, 5000, 5100, 20_000]))
        wager = data.draw(st.sampled_from(["ante", "blind", "trips", "progressive", "play", "main"]))
        actions: list[a.Action] = [
            a.PlaceBet(spot=spot, cents=cents, wager=wager, player=f"P{spot}"),
            a.PlaceBet(spot=spot, cents=cents, wager=wager, player="P1"),
            a.PlaceToke(spot=spot, cents=cents, wager=wager), a.TakeBackBet(spot=spot, wager=wager), a.StartDeal(),
            a.Look(spot), a.Check(spot), a.PlayBet(cents // 1000, spot), a.PlayBet(spot=spot, cents=cents),
            a.PlayBet(4, spot, toke_cents=cents), a.PlayBet(spot=spot), a.Fold(spot), a.Fold(spot, tuck=False),
            a.JackpotPaid(spot, "minor", cents), a.JackpotPaid(spot, "major", cents), a.Proceed(), a.Hit(),
            a.CardIs(DECK[cents % 52]), a.CardIs(UNKNOWN), a.Rule("void"), a.Rule("no_action"), a.Reshuffled(()),
            a.Reshuffled((DECK[0], DECK[0])),
        ]  # fmt: skip
        self.tries(data.draw(st.sampled_from(actions)), data.draw(st.sampled_from(ROLES)))

    @precondition(lambda self: not self.r.over and self.rng.random() < 0.3)
    @rule(data=st.data())
    def something_goes_wrong(self, data: st.DataObject) -> None:
        kind = data.draw(st.sampled_from([*KINDS, "information_shared", "dropped_card"]))
        note = data.draw(st.sampled_from([*GROUNDS, ""]))
        self.tries(a.Declare(kind, data.draw(st.integers(0, 6)), note), data.draw(st.sampled_from(ROLES)))

    @precondition(lambda self: self.r.question is not None)
    @rule(data=st.data())
    def the_question_is_answered(self, data: st.DataObject) -> None:
        offers = self.r.offers()
        if offers:
            self.r.act(data.draw(st.sampled_from(offers)).action)
        else:
            self.answer()

    def answer(self) -> None:
        """The answer that needs more than a choice: a face, a deck, an amount; or the first on offer."""
        r = self.r
        question = r.question
        assert question is not None
        if question.kind == "card":
            card = next(card for card in self.cards if not r.seen.get(card))
            r.act(a.CardIs(card))
        elif question.kind == "reshuffle" and r.order is not None:
            r.act(a.Reshuffled(tuple(self.rng.sample(r.order, len(r.order)))))
        elif question.kind == "jackpot" and not r.offers():
            r.act(a.JackpotPaid(question.spot, dict(r.jackpots)[question.spot], 150_000))
        elif question.kind == "wagers" and not r.offers():
            for box in list(r.seats):
                r.act(a.TakeBackBet(spot=box, wager=next(iter(r.seats[box].wagers))))
            self.sits(1)
        else:
            r.act(r.offers()[0].action)

    @invariant()
    def money_is_whole(self) -> None:
        assert sum(money(self.r).values()) == 0

    @invariant()
    def a_copy_is_equal_and_independent(self) -> None:
        r = self.r
        if r.over or self.rng.random() < 0.8:
            return
        twin = r.copy()
        assert twin == r
        assert hash(twin) == hash(r)
        key, events = r.key(), list(r.events)
        for offer in r.offers():
            other = r.copy()
            other.act(offer.action)
            assert other != r
        assert (r.key(), r.events) == (key, events)

    @invariant()
    def secrets_are_kept(self) -> None:
        r = self.r
        open_cards = {
            c for x in happened(r, e.FlopTurned, e.TurnRiverTurned, e.DealerShown, e.HandExposed) for c in x.cards
        }
        owners = {x.spot: x.player for x in happened(r, e.BetPlaced)}
        for player in {None, *owners.values()}:
            own = {c for x in happened(r, e.HoleCardsSeen) if owners[x.spot] == player for c in x.cards}
            seen = {
                c for x in seen_by(r.events, player) for c in (*getattr(x, "cards", ()), getattr(x, "card", UNKNOWN))
            }
            assert seen <= open_cards | own | {UNKNOWN}

    def teardown(self) -> None:
        if not hasattr(self, "r"):
            return
        for _ in range(200):
            if self.r.over:
                break
            self.answer()
        check_conserved(self.r)
        replayed = HoldemRound(
            self.r.sheet,
            self.r.order if not happened(self.r, e.CardsReshuffled) else self.cards if self.r.order else None,
            automatic=self.r.automatic,
            by_hand=self.r.by_hand,
            link_up=self.r.link_up,
            meters=self.r.meters,
        )
        for action, role in self.r.inputs:
            replayed.act(action, role=role)
        assert (replayed.events, replayed.key()) == (self.r.events, self.r.key())


TestRounds = Rounds.TestCase
TestRounds.settings = settings(
    max_examples=60, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)


def play_out(seed: int) -> HoldemRound:
    """A random round by offers alone, now and then with a mistake."""
    rng = random.Random(seed)
    sheet = sheet_with(rng.sample(CHOICES, rng.randint(0, 5)))
    machine = Rounds()
    machine.rng, machine.cards = rng, deck_for(rng)
    machine.r = r = HoldemRound(sheet, machine.cards, automatic=rng.random() < 0.5, by_hand=rng.random() < 0.3)
    for seat in rng.sample(range(1, 7), rng.randint(1, 6)):
        machine.sits(seat)
    while not r.over:
        if rng.random() < 0.05:
            machine.tries(a.Declare(rng.choice(KINDS), rng.randint(0, 6), rng.choice(GROUNDS)))
        if not r.over and r.offers():
            r.act(rng.choice(r.offers()).action)
        elif not r.over:
            machine.answer()
    return r


@pytest.mark.parametrize("block", range(4))
def test_nothing_is_lost_in_random_rounds(block: int) -> None:
    for seed in range(block * 80, block * 80 + 80):
        check_conserved(play_out(seed))

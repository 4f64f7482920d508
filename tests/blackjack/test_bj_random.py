"""Catfish Bend Blackjack at a clumsy table: random mistakes and random options, and nothing is ever lost."""

from __future__ import annotations

import random

import pytest
from tests.blackjack.table import BJ, check_conserved, layout

from pitboss.cards import DECK, Card
from pitboss.errors import IllegalAction, SheetError
from pitboss.games import actions as a
from pitboss.games.blackjack import BlackjackRound
from pitboss.rules import Sheet, load

KINDS = load(BJ).rules.irregularity.kinds  # type: ignore[union-attr]
OTHERS = ("cards.", "shuffle.", "chips.", "surrender.", "irregularity.shoe_exhausted")
"""Options that a round does not ask about, or that need a new order of cards."""


def random_sheet(rng: random.Random) -> Sheet:
    """The sheet with a few options turned to another value that makes a valid sheet."""
    base = load(BJ)
    choices = [
        (path, value)
        for path, field in base.fields.items()
        if path in base.values and not isinstance(base.values[path], tuple)
        for value in field.values
        if value != base.values[path] and not path.startswith(OTHERS)
    ]
    sets = [f"{path}={str(value).lower()}" for path, value in rng.sample(choices, rng.randint(0, 5))]
    try:
        return load(BJ, sets=sets)
    except SheetError:
        return base


def random_cards(rng: random.Random) -> tuple[Card, ...]:
    ranks = rng.choice(["23456789TJQKA", "A7T", "AK", "2A9K", "58T", "A2345"])
    cards = [card for card in DECK for _ in range(6) if card.rank in ranks]
    rng.shuffle(cards)
    return tuple(cards[: rng.choice([10, 20, 80])])


def place_bets(rng: random.Random, round_: BlackjackRound) -> None:
    for box in rng.sample(range(1, 8), rng.randint(1, 4)):
        round_.act(a.PlaceBet(box, 100 * rng.randint(5, 12), player=f"P{box}"))
        for wager in ("trilux", "kings_bounty"):
            if rng.random() < 0.5:
                round_.act(a.PlaceBet(box, 100 * rng.randint(1, 25), wager, f"P{box}"))
        if rng.random() < 0.5 and round_.t.toke is not None and round_.t.toke.cap == "over_maximum":
            round_.act(a.PlaceToke(box, 50 * rng.randint(1, 5), rng.choice(list(round_.spots[box].wagers))))


def mistakes(rng: random.Random, round_: BlackjackRound) -> list[a.Action]:
    box = rng.choice([0, *round_.spots])
    return [
        a.Deal(box), a.Deal(rng.choice(list(round_.spots))), a.Overlook(0), a.Overlook(box),
        a.Declare(rng.choice(KINDS), box), a.Declare("back_up"), a.Declare("missed_hit", box),
    ]  # fmt: skip


def answers(rng: random.Random, round_: BlackjackRound) -> list[a.Action]:
    """What is legal now, with amounts and tokes, and the peek right or wrong."""
    assert round_.question is not None
    found: list[a.Action] = [offer.action for offer in round_.offers()]
    if round_.question.kind == "peek":
        found = [a.PeekSays(False), a.PeekSays(round_.hole_makes_blackjack())]
    if round_.question.kind == "play":
        found += [a.DoubleDown(cents=300, face_down=True), a.DoubleDown(toke_cents=50), a.Split(toke_cents=150)]
        found += [a.Hit()] * 2
    if round_.question.kind == "ruling":
        found += [a.Rule("misdeal", note="by the floor")]
    return found


def step(rng: random.Random, round_: BlackjackRound) -> None:
    """One thing that is accepted; what is refused on the way changes nothing."""
    tries = [*rng.sample(mistakes(rng, round_), 2)] if rng.random() < 0.12 else []
    legal = answers(rng, round_)
    for action in [*tries, *rng.sample(legal, len(legal))]:
        before, count = round_.key(), len(round_.events)
        try:
            round_.act(action)
        except IllegalAction:
            assert (round_.key(), len(round_.events)) == (before, count)
        else:
            return
    raise AssertionError(f"nothing is accepted: {round_.question}")


@pytest.mark.parametrize("block", range(10))
def test_no_chip_and_no_card_is_lost(block: int) -> None:
    for seed in range(block * 50, block * 50 + 50):
        rng = random.Random(seed)
        round_ = BlackjackRound(random_sheet(rng), random_cards(rng), automatic=rng.random() < 0.3)
        place_bets(rng, round_)
        round_.act(a.StartDeal())
        while not round_.over:
            step(rng, round_)
            layout(round_)
            assert len(round_.events) < 2000, f"seed {seed} does not end"
        check_conserved(round_)

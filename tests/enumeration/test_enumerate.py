"""The enumerator against other ways to the same figure: every order of a tiny shoe, no merging, a dealer by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from tests.harness import every_draw as enumerate_module
from tests.harness.every_draw import enumerate_round, on_split_hands

from pitboss.cards import Card, parse_cards
from pitboss.games import actions as a
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.blackjack.state import Hand
from pitboss.games.blackjack.taking import must_draw
from pitboss.rules import Sheet, load

Bets = dict[str, int]


def busy(round_: BlackjackRound) -> a.Action:
    """A fixed strategy that does a little of everything: even money, insurance, splits, doubles, surrender."""
    offered = {type(offer.action): offer.action for offer in reversed(round_.offers())}
    question = round_.question
    assert question is not None
    if question.kind == "insurance":
        return offered.get(a.TakeEvenMoney) or offered.get(a.Insure) or offered[a.DeclineInsurance]
    if question.kind in ("natural", "early_surrender"):
        return a.GoOn()
    hand = round_.spots[1].hands[question.hand]
    if a.Split in offered:
        return offered[a.Split]
    if a.DoubleDown in offered and 9 <= hand.points <= 11:
        return offered[a.DoubleDown]
    if a.Surrender in offered and hand.total in (15, 16):
        return offered[a.Surrender]
    return offered[a.Hit] if a.Hit in offered and hand.total < 17 else a.Stand()


def stand(round_: BlackjackRound) -> a.Action:
    question = round_.question
    assert question is not None
    return {"insurance": a.DeclineInsurance(1), "play": a.Stand()}.get(question.kind, a.GoOn())


def over_all_orders(sheet: Sheet, shoe: tuple[Card, ...], bets: Bets) -> dict[str, Fraction]:
    """What each wager is worth under the busy strategy: every order of the shoe dealt from a card source."""
    sums: Counter[str] = Counter()
    orders = Counter(permutations(shoe))
    for order, times in orders.items():
        round_ = BlackjackRound(sheet, order)
        for wager, cents in bets.items():
            round_.act(a.PlaceBet(1, cents, wager))
        round_.act(a.StartDeal())
        while not round_.over:
            round_.act(busy(round_))
        for done in round_.settlements:
            sums["main" if done.wager.startswith("free_") else done.wager] += done.pays * times
    return {wager: Fraction(cents, orders.total()) for wager, cents in sums.items()}


TINY: list[tuple[str, tuple[str, ...], str, Bets]] = [
    ("catfish-blackjack", (), "As Ts 8c 8d 6h 3s 5s", {"main": 1000, "trilux": 500, "kings_bounty": 500}),
    ("catfish-blackjack", ("peek_on_ten=false", "split.match=rank"), "As Kd Th Td 5h 5s 6c", {"main": 700}),
    ("free-bet-blackjack", (), "As Ts 8c 8d 6h 5d 5s", {"main": 1000, "push22": 500}),
    ("games-of-chance-blackjack", (), "As Ac Tc 7s 7s 7h 4s", {"main": 400, "super7": 200, "match": 400, "over": 100}),
    ("games-of-chance-blackjack", ("misdeal_settled=stand",), "7s 7d 2c 3s 2h 4c", {"main": 200, "perfect_pair": 100}),
    ("blackjack-v5", ("dealer_up_card=second", "surrender.timing=early"), "As Ac Tc Td Kh 5d 6s", {"main": 400}),
]


@pytest.mark.parametrize(("name", "sets", "shoe", "bets"), TINY)
def test_every_order_of_the_shoe_dealt_from_a_source_averages_to_the_same(
    name: str, sets: tuple[str, ...], shoe: str, bets: Bets
) -> None:
    sheet, cards = load(name, sets=sets), parse_cards(shoe)
    dealt = over_all_orders(sheet, cards, bets)
    found = enumerate_round(sheet, cards, bets=bets, choose=busy)
    in_units = {wager: cents / bets.get(wager, bets["main"]) for wager, cents in dealt.items()}
    assert {wager: value for wager, value in found.wagers.items() if wager in in_units} == in_units
    assert found.expectation == in_units["main"] + in_units.get("insurance", 0)


@pytest.mark.parametrize(
    ("name", "shoe", "bets"),
    [
        ("catfish-blackjack", "As As Th Tc 8s 5d", {"main": 1500}),
        ("free-bet-blackjack", "5s 5s 5c 6h 6h Td", {"main": 1000, "push22": 100}),
        ("games-of-chance-blackjack", "7s 7s 7h 4c 4c Ts", {"main": 400, "super7": 100}),
        ("blackjack-v5", "As As 8h 8h Ts Td", {"main": 400}),
    ],
)
def test_positions_that_count_as_one_are_worth_the_same(
    name: str, shoe: str, bets: Bets, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Walked with the engine's own key, every order of cards and hands told apart, the figures are the same."""
    merged = enumerate_round(load(name), parse_cards(shoe), bets=bets)

    def apart(walk: Any, round_: BlackjackRound, left: tuple[int, ...]) -> tuple[Any, ...]:
        return round_.key(), left, walk.so_far(round_)

    monkeypatch.setattr(enumerate_module._Walk, "key", apart)
    monkeypatch.setattr(enumerate_module._Walk, "classes", lambda walk, round_: walk.by_card)
    plain = enumerate_round(load(name), parse_cards(shoe), bets=bets)
    assert (plain.expectation, plain.wagers, plain.distribution) == (
        merged.expectation, merged.wagers, merged.distribution,
    )  # fmt: skip
    assert plain.states > merged.states


def test_a_fixed_play_of_split_hands_is_never_better_than_the_best() -> None:
    sheet, cards = load("catfish-blackjack"), parse_cards("8s 8d 8h Tc 6d 5c 3h")
    best = enumerate_round(sheet, cards)
    fixed = enumerate_round(sheet, cards, choose=on_split_hands(lambda round_: a.Stand()))
    assert fixed.expectation < best.expectation


def test_the_player_does_not_know_the_hole_card() -> None:
    """Against a ten with aces left, a negative peek makes aces likelier to come: the hole card is none of them."""
    sheet, cards = load("catfish-blackjack"), parse_cards("Th Td Ac Ad 6s 5h")

    def choose(round_: BlackjackRound) -> a.Action:
        assert not round_.hole.known
        return stand(round_)

    found = enumerate_round(sheet, cards, choose=choose)
    assert sum(found.distribution.values()) == 1
    best = enumerate_round(sheet, cards)
    eleven = next(
        c for s, c in best.first_choices().items() if s.hand == "5 6" and s.up == "T" and s.question == "play"
    )
    # unseen T A A: the hole card can only be the ten, so a double always brings an ace, and twelve loses to twenty
    assert eleven.values["double"] == -2


def test_a_shoe_that_runs_out_is_void() -> None:
    found = enumerate_round(load("catfish-blackjack"), parse_cards("2s 2d 3h 3c"))
    assert found.expectation == 0
    assert found.distribution == {0: 1}


def test_a_shoe_of_three_cards_is_refused() -> None:
    with pytest.raises(ValueError, match="four cards"):
        enumerate_round(load("catfish-blackjack"), parse_cards("2s 2d 3h"))


def test_a_sheet_that_reshuffles_cannot_be_enumerated_to_the_last_card() -> None:
    sheet = load("games-of-chance-blackjack", sets=["shoe_exhausted=reshuffle_discards"])
    with pytest.raises(ValueError, match="reshuffles"):
        enumerate_round(sheet, parse_cards("2s 2d 3h 3c"))


# the dealer's hand


def dealer_by_hand(points: int, ace: bool, left: tuple[int, ...], soft_17: str) -> Counter[int]:
    """Final totals of a dealer by a recursion of its own, as shares of one; too few cards count as 0."""
    soft = ace and points <= 11
    best = points + 10 if soft else points
    if best > 17 or (best == 17 and not (soft and soft_17 == "hit")):
        return Counter({best: Fraction(1)})  # type: ignore[dict-item]
    cards = sum(left)
    totals: Counter[int] = Counter({} if cards else {0: Fraction(1)})  # type: ignore[dict-item]
    for value, n in enumerate(left, 1):
        if n:
            rest = (*left[: value - 1], n - 1, *left[value:])
            for end, share in dealer_by_hand(points + value, ace or value == 1, rest, soft_17).items():
                totals[end] += share * Fraction(n, cards)  # type: ignore[assignment]
    return totals


@pytest.mark.parametrize("soft_17", ["hit", "stand"])
def test_dealer_totals_are_those_of_a_recursion_of_its_own(soft_17: str) -> None:
    """A player who always stands on a shoe without blackjacks: the dealer's totals over all deals."""
    shoe = parse_cards("As Ad 6h 6c 5s 4d 9h 8c")
    sheet = load("catfish-blackjack", sets=[f"soft_17={soft_17}", "insurance.offered=false"])
    found = enumerate_round(sheet, shoe, choose=stand, dealer_totals=True)
    counts = Counter(1 if card.rank == "A" else int(card.rank) for card in shoe)
    by_hand: Counter[int] = Counter()
    values = list(counts.elements())
    deals = Counter(permutations(values, 4))
    for (first, up, second, hole), n in deals.items():
        left = counts - Counter((first, up, second, hole))
        rest = tuple(left[value] for value in range(1, 11))
        for end, share in dealer_by_hand(up + hole, 1 in (up, hole), rest, soft_17).items():
            by_hand[end] += share * Fraction(n, deals.total())  # type: ignore[assignment]
    assert 0 not in by_hand, "the shoe is deep enough"
    assert found.dealer == dict(sorted(by_hand.items()))


def sequences(round_: BlackjackRound, hand: Hand, left: list[int], faces: list[Card]) -> int:
    """How many different sequences of card values end the dealer's hand, by the engine's own rule when to draw."""
    count = 0
    for value, card in enumerate(faces):
        if not left[value]:
            continue
        left[value] -= 1
        more = hand.copy()
        more.add(card)
        round_.dealer = more
        draws = len(more.cards) < 2 or must_draw(round_)
        count += sequences(round_, more, left, faces) if draws else 1
        left[value] += 1
    return count


@pytest.mark.parametrize(("soft_17", "known"), [("stand", 54_433), ("hit", 70_561)])
def test_dealer_draw_sequences_of_six_decks(soft_17: str, known: int) -> None:
    round_ = BlackjackRound(load("catfish-blackjack", sets=[f"soft_17={soft_17}"]))
    faces = list(parse_cards("As 2s 3s 4s 5s 6s 7s 8s 9s Ts"))
    assert sequences(round_, Hand(0, 0), [24] * 9 + [96], faces) == known

"""No chip and no card is ever lost: the log alone, folded into accounts and places, says where everything is."""

from __future__ import annotations

import random

import pytest
from tests.house_rules import SHEETS, an_answer, any_round, any_sheet, check_round, mistakes, place_bets, to_the_end

from pitboss.cards import parse_cards
from pitboss.games import actions as a
from pitboss.games import events as e
from pitboss.games.accounts import Account, balances, card_places, postings
from pitboss.games.blackjack import BlackjackRound
from pitboss.rules import load

TRAY, TOKES = Account("tray"), Account("tokes")


def player(spot: int) -> Account:
    return Account("player", spot)


@pytest.mark.parametrize("seed", range(150))
def test_after_every_event_of_random_play_everything_is_somewhere(seed: int) -> None:
    """Random play, mistakes in between, on any sheet with options turned over."""
    rng = random.Random(seed)
    sheet = any_sheet(rng.choice)
    round_ = any_round(sheet, rng.choice, rng.shuffle)
    start = round_.order
    for action in place_bets(round_, rng.choice):
        round_.act(action)
    for _ in range(80):
        wrong = mistakes(round_) if rng.random() < 0.1 else []
        round_.act(rng.choice(wrong) if wrong else an_answer(round_, rng.choice))
        check_round(round_, start)
        if round_.over:
            break
    to_the_end(round_, rng.choice)
    check_round(round_, start)
    check_every_prefix(round_)


def check_every_prefix(round_: BlackjackRound) -> None:
    """Not only between actions: after each single event nothing is missing and no wager is less than nothing."""
    for count in range(len(round_.events) + 1):
        by_log = balances(round_.events[:count])
        assert sum(by_log.values()) == 0
        assert all(cents > 0 for account, cents in by_log.items() if account.kind in ("layout", "stays"))
        card_places(round_.events[:count])


@pytest.mark.parametrize("name", SHEETS)
def test_every_posting_has_its_counterpart(name: str) -> None:
    rng = random.Random(name)
    for _ in range(20):
        round_ = BlackjackRound(load(name), any_round(load(name), rng.choice, rng.shuffle).order)
        for action in place_bets(round_, rng.choice):
            round_.act(action)
        to_the_end(round_, rng.choice)
        for event in round_.events:
            assert sum(cents for _, cents in postings(event)) == 0


def play(sheet: str, cards: str, *actions: a.Action, sets: tuple[str, ...] = ()) -> BlackjackRound:
    round_ = BlackjackRound(load(sheet, sets=sets), parse_cards(cards))
    for action in actions:
        round_.act(action)
    return round_


def test_a_won_bet_comes_from_the_tray_and_a_won_toke_goes_to_the_dealers() -> None:
    bets = (a.PlaceBet(1, 1000), a.PlaceToke(1, 200), a.StartDeal(), a.Stand())
    round_ = play("catfish-blackjack", "Th 6c 9h Td Tc", *bets)
    assert balances(round_.events) == {player(1): 1000 - 200, TOKES: 400, TRAY: -1200}


def test_a_lost_toke_is_the_houses() -> None:
    bets = (a.PlaceBet(1, 1000), a.PlaceToke(1, 200), a.StartDeal(), a.Stand())
    round_ = play("catfish-blackjack", "Th 9c 6h Td", *bets)
    assert balances(round_.events) == {player(1): -1200, TRAY: 1200}


@pytest.mark.parametrize(
    ("push", "left"), [("returned", {}), ("stays", {player(1): -200, Account("stays", 1, 0, "toke:main"): 200})]
)
def test_a_pushed_toke_goes_back_or_stays_up(push: str, left: dict[Account, int]) -> None:
    bets = (a.PlaceBet(1, 1000), a.PlaceToke(1, 200), a.StartDeal(), a.Stand())
    round_ = play("catfish-blackjack", "Th 9c 9h Td", *bets, sets=(f"toke.push={push}",))
    assert balances(round_.events) == left


def test_a_reversed_settlement_leaves_no_trace() -> None:
    """TriLux is lost, then the shoe runs out: the wager comes back."""
    bets = (a.PlaceBet(1, 1000), a.PlaceBet(1, 500, "trilux"), a.StartDeal(), a.Hit())
    round_ = play("catfish-blackjack", "2h 9c 3h Td", *bets)
    assert any(isinstance(event, e.SettlementReversed) for event in round_.events)
    assert balances(round_.events) == {}


def test_free_bets_are_paid_by_the_house_and_staked_by_nobody() -> None:
    bets = (a.PlaceBet(1, 1000), a.StartDeal(), a.DoubleDown())
    round_ = play("free-bet-blackjack", "6h 6c 5h Td Tc Kc", *bets)
    assert balances(round_.events) == {player(1): 2000, TRAY: -2000}


def test_cards_by_place_in_the_middle_of_a_split() -> None:
    bets = (a.PlaceBet(1, 1000), a.StartDeal(), a.Split())
    round_ = play("catfish-blackjack", "8h 6c 8d Td 3c 9s 2h Kd", *bets)
    places = card_places(round_.events)
    assert places.hands[1, 0] == list(parse_cards("8h 3c"))
    assert places.hands[1, 1] == list(parse_cards("8d"))
    assert places.hands[0, 0] == list(parse_cards("6c Td"))
    assert sorted(places.all()) == sorted(parse_cards("8h 6c 8d Td 3c"))

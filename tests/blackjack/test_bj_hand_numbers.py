"""Hands after resplits have one number everywhere: the order in which they lie."""

from __future__ import annotations

from pitboss.cards import parse_cards
from pitboss.engine import engine_of
from pitboss.games import actions as a
from pitboss.games.accounts import balances, card_places
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.events import CardDealt, HandSplit, WagerSettled
from pitboss.games.hand_numbers import as_they_lie
from pitboss.records import record_of, settle
from pitboss.rules import load

BET = 1000


def dealt(cards: str, sheet: str = "catfish-blackjack", *, engine: str = "", automatic: bool = True) -> BlackjackRound:
    extra = {"engine": engine_of(engine)} if engine else {}
    round_ = BlackjackRound(load(sheet), parse_cards(cards), automatic=automatic, **extra)
    return round_.act(a.PlaceBet(spot=1, cents=BET)).act(a.StartDeal())


FOUR = "8h 6c 8d Td 8s Th 9s 8c Ts Kh 2h"
"""The first hand is split again, then the last: 8h Th, 8s 9s, 8d Ts, 8c Kh from the first on."""


def four_hands(engine: str = "") -> tuple[BlackjackRound, list[int]]:
    round_ = dealt(FOUR, engine=engine)
    asked = []
    for answer in (a.Split(), a.Split(), a.Stand(), a.Stand(), a.Split(), a.Stand(), a.Stand()):
        assert round_.question is not None
        asked.append(round_.question.hand)
        round_.act(answer)
    return round_, asked


def test_hands_are_played_and_settled_in_the_order_of_their_numbers() -> None:
    round_, asked = four_hands()
    assert asked == [0, 0, 0, 1, 2, 2, 3]
    splits = [(one.hand, one.new_hand) for one in round_.events if isinstance(one, HandSplit)]
    assert splits == [(0, 1), (0, 1), (2, 3)]
    cards = [(one.hand, one.card.text) for one in round_.events if isinstance(one, CardDealt) and one.why == "split"]
    assert cards == [(0, "8s"), (0, "Th"), (1, "9s"), (2, "8c"), (2, "Ts"), (3, "Kh")]
    assert [(done.hand, done.pays) for done in round_.settlements] == [(0, 0), (1, -BET), (2, 0), (3, 0)]


def test_a_round_that_an_earlier_engine_began_numbers_them_as_they_were_made() -> None:
    round_, asked = four_hands("0.1.0")
    assert asked == [0, 0, 0, 2, 1, 1, 3]
    assert [(done.hand, done.pays) for done in round_.settlements] == [(0, 0), (1, 0), (2, -BET), (3, 0)]
    assert round_.net() == four_hands()[0].net()


def test_books_and_cards_follow_the_numbers() -> None:
    round_, _ = four_hands()
    for upto in range(len(round_.events)):
        events = round_.events[: upto + 1]
        layout = {key: cents for key, cents in balances(events).items() if key.kind == "layout"}
        assert all(cents == BET for cents in layout.values()), round_.events[upto]
    lying = card_places(round_.events[: _first(round_, WagerSettled)])
    assert [[card.text for card in lying.hands[1, hand]] for hand in range(4)] == [
        ["8h", "Th"], ["8s", "9s"], ["8d", "Ts"], ["8c", "Kh"]
    ]  # fmt: skip


def _first(round_: BlackjackRound, kind: type) -> int:
    return next(at for at, event in enumerate(round_.events) if isinstance(event, kind))


def passed_over() -> BlackjackRound:
    """The second of two hands has broken when the first, passed over by the dealer, is played after all and split."""
    round_ = dealt("8h 6c 8d Td  8s Tc Td  8c 9s 2h", automatic=False)
    missed = (a.Declare("missed_hit", 1), a.CallSupervisor(), a.Choose("draw_later", spot=1))
    for answer in (a.Split(), a.Stand(), a.Hit(), *missed, a.Split(), a.Stand(), a.Stand()):
        proceed(round_, until_settled=isinstance(answer, a.Declare))
        round_.act(answer)
    proceed(round_)
    return round_


def proceed(round_: BlackjackRound, *, until_settled: bool = False) -> None:
    """The dealer's own steps, until somebody else is asked or the first wager is settled."""
    while round_.question is not None and round_.question.kind == "proceed":
        if until_settled and round_.settlements:
            return
        round_.act(a.Proceed())


def test_a_settled_hand_moves_up_when_one_before_it_is_split_later() -> None:
    round_ = passed_over()
    broken = next(one for one in round_.events if isinstance(one, WagerSettled) and one.result == "lose")
    assert broken.hand == 1
    assert (round_.settlements[0].hand, round_.settlements[0].result) == (2, "lose")
    numbers = [one.hand for one in as_they_lie(round_.events) if isinstance(one, WagerSettled)]
    assert sorted(numbers) == [0, 1, 2]
    assert settle(record_of(round_)).net == round_.net()

"""What a ruling is worth to each seat: exact where nothing is left to chance, the solver's value elsewhere."""

from __future__ import annotations

import pytest
from tests.blackjack.table import BJ, act, play, shoe
from tests.blackjack.test_bj_misdeals import one_card, staffed
from tests.holdem import table as holdem

from pitboss.cards import parse_cards
from pitboss.errors import IllegalAction
from pitboss.games.actions import Declare, Reshuffled
from pitboss.maths.blackjack import solve
from pitboss.maths.rulings import SeatWorth, worth
from pitboss.rules import load


def of(found, choice: str, spot: int) -> SeatWorth:  # type: ignore[no-untyped-def]
    ruling = next(one for one in found if one.choice == choice)
    return next(seat for seat in ruling.seats if seat.spot == spot)


def test_a_misdeal_is_worth_nothing_to_anybody_and_sitting_out_nothing_to_the_seat() -> None:
    found = worth(one_card("call", "choose keep"), trials=60)
    assert [(one.choice, one.clause) for one in found] == [
        ("sit_out", "BJ-IRR-7b"), ("misdeal", "BJ-IRR-7b"), ("keep", "BJ-IRR-7b"),
    ]  # fmt: skip
    for spot in (1, 2, 3):
        assert of(found, "misdeal", spot) == SeatWorth(spot=spot, cents=0.0, exact=True)
    assert of(found, "sit_out", 2) == SeatWorth(spot=2, cents=0.0, exact=True)
    assert not of(found, "sit_out", 1).exact
    assert not of(found, "keep", 2).exact
    assert of(found, "keep", 2).error > 0


def test_the_players_own_choice_is_weighed_too() -> None:
    """The floor confirms it, so that each choice is worth what its ruling is."""
    chosen, ruled = worth(one_card("call"), trials=60), worth(one_card("call", "choose keep"), trials=60)
    assert [one.choice for one in chosen] == ["sit_out", "misdeal", "keep"]
    assert [one.seats for one in chosen] == [one.seats for one in ruled]
    assert len({of(chosen, choice, 2).exact for choice in ("sit_out", "keep")}) == 2


def test_an_offered_card_is_worth_what_the_solver_says_of_the_hand() -> None:
    """Sixteen against a seven, and a five lies open: with it the hand stands on 21."""
    cards = shoe("Th 6d", dealer="7h Tc", then="5s 9s 2c 4s")
    round_ = play(BJ, cards, bets={1: 1000}, answers=["declare exposed_card", "call"])
    found = worth(round_, trials=3000)
    taken = of(found, "TakeCard", 1)
    exact = solve(load(BJ)).values("Th 6d 5s", "7h")["stand"] * 1000
    assert taken.cents == pytest.approx(exact, abs=4 * taken.error)
    assert taken.error < 20
    refused = of(found, "RefuseCard", 1)
    assert refused.cents is not None
    assert refused.cents < taken.cents - 800


def test_nothing_that_the_seat_cannot_see_changes_the_value() -> None:
    """Another hole card and another shoe, the same cards open."""
    found = [
        worth(
            play(BJ, shoe("Th 6d", dealer=f"7h {hole}", then=f"5s {then}"), bets={1: 1000},
                 answers=["declare exposed_card", "call"]),
            trials=50,
        )
        for hole, then in (("Tc", "9s 2c 4s"), ("4d", "As Ks Qs"))
    ]  # fmt: skip
    assert found[0] == found[1]


def test_a_dealer_who_said_no_blackjack_has_none() -> None:
    """Against an ace, with the peek made, only hole cards that fit it are drawn."""
    cards = shoe("Th 9d", dealer="Ah 8c", then="5s 9s 2c 4s")
    round_ = play(BJ, cards, bets={1: 1000}, answers=["1: decline", "declare exposed_card", "call"])
    refused = of(worth(round_, trials=1500), "RefuseCard", 1)
    exact = solve(load(BJ)).values("Th 9d", "Ah")["stand"] * 1000
    assert refused.cents == pytest.approx(exact, abs=4 * refused.error + 20)  # the five is one card less


def test_a_shoe_that_is_out_goes_on_with_the_rack() -> None:
    sets = ("irregularity.shoe_exhausted=reshuffle_discards",)
    round_ = staffed("Th 8h 5d 7h 6d 6s Tc 9c", "go 8", "1: hit", "go", sets=sets)
    assert round_.case.kind == "shoe_exhausted"
    act(round_, "call")
    found = worth(round_, rack=parse_cards("2h 3h 4h 5h 6h 7h 8h 9h"), trials=5)
    assert [one.choice for one in found] == ["reshuffle"]
    assert Reshuffled not in [type(action) for action, _ in round_.inputs]


def test_without_a_case_there_is_nothing_to_weigh() -> None:
    with pytest.raises(IllegalAction, match="nothing to rule on"):
        worth(play(BJ, shoe("Th 6d", dealer="7h Tc", then="5s"), bets={1: 1000}))


TWO = {1: holdem.ACES, 2: holdem.LOW}


@pytest.mark.slow
def test_a_hidden_hand_is_weighed_as_any_hand_and_told_to_nobody() -> None:
    """Aces or rags, decided or not: what the floor is shown is the same."""
    found = []
    for hand in (holdem.ACES, holdem.LOW):
        round_ = holdem.play({1: hand, 2: "4h 5h"}, plans={1: "check", 2: "check"})
        found.append(worth(holdem.act(round_, Declare("early_board_card"))))
    assert found[0] == found[1]
    for spot in (1, 2):
        assert of(found[0], "void", spot) == SeatWorth(spot=spot, cents=0.0, exact=True)
        weighed = of(found[0], "go_on", spot)
        assert weighed.cents is not None
        assert -2000 < weighed.cents < 2000
        assert weighed.error > 0


@pytest.mark.slow
def test_before_the_flop_any_hand_is_worth_what_the_game_is() -> None:
    round_ = holdem.act(holdem.play(TWO, plans={1: ""}), Declare("early_board_card"))
    weighed = of(worth(round_), "go_on", 1)
    assert weighed.cents == pytest.approx(-0.0218 * 1000, abs=4 * weighed.error)
    assert weighed.error < 120


@pytest.mark.slow
def test_a_raise_with_any_hand_is_shown_down_again_and_again() -> None:
    """Four times the Ante with a hand that nobody looked at loses in the mean."""
    round_ = holdem.act(holdem.play(TWO, plans={1: "4x", 2: ""}), Declare("early_board_card"))
    weighed = of(worth(round_), "go_on", 1)
    assert weighed.cents is not None
    assert weighed.error > 0
    assert weighed.cents < 4 * weighed.error


@pytest.mark.slow
def test_a_forfeited_hand_loses_what_lies_on_it() -> None:
    round_ = holdem.play(TWO, plans={1: "check", 2: "check"})
    holdem.act(round_, Declare("information_shared", spot=2, note="verbal"))
    found = worth(round_)
    assert of(found, "void_and_forfeit", 2) == SeatWorth(spot=2, cents=-2000.0, exact=True)
    assert of(found, "void_and_forfeit", 1) == of(found, "no_action", 1)

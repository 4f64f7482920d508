"""Rules that houses use and no document has: no hole card, doubling by total, hands by rank, Charlie, rounding."""

from __future__ import annotations

import pytest
from tests.blackjack.table import BJ, act, check_conserved, play, shoe
from tests.test_flips import FLIPS, SHOWN, changed

from pitboss.errors import IllegalAction, SheetError
from pitboss.games import events as e
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.blackjack.views import seen_by
from pitboss.rules import load, parse_sheet
from pitboss.rules.placard import placard

NO_HOLE = "deal.hole_card=none"
ORIGINAL = "deal.blackjack_takes=original_bets"


def dealt(round_: BlackjackRound) -> list[tuple[int, str, str]]:
    """The cards in the order they were dealt: to whom, which, and why."""
    return [(event.spot, event.card.text, event.why) for event in round_.events if isinstance(event, e.CardDealt)]


def no_hole(cards: str, *answers: str, sets: tuple[str, ...] = (), **bets: int) -> BlackjackRound:
    round_ = play(BJ, cards, bets={1: bets.get("main", 1000)}, answers=answers, sets=[NO_HOLE, *sets])
    check_conserved(round_)
    return round_


# --- no hole card -----------------------------------------------------------------------------------------


def test_the_dealers_second_card_comes_when_all_hands_have_acted() -> None:
    round_ = no_hole("Th 6c 5h 3d Ts 9s", "hit", "stand")
    assert dealt(round_) == [
        (1, "Th", "deal"), (0, "6c", "deal"), (1, "5h", "deal"), (1, "3d", "hit"), (0, "Ts", "dealer"),
        (0, "9s", "dealer"),
    ]  # fmt: skip
    assert not any(isinstance(event, (e.Peeked, e.HoleTurned)) for event in round_.events)
    assert round_.net() == {1: 1000}


def test_a_blackjack_takes_doubles_and_splits_where_all_bets_are_lost() -> None:
    assert no_hole("6h Tc 5h 9s As", "double").net() == {1: -2000}
    assert no_hole("8h Tc 8d 3s Ts 2c As", "split", "double", "stand").net() == {1: -3000}


def test_original_bets_only_gives_doubles_and_split_bets_back() -> None:
    assert no_hole("6h Tc 5h 9s As", "double", sets=(ORIGINAL,)).net() == {1: -1000}
    split = no_hole("8h Tc 8d 3s Ts 2c As", "split", "double", "stand", sets=(ORIGINAL,))
    assert split.net() == {1: -1000}


def test_original_bets_only_gives_back_what_broken_hands_lost_beyond_the_bet() -> None:
    broken = no_hole("8h Tc 8d 7s Tc 7c Td As", "split", "hit", "hit", sets=(ORIGINAL,))
    assert sum(isinstance(event, e.HandBroke) for event in broken.events) == 2
    assert broken.net() == {1: -1000}


def test_blackjack_ties_blackjack_though_nobody_looked() -> None:
    for sets in ((), (ORIGINAL,)):
        assert no_hole("Ah Tc Kh As", sets=sets).net() == {1: 0}
    assert no_hole("Ah Tc Kh 9s").net() == {1: 1500}


def test_insurance_is_decided_by_the_second_card() -> None:
    lost = no_hole("Th Ac 9h 9s", "1: insure 5", "stand")
    won = no_hole("Th Ac 9h Ks", "1: insure 5", "stand")
    assert lost.net() == {1: -1000 - 500}
    assert won.net() == {1: 0}
    order = [type(event).__name__ for event in won.events]
    last_card = max(at for at, event in enumerate(won.events) if isinstance(event, e.CardDealt))
    assert order.index("WagerSettled") > last_card


def test_a_late_check_never_opens_surrender_against_an_ace_or_a_ten() -> None:
    round_ = play(BJ, "Th Tc 6h", bets={1: 1000}, sets=[NO_HOLE, "surrender.offered=true"])
    with pytest.raises(IllegalAction, match="after the dealer's check"):
        act(round_, "surrender")
    early = no_hole("Th Tc 6h 9s", "surrender", sets=("surrender.offered=true", "surrender.timing=early"))
    assert early.net() == {1: -500}


def test_every_card_of_a_dealer_without_a_hole_card_is_seen() -> None:
    round_ = no_hole("Th 6c 5h Td 9s", "stand")
    shown = [event for event in seen_by(round_.events) if isinstance(event, e.CardsDiscarded) and event.spot == 0]
    assert [card.text for event in shown for card in event.cards] == ["6c", "Td", "9s"]


def test_the_placard_says_nothing_of_a_check_that_is_not_made() -> None:
    lines = [line.text for part in placard(load(BJ, sets=[NO_HOLE])).parts for line in part.lines]
    assert any("the second when all hands have acted" in line for line in lines)
    assert not any("checks for blackjack under" in line or "the second face down" in line for line in lines)
    assert any("checks for blackjack under" in line.text for part in placard(load(BJ)).parts for line in part.lines)


# --- doubling, splitting, Charlie, rounding ---------------------------------------------------------------


def test_only_the_totals_of_the_sheet_are_doubled() -> None:
    for hand, allowed in (("5h 4h", True), ("6h 6d", False), ("Ah 8h", False)):
        round_ = play(BJ, shoe(hand, dealer="6c Td", then="2s 9s"), bets={1: 1000}, sets=["double.totals=9,10,11"])
        offered = any(offer.action.__class__.__name__ == "DoubleDown" for offer in round_.offers())
        assert offered == allowed, hand
    with pytest.raises(IllegalAction, match="only a total of 9, 10"):
        act(
            play(BJ, shoe("6h 6d", dealer="6c Td", then="2s"), bets={1: 1000}, sets=["double.totals=9,10,11"]), "double"
        )
    with pytest.raises(IllegalAction, match="only hard hands"):
        act(play(BJ, shoe("Ah 6h", dealer="6c Td"), bets={1: 1000}, sets=["double.soft_hands=false"]), "double")


def test_a_key_hits_what_a_person_means() -> None:
    """A path in full is that value; a value's own name is that value, though a path of another reads like it."""
    assert load("free-bet-blackjack", sets=["double.totals=9,10,11"]).rules.double.totals == (9, 10, 11)
    for key in ("free.double_totals", "double_totals"):
        assert load("free-bet-blackjack", sets=[f"{key}=9,10"]).rules.free.double_totals == (9, 10)
    assert load(BJ, sets=["totals=10,11"]).rules.double.totals == (10, 11)


def test_hands_by_rank() -> None:
    sets = ["split.hands.tens=1", "split.hands.eights=2"]
    with pytest.raises(IllegalAction, match="may not be split"):
        act(play(BJ, shoe("Th Kd", dealer="6c Td"), bets={1: 1000}, sets=sets), "split")
    eights = play(BJ, shoe("8h 8d", dealer="6c Td", then="8s"), bets={1: 1000}, sets=sets, answers=["split"])
    with pytest.raises(IllegalAction, match="2 hands are the most"):
        act(eights, "split")


def test_a_charlie_wins_against_21_and_takes_no_further_card() -> None:
    cards = shoe("2h 2d", dealer="Tc 6d", then="2s 3c 4c 5h")
    round_ = play(BJ, cards, bets={1: 1000}, sets=["charlie=5"], answers=["hit", "hit", "hit"])
    assert round_.over
    assert dealt(round_)[-1] == (1, "4c", "hit")  # no hand waits for the dealer's draw
    assert round_.net() == {1: 1000}


def test_a_charlie_loses_to_a_blackjack_that_comes_out_late() -> None:
    cards = "2h Tc 2d 2s 3c 4c As"
    round_ = no_hole(cards, "hit", "hit", "hit", sets=("charlie=5",))
    assert round_.net() == {1: -1000}


@pytest.mark.parametrize(
    ("rounding", "pays"),
    [("0.50", 600), ("1.00", 600), ("none", 600), ("0.50_up", 600), ("1.00_up", 600), ("1.00_nearest", 600)],
)
def test_exact_winnings_are_not_rounded(rounding: str, pays: int) -> None:
    sets = ["blackjack.pays=6:5", f"blackjack.rounding={rounding}"]
    assert play(BJ, shoe("Ah Kd", dealer="6c Td"), bets={1: 500}, sets=sets).net() == {1: pays}


@pytest.mark.parametrize(
    ("rounding", "pays"),
    [("0.50", 700), ("1.00", 700), ("none", 720), ("0.50_up", 750), ("1.00_up", 800), ("0.50_nearest", 700),
     ("1.00_nearest", 700)],
)  # fmt: skip
def test_blackjack_winnings_are_rounded_as_the_sheet_says(rounding: str, pays: int) -> None:
    sets = ["blackjack.pays=6:5", f"blackjack.rounding={rounding}"]
    assert play(BJ, shoe("Ah Kd", dealer="6c Td"), bets={1: 600}, sets=sets).net() == {1: pays}


def test_a_hand_is_doubled_again_for_all_that_lies_on_it_and_not_too_often() -> None:
    cards = shoe("2h 3h", dealer="6c Td", then="2s 2c Tc Ts")
    sets = ["redouble=true", "double.redoubles=1"]
    round_ = play(BJ, cards, bets={1: 1000}, sets=sets, answers=["double"])
    with pytest.raises(IllegalAction, match=r"for all that lies on it: \$20"):
        act(round_, "double 10")
    act(round_, "double")
    assert [event.cents for event in round_.events if isinstance(event, e.HandDoubled)] == [1000, 2000]
    assert round_.over


# --- what makes no sense together -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sets", "says"),
    [
        ([NO_HOLE, "dealer_up_card=second"], "takes no hole card"),
        ([ORIGINAL], "checks for every blackjack"),
        ([NO_HOLE, "surrender.offered=true", "surrender.against=ten"], "no hole card to check"),
        (["double.redoubles=2"], "double.redouble is false"),
        (["split.hands.aces=3"], "split.resplit_aces forbids"),
        (["split.hands.aces=2", "split_aces=never"], "split.split_aces forbids"),
    ],
)
def test_options_that_make_no_sense_together_are_refused_with_the_reason(sets: list[str], says: str) -> None:
    with pytest.raises(SheetError, match=says):
        load(BJ, sets=sets)


def test_aces_split_into_two_hands_need_no_leave_to_be_split_again() -> None:
    sheet = load(BJ, sets=["split.hands.aces=2"])
    assert not sheet.rules.split.resplit_aces


def test_free_doubles_must_be_doubles_that_are_allowed() -> None:
    with pytest.raises(SheetError, match="which alone may be doubled"):
        load("free-bet-blackjack", sets=["double.totals=10,11"])


def test_new_options_leave_the_hash_of_sheets_that_do_not_use_them() -> None:
    text = 'extends = "catfish-blackjack"\ndeal.hole_card = "dealt"\ndouble.totals = []\npayouts.charlie = "none"\n'
    assert parse_sheet(text).hash == load(BJ).hash


def test_each_flip_shows_its_settlement() -> None:
    for path in ("deal.hole_card", "deal.blackjack_takes", "payouts.charlie", "double.totals", "surrender.against"):
        for scenario in FLIPS[path]:
            assert "settlement" in changed(path, scenario) & set(SHOWN)

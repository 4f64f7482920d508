"""Catfish Bend Blackjack: what may be bet, where, by how much, and for whom."""

from __future__ import annotations

import pytest
from tests.blackjack.table import (
    BJ,
    act,
    check_conserved,
    dealt,
    happened,
    money,
    open_round,
    play,
    refused,
    settled,
    shoe,
)

from pitboss.errors import IllegalAction, NotationError
from pitboss.games.actions import DoubleDown, PlaceBet, PlaceToke, Split, StartDeal, TakeBackBet
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.events import (
    BetChanged,
    BetPlaced,
    BetTakenBack,
    Called,
    InsuranceBet,
    NoBet,
    TokePlaced,
    WagerSettled,
)
from pitboss.games.holdem.round import HoldemRound
from pitboss.rules import load

TWENTY_EACH = shoe("Th Td", dealer="9h Tc")


def with_bet(cents: int = 1000, *sets: str) -> BlackjackRound:
    return open_round(BJ, TWENTY_EACH, sets=sets).act(PlaceBet(1, cents))


@pytest.mark.clause("BJ-WAG-1a")
def test_a_bet_lies_in_a_numbered_box() -> None:
    (bet,) = happened(play(BJ, shoe("Th Td", dealer="9h Tc"), bets={3: 1000}), BetPlaced)
    assert (bet.spot, bet.wager, bet.cents, bet.position, bet.clause) == (3, "main", 1000, "box", "BJ-WAG-1a")


@pytest.mark.clause("BJ-WAG-1a", "BJ-WAG-1b")
@pytest.mark.parametrize("position", ["outside", "between"])
def test_chips_outside_the_box_are_no_bet(position: str) -> None:
    round_ = open_round(BJ, TWENTY_EACH).act(PlaceBet(1, 1000)).act(PlaceBet(2, 2500, position=position))
    (no_bet,) = happened(round_, NoBet)
    assert (no_bet.spot, no_bet.cents, no_bet.position, no_bet.clause) == (2, 2500, position, "BJ-WAG-1b")
    act(round_, StartDeal(), "stand")
    assert {spot for spot, _ in dealt(round_)} == {0, 1}
    assert money(round_)["players"] == 1000
    check_conserved(round_)


@pytest.mark.clause("BJ-WAG-1b")
def test_chips_outside_the_box_are_noted_only_while_bets_are_open() -> None:
    round_ = with_bet()
    for senseless in (PlaceBet(9, 500, position="outside"), PlaceBet(2, -500, position="outside")):
        refused(round_, senseless)
    refused(round_, PlaceBet(2, 500, position="out\nside"), clause="", says="must be said")
    round_.act(StartDeal())
    refused(round_, PlaceBet(1, 500, position="outside"), clause="BJ-DEAL-2a", says="bets are locked")


@pytest.mark.clause("BJ-LIM-1a", "BJ-LIM-1b")
def test_a_bet_is_from_five_to_ten_thousand_dollars() -> None:
    round_ = open_round(BJ)
    refused(round_, PlaceBet(1, 400), clause="BJ-LIM-1a", says=r"below the minimum \$5")
    refused(round_, PlaceBet(1, 1000100), clause="BJ-LIM-1b", says=r"above the maximum \$10,000")
    round_.act(PlaceBet(1, 500)).act(PlaceBet(2, 1000000))
    assert [bet.cents for bet in happened(round_, BetPlaced)] == [500, 1000000]


@pytest.mark.clause("BJ-LIM-3")
def test_the_posted_minimum_may_be_raised_to_25_dollars_only() -> None:
    refused(open_round(BJ, sets=["table.minimum=25.00"]), PlaceBet(1, 2400), says=r"minimum \$25")
    assert not load(BJ, sets=["table.minimum=25.00"]).departures
    (departure,) = load(BJ, sets=["table.minimum=30.00"]).departures
    assert "BJ-LIM-3" in departure.clauses


@pytest.mark.clause("BJ-S1")
def test_steps_of_bets_and_insurance() -> None:
    round_ = open_round(BJ, shoe("Th Td", dealer="Ah Tc"))
    refused(round_, PlaceBet(1, 750), clause="BJ-S1", says=r"steps of \$1")
    round_.act(PlaceBet(1, 700)).act(StartDeal())
    refused(round_, "1: insure 3.25", clause="BJ-S1", says=r"steps of \$.50")
    assert happened(act(round_, "1: insure 3.50"), InsuranceBet)[0].cents == 350
    open_round(BJ, sets=["table.bet_step=0.50"]).act(PlaceBet(1, 750))
    by_dollars = play(BJ, shoe("Th Td", dealer="Ah Tc"), bets={1: 700}, sets=["insurance.step=1.00"])
    refused(by_dollars, "1: insure 3.50", says=r"steps of \$1")


@pytest.mark.clause("BJ-S2")
def test_limits_hold_for_each_spot_or_for_all_spots_of_a_player() -> None:
    most = PlaceBet(1, 1000000, player="Ann"), PlaceBet(2, 1000000, player="Ann")
    act(open_round(BJ), *most, PlaceBet(3, 500, player="Ann"))
    together = act(open_round(BJ, sets=["table.limit_scope=player"]), most[0])
    refused(together, most[1], clause="BJ-S2", says="together above the maximum")
    act(together, PlaceBet(2, 1000000, player="Bob"))


@pytest.mark.clause("BJ-DEAL-1")
def test_only_boxes_with_a_bet_are_dealt_in_and_none_joins_later() -> None:
    round_ = open_round(BJ, TWENTY_EACH)
    refused(round_, StartDeal(), clause="BJ-DEAL-1", says="nobody has bet")
    act(round_, PlaceBet(4, 1000), StartDeal())
    assert [spot for spot, _ in dealt(round_)] == [4, 0, 4, 0]
    refused(round_, PlaceBet(1, 1000), says="round is under way")


@pytest.mark.clause("BJ-DEAL-2a")
def test_bets_are_locked_once_cards_are_dealt() -> None:
    round_ = with_bet()
    act(round_, PlaceBet(1, 2000), PlaceBet(1, 500, "trilux"), TakeBackBet(1, "trilux"))
    assert [(b.before, b.cents) for b in happened(round_, BetChanged)] == [(1000, 2000)]
    assert [(b.wager, b.cents) for b in happened(round_, BetTakenBack)] == [("trilux", 500)]
    round_.act(StartDeal())
    for touch in (PlaceBet(1, 1000), TakeBackBet(1), PlaceBet(1, 100, "trilux"), PlaceToke(1, 100)):
        refused(round_, touch, clause="BJ-DEAL-2a", says="bets are locked")


@pytest.mark.clause("BJ-DEAL-2b")
@pytest.mark.parametrize("wager", ["insurance", "double", "split"])
def test_insurance_double_and_split_stakes_stay_once_made(wager: str) -> None:
    if wager == "insurance":
        round_ = play(BJ, shoe("8h 8d", "5h 6d", dealer="Ah 9c"), bets={1: 1000, 2: 1000}, answers=["1: insure 5.00"])
        refused(round_, "1: insure 4.00", clause="BJ-DEAL-2b", says="already made")
    else:
        cards = shoe("8h 8d", dealer="6h Tc", then="3s Ts 9s Tc")
        round_ = play(BJ, cards, bets={1: 1000}, answers=["split"] + ["double 5"] * (wager == "double"))
    refused(round_, TakeBackBet(1, wager), clause="BJ-DEAL-2b", says="already made")
    refused(round_, TakeBackBet(1), clause="BJ-DEAL-2a")


@pytest.mark.clause("BJ-DEAL-3a", "BJ-DEAL-3b")
def test_seven_boxes_and_no_eighth() -> None:
    round_ = open_round(BJ)
    for box in range(1, 8):
        round_.act(PlaceBet(box, 500, player=f"P{box}"))
    refused(round_, PlaceBet(8, 500, player="P8"), clause="BJ-DEAL-3a", says="7 betting boxes")
    refused(round_, PlaceBet(0, 500, player="P8"), clause="BJ-DEAL-3a")
    assert list(round_.spots) == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.clause("BJ-DEAL-5a", "BJ-DEAL-5b")
def test_a_player_on_three_spots_is_called_out_and_may_have_no_fourth() -> None:
    round_ = open_round(BJ, shoe("Th 9d", "Tc 9s", "Td 9h", "8d 9c", dealer="8s 9c"))
    for box in (1, 2, 4):
        round_.act(PlaceBet(box, 500, player="Ann"))
    refused(round_, PlaceBet(5, 500, player="Ann"), clause="BJ-DEAL-5a", says="3 spots")
    act(round_, PlaceBet(3, 500, player="Bob"), StartDeal())
    (call,) = happened(round_, Called)
    assert (call.text, call.to, call.clause) == ("Playing three", "floor", "BJ-DEAL-5b")
    assert not happened(play(BJ, shoe("Th 9d", "Tc 9s", dealer="8s 9c"), bets={1: 500, 2: 500}), Called)


# tokes


@pytest.mark.clause("BJ-TOKE-1", "BJ-TRITOKE-1", "BJ-KBTOKE-1")
@pytest.mark.parametrize(
    ("wager", "clause"),
    [("main", "BJ-TOKE-1"), ("trilux", "BJ-TRITOKE-1"), ("kings_bounty", "BJ-KBTOKE-1")],
)
@pytest.mark.parametrize("position", ["adjacent", "center"])
def test_a_toke_lies_beside_a_bet_and_belongs_to_the_dealers(wager: str, clause: str, position: str) -> None:
    round_ = with_bet()
    if wager != "main":
        refused(round_, PlaceToke(1, 150, wager), says="beside a bet")
        round_.act(PlaceBet(1, 1000, wager))
    refused(round_, PlaceToke(1, 150, wager, "elsewhere"), says="adjacent or in the center")
    round_.act(PlaceToke(1, 150, wager, position))
    (toke,) = happened(round_, TokePlaced)
    assert (toke.wager, toke.cents, toke.position, toke.clause) == (wager, 150, position, clause)
    assert (round_.spots[1].wagers[wager], round_.spots[1].tokes) == (1000, {wager: 150})
    act(round_, StartDeal(), "stand")
    owners = {event.wager: event.owner for event in happened(round_, WagerSettled)}
    assert owners[wager] == "player"
    assert owners[f"toke:{wager}"] == "dealers"
    check_conserved(round_)


@pytest.mark.clause("BJ-TOKE-2")
def test_the_toke_cap_on_the_main_bet() -> None:
    round_ = with_bet(1000000)
    refused(round_, PlaceToke(1, 100050), clause="BJ-TOKE-2", says=r"toke cap.*\$11,000")
    round_.act(PlaceToke(1, 100000))
    literal = with_bet(90000, "toke.cap=share_of_maximum")
    refused(literal, PlaceToke(1, 10100), clause="BJ-TOKE-2", says=r"toke cap.*\$1,000")
    literal.act(PlaceToke(1, 10000))
    refused(literal, PlaceBet(1, 90100), clause="BJ-TOKE-2", says="toke cap")


@pytest.mark.clause("BJ-TOKE-3")
@pytest.mark.parametrize("cents", [25, 100100])
def test_a_toke_is_from_half_a_dollar_to_a_thousand(cents: int) -> None:
    refused(with_bet(), PlaceToke(1, cents), clause="BJ-TOKE-3", says=r"from \$.50 to \$1,000")
    assert with_bet().act(PlaceToke(1, 50)).spots[1].tokes == {"main": 50}
    assert with_bet().act(PlaceToke(1, 100000)).spots[1].tokes == {"main": 100000}


@pytest.mark.clause("BJ-S1", "BJ-S11")
def test_tokes_go_in_half_dollars() -> None:
    refused(with_bet(), PlaceToke(1, 75), says=r"steps of \$.50")


@pytest.mark.clause("BJ-TRITOKE-2", "BJ-KBTOKE-2")
@pytest.mark.parametrize(
    ("wager", "most", "fits", "over", "clause"),
    [
        ("trilux", 10000, 1000, 1050, "BJ-TRITOKE-2"),
        ("kings_bounty", 2500, 250, 300, "BJ-KBTOKE-2"),
    ],
)
def test_the_toke_cap_on_side_bets(wager: str, most: int, fits: int, over: int, clause: str) -> None:
    round_ = with_bet().act(PlaceBet(1, most, wager))
    refused(round_, PlaceToke(1, over, wager), clause=clause, says="toke cap")
    refused(round_, PlaceToke(1, 25, wager), clause="BJ-TOKE-3", says=r"from \$.50")
    round_.act(PlaceToke(1, fits, wager))

    raised = with_bet().act(PlaceBet(1, 100, wager)).act(PlaceToke(1, over, wager))
    refused(raised, PlaceBet(1, most, wager), clause=clause, says="toke cap")

    literal = with_bet(1000, "toke.cap=share_of_maximum").act(PlaceBet(1, 100, wager))
    refused(literal, PlaceToke(1, fits - 50, wager), clause=clause, says="toke cap")
    literal.act(PlaceToke(1, fits - 100, wager))


@pytest.mark.clause("BJ-SPLIT-3")
def test_a_toke_rides_on_the_first_split_hand_only() -> None:
    cards = shoe("8h 8d", dealer="6h Tc", then="Ts Js Td")
    round_ = play(BJ, cards, bets={1: 1000}, tokes={1: 200}, answers=["split", "stand", "stand"])
    assert [hand.toke for hand in round_.spots[1].hands] == [200, 0]
    assert settled(round_) == [
        (1, 0, "main", 1000, "win", 1000),
        (1, 0, "toke:main", 200, "win", 200),
        (1, 1, "main", 1000, "win", 1000),
    ]
    check_conserved(round_)


@pytest.mark.clause("BJ-SPLIT-3", "BJ-S13")
def test_a_new_toke_may_ride_on_the_second_split_hand() -> None:
    cards = shoe("8h 8d", dealer="6h Tc", then="Ts Js 5d")
    round_ = play(BJ, cards, bets={1: 1000}, tokes={1: 200})
    refused(round_, Split(toke_cents=100050), clause="BJ-TOKE-3")
    refused(round_, Split(toke_cents=25), clause="BJ-TOKE-3")
    act(round_, Split(toke_cents=550), "stand", "stand")
    assert [(t.hand, t.cents, t.clause) for t in happened(round_, TokePlaced)] == [
        (0, 200, "BJ-TOKE-1"),
        (1, 550, "BJ-SPLIT-3"),
    ]
    assert settled(round_, "toke:main") == [
        (1, 0, "toke:main", 200, "lose", -200),
        (1, 1, "toke:main", 550, "lose", -550),
    ]
    check_conserved(round_)


@pytest.mark.clause("BJ-S5")
def test_a_toke_is_paid_the_odds_of_its_hand() -> None:
    cards = shoe("Ah Kd", dealer="6h Tc", then="Ts")
    follows = play(BJ, cards, bets={1: 1000}, tokes={1: 200})
    assert settled(follows, "toke:main") == [(1, 0, "toke:main", 200, "win", 300)]
    assert money(follows) == {"players": 1500 - 200, "dealers": 500, "house": -1800, "layout": 0, "stays": 0}
    flat = play(BJ, cards, bets={1: 1000}, tokes={1: 200}, sets=["toke.follows_wager=false"])
    assert settled(flat, "toke:main") == [(1, 0, "toke:main", 200, "win", 200)]


@pytest.mark.clause("BJ-S5")
def test_a_toke_on_a_side_bet_is_paid_the_odds_of_its_line() -> None:
    cards = shoe("5h 6h", dealer="7h Tc", then="Ts")
    bets = {1: {"main": 1000, "trilux": 1000}}
    follows = play(BJ, cards, bets=bets, tokes={1: {"trilux": 200}})
    assert settled(follows)[:2] == [(1, 0, "trilux", 1000, "win", 30000), (1, 0, "toke:trilux", 200, "win", 6000)]
    flat = play(BJ, cards, bets=bets, tokes={1: {"trilux": 200}}, sets=["toke.follows_wager=false"])
    assert settled(flat)[:2] == [(1, 0, "trilux", 1000, "win", 30000), (1, 0, "toke:trilux", 200, "win", 200)]


@pytest.mark.clause("BJ-S5")
def test_a_toke_is_doubled_with_its_hand_only_if_the_player_wants() -> None:
    cards = shoe("5h 6d", dealer="6h Tc", then="Ts Td")
    kept = play(BJ, cards, bets={1: 1000}, tokes={1: 200}, answers=["double"])
    assert settled(kept) == [(1, 0, "main", 2000, "win", 2000), (1, 0, "toke:main", 200, "win", 200)]
    raised = play(BJ, cards, bets={1: 1000}, tokes={1: 200}, answers=["double toke 2"])
    assert settled(raised) == [(1, 0, "main", 2000, "win", 2000), (1, 0, "toke:main", 400, "win", 400)]
    check_conserved(raised)
    never = play(BJ, cards, bets={1: 1000}, tokes={1: 200}, sets=["toke.doubles=never"])
    refused(never, "double toke 2", clause="BJ-S5", says="no toke to double")


@pytest.mark.clause("BJ-S13")
def test_a_double_for_less_raises_the_toke_by_the_same_share() -> None:
    round_ = play(BJ, shoe("5h 6d", dealer="6h Tc", then="Ts Td"), bets={1: 1000}, tokes={1: 200})
    refused(round_, DoubleDown(cents=450), clause="BJ-S13", says=r"steps of \$1")
    refused(round_, DoubleDown(cents=500, toke_cents=150), says="share")
    refused(round_, DoubleDown(toke_cents=250), says="share")
    act(round_, DoubleDown(cents=500, toke_cents=100))
    assert settled(round_) == [(1, 0, "main", 1500, "win", 1500), (1, 0, "toke:main", 300, "win", 300)]


@pytest.mark.clause("BJ-S13")
def test_under_even_money_the_toke_is_paid_even_money_too() -> None:
    cards = shoe("Ah Kd", dealer="Ac 9c")
    round_ = play(BJ, cards, bets={1: 1000}, tokes={1: 200}, answers=["1: even money"])
    assert settled(round_) == [(1, 0, "main", 1000, "win", 1000), (1, 0, "toke:main", 200, "win", 200)]
    check_conserved(round_)


@pytest.mark.clause("BJ-S11")
def test_a_pushed_toke_goes_back_or_stays_up() -> None:
    cards = shoe("Th 9d", dealer="9h Tc")
    back = play(BJ, cards, bets={1: 1000}, tokes={1: 500}, answers=["stand"])
    assert settled(back) == [(1, 0, "main", 1000, "push", 0), (1, 0, "toke:main", 500, "push", 0)]
    assert money(back) == {"players": 0, "dealers": 0, "house": 0, "layout": 0, "stays": 0}
    stays = play(BJ, cards, bets={1: 1000}, tokes={1: 500}, answers=["stand"], sets=["toke.push=stays"])
    assert settled(stays) == [(1, 0, "main", 1000, "push", 0), (1, 0, "toke:main", 500, "stays", 0)]
    assert money(stays) == {"players": -500, "dealers": 0, "house": 0, "layout": 0, "stays": 500}


# side bets


@pytest.mark.clause("BJ-TRI-2a", "BJ-TRI-2b", "BJ-KB-2a", "BJ-KB-2b", "BJ-KBLIM-1", "BJ-KBLIM-1b")
@pytest.mark.parametrize(
    ("wager", "most", "low_clause", "high_clause"),
    [("trilux", 10000, "BJ-TRI-2a", "BJ-TRI-2b"), ("kings_bounty", 2500, "BJ-KB-2a", "BJ-KB-2b")],
)
def test_the_range_of_a_side_bet(wager: str, most: int, low_clause: str, high_clause: str) -> None:
    round_ = with_bet()
    refused(round_, PlaceBet(1, 50, wager), clause=low_clause, says=r"below the minimum \$1")
    refused(round_, PlaceBet(1, most + 100, wager), clause=high_clause, says="above the maximum")
    refused(round_, PlaceBet(1, 150, wager), clause="BJ-S1", says=r"steps of \$1")
    act(round_, PlaceBet(1, 100, wager), PlaceBet(1, most, wager))
    assert round_.spots[1].wagers[wager] == most


@pytest.mark.clause("BJ-TRI-4a", "BJ-KB-1")
@pytest.mark.parametrize(("wager", "clause"), [("trilux", "BJ-TRI-4a"), ("kings_bounty", "BJ-KB-1")])
def test_a_side_bet_needs_a_blackjack_bet(wager: str, clause: str) -> None:
    refused(open_round(BJ), PlaceBet(1, 500, wager), clause=clause, says="blackjack bet is required")


@pytest.mark.clause("BJ-KB-3")
@pytest.mark.parametrize(("wager", "clause"), [("trilux", "BJ-TRI-4b"), ("kings_bounty", "BJ-KB-3")])
def test_a_side_bet_lies_in_its_marked_area(wager: str, clause: str) -> None:
    bet = happened(with_bet().act(PlaceBet(1, 500, wager)), BetPlaced)[-1]
    assert (bet.spot, bet.wager, bet.cents, bet.position, bet.clause) == (1, wager, 500, wager, clause)


@pytest.mark.clause("BJ-TRI-4b")
def test_trilux_is_bet_before_the_deal() -> None:
    round_ = with_bet().act(StartDeal())
    refused(round_, PlaceBet(1, 500, "trilux"), clause="BJ-DEAL-2a", says="under way")


@pytest.mark.clause("BJ-TRI-1a", "BJ-KB-0c", "BJ-TRI-5", "BJ-KB-4")
@pytest.mark.parametrize("side", [{}, {"trilux": 500}, {"kings_bounty": 500}, {"trilux": 500, "kings_bounty": 500}])
def test_side_bets_are_optional_and_the_deal_is_the_same(side: dict[str, int]) -> None:
    cards = shoe("Th 9d", "8h 7c", dealer="9h Tc")
    round_ = play(BJ, cards, bets={1: {"main": 1000, **side}, 2: 1000}, answers=["stand", "stand"])
    deal = [(c.spot, c.card.text, c.seen) for c in round_.events if type(c).__name__ == "CardDealt"]
    assert deal == [
        (1, "Th", "all"), (2, "8h", "all"), (0, "9h", "all"), (1, "9d", "all"), (2, "7c", "all"), (0, "Tc", "nobody"),
    ]  # fmt: skip
    assert {wager for _, _, wager, *_ in settled(round_) if wager != "main"} == set(side)
    check_conserved(round_)


@pytest.mark.clause("BJ-TRI-1b")
def test_trilux_is_for_blackjack_tables_only() -> None:
    act(with_bet(), PlaceBet(1, 500, "trilux"), PlaceBet(1, 500, "kings_bounty"))
    refused(with_bet(1000, "table.side_bets=kings_bounty"), PlaceBet(1, 500, "trilux"), says="not offered")
    refused(open_round("free-bet-blackjack").act(PlaceBet(1, 1500)), PlaceBet(1, 500, "trilux"), says="not offered")
    holdem = HoldemRound(load("ultimate-texas-holdem")).act(PlaceBet(1, 1000, "ante"))
    with pytest.raises(IllegalAction, match="no wager called trilux"):
        holdem.act(PlaceBet(1, 500, "trilux"))
    with pytest.raises(NotationError):
        load("ultimate-texas-holdem", sets=["bets.trilux.min=1.00"])

"""The deal by shuffler and by hand, what lies face down for whom, and the turning of the board."""

from __future__ import annotations

from typing import Any

import pytest
from tests.holdem.table import (
    ACES,
    BOARD,
    LOW,
    PAIR,
    act,
    bet,
    check_conserved,
    deck,
    go,
    happened,
    open_round,
    order,
    play,
    refused,
    results,
    seated,
    steps,
    texts,
    where,
)

from pitboss.cards import DECK, UNKNOWN, parse_cards
from pitboss.games import events as e
from pitboss.games.actions import CardIs, Look, Proceed, StartDeal
from pitboss.games.holdem.round import HoldemRound
from pitboss.games.poker.views import seen_by

HANDS = {1: ACES, 3: LOW, 6: "Qd 8d"}
DEALT = (e.BoardCardDealt, e.PacketDealt, e.CardBurned, e.KeyPressed, e.StubDiscarded)


def manual(hands: dict[int, str] | None = None, **more: Any) -> HoldemRound:
    """A round that waits for COIN IN."""
    return seated(HANDS if hands is None else hands, manual=True, **more).act(StartDeal())


def test_a_round_that_waits_for_the_dealer_offers_the_step_that_is_due() -> None:
    assert [(offer.action, offer.text) for offer in manual().offers()] == [(Proceed(), "go on: coin in")]


@pytest.mark.clause(
    "UTH-DEAL-5a", "UTH-DEAL-5b", "UTH-DEAL-6a", "UTH-DEAL-6c", "UTH-DEAL-7", "UTH-DEAL-9a", "UTH-DEAL-9b"
)
def test_the_shuffler_gives_the_board_packets_of_two_and_the_dealers_last() -> None:
    r = play(HANDS)
    board, packets = happened(r, e.BoardCardDealt), happened(r, e.PacketDealt)
    assert [(b.position, b.card.text, b.side) for b in board] == [
        (place, card, "right") for place, card in enumerate(BOARD.split(), start=1)
    ]
    assert {b.clause for b in board} == {"UTH-DEAL-5b"}
    assert [(p.spot, text) for p, text in zip(packets, texts(packets), strict=True)] == [*HANDS.items(), (0, PAIR)]
    assert [p.clause for p in packets] == ["UTH-DEAL-6a"] * 3 + ["UTH-DEAL-7"]
    names = order(r, *DEALT)
    assert names == ["BoardCardDealt"] * 5 + ["PacketDealt"] * 4 + ["KeyPressed", "StubDiscarded"]
    key, stub = r.events[where(r, e.KeyPressed)], r.events[where(r, e.StubDiscarded)]
    assert (key.key, key.clause) == ("END OF DEAL", "UTH-DEAL-9a")
    assert (stub.count, stub.clause) == (52 - 5 - 2 * 4, "UTH-DEAL-9b")
    check_conserved(r)


@pytest.mark.clause("UTH-DEAL-5a", "UTH-DEAL-6b", "UTH-DEAL-7", "UTH-IRR-7b")
def test_hole_cards_are_seen_by_their_owner_only_and_after_the_deal() -> None:
    r = play(HANDS, plans={1: ""})
    for player, seat in (("P1", 1), ("P3", 3), ("P6", 6), (None, 0), ("P2", 0)):
        seen = list(seen_by(r.events, player))
        dealt = [event for event in seen if isinstance(event, (e.BoardCardDealt, e.PacketDealt))]
        assert {card for event in dealt for card in getattr(event, "cards", (getattr(event, "card", None),))} == {
            UNKNOWN
        }
        known = {event.spot: event.cards for event in seen if isinstance(event, e.HoleCardsSeen)}
        assert known == {s: parse_cards(HANDS[s]) if s == seat else (UNKNOWN, UNKNOWN) for s in HANDS}


@pytest.mark.clause("UTH-DEAL-9b")
def test_no_view_ever_holds_a_card_that_was_not_turned() -> None:
    rest = [card for card in DECK if card not in parse_cards(deck(HANDS))]
    cards = deck(HANDS) + " " + " ".join(card.text for card in rest)
    r = bet(open_round(cards), 1, trips=500)
    for seat in (3, 6):
        bet(r, seat)
    go(r.act(StartDeal()), {1: "check check tuck", 3: "check check fold", 6: "4x"})
    told = {card for event in seen_by(r.events) for card in faces(event)}
    assert told == set(parse_cards(f"{BOARD} {PAIR} {HANDS[1]} {HANDS[6]}"))
    assert {card for event in seen_by(r.events, "P3") for card in faces(event)} == told | set(parse_cards(HANDS[3]))


def faces(event: e.Event) -> list[Any]:
    cards = [*getattr(event, "cards", ()), *getattr(event, "forward", ()), getattr(event, "card", UNKNOWN)]
    return [card for card in cards if card is not UNKNOWN]


@pytest.mark.clause("UTH-DEAL-6b")
def test_seats_without_wagers_get_no_cards() -> None:
    assert {packet.spot for packet in happened(play(HANDS), e.PacketDealt)} == {0, 1, 3, 6}


@pytest.mark.clause("UTH-DEAL-8")
def test_nobody_looks_before_the_dealer_has_his_cards() -> None:
    r = manual({1: ACES})
    refused(r, Look(1), clause="UTH-DEAL-8", says="when the dealer has theirs")
    steps(r, 1 + 5 + 1)  # COIN IN, the board, the player's packet
    refused(r, Look(1), clause="UTH-DEAL-8")
    steps(r, 1)
    assert [p.spot for p in happened(r, e.PacketDealt)] == [1, 0]
    act(r, Look(1))
    seen = r.events[-1]
    assert (seen.spot, seen.cards, seen.clause) == (1, parse_cards(ACES), "UTH-DEAL-8")
    count = len(r.events)
    act(r, Look(1))
    assert len(r.events) == count, "a second look tells nothing new"
    refused(r, Look(2), says="not in the round")
    refused(r, Look(1), role="dealer", says="only the player")


def test_a_cleared_hand_cannot_be_looked_at() -> None:
    r = play({1: ACES, 2: LOW}, plans={1: "check check fold", 2: "check check"}, manual=True)
    refused(r, Look(1), clause="UTH-NOQ-3", says="cleared")


@pytest.mark.clause("UTH-DEAL-11", "UTH-DEAL-13")
def test_flop_after_the_last_preflop_decision_then_turn_and_river_together() -> None:
    r = play({1: ACES, 2: LOW}, plans={1: "check", 2: ""})
    assert not happened(r, e.FlopTurned)
    act(r, "check")
    flop = r.events[-1]
    assert (texts([flop]), flop.clause) == (["2c 7d 9h"], "UTH-DEAL-11")
    act(r, "1: check", "2: check")
    river = r.events[-1]
    assert (texts([river]), river.clause) == (["Js Kd"], "UTH-DEAL-13")
    act(r, "1: 1x", "2: fold")
    streets = order(r, e.Checked, e.FlopTurned, e.TurnRiverTurned, e.PlayBetMade, e.HandFolded)
    assert streets == ["Checked"] * 2 + ["FlopTurned"] + ["Checked"] * 2 + [
        "TurnRiverTurned",
        "PlayBetMade",
        "HandFolded",
    ]


def test_the_board_is_turned_though_everybody_has_bet() -> None:
    r = play({1: ACES})
    assert texts(happened(r, e.FlopTurned, e.TurnRiverTurned)) == ["2c 7d 9h", "Js Kd"]


# --- by hand ----------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-HAND-1", "UTH-HAND-2a", "UTH-HAND-2b")
def test_by_hand_the_board_goes_from_the_left_and_two_cards_to_each_the_dealer_last() -> None:
    r = play(HANDS, by_hand=True)
    board = happened(r, e.BoardCardDealt)
    assert [(b.position, b.side, b.clause) for b in board] == [(n, "left", "UTH-HAND-1") for n in range(1, 6)]
    packets = happened(r, e.PacketDealt)
    assert [(p.spot, len(p.cards)) for p in packets] == [(1, 2), (3, 2), (6, 2), (0, 2)]
    assert order(r, *DEALT) == ["BoardCardDealt"] * 5 + ["PacketDealt"] * 4 + ["StubDiscarded"], "and no key is pressed"
    assert happened(r, e.StubDiscarded)[0].count == 39
    assert texts(happened(r, e.FlopTurned)) == ["2c 7d 9h"], "the flop is the first three dealt, whatever the side"


@pytest.mark.clause("UTH-HAND-2a")
def test_by_hand_a_house_may_deal_one_card_at_a_time() -> None:
    first, second = ["As", "Tc", "Qd", "Kh"], ["Ah", "3d", "8d", "3s"]
    r = bet(open_round(" ".join([BOARD, *first, *second]), by_hand=True, sets=["hand_deal_packets=one"]), 1)
    go(bet(bet(r, 3), 6).act(StartDeal()))
    packets = happened(r, e.PacketDealt)
    assert [(p.spot, p.cards[0].text) for p in packets] == list(zip([1, 3, 6, 0] * 2, first + second, strict=True))
    assert order(r, e.PacketDealt, e.HoleCardsSeen) == ["PacketDealt"] * 8 + ["HoleCardsSeen"] * 3
    assert r.net() == play(HANDS).net()
    with_shuffler = play(HANDS, sets=["hand_deal_packets=one"])
    assert {len(p.cards) for p in happened(with_shuffler, e.PacketDealt)} == {2}


def test_one_card_at_a_time_nobody_looks_between_the_passes() -> None:
    r = seated({1: ACES}, manual=True, by_hand=True, sets=["hand_deal_packets=one"]).act(StartDeal())
    steps(r, 1 + 5 + 2)
    assert len(r.dealer) == 1
    refused(r, Look(1), clause="UTH-DEAL-8")
    steps(r, 2)
    act(r, Look(1))


# --- burn cards -------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-S8")
def test_no_card_is_burned_unless_the_sheet_says_so() -> None:
    assert not happened(play(HANDS), e.CardBurned)
    r = bet(open_round(f"4c 2c 7d 9h 4d Js Kd {ACES} {PAIR}", sets=["burn_board=true"]), 1)
    go(r.act(StartDeal()))
    assert order(r, e.BoardCardDealt, e.CardBurned) == [
        "CardBurned", *["BoardCardDealt"] * 3, "CardBurned", *["BoardCardDealt"] * 2,
    ]  # fmt: skip
    assert [(b.card.text, b.why, b.clause) for b in happened(r, e.CardBurned)] == [
        ("4c", "board", "UTH-S8"), ("4d", "board", "UTH-S8"),
    ]  # fmt: skip
    assert texts(happened(r, e.FlopTurned, e.TurnRiverTurned)) == ["2c 7d 9h", "Js Kd"]
    assert happened(r, e.StubDiscarded)[0].count == 52 - 5 - 2 - 4
    assert {event.card for event in seen_by(r.events, "P1") if isinstance(event, e.CardBurned)} == {UNKNOWN}
    check_conserved(r)


# --- a staffed table --------------------------------------------------------------------------------------


def test_at_a_staffed_table_the_dealer_does_each_step() -> None:
    r = manual({1: ACES, 2: LOW})
    asked = []
    while r.question is not None and r.question.kind == "proceed":
        asked.append((r.agenda[-1][0], r.question.spot))
        r.act(Proceed(), role="dealer")
    assert asked == [
        ("coin_in", 0), *[("deal_board", 0)] * 5, ("deal_packet", 1), ("deal_packet", 2), ("deal_packet", 0),
        ("end_of_deal", 0),
    ]  # fmt: skip
    refused(r, Proceed(), role="dealer", says="nothing for the dealer")
    act(r, "1: check", "2: check")
    refused(r, "1: check", clause="UTH-S4", says="nobody's turn")
    refused(r, Proceed(), role="player", says="only the dealer")
    go(r, {1: "2x", 2: "check 1x"})
    assert r.over
    automatic = play({1: ACES, 2: LOW}, plans={1: "check 2x", 2: "check check 1x"})
    assert [x for x in r.events if not isinstance(x, e.HoleCardsSeen)] == [
        x for x in automatic.events if not isinstance(x, e.HoleCardsSeen)
    ], "but nobody has looked"


def tell(r: HoldemRound, cards: str) -> HoldemRound:
    return act(r, *(CardIs(card) for card in parse_cards(cards)))


@pytest.mark.clause("UTH-SHUF-2a")
@pytest.mark.parametrize("staffed", [False, True])
def test_with_declared_cards_each_face_is_told_when_it_is_turned(staffed: bool) -> None:
    bets, plans = {2: {"trips": 500}}, {1: "check 2x", 2: "check check tuck"}
    r = play({1: ACES, 2: LOW}, bets=bets, plans={1: "check", 2: "check"}, declared=True, manual=staffed)
    assert {card for p in happened(r, e.PacketDealt) for card in p.cards} == {UNKNOWN}
    assert r.question is not None
    assert (r.question.kind, r.question.role) == ("card", "dealer")
    refused(r, CardIs(UNKNOWN), says="must be named")
    tell(r, "2c 7d")
    refused(r, CardIs(parse_cards("2c")[0]), clause="UTH-SHUF-2a", says="2c has come out once")
    tell(r, "9h")
    assert texts(happened(r, e.FlopTurned)) == ["2c 7d 9h"]
    go(r, {1: "2x", 2: "check"})
    tell(r, "Js Kd")
    go(r, {2: "tuck"})
    tell(r, PAIR)
    assert texts(happened(r, e.DealerShown)) == [PAIR]
    tell(r, LOW)  # seat 2 is opened first
    go(r)
    assert (r.question.kind, r.question.spot) == ("card", 1)
    go(tell(r, ACES))
    known = play({1: ACES, 2: LOW}, bets=bets, plans=plans)
    assert r.over
    assert r.net() == known.net() == {1: 3000, 2: -2500}
    assert [x for x in r.events if isinstance(x, e.WagerSettled)] == [
        x for x in known.events if isinstance(x, e.WagerSettled)
    ]


def test_with_declared_cards_a_winning_straight_is_paid_and_mucked_hands_stay_unknown() -> None:
    r = play({1: ACES, 2: LOW}, declared=True, plans={2: "check check muck"}, bets={2: {"trips": 500}})
    go(tell(r, "2c 7d 9h"), {2: "check muck"})
    go(tell(r, "Js Kd"), {2: "muck"})
    assert texts(happened(r, e.CardsDiscarded)) == ["?? ??"]
    tell(tell(r, PAIR), "Tc 8s")
    assert results(r, 1)["blind"] == ("win", 1000)
    assert r.net() == {1: 60_00, 2: -25_00}
    check_conserved(r)


def test_an_award_under_the_limit_waits_until_all_hands_are_open() -> None:
    sets = ["aggregate.pays_from=1:1", "aggregate.limit=15.00"]
    r = play({1: ACES, 2: LOW, 3: LOW}, declared=True, sets=sets)
    tell(tell(tell(r, "2c 7d 9h"), "Js Kd"), PAIR)
    tell(r, "Tc 8c")
    assert not happened(r, e.HandExposed), "a straight at odds under the limit: first the others are opened"
    assert r.question is not None
    assert (r.question.kind, r.question.spot) == ("card", 2)
    tell(tell(r, ACES), "Th 8h")
    assert [x.spot for x in happened(r, e.HandExposed)] == [3, 2, 1]
    assert results(r, wager="blind") == {3: ("win", 750), 2: ("push", 0), 1: ("win", 750)}
    check_conserved(r)


def test_a_deck_that_runs_out_voids_the_round() -> None:
    r = bet(open_round("2c 7d 9h Js Kd As"), 1, progressive=500).act(StartDeal())
    assert r.over
    assert r.net() == {1: 0}
    assert texts(happened(r, e.CardsDiscarded)) == ["As", BOARD]

"""A card too many in hold'em: dealt by mistake, found at the latest when the deal ends."""

from __future__ import annotations

import pytest
from tests.holdem.table import happened, refused

from pitboss.cards import parse_cards
from pitboss.games import events as e
from pitboss.games.actions import Deal, Declare, PlaceBet, Proceed, StartDeal
from pitboss.games.events import PacketDealt
from pitboss.games.holdem.round import HoldemRound
from pitboss.rules import load

CARDS = "2c 7d 9h Js Kd As Ah 4c Kh 3s 5d 6d 8d"


def dealing(cards_out: int, *, declared: bool = False) -> HoldemRound:
    """A deal to two seats by a dealer, with this many of the nine cards and packets out."""
    round_ = HoldemRound(load("ultimate-texas-holdem"), None if declared else parse_cards(CARDS), automatic=False)
    for box in (1, 2):
        for wager in ("ante", "blind"):
            round_.act(PlaceBet(box, 1000, wager, f"player {box}"))
    round_.act(StartDeal()).act(Proceed())
    for _ in range(cards_out):
        round_.act(Proceed())
    return round_


def go(round_: HoldemRound) -> HoldemRound:
    while round_.question is not None and round_.question.kind == "proceed":
        round_.act(Proceed())
    return round_


@pytest.mark.clause("UTH-IRR-3")
@pytest.mark.parametrize("spot", [0, 1, 2])
@pytest.mark.parametrize("declared", [False, True])
def test_a_third_card_voids_the_round_when_the_deal_ends(spot: int, declared: bool) -> None:
    round_ = dealing(7 if spot else 6, declared=declared).act(Deal(spot))
    go(round_)
    assert [case.kind for case in happened(round_, e.IrregularityDeclared)] == ["wrong_count"]
    assert [(gone.why, gone.clause) for gone in happened(round_, e.RoundVoided)] == [("wrong_count", "UTH-IRR-3")]
    assert [len(packet.cards) for packet in happened(round_, PacketDealt) if packet.spot == spot] in ([2, 1], [1, 2])
    assert round_.over
    assert round_.net() == {1: 0, 2: 0}


@pytest.mark.clause("UTH-IRR-3")
def test_it_may_be_declared_before_the_deal_ends() -> None:
    round_ = go(dealing(7).act(Deal(1)).act(Declare("wrong_count", spot=1)))
    assert round_.over
    assert len(happened(round_, e.RoundVoided)) == 1


def test_cards_that_are_due_are_dealt_as_they_are_due() -> None:
    round_ = dealing(5).act(Deal(1))
    assert round_.events == dealing(6).events


def test_no_card_is_dealt_beside_the_deal() -> None:
    refused(dealing(7), Deal(5), clause="", says="seat 5 is not in the round")
    refused(go(dealing(7)), Deal(1), says="no card of the deal is due")
    refused(dealing(0), Deal(1), says="no card of the deal is due")

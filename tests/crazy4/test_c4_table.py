"""Wagers, deal, decisions in turn, irregularities, decks and the progressive at Crazy 4 Poker."""

from __future__ import annotations

import pytest
from tests.crazy4.table import (
    C4,
    KINGS,
    NINES,
    bet,
    check_conserved,
    go,
    happened,
    open_round,
    order,
    play,
    refused,
    results,
    seated,
    where,
)
from tests.shoe.test_shoe_rotation import BLUE, RED, Pit

from pitboss.cards import UNKNOWN, cards_text, parse_cards
from pitboss.games import events as e
from pitboss.games.actions import (
    Deal,
    Declare,
    Fold,
    JackpotPaid,
    Look,
    PlaceBet,
    PlaceToke,
    PlayBet,
    Proceed,
    Reshuffled,
    Rule,
    StartDeal,
)
from pitboss.games.crazy4 import Crazy4Round
from pitboss.games.poker.views import seen_by
from pitboss.rules import load
from pitboss.rules.placard import placard
from pitboss.rules.register import register
from pitboss.shoe import ShuffleRules, shuffle_rules

ACES, LOW = "Ac Ad 8s 5h 3c", "Jc Th 8d 6c 4d"
ROYAL, SUITED_RUN = "As Ks Qs Js Ts", "5h 6h 7h 8h 9h"
FULL = "8c 8d 8h 2c 2h"


@pytest.mark.clause("C4-META-1")
def test_the_register_says_that_these_rules_are_the_houses_own() -> None:
    assert {prefix for prefix, document in register().items() if document.own} == {"C4"}
    notes = placard(load(C4)).notes
    assert "Unapproved." in notes[0].text
    assert notes[0].clauses == ("C4-META-1",)


# --- wagers -----------------------------------------------------------------------------------------------


@pytest.mark.clause("C4-BET-1", "C4-BET-2", "C4-BET-4")
def test_ante_and_super_bonus_keep_to_limits_and_steps() -> None:
    r = open_round("")
    for cents, clause in ((400, "C4-BET-1"), (5100, "C4-BET-2"), (550, "C4-BET-4")):
        refused(r, PlaceBet(spot=1, cents=cents, wager="ante"), clause=clause)
        refused(r, PlaceBet(spot=1, cents=cents, wager="super_bonus"), clause=clause)
    half = open_round("", sets=["table.bet_step=0.50"])
    assert half.act(PlaceBet(spot=1, cents=550, wager="ante")).seats[1].ante == 550


@pytest.mark.clause("C4-BET-3")
def test_no_deal_before_ante_and_super_bonus_are_both_there_and_equal() -> None:
    r = open_round("").act(PlaceBet(spot=1, cents=500, wager="ante"))
    refused(r, StartDeal(), clause="C4-BET-3", says="Ante and Super Bonus must be equal")
    refused(r, PlaceBet(spot=1, cents=600, wager="super_bonus"), clause="C4-BET-3", says="must be equal")


@pytest.mark.clause("C4-BET-5", "C4-QU-1")
def test_queens_up_and_the_progressive_are_optional_and_queens_up_has_its_limits() -> None:
    assert not {"queens_up", "progressive"} & {*results(play({1: ACES}), 1)}
    both = play({1: ACES}, bets={1: {"queens_up": 500, "progressive": 500}})
    assert {"queens_up", "progressive"} <= {*results(both, 1)}
    r = bet(open_round(""), 1)
    for cents in (50, 5100):
        refused(r, PlaceBet(spot=1, cents=cents, wager="queens_up", player="P1"), clause="C4-QU-1")
    without = bet(open_round("", sets=["side_bets=progressive"]), 1)
    refused(without, PlaceBet(spot=1, cents=500, wager="queens_up", player="P1"), says="Queens Up is not")


@pytest.mark.clause("C4-BET-6", "C4-BET-7")
def test_six_seats_and_one_hand_for_each_player() -> None:
    r = bet(open_round(""), 1, player="Ann")
    refused(r, PlaceBet(spot=7, cents=500, wager="ante"), clause="C4-BET-6", says="6 seats")
    refused(r, PlaceBet(spot=2, cents=500, wager="ante", player="Ann"), clause="C4-BET-7", says="1 hand")
    assert bet(open_round("", sets=["table.seats=7"]), 7).seats
    two = bet(open_round("", sets=["table.hands_per_player=2"]), 1, player="Ann")
    assert len(bet(two, 2, player="Ann").seats) == 2


@pytest.mark.clause("C4-BET-8")
def test_wagers_are_locked_with_the_deal() -> None:
    r = play({1: ACES}, plans={1: ""})
    assert happened(r, e.BetsLocked)[0].clause == "C4-BET-8"
    refused(r, PlaceBet(spot=1, cents=2000, wager="ante", player="P1"), says="locked")


@pytest.mark.clause("C4-PROG-2")
def test_the_progressive_comes_after_ante_and_super_bonus() -> None:
    r = open_round("")
    refused(r, PlaceBet(spot=1, cents=500, wager="progressive"), clause="C4-PROG-2", says="Ante and Super Bonus")
    refused(r, PlaceBet(spot=1, cents=500, wager="queens_up"), clause="C4-PROG-2")


@pytest.mark.clause("C4-TOKE-1", "C4-TOKE-3", "C4-TOKE-4")
def test_tokes_lie_beside_every_wager_but_the_progressive_within_their_range_and_cap() -> None:
    r = bet(open_round(""), 1, 5000, queens_up=500, progressive=500)
    for cents, clause in ((25, "C4-TOKE-1"), (5050, "C4-TOKE-1"), (75, "C4-TOKE-1"), (550, "C4-TOKE-4")):
        refused(r, PlaceToke(spot=1, cents=cents, wager="ante"), clause=clause)
    refused(r, PlaceToke(spot=1, cents=100, wager="progressive"), clause="C4-TOKE-3")
    for wager in ("ante", "super_bonus", "queens_up"):
        r.act(PlaceToke(spot=1, cents=500, wager=wager))
    assert happened(r, e.TokePlaced)[0].clause == "C4-TOKE-1"
    quarter = bet(open_round("", sets=["toke.step=1.00", "toke.minimum=1.00"]), 1)
    refused(quarter, PlaceToke(spot=1, cents=150, wager="ante"), says="steps of")
    share = bet(open_round("", sets=["toke.cap=share_of_maximum"]), 1)
    refused(share, PlaceToke(spot=1, cents=100, wager="ante"), says="toke cap")
    bets = seated({1: ACES}).act(StartDeal()).act(PlayBet(3, toke_cents=5000))
    assert results(bets, 1)["toke:play"] == ("win", 5000)


# --- the deal ---------------------------------------------------------------------------------------------


@pytest.mark.clause("C4-DEAL-1", "C4-DEAL-2", "C4-DEAL-4", "C4-GAME-2")
def test_packets_of_five_from_the_left_the_dealer_last_and_the_stub_unseen() -> None:
    r = play({1: ACES, 3: LOW}, plans={1: ""})
    packets = happened(r, e.PacketDealt)
    assert [(packet.spot, len(packet.cards)) for packet in packets] == [(1, 5), (3, 5), (0, 5)]
    assert [packet.clause for packet in packets] == ["C4-DEAL-1", "C4-DEAL-1", "C4-DEAL-2"]
    assert order(r, e.PacketDealt, e.KeyPressed, e.StubDiscarded)[-2:] == ["KeyPressed", "StubDiscarded"]
    stub = r.events[where(r, e.StubDiscarded)]
    assert (stub.count, stub.clause) == (52 - 15, "C4-DEAL-4")
    for player, own in (("P1", 1), ("P3", 3), (None, 0)):
        seen = {event.spot: event.cards for event in seen_by(r.events, player) if isinstance(event, e.HoleCardsSeen)}
        assert {spot for spot, cards in seen.items() if UNKNOWN not in cards} == {own} - {0}


@pytest.mark.clause("C4-DEAL-3")
def test_nobody_looks_before_the_dealer_has_cards() -> None:
    r = seated({1: ACES}, manual=True).act(StartDeal())
    r.act(Proceed()).act(Proceed())  # COIN IN and the player's packet
    refused(r, Look(1), clause="C4-DEAL-3")
    r.act(Proceed()).act(Look(1))
    assert (r.events[-1].cards, r.events[-1].clause) == (parse_cards(ACES), "C4-DEAL-3")


@pytest.mark.clause("C4-DEAL-5")
def test_by_hand_five_together_or_one_at_a_time() -> None:
    hands = {1: ACES, 2: LOW}
    together = play(hands, by_hand=True, plans={1: ""})
    assert [len(packet.cards) for packet in happened(together, e.PacketDealt)] == [5, 5, 5]
    assert not [key for key in happened(together, e.KeyPressed) if key.key == "END OF DEAL"]
    singly = play(hands, by_hand=True, plans={1: ""}, sets=["hand_deal_packets=one"])
    assert [(packet.spot, len(packet.cards)) for packet in happened(singly, e.PacketDealt)] == [
        (1, 1),
        (2, 1),
        (0, 1),
    ] * 5


@pytest.mark.clause("C4-PLAY-1")
def test_players_decide_in_turn_or_where_the_house_says_so_in_any_order() -> None:
    r = play({1: ACES, 2: LOW}, plans={1: ""})
    refused(r, Fold(spot=2), clause="C4-PLAY-1", says="seat 2")
    free = play({1: ACES, 2: LOW}, plans={1: ""}, sets=["decision_order=any_order"])
    free.act(Fold(spot=2)).act(PlayBet(1, spot=1))
    assert free.over


@pytest.mark.clause("C4-S1")
def test_silence_folds_or_bets_as_the_sheet_says() -> None:
    assert play({1: ACES}, plans={1: ""}).timeout_answer() == Fold(spot=1)
    assert play({1: ACES}, plans={1: ""}, sets=["timeout.decision=bet"]).timeout_answer() == PlayBet(1, spot=1)


# --- irregularities ---------------------------------------------------------------------------------------


def dealing(hands: dict[int, str] | None = None) -> Crazy4Round:
    """A round by a dealer with every optional bet in box 1, the first packet out."""
    bets = {1: {"queens_up": 500, "progressive": 500}}
    r = seated(hands or {1: ACES, 2: LOW}, f"{NINES} Ts", manual=True, bets=bets).act(StartDeal())
    return r.act(Proceed()).act(Proceed())


def void(r: Crazy4Round, clause: str) -> None:
    assert happened(r, e.RoundVoided)[0].clause == clause
    go(r)
    assert set(results(r, 1).values()) == {("void", 0)}
    assert {done.hand for done in r.settlements} == {0}
    assert r.net() == dict.fromkeys(r.seats, 0), "every wager has gone back, the progressive too"
    check_conserved(r)


@pytest.mark.clause("C4-IRR-1", "C4-IRR-6")
@pytest.mark.parametrize(("kind", "clause"), [("faceup_card", "C4-IRR-1"), ("dealing_jam", "C4-IRR-6")])
def test_a_card_face_up_and_a_device_that_fails_void_the_deal(kind: str, clause: str) -> None:
    r = dealing().act(Declare(kind))
    void(r, clause)
    stubs = happened(r, e.StubDiscarded)
    assert [(stub.count, stub.clause) for stub in stubs] == [(47, "C4-IRR-6")]
    refused(play({1: ACES}, plans={1: ""}), Declare(kind), clause=clause)


@pytest.mark.clause("C4-IRR-2")
def test_a_card_drawn_in_error_and_not_seen_is_used() -> None:
    r = dealing().act(Declare("card_drawn_in_error"))
    assert happened(r, e.UnseenCardUsed)[0].clause == "C4-IRR-2"
    go(r)
    assert r.over
    assert not r.voided
    packets = {packet.spot: cards_text(packet.cards) for packet in happened(r, e.PacketDealt)}
    assert packets | {0: ""} == {1: ACES, 2: LOW, 0: ""}, "nobody misses a card"


@pytest.mark.clause("C4-IRR-3")
def test_a_wrong_number_of_cards_voids_the_round() -> None:
    r = dealing().act(Deal(1))  # a sixth card
    while r.question is not None and r.question.kind == "proceed":
        r.act(Proceed())
    void(r, "C4-IRR-3")
    later = play({1: ACES}, plans={1: ""}).act(Declare("wrong_count", spot=1))
    void(later, "C4-IRR-3")


@pytest.mark.clause("C4-IRR-4")
def test_a_dealers_card_seen_voids_the_round_until_all_have_decided() -> None:
    void(play({1: ACES}, plans={1: ""}).act(Declare("dealer_card_exposed")), "C4-IRR-4")
    late = seated({1: ACES}, manual=True).act(StartDeal())
    for _ in range(4):
        late.act(Proceed())
    late.act(PlayBet(1)).act(Declare("dealer_card_exposed"))
    assert not late.voided


@pytest.mark.clause("C4-IRR-5")
def test_a_failed_shuffle_is_done_again_and_the_bets_stand() -> None:
    r = seated({1: ACES}, manual=True).act(StartDeal()).act(Declare("shuffler_jam"))
    r.act(Reshuffled(parse_cards(f"{LOW} {KINGS}")))
    go(r)
    assert results(r, 1)["ante"] == ("lose", -1000)
    back = seated({1: ACES}, manual=True, sets=["shuffler_jam_bets=returned"]).act(StartDeal())
    void(back.act(Declare("shuffler_jam")), "C4-IRR-5")


@pytest.mark.clause("C4-IRR-7")
@pytest.mark.parametrize("ground", ["showing", "verbal", "looking", "other"])
def test_a_hand_that_was_told_may_be_void_and_its_wagers_taken(ground: str) -> None:
    r = play({1: ACES, 2: LOW}, plans={1: ""})
    refused(r, Declare("information_shared", spot=1, note="guess"), clause="C4-IRR-7")
    r.act(Declare("information_shared", spot=1, note=ground)).act(Rule("void_and_forfeit"), role="supervisor")
    assert results(go(r), 1) == {"ante": ("lose", -1000), "super_bonus": ("lose", -1000)}
    by_manager = play({1: ACES}, plans={1: ""}, sets=["collusion_ruling_role=shift_manager"])
    by_manager.act(Declare("information_shared", spot=1, note=ground))
    refused(by_manager, Rule("no_action"), role="supervisor", clause="C4-IRR-7")
    assert not by_manager.act(Rule("no_action"), role="shift_manager").seats[1].out


@pytest.mark.clause("C4-SHUF-7")
def test_a_deck_that_ends_before_the_deal_voids_the_round() -> None:
    short = f"{ACES} Kc Kd 7s"
    r = bet(open_round(short), 1).act(StartDeal())
    assert (r.voided, happened(r, e.RoundVoided)[0].clause) == (True, "C4-IRR-3")
    ruled = bet(open_round(short, sets=["bad_deck=supervisor"], manual=True), 1).act(StartDeal())
    for _ in range(3):
        ruled.act(Proceed())
    assert (ruled.question.kind, ruled.question.role) == ("ruling", "supervisor")  # type: ignore[union-attr]
    assert ruled.act(Rule("void"), role="supervisor").voided
    assert happened(ruled, e.Ruled)[0].clause == "C4-SHUF-7"


def rules_of(name: str, *sets: str) -> ShuffleRules:
    return shuffle_rules(load(name, sets=sets))


# --- decks ------------------------------------------------------------------------------------------------


@pytest.mark.clause("C4-SHUF-1", "C4-SHUF-2", "C4-SHUF-3")
def test_two_decks_take_turns_each_shuffled_for_its_round() -> None:
    pit = Pit(rules_of(C4))
    assert pit.refused("start_round") == "C4-SHUF-3"
    assert [name for name, _ in pit.do("shuffle", pit.source)] == ["cut_card_placed", "riffle", "to_shuffler"]
    assert [pit.ready().round() for _ in range(4)] == ["A", "B", "A", "B"]
    again = pit.do("shuffle", pit.source)
    assert again[0] == ("discards_taken", "C4-SHUF-3")
    assert again[-1] == ("to_shuffler", "C4-SHUF-1")
    one = Pit(rules_of(C4, "decks_in_rotation=1"), (RED,))
    assert [one.ready().round() for _ in range(2)] == ["A", "A"]
    (ended,) = happened(play({1: ACES}), e.RoundEnded)
    assert (ended.shuffle_due, ended.clause) == (True, "C4-SHUF-1")


@pytest.mark.clause("C4-SHUF-4", "C4-SHUF-5")
def test_by_hand_only_while_the_shuffler_is_out_of_order() -> None:
    pit = Pit(rules_of(C4), (RED, BLUE))
    assert pit.refused("deal_by_hand") == "C4-SHUF-4"
    pit.by_hand()
    steps = [
        (name, clause) for name, clause in pit.do("shuffle", pit.source) if name in ("riffle", "strip", "dealer_cut")
    ]
    assert [name for name, _ in steps] == ["riffle", "strip", "riffle", "strip", "riffle", "dealer_cut"]
    assert {clause for _, clause in steps} == {"C4-SHUF-5"}
    pit.round(25)
    assert pit.refused("start_round") == "C4-SHUF-5", "again after every round"
    assert ("dealer_cut", "C4-SHUF-5") in pit.do("shuffle", pit.source)
    assert pit.state.can_start_round()


@pytest.mark.clause("C4-SHUF-6")
def test_a_new_dealer_has_the_deck_counted_by_hand_or_always() -> None:
    for sets, due in (((), False), (("count_on_new_dealer=always",), True)):
        pit = Pit(rules_of(C4, *sets)).ready()
        pit.do("tap_in", "Bo")
        assert pit.state.count_due is due
    by_hand = Pit(rules_of(C4)).by_hand().ready()
    by_hand.do("tap_in", "Bo")
    assert by_hand.refused("start_round") == "C4-SHUF-6"


# --- the progressive --------------------------------------------------------------------------------------

METERS = {"major": 2_500_000, "minor": 160_000}


@pytest.mark.clause("C4-PROG-1", "C4-PROG-6")
@pytest.mark.parametrize(
    ("hand", "pays", "clause"),
    [
        (ROYAL, 2_500_000, "UTH-PTAB-1a"),
        (SUITED_RUN, 160_000, "UTH-PTAB-2a"),
        (FULL, 25_000, "UTH-PTAB-4"),  # a hand of five cards, though three of a kind plays
        ("8c 8d 8h 2c 4h", 4500, "UTH-PTAB-7"),
    ],
)
def test_the_progressive_looks_at_five_cards_and_pays_by_the_clauses_of_the_link(
    hand: str, pays: int, clause: str
) -> None:
    r = play({1: hand}, bets={1: {"progressive": 500}}, meters=METERS)
    (award,) = [done for done in r.settlements if done.wager == "progressive_award"]
    assert (award.pays, award.clause) == (pays, clause)


@pytest.mark.clause("C4-PROG-6", "C4-RANK-1")
def test_four_to_a_flush_play_but_win_no_progressive() -> None:
    r = play({1: "2s 5s 9s Ks 8d"}, bets={1: {"progressive": 500}}, meters=METERS)
    assert results(r, 1)["super_bonus"] == ("win", 1500)
    assert results(r, 1)["progressive_award"] == ("lose", 0)


@pytest.mark.clause("C4-PROG-1", "C4-SET-7")
def test_a_hit_waits_for_the_link_and_brings_envy_at_the_end() -> None:
    bets = {1: {"progressive": 500}, 2: {"progressive": 500}}
    r = play({1: LOW, 2: ROYAL}, plans={1: "fold"}, bets=bets)
    assert r.question == ("jackpot", "shift_manager", 2, 0)
    assert results(r, 1)["progressive_award"] == ("lose", 0)  # settled after the hit, and before the meter is paid
    r.act(JackpotPaid(2, "major", 2_000_000), role="shift_manager")
    assert results(r, 1)["envy"] == ("win", 500_000)
    assert where(r, e.WagerSettled, wager="envy") > where(r, e.WagerSettled, wager="progressive_award", spot=2)
    check_conserved(r)


@pytest.mark.clause("C4-PROG-1")
def test_the_game_goes_on_without_the_link() -> None:
    r = bet(open_round(f"{ACES} {NINES}", link_up=False), 1)
    refused(r, PlaceBet(spot=1, cents=500, wager="progressive", player="P1"), clause="UTH-PMULT-4")
    assert go(r.act(StartDeal())).over

"""The table across its rounds: opening, boxes and spots, who waits, the cards between rounds, closing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import UNKNOWN, Card, parse_cards
from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games import events as e
from pitboss.games.actions import Check, PlayBet
from pitboss.games.events import BoardCardDealt
from pitboss.rules import load
from pitboss.shoe import Deck, DeclaredSource, SeededChance, SeededSource, fresh_decks
from pitboss.shoe import Event as ShoeEvent
from pitboss.table import Happening, Table
from pitboss.table import events as t

BJ, FB, GC, V5 = "catfish-blackjack", "free-bet-blackjack", "games-of-chance-blackjack", "blackjack-v5"
ALL = (BJ, FB, GC, V5)
UTH = "ultimate-texas-holdem"


class Pit:
    """A table that is told what to do by name, keeps every event, and sees that a refusal changes nothing."""

    def __init__(self, sheet: str = BJ, *sets: str, source: Any = None) -> None:
        self.table, events = Table.open(load(sheet, sets=sets))
        self.log: list[Happening] = list(events)
        self.source = source or SeededSource("pit")

    def do(self, action: str, *args: Any, **kwargs: Any) -> tuple[Happening, ...]:
        self.table, events = getattr(self.table, action)(*args, **kwargs)
        self.log += events
        return events

    def refused(self, action: str, *args: Any, **kwargs: Any) -> IllegalAction:
        before, key = self.table, hash(self.table)
        for name in (f"check_{action}", action):
            if hasattr(self.table, name):
                with pytest.raises(IllegalAction) as refusal:
                    getattr(self.table, name)(*args, **kwargs)
        if hasattr(self.table, f"can_{action}"):
            assert not getattr(self.table, f"can_{action}")(*args, **kwargs)
        assert (self.table, hash(self.table)) == (before, key)
        return refusal.value

    def seat(self, *boxes: tuple[str, int]) -> Pit:
        for player, box in boxes:
            self.do("sit", player, box)
        return self

    def ready(self) -> Pit:
        """Shuffled, cut and burned, and a round open for bets."""
        if self.table.round is None:
            self.do("prepare", self.source)
            self.do("start_round")
        return self

    def bet(self, box: int, cents: int = 1000, **more: Any) -> tuple[Happening, ...]:
        bet = a.PlaceBet(spot=box, cents=cents, player=self.table.holder(box), **more)
        return self.do("act", bet, by=self.table.holder(box))

    def no_bet(self, box: int, cents: int = 1000) -> IllegalAction:
        return self.refused("act", a.PlaceBet(spot=box, cents=cents, player=self.table.holder(box)))

    def stack(self, cards: str) -> Pit:
        """Bring these cards to the mouth of the shoe, in exchange for others."""
        shoe = self.table.ceremony.shoe
        assert shoe is not None
        order = list(shoe.order)
        for at, card in enumerate(parse_cards(cards), shoe.drawn):
            other = order.index(card, at)
            order[at], order[other] = order[other], order[at]
        ceremony = replace(self.table.ceremony, shoe=replace(shoe, order=tuple(order)))
        self.table = msgspec.structs.replace(self.table, cards=ceremony)
        return self

    def play_out(self) -> tuple[Happening, ...]:
        """The rest of the round as silence would have it."""
        log: list[Happening] = []
        while self.table.round is not None and not self.table.round.over:
            question, answer = self.table.round.question, self.table.round.timeout_answer()
            assert question is not None
            if question.kind == "wagers":
                answer = a.StartDeal()
            elif question.kind == "reshuffle":
                answer = a.Reshuffled(self.table.rack)
            assert answer is not None, question
            log += self.do("act", answer)
        return (*log, *self.do("end_round"))

    def play(self, *boxes: int, cents: int = 1000) -> tuple[Happening, ...]:
        """A whole round on these boxes."""
        self.ready()
        for box in boxes:
            self.bet(box, cents)
        return self.play_out()


def of(events: Iterable[Happening], *kinds: Any) -> list[Any]:
    """The events of these kinds; a text names an event of the shoe."""
    names = [kind for kind in kinds if isinstance(kind, str)]
    types = tuple(kind for kind in kinds if not isinstance(kind, str))
    return [v for v in events if (isinstance(v, ShoeEvent) and v.name in names) or isinstance(v, types)]


# opening


def test_a_table_of_ones_own_opens_on_a_sheet_that_departs() -> None:
    """What a house may open is for its floor to say."""
    table, _ = Table.open(load(BJ, sets=["cards.decks=8", "dealer.soft_17=stand"]))
    assert len(table.sheet.departures) == 2


@pytest.mark.clause("GC-EQUIP-5")
@pytest.mark.parametrize("method", ["manual", "machine"])
def test_a_shuffler_is_the_houses_choice(method: str) -> None:
    pit = Pit(GC, f"shuffle.method={method}").seat(("Ann", 1))
    pit.play(1, cents=200)
    assert [event["method"] for event in of(pit.log, "standard_shuffle")] == [method]


@pytest.mark.clause("BJ-LIM-3")
def test_a_minimum_of_25_is_accepted_and_holds() -> None:
    pit = Pit(BJ, "table.minimum=25.00").seat(("Ann", 1)).ready()
    assert pit.no_bet(1, 2400).clause == "BJ-LIM-1a"
    pit.bet(1, 2500)


@pytest.mark.clause("V5-DECK-1", "V5-S13")
@pytest.mark.parametrize(("sets", "cards"), [((), 312), (("cards.decks=8",), 416)])
def test_version_five_opens_with_six_or_eight_decks(sets: tuple[str, ...], cards: int) -> None:
    pit = Pit(V5, *sets).seat(("Ann", 1)).ready()
    shoe = pit.table.ceremony.shoe
    assert shoe is not None
    assert Counter(shoe.order) == Counter(fresh_decks(cards // 52))
    pit.bet(1, 200)
    pit.play_out()


def test_opening_is_logged_with_sheet_and_hash() -> None:
    (opened,) = of(Pit().log, t.TableOpened)
    assert (opened.sheet, opened.sheet_hash, opened.boxes) == (BJ, load(BJ).hash, 7)


# boxes


@pytest.mark.clause("BJ-DEAL-3a", "BJ-DEAL-3b")
def test_seven_hands_and_no_eighth() -> None:
    pit = Pit().seat(*((f"P{box}", box) for box in range(1, 8))).ready()
    for box in range(1, 8):
        pit.bet(box)
    assert pit.refused("act", a.PlaceBet(spot=8, cents=1000, player="P8")).clause == "BJ-DEAL-3a"
    pit.do("act", a.StartDeal())
    assert {card.spot for card in of(pit.log, e.CardDealt)} == set(range(8))


@pytest.mark.parametrize(
    ("sheet", "clause"),
    [
        pytest.param(BJ, "BJ-DEAL-3a", marks=pytest.mark.clause("BJ-DEAL-3b")),
        pytest.param(GC, "GC-S5", marks=pytest.mark.clause("GC-S5")),
        pytest.param(V5, "V5-S8", marks=pytest.mark.clause("V5-S8")),
    ],
)
def test_boxes_one_to_seven_exist(sheet: str, clause: str) -> None:
    pit = Pit(sheet)
    for box in range(1, 8):
        pit.do("sit", f"P{box}", box)
    for box in (0, 8, -1):
        assert pit.refused("sit", "P8", box).clause == clause


@pytest.mark.clause("GC-S5", "V5-S8")
@pytest.mark.parametrize(("sheet", "clause"), [(GC, "GC-S5"), (V5, "V5-S8")])
def test_a_house_may_have_five_boxes(sheet: str, clause: str) -> None:
    pit = Pit(sheet, "table.boxes=5").seat(("Ann", 5))
    assert pit.refused("sit", "Bo", 6).clause == clause


def test_a_box_has_one_holder() -> None:
    pit = Pit().seat(("Ann", 1))
    assert "Ann's" in pit.refused("sit", "Bo", 1).reason
    assert pit.refused("leave", "Bo")
    assert pit.refused("leave", "Ann", 2)
    pit.do("leave", "Ann")
    pit.do("sit", "Bo", 1)
    assert pit.table.players == ("Bo",)


def test_a_bet_needs_a_box_of_ones_own() -> None:
    pit = Pit().seat(("Ann", 1), ("Bo", 2))
    pit.do("prepare", pit.source)
    pit.stack("Th 9h 6c 9d 7h Td").do("start_round")
    assert pit.refused("act", a.PlaceBet(spot=3, cents=1000, player="Ann")).reason == "nobody sits at box 3"
    assert pit.refused("act", a.PlaceBet(spot=1, cents=1000, player="Ann"), by="Bo")
    pit.bet(1)
    pit.bet(2)
    pit.do("act", a.StartDeal())
    assert pit.refused("act", a.Stand(), by="Bo").reason == "box 1 is not Bo's"
    pit.do("act", a.Stand(), by="Ann")


@pytest.mark.clause("GC-RULE-19")
def test_players_do_not_bet_with_each_other() -> None:
    pit = Pit(GC).seat(("Ann", 1), ("Bo", 2)).ready()
    pit.bet(1, 200)
    refusal = pit.refused("act", a.PlaceBet(spot=1, cents=200, player="Bo"))
    assert refusal.clause == "GC-RULE-19"
    assert "not permitted" in refusal.reason
    fields = {field for name in a.__all__ for field in getattr(getattr(a, name), "__struct_fields__", ())}
    assert not fields & {"against", "opponent", "with_player"}


def test_who_has_a_bet_out_stays() -> None:
    pit = Pit().seat(("Ann", 1), ("Ann", 2)).ready()
    pit.bet(1)
    assert pit.refused("leave", "Ann").clause == "BJ-DEAL-2a"
    pit.do("leave", "Ann", 2)
    pit.do("act", a.TakeBackBet(spot=1), by="Ann")
    pit.do("leave", "Ann")
    assert pit.table.players == ()


# how many spots


@pytest.mark.clause("BJ-DEAL-5a", "BJ-DEAL-5b")
def test_three_spots_are_the_most_and_are_called() -> None:
    pit = Pit().seat(("Ann", 2), ("Ann", 3), ("Ann", 5), ("Bo", 1), ("Bo", 4))
    refusal = pit.refused("sit", "Ann", 6)
    assert (refusal.clause, refusal.reason) == ("BJ-DEAL-5a", "3 spots are the most for one player")
    pit.ready()
    for box in (1, 2, 3, 4, 5):
        pit.bet(box)
    calls = [call for call in of(pit.do("act", a.StartDeal()), e.Called) if call.clause == "BJ-DEAL-5b"]
    assert [(call.text, call.to) for call in calls] == [("Playing three", "floor")]


@pytest.mark.parametrize(
    ("sheet", "clause"),
    [
        pytest.param(GC, "GC-RULE-6", marks=pytest.mark.clause("GC-RULE-6")),
        pytest.param(V5, "V5-BET-5", marks=pytest.mark.clause("V5-BET-5", "V5-HANDS-1", "V5-HANDS-2")),
    ],
)
def test_two_spots_are_the_most(sheet: str, clause: str) -> None:
    pit = Pit(sheet).seat(("Ann", 1), ("Ann", 2))
    refusal = pit.refused("sit", "Ann", 3)
    assert (refusal.clause, refusal.reason) == (clause, "2 spots are the most for one player")
    pit.ready()
    pit.bet(1, 200)
    pit.bet(2, 200)
    dealt = of(pit.play_out(), e.CardDealt)
    assert {card.spot for card in dealt} >= {1, 2}


@pytest.mark.clause("BJ-S2")
@pytest.mark.parametrize("sets", [(), ("limit_scope=player",)])
def test_limits_hold_for_a_spot_or_for_a_player(sets: tuple[str, ...]) -> None:
    pit = Pit(BJ, *sets).seat(("Ann", 1), ("Ann", 2), ("Ann", 3), ("Bo", 4)).ready()
    pit.bet(1, 1_000_000)
    if not sets:
        pit.bet(2, 1_000_000)
        pit.bet(3, 500)  # several spots do not raise the minimum
    else:
        assert pit.no_bet(2, 1_000_000).clause == "BJ-S2"
        pit.bet(4, 1_000_000)


def dropped_to_two(*sets: str) -> Pit:
    """Ann has played three spots and then two, and holds all three boxes still."""
    pit = Pit(BJ, *sets).seat(("Ann", 1), ("Ann", 2), ("Ann", 3))
    pit.play(1, 2, 3)
    assert of(pit.play(1, 2), t.ThreeDropped) == [t.ThreeDropped(player="Ann", clause="BJ-DEAL-5c")]
    return pit


@pytest.mark.clause("BJ-DEAL-5c")
def test_no_way_back_to_three_before_the_next_shoe() -> None:
    pit = dropped_to_two().ready()
    pit.bet(1)
    pit.bet(3)
    refusal = pit.no_bet(2)
    assert refusal.clause == "BJ-DEAL-5c"
    assert "not before the next shoe" in refusal.reason
    pit.play_out()
    pit.do("spread_cards")
    pit.ready()  # shuffled: a new shoe
    for box in (1, 2, 3):
        pit.bet(box)


@pytest.mark.clause("BJ-DEAL-5c")
def test_giving_a_box_up_drops_from_three_too() -> None:
    pit = Pit().seat(("Ann", 1), ("Ann", 2), ("Ann", 3))
    pit.play(1, 2, 3)
    assert of(pit.do("leave", "Ann", 3), t.ThreeDropped)
    assert pit.refused("sit", "Ann", 3).clause == "BJ-DEAL-5c"
    pit.do("leave", "Ann")
    pit.seat(("Ann", 4), ("Ann", 5))
    assert pit.refused("sit", "Ann", 6).clause == "BJ-DEAL-5c"  # leaving the table does not help


def test_who_never_played_three_has_not_dropped() -> None:
    pit = Pit().seat(("Ann", 1), ("Ann", 2), ("Ann", 3))
    pit.play(1, 2)
    pit.play(1, 2, 3)


@pytest.mark.clause("BJ-DEAL-5d")
def test_the_shift_manager_alone_grants_the_return() -> None:
    pit = dropped_to_two().ready()
    for role in ("player", "dealer", "floor", "supervisor"):
        assert pit.refused("grant_three", "Ann", role=role).clause == "BJ-DEAL-5d"
    assert pit.refused("grant_three", "Bo", role="shift_manager").clause == "BJ-DEAL-5d"
    granted = pit.do("grant_three", "Ann", role="shift_manager")
    assert granted == (t.ThreeGranted(player="Ann", by="shift_manager", clause="BJ-DEAL-5d"),)
    for box in (1, 2, 3):
        pit.bet(box)
    assert pit.refused("sit", "Ann", 4).clause == "BJ-DEAL-5a"  # never more than three


@pytest.mark.clause("BJ-DEAL-5d")
def test_a_house_may_leave_no_way_back() -> None:
    pit = dropped_to_two("three_hand_return=never")
    assert pit.refused("grant_three", "Ann", role="shift_manager").clause == "BJ-DEAL-5d"


# who waits


def full_table(sheet: str, *sets: str) -> Pit:
    pit = Pit(sheet, *sets).seat(("Ann", 1), ("Ann", 2), ("Bo", 3))
    return pit.seat(*((f"P{box}", box) for box in range(4, pit.table.rules.table.boxes + 1)))


@pytest.mark.clause("BJ-DEAL-4")
def test_an_extra_box_is_asked_for_only_at_a_full_table_with_a_newcomer() -> None:
    pit = full_table(BJ)
    pit.do("leave", "P7")
    pit.do("wait", "Cy")
    assert pit.refused("ask_to_release", 2, role="floor").reason == "the table is not full"
    pit.do("stop_waiting", "Cy")
    pit.do("sit", "P7", 7)
    assert pit.refused("ask_to_release", 2, role="floor").reason == "nobody waits for a box"
    pit.do("wait", "Cy")
    assert pit.refused("ask_to_release", 2, role="player").clause == "BJ-DEAL-4"
    assert pit.refused("ask_to_release", 3, role="floor").clause == "BJ-DEAL-4"  # Bo's only one
    pit.ready()
    pit.bet(1)
    pit.bet(2)
    asked = pit.do("ask_to_release", 2, role="floor")
    assert asked == (t.ReleaseAsked(player="Ann", box=2, for_player="Cy", by="floor", clause="BJ-DEAL-4"),)
    assert pit.refused("ask_to_release", 2, role="floor")
    assert pit.refused("ask_to_release", 1, role="floor").reason == "one box stays Ann's"
    ended = pit.play_out()
    assert of(ended, t.BoxFreed) == [t.BoxFreed(player="Ann", box=2, clause="BJ-DEAL-4")]
    assert pit.refused("sit", "Ann", 2).reason == "Cy waits for a box"
    pit.do("sit", "Cy", 2)
    pit.play(1, 2, 3)


@pytest.mark.parametrize(
    ("sheet", "clause"),
    [
        pytest.param(GC, "GC-RULE-7", marks=pytest.mark.clause("GC-RULE-7")),
        pytest.param(V5, "V5-BET-6", marks=pytest.mark.clause("V5-BET-6")),
    ],
)
def test_an_extra_box_is_asked_for_whenever_somebody_waits(sheet: str, clause: str) -> None:
    pit = Pit(sheet, "table.boxes=3").seat(("Ann", 1), ("Ann", 2))
    assert pit.refused("ask_to_release", 2, role="dealer").clause == clause
    pit.do("wait", "Cy")
    asked = pit.do("ask_to_release", 2, role="dealer")
    assert asked[0] == t.ReleaseAsked(player="Ann", box=2, for_player="Cy", by="dealer", clause=clause)
    assert pit.table.free_boxes == (2, 3)
    assert pit.refused("ask_to_release", 1, role="dealer").clause == clause  # her only one by now
    pit.do("sit", "Cy", 2)
    pit.play(1, 2, cents=200)


def test_free_boxes_go_to_those_who_wait_in_their_order() -> None:
    pit = full_table(BJ)
    pit.do("wait", "Cy")
    pit.do("wait", "Di")
    for again in ("Cy", "Ann", ""):
        assert pit.refused("wait", again)
    assert pit.refused("stop_waiting", "Eve")
    pit.do("leave", "Bo")
    assert pit.refused("sit", "Di", 3).reason == "Cy waits for a box"
    assert pit.refused("sit", "Eve", 3)
    pit.do("sit", "Cy", 3)
    assert pit.table.waiting == ("Di",)


# what the house decides


@pytest.mark.parametrize(
    ("sheet", "clause"),
    [
        pytest.param(GC, "GC-RULE-8", marks=pytest.mark.clause("GC-RULE-8")),
        pytest.param(V5, "V5-BET-7", marks=pytest.mark.clause("V5-BET-7")),
    ],
)
def test_the_house_sets_one_or_two_spots(sheet: str, clause: str) -> None:
    pit = Pit(sheet).seat(("Ann", 1))
    for role in ("player", "dealer"):
        assert pit.refused("set_spots", "Ann", 1, role=role).clause == clause
    for spots in (0, 3):
        assert pit.refused("set_spots", "Ann", spots, role="floor").reason == "a player has 1 to 2 spots"
    assert pit.do("set_spots", "Ann", 1, role="floor") == (
        t.SpotsSet(player="Ann", spots=1, by="floor", clause=clause),
    )
    assert pit.refused("sit", "Ann", 2).clause == clause
    pit.do("set_spots", "Ann", 2, role="shift_manager")
    pit.seat(("Ann", 2)).ready()
    pit.bet(2, 200)
    pit.do("set_spots", "Ann", 1, role="floor")  # the second spot is played out, then given back
    assert pit.table.boxes_of("Ann") == (1, 2)
    (freed,) = of(pit.play_out(), t.BoxFreed)
    assert freed == t.BoxFreed(player="Ann", box=2, clause=clause)
    assert pit.table.boxes_of("Ann") == (1,)


def test_on_other_sheets_the_player_chooses() -> None:
    pit = Pit().seat(("Ann", 1))
    assert pit.refused("set_spots", "Ann", 1, role="floor").clause == "BJ-DEAL-5a"


# entering


@pytest.mark.clause("BJ-S10")
def test_a_newcomer_in_mid_shoe_bets_in_the_next_round() -> None:
    pit = Pit().seat(("Ann", 1))
    pit.play(1)
    pit.seat(("Bo", 2)).ready()
    pit.bet(2)


@pytest.mark.clause("BJ-S10")
def test_a_house_may_make_newcomers_wait_for_the_shuffle() -> None:
    pit = Pit(BJ, "midshoe_entry=false").seat(("Ann", 1)).ready()
    pit.seat(("Early", 5))  # bets of the first round are still open
    pit.bet(5)
    pit.bet(1)
    pit.do("act", a.StartDeal())
    (sat,) = pit.do("sit", "Bo", 2)
    assert (sat.from_next_shoe, sat.clause) == (True, "BJ-S10")
    pit.play_out()
    pit.ready()
    assert pit.no_bet(2).clause == "BJ-S10"
    pit.bet(1)
    pit.play_out()
    pit.do("spread_cards")
    pit.ready()
    pit.bet(2)


# the cards between rounds


@pytest.mark.parametrize("sheet", ALL)
def test_rounds_follow_each_other_on_one_shoe(sheet: str) -> None:
    """Every card is in one place at every end of a round, through the last round and into the next shoe."""
    pit = Pit(sheet).seat(("Ann", 1), ("Bo", 3), ("Bo", 4))
    began: list[int] = []
    while len(of(pit.log, "shoe_loaded")) < 3:
        pit.ready()
        began.append(pit.table.first_slot)
        for box in (1, 3, 4):
            pit.bet(box, pit.table.rules.table.minimum)
        pit.play_out()
        shoe = pit.table.ceremony.shoe
        assert shoe is not None
        assert not shoe.on_table
        assert Counter(pit.table.ceremony.stack) == Counter(fresh_decks(6))
        if pit.table.can_start_round():
            assert shoe.drawn > began[-1]
    assert of(pit.log, "cut_card_out")
    assert began[0] == 1  # one card burned
    assert len(of(pit.log, "burn")) == 3  # one for each shoe


@pytest.mark.clause("BJ-SHUF-2c")
def test_no_round_after_the_cut_card_before_the_shuffle() -> None:
    pit = Pit().seat(("Ann", 1))
    while not of(pit.log, "cut_card_out"):
        pit.play(1)
    assert pit.refused("start_round").clause == "BJ-SHUF-2c"
    pit.do("prepare", pit.source)
    pit.do("start_round")


def test_one_more_round_where_the_sheet_says_so() -> None:
    pit = Pit(BJ, "shuffle.cut_card=one_more_round").seat(("Ann", 1))
    while not of(pit.log, "cut_card_out"):
        pit.play(1)
    pit.do("start_round")
    pit.do("end_round")  # nobody bet: that was not the one more round
    pit.do("start_round")
    assert of(pit.log, t.RoundStarted)[-1].last_of_shoe
    pit.bet(1)
    pit.play_out()
    assert pit.refused("start_round").clause == "BJ-SHUF-2c"


def test_a_card_is_burned_before_every_round_where_the_sheet_says_so() -> None:
    pit = Pit(GC, "shuffle.burn=per_round").seat(("Ann", 1))
    for _ in range(3):
        pit.play(1, cents=200)
    assert len(of(pit.log, "burn")) == 3


@pytest.mark.clause("GC-DEAL-1")
def test_the_first_card_is_burned_when_the_bets_are_down() -> None:
    pit = Pit(GC).seat(("Ann", 1)).ready()
    pit.do("end_round")  # nobody bet
    pit.ready()
    pit.bet(1, 200)
    assert pit.refused("burn").clause == "GC-DEAL-1"
    assert of(pit.log, "burn") == []
    shoe = pit.table.ceremony.shoe
    assert shoe is not None
    locked, burned, first, *_ = pit.do("act", a.StartDeal())
    assert isinstance(locked, e.BetsLocked)
    assert (burned.name, burned["slot"], burned.clause) == ("burn", 0, "GC-DEAL-1")
    assert (first.spot, first.card) == (1, shoe.order[1])
    assert of(pit.log, t.RoundStarted)[-1].slot == 1
    pit.play_out()
    pit.play(1, cents=200)
    assert len(of(pit.log, "burn")) == 1  # once per shoe


@pytest.mark.clause("BJ-SDS-3a", "BJ-SDS-3b")
def test_the_cut_goes_to_the_first_player_then_to_who_got_the_cut_card() -> None:
    pit = Pit().seat(("Ann", 2), ("Bo", 4), ("Bo", 6))
    pit.ready()
    assert of(pit.log, "cut_offered")[-1]["seat"] == 2
    pit.do("end_round")
    got: int | None = None
    while got is None:
        pit.play(2, 4, 6)
        out = of(pit.log, "cut_card_out")
        got = (out[-1]["seat"] or None) if out else None
        if out and got is None:
            pit.do("prepare", pit.source)
            pit.log.clear()
    pit.do("call_shuffle")
    pit.do("acknowledge", "supervisor")
    pit.do("shuffle", pit.source)
    pit.do("offer_cut")
    assert of(pit.log, "cut_offered")[-1]["seat"] == got
    asked = [got]
    while pit.table.ceremony.can_refuse_cut():
        pit.do("refuse_cut")
        asked.append(pit.table.ceremony.offered or 0)
    assert len(asked) == 3  # each player once, then the dealer
    assert asked[-1] == 0
    assert {pit.table.holder(seat) for seat in asked[:-1]} == {"Ann", "Bo"}


@pytest.mark.clause("BJ-SDS-3a")
def test_when_the_receiver_of_the_cut_card_left_the_first_player_cuts() -> None:
    pit = Pit().seat(("Ann", 1), ("Bo", 7)).ready()
    pit.do("end_round")
    pit.table = msgspec.structs.replace(pit.table, cards=replace(pit.table.ceremony, cut_card_seat=7))
    pit.do("leave", "Bo")
    pit.do("sit", "Cy", 7)
    pit.do("request_shuffle", "Ann", leave_of="shift_manager")
    pit.do("prepare", pit.source)
    assert of(pit.log, "cut_offered")[-1]["seat"] == 1


@pytest.mark.clause("BJ-SDS-3a", "BJ-S6")
@pytest.mark.parametrize(("ahead", "got", "cuts"), [(2, 4, 4), (3, 0, 1), (4, 0, 1)])
def test_a_cut_card_on_the_dealers_hand_gives_the_cut_to_the_first_player(ahead: int, got: int, cuts: int) -> None:
    pit = Pit().seat(("Ann", 1), ("Bo", 4))
    pit.do("prepare", pit.source)
    pit.stack("Th 6c 9h Td 2c")  # the third is Bo's, the fourth the hole card, the fifth the dealer draws
    shoe = pit.table.ceremony.shoe
    assert shoe is not None
    pit.table = msgspec.structs.replace(
        pit.table, cards=replace(pit.table.ceremony, shoe=replace(shoe, cut_card=shoe.drawn + ahead))
    )
    pit.do("start_round")
    pit.bet(4)
    pit.play_out()
    assert [(s.spot, s.result) for s in of(pit.log, e.WagerSettled)] == [(4, "win")]  # the round is finished
    assert [out["seat"] for out in of(pit.log, "cut_card_out")] == [got]
    pit.do("prepare", pit.source)
    assert of(pit.log, "cut_offered")[-1]["seat"] == cuts


@pytest.mark.clause("BJ-SDS-7", "BJ-S9")
def test_a_new_dealer_burns_a_card_between_rounds() -> None:
    pit = Pit().seat(("Ann", 1)).ready()
    pit.bet(1)
    assert pit.refused("tap_in", "Dee").clause == "BJ-S9"
    pit.play_out()
    before = pit.table.ceremony.shoe
    assert before is not None
    events = pit.do("tap_in", "Dee")
    assert [event.name for event in events if isinstance(event, ShoeEvent)] == ["dealer_change", "burn"]
    assert pit.table.dealer == "Dee"
    pit.ready()
    assert pit.table.first_slot == before.drawn + 1


def test_a_new_dealer_within_a_round_where_the_sheet_allows_it() -> None:
    pit = Pit(BJ, "dealer_change=any_time").seat(("Ann", 1))
    pit.do("prepare", pit.source)
    pit.stack("Th 6c 2h Td 5c 9s 9d").do("start_round")
    pit.bet(1)
    pit.do("act", a.StartDeal())
    pit.do("tap_in", "Dee")  # burns the 5c
    drawn = of(pit.do("act", a.Hit()), e.CardDealt)
    assert next(card.card.text for card in drawn) == "9s"
    pit.play_out()
    shoe = pit.table.ceremony.shoe
    assert shoe is not None
    assert [shoe.order[slot].text for slot in shoe.burned][-1] == "5c"
    assert Counter(pit.table.ceremony.stack) == Counter(fresh_decks(6))


@pytest.mark.clause("BJ-CARD-3a", "BJ-CARD-3b", "BJ-CARD-3c", "BJ-CARD-3d")
def test_closing() -> None:
    pit = Pit().seat(("Ann", 1)).ready()
    pit.bet(1)
    assert pit.refused("close", "supervisor").clause == "BJ-CARD-3a"  # the round is finished first
    pit.play_out()
    assert pit.refused("close", "dealer").clause == "BJ-CARD-3a"
    events = pit.do("close", "supervisor")
    assert [(v.name, v.clause) for v in events if isinstance(v, ShoeEvent)] == [
        ("table_closed", "BJ-CARD-3a"),
        ("all_cards_to_discards", "BJ-CARD-3b"),
        ("cards_fanned_checked", "BJ-CARD-3c"),
        ("cards_in_discard_rack", "BJ-CARD-3d"),
    ]
    assert of(events, "all_cards_to_discards")[0]["count"] == 312
    for action, *args in (("start_round",), ("sit", "Bo", 2), ("wait", "Bo"), ("prepare", pit.source)):
        assert "closed" in pit.refused(action, *args).reason


def test_a_round_nobody_bets_in_is_abandoned() -> None:
    pit = Pit().seat(("Ann", 1)).ready()
    assert pit.do("end_round") == (t.RoundAbandoned(number=1),)
    assert pit.table.can_start_round()
    pit.do("tap_in", "Dee")
    pit.play(1)


# irregular rounds


@pytest.mark.clause("BJ-IRR-8c")
def test_a_box_that_got_no_cards_is_in_the_next_deal() -> None:
    pit = Pit().seat(("Ann", 1), ("Bo", 2))
    pit.do("prepare", pit.source)
    pit.stack("Th 6c 9h Td Tc").do("start_round", automatic=False)
    pit.bet(1)
    pit.bet(2)
    pit.do("act", a.StartDeal())
    for spot in (1, 0, 1):
        pit.do("act", a.Deal(spot=spot))
    pit.do("act", a.Deal(spot=0))
    assert of(pit.log, e.IrregularityDeclared)[-1].kind == "no_cards"
    pit.do("act", a.CallSupervisor())
    while pit.table.round is not None and not pit.table.round.over:
        question = pit.table.round.question
        assert question is not None
        pit.do("act", a.Proceed() if question.kind == "proceed" else a.Stand())
    assert [(s.spot, s.result) for s in of(pit.log, e.WagerSettled)] == [(2, "void"), (1, "win")]
    pit.do("end_round")
    assert pit.table.holder(2) == "Bo"
    dealt = of(pit.play(1, 2), e.CardDealt)
    assert {card.spot for card in dealt} == {0, 1, 2}


def test_the_rack_alone_is_shuffled_again() -> None:
    pit = Pit(GC, "irregularity.shoe_exhausted=reshuffle_discards").seat(("Ann", 1))
    pit.play(1, cents=200)
    pit.do("prepare", pit.source)
    shoe = pit.table.ceremony.shoe
    assert shoe is not None
    drawn = len(shoe.order) - 3
    spent = replace(shoe, drawn=drawn, discards=tuple(slot for slot in range(drawn) if slot not in shoe.burned))
    pit.table = msgspec.structs.replace(
        pit.table, cards=replace(pit.table.ceremony, shoe=replace(spent, cut_card=len(shoe.order)))
    )
    pit.do("start_round")
    pit.bet(1, 200)
    pit.do("act", a.StartDeal())
    assert pit.table.round is not None
    assert pit.table.round.question is not None
    assert pit.table.round.question.kind == "reshuffle"
    assert pit.refused("act", a.Reshuffled(parse_cards("As Ks"))).clause == "GC-S10"
    pit.do("act", a.Reshuffled(tuple(SeededChance("again").shuffled(pit.table.rack))))
    pit.play_out()
    assert Counter(pit.table.ceremony.stack) == Counter(fresh_decks(6))
    assert pit.refused("start_round")


def test_the_shoe_runs_out_and_all_goes_back() -> None:
    pit = Pit().seat(("Ann", 1)).ready()
    pit.do("end_round")
    shoe = pit.table.ceremony.shoe
    assert shoe is not None
    drawn = len(shoe.order) - 3
    spent = replace(shoe, drawn=drawn, discards=tuple(range(1, drawn)), cut_card=len(shoe.order))
    pit.table = msgspec.structs.replace(pit.table, cards=replace(pit.table.ceremony, shoe=spent))
    settled = of(pit.play(1), e.WagerSettled)
    assert [(s.result, s.pays) for s in settled] == [("void", 0)]
    assert Counter(pit.table.ceremony.stack) == Counter(fresh_decks(6))


# real cards, declared one by one


def test_declared_cards_are_remembered_through_the_shoe() -> None:
    pit = Pit(source=DeclaredSource()).seat(("Ann", 1))
    for _ in range(2):
        pit.ready()
        pit.bet(1)
        pit.do("act", a.StartDeal())
        for card in parse_cards("Th 6c Th"):
            pit.do("act", a.CardIs(card))
        pit.do("act", a.Stand())
        for card in parse_cards("Th 9d"):
            pit.do("act", a.CardIs(card))
        pit.do("end_round")
    shoe = pit.table.ceremony.shoe
    assert shoe is not None
    assert shoe.drawn == 1 + 10
    assert Counter(card for card in shoe.order if card is not UNKNOWN)[Card.parse("Th")] == 6
    pit.ready()
    pit.bet(1)
    pit.do("act", a.StartDeal())
    assert pit.refused("act", a.CardIs(Card.parse("Th"))).clause == "BJ-CARD-1"


# the table as a value


def test_a_copied_round_still_pays_its_side_bets() -> None:
    """Between two payments of a staffed table the awards are worked out already and must not be lost."""
    pit = Pit().seat(("Ann", 1))
    pit.do("prepare", pit.source)
    pit.stack("Kh 6c Kd Td Tc").do("start_round", automatic=False)
    pit.bet(1)
    pit.bet(1, 500, wager="kings_bounty")
    pit.do("act", a.StartDeal())
    while pit.table.round is not None and not pit.table.round.over:
        question = pit.table.round.question
        assert question is not None
        pit.do("act", a.Proceed() if question.kind == "proceed" else a.Stand())
    assert [(s.wager, s.pays) for s in of(pit.log, e.WagerSettled)] == [("main", 1000), ("kings_bounty", 3000)]


def test_a_table_is_a_value() -> None:
    one, two = (Pit().seat(("Ann", 1)).ready() for _ in range(2))
    assert one.table == two.table
    assert hash(one.table) == hash(two.table)
    before = one.table
    one.bet(1)
    assert before.round is not None
    assert before.round.spots == {}
    assert before == two.table != one.table


COMMANDS = st.sampled_from(("sit", "leave", "wait", "ask", "bet", "play", "grant", "tap"))


@settings(max_examples=25)
@given(
    sheet=st.sampled_from(ALL),
    seed=st.integers(0, 10**6),
    moves=st.lists(st.tuples(COMMANDS, st.sampled_from("ABCDE"), st.integers(0, 8)), max_size=40),
)
def test_whatever_is_asked_the_table_stays_whole(sheet: str, seed: int, moves: list[tuple[str, str, int]]) -> None:
    pit = Pit(sheet, source=SeededSource(seed))
    for command, player, box in moves:
        if command in ("bet", "play"):
            pit.ready()
        before = pit.table
        try:
            _move(pit, command, player, box)
        except IllegalAction:
            assert pit.table == before
        for name in pit.table.players:
            assert len(pit.table.boxes_of(name)) <= pit.table.rules.table.spots_per_player
        assert not set(pit.table.waiting) & set(pit.table.players)
        if pit.table.round is None:
            assert Counter(pit.table.ceremony.stack) == Counter(fresh_decks(6))


def _move(pit: Pit, command: str, player: str, box: int) -> None:
    match command:
        case "sit":
            pit.do("sit", player, box)
        case "leave":
            pit.do("leave", player, box % 3)
        case "wait":
            pit.do("wait", player)
        case "ask":
            pit.do("ask_to_release", box, role="floor")
        case "grant":
            pit.do("grant_three", player, role="shift_manager")
        case "tap":
            pit.do("tap_in", player)
        case "bet":
            pit.bet(box, pit.table.rules.table.minimum)
        case "play":
            pit.play_out() if pit.table.round is not None and pit.table.round.spots else pit.do("end_round")


# decks that take turns


def seated(*sets: str, players: str = "ABC", **more: Any) -> Pit:
    """A hold'em table, its decks shuffled, with players at its first seats."""
    pit = Pit(UTH, *sets, **more)
    pit.do("prepare", pit.source)
    return pit.seat(*((player, box) for box, player in enumerate(players, 1)))


def antes(pit: Pit, *boxes: int, cents: int = 1000, progressive: bool = False) -> Pit:
    """A round open for bets, with Ante and Blind at these seats."""
    if pit.table.round is None:
        pit.do("prepare", pit.source)
        pit.do("start_round")
    for box in boxes:
        pit.bet(box, cents, wager="ante")
        pit.bet(box, cents, wager="blind")
        if progressive:
            pit.bet(box, 500, wager="progressive")
    return pit


def decks_are_whole(table: Table) -> bool:
    return all(Counter(deck.cards) == Counter(fresh_decks(1)) for deck in table.rotation.decks)


@pytest.mark.clause("UTH-S1")
def test_six_seats_and_no_seventh() -> None:
    pit = Pit(UTH)
    assert of(pit.log, t.TableOpened)[0].boxes == 6
    pit.seat(*((f"p{box}", box) for box in range(1, 7)))
    refusal = pit.refused("sit", "Zoe", 7)
    assert (refusal.reason, refusal.clause) == ("there are 6 seats", "UTH-S1")
    Pit(UTH, "table.seats=7").seat(("Zoe", 7))


@pytest.mark.clause("UTH-S2")
def test_one_hand_a_player_or_two_where_the_house_says_so() -> None:
    pit = seated(players="A")
    refusal = pit.refused("sit", "A", 2)
    assert (refusal.reason, refusal.clause) == ("1 hand is the most for one player", "UTH-S2")
    two = seated("table.hands_per_player=2", players="AA")
    assert two.refused("sit", "A", 3).clause == "UTH-S2"
    antes(two, 1, 2).play_out()


@pytest.mark.clause("UTH-SHUF-2a", "UTH-SHUF-2c")
def test_two_decks_that_can_be_told_apart() -> None:
    sheet, red, blue = load(UTH), Deck("A", "red"), Deck("B", "blue")
    _, log = Table.open(sheet, decks=[red, blue])
    assert [(event["deck"], event["cards"]) for event in of(log, "deck_brought")] == [("A", 52), ("B", 52)]
    for decks, clause in (([red, replace(blue, back="red")], "UTH-SHUF-2c"), ([red], "UTH-SHUF-2a")):
        with pytest.raises(IllegalAction) as refusal:
            Table.open(sheet, decks=decks)
        assert refusal.value.clause == clause


@pytest.mark.clause("UTH-SHUF-1a", "UTH-SHUF-2a")
def test_every_round_has_a_deck_of_its_own_and_loses_no_card() -> None:
    pit = Pit(UTH).seat(("Ann", 1), ("Bo", 6))
    assert pit.refused("start_round").clause == "UTH-SHUF-1a"
    for _ in range(5):
        antes(pit, 1, 6).play_out()
        assert decks_are_whole(pit.table)
        assert pit.refused("start_round").clause == "UTH-SHUF-1a"
    assert [started.deck for started in of(pit.log, t.RoundStarted)] == ["red", "blue", "red", "blue", "red"]
    assert len(of(pit.log, "riffle")) == 6  # both decks before the first round, one after each but the last


def test_a_seat_of_ones_own_and_ones_own_turn() -> None:
    pit = antes(seated(), 1, 2)
    bet = a.PlaceBet(spot=5, cents=1000, wager="ante", player="A")
    assert pit.refused("act", bet).reason == "nobody sits at seat 5"
    assert "seat 2 is B's" in pit.refused("act", replace_bet(bet, spot=2)).reason
    pit.do("act", a.StartDeal())
    assert pit.refused("act", Check(spot=1), by="B").reason == "seat 1 is not B's"
    assert pit.refused("leave", "A").reason == "there is a bet on seat 1"
    pit.do("act", Check(spot=1), by="A")
    pit.play_out()
    pit.do("leave", "A")


def replace_bet(bet: a.PlaceBet, **changes: Any) -> a.PlaceBet:
    return a.PlaceBet(**{name: getattr(bet, name) for name in bet.__struct_fields__} | changes)


@pytest.mark.clause("UTH-HAND-0b", "UTH-HAND-1")
def test_with_a_failed_shuffler_the_game_goes_on_by_hand() -> None:
    pit = seated()
    assert pit.refused("deal_by_hand").clause == "UTH-HAND-0b"
    pit.do("report_shuffler", False)
    pit.do("deal_by_hand")
    antes(pit, 1).do("act", a.StartDeal())
    assert pit.table.round is not None
    board = of(pit.table.round.events, BoardCardDealt)
    assert [(card.position, card.side) for card in board] == [(at, "left") for at in range(1, 6)]
    pit.play_out()
    assert len(pit.table.rotation.decks) == 1
    pit.do("report_shuffler", True)
    pit.do("deal_from_shuffler")
    antes(pit, 1).play_out()
    assert len(pit.table.rotation.decks) == 2


@pytest.mark.clause("UTH-HAND-4")
def test_a_new_dealer_counts_the_deck_dealt_by_hand() -> None:
    pit = seated()
    assert not of(pit.do("tap_in", "Dee"), "dealer_change")[0]["count_due"]
    pit.do("report_shuffler", False)
    pit.do("deal_by_hand")
    pit.do("prepare", pit.source)
    pit.do("tap_in", "Eve")
    assert (pit.table.dealer, pit.refused("start_round").clause) == ("Eve", "UTH-HAND-4")
    pit.do("count_deck", 51)
    assert pit.refused("start_round").clause == "UTH-S9"
    pit.do("bring_deck", Deck("new", "green"))
    antes(pit, 1)
    assert pit.refused("tap_in", "Dee").clause == "UTH-HAND-4"
    pit.play_out()
    pit.do("tap_in", "Dee")
    assert of(pit.do("prepare", pit.source), "deck_count")[0]["count"] == 52


def test_a_shoe_has_no_decks_that_take_turns_and_they_have_no_shoe() -> None:
    shoe, decks = Pit(), Pit(UTH)
    for action, args in (("count_deck", (52,)), ("deal_by_hand", ()), ("bring_deck", (Deck("A", "red"),))):
        assert shoe.refused(action, *args).reason == "this game is dealt from a shoe"
    for action, args in (("cut", (20,)), ("load", ()), ("burn", ()), ("close", ("supervisor",))):
        more = {"by": 1} if action == "cut" else {}
        assert decks.refused(action, *args, **more).reason == "this game has no shoe"


@pytest.mark.clause("UTH-IRR-5")
def test_a_deck_that_jammed_is_shuffled_again_and_is_the_same_deck() -> None:
    pit = antes(seated(), 1)
    pit.do("act", a.Declare("shuffler_jam"), role="dealer")
    deck = pit.table.rack
    assert pit.refused("act", a.Reshuffled(deck[1:])).clause == "UTH-IRR-5"
    assert pit.refused("act", a.Reshuffled((deck[1], *deck[1:]))).clause == "UTH-IRR-5"
    pit.do("act", a.Reshuffled(deck[::-1]))
    pit.do("act", a.StartDeal())
    assert pit.table.round is not None
    assert [event.card for event in of(pit.table.round.events, BoardCardDealt)] == list(deck[::-1][:5])
    pit.play_out()
    assert decks_are_whole(pit.table)


def test_a_round_without_an_ante_leaves_the_deck_its_turn() -> None:
    pit = antes(seated())
    (abandoned,) = of(pit.do("end_round"), t.RoundAbandoned)
    assert abandoned.number == 1
    assert of(antes(pit, 1).log, t.RoundStarted)[-1].deck == "red"


def test_a_hold_em_round_with_cards_that_are_told() -> None:
    pit = antes(seated(source=DeclaredSource(), players="A"), 1)
    pit.do("act", a.StartDeal())
    faces = iter(parse_cards("Ah Kd 7c 7d 2s Qh Jh As Ac"))
    while pit.table.round is not None and not pit.table.round.over:
        kind = pit.table.round.question.kind  # type: ignore[union-attr]
        pit.do("act", a.CardIs(next(faces)) if kind == "card" else PlayBet(4) if kind == "preflop" else Check())
    assert pit.table.round is not None
    assert pit.table.round.net() == {1: 8000}
    pit.do("end_round")
    assert Counter(pit.table.rotation.decks[0].cards) == Counter(fresh_decks(1))
    antes(pit, 1)
    assert pit.table.round.order is None  # the other deck is told too


@pytest.mark.clause("UTH-PMULT-4")
def test_the_game_goes_on_while_the_link_is_down() -> None:
    pit = seated()
    pit.do("start_round", link_up=False)
    antes(pit, 1)
    bet = a.PlaceBet(spot=1, cents=500, wager="progressive", player="A")
    assert pit.refused("act", bet).clause == "UTH-PMULT-4"
    pit.play_out()
    antes(pit, 1, progressive=True).play_out()


def test_with_known_meters_a_hit_is_paid_and_envied_at_once() -> None:
    pit = seated()
    pit.do("start_round", meters={"major": 2_000_000, "minor": 150_000})
    rotation = pit.table.rotation
    first = parse_cards("Th Jh Qh 2c 7d Kh Ah 3c 4d")  # a royal flush at seat 1, on the flop
    order = (*first, *(card for card in rotation.in_play.cards if card not in first))
    pit.do("act", a.Declare("shuffler_jam"), role="dealer")
    pit.do("act", a.Reshuffled(order))
    antes(pit, 1, 2, progressive=True).do("act", a.StartDeal())
    pit.do("act", PlayBet(4, spot=1))
    assert pit.table.round is not None
    pit.play_out()
    won = {(paid.spot, paid.wager): paid.pays for paid in of(pit.log, e.WagerSettled)}
    assert won[1, "progressive_award"] == 2_000_000
    assert won[2, "envy"] == 500_000


HOLDEM_MOVES = st.sampled_from(("sit", "leave", "bet", "bet", "play", "tap", "fail", "hand", "jam"))


@settings(max_examples=25)
@given(
    seed=st.integers(0, 10**6),
    moves=st.lists(st.tuples(HOLDEM_MOVES, st.sampled_from("ABCDE"), st.integers(0, 7)), max_size=40),
)
def test_whatever_is_asked_the_decks_stay_whole(seed: int, moves: list[tuple[str, str, int]]) -> None:
    pit = Pit(UTH, source=SeededSource(seed))
    for command, player, box in moves:
        before = pit.table
        try:
            _holdem_move(pit, command, player, box)
        except IllegalAction:
            assert pit.table == before or command in ("bet", "play", "jam")
        assert all(len(pit.table.boxes_of(name)) == 1 for name in pit.table.players)
        assert decks_are_whole(pit.table)


def _holdem_move(pit: Pit, command: str, player: str, box: int) -> None:
    match command:
        case "sit":
            pit.do("sit", player, box)
        case "leave":
            pit.do("leave", player)
        case "bet":
            antes(pit, box)
        case "play":
            pit.play_out() if pit.table.spots else pit.do("end_round")
        case "tap":
            pit.do("tap_in", player)
        case "fail":
            pit.do("report_shuffler", bool(box % 2))
        case "hand":
            pit.do("deal_by_hand" if box % 2 else "deal_from_shuffler")
        case "jam":
            pit.do("act", a.Declare("shuffler_jam"), role="dealer")
            pit.do("act", a.Reshuffled(pit.table.rack[::-1]))

"""A wrong payout is reversed and paid again, by entries that name each other and by people who may."""

from __future__ import annotations

from typing import Any

import pytest
from tests.service.audit_floor import PlayedFloor
from tests.service.shift import STRAIGHT_FLUSH, TRAY, Shift, event, names, refused

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.ledger import CAGE, HOUSE, player, tokes, tray
from pitboss.service.audit.audit import verify
from pitboss.service.floor import commands as c
from pitboss.service.money.corrections import ROUNDS
from pitboss.service.staff.views import staff_shared
from pitboss.store import MemoryStore

WIN, LOSE = "Ts 9h Td 9c 8d 7c", "Ts 9h Td 9c 8d 9s"
"""Box 1 has 19, box 2 has 17 and the dealer 17 or 19; in the order of the deal."""
BETS = {1: 1000, 2: 2000}


def dealt(shift: Shift, faces: str = WIN) -> Shift:
    shift.open("catfish-blackjack")
    shift.seat("Ann", "Ben")
    shift.blackjack(faces, bets=BETS)
    shift.end()
    return shift


def reversal(shift: Shift, spot: int = 1, name: str = "k1", **named: Any) -> c.Reverse:
    done = shift.settled(spot)
    return c.Reverse(
        correction=name,
        version=done.version,
        spot=spot,
        wager="main",
        reason=named.pop("reason", "miscounted"),
        **named,
    )


def declared(shift: Shift, cents: int, spot: int = 1) -> c.DeclarePaid:
    return c.DeclarePaid(version=shift.settled(spot).version, spot=spot, wager="main", cents=cents, note="saw it")


@pytest.mark.parametrize("paid", [1500, 500, 0, -1000])
def test_what_was_paid_is_declared_reversed_and_paid_again_by_entries_that_name_each_other(
    shift: Shift, paid: int
) -> None:
    dealt(shift)
    due, before, chips = shift.settled(1), shift.chips("Ann"), shift.balance(tray("t"))
    assert (due.due, due.paid, due.dealer) == (1000, 1000, "Dora")
    found = event(shift.do("Flo", declared(shift, paid)), "PaidOtherwise")
    assert (found.settled, found.due, found.before, found.paid, found.by) == (due.version, 1000, 1000, paid, "Flo")
    assert shift.chips("Ann") == before + paid - 1000
    assert shift.balance(tray("t")) == chips - paid + 1000
    undone = shift.do("Flo", reversal(shift))
    back = event(undone, "PayoutReversed")
    assert (back.correction, back.settled, back.cents, back.borne_by) == ("k1", due.version, paid, "player")
    assert shift.chips("Ann") == before - 1000
    again = shift.do("Mia", c.PayAgain(correction="k1", cents=1000, reason="as due"))
    right = event(again, "PaidAgain")
    assert (right.correction, right.reversed, right.cents, right.clause) == ("k1", undone.version, 1000, due.clause)
    assert (shift.chips("Ann"), shift.balance(tray("t"))) == (before, chips)
    assert shift.live().corrections == ()
    assert (shift.settled(1).paid, shift.settled(1).correction) == (1000, "k1")
    shift.check()


def test_a_wager_that_was_taken_comes_back_and_wins(shift: Shift) -> None:
    """The stake is the player's again with the reversal, and what it wins with the payment."""
    dealt(shift, LOSE)
    assert shift.settled(2).due == -2000
    before = shift.chips("Ben")
    shift.do("Flo", reversal(shift, 2))
    assert shift.chips("Ben") == before + 2000
    shift.do("Flo", c.PayAgain(correction="k1", cents=3000, reason="it was a blackjack", clause="BJ-PAY-5a"))
    assert shift.chips("Ben") == before + 5000
    shift.check()


def test_a_correction_can_be_corrected(shift: Shift) -> None:
    dealt(shift)
    before = shift.chips("Ann")
    shift.do("Flo", reversal(shift))
    shift.do("Flo", c.PayAgain(correction="k1", cents=1500, reason="a blackjack"))
    shift.do("Mia", reversal(shift, name="k2", reason="it was none"))
    shift.do("Mia", c.PayAgain(correction="k2", cents=1000, reason="as due"))
    assert shift.chips("Ann") == before
    shift.check()


# --- who ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("actor", ["Dora", "Don", "Gus", "Ada"])
def test_only_the_floor_corrects(actor: str) -> None:
    shift = dealt(Shift())
    for command in (declared(shift, 1500), reversal(shift), c.PayAgain(correction="k1", cents=0, reason="x")):
        assert "floor or shift manager" in refused(shift, actor, command).reason


def test_a_dealer_who_has_become_a_supervisor_does_not_correct_himself() -> None:
    shift = dealt(Shift())
    for command in (declared(shift, 1500), reversal(shift)):
        with pytest.raises(IllegalAction, match="whoever dealt a round"):
            shift.floor.plan("t", command, actor="Dora", role="floor")
    shift.do("Flo", reversal(shift))
    with pytest.raises(IllegalAction, match="whoever dealt a round"):
        shift.floor.plan("t", c.PayAgain(correction="k1", cents=0, reason="x"), actor="Dora", role="floor")


def test_nobody_corrects_what_was_paid_to_himself() -> None:
    shift = dealt(Shift())
    with pytest.raises(IllegalAction, match="a seat at this table yourself"):
        shift.floor.plan("t", reversal(shift), actor="Ann@t", role="floor")
    shift.do("Dora", c.UnseatVisitor(box=1))
    with pytest.raises(IllegalAction, match="paid to themselves"):
        shift.floor.plan("t", reversal(shift), actor="Ann@t", role="floor")


# --- a player who has it no more --------------------------------------------------------------------------------


def test_what_a_player_cannot_give_back_the_house_bears(shift: Shift) -> None:
    """He keeps what he has; the tray is as poor as it is, and a count finds nothing."""
    dealt(shift)
    shift.do("Flo", declared(shift, 1500))
    shift.do("Dora", c.UnseatVisitor(box=1))
    books = shift.store.balances()
    refusal = refused(shift, "Flo", reversal(shift))
    assert refusal.reason == "Ann has left with their chips: reverse it with the house bearing it"
    answer = shift.do("Flo", reversal(shift, borne_by="house"))
    assert (event(answer, "PayoutReversed").cents, event(answer, "PayoutReversed").borne_by) == (1500, "house")
    right = event(shift.do("Flo", c.PayAgain(correction="k1", cents=1000, reason="gone")), "PaidAgain")
    assert (right.cents, right.kept) == (1000, 1500)
    assert shift.store.balances() == books
    assert event(shift.count("check"), "TrayCounted").difference == 0
    shift.check()


def test_chips_that_were_bet_again_cannot_come_back(shift: Shift) -> None:
    shift.open("catfish-blackjack")
    shift.seat("Ann", cents=1000)
    shift.blackjack("Ts 9c Td 8c", bets={1: 1000})
    shift.end()
    reverse = reversal(shift)
    shift.start()
    shift.bet(1, main=2000)
    reason = refused(shift, "Flo", reverse).reason
    assert reason == "Ann has $0, which is less than that: reverse it with the house bearing it"
    shift.act("Dora", a.TakeBackBet(spot=1, wager="main"))
    shift.do("Flo", reverse)
    shift.check()


def test_what_is_due_to_a_guest_who_has_left_lies_at_the_cage(shift: Shift) -> None:
    """Another guest of that name finds nothing of it."""
    dealt(shift, LOSE)
    shift.do("Dora", c.UnseatVisitor(box=2))
    cage = shift.balance(CAGE)
    shift.do("Flo", reversal(shift, 2))
    shift.do("Flo", c.PayAgain(correction="k1", cents=2000, reason="he had won"))
    assert shift.balance(CAGE) == cage + 4000
    assert shift.chips("Ben") == 0
    shift.check()


def test_whoever_kept_too_much_gets_only_what_is_due_beyond_it(shift: Shift) -> None:
    dealt(shift)
    before = shift.chips("Ann")
    shift.do("Flo", reversal(shift, borne_by="house"))
    shift.do("Flo", c.PayAgain(correction="k1", cents=1500, reason="a blackjack after all"))
    assert shift.chips("Ann") == before + 500
    shift.check()


def test_the_house_bears_only_what_was_paid() -> None:
    shift = dealt(Shift(), LOSE)
    assert "nothing is to come back" in refused(shift, "Flo", reversal(shift, 2, borne_by="house")).reason


# --- what is refused ------------------------------------------------------------------------------------------


def test_a_correction_left_open_is_shown_and_keeps_the_table_open(shift: Shift) -> None:
    dealt(shift)
    answer = shift.do("Flo", reversal(shift))
    (left,) = shift.live().corrections
    facts = left.correction, left.version, left.settled, left.spot, left.player, left.stake
    assert facts == ("k1", answer.version, shift.settled(1).version, 1, "Ann@t", 1000)
    assert "correction k1" in refused(shift, "Flo", c.CountTray(when="closing", chips=())).reason
    shift.check()


def test_the_staff_sees_what_can_be_corrected_and_what_is_left_open() -> None:
    shift = dealt(Shift())
    seen = staff_shared(shift.live())
    (main,) = [one for one in seen["settled"] if one["spot"] == 1]
    assert (main["version"], main["wager"], main["due"], main["paid"]) == (shift.settled(1).version, "main", 1000, 1000)
    assert (seen["counted"], seen["corrections"]) == ("opening", ())
    shift.do("Flo", reversal(shift))
    seen = staff_shared(shift.live())
    assert [one.correction for one in seen["corrections"]] == ["k1"]


def test_a_correction_says_which_wager_and_has_a_name_of_its_own() -> None:
    shift = dealt(Shift())
    version = shift.settled(1).version
    for wrong in ({"version": version - 1}, {"spot": 2}, {"wager": "insurance"}, {"hand": 1}):
        facts: dict[str, Any] = {"version": version, "spot": 1, "wager": "main", **wrong}
        assert "settled no" in refused(shift, "Flo", c.Reverse(correction="k1", reason="x", **facts)).reason
    assert "a name and a reason" in refused(shift, "Flo", reversal(shift, name="")).reason
    assert "a name and a reason" in refused(shift, "Flo", reversal(shift, reason="")).reason
    assert "no open correction" in refused(shift, "Flo", c.PayAgain(correction="k1", cents=0, reason="x")).reason
    assert "what the books have" in refused(shift, "Flo", declared(shift, 1000)).reason
    assert "no more than the stake" in refused(shift, "Flo", declared(shift, -1050)).reason
    shift.do("Flo", reversal(shift))
    assert "reversed by correction k1" in refused(shift, "Flo", reversal(shift, name="k2")).reason
    assert "reversed by correction k1" in refused(shift, "Flo", declared(shift, 500)).reason
    assert "there was a correction k1" in refused(shift, "Flo", reversal(shift, 2)).reason
    shift.do("Flo", c.PayAgain(correction="k1", cents=1000, reason="as due"))
    assert "there was a correction k1" in refused(shift, "Flo", reversal(shift, 2)).reason


def test_rounds_long_past_are_not_corrected() -> None:
    shift = Shift()
    shift.open("catfish-blackjack", cards="program")
    shift.seat("Ann", "Ben")
    shift.blackjack(bets=BETS)
    first = reversal(shift)
    for _ in range(ROUNDS - 1):
        shift.end()
        shift.blackjack(bets=BETS)
    assert {one.round for one in shift.live().settled} == set(range(1, ROUNDS + 1))
    shift.end()
    shift.blackjack(bets=BETS)
    reason = refused(shift, "Flo", first).reason
    assert reason.endswith(f"of spot 1 in the last {ROUNDS} rounds, and a table corrects no earlier ones")


def test_what_the_link_has_is_not_corrected_at_a_table() -> None:
    shift = Shift()
    shift.open()
    shift.seat("Ann")
    shift.holdem(STRAIGHT_FLUSH[:1], STRAIGHT_FLUSH[1])
    shift.call(1)
    shift.step("Mia", 1, "pay", check=shift.paperwork(1))
    for wager, clause in (("progressive", "UTH-PROG-2c"), ("progressive_award", "UTH-PTAB-2a")):
        version = shift.settled(1, wager).version
        reverse = c.Reverse(correction="k1", version=version, spot=1, wager=wager, reason="x")
        assert refused(shift, "Flo", reverse).clause == clause


def test_a_correction_is_not_retracted_but_corrected() -> None:
    shift = dealt(Shift())
    answer = shift.do("Flo", reversal(shift))
    assert "put right by another" in refused(shift, "Flo", c.Retract(version=answer.version)).reason


# --- tokes, and automatic tables ----------------------------------------------------------------------------------


def test_a_toke_is_corrected_with_the_dealers_box(shift: Shift) -> None:
    shift.open("catfish-blackjack")
    shift.seat("Ann")
    shift.start()
    shift.bet(1, main=1000)
    shift.act("Dora", a.PlaceToke(spot=1, wager="main", cents=500))
    shift.deal("Ts 9c Td 8c")
    done = shift.settled(1, "toke:main")
    assert (done.owner, done.due) == ("dealers", 500)
    assert shift.balance(tokes("t")) == 1000
    reverse = c.Reverse(correction="k1", version=done.version, spot=1, wager="toke:main", reason="paid twice")
    shift.do("Flo", reverse)
    assert shift.balance(tokes("t")) == 500
    shift.do("Flo", c.PayAgain(correction="k1", cents=250, reason="half"))
    assert shift.balance(tokes("t")) == 750
    shift.check()


def test_automatic_tables_are_corrected_the_same_way() -> None:
    played = PlayedFloor(MemoryStore(), sheets=("catfish-blackjack",))
    played.play(1)
    table, floor = "catfish-blackjack-1", played.floor
    done = floor.table(table).live.settled[-1]
    account = player(done.player)
    before = floor.store.balances([account, tray(table), HOUSE])
    reverse = c.Reverse(
        correction="k1", version=done.version, spot=done.spot, hand=done.hand, wager=done.wager, reason="x"
    )
    played.do(table, reverse, "Flo", "floor")
    assert floor.store.balances([account])[account] == before[account] - done.paid
    with pytest.raises(IllegalAction, match="before the table closes: correction k1"):
        played.do(table, c.CloseTable(), "Flo", "floor")
    played.do(table, c.PayAgain(correction="k1", cents=done.due, reason="as due"), "Flo", "floor")
    assert floor.store.balances([account, tray(table), HOUSE]) == before
    played.do(table, c.CloseTable(), "Flo", "floor")
    assert verify(floor.store, played.keys).good


def test_a_settlement_that_the_round_itself_takes_back_is_not_remembered() -> None:
    shift = Shift()
    shift.open()
    shift.seat("Ann")
    shift.start()
    shift.bet(1, ante=1000, blind=1000, progressive=500)
    shift.do("Dora", c.CoinIn(chips=1))
    assert [one.wager for one in shift.live().settled] == ["progressive"]
    shift.act("Dora", a.Proceed())
    answer = shift.act("Dora", a.Declare(kind="wrong_count"))
    assert "SettlementReversed" in names(answer)
    assert {(one.wager, one.due) for one in shift.live().settled} == {("progressive", 0), ("ante", 0), ("blind", 0)}
    assert shift.balance(tray("t")) == TRAY - 100_000

"""The money of a table beside its rounds: counts against the books, fills, credits, the drop and the dealers' box."""

from __future__ import annotations

from typing import Any

import pytest
from tests.service.audit_floor import PlayedFloor
from tests.service.shift import FULL_HOUSE, NOTHING, TRAY, Shift, event, names, refused

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.ledger import CAGE, DEALERS, HOUSE, drop, over_short, tokes, tray
from pitboss.service.audit.audit import verify
from pitboss.service.audit.significant_events import significant_events
from pitboss.service.floor import commands as c
from pitboss.service.floor import recorded as r
from pitboss.service.money.counts_and_fills import SHORT
from pitboss.service.staff.next_step import next_of
from pitboss.service.staff.offers import offers_for
from pitboss.store import MemoryStore

BLACKJACK = "catfish-blackjack"
THOUSAND = ((10_000, 10),)


def opened(shift: Shift, **named: Any) -> Shift:
    shift.open(BLACKJACK, **named)
    shift.seat("Ann")
    return shift


# --- the tray -----------------------------------------------------------------------------------------------------


def test_a_count_is_held_against_the_books_and_the_books_follow_it(shift: Shift) -> None:
    opened(shift)
    assert event(shift.count("check"), "TrayCounted").difference == 0
    book = shift.balance(tray("t"))
    for off, total in ((-2500, 2500), (-500, 3000), (3500, -500)):
        found = event(shift.count("check", off=off), "TrayCounted")
        assert (found.counted, found.book, found.difference, found.by) == (book + off, book, off, "Flo")
        book += off
        assert shift.balance(tray("t")) == book
        assert shift.balance(over_short("t")) == total
    shift.check()


def test_what_the_books_have_is_not_for_whoever_counts_to_say(shift: Shift) -> None:
    opened(shift)
    told = r.CountTray(book=5, when="check", chips=shift.stacks(shift.balance(tray("t"))))
    assert event(shift.do("Flo", told), "TrayCounted").difference == 0
    shift.check()


def test_chips_of_progressive_wagers_stay_in_the_tray_that_is_counted(shift: Shift) -> None:
    """What a wager adds to the meters is the house's to put up: nobody carries chips to a meter."""
    shift.open()
    shift.seat("Ann", "Ben")
    shift.holdem([NOTHING, "4d 9s"], FULL_HOUSE[1], on=(1, 2))
    shift.end()
    before = shift.balance(HOUSE)
    assert event(shift.count("check"), "TrayCounted").difference == 0
    assert shift.balance(HOUSE) == before
    shift.check()


def test_a_table_takes_bets_between_its_opening_and_its_closing_count(shift: Shift) -> None:
    shift.open_uncounted(BLACKJACK)
    shift.do("Dora", c.TapIn())
    shift.prepare()
    shift.do("Dora", c.SeatVisitor(box=1, name="Ann"))
    start, cash = c.StartRound(sheet_hash=shift.live().sheet.hash), c.VisitorBuysIn(box=1, cents=10_000)
    fill = c.RequestFill(kind="fill", slip="1", chips=THOUSAND)
    for actor, command in (("Dora", start), ("Dora", cash), ("Flo", fill)):
        assert refused(shift, actor, command).reason == "the tray is counted first"
    for when in ("closing", "check"):
        assert "not opened" in refused(shift, "Flo", c.CountTray(when=when, chips=())).reason  # type: ignore[arg-type]
    shift.count("opening")
    assert "count it as a check" in refused(shift, "Flo", c.CountTray(when="opening", chips=())).reason
    shift.do("Dora", cash)
    shift.do("Dora", start)
    shift.bet(1, main=1000)
    assert "between rounds" in refused(shift, "Flo", c.CountTray(when="check", chips=())).reason
    shift.act("Dora", a.TakeBackBet(spot=1, wager="main"))
    shift.do("Dora", c.EndRound())
    shift.do("Dora", c.UnseatVisitor(box=1))
    assert refused(shift, "Flo", c.CloseTable()).reason == "the tray is counted before the table closes"
    shift.count("closing")
    for actor, command in (("Dora", start), ("Flo", fill)):
        assert refused(shift, actor, command).reason == "the tray was counted for closing: open it by a count"
    shift.do("Flo", c.CloseTable())
    shift.check()


def test_a_closed_tray_is_opened_again_by_a_count(shift: Shift) -> None:
    opened(shift)
    shift.count("closing")
    shift.count("opening", off=-500)
    assert shift.balance(over_short("t")) == 500
    shift.blackjack("Ts 9c Td 8c", bets={1: 1000})
    shift.end()
    shift.check()


@pytest.mark.parametrize(
    ("chips", "reason"),
    [
        (((700, 1),), "there is no chip of $7"),
        (((500, -1),), "not less than nothing"),
        (((500, 1), (500, 2)), "counted once"),
    ],
)
def test_only_chips_of_the_table_are_counted(chips: c.Chips, reason: str) -> None:
    shift = opened(Shift())
    for command in (c.CountTray(when="check", chips=chips), c.RequestFill(kind="fill", slip="1", chips=chips)):
        assert reason in refused(shift, "Flo", command).reason


@pytest.mark.parametrize("actor", ["Dora", "Gus", "Ada"])
def test_the_dealer_does_not_count_his_own_tray(actor: str) -> None:
    shift = opened(Shift())
    assert "floor or shift manager" in refused(shift, actor, c.CountTray(when="check", chips=())).reason


class Misread(MemoryStore):
    """A store that tells the wrong balance of a tray for a while."""

    off = 0

    def balances(self, accounts: Any = None) -> dict[str, int]:
        found = super().balances(accounts)
        return {name: cents + self.off * name.startswith("tray:") for name, cents in found.items()}


def test_the_audit_finds_a_count_that_was_held_against_something_else() -> None:
    store = Misread()
    shift = opened(Shift(store))
    store.off = 100
    answer = shift.do("Flo", c.CountTray(when="check", chips=shift.stacks(shift.balance(tray("t")))))
    store.off = 0
    audit = verify(store, shift.keys)
    assert [(one.name, one.version) for one in audit.findings] == [("table:t", answer.version)]
    assert "is held against" in audit.findings[0].what


# --- fills and credits ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "sign"), [("fill", 1), ("credit", -1)])
def test_a_fill_is_asked_for_by_the_floor_and_signed_by_the_dealer(shift: Shift, kind: Any, sign: int) -> None:
    opened(shift)
    before, house = shift.balance(tray("t")), shift.balance(HOUSE)
    asked = event(shift.do("Flo", c.RequestFill(kind=kind, slip="F17", chips=THOUSAND)), "FillRequested")
    assert (asked.slip, asked.kind, asked.cents, asked.by) == ("F17", kind, 100_000, "Flo")
    assert [slip.slip for slip in shift.live().slips] == ["F17"]
    assert shift.balance(tray("t")) == before
    signed = event(shift.do("Dora", c.ConfirmFill(slip="F17")), "FillSigned")
    assert (signed.cents, signed.requested_by, signed.by) == (100_000, "Flo", "Dora")
    assert shift.balance(tray("t")) == before + sign * 100_000
    assert shift.balance(HOUSE) == house - sign * 100_000
    assert shift.live().slips == ()
    assert event(shift.count("check"), "TrayCounted").difference == 0
    shift.check()


def test_nobody_signs_for_what_he_asked_for_and_nobody_but_the_dealer_of_the_table() -> None:
    shift = opened(Shift())
    request = c.RequestFill(kind="fill", slip="F17", chips=THOUSAND)
    shift.floor.do(lambda: shift.floor.plan("t", request, actor="Dora", role="floor"))
    assert "somebody else signs" in refused(shift, "Dora", c.ConfirmFill(slip="F17")).reason
    assert "Dora deals at this table" in refused(shift, "Don", c.ConfirmFill(slip="F17")).reason
    assert "for the dealer" in refused(shift, "Flo", c.ConfirmFill(slip="F17")).reason
    assert "no open slip" in refused(shift, "Dora", c.ConfirmFill(slip="F18")).reason


# --- a tray that is too small ---------------------------------------------------------------------------------------


def short(shift: Shift) -> Shift:
    """The tray had $1,000, and Ann and Ben have won $1,500 from it."""
    shift.open(BLACKJACK)
    shift.seat("Ann", "Ben")
    shift.count("check", off=100_000 - shift.balance(tray("t")))
    shift.blackjack("Ts 9h Td 9c 9d 7c", bets={1: 100_000, 2: 50_000})
    return shift


def starts(shift: Shift) -> bool:
    """Whether the dealer is offered the next round, with the tray as the books have it."""
    offers = offers_for(shift.live(), role="dealer", person="Dora", book=shift.balance(tray("t")))
    return any(isinstance(offer["command"], c.StartRound) for offer in offers)


def waits_for(shift: Shift) -> str:
    next_ = next_of(shift.live(), book=shift.balance(tray("t")))
    assert next_ is not None
    return next_.text


def test_what_is_due_is_paid_and_the_floor_is_called_for_a_fill(shift: Shift) -> None:
    """Nobody waits for his chips because of the books; no further bets are taken before the tray has some."""
    short(shift)
    assert shift.balance(tray("t")) == -50_000
    told = event(shift.do("Dora", c.EndRound()), "TrayShort")
    assert (told.book, told.by) == (-50_000, "Dora")
    assert shift.live().calls == (SHORT,)
    (said,) = [one for one in significant_events(shift.store) if "tray is short" in one.what]
    assert (said.kind, said.table, said.after) == ("count", "t", "-$500")
    shift.prepare()
    start = c.StartRound(sheet_hash=shift.live().sheet.hash)
    assert refused(shift, "Dora", start).reason == "the books have -$500 in the tray: a fill or a count comes first"
    assert (starts(shift), waits_for(shift)) == (False, "fill the tray, or count it")
    shift.do("Flo", c.RequestFill(kind="fill", slip="7", chips=THOUSAND))
    shift.do("Dora", c.ConfirmFill(slip="7"))
    assert (starts(shift), waits_for(shift)) == (True, "open the bets")
    shift.do("Dora", start)
    shift.check()


def test_a_tray_that_holds_out_calls_nobody(shift: Shift) -> None:
    opened(shift)
    shift.blackjack("Ts 9h Td 8c", bets={1: 1000})
    assert "TrayShort" not in names(shift.do("Dora", c.EndRound()))
    assert shift.live().calls == ()


def test_chips_that_are_not_there_are_neither_sold_nor_sent_back_nor_paid_again(shift: Shift) -> None:
    short(shift)
    shift.do("Dora", c.EndRound())
    done = shift.settled(1)
    shift.do("Flo", c.RequestFill(kind="credit", slip="7", chips=THOUSAND))
    shift.do(
        "Flo", c.Reverse(correction="k1", version=done.version, spot=1, wager="main", reason="x", borne_by="house")
    )
    for actor, command in (
        ("Dora", c.VisitorBuysIn(box=1, cents=100)), ("Dora", c.ConfirmFill(slip="7")),
        ("Flo", c.PayAgain(correction="k1", cents=100_500, reason="as due")),
    ):  # fmt: skip
        assert refused(shift, actor, command).reason == (
            "the books have -$500 in the tray, which is less than that: a fill first"
        )
    shift.do("Flo", c.PayAgain(correction="k1", cents=100_000, reason="as due"))
    shift.check()


def test_the_audit_finds_a_round_that_was_held_against_another_tray() -> None:
    store = Misread()
    shift = short(Shift(store))
    store.off = 10_000
    answer = shift.do("Dora", c.EndRound())
    store.off = 0
    (found,) = verify(store, shift.keys).findings
    assert (found.name, found.version) == ("table:t", answer.version)
    assert found.what == "is held against -40000 cents; tray:t had -50000"


def test_an_automatic_table_needs_no_chips() -> None:
    played = PlayedFloor(MemoryStore(), sheets=(BLACKJACK,))
    request = c.RequestFill(kind="fill", slip="F17", chips=THOUSAND)
    with pytest.raises(IllegalAction, match="deals by itself"):
        played.do(f"{BLACKJACK}-1", request, "Flo", "floor")


def test_a_slip_is_cancelled_with_a_reason_and_its_number_not_used_again(shift: Shift) -> None:
    opened(shift)
    before = shift.store.balances()
    fill = c.RequestFill(kind="fill", slip="F17", chips=THOUSAND)
    shift.do("Flo", fill)
    assert "slip F17 before" in refused(shift, "Flo", fill).reason
    assert "slip F17 is signed or cancelled" in refused(shift, "Flo", c.CountTray(when="closing", chips=())).reason
    gone = event(shift.do("Fritz", c.CancelFill(slip="F17", reason="wrong chips")), "FillCancelled")
    assert (gone.requested_by, gone.by, gone.reason) == ("Flo", "Fritz", "wrong chips")
    assert "slip F17 before" in refused(shift, "Flo", fill).reason
    assert "a slip has a number" in refused(shift, "Flo", c.RequestFill(kind="fill", slip="", chips=THOUSAND)).reason
    assert "more than nothing" in refused(shift, "Flo", c.RequestFill(kind="fill", slip="2", chips=())).reason
    assert shift.store.balances() == before
    shift.check()


# --- the boxes ------------------------------------------------------------------------------------------------


def test_the_drop_goes_to_the_cage_as_counted_and_the_difference_is_noted(shift: Shift) -> None:
    opened(shift)
    assert shift.balance(drop("t")) == 100_000
    cage = shift.balance(CAGE)
    found = event(shift.do("Gus", c.PullDrop(counted=99_500, note="a bill short")), "DropCounted")
    facts = found.counted, found.book, found.difference, found.by, found.note
    assert facts == (99_500, 100_000, -500, "Gus", "a bill short")
    assert shift.balance(drop("t")) == 0
    assert shift.balance(CAGE) == cage + 99_500
    assert shift.balance(over_short("t")) == 500
    assert event(shift.do("Mia", c.PullDrop(counted=0)), "DropCounted").difference == 0
    assert "not less than nothing" in refused(shift, "Gus", c.PullDrop(counted=-1)).reason
    assert "security or shift manager" in refused(shift, "Flo", c.PullDrop(counted=0)).reason
    shift.check()


def test_the_dealers_box_is_counted_out_to_them(shift: Shift) -> None:
    opened(shift)
    shift.start()
    shift.bet(1, main=1000)
    shift.act("Dora", a.PlaceToke(spot=1, wager="main", cents=500))
    shift.deal("Ts 9c Td 8c")
    shift.end()
    assert shift.balance(tokes("t")) == 1000
    found = event(shift.do("Flo", c.CountTokes(counted=1500)), "TokesCounted")
    assert (found.counted, found.book, found.difference) == (1500, 1000, 500)
    assert (shift.balance(tokes("t")), shift.balance(DEALERS), shift.balance(over_short("t"))) == (0, 1500, -500)
    assert "floor or shift manager" in refused(shift, "Dora", c.CountTokes(counted=0)).reason
    shift.check()


def test_all_money_of_a_table_is_somewhere(shift: Shift) -> None:
    opened(shift)
    shift.do("Flo", c.RequestFill(kind="fill", slip="F17", chips=THOUSAND))
    shift.do("Dora", c.ConfirmFill(slip="F17"))
    shift.blackjack("Ts 9c Td 8c", bets={1: 1000})
    shift.end()
    shift.do("Dora", c.UnseatVisitor(box=1))
    shift.count("closing", off=-100)
    shift.do("Gus", c.PullDrop(counted=100_000))
    left = {account: cents for account, cents in shift.store.balances().items() if cents}
    won = 101_000 - 100_000
    assert left == {
        HOUSE: -TRAY - 100_000, tray("t"): TRAY + 100_000 - 100_000 - won - 100, over_short("t"): 100, CAGE: 101_000
    }  # fmt: skip
    shift.check()
